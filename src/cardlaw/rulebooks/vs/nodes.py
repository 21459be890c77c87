"""The verbs that the cards of this game add to the shared vocabulary (chapter 5)."""

from __future__ import annotations

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Ability, Cost, Does, Gives, Node, Select
from cardlaw.cards.vocabulary import Vocabulary


class EquipOnly(Node, Ability, frozen=True, tag="equip only", tag_field="ability"):
    """A restriction of an equipment on its bearers."""

    select: Select
    text: str = ""


class AsEnters(Node, Ability, frozen=True, tag="as enters", tag_field="ability"):
    """What its controller does as part of putting the object into play."""

    do: tuple[Does, ...]
    text: str = ""


class ToPlay(Node, Ability, frozen=True, tag="to play", tag_field="ability"):
    """What is paid to play a plot twist."""

    cost: Cost
    text: str = ""


class Boost(Node, Ability, frozen=True, tag="boost", tag_field="ability"):
    """An additional cost of recruiting, in resource points; paid, it gives the powers this turn."""

    cost: int
    powers: tuple[Ability, ...]
    text: str = ""


class Cosmic(Node, Ability, frozen=True, tag="cosmic", tag_field="ability"):
    """Powers that are there while the character has its cosmic counter.

    ``surge``: it comes into play without one and gets one at the start of each recovery phase.
    """

    powers: tuple[Ability, ...]
    surge: bool = False
    text: str = ""


class TeamUp(Node, Ability, frozen=True, tag="team-up", tag_field="ability"):
    """Its player's characters with one of the affiliations have all of them.

    Without ``kinds`` its player chooses two as the effect resolves.
    """

    kinds: tuple[str, ...] = ()
    text: str = ""


class Apart(Node, Gives, frozen=True, tag="apart", tag_field="gives"):
    """The affected characters are not unique beside another version of their name."""


class Identify(Node, Gives, frozen=True, tag="identity", tag_field="gives"):
    """The affected characters have a further identity."""

    identity: str


class Choose(Node, Does, frozen=True, tag="choose", tag_field="do"):
    """A player chooses an object while the effect resolves; ``player`` of "chance": at random."""

    select: Select
    name: str = "chosen"
    may: bool = False
    player: str = "you"


class Pay(Node, Does, frozen=True, tag="pay", tag_field="do"):
    """The effect's controller may pay up to so many points; ``paid`` is how many were paid."""

    kind: str
    most: int


class RecoverLater(Node, Does, frozen=True, tag="recover later", tag_field="do"):
    """The object recovers at the start of this turn's recovery phase."""

    what: Select


class Rally(Node, Does, frozen=True, tag="rally", tag_field="do"):
    """Reveal the top card: it goes to the hand and ``then`` is done, or under the deck."""

    select: Select
    then: tuple[Does, ...] = ()


class Negate(Node, Does, frozen=True, tag="negate", tag_field="do"):
    """The newest effect of each object on the chain is negated."""

    what: Select


class CopyPowers(Node, Does, frozen=True, tag="copy powers", tag_field="do"):
    """``to`` has the printed powers of ``what`` beside its own."""

    what: Select
    to: Select = Select(who="self")
    until: str = "turn"


class ReplaceResource(Node, Does, frozen=True, tag="replace", tag_field="do"):
    """A resource is KO'd; if it was, its controller's top card takes its place face down."""

    what: Select


class EndGame(Node, Does, frozen=True, tag="end game", tag_field="do"):
    """A player wins or loses the game."""

    result: str = "win"
    player: str = "you"


OWN: tuple[type[Node], ...] = (
    EquipOnly,
    AsEnters,
    ToPlay,
    Boost,
    Cosmic,
    TeamUp,
    Apart,
    Identify,
    Choose,
    Pay,
    RecoverLater,
    Rally,
    Negate,
    CopyPowers,
    ReplaceResource,
    EndGame,
)

EXECUTED: tuple[type[Node], ...] = (
    nodes.Get,
    nodes.Set,
    nodes.Gain,
    nodes.Lose,
    nodes.Allow,
    nodes.Forbid,
    nodes.Static,
    nodes.Triggered,
    nodes.Activated,
    nodes.Keyword,
    nodes.Replacement,
    nodes.Script,
    nodes.Attach,
    nodes.Move,
    nodes.Destroy,
    nodes.Change,
    nodes.Control,
    nodes.PutCounters,
    nodes.Points,
    nodes.Draw,
    nodes.SetState,
    nodes.Shuffle,
    nodes.If,
    nodes.Exists,
    nodes.During,
)

VOCABULARY = Vocabulary((*EXECUTED, *OWN))
