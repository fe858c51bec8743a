"""YAML as text with a tree laid over it.

A YAML file that people keep in a repository must not be loaded and dumped again: quotes, line ends, long lines and the
spacing of flow collections would change. This module gives a tree whose nodes know where their text begins and ends, so
that a caller can replace exactly the characters it means to replace.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingEndEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.resolver import VersionedResolver
from ruamel.yaml.tokens import AnchorToken, BlockEntryToken, FlowEntryToken, TagToken, ValueToken

LINE_BREAK = re.compile(r"\r\n|\n|\r")

_COMMENT = re.compile(r"#[^\r\n]*")
_PLAIN = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_ .-]*[A-Za-z0-9_])?")
_KEPT_LINES = re.compile(r"[|>]\d?\+")
_NOT_PRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
_BOOLEANS_OF_YAML_1_1 = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false"})
_TEXT_TAG = "tag:yaml.org,2002:str"


class YamlTextError(ValueError):
    """The text is not one readable YAML document."""


@dataclass(frozen=True, eq=False)
class Node:
    """One node of the tree.

    Attributes:
        kind: `scalar`, `mapping`, `sequence` or `alias`.
        start: Index of the node's first character, its anchor and tag included.
        inner: Index of its first character after anchor and tag.
        end: Index after its last character; comments and blank lines that follow are not part of it.
        value: The text of a scalar, the anchor's name of an alias.
        style: Quoting of a scalar (`'`, `"`, `|`, `>`), or nothing.
        flow: Whether a collection is written with brackets or braces.
        tag: An explicit tag, or nothing.
        anchor: The name this node is anchored by, or nothing.
        items: The nodes of a sequence.
        pairs: Keys and values of a mapping.
        target: The node that an alias stands for.
    """

    kind: Literal["scalar", "mapping", "sequence", "alias"]
    start: int
    inner: int
    end: int
    value: str = ""
    style: str = ""
    flow: bool = False
    tag: str = ""
    anchor: str = ""
    items: tuple[Node, ...] = ()
    pairs: tuple[tuple[Node, Node], ...] = ()
    target: Node | None = None

    def children(self) -> Iterator[Node]:
        """Yields the nodes written directly inside this one; an alias has none."""
        yield from self.items
        for key, value in self.pairs:
            yield key
            yield value

    def written_inside(self) -> Iterator[Node]:
        """Yields this node and every node written inside it, aliases not followed."""
        yield self
        for child in self.children():
            yield from child.written_inside()

    def lookup(self, key: str) -> list[Node]:
        """Gives the values that this mapping itself writes under `key` (merges left aside)."""
        return [value for name, value in self.pairs if name.kind == "scalar" and name.value == key]

    def merged(self) -> Iterator[Node]:
        """Yields the mappings that `<<:` merges into this one, those of theirs included."""
        for name, value in self.pairs:
            if name.kind != "scalar" or name.style or name.value != "<<":
                continue
            sources = value.items if value.kind == "sequence" else (value,)
            for source in sources:
                whole = source.target or source
                yield whole
                yield from whole.merged()

    @property
    def is_text(self) -> bool:
        """Whether this is a scalar that every YAML reader takes for text."""
        return self.kind == "scalar" and (bool(self.style) or self.tag == _TEXT_TAG or reads_as_text(self.value))


class Document:
    """One YAML document with its tree.

    Attributes:
        text: The whole text.
        root: The tree.
    """

    def __init__(self, text: str) -> None:
        """Reads `text`.

        Raises:
            YamlTextError: The text is not YAML, holds no document or several, or an anchor that contains itself.
        """
        self.text = text
        try:
            tokens = [token for token in _reader().scan(text) if token.end_mark.index > token.start_mark.index]
            events = list(_reader().parse(text))
        except YAMLError as error:
            raise YamlTextError(_in_one_line(error)) from error
        if sum(isinstance(event, DocumentStartEvent) for event in events) != 1:
            raise YamlTextError("it holds no YAML document, or several")
        self._tokens = tokens
        self._starts: list[int] = [token.start_mark.index for token in tokens]
        self._ends: list[int] = [token.end_mark.index for token in tokens]
        self.root = _Builder(self, events).build()

    def line_of(self, index: int) -> int:
        """Gives the line number, from 1, of a character."""
        return len(LINE_BREAK.findall(self.text, 0, index)) + 1

    def line_start(self, index: int) -> int:
        """Gives the index of the first character of the line."""
        return max(self.text.rfind("\n", 0, index), self.text.rfind("\r", 0, index)) + 1

    def line_end(self, index: int) -> int:
        """Gives the index of the line break that ends the line, or the length of the text."""
        found = LINE_BREAK.search(self.text, index)
        return found.start() if found else len(self.text)

    def column_of(self, index: int) -> int:
        """Gives the column, from 0, of a character (a byte order mark takes no column)."""
        return len(self.text[self.line_start(index) : index].lstrip("\ufeff"))

    def comments(self, start: int, end: int) -> list[str]:
        """Gives the comments between two indices, without line ends."""
        found: list[str] = []
        here = start
        for number in range(bisect_left(self._starts, start), len(self._tokens)):
            token_start = self._starts[number]
            if token_start >= end:
                break
            found += _COMMENT.findall(self.text[here:token_start])
            here = min(self._ends[number], end)
        return [comment.rstrip() for comment in found + _COMMENT.findall(self.text[here:end])]

    def colon_after(self, key: Node) -> int | None:
        """Gives the index after the colon of a key, or None where there is none on the key's line."""
        number = bisect_left(self._starts, key.end)
        if number < len(self._tokens) and isinstance(self._tokens[number], ValueToken):
            between = self.text[key.end : self._starts[number]]
            return None if between.strip(" ") else self._starts[number] + 1
        return None

    def comma_in(self, start: int, end: int) -> int | None:
        """Gives the index after the first comma of a flow collection between two indices."""
        for number in range(bisect_left(self._starts, start), len(self._tokens)):
            if self._starts[number] >= end:
                return None
            if isinstance(self._tokens[number], FlowEntryToken):
                return self._starts[number] + 1
        return None

    def dash_before(self, item: Node) -> int:
        """Gives the index of the dash of an item of a block sequence."""
        for number in range(bisect_left(self._starts, item.start) - 1, -1, -1):
            if isinstance(self._tokens[number], BlockEntryToken):
                return self._starts[number]
        raise YamlTextError("a block sequence without a dash")

    def _last_content_before(self, index: int) -> int:
        """Gives the index after the last character before `index` that is neither space nor comment."""
        number = bisect_left(self._starts, index) - 1
        start, end = self._starts[number], self._ends[number]
        written = self.text[start:end]
        if written[:1] in "|>" and not _KEPT_LINES.match(written):
            return start + len(written.rstrip())
        if written[:1] in "|>" and written[-1] in "\r\n":
            return end - (2 if written.endswith("\r\n") else 1)
        return end

    def _after_properties(self, start: int) -> int:
        """Gives the index of the first character after the anchor and tag that stand at `start`."""
        number = bisect_left(self._starts, start)
        here = start
        while number < len(self._tokens) and isinstance(self._tokens[number], (AnchorToken, TagToken)):
            here = self._ends[number]
            number += 1
        return here


class _Builder:
    """Turns parser events into nodes."""

    def __init__(self, document: Document, events: Sequence[Any]) -> None:
        self._document = document
        self._events = iter(events)
        self._anchors: dict[str, Node | None] = {}

    def build(self) -> Node:
        for event in self._events:
            if isinstance(event, DocumentStartEvent):
                return self._node(next(self._events))
        raise YamlTextError("it holds no YAML document")

    def _node(self, event: NodeEvent) -> Node:
        start = event.start_mark.index
        if isinstance(event, AliasEvent):
            target = self._anchors.get(event.anchor)
            if target is None:
                raise YamlTextError(f"the anchor &{event.anchor} contains itself")
            return Node("alias", start, start, event.end_mark.index, value=event.anchor, target=target)
        anchor = event.anchor or ""
        if anchor:
            self._anchors[anchor] = None
        if isinstance(event, ScalarEvent):
            node = self._scalar(event)
        else:
            assert isinstance(event, CollectionStartEvent)
            node = self._collection(event)
        if anchor:
            self._anchors[anchor] = node
        return node

    def _scalar(self, event: ScalarEvent) -> Node:
        start, end = event.start_mark.index, event.end_mark.index
        style = event.style or ""
        if start == end:
            start = end = self._document._last_content_before(start)
        elif style in ("|", ">"):
            end = self._document._last_content_before(end)
        return Node(
            "scalar",
            start,
            self._document._after_properties(start) if event.anchor or event.tag else start,
            end,
            value=event.value,
            style=style,
            tag=str(event.tag or ""),
            anchor=event.anchor or "",
        )

    def _collection(self, event: CollectionStartEvent) -> Node:
        children: list[Node] = []
        for inside in self._events:
            if isinstance(inside, (MappingEndEvent, SequenceEndEvent)):
                break
            children.append(self._node(inside))
        start, end = event.start_mark.index, inside.end_mark.index
        closed = bool(event.flow_style) and inside.end_mark.index > inside.start_mark.index
        is_sequence = isinstance(event, SequenceStartEvent)
        return Node(
            "sequence" if is_sequence else "mapping",
            start,
            self._document._after_properties(start) if event.anchor or event.tag else start,
            end if closed else self._document._last_content_before(end),
            flow=bool(event.flow_style),
            tag=str(event.tag or ""),
            anchor=event.anchor or "",
            items=tuple(children) if is_sequence else (),
            pairs=() if is_sequence else tuple(zip(children[::2], children[1::2], strict=True)),
        )


def shape(node: Node, leave_out: Node | None = None, key: str = "") -> object:
    """Gives what a node means, without its layout, to compare two texts.

    Args:
        node: The node.
        leave_out: A mapping whose pair `key` is left out, wherever it is reached.
        key: See `leave_out`.

    Returns:
        Nested tuples, equal for two nodes that every reader of YAML reads alike, anchors and aliases included.
    """
    if node.kind == "alias":
        return ("alias", node.value)
    if node.kind == "scalar":
        return ("scalar", node.tag, node.anchor, node.value, bool(node.style))
    if node.kind == "sequence":
        return ("sequence", node.tag, node.anchor, tuple(shape(item, leave_out, key) for item in node.items))
    pairs = tuple(
        (shape(name, leave_out, key), shape(value, leave_out, key))
        for name, value in node.pairs
        if not (node is leave_out and name.kind == "scalar" and name.value == key)
    )
    return ("mapping", node.tag, node.anchor, pairs)


@lru_cache(maxsize=4096)
def reads_as_text(value: str) -> bool:
    """Says whether a plain (unquoted) scalar is text by the rules of YAML 1.1 and of YAML 1.2 alike."""
    if value.lower() in _BOOLEANS_OF_YAML_1_1:
        return False
    return all(
        VersionedResolver(version=version, loader=_reader()).resolve(ScalarNode, value, (True, False)) == _TEXT_TAG
        for version in ((1, 1), (1, 2))
    )


def quoted_where_needed(value: str) -> str:
    """Writes a text as a scalar: plain where no YAML reader can take it for something else, else in double quotes."""
    if _PLAIN.fullmatch(value) and reads_as_text(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _NOT_PRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'


def _reader() -> YAML:
    return YAML(typ="safe", pure=True)


def _in_one_line(error: YAMLError) -> str:
    problem = getattr(error, "problem", None)
    mark = getattr(error, "problem_mark", None)
    if problem is None or mark is None:
        return " ".join(str(error).split())
    return f"line {mark.line + 1}: {problem}"
