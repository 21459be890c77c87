"""What players and Chance are asked besides actions, and the options for the doubts."""

from __future__ import annotations

from cardlaw.kernel import pile
from cardlaw.kernel.choice import Choice, Number, OneOf, Permutation
from cardlaw.kernel.rulebook import ChoiceKind
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.preparation import staying_space, thirst_space
from cardlaw.rulebooks.berserk.rule_effects import free_cells
from cardlaw.rulebooks.berserk.words import DECK


def _listed(state: State, choice: Choice) -> OneOf:
    return OneOf([(obj,) for obj in choice.args])


def _words(*options: str) -> OneOf:
    return OneOf([(word,) for word in options])


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
    "order": ChoiceKind(
        "BE09 302.2",
        lambda state, choice: _words("first", "second"),
        fields=("term:place",),
        phrase="go {place}",
    ),
    "exchange": ChoiceKind(
        "BE09 216.7",
        lambda state, choice: _words("weaken", "keep"),
        fields=("term:answer",),
        phrase="{answer} the exchange",
    ),
    "opening": ChoiceKind(
        "BE09 310.2",
        staying_space,
        fields=("term:answer", "*obj:cards"),
        phrase="{answer} {cards} | {answer}",
    ),
    "thirst": ChoiceKind(
        "BE09 414.1",
        thirst_space,
        fields=("term:answer", "*obj:cards"),
        phrase="{answer} {cards} | {answer}",
    ),
    "may": ChoiceKind(
        "BE09 405.3",
        lambda state, choice: _words("yes", "no"),
        fields=("term:answer",),
        phrase="{answer}",
    ),
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
    "turn-limit": ("200", "50", "1000"),
}
