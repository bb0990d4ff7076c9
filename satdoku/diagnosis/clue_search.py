"""Has a grid a puzzle with so many givens? A search in parts, so that it can go on later.

Every proper puzzle of a grid has a given in each of its unavoidable sets. So the puzzles with k
givens are among the sets of k cells that hit all unavoidable sets that are known. These are listed
(see `kernels.hitting_sets`), and each is tested for a second solution. If none is proper, every
proper puzzle of the grid has more givens: with fewer, others could be added.

The unavoidable sets come from boards that agree with the grid outside the cells of four digits, or
outside three houses. They need not be all: the more are known, the fewer hitting sets are tested.

A second solution is another unavoidable set, which that hitting set does not hit. Kept with a part,
these are its certificate: no set of k cells hits them, too. `certificates.clue_checker` judges it.

Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku" (2012).

>>> print(search_clues("1234341221434321", 3).text())
no puzzle with 3 givens, so at least 4: all parts searched, 0 hitting sets tested
>>> search_clues("1234341221434321", 4).puzzle.line
'....3..2.14.....'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Literal
from zlib import crc32

import numpy as np

from ..backends.base import Clock
from ..backends.masks import board_of
from ..board import Puzzle
from ..errors import PuzzleError, TimeLimitReached
from ..formats.text.reader import PuzzleLike
from ..frozen import frozen
from ..geometry import Cells
from ..kernels.hitting_sets import FOUND, LEVEL, PARTS, HittingSearch, hitting_sets
from ..kernels.propagation.mask_search import MaskBoard
from ..layout import Layout
from ..operations.solving import solution
from ..phrases import in_lines, phrase
from ..plurals import plural
from ..record_types import BoardRecord, Line, Natural
from ..theory import Theory

#: Unavoidable sets: the digits and the houses whose cells are opened at once, and the boards that
#: are looked at each time; the most that are used, the smallest.
DIGITS, HOUSES, BOARDS, SETS = 4, 3, 10_000, 512
#: Cells chosen at the beginning of a part.
DEPTH = 5
#: More parts than any search has.
ALL = 1 << 62
#: What two records with the same parts have in common.
SAME: tuple[Literal["puzzle", "layout", "clues", "within", "parts", "sets"], ...] = (
    "puzzle",
    "layout",
    "clues",
    "within",
    "parts",
    "sets",
)


class ClueSearchRecord(BoardRecord):
    """puzzle: the full grid. outcome: found, none, or undecided. clues: how many givens. within:
    the cells, from 0, that they may be in. found: a puzzle with so many. parts: parts of the
    search; done: those that are done, the first; tested: hitting sets tested. sets: a checksum of
    the unavoidable sets, on which the parts depend."""

    outcome: str
    clues: Natural
    within: list[Natural]
    found: Line | None
    parts: Natural
    done: Natural
    tested: Natural
    sets: Natural


class CluePartRecord(ClueSearchRecord):
    """What is kept of a part. chosen: the cells, from 0, with which the part begins. others: grids;
    the cells in which one differs from the puzzle are an unavoidable set. In the first record they
    are those of all parts, in others those that were found in the part."""

    chosen: list[Natural]
    others: list[Line]


@frozen
class ClueSearch:
    """The state of a search for a puzzle with `clues` givens of a grid; see `ClueSearchRecord`."""

    grid: Puzzle
    clues: int
    within: Cells
    sets: int
    parts: int
    done: int = 0
    tested: int = 0
    puzzle: Puzzle | None = None

    @property
    def outcome(self) -> str:
        """ "found", "none" or "undecided"."""
        if self.puzzle:
            return "found"
        return "none" if self.done == self.parts else "undecided"

    def text(self) -> str:
        """The answer in words."""
        tested = plural(self.tested, "hitting set tested", "hitting sets tested")
        givens = plural(self.clues, "given")
        if len(self.within) < self.grid.layout.cell_count:
            cells = plural(len(self.within), "cell")
            givens = phrase("{givens} within {cells}", givens=givens, cells=cells)
        if self.puzzle:
            line = self.puzzle.line
            found = phrase("a puzzle with {givens}: {line!s}", givens=givens, line=line)
            return in_lines([found, tested])
        if self.done == self.parts:
            return phrase(
                "no puzzle with {givens}, so at least {least}: all parts searched, {tested}",
                givens=givens,
                least=self.clues + 1,
                tested=tested,
            )
        return phrase(
            "undecided: no puzzle with {givens} in {done:,} of {parts:,} parts, {tested}",
            givens=givens,
            done=self.done,
            parts=self.parts,
            tested=tested,
        )

    def record(self) -> ClueSearchRecord:
        """The answer for JSON."""
        return {
            "puzzle": self.grid.line,
            **self.grid.layout.record(),
            "outcome": self.outcome,
            "clues": self.clues,
            "within": list(self.within),
            "found": self.puzzle.line if self.puzzle else None,
            "parts": self.parts,
            "done": self.done,
            "tested": self.tested,
            "sets": self.sets,
        }


@frozen
class CluePart:
    """A part that is done: the search so far, and what `CluePartRecord` has beside it."""

    so_far: ClueSearch
    chosen: Cells
    others: tuple[str, ...]

    def record(self) -> CluePartRecord:
        """A line of the file of parts."""
        return {
            **self.so_far.record(),
            "chosen": list(self.chosen),
            "others": list(self.others),
        }


def search_clues(
    puzzle: PuzzleLike,
    clues: int,
    *,
    within: Iterable[int] | None = None,
    before: Iterable[ClueSearchRecord] = (),
    progress: Callable[[CluePart], object] = lambda part: None,
    time_limit: float | None = None,
    layout: Layout | str | None = None,
) -> ClueSearch:
    """Search the grid of a proper puzzle for a puzzle with so many givens (which need not all be
    needed); stop at the first.

    within: the cells, from 0, that the givens may be in (None: any). before: records of earlier
    searches; the last one with the same parts (`SAME`) goes on. progress: called at the start of a
    new search and after each part. time_limit: in seconds; then the answer may be undecided. Raises
    `Inconsistency` or `PuzzleError` for a puzzle that is not proper, or a number out of range, and
    `EngineError` for a board that is not searched on masks.

    layout: of a puzzle that is text, as for `parse`.
    """
    grid = solution(puzzle, layout=layout)
    cells = tuple(sorted({*within})) if within is not None else tuple(grid.layout.all_cells)
    if not 1 <= clues <= len(cells):
        raise PuzzleError(
            phrase("{clues} givens: choose from 1 to {number}", clues=clues, number=len(cells))
        )
    clock = Clock(time_limit)
    sets = unavoidable_near(grid, cells)
    if not sets:  # the rules alone leave one grid
        empty = grid.without(range(len(grid.cells)))
        return ClueSearch(grid, clues, cells, 0, 1, done=1, puzzle=empty)
    ready = partial(HittingSearch.of, list(sets), cells, clues, DEPTH)
    parts = ready()
    hitting_sets(parts, ALL)
    checksum = crc32(repr(list(sets)).encode())
    new = ClueSearch(grid, clues, cells, checksum, max(1, int(parts.numbers[PARTS])))
    state = new
    own = state.record()
    for record in before:
        if all(record.get(key) == own[key] for key in SAME):
            state = replace(state, done=record["done"], tested=record["tested"])
    if state == new:
        progress(CluePart(state, (), tuple(sets.values())))
    board = board_of(Theory.of(grid.layout))
    search = ready()
    numbers = search.numbers
    tested = state.tested
    chosen: Cells = ()
    others: list[np.ndarray] = []
    with suppress(TimeLimitReached):
        while state.outcome == "undecided":
            numbers[FOUND] = 0
            clock.within(partial(hitting_sets, search, state.done))
            listed = search.found.reshape(-1, clues)[: numbers[FOUND]]
            tested += len(listed)
            proper = clock.within(partial(_proper_one, board, grid, listed, others))
            done = max(state.done, int(numbers[PARTS]) - 1)
            if numbers[LEVEL] < 0:
                done = state.parts
            if proper or done > state.done:
                state = replace(state, done=done, tested=tested, puzzle=proper)
                lines = [_line_of(other, grid.layout) for other in others]
                progress(CluePart(state, chosen, tuple(lines)))
                others = []
            # the part that was entered, or is not done yet
            chosen = tuple(search.chosen[:DEPTH].tolist())
    return state


def _proper_one(
    board: MaskBoard, grid: Puzzle, listed: np.ndarray, others: list[np.ndarray]
) -> Puzzle | None:
    """Return the first proper puzzle that has the digits of a grid in some of these sets of cells,
    a set in each row; None if none is proper. others: solutions of such puzzles that are not the
    grid; new ones are added, and puzzles that have one of them are not solved."""
    own = np.array(grid.cells)
    has_given = np.zeros((len(listed), len(own)), bool)
    np.put_along_axis(has_given, listed, True, axis=1)
    known = list(others)
    while True:
        for other in known:
            tells_apart = (has_given & (own != other)).any(1)
            has_given = has_given[tells_apart]
        if not len(has_given):
            return None
        puzzle = grid.without(np.flatnonzero(~has_given[0]).tolist())
        known = []
        for block in board.search(board.masks_of(puzzle.givens)).blocks(2):
            known.extend(row for row in block if (row != own).any())
        if not known:
            return puzzle
        others.extend(known)


def _line_of(cells: np.ndarray, layout: Layout) -> str:
    return Puzzle(tuple(cells.tolist()), layout).line


def unavoidable_near(grid: Puzzle, within: Iterable[int]) -> dict[Cells, str]:
    """Return unavoidable sets (cells from 0), minimal within some cells, up to `SETS`, those with
    the fewest of these first, each with a grid that differs in them."""
    own = np.array(grid.cells)
    board = board_of(Theory.of(grid.layout))
    found: dict[bytes, np.ndarray] = {}
    for area in _areas(grid):
        masks = board.masks_of(grid.givens)
        masks[area] = board.all_masks()[area]
        for block in board.search(masks).blocks(BOARDS):
            for row in block:
                found.setdefault((row != own).tobytes(), row)
    found.pop(bytes(len(own)), None)
    sets = {}
    for differs in sorted(found):
        cells = np.flatnonzero(np.frombuffer(differs, bool))
        sets[frozenset(cells.tolist())] = found[differs]
    allowed = frozenset(within)
    minimal: dict[Cells, str] = {}
    hit: list[frozenset[int]] = []
    for larger in sorted(sets, key=lambda one: (len(one & allowed), len(one))):
        # what hits a smaller one there hits this one, too
        if len(hit) < SETS and not any(smaller <= larger for smaller in hit):
            hit.append(larger & allowed)
            ordered = tuple(sorted(larger))
            minimal[ordered] = _line_of(sets[larger], grid.layout)
    return minimal


def _areas(grid: Puzzle) -> Iterator[list[int]]:
    """Yield cells to be opened at once."""
    layout = grid.layout
    for digits in combinations(layout.digit_numbers, min(DIGITS, layout.size)):
        yield [cell for cell, digit in enumerate(grid.cells) if digit in digits]
    for houses in combinations(layout.houses, HOUSES):
        cells = [cell for house in houses for cell in house.cells]
        if len(set(cells)) == len(cells):
            yield cells
