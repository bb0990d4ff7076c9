"""Judges a kind of the user's own: its clauses against its plain meaning, by brute force.

On the 4×4 board, the completions that the clauses allow must be those of all 288 grids that keep
the rule; on the 6×6 board, random full grids and the same with their digits exchanged are given
whole, some of which keep the rule and some of which break it, and the broken ones must be reported.
The rules are on parts of houses, on lines with bends and on cells anywhere, with numbers of all
sizes; cells and numbers that the kind refuses are left out. Texts are not tried: `holds`, which
gets digits and numbers alone, could not say what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..constraints.evaluate import holds as form_holds
from ..constraints.kind_table import Kind, forms_of
from ..errors import Inconsistency, LayoutError, PluginError
from ..geometry import Cells
from ..layout import Layout
from ..plugins import Judging, PluginVerdict
from ..random_stream import RandomStream
from .random_grids import random_grid
from .solving import count, solutions

#: Cells of one length beside houses, numbers for each, and full grids of the larger board.
LINES, NUMBERS, GRIDS = 2, 6, 20
#: The engine that reads nothing but clauses.
BY_CLAUSES = "native"
#: How many lengths are tried, from the smallest.
LENGTHS = 3


def judge_kind(name: str) -> PluginVerdict:
    """Return the verdict on a kind: FILE.py:NAME, or the name of an installed one.

    Raises `PluginError` for what is not a kind of the user's, for one without `holds`, and for one
    that fails.

    >>> judge_kind("killer")
    Traceback (most recent call last):
    satdoku.extensions.PluginError: 'killer' is not a kind of your own: write FILE.py:NAME
    """
    judging = Judging("kind", name)
    kind: Kind = judging.thing
    if kind.holds is None:
        raise PluginError(f"{judging.owner} has no plain meaning to be judged by: give it holds")
    return judging.verdict(_KindComparison(kind).faults())


class _KindComparison:
    """The comparisons of one kind. said: what its plain meaning has said of full grids so far."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.said = set[bool]()
        self.refusal = ""

    def faults(self) -> Iterator[str]:
        """Yield the fault of each comparison, "" for none."""
        small = Layout.of_size(4)
        every = [grid.cells for grid in solutions(Puzzle((0,) * 16, small))]
        for rule, board in self._rules(small):
            allowed = {
                grid.cells for grid in solutions(Puzzle((0,) * 16, board), engine=BY_CLAUSES)
            }
            for cells in every:
                yield self._fault(rule, board, cells, is_allowed=cells in allowed)
        large = Layout.of_size(6)
        grids = [self._renamed(large, index) for index in range(GRIDS)]
        for rule, board in self._rules(large):
            for cells in grids:
                allows = _allows(Puzzle(cells, board))
                yield self._fault(rule, board, cells, is_allowed=allows)
        if not self.said:
            yield f"it refuses all cells and numbers that were tried: {self.refusal}"
        elif len(self.said) == 1:
            kept = "keeps" if True in self.said else "breaks"
            yield f"by its plain meaning every full grid {kept} it"

    def _rules(self, layout: Layout) -> Iterator[tuple[Constraint, Layout]]:
        """Yield rules of the kind that it does not refuse, each with the board that has it."""
        stream = RandomStream(layout.size)
        for cells in _lines(self.kind, layout, stream):
            for numbers in _numbers(self.kind, len(cells), layout.size, stream):
                rule = Constraint(self.kind.name, cells, numbers)
                try:
                    board = layout.with_constraints(rule)
                    list(forms_of(rule, board))
                except LayoutError as error:
                    self.refusal = str(error)
                    continue
                yield rule, board

    def _fault(self, rule: Constraint, board: Layout, cells: Cells, *, is_allowed: bool) -> str:
        """Return the fault at a full grid, "" if clauses, sums and plain meaning agree."""
        assert self.kind.holds
        own = [cells[cell] for cell in rule.cells] if rule.cells else cells
        is_kept = self.kind.holds(tuple(own), rule.values)
        self.said.add(is_kept)
        grid = Puzzle(cells, board)
        says = "keeps" if is_kept else "breaks"
        told = f"on {board.name}, {grid.line} {says} the rule by its plain meaning"
        if is_kept != is_allowed:
            return f"{told}, but the clauses {'allow' if is_allowed else 'exclude'} it"
        in_sums = all(form_holds(form, cells) for form in forms_of(rule, board, in_sums=True))
        if is_kept != in_sums:
            return f"{told}, but its meaning in sums differs"
        return ""

    def _renamed(self, layout: Layout, index: int) -> Cells:
        """Return a random full grid; each second one is the one before with digits exchanged, which
        breaks what the one before keeps."""
        cells = random_grid(layout, seed=1, index=index // 2).cells
        if index % 2 == 0:
            return cells
        renamed = RandomStream(1, index).permutation(layout.size)
        return tuple(renamed[digit - 1] + 1 for digit in cells)


def _allows(grid: Puzzle) -> bool:
    """Return whether a full grid is a completion by the clauses of its board."""
    try:
        return count(grid, limit=1, engine=BY_CLAUSES) == 1
    except Inconsistency:
        return False


def _lines(kind: Kind, layout: Layout, stream: RandomStream) -> Iterator[Cells]:
    """Yield cells for rules of a kind: the beginnings of houses and of a line that turns at each
    cell, and cells anywhere."""
    fewest, most = kind.cells
    n = layout.size
    stairs = tuple([k // 2 * n + (k + 1) // 2 for k in range(2 * n - 1)])
    for length in range(fewest, min(most, fewest + LENGTHS - 1) + 1):
        for cells in (layout.houses[0].cells, layout.houses[-1].cells, stairs):
            if len(cells) >= length:
                yield cells[:length]
        for _ in range(LINES):
            yield tuple(stream.permutation(layout.cell_count)[:length])


def _numbers(kind: Kind, length: int, size: int, stream: RandomStream) -> Iterator[tuple[int, ...]]:
    """Yield numbers for a rule of a kind."""
    fewest, most = kind.values
    for many in range(fewest, min(most, fewest + 1) + 1):
        if many == 0:
            yield ()
            continue
        highest = size * max(length, 1) if many == 1 else size
        for _ in range(NUMBERS):
            yield tuple(stream.below(highest + 1) for _ in range(many))
