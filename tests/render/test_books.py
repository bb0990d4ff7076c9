"""Books: what they choose, how they are divided, what their pages say, read back from the PDF."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.datasets.make import selecting
from satdoku.errors import GenerationError, ParseError, PuzzleError
from satdoku.render.printing import chosen_book as module
from satdoku.render.printing import sheets

pytestmark = pytest.mark.room("datasets", "printing")

pytest.importorskip("typst")
pypdf = pytest.importorskip("pypdf")

SMALL = [puzzle.line for puzzle in satdoku.generate(3, layout="4x4", seed=1)]
KILLERS = [
    f"{puzzle.layout.text()} {puzzle.line}"
    for puzzle in satdoku.generate(2, layout="4x4", kind="killer", seed=1)
]


def pages_of(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["book", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stderr


def test_a_book_of_my_own_puzzles_is_sorted_and_has_what_a_sheet_has(tmp_path):
    lines = tmp_path / "in.txt"
    hard = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
    easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    lines.write_text(f"{hard}\n{easy}\n")
    out, told = tmp_path / "a.pdf", tmp_path / "a.jsonl"
    run(str(lines), "-o", str(out), "--record", str(told), "--qr", "--label=rating", "--path=hard")
    records = [json.loads(line) for line in told.read_text().splitlines()]
    assert [record["puzzle"] for record in records] == [easy, hard]
    for number, record in enumerate(records, 1):
        rating = satdoku.rate(record["puzzle"])
        line = satdoku.certify(record["puzzle"]).line + "\n"
        assert record["number"] == number
        assert (record["rating"], record["level"]) == (rating.rating, rating.label)
        assert record["certificate"] == hashlib.sha256(line.encode()).hexdigest()
    text = "\n".join(pages_of(out.read_bytes()))
    assert "How to play" in text
    assert "Solution path of 2" in text
    assert "satdoku" not in text  # no imprint that nobody asked for
    again = tmp_path / "b.pdf"
    run(str(told), "-o", str(again), "--qr", "--label=rating", "--path=hard")
    assert again.read_bytes() == out.read_bytes()


def test_the_page_of_each_solution_is_named_and_right():
    made = module.make_book([{"puzzles": SMALL}], by="level", sheet=satdoku.Sheet(per_page=1))
    pages = pages_of(made.documents[0][0])
    named = [int(n) for page in pages for n in re.findall(r"solution: page (\d+)", page)]
    assert len(named) == len(made.puzzles)
    for number, page in enumerate(named, 1):
        assert "Solutions" in pages[page - 1]
        assert re.search(rf"\b{number}\b", pages[page - 1])
    contents = (
        next(page for page in pages if "Contents" in page) if "Contents" in str(pages) else ""
    )
    for title, page in re.findall(r"^(\w+) [ .]+ (\d+)$", contents, re.MULTILINE):
        assert pages[int(page) - 1].startswith(title)


def test_no_two_puzzles_have_one_solved_grid_even_with_rows_moved():
    first = next(satdoku.generate(1, seed=6))
    second = satdoku.shuffled(first, seed=2)
    cells = list(second.cells)
    place = next(cell for cell, digit in enumerate(cells) if not digit)
    cells[place] = satdoku.solution(second).cells[place]  # a given more: another puzzle
    assert satdoku.solution(first) != satdoku.solution(second)
    made = module.make_book([{"puzzles": [first, satdoku.Puzzle(tuple(cells))]}])
    assert (len(made.puzzles), made.left_out) == (1, 1)


def test_a_book_out_of_time_says_so():
    grids = [{"levels": {"hard": 10_000}}]
    with pytest.raises(satdoku.errors.TimeLimitReached, match=r"no answer within 0\.01 s"):
        module.make_book(grids, time_limit=0.01)


def test_puzzles_unlike_those_of_a_file_have_other_grids(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    old, *new = satdoku.generate(3, seed=5)
    moved = satdoku.shuffled(old, seed=1)
    Path("old.txt").write_text(f"{moved.line}\n")
    made = module.make_book([{"puzzles": [old, *new]}], unlike=["old.txt"])
    assert {puzzle.line for puzzle, _, _ in made.puzzles} == {puzzle.line for puzzle in new}
    assert made.left_out == 1


def test_rules_that_all_puzzles_of_a_chapter_have_are_told_once_with_an_example():
    made = module.make_book([{"puzzles": [*KILLERS, *SMALL[:1]]}], by="kind")
    pages = pages_of(made.documents[0][0])
    (first,) = [page for page in pages if "dashed cage" in page]
    assert first.startswith("Killer")
    assert "Example" in first
    assert "printed on its first page" in pages[1]
    plain = module.make_book([{"puzzles": KILLERS}])
    assert sum("dashed cage" in page for page in pages_of(plain.documents[0][0])) >= 1
    assert "printed below it" in pages_of(plain.documents[0][0])[1]


@pytest.mark.slow
def test_puzzles_of_a_level_have_ratings_of_its_whole_range():
    made = module.make_book([{"levels": {"hard": 10}, "seed": 1}])
    ratings = Counter(rating.rating for _, rating, _ in made.puzzles)
    assert len(made.puzzles) == 10
    assert len(ratings) >= 3
    assert {rating.label for _, rating, _ in made.puzzles} == {"hard"}
    assert list(ratings) == sorted(ratings)


@pytest.mark.slow
def test_the_same_seed_makes_the_same_book_with_any_number_of_workers():
    chapters = [{"levels": {"beginner": 3}, "layout": "4x4", "kinds": ["killer"], "seed": 1}]
    one, two = (module.make_book(chapters, jobs=jobs).documents for jobs in (1, 2))
    assert one == two


RECIPE = """
title = "Rätsel"
language = "de"

[[chapter]]
title = "Klein"
text = "Zum Warmwerden.\\n\\nViel Freude!"
levels = { beginner = 2 }
layout = "4x4"

[[chapter]]
title = "Eigene"
inputs = ["own.txt"]
"""


def test_a_recipe_has_chapters_of_new_puzzles_and_of_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("own.txt").write_text(f"{KILLERS[0]}\n")
    Path("book.toml").write_text(RECIPE)
    run("book.toml", "-o", "a.pdf", "--record", "a.jsonl", "--title=Anders")
    chapters = [json.loads(line)["chapter"] for line in Path("a.jsonl").read_text().splitlines()]
    assert chapters == ["Klein", "Klein", "Eigene"]
    document = pypdf.PdfReader("a.pdf")
    pages = [page.extract_text() for page in document.pages]
    assert document.metadata["/Title"] == "Anders"  # an option goes before the recipe
    assert document.trailer["/Root"]["/Lang"] == "de"
    assert any(page.startswith("Klein") and "Viel Freude!" in page for page in pages)
    assert any("gestrichelten Käfig" in page for page in pages)
    assert any("Lösungen" in page for page in pages)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("titel = 'x'", "unknown key of a book 'titel'"),
        ("per_page = '4'", "write a value as of --per_page"),
        ("chapter = 3", "below [[chapter]]"),
        ("[[chapter]]\nlevels = { leicht = 2 }", "unknown level 'leicht'"),
        ("[[chapter]]\nlevel = 2", "unknown key of a recipe 'level'"),
        ("[[chapter]]\ninputs = 'own.txt'", 'write inputs = ["FILE"]'),
        ("[[chapter]]\ninputs = ['own.txt']\nseed = 3", "seed is for a recipe"),
        ("[[chapter]]\ntitle = 'x'", "no count"),
        ("title = ", "not valid TOML"),
        ("", "no puzzles"),
    ],
)
def test_a_recipe_that_is_wrong_is_one_line(text, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("own.txt").write_text(f"{KILLERS[0]}\n")
    Path("book.toml").write_text(text)
    error = CliRunner().invoke(cli, ["book", "book.toml", "-o", "a.pdf"]).exception
    assert isinstance(error, ParseError | PuzzleError)
    assert says in str(error)
    assert "\n" not in str(error)


def test_a_puzzle_that_has_no_place_in_a_book_is_named_by_its_number():
    with pytest.raises(PuzzleError, match=r"puzzle 2 does not belong in a book: .*more than one"):
        module.make_book([{"puzzles": [SMALL[0], "." * 16]}])


def test_a_cover_of_my_own_is_the_first_page(tmp_path):
    (front,) = satdoku.sheets(SMALL[:1], satdoku.Sheet(title="My cover", solutions="none"))
    cover = tmp_path / "cover.pdf"
    cover.write_bytes(front)
    made = module.make_book([{"puzzles": SMALL}], sheet=satdoku.Sheet(cover_file=str(cover)))
    pages = pages_of(made.documents[0][0])
    assert "My cover" in pages[0]
    assert "How to play" in pages[1]
    with pytest.raises(PuzzleError, match=r"cover 'cover.doc': give a file of .pdf, .svg"):
        satdoku.Sheet(cover_file="cover.doc")


def test_solutions_of_a_book_can_be_apart(tmp_path):
    made = module.make_book([{"puzzles": SMALL}], sheet=satdoku.Sheet(solutions="apart"))
    assert len(made.documents) == 2
    assert "solution: page" not in "".join(pages_of(made.documents[0][0]))


@pytest.mark.slow
def test_a_book_of_parts_has_its_chapters(monkeypatch):
    monkeypatch.setattr(sheets, "WHOLE", 3)
    monkeypatch.setattr(sheets, "PART", 1)
    chapters = [
        {"title": title, "levels": {"beginner": 3}, "layout": layout}
        for title, layout in (("Four", "4x4"), ("Six", "6x6"))
    ]
    made = module.make_book(chapters, sheet=satdoku.Sheet(per_page=2))
    pages = pages_of(made.documents[0][0])
    for title in ("Four", "Six"):
        heads = [page.split("\n")[0] for page in pages]
        # Above its first puzzle; and in the running head of its other page.
        assert heads.count(title) == heads.count(f"6 sudoku puzzles {title}") == 1
    numbers = [page.split()[-1] for page in pages[1:]]
    assert numbers == [str(n) for n in range(2, len(pages) + 1)]


def test_a_level_without_enough_puzzles_is_one_line(monkeypatch):
    monkeypatch.setattr(selecting, "REPEATS", 3)
    with pytest.raises(GenerationError, match="ask for fewer"):
        module.make_book([{"levels": {"beginner": 500}, "layout": "4x4"}])
