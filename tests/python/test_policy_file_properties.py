"""On any layout a person may have chosen, writing rungs changes only those of the one model."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from dbt_crowd.policy_file import PolicyFileError, PolicyLocation, plan_rungs
from dbt_crowd.yaml_text import quoted_where_needed
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

NAME = "patients_release"
# Names and labels that YAML likes to read as something else, and some that nobody would think of.
ODD = ["*", "NO", "02134", "2024-01-01", "1:30", "1e3", "0x1F", "~", "null", "y", "3 digits", "5 years", "a: b", "a #b"]
WORDS = st.one_of(
    st.sampled_from(ODD),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12),
    st.text("abc019 -_.:#,[]{}&*!|>'\"%@`?=<~", min_size=1, max_size=8),
)
RUNGS = st.lists(st.dictionaries(WORDS, WORDS, min_size=1, max_size=3), min_size=1, max_size=4)
SIMPLE_RUNGS = st.lists(
    st.dictionaries(st.sampled_from(["sex", "zip", "größe"]), st.sampled_from(["value", "3 digits", "*"]), min_size=1),
    min_size=1,
    max_size=3,
)


@dataclass(frozen=True)
class Layout:
    """A file around one policy.

    Attributes:
        text: The file.
        policy: Finds the policy in the file's data.
        version: The version to write to.
    """

    text: str
    policy: Callable[[Any], dict[str, Any]]
    version: str | None


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Draws a file: its order, style, comments, line ends, what stands around the policy and which rungs it has."""
    step = draw(st.sampled_from([2, 3, 4]))
    dash = draw(st.sampled_from([0, step]))
    noise = st.sampled_from(["", "", "  # note", "   # {rungs: [x]}", " # é 👩‍⚕️"])
    gap = st.sampled_from(["", "", "\n", "# between: {models: [\n", "      # deep\n\n"])

    def line(indent: int, text: str, comment: bool = True) -> str:
        return draw(gap) + " " * indent + text + (draw(noise) if comment else "") + "\n"

    other_policy = draw(st.sampled_from(["{k: 3, rungs: [{a: b}]}", "{<<: *defaults, rungs: []}", "*defaults"]))
    other = [
        line(dash, "- name: 'other'"),
        line(dash + 2, f"config: {{meta: {{dbt_crowd: {other_policy}}}}}"),
        line(dash + 2, "description: >-", comment=False) + " " * (dash + 4) + "folded # no comment\n",
    ]
    at_version = draw(st.booleans())
    own = [line(dash, f"- name:   {draw(st.sampled_from([NAME, repr(NAME)]))}")]
    column = dash + 2
    if at_version:
        own += [line(column, "latest_version: 1"), line(column, "versions:"), line(column + dash, "- v: 1")]
        column += dash + 2
    own += [line(column + i * step, key) for i, key in enumerate(["config:", "meta:"])]
    own += [_policy(draw, line, column + 2 * step, step)]
    if at_version:
        own += [line(dash + 2 + dash, '- {v: "2", config: {meta: {dbt_crowd: {k: 5, rungs: [{sex: x}]}}}}')]
    models = [other, own] if draw(st.booleans()) else [own, other]
    text = draw(st.sampled_from(["", "---\n", "# top\n", "%YAML 1.1\n---\n"]))
    text += "anchors:\n  - &defaults {k: 7, rungs: [{a: b}], note: 'it''s'}\n"
    text += line(0, "models:") + "".join("".join(model) for model in models)
    text += draw(st.sampled_from(["", "sources: []\n", "...\n", "# the end\n", "\n\n"]))
    if draw(st.booleans()):
        text = text.rstrip("\n")
    place = 1 if models[1] is own else 0

    def policy(data: Any) -> dict[str, Any]:
        model = data["models"][place]
        holder = model["versions"][0] if at_version else model
        found: dict[str, Any] = holder["config"]["meta"]["dbt_crowd"]
        return found

    ending = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    return Layout(text.replace("\n", ending), policy, "1" if at_version else None)


def _policy(draw: st.DrawFn, line: Callable[..., str], column: int, step: int) -> str:
    rungs = draw(SIMPLE_RUNGS)
    flow = "[" + ", ".join("{" + ", ".join(f"{k}: '{v}'" for k, v in rung.items()) + "}" for rung in rungs) + "]"
    keys = [
        ("k", "5"),
        ("<<", "*defaults"),
        ("quasi_identifiers", "{'a b': {type: bands,  widths: [5,10]}, zip: us_zip}"),
    ]
    style = draw(st.sampled_from(["block", "flow", "broken flow"]))
    written = draw(st.sampled_from(["none", "null", "flow", "broken flow", "block", "block maps"]))
    entries = [(key, value) for key, value in keys if key == "k" or draw(st.booleans())]
    inner = column + step
    if style != "block":
        value = {"none": None, "null": "~"}.get(written, flow)
        entries += [("rungs", value)] if value else []
        pairs = [f"{key}: {value}" for key, value in draw(st.permutations(entries))]
        comma = draw(st.sampled_from(["", ",", " ,"]))
        if style == "flow":
            return line(column, "dbt_crowd: {" + ", ".join(pairs) + comma + "}")
        body = "".join(line(inner, pair + ("," if pair != pairs[-1] else comma)) for pair in pairs)
        return line(column, "dbt_crowd: {") + body + line(inner, "}")
    blocks = [line(inner, f"{key}: {value}") for key, value in entries]
    blocks += [line(inner, "sql:") + line(inner + step, draw(st.sampled_from(["|", "|-", ">"])), comment=False)]
    blocks[-1] = blocks[-1].rstrip("\n") + f"\n{' ' * (inner + step)}left('{{column}}', 1)  # kept\n"
    deep = inner + draw(st.sampled_from([0, step]))
    if written == "null":
        blocks += [line(inner, "rungs:" + draw(st.sampled_from(["", " ~", " []"])))]
    elif written == "flow":
        blocks += [line(inner, f"rungs: {flow}")]
    elif written == "broken flow":
        blocks += [
            line(inner, "rungs: [") + line(inner + 1, flow[1:-1].replace("}, ", f"}},\n{' ' * (inner + 2)}") + "]")
        ]
    elif written == "block":
        blocks += [line(inner, "rungs:") + "".join(line(deep, f"- {item}") for item in _flow_maps(rungs))]
    elif written == "block maps":
        items = "".join(
            line(deep + (2 if number else 0), ("" if number else "- ") + f"{key}:  '{value}'")
            for rung in rungs
            for number, (key, value) in enumerate(rung.items())
        )
        blocks += [line(inner, "rungs:") + items]
    return line(column, "dbt_crowd:") + "".join(draw(st.permutations(blocks)))


def _flow_maps(rungs: list[dict[str, str]]) -> list[str]:
    return ["{" + ", ".join(f'"{key}": "{value}"' for key, value in rung.items()) + " }" for rung in rungs]


def _comments(text: str) -> list[str]:
    return sorted(
        word for word in ("# note", "# between", "# deep", "# é", "# {rungs") for _ in range(text.count(word))
    )


@settings(max_examples=100, deadline=None)
@given(layouts(), st.one_of(SIMPLE_RUNGS, RUNGS))
def test_only_the_rungs_of_the_one_model_change(layout: Layout, rungs: list[dict[str, str]]) -> None:
    before = yaml.safe_load(layout.text)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.yml"
        path.write_bytes(layout.text.encode())
        location = PolicyLocation(path, "models/x.yml", NAME, layout.version)
        edit = plan_rungs(location, rungs)
        edit.write()
        assert plan_rungs(location, rungs).diff == "", "a second time there is nothing to do"
        text = path.read_bytes().decode()
    after = yaml.safe_load(text)
    assert layout.policy(after)["rungs"] == rungs
    expected = copy.deepcopy(before)
    layout.policy(expected)["rungs"] = rungs
    assert after == expected
    assert _comments(text) == _comments(layout.text)
    changed = [line for line in edit.diff.splitlines()[3:] if line[:1] in "+-"]
    assert not any("other" in line or "anchors" in line or "folded" in line for line in changed)
    assert ("\r" in layout.text) == ("\r" in text)
    assert text.count("\r") in (0, text.count("\n"))


@settings(max_examples=50, deadline=None)
@given(layouts(), SIMPLE_RUNGS, st.sampled_from(["dbt_crowd:", "meta:", "config:"]))
def test_a_shared_anchor_is_never_written_into(layout: Layout, rungs: list[dict[str, str]], key: str) -> None:
    text = layout.text.replace(f"{key}\n", f"{key} &shared\n").rstrip("\n").removesuffix("...").rstrip("\n")
    assume("&shared" in text and "\r" not in text)
    text += "\nlast: {<<: *shared}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.yml"
        path.write_bytes(text.encode())
        try:
            plan_rungs(PolicyLocation(path, "models/x.yml", NAME, layout.version), rungs)
        except PolicyFileError as refusal:
            assert "&shared" in str(refusal)  # noqa: PT017
        else:
            raise AssertionError("written into a shared anchor")


@settings(max_examples=200, deadline=None)
@given(WORDS, WORDS)
def test_any_text_is_read_back_as_it_is_by_both_yaml_versions(key: str, value: str) -> None:
    line = "- {" + quoted_where_needed(key) + ": " + quoted_where_needed(value) + "}\n"
    assert yaml.safe_load(line) == [{key: value}]
    assert YAML(typ="safe", pure=True).load(line) == [{key: value}]
    assert line.count("\n") == 1
