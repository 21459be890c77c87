"""Targets and pronouns: what a text names once and then calls "it" (surface and data forms).

A text as it is read says ``{"$target": {...}}`` where it says "target creature", and
``{"$it": WORD}`` for pronouns. In card data targets stand in a list of the ability, and effects
name them. ``settled`` turns the first form into the second, ``spoken`` the second into the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

TARGET, PRONOUN, BOTH, OTHER = "$target", "$it", "$both", "$other"
#: the names of the targets of an ability, in order
NAMES = ("target", "second", "third", "fourth", "fifth")
#: pronouns that are a part of a word: "attached to it", "its controller"
ROLES = {"word": "", "controller": "controller of ", "owner": "owner of "}
#: the player whom the source of a text enchants, by name
ENCHANTED = "enchanted player"
#: fields of effects that hold an ability which happens later
WITHIN = ("ability", "reflexive")
#: fields that say which player
_PLAYERS = ("player", "controller", "owner")


class Events(NamedTuple):
    """The words of a game's trigger conditions that decide what a pronoun stands for."""

    #: what happened is found again where it has gone only as what the event was about
    leaving: tuple[str, ...] = ()
    #: about two objects: "that creature" is the second one
    pairs: tuple[str, ...] = ()
    #: may be about a player: "that player"
    hurting: tuple[str, ...] = ()
    #: "it" is the second object, whoever the first is
    second: tuple[str, ...] = ()
    #: players that a text names by a word and may then call "that player"
    players: tuple[str, ...] = ()
    #: instructions that make something: their words, and how data calls what they make
    making: Mapping[str, str] = {"token": "created"}
    #: verbs after which "it" is what they did something to: the word for that
    naming: Mapping[str, str] = {}
    #: the names of the targets of an ability, in order
    targets: tuple[str, ...] = NAMES
    #: about a spell: "that spell"
    spells: tuple[str, ...] = ()


class NoAntecedent(ValueError):
    """A pronoun that stands for nothing, or for more than one thing."""


def _events(ability: dict[str, Any]) -> list[dict[str, Any]]:
    found: Any = ability.get("on", [])
    return [found] if isinstance(found, dict) else list(found)


def _own_word(ability: dict[str, Any], events: Events) -> str:
    """How card data calls the object that has the ability: in what happens as it leaves, "it"."""
    for on in _events(ability):
        if on["event"] in events.leaving and on.get("what", {"who": "self"}) == {"who": "self"}:
            return "it"
    return "self"


def _first(ability: dict[str, Any], events: Events) -> str:
    """What "it" is before anything else was named: what the event is about, or the card."""
    for on in _events(ability):
        if on["event"] in events.second or "what" in on and on["what"] != {"who": "self"}:
            return "it"
    if ability.get("affects") == {"who": "bearer"}:
        return "bearer"
    return _own_word(ability, events)


def _deals(value: Any) -> bool:
    return isinstance(value, dict) and value.get("do") == "damage" and "source" in value


class _Settling:
    def __init__(self, ability: dict[str, Any], events: Events) -> None:
        self.events = events
        self.targets: list[dict[str, Any]] = []
        #: how many names the text around this one has given away
        self.before = 0
        self.own = _own_word(ability, events)
        self.last = _first(ability, events)
        #: what was named last before the card itself: "that creature" is never the card
        self.other = ""
        #: what "the creature" is: a target, a token, or what the event was about
        self.subject = "" if self.last == self.own else self.last
        self.player = ""
        #: whether the event was about what the card is attached to
        self.of_bearer = any(on.get("what") == {"who": "bearer"} for on in _events(ability))
        self.pair = any(
            on["event"] in events.pairs
            or on["event"] in events.hurting
            and (on.get("to") == "creature" or "by" in on)
            for on in _events(ability)
        )
        self.spell = any(on["event"] in events.spells for on in _events(ability))
        for on in _events(ability):
            if on["event"] in events.hurting and on.get("to", "").startswith("player"):
                self.player = "that"
            elif on.get("whose", "") not in ("", "you", "opponent"):
                self.player = on["whose"]
                role, _, thing = on["whose"].rpartition(" of ")
                self.other = thing if role else self.other

    def value(self, value: Any) -> Any:
        if isinstance(value, list):
            return self.items(value)
        if not isinstance(value, dict):
            self.player = value if value == ENCHANTED else self.player
            return value
        if TARGET in value:
            return self.target(value)
        if PRONOUN in value:
            return self.pronoun(value)
        if BOTH in value:
            return {"who": " and ".join(self.value(part)["who"] for part in value[BOTH])}
        if value.get("do") == "modal":
            return {**value, "modes": [self.within(mode) for mode in value["modes"]]}
        if isinstance(value.get("ability"), str):
            return settled(value, self.events)
        if value in ({"who": "self"}, {"who": "bearer"}, {"who": "granter"}):
            return self.fixed(value["who"])
        if value.get("do") == "attach":
            return self.attaching(value)
        found = {
            key: self.within(item) if key in WITHIN and "do" in value else self.value(item)
            for key, item in value.items()
        }
        if found.pop(OTHER, False):
            found.update(self.others())
        if value.get("do") == "divide":
            found["target"] = found["target"]["who"]
        self.name(value)
        return found

    def fixed(self, word: str) -> dict[str, str]:
        """The card itself, its bearer or its granter: what is called "it" from then on."""
        if word == "self":
            self.other, word = self.that, self.own
        self.last = word
        return {"who": word}

    @property
    def that(self) -> str:
        """What "that creature" is."""
        return self.other if self.last == self.own and self.other else self.last

    def others(self) -> dict[str, Any]:
        """What "other" leaves out: what the text has named last, or else the card itself."""
        if self.last == self.own or self.last == "it" and not self.of_bearer:
            return {"except_self": True}
        return {"except_who": self.last}

    def name(self, value: dict[str, Any]) -> None:
        """What a text has named last, after a part of it that names something new."""
        made = self.events.making.get(value.get("do", ""))
        if made is not None and "attached_to" not in value:
            self.last = self.subject = made
        elif value.get("do") in self.events.naming:
            self.last = self.events.naming[value["do"]]
        elif value.get("who") == "one":
            self.last = "one"
        if value.get("player") in self.events.players:
            self.player = value["player"]

    def items(self, values: list[Any]) -> list[Any]:
        """A list; damage to one and damage to another are dealt by the same "it"."""
        found: list[Any] = []
        for number, item in enumerate(values):
            now = self.value(item)
            before = values[number - 1] if number else {}
            if _deals(item) and _deals(before) and item["source"] == before["source"]:
                now["source"] = found[-1]["source"]
            found.append(now)
        return found

    def attaching(self, value: dict[str, Any]) -> dict[str, Any]:
        """Attaching one thing to another: the second is never the first, whatever "it" is."""
        before = self.last
        found = {"do": value["do"], "what": self.value(value["what"])}
        if PRONOUN in value["to"]:
            self.last = before
        return {**found, "to": self.value(value["to"])}

    def within(self, ability: Any) -> Any:
        """An ability that happens later: what the text has named so far is still known."""
        inner = _Settling({}, self.events)
        inner.own, inner.last, inner.other = self.own, self.last, self.other
        inner.player, inner.subject, inner.of_bearer = self.player, self.subject, self.of_bearer
        inner.pair = self.pair and not self.targets
        inner.before = self.before + len(self.targets)
        return inner.ability(ability)

    def ability(self, ability: dict[str, Any]) -> dict[str, Any]:
        order = sorted(ability, key=lambda key: key != "when") if "on" in ability else ability
        settled_now = {
            key: ability[key] if key in ("on", "affects") else self.value(ability[key])
            for key in order
        }
        found = {key: settled_now[key] for key in ability}
        if self.targets:
            found["targets"] = self.targets
        return found

    def target(self, value: dict[str, Any]) -> Any:
        number = self.before + len(self.targets)
        if number >= len(self.events.targets):
            raise NoAntecedent("more targets than there are names for")
        name = self.events.targets[number]
        spec = dict(value[TARGET])
        if self.targets and spec["select"].get(OTHER):
            spec["select"] = {k: item for k, item in spec["select"].items() if k != OTHER}
            spec["another"] = True
        spec["select"] = self.value(spec["select"])
        if name != "target":
            spec["name"] = name
        self.targets.append(spec)
        if spec["select"].get("who") == "player":
            self.player = name
            return name
        self.last = self.subject = name
        return {"who": name}

    def pronoun(self, value: dict[str, Any]) -> Any:
        if value[PRONOUN] == "player":
            if not self.player:
                raise NoAntecedent("no player was named before 'that player'")
            return self.player
        if value[PRONOUN] == "subject":
            return {"who": self.subject or self.last}
        if value[PRONOUN] == "first":
            return {"who": NAMES[0] if self.targets else self.last}
        if value[PRONOUN] == "spell" and self.spell:
            return {"who": "it"}
        second = value[PRONOUN].startswith("that") and self.pair and not self.targets
        word = value[PRONOUN].removeprefix("that")
        last = self.last if word == value[PRONOUN] else "by" if second else self.that
        if word in ROLES:
            return ROLES[word] + last
        return {"who": last, **{key: item for key, item in value.items() if key != PRONOUN}}


def settled(ability: dict[str, Any], events: Events) -> dict[str, Any]:
    """An ability as data: its targets in a list, each pronoun as what it stands for."""
    return _Settling(ability, events).ability(ability)


#: fields that hold a part in the sentence
_WORDS_FOR_OBJECTS = ("player", "adjacent_to", "blocks", "blocked_by", "with_whom")


class _Speaking:
    def __init__(self, ability: dict[str, Any], events: Events) -> None:
        self.events = events
        self.targets = {t.get("name", "target"): t for t in ability.get("targets", ())}
        self.said: set[str] = set()
        self.own = _own_word(ability, events)

    def value(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, dict):
            return self.mapping(value)
        return value

    def mapping(self, value: dict[str, Any]) -> Any:
        if value.get("do") == "modal":
            return {**value, "modes": [self.within(mode) for mode in value["modes"]]}
        if isinstance(value.get("ability"), str):
            return spoken(value, self.events)
        if list(value) == ["who"]:
            return self.who(value)
        found: dict[str, Any] = {}
        for key, item in value.items():
            if key == "except_who" and str(item) != "granter":
                found[OTHER] = True
            elif key in (*_PLAYERS, "target") and isinstance(item, str) and item in self.targets:
                found[key] = self.first(item)
            elif key in _PLAYERS and item == "that":
                found[key] = {PRONOUN: "player"}
            elif key in _WORDS_FOR_OBJECTS:
                found[key] = self.role(item)
            elif key in WITHIN and "do" in value and isinstance(item, dict):
                found[key] = self.within(item)
            else:
                found[key] = self.value(item)
        return found

    def is_said(self, name: str) -> bool:
        """Whether a text says "it" or "that card" for a name."""
        known = (*self.events.making.values(), *self.events.naming.values())
        return name in ("it", "one", *known)

    def role(self, word: str) -> Any:
        """A word that holds the name of an object: "attached to it", "its controller"."""
        for role, prefix in ROLES.items():
            name = word.removeprefix(prefix)
            if (prefix or role == "word") and word.startswith(prefix):
                if name == "by":
                    return {PRONOUN: f"that{role}"}
                if name in self.targets or self.is_said(name):
                    return {PRONOUN: role}
        return word

    def within(self, ability: dict[str, Any]) -> dict[str, Any]:
        inner = _Speaking(ability, self.events)
        inner.said = self.said - set(inner.targets)
        inner.targets = {**self.targets, **inner.targets}
        inner.own = self.own
        return inner.ability(ability)

    def ability(self, ability: dict[str, Any]) -> dict[str, Any]:
        return {
            key: item if key in ("on", "affects") else self.value(item)
            for key, item in ability.items()
            if key != "targets"
        }

    def first(self, name: str) -> dict[str, Any]:
        if name in self.said:
            is_player = self.targets[name]["select"].get("who") == "player"
            return {PRONOUN: "player" if is_player else "object"}
        self.said.add(name)
        target = self.targets[name]
        spec = {key: self.value(item) for key, item in target.items() if key != "name"}
        if spec.pop("another", False):
            spec["select"] = {**spec["select"], OTHER: True}
        return {TARGET: spec}

    def who(self, value: dict[str, Any]) -> Any:
        name = value["who"]
        if name in self.targets:
            return self.first(name)
        if name == "it" and self.own == "it":
            return {"who": "self"}
        if name == "by":
            return {PRONOUN: "that"}
        if " and " in name:
            return {BOTH: [self.who({"who": word}) for word in name.split(" and ")]}
        if self.is_said(name):
            return {PRONOUN: "object"}
        return value


def spoken(ability: dict[str, Any], events: Events) -> dict[str, Any]:
    """An ability as a text says it: targets where they are named first, pronouns after that."""
    return _Speaking(ability, events).ability(ability)
