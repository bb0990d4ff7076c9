"""Puzzles as text: reading by detection (`reader`, `scan`) and writing (`write`)."""
