"""Canonical forms: equal for isomorphic boards, against all moves one by one."""

from __future__ import annotations

import json
from itertools import combinations
from math import factorial

import numpy as np
import pytest

from satdoku import Layout, Puzzle, PuzzleError, batch, is_proper, solutions
from satdoku.batch import canonical_forms as module
from satdoku.batch.canonical_forms import canonical, canonical_boards, contradicts_itself
from satdoku.kernels.canonical.form_kernel import canonical_forms, move_count, shape_of
from satdoku.kernels.interpreter import interpret
from satdoku.operations.layout_symmetries import symmetries
from tests.boards import grids, mixed_boards
from tests.oracle import EASY, JIGSAW_6
from tests.processes import command as run

BOXED = ["4x4", "6x6", "9x9", "8x8", "12x12", "4x4/latin", "7x7", "6x6/3x2"]
OTHERS = ["9x9+diagonal", JIGSAW_6, "9x9+window", "6x6+house:r1c1,r2c3,r3c5", "4x4+diagonal"]


def sane(layout: Layout, count: int, seed: int) -> np.ndarray:
    boards = mixed_boards(layout, count, seed)
    return boards[~contradicts_itself(boards, layout)]


def shuffled(boards: np.ndarray, layout: Layout, seed: int) -> np.ndarray:
    """The boards with rows, columns and names changed at random, as bands and stacks allow."""
    random = np.random.default_rng(seed)
    n, shape = layout.size, shape_of(layout)
    changed = []
    for board in boards:
        if shape:
            rows, columns = (
                [k * step + j for k in random.permutation(n // step) for j in shuffled]
                for step in (shape.height, shape.width)
                for shuffled in [random.permutation(step)]
            )
            grid = board.reshape(n, n)[rows][:, columns]
            if shape.turns and random.random() < 0.5:
                grid = grid.T
        else:
            images = symmetries(layout)
            grid = board[images[random.integers(len(images))]]
        names = np.concatenate([[0], 1 + random.permutation(n)])
        changed.append(names[grid.ravel()])
    return np.array(changed, np.uint8)


@pytest.mark.parametrize("layout", [*BOXED, *OTHERS])
def test_an_isomorph_has_the_same_form(layout: str) -> None:
    board = Layout.named(layout)
    boards = sane(board, 60 if board.size < 10 else 10, 3)
    forms = canonical_boards(boards, board)
    again = canonical_boards(shuffled(boards, board, 4), board)
    assert (forms.forms == again.forms).all()
    assert (forms.automorphisms == again.automorphisms).all()
    assert (canonical_boards(forms.forms, board).forms == forms.forms).all()


@pytest.mark.parametrize("layout", ["4x4", "6x6", "4x4/latin", "3x3/latin", "6x6/3x2", "2x2/latin"])
def test_forms_are_the_least_of_all_moves(layout: str) -> None:
    board = Layout.named(layout)
    shape = shape_of(board)
    assert shape and len(symmetries(board)) == move_count(shape)
    boards = np.concatenate([sane(board, 50, 5), np.zeros((1, board.cell_count), np.uint8)])
    if board.size > 3:
        boards = np.concatenate([boards, grids(board, 5, 6)])
    wanted = module._by_all(boards, symmetries(board), renames=True)
    for compiled in (False, True):
        found = canonical_forms(boards, shape, compiled)
        assert (found.forms == wanted.forms).all()
        assert (found.automorphisms == wanted.automorphisms).all()


def test_the_288_grids_of_4x4_are_of_two_kinds() -> None:
    layout = Layout.of_size(4)
    boards = np.array([g.cells for g in solutions(Puzzle((0,) * 16, layout))], np.uint8)
    found = canonical_boards(boards, layout)
    kinds = {bytes(f): int(a) for f, a in zip(found.forms, found.automorphisms, strict=True)}
    assert len(boards) == 288 and len(kinds) == 2
    # a kind has as many grids as there are moves and names, over those that change nothing
    assert sum(128 * factorial(4) // a for a in kinds.values()) == 288


@pytest.mark.slow
def test_the_minimal_puzzles_of_4x4_are_36_in_essence() -> None:
    # 13 with four clues, 22 with five, 1 with six (L. Taalman and others, "shidoku")
    layout = Layout.of_size(4)
    two = {bytes(canonical(g).puzzle.cells): g for g in solutions(Puzzle((0,) * 16, layout))}
    forms: dict[int, set[str]] = {4: set(), 5: set(), 6: set(), 7: set()}
    for grid in two.values():
        for count, found in forms.items():
            for cells in combinations(range(16), count):
                puzzle = grid.without(set(range(16)) - set(cells))
                if (
                    len(set(puzzle.cells)) > 3
                    and is_proper(puzzle)
                    and not any(is_proper(puzzle.without([cell])) for cell in cells)
                ):
                    found.add(canonical(puzzle).puzzle.line)
    assert [len(found) for found in forms.values()] == [13, 22, 1, 0]


@pytest.mark.slow
def test_the_17_clue_puzzles_are_all_different(real_puzzles) -> None:
    boards = np.array([p.cells for p in real_puzzles("seventeen-10k.txt")], np.uint8)
    found = batch.canonical(boards, jobs=2)
    assert len({form.tobytes() for form in found.forms}) == len(boards)
    # they were published in nearly this form
    assert 0.95 < (found.forms == boards).all(1).mean() < 1


def test_an_empty_board_has_all_moves_for_automorphisms() -> None:
    assert canonical(Puzzle((0,) * 81)).automorphisms == 3_359_232


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"board 1 .* twice in a row, column or box"):
        canonical_boards(np.array([[0] * 16, [1, 1] + [0] * 14], np.uint8), Layout.of_size(4))
    wide = Layout.named("16x16")
    board = batch.random_grids(1, layout=wide)[0]
    board[-1] = 0
    with pytest.raises(PuzzleError, match="too many starting points"):
        canonical(Puzzle(tuple(board.tolist()), wide))


def test_a_collection_loses_what_it_has_twice() -> None:
    boards = batch.generate(300, seed=5, keep="proper")
    again = shuffled(boards[:100], Layout.of_size(9), 6)
    lines = [
        "".join(map(str, board)).replace("0", ".") for board in np.concatenate([boards, again])
    ]
    assert len(set(lines)) == 400
    text = "\n".join(lines) + "\n"
    done = run("canon", "--dedupe", "-", stdin=text)
    assert done.stdout.splitlines() == lines[:300]
    assert done.stderr.endswith("400 puzzles, 100 isomorphic to an earlier one\n")
    assert run("canon", "-", "-j", "2", stdin=text).stdout == run("canon", "-", stdin=text).stdout


def test_the_form_is_told_as_json() -> None:
    record = json.loads(run("canon", EASY, "--format", "json").stdout)
    assert record["puzzle"] == EASY and record["automorphisms"] == 1
    assert record["form"] < EASY and run("canon", record["form"]).stdout == record["form"] + "\n"
    done = run("canon", "11..............", EASY)
    assert done.returncode == 1 and "twice in a row, column or box" in done.stderr
    assert done.stdout.splitlines()[1] == record["form"]


def test_what_is_stopped_in_the_interpreter_is_not_copied_back():
    looked_at = np.zeros(3, np.int64)

    def fill(numbers):
        numbers[:] = [1, 2, 3]

    interpret(fill, (looked_at,), lambda: True)
    assert looked_at.tolist() == [0, 0, 0]
    interpret(fill, (looked_at,))
    assert looked_at.tolist() == [1, 2, 3]
