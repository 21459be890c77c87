"""The verbs that the cards of this game add to the shared vocabulary (chapter 5)."""

from __future__ import annotations

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Ability, Does, Gives, Node, Select


class EquipOnly(Node, Ability, frozen=True, tag="equip only", tag_field="ability"):
    """A restriction of an equipment on its bearers."""

    select: Select
    text: str = ""


class AsEnters(Node, Ability, frozen=True, tag="as enters", tag_field="ability"):
    """What its controller does as part of putting the object into play."""

    do: tuple[Does, ...]
    text: str = ""


class Apart(Node, Gives, frozen=True, tag="apart", tag_field="gives"):
    """The affected characters are not unique beside another version of their name."""


class Choose(Node, Does, frozen=True, tag="choose", tag_field="do"):
    """The effect's controller chooses an object while the effect resolves."""

    select: Select
    name: str = "chosen"
    may: bool = False


class Pay(Node, Does, frozen=True, tag="pay", tag_field="do"):
    """The effect's controller may pay up to so many points; ``paid`` is how many were paid."""

    kind: str
    most: int


class RecoverLater(Node, Does, frozen=True, tag="recover later", tag_field="do"):
    """The object recovers at the start of this turn's recovery phase."""

    what: Select


OWN: tuple[type[Node], ...] = (EquipOnly, AsEnters, Apart, Choose, Pay, RecoverLater)

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
)

VOCABULARY = nodes.Vocabulary((*EXECUTED, *OWN))
