"""Data sets made from a recipe: puzzles chosen, traced, split and written."""
