"""What is on paper can be read: sizes and places of all words of the PDF, by pdftotext, on boards
whose cells are all filled."""

from __future__ import annotations

import io
import shutil
import subprocess
from itertools import combinations
from pathlib import Path

import pytest

import satdoku
from satdoku.errors import PuzzleError
from satdoku.formats.links.sudokupad_writing import link_for_code
from satdoku.render.printing.papers import GRIDS
from tests.marks import slow_but

from .test_pages_read_back import TEXTS, Word, words_of

pytest.importorskip("typst")
pytestmark = pytest.mark.room("printing")

#: Points: the least font size of a digit, of a sum, of a pencil mark, and the least distance of the
#: first two. A word's box
#: is higher than its font size, and its digits are in the middle of it.
DIGIT, SUM, PENCIL, CLEAR = 8.0, 6.0, 4.0, 1.0
BOX, ABOVE, BELOW, WIDE = 1.14, 0.19, 0.22, 0.5


def size(word: Word) -> float:
    return word.high / BOX


def glyphs(word: Word) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a word's digits."""
    half = WIDE * size(word) * len(word.text) / 2
    top = word.y - word.high / 2
    return word.x - half, top + ABOVE * word.high, word.x + half, top + (1 - BELOW) * word.high


def gap(one: Word, other: Word) -> float:
    """How far apart two words' digits are, across or down."""
    a, b = glyphs(one), glyphs(other)
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])


def full(kind: str) -> satdoku.Puzzle:
    """A solved board with the rules of the gallery's puzzle, all of its digits given."""
    puzzle = satdoku.parse(TEXTS[kind])
    return satdoku.Puzzle(satdoku.solution(puzzle).cells, puzzle.layout)


def page_of(puzzle: satdoku.Puzzle, sheet: satdoku.Sheet, folder: Path) -> list[Word] | None:
    """The words of a page of such puzzles; None if it is refused."""
    try:
        (pdf,) = satdoku.sheets([puzzle] * sheet.per_page, sheet)
    except PuzzleError as error:
        assert "too small to read" in str(error)
        return None
    return [word for word in words_of(pdf, 1, folder) if word.text.isdigit() and word.y < 800]


@pytest.mark.parametrize("per_page", [n for n in GRIDS if n > 1])
@pytest.mark.parametrize("kind", slow_but(["killer", "sandwich", "quadruple"], "killer"))
def test_digits_and_sums_are_large_enough_and_apart(kind, per_page, tmp_path):
    looks = satdoku.Sheet(per_page=per_page, solutions="none", numbered=False)
    words = page_of(full(kind), looks, tmp_path)
    if words is None:
        assert per_page > 4
        return
    largest = max(map(size, words))
    digits = [word for word in words if size(word) > 0.9 * largest]
    others = [word for word in words if size(word) <= 0.9 * largest]
    assert len(digits) >= 81 * per_page - 2
    assert largest >= DIGIT
    assert others and min(map(size, others)) >= SUM - 0.05
    for one, other in combinations(words, 2):
        if abs(one.x - other.x) < 40 and abs(one.y - other.y) < 40:
            least = CLEAR if kind == "killer" and one in others else 0
            assert gap(one, other) >= least - 0.1, (one, other)


def test_the_most_per_page_is_named_and_can_be_printed(tmp_path):
    puzzle = satdoku.parse(TEXTS["killer"])
    coded = satdoku.Sheet(per_page=6, solutions="none", links=[link_for_code(puzzle)] * 6)
    with pytest.raises(PuzzleError, match=r"puzzle 1 .* at 6 per page: at most 4 can be"):
        satdoku.sheets([puzzle] * 6, coded)
    looks = satdoku.Sheet(per_page=4, solutions="none", links=coded.links)
    assert satdoku.sheets([puzzle] * 6, looks)
    small = satdoku.Sheet(paper="a5", landscape=True, per_page=1, solutions="none")
    board = satdoku.Layout.named("25x25")
    with pytest.raises(PuzzleError, match=r"too small to read on a5: \d+ per page can be on a4"):
        satdoku.sheets([satdoku.Puzzle((0,) * 625, board)], small)


def test_rules_that_all_puzzles_of_a_page_have_are_told_once(tmp_path):
    killer, sandwich = (satdoku.parse(TEXTS[kind]) for kind in ("killer", "sandwich"))
    looks = satdoku.Sheet(per_page=4, solutions="none")
    for puzzles, times in (([killer] * 4, 1), ([killer, sandwich, killer], 2)):
        (pdf,) = satdoku.sheets(puzzles, looks)
        assert sum(word.text == "Killer:" for word in words_of(pdf, 1, tmp_path)) == times


@pytest.mark.parametrize("beside", [False, True])
def test_a_number_is_at_the_edge_of_its_board_beside_a_code(beside, tmp_path):
    puzzle = satdoku.parse(TEXTS["xv"] if beside else TEXTS["killer"])
    looks = satdoku.Sheet(
        per_page=2,
        landscape=beside,
        solutions="none",
        links=[link_for_code(puzzle)],
        labels=["easy"],
    )
    (pdf,) = satdoku.sheets([puzzle], looks)
    words = words_of(pdf, 1, tmp_path)
    [number, *_] = [word for word in words if word.text == "1"]
    [label] = [word for word in words if word.text == "easy"]
    grid = satdoku.Sheet(per_page=2, landscape=beside, solutions="none", links=looks.links)
    (filled,) = satdoku.sheets(
        [satdoku.Puzzle(satdoku.solution(puzzle).cells, puzzle.layout)], grid
    )
    digits = [
        w for w in words_of(filled, 1, tmp_path) if w.text.isdigit() and w.high > 12 and w.y > 40
    ]
    left, right = min(w.x for w in digits), max(w.x for w in digits)
    cell = (right - left) / 8
    assert abs(number.x - left) < cell and abs(label.x - right) < cell


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["killer", "kropki", "arrow"])
def test_a_code_is_read_from_a_blurred_scan(kind, tmp_path):
    zxing = pytest.importorskip("zxingcpp")
    image = pytest.importorskip("PIL.Image")
    blur = pytest.importorskip("PIL.ImageFilter").GaussianBlur
    if not shutil.which("pdftoppm"):
        pytest.skip("needs pdftoppm (apt-get install poppler-utils)")
    puzzle = satdoku.parse(TEXTS[kind])
    looks = satdoku.Sheet(per_page=2, solutions="none", links=[link_for_code(puzzle)] * 2)
    (pdf,) = satdoku.sheets([puzzle] * 2, looks)
    (tmp_path / "page.pdf").write_bytes(pdf)
    command = ["pdftoppm", "-r", "300", "-gray", "-png", tmp_path / "page.pdf", tmp_path / "page"]
    subprocess.run(command, check=True)
    [page] = tmp_path.glob("page*.png")
    found = zxing.read_barcodes(image.open(page).filter(blur(2)))
    assert [satdoku.parse(code.text) for code in found] == [satdoku.parse(looks.links[0])] * 2


@pytest.mark.parametrize("kind", slow_but(["killer", "kropki"], "kropki"))
def test_steps_of_a_path_are_large_enough(kind: str, tmp_path: Path) -> None:
    looks = satdoku.Sheet(per_page=1, solutions="none", path="all", numbered=False)
    (pdf,) = satdoku.sheets([satdoku.parse(TEXTS[kind])], looks)
    words = [word for word in words_of(pdf, 2, tmp_path) if word.text.isdigit() and word.y < 800]
    sizes = {round(size(word), 1) for word in words}
    assert min(sizes) >= PENCIL - 0.05
    if kind == "killer":
        sums = {str(rule.values[0]) for rule in satdoku.parse(TEXTS[kind]).constraints}
        shown = [size(word) for word in words if word.text in sums and len(word.text) == 2]
        assert shown and min(shown) >= SUM - 0.05


def test_short_paths_stand_one_below_the_other() -> None:
    pypdf = pytest.importorskip("pypdf")
    puzzles = list(satdoku.generate(3, seed=2, level="medium"))  # 1, 4 and 1 steps
    looks = satdoku.Sheet(per_page=1, solutions="none", path="hard", numbered=False)
    (pdf,) = satdoku.sheets(puzzles, looks)
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]
    told = [page.count("Solution path of") for page in pages]
    assert sum(told) == 3
    assert max(told) == 2
