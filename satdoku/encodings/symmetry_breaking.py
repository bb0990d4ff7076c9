"""Clauses that keep one solution of each class of symmetric ones, or a few more.

A symmetry of a problem is a permutation of its variables that maps its clauses and its givens to
themselves. Of a class of symmetric solutions, the first in lexicographic order is not after any of
its images, so "a solution is not after its image under this symmetry" loses no class, whichever
symmetries it is said for, as long as the order is always the same. Here the order is that of the
cells, those of one full house first, and in each cell the smaller digit comes first.

The symmetries: exchanges of two digits that are in no given (if the rules do not tell digits
apart), and on a regular board exchanges of two rows, columns, bands or stacks, rotations and
reflections, with a renaming of digits if the givens need one. Each is compared along the first
`LONGEST` variables that it moves: a solution that is compared no further is kept.

The auxiliary variables "equal so far" have one value in each solution, so models can be counted.

Sources: J. Crawford, M. Ginsberg, E. Luks, A. Roy, "Symmetry-breaking predicates for search
problems" (KR 1996); F. Aloul, K. Sakallah, I. Markov, "Efficient symmetry breaking for Boolean
satisfiability" (IJCAI 2003).

>>> from satdoku.theory import Theory
>>> len(symmetries_of(Problem(Theory.of("9x9"))))
39
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, pairwise

from ..constraints.symmetry import forms_on, names_may_change, placed
from ..layout import Layout
from ..theory import Theory
from .cnf.exactly_one import Encoding, Literals
from .files.problem import Problem

#: The most variables that are compared for a symmetry.
LONGEST = 50

#: A permutation of the cells, or of the digits.
Move = list[int]


@dataclass(frozen=True)
class SymmetryBreaking(Encoding):
    """An encoding of a problem's theory, followed by the clauses that break its symmetries.

    chains: for each symmetry the pairs (variable, its image), in order.
    """

    encoding: Encoding = field(kw_only=True)
    chains: tuple[tuple[tuple[int, int], ...], ...] = field(kw_only=True)

    @classmethod
    def of(cls, encoding: Encoding, problem: Problem) -> SymmetryBreaking:
        """Return the encoding with the symmetries of a problem broken."""
        order = _order(problem.theory)
        chains = (_compared(image, order) for image in symmetries_of(problem))
        kept = tuple(dict.fromkeys(filter(None, chains)))
        title = f"{encoding.title}; {len(kept)} symmetries broken"
        return cls(
            encoding.name,
            title,
            encoding.reference,
            encoding.projects,
            encoding.propagates,
            encoding=encoding,
            chains=kept,
        )

    def size(self, theory: Theory) -> tuple[int, int]:
        variables, clauses = self.encoding.size(theory)
        for pairs in self.chains:
            # the last pair of a chain needs no "equal so far", the first one has nothing before it
            variables += len(pairs) - 1
            clauses += _clauses_in(len(pairs))
        return variables, clauses

    def clauses(self, theory: Theory) -> Iterator[Literals]:
        top, _ = self.encoding.size(theory)
        return chain(self.encoding.clauses(theory), self._breaking(top))

    def _breaking(self, top: int) -> Iterator[Literals]:
        """Yield, for each symmetry: the values of the variables are not below their images'."""
        for pairs in self.chains:
            before: tuple[int, ...] = ()
            for variable, image in pairs[:-1]:
                top += 1
                yield (*before, variable, -image)
                yield (*before, variable, top)
                yield (*before, -image, top)
                yield (-top, -variable, image)
                # with this one, "equal so far" has one value in each solution: it implies the one
                # before, and the two clauses above force it where it holds
                if before:
                    yield (-top, -before[0])
                before = (-top,)
            variable, image = pairs[-1]
            yield (*before, variable, -image)


def _clauses_in(pairs: int) -> int:
    if pairs == 1:
        return 1
    # four for the first pair, one for the last, and five for each of those between
    return 5 * (pairs - 1)


def _order(theory: Theory) -> list[int]:
    """Return the board's variables in the order in which solutions are compared."""
    layout = theory.layout
    if layout is None:
        return []
    first: Sequence[int] = ()
    for house in layout.houses:
        if len(house.cells) == layout.size:
            first = house.cells
            break
    cells = dict.fromkeys([*first, *layout.all_cells])
    return [variable for cell in cells for variable in layout.variables_of(cell)]


def _compared(image: Move, order: list[int]) -> tuple[tuple[int, int], ...]:
    """Return the pairs that decide the comparison: the last of a cycle is equal if all others are.

    image: by variable, from 1.
    """
    pairs = []
    # Variables that are equal so far form paths. Only their ends can be joined, so each end knows
    # just the other one, and a pair costs constant time.
    ends: dict[int, int] = {}  # the end of the path of equal variables that begins here
    starts: dict[int, int] = {}
    for variable in order:
        other = image[variable]
        if starts.get(variable, variable) == other:
            continue  # this pair closes a cycle (or is no pair)
        start = starts.pop(variable, variable)
        end = ends.pop(other, other)
        starts[end] = start
        ends[start] = end
        pairs.append((variable, other))
        if len(pairs) == LONGEST:
            break
    return tuple(pairs)


def symmetries_of(problem: Problem) -> list[Move]:
    """Return symmetries of a problem, each as the image of every board variable; index 0 is unused.

    They generate the group of a regular board without rules and without givens.
    """
    layout = problem.theory.layout
    if layout is None:
        return []
    n = layout.size
    same = list(layout.all_cells)
    givens = dict(layout.cell_and_digit(given) for given in problem.givens)
    used = set(givens.values())
    rules = forms_on(layout)
    renames = names_may_change(rules, layout.digits)
    found = []

    def add(cells: Move, digits: Move) -> None:
        image = [0] * (layout.cell_count * n + 1)
        for cell in same:
            targets = layout.variables_of(cells[cell])
            for d, variable in enumerate(layout.variables_of(cell), 1):
                image[variable] = targets[digits[d] - 1]
        found.append(image)

    if renames:
        free = [d for d in range(1, n + 1) if d not in used]
        for d, e in pairwise(free):
            add(same, _exchanged(range(n + 1), d, e))
    houses = {frozenset(house.cells) for house in layout.houses}
    counts = Counter(placed(rule, int) for rule in rules)
    for cells in _moves(layout):
        moved_houses = {frozenset(cells[cell] for cell in house) for house in houses}
        if moved_houses != houses:
            continue
        to = dict(enumerate(cells)).__getitem__
        moved_rules = Counter(placed(rule, to) for rule in rules)
        if moved_rules != counts:
            continue
        digits = _renaming(cells, givens, layout, renames)
        if digits:
            add(cells, digits)
    return found


def _renaming(cells: Move, givens: dict[int, int], layout: Layout, renames: bool) -> Move | None:
    """Return how digits are renamed so that the givens are mapped to givens; None if they cannot.

    Without givens, digits are renamed so that the first row, 1 2 3 …, stays if its cells do.
    """
    n = layout.size
    if not givens:
        row = [cells[cell] for cell in range(n)]
        if renames and set(row) == set(range(n)):
            return [0, *(cell + 1 for cell in row)]
        return list(range(n + 1))
    digits = [0] * (n + 1)
    for cell, digit in givens.items():
        image = givens.get(cells[cell])
        if image is None or digits[digit] not in (0, image):
            return None
        if digit != image and not renames:
            return None
        digits[digit] = image
    # Digits in no given may have any new name, so they keep theirs if it is free.
    left = [d for d in range(1, n + 1) if d not in digits]
    for d in range(1, n + 1):
        if not digits[d]:
            digits[d] = d if d in left else left[0]
            left.remove(digits[d])
    is_bijection = len(set(digits)) == n + 1
    return digits if is_bijection else None


def _exchanged(numbers: range, a: int, b: int) -> Move:
    """Return the numbers of a range, from 0, with two of them exchanged."""
    exchanged = list(numbers)
    exchanged[a] = b
    exchanged[b] = a
    return exchanged


def _moves(layout: Layout) -> Iterator[Move]:
    """Yield exchanges of lines and of blocks of lines, rotations and reflections of a square."""
    if not layout.is_regular:
        return
    n = layout.size
    lines = range(n)
    orders = [_exchanged(lines, a, b) for a, b in combinations(lines, 2)]
    sizes = {k for k in layout.box_shape or () if 1 < k < n}
    for k in sorted(sizes):
        for a, b in combinations(range(n // k), 2):
            blocks = _exchanged(range(n // k), a, b)
            order = [blocks[line // k] * k + line % k for line in lines]
            orders.append(order)
    for order in orders:
        yield [order[r] * n + c for r in lines for c in lines]
        yield [r * n + order[c] for r in lines for c in lines]
    back = list(reversed(lines))
    for rows, columns in ((lines, back), (back, lines), (back, back)):
        yield [rows[r] * n + columns[c] for r in lines for c in lines]
    for rows, columns in ((lines, lines), (lines, back), (back, lines), (back, back)):
        yield [columns[c] * n + rows[r] for r in lines for c in lines]
