"""Tokens of boards, candidates and steps, there and back."""

from __future__ import annotations

import pytest

import satdoku
from satdoku.datasets.tokens import Tokens

BOARDS = ("4x4", "9x9", "16x16", "6x6/2x3", "7x7/latin", "samurai")


@pytest.fixture(params=BOARDS)
def tokens(request) -> Tokens:
    return Tokens(request.param)


def test_every_word_has_one_number_and_padding_is_0(tokens):
    assert tokens.ids(tokens.vocabulary) == list(range(len(tokens.vocabulary)))
    assert tokens.words(range(len(tokens.vocabulary))) == list(tokens.vocabulary[1:])
    assert len(tokens.vocabulary) == 5 + tokens.layout.size + tokens.layout.cell_count


def test_boards_and_candidates_come_back(tokens):
    layout = tokens.layout
    cells = tuple(k % (layout.size + 1) for k in range(layout.cell_count))
    puzzle = satdoku.Puzzle(cells, layout)
    ids = tokens.board(puzzle)
    assert len(ids) == layout.cell_count
    assert tokens.puzzle([*ids, 0, 0]).cells == cells  # padding is passed over
    masks = [k * 7919 % (1 << layout.size) for k in range(layout.cell_count)]
    assert tokens.masks(tokens.candidates(masks)) == masks


def test_steps_of_a_path_come_back_and_lead_to_the_solution():
    line = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
    tokens = Tokens("9x9")
    given = satdoku.parse(line)
    placed = set(given.givens)
    for step in satdoku.explain(given).steps:
        literals = [*step.asserted, *(-v for v in step.denied)]
        ids = tokens.steps(literals)
        assert len(ids) == 3 * len(literals)
        assert tokens.literals(ids) == literals
        placed |= {v for v in tokens.literals(ids) if v > 0}
    assert satdoku.Puzzle.from_variables(placed, given.layout) == satdoku.solution(given)


def test_what_is_no_token_or_step_is_said():
    tokens = Tokens("4x4")
    with pytest.raises(satdoku.PuzzleError, match="'5' is no token of the board 4x4"):
        tokens.ids(["5"])
    for wrong in (-1, len(tokens.vocabulary)):
        with pytest.raises(satdoku.PuzzleError, match=f"{wrong} is no token: 0 to 24 are"):
            tokens.words([wrong])
    for words in (["+"], ["+", "r1c1"], ["r1c1", "+", "1"], ["+", "1", "r1c1"], ["+", "r1c1", "."]):
        with pytest.raises(satdoku.PuzzleError, match="no steps: "):
            tokens.literals(tokens.ids(words))
