"""The rulebooks: one package a game. They never import one another."""
