"""Sue de Coq: cells of a box and of a line around their crossing, as many as they have digits.

Cells C of the crossing, A of the line, B of the box. Each digit fits once, unless it is in both A
and B (then twice). If the sum of these numbers equals the number of cells, each digit occurs as
often as it can: digits of A or of C alone go nowhere else in the line, those of B or of C alone
nowhere else in the box. It is Cover(k): the cells are the bases, the digits in the line or the box
the covers.

Source: Sudopedia, "Sue de Coq" (two-sector disjoint subsets).

Lesson: Sue de Coq

    Cells of a crossing of a line and a box, with cells of the line and of the box, as many as they
    have digits; no digit is in both sides (or it counts twice). The digits of the line's side go
    from the rest of the line, those of the box's side from the rest of the box.

    Why: Cover(k): the cells are the bases; each digit in the line or in the box, where its places
    are, is a cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ....cancellation import look
from ...catalog.row import Technique
from ...view import Finding, Region, View, bits_of, ones

LISTED = (
    Technique("Sue de Coq", 5.0, f"{__name__}:sue_de_coq", None, ("two-sector disjoint subsets",)),
)


def sue_de_coq(view: View, _: object) -> Iterator[Finding]:
    """Yield steps by two or three cells of a crossing, some of its line and some of its box."""
    for line in view.lines:
        for box in view.boxes:
            crossing = line.bits & box.bits & view.open
            for k in (2, 3):
                for chosen in combinations(ones(crossing), k):
                    look()
                    yield from _beside(view, line, box, bits_of(chosen))


def _parts(view: View, cells: int, most: int) -> list[tuple[int, int]]:
    """Return (cells, digits) of the nonempty subsets of these cells."""
    every = list(ones(cells))
    return [
        (bits_of(chosen), view.digits_of(bits_of(chosen)))
        for k in range(1, min(most, len(every)) + 1)
        for chosen in combinations(every, k)
    ]


def _beside(view: View, line: Region, box: Region, crossing: int) -> Iterator[Finding]:
    own = view.digits_of(crossing)
    if own.bit_count() < crossing.bit_count() + 2:
        return
    in_line = _parts(view, line.bits & ~box.bits & view.open, 5)
    in_box = _parts(view, box.bits & ~line.bits & view.open, 5)
    for a, first in in_line:
        look()
        if not first & own:
            continue
        for b, second in in_box:
            cells = a | b | crossing
            twice = first & second
            every = first | second | own
            if not second & own or every.bit_count() + twice.bit_count() != cells.bit_count():
                continue
            alone = own & ~first & ~second
            of_line, of_box = first | alone, second | alone
            gone = {
                v
                for part, digits in (
                    (line.bits & ~cells, of_line),
                    (box.bits & ~cells, of_box),
                    (crossing, twice),
                )
                for v in view.held(part, digits)
            }
            gone |= set(view.held(line.bits & box.bits & ~cells, first | second | alone))
            if gone:
                yield Finding(
                    tuple(sorted(gone)),
                    f"{view.one_by_one(crossing)} with {view.one_by_one(a)} of {line.house} and "
                    f"{view.one_by_one(b)} of {box.house} hold {view.symbols(every)}, as many as "
                    "there are cells: each is there",
                    view.cell_clauses(cells),
                    tuple(
                        view.clause(region, d)
                        for region, digits in ((line, of_line), (box, of_box & ~alone))
                        for d in ones(digits)
                    ),
                    tuple(view.clause(box, d) for d in ones(alone)),
                    roles=(
                        ("crossing", view.held(crossing)),
                        ("set A", view.held(a)),
                        ("set B", view.held(b)),
                    ),
                )
