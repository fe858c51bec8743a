"""The engines that the hard cases run on, beside DuckDB: a PostgreSQL server of the tests' own, Sail and Spark.

Each is a target of `integration_tests/profiles.yml`. What a test needs of the warehouse it asks through dbt, so that the
same test runs on all of them.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import processes
import pytest
from conftest import REPOSITORY, DbtProject


@dataclass(frozen=True)
class Engine:
    """Where a project runs.

    Attributes:
        target: The target of the project's profile.
        environment: What the target reads from environment variables.
        commands: Where the `dbt` and `crowd` are that know the engine; None for those of this environment.
    """

    target: str
    environment: Mapping[str, str] = field(default_factory=dict)
    commands: processes.Elsewhere | None = None


DUCKDB = Engine("duckdb")
SPARK_COMMANDS = REPOSITORY / ".venvs" / "spark" / "bin"
SPARK_MODULES = ("dbt.cli.main", "dbt.adapters.sail", "dbt.task.build", "pyspark.sql.connect.session", "dbt_crowd.cli")
# Small tables: compiling to byte code and exchanging parts would take longer than the work. The settings of the committer
# let two inserts into one table of files run at the same time.
SPARK_SETTINGS = {
    "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version": "2",
    "spark.hadoop.mapreduce.fileoutputcommitter.cleanup.skipped": "true",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.catalogImplementation": "in-memory",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.shuffle.partitions": "1",
    "spark.ui.enabled": "false",
    "spark.driver.extraJavaOptions": "-XX:+UseSerialGC",
}


@dataclass(eq=False)
class OnEngine:
    """A project on an engine.

    Attributes:
        project: The project.
        engine: Where it runs.
        protected: What `crowd protect` answered there; None where it was not asked.
        found: What was there after the build; see `state`.
    """

    project: DbtProject
    engine: Engine
    protected: Any = None
    found: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Hand the engine's variables to the project's commands."""
        self.project.environment = {**self.project.environment, **self.engine.environment}

    def dbt(self, *arguments: str, expect: int | None = None) -> processes.Finished:
        """Run dbt against the engine; see `DbtProject.dbt`."""
        return self._run("dbt", arguments, expect)

    def crowd(self, *arguments: str, expect: int | None = None) -> processes.Finished:
        """Run the driver against the engine; see `DbtProject.crowd`."""
        return self._run("crowd", arguments, expect)

    def asked(self, macro: str, arguments: Mapping[str, Any] | None = None) -> Any:
        """What a macro of the project prints, as `name:` and JSON on one line."""
        return self._printed(macro, arguments or {})[macro]

    def state(self) -> dict[str, Any]:
        """Published rows, log, tables and decisions, by the names of the macros that print them."""
        return self._printed("print_everything", {})

    def inspected(self, models: Sequence[str]) -> list[Any]:
        """What `crowd init` gets to know of models, each as the package answers."""
        arguments = json.dumps({"models": models})
        finished = self.dbt("--quiet", "run-operation", "inspect_each", "--args", arguments, expect=0)
        lines = [line.partition("dbt_crowd:") for line in finished.stdout.splitlines()]
        return [json.loads(answer) for _, mark, answer in lines if mark]

    def run_sql(self, *statements: str) -> None:
        """Run statements in the warehouse, each as it stands, with the engine's own quoting."""
        self.dbt(
            "--quiet", "run-operation", "run_statements", "--args", json.dumps({"statements": statements}), expect=0
        )

    def _printed(self, macro: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        finished = self.dbt("--quiet", "run-operation", macro, "--args", json.dumps(arguments), expect=0)
        lines = (line.split(":", 1) for line in finished.stdout.splitlines() if line.startswith("print_"))
        return {name: json.loads(answer) for name, answer in lines}

    def _run(self, name: str, arguments: tuple[str, ...], expect: int | None) -> processes.Finished:
        arguments = (*arguments, "--target", self.engine.target)
        if self.engine.commands is None:
            return getattr(self.project, name)(*arguments, expect=expect)
        path = f"{self.engine.commands.folder}{os.pathsep}{self.project.environment['PATH']}"
        finished = self.engine.commands.run(
            name, arguments, cwd=self.project.root, environment={**self.project.environment, "PATH": path}
        )
        assert expect is None or finished.code == expect, f"{name} {arguments}: exit {finished.code}\n{finished.output}"
        return finished


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port: int = probe.getsockname()[1]
        return port


def postgres_programs() -> Path | None:
    """The folder of PostgreSQL's server programs, of the newest version that is installed; None without any."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -float(path.parent.name))
    on_path = shutil.which("pg_ctl")
    folders += [Path(on_path).resolve().parent] if on_path else []
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


@contextmanager
def postgres_server() -> Iterator[Engine]:
    """A PostgreSQL server with a data folder and a port of its own, for as long as the block runs.

    Text is ordered and compared as in a dictionary, where `a` stands before `B`: what the package does must not depend
    on it. The server refuses to run as root, so root hands it to the user `postgres`.
    """
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL's server is not installed: `make postgres` does it, or says what to do")
    folder = Path(tempfile.mkdtemp(prefix="crowd_postgres_"))
    as_user: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
    if as_user:
        shutil.chown(folder, "postgres", "postgres")

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), "--pgdata", str(folder / "data"), *arguments]
        finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, **as_user)
        assert finished.returncode == 0, finished.stdout + finished.stderr

    port = free_port()
    locale = ("--encoding", "UTF8", "--locale", "C.UTF-8", "--locale-provider", "icu", "--icu-locale", "en-US")
    run("initdb", "--username", "crowd", "--auth", "trust", "--no-sync", *locale)
    settings = f"-p {port} -k {folder} -c fsync=off -c TimeZone=UTC"
    try:
        run("pg_ctl", "--wait", "--silent", "--log", str(folder / "log"), "--options", settings, "start")
        yield Engine("postgres", {"HARD_CASES_PORT": str(port), "HARD_CASES_USER": "crowd"})
    finally:
        run("pg_ctl", "--wait", "--silent", "--mode", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def sail_server() -> Iterator[Engine]:
    """A Sail server: an engine of its own that speaks Spark's SQL and protocol."""
    _require_spark_commands()
    port = free_port()
    command = [str(SPARK_COMMANDS / "sail"), "spark", "server", "--port", str(port)]
    with _connect_server("sail", port, command, {}) as engine:
        yield engine


@contextmanager
def spark_server(
    settings: Mapping[str, str] = SPARK_SETTINGS, *, processors: int = 2, memory: str = "2g"
) -> Iterator[Engine]:
    """Apache Spark on this machine, as a server that several processes can talk to, one after the other."""
    _require_spark_commands()
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java 17, and there is no `java`")
    port = free_port()
    home = next((REPOSITORY / ".venvs" / "spark" / "lib").glob("python*/site-packages/pyspark"))
    settings = {**settings, "spark.connect.grpc.binding.port": str(port)}
    options = [text for name, value in settings.items() for text in ("--conf", f"{name}={value}")]
    server = ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"]
    machine = ["--master", f"local[{processors}]", "--driver-memory", memory]
    command = [str(home / "bin" / "spark-submit"), *machine, *options, *server]
    with _connect_server("spark", port, command, {"SPARK_HOME": str(home)}) as engine:
        yield engine


def _require_spark_commands() -> None:
    assert (SPARK_COMMANDS / "dbt").exists(), ".venvs/spark is not there: run `make setup`"


@contextmanager
def _connect_server(target: str, port: int, command: list[str], environment: Mapping[str, str]) -> Iterator[Engine]:
    """A server in a folder of its own, which also holds the tables it makes."""
    folder = Path(tempfile.mkdtemp(prefix=f"crowd_{target}_"))
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        # The client warns of a setting that only the server has.
        commands = processes.Elsewhere(SPARK_COMMANDS / "python", SPARK_MODULES)
        try:
            wait_for(port, process, folder / "log")
            yield Engine(target, {"HARD_CASES_PORT": str(port), "HARD_CASES_SESSION": str(uuid.uuid4())}, commands)
        finally:
            commands.close()
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            shutil.rmtree(folder, ignore_errors=True)


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path, seconds: float = 120) -> None:
    """Wait until something listens on a port."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("localhost", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"no server after {seconds} s:\n{log.read_text()[-2000:]}")
