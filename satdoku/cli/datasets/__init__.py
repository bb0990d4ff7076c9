"""Commands on sets of puzzles for models."""
