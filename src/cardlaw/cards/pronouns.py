"""Targets and pronouns: what a text names once and then calls "it" (surface and data forms).

A text as it is read says ``{"target": {...}}`` where it says "target creature", and
``{"it": WORD}`` for pronouns. In card data targets stand in a list of the ability, and effects
name them. ``settled`` turns the first form into the second, ``spoken`` the second into the first.
"""

from __future__ import annotations

from typing import Any

TARGET, PRONOUN = "$target", "$it"
#: the names of the targets of an ability, in order
NAMES = ("target", "other", "third", "fourth", "fifth")


class NoAntecedent(ValueError):
    """A pronoun that stands for nothing."""


class _Settling:
    def __init__(self, ability: dict[str, Any]) -> None:
        self.targets: list[dict[str, Any]] = []
        self.last = "it" if ability.get("ability") == "triggered" else "self"

    def value(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if not isinstance(value, dict):
            return value
        if TARGET in value:
            return self.target(value)
        if PRONOUN in value:
            return self.pronoun(value)
        if "ability" in value:
            return settled(value)
        found = {key: self.value(item) for key, item in value.items()}
        if value.get("do") == "token":
            self.last = "created"
        return found

    def target(self, value: dict[str, Any]) -> Any:
        name = NAMES[len(self.targets)]
        spec = dict(value[TARGET])
        if name != "target":
            spec["name"] = name
        self.targets.append(spec)
        if spec["select"].get("who") == "player":
            return name
        self.last = name
        return {"who": name}

    def pronoun(self, value: dict[str, Any]) -> Any:
        if value[PRONOUN] == "player":
            return "that"
        return {"who": self.last}


def settled(ability: dict[str, Any]) -> dict[str, Any]:
    """An ability as data: its targets in a list, each pronoun as what it stands for."""
    work = _Settling(ability)
    found = {key: work.value(item) for key, item in ability.items()}
    if work.targets:
        found["targets"] = work.targets
    return found


class _Speaking:
    def __init__(self, ability: dict[str, Any]) -> None:
        self.targets = {t.get("name", "target"): t for t in ability.get("targets", ())}
        self.said: set[str] = set()
        self.last = "it" if ability.get("ability") == "triggered" else "self"

    def value(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, dict):
            return self.mapping(value)
        return value

    def mapping(self, value: dict[str, Any]) -> Any:
        if "ability" in value:
            return spoken(value)
        if list(value) == ["who"]:
            return self.who(value)
        found = {}
        for key, item in value.items():
            if key == "player" and item in self.targets and item not in self.said:
                self.said.add(item)
                found[key] = self.first(item)
            elif key == "player" and item == "that":
                found[key] = {PRONOUN: "player"}
            else:
                found[key] = self.value(item)
        if value.get("do") == "token":
            self.last = "created"
        return found

    def first(self, name: str) -> dict[str, Any]:
        spec = {key: item for key, item in self.targets[name].items() if key != "name"}
        return {TARGET: spec}

    def who(self, value: dict[str, Any]) -> Any:
        name = value["who"]
        if name in self.targets and name not in self.said:
            self.said.add(name)
            self.last = name
            return self.first(name)
        if name == self.last and name not in ("self", "it"):
            return {PRONOUN: "object"}
        if name == "it":
            return {PRONOUN: "object"}
        return value


def spoken(ability: dict[str, Any]) -> dict[str, Any]:
    """An ability as a text says it: targets where they are named first, pronouns after that."""
    work = _Speaking(ability)
    return {key: work.value(item) for key, item in ability.items() if key != "targets"}
