"""A match: two seats at one game, for any face: who is asked, why, and what was typed."""

from __future__ import annotations

from cardlaw.match.commands import Command, read_command
from cardlaw.match.match import Asked, Match
from cardlaw.match.stops import Stops, Yield
from cardlaw.match.storing import BadFile, load_match, save_match
from cardlaw.match.words import match_words

__all__ = [
    "Asked",
    "BadFile",
    "Command",
    "Match",
    "Stops",
    "Yield",
    "load_match",
    "match_words",
    "read_command",
    "save_match",
]
