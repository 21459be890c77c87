"""Targets (505, 508): what an effect's sentence wants, and every reason against a target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Does
from cardlaw.kernel.action import Act
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, breached
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PileItem, Ref
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import board_of
from cardlaw.rulebooks.vs.equip import may_attach
from cardlaw.rulebooks.vs.parts import Naming
from cardlaw.rulebooks.vs.powers import face_of, node_at
from cardlaw.rulebooks.vs.select import Sight, candidates, mismatches

Path = tuple[int, ...]
#: the targets that were chosen for one description, and for each of a sentence in order
Chosen = tuple[Ref, ...]
Groups = tuple[Chosen, ...]
#: the name of the part that asks for targets, before its number
_PART = "target"


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


def is_one(target: nodes.Target) -> bool:
    """Whether a description is of exactly one target."""
    return target.least == target.most == 1


class TargetPart(Naming):
    """The targets of one description of an effect, in the order of the sentence: a set."""

    rule = "VS 505"
    fields: tuple[str, ...] = ("*obj:target",)

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"{_PART}{number + 1}"
        begins = "and" if number else "targeting"
        self.phrase = f"{begins} {{target}} | {begins} nothing"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        """All single objects; for a description of several, sets too, up to one object too many."""
        yield from super().every(state, act)
        targets = sentence_of(state, act).targets
        if self.number >= len(targets) or is_one(targets[self.number]):
            return
        wanted = targets[self.number]
        if wanted.least == 0:
            yield (self.name,)
        pool = set(candidates(state, wanted.select, act.player))
        if wanted.select.types == (words.CHARACTER,) and wanted.select.zone in ("", "in play"):
            pool.update(words.all_characters(state))
        for size in range(2, wanted.most + 2):
            yield from ((self.name, *group) for group in combinations(sorted(pool), size))

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        sentence = sentence_of(state, act)
        if self.number >= len(sentence.targets):
            return []
        wanted = sentence.targets[self.number]
        if is_one(wanted):
            return [(self.name, obj) for obj in candidates(state, wanted.select, act.player)]
        earlier = groups_in(state, act.answers)
        found = sets_of_targets(state, sentence, self.number, earlier)
        return [(self.name, *group) for group in found]

    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        sentence = sentence_of(state, act)
        earlier = groups_in(state, act.answers) if act.answers else ()
        one = self.number < len(sentence.targets) and is_one(sentence.targets[self.number])
        if one and len(answer) == 2:
            return target_findings(state, sentence, self.number, answer[1], earlier)
        return group_findings(state, sentence, self.number, answer[1:], earlier)

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-target", "VS 505", (act.first[1],))


def groups_in(state: State, answers: Iterable[Option]) -> Groups:
    """The targets in the answers for an action, as they are now."""
    return tuple(
        tuple(state.ref(obj) for obj in answer[1:])
        for answer in answers
        if answer[0].startswith(_PART)
    )


def as_answers(groups: Sequence[Sequence[int]]) -> tuple[Option, ...]:
    """Chosen targets as the answers for the parts that ask for them."""
    return tuple((f"{_PART}{n + 1}", *group) for n, group in enumerate(groups))


def groups_of(item: PileItem, refs: Sequence[Ref]) -> Groups:
    """The targets of an item of the chain, those of each description together."""
    found: list[Chosen] = []
    at = 0
    for answer in item.answers:
        if answer[0].startswith(_PART):
            found.append(tuple(refs[at : at + len(answer) - 1]))
            at += len(answer) - 1
    return tuple(found)


@cites("VS 505")
def sets_of_targets(
    state: State, sentence: Sentence, number: int, earlier: Groups
) -> list[tuple[int, ...]]:
    """All sets of legal targets for one description, the small ones first."""
    wanted = sentence.targets[number]
    legal = sorted(
        obj
        for obj in candidates(state, wanted.select, sentence.sight.player)
        if not breached(target_findings(state, sentence, number, obj, earlier))
    )
    return [
        group
        for size in range(wanted.least, wanted.most + 1)
        for group in combinations(legal, size)
    ]


@cites("VS 505")
def group_findings(
    state: State, sentence: Sentence, number: int, group: Sequence[int], earlier: Groups
) -> Findings:
    """Every breach of a set of objects as the targets of one description."""
    if number >= len(sentence.targets):
        return
    wanted = sentence.targets[number]
    if not wanted.least <= len(group) <= wanted.most:
        values = (sentence.sight.source, len(group), wanted.least, wanted.most)
        yield Breach("number-of-targets", "VS 505", values)
    if list(group) != sorted(set(group)):
        yield Breach("target-twice", "VS 505", (group[0],))
        return
    for obj in group:
        yield from target_findings(state, sentence, number, obj, earlier)


@cites("VS 505", "VS 508", "VS 708.12")
def target_findings(
    state: State, sentence: Sentence, number: int, obj: int, earlier: Groups
) -> Findings:
    """Every breach of an object as a target, on announcing and again on resolving."""
    if number >= len(sentence.targets):
        return
    sight = sentence.sight
    for target, refs in zip(sentence.targets, earlier, strict=False):
        sight = sight.naming(target.name, refs)
    wanted = sentence.targets[number]
    if wanted.another and any(ref.id == obj for refs in earlier for ref in refs):
        yield Breach("target-twice", "VS 505", (obj,))
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


@cites("VS 508")
def still_legal(state: State, sentence: Sentence, groups: Groups) -> list[tuple[str, Chosen]]:
    """The targets of a resolving effect that are legal, by the name of their description."""
    found = []
    for number, refs in enumerate(groups[: len(sentence.targets)]):
        legal = tuple(
            ref
            for ref in refs
            if state.is_current(ref)
            and not any(target_findings(state, sentence, number, ref.id, groups[:number]))
        )
        if legal:
            found.append((sentence.targets[number].name, legal))
    return found
