"""Kinds that relate digits in pairs: which pairs of cells, and which digits go together.

To add one, add a row: a name, a sentence, words, the pairs of its cells, and a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise

from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import Candidates, Form, relation
from ..geometry import DIAGONAL, KNIGHT, ORTHOGONAL, distance, pairs_by
from ..placement import BOARD as EVERYWHERE
from ..placement import OTHERS, Digits, Placement
from ..styles import GREY, INK, NOTE, PALE, Along, Between, Shade, Style
from ..table import MANY, PLAIN, Words, kind, value

#: (first, second, distance in the order of the cells) of a constraint
Pairs = Callable[[Constraint, "LayoutData"], Iterable[tuple[int, int, int]]]
#: (digit of the first, of the second, distance, constraint, layout) → whether they go together
Test = Callable[[int, int, int, Constraint, "LayoutData"], bool]


def in_turn(c: Constraint, layout: LayoutData) -> Iterator[tuple[int, int, int]]:
    """Yield each cell and the next."""
    return ((a, b, 1) for a, b in pairwise(c.cells))


def all_pairs(c: Constraint, layout: LayoutData) -> Iterator[tuple[int, int, int]]:
    """Yield any two of the cells."""
    for i, j in combinations(range(len(c.cells)), 2):
        yield c.cells[i], c.cells[j], j - i


def touching(c: Constraint, layout: LayoutData) -> Iterator[tuple[int, int, int]]:
    """Yield any two of the cells that share an edge (if there are only two cells: these)."""
    for a, b, gap in all_pairs(c, layout):
        if len(c.cells) == 2 or distance(layout, a, b) == 1:
            yield a, b, gap


def mirrored(c: Constraint, layout: LayoutData) -> Iterator[tuple[int, int, int]]:
    """Yield the first and the last cell, the second and the last but one, …"""
    return ((a, b, 1) for a, b in zip(c.cells, reversed(c.cells), strict=True) if a < b)


def halves(c: Constraint, layout: LayoutData) -> Iterator[tuple[int, int, int]]:
    """Yield each cell of the first half with its counterpart in the second."""
    half = len(c.cells) // 2
    return ((a, b, 1) for a, b in zip(c.cells[:half], c.cells[half : 2 * half], strict=True))


def apart(*moves: tuple[int, int]) -> Pairs:
    """Return all pairs of cells of the board that are one of these moves apart."""
    return lambda c, layout: ((a, b, 1) for a, b in pairs_by(layout, moves))


def unmarked(*kinds: str) -> Pairs:
    """Return all neighbours on the board that no constraint of these kinds joins."""

    def pairs(c: Constraint, layout: LayoutData) -> Iterator[tuple[int, int, int]]:
        marked = {
            frozenset((a, b))
            for other in layout.constraints
            if other.kind in kinds
            for a, b, _ in touching(other, layout)
        }
        for a, b in pairs_by(layout, ORTHOGONAL):
            if frozenset((a, b)) not in marked:
                yield a, b, 1

    return pairs


def third(d: int, layout: LayoutData) -> int:
    """Return 0, 1, 2 for a low, middle or high digit."""
    return (d - layout.digits[0]) * 3 // layout.size


TWO = (2, MANY)
LINE = (2, MANY)
BOARD = (0, 0)
NONE, ONE = (0, 0), (0, 1)

PAIR = Placement("neighbours")


def line_of(holds: Callable[[int, int, int], bool], most: int = 8) -> Placement:
    """Return lines of 3 cells or more; holds: (a digit, the next, the size of the board)."""

    def may(digits: Digits, ends: tuple[int, int]) -> bool:
        return all(holds(d, e, ends[1] - ends[0] + 1) for d, e in pairwise(digits))

    return Placement("line", (3, most), may=may)


#: name, sentence, words, pairs, test, cells, values, drawing, placement when generated
Row = tuple[str, str, Words, Pairs, Test, tuple[int, int], tuple[int, int], Style, Placement | None]
ROWS: tuple[Row, ...] = (
    ("difference", "the two digits{at} differ by {0} (default: 1)",
     Words(mark="white dot", title="Kropki"),
     touching, lambda d, e, gap, c, b: abs(d - e) == value(c, b), TWO, ONE, Between("#ffffff", 1),
     PAIR),
    ("ratio", "one of the two digits{at} is {0} times the other (default: 2)",
     Words(mark="black dot", title="Kropki"),
     touching, lambda d, e, gap, c, b: d == value(c, b) * e or e == value(c, b) * d,
     TWO, ONE, Between(INK, 2),
     PAIR),
    ("pair-sum", "the two digits{at} add up to {0} (default: 10)",
     Words(mark="number between two cells"),
     touching, lambda d, e, gap, c, b: d + e == value(c, b),
     TWO, ONE, Between(words=((5, "V"), (10, "X"))),
     Placement("neighbours", numbers=lambda ds, ends: ((5,), (10,)))),
    ("greater", "each digit of {it} is larger than the next",
     Words(title="Greater than", seen="a sign > between two cells opens toward the larger digit"),
     touching, lambda d, e, gap, c, b: d > e, TWO, NONE, Between(sign=True),
     PAIR),
    ("thermometer", "along {it} digits increase from the bulb",
     Words(noun="thermometer"),
     all_pairs, lambda d, e, gap, c, b: e - d >= gap, LINE, NONE, Along(PALE, 16, "bulb"),
     line_of(lambda d, e, n: d < e)),
    ("slow-thermometer", "along {it} digits never decrease from the bulb",
     Words(noun="slow thermometer", mark="dashed thermometer"),
     in_turn, lambda d, e, gap, c, b: d <= e,
     LINE, NONE, Along("#c8e1f0", 12, "bulb", dashes="10 4"),
     line_of(lambda d, e, n: d <= e)),
    ("palindrome", "{it} reads the same from both ends",
     Words(noun="palindrome", mark="grey line"),
     mirrored, lambda d, e, gap, c, b: d == e, LINE, NONE, Along(GREY, 7),
     Placement("line", (3, 7))),
    ("clone", "the first half of {it} holds the same digits as the second half, in the same order",
     Words(seen="the dark grey cells hold the same digits as the light grey ones, in the same "
                "order"),
     halves, lambda d, e, gap, c, b: d == e, TWO, NONE, Shade("cell", PALE, halves=True),
     None),
    ("whisper", "neighbours on {it} differ by at least {0} (default: half the size, rounded up)",
     Words(noun="whisper", mark="green line"),
     in_turn, lambda d, e, gap, c, b: abs(d - e) >= value(c, b),
     LINE, ONE, Along("#67d467"),
     line_of(lambda d, e, n: abs(d - e) >= (n + 1) // 2)),
    ("nabner", "no two digits on {it} are equal or consecutive",
     Words(noun="nabner line", mark="yellow line"),
     all_pairs, lambda d, e, gap, c, b: abs(d - e) > 1, LINE, NONE, Along("#e6c229"),
     Placement("line", (3, 5), may=lambda ds, _: all(abs(d - e) > 1 for d, e in combinations(ds, 2))
     )),
    ("modular", "any {0} consecutive cells on {it} hold digits with different remainders modulo "
                "{0} (default: 3)",
     Words(noun="modular line", mark="teal line"),
     all_pairs, lambda d, e, gap, c, b: gap >= value(c, b) or (d - e) % value(c, b) != 0,
     LINE, ONE, Along("#33bbbb"),
     Placement("line", (3, 8))),
    ("entropic", "any three consecutive cells on {it} hold a low, a middle and a high "
                 "digit{thirds}",
     Words(noun="entropic line", mark="peach line"),
     all_pairs, lambda d, e, gap, c, b: gap >= 3 or third(d, b) != third(e, b),
     LINE, NONE, Along("#f7b58c"),
     Placement("line", (3, 8))),
    ("parity-line", "odd and even digits alternate along {it}",
     Words(noun="parity line", mark="red line"),
     in_turn, lambda d, e, gap, c, b: (d - e) % 2 == 1, LINE, NONE, Along("#e85d5d", 5),
     line_of(lambda d, e, n: (d - e) % 2 == 1)),
    ("anti-knight", "cells a knight's move apart hold different digits",
     PLAIN,
     apart(*KNIGHT), lambda d, e, gap, c, b: d != e, BOARD, NONE, NOTE,
     EVERYWHERE),
    ("anti-king", "cells that touch diagonally hold different digits",
     PLAIN,
     apart(*DIAGONAL), lambda d, e, gap, c, b: d != e, BOARD, NONE, NOTE,
     EVERYWHERE),
    ("non-consecutive", "adjacent cells do not hold consecutive digits",
     PLAIN,
     apart(*ORTHOGONAL), lambda d, e, gap, c, b: abs(d - e) != 1, BOARD, NONE, NOTE,
     EVERYWHERE),
    ("no-other-dots", "neighbours without a dot are not consecutive, and neither is twice the "
                      "other",
     Words(title="Kropki"),
     unmarked("difference", "ratio"),
     lambda d, e, gap, c, b: abs(d - e) != 1 and d != 2 * e and e != 2 * d, BOARD, NONE, NOTE,
     OTHERS),
    ("no-other-difference", "neighbours without a white dot do not differ by {0} (default: 1)",
     Words(title="Kropki"),
     unmarked("difference"), lambda d, e, gap, c, b: abs(d - e) != value(c, b), BOARD, ONE, NOTE,
     OTHERS),
    ("no-other-ratio", "of two neighbours without a black dot, neither is {0} times the other "
                       "(default: 2)",
     Words(title="Kropki"),
     unmarked("ratio"),
     lambda d, e, gap, c, b: d != value(c, b) * e and e != value(c, b) * d, BOARD, ONE, NOTE,
     OTHERS),
    ("no-other-xv", "neighbours without a mark between them do not add up to 5 or 10",
     Words(title="XV"),
     unmarked("pair-sum"), lambda d, e, gap, c, b: d + e not in (5, 10), BOARD, NONE, NOTE,
     OTHERS),
)  # fmt: skip


def add_row(
    name: str,
    sentence: str,
    words: Words,
    pairs: Pairs,
    test: Test,
    cells: tuple[int, int],
    values: tuple[int, int],
    draws: Style,
    placement: Placement | None,
) -> None:
    """Register the kind of a row: one relation per pair, without trivial ones."""

    @kind(name, sentence, words=words, cells=cells, values=values, draws=draws, placement=placement)
    def meaning(c: Constraint, layout: LayoutData) -> Iterator[Form]:
        for a, b, gap in pairs(c, layout):

            def fits(d: int, e: int, gap: int = gap) -> bool:
                return test(d, e, gap, c, layout)

            form = relation(a, b, layout.digits, fits, key=(name, gap, c.values))
            if isinstance(form, Candidates) or len(form.pairs) < layout.size**2:
                yield form


for _row in ROWS:
    add_row(*_row)


@kind(
    "anti-taxicab",
    "two equal digits d are never exactly d orthogonal steps apart",
    cells=(0, 0),
    placement=EVERYWHERE,
)
def anti_taxicab(c: Constraint, layout: LayoutData) -> Iterator[Form]:
    """Yield the relations that the sentence describes."""
    for a, b in combinations(range(layout.places.board_count), 2):
        steps = distance(layout, a, b)
        if steps in layout.digits:
            yield relation(a, b, layout.digits, lambda d, e: not d == e == steps, ("apart", steps))  # noqa: B023
