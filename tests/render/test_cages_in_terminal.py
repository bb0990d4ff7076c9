"""On a terminal cages are seen with their sums; what is piped has none and is read back."""

from pathlib import Path

import satdoku
from satdoku.render.terminal import CAGES

GALLERY = Path(__file__).parents[2] / "docs" / "gallery.txt"
[KILLER] = [line for line in GALLERY.read_text().splitlines() if line.startswith("killer ")]
SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def cells_of(puzzle: satdoku.Puzzle) -> list[tuple[str, str]]:
    """Text and style of each cell, row by row."""
    lines = list(satdoku.drawing(puzzle).lines(summed=True))
    rows = [line for line in lines if line and line[0][0] == "│"]
    return [(text, style) for row in rows for text, style in row if text.strip(" │")]


def test_cages_have_sums_in_their_first_cells_and_other_tints_than_their_neighbours():
    puzzle = satdoku.parse(KILLER.removeprefix("killer "))
    cells = cells_of(puzzle)
    assert len(cells) == 81
    tints = [next((tint for tint in CAGES if tint in style), "") for _, style in cells]
    cage = {cell: number for number, rule in enumerate(puzzle.constraints) for cell in rule.cells}
    for rule in puzzle.constraints:
        first = min(rule.cells)
        small = "".join(mark for mark in cells[first][0] if mark in SMALL)
        assert small.translate(str.maketrans(SMALL, "0123456789")) == str(rule.values[0])
        assert len({tints[cell] for cell in rule.cells}) == 1
    for cell, number in cage.items():
        for beside in (cell + 1,) * (cell % 9 < 8) + (cell + 9,) * (cell < 72):
            if cage.get(beside, number) != number:
                assert tints[cell] != tints[beside]


def test_what_is_piped_is_read_back():
    puzzle = satdoku.parse(KILLER.removeprefix("killer "))
    text = satdoku.drawing(puzzle).text()
    assert not {*SMALL} & {*text}
    assert satdoku.parse(text) == puzzle
