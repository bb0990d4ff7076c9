"""Tridagons: the pattern is impossible by a certificate, and the hardest puzzles need it."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pytest

import satdoku
from satdoku.certificates.checker import Formula, Propagation
from satdoku.encodings.cnf.registry import encoding_named
from satdoku.inference.deduction import OPEN
from satdoku.inference.entailment import StepError
from satdoku.logic.technique_checks.table import judge_of
from satdoku.theory import Theory
from tests.marks import some

#: Lemmas by reverse unit propagation, up to the contradiction.
CERTIFICATE = Path(__file__).parents[2] / "tridagon.rup"
#: Columns in a box by row; the first three run one way, the others the other.
WAYS = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2), (2, 1, 0))
#: Loki, by mith, and minimal puzzles of its solution: two levels of suppositions do not solve them.
HARDEST = (
    "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..",
    "57....9..........8.1.........168..4......28....2.9416.....2..9..6.9.82.4...41.6..",
    "57....92.........8.1.........168..4......28.9..2.9416.....2.....6.9.8..4.2.41.6..",
    "57....9..........8.1.........168..4......2..9..2.9416.....2.....6.9.82.4...41.68.",
    "57..4.9..........8.1.........168..4......28.9..2.9.16.....2.....6.9.82.4...41.6..",
)
#: Puzzles whose Tridagons have several guardians, which deny nothing in common at first. Source:
#: the examples of D. Berthier's CSP-Rules, from mith's list.
SEVERAL_GUARDIANS = (
    "12...678.4.....2.6.....2.1428.67.4.1.1.......7.4...8.....2.76.86..398....7.56....",
    "12....78.4..789.....8.........39.6.836..7849........3...496.3....78.3.4.....478..",
    "...4..789.....9....7923.....48.6.91...1......96.1..8...14..76.8..7..4.91.9....47.",
    "......7.9.571.9..6.6973.15....69..1.6..5.3.7.....716..3.4...5..5.63.7....82......",
)


def cells_of(ways: tuple[int, ...]) -> list[int]:
    """The cells of boxes 1, 2, 4 and 5, each by its way."""
    corners = (0, 3, 27, 30)
    pairs = zip(corners, ways, strict=True)
    return [corner + 9 * row + WAYS[way][row] for corner, way in pairs for row in range(3)]


def clauses_of(cells: list[int]) -> list[list[int]]:
    """The clauses of the empty board, and that these cells hold 7, 8 or 9."""
    theory = Theory.of(satdoku.Layout.named("9x9"))
    others = [[-(9 * cell + d)] for cell in cells for d in range(1, 7)]
    return [*map(list, encoding_named("pairwise").clauses(theory)), *others]


def test_the_certificate_proves_the_pattern_impossible() -> None:
    known = Propagation(Formula(clauses_of(cells_of((0, 0, 0, 3)))))
    assert not known.is_contradictory
    for line in CERTIFICATE.read_text().splitlines():
        *lemma, end = map(int, line.split())
        assert end == 0
        known.add_lemma(lemma)
    assert known.is_contradictory


def test_every_pattern_is_isomorphic_and_no_other_is_impossible() -> None:
    def fills(ways: tuple[int, ...]) -> bool:
        """Whether digits can be turned in each box so that rows and columns fit."""
        boxes = [
            [dict(zip(WAYS[way], digits, strict=True)) for digits in permutations("789")]
            for way in ways
        ]
        rows = [
            [tuple(box[column] for column in WAYS[way]) for box in own]
            for way, own in zip(ways, boxes, strict=True)
        ]
        for a, b, c, d in product(range(6), repeat=4):
            beside = all(x != y for x, y in zip(rows[0][a], rows[1][b], strict=True)) and all(
                x != y for x, y in zip(rows[2][c], rows[3][d], strict=True)
            )
            above = all(boxes[0][a][k] != boxes[2][c][k] for k in range(3)) and all(
                boxes[1][b][k] != boxes[3][d][k] for k in range(3)
            )
            if beside and above:
                return True
        return False

    for ways in product((0, 4), (1, 5), (2, 3), range(6)):
        odd = sum(way >= 3 for way in ways) % 2
        assert fills(ways) != odd


@pytest.mark.parametrize("puzzle", HARDEST)
def test_the_hardest_are_explained_without_nested_refutations(puzzle: str) -> None:
    explanation = satdoku.explain(puzzle, scale="satdoku")
    assert explanation.outcome == "solved" and explanation.rating < 9
    solution = set(satdoku.solve(puzzle, engine="cadical153").givens)
    for step in explanation.steps:
        assert set(step.asserted) <= solution and not set(step.denied) & solution
    assert "Tridagon" in {step.name for step in explanation.steps}
    found = satdoku.verify_steps(explanation.text())
    assert found.ok and not found.unjudged, found.text()


@pytest.mark.slow_cases("12...678.4.....2.6.....2.1428.67.4.1.1.......7.4...8.....2.7")
@pytest.mark.parametrize("puzzle", SEVERAL_GUARDIANS)
def test_chains_from_the_guardians_replace_nested_refutations(puzzle: str) -> None:
    explanation = satdoku.explain(puzzle, scale="satdoku")
    names = {step.name for step in explanation.steps}
    assert "Tridagon forcing chain" in names and "nested refutation" not in names
    solution = set(satdoku.solve(puzzle, engine="cadical153").givens)
    position = explanation.start.copy()
    for step in explanation.steps:
        step.verify(position)
        assert set(step.asserted) <= solution and not set(step.denied) & solution
        position.take(step.asserted, step.denied)
    found = satdoku.verify_steps(explanation.text())
    assert found.ok and not found.unjudged, found.text()


def test_a_chain_from_some_of_the_guardians_is_refused() -> None:
    explanation = satdoku.explain(SEVERAL_GUARDIANS[3], scale="satdoku")
    position = explanation.start.copy()
    for step in explanation.steps:
        if step.name == "Tridagon forcing chain":
            fewer = replace(step, branches=step.branches[1:])
            with pytest.raises(StepError):
                fewer.verify(position)
            with pytest.raises(StepError):
                replace(step, links=(), bases=step.bases[1:]).verify(position)
        position.take(step.asserted, step.denied)


@pytest.mark.slow
def test_it_is_found_in_every_disguise_and_by_no_other_name() -> None:
    for seed in some(range(4)):
        puzzle = satdoku.shuffled(HARDEST[0], seed=seed)
        names = {step.name for step in satdoku.explain(puzzle, scale="satdoku").steps}
        assert "Tridagon" in names and "nested refutation" not in names
    without = satdoku.explain(HARDEST[1], scale="satdoku", without="Tridagon", until=30)
    assert "Tridagon" not in {step.name for step in without.steps}


@pytest.mark.slow
def test_the_judge_knows_more_than_one_guardian_and_no_other_conclusion() -> None:
    line = (
        ":0000:x:12..345.65.32.6....6415..3..12.4365.4.56.13..63..2.......47..6....3..8.........7.:"
        "739 763 985 895 995:::"
    )
    with pytest.deprecated_call(match="satdoku.available"):
        step = next(iter(satdoku.steps(line, technique="Tridagon")))
    judge = judge_of("Thor's hammer")
    assert judge
    literals = [*step.taken.asserted, *(-v for v in step.taken.denied)]
    assert literals and all(judge(step.position, literal, ()) for literal in literals)
    theory = step.position.theory
    concluded = {*step.taken.denied}
    for v in step.taken.asserted:  # and what the digit excludes
        concluded |= {v, *theory.peers(v)}
    others = []
    for v in range(1, 730):
        if step.position.status[v] == OPEN and v not in concluded:
            others.append(v)
    assert not any(judge(step.position, literal, ()) for v in some(others) for literal in (v, -v))
