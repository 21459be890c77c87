"""The suite that every rulebook must pass: checks as plain functions that raise AssertionError."""

from cardlaw.conformance.offers import Refusals, check_variety, refusals
from cardlaw.conformance.records import check_fresh_process
from cardlaw.conformance.subject import Subject
from cardlaw.conformance.suite import PACE, Report, basic_tests, check_walk

__all__ = [
    "PACE",
    "Refusals",
    "Report",
    "Subject",
    "basic_tests",
    "check_fresh_process",
    "check_variety",
    "check_walk",
    "refusals",
]
