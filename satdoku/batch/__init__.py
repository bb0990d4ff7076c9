"""Millions of boards: arrays in, arrays out.

Boards are N × cells arrays of uint8, row by row, 0 for blank; or an iterable of `Puzzle`. Few
boards go to the plain engine, many to compiled kernels; the answer is the same. `jobs` threads
share the boards by blocks; the answer does not depend on their number.

>>> import numpy
>>> from satdoku import batch
>>> boards = numpy.array([list(map(int, "1000001203000000"))], numpy.uint8)
>>> batch.solve(boards, layout="4x4", limit=9).counts.tolist()
[3]
>>> batch.generate(2, seed=7, layout="4x4").shape
(2, 16)

Only the names in `__all__` are public: those of `NAMES`, and those that rooms add. `__init__.pyi`
lists them for type checkers. Each is imported when first used: generating a single puzzle
(`puzzles.py`) needs no NumPy.
"""

from .. import public_names

#: The public names of what is always there, by module.
NAMES = {
    "batch.boards": "decided_digits lines",
    "batch.generating": "generate generate_by random_grids",
    "batch.solving": "Checked base_rules canonical check first_solutions minimize solve",
    "kernels.canonical.form_kernel": "Forms",
    "kernels.tasks": "Decided Solved",
    "logic.difficulty.rates": "Rates rate",
}

__getattr__, __dir__ = public_names(__name__, NAMES)
