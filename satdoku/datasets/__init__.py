"""Puzzle data sets for models: reading published ones, auditing, making."""
