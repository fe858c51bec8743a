"""Runs dbt and crowd in processes of their own, without paying dbt's import each time.

Importing dbt costs three seconds of CPU. A fork server that has imported it once hands out fresh processes: each starts
with nothing opened (no adapter, no DuckDB file), ends with its own exit code, and gives back the lock on its database.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["dbt.cli.main", "dbt.adapters.duckdb", "dbt.task.build", "duckdb"])


@dataclass(frozen=True)
class Finished:
    """What a command left behind: its exit code and what it wrote."""

    code: int
    stdout: str
    stderr: str

    @property
    def output(self) -> str:
        """Both streams, standard output first."""
        return self.stdout + self.stderr


def dbt_main() -> None:
    """The `dbt` command, as its console script runs it."""
    from dbt.cli.main import cli

    cli()


def crowd_main() -> None:
    """The `crowd` command, as its console script runs it."""
    from dbt_crowd.cli import main

    sys.exit(main())


def run(
    main: Callable[[], None], argv: Sequence[str], *, cwd: Path, environment: Mapping[str, str], timeout: float = 900
) -> Finished:
    """Run `main` as the command line `argv` in a new process and wait for it.

    Raises:
        TimeoutError: it was still running after `timeout` seconds, and was killed.
    """
    with tempfile.TemporaryDirectory() as folder:
        streams = (Path(folder, "stdout"), Path(folder, "stderr"))
        process = _CONTEXT.Process(
            target=_child, args=(main, list(argv), str(cwd), dict(environment), [str(path) for path in streams])
        )
        process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise TimeoutError(f"{' '.join(argv)} ran longer than {timeout} s")
        stdout, stderr = (path.read_text(encoding="utf-8") if path.exists() else "" for path in streams)
        return Finished(process.exitcode, stdout, stderr)


def _child(
    main: Callable[[], None], argv: list[str], cwd: str, environment: dict[str, str], streams: list[str]
) -> None:
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for descriptor, path in enumerate(streams, start=1):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(opened, descriptor)
    sys.argv = argv
    main()
