"""Commands that make puzzles, and other puzzles of puzzles."""
