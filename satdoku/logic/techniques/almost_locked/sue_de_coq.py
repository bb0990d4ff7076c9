"""Sue de Coq: cells of a box and of a line around their crossing, as many as they have digits.

Cells C of the crossing, A of the line, B of the box. Each digit fits once, unless it is in both A
and B (then twice). If the sum of these numbers equals the number of cells, each digit occurs as
often as it can: digits of A or of C alone go nowhere else in the line, those of B or of C alone
nowhere else in the box. It is Cover(k): the cells are the bases, the digits in the line or the box
the covers.

Source: Sudopedia, "Sue de Coq" (two-sector disjoint subsets).

Lesson: Sue de Coq

    Cells of a crossing of a line and a box, with cells of the line and of the box, as many as they
    have digits; no digit is in both sides (or it counts twice). The digits of the line's side are
    removed from the rest of the line, those of the box's side from the rest of the box.

    Why: Cover(k): the cells are the bases; each digit in the line or in the box, where its places
    are, is a cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from ....cancellation import stop_if_cancelled
from ....phrases import phrase
from ...catalog.row import Technique
from ...truths_and_links import truths_and_links
from ...view import Finding, Region, View, bits_of, ones

LISTED = (
    Technique(
        "Sue de Coq",
        5.0,
        f"{__name__}:sue_de_coq",
        aliases=("two-sector disjoint subsets", "SDC"),
    ),
)


class CellsAndCandidates(NamedTuple):
    """Cells, and their candidates, as bits."""

    cells: int
    digits: int


def sue_de_coq(view: View, _: object) -> Iterator[Finding]:
    """Yield steps by two or three cells of a crossing, some of its line and some of its box."""
    for line, box in product(view.lines, view.boxes):
        for k in (2, 3):
            for chosen in combinations(ones(line.bits & box.bits & view.open), k):
                stop_if_cancelled()
                cells = bits_of(chosen)
                crossing = CellsAndCandidates(cells, view.digits_of(cells))
                if crossing.digits.bit_count() >= k + 2:
                    yield from _beside(view, line, box, crossing)


def _parts(view: View, cells: int, most: int) -> list[CellsAndCandidates]:
    """Return the nonempty subsets of these cells."""
    found = []
    for k in range(1, min(most, cells.bit_count()) + 1):
        for chosen in combinations(ones(cells), k):
            bits = bits_of(chosen)
            found.append(CellsAndCandidates(bits, view.digits_of(bits)))
    return found


# Digits of the crossing that neither side has count once, those of one side once, and those of both
# sides twice, since line and box can each have one. There is a step just if these numbers add up to
# the number of cells.
def _beside(
    view: View, line: Region, box: Region, crossing: CellsAndCandidates
) -> Iterator[Finding]:
    """Yield the steps of cells of a crossing with cells of the line and of the box."""
    in_line = _parts(view, line.bits & ~box.bits & view.open, 5)
    in_box = _parts(view, box.bits & ~line.bits & view.open, 5)
    for a in in_line:
        stop_if_cancelled()
        if not a.digits & crossing.digits:
            continue
        for b in in_box:
            if not b.digits & crossing.digits:
                continue
            every = a.digits | b.digits | crossing.digits
            size = (a.cells | b.cells | crossing.cells).bit_count()
            twice = a.digits & b.digits
            if every.bit_count() + twice.bit_count() == size:
                yield from _step(view, line, box, crossing, a=a, b=b)


def _step(
    view: View,
    line: Region,
    box: Region,
    crossing: CellsAndCandidates,
    a: CellsAndCandidates,
    b: CellsAndCandidates,
) -> Iterator[Finding]:
    """Yield the step of cells that hold as many digits as there are; a of the line, b of the
    box."""
    cells = a.cells | b.cells | crossing.cells
    alone = crossing.digits & ~a.digits & ~b.digits
    of_line = a.digits | alone
    of_box = b.digits | alone
    gone = set(view.held(line.bits & ~cells, of_line))
    gone.update(view.held(box.bits & ~cells, of_box))
    gone.update(view.held(crossing.cells, a.digits & b.digits))
    gone.update(view.held(line.bits & box.bits & ~cells, of_line | of_box))
    if not gone:
        return
    reason = phrase(
        "{crossing}; in {line}, {one}; in {box}, {other}. In these {number} cells, {line} can have "
        "{digits} once each, and {box} {others}: as many digits as cells, so all are there. So no "
        "{of_line} is elsewhere in {line}, and no {of_box} elsewhere in {box}",
        crossing=view.only(crossing.cells, crossing.digits),
        line=line.house,
        one=view.only(a.cells, a.digits),
        box=box.house,
        other=view.only(b.cells, b.digits),
        number=cells.bit_count(),
        digits=view.symbols(of_line),
        others=view.symbols(b.digits),
        of_line=view.either(of_line),
        of_box=view.either(of_box),
    )
    covers = [view.clause(line, d) for d in ones(of_line)]
    covers += (view.clause(box, d) for d in ones(b.digits))
    parts = {"crossing": crossing.cells, "set A": a.cells, "set B": b.cells}
    roles = tuple((name, view.held(part)) for name, part in parts.items())
    bases = view.cell_clauses(cells)
    chain = _two_sets(view, crossing, a, b) or truths_and_links(view.theory, bases, covers)
    yield Finding(
        denied=tuple(sorted(gone)),
        reason=reason,
        bases=bases,
        covers=tuple(covers),
        rests=tuple(view.clause(box, d) for d in ones(alone)),
        roles=roles,
        chains=(chain,) if chain else (),
    )


def _two_sets(
    view: View, crossing: CellsAndCandidates, a: CellsAndCandidates, b: CellsAndCandidates
) -> str:
    """Return a side and the rest as two almost locked sets that share two digits, a loop in Eureka
    notation; "" if neither side is such a set."""
    for side, other in ((a, b), (b, a)):
        rest = other.cells | crossing.cells
        digits = other.digits | crossing.digits
        shared = side.digits & crossing.digits & ~other.digits
        sizes = (
            side.digits.bit_count() - side.cells.bit_count(),
            digits.bit_count() - rest.bit_count(),
        )
        if sizes == (1, 1) and shared.bit_count() > 1:
            first, second, *_ = ones(shared)
            return f"{view.set_link(side.cells, first)}-{view.set_link(rest, second)}"
    return ""
