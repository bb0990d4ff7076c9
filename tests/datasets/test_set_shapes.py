"""Sets in the forms of trainers and of conversations, read by an audit."""

import json
import sqlite3

import numpy as np
import pytest

import satdoku
from satdoku.datasets.make.making import make_dataset
from satdoku.datasets.make.recipe import recipe_of

pa = pytest.importorskip("pyarrow")
csv = pytest.importorskip("pyarrow.csv")
pq = pytest.importorskip("pyarrow.parquet")

PUZZLES = [puzzle.line for puzzle in satdoku.generate(3, seed=51)]
ANSWERS = [satdoku.solution(line).line for line in PUZZLES]
BOTH = list(zip(PUZZLES, ANSWERS, strict=True))


def digits(lines):
    return np.array([[int(mark) for mark in line.replace(".", "0")] for line in lines])


def said(name):
    """What an audit says of three good rows, and of the same with a wrong answer."""
    found = satdoku.audit(name, ratings=False, minimal=False)
    return found.rows, found.proper, found.unanswered, len(found.wrong_answers), found.duplicates


def conversations(answers):
    asks = [f"Solve this sudoku:\n{line}" for line in PUZZLES]
    told = list(zip(asks, answers, strict=True))

    def user(text):
        return {"role": "user", "content": text}

    return {
        "messages": [
            {"messages": [user(ask), {"role": "assistant", "content": answer}]}
            for ask, answer in told
        ],
        "prompt": [
            {"prompt": [user(ask)], "reward_model": {"style": "rule", "ground_truth": answer}}
            for ask, answer in told
        ],
        "input": [{"instruction": "Solve.", "input": a, "output": b} for a, b in told],
    }


@pytest.mark.parametrize("form", ["messages", "prompt", "input"])
def test_conversations_are_read_with_their_answers(form, tmp_path):
    path = tmp_path / "a.jsonl"
    for answers, wrong in ((ANSWERS, 0), ([ANSWERS[1], *ANSWERS[1:]], 1)):
        rows = conversations(answers)[form]
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        assert said(str(path)) == (3, 3, 0, wrong, [])
        scores = [
            satdoku.score_answer(a, row) for a, row in list(zip(ANSWERS, rows, strict=True))[wrong:]
        ]
        assert all(score.right for score in scores)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_answers_under_an_unknown_name_are_found_by_what_they_hold(form, tmp_path):
    path = tmp_path / f"a.{form}"
    table = pa.table({"id": [1, 2, 3], "board": PUZZLES, "full": [*ANSWERS[:2], ANSWERS[0]]})
    (pq.write_table if form == "parquet" else csv.write_csv)(table, path)
    assert said(str(path)) == (3, 3, 0, 1, [])
    both = table.append_column("again", [ANSWERS])  # which of them is meant is not known
    (pq.write_table if form == "parquet" else csv.write_csv)(both, path)
    assert said(str(path))[2] == 3


def test_a_column_for_each_cell(tmp_path):
    path = tmp_path / "a.csv"
    cells = np.concatenate([digits(PUZZLES), digits(ANSWERS)], 1).tolist()
    lines = [",".join(str(digit or "") for digit in row) for row in cells]
    path.write_text("\n".join(lines) + "\n")
    assert said(str(path)) == (3, 3, 0, 0, [])
    header = ",".join(f"{kind}{k}" for kind in ("puzzle_", "answer_") for k in range(81))
    path.write_text("\n".join([header, *lines]) + "\n")
    assert said(str(path)) == (3, 3, 0, 0, [])
    path.write_text(
        "\n".join([",".join(map(str, range(81)))] + [x[: len(x)] for x in lines]) + "\n"
    )
    lines = [",".join(map(str, row[:81])) for row in cells]
    path.write_text("\n".join([",".join(map(str, range(81))), *lines]) + "\n")
    assert said(str(path)) == (3, 3, 3, 0, [])


def test_arrays_of_shifted_floats_and_of_pairs(tmp_path):
    shifted = (digits(PUZZLES) / 9 - 0.5).reshape(3, 9, 9, 1).astype(np.float32)
    np.save(tmp_path / "a.npy", shifted)
    assert said(str(tmp_path / "a.npy")) == (3, 3, 3, 0, [])
    np.save(tmp_path / "b.npy", np.stack([digits(PUZZLES), digits(ANSWERS)], 1))
    assert said(str(tmp_path / "b.npy")) == (3, 3, 0, 0, [])
    np.save(tmp_path / "c.npy", shifted + 0.03)
    with pytest.raises(satdoku.ParseError, match="not whole"):
        satdoku.audit(str(tmp_path / "c.npy"))


def test_isomorphs_of_a_group_of_an_hrm_folder_are_no_duplicates(tmp_path):
    recipe = {"count": 3, "format": "hrm", "isomorphs": {"train": 2}}
    make_dataset(recipe_of(recipe), tmp_path / "set")
    train = str(tmp_path / "set" / "train")
    assert said(train) == (9, 9, 0, 0, [])
    found = satdoku.audit([train, str(tmp_path / "set" / "." / "train" / ".." / "train")])
    assert len(found.duplicates) == 9  # another folder's groups are others


def test_folders_that_save_to_disk_wrote(tmp_path):
    import pyarrow

    table = pyarrow.table({"puzzle": PUZZLES, "solution": ANSWERS})
    for split in ("train", "test"):
        folder = tmp_path / "set" / split
        folder.mkdir(parents=True)
        with pyarrow.ipc.new_stream(folder / "data-00000-of-00001.arrow", table.schema) as stream:
            stream.write_table(table)
        files = [{"filename": "data-00000-of-00001.arrow"}]
        (folder / "state.json").write_text(json.dumps({"_data_files": files}))
    assert said(str(tmp_path / "set" / "train")) == (3, 3, 0, 0, [])
    (tmp_path / "set" / "dataset_dict.json").write_text('{"splits": ["train", "test"]}')
    assert said(str(tmp_path / "set"))[:4] == (6, 6, 0, 0)
    with pytest.raises(satdoku.ParseError, match="no data set is in this folder"):
        satdoku.audit(str(tmp_path))


def test_lists_of_a_fixed_size_in_arrow():
    import pyarrow

    kind = pyarrow.list_(pyarrow.int8(), 81)
    table = pyarrow.table({"puzzle": pyarrow.array(digits(PUZZLES).tolist(), kind)})
    assert said(table) == (3, 3, 3, 0, [])


def test_tables_of_sqlite(tmp_path):
    path = tmp_path / "a.sqlite"
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE other (x)")
        base.execute("CREATE TABLE boards (id, Puzzle, solution)")
        rows = [(k, *both) for k, both in enumerate(BOTH)]
        base.executemany("INSERT INTO boards VALUES (?, ?, ?)", rows)
    base.close()
    assert said(str(path)) == (3, 3, 0, 0, [])
    path.write_text("no database")
    with pytest.raises(satdoku.ParseError, match="not a database"):
        satdoku.audit(str(path))


def test_zeros_that_a_spreadsheet_took_are_named(tmp_path):
    path = tmp_path / "a.csv"
    line = "0" + PUZZLES[0].replace(".", "0")[1:]
    path.write_text(f"puzzle\n{line}\n{line[1:]}\n")
    (why,) = satdoku.audit(str(path), layout="9x9", ratings=False).unreadable.values()
    assert why == "80 digits of 81: were zeros at the start lost?"


def test_a_set_made_as_sqlite_is_read_back_and_has_its_steps(tmp_path):
    recipe = recipe_of({"count": 3, "format": "sqlite", "traces": True})
    for name in ("one", "two"):
        make_dataset(recipe, tmp_path / name)
    files = [next((tmp_path / name).glob("*.sqlite")) for name in ("one", "two")]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert said(str(files[0])) == (3, 3, 0, 0, [])
    base = sqlite3.connect(files[0])
    for puzzle, steps in base.execute("SELECT puzzle, steps FROM puzzles"):
        assert [step["text"] for step in json.loads(steps)] == [
            step["text"] for step in satdoku.trace(puzzle)["steps"]
        ]
    base.close()


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_refused(number, tmp_path):
    np.save(tmp_path / "a.npy", np.full((3, 81), number))
    with pytest.raises(satdoku.errors.ParseError, match="not finite"):
        said(str(tmp_path / "a.npy"))


def test_a_number_instead_of_an_array_is_refused(tmp_path):
    np.save(tmp_path / "a.npy", np.array(5))
    with pytest.raises(satdoku.errors.ParseError, match="not an array of numbers"):
        said(str(tmp_path / "a.npy"))
