"""Answers are values: what tells itself by `record()` and `text()` goes through every door."""

import csv
import json
import sys
from dataclasses import dataclass

import pytest

import satdoku
from satdoku.cli.stream.answering import PuzzleStream
from satdoku.cli.stream.entries import Block, Entry
from satdoku.cli.stream.output import Output
from satdoku.cli.stream.reading import Inputs
from satdoku.cli.stream.writing import WrittenAnswer
from tests.oracle import LECTURE, NEFARIOUS

COLUMNS = {"puzzle": "string", "givens": "int64", "odd": "bool"}


@dataclass(frozen=True)
class Dummy:
    """The drill: an answer of which no other file knows."""

    givens: int

    def record(self):
        return {"givens": self.givens, "odd": self.givens % 2 == 1, "for": "json alone"}

    def text(self):
        return f"{self.givens} givens"


def one(entry: Entry) -> Dummy:
    return Dummy(entry.puzzle.clues)


def together(block: Block) -> list[Dummy | None]:
    """Some are known at once; the others are answered one by one."""
    given = (block.cells > 0).sum(1).tolist()
    return [None if i % 3 == 0 else Dummy(n) for i, n in enumerate(given)]


def written(tmp_path, form, puzzles, **shape):
    source, target = tmp_path / "in.txt", tmp_path / f"out.{form}"
    source.write_text("\n".join(puzzles) + "\n")
    stream = PuzzleStream(Inputs((str(source),)), output=str(target), form=form)
    assert stream.answer(one, "asking", COLUMNS, together, **shape) == 0
    return target


@pytest.mark.parametrize("many", [1, 150], ids=["few", "many"])
def test_a_result_type_that_is_new_goes_through_every_door(tmp_path, many):
    puzzles = [LECTURE, NEFARIOUS] * many
    counts = [sum(c not in ".0" for c in line) for line in puzzles]
    odd = [n % 2 == 1 for n in counts]

    text = written(tmp_path, "text", puzzles).read_text().splitlines()
    assert text == [f"{n} givens" for n in counts]
    named = written(tmp_path, "text", puzzles, named="where").read_text().splitlines()
    assert named[1] == f"{tmp_path / 'in.txt'}, line 2: {counts[1]} givens"

    records = [json.loads(line) for line in written(tmp_path, "json", puzzles).open()]
    assert [r["givens"] for r in records] == counts
    assert list(records[0]) == ["puzzle", "layout", "givens", "odd", "for"]

    rows = list(csv.reader(written(tmp_path, "csv", puzzles).open()))
    assert rows[0] == [*COLUMNS, "layout"]
    assert [(int(n), b == "True") for _, n, b, _ in rows[1:]] == list(zip(counts, odd, strict=True))

    table = pytest.importorskip("pyarrow.parquet").read_table(written(tmp_path, "parquet", puzzles))
    assert table.column_names == [*COLUMNS, "layout"]
    assert table["givens"].to_pylist() == counts
    assert table["odd"].to_pylist() == odd


def test_the_exit_status_and_the_complaints_are_the_answers_own(tmp_path, capsys):
    (tmp_path / "in.txt").write_text(f"{LECTURE}\n")
    stream = PuzzleStream(
        Inputs((str(tmp_path / "in.txt"),)), output=str(tmp_path / "out"), form="text"
    )
    assert stream.answer(one, "asking", COLUMNS, together, accepts=lambda answer: False) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "answer",
    [
        lambda: satdoku.outcome(LECTURE),
        lambda: satdoku.outcome(LECTURE, logic=True),
        lambda: satdoku.check(LECTURE),
        lambda: satdoku.rate(satdoku.parse(LECTURE)),
        lambda: satdoku.canonical(LECTURE),
    ],
)
def test_the_answers_of_the_library_tell_themselves(answer):
    found = answer()
    assert json.loads(json.dumps(found.record())) == found.record()
    assert found.text()
    assert not found.text().endswith("\n")
    assert "\n" not in repr(found)
    assert len(repr(found)) < 130


def test_text_will_do_where_a_puzzle_is_wanted():
    puzzle = satdoku.parse(LECTURE)
    assert satdoku.solve(LECTURE) == satdoku.solution(LECTURE) == satdoku.solution(puzzle)
    assert satdoku.minimize(LECTURE, keep="proper") == satdoku.minimize(puzzle, keep="proper")
    assert satdoku.count(LECTURE) == satdoku.count(puzzle) == 1
    assert satdoku.shuffled(LECTURE) == satdoku.shuffled(puzzle)
    assert satdoku.random_grid("4x4") == satdoku.random_grid(satdoku.Layout.of_size(4))


def test_the_only_solution_is_promised_or_an_error():
    with pytest.raises(satdoku.PuzzleError, match="more than one solution"):
        satdoku.solution("12..34..........")
    with pytest.raises(satdoku.Inconsistency):
        satdoku.solution("11..............")


def test_a_table_has_its_header_whatever_the_file_of_standard_output_holds(tmp_path, monkeypatch):
    with (tmp_path / "log.txt").open("w") as log:
        log.write("what was there\n")
        log.flush()
        monkeypatch.setattr(sys, "stdout", log)
        Output(None, "csv", {"a": "string"}).write(iter([WrittenAnswer("1")]), "trying")
    assert (tmp_path / "log.txt").read_text() == "what was there\na\n1\n"
