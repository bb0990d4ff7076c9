"""Techniques that assume one solution."""
