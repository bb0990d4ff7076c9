"""Techniques by name: each finds all that it can say of a position, in plain Python, when asked."""
