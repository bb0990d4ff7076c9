"""The kernels against the native engine, dancing links and PySAT, and their plain selves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import Layout, Puzzle, Theory
from satdoku.backends.registry import open_backend
from satdoku.board import STANDARD
from satdoku.inference.deduction import DENIED, Deduction
from satdoku.kernels.any_theory.theory_tasks import AnyTheory
from satdoku.kernels.lockstep.lockstep_tasks import Lockstep
from satdoku.kernels.lockstep.solving import BROKEN, SOLVED, STUCK
from satdoku.kernels.stream import streams
from satdoku.kernels.tasks import Groups, Removals
from satdoku.operations.minimizing import givens_of, property_named
from satdoku.operations.random_grids import lexical_grid
from satdoku.random_stream import RandomStream
from tests.boards import givens, grids, mixed_boards
from tests.kernel_builds import run_by
from tests.marks import by_night_but, examples, slow_but
from tests.oracle import HARD, JIGSAW_9, LAYOUTS, NEFARIOUS, models
from tests.plain_tasks import PlainTasks

THEORY = Theory.of(STANDARD)
PLAIN = PlainTasks(THEORY)
EIGHT = [*(name for name in LAYOUTS if name != "9x9"), JIGSAW_9]


def assert_same(found, expected):
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


def assert_solutions(boards, solved, layout):
    """Each board with a solution has one that agrees with it and breaks no clause."""
    theory = Theory.of(layout)
    for board, count, solution in zip(boards, solved.counts, solved.solutions, strict=True):
        if count:
            assert ((board == 0) | (board == solution)).all()
            variables = set(givens(solution, layout.size))
            for clause in theory.clauses:
                here = len(variables.intersection(clause.variables))
                assert here == 1 or (here == 0 and not clause.exactly_one)
        else:
            assert not solution.any()


# -- Lockstep ---------------------------------------------------------------------------------


def test_the_desk_begins_where_a_cache_line_does():
    desks = [Lockstep()._desk() for _ in range(5)]
    assert [desk.ctypes.data % 64 for desk in desks] == [0] * 5
    assert not any(desk.any() for desk in desks)


@pytest.mark.parametrize(
    ("size", "part"),
    [(100, part) for part in range(4)]
    + by_night_but([(4900, part) for part in range(10)], (4900, 0)),
)
def test_lockstep_counts_as_native_dlx_and_pysat_do(part, size):
    boards = mixed_boards(STANDARD, size, seed=100 * size + part)
    solved = Lockstep().solve(boards, 2, True)
    assert set(solved.counts.tolist()) == {0, 1, 2}
    assert_solutions(boards, solved, STANDARD)
    engines = [open_backend(name, THEORY) for name in ("auto", "dlx", "glucose4")]
    for board, count in zip(boards, solved.counts.tolist(), strict=True):
        for engine in engines:
            found = sum(1 for _ in engine.completions(givens(board, 9), limit=2))
            assert found == count, (engine.name, "".join(map(str, board.tolist())))


@settings(max_examples=examples(50))
@given(st.data())
def test_any_board_gets_the_same_from_kernel_and_interpreter(data):
    full = grids(STANDARD, 20, seed=1)[data.draw(st.integers(0, 19))]
    shown = data.draw(st.lists(st.booleans(), min_size=81, max_size=81))
    board = np.where(shown, full, 0).astype(np.uint8)
    for cell, digit in data.draw(
        st.lists(st.tuples(st.integers(0, 80), st.integers(0, 9)), max_size=3)
    ):
        board[cell] = digit
    limit = data.draw(st.integers(1, 3))
    solved, decided = Lockstep().solve(board[None], limit, True), Lockstep().base_rules(board[None])
    with run_by(None):
        assert_same(solved, Lockstep().solve(board[None], limit, True))
        assert_same(decided, Lockstep().base_rules(board[None]))
    assert solved.counts.tolist() == PLAIN.solve(board[None], limit, True).counts.tolist()
    assert_same(decided, PLAIN.base_rules(board[None]))


def test_lockstep_answers_do_not_depend_on_the_neighbours():
    boards = mixed_boards(STANDARD, 1000, seed=5)
    order = np.random.default_rng(5).permutation(1000)
    solved, shuffled = Lockstep().solve(boards, 2, True), Lockstep().solve(boards[order], 2, True)
    assert_same(shuffled, [array[order] for array in solved])
    alone = Lockstep().solve(boards[7:8], 2, True)
    assert_same(alone, [array[7:8] for array in solved])


@pytest.mark.parametrize("limit", [1, 2, 50, 1000])
def test_lockstep_counts_up_to_the_limit(limit):
    empty = np.zeros((3, 81), np.uint8)
    assert Lockstep().solve(empty, limit, False).counts.tolist() == [limit] * 3
    row = np.array([list(map(int, "123456789")) + [0] * 72], np.uint8)
    assert Lockstep().solve(row, limit, True).counts.tolist() == [limit]


@pytest.mark.slow
def test_lockstep_counts_all_solutions_of_boards_with_many(real_puzzles):
    lines = [puzzle.line for puzzle in real_puzzles("top1465.txt")[:12]]
    boards = np.array([[int(c) for c in line.replace(".", "0")] for line in lines], np.uint8)
    for board in boards:
        board[np.flatnonzero(board)[:2]] = 0
    engine = open_backend("glucose4", THEORY)
    expected = [sum(1 for _ in engine.completions(givens(b, 9), limit=3000)) for b in boards]
    assert Lockstep().solve(boards, 3000, False).counts.tolist() == expected
    assert max(expected) > 100


def test_lockstep_on_known_puzzles():
    boards = np.array([[int(c) if c != "." else 0 for c in line] for line in (HARD, NEFARIOUS)])
    solved = Lockstep().solve(boards.astype(np.uint8), 100, True)
    assert solved.counts.tolist() == [1, 1]
    for board, solution in zip(boards, solved.solutions, strict=True):
        (model,) = models(THEORY, givens(board, 9), 2)
        assert Puzzle.from_variables(model).cells == tuple(solution.tolist())


def test_two_equal_digits_in_any_house_have_no_solution():
    boards = []
    for house in STANDARD.houses:
        board = np.zeros(81, np.uint8)
        board[[house.cells[0], house.cells[4]]] = 5
        boards.append(board)
    boards = np.array(boards)
    assert not Lockstep().solve(boards, 2, True).counts.any()
    assert (Lockstep().base_rules(boards).status == BROKEN).all()


def test_no_boards_give_no_answers():
    none = np.zeros((0, 81), np.uint8)
    for tasks in (Lockstep(), AnyTheory(THEORY), PLAIN):
        assert [len(array) for array in tasks.solve(none, 2, True)] == [0, 0, 0]
        assert len(tasks.base_rules(none).status) == 0
        assert len(tasks.random_grids(np.zeros(0, np.uint64), 10)) == 0


# -- Any theory -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", slow_but(EIGHT, *EIGHT[:3]))
def test_any_theory_counts_as_dlx_and_pysat_do_on_eight_layouts(name):
    layout = Layout.named(name)
    theory = Theory.of(layout)
    boards = mixed_boards(layout, 60, seed=3)
    solved = AnyTheory(theory).solve(boards, 2, True)
    assert set(solved.counts.tolist()) == {0, 1, 2}
    assert_solutions(boards, solved, layout)
    engines = [open_backend(engine, theory) for engine in ("dlx", "glucose4")]
    for board, count in zip(boards, solved.counts.tolist(), strict=True):
        for engine in engines:
            assertions = givens(board, layout.size)
            assert sum(1 for _ in engine.completions(assertions, limit=2)) == count


@pytest.mark.parametrize("name", ["9x9", "16x16", "7x7/latin", *EIGHT])
def test_any_theory_answers_as_the_plain_engine_does(name):
    layout = Layout.named(name)
    kernel, plain = AnyTheory(Theory.of(layout)), PlainTasks(Theory.of(layout))
    boards = mixed_boards(layout, 40 if layout.size < 16 else 6, seed=4)
    boards = boards[(boards > 0).mean(1) > (0.35 if layout.size > 7 else 0)]
    assert_same(kernel.solve(boards, 3, True), plain.solve(boards, 3, True))
    assert_same(kernel.base_rules(boards), plain.base_rules(boards))


def test_any_theory_takes_theories_without_a_layout():
    options = [("a", "b"), ("c",), ("a",), ("b", "c"), ("b",)]
    theory = Theory.exact_cover(options)
    boards = np.array([[0] * 5, [1, 0, 0, 0, 0], [1, 0, 1, 0, 0]], np.uint8)
    solved = AnyTheory(theory).solve(boards, 10, True)
    expected = [len(models(theory, givens(board, 1), 10)) for board in boards]
    assert solved.counts.tolist() == expected == [3, 1, 0]
    assert solved.solutions[1].tolist() == [1, 1, 0, 0, 0]


@settings(max_examples=examples(40))
@given(st.lists(st.integers(0, 6), min_size=36, max_size=36), st.integers(1, 4))
def test_any_board_of_any_theory_gets_the_same_from_kernel_and_plain_engine(cells, limit):
    theory = Theory.of(Layout.named("6x6+diagonal"))
    board = np.array([cells], np.uint8)
    board[:, 12:] = 0
    kernel, plain = AnyTheory(theory), PlainTasks(theory)
    assert_same(kernel.solve(board, limit, True), plain.solve(board, limit, True))
    assert_same(kernel.base_rules(board), plain.base_rules(board))


# -- Base rules -------------------------------------------------------------------------------


def test_base_rules_reach_the_fixed_point_of_the_deduction():
    boards = mixed_boards(STANDARD, 300, seed=6)
    decided = Lockstep().base_rules(boards)
    assert set(decided.status.tolist()) == {STUCK, SOLVED, BROKEN}
    for board, status, candidates in zip(boards, *decided, strict=True):
        deduction = Deduction(THEORY)
        consistent = deduction.extend(givens(board, 9))
        assert (status != BROKEN) == consistent
        assert (status == SOLVED) == deduction.is_complete
        if consistent:
            denied = [deduction.status[variable] == DENIED for variable in range(1, 730)]
            left = [not candidates[v // 9] >> np.uint64(v % 9) & np.uint64(1) for v in range(729)]
            assert denied == left


# -- Grids and minimising ---------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 3, 2000])
@pytest.mark.parametrize("name", ["9x9", "6x6", "9x9+diagonal"])
def test_random_grids_and_what_is_given_up_are_those_of_the_plain_way(name, limit):
    layout = Layout.named(name)
    kernels = [AnyTheory(Theory.of(layout))] + [Lockstep()] * (name == "9x9")
    plain = [RandomStream(9, index) for index in range(12)]
    found = [lexical_grid(layout, stream, limit) for stream in plain]
    cells = [Puzzle.from_variables(true or (), layout).cells for true in found]
    for kernel in kernels:
        states = streams(9, np.arange(12))
        assert kernel.random_grids(states, limit).tolist() == [list(c) for c in cells]
        assert states.tolist() == [stream.state for stream in plain]


def test_streams_start_where_random_streams_do():
    indices = np.array([0, 1, 2**40])
    assert streams(2**64 - 1, indices).tolist() == [
        RandomStream(2**64 - 1, index).state for index in indices.tolist()
    ]


def by_cells(layout: Layout) -> Groups:
    cells = np.arange(layout.cell_count, dtype=np.int32)
    return Groups(cells, np.arange(layout.cell_count + 1, dtype=np.int32))


def has_spare_given(puzzle: Puzzle, keep: str) -> bool:
    holds = property_named(keep)
    return any(holds(puzzle.without([cell])) for cell in givens_of(puzzle))


@pytest.mark.slow_cases("9x9+diagonal-proper", "9x9-proper")
@pytest.mark.parametrize("keep", ["logic", "proper"])
@pytest.mark.parametrize("name", ["9x9", "6x6", "9x9+diagonal"])
def test_minimised_boards_are_irreducible_and_those_of_the_plain_engine(name, keep):
    layout = Layout.named(name)
    theory = Theory.of(layout)
    full = grids(layout, 8, seed=2)
    kernels = [AnyTheory(theory)] + [Lockstep()] * (name == "9x9")
    least = np.array([0, 0, 0, 0, 0, 0, 40, 10])[: len(full)]
    expected, states = full.copy(), streams(2, np.arange(len(full)))
    removals = Removals(keep, by_cells(layout), states, least)
    PlainTasks(theory).minimize(expected, full, removals)
    for kernel in kernels:
        small, moved = full.copy(), streams(2, np.arange(len(full)))
        kernel.minimize(small, full, removals._replace(streams=moved))
        assert_same([small, moved], [expected, states])
        puzzle = Puzzle(tuple(small[0].tolist()), layout)
        assert property_named(keep)(puzzle)
        assert not has_spare_given(puzzle, keep)
        looked = small.copy()
        look = Removals(keep, by_cells(layout), moved, 0 * least, only_look=True)
        can_go = kernel.minimize(looked, full, look)
        assert_same([looked], [small])
        boards = [Puzzle(tuple(board), layout) for board in small.tolist()]
        assert can_go.tolist() == [has_spare_given(board, keep) for board in boards]
