"""The cards that the package ships: faces, tokens and two decks to start with."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from cardlaw.rulebooks.magic.crown import crown
from cardlaw.rulebooks.magic.described import described_token
from cardlaw.rulebooks.magic.face import Face, read_face
from cardlaw.rulebooks.magic.face_down import FACES
from cardlaw.rulebooks.magic.keyword_faces import keyword_face, keyword_words
from cardlaw.rulebooks.magic.tokens import CROWN

FOLDER = Path(__file__).with_name("cards")


@lru_cache(maxsize=1)
def card_library() -> dict[str, Face]:
    """All shipped faces by name, tokens too."""
    found: dict[str, Face] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for row in data.get("card", ()):
            face = read_face(row)
            if face.name in found:
                raise ValueError(f"{face.name} stands twice in the card files")
            found[face.name] = face
    return found


@lru_cache(maxsize=1)
def shipped_decks() -> dict[str, tuple[str, ...]]:
    """The decks by their titles, the starters first: card names, one for each copy."""
    data = tomllib.loads((FOLDER / "starter.toml").read_text(encoding="utf-8"))
    return {
        deck["title"]: tuple(
            name
            for name, number in zip(deck["names"], deck["numbers"], strict=True)
            for _ in range(number)
        )
        for deck in data["deck"]
    }


def with_tokens(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    """Faces, followed by those of the tokens that their texts name."""
    result = list(faces)
    at = 0
    while at < len(result):
        for name in result[at].compiled.token_names:
            known = any(face.name == name and face.token for face in result)
            if not known:
                face = card_library().get(name) or FACES.get(name) or described_token(name)
                face = crown() if name == CROWN else face
                result.extend((face,) if face is not None else ())
        names = {face.name for face in result}
        for word in keyword_words(result[at]):
            meaning = keyword_face(word) if word not in names else None
            result.extend((meaning,) if meaning is not None else ())
        at += 1
    return tuple(result)
