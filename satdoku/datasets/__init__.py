"""Sets of puzzles for models: read as they are published, audited, made."""
