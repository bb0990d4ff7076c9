"""The harness that checks the program: it agrees, and would notice if something did not."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

import satdoku
from satdoku import Layout, Puzzle, PuzzleError, parse
from satdoku.backends.pysat import PySat
from satdoku.certificates import certifying, checker
from satdoku.certificates import verifying as certificates_verifying
from satdoku.diagnosis import conflicts, redundant
from satdoku.formats.text import line_blocks, rows
from satdoku.kernels.any_theory.theory_tasks import AnyTheory
from satdoku.logic import verifying as steps_verifying
from satdoku.operations.random_grids import draw_grid
from satdoku.random_stream import RandomStream
from satdoku.selfchecking import running
from satdoku.selfchecking.checks import judged
from satdoku.selfchecking.running import BOARDS, look_at, random_puzzle, selfcheck, shrink
from tests.fuzz.more_checks import ALL
from tests.fuzz.random_rules import with_random_rules
from tests.marks import slow_but
from tests.oracle import EASY
from tests.processes import command

pytestmark = pytest.mark.room("selfchecking")


def ask(name: str, puzzle: Puzzle) -> str:
    return running.ask(name, puzzle, ALL)


def with_rules(seed: int, index: int, board: str = "4x4") -> Puzzle:
    """A grid on a board with random rules."""
    stream = RandomStream(seed, index)
    grid = draw_grid(Layout.named(board), stream)
    return Puzzle(grid.cells, with_random_rules(grid, stream))


@pytest.mark.slow_cases("diagnoses")
@pytest.mark.parametrize("name", slow_but(ALL, "text", "diagnoses"))
def test_all_agrees(name: str) -> None:
    seen = set()
    for index in range(8):
        full = with_rules(3, index, "6x6") if index == 2 else None
        puzzle = full.without(range(0, 36, 2)) if full else random_puzzle(3, index)
        seen.add(puzzle.layout.name)
        assert ask(name, puzzle) == ""
    assert len(seen) > 4


@pytest.mark.slow
def test_random_puzzles_are_of_all_kinds() -> None:
    puzzles = [random_puzzle(0, index) for index in range(200)]
    assert {min(len(judged(p)), 2) for p in puzzles} == {0, 1, 2}
    assert len({p.layout for p in puzzles}) >= len(BOARDS)
    assert puzzles[7] == random_puzzle(0, 7)


def test_a_lost_solution_is_noticed_and_the_puzzle_shrunk(monkeypatch) -> None:
    honest = PySat.find

    def forgetful(self, assertions, limit, clock):
        for true in honest(self, assertions, limit, clock):
            if {1, 6} - set(true):  # loses what has 1 in r1c1 and 2 in r1c2
                yield true

    monkeypatch.setattr(PySat, "find", forgetful)
    puzzle = parse("1234341221434321", Layout.of_size(4))
    [failure] = look_at(puzzle, ("engines",))
    assert failure.problem.startswith("glucose4 finds")
    small = failure.puzzle
    assert small.clues < 16 and ask("engines", small) == failure.problem
    for cell, digit in enumerate(small.cells):
        assert not digit or not ask("engines", small.without([cell]))
    assert failure.command == (
        f"satdoku selfcheck --check engines --layout '4x4' {failure.puzzle.line}"
    )


def test_a_wrong_kernel_an_error_and_a_wrong_proof_are_noticed(monkeypatch) -> None:
    puzzle = parse("12..34..........", Layout.of_size(4))
    honest = AnyTheory.solve
    monkeypatch.setattr(
        AnyTheory,
        "solve",
        lambda *a, **o: (found := honest(*a, **o))._replace(counts=found.counts + 1),
    )
    assert "finds" in ask("kernels", puzzle)
    monkeypatch.setattr(AnyTheory, "solve", None)
    assert ask("kernels", puzzle).startswith("TypeError")
    monkeypatch.setattr(certifying.Prover, "contradict", lambda self: None)
    monkeypatch.setattr(certifying._Making, "_fit", lambda *_: None)
    assert "does not end in a contradiction" in ask("certificates", parse(HARD_TO_PROVE))


# -- Faults that were found by attack, put back ---------------------------------------------------

HIDDEN = "..5.34.....67........9...72......5.3.1.....4.8.4..3...25...8.....7..61.....49.7.."


def test_a_verifier_that_minds_no_hidden_house_is_noticed(monkeypatch) -> None:
    assert ask("certificates", parse(HIDDEN)) == ""
    monkeypatch.setattr(certificates_verifying, "_same", lambda wanted, board: True)
    assert "a house hidden in its board" in ask("certificates", parse(HIDDEN))


def test_a_checker_of_loose_types_is_noticed(monkeypatch) -> None:
    monkeypatch.setattr(checker, "has_shape", lambda value, shape: True)
    assert "a forged certificate with true for 1" in ask("certificates", parse(EASY))


def test_a_verifier_that_takes_the_whole_solution_for_a_step_is_noticed(monkeypatch) -> None:
    easy = parse("1..2.....13.....", Layout.of_size(4))
    assert ask("logic", easy) == ""
    monkeypatch.setattr(steps_verifying._Judge, "of", lambda *_: ("", ""))
    assert ask("logic", easy) == "the whole solution is accepted as one step"


def test_a_reader_that_reads_files_otherwise_than_lines_is_noticed(monkeypatch) -> None:
    honest = line_blocks.usual_lines

    def shifted(*arguments):
        ends, usual, digits, blanks = honest(*arguments)
        return ends, usual, digits[:, ::-1].copy(), blanks

    monkeypatch.setattr(line_blocks, "usual_lines", shifted)
    assert "read differently" in ask("text", parse(EASY))


def test_a_reader_that_passes_over_a_line_cut_off_is_noticed(monkeypatch) -> None:
    monkeypatch.setattr(rows.GridRows, "_cut_off", lambda *_, **__: iter(()))
    assert ask("text", parse(EASY)) == "a line cut off after 48 characters is not named"


def test_near_puzzles_and_conflicts_that_are_not_minimal_are_noticed(monkeypatch) -> None:
    honest = conflicts.minimal_sets
    monkeypatch.setattr(conflicts, "minimal_sets", lambda all_, *_: iter([tuple(all_)]))
    wrong = parse(EASY[:1] + "5" + EASY[2:])
    assert ask("diagnoses", wrong) == "a conflict is not minimal"
    monkeypatch.setattr(conflicts, "minimal_sets", honest)
    assert ask("diagnoses", wrong) == ""
    monkeypatch.setattr(redundant, "is_minimal", lambda grid, givens: True)
    monkeypatch.setattr(redundant, "exchanges", lambda grid, givens: iter([grid.variables]))
    few = parse(".................1.....2.3......45....1.6.....4......7....8.4....9...2..3.61...9.")
    assert "a minimal puzzle near it" in ask("diagnoses", few)


@pytest.mark.slow
def test_a_run_is_a_value_that_tells_itself(monkeypatch) -> None:
    found = selfcheck([EASY, parse(EASY)], checks=["text"])
    assert found.text() == "2 puzzles on 1 board, 1 check each: all agree" and not found.failures
    assert found.record() == {"boards": {"9x9": 2}, "checks": ["text"], "failures": []}
    with pytest.raises(PuzzleError, match="unknown check 'luck'"):
        selfcheck(EASY, checks=["luck"])
    monkeypatch.setattr(PySat, "find", lambda *_: iter(()))
    told: list[str] = []
    found = selfcheck(
        EASY, checks=["engines"], progress=lambda failure: told.append(failure.text())
    )
    assert told == [found.failures[0].text()] and found.text().endswith("each: 1 disagreement")
    assert found.record()["failures"][0]["check"] == "engines"
    assert len(repr(found)) < 100


HARD_TO_PROVE = "..5.34.....67..3.....9...72..28..5.3.1.....4.8.4..32..25...8.....7..61.....49.7.."


def test_shrinking_ends_where_no_given_can_go() -> None:
    def has_two_ones(puzzle: Puzzle) -> bool:
        return puzzle.cells.count(1) > 1

    small = shrink(parse(EASY), has_two_ones)
    assert small.clues == 2 and has_two_ones(small)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return command("selfcheck", *arguments)


@pytest.mark.slow
def test_the_command_takes_puzzles_and_names_of_checks() -> None:
    done = run("--check", "engines", "--check", "text", EASY)
    assert (done.returncode, done.stdout) == (
        0,
        "1 puzzle on 1 board, 2 checks each: all agree\n",
    )
    assert "2 boards, 1 check each" in run("--check", "text", EASY, "12..............").stdout
    done = run("--seed", "3", EASY)
    assert done.returncode == 2 and "leave out --seed" in done.stderr
    assert run("--minutes", "0.001", "--check", "text").returncode == 0
    done = run("--minutes", "0.01", "--check", "text", "--layout", "10x10")
    assert "puzzles on 1 board, 1 check each: all agree" in done.stdout
    done = run("--check", "luck", EASY)
    assert done.returncode == 2 and "unknown check 'luck': known are text, engines" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudoterminal")
def test_the_command_needs_no_puzzle_on_a_terminal() -> None:
    import pty

    terminal, keyboard = pty.openpty()
    arguments = ["-m", "satdoku", "selfcheck", "--minutes", "0.001", "--check", "text"]
    done = subprocess.run(
        [sys.executable, *arguments], stdin=keyboard, capture_output=True, text=True, check=False
    )
    for end in (terminal, keyboard):
        os.close(end)
    assert done.returncode == 0, done.stderr


def test_mixes_of_rules_are_kept_by_their_grid_and_all_agree():
    kinds = set()
    for index in range(12):
        full = with_rules(5, index)
        kinds |= {constraint.kind for constraint in full.constraints}
        assert satdoku.count(full, engine="cpsat-integers") == 1
        puzzle = full.without(range(2, 16, 3))
        assert not [name for name in ("engines", "rules", "forms") if ALL[name](puzzle)]
    assert len(kinds) > 5


def test_a_step_that_takes_a_solution_away_is_found(monkeypatch):
    from satdoku.logic import explain as explaining

    puzzle = Puzzle((0,) * 16, Layout.named("4x4+killer:3:r1c1,r1c2+killer:3:r2c3,r2c4"))
    puzzle = next(iter(satdoku.solutions(puzzle, limit=1))).without([0, 1, 6, 7, 11])
    assert not ALL["rules"](puzzle)
    right = explaining.explain
    monkeypatch.setattr(explaining, "explain", lambda given: wrong_way(right(given)))
    assert "removes a solution" in ALL["rules"](puzzle)


def wrong_way(explanation):
    first = explanation.steps[0]
    wrong = replace(first, asserted=first.denied[:1], denied=first.asserted[:1])
    return replace(explanation, steps=(wrong, *explanation.steps[1:]))
