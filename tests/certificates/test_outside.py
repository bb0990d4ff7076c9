"""Proofs for VeriPB, checked by a small checker of pseudo-Boolean proofs; and whether a DIMACS file
is a puzzle's theory, against counting its models."""

import random
import re

import pytest
from pysat.solvers import Solver

import satdoku
from satdoku import Layout, Puzzle
from satdoku.certificates import formulas
from satdoku.certificates.formulas import clauses_in, verify_dimacs
from satdoku.certificates.outside import veripb
from satdoku.errors import DecodeError, PuzzleError
from tests.marks import SLOW

RULED = "4x4+killer:5:r1c1,r1c2+thermometer:r2c1,r3c2,r4c3"
Constraint = tuple[list[tuple[int, int]], int]  # at least so much of the literals' coefficients


def constraints_of(text: str) -> list[Constraint]:
    """Of each line `+1 x1 -1 ~x2 … >= k ;` (or `=`, both ways) with negative ones turned round."""
    found = []
    for row in text.splitlines():
        if row.startswith("*"):
            continue
        left, sign, right = re.fullmatch(r"(.*?) ?(>=|=) (-?\d+) ;", row.strip()).groups()
        terms = [
            (int(a), int(x.replace("~x", "-").replace("x", "")))
            for a, x in re.findall(r"([+-]?\d+) (~?x\d+)", left)
        ]
        for way in (1, -1) if sign == "=" else (1,):
            least, clean = way * int(right), []
            for a, x in terms:
                clean.append((abs(a), x if way * a > 0 else -x))
                least += abs(a) if way * a < 0 else 0
            found.append((clean, least))
    return found


def contradicts(constraints: list[Constraint], true: set[int]) -> bool:
    """Whether unit propagation of the constraints contradicts the literals."""
    true, before = set(true), -1
    while len(true) != before:
        before = len(true)
        for terms, least in constraints:
            slack = sum(a for a, x in terms if -x not in true) - least
            if slack < 0:
                return True
            true.update(x for a, x in terms if a > slack and -x not in true)
    return any(-x in true for x in true)


def accepted(opb: str, proof: str) -> tuple[int, bool]:
    """(how many solutions the proof logs, whether it ends in a contradiction); else an error."""
    known, logged, is_over = constraints_of(opb), 0, False
    head, load, *steps = proof.splitlines()
    assert (head, load) == ("pseudo-Boolean proof version 1.1", "f")
    for step in steps:
        kind, _, rest = step.partition(" ")
        if kind == "v":
            solution = {int(word[1:]) for word in rest.split()}
            assert not contradicts(known, solution)
            known.append(([(1, -x) for x in sorted(solution)], 1))
            logged += 1
        elif kind == "rup":
            [(terms, least)] = constraints_of(rest)
            assert contradicts(known, {-x for _, x in terms}), step
            known.append((terms, least))
        else:
            assert kind == "c"
            is_over = known[int(rest) - 1] == ([], 1)
    return logged, is_over


@pytest.mark.parametrize("layout", ["4x4", RULED])
def test_proofs_for_veripb_log_the_solutions_and_contradict_others(layout):
    board, seen = Layout.named(layout), set()
    for line in (
        "2...............",
        "..1...2.........",
        "11..............",
        "23..............",
        "..3....2........",
        "23..1...........",
    ):
        puzzle = satdoku.parse(line, board)
        number = satdoku.count(puzzle)
        seen.add(min(number, 2))
        certificate = satdoku.certify(puzzle, ["all" if number else "none"])
        opb, proof = veripb(certificate)
        assert accepted(opb, proof) == (number, True)
        if number > 1:
            assert accepted(*veripb(satdoku.certify(puzzle, ["at-least"]))) == (2, False)
            fewer = proof.replace(proof.splitlines()[2] + "\n", "")
            with pytest.raises((AssertionError, IndexError)):
                accepted(opb, fewer)
        if number == 1:
            assert accepted(*veripb(satdoku.certify(puzzle))) == (1, True)
    assert seen >= {0, 2}
    with pytest.raises(PuzzleError, match="VeriPB proofs are of proper, none, all and at-least"):
        veripb(satdoku.certify("1..2.....13.....", follows="r1c2=3"))


def grids(clauses: list[list[int]], variables: int) -> set[tuple[int, ...]]:
    """The true board variables of all models."""
    found = set()
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        while solver.solve():
            true = tuple(v for v in solver.get_model()[:variables] if v > 0)
            found.add(true)
            solver.add_clause([-v for v in true] if true else [1])
            if not true:
                break
    return found


@pytest.mark.parametrize("layout", ["4x4", RULED, "4x4+anti-knight"])
@pytest.mark.parametrize("encoding", ["pairwise", "minimal", "product", "bitwise", "totalizer"])
def test_a_dimacs_file_is_right_just_where_its_models_are_the_solutions(layout, encoding):
    dice, board = random.Random(1), Layout.named(layout)
    puzzle = satdoku.parse("2...............", board)
    text = satdoku.export(puzzle, encoding=encoding).text()
    assert verify_dimacs(text).outcome == verify_dimacs(text, puzzle).outcome == "right"
    expected, clauses = grids(clauses_in(text), 64), clauses_in(text)
    assert len(expected) == satdoku.count(puzzle)
    seen = set()
    for _ in range(25 if SLOW else 14):
        changed = [list(clause) for clause in clauses]
        one = dice.choice(changed)
        if dice.random() < 0.4:
            one[dice.randrange(len(one))] *= -1
        elif dice.random() < 0.7:
            changed.remove(one)
        else:
            changed.append(dice.sample([x for v in range(1, 65) for x in (v, -v)], 2))
        top = max(abs(x) for clause in clauses for x in clause)
        rows = [" ".join(map(str, [*clause, 0])) for clause in changed]
        written = "\n".join([f"p cnf {top} {len(rows)}", *rows])
        same = grids(changed, 64) == expected
        seen.add(same)
        verdict = verify_dimacs(written, puzzle)
        assert verdict.outcome == ("right" if same else "wrong"), verdict
    assert False in seen


def test_what_is_no_dimacs_or_too_large_says_so(monkeypatch):
    puzzle = Puzzle((0,) * 16, Layout.named("4x4"))
    text = satdoku.export(puzzle).text()
    for damaged in (
        "",
        "p cnf 3 1\n1 2\n",
        "p cnf 3 2\n1 2 0\n",
        "p cnf 1 1\n2 0\n",
        "p knf 3 0",
        text[:300],
        "p cnf 2 1\n1 x 0\n",
    ):
        with pytest.raises(DecodeError, match="not a DIMACS CNF"):
            verify_dimacs(damaged, puzzle)
    with pytest.raises(DecodeError, match="name no puzzle"):
        verify_dimacs("p cnf 1 1\n1 0\n")
    with pytest.raises(DecodeError, match="simplified"):
        verify_dimacs(satdoku.export("1...............", simplified=True).text())
    monkeypatch.setattr(formulas, "MOST_FILLS", 300)
    long = Puzzle((0,) * 81, Layout.named("9x9+sum:45:r1c1,r2c2,r3c3,r4c4,r5c5,r6c6,r7c7,r8c8"))
    verdict = verify_dimacs(satdoku.export(long).text())
    assert verdict.outcome == "not judged" and "2 parts not judged" in verdict.text()
