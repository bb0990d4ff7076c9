"""Constraint strings of Interactive Sudoku Solver."""
