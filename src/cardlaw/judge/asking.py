"""Questions of a script: may, options, expect, explain, because, seen by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlaw.judge.cases import PLAYER_KEYS, StepDoc, Word
from cardlaw.judge.faults import FileFault, unknown
from cardlaw.judge.opening import read_words
from cardlaw.judge.positions import key_of
from cardlaw.judge.properties import Properties, agrees, find_object, said, subject
from cardlaw.judge.report import StepReport
from cardlaw.judge.showing import show_expected, show_found
from cardlaw.kernel.because import SETUP, Cause, Event, because, events
from cardlaw.kernel.choice import CHANCE
from cardlaw.kernel.rulebook import Recorder
from cardlaw.kernel.state import ANSWER, FORCED, HEADS, ROLLED
from cardlaw.kernel.view import see
from cardlaw.notation.labels import player_word
from cardlaw.notation.phrases import object_of
from cardlaw.notation.saying import say_option

if TYPE_CHECKING:
    from cardlaw.judge.run import Run

MOST_LISTED = 60


def may(run: Run, doc: StepDoc) -> StepReport:
    """Whether a player may do something now; nothing changes."""
    by = doc.words.get("by")
    player = PLAYER_KEYS.index(by.text) if by is not None else _decider(run)
    line = read_words(run.game, player, doc.text, run.names())
    ruling = run.why(line, player)
    asked = run.words.text("may", player=player_word(player), line=run.said(line, player))
    report = StepReport(doc.kind, doc.mark.line, asked, ruling.legal)
    run.give(report, line, ruling)
    answer = doc.words.get("answer")
    if answer is not None:
        holds = (answer.text == "yes") == ruling.legal
        key = "answer.yes" if holds else "answer.no"
        run.check(report, holds, key, expected=run.words.text(answer.text))
    if "breaches" in doc.lists:
        run.check_breaches(report, doc.lists["breaches"], ruling)
    if "rules" in doc.lists:
        cited = [
            *ruling.rules,
            *(g.rule for g in ruling.grounds),
            *(b.rule for b in ruling.breaches),
        ]
        _check_rules(run, report, doc.lists["rules"], cited)
    return report


def _decider(run: Run) -> int:
    to_act = run.game.to_act
    return to_act if to_act is not None and to_act != CHANCE else 0


def _check_rules(run: Run, report: StepReport, wanted: list[Word], cited: list[str]) -> None:
    known = run.game.book.index
    for word in wanted:
        if word.text not in known:
            raise unknown("rule", word.text, list(known.rules), word.mark)
    missing = [word.text for word in wanted if word.text not in cited]
    run.evidence.name(word.text for word in wanted if word.text in cited)
    run.check(
        report,
        not missing,
        "rules.no" if missing else "rules.yes",
        expected=", ".join(word.text for word in wanted),
        found=", ".join(dict.fromkeys(cited)),
        missing=", ".join(missing),
    )


def open_question(run: Run) -> str:
    """Who decides what now, in words."""
    game, words = run.game, run.words
    choice = game.choice
    if choice is None:
        return words.text("game-over")
    player = player_word(choice.player)
    if choice.kind == "action":
        return words.text("asked-action", player=player)
    key = f"choice.{choice.args[2]}" if choice.kind == "part" else f"choice.{choice.kind}"
    question = words.template(key) or words.text("asked-other")
    return words.text("asked", player=player, question=question)


def options(run: Run, doc: StepDoc) -> StepReport:
    """What a player may do now."""
    game, names = run.game, run.names()
    player = PLAYER_KEYS.index(doc.text.text)
    report = StepReport(doc.kind, doc.mark.line, run.words.text("options", player=doc.text.text))
    mine = game.to_act == player
    count = game.legal.count() if mine else 0
    if mine and count <= MOST_LISTED:
        report.answers = [say_option(game, option, names) for option in game.legal]
    elif mine:
        report.answers = [run.words.text("many-options", n=count)]
    else:
        report.answers = [run.words.text("no-options", asked=open_question(run))]
    for key, wanted in (("include", True), ("exclude", False)):
        for word in doc.lists.get(key, ()):
            line = read_words(game, player, word, names)
            ruling = run.why(line, player)
            holds = ruling.legal == wanted
            run.check(report, holds, f"{key}.{'yes' if holds else 'no'}", name=word.text)
            if not holds and not ruling.legal:
                report.answers.append(run.teller().refusal(line, ruling))
    expected = doc.words.get("count")
    if expected is not None:
        holds = int(expected.text) == count
        key = "count.yes" if holds else "count.no"
        run.check(report, holds, key, expected=expected.text, found=count)
    return report


def expect(run: Run, doc: StepDoc) -> StepReport:
    """Properties of objects, players, the pile and the game."""
    report = StepReport(doc.kind, doc.mark.line, run.words.text("expect"))
    names = run.names()
    properties = Properties(run.game, names)
    recorder = Recorder()
    run.game.book.compute(run.game.state, recorder)
    for who, name, wanted in doc.expect:
        about = subject(run.game, names, who)
        found = properties.of(about, name)
        if about.sort == "object":
            run.evidence.value(recorder.of(about.number, name.text))
        holds = agrees(wanted, found, names, any_of=name.text == "zone")
        shown = found
        if name.text == "zone" and isinstance(found, tuple):
            shown = found[-1] if len(found) == 1 else found[1]
        words = run.words
        run.check(
            report,
            holds,
            "value.yes" if holds else "value.no",
            who=words.term(who.text) if about.sort in ("game", "pile") else who.text,
            name=words.term(name.text),
            expected=show_expected(words, wanted),
            found=show_found(words, shown),
        )
    return report


def explain(run: Run, doc: StepDoc) -> StepReport:
    """How a value came about: each step with its rule and its source."""
    what, found, who = doc.text.text.partition(" of ")
    if not found:
        raise FileFault("explain", doc.text.mark, name=doc.text.text)
    names = run.names()
    obj = find_object(names, Word(who.strip(), doc.text.mark))
    name = Word(what.strip(), doc.text.mark)
    found_ = Properties(run.game, names).of(subject(run.game, names, _word(doc, who)), name)
    value, shown = said(found_), show_found(run.words, found_)
    term = run.words.term(name.text)
    recorder = Recorder()
    run.game.book.compute(run.game.state, recorder)
    notes = recorder.of(obj, name.text)
    text = run.words.text("explain", name=term, who=names.label(obj), value=shown)
    report = StepReport(doc.kind, doc.mark.line, text)
    report.answers = [run.teller().note(note) for note in notes] or [run.words.text("printed")]
    report.rules = list(dict.fromkeys(note.rule for note in notes))
    run.evidence.value(notes)
    run.evidence.name(report.rules)
    wanted = doc.words.get("value")
    if wanted is not None:
        holds = key_of(wanted.text) == key_of(value) or wanted.text.lstrip("+") == value
        key = "value.yes" if holds else "value.no"
        expected = show_expected(run.words, wanted)
        run.check(report, holds, key, who=who.strip(), name=term, expected=expected, found=shown)
    if "rules" in doc.lists:
        _check_rules(run, report, doc.lists["rules"], report.rules)
    return report


def _word(doc: StepDoc, text: str) -> Word:
    return Word(text.strip(), doc.text.mark)


def because_of(run: Run, doc: StepDoc) -> StepReport:
    """Why the last event of a kind happened to an object, up to answers and turn-based rules."""
    event = _event(run, doc.text)
    if event is None:
        report = StepReport(doc.kind, doc.mark.line, run.words.text("because", event=doc.text.text))
        run.check(report, False, "not-happened", event=doc.text.text)
        return report
    cause = because(run.game, event.id)
    teller = run.teller()
    text = run.words.text("because", event=teller.event(event).rstrip("."))
    report = StepReport(doc.kind, doc.mark.line, text)
    report.answers = _tree(run, cause, 0, set())
    chain = [_link(link) for link in cause.chain() if link.kind != SETUP]
    report.rules = chain
    run.evidence.name(chain)
    wanted = doc.lists.get("chain")
    if wanted is not None:
        texts = [word.text for word in wanted]
        key = "chain.yes" if texts == chain else "chain.no"
        run.check(
            report, texts == chain, key, expected=", ".join(texts) or "-", found=", ".join(chain)
        )
    return report


def _link(event: Event) -> str:
    if event.kind in (ANSWER, FORCED):
        return "answer"
    return "chance" if event.kind == ROLLED else event.rule


def _event(run: Run, word: Word) -> Event | None:
    """The last event of a kind that happened to an object or player."""
    kind, comma, who = (piece.strip() for piece in word.text.partition(","))
    found = [event for event in events(run.game) if event.kind == kind]
    if not found:
        kinds = [event.kind for event in events(run.game) if event.kind not in (*HEADS, SETUP)]
        if kind in run.game.book.codes:
            return None
        raise unknown("event", kind, dict.fromkeys(kinds), word.mark)
    if not comma:
        return found[-1]
    wanted = _subject_value(run, Word(who, word.mark))
    codes = run.game.book.codes
    fields = codes[kind].fields if kind in codes else ()
    return next((event for event in reversed(found) if _is_about(event, fields, wanted)), None)


def _is_about(event: Event, fields: tuple[str, ...], wanted: tuple[str, int]) -> bool:
    sorts = [field.lstrip("*").split(":")[0] for field in fields]
    pairs = zip(sorts, event.values, strict=False)
    return any((sort, object_of(value)) == wanted for sort, value in pairs)


def _subject_value(run: Run, word: Word) -> tuple[str, int]:
    who = subject(run.game, run.names(), word)
    return ("player" if who.sort == "player" else "obj", who.number)


def _tree(run: Run, cause: Cause, depth: int, told: set[int]) -> list[str]:
    """The causes of an event, indented; one that was told already is not told again."""
    lines = []
    for deeper in cause.causes:
        event = deeper.event
        if event.kind == SETUP or event.id in told:
            continue
        told.add(event.id)
        teller = run.teller()
        said_ = teller.event(event).rstrip(".")
        rule = f" ({event.rule})" if event.rule and event.kind not in HEADS else ""
        lines.append("  " * depth + run.words.text("from", event=said_ + rule))
        lines.extend(_tree(run, deeper, depth + 1, told))
    return lines


def seen_by(run: Run, doc: StepDoc) -> StepReport:
    """What a player sees."""
    player = PLAYER_KEYS.index(doc.text.text)
    view = see(run.game, player)
    report = StepReport(doc.kind, doc.mark.line, run.words.text("seen", player=doc.text.text))
    state, names = run.game.state, run.names()
    known = [obj for obj in sorted(state.where) if state.knows.get(obj, 0) >> player & 1]
    shown = {seen.id for seen in view.objects if seen.name is not None}
    labels = {names.label(obj): obj for obj in known if state.serial.get(obj, 0) in shown}
    report.answers = [", ".join(labels)] if labels else []
    visible = set(labels.values())
    for key, wanted in (("include", True), ("exclude", False)):
        for word in doc.lists.get(key, ()):
            found = names.find(word.text)
            if not found:
                raise unknown("name", word.text, names.all_names(), word.mark)
            holds = any(obj in visible for obj in found) == wanted
            run.check(report, holds, f"{key}.{'yes' if holds else 'no'}", name=word.text)
    return report
