"""Theories as values of PySAT, OR-Tools and CPMpy: names, solutions, and rules read back."""

import pytest
from ortools.sat.python import cp_model
from pysat.examples.rc2 import RC2
from pysat.solvers import Solver

import satdoku
from satdoku import Layout, LayoutError, NoModel, Puzzle, PuzzleError, Theory, TheoryError
from satdoku.encodings.cnf.registry import ENCODINGS
from tests.oracle import HARD

BOARDS = (
    "4x4", "4x4+from-0", "4x4+killer:5:r1c1,r1c2", "4x4+anti-knight", "4x4+yin-yang",
    "6x6+thermometer:r1c1-r1c4",
)  # fmt: skip
COVER = Theory.exact_cover([["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"], ["b"]])


def empty(layout: Layout) -> Puzzle:
    return Puzzle((0,) * layout.cell_count, layout)


@pytest.mark.parametrize("theory", [*map(Theory.of, BOARDS), COVER], ids=[*BOARDS, "cover"])
def test_names_are_different_and_lead_back(theory):
    names = [theory.name(v) for v in range(1, theory.variable_count + 1)]
    assert len(set(names)) == len(names)
    assert [theory.literal(name) for name in names] == list(range(1, theory.variable_count + 1))
    assert theory.literals([f"-{names[2]}", -3, 4]) == [-3, -3, 4]
    assert theory.name(-3) == f"-{names[2]}"


@pytest.mark.parametrize(
    "literal", [0, 65, -65, "r1c1=5", "r5c1=1", "r1c1", "", "v1", "r1c1=shaded"]
)
def test_what_is_no_variable_is_refused(literal):
    with pytest.raises(TheoryError):
        Theory.of("4x4").literal(literal)


@pytest.mark.parametrize("name", [*ENCODINGS, "native"])
def test_a_formula_has_the_theorys_solutions_and_a_name_for_each_variable(name):
    formula = Theory.of("4x4").cnf(name, givens=["r1c1=1", "-r1c2=2", "r2c1=3"])
    assert formula.vpool.top == formula.nv
    assert len({formula.vpool.obj(v) for v in range(1, formula.nv + 1)}) == formula.nv
    found = set()
    with Solver("minicard", bootstrap_with=formula) as solver:
        while solver.solve():
            model = [v for v in solver.get_model()[:64] if v > 0]
            found.add(Theory.of("4x4").puzzle(model).line)
            solver.add_clause([-v for v in model])
    board = satdoku.solutions("1...3...........", engine="dlx")
    assert found == {one.line for one in board if one["r1c2"] != 2}


@pytest.mark.parametrize("kind", ["booleans", "integers"])
@pytest.mark.parametrize("name", BOARDS[:4])
def test_a_cp_sat_model_has_the_best_solution(name, kind):
    """The largest number in the first row under a wish, against enumeration."""
    layout = Layout.named(name)
    theory = Theory.of(layout)
    model = theory.cp_model(kind, givens=["-" + theory.name(layout.variable_of(0, 1))])
    named = model.variables
    worth = {f"r2c{c}": 10**c for c in range(1, 5)}
    if kind == "booleans":
        terms = [
            k * d * named[f"{cell}={layout.symbol(d)}"]
            for cell, k in worth.items()
            for d in (1, 2, 3, 4)
        ]
    else:
        terms = [k * named[cell] for cell, k in worth.items()]
    model.maximize(sum(terms))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    known = [one for one in satdoku.solutions(empty(layout), engine="native") if one["r1c1"] != 1]
    assert (status == cp_model.OPTIMAL) == bool(known)
    if known:
        best = max(sum(k * one[cell] for cell, k in worth.items()) for one in known)
        assert solver.objective_value == best


def test_rc2_fulfils_the_heaviest_wishes():
    theory = Theory.of("4x4")
    wishes = {"r1c1=1": 1, "r1c2=1": 3, ("r4c4=1", "r3c4=1"): 2, -5: 1}
    for encoding in ("product", "native"):
        with RC2(theory.wcnf(wishes, encoding), solver="minicard") as search:
            best = theory.puzzle(search.compute())
            assert best["r1c2"] == 1 in (best["r3c4"], best["r4c4"])
            assert search.cost == 1 + 1  # 1 is not in r1c1, and variable 5 is r1c2=1
    assert theory.wcnf([["r1c1=1", 2], "r1c1=3"]).soft == [[1, 2], [3]]
    with pytest.raises(TheoryError, match="weight 0"):
        theory.wcnf({"r1c1=1": 0})
    with RC2(theory.wcnf(["r1c1=1"], givens="11..............")) as search, pytest.raises(NoModel):
        theory.puzzle(search.compute())


def test_givens_of_another_board_are_refused():
    with pytest.raises(PuzzleError, match="9x9"):
        Theory.of("4x4").cnf(givens=satdoku.parse(HARD))


def test_clauses_and_cardinalities_are_rules_everywhere():
    odd = ["r1c1=1", "r1c1=3", "r4c4=1", "r4c4=3", "-r2c2=3"]
    for least, most in ((1, None), (0, 1), (2, 2), (2, 3), (0, None)):
        layout = Layout.named("4x4").with_clauses([odd], at_least=least, at_most=most)
        wanted = 0
        for one in satdoku.solutions("." * 16, engine="dlx"):
            held = (one["r1c1"] in (1, 3)) + (one["r4c4"] in (1, 3)) + (one["r2c2"] != 3)
            wanted += least <= held <= (9 if most is None else most)
        assert Layout.named(layout.name) == layout
        for engine in ("native", "glucose4", "minicard", "cpsat", "cpsat-integers"):
            assert satdoku.count(empty(layout), engine=engine) == wanted
    by_number = Layout.named("4x4").with_clauses([[1, 3, 61, 63, -23]])
    assert by_number == Layout.named("4x4").with_clauses([odd])
    shaded = Layout.named("4x4+yin-yang").with_clauses([["r1c1=shaded"], ["-r1c2=shaded"]])
    assert {one.cells[16:18] for one in satdoku.solutions(empty(shaded), limit=9)} == {(2, 1)}


@pytest.mark.parametrize("clause", [[], ["r1c1"], ["r9c1=1"], [65], ["r1c1=shaded"]])
def test_a_clause_that_makes_no_sense_is_refused(clause):
    with pytest.raises(LayoutError):
        Layout.named("4x4").with_clauses([clause])


#: What a user may add to a CP-SAT model: x, y, z are cells, b says that r2c2 holds the third digit.
CP_SAT = {
    "linear": lambda m, x, y, z, b: m.add(x + 2 * y - z <= 5),
    "unequal": lambda m, x, y, z, b: m.add(x != z),
    "if": lambda m, x, y, z, b: m.add(x > 2).only_enforce_if(b),
    "unless": lambda m, x, y, z, b: m.add(x + z == 5).only_enforce_if(~b),
    "different": lambda m, x, y, z, b: m.add_all_different([x, y + 1, z]),
    "or": lambda m, x, y, z, b: m.add_bool_or([b, ~b]),
    "and": lambda m, x, y, z, b: m.add_bool_and([~b]),
    "xor": lambda m, x, y, z, b: m.add_bool_xor([b]),
    "one": lambda m, x, y, z, b: m.add_exactly_one([b]),
    "most": lambda m, x, y, z, b: m.add_at_most_one([b]),
    "table": lambda m, x, y, z, b: m.add_allowed_assignments([x, z], [(1, 2), (3, 3)]),
    "forbidden": lambda m, x, y, z, b: m.add_forbidden_assignments([x, z], [(1, 2), (3, 3)]),
    "max": lambda m, x, y, z, b: m.add_max_equality(z, [x, y]),
    "abs": lambda m, x, y, z, b: m.add_abs_equality(z, x - y),
    "product": lambda m, x, y, z, b: m.add_multiplication_equality(z, [x, y]),
    "domain": lambda m, x, y, z, b: m.add_linear_expression_in_domain(
        x + y, cp_model.Domain.from_values([3, 5, 6])
    ),
}


@pytest.mark.parametrize("name", ["4x4", "4x4+from-0"])
@pytest.mark.parametrize("case", CP_SAT)
def test_a_users_constraint_in_a_cp_sat_model_becomes_a_rule(case, name):
    """The solutions of the user's model, by CP-SAT, are those of the board with the rule."""
    layout = Layout.named(name)
    model = Theory.of(layout).cp_model("integers", givens=["r2c1=" + layout.symbol(2)])
    x, y, z = (model.variables[cell] for cell in ("r1c1", "r1c2", "r3c3"))
    b = model.new_bool_var("r2c2=" + layout.symbol(3))
    cell = model.variables["r2c2"]
    ours = model.add(cell == 3).only_enforce_if(b)
    for constraint in (ours, model.add(cell != 3).only_enforce_if(~b)):
        constraint.with_name("satdoku: what b says")
    CP_SAT[case](model, x, y, z, b)
    found = Collector([model.variables[layout.cell_name(c)] for c in range(16)])
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, found)
    ruled = layout.with_model(model)
    assert len(ruled.constraints) == 1
    given = Puzzle((0, 0, 0, 0, 2, *(0,) * 11), ruled)
    assert {one.cells for one in satdoku.solutions(given, engine="native")} == found.boards


class Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, cells):
        super().__init__()
        self.cells, self.boards = cells, set()

    def on_solution_callback(self):
        self.boards.add(tuple(self.value(cell) for cell in self.cells))


def test_what_no_formula_expresses_is_refused_by_name():
    def refused(change, match):
        model = Theory.of("4x4").cp_model("integers")
        change(model, model.variables)
        with pytest.raises(LayoutError, match=match):
            Layout.named("4x4").with_model(model)

    refused(lambda m, v: m.add_modulo_equality(v["r1c1"], v["r1c2"], 2), "int_mod")
    refused(lambda m, v: m.add_element(v["r1c1"], [1, 2, 3, 4, 4], v["r1c2"]), "element")
    refused(lambda m, v: m.maximize(v["r1c1"]), "objective")
    refused(lambda m, v: m.add(m.new_int_var(0, 3, "z") < v["r1c1"]), "'z'")


def test_smaller_domains_are_rules_too():
    model = cp_model.CpModel()
    model.new_int_var(2, 3, "r1c1")
    layout = Layout.named("4x4").with_model(model)
    assert {one["r1c1"] for one in satdoku.solutions(empty(layout))} == {2, 3}


def test_cpmpy_expressions_have_the_solutions_that_cpmpy_finds():
    cp = pytest.importorskip("cpmpy", reason="CPMpy is not installed: pip install cpmpy")
    for name in ("4x4", "4x4+from-0"):
        for make in (
            lambda x, y, z, b: x + y * 2 <= 5,
            lambda x, y, z, b: cp.AllDifferent(x, y, z),
            lambda x, y, z, b: b.implies(x > 3),
            lambda x, y, z, b: cp.Table([x, y], [(1, 2)]),
            lambda x, y, z, b: x * y == 3,
            lambda x, y, z, b: cp.min([x, z]) + ~b == 2,
            lambda x, y, z, b: cp.Count([x, y, z], 3) == 1,
            lambda x, y, z, b: b == (x > 2),
            lambda x, y, z, b: cp.Xor([b, x > 2]),
            lambda x, y, z, b: ~(abs(x - y) == 1),
        ):
            model = Theory.of(name).cpmpy()
            layout = Layout.named(name)
            named = model.variables
            b = named["r2c2=" + layout.symbol(3)]
            expression = make(named["r1c1"], named["r1c2"], named["r3c3"], b)
            model += expression
            assert layout.with_model(model) == layout.with_model(expression)
            ruled = empty(layout.with_model(expression))
            assert satdoku.count(ruled, engine="native") == model.solveAll()


def test_without_cpmpy_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cpmpy", None)
    with pytest.raises(satdoku.EngineError, match="pip install cpmpy"):
        Theory.of("4x4").cpmpy()


def test_a_verdict_and_a_diagnosis_name_the_users_clause():
    layout = Layout.named("4x4").with_clauses([["r1c1=3"], ["-r1c1=3"]])
    assert "formula" in satdoku.diagnose(empty(layout)).text()
    one = Layout.named("4x4").with_clauses([["r1c1=1"], ["r1c2=2"], ["r2c3=1"], ["r4c4=1"]])
    rest = next(satdoku.solutions(empty(one))).cells
    full = Puzzle((0, 0, *rest[2:]), one)
    certificate = satdoku.certify(full)
    assert satdoku.verify(certificate).text() and "r1c1 = 1" in str(certificate.record())
