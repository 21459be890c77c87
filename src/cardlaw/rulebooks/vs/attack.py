"""Attacks (6, 407, 507): proposing, the check, powering up, reinforcing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import combinations

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.formation import occupant
from cardlaw.rulebooks.vs.select import traits_of

#: a player cannot name more attackers than this at once; no board of the game holds more
MOST = 8


class Aim(Enum):
    """What is attacked."""

    CHARACTER = 1
    PLAYER = 2


AIMS = {"attack": Aim.CHARACTER, "attack directly": Aim.PLAYER}


def stage(state: State) -> int:
    """The stage of the attack that is going on; 0 without one."""
    return state.turn.get("attack", 0)


def attackers(state: State) -> tuple[int, ...]:
    """The proposed attackers, or those that are in the attack."""
    return state.lists.get("attackers", ())


def defender(state: State) -> int | None:
    """The proposed or real defender; None in a direct attack and when it is gone."""
    ids = state.lists.get("defender", ())
    return ids[0] if ids else None


@cites("VS 6", "VS 701.12")
def may_attack(state: State, obj: int, player: int, aim: Aim) -> Findings:
    """Every breach of a character as an attacker."""
    if not words.in_area(state, obj):
        yield Breach("attacker-not-a-character", "VS 6", (obj,))
        return
    if state.controller[obj] != player:
        yield Breach("not-yours", "VS 6", (obj,))
    if words.has(state, obj, words.STUNNED):
        yield Breach("attacker-stunned", "VS 701.12", (obj,))
    elif words.has(state, obj, words.EXHAUSTED):
        yield Breach("attacker-exhausted", "VS 6", (obj,))
    traits = traits_of(state, obj)
    if state.place[obj][0] == words.SUPPORT and not traits.range:
        yield Breach("attacker-without-range", "VS 6", (obj,))
    if aim is Aim.PLAYER and "attack directly" in traits.forbidden:
        yield Breach("ruled-out", "VS 103", (obj, "attack directly"))
    if "attack" in traits.forbidden:
        yield Breach("attack-forbidden", "VS 103", (obj,))


@cites("VS 6", "VS 701.12")
def protector(state: State, obj: int) -> int | None:
    """The character in front that protects this one from attackers without flight."""
    zone, player = state.where[obj]
    row, column = state.place[obj]
    if row != words.SUPPORT or words.has(state, obj, words.STUNNED):
        return None
    word = "front row" if zone == words.VISIBLE else "hidden front row"
    front = occupant(state, player, word, column)
    if front is None or words.has(state, front, words.STUNNED):
        return None
    return front


@cites("VS 6", "VS 701.17", "VS 701.12")
def may_defend(state: State, obj: int, player: int) -> Findings:
    """Every breach of a character as a proposed defender, whoever attacks it."""
    if not words.in_area(state, obj):
        yield Breach("defender-not-a-character", "VS 6", (obj,))
        return
    if state.controller[obj] == player:
        yield Breach("defender-not-opposing", "VS 6", (obj,))
    if words.has(state, obj, words.STUNNED):
        yield Breach("defender-stunned", "VS 701.12", (obj,))
    if state.where[obj][0] == words.HIDDEN:
        yield Breach("defender-hidden", "VS 701.17", (obj,))
    if "be attacked" in traits_of(state, obj).forbidden:
        yield Breach("ruled-out", "VS 103", (obj, "be attacked"))


@cites("VS 6")
def may_be_struck(state: State, who: int, player: int) -> Findings:
    """The breach of attacking a player directly."""
    if who == player:
        yield Breach("player-not-opposing", "VS 6", (who,))
        return
    for obj in state.zone(words.VISIBLE, who):
        if not words.has(state, obj, words.STUNNED):
            yield Breach("direct-attack-barred", "VS 6", (who, obj))
            return


@cites("VS 6")
def may_attack_together(state: State, team: Sequence[int]) -> Findings:
    """The breach of a team attack of characters that share no affiliation."""
    if len(team) < 2:
        return
    shared = [
        kind
        for kind in traits_of(state, team[0]).affiliations
        if all(kind in traits_of(state, obj).affiliations for obj in team[1:])
    ]
    if not shared:
        yield Breach("no-shared-affiliation", "VS 6", (team[0], team[-1]))


@cites("VS 6")
def may_pass_protector(state: State, team: Sequence[int], target: int) -> Findings:
    """The breach of attacking a protected character without flight."""
    front = protector(state, target)
    if front is not None:
        for obj in team:
            if not traits_of(state, obj).flight:
                yield Breach("defender-protected", "VS 6", (target, front, obj))
                return


class Attackers(Part):
    """The characters that attack, in the order of their age."""

    name = "with"
    rule = "VS 407"
    phrase = "with {attackers}"
    fields: tuple[str, ...] = ("*obj:attackers",)

    def every(self, state: State, act: Act) -> Iterable[Option]:
        """All single objects and all sets of the player's characters."""
        for obj in sorted(state.where):
            yield ("with", obj)
        mine = sorted(words.characters(state, act.player))
        for size in range(2, len(mine) + 1):
            for team in combinations(mine, size):
                yield ("with", *team)

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        ready = [
            obj
            for obj in words.characters(state, act.player)
            if not any(may_attack(state, obj, act.player, AIMS[act.first[0]]))
        ]
        yield from (("with", obj) for obj in ready)
        yield from (("with", *team) for team in teams(state, sorted(ready)))

    @cites("VS 6")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        team = answer[1:]
        if not team:
            yield Breach("nobody-attacks", "VS 6")
            return
        if list(team) != sorted(set(team)):
            yield Breach("attacker-twice", "VS 6", (team[0],))
            return
        fit = True
        for obj in team:
            for breach in may_attack(state, obj, act.player, AIMS[act.first[0]]):
                fit = fit and breach.code != "attacker-not-a-character"
                yield breach
        if fit:
            yield from may_attack_together(state, team)
            target = act.first[1]
            if act.first[0] == "attack" and words.in_area(state, target):
                yield from may_pass_protector(state, team, target)

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nobody-attacks", "VS 6")


def teams(state: State, ready: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All sets of two or more characters that share an affiliation, each once, in order."""
    kinds: dict[str, list[int]] = {}
    for obj in ready:
        for kind in traits_of(state, obj).affiliations:
            kinds.setdefault(kind, []).append(obj)
    found = {
        team
        for members in kinds.values()
        for size in range(2, min(len(members), MOST) + 1)
        for team in combinations(members, size)
    }
    return iter(sorted(found, key=lambda team: (len(team), team)))


ATTACKERS = Attackers()


@cites("VS 407")
def may_propose(state: State, player: int) -> Findings:
    """Every breach of proposing an attack at all now."""
    if words.step(state) != words.ATTACK or words.primary(state) != player:
        yield Breach("not-your-attack-step", "VS 407")
    elif stage(state):
        yield Breach("attack-going-on", "VS 407")
    if pile.items(state):
        yield Breach("chain-not-empty", "VS 407")


class _Proposal(Shape):
    """What both kinds of attack share."""

    rules: tuple[str, ...] = ("VS 407", "VS 6")
    parts: tuple[Part, ...] = (ATTACKERS,)

    @cites("VS 407", "VS 6")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        verb, target = act.first
        team = act.answers[0][1:]
        kind = "proposed an attack" if verb == "attack" else "proposed a direct attack"
        event = state.event(kind, "VS 407", (cause,), act.player, target, *team)
        state.set_list("attackers", team)
        state.set_list("defender", (target,) if verb == "attack" else ())
        state.set_list("attack cause", (event,))
        state.put(TURN, "attack", words.PROPOSED)
        state.put(TURN, "struck", target + 1 if verb == "attack directly" else None)
        pile.give_priority(state, act.player)
        yield from ()


class Attack(_Proposal):
    """Proposing an attack on a character."""

    verb = "attack"
    phrase = "attack {defender}"
    fields: tuple[str, ...] = ("obj:defender",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("attack", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if any(may_propose(state, player)):
            return []
        return [("attack", obj) for obj in state.zone(words.VISIBLE, 1 - player)]

    def findings(self, state: State, act: Act) -> Findings:
        yield from may_propose(state, act.player)
        yield from may_defend(state, act.first[1], act.player)


class Strike(_Proposal):
    """Proposing a direct attack on a player."""

    verb = "attack directly"
    phrase = "attack {who} directly | attack {who}"
    fields: tuple[str, ...] = ("player:who",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [(self.verb, 0), (self.verb, 1)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        return [] if any(may_propose(state, player)) else [(self.verb, 1 - player)]

    def findings(self, state: State, act: Act) -> Findings:
        yield from may_propose(state, act.player)
        yield from may_be_struck(state, act.first[1], act.player)


@cites("VS 6", "VS 407")
def still_attacking(state: State) -> list[int]:
    """The proposed attackers that are legal when the attack is checked."""
    player = words.primary(state)
    target = defender(state)
    struck = state.turn.get("struck")
    if struck is not None:
        if any(may_be_struck(state, struck - 1, player)):
            return []
    elif target is None or any(may_defend(state, target, player)):
        return []
    aim = Aim.CHARACTER if struck is None else Aim.PLAYER
    team = [obj for obj in attackers(state) if not any(may_attack(state, obj, player, aim))]
    if target is not None:
        team = [obj for obj in team if not any(may_pass_protector(state, [obj], target))]
    return [] if any(may_attack_together(state, team)) else team
