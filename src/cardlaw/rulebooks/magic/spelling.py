"""Keywords spelt out as the abilities that they stand for (CR 702)."""

from __future__ import annotations

import msgspec

from cardlaw.cards.nodes import (
    Ability,
    Activated,
    Attach,
    Cost,
    Count,
    Does,
    Draw,
    Exists,
    Keyword,
    On,
    PutCounters,
    Select,
    Static,
    Target,
    Token,
    Toll,
    Triggered,
    Unattach,
)
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.magic.instructions import WHILE_DOWN, Cascade, TurnFaceUp
from cardlaw.rulebooks.magic.keywords import RULES, later, meaning
from cardlaw.rulebooks.magic.keywords.casting import (
    Spelt,
    aura_swap,
    cast_again,
    label,
    madness,
    price,
    squad,
    surge,
)
from cardlaw.rulebooks.magic.keywords.extras import SPELT
from cardlaw.rulebooks.magic.nodes import CastCost, Chapter, CostLess, Enters, Paid, Sacrifice


def spelt_out(ability: Ability, enchants: list[Select]) -> list[Spelt]:
    """The abilities that a keyword stands for; other abilities as they are."""
    if isinstance(ability, Chapter):
        return chapter(ability)
    if not isinstance(ability, Keyword):
        return [(ability, "", "", None)]
    if ability.name == "enchant":
        enchants.append(ability.select or Select())
        return []
    maker = _KEYWORDS.get(ability.name)
    if maker is not None:
        return maker(ability)
    rule = RULES.get(ability.name)
    if rule is None:
        raise ValueError(f"the keyword {ability.name!r} is not supported")
    return [(node, ability.name, rule, None) for node in meaning(ability)]


def _attaching(ability: Keyword, kind: str, word: str, **select: object) -> Activated:
    fields = {"types": (kind,), "controller": "you", **select}
    chosen = Select(**fields)  # type: ignore[arg-type]
    return Activated(
        do=(Attach(),),
        cost=price(ability),
        targets=(Target(select=chosen),),
        timing="sorcery",
        limit=ability.limit,
        less=ability.less,
        text=label(ability, word),
    )


@rules("CR 702.6a", "CR 702.6c", "CR 702.6e")
def equip(ability: Keyword) -> list[Spelt]:
    """Equip, with a quality, or for planeswalkers."""
    if ability.either:
        alone = [_alone(ability, cost) for cost in ability.either]
        return [spelt for keyword in alone for spelt in equip(keyword)]
    if ability.words == ("planeswalker",):
        node = _attaching(ability, "planeswalker", "equip")
        return [(node, "equip", "CR 702.6e", None)]
    return [(_attaching(ability, "creature", "equip"), "equip", "CR 702.6a", ability.select)]


def _alone(ability: Keyword, cost: Cost) -> Keyword:
    """The keyword with one of the costs that it may have."""
    gives = ["discard"] if cost.discard is not None else [toll.do for toll in cost.also]
    words = () if cost.pay or not gives else (gives[0],)
    return msgspec.structs.replace(ability, either=(), price=cost, cost=cost.pay, words=words)


@rules("CR 702.67a")
def fortify(ability: Keyword) -> list[Spelt]:
    """Fortify."""
    return [(_attaching(ability, "land", "fortify"), "fortify", "CR 702.67a", ability.select)]


@rules("CR 702.151a")
def reconfigure(ability: Keyword) -> list[Spelt]:
    """Reconfigure: attach, or unattach."""
    attach = _attaching(ability, "creature", "reconfigure", except_self=True)
    release = Activated(
        do=(Unattach(what=Select(who="self")),),
        cost=price(ability),
        when=(Exists(what=Select(who="bearer", types=("creature",))),),
        timing="sorcery",
        text=label(ability, "unattach"),
    )
    return [
        (attach, "reconfigure", "CR 702.151a", None),
        (release, "reconfigure", "CR 702.151a", None),
    ]


@rules("CR 702.163a", "CR 702.92a", "CR 702.182a", "CR 111.4")
def with_bearer(ability: Keyword) -> list[Spelt]:
    """For Mirrodin!, living weapon, job select: a token, and this is attached to it."""
    token, rule = _WITH_BEARER[ability.name]
    made = Triggered(
        on=(On(event="enters"),),
        do=(Token(face=f"{token} Token"), Attach(to=Select(who="created"))),
        text=ability.name,
    )
    return [(made, ability.name, rule, None)]


@rules("CR 702.33a", "CR 702.33c", "CR 702.27a")
def optional_cost(ability: Keyword) -> list[Spelt]:
    """Kicker, multikicker, buyback: additional costs that may be paid."""
    number = {"buyback": "CR 702.27a", "multikicker": "CR 702.33c"}.get(ability.name, "CR 702.33a")
    node = CastCost(
        name="kicker" if ability.name == "multikicker" else ability.name,
        cost=price(ability),
        optional=True,
        many=ability.name == "multikicker",
        then="hand" if ability.name == "buyback" else "",
        text=label(ability, ability.name),
    )
    return [(node, ability.name, number, None)]


@rules("CR 702.34a", "CR 702.74a")
def instead_cost(ability: Keyword) -> list[Spelt]:
    """Flashback and evoke: alternative costs."""
    if ability.name == "flashback":
        flashback = CastCost(
            name="flashback",
            cost=price(ability),
            instead=True,
            zone="graveyard",
            then="exile",
            text=label(ability, "flashback"),
        )
        return [(flashback, "flashback", "CR 702.34a", None)]
    evoke = CastCost(name="evoke", cost=price(ability), instead=True, text=label(ability, "evoke"))
    gone = Triggered(
        on=(On(event="enters"),),
        when=(Paid(name="evoke"),),
        do=(Sacrifice(what=Select(who="self")),),
        text="evoke",
    )
    return [(evoke, "evoke", "CR 702.74a", None), (gone, "evoke", "CR 702.74a", None)]


@rules("CR 702.29a")
def cycling(ability: Keyword) -> list[Spelt]:
    """Cycling: discard this card from the hand and draw another."""
    cost = price(ability)
    discard = Toll(do="discard")
    node = Activated(
        do=(Draw(),),
        cost=msgspec.structs.replace(cost, also=(*cost.also, discard)),
        zone="hand",
        text=label(ability, "cycling"),
    )
    return [(node, "cycling", "CR 702.29a", None)]


@rules("CR 702.41a")
def affinity(ability: Keyword) -> list[Spelt]:
    """Affinity: the spell costs less for each such permanent."""
    of = ability.select or Select(types=("artifact",), controller="you")
    less = CostLess(keyword="spell", source=Select(who="self"), amount=Count(of=of))
    node = Static(affects=Select(who="self"), gives=(less,), text="affinity")
    return [(node, "affinity", "CR 702.41a", None)]


@rules("CR 714.2b", "CR 714.2c", "CR 714.3a")
def chapter(ability: Chapter) -> list[Spelt]:
    """A chapter: it triggers as lore counters reach its numbers; a Saga enters with one."""
    words = ability.text or f"chapter {', '.join(map(str, ability.numbers))}"
    node = Triggered(
        on=tuple(On(event="chapter", to=str(number)) for number in ability.numbers),
        do=ability.do,
        targets=ability.targets,
        text=words,
    )
    found: list[Spelt] = [(node, "", "CR 714.2b", None)]
    if 1 in ability.numbers:
        enters = Static(affects=Select(who="self"), gives=(Enters(counters="lore"),))
        found.append((enters, "", "CR 714.3a", None))
    return found


#: keyword -> the token that bears it, the keyword's rule
_WITH_BEARER = {
    "for mirrodin!": ("Rebel", "CR 702.163a"),
    "living weapon": ("Phyrexian Germ", "CR 702.92a"),
    "job select": ("Hero", "CR 702.182a"),
}


@rules("CR 702.103a")
def bestow(ability: Keyword) -> list[Spelt]:
    """Bestow: an alternative cost for which the spell becomes an Aura."""
    node = CastCost(name="bestow", cost=price(ability), instead=True, text=label(ability, "bestow"))
    return [(node, "bestow", "CR 702.103a", None)]


@rules("CR 702.37a", "CR 702.37b", "CR 702.37e", "CR 702.168a", "CR 702.168d")
def face_down(ability: Keyword) -> list[Spelt]:
    """Morph, megamorph, disguise: cast face down for {3}, turned face up for a cost."""
    how = "disguise" if ability.name == "disguise" else "morph"
    cast, turn = _FACE_DOWN[ability.name]
    hidden = CastCost(name=how, cost=Cost(pay="{3}"), instead=True, text=how)
    does: tuple[Does, ...] = (TurnFaceUp(what=Select(who="self")),)
    if ability.name == "megamorph":
        does = (*does, PutCounters(what=Select(who="self"), kind="+1/+1"))
    up = Activated(do=does, cost=price(ability), zone=WHILE_DOWN, text=label(ability, ability.name))
    return [(hidden, ability.name, cast, None), (up, ability.name, turn, None)]


@rules("CR 702.85a")
def cascade(ability: Keyword) -> list[Spelt]:
    """Cascade: when you cast this spell, a cheaper card from the top for nothing."""
    node = Triggered(on=(On(event="casts"),), do=(Cascade(),), text="cascade")
    return [(node, "cascade", "CR 702.85a", None)]


#: keyword -> the rules of casting it face down and of turning it face up
_FACE_DOWN = {
    "morph": ("CR 702.37a", "CR 702.37e"),
    "megamorph": ("CR 702.37b", "CR 702.37e"),
    "disguise": ("CR 702.168a", "CR 702.168d"),
}


_KEYWORDS = {
    "Aura swap": aura_swap,
    "squad": squad,
    "cascade": cascade,
    "madness": madness,
    "morph": face_down,
    "megamorph": face_down,
    "disguise": face_down,
    "bestow": bestow,
    "equip": equip,
    "fortify": fortify,
    "reconfigure": reconfigure,
    "for mirrodin!": with_bearer,
    "living weapon": with_bearer,
    "job select": with_bearer,
    "kicker": optional_cost,
    "multikicker": optional_cost,
    "buyback": optional_cost,
    "flashback": instead_cost,
    "evoke": instead_cost,
    "jump-start": cast_again,
    "retrace": cast_again,
    "cycling": cycling,
    "affinity": affinity,
    **SPELT,
    **later.SPELT,
    "surge": surge,
}
