"""Nodes of card data about events that are replaced: draws, life, counters, tokens (CR 614)."""

from __future__ import annotations

from cardlaw.cards.nodes import Does, Gives, Node, Select, Token


class Would(Node, Gives, frozen=True, tag="would", tag_field="gives"):
    """If an event would happen to a player, or to what a player controls, another one does instead.

    ``event``: draw, gain life, put counters, create tokens. ``whose``: you, opponent or each.
    ``what`` describes what the counters are put on, or the tokens; ``kind`` is the kind of
    counters. The number becomes ``times`` as much, ``plus`` more. ``by_effect``: not as a cost.

    With ``then`` these instructions are followed in place of the event; they call the player "they"
    and the number "event". Of tokens: these ones are created in place of those that fit ``what``,
    and with ``besides`` along with them. ``except_first``: not the first card that a player draws
    in a draw step of theirs. ``may``: its player may leave it.
    """

    event: str
    whose: str = "you"
    what: Select | None = None
    kind: str = ""
    times: int = 1
    plus: int = 0
    then: tuple[Does, ...] = ()
    besides: tuple[Token, ...] = ()
    by_effect: bool = False
    except_first: bool = False
    may: bool = False
    #: where the card with the text must be, if not on the battlefield (dredge)
    zone: str = ""
    #: only if its player's library has as many cards
    library: int = 0


GIVES: tuple[type[Node], ...] = (Would,)
