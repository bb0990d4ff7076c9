"""Patterns of the hardest puzzles: many cells at once, of several houses."""
