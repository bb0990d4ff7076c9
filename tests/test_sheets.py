"""Sheets and books: what is on their pages, read back from PDF and PNG."""

import io

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli import sheet_options
from satdoku.cli.main import cli
from satdoku.errors import EngineError, PuzzleError
from satdoku.render import sheets as module

pytest.importorskip("typst")

PUZZLES = list(satdoku.generate(5, seed=2))


def text_of(pdf):
    pypdf = pytest.importorskip("pypdf")
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def test_options_are_what_sheets_know():
    assert tuple(map(int, sheet_options.PER_PAGE)) == tuple(module.GRIDS)
    assert tuple(module.PAPERS) == sheet_options.PAPERS


@pytest.mark.parametrize("per_page", module.GRIDS)
@pytest.mark.parametrize("landscape", [False, True])
def test_pages_hold_what_they_should(per_page, landscape):
    looks = satdoku.Sheet(per_page=per_page, landscape=landscape, solutions="none")
    (pdf,) = satdoku.sheets(PUZZLES, looks)
    pages = text_of(pdf)
    assert len(pages) == -(-len(PUZZLES) // per_page)
    digits = "".join(c for page in pages for c in page if c.isdigit())
    givens = sum(puzzle.clue_count for puzzle in PUZZLES)
    numbers = sum(len(str(n)) for n in range(1, 6)) + sum(
        len(str(n + 1)) for n in range(len(pages))
    )
    assert len(digits) == givens + numbers


@pytest.mark.parametrize("solutions", ["back", "below"])
def test_solutions_are_on_the_pages(solutions):
    (pdf,) = satdoku.sheets(PUZZLES[:2], satdoku.Sheet(per_page=2, solutions=solutions))
    pages = text_of(pdf)
    assert len(pages) == (2 if solutions == "back" else 1)
    assert sum(c.isdigit() for c in pages[-1]) >= 162


def test_titles_and_labels_are_text_whatever_they_hold():
    looks = satdoku.Sheet(title='<script> #set $x$ \\ "', labels=["*easy* [1.2]"], per_page=1)
    (pdf,) = satdoku.sheets(PUZZLES[:1], looks)
    first = text_of(pdf)[0]
    assert '<script> #set $x$ \\ "' in first
    assert "*easy* [1.2]" in first


def test_the_same_bytes_again():
    looks = satdoku.Sheet(per_page=4)
    assert satdoku.sheets(PUZZLES, looks) == satdoku.sheets(PUZZLES, looks)


def test_codes_on_the_page_open_the_puzzle(tmp_path):
    zxing = pytest.importorskip("zxingcpp")
    image = pytest.importorskip("PIL.Image")
    lines = tmp_path / "in.txt"
    lines.write_text("".join(puzzle.line + "\n" for puzzle in PUZZLES[:4]))
    out = tmp_path / "out.png"
    arguments = ["print", str(lines), "--qr", "--solutions=none", "--per-page=4", "-o", str(out)]
    assert CliRunner().invoke(cli, arguments).exit_code == 0
    found = [code.text for code in zxing.read_barcodes(image.open(out))]
    assert sorted(satdoku.parse(link).line for link in found) == sorted(
        puzzle.line for puzzle in PUZZLES[:4]
    )


def test_rules_of_variants_are_told_and_drawn():
    puzzle = next(satdoku.generate(1, layout="4x4+anti-knight", keep="proper"))
    (svg,) = satdoku.sheets([puzzle], satdoku.Sheet(solutions="none"), form="svg")
    (pdf,) = satdoku.sheets([puzzle], satdoku.Sheet(solutions="none"))
    assert "knight" in text_of(pdf)[0]
    assert svg.startswith(b"<svg")


def test_a_book_is_sorted_and_tells_how_to_make_it_again(tmp_path):
    name = tmp_path / "book.pdf"
    arguments = [
        "book",
        "--layout=6x6",
        "--level",
        "beginner:2,easy:2",
        "--seed=3",
        "-o",
        str(name),
    ]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    pages = text_of(name.read_bytes())
    whole = "\n".join(pages)
    assert "satdoku book --level beginner:2,easy:2 --seed 3 --layout 6x6" in whole.replace(
        "\n", " "
    )
    assert whole.index("beginner, ") < whole.index("easy, ")
    first = name.read_bytes()
    CliRunner().invoke(cli, arguments)
    assert name.read_bytes() == first


@pytest.mark.parametrize(
    ("looks", "says"),
    [({"per_page": 5}, "per_page"), ({"paper": "a3"}, "paper"), ({"solutions": "no"}, "solutions")],
)
def test_sheets_that_cannot_be(looks, says):
    with pytest.raises(PuzzleError, match=says):
        satdoku.Sheet(**looks)


def test_no_puzzle_several_solutions_or_a_bad_template(tmp_path):
    with pytest.raises(PuzzleError, match="no puzzle"):
        satdoku.sheets([])
    with pytest.raises(PuzzleError, match="more than one"):
        satdoku.sheets(["." * 16])
    bad = tmp_path / "bad.typ"
    bad.write_text("#nonsense(")
    with pytest.raises(EngineError, match="template"):
        satdoku.sheets(PUZZLES[:1], satdoku.Sheet(template=str(bad)))
    result = CliRunner().invoke(cli, ["print", PUZZLES[0].line, "-o", "x.doc"])
    assert result.exit_code == 2
