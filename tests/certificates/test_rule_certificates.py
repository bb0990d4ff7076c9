"""Certificates of boards with rules: the second checker reads the rules, and believes no lie."""

from __future__ import annotations

import ast
import hashlib
import json
import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.certificates import checker, rule_checker
from satdoku.certificates.rule_forms import rules_of
from satdoku.constraints.forms import AnyOf
from satdoku.constraints.registry import forms_of
from tests.constraints.test_kinds import EXAMPLES, NEARBY, cells_of
from tests.marks import slow_but
from tests.processes import command

CHECKER = Path(rule_checker.__file__)
ONE_EACH = {name.split(":")[0].split("(")[0]: (name, good) for name, good, _ in EXAMPLES}
#: Rules of the whole board; and of kinds whose example no 9×9 grid can keep, another.
WHOLE_BOARD = [(name.split(":")[0], (name, "")) for name, _ in NEARBY]
ONE_EACH |= dict(WHOLE_BOARD)
ONE_EACH |= {
    "quadruple": ("quadruple:3,4:r1c1,r1c2,r2c1,r2c2", ""),
    "counting-circles": ("counting-circles:r1c1,r4c4,r7c7", ""),
    "region-sum-line": ("region-sum-line:r1c1-r1c6", ""),
}
#: Kinds on cells beside the board, whose regions are found while solving.
CHAOS = ("chaos-arrow", "chaos-count")
BOARD = Layout.named(
    "4x4+killer:3:r1c1,r1c2+sum:6:r2c1,r3c2,r4c4+renban:r4c1-r4c3+or(odd:r1c3|even:r3c4)"
    "+quadruple:1:r2c1,r2c2,r3c1,r3c2"
)


def with_few_blanks(layout: Layout, cells: tuple[int, ...], fill: str) -> Puzzle:
    """A proper puzzle whose solution has this fill; most of it is given."""
    givens = [0] * layout.cell_count
    for cell, digit in zip(cells, fill, strict=bool(fill)):
        givens[cell] = int(digit)
    empty = Puzzle((0,) * layout.cell_count, layout)  # where houses forbid the fill
    found = list(satdoku.solutions(Puzzle(tuple(givens), layout), limit=1))
    grid = (found or list(satdoku.solutions(empty, limit=1)))[0]
    return grid.without([0, 1, layout.cell_count // 2, layout.cell_count - 1])


def puzzle_of(layout: Layout) -> Puzzle:
    return next(satdoku.generate(1, seed=2, layout=layout, keep="proper"))


def forged(said: dict, with_cnf: bool = True) -> str:
    """As one would sign it who knows how: hash of the CNF and digest are right."""
    said = {key: value for key, value in said.items() if key != "digest"}
    if with_cnf:
        n, symbols = said["size"], said["symbols"]
        try:
            more, _ = rule_checker.rules_as_cnf(said["rules"], n, symbols, n * n)
        except (ValueError, LookupError, TypeError, AttributeError):
            more = []
        square = [range(n * i, n * i + n) for i in range(n)] + [
            range(i, n * n, n) for i in range(n)
        ]
        board = checker.Board(n, symbols, n * n, [*square, *said["houses"]], n)
        cnf = checker.clauses_of(checker.groups_of(board), n)
        grids = [
            sorted(n * c + symbols.index(s) + 1 for c, s in enumerate(text) if s != ".")
            for text in (said["puzzle"], said["solution"])
        ]
        full = [*cnf, *more, *([v] for v in grids[0]), [-v for v in grids[1]]]
        top = max([n**3, *(abs(x) for c in more for x in c)])
        lines = [f"p cnf {top} {len(full)}", *(" ".join(map(str, [*c, 0])) for c in full), ""]
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        said["cnf"] = f"pairwise, givens, not the solution: sha256 {digest}"
    return json.dumps(said | {"digest": hashlib.sha256(json.dumps(said).encode()).hexdigest()})


@pytest.mark.slow_cases("lunchbox:12:r1c1-r1c9-231849567-231894567")
@pytest.mark.parametrize(("name", "good", "bad"), EXAMPLES)
def test_the_checker_means_by_every_rule_what_its_sentence_says(name, good, bad):
    """Both ways: a full grid is judged, and the clauses contradict a fill that breaks the rule."""
    layout = Layout.named(f"9x9+{name}")
    cells = cells_of(layout.constraints[0])
    cnf, (keeps,) = rule_checker.rules_as_cnf(rules_of(layout), 9, layout.symbols, 81)
    for fill, holds in ((good, True), (bad, False)):
        grid = [1] * 81
        for cell, digit in zip(cells, fill, strict=True):
            grid[cell] = int(digit)
        full = {9 * cell + digit for cell, digit in enumerate(grid)}
        assert keeps(full) == holds
        units = [[v if v in full else -v] for c in cells for v in layout.variables_of(c)]
        forms = forms_of(layout.constraints[0], layout)
        if not any(isinstance(form, AnyOf) for form in forms):  # not all alternatives at once
            assert checker.Propagation(checker.Formula(cnf), units).is_contradictory != holds


CERTIFIED = [kind for kind in ONE_EACH if kind not in ("full-rank", *CHAOS)]


@pytest.mark.parametrize(
    "kind", slow_but(CERTIFIED, *(k for k in CERTIFIED[::6] if k != "anti-taxicab"))
)
def test_a_puzzle_with_every_kind_of_rule_is_certified(kind):
    name, fill = ONE_EACH[kind]
    small = "6x6/latin" if kind == "no-other-dots" else "6x6"  # quick where all cells are spoken of
    layout = Layout.named(f"{small if kind in dict(WHOLE_BOARD) else '9x9'}+{name}")
    puzzle = with_few_blanks(layout, cells_of(layout.constraints[0]), fill)
    certificate = satdoku.certify(puzzle, ["proper"])
    verdict = satdoku.verify(certificate, layout=layout)
    assert verdict.outcome == "right" and verdict.puzzle == puzzle, verdict.problem
    assert satdoku.verify(certificate).outcome == "other board"
    assert satdoku.verify(certificate, layout="9x9").outcome == "wrong"


def test_all_claims_are_certified_and_the_checkers_run_alone(tmp_path):
    certificate = satdoku.certify(puzzle_of(BOARD), ["proper", "irreducible", "logic"])
    assert satdoku.verify(certificate, layout=BOARD).outcome == "right"
    for script, said in (("rule_checker.py", "proper, irreducible"), ("checker.py", "wrong: ")):
        done = subprocess.run(
            [sys.executable, str(CHECKER.with_name(script))],
            capture_output=True,
            text=True,
            input=certificate.line + "\n",
            check=False,
            cwd=tmp_path,
        )
        assert done.stdout.startswith(said), done.stdout + done.stderr
    assert (
        '"sum", "cells": [4, 9, 15], "arguments": [6, 1, 1, 1]'
        in subprocess.run(
            [sys.executable, str(CHECKER)],
            capture_output=True,
            text=True,
            input=certificate.line + "\n",
            check=False,
        ).stdout
    )


def test_to_rules_digits_are_worth_their_places_among_the_symbols(tmp_path):
    """With the symbols in their usual order this puzzle has no solution."""
    name, line = "4x4+killer:3:r1c1,r1c2+killer:7:r3c3,r3c4", "3..1.2........3."
    own = Layout.named(name, "3412")
    certificate = satdoku.certify(Puzzle(satdoku.parse(line, own).cells, own))
    assert satdoku.count(satdoku.parse(line, Layout.named(name))) == 0
    for layout in (name, Layout.named(name), Layout.named(name, "3421")):
        assert "its symbols are 3412, not" in satdoku.verify(certificate, layout=layout).problem
    found = satdoku.verify(certificate, layout=own)
    assert found.text() == f"right: proper, irreducible: {name}+symbols:3412: {line}"
    assert found.record()["symbols"] == "3412" and found.not_judged == ("logic",)
    said = checker.check(certificate.line.encode() + b"\n", rule_checker.rules_as_cnf)
    assert said.board.endswith(", symbols 3412 worth 1 to 4")
    lie = forged(json.loads(certificate.line) | {"symbols": "1234"})
    assert satdoku.verify(lie, layout=name).outcome == "wrong"
    file = tmp_path / "certificate.json"
    file.write_text(certificate.line + "\n")
    assert command("verify", str(file), "--layout", name, "--symbols", "3412").returncode == 0
    for symbols in ([], ["--symbols", "1234"]):
        done = command("verify", str(file), "--layout", name, *symbols)
        assert done.returncode == 1 and "name them with --symbols" in done.stdout


def test_symbols_are_named_where_they_are_not_the_usual_ones():
    own = Layout.named("4x4", "DCBA")
    certificate = satdoku.certify(next(satdoku.generate(1, seed=1, layout=own, keep="proper")))
    assert ": 4x4+symbols:DCBA: " in satdoku.verify(certificate).text()


def test_the_second_checker_imports_only_the_first():
    text = CHECKER.read_text()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            known = {"checker", *sys.stdlib_module_names}
            assert node.module and node.module.split(".")[0] in known


def other_total(rules, dice):
    form = rules[1]["forms"][0]
    form["arguments"][0] += dice.choice([-2, -1, 1, 2])


def dropped_cell(rules, dice):
    forms = [form for rule in rules for form in rule["forms"] if form["cells"]]
    form = dice.choice(forms)
    del form["cells"][dice.randrange(len(form["cells"]))]


def dropped_rule(rules, dice):
    del rules[dice.randrange(len(rules))]


def more_pairs(rules, dice):
    forms = [form for rule in rules for form in rule["forms"] if form["form"] == "pairs"]
    form = dice.choice(forms)
    form["arguments"] = [[a, b] for a in range(1, 5) for b in range(1, 5)]


def other_automaton(rules, dice):
    forms = [form for rule in rules for form in rule["forms"] if form["form"] == "automaton"]
    layer = dice.choice(dice.choice(forms)["arguments"])
    step = dice.choice(layer)
    step[dice.randrange(3)] += dice.choice([-1, 1])


def loose_types(rules, dice):
    dice.choice(rules[:3])["forms"][0]["cells"][0] = dice.choice([True, "1", 1.0, None, -1, 99])


def unknown_form(rules, dice):
    dice.choice(rules)["forms"][0]["form"] = dice.choice(["", "distant", 3, "any"])


def other_name(rules, dice):
    rules[0]["rule"] = "killer:5:r1c1,r1c2"


@pytest.mark.parametrize(
    "lie",
    [
        other_total,
        dropped_cell,
        dropped_rule,
        more_pairs,
        other_automaton,
        loose_types,
        unknown_form,
        other_name,
    ],
)
def test_lies_about_rules_are_rejected(lie):
    """Whoever signs them: a board with other rules is not the board that was asked for."""
    line = satdoku.certify(puzzle_of(BOARD), ["proper"]).line
    dice = random.Random(lie.__name__)
    for _ in range(20):
        said = json.loads(line)
        lie(said["rules"], dice)
        if json.dumps(said) == line:
            continue
        assert satdoku.verify(json.dumps(said), layout=BOARD).outcome == "wrong"
        assert satdoku.verify(forged(said), layout=BOARD).outcome == "wrong"
        assert satdoku.verify(forged(said)).outcome != "right"
    assert satdoku.verify(forged(json.loads(line)), layout=BOARD).outcome == "right"


def test_a_witness_that_breaks_a_rule_is_none():
    certificate = satdoku.certify(puzzle_of(BOARD), ["proper", "irreducible"])
    puzzle, said = certificate.puzzle, json.loads(certificate.line)
    told = 0
    for k, given in enumerate(puzzle.givens):
        cell, digit = BOARD.cell_and_digit(given)
        blank = Puzzle(puzzle.without([cell]).cells, BOARD.without_constraints())
        for grid in satdoku.solutions(blank, limit=200):
            fits = satdoku.count(Puzzle(grid.cells, BOARD)) == 1
            if grid.cells[cell] != digit:
                other = list(said["irreducible"])
                other[k] = grid.line
                line = forged(said | {"irreducible": other})
                assert (satdoku.verify(line, layout=BOARD).outcome == "right") == fits
                told += not fits
    assert told


PIECES = (
    "6x6+connected:0,1,2:r1c1-r6c6", "4x4+layer+nurikabe:r1c1,r1c3,r3c2", "4x4+layer+yin-yang",
    "9x4/jigsaw:................____................+digits:4"
    "+chaos-construction:4:r6c1-r6c4,r7c1-r7c4,r8c1-r8c4,r9c1-r9c4",
)  # fmt: skip


@pytest.mark.parametrize("name", PIECES)
def test_forged_pieces_are_refused(name):
    """Fully signed: other neighbours, sizes, borders or labels are not the board's; another grid
    breaks its rules."""
    layout, dice = Layout.named(name), random.Random(name)
    grid = next(satdoku.solutions(Puzzle((0,) * layout.cell_count, layout), limit=1))
    puzzle = grid.without(range(0, layout.cell_count, 5))
    if not satdoku.is_proper(puzzle):
        puzzle = grid.without([0])
    line = satdoku.certify(puzzle, ["proper"]).line
    assert satdoku.verify(line, layout=layout).outcome == "right"
    forms = [
        i
        for i, form in enumerate(f for r in rules_of(layout) for f in r["forms"])
        if form["form"] in ("connected", "touching", "areas", "parts")
    ]
    assert forms
    for _ in range(3):
        said = json.loads(line)
        form = [f for r in said["rules"] for f in r["forms"]][dice.choice(forms)]
        part = dice.choice([part for part in form["arguments"] if part])
        part[dice.randrange(len(part))] += dice.choice((-1, 1))
        with suppress(ValueError):  # forms that are nonsense have no clauses to sign
            assert satdoku.verify(signed(said), layout=layout).outcome != "right"
        said = json.loads(line)
        cell = dice.randrange(layout.cell_count)
        other = dice.choice([d for d in layout.symbols if d != said["solution"][cell]])
        said["solution"] = said["solution"][:cell] + other + said["solution"][cell + 1 :]
        assert "a grid breaks" in satdoku.verify(signed(said), layout=layout).problem


def signed(said: dict) -> str:
    """The certificate with hashes that are right for what it says now."""
    board = checker.board_of(said)
    cnf = checker.clauses_of(checker.groups_of(board), board.n)
    cnf += rule_checker.rules_as_cnf(said["rules"], board.n, board.symbols, board.cell_count)[0]
    givens, solution = (
        sorted(checker.variables_of(said[key], board)) for key in ("puzzle", "solution")
    )
    text = checker.Formula(cnf).dimacs([*([v] for v in givens), [-v for v in solution]])
    digest = hashlib.sha256(text.encode()).hexdigest()
    said["cnf"] = f"pairwise, givens, not the solution: sha256 {digest}"
    without = {key: value for key, value in said.items() if key != "digest"}
    return json.dumps(
        without | {"digest": hashlib.sha256(json.dumps(without).encode()).hexdigest()}
    )
