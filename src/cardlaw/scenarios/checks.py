"""What a scenario asserts about a position, and what is found there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardlaw.kernel import pile
from cardlaw.kernel.rulebook import Recorder
from cardlaw.kernel.tables import NOBODY
from cardlaw.rulebooks.magic.board import TAPPED, Board, Char
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.shown import labels_of
from cardlaw.rulebooks.magic.types import subtypes_of
from cardlaw.scenarios.abilities import activations, is_item_called
from cardlaw.scenarios.names import Called
from cardlaw.scenarios.opening import PLAYERS
from cardlaw.scenarios.records import USING, Claim, Deed

Found = int | str | bool


@dataclass(frozen=True)
class Missed:
    """An assertion that does not hold."""

    claim: str
    expected: Found
    found: Found
    #: the object that it is about, if there is one
    obj: int | None = None


class Unclear(Exception):
    """An assertion that cannot be looked up: no such object, an unknown kind."""


def claim_of(deed: Deed) -> Claim:
    """The assertion of a check."""
    value = deed.value if isinstance(deed.value, int | bool | str) else None
    return Claim(
        deed.kind,
        player=deed.player,
        card=deed.card,
        value=value,
        power=deed.power,
        toughness=deed.toughness,
        counter=deed.counter,
        ability=deed.ability,
        name=deed.card_name,
    )


class Checks:
    """Looks assertions up in the position as it is now."""

    def __init__(self, called: Called) -> None:
        self.called = called

    def look(self, claim: Claim) -> Missed | None:
        """None if an assertion holds. Unclear if it cannot be looked up."""
        reader = _READERS.get(claim.kind)
        if reader is None:
            raise Unclear(f"the assertion {claim.kind!r} is not known")
        expected, found = reader(self, claim)
        if expected == found:
            return None
        objs = self.called.permanents(claim.card, self.player(claim)) if claim.card else []
        return Missed(told(claim), expected, found, objs[0] if objs else None)

    # -- finding ---------------------------------------------------------------------------------

    def player(self, claim: Claim) -> int | None:
        return PLAYERS.index(claim.player) if claim.player in PLAYERS else None

    def who(self, claim: Claim) -> int:
        """The player that an assertion is about."""
        player = self.player(claim)
        if player is None:
            raise Unclear(f"{claim.kind} names no player")
        return player

    def objects(self, claim: Claim, word: str = "") -> list[int]:
        """The permanents that an assertion is about."""
        return self.called.permanents(word or claim.card, self.player(claim))

    def one(self, claim: Claim, word: str = "") -> int:
        """The permanent that an assertion is about. Unclear if there is none."""
        found = self.objects(claim, word)
        if not found:
            raise Unclear(f"{claim.player} controls no {word or claim.card}")
        return found[0]

    def char(self, obj: int) -> Char:
        board: Board = self.called.state.board()
        return board.chars[obj]

    # -- counts ----------------------------------------------------------------------------------

    def permanents(self, claim: Claim) -> tuple[Found, Found]:
        return _number(claim), len(self.objects(claim))

    def exists(self, claim: Claim) -> tuple[Found, Found]:
        return bool(claim.value), bool(self.objects(claim))

    def all_permanents(self, claim: Claim) -> tuple[Found, Found]:
        return _number(claim), len(self.called.permanents("", self.player(claim)))

    def tokens(self, claim: Claim) -> tuple[Found, Found]:
        state = self.called.state
        return _number(claim), sum(printed(state, obj).token for obj in self.objects(claim))

    def cards(self, claim: Claim) -> tuple[Found, Found]:
        """Cards of a name in a zone, or all cards there."""
        zone = claim.kind.split("_")[0]
        word = claim.card if claim.kind.endswith("count") else ""
        return _number(claim), len(self.called.in_zone(zone, word, self.player(claim)))

    def tapped_count(self, claim: Claim) -> tuple[Found, Found]:
        state = self.called.state
        wanted = claim.tapped is not False
        objs = self.objects(claim)
        return _number(claim), sum(bool(state.status.get(o, 0) & TAPPED) == wanted for o in objs)

    # -- players ---------------------------------------------------------------------------------

    def life(self, claim: Claim) -> tuple[Found, Found]:
        return _number(claim), self.called.state.points.get((self.who(claim), "life"), 0)

    def player_counters(self, claim: Claim) -> tuple[Found, Found]:
        key = (self.who(claim), claim.counter.casefold())
        return _number(claim), self.called.state.points.get(key, 0)

    def won(self, claim: Claim) -> tuple[Found, Found]:
        result = self.called.game.book.result(self.called.state)
        player = self.who(claim)
        if claim.kind == "lost":
            player = 1 - player
        return claim.value is not False, result == player

    def drawn(self, claim: Claim) -> tuple[Found, Found]:
        return claim.value is not False, (self.called.game.book.result(self.called.state) == NOBODY)

    # -- values of a permanent -------------------------------------------------------------------

    def power_toughness(self, claim: Claim) -> tuple[Found, Found]:
        found = [self._pt(obj) for obj in self.objects(claim)]
        if not found:
            raise Unclear(f"{claim.player} controls no {claim.card}")
        wanted = f"{claim.power}/{claim.toughness}"
        if claim.scope.casefold() == "all":
            return wanted, next((pt for pt in found if pt != wanted), wanted)
        return wanted, wanted if wanted in found else found[0]

    def _pt(self, obj: int) -> str:
        char = self.char(obj)
        return f"{char.power or 0}/{char.toughness or 0}"

    def base(self, claim: Claim) -> tuple[Found, Found]:
        obj = self.one(claim)
        return f"{claim.power}/{claim.toughness}", f"{self._base(obj, 'power')}/" + str(
            self._base(obj, "toughness")
        )

    def _base(self, obj: int, what: str) -> int:
        """The value before anything but what sets it (layers 7a and 7b) has changed it."""
        recorder = Recorder()
        self.called.game.book.compute(self.called.state, recorder)
        notes = [n for n in recorder.of(obj, what) if n.rule in ("CR 613.4a", "CR 613.4b")]
        face = self.char(obj).face
        value = face.power if what == "power" else face.toughness
        return int(notes[-1].after) if notes else value or 0

    def power(self, claim: Claim) -> tuple[Found, Found]:
        char = self.char(self.one(claim))
        return _number(claim), (char.power if claim.kind == "power" else char.toughness) or 0

    def ability(self, claim: Claim) -> tuple[Found, Found]:
        return claim.value is not False, self._abilities(claim) > 0

    def ability_count(self, claim: Claim) -> tuple[Found, Found]:
        return _number(claim), self._abilities(claim)

    def _abilities(self, claim: Claim) -> int:
        obj = self.one(claim)
        char = self.char(obj)
        wanted = claim.ability.casefold()
        if claim.ability_args:
            wanted = f"{wanted} from {claim.ability_args.casefold()}"
        listed = [str(keyword).casefold() for keyword in char.keywords]
        listed += [label.casefold() for label in labels_of(char) if label not in char.keywords]
        return sum(word == wanted or word.startswith(f"{wanted} ") for word in listed)

    def type(self, claim: Claim) -> tuple[Found, Found]:
        return claim.value is not False, claim.type.casefold() in self.char(self.one(claim)).types

    def subtype(self, claim: Claim) -> tuple[Found, Found]:
        char = self.char(self.one(claim))
        known = {_letters(word) for word in subtypes_of(char)}
        found = _letters(claim.subtype) in known or char.wild
        return claim.value is not False, found

    def color(self, claim: Claim) -> tuple[Found, Found]:
        colors = self.char(self.one(claim)).colors
        return claim.value is not False, claim.color.casefold() in colors

    def tapped(self, claim: Claim) -> tuple[Found, Found]:
        bits = self.called.state.status.get(self.one(claim), 0)
        return bool(claim.value), bool(bits & TAPPED)

    def damage(self, claim: Claim) -> tuple[Found, Found]:
        return _number(claim), self.called.state.damage.get(self.one(claim), 0)

    def counters(self, claim: Claim) -> tuple[Found, Found]:
        objs = self.objects(claim) or self.called.in_zone("exile", claim.card, self.player(claim))
        if not objs:
            raise Unclear(f"there is no {claim.card}")
        return _number(claim), self.called.state.counters.get((objs[0], claim.counter), 0)

    def attacking(self, claim: Claim) -> tuple[Found, Found]:
        attackers = {obj for obj, _ in self.called.state.lists.get("attackers", ())}
        return claim.value is not False, self.one(claim) in attackers

    # -- attachments -----------------------------------------------------------------------------

    def attached_to(self, claim: Claim) -> tuple[Found, Found]:
        state = self.called.state
        hosts = self.called.permanents(claim.permanent)
        found = any(
            state.host.get(obj) in hosts for obj in self.called.permanents(claim.attachment)
        )
        return claim.value is not False, found

    def is_attached(self, claim: Claim) -> tuple[Found, Found]:
        return bool(claim.value), bool(self.called.state.host.get(self.one(claim)))

    def attachments(self, claim: Claim) -> tuple[Found, Found]:
        obj = self.one(claim)
        number = sum(host == obj for host in self.called.state.host.values())
        if claim.kind == "has_attachments":
            return bool(claim.value), number > 0
        return _number(claim), number

    # -- what can be done, and the stack ---------------------------------------------------------

    def can_play(self, claim: Claim) -> tuple[Found, Found]:
        game = self.called.game
        found = game.to_act == self.who(claim) and any(
            self._begins(option, claim.ability) for option in game.legal
        )
        return bool(claim.value), found

    def _begins(self, option: tuple[object, ...], words: str) -> bool:
        if words.startswith("Cast "):
            wanted = words.removeprefix("Cast ").casefold()
            obj = option[1] if option[0] == "cast" else None
            name = self.called.name_of(obj).casefold() if isinstance(obj, int) else ""
            cut = next((wanted.partition(word)[0] for word in USING if word in wanted), wanted)
            return bool(name) and (name.startswith(wanted) or name == cut)
        return activations(self.called, option, words)

    def stack_size(self, claim: Claim) -> tuple[Found, Found]:
        return _number(claim), len(pile.items(self.called.state))

    def stack_object(self, claim: Claim) -> tuple[Found, Found]:
        items = pile.items(self.called.state)
        return _number(claim), sum(is_item_called(self.called, key, claim.name) for key in items)


def _number(claim: Claim) -> int:
    return int(claim.value) if claim.value is not None else 0


def _letters(word: str) -> str:
    return "".join(c for c in word.casefold() if c.isalpha())


def told(claim: Claim) -> str:
    """An assertion as a person reads it."""
    words = [claim.kind.replace("_", " ")]
    named = (
        claim.player, claim.card, claim.attachment, claim.permanent, claim.counter,
        claim.ability, claim.ability_args, claim.type, claim.subtype, claim.color, claim.name,
    )  # fmt: skip
    return " ".join([*words, *(word for word in named if word)])


_READERS: dict[str, Callable[[Checks, Claim], tuple[Found, Found]]] = {
    "permanent_count": Checks.permanents,
    "permanent_exists": Checks.exists,
    "permanent_total": Checks.all_permanents,
    "token_count": Checks.tokens,
    "graveyard_count": Checks.cards,
    "graveyard_size": Checks.cards,
    "hand_count": Checks.cards,
    "hand_size": Checks.cards,
    "library_count": Checks.cards,
    "library_size": Checks.cards,
    "exile_count": Checks.cards,
    "exile_size": Checks.cards,
    "tapped_count": Checks.tapped_count,
    "life": Checks.life,
    "player_counters": Checks.player_counters,
    "won": Checks.won,
    "lost": Checks.won,
    "game_drawn": Checks.drawn,
    "pt": Checks.power_toughness,
    "base_pt": Checks.base,
    "power": Checks.power,
    "toughness": Checks.power,
    "has_ability": Checks.ability,
    "ability_count": Checks.ability_count,
    "type": Checks.type,
    "subtype": Checks.subtype,
    "color": Checks.color,
    "tapped": Checks.tapped,
    "damage": Checks.damage,
    "counters": Checks.counters,
    "attacking": Checks.attacking,
    "attached_to": Checks.attached_to,
    "is_attached": Checks.is_attached,
    "has_attachments": Checks.attachments,
    "attachment_count": Checks.attachments,
    "can_play": Checks.can_play,
    "stack_size": Checks.stack_size,
    "stack_object": Checks.stack_object,
}
