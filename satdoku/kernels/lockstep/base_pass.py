"""One pass of the base rules over the boards of all lanes (for the desk, see `bitboard`).

It finds singles: a cell with one candidate, a digit with one place in a row, a column or a box. A
single denies its digit in its houses, and the other digits in its cell.

Invariant: only candidates that the base rules deny are removed, so no lane loses a solution.
Repeated until nothing changes, the pass reaches exactly the fixed point of the base rules on the
9×9 theory (the strong pass goes beyond it). Grids are drawn and puzzles minimised for "logic" by
this pass: stronger rules would reach the same answers, but after another number of conflicts, and
so would give up other grids than the definition does.

The nine places in a box are called

    a b c
    d e f
    g h i
"""

from __future__ import annotations

from ..kernel import part
from .bitboard import ALL, DECIDED, FIRST, ROWS, WANTED, other_bands, other_boxes, three_bits
from .simd import Vector, Words, everywhere, lanes_where_equal, load, store, two_of

#: By place and triple: hidden singles. (It shares the words of ROWS and COLUMNS, unused here.)
HIDDEN = ROWS


@part
def base_pass(desk: Words) -> tuple[int, int, int, int]:
    """Deny candidates. Return four sets of lanes, one bit per lane: those without a contradiction
    so far, those unchanged, those with every cell decided, those with every WANTED cell decided.

    A lane that is unchanged and without a contradiction is at the fixed point.
    """
    possible = everywhere(ALL)
    change = everywhere(0)
    # First what the last pass decided is denied to its peers, then what is left is counted: so a
    # pass finds the singles that its own denials make.
    for t in range(3):
        agreed, changed = deny_peers(desk, t)
        possible = possible & agreed & find_hidden(desk, t)
        change = change | changed
    undecided = everywhere(0)
    missing = everywhere(0)
    for place in range(9):
        k = 3 * place
        x0 = load(desk, k)
        x1 = load(desk, k + 1)
        x2 = load(desk, k + 2)
        only0 = load(desk, HIDDEN + k)
        only1 = load(desk, HIDDEN + k + 1)
        only2 = load(desk, HIDDEN + k + 2)
        hidden, clash = some_and_several(only0, only1, only2)
        some, several = some_and_several(x0, x1, x2)
        # A board is broken where a cell has no candidate, or where two digits have it as their only
        # place.
        possible = possible & three_bits(some & ~clash)
        undecided = undecided | (several & ~hidden)
        # A cell without candidates counts as decided as well, which does no harm: its lane is
        # broken.
        decided = three_bits((hidden | ~several) & FIRST)
        missing = missing | (load(desk, WANTED + place) & ~decided)
        # A new decision is a change even if it removes no candidate here: its peers are denied only
        # in the next pass.
        change = change | (decided ^ load(desk, DECIDED + place))
        others_stay = ~three_bits(hidden)
        store(desk, DECIDED + place, decided)
        store(desk, k, x0 & (only0 | others_stay))
        store(desk, k + 1, x1 & (only1 | others_stay))
        store(desk, k + 2, x2 & (only2 | others_stay))
    nothing = everywhere(0)
    return (
        lanes_where_equal(possible, everywhere(ALL)),
        lanes_where_equal(change, nothing),
        lanes_where_equal(undecided, nothing),
        lanes_where_equal(missing, nothing),
    )


@part
def deny_peers(desk: Words, t: int) -> tuple[Vector, Vector]:
    """Deny the triple's digits to the peers of decided cells.

    Return two vectors: one with a bit cleared where two cells of a box have the same digit, one
    with the bits of the candidates that were removed.
    """
    a = load(desk, t) & load(desk, DECIDED)
    b = load(desk, t + 3) & load(desk, DECIDED + 1)
    c = load(desk, t + 6) & load(desk, DECIDED + 2)
    d = load(desk, t + 9) & load(desk, DECIDED + 3)
    e = load(desk, t + 12) & load(desk, DECIDED + 4)
    f = load(desk, t + 15) & load(desk, DECIDED + 5)
    g = load(desk, t + 18) & load(desk, DECIDED + 6)
    h = load(desk, t + 21) & load(desk, DECIDED + 7)
    i = load(desk, t + 24) & load(desk, DECIDED + 8)
    row0 = a | b | c
    row1 = d | e | f
    row2 = g | h | i
    column0 = a | d | g
    column1 = b | e | h
    column2 = c | f | i
    box = row0 | row1 | row2
    # Two decided cells of a line in different boxes deny each other's digit below, which leaves
    # both empty. Within a box `own` protects each from the other, so only there equal digits need a
    # test.
    # Two cells of a box are in two rows or in two columns.
    agreed = ~(two_of(row0, row1, row2) | two_of(column0, column1, column2))
    row0 = other_boxes(row0)
    row1 = other_boxes(row1)
    row2 = other_boxes(row2)
    column0 = other_bands(column0)
    column1 = other_bands(column1)
    column2 = other_bands(column2)
    change = deny(desk, t, a, box=box, row=row0, column=column0)
    change |= deny(desk, t + 3, b, box=box, row=row0, column=column1)
    change |= deny(desk, t + 6, c, box=box, row=row0, column=column2)
    change |= deny(desk, t + 9, d, box=box, row=row1, column=column0)
    change |= deny(desk, t + 12, e, box=box, row=row1, column=column1)
    change |= deny(desk, t + 15, f, box=box, row=row1, column=column2)
    change |= deny(desk, t + 18, g, box=box, row=row2, column=column0)
    change |= deny(desk, t + 21, h, box=box, row=row2, column=column1)
    change |= deny(desk, t + 24, i, box=box, row=row2, column=column2)
    return agreed, change


@part
def deny(desk: Words, k: int, own: Vector, box: Vector, row: Vector, column: Vector) -> Vector:
    """Remove from word k the digits decided elsewhere in its houses; return them.

    own: those that the cells themselves are decided as. box: those decided in their box. row,
    column: those decided there, in another box.
    """
    old = load(desk, k)
    new = old & (own | ~box) & ~(row | column)
    store(desk, k, new)
    return old ^ new


@part
def find_hidden(desk: Words, t: int) -> Vector:
    """Fill HIDDEN for the triple. In the result a bit is cleared where a digit has no place.

    A candidate is a hidden single unless its digit has other places in all three houses: `box`,
    `row0` … and `column0` … are the bits where the house has others.
    """
    a = load(desk, t)
    b = load(desk, t + 3)
    c = load(desk, t + 6)
    d = load(desk, t + 9)
    e = load(desk, t + 12)
    f = load(desk, t + 15)
    g = load(desk, t + 18)
    h = load(desk, t + 21)
    i = load(desk, t + 24)
    row0 = a | b | c
    row1 = d | e | f
    row2 = g | h | i
    column0 = a | d | g
    column1 = b | e | h
    column2 = c | f | i
    several0 = two_of(a, b, c)
    several1 = two_of(d, e, f)
    several2 = two_of(g, h, i)
    box = several0 | several1 | several2 | two_of(row0, row1, row2)
    else0 = other_boxes(row0)
    else1 = other_boxes(row1)
    else2 = other_boxes(row2)
    possible = (row0 | row1 | row2) & (row0 | else0) & (row1 | else1) & (row2 | else2)
    row0 = several0 | else0
    row1 = several1 | else1
    row2 = several2 | else2
    else0 = other_bands(column0)
    else1 = other_bands(column1)
    else2 = other_bands(column2)
    possible = possible & (column0 | else0) & (column1 | else1) & (column2 | else2)
    column0 = two_of(a, d, g) | else0
    column1 = two_of(b, e, h) | else1
    column2 = two_of(c, f, i) | else2
    store(desk, HIDDEN + t, a & ~(box & row0 & column0))
    store(desk, HIDDEN + t + 3, b & ~(box & row0 & column1))
    store(desk, HIDDEN + t + 6, c & ~(box & row0 & column2))
    store(desk, HIDDEN + t + 9, d & ~(box & row1 & column0))
    store(desk, HIDDEN + t + 12, e & ~(box & row1 & column1))
    store(desk, HIDDEN + t + 15, f & ~(box & row1 & column2))
    store(desk, HIDDEN + t + 18, g & ~(box & row2 & column0))
    store(desk, HIDDEN + t + 21, h & ~(box & row2 & column1))
    store(desk, HIDDEN + t + 24, i & ~(box & row2 & column2))
    return possible


@part
def some_and_several(a: Vector, b: Vector, c: Vector) -> tuple[Vector, Vector]:
    """Return the boxes (bits of FIRST) with at least one, and at least two, of nine digits set."""
    # The shifts also bring bits of the next octal digit into the upper two bits of each one; FIRST
    # drops them.
    one, two = a | b | c, two_of(a, b, c)
    one1, one2 = one >> 1, one >> 2
    some = (one | one1 | one2) & FIRST
    return some, (two_of(one, one1, one2) | two | (two >> 1) | (two >> 2)) & FIRST
