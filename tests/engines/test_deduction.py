import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from satdoku import Inconsistency, Layout, Theory, TheoryError, random_grid
from satdoku.inference import Deduction
from satdoku.inference.deduction import DENIED
from satdoku.theory import Clause
from tests.marks import examples
from tests.oracle import LECTURE, LECTURE_SOLUTION, cnf, puzzle

NAMES = ["4x4", "6x6", "6x6+house:r1c1,r2c3,r3c5", "9x9", "9x9+diagonal", "9x9+window"]


def deduction_of(name: str) -> Deduction:
    return Deduction(Theory.of(Layout.named(name)))


def test_the_lectures_puzzle_is_solved_by_the_base_rules():
    deduction = deduction_of("9x9")
    deduction.assert_all(puzzle(LECTURE).givens)
    assert deduction.is_complete
    assert deduction.asserted == list(puzzle(LECTURE_SOLUTION).givens)


def test_assertion_elimination_denies_the_peers():
    deduction = deduction_of("9x9")
    deduction.assert_all([1])
    assert {v for v in range(1, 730) if deduction.status[v] == DENIED} == set(
        deduction.theory.peers(1)
    )


def test_simplification_asserts_the_last_variable():
    deduction = deduction_of("4x4")
    assert deduction.extend([-1, -2, -3])
    assert deduction.asserted == [4]


def test_an_at_most_one_clause_is_not_simplified():
    clauses = [Clause("a", (1, 2)), Clause("b", (3, 4)), Clause("loose", (1, 3), exactly_one=False)]
    deduction = Deduction(Theory(4, clauses))
    assert deduction.extend([-1])
    assert deduction.asserted == [2]
    assert [v for v in (3, 4) if not deduction.status[v]] == [3, 4]
    assert deduction.extend([-3])
    assert deduction.is_complete
    other = Deduction(Theory(4, clauses))
    other.assert_all([1])
    assert other.status[3] == DENIED


def test_clauses_of_one_variable_hold_from_the_start():
    theory = Theory(3, [Clause("single", (2,)), Clause("pair", (1, 2)), Clause("rest", (1, 3))])
    deduction = Deduction(theory)
    deduction.assert_all([])
    assert deduction.asserted == [2, 3]


def test_an_empty_clause_is_a_contradiction():
    with pytest.raises(Inconsistency, match="left with no variable"):
        Deduction(Theory(1, [Clause("void", ()), Clause("one", (1,))])).assert_all([])


def test_more_can_be_asserted_later_and_all_of_it_undone():
    givens = puzzle(LECTURE).givens
    whole, parts = deduction_of("9x9"), deduction_of("9x9")
    whole.assert_all(givens)
    start = parts.mark()
    for variable in givens:
        parts.assert_all([variable])
    assert parts.asserted == whole.asserted
    assert parts.left == whole.left
    parts.undo(start)
    assert parts.asserted == []
    assert parts.left == deduction_of("9x9").left
    assert not any(parts.status)


@pytest.mark.parametrize(
    ("literals", "clause", "blamed", "says"),
    [
        ([1, 10], "row 1 digit 1", {1, 10}, "two 1s in row 1"),
        ([1, 2], "r1c1", {1, 2}, "two digits in r1c1"),
        ([1, 91], "box 1 digit 1", {1, 91}, "two 1s in box 1"),
    ],
)
def test_a_contradiction_names_the_clause_and_the_givens(literals, clause, blamed, says):
    deduction = deduction_of("9x9")
    with pytest.raises(Inconsistency, match=says) as caught:
        deduction.assert_all([*literals, 700])
    assert str(caught.value.clause) == clause
    assert set(caught.value.givens) == blamed


def test_a_cell_without_digits_is_a_contradiction():
    deduction = deduction_of("4x4")
    with pytest.raises(Inconsistency, match="no digit is left for r1c1") as caught:
        deduction.assert_all([4 + 1, 8 + 2, 16 + 3, 32 + 4])
    assert set(caught.value.givens) == {5, 10, 19, 36}


def test_what_is_broken_stays_broken_until_undone():
    deduction = deduction_of("4x4")
    mark = deduction.mark()
    assert not deduction.extend([1, 2])
    assert not deduction.extend([])
    assert not deduction.is_complete
    deduction.undo(mark)
    assert deduction.left == deduction_of("4x4").left
    assert deduction.extend([1])


def test_an_assertion_against_a_denial_breaks_no_clause():
    deduction = deduction_of("4x4")
    assert deduction.extend([-1])
    with pytest.raises(Inconsistency, match=r"\(1\)r1c1 is both asserted and denied") as caught:
        deduction.assert_all([1])
    assert caught.value.clause is None
    other = deduction_of("4x4")
    other.assert_all([1])
    assert not other.extend([-1])


def test_unknown_variables_are_refused():
    for variable in (0, 65, -3):
        with pytest.raises(TheoryError, match="1 to 64"):
            deduction_of("4x4").assert_all([variable])


def some_literals(name: str) -> st.SearchStrategy[list[int]]:
    count = Theory.of(Layout.named(name)).variable_count
    literal = st.integers(1, count).flatmap(lambda v: st.sampled_from([v, v, v, -v]))
    return st.lists(literal, max_size=25)


@st.composite
def states(draw) -> tuple[str, list[int]]:
    """A layout and literals: part of a grid, perhaps with a few random ones."""
    name = draw(st.sampled_from(NAMES))
    grid = random_grid(Layout.named(name), seed=draw(st.integers(0, 50))).givens
    kept = draw(st.lists(st.sampled_from(grid), max_size=len(grid), unique=True))
    return name, kept + draw(some_literals(name)) * draw(st.sampled_from([0, 0, 1]))


@settings(max_examples=examples(50))
@given(states())
def test_the_fixed_point_is_what_unit_propagation_finds(state):
    """On the pairwise CNF, unit propagation is exactly the three rules."""
    name, literals = state
    deduction = deduction_of(name)
    consistent = deduction.extend(list(literals))
    with Solver("glucose4", bootstrap_with=cnf(deduction.theory.clauses)) as solver:
        agrees, propagated = solver.propagate(assumptions=literals)
    assert consistent == agrees
    if consistent:
        assert set(deduction.trail) == set(propagated)


@settings(max_examples=examples(100))
@given(states(), st.data())
def test_undo_restores_every_array(state, data):
    name, literals = state
    cut = data.draw(st.integers(0, len(literals)))
    deduction = deduction_of(name)
    if not deduction.extend(literals[:cut]):
        return
    before = (bytes(deduction.status), list(deduction.left), list(deduction.trail))
    mark = deduction.mark()
    deduction.extend(literals[cut:])
    deduction.undo(mark)
    assert before == (bytes(deduction.status), deduction.left, deduction.trail)


@settings(max_examples=examples(100))
@given(states())
def test_the_blamed_givens_alone_break_a_clause_and_none_can_go(state):
    name, literals = state
    assertions = [literal for literal in literals if literal > 0]
    try:
        deduction_of(name).assert_all(assertions)
    except Inconsistency as error:
        givens = list(error.givens)
        assert set(givens) <= set(assertions)
        assert not deduction_of(name).extend(givens)
        for given_ in givens:
            assert deduction_of(name).extend([v for v in givens if v != given_])
