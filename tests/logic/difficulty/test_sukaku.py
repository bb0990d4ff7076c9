"""The scale of Sukaku Explainer 1.18: the steps that it takes, and how its ratings relate to those
of the scale of Sudoku Explainer.

The steps are those of that program. Single ones are published with the program sukaku-forge
(SlowLarry, tests of crates/engine, snapshot 2026-08): of one digit, or of a few cells, where all
other candidates are gone. Ways to solutions are recorded in the tests of the program
SudokuExplainer-ts (gil, test/fixtures, snapshot 2026-07), and one in sukaku-forge.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import satdoku
from satdoku.errors import PuzzleError
from satdoku.kernels.any_theory.csr import OPEN
from satdoku.kernels.explainer.strong_links import find_strong_links
from satdoku.kernels.interpreter import as_lists
from satdoku.kernels.kernel import Kernel
from satdoku.kernels.logic.found import BASES, DENIALS, PROOF, RATED, RATING
from satdoku.kernels.logic.state import start
from satdoku.kernels.steps.search_arrays import search_on
from satdoku.layout import Layout
from satdoku.logic.catalog.rules import by_name
from satdoku.logic.difficulty.rating import rate_boards
from satdoku.logic.difficulty.scales import SE, SE118
from satdoku.logic.lessons.about import examples_by_name
from satdoku.logic.mistakes import state_of
from satdoku.logic.techniques.wings.bent_sets import find_bent
from satdoku.theory import Theory
from tests.processes import command

#: A digit; its cells; and of the step: rating, the first cell of each end of a link, cells that go.
LINKS = {
    "skyscraper": (2, 1, (0, 3, 28, 30, 10), 40, (0, 3, 30, 28), (10,)),
    "kite": (2, 1, (27, 30, 40, 49, 46, 47), 41, (27, 30, 40, 49), (46, 47)),
    "grouped": (2, 1, (1, 9, 18, 36, 40, 4, 7), 43, (1, 9, 36, 40), (4,)),
    "ring": (2, 1, (27, 30, 40, 49, 46), 40, (27, 30, 49, 46), (40,)),
    "ring of boxes": (2, 1, (0, 10, 3, 13, 6, 15), 41, (0, 10, 13, 3), (6, 15)),
    "three, grouped": (
        3,
        3,
        (1, 2, 6, 11, 12, 15, 18, 22, 26, 27, 28, 29, 56, 57, 60, 63, 65, 67, 69, 71, 74, 76, 78),
        57,
        (12, 22, 26, 71, 63, 56),
        (11,),
    ),
    "ring of three": (3, 1, (0, 3, 12, 30, 33, 54, 60), 54, (0, 3, 30, 33, 60, 54), (12,)),
    "three": (3, 1, (0, 3, 21, 24, 27, 37, 42), 54, (0, 3, 21, 24, 42, 37), (27,)),
    "four": (
        4,
        1,
        (0, 3, 16, 21, 24, 27, 37, 42, 52),
        59,
        (24, 16, 52, 42, 37, 27, 0, 3),
        (21,),
    ),
    "ring of four": (
        4,
        1,
        (0, 3, 9, 21, 24, 37, 42, 54, 55),
        58,
        (0, 3, 21, 24, 42, 37, 55, 54),
        (9,),
    ),
}
#: Candidates by cell; and of the step: rating, its cells, and what goes, cell and digit.
WINGS = {
    "WXYZ": (4, {0: "12", 1: "13", 2: "2", 3: "12", 9: "24"}, 55, (0, 1, 9, 3), ((2, 2),)),
    "WXYZ, two digits once": (
        4,
        {0: "12", 1: "13", 9: "24", 10: "12", 11: "12349"},
        55,
        (0, 1, 9, 10),
        ((11, 1), (11, 2), (11, 3), (11, 4)),
    ),
    "WXYZ, the lower rating": (
        4,
        {0: "123", 1: "13", 2: "2", 3: "12", 9: "24", 57: "12", 58: "13", 59: "2", 60: "12",
         66: "24"},
        55,
        (57, 58, 66, 60),
        ((59, 2),),
    ),
    "VWXYZ": (
        5,
        {0: "13", 1: "14", 2: "35", 3: "25", 9: "12", 12: "28"},
        63,
        (0, 1, 2, 3, 9),
        ((12, 2),),
    ),
    "VWXYZ, two digits once": (
        5,
        {0: "13", 1: "14", 2: "25", 3: "35", 4: "38", 9: "12"},
        63,
        (0, 1, 2, 3, 9),
        ((4, 3),),
    ),
    "VWXYZ, two of them linked": (
        5,
        {0: "12", 3: "34", 4: "35", 5: "45", 9: "12", 18: "1"},
        63,
        (0, 3, 4, 5, 9),
        ((18, 1),),
    ),
    "UVWXYZ": (
        6,
        {0: "13", 1: "14", 2: "35", 3: "26", 4: "56", 9: "12", 12: "28"},
        66,
        (0, 1, 2, 3, 4, 9),
        ((12, 2),),
    ),
    "UVWXYZ, two digits once": (
        6,
        {0: "13", 1: "14", 2: "25", 3: "36", 4: "56", 5: "38", 9: "12"},
        66,
        (0, 1, 2, 3, 4, 9),
        ((5, 3),),
    ),
    "TUVWXYZ": (
        7,
        {0: "13", 1: "14", 2: "35", 3: "26", 4: "57", 5: "67", 9: "12", 12: "28"},
        75,
        (0, 1, 2, 3, 4, 5, 9),
        ((12, 2),),
    ),
    "TUVWXYZ, two digits once": (
        7,
        {0: "13", 1: "14", 2: "25", 3: "36", 4: "57", 5: "67", 6: "38", 9: "12"},
        75,
        (0, 1, 2, 3, 4, 5, 9),
        ((6, 3),),
    ),
}  # fmt: skip
#: A puzzle whose hardest step is three strong links.
THREE_LINKS = "....3...5...851...13.4.2.8........2.82..9..51.6....7..5..3.....4.3.2..9..9...4..."
#: Others, whose hardest step is such a wing.
WXYZ = "5.7....3.....61...1.8......62..4.......7...8...........1....6.43..5...........2.."
VWXYZ = "1......8..7...8.3.....5147.5.......6.4...7...21...4.......9......6.2.....8....7.."
#: Puzzles, each with the ratings of its first steps, in tenths, on the lines below.
WAYS = """
1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8
15 12 26 26 26 34 43 83 83 88 89 57 42 41 55 23 12 12 26 30 40 43 45
24...9..7..6.....3..16..45.8..3.12.............29.5..1.27..86..1.....7..4..7...89
12 12 26 26 26 41 41 71 26 72 72 73 73 71 75 15 15 28 28 30 41 55 42 72 12 12 12 12 12 10 12 12
12 12 12 15 26 30 38 40
..21....8.68....4.71...9...8..2.17......6......59.8..3...6...17.7....83.2....79..
12 12 12 12 12 12 12 12 12 12 12 12 12 26 28 34 43 44 28 57 61 72 63 26 30 26 56 75 15 12 12 10
12 43 45 55
9...1.....41.536...3.6...7...6....2.85.....43.2....8...8...7.1...342.59.....3...2
12 12 12 15 12 12 10 12 12 10 12 15 15 12 10 26 30 43 71 72 72 66 34 12 42 12 10 12 10 50 71 72
30 34 63 12 15 72
..971..6.7..3..4...65...7.3....5..242..9.3..115..2....9.1...64...4..6..7.7..491..
12 12 12 12 12 12 12 12 12 12 12 12 12 15 15 17 26 26 43 57 26 71 15 71 40 55 41 54 32 56
..84.12...4.....9.9...6...42..849..3..36.27..6..713..27...8...6.5.....4...63.49..
10 12 12 12 12 12 12 12 12 12 12 20 26 26 26 26 28 40 44 43 63 23 55 34 68 28 55
...6...9...8.42..725......8...8......19.7.85......1...5......249..51.3...8...7...
12 12 12 12 12 12 15 12 12 12 10 12 12 12 12 12 15 12 15 20 26 26 30 26 41 43 26 45 56 54 12 10
12 12 10 12 10 10 26 42 56 64 12 10 12 10
...9....275.4....1....58.6..92......8..691..5......98..4.32....5....4.132....5...
12 12 12 12 12 12 12 12 12 12 12 15 12 12 12 15 12 15 15 10 26 38 40 63 64 71 71 55 12 15 28 66
71 15 10 12 12 10 42 57 12
..9.8..6..1.....873.5..7.......947..4..3.1..6..725.......5..6.352.....7..3..1.8..
12 12 12 12 15 15 12 12 12 12 10 12 12 12 10 23 42 20 56 20 34 43 55 12 10 12
"""
#: The techniques that "se" does not have.
OWN = [row for row in SE118.rows if row.name not in SE.names]


def found_by(finder: Kernel, mode: int, candidates: dict[int, str]) -> tuple[int, list, list, list]:
    """The rating, denied candidates (cell and digit), cells of the bases and proof of the step that
    a finder takes where all other candidates are gone."""
    theory = Theory.of(Layout.of_size(9))
    search = as_lists(search_on(theory, explainer=True))
    start(search.theory, search.state)
    for cell in range(81):
        for digit in range(1, 10):
            if str(digit) not in candidates.get(cell, ""):
                search.state.status[9 * cell + digit] = OPEN + 1
    search.state.version[0] += 1
    row = next(row for row in OWN if row.mode == mode and row.finder.endswith(finder.name))
    search.found.numbers[RATED] = row.tenths
    assert finder.function(search, mode)
    found = search.found
    numbers = found.numbers
    denied = sorted(divmod(v - 1, 9) for v in found.denied[: numbers[DENIALS]])
    members = [theory.members[clause] for clause in found.bases[: numbers[BASES]]]
    return (
        numbers[RATING],
        [(cell, digit + 1) for cell, digit in denied],
        [(own[0] - 1) // 9 for own in members],
        list(found.proof[: numbers[PROOF]]),
    )


@pytest.mark.parametrize("name", LINKS)
def test_strong_links_are_those_of_that_program(name):
    number, digit, cells, rating, ends, gone = LINKS[name]
    position = dict.fromkeys(cells, str(digit))
    tenths, denied, bases, proof = found_by(find_strong_links, number, position)
    assert tenths == rating
    assert denied == [(cell, digit) for cell in gone]
    assert len(bases) == number
    first_of_ends = [proof[0], *(v for mark, v in pairwise(proof) if mark <= 0)]
    assert tuple((v - 1) // 9 for v in first_of_ends) == ends


@pytest.mark.parametrize("name", WINGS)
def test_wings_are_those_of_that_program(name):
    cells, position, rating, own, gone = WINGS[name]
    tenths, denied, bases, _ = found_by(find_bent, cells, position)
    assert (tenths, tuple(bases), tuple(denied)) == (rating, own, gone)


def ways() -> Iterator[tuple[str, list[int]]]:
    """Yield the puzzles of `WAYS`, each with its ratings."""
    for board, ratings in re.findall(r"^(\S{81})\n((?:\d+ .+\n)+)", WAYS, re.MULTILINE):
        yield board, list(map(int, ratings.split()))


@pytest.mark.parametrize(("board", "ratings"), list(ways()))
def test_ways_are_those_of_that_program(board, ratings):
    steps = satdoku.explain(board, scale="se118", verify=False).steps
    assert [step.tenths for step in steps[: len(ratings)]] == ratings


def test_without_its_own_techniques_a_puzzle_has_the_rating_of_se():
    puzzles = list(satdoku.generate(150, seed=5, keep="proper"))
    boards = np.array([puzzle.cells for puzzle in puzzles], np.uint8)
    by_se = rate_boards(boards, puzzles[0].layout, scale="se")
    ratings = rate_boards(boards, puzzles[0].layout, scale="se118")
    names = {row.name for row in OWN}
    exact = 0
    for one, other in zip(by_se, ratings, strict=True):
        if names.isdisjoint(dict(other.steps)):
            assert replace(other, scale="se") == one
            exact += 1
    assert 50 < exact < 130


@pytest.mark.parametrize("row", OWN, ids=lambda row: row.name)
def test_each_technique_is_the_rating_of_a_position(row):
    if row.name in by_name():
        rating = satdoku.rate(WXYZ if row.name == "WXYZ-wing" else VWXYZ, scale="se118")
        assert rating.hardest_rule == row.name
        assert row.rating <= rating.rating <= row.rating + 0.3
        return
    for example in examples_by_name()[row.name]:
        position = state_of(example.position).position
        [step] = satdoku.explain(position, scale="se118", until=1).steps
        assert step.rule_name == row.name
        assert row.tenths <= step.tenths <= row.tenths + 3


def test_other_boards_are_refused():
    refusal = "--scale se118 is for 9x9 boards without other rules"
    for layout in ("6x6", "9x9+anti-knight", "9x9+diagonal", "9x9/latin"):
        known = Layout.named(layout)
        with pytest.raises(PuzzleError, match=refusal):
            satdoku.rate("." * known.cell_count, layout=known, scale="se118")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("skyscraper", "has no skyscraper, the nearest is two strong links;"),
        ("all, XY-chain", "has no XY-chain, the nearest is forcing chain;"),
        ("Sue de Coq", "has no Sue de Coq; use --scale satdoku"),
    ],
)
def test_a_technique_that_it_does_not_have_is_named_with_the_nearest(name, said):
    with pytest.raises(PuzzleError, match=said):
        satdoku.rate("." * 81, scale="se118", only=name)


def test_a_technique_of_this_scale_is_refused_by_others_with_its_scale():
    with pytest.raises(PuzzleError, match="is a technique of --scale se118 alone"):
        next(satdoku.generate(needs="three strong links", scale="satdoku"))


def test_its_names_choose_it():
    board = THREE_LINKS
    assert satdoku.rate(board, without="three strong links").scale == "se118"
    assert satdoku.rate(board, without="swordfish").scale == "se"
    done = command("rate", "--format", "json", "--without", "3 strong links", board)
    assert json.loads(done.stdout)["scale"] == "se118"
