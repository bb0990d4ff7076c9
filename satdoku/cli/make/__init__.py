"""Commands that make puzzles and pages of them."""
