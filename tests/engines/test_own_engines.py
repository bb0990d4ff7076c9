"""Parameters and hints of engines; encodings and engines of the user's own; their judgement."""

import pytest

import satdoku
from satdoku import EncodingError, EngineError, Puzzle, Theory
from satdoku.backends import registry
from satdoku.backends.registry import engines_listed, parted
from satdoku.encodings.cnf.registry import ENCODINGS
from satdoku.encodings.cnf.registry import OWN as OWN_ENCODINGS
from tests.oracle import HARD

TWELVE = "12..34.........."
FILE = """
from satdoku.backends.dlx import Dlx

class Mine(Dlx):
    pass

def none(theory):
    return 3

def pairs(k, exactly_one):
    "My pairs."
    first = [list(range(1, k + 1))] if exactly_one else []
    return first + [[-a, -b] for a in range(1, k + 1) for b in range(1, a)]
"""


@pytest.fixture
def own(tmp_path):
    (tmp_path / "my.py").write_text(FILE)
    return str(tmp_path / "my.py")


@pytest.mark.parametrize(
    "name",
    [
        "cpsat:num_workers=2,linearization_level=0",
        "cpsat-integers:random_seed=3",
        "cpsat:search_branching=fixed_search,use_phase_saving=false",
        "cadical153:elim=0,seed=5",
        "cadical195:chrono=2",
        "glucose4:incr=1",
        "glucose42:rnd-seed=4,rnd-freq=0.1",
        "ergo:lcm=1",
    ],
)
def test_parameters_change_no_answer(name):
    assert satdoku.count(satdoku.parse(TWELVE), engine=name) == 12


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cpsat:linearisation_level=0", "did you mean linearization_level"),
        ("cpsat:linearization_level=x", "expected int"),
        ("cpsat:search_branching=x", "FIXED_SEARCH"),
        ("cpsat:max_time_in_seconds=3", "from a time limit"),
        ("cpsat:workers", "write cpsat:NAME=VALUE"),
        ("cadical153:elim=7", "0 to 1, not 7"),
        ("cadical153:elims=1", "it has block, bump"),
        ("minicard:warm_start=1", "no parameter 'warm_start': it has none"),
        ("native:x=1", "has no parameters, such as x"),
        ("auto:x=1", "has no parameters"),
        ("kissat404:x=1", "has no parameters"),
        ("glucoze4:incr=1", "did you mean"),
    ],
)
def test_an_unknown_parameter_is_refused_with_those_there_are(name, message):
    with pytest.raises(EngineError, match=message):
        satdoku.count(satdoku.parse(TWELVE), engine=name)


def test_a_parameter_reaches_the_solver():
    cpsat = satdoku.engine("cpsat", num_workers=2, symmetry_level=0)
    assert (cpsat.workers, cpsat.parameters) == (2, {"symmetry_level": 0})
    with (
        satdoku.engine("cadical153", "9x9", phase=0, lucky=0) as off,
        satdoku.engine("cadical153", "9x9", phase=1, lucky=0) as on,
    ):
        blank = Puzzle((0,) * 81)
        assert satdoku.solve(blank, engine=off) != satdoku.solve(blank, engine=on)


@pytest.mark.room("research")
def test_one_list_of_engines_holds_their_parameters():
    text = "cpsat:num_workers=2,linearization_level=0, native,minisat -verb=0,glucose4:incr=1"
    assert engines_listed(text) == [
        "cpsat:num_workers=2,linearization_level=0",
        "native",
        "minisat -verb=0",
        "glucose4:incr=1",
    ]
    assert parted("minisat -x:y=1") == ("minisat -x:y=1", {})
    compared = satdoku.compare(TWELVE, ["native", "cadical153:elim=0"], ["pairwise"], repeat=1)
    assert not compared.disagreements and "cadical153:elim=0/pairwise" in compared.text()


@pytest.mark.parametrize("name", ["minicard", "glucose4", "cadical153", "cadical195"])
def test_a_solution_as_a_hint_is_found_first(name):
    wanted = list(satdoku.solutions("." * 16))[77]
    with satdoku.engine(name, "4x4") as engine:
        engine.prefer(wanted.givens)
        assert satdoku.solve("." * 16, engine=engine) == wanted


@pytest.mark.parametrize("name", ["cpsat", "cpsat-integers"])
def test_a_hint_changes_no_answer(name):
    with satdoku.engine(name) as engine:
        engine.prefer(["r1c1=1", "-r1c2=3"])
        assert satdoku.solve(HARD, engine=engine) == satdoku.solve(HARD, engine="native")
    with pytest.raises(EngineError, match="takes no hints"):
        satdoku.engine("native").prefer([1])


def test_an_engine_of_ones_own(own):
    board = satdoku.parse(TWELVE)
    assert satdoku.count(board, engine=f"{own}:Mine") == 12
    for name, message in (("none", "no satdoku.Backend"), ("Nope", "cannot load")):
        with pytest.raises(EngineError, match=message):
            satdoku.count(board, engine=f"{own}:{name}")
    with pytest.raises(EngineError, match="does not use an encoding"):
        satdoku.engine(f"{own}:Mine", encoding="pairwise")
    satdoku.register_engine("mine", registry.open_backend("dlx", Theory.of("4x4")).__class__)
    try:
        assert satdoku.count(board, engine="mine") == 12
    finally:
        del registry.OWN["mine"]
    with pytest.raises(EngineError, match="choose another word"):
        satdoku.register_engine("native", registry.Backend)


def test_an_encoding_of_ones_own(own):
    board = satdoku.parse(TWELVE)
    with satdoku.engine("cadical153", "4x4", encoding=f"{own}:pairs") as engine:
        assert satdoku.count(board, engine=engine) == 12
    mine = satdoku.export(board, encoding=f"{own}:pairs").text()
    theirs = satdoku.export(board, encoding="pairwise").text()
    assert sorted(mine.splitlines()[8:]) != [] and len(mine.splitlines()) == len(
        theirs.splitlines()
    )
    satdoku.register_encoding("zigzag", lambda k, exactly_one: [[-1, k + 1], [1, -k - 1]])
    try:
        assert Theory.of("4x4").cnf("zigzag").nv == 128
    finally:
        del ENCODINGS["zigzag"]
        OWN_ENCODINGS.remove("zigzag")
    with pytest.raises(EncodingError, match="has one of that name"):
        satdoku.register_encoding("product", lambda k, exactly_one: [])
    for junk in (lambda k, e: 5, lambda k, e: [[0, 1]], lambda k, e: 1 / 0, 7):
        with pytest.raises(EncodingError):
            satdoku.export(board, encoding=junk)


@pytest.mark.room("research")
@pytest.mark.slow_cases("totalizer", "triads")
@pytest.mark.parametrize("name", ["minimal", "pairwise", "product", "triads", "totalizer"])
def test_our_encodings_are_judged_as_they_are_described(name):
    judged = satdoku.judge_encoding(name, "4x4")
    known = ENCODINGS[name]
    assert not judged.fault
    assert (judged.variables, judged.clauses) == known.size(Theory.of("4x4"))
    if name != "minimal":
        assert (judged.models > 1) == known.projects
        assert known.propagates and set(judged.propagation) == {1.0}


def pairs(k, exactly_one):
    first = [tuple(range(1, k + 1))] if exactly_one else []
    return first + [(-a, -b) for b in range(1, k + 1) for a in range(1, b)]


@pytest.mark.room("research")
def test_a_wrong_encoding_is_shown_wrong():
    def fault(change):
        return satdoku.judge_encoding(lambda k, e: change(pairs(k, e), k), "4x4").fault

    missing = fault(lambda clauses, k: [c for c in clauses if c != (-2, -3)])
    assert missing.startswith("exactly one of 3: v2 v3 is not allowed")
    assert "the clause -3 excludes it" in fault(
        lambda clauses, k: [*clauses, (-3,)] if k > 2 else clauses
    )
    hidden = fault(lambda clauses, k: [*clauses, (-2, k + 1), (-2, -k - 1)] if k == 4 else clauses)
    assert hidden == "exactly one of 4: v2 is allowed, but the CNF excludes it"
    large = fault(lambda clauses, k: clauses[:-1] if k > 6 else clauses)
    assert large == ""  # boards of 4×4 and 6×6 have no longer clauses


@pytest.mark.room("research")
def test_weak_propagation_shows_by_the_number_of_assigned_variables():
    """Only a case distinction on the auxiliary variable shows that one is left."""

    def weak(k, exactly_one):
        first = [[*range(1, k + 1), k + 1], [*range(1, k + 1), -k - 1]] if exactly_one else []
        return [*first, *pairs(k, False)]

    judged = satdoku.judge_encoding(weak, "4x4")
    assert not judged.fault
    assert judged.models == 2
    assert judged.propagation[1] < 1 > judged.propagation[2]
