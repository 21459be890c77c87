"""Which card texts can be played: everything else is refused when a card is read (chapter 5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Node
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.codes import EVENTS
from cardlaw.rulebooks.vs.nodes import Pay
from cardlaw.rulebooks.vs.traits import NUMBERS

#: the zones of which the cards speak
ZONES = ("", "in play", "hand", "deck", "KO'd pile", "removed cards", "resource row")
#: where an effect may move something
PLACES = (
    "hand",
    "deck",
    "KO'd pile",
    "removed cards",
    "resource row",
    "in play",
    words.VISIBLE,
    words.HIDDEN,
    "front row",
    "support row",
)
KEYWORDS = (
    "evasion",
    "invulnerability",
    "loyalty",
    "ongoing",
    "shift",
    "substitute",
    "transferable",
)
#: when a power may be used -> the step, and whether only its player's own
TIMES = {
    "recruit step": (words.RECRUIT, True),
    "formation step": (words.FORMATION, True),
    "attack step": (words.ATTACK, True),
    "combat phase": (words.ATTACK, False),
    "recovery phase": (words.RECOVERY, False),
}
FORBIDDEN = ("attack", "be equipped")
_ICONS = ("flight", "range")
_GAINED = (*_ICONS, "invulnerability")
_STATES = (
    *words.STATES,
    "ready",
    "visible",
    "hidden",
    "face down",
    "front row",
    "support row",
    "recruited",
)
_PAY = re.compile(r"^(activate bearer|\d+ endurance|\d+ resource points)?$")
_MOST_TARGETS = 3


def unplayed(text: tuple[nodes.Ability, ...]) -> str:
    """The first thing in a text that this version cannot carry out; empty if there is none."""
    for node in nodes.walk(text):
        for kind, ask in _ASKED.items():
            if isinstance(node, kind):
                for problem in ask(node):
                    return problem
    return ""


def _among(what: str, found: tuple[str, ...], known: tuple[str, ...]) -> Iterator[str]:
    for word in found:
        if word not in known:
            yield f"{what} {word!r}"


def _select(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Select)
    yield from _among("a selection by", node.keywords + node.not_keywords, _ICONS)
    yield from _among("a selection by", tuple(node.values), tuple(NUMBERS))
    yield from _among("the state", node.states + node.not_states, _STATES)
    yield from _among("the zone", (node.zone,), ZONES)
    if node.colors or node.elements:
        yield "a selection by colours or elements"


def _target(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Target)
    if (node.least, node.most) != (1, 1):
        yield "a target that is not exactly one"


def _cost(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Cost)
    if node.sacrifice is not None:
        yield "a sacrifice as a cost"
    if not _PAY.match(node.pay):
        yield f"the cost {node.pay!r}"


def _activated(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Activated)
    yield from _among("the time", (node.timing,), ("", "build phase", *TIMES))
    yield from _targets(node.targets)


def _script(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Script)
    yield from _targets(node.targets)


def _triggered(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Triggered)
    yield from _targets(node.targets)
    for on in node.on:
        yield from _among("the event", (on.event,), EVENTS)
        if on.by is not None or (on.event != "step began" and (on.to or on.whose)):
            yield "a trigger with further conditions on its event"


def _targets(targets: tuple[nodes.Target, ...]) -> Iterator[str]:
    if len(targets) > _MOST_TARGETS:
        yield f"a sentence with {len(targets)} targets"


def _replacement(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Replacement)
    if node.on.event != "stunned" or node.when:
        yield f"a replacement of {node.on.event!r}"
    for do in node.instead:
        if not isinstance(do, nodes.Destroy | nodes.Points):
            yield f"{type(do).__name__} as a replacement"


def _keyword(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Keyword)
    yield from _among("the keyword", (node.name,), KEYWORDS)
    if node.name == "shift":
        yield from _among("shifting from", node.words, (words.HAND, words.KOED))


def _gives(node: Node) -> Iterator[str]:
    if isinstance(node, nodes.Get | nodes.Set):
        yield from _among("the value", (node.value,), tuple(NUMBERS))
    elif isinstance(node, nodes.Gain):
        yield from _among("to gain", node.keywords, _GAINED)
        yield from _among("to gain", node.types + node.colors, ())
    elif isinstance(node, nodes.Lose):
        yield from _among("to lose", node.keywords, _GAINED)
        yield from _among("to lose", node.types, ())
        if node.all_abilities:
            yield "to lose all powers"
    elif isinstance(node, nodes.Allow):
        yield from _among("to allow", (node.what,), ("equipment",))
    elif isinstance(node, nodes.Forbid):
        yield from _among("to forbid", (node.what,), FORBIDDEN)


def _change(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Change)
    yield from _among("a modifier until", (node.until,), ("attack", "turn", "game"))
    for give in node.gives:
        grants = isinstance(give, nodes.Gain) and give.abilities
        takes = isinstance(give, nodes.Lose) and give.all_kinds
        if isinstance(give, nodes.Allow) or grants or takes:
            yield "a modifier with an end that gives or takes more than values and words"


def _move(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Move)
    yield from _among("to move to", (node.to,), PLACES)
    yield from _among("to move to the", (node.at,), ("", "top", "bottom"))
    if node.under not in ("", "you") or node.closed:
        yield "to move something under another player or face down"


def _words_of(node: Node) -> Iterator[str]:
    """Effects whose words are few."""
    if isinstance(node, nodes.Control):
        yield from _among("a control until", (node.until,), ("game",))
    elif isinstance(node, nodes.SetState):
        yield from _among("to set the state", (node.state,), ("stunned", "exhausted"))
    elif isinstance(node, nodes.Points | Pay):
        yield from _among("points of", (node.kind,), (words.ENDURANCE, words.POINTS))
    elif isinstance(node, nodes.Shuffle):
        yield from _among("to shuffle the", (node.zone,), ("deck",))
    elif isinstance(node, nodes.Attach) and node.may:
        yield "to attach something or not"


_ASKED: dict[type[Node], Callable[[Node], Iterator[str]]] = {
    nodes.Select: _select,
    nodes.Target: _target,
    nodes.Cost: _cost,
    nodes.Activated: _activated,
    nodes.Script: _script,
    nodes.Triggered: _triggered,
    nodes.Replacement: _replacement,
    nodes.Keyword: _keyword,
    nodes.Change: _change,
    nodes.Move: _move,
    nodes.Get: _gives,
    nodes.Set: _gives,
    nodes.Gain: _gives,
    nodes.Lose: _gives,
    nodes.Allow: _gives,
    nodes.Forbid: _gives,
    nodes.Control: _words_of,
    nodes.SetState: _words_of,
    nodes.Points: _words_of,
    nodes.Shuffle: _words_of,
    nodes.Attach: _words_of,
    Pay: _words_of,
}
