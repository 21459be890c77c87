"""Faces of what keywords mean, for every game in which some text has them (CR 702.1)."""

from __future__ import annotations

from functools import lru_cache

from cardlaw.cards.nodes import Gain
from cardlaw.rulebooks.magic.face import Face
from cardlaw.rulebooks.magic.keywords import PRINTED, RULES, read_word


@lru_cache(maxsize=512)
def keyword_face(word: str) -> Face | None:
    """The face that says what a keyword means wherever an object has it; None for plain ones.

    It belongs to the faces of every game in which some text has the keyword.
    """
    ability = read_word(word)
    if ability is None or ability.name not in RULES or ability.name in PRINTED:
        return None
    return Face(name=word, abilities=(ability,), token=True)


def keyword_words(face: Face) -> list[str]:
    """The keywords that a face has or that its text may give."""
    found = list(face.keywords)
    for node in face.compiled.nodes:
        if isinstance(node, Gain):
            found.extend(node.keywords)
    return list(dict.fromkeys(found))
