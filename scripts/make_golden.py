"""Compiles some of the hard cases for the warehouses that the tests cannot reach, into tests/golden/<adapter>/.

Nothing is connected to: dbt compiles offline, with profiles that lead nowhere. What is kept there is read in review and
compared by a test.

    python scripts/make_golden.py [ADAPTER ...]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
GOLDEN = REPOSITORY / "tests" / "golden"
ADAPTERS = ("bigquery", "databricks", "redshift", "snowflake", "trino")
# Every type of hierarchy, rows and persons, one rung and several, criteria, a population.
RELEASES = (
    "codes_of_products_release",
    "dates_release",
    "labels_release",
    "numbers_by_band_release",
    "patients_in_population_by_ladder_release",
    "patients_l_of_persons_release",
    "patients_t_release",
    "text_by_case_release",
    "worked_example_release",
)


def compiled(adapter: str) -> dict[str, str]:
    """The SQL of each release as dbt compiles it for an adapter, by name.

    Raises:
        RuntimeError: dbt could not compile it; the text is what it printed.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "integration_tests")
        left_behind = shutil.ignore_patterns("target", "logs", "dbt_packages", "*.duckdb*")
        shutil.copytree(REPOSITORY / "integration_tests", root, ignore=left_behind)
        (root / "dbt_packages").mkdir()
        (root / "dbt_packages" / "dbt_crowd").symlink_to(REPOSITORY, target_is_directory=True)
        offline = ("--no-introspect", "--no-populate-cache", "--no-version-check")
        finished = subprocess.run(
            [REPOSITORY / ".venvs/golden/bin/dbt", "compile", "--target", adapter, *offline, "--select", *RELEASES],
            cwd=root,
            env={**os.environ, "DBT_PROFILES_DIR": str(GOLDEN), "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"},
            capture_output=True,
            text=True,
            check=False,
        )
        if finished.returncode != 0:
            raise RuntimeError(finished.stdout + finished.stderr)
        files = (root / "target" / "compiled").rglob("*.sql")
        return {
            path.stem: path.read_text(encoding="utf-8").rstrip("\n") + "\n" for path in files if path.stem in RELEASES
        }


def main() -> int:
    """Writes the golden SQL of all adapters, or of those named, two at a time."""
    adapters = sys.argv[1:] or ADAPTERS
    with ThreadPoolExecutor(max_workers=2) as workers:
        for adapter, files in zip(adapters, workers.map(compiled, adapters), strict=True):
            folder = GOLDEN / adapter
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            for name, sql in files.items():
                (folder / f"{name}.sql").write_text(sql, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
