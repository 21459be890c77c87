"""The questions that Magic asks besides actions, and their options."""

from __future__ import annotations

from cardlaw.kernel.choice import Choice, Number, OneOf, Permutation, Space
from cardlaw.kernel.happen import replace_space
from cardlaw.kernel.rulebook import ChoiceKind
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.attach import as_option
from cardlaw.rulebooks.magic.costs import mana_sources, pool_of
from cardlaw.rulebooks.magic.mana import parse_mana, payments
from cardlaw.rulebooks.magic.snow import for_cost


def _shuffle(state: State, choice: Choice) -> Space:
    return Permutation(state.zone("library", choice.args[0]))


def _may(state: State, choice: Choice) -> Space:
    return OneOf([("yes",), ("no",)])


def _hand(state: State, choice: Choice) -> Space:
    pool = choice.args[0] if choice.args else state.zone("hand", choice.player)
    return OneOf([(obj,) for obj in pool])


def _objects(state: State, choice: Choice) -> Space:
    return OneOf([(obj,) for obj in choice.args[0]])


def _hosts(state: State, choice: Choice) -> Space:
    return OneOf([as_option(who) for who in choice.args[1]])


def _some(state: State, choice: Choice) -> Space:
    return OneOf([*(as_option(who) for who in choice.args[0]), ()])


def _find(state: State, choice: Choice) -> Space:
    return OneOf([*((obj,) for obj in choice.args[0]), ()])


def _words(state: State, choice: Choice) -> Space:
    return OneOf([(word,) for word in choice.args])


def _order(state: State, choice: Choice) -> Space:
    return Permutation(choice.args[0])


def _chosen(state: State, choice: Choice) -> Space:
    return OneOf([(word,) for word in choice.args[1:]])


def _number(state: State, choice: Choice) -> Space:
    return Number(choice.args[0], choice.args[1])


def _modes(state: State, choice: Choice) -> Space:
    return OneOf([option[1:] for option in choice.args[1]])


def _assign(state: State, choice: Choice) -> Space:
    return Number(choice.args[2], choice.args[3])


def _triggers(state: State, choice: Choice) -> Space:
    return OneOf([(key, state.waiting[key].source.id) for key in choice.args])


def _unless(state: State, choice: Choice) -> Space:
    cost = parse_mana(choice.args[0])
    pool = for_cost(state, choice.player, cost, pool_of(state, choice.player))
    ways = payments(cost, pool, mana_sources(state, choice.player))
    return OneOf([*(("pay", *way) for way in ways), ("decline",)])


def _coin(state: State, choice: Choice) -> Space:
    return OneOf([("won",), ("lost",)])


def _host(rule: str) -> ChoiceKind:
    """To what something is attached."""
    phrase = "attach it to {host} | attach it to {who}"
    return ChoiceKind(rule, _hosts, fields=("obj:host", "player:who"), phrase=phrase)


def _put(rule: str, place: str) -> ChoiceKind:
    """Which of the cards that only the player sees go somewhere, one after another."""
    return ChoiceKind(
        rule,
        _some,
        public=False,
        open=False,
        fields=("obj:card", "player:who"),
        phrase=f"put {{card}} {place} | put no more {place}",
    )


CHOICES = {
    "random card": ChoiceKind("CR 701.9b", _objects, public=False, fields=("obj:card",)),
    "die": ChoiceKind("CR 706.1a", _number, fields=("num:result",), phrase="{result}"),
    "coin": ChoiceKind("CR 705.1", _coin, fields=("term:side",), phrase="{side}"),
    "shuffle": ChoiceKind("CR 701.24a", _shuffle, public=False, open=False),
    "chance": ChoiceKind(
        "CR 103.1", lambda state, choice: Number(0, 1), public=False, fields=("player:who",)
    ),
    "first player": ChoiceKind(
        "CR 103.1",
        lambda state, choice: Number(0, 1),
        fields=("player:who",),
        phrase="{who} begins",
    ),
    "mulligan": ChoiceKind(
        "CR 103.5",
        lambda state, choice: OneOf([("keep",), ("mulligan",)]),
        fields=("term:answer",),
        phrase="{answer}",
    ),
    "bottom": ChoiceKind(
        "CR 103.5",
        _hand,
        public=False,
        fields=("obj:card",),
        phrase="put {card} on the bottom",
    ),
    "may": ChoiceKind("CR 603.5", _may, fields=("term:answer",), phrase="{answer}"),
    "discard": ChoiceKind(
        "CR 701.9a", _hand, public=False, fields=("obj:card",), phrase="discard {card}"
    ),
    "legend": ChoiceKind("CR 704.5j", _objects, fields=("obj:kept",), phrase="keep {kept}"),
    "pick": ChoiceKind("CR 608.2d", _objects, fields=("obj:picked",), phrase="pick {picked}"),
    "bottom order": ChoiceKind("CR 608.2c", _order, public=False, open=False),
    "chosen": ChoiceKind("CR 614.12a", _chosen, fields=("name:choice",), phrase="choose {choice}"),
    "copy": ChoiceKind(
        "CR 614.12a", _find, fields=("obj:original",), phrase="copy {original} | copy nothing"
    ),
    "pick card": ChoiceKind(
        "CR 608.2d", _objects, public=False, fields=("obj:card",), phrase="pick {card}"
    ),
    "attack whom": ChoiceKind(
        "CR 508.4",
        _hosts,
        fields=("obj:target", "player:who"),
        phrase="it attacks {target} | it attacks {who}",
    ),
    "pick host": _host("CR 303.4f"),
    "pick bearer": _host("CR 608.2d"),
    "some": ChoiceKind(
        "CR 608.2d",
        _some,
        fields=("obj:chosen", "player:who"),
        phrase="choose {chosen} | choose {who} | choose no more",
    ),
    "some cards": ChoiceKind(
        "CR 608.2d",
        _some,
        public=False,
        fields=("obj:card", "player:who"),
        phrase="take {card} | take no more",
    ),
    "to the bottom": _put("CR 701.22a", "on the bottom"),
    "to the graveyard": _put("CR 701.25a", "into the graveyard"),
    "next card": ChoiceKind(
        "CR 608.2d",
        _objects,
        public=False,
        open=False,
        fields=("obj:card",),
        phrase="{card} comes next",
    ),
    "find": ChoiceKind(
        "CR 701.23a",
        _find,
        public=False,
        open=False,
        fields=("obj:card",),
        phrase="find {card} | find nothing",
    ),
    "tap or untap": ChoiceKind("CR 608.2d", _words, fields=("term:answer",), phrase="{answer}"),
    "color": ChoiceKind("CR 608.2d", _words, fields=("term:color",), phrase="choose {color}"),
    "word": ChoiceKind("CR 608.2d", _words, fields=("name:choice",), phrase="choose {choice}"),
    "mana": ChoiceKind("CR 608.2d", _words, fields=("name:mana",), phrase="add {mana}"),
    "number": ChoiceKind(
        "CR 601.2c", _number, fields=("num:number",), phrase="choose {number} targets"
    ),
    "target": ChoiceKind(
        "CR 603.3d",
        _hosts,
        fields=("obj:target", "player:who"),
        phrase="target {target} | target {who}",
    ),
    "mode of trigger": ChoiceKind(
        "CR 700.2b", _modes, fields=("num:mode",), phrase="choose {mode} | choose no more"
    ),
    "share": ChoiceKind("CR 601.2d", _number, fields=("num:number",), phrase="give {number}"),
    "assign": ChoiceKind("CR 510.1c", _assign, fields=("num:damage",), phrase="assign {damage}"),
    "unless": ChoiceKind(
        "CR 118.12a",
        _unless,
        fields=("term:answer", "*obj:sources"),
        phrase="{answer} with {sources} | {answer}",
    ),
    "replace": ChoiceKind(
        "CR 616.1", replace_space, fields=("term:effect", "name:of"), phrase="apply {effect} {of}"
    ),
    "trigger": ChoiceKind(
        "CR 603.3b",
        _triggers,
        fields=("ability:ability", "obj:source"),
        phrase="put {ability} of {source} on the stack | put {source} on the stack",
    ),
}
