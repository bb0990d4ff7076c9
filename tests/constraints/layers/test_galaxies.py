"""Galaxies on small boards: all divisions and grids by the words of the rule."""

import json
from itertools import combinations, product

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.constraints.evaluate import keeps
from satdoku.errors import LayoutError
from satdoku.render.picture.svg import SHADES, puzzle_picture
from tests.marks import slow_but

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def cells_in(text):
    return [(int(cell[1]) - 1, int(cell[3]) - 1) for cell in text.split(",")]


def shapes(centre, board):
    """All connected sets around a centre that half a turn maps onto themselves."""
    down, across = (sum(cell[i] for cell in centre) * 2 // len(centre) for i in (0, 1))
    orbits = {frozenset([(r, c), (down - r, across - c)]) for r, c in board - set(centre)}
    orbits = [orbit for orbit in orbits if orbit <= board - set(centre)]
    for k in range(len(orbits) + 1):
        for some in combinations(orbits, k):
            shape = frozenset(centre).union(*some)
            reached = {centre[0]}
            for _ in shape:
                near = {(r + i, c + j) for r, c in reached for i, j in STEPS}
                reached |= near & shape
            if reached == shape:
                yield shape


def divisions(board, centres):
    """All ways to cover the board with one shape for each centre."""
    if not centres:
        return [] if board else [()]
    others = {cell for centre in centres[1:] for cell in centre}
    found = []
    for shape in shapes(centres[0], board - others):
        found += [(shape, *rest) for rest in divisions(board - shape, centres[1:])]
    return found


#: Boards with their centres: divided in one way or not at all.
FIVE = "r1c1,r1c2,r2c1,r2c2 r2c3,r2c4,r3c3,r3c4 r3c1,r3c2,r4c1,r4c2 r1c3,r1c4 r4c3,r4c4"
BOARDS = [
    ("4x4/latin", FIVE),
    ("4x4", "r1c3,r2c3 r2c4,r3c4 r1c1,r1c2,r2c1,r2c2 r4c2,r4c3 r3c2 r4c1"),
    ("4x4", "r1c4,r2c4 r2c3 r3c2,r3c3 r4c1 r4c3 r1c1,r1c2,r2c1,r2c2 r1c3"),
    ("3x4", "r2c2,r2c3,r3c2,r3c3 r3c1 r1c2,r1c3 r2c4,r3c4 r2c1"),
    ("3x4", "r1c1,r1c2 r2c4"),
]


def layout_of(name, centres):
    return Layout.named("+".join([name, *(f"galaxy:{centre}" for centre in centres.split())]))


def divided(layout, cells):
    """The pieces of a solution: connected cells with one label, by flood fill."""
    high, wide = layout.places.board_height, layout.board_width
    label = dict(zip(product(range(high), range(wide)), cells[high * wide :], strict=True))
    left, found = set(label), []
    while left:
        piece = [left.pop()]
        for r, c in piece:
            near = {(r + i, c + j) for i, j in STEPS} & left
            near = {cell for cell in near if label[cell] == label[piece[0]]}
            left -= near
            piece += near
        found.append(frozenset(piece))
    return frozenset(found)


@pytest.mark.parametrize(("name", "centres"), BOARDS)
@pytest.mark.parametrize("engine", slow_but(["minicard", "native", "cpsat-integers"], "native"))
def test_engines_find_what_the_definition_allows(name, centres, engine):
    layout = layout_of(name, centres)
    count = layout.board_cells
    cells = list(product(range(count // layout.board_width), range(layout.board_width)))
    split = divisions(set(cells), [cells_in(centre) for centre in centres.split()])
    plain = Layout.named(name)
    grids = satdoku.solutions(Puzzle((0,) * count, plain), engine="minicard", limit=700)
    wanted = set()
    for grid in (grid.cells for grid in grids):
        digit = dict(zip(cells, grid, strict=True))
        for division in split:
            if all(len({digit[x] for x in shape}) == len(shape) for shape in division):
                wanted.add((grid, frozenset(division)))
    few = engine == "cpsat-integers"  # it is slow to list many
    rows = sorted(wanted)[0][0][:4] if few and wanted else ()
    puzzle = Puzzle((*rows, *[0] * (2 * count - len(rows))), layout)
    found = [g.cells for g in satdoku.solutions(puzzle, engine=engine)]
    wanted = {one for one in wanted if one[0][: len(rows)] == rows}
    pairs = {(g[:count], divided(layout, g)) for g in found}
    assert len(found) == len(pairs) and pairs == wanted
    assert all(keeps(g, c, layout) for g in found[:20] for c in layout.constraints)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("galaxy:r1c1,r1c3", "that meet at the centre"),
        ("galaxy:r1c1,r1c2,r2c1", "that meet at the centre"),
        ("galaxy:r1c1,r1c1", "a cell belongs to the centres of two|that meet at the centre"),
        ("galaxy:r1c1,r1c2+galaxy:r1c2", "a cell belongs to the centres of two galaxies"),
        ("galaxy:r1c1+yin-yang", "galaxies or Schrödinger cells, not two"),
        ("layer+or(galaxy:r1c1|odd:r1c1)", "galaxies inside `or` are not supported"),
        ("+".join(f"galaxy:r{r}c{c}" for r in range(1, 5) for c in range(1, 5)), ""),
    ],
)
def test_what_makes_no_sense_is_refused(rules, why):
    layout = Layout.named(f"4x4+{rules}")
    if why:
        with pytest.raises(LayoutError, match=why):
            satdoku.Theory.of(layout)
    else:  # each cell alone: two labels are enough
        assert satdoku.count(Puzzle((0,) * 32, layout)) == 288


def test_galaxies_are_explained_certified_drawn_and_read_again():
    layout = layout_of(*BOARDS[0])
    assert Layout.named(layout.name) == layout
    puzzle = next(satdoku.generate(1, seed=3, layout=layout, keep="proper"))
    record = json.dumps({"puzzle": puzzle.line, "layout": layout.name})
    assert satdoku.parse(record) == puzzle
    solution = next(satdoku.solutions(puzzle))
    assert satdoku.verify(satdoku.certify(puzzle, ["proper"]), layout=layout).outcome == "right"
    assert satdoku.explain(puzzle).outcome == "solved"
    drawn = puzzle_picture(puzzle, solution)
    assert SHADES["layer"] not in drawn and drawn != puzzle_picture(puzzle)
