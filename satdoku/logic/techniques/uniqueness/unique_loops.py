"""Unique rectangles and loops: cells whose two digits could be exchanged.

A loop is a closed walk of at least four cells that all hold digits a and b; consecutive steps go
through regions of different types, and each region touched has one cell at an even and one at an
odd place. If the cells held nothing else, a and b could be exchanged, and there would be two
solutions. So one of the other candidates (extras) is true. This assumes that the puzzle is proper.
A loop of four cells is a unique rectangle; it is incomplete if some cell has lost a or b.

- Type 1: one cell has extras: it loses a and b.
- Type 2: the extras are one digit: every cell that sees all cells with extras loses it. (Of a
  rectangle, if the cells with extras are not the two of a side: type 5.)
- Type 3: two cells with extras in a region count as one cell with these digits, in a naked or
  hidden set of the region.
- Type 4: two cells with extras in a region where a has no other place: they lose b.
- Type 6: two opposite corners of a rectangle have extras, and a is an X-wing in it: they lose a.
- Hidden: a has only places of the rectangle in the row and the column of a corner whose opposite
  has no extras, or in a side from another corner with extras to the floor: the corner loses b.

The search takes the lowest rating, then the lowest type, then the first found; type 6 and hidden
rectangles are only listed.

Sources: Sudoku Explainer (types 1 to 4, their order and ratings); Sudopedia, "Uniqueness Test",
"Hidden Unique Rectangle", "Unique Loop".

Lesson: unique rectangle

    Four cells in two rows, two columns and two boxes have candidates a and b. Any of the types 1 to
    6, or a hidden rectangle.

    Why: If two digits alone were in the four cells, they could change places in any solution and
    touch nothing else: there would be a second one. So something else is true in one of them.

Lesson: incomplete rectangle, incomplete unique rectangle type 1, incomplete unique rectangle type
    2, incomplete unique rectangle type 3, incomplete unique rectangle type 4, incomplete unique
    rectangle type 5, incomplete unique rectangle type 6, incomplete hidden rectangle

    A unique rectangle some of whose cells have lost one of the two digits. It is used as if the
    digit were still there.

    Why: Were all four cells of these two digits, they could change places in the solution, whatever
    was deduced about them before.

Lesson: unique rectangle type 1

    Four cells in two rows, two columns and two boxes have candidates a and b. Three hold nothing
    else. The fourth loses a and b.

    Why: If two digits alone were in the four cells, they could change places in any solution and
    touch nothing else: there would be a second one. So the fourth holds another digit.

Lesson: unique rectangle type 2, unique rectangle type 5

    Four cells in two rows, two columns and two boxes have candidates a and b. Those that hold more
    have one and the same digit c besides: two of a side (type 2), two opposite or three (type 5).
    What sees all these loses c.

    Why: If two digits alone were in the four cells, they could change places in any solution and
    touch nothing else: there would be a second one. So one of them holds c.

Lesson: unique rectangle type 3

    Four cells in two rows, two columns and two boxes have candidates a and b. Two of a side hold
    more; their other digits make a naked subset with cells of a house of that side. Its digits are
    removed from the rest of that house.

    Why: If two digits alone were in the four cells, they could change places in any solution and
    touch nothing else: there would be a second one. So one of the two holds another digit: together
    they act as one cell of these digits, and Cover(k) does the rest.

Lesson: unique rectangle type 4

    Four cells in two rows, two columns and two boxes have candidates a and b. Two of a side hold
    more, and a has only these two places in a house of that side. They lose b.

    Why: If two digits alone were in the four cells, they could change places in any solution and
    touch nothing else: there would be a second one. One of the two holds a; with b in the other the
    four would hold a and b alone.

Lesson: unique rectangle type 6

    Four cells in two rows, two columns and two boxes have candidates a and b. Two opposite ones
    hold more, and a has only places in the four cells in both rows (or both columns). The two lose
    a.

    Why: If two digits alone were in the four cells, they could change places in any solution and
    touch nothing else: there would be a second one. With a in one of the two, a is in both, being
    an X-wing, and b in the others.

Lesson: hidden rectangle

    Four cells in two rows, two columns and two boxes have candidates a and b. One holds nothing
    else; a has only places in the four cells in the row and the column of the opposite corner. That
    corner is not b.

    Why: If two digits alone were in the four cells, they could change places in any solution and
    touch nothing else: there would be a second one. With b in that corner, a would be beside it in
    both lines, and b in the first.

Lesson: unique loop

    A loop of six or more cells that have a and b, each house holding none of them or two
    neighbours. As with rectangles: a single cell with others loses a and b, a common third digit is
    in one of the cells that have it, two cells with others may make a naked subset or lose b where
    a has only them in a house.

    Why: If a and b alone were in the loop, they could change places all around.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....kernels.explainer.nests import forget, give, keep
from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import fill, lowest_bit, ones, popcount
from ....kernels.logic.found import ALL, RATED, RATING, base, begin, cover, prove, reported
from ....kernels.logic.grid import (
    COLUMN,
    ROW,
    Grid,
    choices,
    deny_digits,
    holds_cell,
    is_worth,
    region_clause,
    see,
    update_grid,
)
from ....kernels.logic.search import StepSearch
from ....phrases import joined, phrase
from ...catalog.row import ScaleRow, TechniqueForm
from ...step_text.sentences import either
from ...view import View, bits_of

if TYPE_CHECKING:
    from ...steps import LogicStep

#: How: which loops are listed. The search takes rectangles and loops together.
LOOPS, RECTANGLES, INCOMPLETE = range(3)
#: Types, as the search ranks them; plus TYPES, the second way to find one.
ONE, SAME, SUBSET, STRONG, WING, HIDDEN = 1, 2, 3, 4, 6, 7
TYPES = 8
HIDDEN_SUBSET, SIDE = SUBSET + TYPES, HIDDEN + TYPES

FINDER = f"{__name__}:find_loop"
ROWS = (
    ScaleRow("unique rectangle", 4.5, FINDER, RECTANGLES, "unique",
         aliases=("uniqueness test", "UR"), asked=True, in_se=False),
    ScaleRow("unique loop", 4.5, FINDER, LOOPS, "unique", asked=True),
    ScaleRow("incomplete rectangle", 4.5, FINDER, INCOMPLETE, "unique",
         aliases=("incomplete unique rectangle",), asked=True, in_se=False),
)  # fmt: skip
FORMS = (
    *(TechniqueForm(f"unique rectangle type {t}", "unique rectangle", 4.5 + t // 6 / 10,
           (f"uniqueness test {t}", f"uniqueness {t}", f"UR type {t}"))
      for t in range(1, 7)),
    TechniqueForm("hidden rectangle", "unique rectangle", 4.7, ("hidden unique rectangle",)),
    *(TechniqueForm(f"incomplete unique rectangle type {t}", "incomplete rectangle",
        4.5 + t // 6 / 10,
           (f"incomplete rectangle type {t}",), joint=True)
      for t in range(1, 7)),
    TechniqueForm("incomplete hidden rectangle", "incomplete rectangle", 4.7, joint=True),
)  # fmt: skip


@kernel
def find_loop(search: StepSearch, mode: int) -> bool:
    """Find the best step of all loops, or list those of the loops that `mode` selects."""
    update_grid(search)
    grid = search.grid
    walk = search.walk
    fill(walk.on, 0, grid.cells, 0)
    fill(walk.touched, 0, 2 * len(grid.full), 0)
    if not search.listing[ALL]:
        forget(search)
        for cell in range(grid.cells):
            if popcount(grid.left[cell]) == 2:
                walk_from(search, cell, grid.left[cell], LOOPS)
        return give(search)
    for second in range(grid.size):
        for first in range(second):
            pair = 1 << first | 1 << second
            for cell in range(grid.cells):
                if may_hold(search, cell, pair, mode) and walk_from(search, cell, pair, mode):
                    return True
    return False


def may_hold(search: StepSearch, cell: int, pair: int, mode: int) -> bool:
    """Return whether a cell has the digits of a loop: both, or, if incomplete, one."""
    held = search.grid.left[cell] & pair
    return bool(held == pair or (mode == INCOMPLETE and held))


def spots_of(grid: Grid, region: int, pair: int, mode: int) -> int:
    """Return the places of a region whose cells have the digits of a loop (see `may_hold`)."""
    at = region * grid.size
    low = lowest_bit(pair)
    one = grid.spots[at + low]
    other = grid.spots[at + lowest_bit(pair ^ 1 << low)]
    return int(one | other if mode == INCOMPLETE else one & other)


# Idea: the walk goes from cell to cell through regions, each step through a region of another type
# than the one before, and stops being extended once it cannot become a loop that gives a step.
#
# Invariant: `Walk.touched` counts, for each region and parity of the place in the walk, the cells
# of the walk in it. A cell may be entered only if none of its regions has a cell of its parity, so
# at the end it is enough to compare the two counts of each region. `tried` is where the search goes
# on at a depth: region and place in one number.
#
# The limits on cells with extras are what keeps the walk short: a loop with more of them can only
# be of type 2, whose extras are one digit.
def walk_from(search: StepSearch, start: int, pair: int, mode: int) -> bool:
    """Try all loops from a cell, depth first; return whether to stop.

    At most two cells of a longer loop may have extras (`spare`), or any number if the extras are a
    single digit: other loops give no step. A list takes each loop once: from its first cell, in
    the direction of the lower neighbour.
    """
    grid = search.grid
    walk = search.walk
    every = search.listing[ALL]
    longest = len(walk.cells)
    spare = 2
    if mode != LOOPS:
        longest = 4
        spare = 4
    extras = grid.left[start] & ~pair
    if extras:
        spare -= 1
    enter(search, start, depth=-1, t=-1, extras=extras, spare=spare)
    depth = 0
    while depth >= 0:
        cell = walk.cells[depth]
        at = walk.tried[depth]
        if at >= len(grid.regions_of[cell]) * grid.size:
            walk.on[cell] = 0
            touch(search, cell, depth & 1, -1)
            depth -= 1
            continue
        region = grid.regions_of[cell][at // grid.size]
        place = at % grid.size
        t = grid.types[region]
        spots = spots_of(grid, region, pair, mode) >> place
        if t == walk.came[depth] or not spots:
            walk.tried[depth] += grid.size - place
            continue
        place += lowest_bit(spots)
        walk.tried[depth] = at - at % grid.size + place + 1
        other = grid.region_cells[region][place]
        if other == cell:
            continue
        if other == start and depth >= 3:
            if is_wanted(search, depth, mode) and judge(search, depth + 1, pair, mode):
                return True
            continue
        if depth + 1 == longest or not is_free(search, other, (depth + 1) & 1):
            continue
        if every and other < start:
            continue
        extras = walk.extras[depth]
        spare = walk.spare[depth]
        if grid.left[other] & ~pair:
            extras |= grid.left[other] & ~pair
            if popcount(extras) != 1 and spare <= 0:
                continue
            spare -= 1
        enter(search, other, depth, t, extras=extras, spare=spare)
        depth += 1
    return False


def enter(search: StepSearch, cell: int, depth: int, t: int, extras: int, spare: int) -> None:
    """Extend the walk to a cell."""
    walk = search.walk
    walk.cells[depth + 1] = cell
    walk.tried[depth + 1] = 0
    walk.came[depth + 1] = t
    walk.extras[depth + 1] = extras
    walk.spare[depth + 1] = spare
    walk.on[cell] = 1
    touch(search, cell, (depth + 1) & 1, 1)


def touch(search: StepSearch, cell: int, parity: int, change: int) -> None:
    """Count the cell in its regions (change = 1), or stop counting it (change = -1)."""
    for region in search.grid.regions_of[cell]:
        search.walk.touched[2 * region + parity] += change


def is_free(search: StepSearch, cell: int, parity: int) -> bool:
    """Return whether the walk may enter the cell: none of its regions has a cell of this parity
    yet."""
    walk = search.walk
    return not walk.on[cell] and not any(
        walk.touched[2 * region + parity] for region in search.grid.regions_of[cell]
    )


def is_wanted(search: StepSearch, depth: int, mode: int) -> bool:
    """Return whether the walk is a loop, and, in a list, taken in this direction and by this
    mode."""
    walk = search.walk
    if search.listing[ALL]:
        if walk.cells[1] > walk.cells[depth]:
            return False
        if mode == LOOPS and depth == 3:
            return False
    return is_closed(search)


def is_closed(search: StepSearch) -> bool:
    """Return whether every region touched has one cell of each parity."""
    touched = search.walk.touched
    return all(touched[2 * k] == touched[2 * k + 1] for k in range(len(search.grid.full)))


def judge(search: StepSearch, length: int, pair: int, mode: int) -> bool:
    """Offer all steps of the loop of this length; return whether to stop."""
    grid = search.grid
    walk = search.walk
    every = search.listing[ALL]
    extras = 0
    count = 0
    lacking = 0
    first = -1
    second = -1
    for k in range(length):
        cell = walk.cells[k]
        lacking |= pair & ~grid.left[cell]
        if grid.left[cell] & ~pair:
            extras |= grid.left[cell] & ~pair
            count += 1
            if count == 1:
                first = cell
            else:
                second = cell
    if mode == INCOMPLETE and not lacking:
        return False
    if count == 1:
        begin_loop(search, ONE, length, pair, 0)
        deny_digits(search, first, pair)
        if offer(search):
            return True
    if count > 1 and popcount(extras) == 1:
        begin_loop(search, SAME, length, pair, 0)
        for cell in range(grid.cells):
            if grid.left[cell] & extras and sees_all(search, cell, length, pair):
                deny_digits(search, cell, extras)
        if offer(search):
            return True
    if count == 2:
        for region in grid.regions_of[first]:
            if holds_cell(grid, region, second):
                if popcount(extras) > 1 or every:
                    if judge_naked(
                        search, length, pair, extras, region, first=first, second=second
                    ):
                        return True
                    if judge_hidden(
                        search, length, pair, extras, region, first=first, second=second
                    ):
                        return True
                if judge_strong(search, length, pair, region, first=first, second=second):
                    return True
    return bool(every and mode != LOOPS and count > 1 and judge_corners(search, pair, count))


def begin_loop(search: StepSearch, kind: int, length: int, pair: int, more: int) -> None:
    """Begin a step of this loop, with type, length and digits as its proof; more: what is added to
    the rating besides the length, in tenths."""
    begin(search.found)
    for k in range(length):
        base(search.found, search.grid.cell_clause[search.walk.cells[k]])
    longer = 5 if length >= 10 else (length - 4) // 2
    search.found.numbers[RATING] = search.found.numbers[RATED] + longer + more
    prove(search.found, kind)
    prove(search.found, length)
    prove(search.found, pair)


def offer(search: StepSearch) -> bool:
    """If the step removes a candidate, list it, or keep it if it is better than the one kept;
    return whether to stop."""
    if not is_worth(search):
        return False
    if search.listing[ALL]:
        return reported(search)
    keep(search, search.found.numbers[RATING] * TYPES + search.found.proof[0] % TYPES)
    return False


def sees_all(search: StepSearch, cell: int, length: int, pair: int) -> bool:
    """Return whether the cell sees all cells of the loop that have extras."""
    grid = search.grid
    return all(
        not grid.left[other] & ~pair or see(grid, other, cell)
        for other in search.walk.cells[:length]
    )


def most_cells(search: StepSearch, region: int) -> int:
    """Return the maximum size of a subset; larger ones have a counterpart of this size."""
    half = search.grid.open_cells[region] // 2
    return int(half if search.listing[ALL] else min(7, half))


# The two cells with extras count as one cell that holds the extras, so k - 1 further cells with k
# digits together make a subset of size k. Larger ones have a hidden counterpart in the same region,
# so the size stops at half of the open cells.
def judge_naked(
    search: StepSearch, length: int, pair: int, extras: int, region: int, first: int, second: int
) -> bool:
    """Type 3: with other cells, the extras make a naked set of the region."""
    grid = search.grid
    cells = grid.region_cells[region]
    fewest = 1 if search.listing[ALL] else 2
    for degree in range(max(2, popcount(extras)), most_cells(search, region) + 1):
        for chosen in choices(degree - 1, len(cells)):
            union = extras
            able = True
            for place in ones(chosen):
                cell = cells[place]
                able &= cell not in (first, second) and popcount(grid.left[cell]) >= fewest
                union |= grid.left[cell]
            if able and popcount(union) == degree:
                begin_loop(search, SUBSET, length, pair, degree - 1)
                prove(search.found, grid.region_clause[region * grid.size])
                prove(search.found, extras)
                for place in range(len(cells)):
                    cell = cells[place]
                    if chosen >> place & 1:
                        base(search.found, grid.cell_clause[cell])
                    elif cell not in (first, second):
                        deny_digits(search, cell, union)
                if offer(search):
                    return True
    return False


def judge_hidden(
    search: StepSearch, length: int, pair: int, extras: int, region: int, first: int, second: int
) -> bool:
    """Type 3: a and b with other digits make a hidden set of the region, in which the two cells
    count as one."""
    grid = search.grid
    size = grid.size
    cells = grid.region_cells[region]
    if not grid.full[region]:
        return False
    both = 0
    for place in range(len(cells)):
        if cells[place] == first or cells[place] == second:
            both |= 1 << place
    for degree in range(2, most_cells(search, region) + 1):
        for chosen in choices(degree, size):
            if chosen & pair == pair and not chosen & extras:
                union = 0
                able = True
                for d in ones(chosen):
                    spots = grid.spots[region * size + d]
                    able &= spots != 0
                    union |= spots
                if able and popcount(union & ~both) == degree - 1:
                    begin_loop(search, HIDDEN_SUBSET, length, pair, degree - 2)
                    prove(search.found, grid.region_clause[region * size])
                    prove(search.found, chosen)
                    for place in ones(union & ~both):
                        deny_digits(search, cells[place], ~chosen)
                        base(search.found, grid.cell_clause[cells[place]])
                    if offer(search):
                        return True
    return False


def has_only_these(search: StepSearch, region: int, d: int) -> bool:
    """Return whether the region holds the digit, and its places are the cells of the loop in it."""
    grid = search.grid
    spots = grid.spots[region * grid.size + d]
    cells = grid.region_cells[region]
    return bool(grid.full[region]) and all(
        spots >> place & 1 == search.walk.on[cells[place]] for place in range(len(cells))
    )


def judge_strong(
    search: StepSearch, length: int, pair: int, region: int, first: int, second: int
) -> bool:
    """Type 4: one of the two digits has no other place in the region than the two cells, which lose
    the other digit."""
    grid = search.grid
    for d in ones(pair):
        if has_only_these(search, region, d):
            begin_loop(search, STRONG, length, pair, 0)
            cover(search.found, region_clause(grid, region, d))
            deny_digits(search, first, pair & ~(1 << d))
            deny_digits(search, second, pair & ~(1 << d))
            if offer(search):
                return True
    return False


# These forms need a rectangle, and one digit that is strong in a line of it. They are only listed:
# Sudoku Explainer does not know them, and the search keeps to its order of steps.
def judge_corners(search: StepSearch, pair: int, count: int) -> bool:
    """List type 6 and hidden rectangles, by corner and digit; count: the cells with extras."""
    grid = search.grid
    walk = search.walk
    found = search.found
    for corner in range(4):
        cell = walk.cells[corner]
        across = walk.cells[(corner + 2) % 4]
        is_floor = grid.left[across] & ~pair == 0
        for d in ones(pair):
            for t in range(COLUMN, ROW + 1):
                one = line_of(search, cell, t)
                two = line_of(search, across, t)
                if is_floor or corner > 1 or count > 2:
                    continue
                if not grid.left[cell] & ~pair:
                    continue
                if has_only_these(search, one, d) and has_only_these(search, two, d):
                    begin_loop(search, WING, 4, pair, 1)
                    cover(found, region_clause(grid, one, d))
                    cover(found, region_clause(grid, two, d))
                    deny_digits(search, cell, 1 << d)
                    deny_digits(search, across, 1 << d)
                    if offer(search):
                        return True
            one = line_of(search, cell, COLUMN)
            two = line_of(search, cell, ROW)
            are_strong = has_only_these(search, one, d) and has_only_these(search, two, d)
            if is_floor and count < 4 and are_strong:
                begin_loop(search, HIDDEN, 4, pair, 2)
                cover(found, region_clause(grid, one, d))
                cover(found, region_clause(grid, two, d))
                deny_digits(search, cell, pair & ~(1 << d))
                if offer(search):
                    return True
            if count > 2 or not is_floor or not grid.left[cell] & ~pair:
                continue
            for k in range(corner + 1, corner + 4, 2):  # the other corner with extras
                beside = walk.cells[k % 4]
                if not grid.left[beside] & ~pair:
                    continue
                for region in grid.regions_of[across]:
                    if holds_cell(grid, region, beside) and has_only_these(search, region, d):
                        begin_loop(search, SIDE, 4, pair, 2)
                        cover(found, region_clause(grid, region, d))
                        deny_digits(search, cell, pair & ~(1 << d))
                        if offer(search):
                            return True
    return False


def line_of(search: StepSearch, cell: int, t: int) -> int:
    """Return the region of this type that contains the cell."""
    for region in search.grid.regions_of[cell]:
        if search.grid.types[region] == t:
            return int(region)
    return 0


def tell(view: View, step: LogicStep, proof: tuple[int, ...]) -> LogicStep:
    """Return the step with its type and reason."""
    kind, length = proof[:2]
    pair = proof[2] << 1
    every = [view.cell_of(clause) for clause in step.bases]
    cells = every[:length]
    whole = bits_of(cells)
    roof = [cell for cell in cells if view.left[cell] & ~pair]
    top = bits_of(roof)
    floor = whole & ~top
    held = [view.with_candidates(top)]
    if floor:
        held.append(view.only(floor, pair))
    if kind == ONE:
        were = "if {cells} were {digits}"
        why: str = phrase(were, cells=view.one_by_one(top), digits=view.either(pair))
    elif kind == SAME:
        third = view.left[roof[0]] & ~pair
        none = "if none of {cells} were {digits}"
        why = phrase(none, cells=view.one_by_one(top), digits=view.symbols(third))
    elif kind in (SUBSET, HIDDEN_SUBSET):
        why = _why_subset(view, proof, top, bits_of(every[length:]))
    else:
        why = _why_strong(view, step, proof, top)
    number = kind % TYPES
    if kind == SAME and not _are_of_side(cells, roof):
        number = 5
    name = "unique loop"
    if length == 4:
        name = "hidden rectangle" if number == HIDDEN else f"unique rectangle type {number}"
        if any(pair & ~view.left[cell] for cell in cells):
            name = f"incomplete {name}"
    reason = phrase(
        "{held}: {reason}, {digits} could change places in {cells}, and the puzzle would have two "
        "solutions; it has one",
        held=joined(held),
        reason=why,
        digits=view.symbols(pair),
        cells=view.one_by_one(whole),
    )
    roles = (("floor", view.held(whole, pair)), ("roof", view.held(top, ~pair)))
    return replace(step, name=name, reason=reason, roles=roles)


def _are_of_side(cells: list[int], roof: list[int]) -> bool:
    """Return whether the cells with extras are two neighbours around the loop."""
    if len(roof) != 2:
        return False
    return (cells.index(roof[0]) - cells.index(roof[1])) % 2 == 1


def _why_subset(view: View, proof: tuple[int, ...], top: int, rest: int) -> str:
    """Return the reason of type 3. top: the cells with extras; rest: the other cells of the
    subset."""
    kind = proof[0]
    house = view.theory.clauses[proof[3]].house
    digits = proof[4] << 1
    roof = view.one_by_one(top)
    if kind == HIDDEN_SUBSET:
        return phrase(
            "one of {roof} holds another digit, and in {house}, {digits} can only go in {cells}, "
            "so these hold no other digits, but for that one; otherwise",
            roof=roof,
            house=house,
            digits=view.symbols(digits),
            cells=view.one_by_one(top | rest),
        )
    held = view.either(digits)
    if rest:
        return phrase(
            "one of {roof} holds {digits}, which makes a naked subset with {cells} in {house}; "
            "otherwise",
            roof=roof,
            digits=held,
            cells=view.with_candidates(rest),
            house=house,
        )
    nowhere = "one of {roof} holds {digits}, so it is nowhere else in {house}; otherwise"
    return phrase(nowhere, roof=roof, digits=held, house=house)


def _why_strong(view: View, step: LogicStep, proof: tuple[int, ...], top: int) -> str:
    """Return the reason of types 4 and 6 and of hidden rectangles: a digit with few places."""
    kind = proof[0]
    clause = view.theory.clauses[step.covers[0]]
    where = joined(map(view.places, step.covers), "{one} and {next}")
    if kind == WING:
        cells = either([view.layout.cell_name(cell) for cell in ones(top)])
        both = "{places}: if {cells} were {digit}, both would be"
        return phrase(both, places=where, cells=cells, digit=clause.symbol)
    digits = [view.symbol(d) for d in ones(proof[2] << 1)]
    digits.remove(clause.symbol)
    [other] = digits
    if kind == STRONG:
        strong = "{places}, so one of them is {digit}; if the other were {other}"
        return phrase(strong, places=where, digit=clause.symbol, other=other)
    corner = view.layout.cell_name(view.layout.cell_of(step.denied[0]))
    beside = "{places}: if {cell} were {other}, {digit} would be beside it, and"
    return phrase(beside, places=where, cell=corner, other=other, digit=clause.symbol)
