"""Techniques by name: each file lists all steps of its techniques, in plain Python, on request."""
