"""Expectations of scenarios that the rules do not bear out, each with the rule that says so."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec


class Dispute(msgspec.Struct, frozen=True):
    """Why an expectation of a scenario is not taken over: a rule, and what it says."""

    id: str
    rule: str
    because: str


@cache
def disputes() -> dict[str, Dispute]:
    """The disputes by the ids of their scenarios."""
    file = Path(__file__).with_name("disputed.toml")
    found = msgspec.toml.decode(file.read_bytes(), type=dict[str, list[Dispute]])["dispute"]
    return {dispute.id: dispute for dispute in found}
