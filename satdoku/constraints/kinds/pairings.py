"""Kinds that relate digits in pairs: which pairs of cells, and which digits go together.

To add one, write a test of two digits under two lines: `Kind(…)` with its name and its sentence,
and `in_pairs(…)` with the pairs of its cells (`in_known_pairs` for a test that needs more than the
digits).
"""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from ...geometry import Place
from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import Candidates, Forms, Reader, automaton, everywhere_alike, relation
from ..geometry import DIAGONAL, KNIGHT, ORTHOGONAL, distance, pairs_by
from ..kind_table import NONE, OPTIONAL, TWO_OR_MORE, Kind, Meaning, value
from ..placement import BOARD as EVERYWHERE
from ..placement import OTHERS, Choices, Digits, Ends, Placement
from ..styles import GREY, INK, PALE, WHITE, Along, Between, Shade

#: (first cell, second cell, distance in the order of the constraint's cells)
Spaced = tuple[int, int, int]
#: The pairs of cells that a constraint relates.
Pairs = Callable[[Constraint, LayoutData], Iterable[Spaced]]


class Known(NamedTuple):
    """What a test can ask about a pair of cells. gap: their distance in the order of the cells."""

    gap: int
    constraint: Constraint
    layout: LayoutData

    @property
    def number(self) -> int:
        """The constraint's first number, or its default."""
        return value(self.constraint, self.layout)

    def third(self, digit: int) -> int:
        """Return 0, 1, 2 for a low, middle or high digit."""
        return (digit - self.layout.digits[0]) * 3 // self.layout.size


#: (digit of the first cell, of the second) → whether they go together
Test = Callable[[int, int], bool]
#: The same for a test that also asks about the pair.
KnownTest = Callable[[int, int, Known], bool]


def in_known_pairs(pairs: Pairs) -> Callable[[KnownTest], Meaning]:
    """Return a decorator that makes a meaning of a test: each of these pairs of cells passes it.
    Relations that always hold are left out."""

    def meaning_of(test: KnownTest) -> Meaning:
        def meaning(c: Constraint, layout: LayoutData) -> Forms:
            for a, b, gap in pairs(c, layout):
                # (a default is bound now; a name would be looked up after the loop has gone on)
                def fits(d: int, e: int, gap: int = gap) -> bool:
                    return test(d, e, Known(gap, c, layout))

                form = relation(a, b, layout.digits, fits, key=(c.kind, gap, c.values))
                # two cells that may hold any digits need no clause, and no line in a list of
                # reasons
                if isinstance(form, Candidates) or len(form.pairs) < layout.size**2:
                    yield form

        return meaning

    return meaning_of


def in_pairs(pairs: Pairs) -> Callable[[Test], Meaning]:
    """Return the same decorator for a test of the two digits alone."""
    meaning_of = in_known_pairs(pairs)

    def of_digits(test: Test) -> Meaning:
        return meaning_of(lambda d, e, known: test(d, e))

    return of_digits


# -- Pairs of cells ---------------------------------------------------------------------------


def in_turn(c: Constraint, layout: LayoutData) -> Iterator[Spaced]:
    """Yield each cell and the next."""
    for a, b in pairwise(c.cells):
        yield a, b, 1


def all_pairs(c: Constraint, layout: LayoutData) -> Iterator[Spaced]:
    """Yield any two of the cells."""
    for i, j in combinations(range(len(c.cells)), 2):
        yield c.cells[i], c.cells[j], j - i


def touching(c: Constraint, layout: LayoutData) -> Iterator[Spaced]:
    """Yield any two of the cells that share an edge (if there are only two cells: these)."""
    for a, b, gap in all_pairs(c, layout):
        if len(c.cells) == 2 or distance(layout, a, b) == 1:
            yield a, b, gap


def mirrored(c: Constraint, layout: LayoutData) -> Iterator[Spaced]:
    """Yield the first and the last cell, the second and the last but one, …"""
    for a, b in zip(c.cells, reversed(c.cells), strict=True):
        if a < b:
            yield a, b, 1


def halves(c: Constraint, layout: LayoutData) -> Iterator[Spaced]:
    """Yield each cell of the first half with its counterpart in the second."""
    half = len(c.cells) // 2
    for a, b in zip(c.cells[:half], c.cells[half : 2 * half], strict=True):
        yield a, b, 1


def apart(*moves: Place) -> Pairs:
    """Return all pairs of cells of the board that are one of these moves apart."""

    def pairs(c: Constraint, layout: LayoutData) -> Iterator[Spaced]:
        for a, b in pairs_by(layout, moves):
            yield a, b, 1

    return pairs


def unmarked(*kinds: str) -> Pairs:
    """Return all neighbours on the board that no constraint of these kinds joins."""

    def pairs(c: Constraint, layout: LayoutData) -> Iterator[Spaced]:
        marked: set[frozenset[int]] = set()
        for other in layout.constraints:
            if other.kind in kinds:
                marked.update(frozenset((a, b)) for a, b, _ in touching(other, layout))
        for a, b in pairs_by(layout, ORTHOGONAL):
            if frozenset((a, b)) not in marked:
                yield a, b, 1

    return pairs


PAIR = Placement("neighbours")
LONG_LINE = Placement("line", (3, 8))


def line_of(holds: Test, most: int = 8) -> Placement:
    """Return lines of 3 cells or more, on which each digit and the next pass a test."""

    def may(digits: Digits, ends: Ends) -> bool:
        return all(holds(d, e) for d, e in pairwise(digits))

    return Placement("line", (3, most), may=may)


# -- Marks between two cells ------------------------------------------------------------------


@Kind(
    "difference",
    "the two digits{at} differ by {0} (default: 1)",
    mark="white dot",
    title="Kropki",
    cells=TWO_OR_MORE,
    values=OPTIONAL,
    draws=Between(WHITE, 1),
    placement=PAIR,
)
@in_known_pairs(touching)
def differ_by_number(d: int, e: int, known: Known) -> bool:
    return abs(d - e) == known.number


@Kind(
    "ratio",
    "one of the two digits{at} is {0} times the other (default: 2)",
    mark="black dot",
    title="Kropki",
    cells=TWO_OR_MORE,
    values=OPTIONAL,
    draws=Between(INK, 2),
    placement=PAIR,
)
@in_known_pairs(touching)
def in_ratio(d: int, e: int, known: Known) -> bool:
    factor = known.number
    return d == factor * e or e == factor * d


def five_or_ten(digits: Digits, ends: Ends) -> Choices:
    """Return the sums that V and X stand for."""
    return ((5,), (10,))


@Kind(
    "pair-sum",
    "the two digits{at} add up to {0} (default: 10)",
    mark="number between two cells",
    cells=TWO_OR_MORE,
    values=OPTIONAL,
    draws=Between(words=((5, "V"), (10, "X"))),
    placement=Placement("neighbours", numbers=five_or_ten),
)
@in_known_pairs(touching)
def add_up_to_number(d: int, e: int, known: Known) -> bool:
    return d + e == known.number


@Kind(
    "greater",
    "each digit of {it} is larger than the next",
    title="Greater than",
    seen="a sign > between two cells opens toward the larger digit",
    cells=TWO_OR_MORE,
    draws=Between(sign=True),
    placement=PAIR,
)
@in_pairs(touching)
def larger(d: int, e: int) -> bool:
    return d > e


# -- Lines ------------------------------------------------------------------------------------


@Kind(
    "thermometer",
    "along {it} digits increase from the bulb",
    noun="thermometer",
    cells=TWO_OR_MORE,
    draws=Along(PALE, 16, "bulb"),
    placement=line_of(lambda d, e: d < e),
)
@in_known_pairs(all_pairs)
def rising(d: int, e: int, known: Known) -> bool:
    # each of the cells between the two adds at least 1
    return e - d >= known.gap


@Kind(
    "slow-thermometer",
    "along {it} digits never decrease from the bulb",
    noun="slow thermometer",
    mark="dashed thermometer",
    cells=TWO_OR_MORE,
    draws=Along("#c8e1f0", 12, "bulb", dashes="10 4"),
    placement=line_of(lambda d, e: d <= e),
)
@in_pairs(in_turn)
def not_falling(d: int, e: int) -> bool:
    return d <= e


def equal(d: int, e: int) -> bool:
    """Return whether two digits are equal."""
    return d == e


Kind(
    "palindrome",
    "{it} reads the same from both ends",
    noun="palindrome",
    mark="grey line",
    cells=TWO_OR_MORE,
    draws=Along(GREY, 7),
    placement=Placement("line", (3, 7)),
)(in_pairs(mirrored)(equal))
Kind(
    "clone",
    "the first half of {it} holds the same digits as the second half, in the same order",
    seen="the dark grey cells hold the same digits as the light grey ones, in the same order",
    cells=TWO_OR_MORE,
    draws=Shade("cell", PALE, halves=True),
)(in_pairs(halves)(equal))


def far_apart(digits: Digits, ends: Ends) -> bool:
    """Accept neighbours that differ by half the size of the board, rounded up."""
    least = (ends[1] - ends[0] + 2) // 2
    return all(abs(d - e) >= least for d, e in pairwise(digits))


@Kind(
    "whisper",
    "neighbours on {it} differ by at least {0} (default: half the size, rounded up)",
    noun="whisper",
    mark="green line",
    cells=TWO_OR_MORE,
    values=OPTIONAL,
    draws=Along("#67d467"),
    placement=Placement("line", (3, 8), may=far_apart),
)
@in_known_pairs(in_turn)
def differ_by_at_least(d: int, e: int, known: Known) -> bool:
    return abs(d - e) >= known.number


def not_close(d: int, e: int) -> bool:
    """Return whether two digits are neither equal nor consecutive."""
    return abs(d - e) > 1


def none_close(digits: Digits, ends: Ends) -> bool:
    """Accept digits of which no two are equal or consecutive."""
    return all(not_close(d, e) for d, e in combinations(digits, 2))


Kind(
    "nabner",
    "no two digits on {it} are equal or consecutive",
    noun="nabner line",
    mark="yellow line",
    cells=TWO_OR_MORE,
    draws=Along("#e6c229"),
    placement=Placement("line", (3, 5), may=none_close),
)(in_pairs(all_pairs)(not_close))


@Kind(
    "modular",
    "any {0} consecutive cells on {it} hold digits with different remainders modulo {0} "
    "(default: 3)",
    noun="modular line",
    mark="teal line",
    cells=TWO_OR_MORE,
    values=OPTIONAL,
    draws=Along("#33bbbb"),
    placement=LONG_LINE,
)
@in_known_pairs(all_pairs)
def other_remainder(d: int, e: int, known: Known) -> bool:
    modulus = known.number
    return known.gap >= modulus or (d - e) % modulus != 0


def thirds_along(c: Constraint, layout: LayoutData) -> Forms:
    """Yield an entropic line as one automaton, whose state is the thirds of the last two digits."""
    known = Known(1, c, layout)

    def step(thirds: tuple[int, ...], i: int, d: int) -> tuple[int, ...] | None:
        own = known.third(d)
        return None if own in thirds else (*thirds, own)[-2:]

    reader = Reader((), step, alike=everywhere_alike)
    yield automaton(c.cells, layout.digits, reader, key=c.kind)


@Kind(
    "entropic",
    "any three consecutive cells on {it} hold a low, a middle and a high digit{thirds}",
    noun="entropic line",
    mark="peach line",
    cells=TWO_OR_MORE,
    draws=Along("#f7b58c"),
    placement=LONG_LINE,
    sums=thirds_along,
)
@in_known_pairs(all_pairs)
def other_third(d: int, e: int, known: Known) -> bool:
    return known.gap >= 3 or known.third(d) != known.third(e)


def other_parity(d: int, e: int) -> bool:
    """Return whether one digit is odd and the other even."""
    return (d - e) % 2 == 1


Kind(
    "parity-line",
    "odd and even digits alternate along {it}",
    noun="parity line",
    mark="red line",
    cells=TWO_OR_MORE,
    draws=Along("#e85d5d", 5),
    placement=line_of(other_parity),
)(in_pairs(in_turn)(other_parity))


# -- The whole board --------------------------------------------------------------------------


def different(d: int, e: int) -> bool:
    """Return whether two digits differ."""
    return d != e


Kind(
    "anti-knight",
    "cells a knight's move apart hold different digits",
    cells=NONE,
    placement=EVERYWHERE,
)(in_pairs(apart(*KNIGHT))(different))
Kind(
    "anti-king",
    "cells that touch diagonally hold different digits",
    cells=NONE,
    placement=EVERYWHERE,
)(in_pairs(apart(*DIAGONAL))(different))


@Kind(
    "non-consecutive",
    "adjacent cells do not hold consecutive digits",
    cells=NONE,
    placement=EVERYWHERE,
)
@in_pairs(apart(*ORTHOGONAL))
def not_consecutive(d: int, e: int) -> bool:
    return abs(d - e) != 1


@Kind(
    "no-other-dots",
    "neighbours without a dot are not consecutive, and neither is twice the other",
    title="Kropki",
    cells=NONE,
    placement=OTHERS,
)
@in_pairs(unmarked("difference", "ratio"))
def no_dot(d: int, e: int) -> bool:
    return abs(d - e) != 1 and d != 2 * e and e != 2 * d


@Kind(
    "no-other-difference",
    "neighbours without a white dot do not differ by {0} (default: 1)",
    title="Kropki",
    cells=NONE,
    values=OPTIONAL,
    placement=OTHERS,
)
@in_known_pairs(unmarked("difference"))
def not_differ_by_number(d: int, e: int, known: Known) -> bool:
    return abs(d - e) != known.number


@Kind(
    "no-other-ratio",
    "of two neighbours without a black dot, neither is {0} times the other (default: 2)",
    title="Kropki",
    cells=NONE,
    values=OPTIONAL,
    placement=OTHERS,
)
@in_known_pairs(unmarked("ratio"))
def not_in_ratio(d: int, e: int, known: Known) -> bool:
    factor = known.number
    return d != factor * e and e != factor * d


@Kind(
    "no-other-xv",
    "neighbours without a mark between them do not add up to 5 or 10",
    title="XV",
    cells=NONE,
    placement=OTHERS,
)
@in_pairs(unmarked("pair-sum"))
def no_mark(d: int, e: int) -> bool:
    return d + e not in (5, 10)


@Kind(
    "anti-taxicab",
    "two equal digits d are never exactly d orthogonal steps apart",
    cells=NONE,
    placement=EVERYWHERE,
)
def anti_taxicab(c: Constraint, layout: LayoutData) -> Forms:
    for a, b in combinations(range(layout.places.board_count), 2):
        steps = distance(layout, a, b)
        if steps in layout.digits:

            def fits(d: int, e: int, steps: int = steps) -> bool:
                return not d == e == steps

            yield relation(a, b, layout.digits, fits, ("apart", steps))
