"""What solvers print for each target leads back to the grid; what is none is said in one line.

Where a solver is installed it is asked; what others print was written down here by its shape.
"""

import re
import shutil
import subprocess

import pytest

import satdoku as public
from satdoku import DecodeError, Layout, Puzzle, Theory, count, random_grid, solve
from satdoku.encodings.decode import Key, decode, read_key
from satdoku.encodings.files.problem import Problem, comments
from satdoku.encodings.files.targets import ExportChoice
from satdoku.encodings.models import read_model
from satdoku.errors import NoModel
from tests.cli.test_cli import assert_complains, satdoku
from tests.oracle import JIGSAW_6, NEFARIOUS, puzzle

BOARDS = {
    "9x9": puzzle(NEFARIOUS),
    "jigsaw": random_grid(Layout.named(JIGSAW_6), seed=1).without([0, 7]),
    "short house": random_grid(Layout.named("6x6+house:r1c1,r2c3,r3c5"), seed=1).without([0, 9]),
    "letters": random_grid(Layout.of_size(4, "ABCD"), seed=1).without([0]),
    "variant": Puzzle(
        (0,) * 16, Layout.named("4x4+killer:3:r1c1,r1c2+thermometer:r2c1,r2c2+pair-sum:5:r4c3,r4c4")
    ),
    "none": puzzle("11" + "." * 14, "4x4"),
}
#: (target, suffix, the command: {file} is exported, {out} written if named, else it prints)
SOLVERS = {
    "cadical": ("dimacs", ".cnf", "cadical -q {file}"),
    "clasp cnf": ("dimacs", ".cnf", "clasp {file}"),
    "minisat": ("dimacs", ".cnf", "minisat {file} {out}"),
    "picosat": ("dimacs", ".cnf", "picosat {file}"),
    "cryptominisat5": ("dimacs", ".cnf", "cryptominisat5 {file}"),
    "clasp opb": ("opb", ".opb", "clasp -n 3 {file}"),
    "minisat+": ("opb", ".opb", "minisat+ {file}"),
    "glpsol -w": ("lp", ".lp", "glpsol --lp {file} -w {out}"),
    "glpsol -o": ("lp", ".lp", "glpsol --lp {file} -o {out}"),
    "z3": ("smtlib", ".smt2", "z3 {file}"),
    "minizinc": ("minizinc", ".mzn", "minizinc --solver gecode {file}"),
    "minizinc -a": ("minizinc", ".mzn", "minizinc --solver gecode -n 2 {file}"),
}


def solved(board: Puzzle, target: str, suffix: str, command: list[str], folder) -> str:
    """What the command prints or writes for the exported board."""
    file, out = folder / f"a{suffix}", folder / "out"
    file.write_bytes(ExportChoice.named(target).content(Problem.of(board)))
    words = [w.replace("{file}", str(file)).replace("{out}", str(out)) for w in command]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    return out.read_text() if out.exists() else ran.stdout


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("solver", SOLVERS)
def test_decode_reads_what_the_solvers_of_each_target_print(solver, board, tmp_path):
    target, suffix, command = SOLVERS[solver]
    if not shutil.which(command.split()[0]):
        pytest.skip(f"{command.split()[0]} is not installed")
    printed = solved(BOARDS[board], target, suffix, command.split(), tmp_path)
    assert_decodes(printed, BOARDS[board], (tmp_path / f"a{suffix}").read_text())


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("target", ["cpsat-text", "cpsat-integers-text"])
def test_decode_reads_the_response_of_cp_sat(target, board):
    if (target, board) == ("cpsat-integers-text", "none"):
        pytest.skip("two givens clash: is not exported")
    from ortools.sat.python import cp_model

    exported = ExportChoice.named(target).content(Problem.of(BOARDS[board])).decode()
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    model.proto.parse_text_format(exported)
    solver.solve(model)
    printed = str(solver.response_proto)
    said = "\n".join(f"c {line}" for line in comments(Problem.of(BOARDS[board]), "", 0, 0))
    assert_decodes(printed, BOARDS[board], said)


def assert_decodes(printed: str, board: Puzzle, exported: str) -> None:
    if board is BOARDS["none"]:
        with pytest.raises(NoModel, match="solver"):
            decode(printed, exported)
        return
    found = decode(printed, exported).solution
    assert found.layout == board.layout
    assert set(board.givens) <= set(found.givens)
    assert count(found, engine="dlx") == 1  # of all that the rules say


FOUR = puzzle("12..34..........", "4x4")
GRID = solve(FOUR)
TRUE = set(GRID.givens)
VALUES = {v: int(v in TRUE) for v in range(1, 65)}
ROWS = "\n".join(" ".join(row) for row in (GRID.line[i : i + 4] for i in range(0, 16, 4)))
#: by the shape of each solver's own words
PRINTED = {
    "z3 4.8": "sat\n(\n" + "".join(
        f"  (define-fun x{v} () Bool\n    {str(bool(d)).lower()})\n" for v, d in VALUES.items()
    ) + ")\n",
    "z3 before 4.8, cvc5": "sat\n(model\n" + "".join(
        f"(define-fun x{v} () Bool {str(bool(d)).lower()})\n" for v, d in VALUES.items()
    ) + ")\n",
    "get-value": "sat\n(" + " ".join(
        f"(x{v} {str(bool(d)).lower()})" for v, d in VALUES.items()
    ) + ")\n",
    "glpsol --write": "c Problem:\nc Rows: 64\nc Status:     INTEGER OPTIMAL\nc\n"
    "s mip 64 64 o 0\ni 1 1\ni 2 1\n" + "".join(f"j {v} {d}\n" for v, d in VALUES.items())
    + "e o f\n",
    "glpsol --output": "Problem:\nRows:       64\nStatus:     INTEGER OPTIMAL\n"
    "Objective:  nothing = 0 (MINimum)\n\n   No.   Row name        Activity     Lower bound\n"
    "------ ------------    ------------- ------------- -------------\n"
    "     1 c1                          1             1             = \n\n" + "".join(
        f"  {v:4} x{v:<12} *  {d:12}             0             1 \n" for v, d in VALUES.items()
    ) + "\nKKT.PE: max.abs.err = 0.00e+00 on row 0\n        High quality\n\nEnd of output\n",
    "cbc": "Optimal - objective value 0.00000000\n" + "".join(
        f"{v:7} x{v:<20} {d:15}                       0\n" for v, d in VALUES.items() if d),
    "highs": "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n"
    "# Columns 64\n" + "".join(f"x{v} {d}\n" for v, d in VALUES.items()) + "# Rows 1\nc1 1\n"
    "\n# Dual solution values\nNone\n",
    "scip": "solution status: optimal solution found\nobjective value:                  0\n"
    + "".join(f"x{v:<36}{d} \t(obj:0)\n" for v, d in VALUES.items() if d),
    "gurobi": "# Objective value = 0\n" + "".join(f"x{v} {d}\n" for v, d in VALUES.items()),
    "cbc, not quite whole": "Optimal - objective value 0.00000000\n" + "".join(
        f"{v:7} x{v} 0.99999999 0\n" for v in TRUE),
    "minizinc": f"{ROWS}\n----------\n",
    "minizinc, all": f"{ROWS}\n----------\n{ROWS[::-1]}\n----------\n==========\n",
    "minizinc, true variables": " ".join(map(str, sorted(TRUE))) + " \n----------\n",
    "clasp, several": "c Answer: 1\nv " + " ".join(
        f"{'' if d else '-'}x{v}" for v, d in VALUES.items()) + "\nc Answer: 2\nv -x1 x2\n"
    "s SATISFIABLE\n",
    "opb optimum": "s OPTIMUM FOUND\nv " + " ".join(
        f"{'' if d else '-'}x{v}" for v, d in VALUES.items()),
    "cp-sat, booleans": "status: OPTIMAL\n" + "".join(
        f"solution: {d}\n" for d in VALUES.values()) + "num_branches: 12\nwall_time: 0.01\n",
    "cp-sat, integers": "status: FEASIBLE\n" + "".join(f"solution: {d}\n" for d in GRID.cells),
    "pysat": str([v if d else -v for v, d in VALUES.items()]),
}  # fmt: skip


@pytest.mark.parametrize("solver", PRINTED)
def test_recorded_shapes_lead_to_the_grid(solver):
    assert decode(PRINTED[solver], layout=FOUR.layout).solution == GRID


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('unsat\n(error "line 5 column 10: model is not available")', "says unsat"),
        ("unknown\n", "says unknown"),
        ("=====UNSATISFIABLE=====\n", "says UNSATISFIABLE"),
        ("=====UNKNOWN=====\n", "says UNKNOWN"),
        ("c Status:     INTEGER EMPTY\ns mip 64 64 n 0\n", "line 1: .* INTEGER EMPTY"),
        ("s mip 64 64 n 0\nj 1 0\n", "line 1: the solver found no"),
        ("Problem:\nStatus:     INTEGER EMPTY\n", "line 2: the solver says INTEGER EMPTY"),
        ("Infeasible - objective value 0\n", "says Infeasible"),
        ("status: INFEASIBLE\n", "says INFEASIBLE"),
        ("UNSAT\n", "says UNSAT"),
    ],
)
def test_no_model_is_said_as_such(text, says):
    with pytest.raises(NoModel, match=says):
        decode(text, layout=FOUR.layout)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sat\n(\n)\n", "none of its variables is true"),
        ("x5 7\n", "line 1: the value 7 is neither 0 nor 1"),
        ("x5 1\nx5 0\n", "variable 5 is both"),
        (ROWS.replace("4", "5", 1) + "\n----------\n", "violates"),
        (ROWS.replace("4", "1", 1) + "\n----------\n", "violates row 1 digit 1"),
        ("j 5 nan\n", "'j' is not a literal"),
        ("\x1b[31mv 1 0\n", r"x1b"),
        ("1" * 5000 + " 0\n", "is not a literal"),
        ("v " + "1" * 5000 + " 0\n", "is not a literal"),
        ("solution: " + "1" * 5000, "is not a literal"),
    ],
)
def test_what_is_no_model_of_it_is_said(text, says):
    with pytest.raises(DecodeError, match=says) as caught:
        decode(text, layout=FOUR.layout)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.room("research")
@pytest.mark.parametrize(
    "comment",
    [
        "c map 1=" + "9" * 5000,
        "c map 1",
        "c map a=b",
        "c map =",
        "c true x",
        "c true 1 -2",
        "c map 1=2=3",
        "c layout 99x99",
        "c layout 9x9/jigsaw:12",
        "c puzzle 12\nc layout 9x9",
    ],
)
def test_damaged_comments_of_an_exported_file_end_in_one_line(comment, tmp_path):
    cnf = tmp_path / "a.cnf"
    cnf.write_text(f"c satdoku 0.1.0\nc encoding pairwise, simplified\n{comment}\np cnf 1 1\n1 0\n")
    assert_complains(
        satdoku("decode", "--cnf", str(cnf), stdin="v 1 0"), 2, "a.cnf", "exported file"
    )


@pytest.mark.room("research")
def test_another_board_than_that_of_the_exported_file_is_refused(tmp_path):
    cnf = tmp_path / "a.cnf"
    cnf.write_text(satdoku("export", "." * 16).stdout)
    asked = satdoku("decode", "--cnf", str(cnf), "--layout", "9x9", stdin="v 1 0")
    assert_complains(asked, 2, "a.cnf is for the board 4x4", "--layout")


def test_a_file_of_no_board_is_said(tmp_path):
    with pytest.raises(DecodeError, match="not from a board"):
        read_key(["c satdoku 0.1.0", "c 4 variables of the theory, 0 auxiliary after them"])


@pytest.mark.room("research")
def test_long_comments_of_lp_are_read_whole(tmp_path):
    board = random_grid(Layout.of_size(25), seed=1)
    lp = tmp_path / "a.lp"
    assert (
        satdoku("export", board.line, "--layout", "25x25", "--to", "lp", "-o", str(lp)).returncode
        == 0
    )
    text = lp.read_text()
    assert max(map(len, text.splitlines())) <= 510
    assert read_key(text.splitlines()).givens == board.givens


def test_decode_from_python():
    exported = "c satdoku 0.1.0\nc layout 4x4\nc symbols 1234\nc puzzle " + FOUR.line
    found = public.decode(PRINTED["z3 4.8"], exported)
    assert found.solution == GRID
    assert found.record() == {"solution": GRID.line, "layout": "4x4", "verified": True}
    assert found.text() == str(GRID)
    assert repr(found) == f"<Decoded {GRID.line}>"
    with pytest.raises(DecodeError, match="lacks the given"):
        public.decode(PRINTED["pysat"], exported.replace("12..3", "12.3."))


def test_columns_are_numbered_as_the_variables_whatever_the_clauses():
    problem = Problem(Theory.exact_cover([["a", "b"], ["c"], ["a"]]))
    assert b"0 x1 + 0 x2 + 0 x3" in ExportChoice.named("lp").content(problem)


def test_literals_need_no_theory():
    assert read_model(["v 1 -2 0"]) == [1, -2]
    assert Key().theory.variable_count == 729
    assert re.fullmatch(r"<Decoded \d{81}>", repr(decode(str(list(solve(BOARDS["9x9"]).givens)))))


def test_literals_of_pysat_are_a_model():
    from pysat.formula import CNF
    from pysat.solvers import Solver

    board = puzzle(NEFARIOUS)
    with Solver("glucose4", CNF(from_string=public.export(board).text())) as solver:
        with pytest.raises(NoModel):
            decode(solver.get_model())
        solver.solve()
        model = solver.get_model()
    assert decode(model).solution == solve(board)
    assert decode(tuple(model)).solution == solve(board)
    for wrong in (5, [1, "x", None], [1.5]):
        with pytest.raises(DecodeError, match="whole numbers"):
            decode(wrong)


@pytest.mark.room("research")
def test_a_puzzle_is_not_a_model():
    assert_complains(satdoku("decode", NEFARIOUS), 2, "decode takes a solver's model, not a puzzle")
    assert_complains(satdoku("verify", NEFARIOUS), 2, "verify takes a file of certificates")
