"""`satdoku dataset`: puzzle data sets for models."""

from ..commands import Commands

command = Commands(
    "dataset", beginning="dataset ", help="Audit, make and score sets of puzzles for models."
)
