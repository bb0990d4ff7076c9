"""Write SudokuPad links: the short code for classic boards, its own JSON for regions and cages, and
f-puzzles' JSON for all other rules.

>>> from satdoku.layout import Layout
>>> sudokupad_link(Puzzle((0,) * 81))
'https://sudokupad.app/scfoooooooooooooK'
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from ...board import Puzzle
from ...errors import LayoutError
from ..metadata import about, is_kept, kept
from .fpuzzles_writing import fpuzzles
from .payloads import pack
from .scf import is_classic, scf_code
from .sudokupad import FORM, RULES

LINK = "https://sudokupad.app/"
#: Maximum length of a link in a QR code, whose capacity is 2,331 bytes.
MOST_IN_CODE = 2000


def sudokupad_link(puzzle: Puzzle, form: str = "") -> str:
    """Return a link that opens the puzzle in SudokuPad.

    form: scf (the short code), scl (its own JSON) or fpuz (f-puzzles' JSON); by default the first
    of scf, scl and fpuz that can express all rules. Raises `LayoutError` if none can.
    """
    is_short = is_classic(puzzle.layout) and about(puzzle).keys() <= {"title", "author"}
    if form == "scf" or (not form and is_short and not is_kept(puzzle, FORM)):
        # Also escape a dot, although links may contain it: in prose, a final one would be cut off.
        return f"{LINK}scf{quote(scf_code(puzzle), safe='*').replace('.', '%2E')}"
    if form == "scl" or (not form and is_known(puzzle)):
        return f"{LINK}scl{pack(json.dumps(sudokupad_json(puzzle), separators=(',', ':')))}"
    if form not in ("", "fpuz"):
        raise LayoutError(f"SudokuPad has no form {form[:20]!r}: choose scf, scl or fpuz")
    return f"{LINK}fpuz{pack(json.dumps(fpuzzles(puzzle), separators=(',', ':')))}"


def link_for_code(puzzle: Puzzle) -> str:
    """Return the link for a QR code; raise `LayoutError` if there is none, or it is too long."""
    link = sudokupad_link(puzzle)
    if len(link) > MOST_IN_CODE:
        raise LayoutError(f"its link has {len(link):,} characters, too many for a QR code")
    return link


def is_known(puzzle: Puzzle) -> bool:
    """Whether SudokuPad's own JSON can express all rules of this puzzle."""
    kinds = {"killer", "sum", "distinct", *RULES.values()}
    whole = all(c.kind in kinds and len(c.values) < 2 for c in puzzle.constraints)
    return whole and not puzzle.layout.corners and puzzle.layout.digits[0] == 1


def sudokupad_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return the puzzle as SudokuPad's JSON; raise `LayoutError` for a rule that it cannot
    express."""
    layout = puzzle.layout
    if not is_known(puzzle):
        raise LayoutError("SudokuPad's own form has only regions and cages: use fpuz")

    def places(cells: tuple[int, ...]) -> list[list[int]]:
        return [list(layout.places.place(cell)) for cell in cells]

    besides = kept(puzzle, FORM)
    longest = max((len(house.cells) for house in layout.houses), default=0)
    if layout.extra_cells or longest < layout.size:
        raise LayoutError(f"SudokuPad cannot hold the digits of a board {layout.name[:40]}")
    rows = layout.places.drawn([{"value": d} if d else {} for d in puzzle.cells], {})
    hidden = {"unique": True, "hidden": True}
    cages = [{"cells": places(house.cells)} | hidden for house in layout.extra_houses]
    for rule in puzzle.constraints:
        if rule.cells:
            cage: dict[str, Any] = {"cells": places(rule.cells), "unique": rule.kind != "sum"}
            if rule.values:
                cage |= {"value": str(rule.values[0]), "sum": rule.values[0]}
            cages.append(cage)
    regions = [places(house.cells) for house in layout.houses if house.kind == "box"]
    kinds = {rule.kind for rule in puzzle.constraints}
    flags = {key: True for key, kind in RULES.items() if kind in kinds}
    if not layout.lines:
        flags["norowcol"] = True
    drawn = {"cells": rows, "regions": regions, "cages": cages + besides.get("cages", [])}
    metadata = {"metadata": besides.get("metadata", {}) | flags} if flags or besides else {}
    return {"cellSize": 64} | besides | drawn | metadata


def scl_text(puzzle: Puzzle) -> str:
    """Return the puzzle as SudokuPad's JSON, on one line."""
    return json.dumps(sudokupad_json(puzzle))
