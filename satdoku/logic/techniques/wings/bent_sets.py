"""WXYZ-wing and VWXYZ-wing, bent sets: k cells, mostly of a line and a box, that hold k digits.

Only z can occur twice in them; so each of the other digits occurs exactly once, and z at least
once: what sees all places of z is false. If no digit can occur twice, this holds for every one of
them. With k = 3 that is an XYZ- or XY-wing (see `xy_wing`).

A list has all of them. Sukaku Explainer 1.18 searches for those of k - 1 cells of a house and a
cell of two candidates, with k from 4 to 7, and takes the best: the lowest rating, then most
candidates removed, then two digits of that cell that are there once each, then the largest cells.

Source: Sudopedia, "WXYZ-Wing".

Lesson: WXYZ-wing, VWXYZ-wing

    Four (five) cells, mostly of a line and a box, with as many digits, of which only z may be there
    twice: it has places that do not see each other. What sees all places of z loses it. If none may
    be there twice, that holds for each of the digits.

    Why: Refute(x): without z, k cells would hold k − 1 digits, each at most once.

Lesson: UVWXYZ-wing, TUVWXYZ-wing

    Five (six) cells of a house with six (seven) digits, and a cell of two of these that is mostly
    elsewhere. It sees all places of one of its digits in the house; what sees all places of the
    other, z, loses it.

    Why: Refute(x), as for a WXYZ-wing: without z there is a digit less than cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from ....cancellation import stop_if_cancelled
from ....kernels.explainer.nests import forget, give, keep
from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import popcount
from ....kernels.logic.found import DENIALS, RATING, base, begin, denies
from ....kernels.logic.grid import see, update_grid
from ....kernels.logic.search import StepSearch
from ....phrases import phrase
from ...catalog.row import ScaleRow, Technique
from ...view import Finding, View, bits_of, ones

if TYPE_CHECKING:
    from ...steps import LogicStep

#: How: the number of cells.
FINDER = f"{__name__}:bent"
LISTED = (Technique("WXYZ-wing", 5.5, FINDER, 4), Technique("VWXYZ-wing", 6.2, FINDER, 5))
#: The rows of Sukaku Explainer 1.18.
IN_SE118 = tuple(
    ScaleRow(name, rating, f"{__name__}:find_bent", k, "wing")
    for k, name, rating in ((4, "WXYZ-wing", 5.5), (5, "VWXYZ-wing", 6.2), (6, "UVWXYZ-wing", 6.6),
                            (7, "TUVWXYZ-wing", 7.5))
)  # fmt: skip
#: Candidates removed, in ranks: fewer than these are told apart.
REMOVED = 64


def bent(view: View, k: int) -> Iterator[Finding]:
    """Yield steps by k cells with k digits, at most one of which can occur twice."""
    for bits in _tied(view, k):
        digits = view.digits_of(bits)
        if digits.bit_count() != k or _together(view, bits):
            continue
        free = [d for d in ones(digits) if not _together(view, bits & view.at[d])]
        if len(free) > 1:
            continue
        gone = {}  # by digit, the cells that lose it
        for d in free or ones(digits):
            seen = view.seen_by_all(bits & view.at[d]) & view.at[d]
            if seen:
                gone[d] = seen
        if gone:
            yield _step(view, bits, bits_of(free), gone)


def _step(view: View, bits: int, free: int, gone: dict[int, int]) -> Finding:
    """Return the step of such cells; free: the digit that can occur twice, if any."""
    digits = view.digits_of(bits)
    often = phrase("each of these fits in only once, so all are there")
    if free:
        often = phrase(
            "{digits} fit in only once each, as their places see each other, so one of the "
            "{number} cells is {digit}, and what sees every {digit} in them is not",
            digits=view.symbols(digits & ~free),
            number=bits.bit_count(),
            digit=view.symbols(free),
        )
    denied = list[int]()
    rests = view.links(bits, digits & ~free)
    for d, seen in gone.items():
        denied += view.vs(seen, d)
        rests += view.links(bits & view.at[d], 1 << d, seen)
    hinge = bits_of(c for c in ones(bits) if not bits & ~view.sees[c] & ~(1 << c))
    hold = "{cells} hold only {digits}"
    held = phrase(hold, cells=view.with_candidates(bits), digits=view.symbols(digits))
    reason = phrase("{rule}: {claims}", rule=held, claims=often)
    return Finding(
        denied=tuple(denied),
        reason=reason,
        bases=view.cell_clauses(bits),
        rests=rests,
        roles=(("hinge", view.held(hinge)), ("pincer", view.held(bits & ~hinge))),
        size=bits.bit_count(),
        chains=_chains(view, bits, min(gone)),
    )


def _chains(view: View, bits: int, z: int) -> tuple[str, ...]:
    """Return the cells as two almost locked sets in Eureka notation; () if they are not two."""
    for one, other in product(view.houses, repeat=2):
        first, second = bits & one.bits, bits & ~one.bits
        shared = view.digits_of(first) & view.digits_of(second)
        sizes = [view.digits_of(part).bit_count() - part.bit_count() for part in (first, second)]
        if second & ~other.bits or sizes != [1, 1] or not shared & 1 << z:
            continue
        for x in ones(shared & ~(1 << z)):
            if view.all_see(first & view.at[x], second & view.at[x]):
                return (f"{view.set_link(first, z)}-{view.set_link(second, x)}",)
    return ()


def tell(view: View, step: LogicStep, _: tuple[int, ...]) -> LogicStep:
    """Return a step of the search with its reason, as a list tells it."""
    bits = bits_of(map(view.cell_of, step.bases))
    free = [d for d in ones(view.digits_of(bits)) if not _together(view, bits & view.at[d])]
    gone = dict[int, int]()
    for variable in step.denied:
        cell, d = view.layout.cell_and_digit(variable)
        gone[d] = gone.get(d, 0) | 1 << cell
    found = _step(view, bits, bits_of(free), gone)
    return replace(
        step, reason=found.reason, links=found.rests, roles=found.roles, chains=found.chains
    )


# Cells are chosen in ascending order; `chosen` holds them, and behind them the digits up to each.
@kernel
def find_bent(search: StepSearch, mode: int) -> bool:
    """Find the best wing of `mode` cells: `mode` - 1 that see each other, and one of two
    candidates."""
    update_grid(search)
    forget(search)
    grid = search.grid
    chosen = search.chosen
    most = mode - 1
    depth = 0
    chosen[0] = -1
    while depth >= 0:
        chosen[depth] += 1
        cell = chosen[depth]
        if cell == grid.cells:
            depth -= 1
            continue
        digits = grid.left[cell]
        if depth:
            digits |= chosen[most + depth - 1]
        if (
            popcount(grid.left[cell]) < 2
            or popcount(digits) > mode
            or any(not see(grid, chosen[k], cell) for k in range(depth))
        ):
            continue
        chosen[most + depth] = digits
        if depth + 1 < most:
            depth += 1
            chosen[depth] = cell
        elif popcount(digits) == mode:
            if search.stop[0]:
                return False
            close_wing(search, mode, digits)
    return give(search)


def close_wing(search: StepSearch, mode: int, digits: int) -> None:
    """Keep the best step of the chosen cells and one of two of their digits."""
    grid = search.grid
    for end in range(grid.cells):
        own = grid.left[end]
        if popcount(own) == 2 and not own & ~digits and not is_chosen(search, mode, end):
            once = 0  # its digits that it sees all of
            for d in ones(own):
                if sees_all(search, mode, end, d):
                    once |= 1 << d
            if once:
                weigh_wing(search, mode, digits, end, once)


def is_chosen(search: StepSearch, mode: int, cell: int) -> bool:
    """Return whether a cell is one of the chosen ones."""
    return any(search.chosen[k] == cell for k in range(mode - 1))


def sees_all(search: StepSearch, mode: int, cell: int, d: int) -> bool:
    """Return whether a cell sees each of the chosen ones that has a digit."""
    grid = search.grid
    chosen = search.chosen
    return all(
        not grid.left[chosen[k]] >> d & 1 or see(grid, chosen[k], cell) for k in range(mode - 1)
    )


def weigh_wing(search: StepSearch, mode: int, digits: int, end: int, once: int) -> None:
    """Keep the step of the chosen cells and an end, which sees all places of these digits of its
    own in them."""
    grid = search.grid
    found = search.found
    own = grid.left[end]
    begin(found)
    inner = end_digits = 0  # how many other digits go, and which of the end's
    for d in ones(digits if once == own else own & ~once):
        for cell in range(grid.cells):
            if (
                grid.left[cell] >> d & 1
                and cell != end
                and (not own >> d & 1 or see(grid, end, cell))
                and not is_chosen(search, mode, cell)
                and sees_all(search, mode, cell, d)
            ):
                denies(found, cell * grid.size + d + 1)
                if own >> d & 1:
                    end_digits |= 1 << d
                else:
                    inner += 1
    if not found.numbers[DENIALS]:
        return
    largest = candidates = 0
    for k in range(mode - 1):
        number = popcount(grid.left[search.chosen[k]])
        largest = max(largest, number)
        candidates += number
    is_double = once == own and (inner or end_digits == own)
    harder = harder_by(mode, largest)
    rank = harder * REMOVED + REMOVED - 1 - min(found.numbers[DENIALS], REMOVED - 1)
    rank = (2 * rank + (0 if is_double else 1)) * 8 + 7 - largest
    # Numbers of candidates are compared as text in that program: 9 is more than 10.
    text = candidates * 11 if candidates < 10 else candidates // 10 * 11 + candidates % 10 + 1
    rank = rank * 128 + 127 - text
    if rank < search.rank[0]:
        found.numbers[RATING] += harder
        for k in range(mode - 1):
            base(found, grid.cell_clause[search.chosen[k]])
        base(found, grid.cell_clause[end])
        keep(search, rank)


def harder_by(mode: int, largest: int) -> int:
    """Return what is added to the rating of a wing whose largest cell has so many candidates."""
    if mode == 4:
        return 1 if largest == 3 else 0
    if mode == 5 and largest < 5:
        return 2 if largest == 3 else 1
    return 0


# Connected sets are enumerated without repetition: a set is built from its lowest cell, and a cell
# that was passed over is never added later in that branch. The number of digits cuts a branch off
# as soon as it exceeds k, which is what makes five cells affordable.
def _tied(view: View, k: int) -> Iterator[int]:
    """Yield each connected set of k cells (linked by sight) with at most k digits, once."""
    few = bits_of(c for c in ones(view.open) if view.left[c].bit_count() <= k)

    def further(bits: int, digits: int, near: int, ahead: int) -> Iterator[int]:
        # near: the cells and what they see; ahead: those of them that may be added next
        stop_if_cancelled()
        for cell in ones(ahead):
            ahead &= ~(1 << cell)
            more = digits | view.left[cell]
            if more.bit_count() > k:
                continue
            if bits.bit_count() == k - 1:
                yield bits | 1 << cell
                continue
            new = view.sees[cell] & ~near & later
            yield from further(bits | 1 << cell, more, near | view.sees[cell], ahead | new)

    for start in ones(few):
        later = few & ~((2 << start) - 1)
        own = 1 << start
        yield from further(own, view.left[start], own | view.sees[start], view.sees[start] & later)


def _together(view: View, cells: int) -> bool:
    """Return whether all of the cells see each other."""
    return all(not cells & ~view.sees[cell] & ~(1 << cell) for cell in ones(cells))
