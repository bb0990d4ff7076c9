"""The number of solutions without finding them one by one: known numbers, sums over boxes, states.

Known numbers are looked up first. Then sums over boxes are tried, whose work falls with each given;
states come last, since they serve any rules but need a narrow board or local rules. None of them
finds a solution, so the number may be far beyond what could be listed.

Which way is taken depends on the board alone, and so does whether any of them has an answer: the
work is limited, not the time.

>>> from satdoku.layout import Layout
>>> exact_count(Puzzle((0,) * 81, Layout.of_size(9)), Clock(None))
6670903752021072936960
"""

from __future__ import annotations

from ..backends.base import Clock
from ..board import Puzzle

#: The grids of empty boards, by the shape of their boxes.
GRIDS = {
    (2, 4): 29_136_487_207_403_520,
    (2, 5): 1_903_816_047_972_624_930_994_913_280_000,
    (2, 6): 38_296_278_920_738_107_863_746_324_732_012_492_486_187_417_600_000,
    (3, 3): 6_670_903_752_021_072_936_960,
    (3, 4): 81_171_437_193_104_932_746_936_103_027_318_645_818_654_720_000,
}
#: Latin squares by size.
LATIN = {
    7: 61_479_419_904_000,
    8: 108_776_032_459_082_956_800,
    9: 5_524_751_496_156_892_842_531_225_600,
    10: 9_982_437_658_213_039_871_725_064_756_920_320_000,
    11: 776_966_836_171_770_144_107_444_346_734_230_682_311_065_600_000,
}
#: Where these were published: the number for 9×9, for other boxes, and for Latin squares.
FJ, WIKI = "B. Felgenhauer and F. Jarvis, 2005", "Wikipedia, Mathematics of Sudoku"
OEIS = "OEIS A002860"
#: The largest size for which states are tried: those of larger boards are too many, however local
#: their rules.
LARGEST = 9


def exact_count(puzzle: Puzzle, clock: Clock) -> int | None:
    """Return the number of solutions; None if no exact way is short enough.

    Raises `TimeLimitReached`.
    """
    from .box_sums import count_by_boxes
    from .clause_states import count_by_states

    known = known_count(puzzle)
    if known:
        number, _ = known
        return number
    found = count_by_boxes(puzzle, clock)
    if found is None and puzzle.layout.size <= LARGEST:
        found = count_by_states(puzzle, clock)
    return found


def known_count(puzzle: Puzzle) -> tuple[int, str] | None:
    """Return the published number of grids of an empty board, and its source; None for others."""
    layout = puzzle.layout
    if puzzle.clues or layout.constraints or layout.extra_houses or not layout.is_regular:
        return None
    if not layout.regions and layout.size in LATIN:
        return LATIN[layout.size], OEIS
    shape = layout.box_shape
    if not shape:
        return None
    number = GRIDS.get(min(shape, shape[::-1]))
    if number is None:
        return None
    return number, FJ if shape == (3, 3) else WIKI
