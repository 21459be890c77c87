"""Announcing spells and abilities: what is asked, in which order (CR 601.2, 602.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlaw.cards.nodes import Activated, Target, Toll
from cardlaw.kernel.action import Act, Part
from cardlaw.kernel.law import Breach, Findings, rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.attach import from_option
from cardlaw.rulebooks.magic.bestow import CREATURE, cast_bestowed
from cardlaw.rulebooks.magic.board import Char, Held, Scope, char_of
from cardlaw.rulebooks.magic.costs import (
    affordable,
    helping_sources,
    mana_sources,
    pool_of,
    purse,
    reduced,
)
from cardlaw.rulebooks.magic.face import Skill, printed
from cardlaw.rulebooks.magic.face_down import cast_down, number_of
from cardlaw.rulebooks.magic.granter import note_granter
from cardlaw.rulebooks.magic.mana import HELPS, ManaCost, Pool, Source, both_pools, cost_text
from cardlaw.rulebooks.magic.modes import (
    Division,
    Instance,
    chosen_modes,
    division,
    instances_of,
    is_open,
    modes_are_open,
    slots_of,
)
from cardlaw.rulebooks.magic.nodes import CostLess, Modal
from cardlaw.rulebooks.magic.permission import ways_for
from cardlaw.rulebooks.magic.prices import Way
from cardlaw.rulebooks.magic.seeming import seeming
from cardlaw.rulebooks.magic.snow import for_cost
from cardlaw.rulebooks.magic.special import fitting, together
from cardlaw.rulebooks.magic.splice import instances_added, splicable, texts_added
from cardlaw.rulebooks.magic.targets import Aim
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.tolls import CHOSEN, asks_x, given_for, life_for
from cardlaw.rulebooks.magic.ways import chosen_ways, total_mana, with_is_open

if TYPE_CHECKING:
    from cardlaw.rulebooks.magic.asking import Parts

#: costs by which an object leaves the battlefield
GONE_BY = ("sacrifice", "return", "exile")


class Announcement:
    """What a spell or ability asks while it is announced: its text, source, player, answers."""

    __slots__ = (
        "_cost",
        "_slots",
        "act",
        "blank",
        "char",
        "down",
        "instances",
        "modes",
        "obj",
        "path",
        "player",
        "scope",
        "seems",
        "skill",
        "spell",
        "tolls",
        "ways",
    )

    def __init__(
        self, state: State, act: Act, obj: int, held: Held | None, spell: bool, blank: bool = False
    ) -> None:
        #: an object that the player can't announce: nothing of its face is read
        self.blank = blank
        #: the total cost, where only the answers change it, and the slots, once asked
        self._cost: ManaCost | None = None
        self._slots: list[int] | None = None
        self.act = act
        self.obj = obj
        self.player = act.player
        self.spell = spell
        self.char: Char = char_of(state, obj)
        self.skill: Skill | None = held.skill if held is not None else None
        self.path = held.path if held is not None else (state.card[obj],)
        self.scope = Scope(state.ref(obj), act.player)
        self.scope.answers = act.answers
        if held is not None:
            note_granter(state, self.scope, held)
        skill = self.skill
        #: the modes chosen so far, in the order in which they are followed
        self.modes = chosen_modes(skill.modal, act.answers) if skill is not None else []
        #: the instances of the word target that are known so far
        self.instances: tuple[Instance, ...] = instances_of(
            skill.node if skill is not None else None, self.modes, act.answers
        )
        #: the alternative and additional costs of a spell that are to be paid
        self.ways: list[Way] = []
        self.tolls: tuple[Toll, ...] = ()
        if not spell:
            self.tolls = skill.tolls if skill is not None else ()
        elif not blank and (act.answers or self.char.face.compiled.casting):
            self.ways = chosen_ways(self.char.face, act.answers)
            added = texts_added(state, act.answers)
            self.ways = [*self.ways, *(text.way for text in added)]
            self.instances = (*self.instances, *instances_added(added))
            self.tolls = tuple(toll for way in self.ways for toll in way.tolls)
        #: how the spell is face down, if it is cast so; it then has none of its card's text
        self.down = cast_down(self.ways) if self.ways else ""
        self.seems = seeming(state, obj, act.player, self.ways) if self.ways else None
        if self.seems is not None:
            self.path = (number_of(state, self.down),)
            self.char = self.seems
        if cast_bestowed(self.ways):
            self.instances = (Instance(Target(select=CREATURE)),)
        elif spell and not blank and "Aura" in self.char.subtypes:
            selects = printed(state, obj).compiled.enchants
            self.instances = tuple(Instance(Target(select=s)) for s in selects[:1])

    @property
    def rule(self) -> str:
        """The rule that says what may be targeted."""
        if self.spell:
            if cast_bestowed(self.ways):
                return "CR 702.103b"
            return "CR 303.4a" if "Aura" in self.char.subtypes else "CR 601.2c"
        skill = self.skill
        return skill.rule if skill is not None and skill.keyword else "CR 602.2b"

    def aim(self, number: int) -> Aim:
        """The instance of the word target with a number."""
        quality = self.skill.quality if self.skill is not None else None
        return Aim(self.instances[number].target, self.scope, self.char, self.rule, quality)

    def chosen(self) -> list[int]:
        """The targets answered so far."""
        return [from_option(*a[1:3]) for a in self.act.answers if a[0] == "target"]

    def slots(self) -> list[int]:
        """For each target to be chosen, the number of its instance of the word."""
        if self._slots is None:
            counts = [a[1] for a in self.act.answers if a[0] == "count"]
            self._slots = slots_of(self.instances, counts) if self.instances else []
        return self._slots

    def division(self, state: State) -> Division | None:
        """What is divided among the targets, and how much; None if nothing is."""
        if self.skill is None or not self.skill.divides:
            return None
        scope, node = self.scope, self.skill.node
        return division(state, node, self.modes, self.instances, self.slots(), scope)

    def lacks_only_a_target(self, state: State) -> bool:
        """Whether one target is all that is asked before payment, and changes nothing of that."""
        if self.tolls or self.skill is not None and self.skill.divides:
            return False
        answered = sum(a[0] == "target" for a in self.act.answers)
        return len(self.slots()) == answered + 1 and not self.may_cost_less(state)

    def divided(self) -> list[int]:
        """The shares given so far."""
        return [a[1] for a in self.act.answers if a[0] == "divide"]

    def printed_cost(self) -> ManaCost:
        """The cost before anything changes it."""
        if self.blank:
            return ManaCost()
        if self.spell:
            face = self.char.face
            return total_mana(face, self.ways) if self.ways else face.mana
        return self.skill.cost if self.skill is not None else ManaCost()

    @rules("CR 601.2f", "CR 107.3a", "CR 107.4f")
    def cost(self, state: State) -> ManaCost:
        """The total mana cost, with what has been chosen so far.

        Phyrexian symbols count as paid with life until that is chosen.
        """
        if self._cost is not None:
            return self._cost
        given = self.act.given("x")
        cost = self.printed_cost().with_x(given[1] if given is not None else 0)
        if cost.phyrexian:
            cost = cost.with_life(self.in_life())
        if not self.may_cost_less(state):
            self._cost = cost
            return cost
        skill = None if self.spell else self.skill
        targets = tuple(self.chosen())
        return reduced(state, cost, skill, self.obj, self.player, targets, self.seems)

    def may_cost_less(self, state: State) -> bool:
        """Whether some text may change the cost, so that mana sets no bound to X."""
        if state.board().parts.get("cost") or self.skill is not None and self.skill.less:
            return True
        return self.spell and bool(self.char.face.compiled.discounts)

    @property
    def modal(self) -> Modal:
        """The instruction to choose modes."""
        assert self.skill is not None and self.skill.modal is not None
        return self.skill.modal

    @property
    def life(self) -> int:
        """Life that is part of the cost, apart from Phyrexian symbols."""
        if self.spell:
            return sum(way.life for way in self.ways)
        return 0 if self.skill is None else self.skill.life

    @rules("CR 119.4", "CR 601.2h")
    def life_in_all(self, state: State) -> int:
        """Life that all parts of the cost ask for together, apart from Phyrexian symbols."""
        return self.life + life_for(state, self.tolls, self.scope)

    @property
    def helps(self) -> tuple[str, ...]:
        """Keywords by which more than mana pays for the spell."""
        if not self.spell or self.blank or not self.char.keywords:
            return ()
        return tuple(word for word in HELPS if self.char.has(word))

    def sources(self, state: State) -> list[Source]:
        """What can be tapped or given for mana."""
        if self.helps:
            return helping_sources(state, self.player, self.helps, self.busy())
        return [s for s in mana_sources(state, self.player, self.busy()) if self._stays(s)]

    def _stays(self, source: Source) -> bool:
        """Whether a source that is sacrificed for mana isn't given for another cost."""
        if source.how != "sacrifice":
            return True
        if source.obj in self.given("sacrifice", "returning"):
            return False
        own = any(toll.what.who == "self" and toll.do in GONE_BY for toll in self.tolls)
        return self.spell or not own or source.obj != self.obj

    def payable(self, state: State) -> bool:
        """Whether the mana can be paid as far as the cost is known."""
        cost = self.cost(state)
        if cost.is_nothing:
            return True
        plain = not self.helps and not self.tolls
        sources = None if plain else self.sources(state)
        busy = self.busy()
        texts: Texts = state.texts
        if plain and not busy and not (cost.hybrid or cost.snow or texts.restricts):
            have = purse(state, self.player)
            if have.exact:
                return have.may_cover(cost.value, cost.typed)
        return affordable(state, cost, self.player, busy, sources, self.pool(state)) is not None

    @property
    def pay_rule(self) -> str:
        """The rule by which all costs are paid."""
        return "CR 601.2h"

    @rules("CR 601.2h")
    def too_dear(self, state: State) -> Breach:
        """The breach of a mana cost that the player can't pay."""
        return Breach("not-enough-mana", "CR 601.2h", (self.obj, cost_text(self.cost(state))))

    def special(self, state: State) -> list[tuple[str, int]]:
        """The restricted mana that may be spent on this."""
        texts: Texts = state.texts
        if not texts.restricts:
            return []
        return fitting(state, self.player, self.obj, self.spell, self.seems)

    def pool(self, state: State) -> Pool:
        """The mana in the pool that may be spent on this."""
        pool = pool_of(state, self.player)
        special = self.special(state)
        if special:
            pool = both_pools(pool, together(special))
        return for_cost(state, self.player, self.cost(state), pool)

    def given(self, *names: str) -> list[int]:
        """The objects chosen for parts of the cost."""
        return [a[1] for a in self.act.answers if a[0] in names and len(a) > 1]

    def open_toll(self, state: State) -> tuple[Toll, list[int]] | None:
        """The first part of the cost that still lacks objects, and those chosen for it."""
        for toll, given, number in given_for(state, self.tolls, self.act.answers, self.scope):
            if len(given) < number:
                return toll, given
        return None

    def in_life(self) -> tuple[int, ...]:
        """How many of each Phyrexian symbol are paid with life, as far as chosen."""
        return tuple(a[1] for a in self.act.answers if a[0] == "phyrexian")

    def busy(self) -> tuple[int, ...]:
        """Permanents that are tapped for other costs, so that they can't be tapped for mana."""
        found = self.given("tapping") if self.act.answers else []
        node = self.skill.node if self.skill is not None else None
        if not self.spell and isinstance(node, Activated) and node.cost.exhaust:
            found.append(self.obj)
        return tuple(found)

    def part(self, state: State, parts: Parts) -> Part | None:
        """The part that is asked next."""
        names = [answer[0] for answer in self.act.answers]
        skill = self.skill
        if self.spell and not self.blank and self._asks_ways(state):
            asked = self._way_part(state, parts, names)
            if asked is not None:
                return asked
        if skill is not None and skill.modal and modes_are_open(skill.modal, self.act.answers):
            return parts.mode
        cost = self.printed_cost()
        if "x" not in names and (cost.x or any(map(asks_x, self.tolls))):
            return parts.x
        if cost.hybrid and names.count("phyrexian") < len(cost.phyrexian):
            return parts.phyrexian
        if self.instances:
            aimed = self._targets_part(state, parts, names)
            if aimed is not None:
                return aimed
        if self.tolls:
            missing = self.open_toll(state)
            if missing is not None:
                return parts.toll[CHOSEN[missing[0].do]]
        if "pay" not in names and not self.cost(state).is_nothing:
            return parts.pay
        return None

    def _asks_ways(self, state: State) -> bool:
        """Whether there may be several ways of casting the spell."""
        text = self.char.face.compiled
        texts: Texts = state.texts
        free = "allow cast for free" in state.board().parts or texts.splices
        return bool(state.effects or text.casting or text.either or free)

    def _way_part(self, state: State, parts: Parts, names: list[str]) -> Part | None:
        """Which alternative cost, and which optional additional costs."""
        face = self.char.face
        if "way" not in names and ways_for(state, self.obj, self.player):
            return parts.way
        if names.count("either") < len(face.compiled.either):
            return parts.either
        if with_is_open(face, self.act.answers):
            return parts.extra
        ended = ("splice",) in self.act.answers
        if not ended and splicable(state, self.player, self.obj, self.act.answers):
            return parts.splice
        return None

    def _targets_part(self, state: State, parts: Parts, names: list[str]) -> Part | None:
        """How many targets, which, and what each gets of what is divided."""
        if names.count("count") < sum(is_open(t) for t, _ in self.instances):
            return parts.count
        if names.count("target") < len(self.slots()):
            return parts.target
        share = self.division(state)
        if share is not None and names.count("divide") < len(share.places) - 1:
            return parts.divide
        return None


@rules("CR 601.2h", "CR 118.3")
def enough_mana(state: State, found: Announcement) -> Findings:
    """The breach of a cost that can't be paid whatever is chosen; asked where no target matters."""
    if found.payable(state):
        return
    parts = state.board().parts.get("cost", ())
    keyword = "spell" if found.spell or found.skill is None else found.skill.keyword
    changes = [p.gives for p in parts if isinstance(p.gives, CostLess)]
    aimed = [gives for gives in changes if gives.target is not None or gives.each is not None]
    if found.instances and any(gives.keyword == keyword for gives in aimed):
        return
    if found.skill is not None and found.skill.less and found.instances:
        return
    if found.spell and not found.blank and ways_for(state, found.obj, found.player):
        return
    yield found.too_dear(state)
