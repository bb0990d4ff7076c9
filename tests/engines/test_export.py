"""Each target is read by something that is not ours, and leads to the same solution."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import satdoku as satdoku_
from satdoku import DecodeError, EncodingError, Layout, Puzzle, Theory, parse, random_grid, solve
from satdoku.certificates.outside import puzzles_with_proofs
from satdoku.encodings.cnf.registry import ENCODINGS
from satdoku.encodings.decode import Key, grid_of, read_key
from satdoku.encodings.files.problem import Problem
from satdoku.encodings.files.targets import TARGETS, ExportChoice
from satdoku.encodings.models import read_model
from satdoku.encodings.published import write_all
from tests.marks import slow_but
from tests.oracle import JIGSAW_6, LECTURE, LECTURE_SOLUTION, NEFARIOUS, models, puzzle

pytestmark = pytest.mark.room("research")

ROOT = Path(__file__).parents[2]
BOARDS = {
    "9x9": puzzle(NEFARIOUS),
    "jigsaw": random_grid(Layout.named(JIGSAW_6), seed=1).without(range(0, 36, 3)),
    "short house": random_grid(Layout.named("6x6+house:r1c1,r2c3,r3c5"), seed=1).without([0, 9]),
    "letters": random_grid(Layout.of_size(4, "ABCD"), seed=1).without([0, 1, 2]),
}


def text_of(board: Puzzle, target: str, encoding: str | None = None, **options) -> str:
    return ExportChoice.named(target, encoding, **options).content(Problem.of(board)).decode()


@cache
def dimacs_of(encoding: str, simplified: bool) -> str:
    return text_of(BOARDS["9x9"], "dimacs", encoding, simplified=simplified)


def needs(program: str, package: str = "") -> str:
    found = shutil.which(program)
    if not found:
        pytest.skip(f"{program} is not installed: apt install {package or program}")
    return found


def run(*command, status=(0,), text=True) -> str:
    done = subprocess.run(command, capture_output=True, text=text, check=False, timeout=120)
    assert done.returncode in status, (command, done.stdout, done.stderr)
    return done.stdout


SAT_SOLVERS = {
    "minisat": ("minisat", ["{cnf}", "{out}"]),
    "cadical": ("cadical", ["-q", "{cnf}"]),
    "picosat": ("picosat", ["{cnf}"]),
    "cryptominisat5": ("cryptominisat", ["--verb", "0", "{cnf}"]),
    "clasp": ("clasp", ["{cnf}"]),
}


WRITTEN = list(product(ENCODINGS, [False, True], SAT_SOLVERS))


@pytest.mark.parametrize(("encoding", "simplified", "solver"), slow_but(WRITTEN, *WRITTEN[::3]))
def test_sat_solvers_read_dimacs_and_decode_gives_the_grid(encoding, solver, simplified, tmp_path):
    package, arguments = SAT_SOLVERS[solver]
    program = needs(solver, package)
    cnf, out = tmp_path / "a.cnf", tmp_path / "a.out"
    cnf.write_text(dimacs_of(encoding, simplified))
    words = [a.replace("{cnf}", str(cnf)).replace("{out}", str(out)) for a in arguments]
    printed = run(program, *words, status=(10, 30))
    model = out.read_text() if out.exists() else printed
    key = read_key(cnf.read_text().splitlines())
    assert grid_of(read_model(model.splitlines()), key) == solve(BOARDS["9x9"])


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_pysat_reads_dimacs_with_the_counts_that_it_says(encoding, board):
    from pysat.formula import CNF

    text = text_of(BOARDS[board], "dimacs", encoding)
    [(variables, clauses)] = re.findall(r"^p cnf (\d+) (\d+)$", text, re.MULTILINE)
    formula = CNF(from_string=text)
    assert (formula.nv, len(formula.clauses)) == (int(variables), int(clauses))
    assert read_key(text.splitlines()).givens == BOARDS[board].givens
    assert read_key(text.splitlines()).layout == BOARDS[board].layout


def test_distinct_clauses_are_counted_right():
    text = text_of(BOARDS["9x9"], "dimacs", "pairwise", distinct=True)
    assert f"p cnf 729 {10530 + 17}\n" in text
    assert text.count(" 0\n") == 10530 + 17


@pytest.mark.parametrize("board", BOARDS)
def test_pysat_reads_cnfplus(board):
    from pysat.formula import CNFPlus
    from pysat.solvers import Minicard

    formula = CNFPlus(from_string=text_of(BOARDS[board], "cnf+"))
    with Minicard(bootstrap_with=formula) as solver:
        assert solver.solve()
        model = solver.get_model()
    assert_solves(model, BOARDS[board])


def assert_solves(literals, board: Puzzle) -> None:
    true = tuple(sorted(v for v in literals if v > 0))
    assert set(board.givens) <= set(true)
    assert models(Theory.of(board.layout), true, 2) == {true}


@pytest.mark.parametrize("board", BOARDS)
def test_knf_says_the_same_when_its_klauses_are_written_out(board):
    """Read by a reader of its own: at least B of the literals, by PySAT's totalizer."""
    from pysat.card import CardEnc
    from pysat.solvers import Solver

    lines = text_of(BOARDS[board], "knf").splitlines()
    [header] = [line for line in lines if line.startswith("p knf")]
    body = [line.split() for line in lines if line[0] in "k-0123456789"]
    assert len(body) == int(header.split()[3])
    top = int(header.split()[2])
    with Solver("cadical153") as solver:
        for words in body:
            assert words[-1] == "0"
            bound = int(words[1]) if words[0] == "k" else 1
            literals = [int(word) for word in words[2 if words[0] == "k" else 0 : -1]]
            encoded = CardEnc.atleast(literals, bound, top_id=top, encoding=6)
            top = max(top, encoded.nv)
            solver.append_formula(encoded.clauses)
        assert solver.solve()
        own = solver.get_model()[: Theory.of(BOARDS[board].layout).variable_count]
    assert_solves(own, BOARDS[board])


@pytest.mark.parametrize("board", BOARDS)
def test_minisat_plus_reads_opb(board, tmp_path):
    program = needs("minisat+")
    path = tmp_path / "a.opb"
    path.write_text(text_of(BOARDS[board], "opb"))
    printed = run(program, str(path), status=(0, 10, 20, 30))
    [values] = [line for line in printed.splitlines() if line.startswith("v ")]
    literals = [int(word.replace("x", "")) for word in values.split()[1:]]
    assert_solves(literals, BOARDS[board])


@pytest.mark.parametrize("board", BOARDS)
def test_clasp_reads_opb_and_counts(board, tmp_path):
    program = needs("clasp")
    path = tmp_path / "a.opb"
    path.write_text(text_of(BOARDS[board], "opb"))
    printed = run(program, "-n", "0", "-q", str(path), status=(10, 20, 30))
    [count] = re.findall(r"c Models +: (\d+)", printed)
    theory = Theory.of(BOARDS[board].layout)
    assert int(count) == len(models(theory, BOARDS[board].givens, 1000))


@pytest.mark.parametrize("board", BOARDS)
def test_glpk_reads_lp(board, tmp_path):
    program = needs("glpsol", "glpk-utils")
    path, out = tmp_path / "a.lp", tmp_path / "a.sol"
    path.write_text(text_of(BOARDS[board], "lp"))
    assert max(map(len, path.read_text().splitlines())) <= 510
    run(program, "--lp", str(path), "--write", str(out))
    lines = [line.split() for line in out.read_text().splitlines()]
    columns = {int(words[1]): int(words[2]) for words in lines if words[0] == "j"}
    names = [int(n) for n in re.findall(r"\bx(\d+)", path.read_text())]
    order = list(dict.fromkeys(names))
    assert_solves([order[j - 1] for j, value in columns.items() if value == 1], BOARDS[board])


@pytest.mark.parametrize("board", BOARDS)
def test_z3_reads_smtlib(board, tmp_path):
    program = needs("z3")
    path = tmp_path / "a.smt2"
    path.write_text(text_of(BOARDS[board], "smtlib"))
    printed = run(program, str(path))
    assert printed.startswith("sat")
    true = re.findall(r"define-fun x(\d+) \(\) Bool\s+true", printed)
    assert_solves(map(int, true), BOARDS[board])


@pytest.mark.parametrize("board", BOARDS)
def test_minizinc_reads_its_model(board, tmp_path):
    program = needs("minizinc")
    path = tmp_path / "a.mzn"
    path.write_text(text_of(BOARDS[board], "minizinc"))
    printed = run(program, "--solver", "gecode", str(path))
    digits = [int(word) for word in printed.split() if word.isdigit()]
    grid = Puzzle(tuple(digits), BOARDS[board].layout)
    assert_solves(grid.givens, BOARDS[board])


@pytest.mark.parametrize("target", ["cpsat", "cpsat-text", "cpsat-integers", "cpsat-integers-text"])
@pytest.mark.parametrize("board", BOARDS)
def test_cpsat_validates_and_solves_the_exported_proto(board, target, tmp_path):
    from google.protobuf import text_format
    from ortools.sat import cp_model_pb2
    from ortools.sat.python import cp_model

    data = ExportChoice.named(target).content(Problem.of(BOARDS[board]))
    if target.endswith("text"):
        proto = text_format.Parse(data.decode(), cp_model_pb2.CpModelProto())
    else:
        proto = cp_model_pb2.CpModelProto.FromString(data)
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(text_format.MessageToString(proto))
    assert model.validate() == ""
    solver = cp_model.CpSolver()
    assert solver.solve(model) == cp_model.OPTIMAL
    values = [
        solver.value(model.get_int_var_from_proto_index(i)) for i in range(len(proto.variables))
    ]
    n = BOARDS[board].layout.size
    integers = "integers" in target
    true = [i * n + v if integers else i + 1 for i, v in enumerate(values) if v]
    assert_solves(true, BOARDS[board])


@pytest.mark.parametrize("target", ["dimacs", "knf", "cnf+", "opb", "lp", "smtlib", "minizinc"])
def test_a_theory_that_is_no_board_is_exported_too(target):
    theory = Theory.exact_cover([["a", "b"], ["b"], ["a"], ["c"]], secondary=["d"])
    text = ExportChoice.named(target).content(Problem(theory, (4,))).decode()
    assert "layout" not in text
    assert "4 variables of the theory" in text


@pytest.mark.parametrize(
    ("target", "encoding", "says"),
    [
        ("dimacs", "native", "use --to knf"),
        ("opb", "product", "as they are"),
        ("excel", None, "known are dimacs"),
        ("dimacs", "produkt", "did you mean"),
    ],
)
def test_what_does_not_go_together_is_refused(target, encoding, says):
    with pytest.raises(EncodingError, match=says):
        text_of(BOARDS["9x9"], target, encoding)


def test_the_published_files_are_reproduced_to_the_byte(tmp_path):
    write_all(str(tmp_path), puzzles_with_proofs())
    tracked = [*(ROOT / "encodings").glob("*/*"), ROOT / "encodings" / "manifest.json"]
    packed = [path for path in tracked if path.suffix == ".gz"]
    assert len(tracked) - len(packed) >= 2 * len(ENCODINGS) and len(packed) >= len(ENCODINGS) + 3
    for path in tracked:
        written = tmp_path / path.relative_to(ROOT / "encodings")
        content = path.read_bytes()
        if path in packed:
            written, content = written.with_suffix(""), gzip.decompress(content)
        assert written.read_bytes() == content, path
    for record in json.loads((ROOT / "encodings" / "manifest.json").read_text())["files"]:
        written = (tmp_path / record["file"]).read_bytes()
        assert hashlib.sha256(written).hexdigest() == record["sha256"], record["file"]


def test_the_manifest_counts_right():
    manifest = json.loads((ROOT / "encodings" / "manifest.json").read_text())
    sizes = {
        record["file"]: (record["variables"], record["constraints"])
        for record in manifest["files"]
        if "variables" in record
    }
    assert sizes["pairwise/9x9.cnf"] == (729, 11988)
    assert sizes["native/9x9.knf"] == (729, 648)
    assert set(TARGETS) >= {"knf", "cnf+", "opb"}


MODEL = " ".join(str(v if v in set(puzzle(LECTURE_SOLUTION).givens) else -v) for v in range(1, 730))


@pytest.mark.parametrize(
    "text",
    [
        f"s SATISFIABLE\nv {MODEL} 0\n",
        f"c hello\ns SATISFIABLE\nv {MODEL[:1200].rsplit(' ', 1)[0]}\nv "
        f"{MODEL[len(MODEL[:1200].rsplit(' ', 1)[0]) + 1 :]}\nv 0\n",
        MODEL,
        f"SAT\n{MODEL} 0\n",
        "\n".join(MODEL.split()),
        " ".join(word for word in MODEL.split() if word[0] != "-"),
        "v "
        + " ".join(f"{w[:1] if w[0] == '-' else ''}x{w.lstrip('-')}" for w in MODEL.split())
        + " 0",
    ],
)
def test_models_of_every_solver_are_read(text):
    assert grid_of(read_model(text.splitlines()), Key()).line == LECTURE_SOLUTION


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no model found"),
        ("c nothing", "no model found"),
        ("s UNSATISFIABLE", "the solver says UNSATISFIABLE"),
        ("s UNKNOWN", "says UNKNOWN"),
        (f"v {MODEL}", "cut off"),
        (f"v {MODEL[:2500].rsplit(' ', 1)[0]} 0", "violates"),
        ("v 1 -1 0", "variable 1 is both true and false"),
        ("v 1 two 0", "line 1: 'two' is not a literal"),
        ("v 1 2 0", r"violates r1c1: \(1\)r1c1, \(2\)r1c1 is true"),
        ("Segmentation fault", "'Segmentation' is not a literal"),
    ],
)
def test_bad_models_say_what_is_wrong(text, says):
    with pytest.raises(DecodeError, match=says):
        grid_of(read_model(text.splitlines()), Key())


def test_a_puzzle_that_propagation_decides_is_decoded_from_an_empty_model(tmp_path):
    text = text_of(puzzle(LECTURE), "dimacs", simplified=True)
    assert "p cnf 0 0" in text
    key = read_key(text.splitlines())
    for printed in ("s SATISFIABLE\nv 0", "SAT\n0", "s SATISFIABLE"):
        assert grid_of(read_model(printed.splitlines()), key).line == LECTURE_SOLUTION


def test_a_model_of_a_pseudo_boolean_solver_has_no_end():
    words = [f"-x{w[1:]}" if w[0] == "-" else f"x{w}" for w in MODEL.split()]
    printed = ["s SATISFIABLE", "v " + " ".join(words[:300]), "v " + " ".join(words[300:])]
    assert grid_of(read_model(printed), Key()).line == LECTURE_SOLUTION


def test_a_model_of_another_puzzle_is_refused():
    key = read_key(text_of(BOARDS["9x9"], "dimacs").splitlines())
    with pytest.raises(DecodeError, match="lacks the given"):
        grid_of(read_model([MODEL]), key)
    four = read_key(text_of(puzzle("." * 16, "4x4"), "dimacs").splitlines())
    with pytest.raises(DecodeError, match="a different theory than 4x4"):
        grid_of(read_model([MODEL]), four)


def test_a_damaged_key_is_said():
    with pytest.raises(DecodeError, match="damaged"):
        read_key(["c layout 9x9", "c puzzle 12"])


def test_export_and_decode_by_command(tmp_path):
    from tests.cli.test_cli import assert_complains, satdoku

    cnf = str(tmp_path / "a.cnf")
    assert satdoku("export", LECTURE, "-o", cnf, "--encoding", "product").returncode == 0
    (tmp_path / "model").write_text(f"s SATISFIABLE\nv {MODEL} 0\n")
    done = satdoku("decode", str(tmp_path / "model"), "--cnf", cnf)
    assert parse(done.stdout).line == LECTURE_SOLUTION
    done = satdoku("decode", "-", "--format", "line", stdin=MODEL)
    assert done.stdout == LECTURE_SOLUTION + "\n"
    assert_complains(satdoku("decode", "-", stdin="s UNSATISFIABLE\n"), 1, "UNSATISFIABLE")
    assert_complains(satdoku("decode", "-", stdin="v 1 2 0"), 2, "standard input: the model")
    assert_complains(satdoku("decode", "-", "--cnf", "-"), 2, "only once")
    assert_complains(satdoku("decode", str(tmp_path / "none")), 2, "No such file")
    assert_complains(satdoku("export", LECTURE, "--encoding", "produkt"), 2, "did you mean product")
    assert_complains(satdoku("export", f"{LECTURE}\n{LECTURE}"), 2, "a second puzzle: give -o DIR/")
    pb = str(tmp_path / "a.pb")
    assert satdoku("export", LECTURE, "-o", pb).returncode == 0
    assert (tmp_path / "a.pb").read_bytes() == satdoku_.export(LECTURE, "CPSAT").content
    assert_complains(satdoku("export", LECTURE, "--encoding", "native"), 2, "--to knf, cnf+ or opb")
    done = satdoku("export", "--layout", "4x4", "--encoding", "native", "--to", "cnf+")
    assert done.stdout.count("<= 1") == 64
    for name, to in (("a.pdf", "dimacs"), ("a.lp", "opb"), ("a.knf.gz", "dimacs")):
        target = str(tmp_path / name)
        says = f"{to} files end in"
        assert_complains(satdoku("export", LECTURE, "--to", to, "-o", target), 2, says)
    assert_complains(
        satdoku("export", LECTURE, "-o", str(tmp_path / "a.html")),
        2,
        "files end in .cnf, not .html",
    )


def test_many_puzzles_go_to_a_folder_with_a_manifest(tmp_path):
    from tests.cli.test_cli import assert_complains, satdoku

    (tmp_path / "in.txt").write_text(f"# two\n{LECTURE}\n{NEFARIOUS}\n")
    source, folder = str(tmp_path / "in.txt"), tmp_path / "out"
    arguments = ("export", source, "--to", "opb", "-o", f"{folder}/")
    done = satdoku(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert sorted(p.name for p in folder.iterdir()) == [
        "000001.opb",
        "000002.opb",
        "manifest.jsonl",
    ]
    records = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    for record, line, number in zip(records, (LECTURE, NEFARIOUS), (2, 3), strict=True):
        content = (folder / record["file"]).read_bytes()
        assert content.decode() == text_of(puzzle(line), "opb")
        assert (record["puzzle"], record["line"], record["source"]) == (line, number, source)
        assert record["sha256"] == hashlib.sha256(content).hexdigest()
    assert_complains(satdoku(*arguments), 2, "is not empty")
    assert_complains(satdoku("export", "-o", str(folder)), 2, "is a folder: give the puzzles")
    (tmp_path / "bad.txt").write_text(f"{LECTURE}\n{LECTURE[:80]}\n")
    done = satdoku("export", str(tmp_path / "bad.txt"), "-o", f"{tmp_path}/bad/")
    assert_complains(done, 2, "line 2")
    assert not (tmp_path / "bad" / "manifest.jsonl").exists()


def test_export_from_python(tmp_path):
    made = satdoku_.export(LECTURE, "knf")
    assert made.text() == text_of(puzzle(LECTURE), "knf")
    assert made.record()["bytes"] == len(made.content)
    assert repr(made) == f"<Exported knf of 9x9: {len(made.content):,} bytes>"
    made.save(str(tmp_path / "a.knf"))
    assert (tmp_path / "a.knf").read_text() == made.text()
    assert satdoku_.export(layout=Layout.of_size(4)).record()["encoding"] == "pairwise"
    assert satdoku_.export(LECTURE, "DIMACS", encoding="Product").record()["encoding"] == "product"
    theory = Theory.exact_cover([["a", "b"], ["c"]])
    assert "v" not in satdoku_.export(theory, "opb").record()["layout"]
    with pytest.raises(EncodingError, match="cpsat is binary: use cpsat-text"):
        satdoku_.export(LECTURE, "cpsat").text()
    with pytest.raises(EncodingError, match="did you mean smtlib"):
        satdoku_.export(LECTURE, "smtlb")
    solved = satdoku_.decode(str(list(puzzle(LECTURE_SOLUTION).givens)), made.text())
    assert solved.solution.line == LECTURE_SOLUTION


def test_the_table_of_encodings():
    from tests.cli.test_cli import satdoku

    table = satdoku("encodings").stdout
    assert "11,988" in table
    assert "triads" in table


def test_the_pages_say_what_the_files_are():
    """`encodings/README.md` and docs/sat.md: the 9x9 board in every encoding, 16x16 as it is."""
    records = json.loads((ROOT / "encodings" / "manifest.json").read_text())["files"]
    records = [record for record in records if "variables" in record]
    folders = {
        name: {f["file"].split("/")[1][:3] for f in records if f["file"].startswith(name)}
        for name in {f["file"].split("/")[0] for f in records}
    }
    assert all("9x9" in sizes for sizes in folders.values())
    assert [name for name, sizes in folders.items() if "16x" in sizes] == ["native"]
    for page in ("encodings/README.md", "docs/sat.md"):
        assert "16×16 board in the formats that take its clauses as they are" in " ".join(
            (ROOT / page).read_text().split()
        )
    there = {str(p.relative_to(ROOT / "encodings")) for p in (ROOT / "encodings").glob("*/4x4*")}
    assert there == {f["file"] for f in records if "/4x4" in f["file"]}
