"""Releases through kills, readers, threads and names: whoever reads sees the old release or the new one, whole."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import duckdb
import processes
from conftest import DbtProject

POLICY = {
    "k": 3,
    "privacy_unit": "person",
    "max_suppression": 0.5,
    "direct_identifiers": ["person"],
    "quasi_identifiers": {"birth_year": {"type": "bands", "widths": [5], "unit": "years"}, "city": "suppress"},
    "insensitive": ["edition"],
    "rungs": [{"birth_year": "5 years", "city": "value"}],
}
META = json.dumps({"dbt_crowd": POLICY})

# The input, and the two hooks, take as long as raw.pace says; on one thread, so that many cores are not too fast.
SLOW = {
    "profiles.yml": """
        clinic:
          target: dev
          outputs:
            dev: {type: duckdb, path: warehouse.duckdb, schema: analytics, threads: 2, settings: {threads: 1}}
    """,
    "macros/work.sql": """
        {% macro work(stage) %}
        (
            select count(*)
            from raw.pace, unnest(range(pace.n)) as outer_loop (a), unnest(range(pace.n)) as inner_loop (b)
            where pace.stage = '{{ stage }}' and hash(a, b) = 0
        )
        {% endmacro %}
    """,
    "models/people.sql": """
        {{ config(materialized='view') }}
        select people.*
        from raw.people as people
        where {{ work('input') }} = 0
    """,
    "models/people_release.sql": "{{ dbt_crowd.release(ref('people')) }}",
    "models/schema.yml": f"""
        models:
          - name: people_release
            config:
              post_hook:
                - "/* before the commit */ select {{{{ work('before the commit') }}}}"
                - {{sql: "/* after the commit */ select {{{{ work('after the commit') }}}}", transaction: false}}
              meta: {META}
    """,
}


def load(project: DbtProject, edition: int) -> None:
    """Forty people in eight crowds of five, and two who reach no crowd; every row carries the edition of the data."""
    project.query("create schema if not exists raw")
    project.query("create table if not exists raw.pace (stage text, n bigint)")
    project.query(
        f"""
        create or replace table raw.people as
        select 'person-' || i as person, 1950 + 5 * (i % 8) as birth_year, 'Bern' as city, {edition} as edition
        from range(40) as people (i)
        union all select 'thin-' || i, 2000, 'Chur', {edition} from range(2) as thin (i)
        """
    )


def pace(project: DbtProject, **loops: int) -> None:
    project.query("delete from raw.pace")
    for stage, n in loops.items():
        project.query("insert into raw.pace values (?, ?)", [stage.replace("_", " "), n])


def editions(project: DbtProject, schema: str = "analytics") -> list[tuple[Any, ...]]:
    return project.query(f"select edition, count(*) from {schema}.people_release group by edition order by edition")


def outcomes(project: DbtProject, release: str = "people_release") -> list[str]:
    sql = "select outcome from analytics__log.release_log where release_name = ? order by logged_at"
    return [outcome for (outcome,) in project.query(sql, [release])]


def candidates(project: DbtProject) -> list[str]:
    sql = "select table_name from duckdb_tables() where regexp_matches(table_name, '__candidate_[0-9a-f]{16}$') order by 1"
    return [name for (name,) in project.query(sql)]


def kill_at(project: DbtProject, marker: str, *arguments: str) -> None:
    """Run the release and kill -9 the process as soon as dbt's log says that it sent the statement with `marker`."""
    log = project.root / "logs" / "dbt.log"
    log.unlink(missing_ok=True)
    process = project.start_dbt("run", "-s", "people_release", *arguments)
    deadline = time.monotonic() + 180
    while not (log.exists() and marker in log.read_text(encoding="utf-8")):
        assert process.poll() is None, process.communicate()[0]
        assert time.monotonic() < deadline, f"{marker} was never reached"
        time.sleep(0.02)
    time.sleep(0.2)
    process.kill()
    process.communicate()
    assert process.returncode == -9, "the run ended before it was killed"


def test_a_kill_at_any_moment_leaves_one_whole_release(dbt_project: Callable[..., DbtProject]) -> None:
    project = dbt_project(SLOW)
    load(project, edition=1)
    project.dbt("run", "-s", "people", "people_release", expect=0)
    whole_1, whole_2 = [(1, 40)], [(2, 40)]
    assert editions(project) == editions(project, "analytics__private") == whole_1
    load(project, edition=2)

    pace(project, input=20_000)
    kill_at(project, "START sql release model")
    kill_at(project, "__candidate_")
    assert candidates(project) == [], "a candidate that was not finished is not there"
    assert editions(project) == editions(project, "analytics__private") == whole_1
    assert outcomes(project) == ["released"]

    kill_at(project, "with published as")
    assert len(candidates(project)) == 1
    assert editions(project) == editions(project, "analytics__private") == whole_1
    assert outcomes(project) == ["released"]

    pace(project, before_the_commit=20_000)
    kill_at(project, "before the commit */")
    assert outcomes(project) == ["released", "abandoned"], "the run that is killed now has swept the earlier one"
    assert len(candidates(project)) == 1
    assert editions(project) == editions(project, "analytics__private") == whole_1

    pace(project)
    project.dbt("run", "-s", "people_release", expect=0)
    assert outcomes(project) == ["released", "abandoned", "abandoned", "released"]
    assert candidates(project) == []
    assert editions(project) == editions(project, "analytics__private") == whole_2

    load(project, edition=3)
    pace(project, after_the_commit=20_000)
    kill_at(project, "after the commit */")
    assert editions(project) == editions(project, "analytics__private") == [(3, 40)]
    assert outcomes(project)[-1] == "released"
    assert candidates(project) == []
    pace(project)
    project.dbt("run", "-s", "people_release", expect=0)
    assert outcomes(project)[4:] == ["released", "released"], "a run that died after its commit left nothing behind"


def read_while_building() -> None:
    """In a process of its own: release six editions through dbt, and read all the while through another cursor."""
    from dbt.cli.main import dbtRunner

    seen: list[tuple[Any, ...]] = []
    done = threading.Event()
    with duckdb.connect("warehouse.duckdb") as connection:

        def read() -> None:
            cursor = connection.cursor()
            while not done.is_set():
                row = cursor.execute(
                    """
                    select
                        (select list(distinct edition) from analytics.people_release),
                        (select count(*) from analytics.people_release),
                        (select list(distinct edition) from analytics__private.people_release),
                        (select count(*) from analytics__private.people_release),
                        (select count(*) from analytics__log.release_log where outcome = 'released')
                    """
                ).fetchone()
                if row and (not seen or seen[-1] != row):
                    seen.append(row)

        reader = threading.Thread(target=read)
        reader.start()
        writer = connection.cursor()
        for edition in range(2, 7):
            writer.execute(f"update raw.people set edition = {edition}")
            result = dbtRunner().invoke(["-q", "run", "-s", "people_release"])
            assert result.success, result.exception
        done.set()
        reader.join()
    sys.stdout.write("seen:" + json.dumps(seen))


def test_another_cursor_sees_the_old_release_or_the_new_one_with_its_log_row(
    dbt_project: Callable[..., DbtProject],
) -> None:
    project = dbt_project(SLOW)
    load(project, edition=1)
    pace(project, before_the_commit=6_000)
    project.dbt("run", "-s", "people", "people_release", expect=0)
    finished = processes.run(read_while_building, ["reader"], cwd=project.root, environment=project.environment)
    assert finished.code == 0, finished.output
    seen = json.loads(finished.stdout.split("seen:")[1])
    assert seen == [[[n], 40, [n], 40, n] for n in range(1, 7)]


LONG = "a_release_whose_name_is_as_long_as_names_may_be_on_postgres"
AWKWARD = {
    f"{LONG}_1": None,
    f"{LONG}_2": None,
    "UPPER_CASE_RELEASE": None,
    "order": None,
    "größe_пациенты_患者": None,
    "spaced": "People's, as released (2026)",
    "ward": None,
    "ward__candidate_x": None,
    "twenty_four_letters_long": None,
}


def awkward_project(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    """One release per awkward name, all of one input; the var `fail` makes what runs after the swap fail."""
    entries = "\n".join(
        f"  - name: {json.dumps(name, ensure_ascii=False)}\n    data_tests: [dbt_crowd.keeps_its_policy]\n    config:\n"
        + (f"      alias: {json.dumps(alias)}\n" if alias else "")
        + "      post_hook: \"{{ 'select * from nowhere' if var('fail', false) else '' }}\"\n"
        + f"      meta: {META}"
        for name, alias in AWKWARD.items()
    )
    people = """
        select 'person-' || i as person, 1950 + 5 * (i % 8) as birth_year, 'Bern' as city, 1 as edition
        from range(40) as people (i)
    """
    releases = {f"models/{name}.sql": "{{ dbt_crowd.release(ref('people')) }}" for name in AWKWARD}
    return dbt_project({"models/people.sql": people, "models/schema.yml": f"models:\n{entries}\n", **releases})


def test_releases_with_any_name_are_built_in_parallel_and_swept_apart(dbt_project: Callable[..., DbtProject]) -> None:
    project = awkward_project(dbt_project)
    names = {name: alias or name for name, alias in AWKWARD.items()}

    def whole() -> bool:
        """Whether each release, and each private copy, has all its rows."""
        places = [f'{schema}."{name}"' for schema in ("analytics", "analytics__private") for name in names.values()]
        return all(project.query(f"select count(*) from {place}") == [(40,)] for place in places)

    project.dbt("build", "--threads", "8", expect=0)
    assert whole()
    assert all(outcomes(project, name) == ["released"] for name in names.values())

    project.dbt("run", "-s", *names, "--vars", "fail: true", "--threads", "8", expect=1)
    assert len(candidates(project)) == len(names), "what failed after the swap was rolled back"
    assert all(outcomes(project, name) == ["released"] for name in names.values())
    assert whole()

    first = [f"{LONG}_1", "ward", "spaced"]
    project.dbt("run", "-s", *first, "--threads", "8", expect=0)
    for name, published in names.items():
        swept = ["abandoned", "released"] if name in first else []
        assert outcomes(project, published) == ["released", *swept], published
    assert len(candidates(project)) == len(names) - len(first)
    assert whole()

    project.dbt("run", "-s", *(name for name in names if name not in first), "--threads", "8", expect=0)
    assert candidates(project) == []
    assert all(outcomes(project, name) == ["released", "abandoned", "released"] for name in names.values())
    assert whole()
