"""Targets (505, 508): what an effect's sentence wants, and every reason against a target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Does
from cardlaw.kernel.action import Act
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import board_of
from cardlaw.rulebooks.vs.equip import may_attach
from cardlaw.rulebooks.vs.parts import Naming
from cardlaw.rulebooks.vs.powers import face_of, node_at
from cardlaw.rulebooks.vs.select import Sight, candidates, mismatches

Path = tuple[int, ...]


class Sentence(NamedTuple):
    """What an effect says: its targets, what it does, where it stands, who plays it."""

    targets: tuple[nodes.Target, ...]
    do: tuple[Does, ...]
    sight: Sight


NOTHING = Sentence((), (), Sight(-1, -1))


def sentence_of(state: State, act: Act) -> Sentence:
    """The sentence that an action would put on the chain; an empty one for an impossible one."""
    obj = act.first[1]
    if act.first[0] == "play":
        if not words.knows(state, act.player, obj):
            return NOTHING
        found = face_of(state, obj).script
        if found is None:
            return NOTHING
        return Sentence(found[1].targets, found[1].do, Sight(obj, act.player))
    node = power_node(state, act.first)
    if node is None:
        return NOTHING
    return Sentence(node.targets, node.do, Sight(obj, act.player))


def power_node(state: State, first: Option) -> nodes.Activated | None:
    """The payment power that an option names, whether it works now or not."""
    _, obj, path = first
    face = state.faces[path[0]]
    if path[1] >= len(face.text):
        return None
    if path[0] != state.card[obj]:
        powers = board_of(state).activated.get(obj, ())
        if not any(power.path == tuple(path) for power in powers):
            return None
    node = node_at(state, tuple(path))
    return node if isinstance(node, nodes.Activated) else None


def cost_of(state: State, act: Act) -> nodes.Cost:
    """What an action costs, as far as its text says; nothing for an unknown card."""
    if act.first[0] == "play":
        known = words.knows(state, act.player, act.first[1])
        return face_of(state, act.first[1]).play_cost if known else nodes.Cost()
    node = power_node(state, act.first)
    return nodes.Cost() if node is None else node.cost


class TargetPart(Naming):
    """One of the targets of an effect, in the order of the sentence."""

    rule = "VS 505"

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"target{number + 1}"
        self.phrase = "targeting {target}" if number == 0 else "and {target}"

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        targets = sentence_of(state, act).targets
        if self.number >= len(targets):
            return []
        select = targets[self.number].select
        return [(self.name, obj) for obj in candidates(state, select, act.player)]

    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        sentence = sentence_of(state, act)
        chosen = tuple(state.ref(a[1]) for a in act.answers if a[0].startswith("target"))
        return target_findings(state, sentence, self.number, answer[1], chosen)

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-target", "VS 505", (act.first[1],))


@cites("VS 505", "VS 508", "VS 708.12")
def target_findings(
    state: State, sentence: Sentence, number: int, obj: int, earlier: tuple[Ref, ...]
) -> Findings:
    """Every breach of an object as a target, on announcing and again on resolving."""
    if number >= len(sentence.targets):
        return
    sight = sentence.sight
    for target, ref in zip(sentence.targets, earlier, strict=False):
        sight = sight.naming(target.name, (ref,))
    wanted = sentence.targets[number]
    found = list(mismatches(state, wanted.select, obj, sight, "VS 505"))
    yield from found
    if not any(breach.code in ("target-elsewhere", "target-of-another-type") for breach in found):
        codes = {breach.code for breach in found}
        for breach in _bearing(state, sentence, wanted.name, obj, sight):
            if _SAME.get(breach.code) not in codes:
                yield breach


#: a breach as a bearer that a breach of the sentence's own words has already told
_SAME = {
    "bearer-full": "target-equipped",
    "bearer-not-yours": "target-of-another-player",
    "bearer-stunned": "target-in-state",
    "bearer-hidden": "target-not-in-state",
}


def _bearing(
    state: State, sentence: Sentence, name: str, obj: int, sight: Sight
) -> Iterator[Breach]:
    """The breaches of a target as a bearer, if the sentence attaches an equipment to it."""
    for do in sentence.do:
        if isinstance(do, nodes.Attach) and do.to.who == name:
            equipment = _equipment(state, do.what.who, sight)
            if equipment is not None:
                for finding in may_attach(state, equipment, obj, sight.player):
                    if isinstance(finding, Breach):
                        yield finding


def _equipment(state: State, who: str, sight: Sight) -> int | None:
    obj = sight.source if who == "self" else None
    refs = sight.refs(who)
    if refs:
        obj = refs[0].id
    if obj is None or obj < 0 or face_of(state, obj).type != words.EQUIPMENT:
        return None
    return obj


TARGETS = (TargetPart(0), TargetPart(1), TargetPart(2))


def still_legal(
    state: State, sentence: Sentence, targets: tuple[Ref, ...]
) -> list[tuple[str, Ref]]:
    """The targets of a resolving effect that are legal, with their names."""
    found = []
    refs = tuple(Ref(*value) for value in targets)
    for number, ref in enumerate(refs):
        if not state.is_current(ref) or number >= len(sentence.targets):
            continue
        if not any(target_findings(state, sentence, number, ref.id, refs[:number])):
            found.append((sentence.targets[number].name, ref))
    return found
