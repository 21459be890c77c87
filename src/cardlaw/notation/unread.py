"""What was not understood of a text, and the nearest known names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from cardlaw.kernel.game import Game
from cardlaw.notation.labels import Names
from cardlaw.notation.phrases import Phrase, part_phrase, shape_phrase
from cardlaw.notation.saying import say_option
from cardlaw.notation.tokens import ARTICLES, CONNECTORS, Words, match, nearest, split, words

#: how many options of a question, or verbs, are offered when nothing is near
SOME = 6


def unread(game: Game, player: int, names: Names, text: str) -> tuple[str, tuple[str, ...]]:
    """The words that nobody understood, as they were typed, and what is nearest to them."""
    typed = words(text)
    verbs = _verbs(game)
    start = max((_end(verb, typed) for verb in verbs), default=0)
    if not start:
        return text, _instead(game, player, names, typed, verbs)
    runs = _unknown_runs(game, names, typed, start)
    if not runs:
        return text, ()
    first, last = runs[0][0], runs[-1][1]
    longest = max(runs, key=lambda run: run[1] - run[0])
    rest = " ".join(split(text)[first:last])
    return rest, nearest(" ".join(typed[longest[0] : longest[1]]), names.all_names())


def _instead(
    game: Game, player: int, names: Names, typed: Words, verbs: list[str]
) -> tuple[str, ...]:
    """What could have been said: answers to the open question, or verbs."""
    choice = game.choice
    if choice is not None and choice.player == player and choice.kind != "action":
        return tuple(say_option(game, option, names) for option in islice(game.space(), SOME))
    return nearest(" ".join(typed[:2]), verbs) or tuple(verbs[:SOME])


def _phrases(game: Game) -> Iterator[Phrase]:
    for shape in game.book.shapes:
        yield shape_phrase(shape)
        for part in shape.parts:
            yield part_phrase(part)


def _verbs(game: Game) -> list[str]:
    """The literal words with which actions begin."""
    wordings = [wording for shape in game.book.shapes for wording in shape_phrase(shape).wordings]
    return list(dict.fromkeys(w[0].text for w in wordings if w and w[0].field < 0))


def _end(verb: str, typed: Words) -> int:
    found = match(words(verb), typed, 0)
    return 0 if found is None else found[0]


def _unknown_runs(game: Game, names: Names, typed: Words, start: int) -> list[tuple[int, int]]:
    """The stretches of words that are no name and no literal word of any action."""
    literal: set[str] = {*ARTICLES, *CONNECTORS}
    for phrase in _phrases(game):
        for wording in phrase.wordings:
            literal.update(word for segment in wording for word in segment.words)
    runs: list[tuple[int, int]] = []
    at = start
    while at < len(typed):
        ends = [end for obj in names.objects() for end, _ in names.ends(obj, typed, at)]
        if ends and max(ends) > at:
            at = max(ends)
            continue
        if typed[at] not in literal:
            if runs and runs[-1][1] == at:
                runs[-1] = (runs[-1][0], at + 1)
            else:
                runs.append((at, at + 1))
        at += 1
    return runs
