"""Checks of named techniques, from their definitions alone; they share no code with the search."""
