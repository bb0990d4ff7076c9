"""Commands about the solutions of a puzzle."""
