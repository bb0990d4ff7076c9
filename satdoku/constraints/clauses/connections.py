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

from collections.abc import Mapping, Sequence

from ..forms import Alike, Areas, Automaton, Connected, Parted, Reader, Unequal, automaton
from ..geometry import joined_by
from .automata import add_automaton, of_two
from .builder import Clauses
from .writing import Variables


def add_connected(clauses: Clauses, form: Connected) -> None:
    """Require: the cells that hold one of the digits form one piece."""
    if not form.digits:
        if not form.must_touch:
            clauses.impossible(form.cells[0])
        return
    inside = {cell: clauses.is_in(cell, form.digits) for cell in form.cells}
    if form.size:
        count_exactly(clauses, form.cells, list(inside.values()), form.size)
    starts = _starts(clauses, form, inside, [])
    _reached(clauses, form, inside, starts, _most_steps(clauses, form))


def what_disconnects(clauses: Clauses, form: Connected, inside: Variables) -> list[int]:
    """Return variables of which none is true iff the cells inside form one piece, of any size.

    Without a requirement, the last distance is one like all others: what is still beyond it is
    never reached. (If the piece has the form's size, no way in it is longer.)
    """
    nowhere = []
    if not form.must_touch:
        nowhere.append(clauses.helper(f"{clauses.what}: no cell is in the piece"))
    before = _starts(clauses, form, inside, nowhere)
    beyond = _not_starts(clauses, form, inside, before)
    near = joined_by(form.edges, form.cells)
    for distance in range(1, _most_steps(clauses, form) + 1):
        before, beyond = _one_further(clauses, near, before, beyond, distance)
    return [*nowhere, *beyond.values()]


def _starts(
    clauses: Clauses, form: Connected, inside: Variables, nowhere: Sequence[int]
) -> Variables:
    """Return for each cell where the piece can begin a variable: it does. nowhere: a variable that
    is true if there is no piece, or none if there must be one."""
    # pieces at the border are joined outside, so they count as one piece that begins there
    starts = {cell: inside[cell] for cell in form.border}
    if not form.must_touch:
        starts |= _firsts(clauses, form, inside, nowhere)
    return starts


def _inner(form: Connected) -> list[int]:
    """Return the cells that are not at the border."""
    touching = frozenset(form.border)
    return [cell for cell in form.cells if cell not in touching]


def _most_steps(clauses: Clauses, form: Connected) -> int:
    """Return an upper bound for the distance of a cell of the piece from its start."""
    longest = _longest_way(clauses, _inner(form))
    if form.border:  # the first step leads from the border to an inner cell
        longest += 1
    return min(longest, form.size - 1) if form.size else longest


def _reached(
    clauses: Clauses,
    form: Connected | Areas,
    inside: Variables,
    starts: Variables,
    longest: int,
) -> None:
    """Require: each cell inside is at most `longest` steps from the nearest true start.

    starts: by cell; each start is inside.
    """
    before = starts
    beyond = _not_starts(clauses, form, inside, starts)
    if longest == 0:
        clauses.never(beyond.values())
        return
    near = joined_by(form.edges, form.cells)
    for distance in range(1, longest):
        before, beyond = _one_further(clauses, near, before, beyond, distance)
    for cell, last in beyond.items():  # what is no nearer has the last distance
        parents = [before[other] for other in near[cell] if other in before]
        _has_parent(clauses, last, parents, f"{_at(clauses, cell)} {longest} from the first cell")


def _at(clauses: Clauses, cell: int) -> str:
    """Return how the names of a cell's distances begin."""
    return f"{clauses.what}: {clauses.cell_name(cell)} is"


def _one_further(
    clauses: Clauses,
    near: Mapping[int, Sequence[int]],
    before: Variables,
    beyond: Variables,
    distance: int,
) -> tuple[Variables, Variables]:
    """Return for each cell two variables: it is at this distance from the nearest start; it is
    inside, but further away, or never reached.

    near: the neighbours of each cell. before: "it is one step nearer". beyond: "it is inside, and
    no nearer than this distance".
    """
    # layers of distances, not edges of a tree: a tree could be chosen in many ways, and each choice
    # would be another completion
    here = {}
    after = {}
    for cell, further in beyond.items():
        name = _at(clauses, cell)
        here[cell] = clauses.helper(f"{name} {distance} from the first cell")
        after[cell] = clauses.helper(f"{name} more than {distance} from the first cell")
        clauses.cases(further, (here[cell], after[cell]))
    for cell, own in here.items():
        parents = [before[other] for other in near[cell] if other in before]
        _has_parent(clauses, own, parents, f"{_at(clauses, cell)} {distance} from the first cell")
        # a cell next to a parent is at this distance, so it cannot be further
        for parent in parents:
            clauses.at_most_one((parent, after[cell]))
    return here, after


def _not_starts(
    clauses: Clauses, form: Connected | Areas, inside: Variables, starts: Variables
) -> Variables:
    """Return for each cell a variable: it is inside, but no start."""
    found = {}
    for cell in form.cells:
        own = inside[cell]
        if cell not in starts:
            found[cell] = own
        elif starts[cell] != own:
            name = f"{clauses.what}: {clauses.cell_name(cell)} is in a piece that begins elsewhere"
            found[cell] = clauses.helper(name)
            clauses.cases(own, (starts[cell], found[cell]))
    return found


def add_areas(clauses: Clauses, form: Areas) -> None:
    """Require: the cells that hold one of the digits form areas of known sizes.

    An area has a root: its clue, or else its first cell. For each root and each cell near enough,
    an auxiliary variable says that the cell is in the root's area; neighbours are in one area, and
    each cell has a path to a root. So an area has one root, and its variables are counted.
    """
    inside = {cell: clauses.is_in(cell, form.digits) for cell in form.cells}
    members = _members(clauses, form)
    of_cell: dict[int, Variables] = {cell: {} for cell in form.cells}  # cell → root → variable
    for root, own in members.items():
        for cell, variable in own.items():
            of_cell[cell][root] = variable
    for cell, some in of_cell.items():
        clauses.cases(inside[cell], some.values())
    for a, b in form.edges:
        _in_one_area(clauses, of_cell[a], of_cell[b], inside[b])
        _in_one_area(clauses, of_cell[b], of_cell[a], inside[a])
    # a root is in its own area iff it is the root of one
    starts = {root: own[root] for root, own in members.items()}
    for root, control in form.clues:
        clauses.clause([starts[root], clauses.complement(inside[root])])
        clauses.clause([starts[root]])
        _count_members(clauses, members[root], control)
    if not form.clues:
        for own in members.values():
            _count_if_root(clauses, own, form.size)
    _reached(clauses, form, inside, starts, form.size - 1)


def _members(clauses: Clauses, form: Areas) -> dict[int, Variables]:
    """Return root → cell → a variable "it is in the root's area", for cells that are near enough.

    Without clues any cell can be a root, and as the first of its area it reaches later cells only.
    """
    near = joined_by(form.edges, form.cells)
    order = {cell: i for i, cell in enumerate(form.cells)}
    roots = [root for root, _ in form.clues] or form.cells
    members: dict[int, Variables] = {}
    for root in roots:
        steps = {root: 0}
        pending = [root]
        for cell in pending:  # the loop appends to it
            if steps[cell] >= form.size - 1:
                continue
            for other in near[cell]:
                if other not in steps and (form.clues or order[other] > order[root]):
                    steps[other] = steps[cell] + 1
                    pending.append(other)
        members[root] = {}
        area = f"is in the area of {clauses.cell_name(root)}"
        for cell in steps:
            name = f"{clauses.what}: {clauses.cell_name(cell)} {area}"
            members[root][cell] = clauses.helper(name)
    return members


def _in_one_area(clauses: Clauses, own: Variables, others: Variables, inside: int) -> None:
    """Require: the neighbour of a cell in some area is in the same one, or in none. own, others:
    root → variable, of the cell and of the neighbour. inside: whether the neighbour is in one."""
    for root, variable in own.items():
        rest = [other for r, other in others.items() if r != root]
        if rest:
            clauses.at_most_one([variable, *rest])
        # the neighbour is too far from the root to be in its area
        if root not in others:
            clauses.at_most_one((variable, inside))


def _count_members(clauses: Clauses, own: Variables, control: int) -> None:
    """Require: the control cell holds the number of these variables that are true."""
    digits = clauses.digits
    last = len(own)

    def step(count: int, i: int, d: int) -> int | None:
        if i < last:
            return count + d if d < 2 else None
        return count if d == count > 0 else None

    reader = Reader(0, step, say="the area has {} cells so far".format)
    read = automaton([*own, control], sorted({0, 1, *digits}), reader, ("members", digits))
    readings = of_two(clauses, own.values())
    readings.append({d: clauses.v(control, d) for d in digits})
    add_automaton(clauses, read, readings)


def _count_if_root(clauses: Clauses, own: Variables, size: int) -> None:
    """Require: none or exactly `size` of these variables are true."""

    def step(count: int, i: int, d: int) -> int | None:
        now = count + d
        return now if now <= size else None

    say = "the area has {} cells so far".format
    reader = Reader(0, step, accept=lambda count: count in (0, size), say=say)
    read = automaton(list(own), (0, 1), reader, key=("area", size))
    add_automaton(clauses, read, of_two(clauses, own.values()))


def _firsts(
    clauses: Clauses, form: Connected, inside: Variables, nowhere: Sequence[int]
) -> Variables:
    """Return for each inner cell a variable: it is the first cell in the piece, and none at the
    border is in it. Require that, if none of those is, some cell is the first, or `nowhere`."""
    first = {}
    sooner = form.border
    before = 0  # the variable "the piece begins before this cell", 0: it cannot
    none = 0
    if sooner:
        start = clauses.cell_name(sooner[0])
        none = clauses.helper(f"{clauses.what}: none of {start}, … is in the piece")
        either = _any_of(clauses, [inside[cell] for cell in sooner], none)
        before = clauses.complement(none)
        clauses.defines([none], either)
    for cell in _inner(form):
        own = inside[cell]
        if not before:
            first[cell] = own
            before = own
            continue
        name = f"{clauses.what}: {clauses.cell_name(cell)} is"
        # the order of the cells decides which is the first, so the board decides these variables
        begins = clauses.helper(f"{name} the first cell of the piece")
        met = clauses.helper(f"{name} not before the first cell of the piece")
        clauses.cases(met, (before, begins))
        clauses.implies(begins, own)
        clauses.implies(own, met)
        first[cell] = begins
        before = met
    begins_somewhere = [*first.values(), *nowhere]
    if none:
        clauses.cases(none, begins_somewhere)
    else:
        clauses.clause(begins_somewhere)
    return first


def _any_of(clauses: Clauses, variables: Sequence[int], none: int) -> int:
    """Require exactly one of `none` and, for each variable, "it is the first true one"; return the
    index of the first clause."""
    start = clauses.written
    case = f"{clauses.what}: the piece touches the border, case "
    ways = [clauses.helper(f"{case}{i}") for i, _ in enumerate(variables, 1)]
    clauses.clause([none, *ways])
    for i, variable in enumerate(variables):
        clauses.implies(ways[i], variable)
        clauses.at_most_one([variable, *ways[i + 1 :], none])
    return start


def _has_parent(clauses: Clauses, child: int, parents: Sequence[int], name: str) -> None:
    """Require: if the child holds, one of the parents does; name: the meaning of the child.

    By "way i" its parent is the i-th, and none before it could be: so one way is true.
    """
    if not parents:
        clauses.never([child])
        return
    if len(parents) == 1:
        clauses.implies(child, parents[0])
        return
    ways = []
    for i, parent in enumerate(parents):
        way = clauses.helper(f"{name}, by way {i + 1}")
        clauses.implies(way, parent)
        for earlier in parents[:i]:
            clauses.at_most_one((way, earlier))
        ways.append(way)
    clauses.cases(child, ways)


def _longest_way(clauses: Clauses, cells: Sequence[int]) -> int:
    """Return an upper bound for the length of a shortest path within these cells."""
    at = {clauses.layout.places.place(cell) for cell in cells}
    if not at:
        return -1
    top = min(r for r, _ in at)
    left = min(c for _, c in at)
    # a shortest path that enters all four cells of a square could be cut short
    squares = 0  # disjoint ones: each leaves one of its cells out of the path
    for r, c in at:
        begins = (r - top) % 2 == (c - left) % 2 == 0
        if begins and {(r, c + 1), (r + 1, c), (r + 1, c + 1)} <= at:
            squares += 1
    return len(cells) - squares - 1


def count_exactly(
    clauses: Clauses, cells: Sequence[int], variables: Sequence[int], count: int
) -> None:
    """Require: exactly `count` of the variables, one per cell, are true."""
    add_automaton(clauses, number_read(cells, count), of_two(clauses, variables))


def number_read(cells: Sequence[int], count: int) -> Automaton:
    """Return the automaton that reads 0 or 1 for each cell, and accepts exactly `count` 1s."""
    last = len(cells) - 1

    def step(so_far: int, i: int, d: int) -> int | None:
        now = so_far + d
        # the bound on both sides takes the place of `accept`: after the last cell, only the count
        # itself is left
        return now if now <= count <= now + last - i else None

    return automaton(cells, (0, 1), Reader(0, step, say="{} cells are in".format))


def add_parted(clauses: Clauses, form: Parted) -> None:
    """Require: each label occurs `size` times, on cells with different digits."""
    digits = clauses.digits
    # a region with as many cells as there are digits holds each digit, which counts its cells, too
    full = form.size == len(digits)
    labels = range(digits[0], digits[0] + form.count)
    held: dict[tuple[int, int], list[int]] = {(k, d): [] for k in labels for d in digits}
    for cell, tag in zip(form.cells, form.labels, strict=True):
        name = f"{clauses.what}: {clauses.cell_name(cell)}"
        both = {}
        for k, d in held:
            both[k, d] = clauses.helper(f"{name} holds {d} in region {k}")
        for k in labels:
            clauses.cases(clauses.v(tag, k), [both[k, d] for d in digits])
        for d in digits:
            clauses.cases(clauses.v(cell, d), [both[k, d] for k in labels])
        for key, variable in both.items():
            held[key].append(variable)
    for variables in held.values():
        clauses.clause(variables, exactly_one=full)
    if full:
        return
    for k in labels:
        tags = [clauses.v(tag, k) for tag in form.labels]
        count_exactly(clauses, form.labels, tags, form.size)


def add_alike(clauses: Clauses, form: Alike) -> None:
    """Require: groups of cells, each with different digits, hold the same digits."""
    for d in clauses.digits:
        absent = clauses.helper(f"{clauses.what}: {d} is not among the digits")
        for group in form.groups:
            clauses.clause([absent, *[clauses.v(cell, d) for cell in group]])


def add_unequal(clauses: Clauses, form: Unequal) -> None:
    """Require: two lines differ somewhere; one place is the first where they do."""
    places = [(a, b) for a, b in zip(form.first, form.second, strict=True) if a != b]
    if not places:
        clauses.impossible(form.first[0])
        return
    first = clauses.cell_name(form.first[0])
    second = clauses.cell_name(form.second[0])
    name = f"{clauses.what}: {first} and {second}"
    same = 0  # the variable "they are equal so far", 0 at the start
    for i, (a, b) in enumerate(places, 1):
        here = clauses.helper(f"{name} differ first at place {i}")
        goes_on = clauses.helper(f"{name} are equal up to place {i}")
        if same:
            clauses.cases(same, (here, goes_on))
        else:
            clauses.clause((here, goes_on))
        cases = _cases_of_digits(clauses, here, f"{name} differ first at place {i}, with")
        for d, case in cases.items():
            clauses.implies(case, clauses.v(a, d))
            clauses.at_most_one((case, clauses.v(b, d)))
        cases = _cases_of_digits(clauses, goes_on, f"{name} are equal up to at place {i}, with")
        for d, case in cases.items():
            clauses.implies(case, clauses.v(a, d))
            clauses.implies(case, clauses.v(b, d))
        same = goes_on
    clauses.never([same])


def _cases_of_digits(clauses: Clauses, way: int, name: str) -> Variables:
    """Return the cases of a variable: digit → "it is true, with this digit"."""
    cases = {d: clauses.helper(f"{name} {d}") for d in clauses.digits}
    clauses.cases(way, cases.values())
    return cases
