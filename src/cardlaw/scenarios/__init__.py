"""Neutral scenarios: positions, timed actions and assertions that other engines test with."""
