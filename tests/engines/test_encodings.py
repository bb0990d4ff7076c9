"""Encodings: exact sizes, models and propagation of one clause, and the whole theory."""

from itertools import islice

import pytest
from pysat.solvers import Solver

from satdoku import EncodingError, Layout, Theory, random_grid
from satdoku.backends import open_backend
from satdoku.encodings.cnf.registry import ENCODINGS, encoding_named, usual_encoding
from satdoku.encodings.files.dimacs import simplify
from satdoku.encodings.files.problem import Problem
from satdoku.theory import Clause
from tests.marks import slow_but
from tests.oracle import JIGSAW_6, LAYOUTS, NEFARIOUS, models, puzzle

SIZES = {
    "minimal": (729, 8829), "pairwise": (729, 11988), "bitwise": (2025, 11988),
    "sequential": (3321, 7776), "ladder": (3969, 11988), "product": (2673, 8100),
    "commander": (1701, 8100), "bimander": (1377, 9072), "triads": (1215, 7695),
    "mtotalizer": (9153, 18792), "kmtotalizer": (5913, 10692), "cardnetwrk": (12069, 17496),
    "sortnetwrk": (41877, 62208), "totalizer": (10125, 21708),
    # 324 clauses of 9: 8 auxiliary variables, 7 + 9·3 − 2 clauses; 4 and 1 + 9·5
    "order": (3321, 10368), "log": (2025, 14904),
}  # fmt: skip
GENERAL = [name for name in ENCODINGS if name != "minimal"]


@pytest.mark.parametrize("name", ENCODINGS)
def test_sizes_of_the_9x9_board_are_the_published_ones(name):
    theory = Theory.of(Layout.of_size(9))
    clauses = list(ENCODINGS[name].clauses(theory))
    top = max(abs(literal) for clause in clauses for literal in clause)
    assert ENCODINGS[name].size(theory) == (top, len(clauses)) == SIZES[name]


@pytest.mark.parametrize(("name", "distinct"), [("minimal", 7371), ("pairwise", 10530)])
def test_distinct_clauses(name, distinct):
    clauses = ENCODINGS[name].clauses(Theory.of(Layout.of_size(9)))
    assert len(set(map(frozenset, clauses))) == distinct


def single(k: int, exactly_one: bool) -> Theory:
    """One clause of k variables, and for at-most-one as many that let each be false."""
    if exactly_one:
        return Theory(k, [Clause("one", tuple(range(1, k + 1)))])
    free = [Clause(f"free {v}", (v, k + v)) for v in range(1, k + 1)]
    return Theory(2 * k, [Clause("most", tuple(range(1, k + 1)), exactly_one=False), *free])


@pytest.mark.parametrize("exactly_one", [True, False])
@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6, 7, 9, 10, 13, 16])
@pytest.mark.parametrize("name", GENERAL)
def test_one_clause_has_just_its_models(name, k, exactly_one):
    theory = single(k, exactly_one)
    clauses = list(ENCODINGS[name].clauses(theory))
    found = []
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        while solver.solve():
            true = {v for v in solver.get_model() if 0 < v <= k}
            found.append(true)
            solver.add_clause([-v if v in true else v for v in range(1, k + 1)])
            assert len(found) <= k + 1
    expected = [{v} for v in range(1, k + 1)] + ([] if exactly_one else [set()])
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


@pytest.mark.parametrize("k", [2, 3, 5, 9, 16])
@pytest.mark.parametrize("name", GENERAL)
def test_unit_propagation_finds_all_that_follows_from_a_clause(name, k):
    """Both ways: an assertion denies the others, and the last one left is asserted."""
    assert ENCODINGS[name].propagates
    clauses = list(ENCODINGS[name].clauses(single(k, True)))
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        for variable in range(1, k + 1):
            others = [v for v in range(1, k + 1) if v != variable]
            _, implied = solver.propagate(assumptions=[variable])
            assert {-v for v in others} <= set(implied)
            _, implied = solver.propagate(assumptions=[-v for v in others])
            assert variable in implied


@pytest.mark.parametrize("name", ENCODINGS)
def test_projection_is_said_where_it_is_needed(name):
    """Counted on a clause of 4: several models for one completion, or just one each."""
    theory = Theory.of(Layout.of_size(2)) if name == "minimal" else single(4, True)
    clauses = list(ENCODINGS[name].clauses(theory))
    top = max(abs(literal) for clause in clauses for literal in clause)
    count = 0
    with Solver("cadical153", bootstrap_with=[*clauses, [top, -top]]) as solver:
        while solver.solve() and count < 50:
            count += 1
            solver.add_clause([-literal for literal in solver.get_model()])
    completions = len(models(theory, (), 50))
    assert (count > completions) == ENCODINGS[name].projects


@pytest.mark.parametrize("layout", slow_but(LAYOUTS, *LAYOUTS[:4]))
@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding_has_the_theorys_models(name, layout):
    theory = Theory.of(Layout.named(layout))
    clauses = list(ENCODINGS[name].clauses(theory))
    assert ENCODINGS[name].size(theory)[1] == len(clauses)
    some = open_backend("dlx", theory).completions((), limit=3)
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        for completion in some:
            assert solver.solve(assumptions=completion)
            model = solver.get_model()[: theory.variable_count]
            assert tuple(v for v in model if v > 0) == completion
            swapped = [completion[0], *completion[1:-1]]
            wrong = completion[-1] - 1 if completion[-1] % theory.layout.size != 1 else None
            if wrong:
                assert not solver.solve(assumptions=[*swapped, wrong])


def test_triads_propagate_locked_candidates():
    """1 in row 1 only within box 1: denied elsewhere in the box, by unit propagation alone."""
    theory = Theory.of(Layout.of_size(9))
    denials = [-theory.variable(1, c, 1) for c in range(4, 10)]
    outcome = {}
    for name in ("pairwise", "triads"):
        clauses = list(ENCODINGS[name].clauses(theory))
        with Solver("glucose4", bootstrap_with=clauses) as solver:
            _, implied = solver.propagate(assumptions=denials)
        outcome[name] = -theory.variable(2, 1, 1) in implied
    assert outcome == {"pairwise": False, "triads": True}


@pytest.mark.parametrize("name", ["pairwise", "product", "triads", "minimal", "totalizer"])
@pytest.mark.parametrize(
    "board",
    [puzzle(NEFARIOUS), random_grid(Layout.named(JIGSAW_6)).without(range(0, 36, 2))],
    ids=["9x9", "jigsaw"],
)
def test_a_simplified_cnf_has_the_same_solutions(name, board):
    problem = Problem.of(board)
    simplified = simplify(problem, ENCODINGS[name])
    assert len(simplified.clauses) < ENCODINGS[name].size(problem.theory)[1]
    top = problem.theory.variable_count
    own = [new for new, old in enumerate(simplified.originals, 1) if old <= top]
    fixed = {v for v in simplified.true if v <= top}
    found = set()
    with Solver("cadical153", bootstrap_with=simplified.clauses) as solver:
        while len(found) < 12 and solver.solve():
            model = solver.get_model()
            true = [new for new in own if model[new - 1] > 0]
            found.add(tuple(sorted(fixed | {simplified.originals[new - 1] for new in true})))
            solver.add_clause([-model[new - 1] for new in own])
    expected = models(problem.theory, problem.givens, 13)
    assert len(found) == min(12, len(expected))
    assert found <= models(problem.theory, problem.givens, 10**4)


def test_a_contradiction_simplifies_to_the_empty_clause():
    problem = Problem.of(puzzle("55" + "." * 79))
    assert simplify(problem, ENCODINGS["pairwise"]).clauses == [()]


def test_unknown_encodings_are_named_with_their_neighbours():
    assert encoding_named("extended").name == "pairwise"
    assert encoding_named("seqcounter").name == "sequential"
    with pytest.raises(EncodingError, match="did you mean product"):
        encoding_named("produkt")


def test_rules_with_too_many_pairs_of_variables_are_not_encoded_pairwise():
    small = Layout.of_size(6).with_constraints("sum:12:r1c1,r2c3,r3c5")
    large = Layout.of_size(6).with_constraints("or(pair-sum:r3c3,r4c2|no-other-dots&anti-taxicab)")
    assert [usual_encoding(Theory.of(board)) for board in (small, large)] == ["pairwise", "product"]
    with open_backend("cadical195", Theory.of(large)) as engine:
        assert engine.count([1, 8, 15], limit=2) == 2


@pytest.mark.parametrize("name", ["4x4+layer+star-battle:1", "2x3/free+digits:3", "2x3"])
def test_minimal_says_at_most_one_where_no_house_implies_it(name):
    theory = Theory.of(Layout.named(name))
    counts = []
    for encoding in ("minimal", "pairwise"):
        clauses = list(ENCODINGS[encoding].clauses(theory))
        with Solver("cadical153", bootstrap_with=clauses) as solver:
            counts.append(sum(1 for _ in islice(solver.enum_models(), 5000)))
    assert counts[0] == counts[1] < 5000


def test_minimal_needs_a_layout():
    with pytest.raises(EncodingError, match="needs cells and houses"):
        list(ENCODINGS["minimal"].clauses(single(3, True)))
