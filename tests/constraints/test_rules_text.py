"""A reader who only sees a sheet, its picture and its text, can tell which rules a puzzle has."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from satdoku import Constraint, Layout, Puzzle
from satdoku.constraints.drawings import style_of
from satdoku.constraints.registry import KINDS
from satdoku.constraints.rules_text import rules_of, untold
from satdoku.constraints.styles import GREY, INK, PALE, Along, Between, Outline, Shade
from satdoku.errors import SatdokuError
from satdoku.render.picture.svg import puzzle_picture
from satdoku.theory import Theory

sys.path.append(str(Path(__file__).parents[2] / "docs"))
import make_variant_pictures as documents

EXAMPLES = {example.kind.name: example for example in documents.examples()}
#: Colours by the word for them in texts.
COLOURS = {
    "#eef3fb": "blue", PALE: "grey", GREY: "grey", INK: "black", "#ffffff": "white",
    "#6639ba": "purple", "#cf222e": "red", "#1a7f37": "green", "#d96ad9": "pink",
    "#0a58ca": "blue", "#bc4c00": "orange", "#8a6d3b": "brown", "#0e7490": "teal",
    "#8fb4e8": "blue", "#c1a9f5": "purple", "#f2a65a": "orange", "#4cb8e6": "blue",
    "#8250df": "purple", "#5a7d2b": "olive", "#67d467": "green", "#e6c229": "yellow",
    "#33bbbb": "teal", "#f7b58c": "peach", "#e85d5d": "red", "#c8ccd2": "grey",
    "#d9ead3": "green", "#fce5cd": "orange", "#f8d7da": "red", "#fff3cd": "yellow",
    "#d1e7dd": "green", "#3d444d": "dark", "#8b5a2b": "brown", "#9aa2ad": "grey",
    "#a58c7a": "brown", "#a57a98": "mauve",
}  # fmt: skip
#: Kinds whose shape says enough, so that the text does not name the colour.
BY_SHAPE = {
    "arrow", "candidates", "connected", "chaos-arrow", "chaos-construction", "chaos-count",
    "counting-circles", "killer", "lunchbox", "maximum", "minimum", "relation", "relation-all",
    "schrodinger", "slow-thermometer", "snake", "sum", "thermometer", "unshaded", "clone",
}  # fmt: skip


def sheet(layout: Layout) -> str:
    """All that a sheet shows: the picture without notes, and the rules."""
    board = Puzzle((0,) * layout.cell_count, layout)
    return puzzle_picture(board, noted=False) + "\n".join(rules_of(layout))


def others_of(rule: Constraint, layout: Layout) -> Iterator[Layout]:
    """Boards on which this rule has another number, or lies on other cells."""
    others = []
    for k in range(len(rule.values)):
        for step in (1, -1):
            values = [*rule.values]
            values[k] += step
            others.append(replace(rule, values=tuple(values)))
    cells = [cell + 1 for cell in rule.cells]
    others.append(replace(rule, cells=tuple(cells)))
    kept = [c for c in layout.constraints if c != rule]
    for other in others:
        try:
            board = layout.without_constraints().with_constraints(*kept, other)
            Theory.of(board)
        except (SatdokuError, IndexError):
            continue
        if {*other.cells} != {*rule.cells} or other.values != rule.values:
            yield board


@pytest.mark.parametrize("name", KINDS)
def test_boards_that_differ_in_one_mark_have_different_sheets(name: str) -> None:
    layout = EXAMPLES[name].layout
    rule = layout.constraints[-1]
    first = sheet(layout)
    for other in others_of(rule, layout):
        assert sheet(other) != first, other.name


@pytest.mark.parametrize("name", [k.name for k in KINDS.values() if k.values[1] and k.cells[1]])
def test_numbers_that_change_places_change_the_sheet(name: str) -> None:
    """Two rules of a kind with different numbers, against the same with the numbers exchanged."""
    layout = EXAMPLES[name].layout
    rule = layout.constraints[-1]
    moved = tuple(cell + 4 * layout.width for cell in rule.cells)
    low, *more = rule.values or (1,)
    for number in (low + 3, low + 1, low + 2):
        changed = (number, *more)
        pairs = [
            (rule, Constraint(name, moved, changed, rule.text)),
            (Constraint(name, rule.cells, changed, rule.text), rule.moved(moved)),
        ]
        try:
            one, two = (layout.without_constraints().with_constraints(*pair) for pair in pairs)
            Theory.of(one), Theory.of(two)
        except (SatdokuError, IndexError):
            continue
        assert sheet(one) != sheet(two) or name in untold(one)
        return


@pytest.mark.parametrize("name", [name for name in KINDS if name not in BY_SHAPE])
def test_the_text_names_the_colour_of_the_mark(name: str) -> None:
    layout = EXAMPLES[name].layout
    match style_of(layout.constraints[-1]):
        case Between(fill=colour) | Outline(colour=colour) | Along(colour=colour):
            pass
        case Shade(shape="circle" | "square" | "cell", colour=colour):
            pass
        case _:
            return
    if colour:
        text = rules_of(layout)[-1]
        assert COLOURS[colour] in text.lower(), (colour, text)


@pytest.mark.parametrize("name", KINDS)
def test_texts_are_whole_sentences(name: str) -> None:
    layout = EXAMPLES[name].layout
    for text in rules_of(layout):
        assert not re.search(r"[{}]|  |\(default|\bNone\b|the cells in the cells", text), text
        assert text[0].isupper() and text.endswith(".")


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            "difference:r1c1,r1c2",
            "Kropki: White dot: the two digits differ by 1. Not all dots are given.",
        ),
        (
            "difference:r1c1,r1c2+ratio:r2c1,r2c2",
            "Kropki: White dot: the two digits differ by 1. Black dot: one of the two digits is 2 "
            "times the other. Not all dots are given.",
        ),
        (
            "ratio:r1c1,r1c2+no-other-ratio",
            "Kropki: Black dot: one of the two digits is 2 times the other. Of two neighbours "
            "without a black dot, neither is 2 times the other. Not all white dots are given.",
        ),
        (
            "difference:r1c1,r1c2+no-other-dots",
            "Kropki: White dot: the two digits differ by 1. Neighbours without a dot are not "
            "consecutive, and neither is twice the other.",
        ),
        (
            "pair-sum:5:r1c1,r1c2+pair-sum:r2c1,r2c2",
            "XV: V: the two digits add up to 5. X: the two digits add up to 10. Not all Xs and Vs "
            "are given.",
        ),
        (
            "pair-sum:5:r1c1,r1c2+no-other-xv",
            "XV: V: the two digits add up to 5. Neighbours without a mark between them do not add "
            "up to 5 or 10.",
        ),
        ("odd:r1c1", "A grey circle holds an odd digit."),
        ("thermometer:r1c1-r1c4", "Along a thermometer digits increase from the bulb."),
        ("whisper:r1c1-r1c4", "German whisper: Neighbours on a green line differ by at least 5."),
        ("whisper:4:r1c1-r1c4", "Dutch whisper: Neighbours on a green line differ by at least 4."),
        ("killer:r1c1,r1c2", "Killer: The digits in a dashed cage are different."),
        (
            "killer:r1c1,r1c2+killer:5:r2c1,r2c2",
            "Killer: The digits in a dashed cage are different and add up to the number shown, if "
            "there is one.",
        ),
        (
            "arrow:2:r1c1,r1c2,r2c3,r2c4+arrow:r5c1-r5c4",
            "The number in the first 2 cells of an arrow (r1c12,r2c34) is the sum of its other "
            "digits. The digits along an arrow add up to the digit in its circle.",
        ),
    ],
)
def test_the_mark_comes_first_in_the_words_of_players(rules: str, said: str) -> None:
    assert rules_of(Layout.named(f"9x9+{rules}")) == [said]
