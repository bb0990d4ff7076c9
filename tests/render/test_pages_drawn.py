"""What is printed is what was judged: boards read back from pages of the PDF, by the reader of
drawings (`drawing_reader`), with every kind, kinds that meet, papers and languages."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

import satdoku
from satdoku import Layout, Puzzle, Sheet
from satdoku.constraints.rules_text import untold
from satdoku.render.printing.legibility import alike_in_black

from .page_drawing import drawing_of
from .test_drawings_read_back import DRAWN, GALLERY, SOME, canonical, random_board, read_back

pytest.importorskip("typst")
pytestmark = pytest.mark.skipif(
    not shutil.which("pdftocairo"), reason="needs pdftocairo (apt-get install poppler-utils)"
)


def law(layout: Layout, folder: Path, sheet: Sheet, grey: bool = False) -> None:
    """The rules read from the page are those of the record; `print` names what it cannot tell."""
    if untold(layout):
        return
    (pdf,) = satdoku.sheets([Puzzle((0,) * layout.cell_count, layout)], sheet)
    wanted = canonical([rule for rule in layout.constraints if rule.cells], layout)
    drawn = drawing_of(pdf, layout, folder)
    assert read_back(layout, drawn=drawn, grey=grey) == wanted, layout.name


@pytest.mark.parametrize("name", DRAWN)
def test_each_kind_is_read_back_from_its_page(name: str, tmp_path: Path) -> None:
    law(random_board((name,), 1), tmp_path, Sheet(per_page=1, solutions="none"))


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_kinds_that_meet_are_read_back_from_their_page(name: str, tmp_path: Path) -> None:
    for other in SOME[SOME.index(name) + 1 :]:
        law(random_board((name, other), 1), tmp_path, Sheet(per_page=1, solutions="none"))


@pytest.mark.parametrize("language", ["ar", "de", "es", "fr"])
@pytest.mark.parametrize("paper", ["a5", "letter"])
def test_pages_of_other_papers_and_languages_are_read_back(
    language: str, paper: str, tmp_path: Path
) -> None:
    sheet = Sheet(per_page=1, solutions="none", paper=paper, language=language)
    for name in SOME[::4]:
        law(random_board((name,), 2), tmp_path, sheet)


@pytest.mark.parametrize("looks", [{"large": True}, {"landscape": True}, {"per_page": 4}])
def test_pages_of_other_sizes_are_read_back(looks: dict[str, int], tmp_path: Path) -> None:
    sheet = Sheet(**{"per_page": 1, "solutions": "none", **looks})
    for name in SOME[1::4]:
        law(random_board((name,), 4), tmp_path, sheet)


def test_pages_in_black_are_read_back_or_their_kinds_named(tmp_path: Path) -> None:
    for kinds in pairwise(SOME[::3]):
        layout = random_board(kinds, 6)
        if not list(alike_in_black(layout)):
            law(layout, tmp_path, Sheet(per_page=1, solutions="none"), grey=True)


@pytest.mark.slow
def test_every_puzzle_of_the_gallery_is_read_back_from_its_page(tmp_path: Path) -> None:
    for line in GALLERY.read_text().splitlines():
        if not line.endswith(" -"):
            layout = satdoku.parse(line.split(" ", 1)[1]).layout
            law(layout, tmp_path, Sheet(per_page=1, solutions="none"))


def test_a_page_that_shows_another_mark_is_not_read_as_the_same(tmp_path: Path) -> None:
    """The reader sees what is on the page, not what the record says."""
    board = Layout.named("6x6+killer:7:r1c1,r1c2+difference:r3c3,r3c4")
    sheet = Sheet(per_page=1, solutions="none")
    for shown in ("killer:8:r1c1,r1c2+difference:r3c3,r3c4", "killer:7:r1c1,r1c2+ratio:r3c3,r3c4"):
        other = Layout.named(f"6x6+{shown}")
        (pdf,) = satdoku.sheets([Puzzle((0,) * 36, other)], sheet)
        drawn = drawing_of(pdf, other, tmp_path)
        kinds = other.constraints
        assert read_back(other, drawn=drawn) == canonical(list(kinds), other)
        assert read_back(other, drawn=drawn) != canonical(list(board.constraints), board)
