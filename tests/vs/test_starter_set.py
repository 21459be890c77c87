"""The starter set: large enough, and two of its cards at least use each word of card data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cardlaw.cards import nodes
from cardlaw.cards.nodes import walk
from cardlaw.rulebooks.vs import OWN, Face
from cardlaw.rulebooks.vs.nodes import VOCABULARY, Boost, Cosmic, TeamUp
from cardlaw.rulebooks.vs.occasions import INSTEAD, REPLACEABLE, SETTING
from cardlaw.rulebooks.vs.playable import FORBIDDEN, KEYWORDS, PLACES, TIMES
from cardlaw.rulebooks.vs.select import EFFECT_OF

TEAMS = ("Harbor Watch", "Lantern Street")
#: keywords that card data say without the keyword's node
AS_POWERS = ("ally", "backup", "leader", "vengeance", "boost", "cosmic", "cosmic-surge", "team-up")
NUMBERS_OF_TARGETS = ("up to a number of targets", "several targets", "another target")
ICONS = ("flight", "range", "concealed yes", "concealed optional", "willpower", "nonunique")
VERSIONS = ("Army", "Unique")
COSTS = ("pay", "exhaust", "sacrifice", "stun", "remove_counters", "discard", "also")


def kinds_of_type(kind: str) -> list[Face]:
    return [face for face in OWN.values() if face.type == kind]


def test_it_has_a_hundred_and_twenty_cards_of_every_sort() -> None:
    assert len(OWN) >= 120
    sizes = {"character": 60, "equipment": 20, "plot twist": 30, "location": 12}
    for kind, least in sizes.items():
        assert len(kinds_of_type(kind)) >= least
    teams = Counter(face.affiliations for face in kinds_of_type("character"))
    assert min(teams[(team,)] for team in TEAMS) >= 20
    assert teams[()] >= 10 and teams[TEAMS] >= 2
    costs = Counter(face.cost for face in kinds_of_type("character"))
    assert set(range(1, 10)) <= costs.keys()


def words_of(face: Face) -> Iterator[str]:
    """The keywords, icons and words of card data that a card uses."""
    for icon in ("flight", "range", "willpower", "nonunique"):
        if getattr(face, icon):
            yield icon
    if face.concealed:
        yield f"concealed {face.concealed}"
    if face.version in VERSIONS:
        yield face.version
    for node in walk(face.text):
        yield from words_of_node(node)


def words_of_node(node: nodes.Node) -> list[str]:
    tag = node.__struct_config__.tag
    found = [] if tag is None else [f"node {tag}"]
    for kind, words in WORDS.items():
        if isinstance(node, kind):
            found += words(node)
    return [word for word in found if word]


def of_select(node: nodes.Select) -> list[str]:
    leads = "leader" if node.adjacent_to == "self" else ""
    return [leads, *(f"chain {word}" for word in node.states if word in EFFECT_OF)]


def of_triggered(node: nodes.Triggered) -> list[str]:
    if node.text:
        return [node.text]
    itself = {on.event for on in node.on if on.what.who == "self"}
    every = {on.event for on in node.on if on.what.who != "self"}
    return [
        "ally" if "powered up" in every else "",
        "vengeance" if "stunned" in itself else "",
    ]


def of_activated(node: nodes.Activated) -> list[str]:
    time = "backup" if node.timing == "build phase" else f"time {node.timing}"
    return [node.text, time if node.timing else ""]


def of_cost(node: nodes.Cost) -> list[str]:
    return [f"cost {word}" for word in COSTS if getattr(node, word)]


def of_target(node: nodes.Target) -> list[str]:
    return [
        "up to a number of targets" if not node.least else "",
        "several targets" if node.least > 1 else "",
        "another target" if node.another else "",
    ]


def of_replacement(node: nodes.Replacement) -> list[str]:
    sets = [do.state for do in node.instead if isinstance(do, nodes.SetState)]
    return [f"instead of {node.on.event}", *(f"instead {state}" for state in sets)]


WORDS: dict[type[nodes.Node], Callable[[Any], list[str]]] = {
    nodes.Keyword: lambda node: [node.name],
    nodes.Select: of_select,
    nodes.Triggered: of_triggered,
    nodes.Activated: of_activated,
    nodes.Cost: of_cost,
    nodes.Replacement: of_replacement,
    nodes.Target: of_target,
    nodes.SetState: lambda node: [f"state {node.state} {'on' if node.on else 'off'}"],
    nodes.Move: lambda node: [f"to {node.to}"],
    nodes.Forbid: lambda node: [f"forbid {node.what}"],
    Cosmic: lambda node: ["cosmic-surge" if node.surge else "cosmic"],
    Boost: lambda node: ["boost"],
    TeamUp: lambda node: ["team-up"],
}


def wanted() -> list[str]:
    """Everything that the rulebook knows of, by the word under which a card is counted."""
    found = [*KEYWORDS, *AS_POWERS, *ICONS, *VERSIONS, *NUMBERS_OF_TARGETS]
    for known in VOCABULARY.nodes.values():
        found += [f"node {tag}" for tag in known]
    found += [f"time {word}" for word in TIMES if word != "build phase"]
    found += [f"chain {word}" for word in EFFECT_OF]
    found += [f"instead of {word}" for word in REPLACEABLE]
    found += [f"instead {word}" for word in INSTEAD]
    found += [f"to {word}" for word in PLACES]
    found += [f"forbid {word}" for word in FORBIDDEN]
    found += [f"cost {word}" for word in COSTS]
    for word, (begins, ends) in SETTING.items():
        found += [f"state {word} on"] if begins else []
        found += [f"state {word} off"] if ends else []
    return list(dict.fromkeys(found))


USES = Counter(word for face in OWN.values() for word in set(words_of(face)))


@pytest.mark.parametrize("word", wanted())
def test_two_cards_use_it(word: str) -> None:
    assert USES[word] >= 2
