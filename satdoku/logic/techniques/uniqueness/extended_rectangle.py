"""Extended rectangle: two lines of one kind that cross k others, with k digits in 2k cells.

Pairs of the cells share their other houses, so the two lines could be exchanged in them, and the
puzzle would have two solutions. It assumes one solution.

Source: Sudopedia, "Extended Unique Rectangle".

Lesson: extended rectangle

    Two lines cross three or more others, each pair of cells in one box or line, with three digits
    (as many as pairs) and a few others. A single cell with others loses the digits; else what all
    the others deny is removed.

    Why: If the digits alone were in the cells, the two lines could change places in them: a second
    solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from ....phrases import phrase
from ...catalog.row import Technique
from ...view import Finding, View, bits_of, common, ones, union

LISTED = (
    Technique("extended rectangle", 4.9, f"{__name__}:extended",
              aliases=("extended unique rectangle",), proper=True),
)  # fmt: skip


def extended(view: View, _: object) -> Iterator[Finding]:
    """Yield steps by two lines and three or more crossing ones, with as many digits."""
    for kind in ("row", "column"):
        lines = [h for h in view.houses if h.kind == kind]
        for first, second in combinations(lines, 2):
            pairs = []
            for a, b in zip(first.house.cells, second.house.cells, strict=True):
                if view.left[a] and view.left[b] and _shared(view, a, b):
                    pairs.append(bits_of((a, b)))
            for k in range(3, min(view.n - 1, len(pairs)) + 1):
                for chosen in combinations(pairs, k):
                    if _is_exchangeable(view, chosen):
                        yield from _of_pairs(view, chosen, k)


def _shared(view: View, a: int, b: int) -> bool:
    """Return whether two cells are in the same houses except for their two lines."""
    of_a = {h.number for h in view.of_cell[a]}
    of_b = {h.number for h in view.of_cell[b]}
    return len(of_a ^ of_b) <= 4


def _is_exchangeable(view: View, pairs: tuple[int, ...]) -> bool:
    """Return whether each house, apart from the lines, contains both cells of a pair or none."""
    cells = union(pairs)
    for region in view.houses:
        counts = [(region.bits & pair).bit_count() for pair in pairs]
        is_line = (region.bits & cells).bit_count() == len(pairs) and set(counts) == {1}
        if 1 in counts and not is_line:
            return False
    return True


# Each cell must be able to hold two of the k digits. So digits that few cells have are not tried:
# only the k + 1 that most of them have.
def _of_pairs(view: View, pairs: tuple[int, ...], k: int) -> Iterator[Finding]:
    """Yield the steps of these pairs of cells, by k of the digits that most of them have."""
    cells = union(pairs)
    counts = Counter(d for cell in ones(cells) for d in ones(view.left[cell]))
    for digits in combinations([d for d, _ in counts.most_common(k + 1)], k):
        bits = bits_of(digits)
        owners = [cell for cell in ones(cells) if view.left[cell] & ~bits]
        fewest = min((view.left[cell] & bits).bit_count() for cell in ones(cells))
        if len(owners) <= 2 and fewest > 1:
            yield from _without(view, cells, bits)


def _without(view: View, cells: int, digits: int) -> Iterator[Finding]:
    """Yield the steps of cells that must not hold these digits alone."""
    extra = view.held(cells, ~digits)
    owners = bits_of(view.layout.cell_of(v) for v in extra)
    reason = phrase(
        "{held}. If they held only {digits}, the two lines could change places in them, and the "
        "puzzle would have two solutions; it has one",
        held=view.only(cells, digits),
        digits=view.symbols(digits),
    )
    roles = (("floor", view.held(cells, digits)), ("extra", extra))
    bases = view.cell_clauses(cells)
    if owners.bit_count() == 1:
        yield Finding(view.held(owners, digits), reason, bases, roles=roles)
    if owners.bit_count() != 2:
        return
    denied = common(map(view.peers, extra))
    if denied:
        yield Finding(tuple(ones(denied)), reason, bases, roles=roles)
    for subset, gone in _subsets(view, owners, view.digits_of(owners) & ~digits):
        makes = "{reason}. {cells} makes a naked subset with the extra digits"
        why = phrase(makes, reason=reason, cells=view.with_candidates(subset))
        yield Finding(gone, why, bases, view.cell_clauses(subset), roles=roles)


def _subsets(view: View, owners: int, more: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield other cells that make a naked subset with two cells that hold one of these digits, and
    what it denies."""
    for region in view.houses:
        if owners & ~region.bits:
            continue
        others = region.bits & view.open & ~owners
        for k in range(1, min(4, others.bit_count())):
            for chosen in combinations(ones(others), k):
                subset = bits_of(chosen)
                every = more | view.digits_of(subset)
                gone = view.held(others & ~subset, every)
                if every.bit_count() == k + 1 and gone:
                    yield subset, gone
