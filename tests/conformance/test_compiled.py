"""What is done to the copy of the sources that mypyc compiles."""

import ast

from tests.conformance.compiled import SOURCE, registered_last, stays_interpreted


def test_a_module_registers_the_code_of_its_rules_at_its_end() -> None:
    text = (
        "from cardlaw.kernel.law import Breach\n"
        "from cardlaw.kernel.law import rules as cites\n"
        "class C:\n"
        "    rules = ('X 1',)\n"
        "    @property\n"
        "    @cites('X 1',\n"
        "           'X 2')\n"
        "    def f(self):\n"
        "        return 1\n"
    )
    after = registered_last(text, "cardlaw.some").split("\n")
    assert after[:5] == text.split("\n")[:5]
    assert after[5:7] == ["", ""]
    assert after[7:9] == text.split("\n")[7:9]
    assert after[9:] == [
        "from cardlaw.kernel.law import register as _register_code",
        "_register_code(\"cardlaw.some:C.f\", 'X 1', 'X 2')",
        "",
    ]


def test_what_registers_nothing_stays_as_it_is() -> None:
    text = "from functools import cache\n@cache\ndef f():\n    return 1\n"
    assert registered_last(text, "cardlaw.some") == text


def test_only_modules_of_structs_stay_interpreted() -> None:
    files = [p for key in ("kernel", "rulebooks") for p in sorted((SOURCE / key).rglob("*.py"))]
    left = {
        p.relative_to(SOURCE).as_posix() for p in files if stays_interpreted(p.read_text("utf-8"))
    }
    assert {"kernel/law.py", "rulebooks/magic/face.py", "rulebooks/vs/nodes.py"} <= left
    assert len(left) < len(files) / 15
    for path in files:
        ast.parse(registered_last(path.read_text("utf-8"), "cardlaw.some"))
