"""Links of puzz.link and related sites (pzpr): `p?sudoku/9/9/` and a code.

A hexadecimal digit stands for its value, `-` and two of them for a larger one, a letter from `g` to
`z` for 1 to 20 blanks, `.` for a cell with a question mark.

Source: the code as programs that read it describe it (facts only).

>>> link = puzzlink(Puzzle((5, 0, 0, 7) + (0,) * 77))
>>> link, read_puzzlink(link.partition("?")[2]).line[:5]
('https://puzz.link/p?sudoku/9/9/5h7zzzw', '5..7.')
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ...board import Puzzle
from ...errors import LayoutError, ParseError
from ...layout import Layout
from ...layout_data import MAX_SIZE
from ...phrases import phrase

LINK = "https://puzz.link/p?sudoku/"
#: Letters for 1 to 20 blanks.
GAPS = "ghijklmnopqrstuvwxyz"
CODE = re.compile(r"-([0-9a-f]{2})|([0-9a-f])|([g-z])|(\.)")


def read_puzzlink(data: str, ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of the text after the question mark; raise `ParseError` for other text."""
    kind, *parts = data.split("/")
    if kind.partition("_")[0] != "sudoku":  # an editor adds its mode
        raise ParseError(
            phrase("a link to a {kind!r} puzzle: only sudoku can be read", kind=kind[:20])
        )
    if parts and not re.fullmatch(r"\d{1,2}", parts[0], re.ASCII):
        parts = parts[1:]  # flags
    sides = [int(part) for part in parts[:2] if re.fullmatch(r"\d{1,2}", part, re.ASCII)]
    if len(sides) != 2 or len(parts) < 3 or not 1 <= sides[0] == sides[1] <= MAX_SIZE:
        raise ParseError("a link of puzz.link is p?sudoku/9/9/CODE, its sides equal")
    layout = Layout.of_size(sides[0])
    digits: list[int] = []
    code = parts[2]
    at = 0
    while at < len(code) and len(digits) < layout.cell_count:
        match = CODE.match(code, at)
        if not match:
            raise ParseError(
                phrase(
                    "{code!r} in the code of this link does not stand for a cell",
                    code=code[at : at + 5],
                )
            )
        large, small, gap, _ = match.groups()
        if gap:
            digits += [0] * (GAPS.index(gap) + 1)
        else:
            digits.append(int(large or small or "0", 16))
        at = match.end()
    digits += [0] * (layout.cell_count - len(digits))
    if at < len(code) or len(digits) > layout.cell_count:
        raise ParseError(
            phrase(
                "the code of this link has over {cell_count!s} cells", cell_count=layout.cell_count
            )
        )
    if max(digits) > layout.size:
        raise ParseError(phrase("the code of this link has a digit {digit!s}", digit=max(digits)))
    return Puzzle(tuple(digits), layout)


def puzzlink(puzzle: Puzzle) -> str:
    """Return a link that opens the puzzle in puzz.link; raise `LayoutError` for nonstandard
    boards."""
    layout = puzzle.layout
    if layout.without_constraints() != Layout.of_size(layout.size, layout.symbols):
        raise LayoutError(
            phrase("puzz.link supports only usual boards, not {name!s}", name=layout.name[:40])
        )
    if layout.constraints:
        raise LayoutError("puzz.link has no variant rules")
    if layout.digits[0] == 0:
        raise LayoutError("puzz.link has no digit 0")
    code, blanks = "", 0
    # (The -1 is no cell: it writes the blanks at the end.)
    for digit in (*puzzle.cells, -1):
        if digit == 0:
            blanks += 1
            continue
        code += GAPS[-1] * (blanks // 20) + (GAPS[blanks % 20 - 1] if blanks % 20 else "")
        blanks = 0
        if digit > 0:
            code += f"{digit:x}" if digit < 16 else f"-{digit:02x}"
    return f"{LINK}{layout.size}/{layout.size}/{code}"
