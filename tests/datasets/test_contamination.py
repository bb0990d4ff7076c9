"""Audits against another set: rows that share a solved grid or differ by a clue, up to symmetry."""

import json

import pytest

import satdoku
from tests.marks import SLOW

pytest.importorskip("pyarrow")

#: Number of planted leaks of each level.
MANY = 200 if SLOW else 20


def written(path, puzzles):
    path.write_text("".join(f"{puzzle.line}\n" for puzzle in puzzles))
    return str(path)


def givens(cells):
    return [cell for cell, digit in enumerate(cells) if digit]


def changed(puzzle, cells):
    return satdoku.Puzzle(tuple(cells), puzzle.layout)


def of_its_grid(puzzle, index):
    """Another minimal puzzle with the solution, at least three givens apart."""
    full = satdoku.solution(puzzle)
    for seed in range(100):
        other = satdoku.minimize(full, seed=1000 * index + seed)
        if len(set(givens(other.cells)) ^ set(givens(puzzle.cells))) > 4:
            return other
    raise AssertionError("no other puzzle found")


def a_clue_away(puzzle, index):
    """The puzzle with a clue more, less, or moved: proper or not."""
    full, cells = satdoku.solution(puzzle).cells, list(puzzle.cells)
    free = [cell for cell, digit in enumerate(cells) if not digit]
    if index % 3:
        cells[givens(cells)[index % len(givens(cells))]] = 0
    if index % 3 != 1:
        cells[free[index % len(free)]] = full[free[index % len(free)]]
    return changed(puzzle, cells)


@pytest.mark.parametrize("disguise", [of_its_grid, a_clue_away])
def test_planted_leaks_of_each_level_are_found_and_none_is_invented(disguise, tmp_path):
    train = list(satdoku.generate(3 * MANY, seed=21))
    clean = list(satdoku.generate(MANY, seed=22))
    planted = [satdoku.shuffled(disguise(p, i), seed=i) for i, p in enumerate(train[:MANY])]
    test = [row for pair in zip(clean, planted, strict=True) for row in pair]
    names = written(tmp_path / "test.txt", test), written(tmp_path / "train.txt", train)
    found = satdoku.audit(names[0], against=names[1], ratings=False, minimal=False)
    pairs = [[2 * i + 2, i + 1] for i in range(MANY)]
    record = found.record()
    assert (record["leaks"], record["duplicates"]) == ([], [])
    several = set(record["several_solutions"])
    assert record["grid_leaks"] == [pair for pair in pairs if pair[0] not in several]
    assert record["neighbours"] == (pairs if disguise is a_clue_away else [])
    assert record["grids_unjudged"] == len(several)
    assert not found.is_clean and not found.is_faultless
    assert json.loads(json.dumps(record)) == record


def test_the_same_puzzle_is_a_leak_and_not_a_neighbour_of_itself(tmp_path):
    train = list(satdoku.generate(4, seed=23))
    names = (
        written(tmp_path / "test.txt", [satdoku.shuffled(p, seed=1) for p in train]),
        written(tmp_path / "train.txt", train),
    )
    record = satdoku.audit(names[0], against=names[1], ratings=False).record()
    assert record["leaks"] == [[i, i] for i in range(1, 5)]
    assert (record["grid_leaks"], record["neighbours"]) == ([], [])


def test_a_neighbour_behind_the_same_puzzle_is_named_too(tmp_path):
    (puzzle,) = satdoku.generate(1, seed=24)
    names = (
        written(tmp_path / "test.txt", [puzzle]),
        written(tmp_path / "train.txt", [puzzle, a_clue_away(puzzle, 0)]),
    )
    record = satdoku.audit(names[0], against=names[1], ratings=False).record()
    assert (record["leaks"], record["neighbours"]) == ([[1, 1]], [[1, 2]])
    assert record["grid_leaks"] == [[1, 2]]


def test_clean_is_said_only_of_what_was_judged(tmp_path):
    train, test = satdoku.generate(3, seed=25), list(satdoku.generate(3, seed=26))
    first = next(iter(test))
    cells = list(first.cells)
    for cell in givens(cells)[:3]:
        cells[cell] = 0
    name, other = written(tmp_path / "test.txt", test[1:]), written(tmp_path / "train.txt", train)
    judged = satdoku.audit(name, against=other, ratings=False)
    assert judged.is_clean and "not judged" not in judged.text()
    skipped = satdoku.audit(name, against=other, ratings=False, near=False)
    assert skipped.is_faultless and not skipped.is_clean
    assert skipped.record()["neighbours"] is None
    assert "not judged: leaks by solved grid, neighbours" in skipped.text()
    improper = written(tmp_path / "improper.txt", [changed(first, cells)])
    partly = satdoku.audit(name, against=improper, ratings=False)
    assert partly.is_faultless and not partly.is_clean
    assert "not judged: the grids of 1 rows without one solution" in partly.text()


def test_isomorphs_of_one_group_are_no_duplicates(tmp_path):
    """A column `group` says which rows belong together, as `dataset make` writes it."""
    first, other = satdoku.generate(2, seed=11)
    moved = [satdoku.shuffled(first, seed=k) for k in range(4)]
    rows = [(first, 0), (moved[0], 0), (other, 2), (moved[1], 2), (moved[2], ""), (moved[3], "")]
    path = tmp_path / "a.csv"
    lines = [f"{puzzle.line},{group}" for puzzle, group in rows]
    path.write_text("\n".join(["puzzle,group", *lines]) + "\n")
    found = satdoku.audit(str(path), ratings=False)
    assert [(pair.first, pair.second) for pair in found.duplicates] == [(1, 4), (1, 5), (1, 6)]
    path.write_text("\n".join(["puzzle,other", *lines]) + "\n")
    assert len(satdoku.audit(str(path), ratings=False).duplicates) == 4


def test_no_rows_at_all_are_clean():
    assert repr(satdoku.audit([])) == "<Audit 0 rows, 0 proper, clean, 0 leaks>"
