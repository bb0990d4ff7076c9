"""Certificates of boards that are no regular squares, and of ranks: the checker reads all houses,
and believes no lie about them."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from itertools import product

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.certificates import checker, rule_checker
from satdoku.certificates.rule_forms import rules_of

#: Boards, small enough for quick proofs.
BOARDS = (
    "2x3", "4x4@r1c1,r3c3", "6x8", "4x7/jigsaw:1222222111113244441334443333", "4x4+digits:0-5",
    "3x4/free:1_1_22_.22..+digits:5", "4x4@r1c1,r3c3+killer:5:r1c1,r1c2+thermometer:r5c5-r5c6",
    "4x6+arrow:r1c1,r2c2,r2c3", "4x4/jigsaw:1122112233..33..",
)  # fmt: skip


def puzzle_of(name: str) -> Puzzle:
    return next(satdoku.generate(1, seed=5, layout=Layout.named(name), keep="proper"))


@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_any_shape_are_certified(name):
    puzzle = puzzle_of(name)
    certificate = satdoku.certify(puzzle, ["proper", "irreducible", "logic"])
    assert certificate.solution == satdoku.solve(puzzle, engine="cpsat-integers")
    verdict = satdoku.verify(certificate, layout=puzzle.layout)
    assert verdict.outcome == "right" and verdict.puzzle == puzzle, verdict.text()
    assert verdict.puzzle.layout.name == puzzle.layout.name
    assert satdoku.verify(certificate).outcome == "other board"


def signed(said: dict) -> str:
    """As one would sign it who knows how."""
    said = {key: value for key, value in said.items() if key != "digest"}
    return json.dumps(said | {"digest": sha256(json.dumps(said).encode()).hexdigest()})


def test_houses_that_the_name_does_not_have_are_no_board():
    """A house more makes many a puzzle proper; the checker lists what it read."""
    said = satdoku.certify(puzzle_of("2x3"), ["proper"]).record()
    assert 'called "2x3"' in checker.check((json.dumps(said) + "\n").encode())[1]
    for change in (
        {"board": ""},
        {"board": "3x2"},
        {"board": "9x9"},
        {"board": "2x3+killer:3:r1c1,r1c2"},
        {"houses": said["houses"][1:]},
        {"houses": [*said["houses"], [0, 5]]},
        {"houses": [*said["houses"], [0, 6]]},
        {"houses": [*said["houses"], [5, 0]]},
        {"board": 1},
        {"puzzle": said["puzzle"] + "."},
    ):
        assert satdoku.verify(signed(said | change)).outcome == "wrong", change
    without = {key: value for key, value in said.items() if key != "board"}
    assert satdoku.verify(signed(without)).outcome == "wrong"


def test_the_checker_alone_reads_such_a_board(tmp_path):
    line = satdoku.certify(puzzle_of("2x3"), ["proper"]).line
    ran = subprocess.run(
        [sys.executable, checker.__file__],
        input=line + "\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert ran.returncode == 0 and ran.stdout.startswith('proper: a board of its own: called "2x3"')


@pytest.mark.parametrize("rank", [1, 3, 8, 16])
def test_a_rank_means_what_its_sentence_says(rank):
    """On all fills of a line whose others are given: the clauses hold just where the rank does."""
    layout = Layout.named(f"4x4+full-rank:{rank}:r2c4-r2c1")
    cnf, (keeps,) = rule_checker.rules_as_cnf(rules_of(layout), 4, layout.symbols, 16)
    grids = satdoku.solutions(Puzzle((0,) * 16, Layout.of_size(4)), limit=60, engine="native")
    agreed = set()
    for grid in grids:
        rows = [grid.cells[i : i + 4] for i in range(0, 16, 4)]
        lines = [*rows, *zip(*rows, strict=True)]
        numbers = [line[::way] for line in lines for way in (1, -1)]
        mine = rows[1][::-1]
        wanted = numbers.count(mine) == 1 and sorted(numbers).index(mine) == rank - 1
        assert keeps(set(grid.givens)) == wanted
        units = [[v] if v in grid.givens else [-v] for v in range(1, 65)]
        assert checker.Propagation(checker.Formula(cnf), units).is_contradictory != wanted
        agreed.add(wanted)
    assert False in agreed


def test_ranks_are_certified():
    layout = Layout.named("4x4+full-rank:5:r1c1-r1c4")
    puzzle = next(satdoku.generate(1, seed=1, layout=layout, keep="proper"))
    certificate = satdoku.certify(puzzle)
    assert satdoku.verify(certificate, layout=layout).outcome == "right"
    said = certificate.record()
    said["rules"][0]["forms"][0]["arguments"][0] = [1]
    assert satdoku.verify(signed(said), layout=layout).outcome == "wrong"


@pytest.mark.slow
def test_a_record_that_is_changed_changes_no_other():
    layout = Layout.named("4x4+full-rank:5:r1c1-r1c4")
    puzzle = satdoku.parse(".............2.1", layout)
    line = satdoku.certify(puzzle).line
    satdoku.certify(puzzle).record()["rules"][0]["forms"][0]["arguments"][0] = [1]
    assert satdoku.certify(puzzle).line == line


@pytest.mark.parametrize("arguments", [[[1]], [[0, 1], [1, 2]], [[0], [1]], [[0], [1, 99]], []])
def test_a_rank_that_says_nonsense_is_refused(arguments):
    rule = {"rule": "x", "forms": [{"form": "rank", "cells": [0, 1], "arguments": arguments}]}
    try:
        cnf, _ = rule_checker.rules_as_cnf([rule], 4, "1234", 16)
    except (ValueError, IndexError):
        return
    assert (
        arguments == [[1]] and checker.Propagation(checker.Formula(cnf)).is_contradictory
    )  # never above one of none


def test_first_digits_that_differ_tell_which_line_is_less():
    """Two lines of two cells: all fills, by the definition."""
    rule = {"rule": "x", "forms": [{"form": "rank", "cells": [0, 1], "arguments": [[1], [2, 3]]}]}
    cnf, (keeps,) = rule_checker.rules_as_cnf([rule], 3, "123", 4)
    for fill in product((1, 2, 3), repeat=4):
        full = {3 * cell + digit for cell, digit in enumerate(fill)}
        units = [[v] if v in full else [-v] for v in range(1, 13)]
        assert keeps(full) == (fill[:2] > fill[2:])
        known = checker.Propagation(checker.Formula(cnf), units)
        assert known.is_contradictory != (fill[:2] > fill[2:])


@pytest.mark.slow
def test_certificates_of_logic_hold_where_rules_propagate_less_in_the_checker():
    """A solver proves what the lemmas of the search leave out."""
    layout = Layout.named("4x4+full-rank:5:r1c1-r1c4")
    certificate = satdoku.certify(satdoku.parse(".............2.1", layout), ["logic"])
    assert satdoku.verify(certificate, layout=layout).outcome == "right"
