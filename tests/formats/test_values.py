"""Boards given as Python values: what is read, and how a wrong cell is named."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

import satdoku
from satdoku import batch

LINE = "1.....2..3.....4"
ROWS = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
LETTERS = "ABCD"
GIVENS = [(r, c, digit) for r, row in enumerate(ROWS) for c, digit in enumerate(row) if digit]
FULL = (1, 2, 3, 4)


def with_blank(blank):
    return [[digit or blank for digit in row] for row in ROWS]


def every_cell(name, open_):
    return {name(r, c): ROWS[r][c] or open_ for r in range(4) for c in range(4)}


VALUES = {
    "lists": ROWS,
    "tuples": tuple(map(tuple, ROWS)),
    "a generator of rows": "generator",
    "blank None": with_blank(None),
    "blank NaN": with_blank(float("nan")),
    "blank empty text": with_blank(""),
    "texts": [[str(digit or ".") for digit in row] for row in ROWS],
    "texts of floats": [[f"{digit}.0" if digit else "nan" for digit in row] for row in ROWS],
    "all cells": list(chain(*ROWS)),
    "all cells as texts": [str(digit) for digit in chain(*ROWS)],
    "lines": ["1...", "..2.", ".3..", "...4"],
    "a generator of lines": "generator of lines",
    "an array": np.array(ROWS),
    "an array of floats": np.array(ROWS, float),
    "a flat array": np.array(ROWS).ravel(),
    "an array of one board": np.array([ROWS]),
    "a masked array": np.ma.masked_equal(np.array(ROWS), 0),
    "a mask of candidates": np.array(
        [[[digit in (0, d) for d in FULL] for digit in row] for row in ROWS]
    ),
    "sets": [[{digit} if digit else set(FULL) for digit in row] for row in ROWS],
    "candidates as texts": with_blank("1234"),
    "A1": {f"{LETTERS[r]}{c + 1}": digit for r, c, digit in GIVENS},
    "r1c1": {f"r{r + 1}c{c + 1}": digit for r, c, digit in GIVENS},
    "places from 0": {(r, c): digit for r, c, digit in GIVENS},
    "places from 1": {(r + 1, c + 1): digit for r, c, digit in GIVENS},
    "every cell by name": every_cell(lambda r, c: LETTERS[r] + str(c + 1), "1234"),
    "a record": {"board": ROWS, "level": "easy"},
    "a record with its layout": {"puzzle": ROWS, "layout": "4x4"},
}


@pytest.mark.parametrize("name", VALUES)
def test_values_are_boards(name):
    value = VALUES[name]
    if isinstance(value, str) and value == "generator":
        value = (row for row in ROWS)
    elif isinstance(value, str) and value == "generator of lines":
        value = (line for line in ["1...", "..2.", ".3..", "...4"])
    puzzle = satdoku.parse(value)
    assert (puzzle.line, puzzle.layout.name) == (LINE, "4x4")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_are_boards(library):
    frames = pytest.importorskip(library)
    columns = {f"c{c}": [row[c] or None for row in ROWS] for c in range(4)}
    assert satdoku.parse(frames.DataFrame(columns)).line == LINE


def test_every_function_takes_values():
    assert satdoku.count(ROWS) == satdoku.count(LINE)
    assert satdoku.solve(ROWS) == satdoku.solve(LINE)
    assert satdoku.Puzzle(ROWS, "4x4") == satdoku.parse(LINE)
    assert satdoku.Puzzle(np.array(ROWS), "4x4") == satdoku.parse(LINE)


def test_a_batch_takes_lists():
    one = batch.solve(np.array([ROWS]), layout="4x4")
    for boards in (ROWS, [ROWS], [list(chain(*ROWS))]):
        assert (batch.solve(boards, layout="4x4").solutions == one.solutions).all()


def test_values_on_a_board_with_rules():
    puzzle = satdoku.parse(ROWS, "4x4+anti-knight")
    assert puzzle == satdoku.parse(LINE, "4x4+anti-knight")
    samurai = satdoku.parse("." * 405, "samurai")
    drawn = [[0] * len(columns) for columns in samurai.layout.places.filled]
    assert satdoku.parse(drawn, "samurai") == samurai


def test_candidates_that_the_givens_do_not_explain_are_a_rule():
    rows = [[{1}, {3, 4}, *[set(FULL)] * 2], *[[set(FULL)] * 4] * 3]
    puzzle = satdoku.parse(rows)
    (rule,) = puzzle.constraints
    assert (rule.kind, rule.cells, rule.values) == ("candidates", (1,), (3, 4))
    assert satdoku.count(puzzle) == satdoku.count("1" + "." * 15) * 2 / 3


def test_candidates_in_a_dictionary_of_all_cells_are_no_numbers():
    cells = every_cell(lambda r, c: LETTERS[r] + str(c + 1), "1234") | {"A2": "34"}
    for value in (cells, str(cells)):
        puzzle = satdoku.parse(value)
        assert (puzzle.line, puzzle.layout.size) == (LINE, 4)
    assert satdoku.parse(cells).constraints[0].values == (3, 4)


WRONG = [
    ([[1, 0, 0, 0], [0, 0, 7, 0], [0] * 4, [0] * 4], "r2c3 holds 7: digits are 1 to 4"),
    ([[1, 0, 0], [0] * 4, [0] * 4, [0] * 4], "row 1 has 3 cells: on a 4x4 board it has 4"),
    ([[1, "q", 0, 0], *[[0] * 4] * 3], "r1c2 holds 'q'"),
    ([[1.5, 0, 0, 0], *[[0] * 4] * 3], "r1c1 holds 1.5"),
    ([[True, 0, 0, 0], *[[0] * 4] * 3], "r1c1 holds True"),
    ([[set(), 0, 0, 0], *[[0] * 4] * 3], "r1c1 holds no candidates"),
    ([[0] * 5] * 5, "5 rows of cells.*such as 5x5/latin"),
    ([1, [2]], "row 1 is 1"),
    ({"A1": 1, "C5": 3}, "give the layout, such as 9x9"),
    ({(1, 1): 1}, "give the layout, such as 9x9"),
    ({"A1": 1, "I9": "39"}, "give the layout, such as 9x9"),
]


@pytest.mark.parametrize(("value", "message"), WRONG)
def test_a_wrong_value_names_its_place(value, message):
    with pytest.raises(satdoku.PuzzleError, match=message):
        satdoku.parse(value)


def test_a_puzzle_holds_one_digit_in_each_cell():
    with pytest.raises(satdoku.PuzzleError, match=r"r1c1 holds '12'.*parse reads candidates"):
        satdoku.Puzzle(["12"] + [0] * 15, "4x4")
    with pytest.raises(satdoku.PuzzleError, match="3 cells: a 4x4 board has 16"):
        satdoku.Puzzle([[1, 2], [None]], "4x4")


def test_masks_and_drawn_rows_are_read_alike_everywhere():
    grid = satdoku.random_grid(seed=1, layout="4x4")
    one_hot = np.eye(4, dtype=int)[np.array(grid.cells).reshape(4, 4) - 1]
    assert satdoku.Puzzle(one_hot, "4x4") == satdoku.parse(one_hot) == grid
    drawn = satdoku.parse("." * 405, "samurai")
    assert satdoku.parse(drawn.rows, "samurai") == drawn
    wrong = [list(row) for row in drawn.rows]
    wrong[0][9] = 5
    with pytest.raises(satdoku.PuzzleError, match="row 1, column 10 holds 5: no cell"):
        satdoku.parse(wrong, "samurai")


def test_a_batch_takes_single_boards_and_lists_of_any_values():
    one = batch.solve(np.array([ROWS]), layout="4x4").solutions
    names = VALUES["A1"]
    array = np.array(ROWS)
    for boards in (array, [array, array], [names, ROWS], names, [with_blank(None)]):
        assert (batch.solve(boards, layout="4x4").solutions[:1] == one).all()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([[[1, 1], 0, 0, 0], *[[0] * 4] * 3], "r1c1 holds .* list each candidate once"),
        ([[[0, 2], 0, 0, 0], *[[0] * 4] * 3], "r1c1 holds .* no blank"),
        ({"A1": 1, "r1c1": 2, "D4": 3}, "r1c1 is named twice"),
    ],
)
def test_what_would_be_read_in_two_ways_is_refused(value, message):
    with pytest.raises(satdoku.PuzzleError, match=message):
        satdoku.parse(value)


def test_places_that_may_be_counted_in_two_ways_are_refused():
    with pytest.raises(satdoku.PuzzleError, match="from 0 or from 1"):
        satdoku.parse({(1, 1): 5, (8, 8): 3}, "9x9")
    assert satdoku.parse({(1, 1): 5, (9, 8): 3}, "9x9")["r1c1"] == 5


def test_endless_lists_and_other_types_are_refused():
    endless = []
    endless.append(endless)
    with pytest.raises(satdoku.PuzzleError, match="contains itself"):
        satdoku.parse(endless)
    with pytest.raises(satdoku.PuzzleError, match=r"satdoku\.parse reads texts"):
        satdoku.Puzzle({"A1": 1}, "4x4")
