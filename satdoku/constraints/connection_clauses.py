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

from .automaton_clauses import add_automaton
from .clause_making import Clauses
from .forms import Alike, Areas, Connected, Parted, Unequal, automaton


def add_connected(made: Clauses, form: Connected) -> None:
    """Require: the cells that hold one of the digits form one piece."""
    if not form.digits:
        if not form.must_touch:
            made.impossible(form.cells[0])
        return
    inside = {cell: made.is_in(cell, form.digits) for cell in form.cells}
    if form.size:
        count_exactly(made, form.cells, list(inside.values()), form.size)
    touching = frozenset(form.border)
    inner = [cell for cell in form.cells if cell not in touching]
    longest = _longest_way(made, inner) + bool(form.border)
    longest = min(longest, form.size - 1) if form.size else longest
    starts = {cell: inside[cell] for cell in form.border}  # paths begin there, if they can
    if not form.must_touch:
        starts |= _firsts(made, inner, inside, form.border)
    _reached(made, form, inside, starts, longest)


def _reached(
    made: Clauses,
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
        name = f"{made.what}: {made.cell_name(cell)} is in a piece that begins elsewhere"
        if starts.get(cell) == inside[cell]:
            continue
        if cell not in starts:
            beyond[cell] = inside[cell]
            continue
        beyond[cell] = made.helper(name)
        made.clause([made.complement(inside[cell]), starts[cell], beyond[cell]])
    near: dict[int, list[int]] = {cell: [] for cell in form.cells}
    for a, b in form.edges:
        near[a].append(b)
        near[b].append(a)
    for distance in range(1, longest + 1):
        last = distance == longest
        here: dict[int, int] = {}
        after: dict[int, int] = {}
        for cell, further in beyond.items():
            name = f"{made.what}: {made.cell_name(cell)} is"
            if last:
                here[cell] = further
                continue
            here[cell] = made.helper(f"{name} {distance} from the first cell")
            after[cell] = made.helper(f"{name} more than {distance} from the first cell")
            made.clause([made.complement(further), here[cell], after[cell]])
        for cell in beyond:
            parents = [at[-1][other] for other in near[cell] if other in at[-1]]
            name = f"{made.what}: {made.cell_name(cell)} is {distance} from the first cell"
            _has_parent(made, here[cell], parents, name)
            if not last:
                for parent in parents:
                    made.clause([parent, after[cell]], exactly_one=False)
        at.append(here)
        beyond = after
    if longest == 0:
        made.never(beyond.values())


def add_areas(made: Clauses, form: Areas) -> None:
    """Require: the cells that hold one of the digits form areas of known sizes.

    An area has a root: its clue, or else its first cell. For each root and each cell near enough,
    an auxiliary variable says that the cell is in the root's area; neighbours are in one area, and
    each cell has a path to a root. So an area has one root, and its variables are counted.
    """
    inside = {cell: made.is_in(cell, form.digits) for cell in form.cells}
    near: dict[int, list[int]] = {cell: [] for cell in form.cells}
    for a, b in form.edges:
        near[a].append(b)
        near[b].append(a)
    order = {cell: i for i, cell in enumerate(form.cells)}
    members: dict[int, dict[int, int]] = {}  # root → cell → variable "it is in the root's area"
    for root, _ in form.clues or [(cell, 0) for cell in form.cells]:
        steps = {root: 0}
        for cell in (pending := [root]):  # the loop appends to it
            for other in near[cell] if steps[cell] < form.size - 1 else ():
                if other not in steps and (form.clues or order[other] > order[root]):
                    steps[other] = steps[cell] + 1
                    pending.append(other)
        name = f"is in the area of {made.cell_name(root)}"
        members[root] = {c: made.helper(f"{made.what}: {made.cell_name(c)} {name}") for c in steps}
    of_cell: dict[int, dict[int, int]] = {cell: {} for cell in form.cells}
    for root, own in members.items():
        for cell, variable in own.items():
            of_cell[cell][root] = variable
    for cell, some in of_cell.items():
        made.clause([made.complement(inside[cell]), *some.values()])
    for edge in form.edges:
        for a, b in (edge, edge[::-1]):
            for root, variable in of_cell[a].items():
                others = [other for r, other in of_cell[b].items() if r != root]
                if others:
                    made.clause([variable, *others], exactly_one=False)
                if root not in of_cell[b]:
                    made.clause([variable, inside[b]], exactly_one=False)
    starts = {root: own[root] for root, own in members.items()}
    for root, control in form.clues:
        made.clause([starts[root], made.complement(inside[root])])
        made.clause([starts[root]])
        _count_members(made, members[root], control)
    if not form.clues:
        for root, own in members.items():
            _count_if_root(made, root, own, form.size)
    _reached(made, form, inside, starts, form.size - 1)


def _count_members(made: Clauses, own: dict[int, int], control: int) -> None:
    """Require: the control cell holds the number of these variables that are true."""
    last = len(own)
    read = automaton(
        [*own, control], sorted({0, 1, *made.digits}), 0,
        lambda q, i, d: (q + d if d < 2 else None) if i < last else (q if d == q > 0 else None),
        say="the area has {} cells so far".format, key=("members", made.digits),
    )  # fmt: skip
    readings = [{1: variable, 0: made.complement(variable)} for variable in own.values()]
    readings.append({d: made.v(control, d) for d in made.digits})
    add_automaton(made, read, readings)


def _count_if_root(made: Clauses, root: int, own: dict[int, int], size: int) -> None:
    """Require: none or exactly `size` of these variables are true."""
    read = automaton(
        list(own), (0, 1), 0, lambda q, i, d: q + d if q + d <= size else None,
        lambda q: q in (0, size), say="the area has {} cells so far".format, key=("area", size),
    )  # fmt: skip
    readings = [{1: variable, 0: made.complement(variable)} for variable in own.values()]
    add_automaton(made, read, readings)


def _firsts(
    made: Clauses, cells: Sequence[int], inside: dict[int, int], sooner: Sequence[int]
) -> dict[int, int]:
    """Return for each cell a variable: it is the first cell in the piece, and none of the `sooner`
    ones is in it. Require that, if none of those is, some cell is the first."""
    first: dict[int, int] = {}
    before = none = 0
    if sooner:
        none = made.helper(f"{made.what}: none of {made.cell_name(sooner[0])}, … is in the piece")
        either = _any_of(made, [inside[cell] for cell in sooner], none)
        before = made.complement(none)
        made.defines([none], either)
    for cell in cells:
        name = f"{made.what}: {made.cell_name(cell)} is"
        if not before:
            first[cell] = before = inside[cell]
            continue
        first[cell] = made.helper(f"{name} the first cell of the piece")
        met = made.helper(f"{name} not before the first cell of the piece")
        made.clause([made.complement(met), before, first[cell]])
        made.clause([first[cell], made.complement(inside[cell])], exactly_one=False)
        made.clause([inside[cell], made.complement(met)], exactly_one=False)
        before = met
    made.clause([made.complement(none), *first.values()] if none else first.values())
    return first


def _any_of(made: Clauses, variables: Sequence[int], none: int) -> int:
    """Require exactly one of `none` and, for each variable, "it is the first true one"; return the
    index of the first clause."""
    start = len(made.members)
    ways = [made.helper(f"{made.what}: the piece touches the border, case {i}") for i, _ in
            enumerate(variables, 1)]  # fmt: skip
    made.clause([none, *ways])
    for i, variable in enumerate(variables):
        made.clause([ways[i], made.complement(variable)], exactly_one=False)
        made.clause([variable, *ways[i + 1 :], none], exactly_one=False)
    return start


def _has_parent(made: Clauses, child: int, parents: Sequence[int], name: str) -> None:
    """Require: if the child holds, one of the parents does; name: the meaning of the child."""
    if not parents:
        made.never([child])
        return
    ways = []
    for i, parent in enumerate(parents):
        way = made.helper(f"{name}, by way {i + 1}") if len(parents) > 1 else child
        made.clause([way, made.complement(parent)], exactly_one=False)
        for earlier in parents[:i]:
            made.clause([way, earlier], exactly_one=False)
        ways.append(way)
    if len(parents) > 1:
        made.clause([made.complement(child), *ways])


def _longest_way(made: Clauses, cells: Sequence[int]) -> int:
    """Return an upper bound for the length of a shortest path within these cells."""
    at = {made.layout.places.place(cell) for cell in cells}
    if not at:
        return -1
    top, left = min(r for r, _ in at), min(c for _, c in at)
    squares = sum(
        (r - top) % 2 == (c - left) % 2 == 0 and {(r, c + 1), (r + 1, c), (r + 1, c + 1)} <= at
        for r, c in at
    )
    return len(cells) - squares - 1


def count_exactly(
    made: Clauses, cells: Sequence[int], variables: Sequence[int], count: int
) -> None:
    """Require: exactly `count` of the variables, one per cell, are true."""
    form = automaton(
        cells,
        (0, 1),
        0,
        lambda q, i, d: q + d if q + d <= count <= q + d + len(cells) - 1 - i else None,
        say="{} cells are in".format,
    )
    readings = [{1: variable, 0: made.complement(variable)} for variable in variables]
    add_automaton(made, form, readings)


def add_parted(made: Clauses, form: Parted) -> None:
    """Require: each label occurs `size` times, on cells with different digits."""
    first = made.digits[0]
    full = form.size == len(made.digits)
    labels = range(first, first + form.count)
    held: dict[tuple[int, int], list[int]] = {(k, d): [] for k in labels for d in made.digits}
    for cell, tag in zip(form.cells, form.labels, strict=True):
        name = f"{made.what}: {made.cell_name(cell)}"
        both = {
            (k, d): made.helper(f"{name} holds {d} in region {k}")
            for k in labels
            for d in made.digits
        }
        for k in labels:
            own = [both[k, d] for d in made.digits]
            made.clause([made.complement(made.v(tag, k)), *own])
        for d in made.digits:
            own = [both[k, d] for k in labels]
            made.clause([made.complement(made.v(cell, d)), *own])
        for key, variable in both.items():
            held[key].append(variable)
    for variables in held.values():
        made.clause(variables, exactly_one=full)
    if not full:
        for k in labels:
            tags = [made.v(tag, k) for tag in form.labels]
            count_exactly(made, form.labels, tags, form.size)


def add_alike(made: Clauses, form: Alike) -> None:
    """Require: groups of cells, each with different digits, hold the same digits."""
    for d in made.digits:
        absent = made.helper(f"{made.what}: {d} is not among the digits")
        for group in form.groups:
            made.clause([absent, *(made.v(cell, d) for cell in group)])


def add_unequal(made: Clauses, form: Unequal) -> None:
    """Require: two lines differ somewhere; one place is the first where they do."""
    name = f"{made.what}: {made.cell_name(form.first[0])} and "
    name += f"{made.cell_name(form.second[0])}"
    differ: list[int] = []
    same = 0
    places = [(a, b) for a, b in zip(form.first, form.second, strict=True) if a != b]
    if not places:
        made.impossible(form.first[0])
        return
    for i, (a, b) in enumerate(places, 1):
        here = made.helper(f"{name} differ first at place {i}")
        goes_on = made.helper(f"{name} are equal up to place {i}")
        made.clause([made.complement(same), here, goes_on] if same else [here, goes_on])
        for way, word, other in ((here, "differ first", False), (goes_on, "are equal up to", True)):
            cases = [made.helper(f"{name} {word} at place {i}, with {d}") for d in made.digits]
            made.clause([made.complement(way), *cases])
            for d, case in zip(made.digits, cases, strict=True):
                theirs = made.v(b, d)
                made.clause([case, made.complement(made.v(a, d))], exactly_one=False)
                against = made.complement(theirs) if other else theirs
                made.clause([case, against], exactly_one=False)
        differ.append(here)
        same = goes_on
    made.never([same])
