"""Canonical forms of many boards; for the definition see `canonical_forms.py`."""

from __future__ import annotations

from ..board import STANDARD
from ..kernels.canonical.tasks import Forms
from ..layout import Layout
from .boards import Boards, as_boards
from .canonical_forms import canonical_boards
from .sharing import joined, spread


def canonical(puzzles: Boards, *, jobs: int = 1, layout: Layout | str = STANDARD) -> Forms:
    """Return the canonical form of each board, equal for all isomorphs, and its number of
    automorphisms; for one board see `satdoku.canonical`.

    Raises `PuzzleError` for a board with a digit twice in a house, or with too many forms.
    """
    boards, board = as_boards(puzzles, layout)
    parts = spread(lambda block: canonical_boards(boards[block], board), len(boards), jobs)
    return Forms(*joined(parts))
