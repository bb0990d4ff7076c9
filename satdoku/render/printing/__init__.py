"""Sheets and books: puzzles on pages, typeset by typst."""
