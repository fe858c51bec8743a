"""The examples, run as their readers run them, on the locked version of dbt."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from conftest import REPOSITORY, DbtProject

POLICY = "models/patients_release.yml"
CLASSES = """
    select birth_date, zip, sex, count(distinct crowd_person) as persons
    from analytics__private.patients_release
    group by birth_date, zip, sex
"""


@pytest.fixture(scope="module")
def clinic(copy_project: Callable[[str, str], DbtProject]) -> DbtProject:
    """The clinic example after its tutorial: patients made, solved, built."""
    project = copy_project("examples/clinic", "clinic.duckdb")
    subprocess.run(
        [sys.executable, "scripts/make_patients.py"], cwd=project.root, check=True, stdout=subprocess.DEVNULL
    )
    project.dbt("run", "-s", "stg_patients", expect=0)
    project.crowd("solve", "patients_release", expect=0)
    build_without_warning(project)
    return project


def build_without_warning(project: DbtProject) -> None:
    output = project.dbt("build", expect=0).output
    assert [line for line in output.splitlines() if "[WARNING]" in line] == []


def test_the_patients_are_like_real_ones(clinic: DbtProject) -> None:
    [found] = clinic.records("""
        select
            count(*) as visits,
            count(distinct trim(patient_id)) as patients,
            count(*) filter (birth_date < '1936-01-01' and birth_date <> '') as over_89,
            count(*) filter (coalesce(zip, '') = '') as without_zip,
            count(*) filter (length(trim(zip)) = 4) as without_first_zero,
            count(*) filter (zip <> trim(zip)) as with_blanks,
            count(*) filter (sex <> upper(sex)) as lower_case
        from raw.visits
    """)
    assert found.pop("visits") >= 10_000
    assert found.pop("patients") == 7_000
    assert all(number > 20 for number in found.values()), found


def test_the_same_seed_makes_the_same_patients(clinic: DbtProject) -> None:
    again = [sys.executable, "scripts/make_patients.py", "--database", "again.duckdb"]
    subprocess.run(again, cwd=clinic.root, check=True, stdout=subprocess.DEVNULL)
    assert clinic.query(f"""
        attach '{clinic.root / "again.duckdb"}' as again (read_only);
        select count(*) from (
            (from raw.visits except all from again.raw.visits)
            union all
            (from again.raw.visits except all from raw.visits)
        )
    """) == [(0,)]


def test_the_rungs_in_the_repository_are_what_solve_writes(clinic: DbtProject) -> None:
    assert clinic.read(POLICY) == (REPOSITORY / "examples" / "clinic" / POLICY).read_text(encoding="utf-8")


def test_everybody_released_is_in_a_crowd(clinic: DbtProject) -> None:
    assert clinic.query(f"select min(persons) >= 11, count(*) > 50 from ({CLASSES})") == [(True, True)]
    released = "select birth_date, zip, sex, diagnosis, hba1c, ward_beds from {}.patients_release"
    assert clinic.query(f"""
        select count(*) from (
            ({released.format("analytics")}) except all ({released.format("analytics__private")})
        )
    """) == [(0,)]


def test_most_patients_are_released(clinic: DbtProject) -> None:
    [(kept, all_of_them)] = clinic.query("""
        select
            (select count(*) from analytics.patients_release),
            (select count(*) from analytics_staging.stg_patients)
    """)
    assert 0.95 * all_of_them < kept < all_of_them


def test_no_change_is_no_modification_and_k_is_one(clinic: DbtProject) -> None:
    clinic.dbt("parse", "--target-path", "before", expect=0)
    state = ("ls", "--quiet", "-s", "state:modified", "--state", "before", "--output", "name")
    assert clinic.dbt(*state, expect=0).stdout.split() == []
    policy = clinic.read(POLICY)
    clinic.write({POLICY: policy.replace("k: 11", "k: 12")})
    try:
        assert clinic.dbt(*state, "--resource-type", "model", expect=0).stdout.split() == ["patients_release"]
    finally:
        clinic.write({POLICY: policy})


def test_the_hard_cases_pass(copy_project: Callable[[str, str], DbtProject]) -> None:
    project = copy_project("integration_tests", "integration_tests.duckdb")
    build_without_warning(project)
