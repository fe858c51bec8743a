"""Runs dbt and crowd in processes of their own, without paying dbt's import each time.

Importing dbt costs three seconds of CPU. A fork server that has imported it once hands out fresh processes: each starts
with nothing opened (no adapter, no DuckDB file), ends with its own exit code, and gives back the lock on its database.
"""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
import subprocess
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


class Elsewhere:
    """Commands of another environment: a fork for each, of one process there that has imported what they need.

    Attributes:
        folder: Where that environment's commands are.
    """

    def __init__(self, python: Path, modules: Sequence[str]) -> None:
        """Start that process, with the interpreter of its environment; `modules` are imported once."""
        self.folder = python.parent
        self._server = subprocess.Popen(
            [str(python), "-W", "ignore", __file__, *modules], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, name: str, arguments: Sequence[str], *, cwd: Path, environment: Mapping[str, str]) -> Finished:
        """Run `dbt` or `crowd` and wait for it."""
        assert self._server.stdin is not None and self._server.stdout is not None
        with tempfile.TemporaryDirectory() as folder:
            streams = [str(Path(folder, "stdout")), str(Path(folder, "stderr"))]
            asked = [name, [name, *arguments], str(cwd), dict(environment), streams]
            self._server.stdin.write(json.dumps(asked) + "\n")
            self._server.stdin.flush()
            code = int(self._server.stdout.readline())
            stdout, stderr = (Path(path).read_text(encoding="utf-8") for path in streams)
            return Finished(code, stdout, stderr)

    def close(self) -> None:
        """End the process."""
        self._server.communicate()


def _serve(modules: Sequence[str]) -> None:
    """Answer each line of standard input, a command as JSON, with its exit code."""
    for module in modules:
        importlib.import_module(module)
    for line in sys.stdin:
        name, *asked = json.loads(line)
        child = os.fork()
        if not child:
            _child({"dbt": dbt_main, "crowd": crowd_main}[name], *asked)
            return
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()


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


if __name__ == "__main__":
    _serve(sys.argv[1:])
