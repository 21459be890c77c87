"""What is asked while announcing, part by part: from modes to payment (CR 601.2b to 601.2h)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards.nodes import Forbid, Select, Static
from cardlaw.kernel.action import Act, Part
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.announce import Announcement
from cardlaw.rulebooks.magic.attach import as_option, from_option
from cardlaw.rulebooks.magic.board import fits
from cardlaw.rulebooks.magic.costs import purse
from cardlaw.rulebooks.magic.dependency import part_word
from cardlaw.rulebooks.magic.giving import (
    MOST_X,
    AnnouncedPart,
    ChooseEither,
    ChooseExtra,
    ChooseSplice,
    ChooseToll,
    ChooseWay,
)
from cardlaw.rulebooks.magic.mana import cost_text, payments
from cardlaw.rulebooks.magic.modes import Division, is_open, mode_options, numbers_of
from cardlaw.rulebooks.magic.special import together
from cardlaw.rulebooks.magic.targets import Aim, candidates, legal_candidates, may_target
from cardlaw.rulebooks.magic.tolls import can_pay_own, has_life, is_chosen, may_give


class ChooseMode(AnnouncedPart):
    """A mode, one after another as they are written; without a number: no more of them."""

    name = "mode"
    rule = "CR 700.2"
    phrase = "choosing {mode} | choosing no more"
    fields: tuple[str, ...] = ("num:mode",)
    automatic = "done"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        modal = self.look(state, act).modal
        return [*(("mode", n) for n in range(1, len(modal.modes) + 1)), ("mode",)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        modal = self.look(state, act).modal
        return mode_options(modal, self._chosen(act), numbers_of(modal, act.answers)[0])

    def _chosen(self, act: Act) -> list[int]:
        return [a[1] for a in act.answers if a[0] == "mode" and len(a) > 1]

    @rules("CR 700.2", "CR 700.2a", "CR 700.2d", "CR 601.2b")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        modal, chosen = self.look(state, act).modal, self._chosen(act)
        least = numbers_of(modal, act.answers)[0]
        if answer in mode_options(modal, chosen, least):
            return
        if len(answer) < 2:
            yield Breach("too-few-modes", "CR 700.2", (least,))
        elif not 0 < answer[1] <= len(modal.modes):
            yield Breach("no-such-mode", "CR 700.2", (answer[1],))
        elif answer[1] in chosen:
            yield Breach("mode-chosen-twice", "CR 700.2d", (answer[1],))
        else:
            yield Breach("modes-out-of-order", "CR 601.2b", (answer[1],))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-legal-target", "CR 700.2a", (act.first[1],))


class ChooseLife(AnnouncedPart):
    """How many Phyrexian symbols of one kind are paid with life."""

    name = "phyrexian"
    rule = "CR 107.4f"
    phrase = "with life for {number}"
    fields: tuple[str, ...] = ("num:number",)
    automatic = "first"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("phyrexian", n) for n in range(self._number(state, act) + 1)]

    def _number(self, state: State, act: Act) -> int:
        found = self.look(state, act)
        cost = found.printed_cost()
        return cost.hybrid.count(cost.phyrexian[len(found.in_life())])

    @rules("CR 107.4f", "CR 119.4", "CR 601.2b")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        found = self.look(state, act)
        if not 0 <= answer[1] <= self._number(state, act):
            yield Breach("too-many-symbols", "CR 107.4f", (answer[1],))
        if answer[1]:
            life = 2 * (sum(found.in_life()) + answer[1]) + found.life_in_all(state)
            yield from has_life(state, act.player, life)

    def none_legal(self, state: State, act: Act) -> Breach:
        return self.look(state, act).too_dear(state)


class ChooseX(AnnouncedPart):
    """The value of X."""

    name = "x"
    rule = "CR 107.3a"
    phrase = "with X {number}"
    fields: tuple[str, ...] = ("num:number",)

    @rules("CR 107.3a", "CR 601.2b")
    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("x", n) for n in range(MOST_X + 1)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        found = self.look(state, act)
        most = MOST_X
        if found.printed_cost().x and not found.helps and not found.may_cost_less(state):
            most = min(most, purse(state, act.player, together(found.special(state))).total)
        return [("x", n) for n in range(most + 1)]

    @rules("CR 107.3a", "CR 118.3")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if not 0 <= answer[1] <= MOST_X:
            yield Breach("x-out-of-range", "CR 107.3a", (answer[1],))
            return
        found = self.look(state, act.plus(answer))
        for toll in found.tolls:
            if isinstance(toll.amount, int):
                continue
            if not is_chosen(toll):
                yield from can_pay_own(state, toll, act.player, found.scope)
            elif len(may_give(state, toll, act.player, found.scope)) < answer[1]:
                yield Breach("nothing-for-the-cost", "CR 118.3", (act.first[1],))
        yield from has_life(state, act.player, found.life_in_all(state))

    def none_legal(self, state: State, act: Act) -> Breach:
        return self.look(state, act).too_dear(state)


class CountTargets(AnnouncedPart):
    """How many targets, where the text lets the player choose."""

    name = "count"
    rule = "CR 601.2c"
    phrase = "with {number} targets"
    fields: tuple[str, ...] = ("num:number",)

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("count", n) for n in range(self._most(state, act) + 2)]

    def _number(self, act: Act, found: Announcement) -> int:
        """The number of the instance that is asked about."""
        done = sum(a[0] == "count" for a in act.answers)
        variable = [n for n, (target, _) in enumerate(found.instances) if is_open(target)]
        asked: int = variable[min(done, len(variable) - 1)]
        return asked

    def _most(self, state: State, act: Act) -> int:
        found = self.look(state, act)
        number = self._number(act, found)
        most = int(found.instances[number].target.most)
        return len(candidates(state, found.aim(number))) if most < 0 else most

    @rules("CR 601.2c", "CR 601.2d", "CR 115.3")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        found = self.look(state, act)
        number = self._number(act, found)
        target, most = found.instances[number].target, self._most(state, act)
        if not target.least <= answer[1] <= most:
            yield Breach("wrong-number-of-targets", "CR 601.2c", (target.least, most))
            return
        if len(legal_candidates(state, found.aim(number))) < answer[1]:
            yield Breach("no-legal-target", "CR 601.2c", (act.first[1],))
            return
        after = self.look(state, act.plus(answer))
        share = after.division(state)
        if share is not None and len(share.places) > max(share.total, 0):
            yield Breach("too-little-to-divide", "CR 601.2d", (share.total, len(share.places)))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-legal-target", "CR 601.2c", (act.first[1],))


class ChooseTarget(AnnouncedPart):
    """A target."""

    name = "target"
    rule = "CR 601.2c"
    fields: tuple[str, ...] = ("obj:target", "player:who")

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
        yield from own_restrictions(state, found, who)
        yield from _grounds(found, aim, who)
        for slot, other in zip(slots, chosen, strict=False):
            if slot == slots[at] and other == who:
                yield Breach("same-target-twice", "CR 115.3", as_option(who))
            elif aim.target.another and other == who:
                yield Breach("target-not-another", "CR 601.2c", as_option(who))

    def completes_all(self, state: State, act: Act) -> bool:
        found = self.look(state, act)
        return found.lacks_only_a_target(state) and found.payable(state)

    def none_legal(self, state: State, act: Act) -> Breach:
        found = self.look(state, act)
        rule = "CR 700.2a" if found.modes else found.rule
        return Breach("no-legal-target", rule, (act.first[1],))


class DivideShare(AnnouncedPart):
    """What one of several targets gets of what is divided; the last one gets what is left."""

    name = "divide"
    rule = "CR 601.2d"
    phrase = "giving {number}"
    fields: tuple[str, ...] = ("num:number",)

    def _division(self, state: State, act: Act) -> Division:
        found = self.look(state, act).division(state)
        assert found is not None
        return found

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("divide", n) for n in range(self._division(state, act).total + 1)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return self._division(state, act).options(self.look(state, act).divided())

    @rules("CR 601.2d")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if answer not in list(self.domain(state, act)):
            left = self._division(state, act).left(self.look(state, act).divided())
            yield Breach("wrong-share", "CR 601.2d", (answer[1], left))

    def none_legal(self, state: State, act: Act) -> Breach:
        share = self._division(state, act)
        return Breach("too-little-to-divide", "CR 601.2d", (share.total, len(share.places)))


@rules("CR 101.2", "CR 601.2c")
def own_restrictions(state: State, found: Announcement, who: int) -> Findings:
    """The breaches of what a spell's own text says of its targets while it is cast."""
    if not found.spell or who < 0:
        return
    for skill in found.char.face.own_skills:
        for gives in skill.node.gives if isinstance(skill.node, Static) else ():
            if not isinstance(gives, Forbid) or part_word(gives) != "forbid be chosen as target":
                continue
            if fits(state, state.board(), gives.select or Select(), who, found.scope):
                yield Breach("target-forbidden", "CR 101.2", (who,))


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


class Pay(AnnouncedPart):
    """Which permanents are tapped for mana; the pool is used first."""

    name = "pay"
    rule = "CR 601.2h"
    phrase = "paying with {sources}"
    fields: tuple[str, ...] = ("*obj:sources",)
    exact = True
    automatic = "first"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return self._ways(state, act, short=True)

    def fillable(self, state: State, act: Act) -> bool | None:
        return self.look(state, act).payable(state)

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return self._ways(state, act, short=False)

    def _ways(self, state: State, act: Act, short: bool) -> Iterable[Option]:
        found = self.look(state, act)
        sources = found.sources(state)
        pool = found.pool(state)
        for way in payments(found.cost(state), pool, sources, short):
            yield ("pay", *way)

    @rules("CR 601.2g", "CR 601.2h", "CR 118.3")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        found = self.look(state, act)
        cost = found.cost(state)
        sources = {s.obj: s for s in found.sources(state)}
        chosen = answer[1:]
        strange = [obj for obj in chosen if obj not in sources]
        for obj in strange:
            yield Breach("no-mana-source", "CR 605.3a", (obj,))
        if len(set(chosen)) < len(chosen):
            yield Breach("tapped-twice", "CR 107.5", (chosen[0],))
        elif not strange:
            pool = found.pool(state)
            known = [sources[obj] for obj in chosen]
            ways = set(payments(cost, pool, known))
            if not ways:
                yield found.too_dear(state)
            elif not any(sorted(way) == sorted(chosen) for way in ways):
                yield Breach("too-much-mana", found.pay_rule, (found.obj, cost_text(cost)))

    def none_legal(self, state: State, act: Act) -> Breach:
        return self.look(state, act).too_dear(state)


#: the parts that ask for objects to be given: name, word of a line, name of the field
GIVING = (
    ("sacrifice", "sacrificing", "sacrifice"),
    ("discard", "discarding", "card"),
    ("tapping", "tapping", "thing"),
    ("exiling", "exiling", "card"),
    ("returning", "returning", "thing"),
)


class Parts:
    """The parts of one kind of action, in the order in which they are asked."""

    def __init__(self, aiming: str) -> None:
        self.way = ChooseWay()
        self.either = ChooseEither()
        self.extra = ChooseExtra()
        self.splice = ChooseSplice()
        self.mode = ChooseMode()
        self.x = ChooseX()
        self.phyrexian = ChooseLife()
        self.count = CountTargets()
        self.target = ChooseTarget(aiming)
        self.divide = DivideShare()
        self.toll = {
            name: ChooseToll(name, f"{word} {{{field}}}", f"obj:{field}")
            for name, word, field in GIVING
        }
        self.pay = Pay()

    def all(self) -> tuple[Part, ...]:
        """The parts in that order."""
        return (
            self.way,
            self.either,
            self.extra,
            self.splice,
            self.mode,
            self.x,
            self.phyrexian,
            self.count,
            self.target,
            self.divide,
            *self.toll.values(),
            self.pay,
        )
