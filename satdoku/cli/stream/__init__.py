"""Shared by commands that answer many puzzles: inputs, answers, files and progress."""
