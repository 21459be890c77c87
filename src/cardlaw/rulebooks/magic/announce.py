"""Announcing spells and abilities: their parts from X to payment (CR 601.2, 602.2)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards.nodes import Activated, Script, Select, Target
from cardlaw.kernel.action import Act, Part
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.attach import as_option, from_option
from cardlaw.rulebooks.magic.board import Char, Held, Scope, char_of
from cardlaw.rulebooks.magic.costs import (
    affordable,
    mana_sources,
    pool_of,
    purse,
    reduced,
    sacrifices,
)
from cardlaw.rulebooks.magic.face import Skill, printed
from cardlaw.rulebooks.magic.mana import ManaCost, cost_text, payments
from cardlaw.rulebooks.magic.nodes import CostLess
from cardlaw.rulebooks.magic.targets import Aim, candidates, may_target

MOST_X = 20


class Announcement:
    """What a spell or ability asks while it is announced: its text, source, player, answers."""

    __slots__ = (
        "act",
        "blank",
        "char",
        "obj",
        "path",
        "player",
        "scope",
        "skill",
        "spell",
        "targets",
    )

    def __init__(
        self, state: State, act: Act, obj: int, held: Held | None, spell: bool, blank: bool = False
    ) -> None:
        #: an object that the player can't announce: nothing of its face is read
        self.blank = blank
        self.act = act
        self.obj = obj
        self.player = act.player
        self.spell = spell
        self.char: Char = char_of(state, obj)
        self.skill: Skill | None = held.skill if held is not None else None
        self.path = held.path if held is not None else (state.card[obj],)
        self.scope = Scope(Ref(obj, state.born.get(obj, 0)), act.player)
        self.scope.answers = act.answers
        node = self.skill.node if self.skill is not None else None
        self.targets: tuple[Target, ...] = ()
        if isinstance(node, Activated | Script):
            self.targets = node.targets
        if spell and not blank and "Aura" in self.char.subtypes:
            selects = printed(state, obj).compiled.enchants
            self.targets = tuple(Target(select=s) for s in selects[:1])

    @property
    def rule(self) -> str:
        """The rule that says what may be targeted."""
        if self.spell:
            return "CR 303.4a" if "Aura" in self.char.subtypes else "CR 601.2c"
        skill = self.skill
        return skill.rule if skill is not None and skill.keyword else "CR 602.2b"

    def aim(self, number: int) -> Aim:
        """The instance of the word target with a number."""
        quality = self.skill.quality if self.skill is not None else None
        return Aim(self.targets[number], self.scope, self.char, self.rule, quality)

    def chosen(self) -> list[int]:
        """The targets answered so far."""
        return [from_option(*a[1:3]) for a in self.act.answers if a[0] == "target"]

    def slots(self) -> list[int]:
        """For each target to be chosen, the number of its instance of the word."""
        if not self.targets:
            return []
        numbers = [a[1] for a in self.act.answers if a[0] == "count"]
        result = []
        for index, target in enumerate(self.targets):
            wanted = target.most
            if target.least < target.most:
                wanted = numbers.pop(0) if numbers else 0
            result.extend([index] * wanted)
        return result

    def printed_cost(self) -> ManaCost:
        """The cost before anything changes it."""
        if self.blank:
            return ManaCost()
        if self.spell:
            return self.char.face.mana
        return self.skill.cost if self.skill is not None else ManaCost()

    @rules("CR 601.2f", "CR 107.3a")
    def cost(self, state: State) -> ManaCost:
        """The total mana cost, with X and the targets chosen so far."""
        given = self.act.given("x")
        cost = self.printed_cost().with_x(given[1] if given is not None else 0)
        skill = None if self.spell else self.skill
        return reduced(state, cost, skill, self.obj, self.player, tuple(self.chosen()))

    def busy(self) -> tuple[int, ...]:
        """Permanents that other costs already use, so that they can't be tapped for mana."""
        found = [a[1] for a in self.act.answers if a[0] == "sacrifice"]
        node = self.skill.node if self.skill is not None else None
        if not self.spell and isinstance(node, Activated):
            sacrifice = node.cost.sacrifice
            if node.cost.exhaust or sacrifice is not None and sacrifice.who == "self":
                found.append(self.obj)
        return tuple(found)

    def part(self, state: State, parts: Parts) -> Part | None:
        """The part that is asked next."""
        names = [answer[0] for answer in self.act.answers]
        if self.printed_cost().x and "x" not in names:
            return parts.x
        variable = sum(t.least < t.most for t in self.targets)
        if names.count("count") < variable:
            return parts.count
        if names.count("target") < len(self.slots()):
            return parts.target
        node = self.skill.node if self.skill is not None else None
        if not self.spell and isinstance(node, Activated):
            select = node.cost.sacrifice
            if select is not None and select.who != "self" and "sacrifice" not in names:
                return parts.sacrifice
            if node.cost.discard is not None and "discard" not in names:
                return parts.discard
        if "pay" not in names and self.cost(state).value:
            return parts.pay
        return None


@rules("CR 601.2h", "CR 118.3")
def enough_mana(state: State, found: Announcement) -> Findings:
    """The breach of a cost that can't be paid whatever is chosen; asked where no target matters."""
    parts = state.board().parts.get("cost", ())
    if any(isinstance(p.gives, CostLess) and p.gives.target is not None for p in parts):
        return
    cost = found.cost(state)
    if cost.value and affordable(state, cost, found.player, found.busy()) is None:
        yield Breach("not-enough-mana", "CR 601.2h", (found.obj, cost_text(cost)))


class AnnouncedPart(Part):
    """A part of announcing. ``look`` finds the announcement of an action."""

    def look(self, state: State, act: Act) -> Announcement:
        shape = state.book.by_verb[act.first[0]]
        found: Announcement = shape.announcement(state, act)  # type: ignore[attr-defined]
        return found


class ChooseX(AnnouncedPart):
    """The value of X."""

    name = "x"
    rule = "CR 107.3a"
    phrase = "with X {number}"
    fields = ("num:number",)

    @rules("CR 107.3a", "CR 601.2b")
    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("x", n) for n in range(MOST_X + 1)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        most = purse(state, act.player).total
        return [("x", n) for n in range(min(most, MOST_X) + 1)]

    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if not 0 <= answer[1] <= MOST_X:
            yield Breach("x-out-of-range", "CR 107.3a", (answer[1],))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("not-enough-mana", "CR 601.2h", (act.first[1],))


class CountTargets(AnnouncedPart):
    """How many targets, where the text lets the player choose."""

    name = "count"
    rule = "CR 601.2c"
    phrase = "with {number} targets"
    fields = ("num:number",)

    def every(self, state: State, act: Act) -> Iterable[Option]:
        target = self._target(state, act)
        return [("count", n) for n in range(target.most + 2)]

    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        target = self._target(state, act)
        if not target.least <= answer[1] <= target.most:
            yield Breach("wrong-number-of-targets", "CR 601.2c", (target.least, target.most))

    def _target(self, state: State, act: Act) -> Target:
        found = self.look(state, act)
        done = sum(a[0] == "count" for a in act.answers)
        variable: list[Target] = [t for t in found.targets if t.least < t.most]
        target: Target = variable[min(done, len(variable) - 1)]
        return target

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-legal-target", "CR 601.2c", (act.first[1],))


class ChooseTarget(AnnouncedPart):
    """A target."""

    name = "target"
    rule = "CR 601.2c"
    fields = ("obj:target", "player:who")

    def __init__(self, word: str) -> None:
        self.phrase = f"{word} {{target}} | {word} {{who}}"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("target", *as_option(who)) for who in (-1, -2, *sorted(state.where))]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        found = candidates(state, self._aim(state, act))
        return [("target", *as_option(who)) for who in found]

    def _aim(self, state: State, act: Act) -> Aim:
        found = self.look(state, act)
        slots = found.slots()
        return found.aim(slots[min(len(found.chosen()), len(slots) - 1)])

    @rules("CR 601.2c", "CR 115.3", "CR 115.1", "CR 115.1e")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        found = self.look(state, act)
        slots, chosen = found.slots(), found.chosen()
        at = min(len(chosen), len(slots) - 1)
        who = from_option(answer[1], answer[2])
        aim = found.aim(slots[at])
        yield from may_target(state, aim, who)
        yield from _grounds(found, aim, who)
        for slot, other in zip(slots, chosen, strict=False):
            if slot == slots[at] and other == who:
                yield Breach("same-target-twice", "CR 115.3", as_option(who))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-legal-target", self.look(state, act).rule, (act.first[1],))


@rules("CR 301.5", "CR 301.6", "CR 702.6c")
def _grounds(found: Announcement, aim: Aim, who: int) -> Findings:
    """What speaks for a target of equip and fortify."""
    word = found.skill.keyword if found.skill is not None else ""
    if word == "equip" and found.skill is not None and found.skill.rule == "CR 702.6a":
        yield Ground("creature-can-be-equipped", "CR 301.5", (who,))
    elif word == "fortify":
        yield Ground("land-can-be-fortified", "CR 301.6", (who,))
    if aim.quality is not None:
        yield Ground("has-the-quality", "CR 702.6c", (who,))


class ChooseSacrifice(AnnouncedPart):
    """What is sacrificed for the cost."""

    name = "sacrifice"
    rule = "CR 602.1a"
    phrase = "sacrificing {sacrifice}"
    fields = ("obj:sacrifice",)

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("sacrifice", obj) for obj in sorted(state.where)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        select = self._select(state, act)
        return [("sacrifice", o) for o in sacrifices(state, select, act.first[1], act.player)]

    def _select(self, state: State, act: Act) -> Select:
        skill = self.look(state, act).skill
        assert skill is not None and isinstance(skill.node, Activated)
        return skill.node.cost.sacrifice or Select()

    @rules("CR 701.21a", "CR 118.3")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj = answer[1]
        char = char_of(state, obj)
        if obj not in state.board().field:
            yield Breach("sacrifice-no-permanent", "CR 701.21a", (obj,))
        elif char.controller != act.player:
            yield Breach("sacrifice-not-yours", "CR 701.21a", (obj,))
        elif obj not in sacrifices(state, self._select(state, act), act.first[1], act.player):
            yield Breach("sacrifice-wrong-kind", "CR 118.3", (obj,))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nothing-to-sacrifice", "CR 118.3", (act.first[1],))


class ChooseDiscard(AnnouncedPart):
    """What is discarded for the cost."""

    name = "discard"
    rule = "CR 602.1a"
    phrase = "discarding {card}"
    fields = ("obj:card",)
    public = False

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("discard", obj) for obj in sorted(state.where)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return [("discard", obj) for obj in state.zone("hand", act.player)]

    @rules("CR 701.9a")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if state.where[answer[1]] != ("hand", act.player):
            yield Breach("discard-not-in-hand", "CR 701.9a", (answer[1],))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nothing-to-discard", "CR 118.3", (act.first[1],))


class Pay(AnnouncedPart):
    """Which permanents are tapped for mana; the pool is used first."""

    name = "pay"
    rule = "CR 601.2h"
    phrase = "paying with {sources}"
    fields = ("*obj:sources",)
    exact = True
    automatic = "first"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return self._ways(state, act, short=True)

    def fillable(self, state: State, act: Act) -> bool | None:
        found = self.look(state, act)
        return affordable(state, found.cost(state), act.player, found.busy()) is not None

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return self._ways(state, act, short=False)

    def _ways(self, state: State, act: Act, short: bool) -> Iterable[Option]:
        found = self.look(state, act)
        sources = mana_sources(state, act.player, found.busy())
        pool = pool_of(state, act.player)
        for way in payments(found.cost(state), pool, sources, short):
            yield ("pay", *way)

    @rules("CR 601.2g", "CR 601.2h", "CR 118.3")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        found = self.look(state, act)
        cost = found.cost(state)
        sources = {s.obj: s for s in mana_sources(state, act.player, found.busy())}
        chosen = answer[1:]
        strange = [obj for obj in chosen if obj not in sources]
        for obj in strange:
            yield Breach("no-mana-source", "CR 605.3a", (obj,))
        if len(set(chosen)) < len(chosen):
            yield Breach("tapped-twice", "CR 107.5", (chosen[0],))
        elif not strange:
            pool = pool_of(state, act.player)
            known = [sources[obj] for obj in chosen]
            ways = set(payments(cost, pool, known))
            if not ways:
                yield Breach("not-enough-mana", "CR 601.2h", (act.first[1], cost_text(cost)))
            elif not any(sorted(way) == sorted(chosen) for way in ways):
                yield Breach("too-much-mana", "CR 601.2h", (act.first[1], cost_text(cost)))

    def none_legal(self, state: State, act: Act) -> Breach:
        cost = self.look(state, act).cost(state)
        return Breach("not-enough-mana", "CR 601.2h", (act.first[1], cost_text(cost)))


class Parts:
    """The parts of one kind of action, in the order in which they are asked."""

    def __init__(self, aiming: str) -> None:
        self.x = ChooseX()
        self.count = CountTargets()
        self.target = ChooseTarget(aiming)
        self.sacrifice = ChooseSacrifice()
        self.discard = ChooseDiscard()
        self.pay = Pay()

    def all(self) -> tuple[Part, ...]:
        return (self.x, self.count, self.target, self.sacrifice, self.discard, self.pay)
