"""The examples, run as their readers run them, on the locked version of dbt."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from conftest import REPOSITORY, DbtProject

POLICY = "models/patients_release.yml"
LADDER = "models/visits_for_research.yml"
CLASSES = """
    select birth_date, zip, sex, count(distinct crowd_person) as persons
    from analytics__private.patients_release
    group by birth_date, zip, sex
"""


@dataclass(frozen=True)
class Tutorial:
    """The clinic example after its tutorial was followed, with what it printed."""

    project: DbtProject
    output: str


@pytest.fixture(scope="module")
def tutorial(copy_project: Callable[[str, str], DbtProject]) -> Tutorial:
    """The tutorial from its beginning: the policy has no rungs yet."""
    project = copy_project("examples/clinic", "clinic.duckdb")
    for file in (POLICY, LADDER):
        policy, _ = project.read(file).split("          rungs:\n")
        project.write({file: policy})
    return Tutorial(
        project,
        python(project, "scripts/make_patients.py")
        + project.dbt("run", "-s", "stg_patients", expect=0).output
        + project.crowd("solve", "patients_release", expect=0).output
        + project.dbt("build", "--exclude", "visits_for_research", expect=0).output
        + project.crowd("check", "patients_release", expect=0).output
        + python(project, "scripts/show_release.py")
        + project.crowd("solve", "visits_for_research", expect=0).output
        + project.dbt("build", expect=0).output
        + python(project, "scripts/show_ladder.py"),
    )


@pytest.fixture
def clinic(tutorial: Tutorial) -> DbtProject:
    return tutorial.project


@pytest.fixture(scope="module")
def library(copy_project: Callable[[str, str], DbtProject]) -> Tutorial:
    """The library example after its demo."""
    project = copy_project("examples/library", "library.duckdb")
    made = python(project, "scripts/make_loans.py")
    built = project.dbt("build", expect=0).output
    return Tutorial(project, made + built + python(project, "scripts/show_counts.py"))


def test_the_library_publishes_the_large_cell_and_never_the_two_small_ones(library: Tutorial) -> None:
    known = library.project.query(
        "select branch, age_band, count(distinct patron_id) from raw.loans where title = 'Coping with Debt' group by all"
    )
    assert {("RIVERSIDE", "13-17", 1), ("RIVERSIDE", "18-24", 1), ("MAIN", "25-44", 318)} <= set(known)
    assert library.project.query("select count(*) >= 50000 from raw.loans") == [(True,)]
    published = library.project.query(
        "select branch, age_band, loans, patrons from analytics.circulation_counts where title = 'Coping with Debt'"
    )
    assert sorted(published) == [("MAIN", "25-44", 318, 318), ("NORTH", "25-44", 41, 41)]
    assert library.project.query("select min(patrons) from analytics.circulation_counts") == [(5,)]


def test_the_library_tells_what_its_readme_shows(library: Tutorial) -> None:
    page = (REPOSITORY / "examples/library/README.md").read_text(encoding="utf-8")
    shown = next(block for block in page.split("```\n") if block.startswith("Private: loans"))
    told = [line.rstrip() for line in library.output.splitlines()]
    assert [line for line in shown.splitlines() if line not in told] == []
    [line] = re.findall(r"RELEASED .* suppressed", library.output)
    assert line in page


def python(project: DbtProject, *arguments: str) -> str:
    """Run a script of the project, which must succeed; returns what it printed."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=project.root, check=True, capture_output=True, text=True).stdout


def warnings(output: str) -> list[str]:
    return [line for line in output.splitlines() if "[WARNING]" in line]


def without_times(text: str) -> list[str]:
    """Lines that are the same in every run: no time of day, no seconds, no blanks that only fill up."""
    lines = [re.sub(r"^\d\d:\d\d:\d\d +|[\d.]+ ?s\b", "", line).strip() for line in text.splitlines()]
    return [line for line in lines if line]


def test_the_tutorial_prints_what_it_says(tutorial: Tutorial) -> None:
    page = (REPOSITORY / "examples/clinic/README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```text\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 8
    printed = set(without_times(tutorial.output))
    assert [line for line in without_times("".join(blocks)) if line not in printed] == []


def test_the_tutorial_has_no_warning(tutorial: Tutorial) -> None:
    assert warnings(tutorial.output) == []


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
    python(clinic, "scripts/make_patients.py", "--database", "again.duckdb")
    assert clinic.query(f"""
        attach '{clinic.root / "again.duckdb"}' as again (read_only);
        select count(*) from (
            (from raw.visits except all from again.raw.visits)
            union all
            (from again.raw.visits except all from raw.visits)
        )
    """) == [(0,)]


def test_solve_writes_the_policy_that_is_in_the_repository(clinic: DbtProject) -> None:
    for file in (POLICY, LADDER):
        assert clinic.read(file) == (REPOSITORY / "examples" / "clinic" / file).read_text(encoding="utf-8")


def test_every_published_class_of_the_ladder_is_a_crowd_and_keeps_more(clinic: DbtProject) -> None:
    classes = CLASSES.replace("patients_release", "visits_for_research")
    assert clinic.query(f"select min(persons) >= 5, count(*) > 500 from ({classes})") == [(True, True)]
    levels = "count(distinct length(birth_date)) > 1, count(distinct zip = '*') = 2"
    assert clinic.query(f"select {levels} from analytics.visits_for_research") == [(True, True)]


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
