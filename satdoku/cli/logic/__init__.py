"""Commands about how a person solves a puzzle."""
