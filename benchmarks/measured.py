"""How long something took and how much memory it had, by the operating system's own accounting."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

COMMANDS = Path(sys.executable).parent
RUNS = 3
"""How often a statement is timed, after one turn that is not counted."""
WATCH = """
import os, sys
started = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(started, 0)
with open(sys.argv[1], "w") as file:
    file.write(f"{os.waitstatus_to_exitcode(status)} {usage.ru_maxrss}")
"""
"""Runs a command from a small process: the account of a command begins with the memory of what started it."""


@dataclass(frozen=True)
class Process:
    """One process that ended.

    Attributes:
        output: What it printed.
        seconds: Its wall time.
        megabytes: The most memory it, or one of its own processes, had at once.
        code: Its exit code.
    """

    output: str
    seconds: float
    megabytes: float
    code: int


def run(command: Sequence[str], folder: Path, commands: Path = COMMANDS, *, may_find: bool = False) -> Process:
    """Run a command in a folder and wait for it.

    Args:
        command: Its name and arguments.
        folder: A dbt project.
        commands: The folder of the command; without, that of this environment.
        may_find: Whether it may end with 1, as a test does that finds something.

    Raises:
        RuntimeError: It did not end well.
    """
    begun = time.perf_counter()
    output, account = folder / "output.txt", folder / "account.txt"
    with output.open("w", encoding="utf-8") as file:
        subprocess.run(
            [sys.executable, "-I", "-S", "-c", WATCH, account, commands / command[0], *command[1:]],
            cwd=folder,
            env={**os.environ, "DBT_PROFILES_DIR": str(folder), "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT if command[0] == "dbt" else subprocess.DEVNULL,
            check=True,
        )
    took = time.perf_counter() - begun
    told = output.read_text(encoding="utf-8")
    code, kilobytes = map(int, account.read_text(encoding="utf-8").split())
    if code not in ((0, 1) if may_find else (0,)):
        raise RuntimeError(f"{' '.join(command)} ended with {code}:\n{told}")
    return Process(told, took, kilobytes / 1024, code)


def seconds(database: Path, statements: Mapping[str, str]) -> dict[str, float]:
    """Time SQL statements in turn, A B C A B C, in one connection; the median of each, in seconds.

    Args:
        database: The DuckDB file.
        statements: SQL by a name. A query's rows are fetched; what a statement creates it may replace.
    """
    found: dict[str, list[float]] = {name: [] for name in statements}
    with duckdb.connect(str(database)) as connection:
        for turn in range(RUNS + 1):
            for name, sql in statements.items():
                begun = time.perf_counter()
                connection.execute(sql).fetchall()
                if turn:
                    found[name].append(time.perf_counter() - begun)
    return {name: statistics.median(each) for name, each in found.items()}
