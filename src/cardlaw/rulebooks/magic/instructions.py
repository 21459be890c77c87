"""Further nodes of Magic's card data: keyword actions, conditions (CR 603.4, 608.2, 701)."""

from __future__ import annotations

from cardlaw.cards.nodes import (
    Ability,
    Allow,
    Condition,
    Does,
    Gives,
    Node,
    Quantity,
    Select,
    Token,
    ValueOf,
)
from cardlaw.rulebooks.magic import damage_nodes
from cardlaw.rulebooks.magic.clauses import SpellLimit


class SacrificeChosen(Node, Does, frozen=True, tag="sacrifice chosen", tag_field="do"):
    """A player sacrifices permanents of their choice: "target opponent sacrifices a creature".

    ``what`` is what may be chosen; whose it is goes without saying.
    """

    what: Select = Select()
    amount: Quantity = 1
    player: str = "you"


class Fight(Node, Does, frozen=True, tag="fight", tag_field="do"):
    """Two creatures deal damage equal to their power to each other."""

    what: Select
    to: Select


class Scry(Node, Does, frozen=True, tag="scry", tag_field="do"):
    """Scry N: look at the top cards, put any of them on the bottom, the rest on top."""

    amount: Quantity = 1
    player: str = "you"


class Surveil(Node, Does, frozen=True, tag="surveil", tag_field="do"):
    """Surveil N: look at the top cards, put any of them into the graveyard, the rest on top."""

    amount: Quantity = 1
    player: str = "you"


class Mill(Node, Does, frozen=True, tag="mill", tag_field="do"):
    """Players put the top cards of their libraries into their graveyards."""

    amount: Quantity = 1
    player: str = "you"


class Proliferate(Node, Does, frozen=True, tag="proliferate", tag_field="do"):
    """Another counter of each kind there for any number of permanents and players."""


class Row(Node, frozen=True):
    """What happens if the result of a roll is in a range; without ``most`` it has no upper end."""

    least: int
    then: tuple[Does, ...]
    most: int | None = None


class Roll(Node, Does, frozen=True, tag="roll", tag_field="do"):
    """Roll a die; the value "result" of a quantity is what came up. ``table``: what it means."""

    sides: int
    table: tuple[Row, ...] = ()


class ChooseWord(Node, Does, frozen=True, tag="choose word", tag_field="do"):
    """Choose a creature type or a color (``what``); descriptions that follow call it chosen."""

    what: str = "creature type"


class ChooseObject(Node, Does, frozen=True, tag="choose", tag_field="do"):
    """An object is chosen, a target or one of those that fit; what follows speaks about it."""

    what: Select


class MustBlock(Node, Does, frozen=True, tag="must block", tag_field="do"):
    """A creature blocks an attacker this turn if able."""

    what: Select
    to: Select
    gives: tuple[Gives, ...] = (Allow(what="must block it"),)
    until: str = "turn"


class PlayerMay(Node, Does, frozen=True, tag="you may", tag_field="do"):
    """The player may do something that the rules forbid: play an additional land this turn."""

    gives: tuple[Gives, ...]
    until: str = "turn"


class DoubleCounters(Node, Does, frozen=True, tag="double counters", tag_field="do"):
    """As many counters of a kind again for each permanent that is meant."""

    what: Select
    kind: str


class LookAtTop(Node, Does, frozen=True, tag="look at top", tag_field="do"):
    """Look at the top cards of your library, put some of them somewhere, the rest elsewhere.

    ``take`` of the cards that fit ``what`` go ``to`` hand, battlefield, graveyard or exile; with
    ``may``, up to so many. An empty ``to`` leaves them to instructions that follow, which call them
    taken. ``rest``: bottom (in any order), random (the bottom in a random order),
    graveyard, top, hand. ``reveal``: "taken" for the cards taken, "all" for all.
    """

    amount: Quantity
    take: Quantity = 1
    what: Select = Select()
    to: str = "hand"
    rest: str = "bottom"
    may: bool = False
    reveal: str = ""
    tapped: bool = False


class RevealUntil(Node, Does, frozen=True, tag="reveal until", tag_field="do"):
    """Reveal cards from the top until one fits; that one and the rest go where the text says.

    Empty words leave them to instructions that follow: taken is that one, revealed are all.
    """

    what: Select
    to: str = "hand"
    rest: str = "random"
    player: str = "you"


class PutOnto(Node, Does, frozen=True, tag="put onto battlefield", tag_field="do"):
    """Players put a card of theirs onto the battlefield, perhaps attached to what is meant.

    ``zones``: from where (hand, graveyard). ``each``: they may do so, once for each of what it is
    to be attached to. Those of all players enter at the same time.
    """

    what: Select
    to: Select | None = None
    zones: tuple[str, ...] = ("hand",)
    player: str = "you"
    each: bool = False
    tapped: bool = False


class ExchangeWithHand(Node, Does, frozen=True, tag="exchange with hand", tag_field="do"):
    """You may exchange this attachment with such a card in your hand, which enters in its place."""

    what: Select


class ItsCounters(Node, Does, frozen=True, tag="its counters", tag_field="do"):
    """Put the counters that ``of`` has, or had when it left, on what is meant."""

    of: Select
    what: Select


class Explore(Node, Does, frozen=True, tag="explore", tag_field="do"):
    """Permanents explore: a land from the top to the hand, or else a +1/+1 counter."""

    what: Select = Select(who="self")


class Connive(Node, Does, frozen=True, tag="connive", tag_field="do"):
    """Permanents connive: draw, discard, a +1/+1 counter for each nonland card discarded."""

    what: Select = Select(who="self")
    amount: Quantity = 1


class Amass(Node, Does, frozen=True, tag="amass", tag_field="do"):
    """Amass: counters on an Army that you control; a new one where there is none.

    ``token`` is the Army that is created: 0/0, black, of the kind that the text names.
    """

    amount: Quantity = 1
    token: Token = Token(face="0/0 black Zombie Army creature")


class Goad(Node, Does, frozen=True, tag="goad", tag_field="do"):
    """Until your next turn, what is meant attacks each combat if able."""

    what: Select
    gives: tuple[Gives, ...] = (Allow(what="must attack"),)
    until: str = "your next turn"


class ExileUntil(Node, Does, frozen=True, tag="exile until it leaves", tag_field="do"):
    """Exile what is meant until this permanent leaves the battlefield."""

    what: Select


class ExtraTurn(Node, Does, frozen=True, tag="extra turn", tag_field="do"):
    """A player takes an extra turn after this one."""

    player: str = "you"


class FlipCoin(Node, Does, frozen=True, tag="flip a coin", tag_field="do"):
    """Flip a coin: do one thing if you win the flip, another if you lose it."""

    won: tuple[Does, ...] = ()
    lost: tuple[Does, ...] = ()


class Compare(Node, Condition, frozen=True, tag="compare", tag_field="if"):
    """The left quantity is at least the right one; with ``more``, that much greater."""

    left: Quantity
    right: Quantity = 0
    more: int = 0


class Not(Node, Condition, frozen=True, tag="not", tag_field="if"):
    """These conditions don't all hold: "unless ..."."""

    of: tuple[Condition, ...]


class Either(Node, Condition, frozen=True, tag="either", tag_field="if"):
    """One of these conditions holds."""

    of: tuple[Condition, ...]


class IfCounters(Node, Condition, frozen=True, tag="counters", tag_field="if"):
    """What is meant has, or last had, as many counters of a kind as stated."""

    what: Select
    kind: str
    least: int = 0
    most: int | None = None


class FirstCombat(Node, Condition, frozen=True, tag="first combat", tag_field="if"):
    """It is the first combat phase of the turn."""


class Blockers(Node, Gives, frozen=True, tag="blockers", tag_field="gives"):
    """It can't be blocked by fewer or by more creatures than stated."""

    least: int = 0
    most: int | None = None


class ExtraPhases(Node, Does, frozen=True, tag="extra phases", tag_field="do"):
    """After this phase there are additional ones, in this order: combat, main."""

    phases: tuple[str, ...] = ("combat",)


class CounterLimit(Node, Gives, frozen=True, tag="counter limit", tag_field="gives"):
    """What it affects can't have more than ``most`` counters of a kind."""

    kind: str
    most: int


class Spares(Node, Gives, frozen=True, tag="spares", tag_field="gives"):
    """The protection that the same text gives doesn't take off the attachment that gives it."""


class CastFree(Node, Does, frozen=True, tag="cast free", tag_field="do"):
    """You may cast what is meant without paying its mana cost, while this resolves.

    ``then``: the zone to which the card goes instead of the graveyard (exile).
    """

    what: Select
    then: str = ""


class Manifest(Node, Does, frozen=True, tag="manifest", tag_field="do"):
    """Put cards onto the battlefield face down: the top of a library, or ``what`` is meant.

    ``how``: manifest (a 2/2 creature) or cloak (with ward {2}). Instructions that follow call them
    "manifested".
    """

    how: str = "manifest"
    amount: Quantity = 1
    player: str = "you"
    what: Select | None = None


class InsteadIf(Node, Does, frozen=True, tag="instead if", tag_field="do"):
    """Do ``usually``; if the conditions hold as it is done, do ``instead`` in its place.

    "Draw a card. If you control an Elf, draw two cards instead."
    """

    usually: tuple[Does, ...]
    when: tuple[Condition, ...]
    instead: tuple[Does, ...]


class CopyAbility(Node, Does, frozen=True, tag="copy ability", tag_field="do"):
    """Copy the ability whose activation the text is about; perhaps with new targets."""

    retarget: bool = False


class TapOrUntap(Node, Does, frozen=True, tag="tap or untap", tag_field="do"):
    """Tap or untap what is meant, as its player chooses now."""

    what: Select


class CounterOfChoice(Node, Does, frozen=True, tag="counter of choice", tag_field="do"):
    """Put a counter on what is meant, of one of these kinds, as its player chooses now."""

    what: Select
    kinds: tuple[str, ...]


class Cascade(Node, Does, frozen=True, tag="cascade", tag_field="do"):
    """Exile cards from the top until a nonland card that costs less; it may be cast for nothing."""


class Was(Node, Condition, frozen=True, tag="was", tag_field="if"):
    """What is meant fits the description, or did when it was last on the battlefield.

    ``card``: it has to be a card, not a token.
    """

    what: Select
    card: bool = False


class Exactly(Node, Condition, frozen=True, tag="exactly", tag_field="if"):
    """A quantity is just this number: "your second spell each turn"."""

    left: Quantity
    number: int = 1


class DamagedBy(Node, Condition, frozen=True, tag="damaged by", tag_field="if"):
    """What is meant was dealt damage this turn by ``by`` (self, bearer)."""

    what: Select
    by: Select


class ManifestDread(Node, Does, frozen=True, tag="manifest dread", tag_field="do"):
    """Manifest one of the top two cards of your library, put the other into your graveyard."""


class TurnFaceUp(Node, Does, frozen=True, tag="turn face up", tag_field="do"):
    """Turn face-down permanents face up."""

    what: Select


class TurnFaceDown(Node, Does, frozen=True, tag="turn face down", tag_field="do"):
    """Turn face-up permanents face down: each is a 2/2 creature without a name."""

    what: Select


#: what players have done this turn, counted where a text asks for it
THIS_TURN = frozenset(("spells cast", "cards drawn"))
#: numbers that players have
POINT_KINDS = frozenset(("life", "poison", "experience", "energy"))
#: the numbers of players that texts may look at without looking at cards
NUMBERS = POINT_KINDS | THIS_TURN


def counted_by(node: Node) -> tuple[str, ...]:
    """What a node asks of what has happened this turn, so that it has to be counted."""
    if isinstance(node, DamagedBy):
        return ("hurt by",)
    if isinstance(node, SpellLimit):
        return ("spells cast",)
    if not isinstance(node, ValueOf):
        return ()
    return (node.what,) if node.what in THIS_TURN or node.what == "resolutions" else ()


#: how something comes to be face down -> the name of the face that it then has
DOWN_FACES = {
    "manifest": "Face-Down Creature",
    "morph": "Face-Down Creature",
    "turned": "Face-Down Creature",
    "cloak": "Face-Down Creature with Ward",
    "disguise": "Face-Down Creature with Ward",
}
#: where abilities of a card work that is face down on the battlefield
WHILE_DOWN = "face down"


def hides(node: Node) -> str:
    """How an instruction makes something face down; empty for all others."""
    if isinstance(node, Manifest):
        return node.how
    if isinstance(node, TurnFaceDown):
        return "turned"
    return "manifest" if isinstance(node, ManifestDread) else ""


class MustBeBlocked(Node, Gives, frozen=True, tag="must be blocked", tag_field="gives"):
    """It must be blocked if able, perhaps ``by`` such a creature.

    With ``by_all``, all creatures able to block it do so.
    """

    by_all: bool = False
    by: Select | None = None


class Discover(Node, Does, frozen=True, tag="discover", tag_field="do"):
    """Exile cards until one isn't a land and costs at most so much; cast it, or it goes to hand."""

    amount: Quantity


class EnchantAnew(Node, Does, frozen=True, tag="enchant anew", tag_field="do"):
    """This Aura loses an enchant ability; now it enchants what it puts onto the battlefield.

    ``select`` describes what that has to be.
    """

    loses: tuple[Ability, ...]
    select: Select


DOES: tuple[type[Node], ...] = (
    *damage_nodes.DOES,
    Manifest,
    ManifestDread,
    TurnFaceUp,
    TurnFaceDown,
    InsteadIf,
    CopyAbility,
    TapOrUntap,
    CounterOfChoice,
    Cascade,
    EnchantAnew,
    SacrificeChosen,
    Fight,
    Scry,
    Surveil,
    Mill,
    Proliferate,
    DoubleCounters,
    Roll,
    ChooseWord,
    ChooseObject,
    MustBlock,
    PlayerMay,
    ExtraPhases,
    CastFree,
    LookAtTop,
    RevealUntil,
    PutOnto,
    ExchangeWithHand,
    ItsCounters,
    Explore,
    Connive,
    Amass,
    Goad,
    ExileUntil,
    ExtraTurn,
    FlipCoin,
    Discover,
)
CONDITIONS: tuple[type[Node], ...] = (
    Compare,
    Not,
    Either,
    IfCounters,
    FirstCombat,
    Was,
    Exactly,
    DamagedBy,
)
GIVES: tuple[type[Node], ...] = (
    *damage_nodes.GIVES,
    Blockers,
    CounterLimit,
    MustBeBlocked,
    Spares,
)
