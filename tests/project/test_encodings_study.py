"""What docs/make_encodings_study.py makes is on docs/encodings-study.md: the tables that need no
clock and no counts of a solver, some answers from another engine."""

import re
import sys
from pathlib import Path

import pytest

import satdoku
from tests.marks import slow_but, some

pytest.importorskip("pysat", reason="python-sat is not installed: pip install python-sat")
sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
import make_encodings_study as study

AGAIN = "run python docs/make_encodings_study.py"


def page() -> str:
    return study.PAGE.read_text()


@pytest.mark.slow
def test_sizes_are_those_of_the_encodings():
    assert study.sizes() in page(), AGAIN
    assert study.simplification() in page(), AGAIN


def test_sizes_on_small_boards_are_those_of_the_encodings():
    for found in (study.sizes(study.BOARDS[:2]), study.simplification([])):
        _, _, *rows = found.splitlines()
        assert len(rows) > 1
        for row in rows:
            assert row in page(), AGAIN


@pytest.mark.parametrize("encoding", slow_but(study.encodings(), "minimal", "pairwise"))
def test_propagation_and_failed_literals_find_what_the_page_says(encoding):
    assert study.strength_row(encoding) in page(), AGAIN


def test_propagation_is_as_strong_as_the_base_rules():
    tried = some(study.puzzles())
    solved = sum(satdoku.check(puzzle).logic_solvable for puzzle in tried)
    assert study.strength("pairwise", tried).propagated == solved > 0


def test_failed_literals_are_weaker_without_the_clauses_of_houses():
    puzzle = satdoku.parse(study.SIMPLIFIED)
    assert study.failed_literals(study.formula("9x9", "pairwise"), puzzle)
    assert not study.failed_literals(study.formula("9x9", "minimal"), puzzle)


@pytest.mark.parametrize("share", [30, 35])
def test_the_native_engine_completes_as_many_boards_filled_at_random(share):
    boards = [study.placed("9x9", share, number) for number in range(study.DRAWN["9x9"])]
    found = sum(
        bool(b) and any(True for _ in satdoku.solutions(b, limit=1, engine="native"))
        for b in boards
    )
    row = re.search(rf"^\| at random: givens .*?^\| {share} % \| (\d+) %", page(), re.M | re.S)
    assert row and int(row[1]) == found, AGAIN


def test_the_page_has_no_difference_between_contenders():
    assert re.search(r"^[\d,]+ answers, 0 differences, on \w", page(), re.M)
