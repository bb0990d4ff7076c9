"""Pictures show what is on the board, what is given, and what a step does."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from satdoku import Layout, Puzzle
from satdoku.logic.candidate_grids import read_candidates
from satdoku.logic.explaining import Walk, explain
from satdoku.logic.position import Position
from satdoku.render.marks import marks_of
from satdoku.render.svg import EXTRA, FOUND, INK, SHADES, picture

LINES = [
    line
    for line in (Path(__file__).parent / "positions.txt").read_text().splitlines()
    if line and line[0] != "#"
]
#: name → candidates of its first position
POSITIONS = {
    title.split(" => ")[0]: grid
    for title, grid in reversed([*zip(LINES[::3], LINES[1::3], strict=True)])
}


def empty(name: str) -> str:
    layout = Layout.named(name)
    return picture(Position.of(Puzzle((0,) * layout.cell_count, layout)))


@pytest.mark.parametrize("name", ["9x9+diagonal", "9x9+window", "9x9+disjoint", "9x9+center",
                                  "6x6+house:r1c1,r2c2", "9x9+window+disjoint"])  # fmt: skip
def test_extra_houses_are_to_be_seen(name: str) -> None:
    drawn = empty(name)
    ElementTree.fromstring(drawn)
    assert drawn != empty(name.partition("+")[0])


def test_each_extra_cell_is_shaded() -> None:
    assert empty("9x9+window").count(EXTRA) == 36
    assert empty("9x9+center").count(EXTRA) == 9


def test_givens_and_found_digits_look_different() -> None:
    found = explain("..1..23..4......", until=2)
    drawn = picture(found.end, givens=found.start.board)
    assert drawn.count(f'fill="{INK}" font-weight="bold"') == 4
    assert drawn.count(f'fill="{FOUND}"') == 2
    assert FOUND not in picture(found.end)


@pytest.mark.parametrize("name", ["refutation", "cell forcing chain", "region forcing chain"])
def test_a_refutation_shows_its_proof(name: str) -> None:
    position = read_candidates(POSITIONS[name])
    step = next(iter(Walk(position)))
    assert step.name == name
    marks = marks_of(position, step)
    placed = [line.variable for line in step.proof if line.mark == "assert"]
    assert marks.supposed == step.denied
    assert list(marks.used) == placed
    # Whatever is placed is forced by something that was true before it.
    before = set(marks.supposed)
    for variable in placed:
        forced_by = {v for link in marks.links if variable in link.end for v in link.start}
        assert forced_by and forced_by <= before
        before.add(variable)
    assert set(marks.shaded.values()) == {"broken"}
    assert SHADES["broken"] in picture(position, step)


def test_the_pictures_of_the_documents_are_drawn_so() -> None:
    folder = Path(__file__).parents[1] / "docs" / "logic"
    for name in ("refutation", "region forcing chain", "X-wing", "AIC"):
        position = read_candidates(POSITIONS[name])
        drawn = picture(position, next(iter(Walk(position))))
        assert (folder / f"{name.replace(' ', '-').lower()}.svg").read_text() == drawn + "\n"
