"""A release that says of each row which rung served it: classes, and what is asked of them, are told apart by it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import DbtProject

POLICY = """
models:
  - name: places
    data_tests: [dbt_crowd.keeps_its_policy]
    config:
      meta:
        dbt_crowd:
          k: 2
          max_suppression: 1
          unmapped: suppress
          publish_rung: {publish_rung}
          quasi_identifiers:
            place: {{type: groups, levels: {{region: {{north: [a, b], south: [c]}}}}}}
          sensitive: {{diagnosis: {{l: 2}}}}
          rungs: [{{place: region}}, {{place: "*"}}]
"""
ROWS = """
    select place, diagnosis
    from (values ('a', 'flu'), ('b', 'cold'), ('zz', 'flu'), ('zz', 'flu'), ('c', 'cold')) as rows (place, diagnosis)
    union all
    select null, 'flu'
"""
"""At the first rung `zz` is no place and becomes `*`, with one diagnosis; `c` and NULL are left for the second, `*` too."""
NORTH = [("north", "cold"), ("north", "flu")]


@pytest.fixture
def project(dbt_project: Callable[..., DbtProject]) -> Callable[[str], DbtProject]:
    def made(publish_rung: str) -> DbtProject:
        return dbt_project(
            {
                "models/rows.sql": ROWS,
                "models/places.sql": "{{ dbt_crowd.release(ref('rows')) }}",
                "models/places.yml": POLICY.format(publish_rung=publish_rung),
            }
        )

    return made


def test_without_the_rung_rows_of_equal_labels_are_one_class(project: Callable[[str], DbtProject]) -> None:
    made = project("false")
    made.dbt("build", expect=0)
    rows = made.query("select * from analytics.places order by all")
    assert rows == sorted([*NORTH, ("*", "flu"), ("*", "flu"), ("*", "flu"), ("*", "cold")])


def test_with_the_rung_each_rung_must_keep_the_policy_by_itself(project: Callable[[str], DbtProject]) -> None:
    made = project("true")
    made.dbt("build", expect=0)
    rows = made.query("select place, diagnosis, crowd_rung from analytics.places order by all")
    assert rows == [("*", "cold", "2"), ("*", "flu", "2"), ("north", "cold", "1"), ("north", "flu", "1")]


def test_one_rung_that_is_a_star_throughout_is_one_crowd(project: Callable[[str], DbtProject]) -> None:
    """The published rung is no label that crowds could be numbered by."""
    made = project("true")
    one = made.read("models/places.yml").replace('[{place: region}, {place: "*"}]', '[{place: "*"}]')
    made.write({"models/places.yml": one})
    made.dbt("build", expect=0)
    rows = made.query("select place, diagnosis, crowd_rung from analytics.places")
    assert rows == [("*", "cold", "1")] * 2 + [("*", "flu", "1")] * 4


def test_a_row_moved_to_another_rung_is_seen(project: Callable[[str], DbtProject]) -> None:
    made = project("true")
    made.dbt("build", expect=0)
    made.query("update analytics.places set crowd_rung = '3' where diagnosis = 'cold' and place = '*'")
    assert "keeps_its_policy" in made.dbt("test", expect=1).output


def test_beside_a_population_it_is_refused(dbt_project: Callable[..., DbtProject]) -> None:
    policy = POLICY.format(publish_rung="true").replace(
        "          rungs:", "          population: {k_map: 2}\n          rungs:"
    )
    made = dbt_project(
        {
            "models/rows.sql": ROWS,
            "models/places.sql": "{{ dbt_crowd.release(ref('rows'), population=ref('rows')) }}",
            "models/places.yml": policy,
        }
    )
    refused = made.dbt("build", expect=1).output
    assert "publish_rung must be false beside a population, whose classes have no rung. Got: true" in refused
