"""Difficulty: scales, ratings, levels, and generating puzzles of a level."""
