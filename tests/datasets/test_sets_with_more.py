"""What a recipe can ask for beside rows: languages, pictures, certificates, a licence, questions.
A SAT solver of others judges the answers."""

import json
import re
from pathlib import Path

import pytest

import satdoku
from satdoku.datasets.make.making import make_dataset
from satdoku.datasets.make.recipe import read_recipe, recipe_of
from satdoku.errors import PuzzleError
from satdoku.theory import Theory
from tests.oracle import models

EXAMPLE = Path(__file__).parents[2] / "examples" / "small_set.toml"
CELLS = re.compile(r"r[0-9]+c[0-9]+")
RECIPE = {"count": 6, "seed": 3, "format": "jsonl", "splits": {"train": 2, "test": 1}}


def judged(line, limit):
    """Some solutions of a board on one line."""
    theory = Theory.of("9x9")
    givens = [9 * cell + int(mark) for cell, mark in enumerate(line) if mark != "."]
    found = []
    for model in models(theory, givens, limit):
        digits = {(v - 1) // 9: (v - 1) % 9 + 1 for v in model}
        found.append("".join(str(digits[cell]) for cell in range(81)))
    return found


def made(folder, **settings):
    """The folder of a set, and its rows by split."""
    make_dataset(recipe_of(RECIPE | settings), folder / "set")
    rows = {}
    for split in ("train", "test"):
        [file] = (folder / "set").glob(f"{split}-*.jsonl")
        rows[split] = [json.loads(line) for line in file.read_text().splitlines()]
    return folder / "set", rows


def test_steps_are_told_in_languages_and_boards_are_drawn(tmp_path):
    more = {"languages": ["de", "ja"], "pictures": "svg", "license": "cc0-1.0", "certificates": 1}
    folder, rows = made(tmp_path, traces=True, **more)
    for row in rows["train"]:
        for step in row["steps"]:
            for language, words in (("de", "nur|kann|also|ist|so"), ("ja", "[ぁ-ん]")):
                told = step[f"text_{language}"]
                assert told != step["text"] and re.search(words, told)
                assert {*CELLS.findall(told)} == {*CELLS.findall(step["text"])}
        assert row["picture"].count("<text") == row["clues"] + 9 + 9  # with numbers around it
    text = (folder / "README.md").read_text()
    assert text.startswith("---\nlicense: cc0-1.0\n") and "size_categories:\n- n<1K" in text
    assert 'load_dataset("path/of/this/folder", split="train")' in text
    lines = (folder / "certificates.jsonl").read_text().splitlines()
    assert [json.loads(line)["puzzle"] for line in lines] == [
        rows[split][0]["puzzle"] for split in rows
    ]
    assert all(satdoku.verify(line).outcome == "right" for line in lines)
    assert json.loads((folder / "manifest.json").read_text())["certificates"] == 2


@pytest.mark.slow
def test_the_example_makes_a_set_with_all_of_it(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("typst")
    made = make_dataset(read_recipe(EXAMPLE), tmp_path / "small")
    assert made.manifest["splits"]["train"]["rows"] == 100
    train, test = (
        pq.read_table(next((tmp_path / "small").glob(f"{split}-*"))).to_pylist()
        for split in ("train", "test")
    )
    assert not {row["group"] for row in train} & {row["group"] for row in test}
    for row in test:
        assert judged(row["puzzle"], 2) == [row["solution"]]
        assert {name for name in row["steps"][0] if name.startswith("text_")} == {
            f"text_{language}" for language in ("de", "es", "fr", "ja", "ar")
        }
    lines = (tmp_path / "small" / "certificates.jsonl").read_text().splitlines()
    assert [satdoku.verify(line).outcome for line in lines] == ["right"] * 6


def test_pictures_as_png_are_as_hugging_face_holds_them(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("typst")
    settings = RECIPE | {"count": 2, "format": "parquet", "pictures": "png", "splits": {"all": 1}}
    make_dataset(recipe_of(settings), tmp_path / "set")
    for row in pq.read_table(next((tmp_path / "set").glob("*.parquet"))).to_pylist():
        assert row["picture"]["bytes"].startswith(b"\x89PNG") and row["picture"]["path"] is None


def test_questions_have_the_answers_of_a_search(tmp_path):
    folder, rows = made(tmp_path, format="questions")
    manifest = json.loads((folder / "manifest.json").read_text())
    assert {name: split["rows"] for name, split in manifest["splits"].items()} == {
        "train": 20,
        "test": 10,
    }
    answers = {"unique": set(), "wrong step": set(), "moved step": set()}
    for row in rows["train"] + rows["test"]:
        board, task, answer = row["puzzle"], row["task"], row["answer"]
        assert "\n".join(board[i : i + 9] for i in range(0, 81, 9)) in row["question"]
        if task == "solution":
            assert judged(board, 2) == [answer]
        elif task == "candidates":
            r, c = map(int, re.search(r"r(\d)c(\d)", row["question"]).groups())
            for digit in "123456789":
                place = 9 * (r - 1) + c - 1
                has_one = board[place] in (digit, ".") and bool(
                    judged(board[:place] + digit + board[place + 1 :], 1)
                )
                assert has_one == (digit in answer.split())
        else:
            answers[task].add(answer)
            if task == "unique":
                assert len(judged(board, 2)) == {"yes": 1, "no": 2}[answer]
            elif task == "wrong step":
                assert first_false(row) == answer
            else:
                assert first_false(row) == "none"
                assert first_early(row) == answer
    assert answers["unique"] == {"yes", "no"} and len(answers["wrong step"]) > 2
    assert len(answers["moved step"]) > 2


def first_early(row):
    """The number of the first step that `verify-steps` finds wrong; all before it are right."""
    _, listed = row["question"].split('or "none".\n\n')
    steps = re.sub(r"(?m)^\d+\. ", "", listed)
    for verdict in satdoku.verify_steps(steps, row["puzzle"]).verdicts:
        assert not verdict.note
        if verdict.problem:
            return str(verdict.number)
    return "none"


def first_false(row):
    """The number of the first step that contradicts the solution."""
    [solution] = judged(row["puzzle"], 2)
    for number, conclusion in re.findall(r"^(\d+)\. .*: (r\d.*)$", row["question"], re.MULTILINE):
        for cells, sign, digit in re.findall(r"((?:r\d+c\d+,?)+)(=|<>)(\d)", conclusion):
            for rows, columns in re.findall(r"r(\d+)c(\d+)", cells):
                places = [9 * int(r) + int(c) - 10 for r in rows for c in columns]
                if any((solution[place] == digit) != (sign == "=") for place in places):
                    return number
    return "none"


@pytest.mark.parametrize(
    "settings, says",
    [
        ({"languages": ["de"]}, "languages need steps"),
        ({"languages": "de", "traces": True}, "write a list of codes"),
        ({"languages": ["xx"], "traces": True}, "xx"),
        ({"pictures": "png"}, "choose that, or svg"),
        ({"pictures": "jpg"}, "form of pictures"),
        ({"pictures": "svg", "format": "hrm"}, "pictures cannot be stored as hrm"),
        ({"license": "my own"}, "write its identifier"),
        ({"certificates": -1}, "choose a whole number"),
    ],
)
def test_what_cannot_be_is_said(settings, says):
    with pytest.raises(PuzzleError, match=says):
        recipe_of(RECIPE | settings)


def test_a_file_that_cannot_be_excluded_leaves_nothing_behind(tmp_path):
    (tmp_path / "bad.csv").write_text("puzzle,puzzle\n")
    asked = recipe_of(RECIPE | {"exclude": [str(tmp_path / "bad.csv")]})
    with pytest.raises(satdoku.errors.ParseError, match="2 columns"):
        make_dataset(asked, tmp_path / "set")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.csv"]
