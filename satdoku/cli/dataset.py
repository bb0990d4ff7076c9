"""`satdoku dataset`: sets of puzzles for models."""

from .commands import Commands

command = Commands(
    "dataset", beginning="dataset ", help="Sets of puzzles for models: audit, make and score them."
)
