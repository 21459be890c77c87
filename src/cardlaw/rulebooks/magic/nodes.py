"""The ability nodes that only Magic has (CR chapters 1 to 3), and its vocabulary."""

from __future__ import annotations

from cardlaw.cards import nodes as shared
from cardlaw.cards.nodes import Condition, Cost, Does, Gives, Node, Quantity, Select
from cardlaw.cards.vocabulary import Vocabulary
from cardlaw.rulebooks.magic import clauses, damage_nodes, instructions, replacement_nodes
from cardlaw.rulebooks.magic.copy_nodes import COPYING


class Become(Node, Gives, frozen=True, tag="become", tag_field="gives"):
    """Sets types, subtypes or colours; with ``add`` the earlier ones stay."""

    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    colorless: bool = False
    all_creature_types: bool = False
    add: bool = False


class Switch(Node, Gives, frozen=True, tag="switch", tag_field="gives"):
    """Switches power and toughness."""


class YouControl(Node, Gives, frozen=True, tag="you control", tag_field="gives"):
    """The controller of the ability controls what it affects."""


class CostLess(Node, Gives, frozen=True, tag="cost less", tag_field="gives"):
    """Abilities of a keyword, or spells, cost less (a negative amount: more) generic mana.

    With a static ability about "self" and ``source`` "self" a spell changes its own cost.

    ``target``: only if it targets such an object. ``amount`` may be a quantity.
    """

    keyword: str = ""
    amount: Quantity = 1
    target: Select | None = None
    #: whose abilities or spells: you, or anybody
    whose: str = "you"
    #: the source of the ability, or the spell
    source: Select | None = None
    #: coloured or colourless mana besides, in symbols: "{W}"
    mana: str = ""
    #: only the first such spell each turn
    first: bool = False
    #: so much for each target that fits, but for so many of them
    each: Select | None = None
    beyond: int = 0


class OnlyTo(Node, Gives, frozen=True, tag="only to", tag_field="gives"):
    """What it affects can be attached only to such an object."""

    select: Select


class Enters(Node, Gives, frozen=True, tag="enters", tag_field="gives"):
    """What enters does so tapped, or with counters: by its own text, or by another permanent's.

    ``what`` is "self" for a permanent's own text; otherwise it describes what enters. ``unless`` is
    life that its controller may pay to stop it.
    """

    what: Select = Select(who="self")
    tapped: bool = False
    counters: str = ""
    amount: Quantity = 1
    unless: int = 0


class ChooseAsEnters(Node, Gives, frozen=True, tag="choose as it enters", tag_field="gives"):
    """As this permanent enters, its controller chooses: ``what`` is color or creature type.

    ``options`` limits the choice. The same text then says "chosen" for it, as a colour or kind of a
    description or of a part of an effect, and in "protection from chosen".
    """

    what: str
    options: tuple[str, ...] = ()


class PlayerGains(Node, Gives, frozen=True, tag="player gains", tag_field="gives"):
    """A player has hexproof, shroud or protection: the controller of what the effect affects."""

    keywords: tuple[str, ...]


class AddMana(Node, Does, frozen=True, tag="add mana", tag_field="do"):
    """Adds mana: each entry is one possibility, such as "CC" or "W", added ``amount`` times.

    ``only`` describes the spells, or the objects whose abilities it may be spent on; ``only_for``
    is "spell" or "ability" if it may be spent on one of them only. ``stays``: until the end of the
    turn it isn't lost as steps and phases end. ``player``: whose pool it goes into.
    """

    mana: tuple[str, ...]
    amount: Quantity = 1
    only: Select | None = None
    only_for: str = ""
    stays: bool = False
    player: str = "you"


class Counter(Node, Does, frozen=True, tag="counter", tag_field="do"):
    """Counter a spell or ability, unless its controller pays ``unless`` (or another ``price``)."""

    what: Select = Select(who="target")
    unless: str = ""
    price: Cost | None = None


class PhaseOut(Node, Does, frozen=True, tag="phase out", tag_field="do"):
    """What is meant phases out."""

    what: Select


class Sacrifice(Node, Does, frozen=True, tag="sacrifice", tag_field="do"):
    """A player sacrifices what is meant, as far as it is theirs."""

    what: Select
    player: str = "you"


class Blink(Node, Does, frozen=True, tag="blink", tag_field="do"):
    """Exile what is meant, then return it under its owner's control."""

    what: Select


class GiveProtection(Node, Does, frozen=True, tag="protection of choice", tag_field="do"):
    """Protection from a colour of the controller's choice, until the end of the turn."""

    what: Select
    colors: tuple[str, ...] = ("white", "blue", "black", "red", "green")
    gives: tuple[Gives, ...] = (shared.Gain(keywords=("protection from chosen",)),)
    until: str = "turn"


class CastCost(Node, shared.Ability, frozen=True, tag="cast cost", tag_field="ability"):
    """What casting this costs beside its mana cost, or instead of it (CR 118.8, 118.9).

    Mandatory ("as an additional cost to cast this, sacrifice a creature") unless ``optional``
    (kicker, buyback); ``many``: it may be paid any number of times. ``instead``: an alternative
    cost, perhaps only from ``zone`` (flashback: graveyard) and only ``when`` conditions hold; with
    ``besides`` the mana cost is paid too ("you may cast this from your graveyard").
    ``flash``: if it is paid, the spell may be cast whenever its player has priority. ``then``: the
    zone to which the card goes as it leaves the stack after having been cast so (exile), or hand
    for one that returns as it resolves. Conditions and quantities refer to it by its ``name``.

    With ``by`` it has no cost of its own: the alternative cost of that name may be used from
    ``zone`` too ("using its bestow ability"), which then is in its ``also_from``.

    The words of tolls in its cost, and in costs of abilities, are: sacrifice, discard, tap, untap,
    exile, return (to hand), unattach, put counters, remove counters, pay life, mill.
    """

    name: str = ""
    cost: shared.Cost = shared.Cost()
    #: instead of ``cost``, for a mandatory one: either of these, chosen while casting
    any_of: tuple[shared.Cost, ...] = ()
    instead: bool = False
    besides: bool = False
    by: str = ""
    also_from: str = ""
    optional: bool = False
    many: bool = False
    zone: str = ""
    when: tuple[Condition, ...] = ()
    flash: bool = False
    #: only while an ability lets its player do so ("cast by")
    called: bool = False
    then: str = ""
    text: str = ""


class Paid(Node, Condition, frozen=True, tag="paid", tag_field="if"):
    """A cost with that name was paid for the spell, or for the spell that became the permanent.

    "If it was kicked". How often: the value "paid NAME" of a quantity.
    """

    name: str


class Chapter(Node, shared.Ability, frozen=True, tag="chapter", tag_field="ability"):
    """A chapter of a Saga: "II, III - draw a card" (CR 714.2).

    A Saga has a chapter 1; with it come the lore counter with which it enters and the end of it.
    """

    numbers: tuple[int, ...]
    do: tuple[Does, ...]
    targets: tuple[shared.Target, ...] = ()
    text: str = ""


class Mode(Node, frozen=True):
    """One of the options of a modal text: what it does, and its own targets."""

    do: tuple[Does, ...]
    targets: tuple[shared.Target, ...] = ()
    text: str = ""


class Modal(Node, Does, frozen=True, tag="modal", tag_field="do"):
    """ "Choose one", "choose one or both": the modes are chosen while announcing (CR 700.2).

    It is an entry of the ``do`` of a spell, activated or triggered ability itself, not inside
    another effect. ``least`` and ``most`` say how many modes; with ``again`` the same mode may be
    chosen more than once. Each mode names its own targets as if it stood alone. With ``paid``
    ("if it was kicked, choose both instead") another number of modes counts.
    """

    modes: tuple[Mode, ...]
    least: int = 1
    most: int = 1
    again: bool = False
    #: if a cost with this name was paid, as many modes as these two say
    paid: str = ""
    paid_least: int = 1
    paid_most: int = 1


class Divide(Node, Does, frozen=True, tag="divide", tag_field="do"):
    """Damage, or ``counters`` of a kind, divided among targets as chosen while announcing.

    "3 damage divided as you choose among any number of targets": the targets with the name
    ``target`` get their shares (CR 601.2d). It stands in the ``do`` of an ability or of a mode.
    """

    amount: Quantity
    target: str = "target"
    counters: str = ""


class Search(Node, Does, frozen=True, tag="search", tag_field="do"):
    """A player searches the library for a card; puts it somewhere; shuffles.

    ``to`` of cast: cast it without paying its mana cost instead.
    """

    what: Select
    to: str = "battlefield"
    #: attach it to such an object, chosen by the player as it enters
    attached_to: Select | None = None
    #: enter first, then be attached to such an object
    then_attach: Select | None = None
    tapped: bool = False
    #: only a card whose name none of such objects has
    unlike: Select | None = None
    #: who searches, and whether they may leave it
    player: str = "you"
    may: bool = False


class ChooseAttach(Node, Does, frozen=True, tag="choose attach", tag_field="do"):
    """You may attach an object of your choice to an object of your choice."""

    what: Select
    to: Select
    may: bool = True


class Later(Node, Does, frozen=True, tag="later", tag_field="do"):
    """A delayed triggered ability: "at the beginning of the next end step, ...".

    It knows the objects that the text has named so far (target, created, it), where they have gone.
    It triggers once; with ``often`` each time until its end. ``until`` is "turn" or nothing.
    """

    ability: shared.Triggered
    until: str = ""
    often: bool = False


class IfDone(Node, Does, frozen=True, tag="if done", tag_field="do"):
    """ "You may do this. If you do, ..." and "... If you don't, ...".

    ``reflexive``: "When you do, ...": an ability that triggers at once and may have targets.
    """

    first: tuple[Does, ...]
    then: tuple[Does, ...] = ()
    otherwise: tuple[Does, ...] = ()
    may: bool = False
    player: str = "you"
    reflexive: shared.Triggered | None = None


class Pay(Node, Does, frozen=True, tag="pay", tag_field="do"):
    """A player may pay mana or life; what comes of it is said by the "if done" around it."""

    cost: str = ""
    life: int = 0
    energy: int = 0
    player: str = "you"
    #: how often the cost in mana is paid
    times: Quantity = 1


class Regenerate(Node, Does, frozen=True, tag="regenerate", tag_field="do"):
    """The next time that what is meant would be destroyed this turn, it isn't."""

    what: Select
    gives: tuple[Gives, ...] = ()
    until: str = "turn"


class Bury(Node, Does, frozen=True, tag="bury", tag_field="do"):
    """Destroy what is meant; it can't be regenerated."""

    what: Select


class Instead(Node, Gives, frozen=True, tag="instead", tag_field="gives"):
    """If what it affects would leave as the event says, it goes to another zone instead.

    ``event``: dies, put into graveyard. ``to``: exile, hand, library.
    """

    event: str = "dies"
    to: str = "exile"


class Discard(Node, Does, frozen=True, tag="discard", tag_field="do"):
    """A player discards cards of their choice.

    ``how``: "" by their own choice, "random", "all" (the whole hand), "you" (the hand is revealed
    and the controller of the text chooses). ``what``: only such cards may be chosen.
    """

    player: str = "you"
    amount: Quantity = 1
    how: str = ""
    what: Select = Select()


class LoseGame(Node, Does, frozen=True, tag="lose", tag_field="do"):
    """A player loses the game."""

    player: str = "you"


class WinGame(Node, Does, frozen=True, tag="win", tag_field="do"):
    """A player wins the game."""

    player: str = "you"


class DrawGame(Node, Does, frozen=True, tag="draw game", tag_field="do"):
    """The game is a draw."""


class TopCards(Node, Does, frozen=True, tag="top cards", tag_field="do"):
    """Put the top cards of a player's library elsewhere: exile, graveyard (mill) or hand.

    Instructions that follow call them "moved".
    """

    to: str = "exile"
    amount: Quantity = 1
    player: str = "you"


class MayPlay(Node, Does, frozen=True, tag="may play", tag_field="do"):
    """The controller may play the cards that are meant from where they are now.

    ``until`` is the end of it in the game's words (turn, game). ``free``: cast them without paying
    their mana costs, and only so. "You may play cards from your graveyard" as a static ability is
    an ``allow`` of "play from graveyard" (exile, graveyard), with a description of the cards.
    """

    what: Select
    until: str = "turn"
    free: bool = False
    gives: tuple[Gives, ...] = ()


class Attached(Node, Condition, frozen=True, tag="attached", tag_field="if"):
    """This permanent is attached to such an object."""

    to: Select = Select()


class History(Node, Condition, frozen=True, tag="history", tag_field="if"):
    """Something happened this turn to what is meant (or did not): dealt combat damage ..."""

    what: Select
    word: str
    happened: bool = True


#: the nodes whose effects make one object a copy of another

#: the instructions that begin an effect which lasts for a while
Lasting = (
    shared.Change
    | shared.Control
    | Regenerate
    | MayPlay
    | GiveProtection
    | instructions.Goad
    | instructions.MustBlock
    | instructions.PlayerMay
    | damage_nodes.PreventDamage
    | damage_nodes.RedirectNext
    | clauses.PlaySuspended
)

OWN: tuple[type[Node], ...] = (
    *COPYING,
    ChooseAsEnters,
    PlayerGains,
    Enters,
    Become,
    Switch,
    YouControl,
    CostLess,
    OnlyTo,
    AddMana,
    Counter,
    PhaseOut,
    Sacrifice,
    Blink,
    GiveProtection,
    CastCost,
    Paid,
    Chapter,
    WinGame,
    DrawGame,
    TopCards,
    MayPlay,
    Modal,
    Divide,
    Search,
    ChooseAttach,
    Later,
    IfDone,
    Pay,
    Regenerate,
    Bury,
    Instead,
    Discard,
    LoseGame,
    Attached,
    History,
)

#: the shared nodes that Magic executes
TAKEN: tuple[type[Node], ...] = tuple(
    node for node in shared.SHARED if node not in (shared.Replacement, shared.Shuffle)
)

VOCABULARY = Vocabulary(
    (
        *TAKEN,
        *OWN,
        *instructions.DOES,
        *instructions.CONDITIONS,
        *instructions.GIVES,
        *clauses.DOES,
        *clauses.CONDITIONS,
        *clauses.GIVES,
        *replacement_nodes.GIVES,
    )
)
