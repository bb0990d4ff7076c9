"""Ratings and explanations of many boards are those of one."""

import numpy as np
import pytest

import satdoku
from satdoku import batch
from satdoku.errors import PuzzleError
from satdoku.layout import Layout
from satdoku.logic.difficulty.scales import scale_named
from satdoku.logic.search.many_boards import TOO_HARD, hardest

SMALL = Layout.of_size(6)
PUZZLES = [*satdoku.generate(10, seed=3, layout=SMALL, keep="proper")]
IMPROPER = [
    satdoku.Puzzle((0,) * 36, SMALL),
    satdoku.Puzzle((1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 6, *(0,) * 24), SMALL),
]
BOARDS = np.array([puzzle.cells for puzzle in (*PUZZLES, *IMPROPER)], np.uint8)


@pytest.mark.parametrize("scale", [None, "satdoku", "se"])
def test_rates_are_those_of_rate(scale):
    rates = batch.rate(BOARDS, layout=SMALL, scale=scale)
    assert rates.counts.tolist() == [1] * 10 + [2, 0]
    for i, puzzle in enumerate(PUZZLES):
        rating = satdoku.rate(puzzle, scale=scale)
        for name in ("hardest", "total", "first", "until_placed", "size", "depth", "decisions"):
            assert getattr(rates, name)[i] == getattr(rating, name), name
        assert rates.labels[i] == rating.label
        steps = {name: int(n) for name, n in zip(rates.rules, rates.steps[i], strict=True) if n}
        assert steps == dict(rating.steps)
    assert not rates.hardest[10:].any()


@pytest.mark.parametrize("scale", [None, "satdoku", "se"])
def test_tables_of_steps_are_those_of_explain(scale):
    pytest.importorskip("pyarrow")
    table = batch.explain(BOARDS, layout=SMALL, scale=scale).to_pylist()
    assert [row["group"] for row in table] == list(range(12))
    for row, puzzle in zip(table, PUZZLES, strict=False):
        found = satdoku.explain(puzzle, scale=scale)
        assert (row["puzzle"], row["solution"]) == (puzzle.line, found.end.board.line)
        assert (round(row["rating"], 1), row["label"]) == (found.rating, found.label)
        assert row["hardest_rule"] == found.hardest.rule_name
        assert [
            (step["name"], tuple(step["asserted"]), tuple(step["denied"]), set(step["clauses"]))
            for step in row["steps"]
        ] == [(step.name, step.asserted, step.denied, set(step.clauses)) for step in found.steps]
    assert [row["solution"] for row in table[10:]] == [None, None]
    assert [row["steps"] for row in table[10:]] == [[], []]
    plain = batch.explain(PUZZLES, scale=scale, traces=False).to_pylist()
    assert plain[3] == {name: value for name, value in table[3].items() if name != "steps"}


@pytest.mark.parametrize("scale", ["satdoku", "se"])
def test_what_is_too_hard_is_told_without_trying_harder_rules(scale):
    ratings = [round(10 * satdoku.rate(puzzle, scale=scale).hardest) for puzzle in PUZZLES]
    own = scale_named(scale, SMALL)
    for most in (12, 20, 1000):
        found = hardest(BOARDS, SMALL, own, most).tolist()
        assert found[10:] == [0, 0]
        for told, tenths in zip(found, ratings, strict=False):
            assert told == tenths or (told == TOO_HARD and tenths > most)


def test_boards_with_rules_are_rated_as_one_by_one():
    layout = satdoku.Layout.named("6x6+anti-knight")
    boards = satdoku.batch.generate(8, seed=2, layout=layout, minimal=False)
    own = scale_named(None, layout)
    puzzles = [satdoku.Puzzle(tuple(board), layout) for board in boards.tolist()]
    ratings = [round(10 * satdoku.rate(puzzle).hardest) for puzzle in puzzles]
    assert len({*ratings}) > 1
    most = sorted(ratings)[len(ratings) // 2]
    wanted = [tenths if tenths <= most else TOO_HARD for tenths in ratings]
    assert hardest(boards, layout, own, most).tolist() == wanted
    blank = boards[:1] * 0
    assert hardest(blank, layout, own, most).tolist() == [0]


def test_long_logs_are_read_in_parts(monkeypatch):
    from satdoku.logic.search import many_boards as many

    monkeypatch.setattr(many, "LOG", 1500)
    own = scale_named(None, SMALL)
    ways = list(many.ways(BOARDS, SMALL, own))
    assert any(way.explained for way in ways if way) or all(way.log for way in ways if way)
    for way, puzzle in zip(ways, PUZZLES, strict=False):
        steps = [step for _, step in way.steps()]
        assert steps == list(satdoku.explain(puzzle).steps)


@pytest.mark.room("datasets")
def test_only_proper_puzzles_are_traced():
    pytest.importorskip("pyarrow")
    with pytest.raises(PuzzleError, match="one solution"):
        satdoku.trace(IMPROPER[0])
    row = satdoku.trace(PUZZLES[0].line, scale="se")
    assert row["rating"] == satdoku.rate(PUZZLES[0], scale="se").hardest
