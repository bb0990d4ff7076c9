"""Commands that show puzzles, and exchange them with other programs and people."""
