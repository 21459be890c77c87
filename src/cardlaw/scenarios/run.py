"""Running scenarios: each passes, fails with what was missed, or is not supported."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardlaw.judge.telling import Teller
from cardlaw.judge.tongue import tongue
from cardlaw.kernel.because import SETUP, events
from cardlaw.kernel.state import ANSWER, FORCED, ROLLED
from cardlaw.notation.labels import Names
from cardlaw.notation.phrases import object_of
from cardlaw.scenarios.cards import Cards
from cardlaw.scenarios.checks import Checks, Missed, Unclear, claim_of, told
from cardlaw.scenarios.disputes import disputes
from cardlaw.scenarios.names import Called
from cardlaw.scenarios.opening import CannotRun, Opened
from cardlaw.scenarios.pilot import Pilot, Stuck
from cardlaw.scenarios.records import Claim, Deed, Entry, Moment

#: how many causes of the last event are told
MOST_CAUSES = 4


@dataclass
class Failure:
    """An assertion that does not hold, or a scenario that cannot go on."""

    what: str
    expected: str
    found: str
    #: the last events that concern the object, or the last of all, with their rules
    last: list[str] = field(default_factory=list)


@dataclass
class Result:
    """What became of one scenario."""

    id: str
    #: passed, failed or unsupported
    outcome: str
    held: int = 0
    failures: list[Failure] = field(default_factory=list)
    #: why it is not supported: a card and its clause, or the kind of game
    lacking: list[str] = field(default_factory=list)
    #: for a failure: the rule by which the expectation is disputed, and why; or nothing
    disputed: str = ""


class _Run:
    """One scenario being played."""

    def __init__(self, entry: Entry, cards: Cards) -> None:
        self.entry = entry
        self.opened = Opened(entry.scenario, cards, entry.cards)
        self.game = self.opened.game
        self.called = Called(self.game, self.opened.aliases, cards.aliases)
        self.checks = Checks(self.called)
        self.result = Result(entry.id, "passed")
        #: for each stop, which of the assertions held there
        self.seen: list[list[bool]] = []

    def play(self) -> Result:
        """Play it all and look at the assertions."""
        for deeds, stop in self._legs():
            pilot = Pilot(self.game, self.called, deeds, self._check)
            try:
                pilot.run_to(stop)
            except Stuck as error:
                self._fail(str(error), "", "", None)
            for deed in pilot.left_over():
                self._fail(_deed(deed), "done", "never legal at its time", None)
            self.seen.append([self._holds(c) for c in self.entry.scenario.assertions])
        for claim in self._at_the_end():
            self._look(claim)
        if self.result.failures:
            self.result.outcome = "failed"
            dispute = disputes().get(self.entry.id)
            self.result.disputed = f"{dispute.rule}: {dispute.because}" if dispute else ""
        return self.result

    def _legs(self) -> list[tuple[list[Deed], Moment]]:
        """The actions up to each stop, in order."""
        legs: list[tuple[list[Deed], Moment]] = []
        deeds: list[Deed] = []
        for deed in self.entry.scenario.actions:
            if deed.do == "run_to_stop" and deed.stop_at is not None:
                legs.append((deeds, deed.stop_at))
                deeds = []
            else:
                deeds.append(deed)
        last = (deeds, self.entry.scenario.stop)
        return [*legs, last] if deeds or not legs else legs

    def _at_the_end(self) -> list[Claim]:
        """The assertions that are looked at after the last stop.

        Where a scenario stops more than once, they stand in the order of the stops, so the first of
        them may be about an earlier one: those count as held that held there.
        """
        claims = self.entry.scenario.assertions
        *earlier, last = self.seen
        first = next((n for n in range(len(claims), 0, -1) if not last[n - 1]), 0)
        at = 0
        for held in earlier:
            while at < first and held[at]:
                at += 1
        self.result.held += at
        return claims[at:]

    def _holds(self, claim: Claim) -> bool:
        """Whether an assertion holds now."""
        try:
            return self.checks.look(claim) is None
        except Unclear:
            return False

    def _check(self, deed: Deed) -> None:
        self._look(claim_of(deed))

    def _look(self, claim: Claim) -> None:
        try:
            missed = self.checks.look(claim)
        except Unclear as error:
            self._fail(told(claim), "", str(error), None)
            return
        if missed is None:
            self.result.held += 1
        else:
            self._fail(missed.claim, str(missed.expected), str(missed.found), missed)

    def _fail(self, what: str, expected: str, found: str, missed: Missed | None) -> None:
        obj = missed.obj if missed is not None else None
        self.result.failures.append(Failure(what, expected, found, self._last(obj)))

    def _last(self, obj: int | None) -> list[str]:
        """The last events, those of one object if there is one, each with its rule."""
        state = self.game.state
        words = Teller(state, Names(state), tongue("en", "magic"))
        found = [e for e in events(self.game) if e.kind not in (SETUP, ANSWER, FORCED, ROLLED)]
        mine = [e for e in found if any(object_of(v) == obj for v in e.values)] if obj else []
        return [f"{words.event(e)} ({e.rule})" for e in (mine or found)[-MOST_CAUSES:]]


def _deed(deed: Deed) -> str:
    named = (deed.card, deed.source, deed.ability, deed.attacker, deed.blocker)
    words = " ".join(word for word in named if word)
    return f"turn {deed.turn} {deed.step}: {deed.player} {deed.do} {words}".strip()


def run_entry(entry: Entry, cards: Cards) -> Result:
    """Run one scenario."""
    try:
        run = _Run(entry, cards)
    except CannotRun as error:
        return Result(entry.id, "unsupported", lacking=error.reasons)
    try:
        return run.play()
    except Exception as error:  # an engine that breaks is a failure with its name, not a crash
        run.result.outcome = "failed"
        problem = f"{type(error).__name__}: {error}"
        run.result.failures.append(Failure("the game goes on", "", problem, []))
        return run.result
