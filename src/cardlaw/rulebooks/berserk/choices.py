"""What players and Chance are asked besides actions, and the options for the doubts."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.kernel import pile
from cardlaw.kernel.choice import Choice, Number, OneOf, Permutation
from cardlaw.kernel.rulebook import ChoiceKind
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.preparation import staying_space, thirst_space
from cardlaw.rulebooks.berserk.rule_effects import free_cells
from cardlaw.rulebooks.berserk.words import DECK


def _listed(state: State, choice: Choice) -> OneOf:
    return OneOf([(obj,) for obj in choice.args])


def _words(rule: str, phrase: str, *options: str, field: str = "answer") -> ChoiceKind:
    """A question that one of some words answers, in a phrase with that field."""
    space = OneOf([(word,) for word in options])
    return ChoiceKind(rule, lambda state, choice: space, fields=(f"term:{field}",), phrase=phrase)


def _word_and_cards(rule: str, space: Callable[[State, Choice], OneOf]) -> ChoiceKind:
    """A question that a word answers, with or without cards after it."""
    fields = ("term:answer", "*obj:cards")
    return ChoiceKind(rule, space, fields=fields, phrase="{answer} {cards} | {answer}")


CHOICES = {
    "shuffle": ChoiceKind(
        "BE09 206.10",
        lambda state, choice: Permutation(state.zone(DECK, choice.args[0])),
        public=False,
        fields=("*obj:order",),
        open=False,
        phrase="{order}",
    ),
    "die": ChoiceKind(
        "BE09 216.5",
        lambda state, choice: Number(1, 6),
        public=False,
        fields=("num:roll",),
        phrase="{roll}",
    ),
    "order": _words("BE09 302.2", "go {place}", "first", "second", field="place"),
    "exchange": _words("BE09 216.7", "{answer} the exchange", "weaken", "keep"),
    "opening": _word_and_cards("BE09 310.2", staying_space),
    "thirst": _word_and_cards("BE09 414.1", thirst_space),
    "may": _words("BE09 405.3", "{answer}", "yes", "no"),
    "trigger": ChoiceKind(
        "BE09 215.4", pile.trigger_space, fields=("num:which",), phrase="trigger {which}"
    ),
    "card": ChoiceKind(
        "BE09 412.1", _listed, public=False, fields=("obj:card",), phrase="choose {card}"
    ),
    "target": ChoiceKind("BE09 412.1", _listed, fields=("obj:card",), phrase="choose {card}"),
    "cell": ChoiceKind(
        "BE09 412.1",
        lambda state, choice: OneOf([(cell,) for cell in choice.args[1]]),
        fields=("name:cell",),
        phrase="choose {cell}",
    ),
    "pick": ChoiceKind(
        "BE09 412.1",
        lambda state, choice: OneOf([*((obj,) for obj in choice.args), (-1,)]),
        public=False,
        fields=("obj:card",),
        phrase="choose {card} | choose nobody",
    ),
    "spot": ChoiceKind(
        "BE09 412.1",
        lambda state, choice: OneOf([*((cell,) for cell in choice.args[1]), ("",)]),
        fields=("name:cell",),
        phrase="choose {cell} | stay",
    ),
    "payer": ChoiceKind(
        "BE12 123.5", _listed, fields=("obj:card",), phrase="spend a token of {card}"
    ),
    "number": ChoiceKind(
        "BE09 416.2",
        lambda state, choice: Number(0, choice.args[1]),
        fields=("num:number",),
        phrase="choose {number}",
    ),
    "strength": ChoiceKind(
        "BE09 422.4",
        lambda state, choice: OneOf([(number,) for number in choice.args]),
        fields=("num:strength",),
        phrase="strength {strength}",
    ),
    "landing": ChoiceKind(
        "BE09 208.4",
        lambda state, choice: OneOf([(cell,) for cell in free_cells(state)]),
        fields=("name:cell",),
        phrase="land on {cell}",
    ),
}

OPTIONS = {
    "deaths": ("outside-the-stack", "on-the-stack"),
    "distance": ("diagonal", "orthogonal"),
    "payment": ("at-the-end", "on-announcing"),
    "gold": ("23", "24"),
    "silver": ("22",),
    "second-player": ("one-silver", "one-gold", "one-of-each", "nothing"),
    "single-element-gold": ("1", "0"),
    "further-element-gold": ("1",),
    "shots-at-neighbours": ("allowed", "forbidden"),
    "deal": ("15", "12", "20"),
    "staying-closed": ("at-will", "never"),
    "shared-cell": ("each-incorporeal", "who-came-later"),
    "returning-second": ("destroyed", "stays", "returns"),
    "stealth": ("until-turned-up", "first-turn"),
    "turning-up": ("with-priority", "own-main-phase"),
    "turn-limit": ("200", "50", "1000"),
}
