"""Faults of a file: one sentence each, with the place and the remedy."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.judge.tongue import Tongue, tongue
from cardlaw.kernel.setup import Fault, Mark
from cardlaw.notation.tokens import nearest

#: words up to this length are like too many others to guess what was meant
SHORTEST = 2
#: so many known words are all named when none is near
FEW = 16
#: a longer value is cut
LONGEST = 300
#: so many faults of one file are told
MOST_TOLD = 20


class FileFault(Fault):
    """A fault that the judge itself finds, with named values, so that each language can say it."""

    def __init__(self, code: str, mark: Mark | None = None, /, **values: object) -> None:
        own = tongue()
        values = {k: shortened(v, LONGEST) if isinstance(v, str) else v for k, v in values.items()}
        super().__init__(code, own.text(f"fault.{code}", **values), mark)
        self.values = values
        self.remedy = _remedy(own, code, values)


def unknown(what: str, name: str, known: Iterable[str], mark: Mark | None) -> FileFault:
    """An unknown word, with the nearest known ones or a list of them all."""
    pool = list(dict.fromkeys(known))
    near = ", ".join(nearest(name, pool) if len(name) > SHORTEST else ())
    known_ = ", ".join(sorted(pool)) if not near and len(pool) <= FEW else ""
    return FileFault(f"unknown-{what}", mark, name=shortened(name), near=near, known=known_)


def _remedy(own: Tongue, code: str, values: dict[str, object]) -> str:
    key = f"mend.{code}"
    template = own.template(key)
    if template is not None and (values.get("near") or "{near}" not in template):
        return own.text(key, **values)
    if own.has(f"{key}.alone"):
        return own.text(f"{key}.alone", **values)
    if values.get("near"):
        return own.text("mend.near", **values)
    return own.text("mend.known", **values) if values.get("known") and "near" in values else ""


def printable(text: str) -> str:
    """A text without what a terminal would take for a command or could not show."""
    return "".join(c if c.isprintable() or c.isspace() else "?" for c in text)


def shortened(text: str, most: int = 60) -> str:
    """A text for a message: one line, not too long."""
    line = " ".join(printable(text).split())
    return line if len(line) <= most else line[: most - 3] + "..."


def say_fault(fault: Fault, name: str, words: Tongue) -> str:
    """A fault in one line: file, line, column, sentence, remedy."""
    place = name
    if fault.mark is not None and fault.mark.line:
        place = f"{name}:{fault.mark.line}:{fault.mark.column}"
    text, remedy = fault.text, fault.remedy
    if isinstance(fault, FileFault):
        text = words.text(f"fault.{fault.code}", **fault.values)
        remedy = _remedy(words, fault.code, fault.values)
    return f"{place}: {sentence(text)}" + (f" {sentence(remedy)}" if remedy else "")


def say_faults(fault: Fault, name: str, words: Tongue) -> list[str]:
    """A fault and those found with it, one line each; of too many, the first and their number."""
    every = (fault, *fault.more)
    told = [say_fault(each, name, words) for each in every[:MOST_TOLD]]
    if len(every) > MOST_TOLD:
        told.append(f"{name}: {sentence(words.text('more-faults', n=len(every) - MOST_TOLD))}")
    return told


def sentence(text: str) -> str:
    """A text that begins with a capital letter and ends with a full stop."""
    text = " ".join(text.split())
    if not text:
        return text
    if text[0].islower():
        text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?" else text + "."
