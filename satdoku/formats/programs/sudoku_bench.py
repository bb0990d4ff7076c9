"""Records of Sudoku-Bench: a puzzle's initial board, its rules as text and as drawings.

The drawings are SudokuPad's, and most records contain SudokuPad's own data: these are then read
with its checks for drawings that may be rules. Other records are read only if they have no
drawings.

Source: the records of SakanaAI/Sudoku-Bench (facts only).

>>> read_bench({"initial_board": "1..............." , "rows": 4, "cols": 4, "title": "x"}).line[:3]
'1..'
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from ...board import Puzzle
from ...errors import LayoutError, ParseError
from ...layout import Layout
from ...phrases import phrase
from ...record_types import Record
from ..links.sudokupad import read_sudokupad
from ..metadata import about, keeping, with_about, without_drawings
from ..text.json_text import load_json

FORMAT_NAME = "sudoku-bench"
#: Words in a rules text that indicate more than the normal rules.
MORE = re.compile(
    r"knight|king|queen|consecutiv|diagonal|cage|killer|sum|arrow|thermo|line|dot|odd|even|"
    r"sandwich|skyscraper|fog|region|window|clue|shade|colou?r|circle|greater|less",
    re.IGNORECASE,
)


def read_bench(record: Record, ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of a record; raise `ParseError` if damaged or if drawings may be rules."""
    details = {
        "title": record.get("title"),
        "author": record.get("author"),
        "ruleset": record.get("rules"),
        "url": record.get("sudokupad_url"),
    }
    elements = record.get("visual_elements") or []
    if isinstance(elements, str):
        elements = load_json(elements)
    packed = record.get("encoded_puzzle")
    if elements and isinstance(packed, str) and packed:
        is_code = packed.startswith(("scl", "ctc"))
        code = packed if is_code else f"scl{packed}"
        puzzle = read_sudokupad(code, ignore)
        return with_about(puzzle, details)
    elements_drawn = ["visual_elements"] if elements else []
    drawn = without_drawings(elements_drawn, ignore)
    rules = str(record.get("rules") or "")
    # The normal rules speak of regions, too.
    without_regions = re.sub(r"\bregions?\b", "", rules)
    more = MORE.search(without_regions)
    if more and "rules" not in ignore:
        raise ParseError(
            phrase(
                "the rules of this record speak of {name!r}, which is not supported "
                "(--ignore-rules rules leaves it out)",
                name=more[0],
            )
        )
    height = int(record["rows"])
    width = int(record["cols"])
    text = "".join(record["initial_board"].split())
    if not 1 <= height == width <= 49:
        raise ParseError(
            phrase(
                "a record of {height!s}x{width!s} cells: only squares can be read",
                height=height,
                width=width,
            )
        )
    try:
        layout = Layout.of_size(height)
    except LayoutError as error:
        raise ParseError(str(error)) from None
    marks = layout.digit_of | {".": 0, "0": 0}
    if len(text) != layout.cell_count or not set(text) <= set(marks):
        raise ParseError(
            phrase("initial_board is not a board of {count!s} cells", count=layout.cell_count)
        )
    if more:
        drawn.append("rules")
    digits = tuple(marks[mark] for mark in text)
    puzzle = keeping(Puzzle(digits, layout), FORMAT_NAME, {}, left_out=drawn)
    return with_about(puzzle, details)


def bench_record(puzzle: Puzzle) -> str:
    """Return a record on one line, without solution; raise `LayoutError` for unsupported boards."""
    layout = puzzle.layout
    usual = Layout.of_size(layout.size, layout.symbols)
    if layout != usual or layout.digits[0] == 0:
        raise LayoutError(
            phrase("Sudoku-Bench supports only usual boards, not {name!s}", name=layout.name[:40])
        )
    details = about(puzzle)
    record = {
        "title": details.get("title", ""),
        "author": details.get("author", ""),
        "rules": details.get("ruleset", "Normal sudoku rules apply."),
        "initial_board": puzzle.line,
        "rows": layout.size,
        "cols": layout.size,
        "visual_elements": "[]",
    }
    return json.dumps(record, ensure_ascii=False)
