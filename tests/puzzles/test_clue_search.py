"""Searches for puzzles with few givens, against brute force over all grids."""

import json
import os
import random
import subprocess
import sys
from itertools import combinations, islice
from unittest.mock import patch

import numpy as np
import pytest

import satdoku
from satdoku.backends.base import Clock
from satdoku.certificates import clue_checker
from satdoku.diagnosis.clue_search import search_clues, unavoidable_near
from satdoku.diagnosis.grid import unavoidable_sets
from satdoku.errors import PuzzleError
from satdoku.kernels import hitting_sets as kernels
from tests.processes import command

GRID = "1234341221434321"
CHECKER = clue_checker.__file__
SLOW = os.environ.get("SATDOKU_SLOW")


def grids_of(name):
    blank = satdoku.parse("." * satdoku.Layout.named(name).cell_count, layout=name)
    return list(satdoku.solutions(blank))


def has_puzzle(grid, grids, clues, within=None):
    """Whether some cells tell the grid apart from all others: by trying all."""
    cells = np.array(grid.cells)
    differs = np.array([cells != other.cells for other in grids if other.cells != grid.cells])
    allowed = within or range(len(cells))
    return any(differs[:, chosen].any(1).all() for chosen in combinations(allowed, clues))


@pytest.mark.parametrize(
    "name, clues",
    [("4x4", (2, 3, 4)), ("4x4+diagonal", (1, 2, 3)), ("4x4+killer:5:r1c1,r1c2", (2, 3, 4))],
)
def test_small_grids_have_the_puzzles_that_brute_force_finds(name, clues):
    grids = grids_of(name)
    for grid in grids[:: 1 if SLOW else 7]:
        for number in clues:
            found = search_clues(grid, number)
            assert (found.outcome == "found") == has_puzzle(grid, grids, number)
            if found.puzzle:
                assert found.puzzle.clues == number
                assert satdoku.solution(found.puzzle) == grid


def test_puzzles_within_some_cells_are_those_that_brute_force_finds():
    grids = grids_of("4x4")
    outcomes = set()
    for seed in range(90 if SLOW else 30):
        rng = random.Random(seed)
        grid = rng.choice(grids)
        within = rng.sample(range(16), rng.randint(5, 12))
        kept = []
        found = search_clues(grid, rng.randint(4, 5), within=within, progress=kept.append)
        outcomes.add(found.outcome)
        assert (found.outcome == "found") == has_puzzle(grid, grids, found.clues, within)
        if found.puzzle:
            given = {cell for cell, digit in enumerate(found.puzzle.cells) if digit}
            assert given <= {*within} and satdoku.solution(found.puzzle) == grid
        elif seed < 6:
            records = [part.record() for part in kept]
            line, is_right = checked(records)
            assert is_right and f"{found.clues} givens in r" in line
            # of more cells, or others, it proves nothing
            wider = [{**record, "within": list(range(16))} for record in records]
            assert checked(wider)[1] == (not has_puzzle(grid, grids, found.clues))
            assert not checked([{**record, "within": [16]} for record in records])[1]
    assert outcomes == {"found", "none"}


@pytest.mark.parametrize("seed", range(3))
def test_the_fewest_are_those_of_the_smallest_minimal_puzzle(seed):
    grid = satdoku.random_grid("6x6", seed=seed)
    fewest = next(satdoku.minimal_puzzles(grid)).clues
    assert search_clues(grid, fewest).outcome == "found"
    assert search_clues(grid, fewest - 1).outcome == "none"


def test_unavoidable_sets_are_differences_of_grids():
    grid = satdoku.random_grid(seed=1)
    sets = unavoidable_near(grid, range(81))
    assert all(satdoku.count(grid.without(cells), limit=2) == 2 for cells in sets)
    assert not any(set(a) < set(b) for a, b in combinations(sets, 2))
    # all of up to 8 cells: another search finds the same
    known, is_all = unavoidable_sets(grid, 8, Clock(None))
    assert is_all and sorted(known) == sorted(s for s in sets if len(s) <= 8)


def test_a_search_goes_on_after_each_part():
    grid = satdoku.random_grid("6x6", seed=1)
    clues = next(satdoku.minimal_puzzles(grid)).clues - 1
    kept = []
    whole = search_clues(grid, clues, progress=kept.append)
    assert [part.so_far.done for part in kept] == [*range(whole.parts + 1)]
    states = [part.so_far for part in kept[1:]]
    assert whole.outcome == "none" and whole.parts > 5
    for state in islice(states, 0, None, 3):
        records = [search_clues(GRID, 3).record(), state.record()]
        later = []
        assert search_clues(grid, clues, before=records, progress=later.append) == whole
        assert later == kept[state.done + 1 :]
    cut = search_clues(grid, clues, before=[states[2].record()], time_limit=1e-9)
    assert cut.outcome == "undecided" and cut.done == 3
    later = []
    other = states[2].record() | {"sets": 1}
    assert search_clues(grid, clues, before=[other], progress=later.append) == whole
    assert later == kept


def checked(records, *parts):
    """The line of the checker, which runs alone, and whether it says that the records are right."""
    lines = "".join(json.dumps(record) + "\n" for record in records)
    arguments = [sys.executable, "-I", CHECKER, *map(str, parts)]
    done = subprocess.run(arguments, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == (not done.stdout.startswith("right")) and not done.stderr
    return done.stdout, not done.returncode


@pytest.fixture(scope="module")
def kept_records():
    """The parts of a search that knew few unavoidable sets, so that most parts add some."""
    grid = satdoku.random_grid("6x6", seed=1)
    clues = next(satdoku.minimal_puzzles(grid)).clues - 1
    kept = []
    with patch("satdoku.diagnosis.clue_search.SETS", 12):
        found = search_clues(grid, clues, progress=kept.append)
    assert found.outcome == "none" and found.tested > len(kept) > 50
    records = [part.record() for part in kept]
    assert sum(len(record["others"]) > 0 for record in records[1:]) > 20
    return records


def test_parts_are_certificates_for_another_program(kept_records):
    line, is_right = checked(kept_records)
    assert is_right and kept_records[0]["puzzle"] in line
    assert checked(kept_records, 3, 5)[1]
    small = []
    search_clues(GRID, 3, progress=small.append)
    assert checked([part.record() for part in small])[1]


def test_a_part_without_its_evidence_is_refused(kept_records):
    k = next(k for k, record in enumerate(kept_records) if k and record["others"])
    bare = [*kept_records[:k], {**kept_records[k], "others": []}, *kept_records[k + 1 :]]
    line, is_right = checked(bare)
    assert not is_right and f"part {k}: the cells" in line
    # the puzzle with these cells has in fact another solution, which the other evidence hits
    assert not checked([*kept_records[:k], *kept_records[k + 1 :]])[1]
    assert not checked(kept_records, len(kept_records))[1]


def test_forged_records_are_refused(kept_records):
    first, second, *rest = kept_records
    grid = first["puzzle"]
    forged = [
        {"others": [*first["others"], grid]},
        {"others": [*first["others"], list(grid)]},
        {"others": [*first["others"], grid[::-1].replace("1", "7")]},
        {"others": [*first["others"], grid[6:] + grid[:6]]},
        {"clues": first["clues"] + 1},
        {"clues": True},
        {"layout": "6x6/3x2"},
        {"layout": "6x6+diagonal"},
        {"puzzle": "." + grid[1:]},
    ]
    for change in forged:
        # with the same change everywhere, so that the records agree
        common = {key: value for key, value in change.items() if key != "others"}
        changed = [{**first, **change}, *({**one, **common} for one in (second, *rest))]
        assert not checked(changed)[1], change
    assert not checked([first, {**second, "puzzle": rest[0]["others"] and GRID}, *rest])[1]
    assert not checked([])[1] and not checked([5])[1] and not checked([{}])[1]


def test_a_grid_with_such_a_puzzle_cannot_be_certified(kept_records):
    """All other grids that solve no puzzle: still some cells hit all."""
    more = {"clues": kept_records[0]["clues"] + 1}
    grid = satdoku.parse(kept_records[0]["puzzle"], layout="6x6")
    assert search_clues(grid, more["clues"]).puzzle
    assert not checked([{**record, **more} for record in kept_records])[1]


def test_a_small_number_is_refuted_by_bounds():
    assert search_clues(satdoku.random_grid(seed=1), 13).tested == 0


def test_a_grid_that_its_rules_decide_needs_no_givens():
    rules = "+".join(f"killer:{d}:r{k // 4 + 1}c{k % 4 + 1}" for k, d in enumerate(GRID))
    assert search_clues("." * 16, 1, layout=f"4x4+{rules}").puzzle.clues == 0


@pytest.mark.parametrize("clues", [0, 17])
def test_a_number_out_of_range_is_refused(clues):
    with pytest.raises(PuzzleError, match="from 1 to 16"):
        search_clues(GRID, clues)


@pytest.mark.parametrize("run", [kernels.hitting_sets, kernels.hitting_sets.interpreted])
def test_hitting_sets_are_all_of_their_size_each_once(run):
    rng = random.Random(1)
    for cells in [*range(3, 12)] * 5 + [70]:
        size = rng.randint(1, 2 if cells == 70 else 4)
        several = range(rng.randint(1, 8))
        sets = sorted((rng.sample(range(cells), rng.randint(1, 3)) for _ in several), key=len)
        search = kernels.HittingSearch.of(sets, range(cells), min(size, cells), 2)
        found = []
        while search.numbers[kernels.LEVEL] >= 0:
            search.numbers[kernels.FOUND] = 0
            run(search, 0)
            rows = search.found.reshape(-1, search.size)[: search.numbers[kernels.FOUND]]
            found += [tuple(sorted(row)) for row in rows.tolist()]
        expected = [
            chosen
            for chosen in combinations(range(cells), search.size)
            if all(set(chosen) & set(one) for one in sets)
        ]
        assert sorted(found) == expected


def test_the_command_keeps_parts_and_goes_on(tmp_path):
    grid = satdoku.random_grid("6x6", seed=1)
    clues = next(satdoku.minimal_puzzles(grid)).clues - 1
    parts = tmp_path / "parts"
    given = ("diagnose", "--clues", str(clues), "--progress", str(parts), grid.line)
    first = command(*given)
    lines = parts.read_text().splitlines(keepends=True)
    assert first.returncode == 1 and "all parts searched" in first.stdout
    # cut off within a line, as a killed run leaves it
    parts.write_text("".join(lines[:3]) + lines[3][:20])
    assert command(*given).stdout == first.stdout
    assert parts.read_text() == "".join(lines)
    other = command(*given, "--within", "r1c1-r1c6,r6c1-r6c6")
    assert "within 12 cells" in other.stdout and "all parts searched" in other.stdout
    assert command(*given).stdout == first.stdout
    cut = command(*given, "--time-limit", "0.000001", "--format", "json")
    assert json.loads(cut.stdout)["outcome"] == "none"
    parts.write_text("5\n")
    wrong = command(*given)
    assert wrong.returncode == 2 and "holds no parts of a search" in wrong.stderr
