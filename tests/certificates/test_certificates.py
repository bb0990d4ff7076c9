"""Certificates: what is certified is so, what is changed or a lie is rejected."""

from __future__ import annotations

import ast
import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import dratify
import pytest
from pysat.solvers import Solver

from satdoku import (
    EngineError,
    Layout,
    Puzzle,
    PuzzleError,
    Theory,
    TimeLimitReached,
    minimize,
    parse,
)
from satdoku.certificates import PROVERS, checker
from satdoku.certificates.certificate import Certificate
from satdoku.certificates.certifying import Unfounded, certify
from satdoku.certificates.checker import lines_of
from satdoku.certificates.proving import Prover
from satdoku.certificates.verifying import opinions, verify
from satdoku.operations.generating import Recipe, generate_one
from tests.marks import examples, slow_but
from tests.oracle import EASY, HARD, JIGSAW_6, LECTURE, NEFARIOUS, models, puzzle
from tests.processes import command as run

XY_WING = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
CHECKER = Path(checker.__file__)
BOARDS = ["4x4", "6x6", "9x9", "9x9+diagonal", JIGSAW_6, "8x8", "7x7", "6x6+house:r1c1,r2c3,r3c5"]


def made(layout: str, index: int = 0) -> Puzzle:
    return generate_one(Recipe(Layout.named(layout), keep="proper"), 11, index)


def holds(line: str) -> bool:
    try:
        return bool(checker.check(line.encode() + b"\n"))
    except Exception:
        return False


def signed(said: dict) -> str:
    """The lie with its digest made right."""
    said = {key: said[key] for key in said if key != "digest"}
    return json.dumps(said | {"digest": hashlib.sha256(json.dumps(said).encode()).hexdigest()})


# -- What holds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", slow_but(BOARDS, BOARDS[0], "9x9"))
def test_certificates_hold_on_all_boards(layout: str) -> None:
    for index in range(3):
        certificate = certify(made(layout, index), ["proper", "irreducible", "logic"])
        assert checker.check(certificate.line.encode() + b"\n").claims == (
            "proper",
            "irreducible",
            "logic by propagation lemmas",
        )
        assert opinions(certificate) and all(opinions(certificate).values())
        assert Certificate.read(certificate.line).line == certificate.line
        theory = Theory.of(certificate.puzzle.layout)
        assert models(theory, certificate.puzzle.givens, 2) == {certificate.solution.givens}
        for given, witness in zip(certificate.puzzle.givens, certificate.witnesses, strict=True):
            others = set(certificate.puzzle.givens) - {given}
            assert others < set(witness.givens) and given not in witness.givens


@pytest.mark.parametrize("solver", slow_but(PROVERS, "cadical153"))
def test_solvers_that_log_proofs_may_prove(solver: str) -> None:
    certificate = certify(puzzle(NEFARIOUS), prover=solver)
    assert certificate.proof and holds(certificate.line)
    assert all(opinions(certificate).values())


def test_the_cnf_is_a_solvers_to_read_and_has_no_model() -> None:
    certificate = certify(puzzle(HARD))
    clauses = [[int(x) for x in row.split()[:-1]] for row in certificate.cnf.splitlines()[1:]]
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        assert not solver.solve()
    with Solver("cadical153", bootstrap_with=clauses[:-1]) as solver:
        assert solver.solve()
    assert certificate.drat == lines_of(certificate.proof) + "0\n"


def test_the_same_claims_are_the_same_bytes() -> None:
    assert len({certify(puzzle(HARD)).line for _ in range(2)}) == 1


def test_the_checker_imports_only_the_standard_library() -> None:
    text = CHECKER.read_text()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0 and (node.module or "").split(".")[0] in sys.stdlib_module_names
    done = subprocess.run(
        [sys.executable, "-I", str(CHECKER)],
        capture_output=True,
        text=True,
        check=True,
        input=certify(puzzle(EASY)).line + "\n",
    )
    assert done.stdout == (f"proper: 9x9, boxes of 3x3, symbols 123456789: {puzzle(EASY).line}\n")
    done = subprocess.run(
        [sys.executable, "-I", str(CHECKER)],
        capture_output=True,
        text=True,
        check=False,
        input="[" * 100_000 + "\n{}\n\x1b[2K\n",
    )
    assert done.returncode == 1 and not done.stderr and done.stdout.count("wrong: ") == 3
    assert "\x1b" not in done.stdout


def test_what_is_not_so_is_not_certified() -> None:
    with pytest.raises(Unfounded, match="several solutions"):
        certify(puzzle("12..............", "4x4"))
    with pytest.raises(Unfounded, match="no solution"):
        certify(puzzle("11..............", "4x4"))
    with pytest.raises(Unfounded, match="not irreducible"):
        certify(puzzle(EASY), ["irreducible"])
    with pytest.raises(Unfounded, match="not solvable by the rules 'singles'"):
        certify(puzzle(HARD), ["logic"], rules="singles")
    with pytest.raises(PuzzleError, match="unknown claim"):
        certify(puzzle(EASY), ["pretty"])
    with pytest.raises(PuzzleError, match="does not log a proof"):
        certify(puzzle(EASY), prover="minisat22")
    with pytest.raises(TimeLimitReached):
        certify(puzzle(HARD), time_limit=1e-9)


def test_no_proof_is_written_of_what_does_not_follow() -> None:
    board = puzzle("12..............", "4x4")
    with pytest.raises(EngineError, match="the claim does not hold"):
        Prover(Theory.of(board.layout), board.givens, blocks=False).contradict()


# -- What does not hold ---------------------------------------------------------------------------


def other_clue(said: dict, dice: random.Random) -> None:
    cell = dice.randrange(len(said["puzzle"]))
    symbol = dice.choice([s for s in "." + said["symbols"] if s != said["puzzle"][cell]])
    said["puzzle"] = said["puzzle"][:cell] + symbol + said["puzzle"][cell + 1 :]


def other_solution(said: dict, dice: random.Random) -> None:
    said["solution"] = changed_grid(said["solution"], said["symbols"], dice)


def other_witness(said: dict, dice: random.Random) -> None:
    k = dice.randrange(len(said["irreducible"]))
    how = dice.randrange(3)
    if how == 0:
        said["irreducible"][k] = said["solution"]
    elif how == 1:
        said["irreducible"][k] = changed_grid(said["irreducible"][k], said["symbols"], dice)
    else:
        del said["irreducible"][k]


def changed_grid(grid: str, symbols: str, dice: random.Random) -> str:
    """One cell changed, or two digits exchanged, which leaves a grid."""
    if dice.random() < 0.5:
        a, b = dice.sample(symbols, 2)
        return grid.translate(str.maketrans({a: b, b: a}))
    cell = dice.randrange(len(grid))
    other = dice.choice([s for s in symbols if s != grid[cell]])
    return grid[:cell] + other + grid[cell + 1 :]


def other_hash(said: dict, dice: random.Random) -> None:
    place = len(said["cnf"]) - 1 - dice.randrange(64)
    digit = dice.choice([c for c in "0123456789abcdef" if c != said["cnf"][place]])
    said["cnf"] = said["cnf"][:place] + digit + said["cnf"][place + 1 :]


def other_lemma(said: dict, dice: random.Random) -> None:
    proof = said["proper"]
    k, top = dice.randrange(len(proof)), said["size"] ** 3
    how = dice.randrange(4)
    if how == 0:
        proof[k] = [dice.choice((-1, 1)) * dice.randrange(1, top + 1)]
    elif how == 1:
        i = dice.randrange(len(proof[k]))
        proof[k][i] = -proof[k][i]
    elif how == 2:
        del proof[k][dice.randrange(len(proof[k]))]
    else:
        del proof[k]


LIES: dict[str, Callable[[dict, random.Random], None]] = {
    "clue": other_clue, "solution": other_solution, "witness": other_witness, "hash": other_hash,
    "lemma": other_lemma,
}  # fmt: skip


def is_still_a_proof(said: dict, certificate: Certificate) -> bool:
    """By dratify: another way to the same end is no lie."""
    formula = dratify.parse_dimacs(certificate.cnf)
    text = lines_of([*said["proper"], []])
    return bool(dratify.check_proof(formula, text, check_rat=False))


def hard_to_prove(layout: str) -> Iterator[Certificate]:
    """Certificates with lemmas."""
    for index in range(200):
        certificate = certify(made(layout, index), ["proper", "irreducible"])
        if certificate.proof:
            yield certificate


def reject_lies(certificates: list[Certificate], kind: str, count: int) -> None:
    dice, told, true = random.Random(kind), 0, 0
    while told < count:
        certificate = certificates[(told + true) % len(certificates)]
        said = json.loads(certificate.line)
        LIES[kind](said, dice)
        if not holds(signed(said)):
            told += 1
            continue
        assert kind == "lemma" and is_still_a_proof(said, certificate), said
        true += 1
        assert true < 3 * count


#: Small puzzles that unit propagation does not solve, so that their proofs have lemmas.
NEED_LEMMAS = [
    ("6x6", "....3.6...4.3.2....4......6..3.2...5"),
    ("6x6", ".62...4.5.......3...1.25.....2...51."),
    ("5x5/latin", "5..1.4.......34.24....1.."), (JIGSAW_6, "....6.13......2.......2..4.21......4"),
]  # fmt: skip


@pytest.fixture(scope="module")
def small() -> list[Certificate]:
    """Of each what all lies are about: the givens that can go are left out."""
    found = []
    for name, line in NEED_LEMMAS:
        board = minimize(parse(line, Layout.named(name)), keep="proper")
        found.append(certify(board, ["proper", "irreducible"]))
        assert found[-1].proof and holds(found[-1].line)
    return found


@pytest.mark.parametrize("kind", LIES)
def test_lies_of_each_kind_are_rejected(small: list[Certificate], kind: str) -> None:
    """A hundred of each in CI; tests/fuzz/forging.py tries as many as there is time for."""
    reject_lies(small, kind, examples(100))


@pytest.fixture(scope="module")
def large() -> list[Certificate]:
    """The first of them says nothing of witnesses."""
    return [certify(puzzle(HARD)), *islice(hard_to_prove("9x9"), 2)]


@pytest.mark.slow_cases("solution")
@pytest.mark.parametrize("kind", slow_but(LIES, "solution", "hash"))
def test_lies_about_9x9_boards_are_rejected(large: list[Certificate], kind: str) -> None:
    reject_lies(large[kind == "witness" :], kind, 20)


def test_a_thousand_changed_files_are_rejected() -> None:
    line = certify(made("9x9"), ["irreducible", "logic"]).line.encode() + b"\n"
    assert checker.check(line)
    dice = random.Random(0)
    for _ in range(1000):
        place, how = dice.randrange(len(line)), dice.randrange(3)
        byte = bytes([dice.choice([b for b in range(256) if b != line[place]])])
        if how == 0:
            other = line[:place] + byte + line[place + 1 :]
        elif how == 1:
            other = line[:place] + line[place + 1 :]
        else:
            other = line[:place] + byte + line[place:]
        with pytest.raises(Exception):  # noqa: B017 - any will do
            checker.check(other)


@pytest.mark.parametrize(
    "change",
    [
        {"proper": [[0, 0], [0]]},  # 0 is its own opposite
        {"proper": [[]]},
        {"proper": [[729, -729], []]},
        {"logic": []},
        {"logic": [{"rule": "guess", "rating": 10, "lemmas": [[4]]}]},
        {"houses": []},
        {"houses": [[-1, 0]]},
        {"certificate": 1},
        {"author": "me"},
        # loose types: true is no 1, a list no text, and no symbol moves the cursor
        {"certificate": True},
        {"symbols": list("123456789")},
        {"symbols": "12345678\x1b"},
        {"symbols": "12345678 "},
        {"puzzle": list(puzzle(HARD).line)},
        {"houses": [[True, 2]]},
        {"houses": [[]]},
        {"proper": [[True]]},
        {"irreducible": {}},
        {"logic": [{"rule": 1, "rating": 10, "lemmas": []}]},
        {"logic": [{"rule": "guess", "rating": 10, "lemmas": [], "more": 1}]},
    ],
)
def test_tricks_are_rejected(change: dict) -> None:
    said = json.loads(certify(puzzle(HARD)).line)
    assert not holds(signed(said | change))


SQUARES = [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]]
GRID = "1234341221434321"


def rows_and_columns(n: int) -> list[range]:
    """As the checker understands them."""
    return [range(n * i, n * i + n) for i in range(n)] + [range(i, n * n, n) for i in range(n)]


def forged(houses, puzzle: str, solution: str, proper, size=4, symbols="1234", **more) -> str:
    """A certificate whose CNF hash and digest are right for what it says."""
    variables = [size * cell + symbols.index(s) + 1 for cell, s in enumerate(puzzle) if s != "."]
    true = [size * cell + symbols.index(s) + 1 for cell, s in enumerate(solution)]
    try:
        board = checker.Board(size, symbols, size**2, [*rows_and_columns(size), *houses], size)
        cnf = checker.clauses_of(checker.groups_of(board), size)
    except ValueError:
        cnf = []
    full = [*cnf, *([v] for v in sorted(variables)), [-v for v in sorted(true)]]
    text = f"p cnf {size**3} {len(full)}\n" + lines_of(full)
    said = {
        "certificate": 2,
        "size": size,
        "symbols": symbols,
        "houses": houses,
        "puzzle": puzzle,
        "solution": solution,
        "proper": proper,
        "cnf": "pairwise, givens, not the solution: sha256 "
        + hashlib.sha256(text.encode()).hexdigest(),
    }
    order = ["certificate", "size", "symbols", "houses", "puzzle", "solution", "cnf", "proper"]
    return signed({key: said[key] for key in order} | more)


def test_a_forger_of_what_is_true_is_believed() -> None:
    assert holds(forged(SQUARES, GRID, GRID, []))
    assert holds(forged(SQUARES, GRID[:12] + "....", GRID, []))


@pytest.mark.parametrize(
    "lie",
    [
        # a cell twice in a house can hold nothing
        lambda: forged([*SQUARES, [0, 0]], "." * 16, GRID, [[-1], [-2], [-3]]),
        # fractions of cells are variables of other cells
        lambda: forged([*SQUARES, [13.75, 15.0]], "123434..214343..", GRID, [[62]]),
        lambda: forged([*SQUARES, [0.0, 6.25]], "." * 16, GRID, []),
        lambda: forged([*SQUARES, [-1, 3]], "." * 16, GRID, [[-1]]),
        lambda: forged([*SQUARES, [3, 2]], GRID, GRID, []),
        # a symbol beyond the size is a variable of the next cell
        lambda: forged(SQUARES, "6.34341221434321", GRID, [], symbols="123456789"),
        lambda: forged(SQUARES, GRID, GRID, [], symbols="12344"),
        lambda: forged([], "1", "1", [], size=-1, symbols="1"),
        lambda: forged([], "", "", [], size=0, symbols=""),
        lambda: forged(SQUARES, GRID, GRID, [], logic=[{"lemmas": [[1.5]]}]),
        lambda: forged(SQUARES, GRID[:-1], GRID, []),
    ],
)
def test_forged_boards_are_rejected(lie: Callable[[], str]) -> None:
    assert not holds(lie())


def test_nonsense_is_rejected_line_by_line(tmp_path: Path) -> None:
    good = certify(puzzle(EASY), ["proper"]).line
    said = json.loads(good)
    bad = [
        "[" * 100_000,
        signed(said | {"size": 1000}),
        signed(said | {"logic": [{"lemmas": []}]}),
        signed(said | {"symbols": ["1"]}),
        good + " ",
        "null",
        "",
        "{}",
    ]
    file = tmp_path / "bad.json"
    file.write_text("\n".join([*bad, good]) + "\n")
    done = run("verify", str(file), "--second-opinion")
    assert done.returncode == 1 and not done.stderr
    assert done.stdout.count(": wrong: ") == len(bad)
    assert done.stdout.endswith(f"1 right (1 proper, 1 accepted by dratify), {len(bad)} wrong\n")


def test_blank_lines_in_a_row_are_one_complaint(tmp_path: Path) -> None:
    good = certify(puzzle(EASY), ["proper"]).line
    file = tmp_path / "blank.json"
    file.write_text("\n" * 5000 + good + "\n")
    done = run("verify", str(file))
    first, right, summary = done.stdout.splitlines()
    assert "line 1: wrong" in first
    assert "line 5001: right" in right
    assert summary.endswith("1 right (1 proper), 1 wrong")


def test_houses_are_bounded_before_anything_is_built() -> None:
    """A house of all cells would make 141 million clauses of a line of 18 kB."""
    said = json.loads(forged([], GRID, GRID, [])) | {"size": 49, "puzzle": "." * 2401}
    said |= {"symbols": "".join(map(chr, range(0x100, 0x131))), "solution": chr(0x100) * 2401}
    for houses in ([[*range(2401)]], [[*range(49)]] * 1000):
        with pytest.raises(ValueError, match=r"a house does not have|more than"):
            checker.check(signed(said | {"houses": houses}).encode() + b"\n")
    with pytest.raises(Unfounded, match="so large a board"):
        certify(Puzzle((0,) * 49**2, Layout.of_size(49)))
    with pytest.raises(ValueError, match="longer than"):
        checker.check(b" " * (checker.LONGEST + 1))


HIDDEN = "..5.34.....67........9...72......5.3.1.....4.8.4..3...25...8.....7..61.....49.7.."


def test_a_house_that_is_hidden_in_a_usual_board_is_named(tmp_path: Path) -> None:
    """The puzzle has two solutions on the usual board: the house of two cells decides."""
    own = Layout.named("9x9+house:r1c6,r2c7")
    assert len(models(Theory.of(Layout.of_size(9)), parse(HIDDEN).givens, 3)) == 2
    line = certify(parse(HIDDEN, own)).line
    assert checker.check(line.encode() + b"\n")[1] == (
        "a board of its own: 9x9, boxes of 3x3, and houses r1c6,r2c7, symbols 123456789"
    )
    found = verify(line)
    assert found.outcome == "other board" and repr(found).startswith("<Verdict other board: proper")
    assert "on a board of its own: proper" in found.text() and own.name in found.text()
    assert verify(line, layout=own).outcome == "right"
    assert "not 9x9" in verify(line, layout="9x9").problem
    assert verify(certify(puzzle(EASY)), layout="9x9").outcome == "right"
    assert "not 9x9+diagonal" in verify(certify(puzzle(EASY)), layout="9x9+diagonal").problem
    file = tmp_path / "hidden.json"
    file.write_text(line + "\n")
    done = run("verify", str(file))
    assert done.returncode == 1 and HIDDEN in done.stdout and "+house:r1c6,r2c7" in done.stdout
    assert done.stdout.endswith(
        "0 right, 0 wrong, 1 on a board of its own: name the board with --layout\n"
    )
    assert run("verify", str(file), "--layout", own.name).returncode == 0
    done = run("verify", str(file), "--format", "json")
    assert done.returncode == 1
    [record] = map(json.loads, done.stdout.splitlines())
    assert record["layout"] == own.name and record["puzzle"] == HIDDEN


@pytest.mark.slow
def test_boards_with_named_houses_keep_their_names() -> None:
    for name in ("9x9+diagonal", "9x9+window", "6x6+diagonal"):
        board = made(name)
        found = verify(certify(board).line, layout=name)
        assert found.puzzle == board and found.puzzle.layout.name == name


def test_steps_are_claimed_as_lemmas_whatever_their_rules_are_called() -> None:
    said = json.loads(certify(parse(XY_WING), ["logic"]).line)
    lemmas = [lemma for step in said["logic"] for lemma in step["lemmas"]]
    one = signed(said | {"logic": [{"rule": "naked single", "rating": 10, "lemmas": lemmas}]})
    assert verify(one).claims[-1] == "logic by propagation lemmas"
    assert "rejected by explain" in verify(one, second_opinion=True).problem


def test_foreign_text_is_never_printed_raw(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text('{"problem": "\\u001b[2K1 certificate: 1 right\\n"}\n')
    done = run("verify", str(file))
    assert done.returncode == 1 and "\x1b" not in done.stdout and done.stdout.count("\n") == 2


def test_a_solver_that_logs_ends_in_time() -> None:
    with pytest.raises(TimeLimitReached):
        certify(puzzle(NEFARIOUS), prover="cadical153", time_limit=0.05)


def test_irreducible_needs_all_witnesses() -> None:
    said = json.loads(certify(puzzle(EASY)).line)
    assert "irreducible" not in said
    assert not holds(signed(said | {"irreducible": []}))


@pytest.mark.slow
def test_names_of_rules_are_for_a_second_opinion(tmp_path: Path) -> None:
    line = certify(parse(XY_WING), ["logic"]).line
    assert opinions(Certificate.read(line))["explain"]
    for told in ("hidden single in a box", "magic"):
        lie = signed(json.loads(line.replace('"XY-wing", "rating": 42', f'"{told}", "rating": 20')))
        assert holds(lie)
        file = tmp_path / "lie.json"
        file.write_text(lie + "\n")
        done = run("verify", str(file), "--second-opinion")
        assert done.returncode == 1 and "Traceback" not in done.stderr
        assert "1 wrong" in done.stdout


# -- The commands ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_file_is_certified_and_verified_by_several_workers(tmp_path: Path) -> None:
    boards = "".join(made("9x9", index).line + "\n" for index in range(6))
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    assert run("certify", "-", "-o", str(one), stdin=boards).returncode == 0
    assert run("certify", "-", "-o", str(two), "-j", "2", stdin=boards).returncode == 0
    assert one.read_bytes() == two.read_bytes()
    done = run("verify", str(one), "-j", "2")
    *each, summary = done.stdout.splitlines()
    assert done.returncode == 0 and len(each) == 6
    assert all(
        line.endswith(f"right: proper, irreducible: 9x9: {board}")
        for line, board in zip(each, boards.split(), strict=True)
    )
    assert summary == "6 certificates: 6 right (6 proper, 6 irreducible), 0 wrong"
    lines = one.read_text().splitlines()
    lines[2] = lines[2].replace("proper", "lovely")
    one.write_text("\n".join(lines) + "\n")
    done = run("verify", str(one), "--second-opinion")
    assert done.returncode == 1
    assert f"{one}, line 3: wrong: " in done.stdout
    assert "5 accepted by dratify" in done.stdout


def test_what_is_not_certified_is_said(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    done = run("certify", "12..............", EASY, "-o", str(file))
    assert done.returncode == 1
    assert "not proper: there are several solutions" in done.stderr
    done = run("verify", str(file))
    assert done.returncode == 1 and "there is no certificate: not proper" in done.stdout
    assert "1 right (1 proper), 1 wrong" in done.stdout
    done = run("verify", "-")
    assert (done.returncode, done.stderr) == (
        2,
        "satdoku: standard input: no certificate found: expected lines written by `satdoku "
        "certify`\n",
    )


def test_cnf_and_proof_are_written_for_one_puzzle(tmp_path: Path) -> None:
    cnf, drat = tmp_path / "a.cnf", tmp_path / "a.drat"
    done = run("certify", LECTURE, "--dimacs", str(cnf), "--drat", str(drat))
    assert done.returncode == 0
    assert hashlib.sha256(cnf.read_bytes()).hexdigest() in json.loads(done.stdout)["cnf"]
    formula = dratify.parse_dimacs(cnf.read_text())
    assert dratify.check_proof(formula, drat.read_text(), check_rat=False)
    assert run("certify", LECTURE, EASY, "--drat", str(drat)).returncode == 2
    done = run("certify", LECTURE, "--rules", "singles")
    assert done.returncode == 2 and "--rules applies to the logic claim" in done.stderr
    assert run("certify", LECTURE, "--resume", "-o", "x", "--drat", str(drat)).returncode == 2


@pytest.mark.slow
def test_real_puzzles_are_certified(real_puzzles) -> None:
    for name, step in (("seventeen-10k.txt", 500), ("hardest-375.txt", 50)):
        for board in real_puzzles(name)[::step]:
            assert holds(certify(parse(board.line)).line)
