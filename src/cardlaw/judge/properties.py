"""Properties of objects, players, the pile and the game, compared with what is expected."""

from __future__ import annotations

from collections import Counter

from cardlaw.judge.cases import PLAYER_KEYS, Word
from cardlaw.judge.faults import FileFault, unknown
from cardlaw.judge.positions import key_of
from cardlaw.kernel import pile
from cardlaw.kernel.game import Game
from cardlaw.kernel.setup import Property
from cardlaw.kernel.state import State
from cardlaw.notation.labels import Names, player_word, zone_words

GENERIC = ("zone", "controller", "owner", "attached to", "attached", "counters", "target")
NOTHING = frozenset(("nothing", "nobody", "none", "", "[]"))
YES = frozenset(("yes", "true", "on"))
NO = frozenset(("no", "false", "off"))
THE_GAME = "the game"

Found = Property | tuple[str, ...]


class Subject:
    """What an expectation is about: an object, a player, the pile or the game."""

    __slots__ = ("number", "sort")

    def __init__(self, sort: str, number: int = -1) -> None:
        self.sort = sort
        self.number = number


def subject(game: Game, names: Names, word: Word) -> Subject:
    """Who or what a name means. FileFault if nothing or several things."""
    if word.text in PLAYER_KEYS:
        return Subject("player", PLAYER_KEYS.index(word.text))
    plain = word.text.casefold()
    if plain in (THE_GAME, "game"):
        return Subject("game")
    if plain in ("the pile", f"the {game.book.pile_word}"):
        return Subject("pile")
    return Subject("object", find_object(names, word))


def find_object(names: Names, word: Word) -> int:
    """The object that a name means. FileFault if there is none or if there are several."""
    found = names.find(word.text)
    if not found:
        raise unknown("name", word.text, names.all_names(), word.mark)
    if len(found) > 1 and not names.alike(found):
        state = names.state
        near = ", ".join(f"{names.label(obj)} ({_zone(state, obj)})" for obj in found[:8])
        raise FileFault("which", word.mark, name=word.text, near=near)
    return found[0]


def _zone(state: State, obj: int) -> str:
    return zone_words(state, state.where[obj], state.book.zone_word(state, obj))


class Properties:
    """Reads properties at one moment of a game."""

    def __init__(self, game: Game, names: Names) -> None:
        self.game = game
        self.state = game.state
        self.book = game.book
        self.names = names

    def of(self, who: Subject, name: Word) -> Found:
        """The value of a property. FileFault for an unknown one."""
        if who.sort == "player":
            try:
                return self.book.property_of_player(self.state, who.number, name.text)
            except KeyError:
                known = {kind for _, kind in self.state.points}
                raise unknown("property", name.text, sorted(known), name.mark) from None
        if who.sort == "pile":
            if name.text == "size":
                return len(pile.items(self.state))
            raise unknown("property", name.text, ("size",), name.mark)
        if who.sort == "game":
            return self._of_game(name)
        return self._of_object(who.number, name)

    def _words(self, obj: int) -> list[str]:
        values = self.book.values_of(self.state, obj) if obj in self.state.where else {}
        return [*GENERIC, *values, *self.book.status_names]

    def _of_game(self, name: Word) -> Found:
        choice = self.game.choice
        if name.text == "to act":
            return None if choice is None else player_word(choice.player)
        if name.text == "over":
            return choice is None
        try:
            return self.book.property_of_game(self.state, name.text)
        except KeyError:
            known = ("to act", "over", "winner", "step", "turn", "active")
            raise unknown("property", name.text, known, name.mark) from None

    def _of_object(self, obj: int, name: Word) -> Found:
        state = self.state
        match name.text:
            case "zone":
                return self._zones(obj)
            case "controller":
                return player_word(state.controller.get(obj, state.owner.get(obj, -1)))
            case "owner":
                return player_word(state.owner.get(obj, -1))
            case "attached to":
                host = state.host.get(obj)
                if host is not None and host < 0:
                    return player_word(-1 - host)
                return self.names.label(host) if host else None
            case "attached":
                borne = sorted(gear for gear, host in state.host.items() if host == obj)
                return tuple(self.names.label(gear) for gear in borne)
            case "counters":
                return tuple(
                    f"{k}: {n}" for (o, k), n in sorted(state.counters.items()) if o == obj
                )
            case "target":
                return self._targets(obj)
        return self._own(obj, name)

    def _own(self, obj: int, name: Word) -> Found:
        """A property in the rulebook's words, or the number of counters of a kind."""
        try:
            return self.book.property_of(self.state, obj, name.text)
        except KeyError:
            kinds = {kind for _, kind in self.state.counters}
            if name.text in kinds:
                return self.state.counters.get((obj, name.text), 0)
            raise unknown("property", name.text, self._words(obj), name.mark) from None

    def _zones(self, obj: int) -> Found:
        state = self.state
        zone = state.where[obj]
        names = [self.book.zone_word(state, obj), zone[0]]
        try:
            more = self.book.property_of(state, obj, "zone")
            names += list(more) if isinstance(more, tuple) else [str(more)]
        except KeyError:
            pass
        players = {zone[1], state.controller.get(obj, -1)} if zone[1] < 0 else {zone[1]}
        words = [w for p in players for n in names for w in (n, zone_words(state, (n, p)))]
        return tuple(dict.fromkeys(words))

    def _targets(self, obj: int) -> Found:
        state = self.state
        for key in reversed(pile.items(state)):
            item = state.pile[key]
            if item.source.id == obj and state.is_current(item.source):
                values = [v for answer in item.answers for v in answer[1:]]
                found = [v[0] if isinstance(v, tuple) and v else v for v in values]
                return tuple(self.names.label(v) for v in found if v in state.where)
        return ()


def agrees(expected: Word, found: Found, names: Names, any_of: bool = False) -> bool:
    """Whether a property is what a file expects. ``any_of``: a tuple gives other names for it."""
    text = expected.text
    if text.startswith("\n") or (isinstance(found, tuple) and not any_of):
        wanted = [line for line in text.split("\n") if line and line.casefold() not in NOTHING]
        values = list(found) if isinstance(found, tuple) else [said(found)]
        if found is None:
            values = []
        return _alike(wanted, values, names)
    if isinstance(found, tuple):
        return any(_same(text, value) for value in found)
    return _equal(text, found, names)


def _equal(text: str, found: Found, names: Names) -> bool:
    plain = text.casefold()
    if found is None:
        return plain in NOTHING or plain in NO
    if isinstance(found, bool):
        return plain in (YES if found else NO)
    if isinstance(found, int):
        return text.lstrip("+").removesuffix(".0") == str(found)
    return _same(text, str(found)) or _one(text, str(found), names)


def _alike(wanted: list[str], values: list[str], names: Names) -> bool:
    if len(wanted) != len(values):
        return False
    if Counter(map(_norm, wanted)) == Counter(map(_norm, values)):
        return True
    rest = list(values)
    for text in wanted:
        hit = next((v for v in rest if _same(text, v) or _one(text, v, names)), None)
        if hit is None:
            return False
        rest.remove(hit)
    return True


def _one(text: str, label: str, names: Names) -> bool:
    """Whether a name means the object of this label."""
    return any(names.label(obj) == label for obj in names.find(text))


def _norm(text: str) -> str:
    return key_of(text).removeprefix("the ")


def _same(text: str, value: str) -> bool:
    return _norm(text) == _norm(value)


def said(found: Found) -> str:
    """A value as a file would write it."""
    if found is None:
        return "nothing"
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, tuple):
        return "[" + ", ".join(found) + "]"
    return str(found)
