"""Reads what a model answers, by what is known to be an answer (`reading`)."""

from .reading import ParsedAnswer, read_answer

__all__ = ["ParsedAnswer", "read_answer"]
