"""Shortcuts in a case: suggested, shortened by the other player, taken (the step "shortcut")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlaw.judge.cases import PLAYER_KEYS, StepDoc, Word
from cardlaw.judge.faults import FileFault
from cardlaw.judge.opening import read_words
from cardlaw.judge.report import StepReport, Told
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Ruling
from cardlaw.kernel.shortcut import MOST_CHOICES, Reader, Shortcut, Turn, suggest, take

if TYPE_CHECKING:
    from cardlaw.judge.run import Run

#: how many events of a long shortcut are told
MOST_TOLD = 30


def shortcut(run: Run, doc: StepDoc) -> StepReport:
    """A player suggests a sequence of choices; it is taken as far as nobody wants another one."""
    player = PLAYER_KEYS.index(doc.text.text)
    lines = doc.lists.get("lines", [])
    if not lines:
        raise FileFault("missing", doc.mark, name="lines")
    times = int(doc.words["times"].text) if "times" in doc.words else 1
    said = "; ".join(word.text for word in lines)
    text = run.words.text("shortcut", player=doc.text.text, lines=said, times=times)
    report = StepReport(doc.kind, doc.mark.line, text)
    if not run.game.book.shortcut_rule:
        raise FileFault("no-shortcuts", doc.mark)
    if not 0 < len(lines) * times <= MOST_CHOICES:
        raise FileFault("shortcut-length", doc.mark, most=MOST_CHOICES)
    found, ruling = suggest(run.game, player, [_reader(run, word) for word in lines], times)
    run.evidence.ruling(ruling)
    report.legal = ruling.legal
    if not ruling.legal:
        report.answers = [run.words.text("shortcut.no")]
    run.give(report, (), ruling)
    run.check_action(report, doc, ruling)
    if ruling.legal:
        _take(run, doc, report, found)
    return report


def _take(run: Run, doc: StepDoc, report: StepReport, found: Shortcut) -> None:
    """Take it, as far as the other player lets it go on."""
    upto = int(doc.words["shortened"].text) if "shortened" in doc.words else None
    before = run.game.step
    take(run.game, found, upto)
    run.tell(report, before)
    if len(report.events) > MOST_TOLD:
        left = len(report.events) - MOST_TOLD
        report.events = report.events[:MOST_TOLD]
        report.events.append(Told("", "", run.words.text("shortcut.more", n=left)))
    if upto is not None:
        run.cut = (found, upto)
        rule = f"{run.game.book.shortcut_rule[:-1]}b"
        run.evidence.ruling(Ruling((rule,)))
        report.answers.append(run.words.text("shortcut.cut", number=upto, rule=rule))


def _reader(run: Run, word: Word) -> Reader:
    """Reads "A: a line" as the game then stands; a line without a player is of whoever decides."""
    who, colon, rest = word.text.partition(":")
    named = bool(colon) and who.strip() in PLAYER_KEYS
    typed = Word(rest.strip(), word.mark) if named else word

    def read(game: Game) -> Turn:
        decides = game.to_act if game.to_act is not None else 0
        player = PLAYER_KEYS.index(who.strip()) if named else decides
        return player, read_words(game, player, typed, run.names_of(game))

    return read
