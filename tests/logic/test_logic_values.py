"""What logic answers are values: each tells itself in a line, in words and as a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import satdoku
from satdoku.inference.entailment import is_entailed
from satdoku.layout import Layout
from satdoku.logic.available import available
from satdoku.logic.difficulty.rating import rate_boards
from satdoku.logic.explain import StepWalk, explain
from satdoku.logic.lessons.about import examples
from satdoku.logic.mistakes import state_of
from satdoku.logic.position import Position
from satdoku.logic.search.choosing import choice
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import read_candidates
from satdoku.logic.step_text.numbered import VERBOSITIES
from satdoku.logic.step_text.proof_texts import proof_text
from satdoku.logic.step_text.sentences import sentence
from satdoku.logic.steps import ProofLine
from satdoku.theory import Theory

PUZZLE = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."


@pytest.mark.parametrize(
    "make",
    [
        lambda: satdoku.explain(PUZZLE),
        lambda: satdoku.explain(PUZZLE, until=3),
        lambda: satdoku.hint(PUZZLE),
        lambda: satdoku.rate(PUZZLE),
        lambda: satdoku.verify_steps(satdoku.explain(PUZZLE)),
        lambda: next(satdoku.solving_steps(PUZZLE)),
    ],
)
def test_a_value_tells_itself(make) -> None:  # type: ignore[no-untyped-def]
    value = make()
    assert len(repr(value)) < 100 and "\n" not in repr(value)
    assert json.loads(json.dumps(value.record()))
    assert value.text() and not value.text().endswith("\n")


def test_ratings_have_one_unit() -> None:
    found, rating = satdoku.explain(PUZZLE), satdoku.rate(satdoku.parse(PUZZLE))
    assert found.hardest
    assert found.rating == found.hardest.rating == rating.hardest == found.record()["rating"] == 4.2
    assert max(step.rating for step in satdoku.solving_steps(PUZZLE)) == 4.2


def test_steps_are_those_of_the_explanation() -> None:
    records = [step.record() for step in satdoku.solving_steps(PUZZLE)]
    told = [step.items() for step in satdoku.explain(PUZZLE).record()["steps"]]
    assert all(step <= record.items() for step, record in zip(told, records, strict=True))
    assert records[0]["puzzle"] == satdoku.parse(PUZZLE).line


def test_the_verbosities_differ() -> None:
    texts = {satdoku.explain(PUZZLE).text(verbosity) for verbosity in VERBOSITIES}
    assert len(texts) == len(VERBOSITIES) - 1  # without chains, "full" is "all"


def test_an_explanation_is_stopped_as_soon_as_asked() -> None:
    found = satdoku.explain(PUZZLE, until=2)
    assert (len(found.steps), found.outcome, found.ahead) == (2, "so far", None)
    named = satdoku.explain(PUZZLE, until="xy wing")
    assert named.ahead and named.ahead.name == "XY-wing" and named.outcome == "so far"


def test_a_chain_tells_its_link_digits() -> None:
    position = state_of(examples()["XY-chain"].position).position
    [step, *_] = available(position, technique="XY-chain").record()["available"]
    digits = [node[0][2] for node in step["chain"]]
    assert step["roles"]["link digits"] == [str(d) for d in digits[1:-1:2]]


def test_every_step_tells_its_roles() -> None:
    puzzle = "......5...2.48..........186..........91...62725...9...7.295....5....1374...64...."
    steps = [*satdoku.solving_steps("..1..23..4......"), *satdoku.solving_steps(puzzle)]
    for step in steps:
        record = step.record()
        assert record["roles"] and record["text"].endswith(".")


@pytest.mark.slow
def test_a_unique_rectangle_names_its_cells_and_the_exchange() -> None:
    grid = ["123456789"] * 81
    grid[0] = "125"
    grid[3] = grid[9] = grid[12] = "12"
    step = next(steps_at(read_candidates(" ".join(grid)), "unique rectangle type 1"))
    said = sentence(satdoku.Theory.of(satdoku.Layout.of_size(9)), step)
    assert said == (
        "r1c1 (1, 2 or 5), r1c4, r2c1 and r2c4 hold only 1 and 2: if r1c1 were 1 or 2, 1 and 2 "
        "could change places in r1c1, r1c4, r2c1 and r2c4, and the puzzle would have two "
        "solutions; it has one, so r1c1<>1, r1c1<>2."
    )


def test_an_explanation_stops_where_a_step_would_be_too_long() -> None:
    puzzle = ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617."
    found = explain(puzzle, limit_size=6)
    assert found.outcome == "too long"
    assert found.steps
    assert all(step.length <= 6 for step in found.steps)
    assert len(explain(puzzle, limit_size=1000).steps) > len(found.steps)


def test_a_line_of_a_refutation_says_what_took_the_other_places() -> None:
    theory = Theory.of(Layout.of_size(4))
    one, two, three = (theory.variable(*place) for place in ((1, 1, 1), (1, 3, 2), (2, 4, 1)))
    row, box = (
        next(c for c, known in enumerate(theory.clauses) if str(known) == name)
        for name in ("row 1 digit 1", "box 2 digit 1")
    )
    proof = (
        ProofLine("suppose", variable=one),
        ProofLine("assert", box, three, ((theory.variable(1, 3, 1), row), (two, -1))),
        ProofLine("broken", row, links=((theory.variable(1, 4, 1), -1),)),
    )
    told = proof_text(theory, proof)
    assert told[1].endswith("(r1c1=1 takes r1c3, r1c3<>2)")
    assert told[2] == "no place is left for 1 in row 1 (r1c4<>1)"


def test_almost_locked_sets_name_no_clause_that_is_not_needed() -> None:
    lines = (Path(__file__).parents[1] / "positions.txt").read_text().splitlines()
    lines = [line for line in lines if line and line[0] != "#"]
    found = [k for k, line in enumerate(lines) if line.startswith("ALS-XZ => ")]
    assert found
    for k in found:
        position = read_candidates(lines[k + 1])
        step = next(iter(StepWalk(position, choice(position.layout, scale="satdoku"))))
        assert step.name == "ALS-XZ"
        for link in step.links:
            rest = [c for c in step.clauses if c != link]
            follows = [is_entailed(position.theory, position.status, rest, -v) for v in step.denied]
            assert not all(follows)


def test_what_is_not_rated_says_why() -> None:
    late = satdoku.rate(PUZZLE, time_limit=1e-9)
    assert late.is_open and late.complaint == late.text() == "not rated: out of time"
    stuck = satdoku.rate(PUZZLE, rules="singles", scale="satdoku")
    assert stuck.complaint == "not rated: the allowed techniques are stuck"
    clash = satdoku.rate("11..............")
    assert clash.outcome == "no solution" and not clash.is_open
    rated = satdoku.rate(PUZZLE)
    assert rated.complaint == "" and rated.row()["steps"] == sum(rated.record()["steps"].values())


def test_what_a_position_leaves_is_rated_as_the_rest_of_its_explanation() -> None:
    found = satdoku.explain(PUZZLE)
    position = next(at.copy() for k, (at, _) in enumerate(found.positions()) if k == 10)
    rest = found.steps[10:]
    rating = satdoku.rate(position)
    assert rating.total == pytest.approx(sum(step.rating for step in rest))
    assert (rating.first, rating.decisions) == (rest[0].rating, 0)
    blank = read_candidates("1234 " * 16)
    assert satdoku.rate(blank).outcome == "several solutions"


def test_boards_with_rules_are_rated_as_each() -> None:
    layout = Layout.named("4x4+anti-knight")
    boards = satdoku.batch.generate(3, seed=1, layout=layout, keep="proper")
    each = [satdoku.rate(satdoku.Puzzle(tuple(board.tolist()), layout)) for board in boards]
    assert rate_boards(boards, layout) == each
    assert {rating.outcome for rating in each} == {"solved"}


def test_a_step_tells_what_it_places_and_removes() -> None:
    first = next(satdoku.solving_steps(PUZZLE))
    assert (first.rule, first.denied) == (first.taken.rule_name, [])
    [(row, column, digit)] = first.asserted
    assert f"{digit} can only go in r{row}c{column}." in first.text()
    small = "12.......3..4..."
    with pytest.deprecated_call(match="satdoku.available"):
        now = list(satdoku.steps(small, now=True, technique="hidden single"))
    assert [step.number for step in now] == list(range(1, len(now) + 1))
    assert {step.position for step in now} == {now[0].position}
    assert {tuple(step.asserted) for step in now} >= {((2, 1, 3),)}


def test_candidates_that_contradict_each_other_are_no_position() -> None:
    layout, rest = Layout.of_size(4), [[1, 2, 3, 4]] * 14
    with pytest.raises(satdoku.Inconsistency, match="no digit is left for r1c2"):
        Position.from_candidates([[1], [], *rest], layout)
    with pytest.raises(satdoku.Inconsistency, match="r1c2 contradicts another digit"):
        Position.from_candidates([[1], [1], *rest], layout)
    position = Position.from_candidates([[1], [2, 3], *rest], layout)
    assert repr(position) == "<Position 4x4: 1 placed, 52 candidates left>"
    assert position == position.copy() and position != "1"
