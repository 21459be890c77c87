"""The kernel: state, journal, choices, procedures and views of any card game. It knows no game."""
