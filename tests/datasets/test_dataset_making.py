"""Data sets that are made: as the recipe says, always the same, read by a trainer's loader."""

import json
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

import satdoku
from satdoku.batch.canonical_forms import canonical
from satdoku.datasets.files import row_files
from satdoku.datasets.files.reading import read_set
from satdoku.datasets.make import chosen, selecting
from satdoku.datasets.make.making import make_dataset
from satdoku.datasets.make.recipe import read_recipe, recipe_of, shares
from satdoku.errors import GenerationError, OutputError, ParseError, PuzzleError
from satdoku.logic.position import Position
from satdoku.theory import Theory

pytest.importorskip("pyarrow")

SMALL = {
    "count": 12, "seed": 5, "layout": "6x6", "format": "jsonl", "traces": True, "negatives": True,
    "levels": {"beginner": 1, "easy": 2}, "splits": {"train": 3, "test": 1},
    "isomorphs": {"train": 2},
}  # fmt: skip


def files(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "set"
    return make_dataset(recipe_of(SMALL), folder), folder


def rows_of(folder, split):
    (path,) = folder.glob(f"{split}-*.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_splits_levels_and_groups_are_as_the_recipe_says(made):
    result, folder = made
    train, test = rows_of(folder, "train"), rows_of(folder, "test")
    assert (len(train), len(test)) == (27, 3)
    assert {name: s["rows"] for name, s in result.manifest["splits"].items()} == {
        "train": 27,
        "test": 3,
    }
    first = {row["group"]: row for row in reversed(train + test)}
    assert len(first) == 12
    assert Counter(row["label"] for row in first.values()) == {"beginner": 4, "easy": 8}
    forms = {row["puzzle"]: canonical(row["puzzle"]).puzzle.line for row in train + test}
    assert len(set(forms.values())) == 12
    for row in train + test:  # isomorphs are isomorphs, and nothing else
        assert forms[row["puzzle"]] == forms[first[row["group"]]["puzzle"]]
    assert {row["group"] for row in train}.isdisjoint(row["group"] for row in test)
    for row in train + test:
        rating = satdoku.rate(row["puzzle"])
        assert (row["rating"], row["label"]) == (rating.hardest, rating.label)
        assert satdoku.solution(row["puzzle"]).line == row["solution"]


def test_traces_lead_to_the_solution_and_negatives_are_wrong(made):
    _, folder = made
    for row in rows_of(folder, "test"):
        theory = Theory.of(satdoku.Layout.named(row["layout"]))
        true = set(satdoku.parse(row["solution"]).givens)
        position = Position.of(satdoku.parse(row["puzzle"]))
        for number, step in enumerate(row["steps"]):
            before = satdoku.candidates_before(row, number)
            assert before == [position.candidates_in(c) for c in range(36)]
            assert set(step["asserted"]) <= true
            assert not set(step["denied"]) & true
            assert all(position.is_open(v) for v in step["asserted"] + step["denied"])
            assert step["wrong"] in true
            assert position.is_open(step["wrong"])
            assert all(0 <= clause < len(theory.clauses) for clause in step["clauses"])
            position.take(step["asserted"], step["denied"])
        assert position.board.line == row["solution"]


@pytest.mark.slow
def test_the_same_recipe_makes_the_same_bytes(made, tmp_path):
    _, folder = made
    make_dataset(recipe_of(SMALL), tmp_path / "again", jobs=2)
    assert files(tmp_path / "again") == files(folder)
    make_dataset(recipe_of(SMALL | {"seed": 6}), tmp_path / "other")
    assert files(tmp_path / "other") != files(folder)


def test_a_stopped_run_goes_on(made, tmp_path):
    _, folder = made

    def stop(said):
        if said.startswith("test"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_dataset(recipe_of(SMALL), tmp_path / "set", progress=stop)
    assert not (tmp_path / "set").exists()
    with pytest.raises(OutputError, match="other options"):
        make_dataset(recipe_of(SMALL | {"seed": 6}), tmp_path / "set")
    with pytest.raises(OutputError, match="continue it with --resume, or delete"):
        make_dataset(recipe_of(SMALL), tmp_path / "set", resume=False)
    said = []
    make_dataset(recipe_of(SMALL), tmp_path / "set", progress=said.append)
    assert not any(line.startswith("train") for line in said)  # finished before
    assert files(tmp_path / "set") == files(folder)
    with pytest.raises(OutputError, match="exists"):
        make_dataset(recipe_of(SMALL), tmp_path / "set")
    (tmp_path / "mine.part").mkdir()
    (tmp_path / "mine.part" / "precious").touch()
    with pytest.raises(OutputError, match="not from a run like this"):
        make_dataset(recipe_of(SMALL), tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine.part").iterdir()] == ["precious"]


@pytest.mark.parametrize(
    "more", [{}, {"kinds": ["killer"], "layout": "4x4", "count": 12}], ids=["plain", "killer"]
)
def test_a_selection_that_was_stopped_examines_no_block_twice(more, tmp_path, monkeypatch):
    recipe = recipe_of({"count": 40, "layout": "6x6", "format": "jsonl", "seed": 4} | more)
    monkeypatch.setattr(selecting, "_size", lambda recipe: 3)
    make_dataset(recipe, tmp_path / "whole")
    examined, real = [], selecting._look

    def look(recipe, size, start):
        examined.append(start)
        return real(recipe, size, start)

    def stop(said):
        if "chosen" in said and len(examined) >= 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(selecting, "_look", look)
    with pytest.raises(KeyboardInterrupt):
        make_dataset(recipe, tmp_path / "set", progress=stop)
    stored = tmp_path / "set.part" / "blocks.jsonl"
    done = len(stored.read_text().splitlines())
    assert done >= 1
    with stored.open("a") as file:
        file.write('{"boards": ["0')  # as a kill leaves it
    examined.clear()
    make_dataset(recipe, tmp_path / "set")
    assert min(examined) == 3 * done
    assert files(tmp_path / "set") == files(tmp_path / "whole")
    assert not list((tmp_path / "set").glob("blocks*"))


def test_parquet_holds_what_json_lines_hold(made, tmp_path):
    from pyarrow import parquet

    make_dataset(recipe_of(SMALL | {"format": "parquet"}), tmp_path / "set")
    (path,) = (tmp_path / "set").glob("test-*.parquet")
    wanted = rows_of(made[1], "test")
    rows = parquet.read_table(path).to_pylist()
    for rated in [*rows, *(step for row in rows for step in row["steps"])]:
        rated["rating"] = round(rated["rating"], 1)
    assert rows == wanted


def load_as_trainers_do(folder):
    """The loader's contract: one example per puzzle, groups of isomorphs, tokens of digit + 1."""
    told = json.loads((folder / "dataset.json").read_text())
    arrays = {
        name: np.load(folder / f"all__{name}.npy", mmap_mode="r")
        for name in ("inputs", "labels", "puzzle_indices", "group_indices", "puzzle_identifiers")
    }
    assert arrays["inputs"].shape[1] == told["seq_len"]
    assert arrays["inputs"].max() < told["vocab_size"]
    assert len(arrays["group_indices"]) == told["total_groups"] + 1
    examples = []
    for group in range(told["total_groups"]):
        puzzles = range(arrays["group_indices"][group], arrays["group_indices"][group + 1])
        for puzzle in puzzles:
            assert arrays["puzzle_identifiers"][puzzle] == told["blank_identifier_id"]
            rows = range(arrays["puzzle_indices"][puzzle], arrays["puzzle_indices"][puzzle + 1])
            examples += [(group, arrays["inputs"][i], arrays["labels"][i]) for i in rows]
    return examples


def test_a_trainer_loads_the_arrays(tmp_path):
    plain = SMALL | {"format": "hrm", "traces": False, "negatives": False}
    make_dataset(recipe_of(plain), tmp_path / "set")
    examples = load_as_trainers_do(tmp_path / "set" / "train")
    assert len(examples) == 27
    assert [group for group, *_ in examples] == [i // 3 for i in range(27)]
    for _, tokens, labels in examples:
        board = "".join("." if t == 1 else str(t - 1) for t in tokens)
        assert satdoku.solution(board).cells == tuple(int(t) - 1 for t in labels)


def made_as(form, folder):
    """The rows of the small set as made in a form, and where it is."""
    plain = SMALL | {"format": form, "traces": False, "negatives": False, "isomorphs": {}}
    make_dataset(recipe_of(plain), folder / "set")
    (source,) = (path for path in (folder / "set").iterdir() if path.name.startswith("train"))
    return source


def test_a_trainer_loads_solving_orders(tmp_path):
    """The contract: the number of givens, then row, column, value, strategy, givens first, and each
    cell once; a strategy is 0 for givens alone, and one of those that are known."""
    orders = np.load(made_as("order", tmp_path))
    assert orders.shape == (9, 1 + 4 * 36)
    for numbers in orders.tolist():
        count, cells = numbers[0], [numbers[k : k + 4] for k in range(1, len(numbers), 4)]
        assert sorted((r, c) for r, c, _, _ in cells) == [
            (r, c) for r in range(6) for c in range(6)
        ]
        assert [strategy == 0 for *_, strategy in cells] == [k < count for k in range(36)]
        assert {strategy for *_, strategy in cells} <= {0, 2, 3, 4, 5, 6, 7, 8}
        givens = [0] * 36
        for r, c, value, _ in cells[:count]:
            givens[6 * r + c] = value
        solution = satdoku.solution(satdoku.Puzzle(tuple(givens), satdoku.Layout.of_size(6)))
        for r, c, value, _ in cells:  # each follows from those before it, by logic that was taken
            assert solution.cells[6 * r + c] == value


def test_a_trainer_loads_one_hot_tensors(tmp_path):
    with np.load(made_as("satnet", tmp_path)) as held:
        features, labels = held["features"], held["labels"]
    assert features.shape == labels.shape == (9, 6, 6, 6)
    assert set(np.unique(features.sum(3))) == {0, 1}
    assert (labels.sum(3) == 1).all()
    assert (labels[features.any(3)] == features[features.any(3)]).all()


def test_a_trainer_loads_trajectories(tmp_path):
    """The contract: question and answer, boards from the one to the other that grow by a digit."""
    from pyarrow import parquet

    rows = parquet.read_table(made_as("trajectories", tmp_path)).to_pylist()
    assert len(rows) == 9
    for row in rows:
        boards = row["trajectory"]
        assert (boards[0], boards[-1]) == (row["question"], row["answer"])
        assert len(boards) == row["num_steps"] + 1 == len(row["strategies"]) + 1
        for before, after in pairwise(boards):
            (cell,) = (k for k in range(36) if before[k] != after[k])
            assert before[cell] == "."
        assert satdoku.solution(row["question"]).line == row["answer"]
        assert round(row["rating"], 1) == satdoku.rate(row["question"]).hardest


def test_an_environment_loads_and_scores_records_of_reasoning_gym(tmp_path):
    rows = [json.loads(line) for line in made_as("gym", tmp_path).read_text().splitlines()]
    assert len(rows) == 9
    for row in rows:
        told = row["metadata"]
        flat = [digit for line in told["puzzle"] for digit in line]
        assert told["num_empty"] == flat.count(0)
        grid = row["answer"].split("\n")
        assert [[int(mark) for mark in line.split()] for line in grid] == told["solution"]
        asked = row["question"].split("\n\n")[1].replace("_", "0")
        assert [[int(mark) for mark in line.split()] for line in asked.split("\n")] == told[
            "puzzle"
        ]
        assert satdoku.score_answer(f"<answer>{row['answer']}</answer>", row).score == 1


def test_a_bench_loads_records_and_judges_answers(tmp_path):
    source = made_as("bench", tmp_path)
    rows = [json.loads(line) for line in source.read_text().splitlines()]
    for row in rows:
        assert len(row["initial_board"]) == row["rows"] * row["cols"] == 36
        assert json.loads(row["visual_elements"]) == []
        assert satdoku.solution(row["initial_board"]).line == row["solution"]
        told = f"<ANSWER>{row['solution']}</ANSWER>"
        assert satdoku.score_answer(told, row["initial_board"]).right
        cell = row["initial_board"].index(".")
        placed = f"<ANSWER>r{cell // 6 + 1}c{cell % 6 + 1}: {row['solution'][cell]}</ANSWER>"
        assert satdoku.score_answer(placed, row["initial_board"]).right_cells == 1
    rows[0]["rules"] = "Normal sudoku rules apply. Cells a knight's move apart differ."
    rows[1]["visual_elements"] = '[{"type": "cage", "cells": ["r1c1"]}]'
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    wrong = {row: why for rows in read_set(str(source)) for row, why in rows.wrong.items()}
    assert sorted(wrong) == [1, 2]  # rules that are told in words, or drawn
    assert "knight" in wrong[1]


@pytest.mark.parametrize(
    "form", ["hrm", "order", "satnet", "csv", "parquet", "trajectories", "gym", "bench", "ctc"]
)
def test_what_is_written_is_read_back(form, tmp_path):
    (rows,) = read_set(str(made_as(form, tmp_path)))
    assert len(rows.numbers) == 9
    for board, answer in zip(rows.boards.tolist(), rows.answers.tolist(), strict=True):
        puzzle = satdoku.Puzzle(tuple(board), satdoku.Layout.of_size(6))
        assert satdoku.solution(puzzle).cells == tuple(answer)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({}, "count"),
        ({"count": 0}, "1 to"),
        ({"count": True}, "whole number"),
        ({"count": 1, "sed": 1}, "did you mean seed"),
        ({"count": 1, "levels": {"esy": 1}}, "did you mean easy"),
        ({"count": 1, "levels": {"easy": -1}}, "0 or more"),
        ({"count": 1, "levels": 3}, "table"),
        ({"count": 1, "ratings": {"3-2": 1}}, "is higher than"),
        ({"count": 1, "ratings": {"1-2": 1, "2-3": 1}}, "overlap"),
        ({"count": 1, "ratings": {"1": 1}, "levels": {"easy": 1}}, "one of them"),
        ({"count": 1, "splits": {"../x": 1}}, "letters"),
        ({"count": 1, "splits": {"a": 0}}, "add up to 0"),
        ({"count": 1, "isomorphs": {"test": 1}}, "test"),
        ({"count": 1, "format": "hrm", "traces": True}, "cannot be stored"),
        ({"count": 1, "negatives": True}, "traces"),
        ({"count": 1, "format": "xls"}, "format"),
        ({"count": 1, "split_by": "gird"}, "did you mean grid"),
        ({"count": 1, "exclude": "a.csv"}, "a list of files"),
    ],
)
def test_recipes_that_cannot_be(told, says):
    with pytest.raises(PuzzleError, match=says):
        recipe_of(told)


def test_puzzles_of_one_grid_are_in_one_split():
    """Of all ways to shuffle items of five grids: no grid is in two splits, no item is lost."""
    for seed in range(60):
        grids = np.array([20, 20, 20, 21, 21, *range(9)], np.uint64) << np.uint64(57)
        order = np.random.default_rng(seed).permutation(len(grids))
        chosen.keep_together(order, grids, [8, 4, 2])
        assert sorted(order) == list(range(len(grids)))
        parts = [order[:8], order[8:12], order[12:]]
        of_grids = [{grids[k] for k in part} for part in parts]
        assert not of_grids[0] & of_grids[1] and not (of_grids[0] | of_grids[1]) & of_grids[2]
    with pytest.raises(GenerationError, match="too few different grids"):
        chosen.keep_together(np.arange(2), np.zeros(2, np.uint64), [1, 1])


def test_what_is_excluded_shares_no_puzzle_and_no_grid_with_the_set(tmp_path):
    """The grids of the first three puzzles of the same seed, in disguise, are left out."""
    plain = {"count": 4, "seed": 5, "format": "csv", "splits": {"train": 1, "test": 1}}
    make_dataset(recipe_of(plain), tmp_path / "first")
    lines = [
        line.split(",")[0]
        for path in sorted((tmp_path / "first").glob("*.csv"))
        for line in path.read_text().splitlines()[1:]
    ]
    old = tmp_path / "old.txt"
    solved = [satdoku.solution(line) for line in lines[:3]]
    more = [satdoku.shuffled(grid.without([k])) for k, grid in enumerate(solved)]
    old.write_text("".join(f"{puzzle.line}\n" for puzzle in more))
    make_dataset(recipe_of(plain | {"exclude": [str(old)]}), tmp_path / "second")
    new = [str(path) for path in (tmp_path / "second").glob("*.csv")]
    found = satdoku.audit(new, against=[str(old)], ratings=False, minimal=False)
    assert not found.leaks and not found.grid_leaks
    again = [str(path) for path in (tmp_path / "first").glob("*.csv")]
    assert len(satdoku.audit(again, against=[str(old)], ratings=False).grid_leaks) == 3


def test_a_recipe_file_that_is_none(tmp_path):
    (tmp_path / "r.toml").write_text("count = ")
    with pytest.raises(ParseError, match="not valid TOML"):
        read_recipe(tmp_path / "r.toml")
    with pytest.raises(ParseError, match="no such file"):
        read_recipe(tmp_path / "s.toml")


def test_shares_are_rounded_to_the_whole():
    assert shares({"a": 1, "b": 1, "c": 1}, 10, "x") == (("a", 4), ("b", 3), ("c", 3))
    assert sum(n for _, n in shares({"a": 0.1, "b": 0.7, "c": 0.2}, 7, "x")) == 7


@pytest.mark.slow
def test_variants_of_a_level_are_searched_for_like_those_of_generate(tmp_path):
    told = {
        "count": 4,
        "layout": "6x6",
        "kinds": ["killer"],
        "format": "jsonl",
        "levels": {"easy": 1, "medium": 1},
    }
    make_dataset(recipe_of(told), tmp_path / "set")
    rows = rows_of(tmp_path / "set", "train")
    puzzles = [satdoku.parse(row["puzzle"], satdoku.Layout.named(row["layout"])) for row in rows]
    assert sorted(satdoku.rate(puzzle).label for puzzle in puzzles) == ["easy"] * 2 + ["medium"] * 2
    make_dataset(recipe_of(told), tmp_path / "again", jobs=2)
    assert files(tmp_path / "again") == files(tmp_path / "set")


@pytest.mark.slow
def test_sets_of_variants_bring_the_rules_with_each_row(tmp_path):
    told = {
        "count": 3,
        "layout": "4x4",
        "kinds": ["killer"],
        "traces": True,
        "format": "jsonl",
        "splits": {"train": 2, "test": 1},
        "isomorphs": {"train": 1},
    }
    make_dataset(recipe_of(told), tmp_path / "set")
    rows = [*rows_of(tmp_path / "set", "train"), *rows_of(tmp_path / "set", "test")]
    assert [row["group"] for row in rows] == [0, 0, 1, 1, 2]
    for row in rows:
        layout = satdoku.Layout.named(row["layout"])
        assert layout.constraints
        puzzle = satdoku.parse(row["puzzle"], layout)
        assert satdoku.solution(puzzle).line == row["solution"]
        position = Position.of(puzzle)
        for step in row["steps"]:
            position.take(step["asserted"], step["denied"])
        assert position.board.line == row["solution"]
    make_dataset(recipe_of(told), tmp_path / "again", jobs=2)
    assert files(tmp_path / "again") == files(tmp_path / "set")


def test_rules_of_the_whole_board_are_of_the_layout(tmp_path):
    told = {"count": 2, "layout": "4x4", "kinds": ["anti-knight"], "format": "csv"}
    recipe = recipe_of(told)
    assert recipe.layout.constraints
    assert not recipe.kinds
    with pytest.raises(PuzzleError, match="cannot be stored"):
        recipe_of(told | {"kinds": ["killer"], "format": "hrm"})
    with pytest.raises(PuzzleError, match="leave it out"):
        recipe_of(told | {"kinds": ["killer"], "scale": "se"})
    with pytest.raises(PuzzleError, match="list of names"):
        recipe_of(told | {"kinds": "killer"})


def test_a_run_that_did_nothing_leaves_nothing(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(selecting, "_look", interrupt)
    with pytest.raises(KeyboardInterrupt):
        make_dataset(recipe_of({"count": 1, "layout": "4x4"}), tmp_path / "set")
    assert not list(tmp_path.iterdir())


def test_more_than_there_are_is_said(tmp_path, monkeypatch):
    """There are 36 minimal puzzles of 4×4, up to their symmetries."""
    monkeypatch.setattr(selecting, "REPEATS", 2000)
    with pytest.raises(GenerationError, match=r"36 of them different.*ask for fewer"):
        make_dataset(recipe_of({"count": 50, "layout": "4x4"}), tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["parquet", "hrm", "order", "satnet", "trajectories"])
def test_the_size_of_groups_that_are_held_changes_no_row(form, tmp_path, monkeypatch):
    (whole,) = read_set(str(made_as(form, tmp_path / "a")))
    monkeypatch.setattr(row_files, "GROUP", 2)
    (parts,) = read_set(str(made_as(form, tmp_path / "b")))
    assert (whole.boards == parts.boards).all()
    assert (whole.answers == parts.answers).all()
