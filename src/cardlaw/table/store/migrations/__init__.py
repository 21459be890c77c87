"""Migrations of the database, run when the server starts."""
