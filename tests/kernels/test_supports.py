"""The quick test on masks, before arguments: with it or without, the same steps are found."""

from dataclasses import replace

import numpy as np
import pytest

from satdoku.kernels.steps import search_arrays
from satdoku.kernels.steps.premises import sees_of
from satdoku.kernels.steps.supports import supports_of
from satdoku.layout import Layout
from satdoku.logic.difficulty.scales import SATDOKU
from satdoku.logic.search.following import LOG, paths_of
from satdoku.operations.random_grids import draw_grid
from satdoku.operations.variant_generation import place_constraints, with_kinds
from satdoku.random_stream import RandomStream
from satdoku.theory import Theory

KINDS = ("kropki", "whisper", "thermometer", "killer", "arrow", "anti-king")


def with_rules(kind):
    """A 6×6 puzzle with all rules of a kind that its grid keeps, and some givens."""
    layout, kinds = with_kinds(Layout.named("6x6"), kind)
    stream = RandomStream(5, 0)
    grid = draw_grid(layout, stream)
    rules = place_constraints(kinds, grid, stream)
    puzzle = replace(grid, layout=layout.with_constraints(*rules))
    return puzzle.without([cell for cell in layout.all_cells if cell % 5])


def logs(puzzle):
    """The outcome of a puzzle, and of those with a given or a rule less, with all their steps."""
    layout = puzzle.layout
    filled = [cell for cell, digit in enumerate(puzzle.cells) if digit]
    some = [puzzle, puzzle.without(filled[:1]), puzzle.without(filled)]
    if len(layout.constraints) > 1:
        fewer = layout.without_constraints().with_constraints(*layout.constraints[1:])
        some.append(replace(puzzle, layout=fewer))
    found = []
    for one in some:
        paths = paths_of.__wrapped__(Theory.of(one.layout), SATDOKU)
        boards = np.array([one.cells], np.uint8)
        rated, log = paths.follow(boards, log_size=LOG)
        found.append((rated.status.tolist(), rated.hardest.tolist(), log.tolist()))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_is_that_of_the_search_without_the_test(kind, monkeypatch):
    puzzle = with_rules(kind)
    with_test = logs(puzzle)

    def without(theory, sees):
        known = supports_of(theory, sees)
        return known | {"is_known": np.zeros(0, np.uint8)}

    monkeypatch.setattr(search_arrays, "supports_of", without)
    assert logs(puzzle) == with_test
    assert any(log for _, _, log in with_test)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("4x4+whisper:r1c1-r1c2", [1] + 12 * [1]),
        ("4x4+killer:6:r1c1-r1c3", [1] + 12 * [1]),
        ("4x4+anti-king", [0] + 12 * [1]),
        ("4x4+renban:r1c1-r1c3+thermometer:r4c1-r4c3", [0, 1] + 12 * [1]),
        ("4x4+no-other-ratio", []),
    ],
)
def test_relations_and_sums_are_known_and_what_else_is_seen_forbids_the_test(name, known):
    theory = Theory.of(Layout.named(name))
    assert supports_of(theory, sees_of(theory))["is_known"].tolist() == known


def test_the_sum_of_a_cage_counts_digits_from_one():
    theory = Theory.of(Layout.named("4x4+from-0+killer:3:r1c1-r1c2"))
    told = supports_of(theory, sees_of(theory))
    one, other, table = told["relations"].items[:3].tolist()
    rows = told["tables"].reshape(-1, 4)[table].tolist()
    # 0 and 3, 1 and 2: the first digit is beside the last.
    assert (one, other, rows) == (0, 1, [8, 4, 2, 1])
