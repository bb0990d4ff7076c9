"""Texts that bring their own rules: which they are, and the puzzle they hold.

- constraint strings and links of Interactive Sudoku Solver;
- killers in a line of 81 characters or numbers;
- links and JSON of f-puzzles, links of SudokuPad that carry it or SudokuPad's own JSON;
- our own records: {"puzzle": …, "layout": …} as commands print them.

>>> read_variant('{"puzzle": "1...............", "layout": "4x4+anti-knight"}').constraints[0].kind
'anti-knight'
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any
from urllib.parse import unquote

from ..board import Puzzle
from ..errors import LayoutError, ParseError, PuzzleError, SatdokuError
from ..layout import Layout
from .json_text import load_json

#: Characters of JSON, at most.
MOST = 2_000_000
SUDOKUPAD = re.compile(
    r"https?://(?:\w+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/(?:\w+/)?(.*)"
)
FPUZZLES = re.compile(r"https?://(?:www\.)?f-puzzles\.com/\?(load|id)=(\S+)")


def may_be_variant(line: str) -> bool:
    """Quick: is this line worth a closer look?"""
    return (
        "~" in line or "<" in line or "://" in line
        or line.startswith(("{", "fpuz", "scl", "ctc", "3x3:"))
    )  # fmt: skip


def read_variant(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """The puzzle of a text that brings its own rules; None if it is another sort of text.

    ignore: rules (keys of f-puzzles) to leave out. Raises `ParseError` for one that is damaged, or
    has a rule that is not known.
    """
    try:
        return _read(text.strip(), ignore)
    except SatdokuError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        # Anything may stand where a number, a list or a cell should.
        raise ParseError("a text with rules of its own, but a part of it makes no sense") from None


def _read(text: str, ignore: Collection[str]) -> Puzzle | None:
    from .iss import is_iss, read_iss
    from .killers import is_killer, read_killer

    if is_iss(text):
        return read_iss(text)
    if is_killer(text):
        return read_killer(text)
    if text.startswith("{"):
        try:
            record = load_json(text, limit=MOST)
        except ParseError:
            return None
        return read_record(record, ignore)
    if link := FPUZZLES.match(text):
        if link[1] == "id":
            raise ParseError("a short link of f-puzzles holds no puzzle: open it and take ?load=…")
        return _packed(link[2], ignore)
    pad = SUDOKUPAD.match(text)
    data = pad[1] if pad else text
    if packed := re.match(r"(?:fpuzzles|fpuz)(.+)", data):
        return _packed(packed[1], ignore)
    if re.match(r"(?:scl|ctc)", data):
        from .sudokupad import read_sudokupad

        return read_sudokupad(_repaired(data[3:]))
    if pad:
        raise ParseError("a short link of SudokuPad holds no puzzle: take one with fpuz… or scl…")
    return None


def read_record(record: Any, ignore: Collection[str] = ()) -> Puzzle | None:
    """The puzzle of a JSON object: our own record, or the JSON of f-puzzles or SudokuPad."""
    if not isinstance(record, dict):
        return None
    if "grid" in record and "size" in record:
        from .fpuzzles import read_fpuzzles

        return read_fpuzzles(record, ignore)
    if isinstance(record.get("cells"), list):
        from .sudokupad import read_json

        return read_json(record)
    line, name = record.get("puzzle"), record.get("layout")
    if isinstance(line, str) and isinstance(name, str):
        try:
            layout = Layout.named(name)
            marks = {symbol: d for d, symbol in enumerate(layout.symbols, 1)} | {".": 0}
            return Puzzle(tuple(marks[mark] for mark in line), layout)
        except KeyError as mark:
            raise ParseError(f"{mark} in the puzzle is no symbol of the layout") from None
        except (LayoutError, PuzzleError) as error:
            raise ParseError(str(error)) from None
    return None


def begins_record(line: str) -> bool:
    """An object in JSON begins here that goes on over more lines, up to a brace at the margin."""
    return bool(re.match(r"\s*\{\s*($|\")", line)) and not line.rstrip().endswith("}")


def names_rules(layout: object) -> bool:
    """A layout's name that says more than its size."""
    return isinstance(layout, str) and ("+" in layout or "/" in layout)


def _packed(data: str, ignore: Collection[str]) -> Puzzle:
    from .fpuzzles import read_link_data

    return read_link_data(_repaired(data), ignore)


def _repaired(data: str) -> str:
    """What a link carries, after what browsers and servers do to it."""
    data = unquote(data) if "%" in data else data
    return data.strip().replace(" ", "+")
