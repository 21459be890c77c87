"""The versions of the tables, one after another."""
