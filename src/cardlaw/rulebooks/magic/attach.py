"""What may be attached to what (CR 301.5, 301.6, 303.4, 701.3, 702.5, 702.16)."""

from __future__ import annotations

from collections.abc import Iterator

from cardlaw.cards.nodes import Gain, Select, Static
from cardlaw.kernel.law import Breach, Findings, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.bestow import enchants_of
from cardlaw.rulebooks.magic.board import (
    GONE,
    Board,
    Char,
    Scope,
    char_of,
    fits,
)
from cardlaw.rulebooks.magic.chosen import gives_with
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.nodes import OnlyTo, PlayerGains
from cardlaw.rulebooks.magic.qualities import fits_color
from cardlaw.rulebooks.magic.reanimating import in_another_zone, is_put_with, row_of

#: an object, or a player written as -1 - player
Anyone = int


def player_in(who: Anyone) -> int | None:
    """The player that a value names, or None for an object."""
    return -1 - who if who < 0 else None


def as_option(who: Anyone) -> tuple[int, int]:
    """An object or player as two values of an option: the object or -1, the player or -1."""
    return (-1, -1 - who) if who < 0 else (who, -1)


def from_option(obj: int, player: int) -> Anyone:
    """The object or player that two values of an option name."""
    return obj if obj != -1 else -1 - player


def kind_of_attachment(char: Char) -> str:
    """Aura, Equipment, Fortification, or the empty string."""
    for kind in ("Aura", "Equipment", "Fortification"):
        if kind in char.subtypes:
            return kind
    return ""


@rules("CR 303.4a", "CR 702.5a")
def enchants_there(state: State, obj: int, host: int) -> bool:
    """Whether an Aura's enchant ability speaks of a card that is not on the battlefield."""
    if host <= GONE or row_of(state, state.ref(obj)) is not None:
        return False
    return any(in_another_zone(state, select, host) for select in enchants_of(state, obj))


@rules("CR 701.3a", "CR 701.3b")
def may_attach(state: State, obj: int, host: Anyone, as_creature: bool = False) -> Findings:
    """The breaches of attaching an object on the battlefield to an object or player.

    ``as_creature``: the host counts as a creature, as equip planeswalker says.
    """
    char = char_of(state, obj)
    kind = kind_of_attachment(char)
    if not kind:
        yield Breach("no-attachment", "CR 701.3b", (obj,))
        return
    yield from may_be_attached(state, obj)
    if host == obj:
        rule = {"Aura": "CR 303.4d", "Fortification": "CR 301.6"}.get(kind, "CR 301.5c")
        yield Breach("to-itself", rule, (obj,))
        return
    board: Board = state.board()
    if host >= 0 and host not in board.field and not enchants_there(state, obj, host):
        rule = {"Aura": "CR 303.4c", "Fortification": "CR 301.6"}.get(kind, "CR 301.5c")
        yield Breach("bearer-gone", rule, (obj, host))
        return
    if kind == "Aura":
        yield from can_enchant(state, obj, host)
    elif kind == "Equipment":
        yield from can_equip(state, obj, host, as_creature)
    else:
        yield from can_fortify(state, obj, host)
    yield from bearer_allows(state, obj, host, kind)


@rules("CR 301.5c", "CR 303.4d", "CR 301.6")
def may_be_attached(state: State, obj: int) -> Findings:
    """The breach of being attached to anything while being a creature."""
    char = char_of(state, obj)
    if "creature" not in char.types or has_reconfigure(char) and obj not in state.host:
        return
    rule = {"Aura": "CR 303.4d", "Fortification": "CR 301.6"}.get(
        kind_of_attachment(char), "CR 301.5c"
    )
    yield Breach("attachment-is-creature", rule, (obj,))


@rules("CR 702.151b")
def has_reconfigure(char: Char) -> bool:
    """Whether it has reconfigure."""
    return any(held.skill.keyword == "reconfigure" for held in char.skills)


@rules("CR 301.5")
def can_equip(state: State, obj: int, host: Anyone, as_creature: bool) -> Findings:
    """The breach of equipping what is no creature."""
    if host < 0 or not as_creature and "creature" not in char_of(state, host).types:
        yield Breach("bearer-no-creature", "CR 301.5", (obj, host))


@rules("CR 301.6")
def can_fortify(state: State, obj: int, host: Anyone) -> Findings:
    """The breach of fortifying what is no land."""
    if host < 0 or "land" not in char_of(state, host).types:
        yield Breach("bearer-no-land", "CR 301.6", (obj, host))


@rules("CR 702.5a", "CR 702.5c", "CR 702.5d", "CR 303.4")
def can_enchant(state: State, obj: int, host: Anyone) -> Findings:
    """The breach of enchanting what the enchant abilities don't allow."""
    row = row_of(state, state.ref(obj))
    if row is not None:
        if host <= GONE or host not in state.board().field or not is_put_with(state, row, host):
            yield Breach("cannot-enchant", "CR 702.5a", (obj, host))
        return
    selects = enchants_of(state, obj)
    if not selects:
        yield Breach("cannot-enchant", "CR 303.4", (obj, host))
    for select in selects:
        if not enchants(state, obj, host, select):
            yield Breach("cannot-enchant", "CR 702.5a", (obj, host))
            return


def enchants(state: State, obj: int, host: Anyone, select: Select) -> bool:
    """Whether one enchant ability allows a host."""
    if select.who == "player":
        return host < 0
    if host < 0:
        return False
    if select.zone not in ("", "battlefield"):
        return in_another_zone(state, select, host)
    if host not in state.board().field:
        return False
    scope = Scope(Ref(obj, state.born.get(obj, 0)), char_of(state, obj).controller)
    return fits(state, state.board(), select, host, scope)


@rules("CR 101.2", "CR 702.16c", "CR 702.16d")
def bearer_allows(state: State, obj: int, host: Anyone, kind: str) -> Findings:
    """The breaches of a host that is protected, or of a clause of the attachment."""
    char = char_of(state, obj)
    if host < 0:
        quality = player_protected(state, -1 - host, char)
        if quality is not None:
            yield Breach("player-protected", "CR 702.16c", (-1 - host, quality))
        return
    board: Board = state.board()
    if kind == "Aura" and any(
        part.source != obj or getattr(part.gives, "but", None) is None
        for part in board.about("forbid be enchanted", host)
    ):
        yield Breach("cannot-enchant", "CR 101.2", (obj, host))
    sparing = spared_by(state, board, obj, host)
    for word in protections(char_of(state, host)):
        if word in sparing:
            sparing.remove(word)
        elif has_quality(char, word):
            rule = "CR 702.16c" if kind == "Aura" else "CR 702.16d"
            yield Breach("bearer-protected", rule, (obj, host, word))
    for select, scope in clauses(state, board, obj):
        if not fits(state, board, select, host, scope):
            yield Breach("only-to-others", "CR 301.5", (obj, host))


@rules("CR 702.16n")
def spared_by(state: State, board: Board, obj: int, host: int) -> list[str]:
    """The protections of a host that an attachment gives without taking itself off."""
    found: list[str] = []
    for part in board.about("spares", host):
        if part.source != obj:
            continue
        for held in board.chars[obj].skills:
            node = held.skill.node
            if isinstance(node, Static) and part.gives in node.gives:
                given = [gives_with(state, g, obj, state.born[obj]) for g in node.gives]
                words = [w for g in given if isinstance(g, Gain) for w in g.keywords]
                found += [w.removeprefix("protection from ") for w in words]
    return found


def clauses(state: State, board: Board, obj: int) -> Iterator[tuple[Select, Scope]]:
    """What the text of an attachment says that it can be attached only to."""
    if obj in board.field:
        for part in board.about("only to", obj):
            assert isinstance(part.gives, OnlyTo)
            source = Ref(part.source, state.born.get(part.source, 0))
            yield part.gives.select, Scope(source, part.you)
        return
    scope = Scope(Ref(obj, state.born.get(obj, 0)), char_of(state, obj).controller)
    for skill in printed(state, obj).own_skills:
        if isinstance(skill.node, Static) and skill.node.affects.who == "self":
            for gives in skill.node.gives:
                if isinstance(gives, OnlyTo):
                    yield gives.select, scope


def protections(char: Char) -> Iterator[str]:
    """The qualities that an object has protection from."""
    for word in char.keywords:
        if word.startswith("protection from "):
            yield word.removeprefix("protection from ")


@rules("CR 702.11c", "CR 702.16a", "CR 702.18a")
def words_of_player(state: State, player: int) -> Iterator[str]:
    """The keywords that a player has: hexproof, shroud, protection from something."""
    board: Board = state.board()
    for part in board.parts.get("player gains", ()):
        gives = part.gives
        assert isinstance(gives, PlayerGains)
        if any(board.chars[obj].controller == player for obj in part.affected):
            yield from gives.keywords


@rules("CR 702.16a", "CR 702.16b", "CR 702.16e")
def player_protected(state: State, player: int, source: Char) -> str | None:
    """The quality of a source that a player has protection from, if any."""
    for word in words_of_player(state, player):
        quality = word.removeprefix("protection from ")
        if quality != word and has_quality(source, quality):
            return quality
    return None


@rules("CR 702.16a", "CR 702.16j")
def has_quality(char: Char, word: str) -> bool:
    """Whether a source has the quality of a protection: colour, type, subtype, everything."""
    if word == "everything":
        return True
    if fits_color(char, word):
        return True
    singular = word.removesuffix("s") if word != "artifacts" else "artifact"
    return singular in char.types or any(char.is_kind(k) for k in (word, singular.capitalize()))
