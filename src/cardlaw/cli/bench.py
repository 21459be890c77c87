"""``cardlaw bench``: how fast the rulebooks play."""

from __future__ import annotations

from cardlaw.bench import run, show
from cardlaw.cli.output import console


def bench_command() -> int:
    """Measure random play, copying and taking back, for each rulebook."""
    show(run(), console())
    return 0
