"""The driver: runs procedures between answers, and gives every position its undo and its copy."""

from __future__ import annotations

from collections.abc import Iterator

from cardlaw.kernel.action import Act, Procedure, check_line, is_over_real_objects, judge_line
from cardlaw.kernel.choice import CHANCE, Chance, Choice, Line, OneOf, Option, Space
from cardlaw.kernel.fragments import BOTH, instead, note_action
from cardlaw.kernel.law import Breach, IllegalAction, Ruling, StaleAction, UnknownAction
from cardlaw.kernel.legal import Legal
from cardlaw.kernel.loops import LoopWatch, fingerprint
from cardlaw.kernel.moment import Fed, Moment, Step, asked, begun
from cardlaw.kernel.rulebook import Rulebook, Spec
from cardlaw.kernel.state import ANSWER, FORCED, ROLLED, Entry, State

#: the answers that no question asks: giving up and an agreed draw
OUTSIDE = ("concede", "agree draw")


class Game:
    """A game in progress: who decides, what is legal, play, undo, copy.

    ``push`` takes one option without checking it, for search. ``play`` checks a whole line.
    """

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        #: whether Chance answers by itself; switch it off to expand its options
        self.auto_chance = True
        self.step = Step(None, state.base)
        self.step.entries = state.entries
        self.moment = begun(state, None)
        self._forced: list[Option] = []
        self._generator: Procedure | None = None
        self._space: Space | None = None

    # -- reading ---------------------------------------------------------------------------------

    @property
    def book(self) -> Rulebook:
        return self.state.book

    @property
    def choice(self) -> Choice | None:
        """The open question, or None when the game is over."""
        return self.moment.choice

    @property
    def to_act(self) -> int | None:
        """Who decides now: 0, 1, CHANCE, or None when the game is over."""
        choice = self.moment.choice
        return None if choice is None else choice.player

    @property
    def over(self) -> bool:
        return self.moment.choice is None

    @property
    def legal(self) -> Legal:
        """The options of the open question: iterate, ``in``, ``len``, ``sample``."""
        return Legal(self)

    def space(self) -> Space:
        """The space of the open choice, computed once for this moment."""
        if self._space is None:
            choice = self.moment.choice
            self._space = OneOf([]) if choice is None else self.book.space(self.state, choice)
        return self._space

    @property
    def in_procedure(self) -> bool:
        """Whether answers were already given in the procedure that asks now."""
        return bool(self.moment.fed)

    # -- playing ---------------------------------------------------------------------------------

    def start(self) -> Game:
        """Run the rules' own actions up to the first question. Returns the game itself."""
        self._run(None)
        self._roll()
        return self

    def resume(self, proc: Spec | None, fed: tuple[Fed, ...]) -> Game:
        """Go on from a stored position: a procedure's begin and the answers given in it since."""
        state = self.state
        self.moment = begun(state, proc)
        if proc is None:
            return self.start()
        generator = self.book.procedures[proc[0]](state, *proc[1])
        choice = next(generator)
        for option, head in fed:
            if option not in self.book.space(state, choice):
                raise ValueError(f"{option!r} was no answer to the question {choice.kind!r}")
            state.note_answer(head, self.book.rule_of(state, choice), choice, option)
            choice = generator.send(option)
        self._generator = generator
        self.moment = asked(self.moment, choice, fed, state.epoch)
        return self

    def push(self, option: Option) -> None:
        """Give one answer to the open question, unchecked. ``undo_step`` takes it back."""
        self._answer(option, opens=True)
        self._roll()

    def play(self, line: Line) -> None:
        """Give a whole line of answers, checked and atomic.

        IllegalAction carries the ruling; nothing has changed then.
        """
        player = self.to_act
        if player is None:
            raise StaleAction("the game is over")
        if not line:
            raise UnknownAction("a line needs at least one option")
        mark = self.step
        forced: list[Option] = []
        for number, option in enumerate(line):
            if forced and option == forced[0]:
                forced.pop(0)
                continue
            if number and self.to_act != player or option not in self.space():
                ruling = self._refusal(mark, line, player)
                self.back_to(mark)
                raise IllegalAction(ruling)
            try:
                self._answer(option, opens=number == 0)
                forced = self._forced
                self._roll()
            except BaseException:
                self.back_to(mark)
                raise

    def concede(self, player: int) -> None:
        """A player gives up, at any time, whoever is asked. ``undo`` takes it back."""
        self.end_by(("concede", player))

    def agree_draw(self) -> None:
        """Both players agree on a draw, at any time. ``undo`` takes it back."""
        self.end_by(("agree draw",))

    def end_by(self, option: Option) -> None:
        """End the game by an answer that no question asked: one of ``OUTSIDE``."""
        if self.moment.choice is None:
            raise StaleAction("the game is over")
        step = self._new_step(option, ANSWER, opens=True)
        step.passes = 0
        self.book.end_by(self.state, option)
        self._generator = None
        self._space = None
        self.moment = begun(self.state, None)

    def _refusal(self, mark: Step, line: Line, player: int) -> Ruling:
        past = self
        if self.step is not mark:
            past = self.copy()
            past.back_to(mark)
        ruling = past.why(line, player)
        if ruling.legal and past.choice is not None:
            rule = self.book.rule_of(past.state, past.choice)
            ruling = Ruling(ruling.rules, (Breach("not-asked", rule),))
        return ruling

    def ready(self) -> None:
        """Bring the procedure to where it asks; ``push`` does it by itself after a copy or undo."""
        if self.moment.choice is not None and self._generator is None:
            self._rebuild()

    def _answer(self, option: Option, opens: bool) -> None:
        if self.moment.choice is None:
            raise StaleAction("the game is over")
        if self._generator is None:
            self._rebuild()
        choice = self.moment.choice
        head = ROLLED if choice.player == CHANCE else ANSWER
        self._new_step(option, head, opens)
        try:
            self._run(option, head)
        except BaseException:
            self._pop()
            raise

    def _new_step(self, option: Option, head: str, opens: bool) -> Step:
        before = self.step
        state = self.state
        step = Step(before, state.base + len(state.entries))
        step.answer = option
        step.head = head
        step.moment = self.moment
        step.opens = opens
        step.last = state.answer
        book = state.book
        step.turn = state.turn.get(book.turn_word, 0)
        idle = book.idle(option)
        if step.turn == before.turn:
            step.acted = before.acted
            step.deed = before if before.acts else before.deed
            if idle:
                step.passes = before.passes + 1
        if not idle and book.fragment_rule:
            note_action(state, step, self.moment.choice)
        state.entries = step.entries
        state.base = step.base
        self.step = step
        return step

    def _roll(self) -> None:
        choice = self.moment.choice
        while choice is not None and choice.player == CHANCE and self.auto_chance:
            n = self.state.turn.get("chance", 0)
            self._answer(self.chance.answer(self.space(), n), opens=False)
            choice = self.moment.choice

    def _run(self, option: Option | None, head: str = ANSWER) -> None:
        """Feed an answer to the procedure and go on until a question needs an answer."""
        state = self.state
        book = state.book
        self._forced = []
        watch = LoopWatch(self.step, head == ROLLED, book.patience, book.quiet_passes)
        now = self.moment
        proc, fed, choice = now.proc, now.fed, now.choice
        since, answered, began = now.since, now.answer, now.began
        generator = self._generator
        while True:
            if option is not None and choice is not None:
                state.note_answer(head, book.rule_of(state, choice), choice, option)
                fed = (*fed, (option, head))
            elif generator is None:
                how = watch.see(state, self.step)
                proc = book.next(state) if how is None else book.loop(state, how)
                if self.step.acted == BOTH and proc is not None:
                    proc = instead(self, proc)
                since, answered, began = state.base + len(state.entries), state.answer, state.epoch
                fed = ()
                state.decided = -1
                if proc is None:
                    self._space, choice = None, None
                    break
                generator = book.procedures[proc[0]](state, *proc[1])
            assert generator is not None
            try:
                choice = next(generator) if option is None else generator.send(option)
            except StopIteration:
                generator = option = None
                continue
            space = book.space(state, choice)
            option = space.only() if book.is_public(state, choice) else None
            if option is None:
                self._space = space
                break
            head = FORCED
            self._forced.append(option)
        self.moment = Moment(choice, proc, fed, since, answered, began, state.epoch)
        self._generator = generator

    # -- taking back -----------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back the last play with its Chance answers. False when there is none."""
        step: Step | None = self.step
        while step is not None and not step.opens:
            step = step.prev
        if step is None or step.prev is None:
            return False
        self.back_to(step.prev)
        return True

    def undo_step(self) -> bool:
        """Take back the last single answer. False when there is none."""
        if self.step.prev is None:
            return False
        self._pop()
        return True

    def back_to(self, step: Step) -> None:
        """Take back answers until ``step`` is the last one."""
        while self.step is not step:
            self._pop()

    def _pop(self) -> None:
        step = self.step
        state = self.state
        assert step.prev is not None and step.moment is not None
        state.revert(step.entries)
        self.step = step.prev
        state.entries = step.prev.entries
        state.base = step.prev.base
        self.moment = step.moment
        state.epoch = step.moment.epoch
        state.answer = step.last
        self._generator = None
        self._space = None

    def _rebuild(self) -> None:
        """Bring the procedure back to where it asked, by feeding it its answers again."""
        state = self.state
        moment = self.moment
        assert moment.proc is not None
        old = self._entries_since(moment.since)
        state.revert(old)
        entries, base, answer = state.entries, state.base, state.answer
        state.entries, state.base, state.answer = [], moment.since, moment.answer
        # The rows are those of the procedure's begin, so the board must be that one too.
        state.epoch = moment.began
        state.decided = -1
        generator = self.book.procedures[moment.proc[0]](state, *moment.proc[1])
        choice = next(generator)
        for option, head in moment.fed:
            state.note_answer(head, self.book.rule_of(state, choice), choice, option)
            choice = generator.send(option)
        assert state.entries == old and choice == moment.choice
        state.entries, state.base, state.answer = entries, base, answer
        state.epoch = moment.epoch
        self._generator = generator

    def _entries_since(self, since: int) -> list[Entry]:
        step: Step | None = self.step
        parts = []
        while step is not None and step.base + len(step.entries) > since:
            parts.append(step.entries[max(0, since - step.base) :])
            step = step.prev
        return [entry for part in reversed(parts) for entry in part]

    # -- copies ----------------------------------------------------------------------------------

    def copy(self) -> Game:
        """An independent game at the same moment, with the same past to take back."""
        other = self.__class__(self.state.copy(), self.chance)
        other.auto_chance = self.auto_chance
        other.step = self.step
        other.moment = self.moment
        other._space = self._space
        return other

    def steps(self) -> Iterator[Step]:
        """The answers of the game from the first to the last, after the opening step."""
        chain = []
        step: Step | None = self.step
        while step is not None and step.prev is not None:
            chain.append(step)
            step = step.prev
        return reversed(chain)

    def root(self) -> Step:
        """The opening step, before any answer."""
        step = self.step
        while step.prev is not None:
            step = step.prev
        return step

    # -- judging ---------------------------------------------------------------------------------

    def why(self, line: Line, player: int | None = None) -> Ruling:
        """Whether a line is legal for a player now: its grounds, or every breach."""
        choice = self.moment.choice
        if player is None:
            player = self.to_act if self.to_act is not None else 0
        if not line:
            raise UnknownAction("a line needs at least one option")
        first = line[0]
        asked = choice is not None and choice.player == player
        if asked and choice is not None and choice.kind == "part":
            given, answers, _ = choice.args
            shape = self.book.shape_of(given)
            part = shape.next_part(self.state, Act(player, given, answers))
            if part is not None and first[:1] == (part.name,):
                check_line(self.state, shape, line)
                return judge_line(self.state, shape, Act(player, given, answers), line)
        elif asked and choice is not None and choice.kind != "action":
            return self._why_choice(choice, first)
        shape = self.book.shape_of(first)
        check_line(self.state, shape, line)
        ruling = judge_line(self.state, shape, Act(player, first), line[1:])
        late = self.book.not_now(self.state, choice, player)
        if late is not None:
            ruling = Ruling(ruling.rules, (late, *ruling.breaches), ruling.grounds)
        return ruling

    def _why_choice(self, choice: Choice, option: Option) -> Ruling:
        kind = self.book.kind_of(choice)
        if option in self.space():
            return Ruling((kind.rule,))
        fields = kind.fields
        whole = len(option) >= len(fields) and is_over_real_objects(self.state, fields, option)
        if whole and kind.refuse is not None:
            return Ruling((kind.rule,), (kind.refuse(self.state, choice, option),))
        return Ruling((kind.rule,), (Breach("not-an-option", kind.rule),))

    def position_mark(self) -> bytes:
        """A mark that equal positions share, up to ids and timestamps."""
        return fingerprint(self.state)
