"""docs/gallery.md is what docs/make_gallery.py makes of its puzzles, and these are right."""

import sys
from pathlib import Path

import pytest

import satdoku
from tests.marks import slow_but

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
import make_gallery as gallery  # noqa: E402


def test_every_kind_that_is_generated_has_a_puzzle_on_the_page():
    assert list(gallery.puzzles()) == gallery.kinds(), "run python docs/make_gallery.py"


@pytest.mark.parametrize("kind", slow_but(gallery.kinds(), "kropki", "killer"))
def test_a_puzzle_of_the_page_has_one_solution_and_its_own_story(kind):
    puzzle = gallery.puzzles()[kind]
    if puzzle is None:
        assert gallery.part(kind, None) in gallery.PAGE.read_text(), "run docs/make_gallery.py"
        return
    assert len(list(satdoku.solutions(puzzle, limit=2, engine="cadical153"))) == 1
    assert gallery.part(kind, puzzle) in gallery.PAGE.read_text(), "run docs/make_gallery.py"
    drawn = (gallery.FOLDER / f"{kind}.svg").read_text()
    assert drawn == gallery.puzzle_picture(puzzle) + "\n", "run docs/make_gallery.py"
