"""Puzzles in other people's forms: which there are, and a puzzle written in one of them.

>>> convert("12..34..........", "json")
'{"puzzle": "12..34..........", "layout": "4x4"}'
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from ..board import Puzzle
from ..errors import LayoutError, PuzzleError
from ..nearest import meant
from .fpuzzles_writing import fpuzzles, fpuzzles_link
from .iss_writing import iss_link, iss_text
from .killers import killer_line
from .reader import as_puzzle
from .scf import scf_code
from .sudokupad_writing import sudokupad_json, sudokupad_link
from .sukaku import sukaku_line


@dataclass(frozen=True, slots=True)
class Written:
    """A form: its name, what it is, and how a puzzle is written in it."""

    name: str
    title: str
    write: Callable[[Puzzle], str]


def _bare(write: Callable[[Puzzle], str]) -> Callable[[Puzzle], str]:
    """The same for puzzles without further rules, which it would not tell."""

    def written(puzzle: Puzzle) -> str:
        if puzzle.constraints:
            raise LayoutError("cells alone do not tell the rules of this puzzle: take json")
        return write(puzzle)

    return written


def _record(puzzle: Puzzle) -> str:
    return json.dumps({"puzzle": puzzle.line, "layout": puzzle.layout.name}, ensure_ascii=False)


FORMS = {
    form.name: form
    for form in (
        Written("line", "cells in a line, without rules", _bare(lambda puzzle: puzzle.line)),
        Written("grid", "rows of cells, without rules", _bare(str)),
        Written("json", "our own record, with all rules", _record),
        Written("iss", "constraint string of Interactive Sudoku Solver", iss_text),
        Written("iss-link", "the same as a link", iss_link),
        Written("fpuzzles", "JSON of f-puzzles", lambda puzzle: json.dumps(fpuzzles(puzzle))),
        Written("fpuzzles-link", "the same as a link", fpuzzles_link),
        Written("sudokupad-link", "link of SudokuPad, the shortest that has all rules",
                sudokupad_link),
        Written("scl", "SudokuPad's own JSON", lambda puzzle: json.dumps(sudokupad_json(puzzle))),
        Written("scf", "SudokuPad's short code", lambda puzzle: "scf" + scf_code(puzzle)),
        Written("killer", "a killer in 81 characters", killer_line),
        Written("killer-long", "a killer in 81 numbers", lambda p: killer_line(p, long=True)),
        Written("sukaku", "candidates, 729 characters", sukaku_line),
    )
}  # fmt: skip


def convert(puzzle: Puzzle | str, to: str = "json") -> str:
    """The puzzle in one of `FORMS`, by its name.

    Raises `LayoutError` for a board or a rule that the form does not have, `PuzzleError` for an
    unknown form.
    """
    return FORMS[meant(to, FORMS, "form", PuzzleError)].write(as_puzzle(puzzle))
