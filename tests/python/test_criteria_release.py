"""Criteria in a release: failing classes are left out, what cannot be kept is refused, and the tests see both."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import DbtProject

# Four visits each: flu 6, hiv 4, cold 2 of 12. Class A is all flu, class C three quarters hiv.
VISITS = (
    [("A", "flu")] * 4
    + [("B", value) for value in ("flu", "flu", "cold", "hiv")]
    + [("C", value) for value in ("hiv", "hiv", "hiv", "cold")]
)
GROUPS = {"type": "groups", "levels": {"kind": {"airways": ["flu", "cold"], "blood": ["hiv"]}}}

# What is asked of the diagnosis, and the classes that keep it.
ASKED: dict[str, tuple[dict[str, Any], str]] = {
    "distinct_l": ({"l": 2}, "BC"),
    "entropy_l": ({"l": 2, "l_diversity": "entropy"}, "B"),
    "recursive_l": ({"l": 2, "l_diversity": "recursive", "c": 2}, "B"),
    "l_of_groups": ({"l": 2, **GROUPS, "level": "kind"}, "BC"),
    "l_of_a_table": ({"l": 2, "type": "table", "levels": ["code", "kind"], "level": "code"}, "BC"),
    "equal_t": ({"t": 0.4}, "B"),
    "ordered_t": ({"t": 0.2, "distance": "ordered"}, "B"),
    "hierarchical_t": ({"t": 0.42, "distance": "hierarchical", **GROUPS}, "AB"),
    "table_t": ({"t": 0.42, "distance": "hierarchical", "type": "table", "levels": ["code", "kind", "root"]}, "AB"),
    "alpha": ({"alpha": 0.75}, "BC"),
    "beta": ({"beta": 1}, "AB"),
    "delta": ({"delta": 1}, "B"),
    "l_and_t": ({"l": 2, "t": 0.5}, "BC"),
    "l_and_t_costs": ({"l": 2, "t": 0.4}, "B"),
}
NAMES = {"l": "l", "t": "t", "alpha": "alpha", "beta": "beta", "delta": "delta"}


_NUMBERS = count()


def release(name: str, asked: dict[str, Any], max_suppression: float, **policy: Any) -> dict[str, Any]:
    block = {
        "k": 2,
        "max_suppression": max_suppression,
        "quasi_identifiers": {"place": "suppress"},
        "sensitive": {"diagnosis": asked},
        "rungs": [{"place": "value"}],
        **policy,
    }
    return {"name": name, "config": {"meta": {"dbt_crowd": block}}, "data_tests": ["dbt_crowd.keeps_its_policy"]}


def sql(asked: dict[str, Any], relation: str = "visits") -> str:
    table = ", hierarchies={'diagnosis': ref('kinds')}" if asked.get("type") == "table" else ""
    return f"{{{{ dbt_crowd.release(ref('{relation}'){table}) }}}}"


def generic(name: str, expected: str, **arguments: Any) -> dict[str, Any]:
    """A named test on the input, with the outcome in its own name."""
    arguments = {"quasi_identifiers": ["place"], "sensitive": "diagnosis", **arguments}
    return {f"dbt_crowd.{name}": {"name": f"{expected}_{name}_{next(_NUMBERS)}", "arguments": arguments}}


NAMED = [
    generic("is_l_diverse", "pass", l=2, quasi_identifiers=["all_places"]),
    generic("is_l_diverse", "fail", l=2),
    generic("is_l_diverse", "fail", l=2, privacy_unit="person", quasi_identifiers=["all_places"]),
    generic("is_l_diverse", "fail", l=3, l_diversity="recursive", c=1.5),
    generic("is_l_diverse", "fail", l=2, hierarchy=GROUPS, level="kind"),
    generic("is_l_diverse", "error", l=1),
    generic("is_l_diverse", "error", l=2, sensitive="nothing"),
    generic("is_l_diverse", "error", l=2, l_diversity="recursive"),
    generic("is_t_close", "pass", t=0.5),
    generic("is_t_close", "fail", t=0.49),
    generic("is_t_close", "pass", t=0, quasi_identifiers=["all_places"]),
    generic("is_t_close", "pass", t=0.17, quasi_identifiers=["all_places"], input="ref('more_flu')"),
    generic("is_t_close", "fail", t=0.16, quasi_identifiers=["all_places"], input="ref('more_flu')"),
    generic("is_t_close", "fail", t=1, quasi_identifiers=["all_places"], input="ref('only_flu')"),
    generic("is_t_close", "fail", t=0.24, distance="ordered", order=["cold", "flu", "hiv"]),
    generic("is_t_close", "pass", t=0.25, distance="ordered"),
    generic("is_t_close", "fail", t=0.45, distance="hierarchical", hierarchy={"type": "table", "levels": ["code", "kind", "root"]}, hierarchy_relation="ref('kinds')"),
    generic("is_t_close", "pass", t=0.46, distance="hierarchical", hierarchy={"type": "table", "levels": ["code", "kind", "root"]}, hierarchy_relation="ref('kinds')"),
    generic("is_t_close", "error", t=0.3, distance="hierarchical"),
    generic("is_t_close", "error", t=1.5),
    generic("is_alpha_k_anonymous", "pass", alpha=1, k=4),
    generic("is_alpha_k_anonymous", "fail", alpha=1, k=5),
    generic("is_alpha_k_anonymous", "fail", alpha=0.99, k=4),
    generic("is_alpha_k_anonymous", "error", alpha=0.5, k=1),
    generic("is_beta_like", "pass", beta=1.25),
    generic("is_beta_like", "fail", beta=1.24),
    generic("is_beta_like", "fail", beta=1.25, beta_likeness="enhanced"),
    generic("is_delta_disclosure_private", "pass", delta=1.2),
    generic("is_delta_disclosure_private", "fail", delta=1.1),
    generic("is_delta_disclosure_private", "fail", delta=1.2, delta_disclosure="all"),
]  # fmt: skip

NAMED_ON_SAMPLE = [
    generic("is_k_mapped", "pass", quasi_identifiers=["region"], population="ref('people')", k=12),
    generic("is_k_mapped", "fail", quasi_identifiers=["region"], population="ref('people')", k=13),
    generic("is_k_mapped", "fail", quasi_identifiers=["city"], population="ref('renamed')", columns={"city": "town"}, population_privacy_unit="who", k=2),
    generic("is_k_mapped", "error", quasi_identifiers=["city"], population="ref('renamed')", k=2),
    generic("is_k_mapped", "error", quasi_identifiers=["region"], population="ref('people')", k=1),
    generic("is_delta_present", "pass", quasi_identifiers=["city"], population="ref('people')", delta_min=0.3, delta_max=1),
    generic("is_delta_present", "fail", quasi_identifiers=["city"], population="ref('people')", delta_min=0.31, delta_max=1),
    generic("is_delta_present", "fail", quasi_identifiers=["region"], population="ref('people_and_one')", delta_min=0.1, delta_max=1),
    generic("is_delta_present", "error", quasi_identifiers=["city"], population="ref('people')", delta_min=0.5, delta_max=0.1),
    generic("has_reidentification_risk_below", "pass", quasi_identifiers=["city"], highest=1, average=0.6, at_risk={"threshold": 0.4, "share": 0.4}),
    generic("has_reidentification_risk_below", "fail", quasi_identifiers=["city"], highest=0.99),
    generic("has_reidentification_risk_below", "fail", quasi_identifiers=["city"], average=0.59),
    generic("has_reidentification_risk_below", "fail", quasi_identifiers=["city"], at_risk={"threshold": 0.4, "share": 0.39}),
    generic("has_reidentification_risk_below", "error", quasi_identifiers=["city"]),
    generic("has_reidentification_risk_below", "error", quasi_identifiers=["city"], at_risk={"threshold": 0.4}),
]  # fmt: skip
for test in NAMED_ON_SAMPLE:
    for one in test.values():
        one["arguments"].pop("sensitive")

PERSONS = [
    (person, "A", value)
    for person, value in [("p1", "a"), ("p1", "b"), ("p2", "a"), ("p2", "c"), ("p3", "a"), ("p3", "b")]
]
PERSONS += [(person, "B", value) for person, value in [("p4", "a"), ("p5", "b"), ("p6", "b"), ("p7", "c")]]
TWO_RUNGS = [("021", "A1", "a")] * 3 + [("021", "A2", "b"), ("021", "A2", "c"), ("022", "A3", "c"), ("023", "A3", "d")]


# All of them live in one region but the last, who is not in the release.
PEOPLE = [("A", "west")] * 10 + [("B", "west"), ("C", "west")]
POPULATION_RUNGS = {
    "quasi_identifiers": {"city": "suppress", "region": "suppress"},
    "rungs": [{"city": "value", "region": "value"}, {"city": "*", "region": "value"}],
}
SAMPLE = [("A", "west")] * 3 + [("B", "west"), ("C", "west")]
BESIDE_PEOPLE = {
    "k_map_2": ({"k_map": 2}, "people", "A*"),
    "k_map_3": ({"k_map": 3}, "people", "A"),
    "presence_below_half": ({"delta_presence": [0.1, 0.5]}, "people", "A"),
    "presence_of_all": ({"delta_presence": [0.3, 1]}, "people", "A*"),
    "presence_of_absent": ({"delta_presence": [0.3, 1]}, "people_and_one", None),
    "presence_of_absent_or_not": ({"delta_presence": [0, 1]}, "people_and_one", "A*"),
    "renamed_people": ({"k_map": 3, "columns": {"city": "town"}, "privacy_unit": "who"}, "renamed", "A"),
}
# Of seven records three are in a class of three and the rest in classes of two.
RISKS = {
    "risk_highest": ({"highest": 0.4}, 3),
    "risk_average_kept": ({"average": 0.43}, 7),
    "risk_average_refused": ({"average": 0.42}, None),
    "risk_at_risk_kept": ({"at_risk": {"threshold": 0.4, "share": 0.58}}, 7),
    "risk_at_risk_refused": ({"at_risk": {"threshold": 0.4, "share": 0.57}}, None),
}


# Class A is nearer to the whole where the order is that of text: its last value counts as the first then.
LONG = [("A", "9"), ("A", "10"), ("B", "1"), ("B", "2"), ("B", "9"), ("B", "10"), ("B", "1234567890123456789")]
DAYS = [("A", "1940-05-05"), ("A", "1960-05-05")] + [("B", f"{year}-05-05") for year in (1940, 1960, 1970, 1980, 1990)]
DECADES = {"type": "date", "levels": ["year", "10 years"], "bottom": "1950-01-01", "level": "10 years"}
# (A, NULL) leans on (A, x), which l takes away.
LEANING = [("A", "x", "flu")] * 4 + [("A", None, "hiv"), ("A", None, "flu")]
LEANING += [("B", "x", "flu"), ("B", "x", "hiv"), ("B", "x", "hiv")]
LEFT_BEHIND = [("A", "west", "flu")] * 3
ALL_FLU = [("A", "west", "flu")] * 4 + [("B", "west", "flu"), ("C", "west", "hiv")]
ODD = {
    "order_of_long_numbers": ("long_numbers", {"k": 2, "sensitive": {"diagnosis": {"t": 0.14, "distance": "ordered"}}}),
    "order_of_days": ("days", {"k": 2, "sensitive": {"diagnosis": {"t": 0.2, "distance": "ordered", **DECADES}}}),
    "leaning": (
        "leaning_input",
        {
            "k": 3,
            "nulls": "wildcard",
            "quasi_identifiers": {"place": "suppress", "ward": "suppress"},
            "rungs": [{"place": "value", "ward": "value"}],
            "sensitive": {"diagnosis": {"l": 2}},
        },
    ),
    "left_behind": ("left_behind_input", {"population": {"delta_presence": [0.1, 1]}, **POPULATION_RUNGS}),
    "left_by_all": (
        "left_behind_input",
        {
            "population": {"delta_presence": [0.1, 1]},
            **POPULATION_RUNGS,
            "rungs": [{"city": "value", "region": "value"}, {"city": "*", "region": "*"}],
        },
    ),
    "taken_first": (
        "all_flu",
        {
            "allow_empty": True,
            "population": {"delta_presence": [0.5, 1]},
            "sensitive": {"diagnosis": {"l": 2}},
            **POPULATION_RUNGS,
        },
    ),
}


@pytest.fixture(scope="module")
def built(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    models = [{"name": "tested", "data_tests": NAMED}]
    files = {
        "models/visits.sql": "select place, diagnosis from raw.visits",
        "models/tested.sql": "select place, diagnosis, 'here' as all_places, 'one' as person from raw.visits",
        "models/only_flu.sql": "select place, diagnosis from raw.visits where diagnosis = 'flu'",
        "models/more_flu.sql": "select * from raw.visits union all select * from raw.visits where diagnosis = 'flu'",
        "models/kinds.sql": "select * from (values ('flu', 'airways', '*'), ('cold', 'airways', '*'), ('hiv', 'blood', '*')) as t (code, kind, root)",
        "models/persons.sql": "select * from raw.persons",
        "models/two_rungs.sql": "select * from raw.two_rungs",
    }
    for name, (asked, _) in ASKED.items():
        for kind, max_suppression in (("kept", 1), ("refused", 0)):
            files[f"models/{name}_{kind}.sql"] = sql(asked)
            models.append(release(f"{name}_{kind}", asked, max_suppression))
    files["models/persons_kept.sql"] = sql({}, "persons")
    persons = {"direct_identifiers": ["person"], "privacy_unit": "person"}
    models.append(release("persons_kept", {"l": 2, "t": 0.6, "alpha": 0.9}, 1, **persons))
    files["models/two_rungs_kept.sql"] = sql({}, "two_rungs")
    rungs = {
        "quasi_identifiers": {"zip": "suppress", "area": "suppress"},
        "rungs": [{"zip": "value", "area": "value"}, {"zip": "*", "area": "*"}],
    }
    models.append(release("two_rungs_kept", {"l": 2}, 1, **rungs))
    files |= {
        "models/sample.sql": "select * from raw.sample",
        "models/tested_sample.sql": "select * from raw.sample",
        "models/people.sql": "select * from raw.people",
        "models/people_and_one.sql": "select * from raw.people union all select 'D', 'east'",
        "models/renamed.sql": "select city as town, region, row_number() over () as who from raw.people",
    }
    for name, (asked, population, _) in BESIDE_PEOPLE.items():
        files[f"models/{name}.sql"] = f"{{{{ dbt_crowd.release(ref('sample'), population=ref('{population}')) }}}}"
        models.append(release(name, {}, 1, population=asked, sensitive=[], **POPULATION_RUNGS))
    for name, (asked, _) in RISKS.items():
        files[f"models/{name}.sql"] = sql({}, "two_rungs")
        models.append(
            release(
                name,
                {},
                1,
                risk=asked,
                quasi_identifiers={"area": "suppress"},
                direct_identifiers=["zip"],
                rungs=[{"area": "value"}],
            )
        )
    files["models/lacking.sql"] = "{{ dbt_crowd.release(ref('sample'), population=ref('renamed')) }}"
    models.append(release("lacking", {}, 1, population={"k_map": 2}, sensitive=[], **POPULATION_RUNGS))
    for name, (table, policy) in ODD.items():
        files |= {f"models/{table}.sql": f"select * from raw.{table}", f"models/{name}.sql": sql({}, table)}
        if "population" in policy:
            populations = {"left_behind_input": "left_behind_people", "all_flu": "all_flu"}
            files[f"models/{name}.sql"] = sql({}, table).replace(
                ") }}", f", population=ref('{populations[table]}')) }}}}"
            )
        models.append(release(name, {}, 1, **policy))
    one = "select city, region from raw.left_behind_input union all select 'B', 'west'"
    files["models/left_behind_people.sql"] = one
    models.append({"name": "tested_sample", "data_tests": NAMED_ON_SAMPLE})
    files["models/schema.yml"] = yaml.safe_dump({"models": models}, sort_keys=False)
    project = dbt_project(files)
    project.query("create schema raw")
    for table, columns, rows in (
        ("visits", "place text, diagnosis text", VISITS),
        ("persons", "person text, place text, diagnosis text", PERSONS),
        ("sample", "city text, region text", SAMPLE),
        ("people", "city text, region text", PEOPLE),
        ("two_rungs", "zip text, area text, diagnosis text", TWO_RUNGS),
        ("long_numbers", "place text, diagnosis hugeint", LONG),
        ("days", "place text, diagnosis date", DAYS),
        ("leaning_input", "place text, ward text, diagnosis text", LEANING),
        ("left_behind_input", "city text, region text, diagnosis text", LEFT_BEHIND),
        ("all_flu", "city text, region text, diagnosis text", ALL_FLU),
    ):
        project.query(f"create table raw.{table} ({columns})")
        cells = [cell for row in rows for cell in row]
        row = "(" + ", ".join("?" * len(rows[0])) + ")"
        project.query(f"insert into raw.{table} values " + ", ".join([row] * len(rows)), cells)
    project.environment["DBT_CROWD_TEST_OUTPUT"] = project.dbt("build", expect=1).output
    return project


def outcomes(project: DbtProject) -> dict[str, str]:
    """What became of each test of the build, by name."""
    results = json.loads(project.read("target/run_results.json"))["results"]
    return {
        result["unique_id"].split(".")[2]: result["status"]
        for result in results
        if result["unique_id"].startswith("test.")
    }


def log_of(project: DbtProject, name: str) -> dict[str, Any]:
    [entry] = project.records("select * from analytics__log.release_log where release_name = ?", [name])
    return entry


@pytest.mark.parametrize("name", ASKED)
def test_failing_classes_are_left_out(built: DbtProject, name: str) -> None:
    asked, kept = ASKED[name]
    published = built.query(f"select place, diagnosis from analytics.{name}_kept")
    assert sorted(published) == sorted(row for row in VISITS if row[0] in kept)
    entry = log_of(built, f"{name}_kept")
    assert entry["outcome"] == "released"
    asked_names = {criterion for criterion in NAMES if criterion in asked}
    assert {c: entry[f"crowd_classes_failing_{c}"] for c in NAMES} == {
        c: 0 if c in asked_names else None for c in NAMES
    }
    assert entry["crowd_suppressed_rows"] == 12 - 4 * len(kept)


@pytest.mark.parametrize("name", ASKED)
def test_what_suppression_does_not_allow_is_refused(built: DbtProject, name: str) -> None:
    entry = log_of(built, f"{name}_refused")
    assert entry["outcome"] == "refused"
    assert "rows are suppressed, max_suppression 0 allows 0" in entry["reason"]


def test_every_named_test_ends_as_it_must(built: DbtProject) -> None:
    found = outcomes(built)
    names = [settings["name"] for test in NAMED + NAMED_ON_SAMPLE for settings in test.values()]
    assert {name: found[name] for name in names} == {name: name.split("_")[0] for name in names}


def test_every_release_keeps_its_policy(built: DbtProject) -> None:
    found = {name: outcome for name, outcome in outcomes(built).items() if "keeps_its_policy" in name}
    assert set(found.values()) == {"pass", "skipped"}
    refused = len(ASKED) + sum(kept is None for *_, kept in [*BESIDE_PEOPLE.values(), *RISKS.values()])
    refused += sum(log_of(built, name)["outcome"] == "refused" for name in [*ODD, "lacking"])
    assert Counter(found.values())["skipped"] == refused


def test_no_value_is_printed(built: DbtProject) -> None:
    assert "hiv" not in built.environment["DBT_CROWD_TEST_OUTPUT"]


@pytest.mark.parametrize("name", BESIDE_PEOPLE)
def test_classes_are_held_against_the_population(built: DbtProject, name: str) -> None:
    """Whom an earlier published class took is nobody's crowd at a later rung: B and C are two of two, not of twelve."""
    kept = BESIDE_PEOPLE[name][2]
    entry = log_of(built, name)
    if kept is None:
        assert "1 classes of the population have no record in the input" in entry["reason"]
        return
    assert entry["outcome"] == "released"
    assert {city for (city,) in built.query(f"select city from analytics.{name}")} == set(kept)
    assert '"population"' in entry["inputs"]


@pytest.mark.parametrize("name", RISKS)
def test_risk_takes_away_or_refuses(built: DbtProject, name: str) -> None:
    kept = RISKS[name][1]
    entry = log_of(built, name)
    assert entry["outcome"] == ("refused" if kept is None else "released")
    if kept is None:
        assert "risk" in entry["reason"]
    else:
        assert entry["crowd_rows"] == kept


def test_what_all_persons_of_a_class_hold_is_not_diverse(built: DbtProject) -> None:
    assert {place for (place,) in built.query("select place from analytics.persons_kept")} == {"B"}
    entry = log_of(built, "persons_kept")
    assert (entry["outcome"], entry["crowd_suppressed_persons"], entry["crowd_rows"]) == ("released", 3, 4)


@pytest.mark.parametrize("name", ["order_of_long_numbers", "order_of_days"])
def test_values_stand_in_their_own_order_and_not_in_that_of_their_text(built: DbtProject, name: str) -> None:
    assert built.query(f"select distinct place from analytics.{name}") == [("B",)]


def test_a_thin_class_goes_with_the_crowd_it_leant_on(built: DbtProject) -> None:
    assert built.query("select distinct place from analytics.leaning") == [("B",)]
    arguments = ("solve", "leaning", "--max-suppression", "0.7", "--json")
    told = json.loads(built.crowd(*arguments, "--try", "place=value,ward=value", expect=0).stdout)
    assert (told["chosen"]["suppressed_rows"], told["chosen"]["min_class_size"]) == (6, 3)
    told = json.loads(built.crowd(*arguments, "--dry-run", expect=0).stdout)
    assert told["chosen"]["rung"] == {"place": "value", "ward": "*"}
    judged = json.loads(built.crowd("check", "leaning", "--json", expect=0).stdout)
    assert judged["satisfied"]
    assert sum(judged["costs"].values()) == 6


@pytest.mark.parametrize("name", ["left_behind", "left_by_all"])
def test_whom_the_first_rung_left_behind_is_not_in_the_release_for_certain(built: DbtProject, name: str) -> None:
    entry = log_of(built, name)
    assert (entry["outcome"], entry["crowd_population_absent"]) == ("refused", 1)


def test_a_population_without_a_column_is_told_what_to_do(built: DbtProject) -> None:
    assert log_of(built, "lacking")["outcome"] == "refused"
    assert (
        "Next: name the columns of the population under population.columns."
        in built.environment["DBT_CROWD_TEST_OUTPUT"]
    )


def test_the_population_of_a_class_that_is_taken_away_goes_on(built: DbtProject) -> None:
    entry = log_of(built, "taken_first")
    assert (entry["outcome"], entry["crowd_rows"]) == ("released", 0)


def test_criteria_take_away_and_never_route(built: DbtProject) -> None:
    """The three who all have a would do at the second rung. Being sent there would tell that of them."""
    rows = built.query("select zip, area, diagnosis from analytics.two_rungs_kept")
    assert sorted(rows) == [("*", "*", "c"), ("*", "*", "d"), ("021", "A2", "b"), ("021", "A2", "c")]
    assert log_of(built, "two_rungs_kept")["crowd_suppressed_rows"] == 3


@pytest.fixture
def project(built: DbtProject, tmp_path: Path) -> DbtProject:
    root = tmp_path / "clinic"
    shutil.copytree(built.root, root, symlinks=True)
    return replace(built, root=root, database=root / built.database.name)


def test_each_criterion_has_its_cost(project: DbtProject) -> None:
    """Class A fails l and t, class C t alone; a what-if of k takes all of them."""
    for model, given, costs in (
        ("l_and_t_costs_kept", "", {"k": 0, "l": 0, "t": 4, "several": 4}),
        ("l_and_t_costs_kept", ", k: 5", {"k": 12, "l": 0, "t": 0, "several": 0}),
        ("risk_highest", "", {"k": 0, "risk": 4, "several": 0}),
        ("two_rungs_kept", "", {"k": 0, "l": 3, "several": 0}),
    ):
        output = project.dbt(
            "--quiet", "run-operation", "dbt_crowd.check", "--args", f"{{model: {model}{given}}}", expect=0
        ).stdout
        [line] = [line for line in output.splitlines() if line.startswith("dbt_crowd:")]
        assert json.loads(line.removeprefix("dbt_crowd:"))["costs"] == costs


def test_the_standing_test_compares_with_what_was_stored(project: DbtProject) -> None:
    """The input may move on; the release is judged by the distribution that it was made with."""
    project.query("delete from raw.visits where diagnosis = 'flu'")
    project.dbt("test", "-s", "equal_t_kept", expect=0)
    project.query("insert into analytics.equal_t_kept select 'D', 'flu' from range(9)")
    assert "FAIL" in project.dbt("test", "-s", "equal_t_kept", expect=1).output
    project.query("drop table analytics__private.crowd_overall_equal_t_kept")
    assert "is not stored: build the release again" in project.dbt("test", "-s", "equal_t_kept", expect=1).output


def test_a_log_of_an_earlier_version_gets_the_new_columns(project: DbtProject) -> None:
    project.query("alter table analytics__log.release_log drop column crowd_rows_failing_alpha")
    project.dbt("run", "-s", "alpha_kept", expect=0)
    query = "select crowd_rows_failing_alpha from analytics__log.release_log where release_name = 'alpha_kept' order by logged_at"
    assert project.query(query) == [(None,), (0,)]
