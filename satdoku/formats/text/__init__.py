"""Puzzles as plain text: lines, grids, candidates, with anything around them."""
