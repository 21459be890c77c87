"""Faces of cards and tokens, and their abilities with keywords spelt out (CR 113, 702)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from cardlaw.cards.nodes import (
    Ability,
    Activated,
    Allow,
    Cost,
    During,
    Gives,
    Keyword,
    Node,
    On,
    Script,
    Select,
    Static,
    Toll,
    Triggered,
    ValueOf,
    walk,
)
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.clauses import ASIDE
from cardlaw.rulebooks.magic.instructions import NUMBERS, WHILE_DOWN, counted_by
from cardlaw.rulebooks.magic.keywords import PRINTED, read_word
from cardlaw.rulebooks.magic.mana import HELPS, ManaCost, parse_mana
from cardlaw.rulebooks.magic.mana_abilities import mana_of
from cardlaw.rulebooks.magic.nodes import (
    VOCABULARY,
    AddMana,
    CastCost,
    ChooseAsEnters,
    CostLess,
    Divide,
    Enters,
    History,
    MayPlay,
    Modal,
)
from cardlaw.rulebooks.magic.prices import Way, life_of, tolls_of, way_of
from cardlaw.rulebooks.magic.spelling import spelt_out
from cardlaw.rulebooks.magic.subtypes import LAND_TYPES
from cardlaw.rulebooks.magic.tokens import names_in

#: the path of an ability or effect: index of the face, number of the node in its text
Path = tuple[int, ...]
#: the first number of paths to what the rules themselves say: basic land types
LAND_TYPE = -2

PERMANENT_TYPES = frozenset(("artifact", "creature", "enchantment", "land", "planeswalker"))


class Skill:
    """One ability as the engine uses it."""

    __slots__ = (
        "cost",
        "divides",
        "keyword",
        "label",
        "less",
        "life",
        "mana",
        "modal",
        "name",
        "node",
        "number",
        "plain",
        "quality",
        "rule",
        "tolls",
        "value",
        "verb",
        "zone",
    )

    def __init__(
        self,
        node: Ability,
        number: int,
        keyword: str = "",
        rule: str = "",
        quality: Select | None = None,
    ) -> None:
        self.node = node
        self.number = number
        self.keyword = keyword
        self.rule = rule
        #: a restriction of the keyword's target: "equip legendary creature"
        self.quality = quality
        does = getattr(node, "do", ())
        #: the instruction to choose modes, if there is one
        self.modal = next((do for do in does if isinstance(do, Modal)), None)
        #: whether something is divided among targets
        self.divides = any(isinstance(inner, Divide) for inner in walk(does))
        self.label = ""
        self.cost = ManaCost()
        #: the least mana that pays the cost
        self.value = 0
        #: life that is part of the cost
        self.life = 0
        #: what is done to objects as part of the cost
        self.tolls: tuple[Toll, ...] = ()
        #: where its object must be, for it to be activated; "" is the battlefield
        self.zone = ""
        #: what changes its cost by its own text
        self.less: tuple[CostLess, ...] = ()
        #: what people call it
        self.name = getattr(node, "text", "") or keyword or type(node).__name__.lower()
        #: what a mana ability may add; empty for other abilities
        self.mana: tuple[str, ...] = ()
        #: whether it is a mana ability that costs nothing but tapping
        self.plain = False
        #: the verb of the action that activates it
        self.verb = keyword if keyword in ("equip", "fortify", "reconfigure") else ""
        if isinstance(node, Activated):
            self.cost = parse_mana(node.cost.pay)
            self.value = self.cost.least
            self.life = life_of(node.cost)
            self.tolls = tolls_of(node.cost)
            self.less = tuple(part for part in node.less if isinstance(part, CostLess))
            self.zone = "" if node.zone == "battlefield" else node.zone
            self.name = node.text or node.cost.pay or keyword or "activated"
            self.label = node.text or node.cost.pay or keyword
            self.rule = rule or ("CR 306.5d" if node.timing == "loyalty" else "CR 602.2a")
            self.mana = mana_of(node)
            if self.mana and isinstance(node.do[0], AddMana):
                cost = node.cost
                rest = cost.pay or cost.remove_counters or self.tolls or self.zone
                same = node.do[0].amount == 1 and not (node.do[0].only or node.do[0].only_for)
                self.plain = cost.exhaust and not rest and same


class Text:
    """The whole text of a face: abilities, and every node by its number."""

    __slots__ = (
        "casting",
        "counted",
        "counters",
        "discounts",
        "either",
        "elsewhere",
        "enchants",
        "held",
        "listens",
        "nodes",
        "numbers",
        "permits",
        "restricts",
        "script",
        "skills",
        "states",
        "statics",
        "timed",
        "token_names",
        "words",
        "zones",
    )

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        #: abilities by the number of their node, those inside other abilities too
        self.skills: dict[int, Skill] = {}
        #: the numbers of the face's own abilities, in order
        self.statics: list[int] = []
        self.script: Skill | None = None
        #: additional and alternative costs of casting it
        self.casting: list[Way] = []
        #: additional costs of which one of several must be paid
        self.either: list[list[Way]] = []
        #: what changes the cost of casting it by its own text
        self.discounts: list[Static] = []
        #: whether it lets cards be played that aren't in hand
        self.permits = False
        #: whether it gives mana that may be spent only on some things
        self.restricts = False
        #: the zones besides hand and battlefield from which it can be cast or activated
        self.elsewhere: set[str] = set()
        self.enchants: list[Select] = []
        #: the zones besides the battlefield in which its triggered abilities work
        self.listens: frozenset[str] = frozenset()
        #: what it asks of what has happened this turn
        self.counted: frozenset[str] = frozenset()
        self.token_names: list[str] = []
        #: the own abilities by face number and object, as objects have them
        self.held: dict[tuple[int, int], list[Any]] = {}
        #: whether a text looks at whose turn or which step it is
        self.timed = False
        #: the words of trigger conditions anywhere in the text
        self.words: frozenset[str] = frozenset()
        #: the states that continuous effects and enchant abilities ask for
        self.states: set[str] = set()
        #: whether they read counters, or zones besides battlefield and stack
        self.counters = False
        self.zones = False
        #: the numbers of players that they read
        self.numbers: set[str] = set()

    def number(self, node: object) -> int:
        """The number of a node of this text."""
        for index, other in enumerate(self.nodes):
            if other is node:
                return index
        raise KeyError("the node is not part of this text")


class Face(msgspec.Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """A printed card or a token: characteristics and abilities. ``source`` says where from."""

    name: str
    cost: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    token: bool = False
    #: the name of a token that data finds by its description
    called: str = ""
    #: whether it has no name as a characteristic: what is face down
    nameless: bool = False
    text: str = ""
    source: str = ""

    @cached_property
    def compiled(self) -> Text:
        """The abilities as the engine uses them, computed once for a face."""
        return compile_text(self)

    @cached_property
    def own_name(self) -> str:
        """The name as a characteristic, also of tokens that a text describes."""
        return "" if self.nameless else self.called or self.name

    @cached_property
    def mana(self) -> ManaCost:
        """The printed mana cost."""
        return parse_mana(self.cost)

    @cached_property
    def least_mana(self) -> int:
        """The least mana that pays the printed mana cost."""
        return self.mana.least

    @cached_property
    def shown_colors(self) -> tuple[str, ...]:
        """The colours: those of the cost, or those that are stated."""
        return self.colors or self.mana.colors

    @cached_property
    def traits(self) -> tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]:
        """Types, supertypes, subtypes and colours as sets."""
        return (
            frozenset(self.types),
            frozenset(self.supertypes),
            frozenset(self.subtypes),
            frozenset(() if "devoid" in self.keywords else self.shown_colors),
        )

    @cached_property
    def own_skills(self) -> tuple[Skill, ...]:
        """The abilities of the face itself, in order."""
        text = self.compiled
        return tuple(text.skills[number] for number in text.statics)

    @cached_property
    def is_permanent(self) -> bool:
        """Whether it can be on the battlefield."""
        return any(kind in PERMANENT_TYPES for kind in self.types)

    @cached_property
    def is_flexible(self) -> bool:
        """Whether more or less than its mana cost may have to be paid for it."""
        text = self.compiled
        changed = text.either or text.casting or text.discounts
        return bool(changed) or any(word in self.keywords for word in HELPS)

    @cached_property
    def is_fast(self) -> bool:
        """Whether it may be cast whenever its player has priority."""
        return "instant" in self.types or "flash" in self.keywords

    @cached_property
    def may_be_fast(self) -> bool:
        """Whether it, or one way of casting it, may be cast whenever its player has priority."""
        ways = self.compiled.casting
        return self.is_fast or any(way.node.flash for way in ways) or bool(self.flashes)

    @cached_property
    def flashes(self) -> tuple[Static, ...]:
        """The texts by which the card may be cast as though it had flash itself."""
        own = Allow(what="cast with flash", select=Select(who="self"))
        nodes = (skill.node for skill in self.own_skills)
        return tuple(node for node in nodes if isinstance(node, Static) and own in node.gives)


def read_face(data: object) -> Face:
    """A face from plain data. msgspec.ValidationError says what and where."""
    return VOCABULARY.read(data, Face)


def compile_text(face: Face) -> Text:
    """Spell keywords out and number every node."""
    text = Text()
    for ability in (*face.abilities, *_in_print(face)):
        for node, keyword, rule, quality in spelt_out(ability, text.enchants):
            first = len(text.nodes)
            text.nodes.extend(walk(node))
            text.statics.append(first)
            skill = text.skills[first] = Skill(node, first, keyword, rule, quality)
            if isinstance(node, Script):
                text.script = skill
            _inner(text, first + 1)
    _note_casting(text)
    _widen(text)
    text.timed = any(
        isinstance(node, During) or isinstance(node, Select) and node.controller == "defending"
        for node in text.nodes
    )
    text.counted = frozenset(word for node in text.nodes for word in counted_by(node))
    text.words = frozenset(node.event for node in text.nodes if isinstance(node, On))
    if any(isinstance(node, Enters) for node in text.nodes):
        text.words |= {"enters so"}
    if any(isinstance(node, ChooseAsEnters) for node in text.nodes):
        text.words |= {"chooses as it enters"}
    text.listens = frozenset(n.zone for n in text.nodes if isinstance(n, Triggered) and n.zone)
    text.zones = bool(text.listens)
    text.token_names = names_in(text.nodes)
    lasting = [skill.node for skill in text.skills.values() if isinstance(skill.node, Static)]
    roots: list[object] = [*text.enchants, *lasting]
    roots.extend(node for node in text.nodes if isinstance(node, Gives))
    for root in roots:
        for inner in walk(root):
            _note_reads(text, inner)
    return text


def _note_casting(text: Text) -> None:
    """Note what the face says about casting it, and about abilities of it as a card."""
    text.restricts = any(
        isinstance(node, AddMana) and (node.only is not None or bool(node.only_for))
        for node in text.nodes
    )
    text.permits = any(
        isinstance(node, MayPlay)
        or isinstance(node, Allow)
        and node.what.startswith(("play from ", "cast from "))
        for node in text.nodes
    )
    for number in text.statics:
        skill = text.skills[number]
        node = skill.node
        if isinstance(node, CastCost) and node.by:
            text.elsewhere.add(node.zone)
        elif isinstance(node, CastCost) and node.any_of:
            text.either.append([way_of(node, cost) for cost in node.any_of])
        elif isinstance(node, CastCost):
            text.casting.append(way_of(node, node.cost))
            if node.zone:
                text.elsewhere.add(node.zone)
        elif isinstance(node, Static) and any(_own_cost(gives) for gives in node.gives):
            text.discounts.append(node)
        elif skill.zone not in ("", WHILE_DOWN, ASIDE):
            text.elsewhere.add(skill.zone)


def _widen(text: Text) -> None:
    """Let alternative costs be used from where another ability says so."""
    nodes = [text.skills[number].node for number in text.statics]
    for node in nodes:
        if isinstance(node, CastCost) and node.by:
            for at, way in enumerate(text.casting):
                if way.node.name == node.by:
                    wide = msgspec.structs.replace(way.node, also_from=node.zone)
                    text.casting[at] = way._replace(node=wide)


def _own_cost(gives: Gives) -> bool:
    if not isinstance(gives, CostLess) or gives.keyword != "spell":
        return False
    return gives.source is not None and gives.source.who == "self"


def _in_print(face: Face) -> list[Keyword]:
    """The keywords of a face that mean static or activated abilities of its own text."""
    words = (read_word(word) for word in face.keywords)
    return [word for word in words if word is not None and word.name in PRINTED]


def _note_reads(text: Text, node: Node) -> None:
    """Note what a continuous effect looks at besides characteristics."""
    if isinstance(node, Select):
        text.states.update(node.states, node.not_states)
        text.counters = text.counters or "modified" in node.states + node.not_states
        text.zones = text.zones or node.zone not in ("", "battlefield", "stack")
    elif isinstance(node, History):
        text.states.add(node.word)
    elif isinstance(node, ValueOf):
        text.counters = text.counters or "counters" in node.what
        text.zones = text.zones or node.what.endswith(" size")
        if node.what in NUMBERS:
            text.numbers.add(node.what)


def _inner(text: Text, start: int) -> None:
    """Skills for abilities that another ability grants."""
    end = len(text.nodes)
    for number in range(start, end):
        node = text.nodes[number]
        if isinstance(node, Keyword):
            for inner, keyword, rule, quality in spelt_out(node, text.enchants):
                text.skills[number] = Skill(inner, number, keyword, rule, quality)
                text.nodes.extend(walk(inner)[1:])
        elif isinstance(node, Ability) and number not in text.skills:
            text.skills[number] = Skill(node, number)
    if len(text.nodes) > end:
        _inner(text, end)


@lru_cache(maxsize=8)
@rules("CR 305.6")
def land_skill(index: int) -> Skill:
    """The mana ability of a basic land type."""
    symbol = "WUBRG"[index]
    node = Activated(do=(AddMana(mana=(symbol,)),), cost=Cost(exhaust=True), text="mana")
    return Skill(node, index, "", "CR 305.6")


@lru_cache(maxsize=256)
def land_indexes(subtypes: frozenset[str]) -> tuple[int, ...]:
    """The numbers of the basic land types among some subtypes."""
    return tuple(index for index, kind in enumerate(LAND_TYPES) if kind in subtypes)


def skill_at(state: State, path: Path) -> Skill:
    """The ability at a path."""
    if path[0] == LAND_TYPE:
        return land_skill(path[1])
    face: Face = state.faces[path[0]]
    return face.compiled.skills[path[1]]


def node_at(state: State, path: Path) -> Node:
    """The node at a path, such as the effect that a temporary modifier comes from."""
    face: Face = state.faces[path[0]]
    return face.compiled.nodes[path[1]]


def printed(state: State, obj: int) -> Face:
    """The face of an object as printed, or the one that it copies."""
    copies = state.lists.get("copies")
    face: Face = state.faces[state.card[obj] if copies is None else face_number(state, obj)]
    return face


def all_printed(state: State, objs: Iterable[int]) -> list[tuple[int, Face]]:
    """Objects, each with its face as printed or copied."""
    if "copies" in state.lists:
        return [(obj, printed(state, obj)) for obj in objs]
    faces, card = state.faces, state.card
    return [(obj, faces[card[obj]]) for obj in objs]


@rules("CR 707.3")
def face_number(state: State, obj: int) -> int:
    """The number of an object's face: its card's, or that of the object that it copies."""
    copies = state.lists.get("copies")
    if copies is not None:
        for copy, number in copies:
            if copy == obj:
                return int(number)
    return state.card[obj]


@rules("CR 704.5d", "CR 704.5e")
def is_token(state: State, obj: int) -> bool:
    """Whether an object is no card: a token, or a copy of a spell."""
    face: Face = state.faces[state.card[obj]]
    return face.token or ("token", obj) in state.used
