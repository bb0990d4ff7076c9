"""ALS-XZ: two almost locked sets, each of k cells of a house with k + 1 digits, that share digit x.

Every x of one set sees every x of the other, so at least one of the sets lacks x and therefore
holds all its other digits. Then z, a digit of both, is in at least one of them, and a candidate
that sees every z of both is false. With two such digits x, each is in one of the sets, and so is
every other digit of each set.

The search takes the pair with the fewest cells, of sets of up to four; a list has all pairs, of
sets of up to seven, and those with two digits x.

Sources: Sudopedia, "Almost Locked Set"; Bennys' ALS-XZ rule.

Lesson: ALS-XZ

    Two almost locked sets (k cells of a house with k + 1 digits) share x, all whose places in one
    see all those in the other, and z. What sees all places of z in both is not z.

    Why: Refute(x): without z both sets are full and need x, which only one of them can have. The
    cells of both are the clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from string import ascii_uppercase
from typing import TYPE_CHECKING

from ....frozen import frozen
from ....grouping import grouped
from ....kernels.any_theory.csr import OPEN
from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import popcount
from ....kernels.logic.almost_locked import LARGEST, clauses_of, collect, is_seen
from ....kernels.logic.found import ALL, DENIALS, SIZE, base, begin, denies, prove, reported
from ....kernels.logic.grid import update_grid
from ....kernels.logic.search import StepSearch
from ....phrases import joined, phrase
from ....theory import Variables
from ...catalog.row import ScaleRow
from ...search.reports import reports_of
from ...view import View, bits_of, ones

if TYPE_CHECKING:
    from ...steps import LogicStep


ROWS = (
    ScaleRow("ALS-XZ", 7.6, f"{__name__}:find_als_xz", 0, "almost locked",
         aliases=("almost locked set XZ-rule", "almost locked sets", "ALS-XZ rule"), in_se=False),
)  # fmt: skip
#: Maximum number of cells of a set in the search.
SEARCHED = 4


# Idea: a set of k cells with k + 1 digits can lack one digit at most. If two sets cannot both have
# x, one of them lacks it and has all its other digits, z among them.
#
# The number of cells of a pair is the outermost loop: the first pair found is then one of the
# fewest cells, whatever the order in which sets were collected.
@kernel
def find_als_xz(search: StepSearch, mode: int) -> bool:
    """Find pairs, those with the fewest cells first."""
    update_grid(search)
    almost = search.almost
    most = SEARCHED
    fewest = 2
    if search.listing[ALL]:
        most = LARGEST
        fewest = 1
    collect(search.grid, almost, most, fewest)
    for cells in range(2, 2 * most + 1):
        for i in range(almost.counts[0]):
            if search.stop[0]:
                return False
            for j in range(i + 1, almost.counts[0]):
                if (
                    almost.sizes[i] + almost.sizes[j] == cells
                    and popcount(almost.digits[i] & almost.digits[j]) > 1
                    and has_pair(search, i, j)
                ):
                    return True
    return False


def has_pair(search: StepSearch, i: int, j: int) -> bool:
    """Fill in the step of two sets, or report all; return whether there is one, or whether to
    stop."""
    almost = search.almost
    found = search.found
    every = search.listing[ALL]
    size = search.grid.size
    common = almost.digits[i] & almost.digits[j]
    ties = 0
    shared = sum(clause in clauses_of(almost, j) for clause in clauses_of(almost, i))
    # Sets that share cells are legal as long as neither contains the other, but players do not look
    # for them, and the search leaves them out. Two ties need sets that are apart: a shared cell
    # could hold either tie for both sets.
    if shared and not every:
        return False
    if shared and shared == min(almost.sizes[i], almost.sizes[j]):
        return False
    for x in range(size):
        if not common >> x & 1 or not all_see(search, i, j, x):
            continue
        if popcount(ties) < 2:
            ties |= 1 << x
        begin_pair(search, i, j, 1 << x)
        for z in range(size):
            if z != x and common >> z & 1:
                deny_seen(search, i, j, z, 2)
                if every and found.numbers[DENIALS]:
                    if reported(search):
                        return True
                    begin_pair(search, i, j, 1 << x)
        if found.numbers[DENIALS]:
            return True
    if not every or shared or popcount(ties) < 2:
        return False
    begin_pair(search, i, j, ties)
    for d in range(size):
        deny_seen(search, i, j, d, 2 if ties >> d & 1 else 1)
    return bool(found.numbers[DENIALS]) and reported(search)


def begin_pair(search: StepSearch, i: int, j: int, ties: int) -> None:
    """Begin a step of two sets that share these restricted digits, which are its proof."""
    almost = search.almost
    found = search.found
    begin(found)
    for one in (i, j):
        for clause in clauses_of(almost, one):
            base(found, clause)
    found.numbers[SIZE] = almost.sizes[i]
    prove(found, ties)


def deny_seen(search: StepSearch, i: int, j: int, digit: int, least: int) -> None:
    """Deny the digit in every cell that sees all of its places in a set that has it, or in two."""
    theory = search.theory
    almost = search.almost
    for target in range(digit + 1, theory.boards + 1, theory.size):
        if search.state.status[target] == OPEN:
            seen = 0
            for one in (i, j):
                seen += almost.digits[one] >> digit & 1 and is_seen(search, one, digit, target)
            if seen >= least:
                denies(search.found, target)


def all_see(search: StepSearch, i: int, j: int, digit: int) -> bool:
    """Return whether every candidate of the digit in one set sees every one in the other."""
    for clause in clauses_of(search.almost, i):
        variable = search.theory.members[clause][digit]
        if search.state.status[variable] == OPEN and not is_seen(search, j, digit, variable):
            return False
    return True


def tell(view: View, step: LogicStep, proof: tuple[int, ...]) -> LogicStep:
    """Return the step with its sets and reason."""
    cells = [1 << view.cell_of(clause) for clause in step.bases]
    several = []
    for bits in (sum(cells[: step.size]), sum(cells[step.size :])):
        several.append(Set(bits, view.digits_of(bits)))
    ties = tuple(ones(proof[0] << 1))
    reason, links, roles = reason_of(view, several, ties, step.denied)
    chain = chain_of(view, several, ties, step.denied)
    return replace(step, reason=reason, links=links, roles=roles, chains=(chain,))


#: Roles of candidates, as in a `Found`.
Roles = tuple[tuple[str, Variables], ...]


def reason_of(
    view: View, several: Sequence[Set], ties: tuple[int, ...], denied: Sequence[int]
) -> tuple[str, tuple[int, ...], Roles]:
    """Return (reason, links, roles) of sets in a row, or of two with two ties."""
    gone = grouped((view.layout.cell_and_digit(v)[1], v) for v in denied)
    sets = []
    roles = []
    cells = 0
    for name, one in zip(ascii_uppercase, several, strict=False):
        sets.append(described(name, view, one))
        roles.append((f"set {name}", view.held(one.cells)))
        cells |= one.cells
    linking = dict.fromkeys(v for x in ties for v in view.vs(cells, x))
    roles.append(("link digit", tuple(linking)))
    why = _why(view, several, ties, bits_of(gone))
    almost = "Almost locked sets {sets}; {reason}"
    reason = phrase(almost, sets=joined(sets, "{one}; {next}"), reason=why)
    links = _links_of(view, several, ties, gone)
    return reason, tuple(dict.fromkeys(links)), tuple(roles)


def described(name: str, view: View, one: Set) -> str:
    """Return 'A: r5c2 and r5c5 with 4, 6 and 7', a set by its name."""
    with_digits = "{name}: {cells} with {digits}"
    cells = view.one_by_one(one.cells)
    return phrase(with_digits, name=name, cells=cells, digits=view.symbols(one.digits))


def chain_of(
    view: View, several: Sequence[Set], ties: tuple[int, ...], denied: Sequence[int]
) -> str:
    """Return sets in a row, or two with two ties, in Eureka notation: '(7=4)r3c5-(4=67)r5c25'."""
    lost = ties
    if not _is_double(several, ties):
        _cell, z = view.layout.cell_and_digit(denied[0])
        lost = (z, *ties)
    links = zip(several, lost, strict=True)
    return "-".join(view.set_link(one.cells, x) for one, x in links)


def _is_double(several: Sequence[Set], ties: tuple[int, ...]) -> bool:
    """Return whether they are two sets with two ties, not sets in a row, each tied to the next."""
    return len(ties) == len(several)


def _links_of(
    view: View, several: Sequence[Set], ties: tuple[int, ...], gone: dict[int, list[int]]
) -> list[int]:
    """Return the clauses on which the sets rest besides their cells; gone: what is denied, by
    digit.

    Each digit is at most once in a set (needed but for those by which it is tied, and for z at the
    ends), a tie in one of two sets, and what is denied beside all places that deny it.
    """
    is_double = _is_double(several, ties)
    ends = (several[0], several[-1])
    pairs = list(pairwise(several))
    spared = [0] * len(several)
    if is_double:
        pairs = [ends, ends]
    else:
        for k, x in enumerate(ties):
            spared[k] |= 1 << x
            spared[k + 1] |= 1 << x
        if len(gone) == 1:
            spared[0] |= bits_of(gone)
            spared[-1] |= bits_of(gone)
    links = []
    for one, digits in zip(several, spared, strict=True):
        for d in ones(one.digits & ~digits):
            own = view.vs(one.cells, d)
            links += view.linking(own, own)
    for x, (first, second) in zip(ties, pairs, strict=True):
        links += view.linking(view.vs(first.cells, x), view.vs(second.cells, x))
    for z, variables in gone.items():
        for one in ends:
            own = view.vs(one.cells, z)
            for v in variables:
                if not is_double or all(view.theory.common_clause(v, w) is not None for w in own):
                    links += view.linking((v,), own)
    return links


def _why(view: View, several: Sequence[Set], ties: tuple[int, ...], gone: int) -> str:
    """Return why these digits are in the first set or in the last."""
    if _is_double(several, ties):
        first, second = map(view.symbol, sorted(ties))
        return phrase(
            "neither {one} nor {other} can be in both A and B, so A holds one of them and B the "
            "other, and each set holds all its other digits: what sees all places of one of these "
            "is not it",
            one=first,
            other=second,
        )
    pairs = zip(ties, pairwise(ascii_uppercase), strict=False)
    between = list[str]()
    for x, (a, b) in pairs:
        in_both = "{digit} in both {one} and {other}"
        between.append(phrase(in_both, digit=view.symbol(x), one=a, other=b))
    last = ascii_uppercase[len(several) - 1]
    return phrase(
        "there cannot be {ties}, and a set that lacks one digit holds all its others. So A or "
        "{last} holds {digits}, and what sees all places of it in both does not",
        ties=joined(between, "{one}, nor {next}"),
        last=last,
        digits=view.symbols(gone),
    )


@frozen
class Set:
    """k cells (as bits) and their digits (as bits)."""

    cells: int
    digits: int


@kernel
def find_sets(search: StepSearch, mode: int) -> bool:
    """Report every set of at most `mode` cells, each as the clauses of its cells."""
    update_grid(search)
    almost = search.almost
    collect(search.grid, almost, mode, 1)
    for i in range(almost.counts[0]):
        begin(search.found)
        for clause in clauses_of(almost, i):
            base(search.found, clause)
        if reported(search):
            return True
    return False


def almost_locked_sets(view: View, most: int) -> list[Set]:
    """Return those of at most `most` cells, smallest first."""
    found = []
    for _, lists in reports_of(view.position, f"{__name__}:find_sets", most):
        cells = bits_of(view.cell_of(clause) for clause in lists[2])
        found.append(Set(cells, view.digits_of(cells)))
    return sorted(found, key=lambda one: (one.cells.bit_count(), one.cells))
