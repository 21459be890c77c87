"""Published cases, damaged at random: an answer every time, and never a traceback."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from cardlaw.judge import judge_file
from cardlaw.judge.shipped import case_files
from cardlaw.judge.tongue import tongue
from cardlaw.judge.transcript import transcript
from cardlaw.rulebooks import find

TEXTS = [path.read_text(encoding="utf-8") for path in case_files()]
#: what a careless or ill-willed hand puts into a file
ODD = (
    "-1", "0", "999999999", "1" + "0" * 400, "1.5", "yes", "nothing", "~", "[]", "{}", "[a]",
    "{a: b}", "A", "B", "C", "A's", "#2", "\t", "\"", "'", "&x", "*x", "!!set", "\0", "\u202e",
    "targeting", "with", "and", "pass", "all", "self", "as: x", "attached: [x]", ": ", "- ", "\n",
    "Forest", "Stone Sentry", "Troll", "Great Axe", "Bonesplitter", "what if: [{pass: all}]",
)  # fmt: skip
RUNS = 2000 if os.environ.get("CARDLAW_DEEP") else 150


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """A case with some of its words or lines left out, doubled, swapped or replaced."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        how = draw(
            st.sampled_from(("drop", "double", "swap", "indent", "word", "value", "foreign"))
        )
        line = lines[at]
        if how == "drop":
            lines[at] = ""
        elif how == "double":
            lines.insert(at, line)
        elif how == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], line
        elif how == "indent":
            lines[at] = draw(st.sampled_from((" " + line, line[1:], "  " + line)))
        elif how == "value":
            lines[at] = line.partition(":")[0] + ": " + draw(st.sampled_from(ODD))
        elif how == "foreign":
            lines[at] = draw(st.sampled_from(draw(st.sampled_from(TEXTS)).split("\n")))
        else:
            words = line.split(" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(ODD))
            lines[at] = " ".join(words)
    return "\n".join(lines)


@settings(max_examples=RUNS, deadline=None)
@given(mutants(), st.sampled_from(("en", "de", "ru", "es")))
def test_a_damaged_case_has_an_answer(text: str, language: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "case.yaml"
        path.write_bytes(text.encode("utf-8"))
        report = judge_file(path, language, "case.yaml")
    assert report.exit_code in (0, 1, 2)
    assert not any("RuntimeError" in fault or "Error:" in fault for fault in report.faults), (
        report.faults
    )
    book = find(report.game) if report.game else None
    lines = transcript(report, book, tongue(language, report.game))
    assert lines[-1].text
    assert all(line.text.isprintable() for line in lines)
