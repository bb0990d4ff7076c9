"""Which levels the puzzles of small boards have, and what is said of others."""

import numpy as np
import pytest
from click.testing import CliRunner

from satdoku import Layout, Theory, batch
from satdoku.cli.main import cli
from satdoku.errors import GenerationError
from satdoku.logic.catalog.rules import RATINGS
from satdoku.logic.difficulty.level_generation import LEAST_TRIES, Level, generate_at
from satdoku.logic.difficulty.reach import HIGHEST, SAMPLE, reach_of
from satdoku.logic.search.following import paths_of

FOUR = Layout.of_size(4)


@pytest.mark.parametrize(("grid", "number"), [("1234341221434321", 284), ("1234341223414123", 304)])
def test_all_minimal_puzzles_of_4x4_are_beginner(grid: str, number: int) -> None:
    subsets = (np.arange(1 << 16)[:, None] >> np.arange(16)) & 1
    boards = (subsets * np.array([int(digit) for digit in grid])).astype(np.uint8)
    is_proper = batch.solve(boards, layout=FOUR, solutions=False).counts == 1
    one = 1 << np.arange(16)
    numbers = np.arange(1 << 16)[:, None]
    has_smaller = (is_proper[numbers & ~one] & ((numbers & one) > 0)).any(1)
    minimal = boards[is_proper & ~has_smaller]
    rated, _ = paths_of(Theory.of(FOUR)).follow(minimal, allowed=(1 << len(RATINGS)) - 1)
    assert len(minimal) == number
    assert set(rated.hardest.tolist()) == {HIGHEST["4x4"]}


def test_what_no_board_can_have_is_refused_at_once() -> None:
    told = CliRunner().invoke(cli, ["generate", "--layout=4x4", "--level=easy", "--seed=1"])
    assert isinstance(told.exception, GenerationError)
    assert str(told.exception) == "no such puzzle: on 4x4 every puzzle is beginner"
    assert generate_at(Level(highest=12, layout=FOUR), 1, 0).puzzle.layout == FOUR


def test_what_a_sample_did_not_meet_is_tried_for_but_not_long() -> None:
    layout = Layout.named("5x5/latin")
    reach = reach_of(layout)
    assert reach
    assert len(reach.ratings) == SAMPLE
    with pytest.raises(
        GenerationError, match=r"200 minimal puzzles were .*, none of them suitable"
    ) as caught:
        generate_at(Level(lowest=90, layout=layout), 1, 0)
    looked_at = int(str(caught.value).split("among ")[1].split()[0].replace(",", ""))
    assert looked_at <= LEAST_TRIES * 24 * 16
    assert reach_of(Layout.of_size(16)) is None
