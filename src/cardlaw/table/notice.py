"""The notice of a table: what the other seat asks for, a seat that is free, whose turn it is."""

from __future__ import annotations

from typing import Protocol

from cardlaw.notation.labels import player_word
from cardlaw.table.drawing import environment
from cardlaw.table.picture import Look
from cardlaw.table.words import table_words


class Table(Protocol):
    """What of a sitting its notice tells."""

    offer: tuple[int, str] | None
    #: the shortcut that is offered, in words
    suggested: str
    #: where a link for a free seat is made; empty: no seat is free
    invite: str

    @property
    def shared(self) -> bool:
        """Whether one screen shows both seats."""
        ...

    @property
    def waits_for(self) -> int | None:
        """Who answers next."""
        ...


def notice(table: Table, seat: int, look: Look) -> str:
    """What stands in the notice of a seat, as HTML; empty if nothing does."""
    offer, waits = table.offer, table.waits_for
    curtain = table.shared and waits is not None and waits != seat
    if offer is None and not curtain and not table.invite:
        return ""
    mine = offer is not None and offer[0] == seat and not table.shared
    template = environment().get_template("notice.html.j2")
    return template.render(
        t=table_words(look.language).text,
        offer=None if offer is None else offer[1],
        whose=None if offer is None else player_word(offer[0]),
        mine=mine,
        suggested=table.suggested,
        other=player_word(1 - seat) if curtain else None,
        other_seat=1 - seat,
        invite=table.invite,
    )
