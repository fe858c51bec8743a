"""Fixtures for every test: the reference data beside the repository, and throw-away dbt projects on DuckDB."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any

import duckdb
import processes
import pytest

REPOSITORY = Path(__file__).resolve().parents[2]

_PROJECT = """
    name: {name}
    version: "1.0.0"
    profile: {name}
    flags:
      send_anonymous_usage_stats: false
      validate_macro_args: true
"""

_PROFILES = """
    {name}:
      target: dev
      outputs:
        dev:
          type: duckdb
          path: warehouse.duckdb
          schema: analytics
          threads: 2
"""


LONGEST_FIRST = ("test_engines", "test_search", "test_release_lifecycle", "test_solve", "test_engines_adult")
"""Files that take longest, so that the other worker has enough left to do beside them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest. A file stays on one worker, so that what its tests share is built once."""
    ranks = {name: rank for rank, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: ranks.get(item.path.stem, len(ranks)))


@dataclass
class DbtProject:
    """A user's dbt project in a folder of its own, with this package installed and a DuckDB file as the warehouse.

    Attributes:
        root: The project's folder.
        database: The DuckDB file, which exists after the first command that connects, or the first query.
        environment: What its commands see as environment variables; change it before a call.
    """

    root: Path
    database: Path
    environment: dict[str, str] = field(default_factory=dict)

    def write(self, files: Mapping[str, str]) -> None:
        """Write files, given as relative path to text. Common indentation is taken off."""
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")

    def read(self, name: str) -> str:
        """The text of one file of the project."""
        return (self.root / name).read_text(encoding="utf-8")

    def compiled(self, name: str) -> str:
        """The compiled SQL of a file of the project, such as `models/patients_release.sql`."""
        project = self.read("dbt_project.yml").split("name:", 1)[1].split()[0]
        return self.read(f"target/compiled/{project}/{name}")

    def dbt(self, *arguments: str, expect: int | None = None) -> processes.Finished:
        """Run dbt in a process of its own.

        Args:
            arguments: As on the command line.
            expect: The exit code that it must end with; None takes any.
        """
        return self._run(processes.dbt_main, "dbt", arguments, expect)

    def crowd(self, *arguments: str, expect: int | None = None) -> processes.Finished:
        """Run the driver in a process of its own; arguments as for `dbt`."""
        return self._run(processes.crowd_main, "crowd", arguments, expect)

    def start_dbt(self, *arguments: str) -> subprocess.Popen[str]:
        """Start dbt and do not wait, for tests that kill it."""
        return subprocess.Popen(
            [sys.executable, "-c", "from dbt.cli.main import cli; cli()", *arguments],
            cwd=self.root,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def query(self, sql: str, parameters: object = None) -> list[tuple[Any, ...]]:
        """Run SQL on the DuckDB file and give back its rows. The file is closed again, so that dbt can open it."""
        with duckdb.connect(str(self.database)) as connection:
            return connection.execute(sql, parameters).fetchall()

    def records(self, sql: str, parameters: object = None) -> list[dict[str, Any]]:
        """The same as `query`, with each row as a mapping of column name to value."""
        with duckdb.connect(str(self.database)) as connection:
            cursor = connection.execute(sql, parameters)
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _run(
        self, main: Callable[[], None], name: str, arguments: tuple[str, ...], expect: int | None
    ) -> processes.Finished:
        finished = processes.run(main, [name, *arguments], cwd=self.root, environment=self.environment)
        if expect is not None:
            assert finished.code == expect, f"{name} {' '.join(arguments)}: exit {finished.code}\n{finished.output}"
        return finished


@pytest.fixture(scope="session")
def dbt_project(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., DbtProject]:
    """A function that makes throw-away projects: `dbt_project({"models/a.sql": "select 1 as a"}, name="clinic")`.

    Every call makes a new folder. `dbt_project.yml` and `profiles.yml` are written unless `files` has them. The package
    is a symbolic link in `dbt_packages`, which is what `dbt deps` makes of a `local:` package.
    """

    def make(files: Mapping[str, str] | None = None, *, name: str = "clinic") -> DbtProject:
        root = tmp_path_factory.mktemp(name)
        project = DbtProject(root, root / "warehouse.duckdb", _environment())
        project.write(
            {
                "dbt_project.yml": _PROJECT.format(name=name),
                "profiles.yml": _PROFILES.format(name=name),
                **(files or {}),
            }
        )
        _install_package(root)
        return project

    return make


@pytest.fixture(scope="session")
def copy_project(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], DbtProject]:
    """A function that copies a project of the repository: `copy_project("examples/clinic", "clinic.duckdb")`.

    What running it in place has left behind (its warehouse, `target`, installed packages) is not copied.
    """

    def copy(folder: str, database: str) -> DbtProject:
        root = tmp_path_factory.mktemp("copy") / Path(folder).name
        left_behind = shutil.ignore_patterns("target", "logs", "dbt_packages", "*.duckdb*")
        shutil.copytree(REPOSITORY / folder, root, ignore=left_behind)
        _install_package(root)
        return DbtProject(root, root / database, _environment())

    return copy


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the reference data, which is not part of the repository; skips where it is not there."""
    folder = Path(os.environ.get("DBT_CROWD_SHARED") or REPOSITORY.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"no reference data at {folder}: put the folder there, or name it in DBT_CROWD_SHARED")
    return folder


def break_package(project: DbtProject, folder: Path, macro: str, intact: str, broken: str) -> None:
    """Have a project use a copy of the package in which one text of one macro file is another."""
    package = folder / "dbt_crowd"
    ignore = shutil.ignore_patterns(".*", "target", "logs", "dbt_packages", "examples", "integration_tests", "python")
    shutil.copytree(REPOSITORY, package, ignore=ignore)
    path = package / "macros" / macro
    text = path.read_text(encoding="utf-8")
    assert intact in text, "the mutation no longer fits the macro"
    path.write_text(text.replace(intact, broken), encoding="utf-8")
    installed = project.root / "dbt_packages" / "dbt_crowd"
    installed.unlink()
    installed.symlink_to(package, target_is_directory=True)


def _install_package(root: Path) -> None:
    (root / "packages.yml").write_text(f"packages:\n  - local: {REPOSITORY}\n", encoding="utf-8")
    (root / "dbt_packages").mkdir()
    (root / "dbt_packages" / "dbt_crowd").symlink_to(REPOSITORY, target_is_directory=True)


def _environment() -> dict[str, str]:
    """The environment of this process without what would change dbt's behaviour, its own commands first on PATH."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DBT_", "COVERAGE"))}
    path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", "")])
    return {**kept, "PATH": path, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false", "DBT_USE_COLORS": "false"}
