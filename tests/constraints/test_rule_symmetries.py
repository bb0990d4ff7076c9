"""Canonical forms and symmetries of boards with rules, against all moves of a 4×4 board."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, Puzzle
from satdoku.cli.main import cli
from satdoku.constraints.symmetry import forms_on, placed
from satdoku.operations import layout_symmetries
from satdoku.operations.layout_symmetries import symmetries

BOARDS = (
    "4x4+killer:3:r1c1,r1c2",
    "4x4+anti-king",
    "4x4+thermometer:r1c1,r1c2,r2c2+thermometer:r4c4,r4c3,r3c3",
    "4x4+sum:5:r1c1,r2c2+sum:5:r1c2,r2c1",
    "4x4+renban:r1c1-r1c3+difference:r4c3,r4c4",
    "4x4+or(odd:r1c1|odd:r4c4)",
    "4x4+or(odd:r1c1&even:r2c3|killer:4:r1c1,r2c2)",
    "4x4+full-rank:3:r1c1-r1c4",
)


def empty(layout: Layout) -> Puzzle:
    return Puzzle((0,) * layout.cell_count, layout)


def all_moves():
    """Every move of rows, columns and the diagonal of a 4×4 board, whatever it does to houses."""
    for rows, columns, turned in product(permutations(range(4)), permutations(range(4)), (0, 1)):
        yield [c * 4 + r if turned else r * 4 + c for r in rows for c in columns]


@pytest.mark.parametrize("name", BOARDS)
def test_symmetries_keep_the_solutions_and_are_a_group(name):
    layout = Layout.named(name)
    grids = {g.cells for g in satdoku.solutions(empty(layout))}
    found = {tuple(image) for image in symmetries(layout).tolist()}
    keep = {
        tuple(move)
        for move in all_moves()
        if {tuple(g[cell] for cell in move) for g in grids} == grids
    }
    assert tuple(range(16)) in found and found <= keep
    assert all(tuple(a[b[k]] for k in range(16)) in found for a in found for b in found)
    assert len(found) == {0: 8, 1: 8, 2: 2, 3: 32, 4: 2, 5: 4, 6: 2, 7: 1}[BOARDS.index(name)]


@pytest.mark.parametrize("name", ["4x4", "4x4+diagonal", *BOARDS])
def test_symmetries_are_all_that_keep_houses_and_rules_in_the_order_of_their_lines(name):
    layout = Layout.named(name)
    houses = {frozenset(house.cells) for house in layout.houses}
    rules = Counter(placed(form, int) for form in forms_on(layout))

    def keeps(move):
        forms = Counter(placed(form, move.__getitem__) for form in forms_on(layout))
        return {frozenset(move[c] for c in house) for house in houses} == houses and forms == rules

    def place(move):
        turned = move[1] // 4 != move[0] // 4
        rows = [move[4 * k] % 4 if turned else move[4 * k] // 4 for k in range(4)]
        columns = [move[k] // 4 if turned else move[k] % 4 for k in range(4)]
        return turned, [line for pair in zip(rows, columns, strict=True) for line in pair]

    assert symmetries(layout).tolist() == sorted(filter(keeps, all_moves()), key=place)


def test_many_symmetries_are_products_of_few():
    found = symmetries(Layout.named("9x9+killer:15:r1c1-r1c3"))
    assert len(found) == len({row.tobytes() for row in found}) == 62_208
    boxes = np.arange(81) // 27 * 3 + np.arange(81) % 9 // 3
    assert (np.sort(found[:, :3], 1) == [0, 1, 2]).all()  # the cage stays where it is
    for moved in boxes[found[::997]]:
        assert len({*zip(boxes.tolist(), moved.tolist(), strict=True)}) == 9


@pytest.mark.parametrize("name", BOARDS)
def test_the_least_form_is_that_of_all_images(name):
    layout = Layout.named(name)
    for grid in list(satdoku.solutions(empty(layout)))[:6]:
        puzzle = grid.without([3, 7, 8])
        form = satdoku.canonical(puzzle)
        for image in symmetries(layout).tolist():
            moved = Puzzle(tuple(puzzle.cells[cell] for cell in image), layout)
            assert satdoku.canonical(moved) == form
        assert satdoku.is_proper(form.puzzle) == satdoku.is_proper(puzzle)


def test_digits_keep_their_names_where_a_rule_minds():
    knight, cage = Layout.named("4x4+anti-king"), Layout.named("4x4+killer:3:r1c1,r1c2")
    one, two = ("1" + "." * 15, "2" + "." * 15)
    forms = [
        [satdoku.canonical(satdoku.parse(text, layout)).puzzle.line for text in (one, two)]
        for layout in (knight, cage)
    ]
    assert forms[0][0] == forms[0][1] and forms[1][0] != forms[1][1]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("killer:12:r1c1,r2c1", "killer:12:r9c9,r8c9"),
        ("chaos-arrow:0,2:r1c1,r6c1,r6c2", "chaos-arrow:0,2:r9c9,r4c9,r4c8"),
    ],
)
def test_a_rule_in_the_last_rows_costs_no_more_than_in_the_first(first, last):
    counts = {len(symmetries(Layout.named(f"9x9+{rule}"))) for rule in (first, last)}
    assert len(counts) == 1 < min(counts)


def test_a_board_of_too_much_to_look_through_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout_symmetries, "MOST_WORK", 2_000_000)
    refused = "the symmetries of the board 6x6/latin.* are too many to look through"
    board = Layout.named("6x6/latin+sum:9:r1c1-r3c3")
    said = []
    for _ in range(2):  # the same each time: work is counted, no clock is looked at
        with pytest.raises(satdoku.PuzzleError, match=refused) as error:
            symmetries(board)
        said.append(str(error.value))
    assert said[0] == said[1] and "\n" not in said[0]
    done = CliRunner().invoke(
        cli, ["canon", "." * 36, "--layout", board.name], standalone_mode=False
    )
    assert done.return_value == 1
    assert done.stderr == f"satdoku: argument, line 1: {said[0]}\n"
