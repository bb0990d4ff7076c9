"""Commands that make puzzles and printed pages."""
