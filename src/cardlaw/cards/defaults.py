"""What the fields of card data are that a text does not mention: the defaults of the nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from cardlaw.cards.nodes import Count, ValueOf
from cardlaw.cards.vocabulary import Vocabulary

#: the fields that say which node a mapping is
_TAGS = ("ability", "do", "if", "gives", "amount")
_EVENT = {"what": {"who": "self"}}
_TARGET = {"least": 1, "most": 1}


def defaults_of(vocabulary: Vocabulary) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """For a mapping of card data, the values of the fields that it may leave out."""
    known: dict[tuple[str, str], dict[str, Any]] = {}
    for nodes in vocabulary.nodes.values():
        for tag, node in nodes.items():
            known[str(node.__struct_config__.tag_field), tag] = _fields(node)
    for amount in (Count, ValueOf):
        known["amount", str(amount.__struct_config__.tag)] = _fields(amount)

    def defaults(value: dict[str, Any]) -> dict[str, Any]:
        for field in _TAGS:
            tag = value.get(field)
            if isinstance(tag, str) and (field, tag) in known:
                return known[field, tag]
        if "event" in value:
            return _EVENT
        return _TARGET if "select" in value else {}

    return defaults


def _fields(node: type[Any]) -> dict[str, Any]:
    found = {}
    for field in msgspec.structs.fields(node):
        if field.default is not msgspec.NODEFAULT:
            found[field.encode_name] = msgspec.to_builtins(field.default)
        elif field.default_factory is not msgspec.NODEFAULT:
            found[field.encode_name] = field.default_factory()
    return found
