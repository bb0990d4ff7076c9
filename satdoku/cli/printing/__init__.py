"""Commands that print puzzles on paper: sheets and books."""
