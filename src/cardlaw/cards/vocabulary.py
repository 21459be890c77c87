"""The vocabulary of a game: which ability nodes its cards may use, and reading them from data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from cardlaw.cards.nodes import Ability, Condition, Does, Gives, Node

T = TypeVar("T")

_TAGS: dict[type, str] = {Ability: "ability", Does: "do", Condition: "if", Gives: "gives"}


class Vocabulary:
    """The nodes that a game's cards may use: the shared ones it executes and its own verbs."""

    def __init__(self, nodes: Iterable[type[Node]]) -> None:
        self.nodes: dict[type, dict[str, type[Node]]] = {mark: {} for mark in _TAGS}
        for node in nodes:
            for mark, known in self.nodes.items():
                if issubclass(node, mark):
                    tag = str(node.__struct_config__.tag)
                    if tag in known:
                        raise ValueError(f"two nodes have the tag {tag!r}")
                    known[tag] = node

    def read(self, data: object, kind: type[T]) -> T:
        """A typed tree from plain data. msgspec.ValidationError says what and where.

        Numbers and truth values may be written as strings ("2", "true"), as in a case file.
        """
        return msgspec.convert(data, kind, dec_hook=self._node, strict=False)

    def _node(self, mark: type, data: object) -> object:
        tag_field = _TAGS.get(mark)
        if tag_field is None:
            raise NotImplementedError(f"{mark} is no kind of node")
        if isinstance(data, mark):
            return data
        if not isinstance(data, dict) or tag_field not in data:
            raise ValueError(f"a mapping with the key {tag_field!r} is expected, not {data!r}")
        known = self.nodes[mark]
        tag = data[tag_field]
        if tag not in known:
            raise ValueError(f"{tag_field}: {tag} is unknown; known are {', '.join(sorted(known))}")
        return self.read(data, known[tag])
