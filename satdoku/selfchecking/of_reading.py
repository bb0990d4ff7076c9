"""Check that a puzzle survives writing and reading, and that its canonical form is consistent."""

from __future__ import annotations

from math import isqrt

import numpy as np

from ..board import Puzzle
from ..errors import LayoutError, ParseError, PuzzleError
from .judge import judged


def check_forms(puzzle: Puzzle) -> str:
    """Check that the canonical form has as many solutions and is its own canonical form."""
    from ..batch.canonical_forms import canonical, contradicts_itself

    if contradicts_itself(np.array([puzzle.cells], np.uint8), puzzle.layout).any():
        return ""
    try:
        form = canonical(puzzle).puzzle
    except (LayoutError, PuzzleError):  # too many symmetries, or an `or` (symmetries unknown)
        return "" if puzzle.constraints else "there is no canonical form"
    if canonical(form).puzzle != form:
        return f"the form {form.line} has a different form"
    if len(judged(form)) != len(judged(puzzle)):
        return f"the form {form.line} has a different number of solutions"
    return ""


def check_text(puzzle: Puzzle) -> str:
    """Check that written text is read back, that a file reads like its lines, and that a truncated
    line is reported."""
    from ..formats.text.line_blocks import Boards, read_part
    from ..formats.text.reader import Reader, parse, read_found, text_lines
    from ..formats.text.rows import WIDE

    for text in (puzzle.line, str(puzzle)):
        if parse(text, puzzle.layout) != puzzle:
            return f"{text!r} is read as a different puzzle"
    file, read = (puzzle.line + "\n").encode() * 3, list[list[int]]()
    for part in read_part(Reader(puzzle.layout), 1, file):
        if not isinstance(part, Boards):
            return f"a file of three lines of it cannot be read: {part}"
        read += part.cells.tolist()
    if read != [list(puzzle.cells)] * 3:
        return "a file of three lines of it is read differently from one line"
    cut = puzzle.line[: 3 * len(puzzle.line) // 5]
    if len(cut) > WIDE and isqrt(len(cut)) ** 2 < len(cut):
        text = f"{puzzle.line}\n{cut}\n{puzzle.line}"
        named = [
            isinstance(item, ParseError) for item in read_found(text_lines(text), puzzle.layout)
        ]
        if named != [False, True, False]:
            return f"a line cut off after {len(cut)} characters is not named"
    return ""
