"""The game of a case at its first question: the position, what is on the pile, the rules' own
actions."""

from __future__ import annotations

from cardlaw.judge.cases import PLAYER_KEYS, Case, Word, mapping, scalar
from cardlaw.judge.faults import FileFault, shortened, unknown
from cardlaw.judge.nodes import Node, Scalar
from cardlaw.judge.positions import CaseChance, Position
from cardlaw.kernel.action import Act
from cardlaw.kernel.because import SETUP
from cardlaw.kernel.choice import Chance, Choice, Line
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import AmbiguousAction, UnknownAction
from cardlaw.kernel.pile import PASSES, PRIORITY
from cardlaw.kernel.setup import Fault
from cardlaw.kernel.state import FORCED
from cardlaw.kernel.tables import POINTS, TURN
from cardlaw.notation.labels import Names
from cardlaw.notation.reading import NotUnderstood, read_line


def read_words(game: Game, player: int, word: Word, names: Names) -> Line:
    """The line that a file's words mean. FileFault if they mean none or several."""
    try:
        return read_line(game, word.text, player, names)
    except NotUnderstood as error:
        near = ", ".join(error.near)
        raise FileFault("line", word.mark, line=word.text, rest=error.rest, near=near) from None
    except UnknownAction:
        raise FileFault("line", word.mark, line=word.text, rest=word.text, near="") from None
    except AmbiguousAction as error:
        near = "; ".join(error.candidates)
        raise FileFault("which-line", word.mark, line=word.text, near=near) from None


class Opening:
    """Sets the game of a case up. ``game`` stands at its first question."""

    def __init__(self, case: Case) -> None:
        self.position = Position(case)
        self.labels = self.position.labels
        state = self.position.state
        start = state.turn.get("chance", 0)
        chance = CaseChance(case.chance, lambda: Names(state, self.labels), start)
        self.game = Game(state, Chance(0, chance.fixed, chance.given))
        for node in self.position.pile:
            self._put_on(node)
        state.issued += 1
        state.epoch = state.issued
        self.game.moment.epoch = state.epoch
        try:
            self.game.start()
        except Fault:
            raise
        except ValueError as error:
            mark = case.position.mark
            raise FileFault("position", mark, problem=shortened(str(error), 200)) from error

    def names(self) -> Names:
        """The names of the position, all of them known."""
        return Names(self.game.state, self.labels)

    def _put_on(self, node: Node) -> None:
        """Perform an action of the pile without asking whether it would be legal now."""
        player, word = self._player(node)
        game, state = self.game, self.game.state
        line = read_words(game, player, word, self.names())
        kept = [(TURN, key, state.turn.get(key)) for key in (PRIORITY, PASSES)]
        before = dict(state.points)
        shape = state.book.shape_of(line[0])
        act = self._filled(Act(player, line[0], line[1:]), word)
        if not shape.exists(state, act):
            raise FileFault("pile-nothing", word.mark, line=word.text)
        event = state.event(SETUP, "", ())
        generator = shape.perform(state, act, event)
        self._drive(generator)
        for table, key, value in kept:
            state.put(table, key, value)
        for points in dict.fromkeys((*before, *state.points)):
            state.put(POINTS, points, before.get(points))

    def _player(self, node: Node) -> tuple[int, Word]:
        if isinstance(node, Scalar):
            active = str(self.position.doc.turn.get("active", "A"))
            return (1 if active == "B" else 0), scalar(node)
        step = mapping(node)
        if len(step.items) != 1:
            raise FileFault("pile-line", step.mark)
        key, value = next(iter(step.items.items()))
        if key not in PLAYER_KEYS:
            raise unknown("player", key, PLAYER_KEYS, step.keys[key])
        return PLAYER_KEYS.index(key), scalar(value)

    def _filled(self, act: Act, word: Word) -> Act:
        """The action with the parts that the words left open."""
        state = self.game.state
        shape = state.book.shape_of(act.first)
        part = shape.next_part(state, act)
        while part is not None:
            options = list(part.domain(state, act)) or list(part.every(state, act))
            if not options or len(act.answers) > 200:
                raise FileFault("open-part", word.mark, line=word.text, part=part.name)
            act = act.plus(options[0])
            part = shape.next_part(state, act)
        return act

    def _drive(self, generator: object) -> None:
        state, book = self.game.state, self.game.book
        choice: Choice
        try:
            choice = next(generator)  # type: ignore[call-overload]
            while True:
                option = next(iter(book.space(state, choice)))
                state.note_answer(FORCED, book.rule_of(state, choice), choice, option)
                choice = generator.send(option)  # type: ignore[attr-defined]
        except StopIteration:
            return
