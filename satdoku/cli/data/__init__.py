"""Commands on collections of puzzles."""
