from itertools import product

import pytest

from satdoku import Layout, Theory, TheoryError
from satdoku.backends import open_backend
from satdoku.theory import Clause
from tests.marks import slow_but


def test_the_lectures_counts():
    theory = Theory.of(Layout.boxes(3, 3))
    assert theory.variable_count == 729
    assert len(theory.clauses) == 324
    assert theory.occurrence_count == 2916
    assert sum(map(len, theory.occurrences)) == 2916


def test_the_lectures_clauses():
    """Built again from the lecture's four index functions."""

    def variable(r, c, d):
        return 81 * (r - 1) + 9 * (c - 1) + d

    def box(b, i):
        return 3 * ((b - 1) // 3) + (i - 1) // 3 + 1, 3 * ((b - 1) % 3) + (i - 1) % 3 + 1

    nine = range(1, 10)
    expected = set()
    for a, b in product(nine, nine):
        expected.add(("cell", frozenset(variable(a, b, i) for i in nine)))
        expected.add(("row-digit", frozenset(variable(a, i, b) for i in nine)))
        expected.add(("column-digit", frozenset(variable(i, a, b) for i in nine)))
        expected.add(("box-digit", frozenset(variable(*box(a, i), b) for i in nine)))
    clauses = Theory.of(Layout.boxes(3, 3)).clauses
    assert {(clause.kind, frozenset(clause.variables)) for clause in clauses} == expected


def test_a_clause_says_what_it_is_about():
    theory = Theory.of(Layout.boxes(3, 3))
    names = [str(clause) for clause in theory.clauses]
    assert names[0] == "r1c1"
    assert names[81 + 4] == "row 1 digit 5"
    assert theory.clauses[-1].house.kind == "box"
    assert len(set(names)) == 324


def test_numbers_and_names_of_variables():
    theory = Theory.of(Layout.boxes(3, 3))
    assert theory.variable(4, 7, 3) == 81 * 3 + 9 * 6 + 3
    assert theory.coordinates(theory.variable(4, 7, 3)) == (4, 7, 3)
    assert theory.variable_name(theory.variable(4, 7, 3)) == "(3)r4c7"
    with pytest.raises(TheoryError, match="not on a board"):
        theory.variable(0, 1, 1)


def test_peers_share_a_clause():
    theory = Theory.of(Layout.boxes(3, 3))
    peers = theory.peers(1)
    assert len(peers) == len(set(peers)) == 8 + 8 + 8 + 4
    assert all(theory.common_clause(1, peer) is not None for peer in peers)
    assert theory.common_clause(1, 729) is None


def test_a_short_house_is_at_most_one():
    layout = Layout.named("4x4+house:r1c1,r2c3,r4c4")
    extra = [c for c in Theory.of(layout).clauses if c.kind == "house-digit"]
    assert [c.exactly_one for c in extra] == [False] * 4


@pytest.mark.parametrize("members", [(0, 1), (1, 4), (2, 2)])
def test_impossible_clauses_are_refused(members):
    with pytest.raises(TheoryError):
        Theory(3, [Clause("all", (1, 2, 3)), Clause("bad", members)])


def test_a_variable_without_an_exactly_one_clause_is_refused():
    with pytest.raises(TheoryError, match="variable 2 is in no exactly-one clause"):
        Theory(2, [Clause("one", (1,)), Clause("loose", (1, 2), exactly_one=False)])


def queens(n: int) -> Theory:
    options = [
        [f"row {r}", f"column {c}", f"up {r + c}", f"down {r - c}"]
        for r, c in product(range(n), repeat=2)
    ]
    diagonals = [f"up {i}" for i in range(2 * n)] + [f"down {i}" for i in range(-n, n)]
    return Theory.exact_cover(options, secondary=diagonals)


@pytest.mark.parametrize("engine", ["native", "dlx"])
@pytest.mark.parametrize(
    ("n", "known"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)]
)
def test_n_queens_is_a_theory(engine, n, known):
    completions = list(open_backend(engine, queens(n)).completions(()))
    assert len(completions) == len(set(completions)) == known


PENTOMINOES = {
    "F": ".##/##./.#.", "I": "#####", "L": "####/#...", "N": "##../.###", "P": "###/##.",
    "T": "###/.#./.#.", "U": "#.#/###", "V": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.",
    "Y": "####/.#..", "Z": "##./.#./.##",
}  # fmt: skip


def pentomino_tiling(height: int, width: int, centres, hole=frozenset()) -> Theory:
    """Tilings of a board whose X has its centre in one of these cells."""
    options = []
    for name, picture in PENTOMINOES.items():
        cells = {
            (r, c)
            for r, row in enumerate(picture.split("/"))
            for c, mark in enumerate(row)
            if mark == "#"
        }
        shapes = set()
        for _ in range(2):
            cells = {(r, -c) for r, c in cells}
            for _ in range(4):
                cells = {(c, -r) for r, c in cells}
                top, left = (min(cell[i] for cell in cells) for i in (0, 1))
                shapes.add(frozenset((r - top, c - left) for r, c in cells))
        for shape, top, left in product(sorted(map(sorted, shapes)), range(height), range(width)):
            placed = [(top + r, left + c) for r, c in shape]
            if name == "X" and (top + 1, left + 1) not in centres:
                continue
            if all(r < height and c < width and (r, c) not in hole for r, c in placed):
                options.append([name, *map(str, placed)])
    return Theory.exact_cover(options)


@pytest.mark.slow_cases("native")
@pytest.mark.parametrize("engine", slow_but(["native", "dlx"], "native"))
def test_pentomino_tilings_of_3x20(engine):
    """Two up to symmetry: with the X in the left half, each of them and its mirror image."""
    theory = pentomino_tiling(3, 20, {(1, c) for c in range(10)})
    assert len(list(open_backend(engine, theory).completions(()))) == 2 * 2


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["native", "dlx"])
@pytest.mark.parametrize(("centre", "known"), [((1, 2), 19), ((1, 3), 20), ((2, 2), 2 * 26)])
def test_pentomino_tilings_of_the_chessboard_without_its_middle(engine, centre, known):
    """The 65 up to symmetry, by the place of the X (D. E. Knuth, Dancing Links, 2000)."""
    theory = pentomino_tiling(8, 8, {centre}, frozenset(product((3, 4), repeat=2)))
    assert len(list(open_backend(engine, theory).completions(()))) == known


def test_helper_variables_follow_the_boards_and_have_names():
    layout = Layout.of_size(4)
    plain = Theory.of(layout)
    helpers = [Clause("choice", (65, 66)), Clause("link", (1, 65), exactly_one=False)]
    theory = Theory(66, [*plain.clauses, *helpers], layout, ["it is so", "it is not so"])
    assert (theory.board_variables, theory.variable_count) == (64, 66)
    assert theory.is_board(64) and not theory.is_board(65)
    assert theory.on_board([65, 3, 66, 1]) == (3, 1)
    assert theory.variable_name(66) == "it is not so"
    with pytest.raises(TheoryError, match="not a cell and digit"):
        theory.coordinates(65)
    with pytest.raises(TheoryError, match="give each auxiliary variable a name"):
        Theory(66, [*plain.clauses, *helpers], layout)


@pytest.mark.parametrize("name", ["4x4", "9x9+diagonal", "7x7/latin"])
def test_cells_and_digits_are_asked_of_the_theory(name):
    theory = Theory.of(Layout.named(name))
    layout = theory.layout
    for variable in range(1, theory.variable_count + 1):
        cell, digit = theory.cell_and_digit(variable)
        assert theory.variable_of(cell, digit) == variable
        assert variable in layout.variables_of(cell)
        assert theory.variable(*theory.coordinates(variable)) == variable
