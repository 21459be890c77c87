"""Which card texts can be played: everything else is refused when a card is read (chapter 5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Node
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.nodes import (
    Boost,
    Choose,
    CopyPowers,
    Cosmic,
    EndGame,
    Identify,
    Pay,
    ToPlay,
)
from cardlaw.rulebooks.vs.occasions import (
    BEFORE,
    INSTEAD,
    OF_OBJECTS,
    OF_PLAYERS,
    REPLACEABLE,
    SETTING,
    TIMES,
    WAYS,
)
from cardlaw.rulebooks.vs.select import EFFECT_OF, ZONES
from cardlaw.rulebooks.vs.traits import NUMBERS
from cardlaw.rulebooks.vs.unexecuted import unread

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
    "dual loyalty",
    "evasion",
    "insanity",
    "invulnerability",
    "loyalty",
    "loyalty-reveal",
    "ongoing",
    "press",
    "reservist",
    "shift",
    "substitute",
    "terraform",
    "transferable",
)
#: keywords that are powers, so that boost and cosmic may give them
_POWERS = ("evasion", "invulnerability", "transferable")
FORBIDDEN = (
    "attack",
    "attack directly",
    "be attacked",
    "be equipped",
    "be powered up",
    "be reinforced",
    "be stunned",
    "ready",
    "reinforce",
)
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
    *EFFECT_OF,
)
_PAY = re.compile(r"^(activate bearer|\d+ endurance|\d+ resource points)?$")
_MOST_TARGETS = 3


def unplayed(text: tuple[nodes.Ability, ...]) -> str:
    """The first thing in a text that this version cannot carry out; empty if there is none."""
    for node in nodes.walk(text):
        for problem in unread(node):
            return problem
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
    yield from _among("the zone", (node.zone,), (*ZONES, words.CHAIN))
    if node.colors or node.elements:
        yield "a selection by colours or elements"


def _target(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Target)
    if not 0 <= node.least <= node.most <= _MOST_TARGETS or not node.most:
        yield f"a number of targets from {node.least} to {node.most}"


def _cost(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Cost)
    for toll in node.also:
        if toll.do != "exhaust" or toll.amount != 1 or toll.what.who or len(node.also) > 1:
            yield f"to pay by {toll.do!r}"
    if not _PAY.match(node.pay):
        yield f"the cost {node.pay!r}"


def _during(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.During)
    yield from _among("the time", (node.step,), tuple(TIMES))


def _activated(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Activated)
    yield from _among("the time", (node.timing,), ("", *TIMES))
    yield from _targets(node.targets)


def _to_play(node: Node) -> Iterator[str]:
    """A plot twist is paid for with what else there is, not with itself."""
    assert isinstance(node, ToPlay)
    cost = node.cost
    itself = [s for s in (cost.stun, cost.sacrifice) if s is not None and s.who == "self"]
    if cost.exhaust or cost.remove_counters or cost.pay == "activate bearer" or itself:
        yield "a plot twist that pays with itself"


def _script(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Script)
    yield from _targets(node.targets)


def _triggered(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Triggered)
    yield from _targets(node.targets)
    for on in node.on:
        yield from _among("the event", (on.event,), ("step began", *OF_OBJECTS, *OF_PLAYERS))
        ends = {"step began": tuple(words.STEPS), "entered play": WAYS}.get(on.event, ())
        yield from _among("an event that ends with", (on.to,), ("", *ends))
        whose = on.whose and on.event != "step began" and on.event not in OF_PLAYERS
        if on.by is not None or on.given or whose:
            yield "a trigger with further conditions on its event"
        if on.event in BEFORE:
            yield from _gone(on.what)


def _gone(what: nodes.Select) -> Iterator[str]:
    """What an event took away is known by what it was, not by where and how it stood."""
    yield from _among("what was before in the state", what.states + what.not_states, ())
    yield from _among("what was before in the", (what.zone,), ("", "in play"))
    if what.equipped is not None or what.adjacent_to or what.owner:
        yield "what was before beside, equipped or owned"
    for part in what.any_of:
        yield from _gone(part)


def _targets(targets: tuple[nodes.Target, ...]) -> Iterator[str]:
    if len(targets) > _MOST_TARGETS:
        yield f"a sentence with {len(targets)} targets"


def _replacement(node: Node) -> Iterator[str]:
    assert isinstance(node, nodes.Replacement)
    if node.on.event not in REPLACEABLE or node.when:
        yield f"a replacement of {node.on.event!r}"
    for do in node.instead:
        if isinstance(do, nodes.Points):
            continue
        if isinstance(do, nodes.Move):
            yield from _among("instead to move to", (do.to,), ("hand", words.KOED, words.REMOVED))
        elif isinstance(do, nodes.SetState):
            yield from _among("instead to set", (do.state if do.on else "off",), INSTEAD)
        elif not isinstance(do, nodes.Destroy):
            yield f"{type(do).__name__} as a replacement"
            continue
        if do.what.who not in ("self", "it"):
            yield "a replacement that is about something else"


def _static(node: Node) -> Iterator[str]:
    """A power over cards in hand changes what they cost, and nothing else."""
    assert isinstance(node, nodes.Static)
    if node.affects.zone in ("", "in play"):
        return
    costs = all(isinstance(give, nodes.Get) and give.value == "cost" for give in node.gives)
    if node.affects.zone != words.HAND or not costs:
        yield f"a continuous power over the {node.affects.zone}"


def _gated(node: Node) -> Iterator[str]:
    """Boost and cosmic give powers: abilities that do something by themselves."""
    assert isinstance(node, Boost | Cosmic)
    kinds = (nodes.Static, nodes.Triggered, nodes.Activated, nodes.Replacement)
    for power in node.powers:
        if isinstance(power, nodes.Keyword):
            yield from _among("as a power the keyword", (power.name,), _POWERS)
        elif not isinstance(power, kinds):
            yield f"{type(power).__name__} inside boost or cosmic"


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
        if isinstance(give, nodes.Allow | Identify) or grants or takes:
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
        yield from _among("a control until", (node.until,), ("game", "turn"))
    elif isinstance(node, nodes.SetState):
        yield from _among("to set the state", (node.state,), tuple(SETTING))
        if not SETTING.get(node.state, ("", ""))[0 if node.on else 1]:
            yield f"to turn the state {node.state!r} that way"
    elif isinstance(node, CopyPowers):
        yield from _among("copied powers until", (node.until,), ("attack", "turn", "game"))
    elif isinstance(node, EndGame):
        yield from _among("an end of the game that is to", (node.result,), ("win", "lose"))
    elif isinstance(node, nodes.Points | Pay):
        yield from _among("points of", (node.kind,), (words.ENDURANCE, words.POINTS))
    elif isinstance(node, nodes.Shuffle):
        yield from _among("to shuffle the", (node.zone,), ("deck",))
    elif isinstance(node, Choose):
        yield from _among("a choice by", (node.player,), ("you", "opponent", "chance"))
    elif isinstance(node, nodes.Attach) and node.may:
        yield "to attach something or not"


_ASKED: dict[type[Node], Callable[[Node], Iterator[str]]] = {
    nodes.Select: _select,
    nodes.Target: _target,
    nodes.Cost: _cost,
    nodes.During: _during,
    nodes.Activated: _activated,
    nodes.Script: _script,
    ToPlay: _to_play,
    nodes.Static: _static,
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
    Choose: _words_of,
    CopyPowers: _words_of,
    EndGame: _words_of,
    Boost: _gated,
    Cosmic: _gated,
}
