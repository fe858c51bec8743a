"""Writes `rungs:` into a user's YAML and touches nothing else.

The policy of a release stands in the `config.meta.dbt_crowd` block of its model. What `crowd solve` found is written
there as text: only the characters of the rungs change, so comments, order, quotes, flow style, anchors, line ends and
every other model stay byte for byte. The new text is read again before it is handed out, and refused unless it says the
same as the old one in all but the rungs.
"""

from __future__ import annotations

import difflib
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, Protocol

from dbt_crowd.errors import RefusedError
from dbt_crowd.yaml_text import LINE_BREAK, Document, Node, YamlTextError, quoted_where_needed, shape

RungNames = Mapping[str, str]
Refusal = Callable[[str], NoReturn]

_PATH = ("config", "meta", "dbt_crowd")
_PLACE = "config: meta: dbt_crowd:"


class PolicyFileError(RefusedError):
    """The rungs cannot be written; the message says why and what to do instead."""


@dataclass(frozen=True)
class PolicyLocation:
    """Where the policy of a model stands.

    Attributes:
        path: The YAML file.
        shown: The file as the user knows it, relative to the project.
        model: Name of the model.
        version: Version of a versioned model, as text.
    """

    path: Path
    shown: str
    model: str
    version: str | None = None


@dataclass(frozen=True)
class Edit:
    """A change that was verified and not yet written.

    Attributes:
        location: The file and model it is for.
        before: The bytes of the file it was made from.
        after: The bytes to write.
        notes: What the user should know before the change is written, a sentence each.
    """

    location: PolicyLocation
    before: bytes
    after: bytes
    notes: tuple[str, ...] = ()

    @property
    def diff(self) -> str:
        """The change as a unified diff; empty when the file says it already."""
        old, new = _lines(self.before), _lines(self.after)
        shown = self.location.shown
        return "".join(difflib.unified_diff(old, new, f"a/{shown}", f"b/{shown}"))

    def write(self) -> None:
        """Writes the change, whole or not at all.

        Raises:
            PolicyFileError: The file changed since the edit was planned, or cannot be written.
        """
        if self.before == self.after:
            return
        path, shown = self.location.path.resolve(), self.location.shown
        try:
            if path.read_bytes() != self.before:
                raise PolicyFileError(f"{shown} was changed meanwhile. Nothing was written: run it again.")
            _replace_content(path, self.after)
        except OSError as error:
            raise PolicyFileError(f"{shown} cannot be written: {error.strerror}. It is as it was.") from error


class ModelFiles(Protocol):
    """What is asked of a model to find its YAML: `dbt_crowd.dbt.CompiledModel` has it."""

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    @property
    def version(self) -> str | None:
        """Its version, as text; None where it has none."""
        ...

    @property
    def patch_path(self) -> str | None:
        """Its YAML file as `package://path`; None where it has none."""
        ...

    @property
    def original_file_path(self) -> str:
        """Its SQL file, relative to its package."""
        ...

    @property
    def project_name(self) -> str:
        """Name of the user's project."""
        ...


def policy_location(model: ModelFiles, project: Path) -> PolicyLocation:
    """Finds the file that holds the policy of a model.

    Args:
        model: The model, as dbt knows it.
        project: Directory of the user's project.

    Raises:
        PolicyFileError: The model has no YAML entry, or it belongs to an installed package.
    """
    if not model.patch_path:
        beside = Path(model.original_file_path).with_suffix(".yml").as_posix()
        raise PolicyFileError(
            f"{model.name} has no entry in a YAML file, so its policy cannot be written to. Put it into {beside}:\n"
            f"models:\n  - name: {model.name}\n    config:\n      meta:\n        dbt_crowd:\n          k: 5"
        )
    package, found, relative = model.patch_path.partition("://")
    if not found:
        package, relative = model.project_name, model.patch_path
    if package != model.project_name:
        raise PolicyFileError(
            f"{model.name} belongs to the installed package {package}, whose files `dbt deps` overwrites. "
            "Nothing was written: write its rungs in that package's own repository."
        )
    shown = relative.replace("\\", "/")
    return PolicyLocation(project / shown, shown, model.name, model.version)


def plan_rungs(location: PolicyLocation, rungs: Sequence[RungNames]) -> Edit:
    """Plans to set the rungs of a model and changes no file.

    Args:
        location: The file and model, from `policy_location`.
        rungs: One mapping of column to level name per rung, in order.

    Returns:
        The verified change; `Edit.write` carries it out.

    Raises:
        PolicyFileError: There is no such policy, or it cannot be written to without changing something else.
        ValueError: There are no rungs to write, or one of them is empty.
    """
    if not rungs or not all(rungs):
        raise ValueError("a policy needs at least one rung, and a rung at least one column")
    try:
        before = location.path.read_bytes()
    except OSError as error:
        raise PolicyFileError(f"{location.shown} cannot be read: {error.strerror}.") from error
    try:
        text = before.decode("utf-8")
        document = Document(text)
    except UnicodeDecodeError as error:
        raise PolicyFileError(f"{location.shown} is not UTF-8 text.") from error
    except YamlTextError as error:
        raise PolicyFileError(f"{location.shown} cannot be read as YAML: {error}.") from error
    writer = _Writer(location, document, rungs)
    return Edit(location, before, writer.written().encode("utf-8"), writer.notes)


def rungs_as_yaml(rungs: Sequence[RungNames], indent: int = 0) -> str:
    """Writes rungs as the block that stands in a policy, for a user to paste."""
    lines = ["rungs:", *(f"  - {_rung(rung)}" for rung in rungs)]
    return "\n".join(" " * indent + line for line in lines)


class _Writer:
    """Plans one change in one document."""

    def __init__(self, location: PolicyLocation, document: Document, rungs: Sequence[RungNames]) -> None:
        self._location = location
        self._document = document
        self._text = document.text
        self._rungs = [dict(rung) for rung in rungs]
        self._edits: dict[tuple[int, int], str] = {}
        found = _find(document, location, self._refuse)
        self.policy, self._list_offset, self.notes = found.policy, found.list_offset, found.notes
        self._break = self._line_break()

    def written(self) -> str:
        """Gives the new text."""
        present = self.policy.lookup("rungs")
        if len(present) > 1:
            self._refuse("it has `rungs:` twice. Remove one")
        if present and self._says(present[0]):
            return self._text
        if present:
            self._refuse_shared_value(present[0])
            self._replace(present[0])
        elif self.policy.flow:
            self._append_to_flow(self.policy, f"rungs: {_flow_list(self._rungs)}")
        else:
            self._insert_block()
        text = self._text
        for start, end in sorted(self._edits, reverse=True):
            text = text[:start] + self._edits[start, end] + text[end:]
        self._verify(text)
        return text

    # what is there

    def _says(self, value: Node) -> bool:
        return value.kind == "sequence" and [_names(item) for item in value.items] == self._rungs

    def _refuse_shared_value(self, value: Node) -> None:
        if value.kind == "alias":
            self._refuse(f"its rungs are shared: they are *{value.value}. Remove that line, or paste the rungs there")
        inside = set(map(id, value.written_inside()))
        for node in self._document.root.written_inside():
            if node.kind == "alias" and id(node) not in inside and id(node.target) in inside:
                self._refuse(
                    f"its rungs hold the anchor &{node.value}, which line {self._document.line_of(node.start)} uses, "
                    "so that a change here would change something else too. Write that one out first"
                )

    def _line_break(self) -> str:
        before = LINE_BREAK.findall(self._text, 0, self.policy.end)
        found = before[-1:] or LINE_BREAK.findall(self._text)[:1]
        return str(found[0]) if found else "\n"

    # what is changed

    def _insert_block(self) -> None:
        column = self._document.column_of(self.policy.pairs[0][0].start)
        lines = [" " * column + "rungs:", *self._item_lines(column + self._list_offset)]
        *_, last = self.policy.written_inside()
        if last.style in ("|", ">") and LINE_BREAK.search(self._text, last.end) is None:
            # This text ends with the file, without a line break, and a line after it would give it one.
            start = self._document.line_start(self.policy.pairs[-1][0].start)
            self._edit(start, start, "".join(line + self._break for line in lines))
        else:
            self._insert_lines(self.policy.end, lines)

    def _replace(self, value: Node) -> None:
        if value.kind == "sequence" and value.items and value.flow:
            self._replace_flow_items(value)
        elif self.policy.flow:
            self._edit(value.inner, value.end, _spaced(self._text, value.inner, _flow_list(self._rungs)))
        elif value.kind == "sequence" and value.items:
            self._replace_block_items(value)
        else:
            self._replace_by_block(value)

    def _replace_by_block(self, value: Node) -> None:
        key = next(name for name, under in self.policy.pairs if under is value)
        colon = self._document.colon_after(key)
        if colon is None:
            self._refuse("its `rungs:` is written in an unusual way")
        column = self._document.column_of(key.start)
        here = colon + len(self._text[colon : value.inner].rstrip())
        kept = self._document.comments(value.inner, value.end)
        self._edit(here, value.end, "")
        lines = [" " * (column + self._list_offset) + comment for comment in kept]
        self._insert_lines(value.end, [*lines, *self._item_lines(column + self._list_offset)])

    def _replace_block_items(self, value: Node) -> None:
        document = self._document
        dashes = [document.dash_before(item) for item in value.items]
        column = document.column_of(dashes[0])
        for item, rung in zip(value.items, self._rungs, strict=False):
            if _names(item) != rung:
                start, end = item.inner, item.end
                for comment in document.comments(start, end):
                    self._insert_lines(end, [" " * column + comment])
                self._edit(start, end, _spaced(self._text, start, _rung(rung)))
        for item, dash in list(zip(value.items, dashes, strict=True))[len(self._rungs) :]:
            self._drop_lines(dash, item.end)
        for rung in self._rungs[len(value.items) :]:
            self._insert_lines(value.end, [" " * column + "- " + _rung(rung)])

    def _replace_flow_items(self, value: Node) -> None:
        kept = len(self._rungs)
        for item, rung in zip(value.items, self._rungs, strict=False):
            if _names(item) != rung:
                self._edit(item.inner, item.end, _rung(rung))
        if kept < len(value.items):
            start, end = value.items[kept - 1].end, value.items[-1].end
            comments = self._document.comments(start, end)
            indent = self._break + " " * self._document.column_of(value.items[kept - 1].start)
            new = "".join(indent + comment for comment in comments)
            self._edit(start, end, new + indent if new else "")
        elif kept > len(value.items):
            more = self._rungs[len(value.items) :]
            self._append_to_flow(value, *map(_rung, more))

    def _append_to_flow(self, collection: Node, *entries: str) -> None:
        children = list(collection.children())
        if not children:
            self._edit(collection.inner + 1, collection.inner + 1, ", ".join(entries))
            return
        last = children[-1]
        comma = self._document.comma_in(last.end, collection.end - 1)
        closing = "," if comma else ""
        here = comma or last.end
        if LINE_BREAK.search(self._text, last.end, collection.end) is None:
            self._edit(here, here, ("" if comma else ",") + " " + ", ".join(entries) + closing)
            return
        if not comma:
            self._edit(last.end, last.end, ",")
        first = children[-1] if collection.kind == "sequence" else children[-2]
        line = self._document.line_start(first.start)
        indent = len(self._text[line:]) - len(self._text[line:].lstrip(" "))
        opens_line = self._text[line : first.start].strip(" ") == ""
        padding = " " * (indent if opens_line else indent + 2)
        lines = [padding + entry + "," for entry in entries]
        self._insert_lines(here, [*lines[:-1], lines[-1][:-1] + closing])

    def _item_lines(self, column: int) -> list[str]:
        return [" " * column + "- " + _rung(rung) for rung in self._rungs]

    def _insert_lines(self, after: int, lines: list[str]) -> None:
        """Inserts lines after the line that holds the character before `after`."""
        end = self._document.line_end(after)
        self._edit(end, end, "".join(self._break + line for line in lines))

    def _edit(self, start: int, end: int, new: str) -> None:
        """Replaces what stands between two indices; insertions at one place follow one another."""
        self._edits[start, end] = self._edits.get((start, end), "") + new

    def _drop_lines(self, start: int, end: int) -> None:
        """Removes the lines from `start` to `end`; comments that stand there stay, on lines of their own."""
        first, last = self._document.line_start(start), self._document.line_end(end)
        if self._text[first:start].strip(" "):
            self._refuse("its `rungs:` is written in an unusual way")
        comments = self._document.comments(start, last)
        indent = " " * (start - first)
        ended = LINE_BREAK.match(self._text, last)
        if comments:
            self._edit(first, last, self._break.join(indent + comment for comment in comments))
        elif ended:
            self._edit(first, ended.end(), "")
        else:
            self._edit(len(self._text[:first].removesuffix("\n").removesuffix("\r")), last, "")

    # what is refused

    def _verify(self, text: str) -> None:
        try:
            document = Document(text)
        except YamlTextError:
            self._refuse("its layout could not be edited safely")
        policy = _find(document, self._location, self._refuse).policy
        present = policy.lookup("rungs")
        same = shape(self._document.root, self.policy, "rungs") == shape(document.root, policy, "rungs")
        if not same or len(present) != 1 or [_names(item) for item in present[0].items] != self._rungs:
            self._refuse("its layout could not be edited safely")

    def _refuse(self, reason: str) -> NoReturn:
        name = self._location.model
        raise PolicyFileError(
            f"{self._location.shown}: the policy of {name} cannot be written to: {reason}. Nothing was written. "
            f"The rungs to put there:\n{rungs_as_yaml(self._rungs)}"
        )


@dataclass(frozen=True)
class _Found:
    policy: Node
    list_offset: int
    notes: tuple[str, ...]


def _find(document: Document, location: PolicyLocation, refuse: Refusal) -> _Found:
    """Finds the policy block of a model and refuses one that is shared."""
    name, version = location.model, location.version
    models = _step([document.root], "models", refuse)
    entries = [item for item in models[-1].items if _text_of(item, "name") == name] if models else []
    if not entries:
        refuse("the file has no such model")
    if len(entries) > 1:
        refuse(f"the file has {len(entries)} models of that name")
    way = [*models, entries[0]]
    versions = _step(way, "versions", refuse)
    listed = versions[-1].items if versions else ()
    own = [item for item in listed if version is not None and _same_version(_text_of(item, "v"), version)]
    notes: tuple[str, ...] = ()
    if len(own) == 1 and _has_policy(own[0]):
        if _has_policy(entries[0]):
            refuse("it stands at the model and at its version. Keep one of them")
        way = [*versions, own[0]]
    else:
        others = [_text_of(item, "v") or "?" for item in listed if not _has_policy(item)]
        if len(others) > 1:
            notes = (f"The rungs apply to every version of {name} without a policy of its own: {', '.join(others)}.",)
    for key in _PATH:
        way = _step(way, key, refuse) or refuse(_why_absent(entries[0]))
    if way[-1].kind != "mapping":
        refuse(f"`{_PLACE}` holds no policy")
    _refuse_shared(document, way, refuse)
    offset = 2
    if not models[-1].flow:
        dash = document.column_of(document.dash_before(entries[0]))
        offset = max(0, dash - document.column_of(document.root.pairs[0][0].start))
    return _Found(way[-1], offset, notes)


def _has_policy(holder: Node) -> bool:
    """Says whether a model or version has a policy, be it through an alias or a merge."""
    for key in _PATH:
        holder = holder.target or holder
        found = holder.lookup(key) or [value for source in holder.merged() for value in source.lookup(key)]
        if not found:
            return False
        holder = found[0]
    return True


def _step(way: list[Node], key: str, refuse: Refusal) -> list[Node]:
    """Gives the way to the value under `key` of the last node, or nothing."""
    found = way[-1].lookup(key)
    if len(found) > 1:
        refuse(f"`{key}:` stands there twice. Keep one of them")
    if not found:
        if any(source.lookup(key) for source in way[-1].merged()):
            refuse(
                f"its `{key}:` comes from a shared anchor by `<<:`, so that a change there would change other models "
                f"too. Give the model a `{_PLACE}` block of its own (it may start with `<<:` and the shared keys)"
            )
        return []
    if found[0].kind == "alias":
        refuse(
            f"its `{key}:` is the shared anchor *{found[0].value}, so that a change there would change other models "
            f"too. Give the model a `{_PLACE}` block of its own (it may start with `<<: *{found[0].value}`)"
        )
    return [*way, found[0]]


def _refuse_shared(document: Document, way: Sequence[Node], refuse: Refusal) -> None:
    on_the_way = {id(node): node for node in way}
    for node in document.root.written_inside():
        if node.kind == "alias" and id(node.target) in on_the_way:
            refuse(
                f"it is shared by the anchor &{node.value}: line {document.line_of(node.start)} uses it, so that a "
                "change would change other models too. Move what they share to a block of its own (for example "
                "under a top-level `anchors:`) and merge it into each policy with `<<:`"
            )


def _why_absent(model: Node) -> str:
    if any(meta.lookup("dbt_crowd") for meta in model.lookup("meta") if meta.kind == "mapping"):
        return f"it stands under `meta:` of the model itself. Move it to `{_PLACE}`"
    return f"the model has no `{_PLACE}` block in this file"


def _text_of(item: Node, key: str) -> str | None:
    found = item.lookup(key)
    return found[0].value if len(found) == 1 and found[0].kind == "scalar" else None


def _same_version(left: str | None, right: str) -> bool:
    try:
        return left is not None and float(left) == float(right)
    except ValueError:
        return left == right


def _names(item: Node) -> dict[str, str] | None:
    """Gives a rung that is written as a mapping of text to text, else nothing."""
    scalars = [node for pair in item.pairs for node in pair]
    if item.kind != "mapping" or not all(node.is_text for node in scalars):
        return None
    return {key.value: value.value for key, value in item.pairs}


def _rung(rung: RungNames) -> str:
    pairs = (f"{quoted_where_needed(column)}: {quoted_where_needed(level)}" for column, level in rung.items())
    return "{" + ", ".join(pairs) + "}"


def _flow_list(rungs: Sequence[RungNames]) -> str:
    return "[" + ", ".join(map(_rung, rungs)) + "]"


def _spaced(text: str, start: int, new: str) -> str:
    """Puts a space before a new value where the old one was empty and stood right after its colon or dash."""
    return new if start and text[start - 1] in " \t\r\n" else " " + new


def _replace_content(path: Path, content: bytes) -> None:
    """Puts another content in the place of a file, so that whoever reads meanwhile sees the old one or the new one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        shutil.copymode(path, name)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _lines(content: bytes) -> list[str]:
    lines = LINE_BREAK.split(content.decode("utf-8"))
    return [line + "\n" for line in lines[: -1 if lines[-1] == "" else None]]
