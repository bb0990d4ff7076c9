"""Schrödinger cells: all boards of 4×4 with the digits 0 to 4, by definition."""

import json
from functools import cache
from itertools import combinations, permutations, product

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, Puzzle
from satdoku.cli.main import cli
from satdoku.constraints.evaluate import keeps
from satdoku.errors import LayoutError
from satdoku.render.picture.svg import puzzle_picture
from tests.marks import slow_but

NAME = "4x4+digits:0-4+schrodinger"


@cache
def boards():
    """All boards, each a tuple of the digits of every cell: each house has one cell with two digits
    and holds all five digits."""
    return [board for cells in pair_places() for board in filled(cells, (), (0,) * 12)]


def pair_places():
    """One cell in each row, column and box."""
    for order in permutations(range(4)):
        cells = [4 * r + c for r, c in enumerate(order)]
        if len({r // 2 * 2 + c // 2 for r, c in enumerate(order)}) == 4:
            yield cells


def filled(pairs, board, used):
    """Yield the boards that begin so. used: the digits of the rows, columns and boxes, as bits."""
    cell = len(board)
    if cell == 16:
        yield board
        return
    r, c = divmod(cell, 4)
    houses = (r, 4 + c, 8 + r // 2 * 2 + c // 2)
    taken = used[houses[0]] | used[houses[1]] | used[houses[2]]
    for digits in combinations(range(5), 1 + (cell in pairs)):
        bits = sum(1 << digit for digit in digits)
        if not bits & taken:
            now = tuple(held | bits if h in houses else held for h, held in enumerate(used))
            yield from filled(pairs, (*board, digits), now)


def written(board):
    """A board as its variables hold it: digits count from 1, the layer follows."""
    return (
        *(1 + digits[0] for digits in board),
        *(1 + digits[1] if digits[1:] else 1 for digits in board),
    )


def value(board, r, c):
    return sum(board[4 * r - 4 + c - 1])


RULES = {
    "value-sum:6:r1c1,r1c2": lambda b: value(b, 1, 1) + value(b, 1, 2) == 6,
    "value-sum:10:r1c1-r1c4": lambda b: True,
    "value-arrow:r1c1,r2c2,r3c3": lambda b: value(b, 1, 1) == value(b, 2, 2) + value(b, 3, 3),
    "formula:'value(r1c1) * value(r1c2) = 12'": lambda b: value(b, 1, 1) * value(b, 1, 2) == 12,
    "formula:'value(r1c1) > value(r1c2) + 4'": lambda b: value(b, 1, 1) > value(b, 1, 2) + 4,
    "or(value-sum:7:r1c1|value-sum:6:r4c4)": lambda b: value(b, 1, 1) == 7 or value(b, 4, 4) == 6,
    "diagonal": lambda b: all(len(set(sum(d, ()))) == len(sum(d, ())) for d in (b[::5], b[3:13:3])),
    "house:r1c1,r2c2,r3c3,r4c4": lambda b: len(set(sum(b[::5], ()))) == len(sum(b[::5], ())),
}  # fmt: skip


ASKED = list(product(RULES, ["minicard", "native", "dlx", "cpsat", "cpsat-integers"]))


@pytest.mark.slow_cases("value-sum:6:r1c1,r1c2-minicard")
@pytest.mark.parametrize(("rule", "engine"), slow_but(ASKED, *ASKED[::3]))
def test_engines_find_what_the_definition_allows(rule, engine):
    layout = Layout.named(f"{NAME}+{rule}")
    assert Layout.named(layout.name) == layout
    boards_kept = sorted(written(b) for b in boards() if RULES[rule](b))
    given = boards_kept[len(boards_kept) // 2]
    known = range(10) if engine.startswith("cpsat") else range(3)  # CP-SAT is slow to list many
    cells = tuple(d if cell in known else 0 for cell, d in enumerate(given))
    fits = {b for b in boards_kept if all(x in (0, y) for x, y in zip(cells, b, strict=True))}
    found = [g.cells for g in satdoku.solutions(Puzzle(cells, layout), engine=engine)]
    assert len(found) == len(set(found)) and set(found) == fits
    assert all(keeps(g, c, layout) for g in found[:50] for c in layout.constraints)


@pytest.mark.parametrize("where", [(), (0, 15)])
def test_a_pair_of_digits_is_counted_once(where):
    rule = ":r1c1,r4c4" if where else ""
    layout = Layout.named(f"{NAME}{rule}+value-sum:7:r1c1")
    wanted = [b for b in boards() if all(len(b[cell]) == 2 for cell in where) and sum(b[0]) == 7]
    assert satdoku.count(Puzzle((0,) * 32, layout)) == len(wanted) > 0


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("9x9+schrodinger", "write 9x9[+]digits:0-9"),
        ("4x4+digits:0-5+schrodinger", "one more digit than a row has cells"),
        ("4x4+digits:5+schrodinger", "digits from 0"),
        ("3x4+digits:0-4+schrodinger", "a square board"),
        (f"{NAME}+killer:3:r1c1,r1c2", "killer does not go with Schrödinger cells"),
        (f"{NAME}+or(odd:r1c1|value-sum:3:r1c1)", "odd does not go"),
        ("4x4+digits:0-4+or(schrodinger:r1c1|odd:r1c1)+layer", "inside `or` are not supported"),
        (f"{NAME}+doublers", "values need one rule"),
        (f"{NAME}+yin-yang", "yin-yang does not go"),
        ("4x4+digits:0-4+layer+galaxy:r1c1+schrodinger", "not two of these"),
    ],
)
def test_what_makes_no_sense_is_refused(name, why):
    with pytest.raises(LayoutError, match=why):
        satdoku.Theory.of(Layout.named(name))


def test_a_puzzle_is_read_explained_certified_diagnosed_and_drawn():
    run = CliRunner()

    def said(*arguments):
        result = run.invoke(cli, [*arguments])
        assert result.exit_code in (0, 1), result.output
        return result.output

    layout = Layout.named(f"{NAME}+value-sum:7:r1c1+value-arrow:r4c4,r1c2,r2c2")
    puzzle = next(satdoku.generate(1, seed=4, layout=layout, keep="proper"))
    record = json.dumps({"puzzle": puzzle.line, "layout": layout.name})
    assert satdoku.parse(record) == puzzle
    solution = next(satdoku.solutions(puzzle))
    assert (solution.cells[0], solution.cells[16]) == (4, 5)  # the digits 3 and 4
    drawn = puzzle_picture(puzzle, solution)
    pairs = drawn.count('font-size="18"') - puzzle_picture(puzzle).count('font-size="18"')
    assert pairs == 4 - sum(digit > 1 for digit in puzzle.cells[16:])
    assert json.loads(said("count", "--format", "json", record))["count"] == 1
    assert "clauses of schrodinger" in said("show", "--explain-theory", record)
    assert "solved" in said("explain", record)
    assert satdoku.verify(satdoku.certify(puzzle, ["proper"]), layout=layout).outcome == "right"
    assert "rule: layer" not in said("diagnose", record)
    wrong = puzzle.cells[:16] + (2,) * 16
    line = Puzzle(wrong, layout).line
    told = said("diagnose", json.dumps({"puzzle": line, "layout": layout.name}))
    assert "no solution" in told
