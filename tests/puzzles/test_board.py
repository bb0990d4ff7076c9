import pickle

import pytest

from satdoku import Layout, Puzzle, PuzzleError
from tests.oracle import LECTURE, puzzle


def test_str_is_the_lectures_grid():
    rows = str(puzzle(LECTURE)).split("\n")
    assert rows[0] == ". . 7 . 5 . . . 9"
    assert len(rows) == 9


def test_line_and_givens_agree():
    board = puzzle(LECTURE)
    assert board.line == LECTURE
    assert len(board.givens) == board.clues == 24
    assert Puzzle.from_variables(board.givens) == board


def test_puzzles_are_values():
    board = puzzle(LECTURE)
    assert board == puzzle(LECTURE)
    assert len({board, puzzle(LECTURE)}) == 1
    assert pickle.loads(pickle.dumps(board)) == board
    with pytest.raises(AttributeError):
        board.cells = ()
    assert board.without([2]).line == LECTURE[:2] + "." + LECTURE[3:]
    assert board.line == LECTURE


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ((0,) * 15, "15 cells"),
        ((0,) * 15 + (5,), "r4c4 holds 5"),
        ((-1,) + (0,) * 15, "r1c1 holds -1"),
        (("q",) + (0,) * 15, "r1c1 holds 'q': the symbols are 1 to 4"),
    ],
)
def test_impossible_boards_are_refused(cells, says):
    with pytest.raises(PuzzleError, match=says):
        Puzzle(cells, Layout.of_size(4))


def test_two_digits_in_a_cell_are_refused():
    with pytest.raises(PuzzleError, match="r1c1 holds two digits"):
        Puzzle.from_variables([1, 2])
    with pytest.raises(PuzzleError, match="not on the board"):
        Puzzle.from_variables([730])
