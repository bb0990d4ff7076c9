"""Pages as a reader sees them: digits and sums of twelve kinds read back from the PDF by place and
size, and codes from its picture."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import unescape

import pytest

import satdoku
from satdoku.formats.links.sudokupad_writing import link_for_code

pytest.importorskip("typst")

GALLERY = Path(__file__).parents[2] / "docs" / "gallery.txt"
TEXTS = dict(line.split(" ", 1) for line in GALLERY.read_text().splitlines())
KINDS = (
    "killer", "kropki", "xv", "thermometer", "arrow", "little-killer", "sandwich", "quadruple",
    "whisper", "renban", "palindrome", "x-sum",
)  # fmt: skip
#: Puzzles per page, the least height of a sum in points, and how much smaller than a digit it is.
PER_PAGE, LEAST, SMALLER = 6, 6.0, 0.75


class Word(NamedTuple):
    text: str
    x: float
    y: float
    high: float
    left: float
    right: float


def words_of(pdf: bytes, page: int, folder: Path) -> list[Word]:
    """The words of a page with the middle of each, in points from the upper left corner."""
    if not shutil.which("pdftotext"):
        pytest.skip("needs pdftotext (apt-get install poppler-utils)")
    (folder / "words.pdf").write_bytes(pdf)
    command = ["pdftotext", "-bbox", "-f", str(page), "-l", str(page), folder / "words.pdf", "-"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    box = r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>'
    return [
        Word(unescape(word), (a + c) / 2, (b + d) / 2, d - b, a, c)
        for *sides, word in re.findall(box, told)
        for a, b, c, d in [map(float, sides)]
    ]


def rows_of(words: list[Word]) -> list[str]:
    """Digits of one height as rows, from the top, each from the left."""
    size = Counter(round(word.high, 1) for word in words if word.text.isdigit()).most_common(1)[0][
        0
    ]
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.y):
        if not word.text.isdigit() or abs(word.high - size) > 0.3:
            continue
        if not rows or word.y - rows[-1][0].y > size / 2:
            rows.append([])
        rows[-1].append(word)
    return ["".join(w.text for w in sorted(row, key=lambda word: word.x)) for row in rows]


@pytest.fixture(params=KINDS)
def puzzle(request) -> satdoku.Puzzle:
    return satdoku.parse(TEXTS[request.param])


@pytest.mark.room("printing")
def test_every_digit_of_a_solution_is_where_it_belongs(puzzle, tmp_path):
    bare = satdoku.Puzzle(puzzle.cells, puzzle.layout.without_constraints())
    solved = satdoku.solution(puzzle)
    full = satdoku.Puzzle(solved.cells, bare.layout)
    (pdf,) = satdoku.sheets([full], satdoku.Sheet(per_page=PER_PAGE, solutions="none"))
    assert rows_of(words_of(pdf, 1, tmp_path)) == [
        solved.line[9 * row : 9 * row + 9] for row in range(9)
    ]
    (pdf,) = satdoku.sheets([puzzle], satdoku.Sheet(per_page=4, numbered=False))
    read = [row[-9:] for row in rows_of(words_of(pdf, 2, tmp_path)) if len(row) >= 9]
    assert read == [solved.line[9 * row : 9 * row + 9] for row in range(9)]


@pytest.mark.room("printing")
def test_every_sum_in_a_cage_can_be_read(tmp_path):
    puzzle = satdoku.parse(TEXTS["killer"])
    wanted = Counter(str(rule.values[0]) for rule in puzzle.constraints)
    looks = satdoku.Sheet(per_page=PER_PAGE, solutions="none", numbered=False)
    (pdf,) = satdoku.sheets([puzzle] * PER_PAGE, looks)
    words = [word for word in words_of(pdf, 1, tmp_path) if word.text.isdigit()]
    largest = max(word.high for word in words)
    sums = [word for word in words if word.high < SMALLER * largest and word.y < 780]
    assert Counter(word.text for word in sums) == Counter(
        {total: PER_PAGE * count for total, count in wanted.items()}
    )
    assert min(word.high for word in sums) >= LEAST


@pytest.mark.room("printing")
@pytest.mark.slow
def test_every_code_on_a_page_opens_its_puzzle(puzzle, tmp_path):
    zxing = pytest.importorskip("zxingcpp")
    image = pytest.importorskip("PIL.Image")
    looks = satdoku.Sheet(per_page=2, solutions="none", links=[link_for_code(puzzle)] * 2)
    (png,) = satdoku.sheets([puzzle] * 2, looks, form="png")
    (tmp_path / "page.png").write_bytes(png)
    found = zxing.read_barcodes(image.open(tmp_path / "page.png"))
    assert len(found) == 2
    for code in found:
        read = satdoku.parse(code.text)
        assert satdoku.solution(read) == satdoku.solution(puzzle)
        assert len(read.constraints) == len(puzzle.constraints)
