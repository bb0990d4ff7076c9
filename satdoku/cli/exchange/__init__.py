"""Commands that exchange puzzles with other programs and people."""
