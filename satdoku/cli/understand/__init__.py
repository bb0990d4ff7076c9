"""Commands on how a person solves a puzzle."""
