"""Reading a YAML file into a tree whose leaves are strings and whose nodes know their place."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import yaml

from cardlaw.judge.faults import FileFault, shortened
from cardlaw.kernel.setup import Mark

MOST_BYTES = 1_000_000
DEEPEST = 40
MOST_NODES = 100_000
LONGEST_NUMBER = 9
#: the name of the case that is piped in
PIPE = "-"

#: what would reach a terminal as a command, turns the direction of writing, or is half a character
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_NUMBERED = re.compile(r"[ \t]+(#\d+)")


class Scalar:
    """A word, a number, a sentence: always a string."""

    __slots__ = ("mark", "text")

    def __init__(self, text: str, mark: Mark) -> None:
        self.text = text
        self.mark = mark


class Seq:
    """A list."""

    __slots__ = ("items", "mark")

    def __init__(self, mark: Mark) -> None:
        self.items: list[Node] = []
        self.mark = mark


class Map:
    """A mapping in the order of the file, with the place of each key."""

    __slots__ = ("items", "keys", "mark")

    def __init__(self, mark: Mark) -> None:
        self.items: dict[str, Node] = {}
        self.keys: dict[str, Mark] = {}
        self.mark = mark


Node = Scalar | Seq | Map


def plain(node: Node) -> Any:
    """A tree as strings, lists and dictionaries."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Seq):
        return [plain(item) for item in node.items]
    return {key: plain(value) for key, value in node.items.items()}


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or of what is piped in as "-", at most a megabyte. FileFault."""
    try:
        if str(path) == PIPE:
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        if path.is_dir():
            raise FileFault("is-a-folder")
        if path.exists() and not path.is_file():
            raise FileFault("no-file")
        if path.stat().st_size > MOST_BYTES:
            raise FileFault("too-big", size=path.stat().st_size)
        return path.read_bytes()
    except FileFault:
        raise
    except FileNotFoundError:
        raise FileFault("no-file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FileFault("cannot-read", reason=reason or str(error)) from None


def read_tree(raw: bytes) -> Node:
    """The one document of a file as a tree. FileFault for anything that is not plain YAML."""
    if len(raw) > MOST_BYTES:
        raise FileFault("too-big", size=len(raw))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise FileFault("not-text", Mark(line, 1)) from None
    try:
        return _Builder().build(text)
    except FileFault:
        raise
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = None if mark is None else Mark(mark.line + 1, mark.column + 1)
        problem = error.problem or error.context or str(error)
        raise FileFault("broken-yaml", place, problem=shortened(problem, 160)) from None
    except yaml.reader.ReaderError as error:
        position = error.position if isinstance(error.position, int) else 0
        line = text.count("\n", 0, position) + 1
        column = position - (text.rfind("\n", 0, position) + 1) + 1
        raise FileFault("odd-character", Mark(line, column)) from None
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as error:
        raise FileFault("broken-yaml", None, problem=shortened(str(error), 160)) from None


class _Builder:
    """Builds the tree from the events of the parser, so that no file can nest too deep for it."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.stack: list[Seq | Map] = []
        self.pending: list[Scalar | None] = []
        self.count = 0
        self.text = ""

    def build(self, text: str) -> Node:
        self.text = text
        documents = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            begin = event.start_mark
            mark = Mark() if begin is None else Mark(begin.line + 1, begin.column + 1)
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise FileFault("two-documents", mark)
            elif isinstance(event, yaml.AliasEvent):
                raise FileFault("alias", mark, name=event.anchor)
            elif isinstance(event, yaml.NodeEvent):
                self._open(event, mark)
            elif isinstance(event, yaml.CollectionEndEvent):
                self.stack.pop()
                self.pending.pop()
        if self.root is None:
            raise FileFault("empty")
        return self.root

    def _open(self, event: yaml.NodeEvent, mark: Mark) -> None:
        if event.anchor is not None:
            raise FileFault("anchor", mark, name=event.anchor)
        tag = getattr(event, "tag", None)
        if tag is not None:
            raise FileFault("tag", mark, name=shortened(str(tag)))
        self.count += 1
        if self.count > MOST_NODES:
            raise FileFault("too-many", mark, most=MOST_NODES)
        if len(self.stack) >= DEEPEST:
            raise FileFault("too-deep", mark, most=DEEPEST)
        node: Node
        if isinstance(event, yaml.ScalarEvent):
            node = Scalar(_checked(event.value, mark), mark)
            self._hash(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            node = Seq(mark)
        else:
            node = Map(mark)
        self._place(node)
        if not isinstance(node, Scalar):
            self.stack.append(node)
            self.pending.append(None)

    def _hash(self, event: yaml.ScalarEvent) -> None:
        """YAML reads "Wolverine #2" as "Wolverine" and a comment: do not lose the number."""
        end = event.end_mark
        if event.style is not None or end is None:
            return
        found = _NUMBERED.match(self.text, end.index)
        if found is not None:
            mark = Mark(end.line + 1, end.column + 1)
            raise FileFault("hash", mark, name=f"{event.value.strip()} {found[1]}")

    def _place(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        if isinstance(parent, Seq):
            parent.items.append(node)
            return
        key = self.pending[-1]
        if key is None:
            if not isinstance(node, Scalar):
                raise FileFault("odd-key", node.mark)
            if node.text in parent.items:
                raise FileFault("twice", node.mark, name=shortened(node.text))
            self.pending[-1] = node
            parent.keys[node.text] = node.mark
            return
        parent.items[key.text] = node
        self.pending[-1] = None


def _checked(text: str, mark: Mark) -> str:
    digits = text.strip().lstrip("+-")
    if len(digits) > LONGEST_NUMBER and digits.isdigit():
        raise FileFault("huge-number", mark, name=shortened(text, 30))
    if _UNPRINTABLE.search(text):
        raise FileFault("odd-character", mark)
    return text
