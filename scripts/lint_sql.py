"""Lints the SQL that the package makes, as it comes out of dbt, with the rules of .sqlfluff.

Jinja cannot be linted as SQL, and what matters is the SQL anyway. So the projects of this repository are compiled, each
in a copy that has no data, and sqlfluff reads the models of all packages in it.

    python scripts/lint_sql.py [PROJECT ...]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
# Projects, and which part of their compiled SQL is read: of the hard cases the plainest one. The others are there to be
# run, and some of what they compile to (`collate c`, nested cases) sqlfluff reads wrongly, in two minutes.
PROJECTS = {
    "examples/clinic": ".",
    "examples/library": ".",
    "integration_tests": "integration_tests/models/worked_example",
}
COMMANDS = Path(sys.executable).parent


def compiled(project: str, folder: Path) -> Path:
    """Compile a copy of a project, with this package installed and no warehouse; returns the folder of the SQL.

    Raises:
        subprocess.CalledProcessError: dbt could not compile it.
    """
    root = folder / project
    shutil.copytree(
        REPOSITORY / project, root, ignore=shutil.ignore_patterns("target", "logs", "dbt_packages", "*.duckdb*")
    )
    packages = root / "dbt_packages"
    packages.mkdir()
    (packages / "dbt_crowd").symlink_to(REPOSITORY, target_is_directory=True)
    dbt("compile", "--exclude", "resource_type:test", "--no-introspect", "--no-populate-cache", project=root)
    return root / "target" / "compiled" / PROJECTS.get(project, ".")


def dbt(*arguments: str, project: Path) -> None:
    """Run dbt in a project, with the project's own profile."""
    environment = {**os.environ, "DBT_PROFILES_DIR": str(project), "PYTHONWARNINGS": "ignore"}
    subprocess.run([COMMANDS / "dbt", "--quiet", *arguments], cwd=project, check=True, env=environment)


def sqlfluff(*folders: Path) -> int:
    """Lint all SQL below these folders; returns sqlfluff's exit code."""
    options = ("--config", REPOSITORY / ".sqlfluff", "--processes", "2", "--disable-progress-bar")
    return subprocess.run([COMMANDS / "sqlfluff", "lint", *options, *folders], check=False).returncode


def main() -> int:
    """Lint all projects, or those named; returns sqlfluff's exit code."""
    with tempfile.TemporaryDirectory() as folder:
        return sqlfluff(*[compiled(project, Path(folder)) for project in sys.argv[1:] or PROJECTS])


if __name__ == "__main__":
    sys.exit(main())
