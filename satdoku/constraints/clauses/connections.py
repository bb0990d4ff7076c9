"""Connected cells as clauses: each cell of a piece has one distance from the piece's first cell.

The first cell (in order) of the piece has distance 0. A cell with distance t > 0 has a neighbour
with distance t - 1 (its parent: the first of these neighbours), and no neighbour with less. So
every cell of the piece has exactly one distance, the length of the shortest path, and an
unreachable cell has none. "Beyond t" is an auxiliary variable, so that few clauses tie neighbours.

The longest path is bounded: a shortest path has at most three cells in a square of 2×2.

Source: distance layers for connectivity in CNF, as in github.com/kmkeen (sat-flood-fill); with
parents, the board decides every auxiliary variable.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..forms import Alike, Areas, Connected, Parted, Reader, Unequal, automaton
from ..geometry import joined_by
from .automata import add_automaton
from .builder import Clauses


def add_connected(clauses: Clauses, form: Connected) -> None:
    """Require: the cells that hold one of the digits form one piece."""
    if not form.digits:
        if not form.must_touch:
            clauses.impossible(form.cells[0])
        return
    inside = {cell: clauses.is_in(cell, form.digits) for cell in form.cells}
    if form.size:
        count_exactly(clauses, form.cells, list(inside.values()), form.size)
    touching = frozenset(form.border)
    inner = [cell for cell in form.cells if cell not in touching]
    longest = _longest_way(clauses, inner) + bool(form.border)
    longest = min(longest, form.size - 1) if form.size else longest
    starts = {cell: inside[cell] for cell in form.border}  # paths begin there, if they can
    if not form.must_touch:
        starts |= _firsts(clauses, inner, inside, form.border)
    _reached(clauses, form, inside, starts, longest)


def _reached(
    clauses: Clauses,
    form: Connected | Areas,
    inside: dict[int, int],
    starts: dict[int, int],
    longest: int,
) -> None:
    """Require: each cell inside is at most `longest` steps from the nearest true start.

    starts: by cell; each start is inside.
    """
    at = [starts]  # by distance: cell → variable "it has that distance"
    beyond: dict[int, int] = {}
    for cell in form.cells:
        name = f"{clauses.what}: {clauses.cell_name(cell)} is in a piece that begins elsewhere"
        if starts.get(cell) == inside[cell]:
            continue
        if cell not in starts:
            beyond[cell] = inside[cell]
            continue
        beyond[cell] = clauses.helper(name)
        clauses.clause([clauses.complement(inside[cell]), starts[cell], beyond[cell]])
    near = joined_by(form.edges, form.cells)
    for distance in range(1, longest + 1):
        last = distance == longest
        here: dict[int, int] = {}
        after: dict[int, int] = {}
        for cell, further in beyond.items():
            name = f"{clauses.what}: {clauses.cell_name(cell)} is"
            if last:
                here[cell] = further
                continue
            here[cell] = clauses.helper(f"{name} {distance} from the first cell")
            after[cell] = clauses.helper(f"{name} more than {distance} from the first cell")
            clauses.clause([clauses.complement(further), here[cell], after[cell]])
        for cell in beyond:
            parents = [at[-1][other] for other in near[cell] if other in at[-1]]
            name = f"{clauses.what}: {clauses.cell_name(cell)} is {distance} from the first cell"
            _has_parent(clauses, here[cell], parents, name)
            if not last:
                for parent in parents:
                    clauses.clause([parent, after[cell]], exactly_one=False)
        at.append(here)
        beyond = after
    if longest == 0:
        clauses.never(beyond.values())


def add_areas(clauses: Clauses, form: Areas) -> None:
    """Require: the cells that hold one of the digits form areas of known sizes.

    An area has a root: its clue, or else its first cell. For each root and each cell near enough,
    an auxiliary variable says that the cell is in the root's area; neighbours are in one area, and
    each cell has a path to a root. So an area has one root, and its variables are counted.
    """
    inside = {cell: clauses.is_in(cell, form.digits) for cell in form.cells}
    near = joined_by(form.edges, form.cells)
    order = {cell: i for i, cell in enumerate(form.cells)}
    members: dict[int, dict[int, int]] = {}  # root → cell → variable "it is in the root's area"
    for root, _ in form.clues or [(cell, 0) for cell in form.cells]:
        steps = {root: 0}
        for cell in (pending := [root]):  # the loop appends to it
            for other in near[cell] if steps[cell] < form.size - 1 else ():
                if other not in steps and (form.clues or order[other] > order[root]):
                    steps[other] = steps[cell] + 1
                    pending.append(other)
        members[root] = {}
        for c in steps:
            name = f"{clauses.cell_name(c)} is in the area of {clauses.cell_name(root)}"
            members[root][c] = clauses.helper(f"{clauses.what}: {name}")
    of_cell: dict[int, dict[int, int]] = {cell: {} for cell in form.cells}
    for root, own in members.items():
        for cell, variable in own.items():
            of_cell[cell][root] = variable
    for cell, some in of_cell.items():
        clauses.clause([clauses.complement(inside[cell]), *some.values()])
    for edge in form.edges:
        for a, b in (edge, edge[::-1]):
            for root, variable in of_cell[a].items():
                if others := [other for r, other in of_cell[b].items() if r != root]:
                    clauses.clause([variable, *others], exactly_one=False)
                if root not in of_cell[b]:
                    clauses.clause([variable, inside[b]], exactly_one=False)
    starts = {root: own[root] for root, own in members.items()}
    for root, control in form.clues:
        clauses.clause([starts[root], clauses.complement(inside[root])])
        clauses.clause([starts[root]])
        _count_members(clauses, members[root], control)
    if not form.clues:
        for own in members.values():
            _count_if_root(clauses, own, form.size)
    _reached(clauses, form, inside, starts, form.size - 1)


def _count_members(clauses: Clauses, own: dict[int, int], control: int) -> None:
    """Require: the control cell holds the number of these variables that are true."""
    last = len(own)
    read = automaton(
        [*own, control],
        sorted({0, 1, *clauses.digits}),
        Reader(
            0,
            lambda q, i, d: (q + d if d < 2 else None) if i < last else (q if d == q > 0 else None),
            say="the area has {} cells so far".format,
        ),
        key=("members", clauses.digits),
    )
    readings = [{1: variable, 0: clauses.complement(variable)} for variable in own.values()]
    readings.append({d: clauses.v(control, d) for d in clauses.digits})
    add_automaton(clauses, read, readings)


def _count_if_root(clauses: Clauses, own: dict[int, int], size: int) -> None:
    """Require: none or exactly `size` of these variables are true."""
    read = automaton(
        list(own),
        (0, 1),
        Reader(
            0,
            lambda q, i, d: q + d if q + d <= size else None,
            accept=lambda q: q in (0, size),
            say="the area has {} cells so far".format,
        ),
        key=("area", size),
    )
    readings = [{1: variable, 0: clauses.complement(variable)} for variable in own.values()]
    add_automaton(clauses, read, readings)


def _firsts(
    clauses: Clauses, cells: Sequence[int], inside: dict[int, int], sooner: Sequence[int]
) -> dict[int, int]:
    """Return for each cell a variable: it is the first cell in the piece, and none of the `sooner`
    ones is in it. Require that, if none of those is, some cell is the first."""
    first: dict[int, int] = {}
    before = none = 0
    if sooner:
        start = clauses.cell_name(sooner[0])
        none = clauses.helper(f"{clauses.what}: none of {start}, … is in the piece")
        either = _any_of(clauses, [inside[cell] for cell in sooner], none)
        before = clauses.complement(none)
        clauses.defines([none], either)
    for cell in cells:
        name = f"{clauses.what}: {clauses.cell_name(cell)} is"
        if not before:
            first[cell] = before = inside[cell]
            continue
        first[cell] = clauses.helper(f"{name} the first cell of the piece")
        met = clauses.helper(f"{name} not before the first cell of the piece")
        clauses.clause([clauses.complement(met), before, first[cell]])
        clauses.clause([first[cell], clauses.complement(inside[cell])], exactly_one=False)
        clauses.clause([inside[cell], clauses.complement(met)], exactly_one=False)
        before = met
    clauses.clause([clauses.complement(none), *first.values()] if none else first.values())
    return first


def _any_of(clauses: Clauses, variables: Sequence[int], none: int) -> int:
    """Require exactly one of `none` and, for each variable, "it is the first true one"; return the
    index of the first clause."""
    start = clauses.written
    ways = [
        clauses.helper(f"{clauses.what}: the piece touches the border, case {i}")
        for i, _ in enumerate(variables, 1)
    ]
    clauses.clause([none, *ways])
    for i, variable in enumerate(variables):
        clauses.clause([ways[i], clauses.complement(variable)], exactly_one=False)
        clauses.clause([variable, *ways[i + 1 :], none], exactly_one=False)
    return start


def _has_parent(clauses: Clauses, child: int, parents: Sequence[int], name: str) -> None:
    """Require: if the child holds, one of the parents does; name: the meaning of the child."""
    if not parents:
        clauses.never([child])
        return
    ways = []
    for i, parent in enumerate(parents):
        way = clauses.helper(f"{name}, by way {i + 1}") if len(parents) > 1 else child
        clauses.clause([way, clauses.complement(parent)], exactly_one=False)
        for earlier in parents[:i]:
            clauses.clause([way, earlier], exactly_one=False)
        ways.append(way)
    if len(parents) > 1:
        clauses.clause([clauses.complement(child), *ways])


def _longest_way(clauses: Clauses, cells: Sequence[int]) -> int:
    """Return an upper bound for the length of a shortest path within these cells."""
    at = {clauses.layout.places.place(cell) for cell in cells}
    if not at:
        return -1
    top = min(r for r, _ in at)
    left = min(c for _, c in at)
    squares = sum(
        (r - top) % 2 == (c - left) % 2 == 0 and {(r, c + 1), (r + 1, c), (r + 1, c + 1)} <= at
        for r, c in at
    )
    return len(cells) - squares - 1


def count_exactly(
    clauses: Clauses, cells: Sequence[int], variables: Sequence[int], count: int
) -> None:
    """Require: exactly `count` of the variables, one per cell, are true."""
    form = automaton(
        cells,
        (0, 1),
        Reader(
            0,
            lambda q, i, d: q + d if q + d <= count <= q + d + len(cells) - 1 - i else None,
            say="{} cells are in".format,
        ),
    )
    readings = [{1: variable, 0: clauses.complement(variable)} for variable in variables]
    add_automaton(clauses, form, readings)


def add_parted(clauses: Clauses, form: Parted) -> None:
    """Require: each label occurs `size` times, on cells with different digits."""
    first = clauses.digits[0]
    full = form.size == len(clauses.digits)
    labels = range(first, first + form.count)
    held: dict[tuple[int, int], list[int]] = {(k, d): [] for k in labels for d in clauses.digits}
    for cell, tag in zip(form.cells, form.labels, strict=True):
        name = f"{clauses.what}: {clauses.cell_name(cell)}"
        both = {
            (k, d): clauses.helper(f"{name} holds {d} in region {k}")
            for k in labels
            for d in clauses.digits
        }
        for k in labels:
            own = [both[k, d] for d in clauses.digits]
            clauses.clause([clauses.complement(clauses.v(tag, k)), *own])
        for d in clauses.digits:
            own = [both[k, d] for k in labels]
            clauses.clause([clauses.complement(clauses.v(cell, d)), *own])
        for key, variable in both.items():
            held[key].append(variable)
    for variables in held.values():
        clauses.clause(variables, exactly_one=full)
    if not full:
        for k in labels:
            tags = [clauses.v(tag, k) for tag in form.labels]
            count_exactly(clauses, form.labels, tags, form.size)


def add_alike(clauses: Clauses, form: Alike) -> None:
    """Require: groups of cells, each with different digits, hold the same digits."""
    for d in clauses.digits:
        absent = clauses.helper(f"{clauses.what}: {d} is not among the digits")
        for group in form.groups:
            clauses.clause([absent, *(clauses.v(cell, d) for cell in group)])


def add_unequal(clauses: Clauses, form: Unequal) -> None:
    """Require: two lines differ somewhere; one place is the first where they do."""
    first = clauses.cell_name(form.first[0])
    second = clauses.cell_name(form.second[0])
    name = f"{clauses.what}: {first} and {second}"
    differ: list[int] = []
    same = 0
    places = [(a, b) for a, b in zip(form.first, form.second, strict=True) if a != b]
    if not places:
        clauses.impossible(form.first[0])
        return
    for i, (a, b) in enumerate(places, 1):
        here = clauses.helper(f"{name} differ first at place {i}")
        goes_on = clauses.helper(f"{name} are equal up to place {i}")
        clauses.clause([clauses.complement(same), here, goes_on] if same else [here, goes_on])
        for way, word, other in ((here, "differ first", False), (goes_on, "are equal up to", True)):
            case_name = f"{name} {word} at place {i}, with"
            cases = [clauses.helper(f"{case_name} {d}") for d in clauses.digits]
            clauses.clause([clauses.complement(way), *cases])
            for d, case in zip(clauses.digits, cases, strict=True):
                theirs = clauses.v(b, d)
                clauses.clause([case, clauses.complement(clauses.v(a, d))], exactly_one=False)
                against = clauses.complement(theirs) if other else theirs
                clauses.clause([case, against], exactly_one=False)
        differ.append(here)
        same = goes_on
    clauses.never([same])
