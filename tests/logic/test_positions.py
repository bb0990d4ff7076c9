"""Positions with candidates mean the same from Python as from the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Inconsistency, ParseError
from satdoku.cli.main import cli
from satdoku.logic.starting import write_candidates
from tests.marks import some

PUZZLES = (
    "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7.",
    ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617.",
    "1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8",
)


def positions() -> list[satdoku.Position]:
    """Fifty on the way of three puzzles, some with candidates gone that digits leave."""
    found = []
    for puzzle in PUZZLES:
        way = [position for position, _ in satdoku.explain(puzzle).positions()]
        found += way[:: max(1, len(way) // 17)]
    return found[:50]


def told(*arguments: str) -> str:
    done = CliRunner().invoke(cli, list(arguments), standalone_mode=False)
    assert done.exception is None, done.exception
    return done.stdout


@pytest.mark.slow
def test_positions_are_answered_alike_through_both_doors(tmp_path: Path) -> None:
    seen = some(positions())
    gone = 0
    for number, position in enumerate(seen):
        grid = tmp_path / f"{number}.txt"
        grid.write_text(text := write_candidates(position))
        same = satdoku.position(text)
        gone += not satdoku.explain(same, until=0).begins_at_givens
        hint = json.loads(told("hint", "--from-state", "--format", "json", str(grid)))
        assert hint == satdoku.hint(same).record() == satdoku.hint(text).record()
        done = told("explain", "--from-state", "--verbosity", "terse", "--until", "5", str(grid))
        assert done == satdoku.explain(same, until=5).text("terse") + "\n"
        listed = told("steps", "--technique", "pairs", "--verbosity", "terse", str(grid))
        assert listed == satdoku.available(same, technique="pairs").text("terse") + "\n"
        rating, way = satdoku.rate(same), satdoku.explain(same)
        assert (rating.hardest, rating.outcome) == (way.rating, "solved")
        # A text with all candidates that the digits leave is a puzzle: its plain search is counted.
        assert replace(satdoku.rate(text), decisions=0) == rating
        found = json.loads(told("rate", "--from-state", "--format", "json", str(grid)))
        assert found.items() >= json.loads(json.dumps(rating.record())).items()
    assert gone > len(seen) / 4


def test_a_library_line_keeps_the_candidates_that_are_gone() -> None:
    puzzle = PUZZLES[0]
    later = satdoku.explain(puzzle, until=26).end
    layout = later.layout
    start = satdoku.Position.of(later.board)
    missing = [
        (cell, d)
        for cell in range(81)
        for d in set(start.candidates_in(cell)) - set(later.candidates_in(cell))
    ]
    assert missing
    digits = "".join(
        layout.symbol(digit) if given else f"+{layout.symbol(digit)}" if digit else "."
        for digit, given in zip(later.board.cells, satdoku.parse(puzzle).cells, strict=True)
    )
    fields = " ".join(f"{d}{cell // 9 + 1}{cell % 9 + 1}" for cell, d in missing)
    line = f":0000:x:{digits}:{fields}::"
    assert satdoku.position(line).masks() == later.masks()
    board = {"puzzle": later.board.line}  # where the digits placed are not told from givens
    assert satdoku.hint(line).record() | board == satdoku.hint(later).record()
    assert json.loads(told("hint", "--format", "json", line)) == satdoku.hint(line).record()


def test_a_player_is_where_the_entries_say() -> None:
    position = satdoku.position("..1..23..4......", entries="..1..23..4..2...")
    assert position.digit_in(12) == 2
    with pytest.raises(Inconsistency, match="r4c1 cannot be 3"):
        satdoku.position("..1..23..4......", entries="..1..23..4..3...")
    with pytest.raises(ParseError):
        satdoku.position("nothing at all")
