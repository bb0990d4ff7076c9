"""Write SudokuPad links: the short code for classic boards, its own JSON for regions and cages, and
f-puzzles' JSON for all other rules.

>>> from satdoku.layout import Layout
>>> sudokupad_link(Puzzle((0,) * 81))
'https://sudokupad.app/scfoooooooooooooK'
"""

from __future__ import annotations

import json
from contextlib import suppress
from urllib.parse import quote

from ...board import Puzzle
from ...errors import LayoutError
from ...geometry import Cells
from ...phrases import phrase
from ...record_types import Record
from ..metadata import about, cells_besides, is_kept, kept
from .fpuzzles import FORMAT_NAME as FPUZZLES
from .fpuzzles_writing import fpuzzles
from .payloads import pack
from .scf import is_classic, scf_code
from .shown import shown
from .sudokupad import FORMAT_NAME, RULES

LINK = "https://sudokupad.app/"
#: Maximum length of a link in a QR code, whose capacity is 2,331 bytes.
MOST_IN_CODE = 2000


def sudokupad_link(puzzle: Puzzle, code: str = "") -> str:
    """Return a link that opens the puzzle in SudokuPad.

    code: scf (the short code), scl (its own JSON) or fpuz (f-puzzles' JSON); by default the first
    of scf, scl and fpuz that can express all rules. Raises `LayoutError` if none can.
    """
    match code or shortest(puzzle):
        case "scf":
            short = quote(scf_code(puzzle), safe="*")
            # Also escape a dot, although links may contain it: in prose, a final one would be cut
            # off.
            short = short.replace(".", "%2E")
            return f"{LINK}scf{short}"
        case "scl":
            return f"{LINK}scl{_packed(sudokupad_json(puzzle))}"
        case "fpuz":
            return f"{LINK}fpuz{_packed(fpuzzles(puzzle))}"
        case _:
            raise LayoutError(
                phrase("SudokuPad has no form {code!r}: choose scf, scl or fpuz", code=code[:20])
            )


def shortest(puzzle: Puzzle) -> str:
    """Return the code of the shortest link that can express all rules and metadata, and what
    f-puzzles shows beside them."""
    if shown(puzzle, FPUZZLES) and not shown(puzzle, FORMAT_NAME):
        with suppress(LayoutError):
            fpuzzles(puzzle)
            return "fpuz"
    is_short = is_classic(puzzle.layout) and about(puzzle).keys() <= {"title", "author"}
    if is_short and not is_kept(puzzle, FORMAT_NAME):
        return "scf"
    return "scl" if is_known(puzzle) else "fpuz"


def _packed(data: Record) -> str:
    return pack(json.dumps(data, separators=(",", ":")))


def link_for_code(puzzle: Puzzle) -> str:
    """Return the link for a QR code; raise `LayoutError` if there is none, or it is too long."""
    link = sudokupad_link(puzzle)
    if len(link) > MOST_IN_CODE:
        raise LayoutError(
            phrase("its link has {count:,} characters, too many for a QR code", count=len(link))
        )
    return link


def is_known(puzzle: Puzzle) -> bool:
    """Whether SudokuPad's own JSON can express all rules of this puzzle."""
    layout = puzzle.layout
    if layout.corners or layout.digits[0] != 1:
        return False
    kinds = {"killer", "sum", "distinct", *RULES.values()}
    return all(rule.kind in kinds and len(rule.values) < 2 for rule in puzzle.constraints)


def sudokupad_json(puzzle: Puzzle) -> Record:
    """Return the puzzle as SudokuPad's JSON; raise `LayoutError` for a rule that it cannot
    express."""
    layout = puzzle.layout
    if not is_known(puzzle):
        raise LayoutError("SudokuPad's own form has only regions and cages: use fpuz")

    def places(cells: Cells) -> list[list[int]]:
        return [list(layout.places.place(cell)) for cell in cells]

    besides = kept(puzzle, FORMAT_NAME)
    longest = max((len(house.cells) for house in layout.houses), default=0)
    if layout.extra_cells or longest < layout.size:
        raise LayoutError(
            phrase("SudokuPad cannot hold the digits of a board {name!s}", name=layout.name[:40])
        )
    marks = cells_besides(besides)

    def cell(number: int) -> Record:
        digit = puzzle.cells[number]
        given: Record = {"value": digit} if digit else {}
        return given | marks.get(layout.cell_name(number).upper(), {})

    rows = layout.places.drawn([cell(number) for number in layout.all_cells], {})
    hidden = {"unique": True, "hidden": True}
    cages = [{"cells": places(house.cells)} | hidden for house in layout.extra_houses]
    for rule in puzzle.constraints:
        if rule.cells:
            cage: Record = {"cells": places(rule.cells), "unique": rule.kind != "sum"}
            if rule.values:
                (total,) = rule.values
                cage |= {"value": str(total), "sum": total}
            cages.append(cage)
    regions = [places(house.cells) for house in layout.houses if house.kind == "box"]
    kinds = {rule.kind for rule in puzzle.constraints}
    flags = {key: True for key, kind in RULES.items() if kind in kinds}
    if not layout.lines:
        flags["norowcol"] = True
    data: Record = {"cellSize": 64}
    data |= besides
    data |= {"cells": rows, "regions": regions, "cages": cages + besides.get("cages", [])}
    if flags or besides:
        data["metadata"] = besides.get("metadata", {}) | flags
    return data


def scl_text(puzzle: Puzzle) -> str:
    """Return the puzzle as SudokuPad's JSON, on one line."""
    return json.dumps(sudokupad_json(puzzle))
