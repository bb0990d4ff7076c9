"""Regions found while solving, connected cells and doppelgangers, against brute force."""

import random
from itertools import permutations, product

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.constraints.evaluate import keeps
from satdoku.formats.iss.board_writing import iss_text
from satdoku.formats.iss.reader import read_iss
from tests.marks import slow_but

ENGINES = ["minicard", "cpsat-integers", "native"]


def pieces(height, width, size):
    """All ways to part a board into connected regions of a size, numbered in reading order."""
    cells = list(product(range(height), range(width)))

    def near(cell):
        r, c = cell
        return [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]

    def grown(start, free):
        found, pending = set(), [frozenset([start])]
        while pending:
            one = pending.pop()
            if len(one) == size:
                found.add(one)
                continue
            pending += {one | {n} for cell in one for n in near(cell) if n in free - one}
        return found

    def parted(free, labels, number):
        if not free:
            yield tuple(labels[cell] for cell in cells)
            return
        for piece in grown(min(free), free):
            yield from parted(free - piece, labels | dict.fromkeys(piece, number), number + 1)

    return list(parted(frozenset(cells), {}, 1))


def latin_grids(height, width, digits):
    """All grids whose rows and columns hold no digit twice."""
    rows = list(permutations(digits, width))
    for grid in product(rows, repeat=height):
        if all(len(set(column)) == height for column in zip(*grid, strict=True)):
            yield tuple(d for row in grid for d in row)


SIZES = [(3, 3, 3), (2, 4, 4), (4, 2, 4), (2, 3, 3)]


@pytest.mark.parametrize(("height", "width", "size"), slow_but(SIZES, (3, 3, 3), (2, 3, 3)))
def test_regions_are_those_that_brute_force_finds(height, width, size):
    digits = range(1, max(height, width) + 1)
    wanted = {
        (*grid, *labels)
        for grid in latin_grids(height, width, digits)
        for labels in pieces(height, width, size)
        if len({*zip(grid, labels, strict=True)}) == len(grid)
    }
    text = f".Shape~{height}x{width}.NoBoxes.ChaosConstruction.RegionSize~{size}"
    puzzle = read_iss(text)
    for engine in ENGINES:
        found = [grid.cells for grid in satdoku.solutions(puzzle, engine=engine)]
        assert len(found) == len(wanted) and set(found) == wanted


@pytest.mark.slow
def test_arrows_and_counts_tell_of_regions():
    plain = ".Shape~4x4.NoBoxes.ChaosConstruction.~R4C1_2.~R4C2_1.~R4C3_4.~R4C4_3"
    arrow, count = ".ChaosArrow~R2C2", ".ChaosCount~R3C3~1~CC11~CC12~CC15~CC7~CC10"
    grids = [grid.cells for grid in satdoku.solutions(read_iss(plain))]
    both = {grid.cells for grid in satdoku.solutions(read_iss(plain + arrow + count))}

    def run(labels, steps):
        there = 0
        for cell in steps:
            if labels[cell] != labels[5]:
                break
            there += 1
        return there

    def fits(grid):
        digits, labels = grid[:16], grid[16:]
        runs = sum(run(labels, steps) for steps in ([4], [6, 7], [1], [9, 13]))
        same = sum(labels[cell] == labels[10] for cell in (10, 11, 14, 6, 9))
        return digits[5] == 1 + runs and digits[10] + 1 == same

    assert {grid for grid in grids if fits(grid)} == both and both


@pytest.mark.slow
def test_doppelgangers_are_those_that_the_definition_allows():
    puzzle = read_iss(".Shape~4x4~0-4.Doppelganger")
    lacks = lambda cells: ({*range(5)} - set(cells)).pop()  # noqa: E731

    def fits(grid):
        rows = [grid[4 * i : 4 * i + 4] for i in range(4)]
        columns = [grid[i::4] for i in range(4)]
        boxes = [
            [grid[r * 4 + c] for r in (a, a + 1) for c in (b, b + 1)]
            for a in (0, 2)
            for b in (0, 2)
        ]
        parts = (rows, columns, boxes)
        if any(len(set(house)) < 4 or 0 not in house for part in parts for house in part):
            return False
        missing = [[lacks(house) for house in part] for part in parts]
        if any(len(set(part)) < 4 for part in missing):
            return False
        zeros = [divmod(i, 4) for i in range(16) if grid[i] == 0]
        return all(
            len({missing[0][r], missing[1][c], missing[2][r // 2 * 2 + c // 2]}) == 3
            for r, c in zeros
        )

    words = list(permutations(range(5), 4))
    some = [word for word in words if 0 in word]
    pairs = [
        (a, b)
        for a in some
        for b in some
        if lacks(a) != lacks(b) and all(x != y for x, y in zip(a, b, strict=True))
    ]
    halves = [a + b for a, b in pairs if len({*a[:2], *b[:2]}) == len({*a[2:], *b[2:]}) == 4]
    used = {half: sum(1 << 5 * (i % 4) + d for i, d in enumerate(half)) for half in halves}
    grids = (a + b for a in halves for b in halves if not used[a] & used[b])
    wanted = {grid for grid in grids if fits(grid)}
    found = [tuple(d - 1 for d in grid.cells[:16]) for grid in satdoku.solutions(puzzle)]
    assert len(found) == len(wanted) and set(found) == wanted


@pytest.mark.parametrize("seed", slow_but(range(6), 0, 1))
def test_connected_cells_on_random_boards(seed):
    rng = random.Random(seed)
    size, digits = rng.choice([0, 3, 4]), rng.sample([1, 2, 3], rng.randint(1, 2))
    where = f".Var~S~x~3x3.~{'~'.join(f'VS{i}_1_2' for i in range(1, 10))}"
    fixed = "".join(
        f".~R{r}C{c}_{(c - 1 + 2 * (r - 1) + (r > 2)) % 4 + 1}"
        for r in range(1, 5)
        for c in range(1, 5)
    )
    values = "_".join(map(str, digits)) + (f"~{size}" if size else "")
    puzzle = read_iss(f".Shape~4x4{where}{fixed}.ConnectedValues~VS~{values}")

    def is_one(cells):
        reached = set(list(cells)[:1])
        for _ in cells:
            steps = ((c, d) for c in cells for d in reached)
            reached = reached | {
                c for c, d in steps if abs(c // 3 - d // 3) + abs(c % 3 - d % 3) == 1
            }
        return bool(cells) and reached == cells and size in (0, len(cells))

    wanted = {
        word
        for word in product((1, 2), repeat=9)
        if is_one({i for i in range(9) if word[i] in digits})
    }
    for engine in ("minicard", "cpsat-integers"):
        found = [grid.cells[16:] for grid in satdoku.solutions(puzzle, engine=engine, limit=20_000)]
        assert len(found) == len(wanted) and set(found) == wanted


def some_piece(rng, side):
    """A rule about connected cells: of any number, or of a given one."""
    cells = [f"r{r}c{c}" for r, c in product(range(1, side + 1), repeat=2)]
    digits = rng.sample(range(1, side + 1), rng.randint(1, side // 2))
    where = rng.sample(cells, rng.randint(side, 2 * side))
    size = rng.choice((0, 0, 1, 2, 3, 4))
    return f"connected:{size},{','.join(map(str, digits))}:{','.join(where)}"


def some_alternatives(rng, side):
    """An `or` with pieces in it, one of them perhaps in an `or` of its own."""
    inner = f"or({some_piece(rng, side)}|even:r1c1&{some_piece(rng, side)})"
    parts = [inner, some_piece(rng, side), "no-equal-lines", f"odd:r1c1&{some_piece(rng, side)}"]
    return f"or({'|'.join(rng.sample(parts, rng.randint(1, 3)))})"


FOUR_BY_FOUR = [grid.cells for grid in satdoku.solutions(Puzzle((0,) * 16, Layout.of_size(4)))]


@pytest.mark.parametrize("seed", slow_but(range(30), *range(4)))
def test_connected_cells_among_alternatives(seed):
    rng = random.Random(seed)
    layout = Layout.of_size(4).with_constraints(some_alternatives(rng, 4))
    (rule,) = layout.constraints
    wanted = {grid for grid in FOUR_BY_FOUR if keeps(grid, rule, layout)}
    puzzle = Puzzle((0,) * 16, layout)
    for engine in ("masks", "cadical195"):
        found = [grid.cells for grid in satdoku.solutions(puzzle, engine=engine)]
        assert len(found) == len(wanted) and set(found) == wanted, (engine, str(rule))
    found = [grid.cells for grid in satdoku.solutions(puzzle, engine="cpsat-integers", limit=8)]
    assert len(found) == min(8, len(wanted)) and set(found) <= wanted, str(rule)


@pytest.mark.parametrize("seed", slow_but(range(60), *range(6)))
def test_connected_cells_among_alternatives_are_counted_alike(seed):
    rng = random.Random(seed)
    layout = Layout.of_size(6).with_constraints(*[some_alternatives(rng, 6) for _ in range(2)])
    grid = satdoku.random_grid("6x6", seed=seed)
    cells = [digit if rng.random() < 0.4 else 0 for digit in grid.cells]
    puzzle = Puzzle(tuple(cells), layout)
    counts = {satdoku.count(puzzle, limit=400, engine=e) for e in ("masks", "cadical195")}
    assert len(counts) == 1, (cells, layout.name)


@pytest.mark.parametrize(
    "rules", ["or(yin-yang|loop)", "or(connected:0,1,2:r1c1-r2c2,r1c2|snake&no-equal-lines)"]
)
def test_alternatives_with_pieces_are_read_again(rules):
    layout = Layout.named(f"4x4+layer+{rules}")
    puzzle = Puzzle((0,) * 32, layout)
    for name in ("line", "grid", "json"):
        assert satdoku.parse(satdoku.convert(puzzle, name)) == puzzle, name


def test_alternatives_with_pieces_go_to_iss_and_come_back():
    text = ".Shape~4x4.Var~P~x~2x3.Or.ConnectedValues~VP~1_2~3.ConnectedValues~VP~3_4.End"
    puzzle = read_iss(text)
    assert read_iss(iss_text(puzzle)) == puzzle


def test_extra_variables_are_no_part_of_the_board():
    rules = ".AntiKnight.AntiKing.AntiConsecutive.StrictKropki.StrictXV.GlobalMod.AntiTaxicab"
    plain = read_iss(".Shape~9x9" + rules + ".~R1C1_1")
    with_variables = read_iss(".Shape~9x9.Var~A~x~3x3" + rules + ".~R1C1_1")
    assert plain.layout.cell_count + 9 == with_variables.layout.cell_count
    for rule in with_variables.constraints:
        forms = satdoku.constraints.registry.forms_of(rule, with_variables.layout)
        cells = {cell for form in forms for cell in _cells_of(form)}
        assert max(cells) < 81


def _cells_of(form):
    names = [n for n in ("cells", "first", "second") if hasattr(form, n)]
    values = [getattr(form, name) for name in names]
    return [c for v in values for c in (v if isinstance(v, tuple) else (v,))]


def test_an_empty_board_of_extra_variables_alone():
    puzzle = read_iss(".Shape~1x1.Var~B~x~2x2.AllDifferent~VB1~VB2.Shape~1x1~3")
    assert isinstance(puzzle, Puzzle)
