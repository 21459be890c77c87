"""A game in words: who decides, what is legal, play, undo, why, because, explain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from cardlaw import rulebooks
from cardlaw.front.answers import Answer, Explanation, Player, Why
from cardlaw.judge.cases import Word, case_from_bytes
from cardlaw.judge.faults import say_fault, shortened
from cardlaw.judge.opening import Opening
from cardlaw.judge.properties import Properties, said, subject
from cardlaw.judge.telling import Teller
from cardlaw.judge.tongue import LANGUAGES, tongue
from cardlaw.kernel import because as causes
from cardlaw.kernel import record as records
from cardlaw.kernel import view as views
from cardlaw.kernel.because import Cause, Event
from cardlaw.kernel.choice import Line, Option
from cardlaw.kernel.game import Game as KernelGame
from cardlaw.kernel.imagine import imagine
from cardlaw.kernel.law import Breach, IllegalAction, Ruling, StaleAction, UnknownAction
from cardlaw.kernel.rulebook import Recorder, Rulebook
from cardlaw.kernel.setup import Fault, Mark
from cardlaw.kernel.view import View
from cardlaw.notation.board import board_lines
from cardlaw.notation.labels import Names
from cardlaw.notation.reading import read_line
from cardlaw.notation.saying import say_line, say_option
from cardlaw.notation.svg import board_svg
from cardlaw.notation.tokens import cut, nearest

Json: TypeAlias = dict[str, Any]
Action: TypeAlias = "str | Line"


class Legal:
    """The options of the open question: iterate, ``in`` (options or words), count, sample."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._options = game.kernel.legal

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                return self._game.why(action).legal
            except ValueError:
                return False
        return action in self._options

    def __len__(self) -> int:
        return len(self._options)

    def count(self) -> int:
        """How many options there are."""
        return self._options.count()

    def sample(self, number: int) -> Option:
        """The option that a random 64-bit number stands for; each is equally likely."""
        return self._options.sample(number)

    def words(self, most: int = 1000) -> list[str]:
        """The options in words, in the rulebook's stable order."""
        result: list[str] = []
        for option in self:
            if len(result) == most:
                break
            result.append(self._game.say(option))
        return result

    def __repr__(self) -> str:
        shown = self.words(12)
        more = self.count() - len(shown)
        return f"<{'; '.join(shown)}{f'; and {more} more' if more > 0 else ''}>"


def _brief(value: object) -> str:
    """A value as a message shows it."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


class Game:
    """A game in progress, in words. Players are 0 and 1, called A and B."""

    def __init__(
        self, kernel: KernelGame, labels: dict[int, str] | None = None, lang: str = "en"
    ) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
        self.kernel = kernel
        self.labels = dict(labels or {})
        self.lang = lang
        #: the player whose knowledge limits the names in all words; None: everything is named
        self.viewer: int | None = None

    @classmethod
    def load(cls, source: str | Path | Json, lang: str = "en") -> Game:
        """A game from a case (a path, or the text of one), a record or a position.

        ValueError says what is wrong and where.
        """
        given: object = source
        if not isinstance(given, str | Path | dict):
            kind = type(given).__name__
            raise TypeError(f"a game is loaded from a path, a text or plain data, not from {kind}")
        if isinstance(source, dict):
            return cls(_from_data(source), lang=lang)
        name = str(source)
        try:
            if isinstance(source, Path) or "\n" not in source:
                raw = _bytes_of(Path(source))
            else:
                raw, name = source.encode(), "case"
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise ValueError(f"{shortened(name, 200)}: {reason}") from None
        if raw.lstrip()[:1] == b"{" and b'"format"' in raw:
            return cls(_from_data(records.from_json(raw)), lang=lang)
        try:
            opening = Opening(case_from_bytes(raw, name))
        except Fault as fault:
            raise ValueError(say_fault(fault, name, tongue(lang))) from fault
        return cls(opening.game, opening.labels, lang)

    # -- reading ---------------------------------------------------------------------------------

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game."""
        return self.kernel.book

    @property
    def to_act(self) -> Player | None:
        """Who decides now; None when the game is over."""
        player = self.kernel.to_act
        return None if player is None or player < 0 else Player(player)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.kernel.over

    @property
    def legal(self) -> Legal:
        """What the player who decides may do, lazily."""
        return Legal(self)

    def names(self, viewer: int | None = None) -> Names:
        """What the objects are called, as the viewer of the game knows them, or another one."""
        seer = self.viewer if viewer is None else viewer
        return Names(self.kernel.state, self.labels, seer, self.lang)

    def for_player(self, player: int | str) -> Game:
        """The same moment in words that tell this player nothing new: say, why, read, errors."""
        other = self.copy()
        other.viewer = self._player(player)
        return other

    def label(self, obj: int) -> str:
        """What an object is called."""
        return self.names().label(obj)

    def find(self, name: str) -> int:
        """The object of a name. ValueError if there is none or if there are several."""
        found = self.names().find(name)
        if len(found) == 1:
            return found[0]
        names = self.names()
        if not found:
            near = ", ".join(nearest(name, names.all_names()))
            raise ValueError(
                f"nothing is called {cut(name)!r}" + (f"; near: {near}" if near else "")
            )
        some = ", ".join(names.label(obj) for obj in found[:8])
        raise ValueError(f"{cut(name)!r} may mean {some}")

    def say(self, action: Line | Option) -> str:
        """A line, or one option of the open question, in words."""
        if action and isinstance(action[0], tuple):
            return say_line(self.kernel, action, self.names())
        return say_option(self.kernel, action, self.names())

    def read(self, text: str, player: int | str | None = None) -> Line:
        """The line that words mean. UnknownAction, AmbiguousAction."""
        if not isinstance(text, str):
            raise UnknownAction(f"{_brief(text)} is no action in words")
        return read_line(self.kernel, text, self._player(player), self.names())

    def _player(self, player: int | str | None) -> int:
        if player is None:
            to_act = self.kernel.to_act
            return to_act if to_act is not None and to_act >= 0 else 0
        known = Player.__members__.get(player) if isinstance(player, str) else player
        if known not in (0, 1):
            shown = cut(player) if isinstance(player, str) else player
            raise ValueError(f"{shown!r} is no player; the players are A and B")
        return int(known)

    def _line(self, action: Action, player: int) -> Line:
        if isinstance(action, str):
            return read_line(self.kernel, action, player, self.names())
        if not isinstance(action, tuple):
            raise UnknownAction(f"{_brief(action)} is neither words nor a line of options")
        line = action if action and isinstance(action[0], tuple) else (action,)
        if any(option.__class__ is not tuple or not option for option in line):
            raise UnknownAction(f"{_brief(action)} is no line: its options are tuples")
        return line

    def _teller(self) -> Teller:
        return Teller(self.kernel.state, self.names(), tongue(self.lang, self.book.key))

    # -- playing ---------------------------------------------------------------------------------

    def play(self, action: Action, player: int | str | None = None) -> None:
        """Do a line, given in words or as options: checked and atomic.

        IllegalAction carries the ruling and the full text; nothing has changed then.
        """
        who = self._player(player)
        if self.kernel.over:
            raise StaleAction("the game is over")
        line = self._line(action, who)
        ruling = self.kernel.why(line, who)
        if ruling.legal and self.kernel.to_act == who:
            try:
                self.kernel.play(line)
            except IllegalAction as error:
                ruling = error.ruling
            else:
                return
        if ruling.legal and self.kernel.choice is not None:
            asked = self.book.rule_of(self.kernel.state, self.kernel.choice)
            ruling = Ruling(ruling.rules, (Breach("not-asked", asked),))
        raise IllegalAction(ruling, self._teller().refusal(line, ruling))

    def push(self, option: Option) -> None:
        """Give one answer, unchecked: for search."""
        self.kernel.push(option)

    def undo(self) -> bool:
        """Take back the last play with the answers of chance. False when there is none."""
        return self.kernel.undo()

    def undo_step(self) -> bool:
        """Take back the last single answer: for search."""
        return self.kernel.undo_step()

    def copy(self) -> Game:
        """An independent game at the same moment."""
        other = Game(self.kernel.copy(), self.labels, self.lang)
        other.viewer = self.viewer
        return other

    # -- explaining ------------------------------------------------------------------------------

    def why(self, action: Action, player: int | str | None = None) -> Answer:
        """Whether something is legal now: its grounds, or every breach."""
        who = self._player(player)
        line = self._line(action, who)
        ruling = self.kernel.why(line, who)
        teller = self._teller()
        if not ruling.legal:
            return Answer(ruling, teller.refusal(line, ruling))
        reasons = [teller.rule(rule) for rule in ruling.rules]
        reasons += [f"{teller.finding(g)} ({g.rule})" for g in ruling.grounds]
        return Answer(ruling, f"{teller.words.text('yes')}. {'; '.join(reasons)}.")

    def events(self) -> list[Event]:
        """Everything that has happened, answers included."""
        return causes.events(self.kernel)

    def log(self, player: int | str | None = None) -> list[str]:
        """What has happened in words, or what one player could follow of it, as plain data."""
        if player is not None:
            return [str(entry) for entry in views.log(self.kernel, self._player(player))]
        teller = self._teller()
        hidden = causes.SETUP
        return [
            f"{teller.event(event).rstrip('.')}" + (f" ({event.rule})." if event.rule else ".")
            for event in self.events()
            if event.kind != hidden
        ]

    def because(self, event: Event | int | str) -> Why:
        """Why an event happened, up to a player's answer or a turn-based rule.

        An event, its number, or the kind of the last one ("attached"). ValueError if there is none.
        """
        number = event if isinstance(event, int) else self._number(event)
        cause = causes.because(self.kernel, number)
        lines: list[str] = []
        self._tell(cause, 0, lines)
        return Why(cause, "\n".join(lines))

    def _number(self, event: Event | str) -> int:
        if isinstance(event, Event):
            return event.id
        found = [each.id for each in self.events() if each.kind == event]
        if not found:
            raise ValueError(f"no event of the kind {cut(str(event))!r} has happened")
        return found[-1]

    def _tell(self, cause: Cause, depth: int, lines: list[str]) -> None:
        if cause.event.kind == causes.SETUP:
            return
        text = self._teller().event(cause.event).rstrip(".")
        lines.append("  " * depth + f"{text} ({cause.event.rule})")
        for deeper in cause.causes:
            self._tell(deeper, depth + 1, lines)

    def explain(self, obj: int | str, what: str) -> Explanation:
        """How a value of an object came about, in the game's words ("power", "ATK")."""
        number = self.find(obj) if isinstance(obj, str) else obj
        names = self.names()
        label = names.label(number)
        word = Word(label, Mark())
        found = Properties(self.kernel, names)
        try:
            value = said(found.of(subject(self.kernel, names, word), Word(what, Mark())))
        except Fault as fault:
            raise ValueError(f"{fault.text}. {fault.remedy}") from None
        recorder = Recorder()
        self.book.compute(self.kernel.state, recorder)
        notes = recorder.of(number, what)
        teller = self._teller()
        lines = [teller.words.text("explain", name=what, who=label, value=value)]
        lines += [teller.note(note) for note in notes] or [teller.words.text("printed")]
        return Explanation(value, notes, "\n  ".join(lines))

    # -- views and storage -----------------------------------------------------------------------

    def seen_by(self, player: int | str) -> View:
        """The position as a player sees it."""
        return views.see(self.kernel, self._player(player))

    def imagine(self, player: int | str, seed: int = 0, decklists: bool = True) -> Game:
        """A full game consistent with all that a player knows."""
        other = imagine(self.kernel, self._player(player), seed, decklists)
        return Game(other, lang=self.lang)

    def position(self) -> Json:
        """The position as plain data, also inside a procedure."""
        return records.position(self.kernel)

    def record(self) -> Json:
        """The whole game as plain data: its start and every answer."""
        return records.record(self.kernel)

    def board(self, player: int | str | None = None) -> str:
        """The position in plain text, whole or as a player sees it."""
        viewer = None if player is None else self._player(player)
        term = tongue(self.lang, self.book.key).term
        return "\n".join(board_lines(self.kernel, self.names(viewer), term))

    def __repr__(self) -> str:
        who = "over" if self.over else f"{self.to_act} to act"
        return f"<Game of {self.book.title}: {who}>"

    def __str__(self) -> str:
        return self.board()

    def _repr_svg_(self) -> str:
        return board_svg(self.kernel, self.names())


def _bytes_of(path: Path) -> bytes:
    """The bytes of a file. OSError or ValueError if it cannot be read or is no file."""
    if path.exists() and not path.is_file():
        raise ValueError("this is no file; name a case, a record or a position")
    return path.read_bytes()


def _from_data(data: Json) -> KernelGame:
    start = data.get("start", data)
    key = start.get("game") if isinstance(start, dict) else None
    if key not in rulebooks.known():
        raise ValueError(f"this is neither a record nor a position: game {key!r}")
    book = rulebooks.find(str(key))
    try:
        replay = "start" in data
        game = records.replay(book, data) if replay else records.load_position(book, data)
        _look_over(game)
    except (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"this record or position is broken: {cut(repr(error))}") from error
    return game


def _look_over(game: KernelGame) -> None:
    """Look at all of a loaded game once, so that damaged data is found now and not in play."""
    zones: list[Any] = list(game.state.where.values())
    for zone in zones:
        if len(zone) != 2 or zone[0] not in game.book.zones or zone[1] not in (-1, 0, 1):
            raise TypeError(f"{zone!r} is no zone")
    if type(game.chance.seed) is not int:
        raise TypeError(f"{game.chance.seed!r} is no seed")
    for player in (0, 1):
        views.see(game, player)
    board_lines(game, Names(game.state))
    records.position(game)
    if game.choice is not None and game.space().count() < 1:
        raise ValueError("this record or position is broken: nothing is an option in it")
