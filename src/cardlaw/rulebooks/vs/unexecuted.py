"""What shared card data can say and this game does not carry out (chapter 5)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Ability, Node, Select
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.nodes import AsEnters, Boost, Cosmic, EquipOnly, TeamUp, ToPlay

#: fields of the shared nodes that only other games read
_UNREAD: dict[type[Node], tuple[str, ...]] = {
    Select: (
        "not_colors",
        "at_most",
        "blocks",
        "blocked_by",
        "except_who",
        "on",
        "shares",
        "with_whom",
        "than_self",
    ),
    nodes.Count: ("half",),
    nodes.ValueOf: ("half",),
    nodes.Target: ("paid",),
    nodes.Forbid: ("select", "but"),
    nodes.On: ("together",),
    nodes.Triggered: ("zone",),
    nodes.Activated: ("zone", "less"),
    nodes.Toll: ("kind", "worth"),
    nodes.Keyword: ("cost", "price", "either", "amount", "limit", "less", "select"),
    nodes.Move: ("tapped", "counters", "amount", "attacking"),
}
_PRINTED = {
    (kind, field.name): field.default
    for kind, names in _UNREAD.items()
    for field in msgspec.structs.fields(kind)
    if field.name in names
}
#: the types of cards on which an ability means something, where not on all
_STANDS_ON: dict[type[Ability], tuple[str, ...]] = {
    EquipOnly: (words.EQUIPMENT,),
    AsEnters: (words.CHARACTER, words.EQUIPMENT),
    Boost: (words.CHARACTER, words.EQUIPMENT),
    Cosmic: (words.CHARACTER,),
    ToPlay: (words.PLOT_TWIST,),
    TeamUp: (words.PLOT_TWIST,),
    nodes.Script: (words.PLOT_TWIST,),
}
_PEOPLE = (words.CHARACTER,)
#: the same for keywords
_KEYWORD_ON: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("dual loyalty", "evasion", "loyalty", "loyalty-reveal", "press"), _PEOPLE),
    **dict.fromkeys(("reservist", "shift", "substitute"), _PEOPLE),
    "invulnerability": _PEOPLE,
    "ongoing": (words.PLOT_TWIST,),
    "transferable": (words.EQUIPMENT,),
}


def unread(node: Node) -> Iterator[str]:
    """What a node says that nothing here reads."""
    for kind, fields in _UNREAD.items():
        if isinstance(node, kind):
            for name in fields:
                value = getattr(node, name)
                if value and value != _PRINTED[(kind, name)]:
                    yield f"{name!r} of {kind.__name__}"
    if isinstance(node, nodes.Exists):
        return
    for field in node.__struct_fields__:
        select = getattr(node, field)
        named = isinstance(select, Select) and select.who not in ("", "each", "other")
        if named and select != Select(who=select.who):
            yield "a description of what is named already"


def misplaced(kind: str, text: tuple[Ability, ...]) -> str:
    """The first ability that means nothing on a card of that type; empty if there is none."""
    for ability in text:
        if isinstance(ability, nodes.Keyword):
            types = _KEYWORD_ON.get(ability.name, (kind,))
            what = ability.name
        else:
            types = _STANDS_ON.get(type(ability), (kind,))
            what = str(ability.__struct_config__.tag) if isinstance(ability, Node) else ""
        if kind not in types:
            return f"{what!r} on a card of the type {kind!r}"
    return ""
