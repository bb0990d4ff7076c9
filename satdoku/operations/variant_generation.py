"""Generating constraints: random, well-shaped constraints of some kinds that a full grid satisfies.

Each kind declares how it is placed (`constraints.placement`). Lines of a puzzle share no cell and
do not cross; cages tile the board; marks between cells and clues outside are all that the grid has.

>>> from satdoku.operations.random_grids import random_grid
>>> placed = place_constraints(("killer",), random_grid(seed=1), RandomStream(1))
>>> cells = [cell for constraint in placed for cell in constraint.cells]
>>> len(cells) == len(set(cells)) > 70
True
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..constraints.evaluate import keeps
from ..constraints.geometry import DIAGONAL, ORTHOGONAL, pairs_by
from ..constraints.placement import GROUPS, Placement
from ..constraints.registry import KINDS
from ..errors import PuzzleError
from ..layout import Layout
from ..random_stream import RandomStream
from ..suggest import unknown

#: Starting cells tried for lines of a kind, per line needed.
STARTS = 6


def generated_kinds() -> list[str]:
    """Return all names that `generate` takes: kinds that can be generated, and groups of them."""
    return [*GROUPS, *(name for name, kind in KINDS.items() if kind.placement)]


def with_kinds(layout: Layout, names: str) -> tuple[Layout, tuple[str, ...]]:
    """Return the layout with the rules of the whole board among these kinds (comma-separated), and
    the other kinds. Raise `PuzzleError` for a kind that cannot be generated."""
    kinds: list[str] = []
    for name in filter(None, (part.strip().lower() for part in names.split(","))):
        if name in KINDS and name not in GROUPS and not KINDS[name].placement:
            raise PuzzleError(
                f"{name!r} cannot be placed at random: write it into the layout yourself "
                "(`satdoku help variants`)"
            )
        if name not in GROUPS and name not in KINDS:
            raise PuzzleError(
                unknown(name[:40], generated_kinds(), "kind to generate", "satdoku help variants")
            )
        kinds += GROUPS.get(name, (name,))
    if not kinds:
        raise PuzzleError(f"expected kinds: {', '.join(generated_kinds())}")
    there = {c.kind for c in layout.constraints}
    board = [
        k for k in dict.fromkeys(kinds) if _placement_of(k).shape == "board" and k not in there
    ]
    others = [k for k in dict.fromkeys(kinds) if _placement_of(k).shape != "board"]
    return layout.with_constraints(*board), tuple(others)


def place_constraints(
    kinds: tuple[str, ...], grid: Puzzle, stream: RandomStream, tight: bool = False
) -> list[Constraint]:
    """Return constraints of these kinds that a full grid satisfies, in the order of the kinds.

    tight: cages are as small as possible, and so as informative as possible.
    """
    field = _Field(grid, stream, tight)
    return [c for kind in kinds for c in field.placed(kind)]


def _placement_of(kind: str) -> Placement:
    placement = KINDS[kind].placement
    assert placement is not None
    return placement


class _Field:
    """A grid to place constraints on. taken: cells of lines; crossed: squares they cross."""

    def __init__(self, grid: Puzzle, stream: RandomStream, tight: bool) -> None:
        self.tight = tight
        self.layout, self.stream, self.grid = grid.layout, stream, grid.cells
        first = self.layout.digits[0] - 1
        self.worth = [digit + first for digit in grid.cells]
        self.ends = (self.layout.digits[0], self.layout.digits[-1])
        self.beside = _near(self.layout, ORTHOGONAL)
        self.around = _near(self.layout, ORTHOGONAL + DIAGONAL)
        self.taken: set[int] = set()
        self.crossed: set[frozenset[int]] = set()

    def placed(self, kind: str) -> list[Constraint]:
        """Return the constraints of a kind."""
        placement = _placement_of(kind)
        if placement.shape == "cages":
            return list(self._cages(kind, placement))
        if placement.shape == "line":
            return list(self._lines(kind, placement))
        return [c for cells in self._places(placement) if (c := self._on(kind, cells))]

    def _on(self, kind: str, cells: tuple[int, ...]) -> Constraint | None:
        """Return a constraint of the kind on the cells, with random numbers; None if none holds."""
        digits = [self.worth[cell] for cell in cells]
        choices = list(_placement_of(kind).numbers(digits, self.ends))
        self.stream.shuffle(choices)
        for numbers in choices:
            constraint = Constraint(kind, cells, numbers)
            if keeps(self.grid, constraint, self.layout):
                return constraint
        return None

    def _places(self, placement: Placement) -> Iterator[tuple[int, ...]]:
        """Yield the cells of all possible marks and clues."""
        layout = self.layout
        match placement.shape:
            case "cell":
                yield from ((cell,) for cell in range(layout.cell_count))
            case "neighbours":
                for a, b in pairs_by(layout, ORTHOGONAL):
                    yield (a, b) if self.worth[a] >= self.worth[b] else (b, a)
            case "square":
                below = dict(pairs_by(layout, ORTHOGONAL[1:]))
                for a, b in pairs_by(layout, ORTHOGONAL[:1]):
                    if a in below and b in below:
                        yield (a, b, below[a], below[b])
            case "house" | "ends":
                for house in layout.houses:
                    if house.kind in ("row", "column"):
                        yield house.cells
                        if placement.shape == "ends":
                            yield house.cells[::-1]
            case "diagonal":
                for move in DIAGONAL:
                    follows = dict(pairs_by(layout, (move,)))
                    for start in sorted(set(follows) - set(follows.values())):
                        line = [start]
                        while line[-1] in follows:
                            line.append(follows[line[-1]])
                        yield tuple(line)

    def _cages(self, kind: str, placement: Placement) -> Iterator[Constraint]:
        """Yield cages of different digits that tile the board; a few cells may be left out."""
        fewest, most = placement.length
        most -= most - fewest if self.tight else self.stream.below(most - fewest + 1)
        order = list(range(self.layout.cell_count))
        self.stream.shuffle(order)
        cages: list[list[int]] = []
        cage_of: dict[int, list[int]] = {}
        for start in order:
            if start in cage_of:
                continue
            wanted = fewest + self.stream.below(most - fewest + 1)
            cage = [start]
            while len(cage) < wanted:
                digits = {self.worth[cell] for cell in cage}
                ways = {n for cell in cage for n in self.beside[cell] if n not in cage_of}
                open_ = sorted(n for n in ways if n not in cage and self.worth[n] not in digits)
                if not open_:
                    break
                cage.append(open_[self.stream.below(len(open_))])
            if len(cage) < fewest and (others := self._room_beside(cage, cage_of, most)):
                others += cage
                cage_of |= dict.fromkeys(cage, others)
            elif len(cage) >= fewest:
                cages.append(cage)
                cage_of |= dict.fromkeys(cage, cage)
        for cage in cages:
            if constraint := self._on(kind, tuple(sorted(cage))):
                yield constraint

    def _room_beside(
        self, rest: list[int], cage_of: dict[int, list[int]], most: int
    ) -> list[int] | None:
        """Return a cage that can take these cells too, exceeding `most` by at most one cell."""
        digits = {self.worth[cell] for cell in rest}
        for near in sorted({n for cell in rest for n in self.beside[cell]} & set(cage_of)):
            cage = cage_of[near]
            there = {self.worth[cell] for cell in cage}
            if len(cage) + len(rest) <= most + 1 and not digits & there:
                return cage
        return None

    def _lines(self, kind: str, placement: Placement) -> Iterator[Constraint]:
        """Yield constraints on random walks, each as far as the kind holds."""
        made = 0
        for _ in range(STARTS * placement.most):
            free = [c for c in range(self.layout.cell_count) if c not in self.taken]
            if made == placement.most or not free:
                return
            line = self._line(kind, placement, free[self.stream.below(len(free))])
            if line:
                made += 1
                self.taken.update(line.cells)
                self.crossed.update(self._crossings(line.cells))
                yield line

    def _line(self, kind: str, placement: Placement, start: int) -> Constraint | None:
        """Return the longest constraint on a random walk from a cell; None if none holds."""
        walk, found = [start], None
        wanted = placement.length[0] + self.stream.below(
            placement.length[1] - placement.length[0] + 1
        )
        while len(walk) < wanted:
            around = sorted(self.around[walk[-1]])
            ways = [n for n in around if n not in walk and n not in self.taken]
            self.stream.shuffle(ways)
            step = next((n for n in ways if self._may(placement, (*walk, n))), None)
            if step is None:
                break
            walk.append(step)
            if len(walk) >= placement.length[0]:
                found = self._on(kind, tuple(walk)) or found
        return found

    def _may(self, placement: Placement, walk: tuple[int, ...]) -> bool:
        """Return whether a line may begin like this: by its digits, and without crossing a line."""
        crossings = self._crossings(walk)
        return (
            len(set(crossings)) == len(crossings)
            and self.crossed.isdisjoint(crossings)
            and placement.may([self.worth[cell] for cell in walk], self.ends)
        )

    def _crossings(self, line: tuple[int, ...]) -> list[frozenset[int]]:
        """Return the four cells around the centre of each diagonal step."""
        return [
            frozenset((a, b, *self.beside[a] & self.beside[b]))
            for a, b in pairwise(line)
            if b not in self.beside[a]
        ]


def _near(layout: Layout, moves: tuple[tuple[int, int], ...]) -> list[frozenset[int]]:
    """Return for each cell the cells that are one of the moves away, either way."""
    near: list[set[int]] = [set() for _ in range(layout.cell_count)]
    for a, b in pairs_by(layout, moves):
        near[a].add(b)
        near[b].add(a)
    return list(map(frozenset, near))
