"""Data sets made from the puzzles of files: what is taken, what is left out, and where it goes."""

import json

import pytest

import satdoku
from satdoku.datasets.make.making import make_dataset
from satdoku.datasets.make.recipe import recipe_of
from satdoku.datasets.make.selecting import variant_name
from satdoku.errors import GenerationError, OutputError, PuzzleError
from satdoku.layout import Layout

pytest.importorskip("pyarrow")


def written(path, puzzles, faults=()):
    lines = ["puzzle,solution"]
    for puzzle in puzzles:
        lines.append(f"{puzzle.line},{satdoku.solution(puzzle).line}")
    path.write_text("\n".join([*lines, *faults]) + "\n")
    return str(path)


def rows_of(folder, split="train"):
    lines = []
    for path in sorted(folder.glob(f"{split}-*.jsonl")):
        lines += path.read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_a_file_is_cleaned_rated_and_split_by_grid(tmp_path):
    puzzles = list(satdoku.generate(12, seed=41))
    same_grid = [satdoku.minimize(satdoku.solution(puzzles[k]), seed=k) for k in range(3)]
    full = satdoku.solution(puzzles[0]).line
    faults = [
        f"{satdoku.shuffled(puzzles[1], seed=1).line},",
        f"{puzzles[2].line},{full}",
        "." * 81 + ",",
        "12,",
    ]
    name = written(tmp_path / "in.csv", [*puzzles, *same_grid], faults)
    recipe = {"source": "file", "files": [name], "format": "jsonl", "traces": True}
    recipe |= {"splits": {"train": 2, "test": 1}, "isomorphs": {"train": 1}}
    made = make_dataset(recipe_of(recipe), tmp_path / "out")
    assert made.manifest["left_out"] == {
        "excluded, or isomorphs of earlier rows": 1,
        "wrongly answered": 1,
        "without one solution": 1,
        "unreadable": 1,
    }
    train, test = rows_of(tmp_path / "out"), rows_of(tmp_path / "out", "test")
    assert (len(train), len(test)) == (20, 5)
    first = {row["group"]: row for row in reversed(train + test)}
    taken = {row["puzzle"] for row in first.values()}
    assert taken == {puzzle.line for puzzle in [*puzzles, *same_grid]}
    forms = [
        {satdoku.canonical(row["solution"]).puzzle.line for row in rows} for rows in (train, test)
    ]
    assert forms[0].isdisjoint(forms[1])
    for row in train[:6]:
        assert row["rating"] == satdoku.rate(row["puzzle"]).hardest
        assert satdoku.candidates_before(row, len(row["steps"])) == [
            [int(digit)] for digit in row["solution"]
        ]


def test_a_count_and_levels_choose_among_the_rows(tmp_path):
    puzzles = list(satdoku.generate(40, seed=42))
    name = written(tmp_path / "in.csv", puzzles)
    rated = {puzzle.line: satdoku.rate(puzzle).hardest for puzzle in puzzles}
    easy = [line for line, rating in rated.items() if rating <= 2.3]
    recipe = {"source": "file", "files": [name], "format": "jsonl", "ratings": {"1.0-2.3": 1}}
    make_dataset(recipe_of({**recipe, "count": 3}), tmp_path / "out")
    assert {row["puzzle"] for row in rows_of(tmp_path / "out")} == set(easy[:3])
    with pytest.raises(GenerationError, match=f"{len(easy)} puzzles of the files fit"):
        make_dataset(recipe_of({**recipe, "count": len(easy) + 1}), tmp_path / "more")


def test_puzzles_with_rules_are_taken_and_excluded(tmp_path):
    made = {"kinds": ["killer"], "format": "jsonl", "seed": 5}
    make_dataset(recipe_of({**made, "count": 3, "layout": "4x4"}), tmp_path / "old")
    old = rows_of(tmp_path / "old")
    make_dataset(recipe_of({**made, "count": 3, "layout": "4x4"}), tmp_path / "same")
    assert rows_of(tmp_path / "same") == old
    (path,) = (tmp_path / "old").glob("*.jsonl")
    others = {**made, "count": 3, "layout": "4x4", "exclude": [str(path)]}
    make_dataset(recipe_of(others), tmp_path / "new")
    board = Layout.named("4x4")
    names = [
        {variant_name(satdoku.parse(r["puzzle"], Layout.named(r["layout"])), board) for r in rows}
        for rows in (old, rows_of(tmp_path / "new"))
    ]
    assert names[0].isdisjoint(names[1])


def test_a_file_of_puzzles_with_rules_keeps_their_rules(tmp_path):
    killer = {"kinds": ["killer"], "format": "jsonl", "count": 2, "seed": 6, "layout": "6x6"}
    make_dataset(recipe_of(killer), tmp_path / "old")
    (path,) = (tmp_path / "old").glob("*.jsonl")
    taken = {"source": "file", "files": [str(path)], "format": "jsonl", "layout": "6x6"}
    make_dataset(recipe_of(taken), tmp_path / "new")
    layouts = [sorted(row["layout"] for row in rows_of(tmp_path / name)) for name in ("old", "new")]
    assert layouts[0] == layouts[1]
    with pytest.raises(PuzzleError, match="choose parquet or jsonl or csv"):
        make_dataset(recipe_of({**taken, "format": "hrm"}), tmp_path / "hrm")


def test_a_stopped_run_goes_on_to_the_same_bytes_but_not_with_another_file(tmp_path):
    name = tmp_path / "in.csv"
    written(name, satdoku.generate(6, seed=43))
    recipe = recipe_of({"source": "file", "files": [str(name)], "format": "jsonl", "seed": 2})

    def stop(message):
        if message.startswith("train: 4"):
            raise KeyboardInterrupt

    for folder in ("one", "two"):
        with pytest.raises(KeyboardInterrupt):
            make_dataset(recipe, tmp_path / folder, progress=stop)
    made = make_dataset(recipe, tmp_path / "one")
    whole = make_dataset(recipe, tmp_path / "whole")
    assert made.manifest == whole.manifest
    name.write_text(name.read_text() + ".\n")
    with pytest.raises(OutputError, match="its files have changed"):
        make_dataset(recipe, tmp_path / "two")


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"source": "file"}, "needs files"),
        ({"files": ["a.csv"], "count": 1}, "only with source"),
        ({"source": "file", "files": ["a.csv"], "levels": {"easy": 1}}, "need a count"),
        ({"source": "file", "files": ["a.csv"], "kinds": ["killer"]}, "for generated puzzles"),
        ({"source": "fil", "files": ["a.csv"]}, "did you mean file"),
    ],
)
def test_a_recipe_that_makes_no_sense_says_why(settings, problem):
    with pytest.raises(PuzzleError, match=problem):
        recipe_of(settings)
