"""What a text asks of a card (chapters 200, 202, 206, 207): the rule on the word that it fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardlaw.cards.nodes import Condition, Count, Does, Select, ValueOf
from cardlaw.kernel.law import Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.nodes import Heal, Least, Playable, Sum
from cardlaw.rulebooks.berserk.select import Scene, amount, fits, holds, whose_turn
from cardlaw.rulebooks.berserk.words import ATTACKS

COST = "cost"
#: the rule on a word for how a card stands to another, and on a word for a state
_STANDING = {"opposite": "BE09 207.8", "behind": "BE09 207.9"}
_STATES = {
    "on top": "BE09 206.9",
    "top creature": "BE09 206.9",
    "wounded": "BE09 204.4",
    "in a first row": "BE09 207.3b",
    "in a second row": "BE09 207.3b",
    "in a third row": "BE09 207.3b",
}
#: what a text asks of any card
TARGETS = "BE09 412.1"


@cites("BE09 200.2a", "BE09 200.2b", "BE09 202.9", "BE09 204.4", "BE09 206.9", "BE09 207.3b")
def _asked(select: Select) -> Iterator[tuple[str, dict[str, Any]]]:
    """The words of a selector one by one, each with the rule that says what it means."""
    yield "BE09 200.2a", {"owner": select.owner}
    yield "BE09 200.2b", {"controller": select.controller}
    near = select.adjacent_to.rpartition(" ")[0]
    yield _STANDING.get(near, "BE09 207.7"), {"adjacent_to": select.adjacent_to}
    yield "BE09 202.9", {"elements": select.elements}
    for word in select.states:
        yield _STATES.get(word, TARGETS), {"states": (word,)}
    yield from _asked_of_cost(select)


@cites("BE09 202.3", "BE09 202.3b", "BE09 202.3c", "BE09 202.9")
def _asked_of_cost(select: Select) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a selector says of the cost: the same, a number alone, more or less than one."""
    if select.shares in (COST, "element"):
        rule = "BE09 202.3" if select.shares == COST else "BE09 202.9"
        yield rule, {"shares": select.shares, "with_whom": select.with_whom}
    if COST in select.values:
        least, most = select.values[COST]
        yield (
            "BE09 202.3b" if least == most else "BE09 202.3c",
            {"values": {COST: (least, most)}},
        )
    if COST in select.at_most:
        yield "BE09 202.3c", {"at_most": {COST: select.at_most[COST]}}


def rule_of_misfit(state: State, select: Select, obj: int, scene: Scene) -> str:
    """The rule on the first word of a selector that a card does not meet."""
    where = Select(who=select.who, zone=select.zone)
    if select.any_of or not fits(state, where, obj, scene):
        return TARGETS
    for rule, fields in _asked(select):
        part = Select(who=select.who, zone=select.zone, **fields)
        if any(fields.values()) and not fits(state, part, obj, scene):
            return rule
    return TARGETS


@cites("BE09 202.3b", "BE09 202.3c")
def colour_apart(select: Select, obj: int) -> Findings:
    """The grounds for a card fitting whatever the colour of its crystal."""
    for rule, _ in _asked_of_cost(select):
        if rule == "BE09 202.3b":
            yield Ground("cost-by-number", rule, (obj,))
        elif rule == "BE09 202.3c":
            yield Ground("cost-compared", rule, (obj,))


@cites("BE09 200.4", "BE09 404.8")
def rule_of_condition(state: State, conditions: tuple[Condition, ...], scene: Scene) -> str:
    """The rule on the first condition that does not hold: whose turn it is, or any other."""
    for condition in conditions:
        if not holds(state, (condition,), scene):
            return "BE09 200.4" if not whose_turn(state, condition, scene) else "BE09 404.8"
    return "BE09 404.8"


@cites("BE09 103.7")
def is_for_nothing(state: State, ability: Playable, scene: Scene) -> bool:
    """Whether the number of an ability that is no attack is zero, once its targets are named."""
    if ability.kind in ATTACKS or not ability.do:
        return False
    if ability.strength is not None and any(ability.strength):
        return False
    if len(scene.names) < len(ability.targets):
        return False
    return all(_is_nothing(state, do, scene) for do in ability.do)


def _is_nothing(state: State, do: Does, scene: Scene) -> bool:
    """Whether an effect is one of a number that is zero now."""
    number = getattr(do, "amount", None)
    if number is None or not _is_known(number):
        return False
    if isinstance(do, Heal) and number == 0:
        return False
    return amount(state, number, scene) == 0


def _is_known(number: object) -> bool:
    """Whether a quantity can be counted when an ability is announced."""
    if isinstance(number, int | Count):
        return True
    if isinstance(number, ValueOf):
        return number.what != "number"
    if isinstance(number, Least):
        return _is_known(number.one) and _is_known(number.other)
    return isinstance(number, Sum) and _is_known(number.one)
