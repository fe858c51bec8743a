"""Writing `rungs:` into a user's YAML, as files that users keep."""

from __future__ import annotations

import errno
import stat
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest
import yaml
from dbt_crowd.policy_file import PolicyFileError, PolicyLocation, plan_rungs, policy_location

RUNGS = [{"birth_date": "year", "zip": "3 digits", "sex": "value"}]


def _write(tmp_path: Path, text: str | bytes) -> PolicyLocation:
    path = tmp_path / "patients.yml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return PolicyLocation(path, "models/patients.yml", "patients_release")


def _after(tmp_path: Path, text: str, rungs: list[dict[str, str]] = RUNGS, version: str | None = None) -> str:
    location = _write(tmp_path, text)
    location = PolicyLocation(location.path, location.shown, location.model, version)
    edit = plan_rungs(location, rungs)
    assert location.path.read_bytes() == text.encode(), "planning writes nothing"
    edit.write()
    return location.path.read_bytes().decode()


def _refused(tmp_path: Path, text: str, version: str | None = None) -> str:
    location = _write(tmp_path, text)
    with pytest.raises(PolicyFileError) as refusal:
        plan_rungs(PolicyLocation(location.path, location.shown, location.model, version), RUNGS)
    assert location.path.read_bytes() == text.encode()
    return str(refusal.value)


def _model(policy: str, after: str = "") -> str:
    """A file with one model whose policy block holds the given lines."""
    head = "models:\n  - name: patients_release\n    config:\n      meta:\n        dbt_crowd:\n"
    return head + "".join(" " * 10 + line + "\n" for line in dedent(policy).strip("\n").split("\n")) + after


def test_rungs_follow_the_last_key_of_the_policy(tmp_path: Path) -> None:
    before = _model(
        "k: 5   # small on purpose\nquasi_identifiers:\n  sex: suppress\n", after="\n  # the next\n  - name: x\n"
    )
    assert _after(tmp_path, before) == _model(
        "k: 5   # small on purpose\nquasi_identifiers:\n  sex: suppress\n"
        "rungs:\n  - {birth_date: year, zip: 3 digits, sex: value}\n",
        after="\n  # the next\n  - name: x\n",
    )


@pytest.mark.parametrize("empty", ["rungs:", "rungs: []", "rungs: ~", "rungs: null", "rungs:\n  []", "rungs: [\n  ]"])
def test_empty_rungs_are_filled_in_their_place(tmp_path: Path, empty: str) -> None:
    before = _model(f"k: 5\n{empty}\nnulls: value\n")
    assert _after(tmp_path, before) == _model(
        "k: 5\nrungs:\n  - {birth_date: year, zip: 3 digits, sex: value}\nnulls: value\n"
    )


def test_comments_in_and_around_the_rungs_survive(tmp_path: Path) -> None:
    before = _model(
        """
        rungs:          # written by `crowd solve`
          # the dense part
          - {birth_date: day, zip: 5 digits, sex: value}   # signed in May
          # the thin part
          - birth_date: year    # reviewed
            sex: "*"            # by two
          # the rest
          - {sex: "*"}          # third
        # nulls: wildcard
        k: 5
        """
    )
    assert _after(tmp_path, before, [{"sex": "value"}, {"sex": "*"}]) == _model(
        """
        rungs:          # written by `crowd solve`
          # the dense part
          - {sex: value}   # signed in May
          # the thin part
          - {sex: "*"}            # by two
          # reviewed
          # the rest
          # third
        # nulls: wildcard
        k: 5
        """
    )


def test_a_rung_that_stays_keeps_its_own_writing(tmp_path: Path) -> None:
    before = _model("rungs:\n- sex:   'value'\n  zip: 3 digits\n- {sex: '*'}\nk: 5\n")
    same_and_more = [{"zip": "3 digits", "sex": "value"}, {"sex": "*"}, {"zip": "*"}]
    assert _after(tmp_path, before, same_and_more) == _model(
        "rungs:\n- sex:   'value'\n  zip: 3 digits\n- {sex: '*'}\n- {zip: \"*\"}\nk: 5\n"
    )
    assert plan_rungs(_write(tmp_path, before), same_and_more[:2]).diff == ""


def test_what_is_not_text_is_written_anew(tmp_path: Path) -> None:
    before = _model("rungs:\n  - {state: NO, zip: 02134}\nk: 5\n")
    assert _after(tmp_path, before, [{"state": "NO", "zip": "02134"}]) == _model(
        'rungs:\n  - {state: "NO", zip: "02134"}\nk: 5\n'
    )


@pytest.mark.parametrize(
    ("policy", "rungs", "expected"),
    [
        ("{k: 5}", RUNGS, "{k: 5, rungs: [{birth_date: year, zip: 3 digits, sex: value}]}"),
        ("{ k: 5, }", [{"a": "b"}], "{ k: 5, rungs: [{a: b}], }"),
        ("{rungs: [{a: x}], k: 5}", [{"a": "b"}, {"a": "*"}], '{rungs: [{a: b}, {a: "*"}], k: 5}'),
        ("{rungs: [{a: x}, {a: m}, {a: z}], k: 5}", [{"a": "x"}], "{rungs: [{a: x}], k: 5}"),
        ("{k: 5, rungs: }", [{"a": "b"}], "{k: 5, rungs: [{a: b}] }"),
        ("{k: 5, rungs: []}", [{"a": "b"}], "{k: 5, rungs: [{a: b}]}"),
        ('{"k":5,"rungs":null}', [{"a": "b"}], '{"k":5,"rungs": [{a: b}]}'),
        ("{k: 5, rungs: [a: b]}", [{"a": "c"}], "{k: 5, rungs: [{a: c}]}"),
        (
            "{\n    k: 5,   # five\n    nulls: value,\n  }",
            [{"a": "b"}],
            "{\n    k: 5,   # five\n    nulls: value,\n    rungs: [{a: b}],\n  }",
        ),
        (
            "{\n    k: 5,\n    nulls: value   # sound\n  }",
            [{"a": "b"}],
            "{\n    k: 5,\n    nulls: value,   # sound\n    rungs: [{a: b}]\n  }",
        ),
        (
            "{rungs: [\n    {a: x},   # one\n    {a: m}    # two\n  ], k: 5}",
            [{"a": "x"}, {"a": "m"}, {"a": "z"}],
            "{rungs: [\n    {a: x},   # one\n    {a: m},    # two\n    {a: z}\n  ], k: 5}",
        ),
    ],
)
def test_flow_style_stays_flow_style(tmp_path: Path, policy: str, rungs: list[dict[str, str]], expected: str) -> None:
    head = "models:\n- name: patients_release\n  config: {meta: {dbt_crowd: "
    assert _after(tmp_path, f"{head}{policy}}}}}  # end\n", rungs) == f"{head}{expected}}}}}  # end\n"


def test_a_shorter_flow_list_keeps_its_comments(tmp_path: Path) -> None:
    before = _model("rungs: [\n  {a: x},  # one\n  {a: m},  # two\n  {a: z}]  # three\nk: 5\n")
    after = _after(tmp_path, before, [{"a": "x"}])
    assert all(word in after for word in ("# one", "# two", "# three"))
    assert yaml.safe_load(after)["models"][0]["config"]["meta"]["dbt_crowd"] == {"rungs": [{"a": "x"}], "k": 5}


@pytest.mark.parametrize("ending", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("last", ["", "{end}"])
def test_line_ends_and_the_missing_last_one_survive(tmp_path: Path, ending: str, last: str) -> None:
    before = _model("k: 5").rstrip("\n").replace("\n", ending) + last.format(end=ending)
    added = f"{ending}          rungs:{ending}            - {{sex: value}}"
    expected = before.removesuffix(ending) + added + last.format(end=ending)
    assert _after(tmp_path, before, [{"sex": "value"}]) == expected


def test_a_literal_text_at_the_end_of_the_file_stays_as_it_is(tmp_path: Path) -> None:
    before = _model("k: 5\nsql: |\n  left(x, 1)").rstrip("\n")
    assert _after(tmp_path, before, [{"sex": "*"}]) == _model(
        'k: 5\nrungs:\n  - {sex: "*"}\nsql: |\n  left(x, 1)'
    ).rstrip("\n")


def test_unicode_markers_long_lines_and_odd_quotes_survive(tmp_path: Path) -> None:
    before = (
        "\ufeff%YAML 1.1\n---\n# Übersicht der Größen 👩‍⚕️\nversion:   2\nmodels:\n"
        "    - 'name' :   \"patients_release\"\n"
        f"      description: {'long ' * 60}\n"
        "      config:\n            meta:\n                dbt_crowd:\n                  k:    5\n"
        "                  sensitive: {'diagnosis': { l: 3 } }\n"
        "                  note: |\n                    text  \n\n      # end\n...\n"
    )
    after = _after(tmp_path, before, [{"größe": "10 cm"}])
    added = '\n                  rungs:\n                      - {"größe": 10 cm}'
    assert after == before.replace("text  \n", f"text  {added}\n")


def test_lists_are_indented_as_the_file_does_it(tmp_path: Path) -> None:
    flat = "models:\n- name: patients_release\n  config:\n    meta:\n      dbt_crowd:\n        k: 5\n"
    assert _after(tmp_path, flat, [{"sex": "*"}]) == flat + '        rungs:\n        - {sex: "*"}\n'


def test_each_version_has_its_own_rungs(tmp_path: Path) -> None:
    before = dedent(
        """
        models:
          - name: other
            config: {meta: {dbt_crowd: {k: 3, rungs: [{a: b}]}}}
          - name: patients_release
            latest_version: 2
            versions:
              - v: 1
                config:
                  meta:
                    dbt_crowd:
                      k: 11
                      rungs:
                        - {sex: "*"}
              - v: 2
                config:
                  meta:
                    dbt_crowd:
                      k: 11
        """
    )
    added = "              rungs:\n                - {sex: value}\n"
    assert _after(tmp_path, before, [{"sex": "value"}], version="2") == before + added
    assert _after(tmp_path, before, [{"sex": "value"}], version="1") == before.replace('- {sex: "*"}', "- {sex: value}")


def test_a_policy_for_all_versions_is_written_with_a_note(tmp_path: Path) -> None:
    before = _model("k: 5\n", after="    versions: [{v: 1}, {v: 2}]\n")
    location = _write(tmp_path, before)
    edit = plan_rungs(PolicyLocation(location.path, location.shown, location.model, "2"), [{"sex": "value"}])
    assert edit.notes == ("The rungs apply to every version of patients_release without a policy of its own: 1, 2.",)


def test_shared_defaults_are_merged_and_left_alone(tmp_path: Path) -> None:
    before = (
        "anchors:\n  defaults: &defaults\n    k: 11\n    rungs: [{sex: '*'}]\n"
        "models:\n  - name: patients_release\n    config:\n      meta:\n        dbt_crowd:\n"
        "          <<: *defaults\n          insensitive: [beds]\n"
    )
    after = _after(tmp_path, before, [{"sex": "value"}])
    assert after == before + "          rungs:\n            - {sex: value}\n"
    assert yaml.safe_load(after)["models"][0]["config"]["meta"]["dbt_crowd"]["rungs"] == [{"sex": "value"}]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (_model("k: 5\n").replace("dbt_crowd:", "dbt_crowd: &p") + "x: *p\n", "&p: line 7 uses it"),
        (_model("k: 5\n").replace("meta:", "meta: &p") + "x: {<<: *p}\n", "&p: line 7 uses it"),
        (
            "a: &p {k: 5}\nmodels:\n  - name: patients_release\n    config: {meta: {dbt_crowd: *p}}\n",
            "`dbt_crowd:` is the shared anchor *p",
        ),
        (
            "a: &p {dbt_crowd: {k: 5}}\nmodels:\n  - name: patients_release\n    config: {meta: {<<: *p}}\n",
            "`dbt_crowd:` comes from a shared anchor by `<<:`",
        ),
        (
            "a: &p {dbt_crowd: {k: 5}}\nb: &q {x: 1}\nmodels:\n"
            "  - name: patients_release\n    config: {meta: {<<: [*q, *p]}}\n",
            "`dbt_crowd:` comes from a shared anchor by `<<:`",
        ),
        ("a: &r []\n" + _model("rungs: *r\n"), "its rungs are shared: they are *r"),
        (_model("rungs: &r\n  - {sex: a}\n") + "b: *r\n", "its rungs hold the anchor &r, which line 8 uses"),
        (_model("rungs:\n  - &one {sex: a}\n") + "b: *one\n", "its rungs hold the anchor &one, which line 8 uses"),
        (_model("rungs:\n  - {sex: &x a}\n") + "b: *x\n", "its rungs hold the anchor &x, which line 8 uses"),
    ],
)
def test_a_shared_anchor_is_refused_with_a_way_out(tmp_path: Path, text: str, says: str) -> None:
    message = _refused(tmp_path, text)
    assert says in message
    assert "models/patients.yml: the policy of patients_release cannot be written to" in message
    assert "rungs:\n  - {birth_date: year, zip: 3 digits, sex: value}" in message


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("models:\n  - name: other\n", "the file has no such model"),
        ("version: 2\n", "the file has no such model"),
        ("models:\n  - {name: patients_release}\n  - {name: patients_release}\n", "the file has 2 models of that name"),
        ("models:\n  - name: patients_release\n", "the model has no `config: meta: dbt_crowd:` block"),
        (
            "models:\n  - name: patients_release\n    meta: {dbt_crowd: {k: 5}}\n",
            "Move it to `config: meta: dbt_crowd:`",
        ),
        ("models:\n  - name: patients_release\n    config: {meta: {dbt_crowd: 5}}\n", "holds no policy"),
        (_model("rungs: []\nrungs: []\n"), "it has `rungs:` twice"),
        (_model("k: 5\n") + "        dbt_crowd: {}\n", "`dbt_crowd:` stands there twice"),
        ("models: [\n", "cannot be read as YAML"),
        ("a: 1\n---\nb: 1\n", "it holds no YAML document, or several"),
        ("a: &a [*a]\n", "the anchor &a contains itself"),
        ("", "it holds no YAML document, or several"),
    ],
)
def test_what_cannot_be_found_is_refused(tmp_path: Path, text: str, says: str) -> None:
    assert says in _refused(tmp_path, text)


def test_a_policy_at_model_and_version_is_refused(tmp_path: Path) -> None:
    text = _model("k: 5\n", after="    versions: [{v: 1, config: {meta: {dbt_crowd: {k: 5}}}}]\n")
    assert "Keep one of them" in _refused(tmp_path, text, version="1")


def test_the_diff_is_a_unified_one(tmp_path: Path) -> None:
    edit = plan_rungs(_write(tmp_path, _model("k: 5\nrungs:\n  - {sex: '*'}\n")), [{"sex": "value"}])
    assert edit.diff.splitlines() == [
        "--- a/models/patients.yml",
        "+++ b/models/patients.yml",
        "@@ -5,4 +5,4 @@",
        "         dbt_crowd:",
        "           k: 5",
        "           rungs:",
        "-            - {sex: '*'}",
        "+            - {sex: value}",
    ]


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    location = _write(tmp_path, _model("k: 5\n"))
    edit = plan_rungs(location, RUNGS)
    location.path.write_text("models: []\n")
    with pytest.raises(PolicyFileError, match="changed meanwhile"):
        edit.write()
    assert location.path.read_text() == "models: []\n"


def test_a_file_that_cannot_be_written_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    location = _write(tmp_path, _model("k: 5\n"))
    edit = plan_rungs(location, RUNGS)
    monkeypatch.setattr("dbt_crowd.policy_file.shutil.copymode", full)
    with pytest.raises(PolicyFileError, match="cannot be written: No space left on device"):
        edit.write()
    assert [path.read_text() for path in tmp_path.iterdir()] == [_model("k: 5\n")]


def test_writing_keeps_mode_and_link_and_leaves_nothing_beside(tmp_path: Path) -> None:
    location = _write(tmp_path, _model("k: 5\n"))
    location.path.chmod(0o640)
    link = tmp_path / "link.yml"
    link.symlink_to(location.path)
    plan_rungs(PolicyLocation(link, "models/link.yml", "patients_release"), RUNGS).write()
    assert "rungs:" in location.path.read_text()
    assert link.is_symlink()
    assert stat.S_IMODE(location.path.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.yml", "patients.yml"]


@dataclass(frozen=True)
class _Model:
    name: str = "patients_release"
    version: str | None = None
    patch_path: str | None = None
    original_file_path: str = "models/out/patients_release.sql"
    project_name: str = "clinic"


def test_the_file_is_found_from_the_model(tmp_path: Path) -> None:
    location = policy_location(_Model(version="2", patch_path="clinic://models/x.yml"), tmp_path)
    assert location == PolicyLocation(tmp_path / "models/x.yml", "models/x.yml", "patients_release", "2")


def test_a_model_without_yaml_is_told_where_to_put_it(tmp_path: Path) -> None:
    with pytest.raises(PolicyFileError, match=r"Put it into models/out/patients_release\.yml:\nmodels:\n  - name:"):
        policy_location(_Model(), tmp_path)


def test_a_model_of_a_package_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PolicyFileError, match="installed package shared"):
        policy_location(_Model(patch_path="shared://models/x.yml"), tmp_path)
