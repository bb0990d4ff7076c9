"""Texts that bring their own rules: which they are, and the puzzle they hold.

- constraint strings and links of Interactive Sudoku Solver;
- killers in a line of 81 characters or numbers; candidates in a line of 729 characters;
- links and JSON of f-puzzles, links of SudokuPad that carry it, SudokuPad's own JSON or its short
  code for classic boards;
- our own records: {"puzzle": …, "layout": …} as commands print them.

>>> read_variant('{"puzzle": "1...............", "layout": "4x4+anti-knight"}').constraints[0].kind
'anti-knight'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import chain, combinations, islice, pairwise
from typing import Any
from urllib.parse import unquote

from ..board import Puzzle
from ..errors import LayoutError, ParseError, PuzzleError, SatdokuError
from ..layout import Layout
from .json_text import load_json
from .lzstring import Damaged
from .sukaku import LENGTHS, is_sukaku, read_sukaku

#: Characters of JSON, at most.
MOST = 2_000_000
#: Links, wherever they stand in a line; what may follow them in prose.
SUDOKUPAD = re.compile(
    r"https?://(?:\w+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/(?:sudoku/)?(?:\?puzzleid=)?(\S*)"
)
FPUZZLES = re.compile(r"https?://(?:www\.)?f-puzzles\.com/\S*?[?&](load|id)=(\S+)")
ISS = re.compile(r"https?://\S*Interactive-Sudoku-Solver\S*?[?&]q=(\S+)")
LINKS = (FPUZZLES, SUDOKUPAD, ISS)
AFTER = ".,;:!?)]}>\"'”’"
#: Ways to mend the slashes of a link that were lost, at most.
MOST_MENDED = 64


def may_be_variant(line: str) -> bool:
    """Quick: is this line worth a closer look?"""
    return (
        "~" in line or "<" in line or "://" in line or len(line.strip()) in LENGTHS
        or line.startswith(("{", "fpuz", "scl", "ctc", "scf", "3x3:"))
    )  # fmt: skip


def read_variant(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """The puzzle of a text that brings its own rules; None if it is another sort of text.

    ignore: rules to leave out, by the names that the text has for them. Raises `ParseError` for one
    that is damaged, or has a rule that is not known.
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

    links = [] if text.startswith("{") else [m for link in LINKS for m in link.finditer(text)]
    if len(links) > 1:
        raise ParseError(f"{len(links)} links of puzzles in a line: one a line")
    if not links and is_iss(text):
        return read_iss(text, ignore)
    if is_sukaku(text):
        return read_sukaku(text)
    if is_killer(text):
        return read_killer(text)
    if text.startswith("{"):
        try:
            record = load_json(text, limit=MOST)
        except ParseError:
            return None
        return read_record(record, ignore)
    return _linked(links[0], ignore) if links else _data(text, ignore)


def _linked(link: re.Match[str], ignore: Collection[str]) -> Puzzle | None:
    """The puzzle of a link."""
    data = (link[link.lastindex or 0]).rstrip(AFTER)
    if link.re is ISS:
        from .iss import read_iss

        return read_iss(unquote(data.split("&")[0]), ignore)
    if link.re is FPUZZLES:
        if link[1] == "id":
            raise ParseError("a short link of f-puzzles holds no puzzle: open it and take ?load=…")
        return _packed(data.split("&")[0], ignore)
    found = _data(data, ignore)
    if found is None and data:
        raise ParseError(
            "a short link of SudokuPad holds no puzzle: take one with fpuz…, scl… or scf…"
        )
    return found


def _data(data: str, ignore: Collection[str]) -> Puzzle | None:
    """The puzzle of what stands in a link of SudokuPad; None for other text."""
    if packed := re.fullmatch(r"(?:fpuzzles|fpuz)(\S+)", data):
        return _packed(packed[1], ignore)
    if re.match(r"scf\w", data):
        from .scf import read_scf

        return read_scf(unquote(data))
    if re.fullmatch(r"(?:scl|ctc)\S+", data):
        from .sudokupad import read_sudokupad

        return _mended(data[3:], lambda packed: read_sudokupad(packed, ignore))
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

        return read_json(record, ignore)
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


def is_record(record: dict[str, Any]) -> bool:
    """The JSON object is f-puzzles' or SudokuPad's own, and no row of a table."""
    return ("grid" in record and "size" in record) or isinstance(record.get("cells"), list)


def begins_record(line: str) -> bool:
    """An object in JSON begins here that goes on over more lines, up to a brace at the margin."""
    return bool(re.match(r"\s*\{\s*($|\")", line)) and not line.rstrip().endswith("}")


def names_rules(layout: object) -> bool:
    """A layout's name that says more than its size."""
    return isinstance(layout, str) and ("+" in layout or "/" in layout)


def _packed(data: str, ignore: Collection[str]) -> Puzzle:
    from .fpuzzles import read_link_data

    return _mended(data, lambda packed: read_link_data(packed, ignore))


def _mended(data: str, read: Callable[[str], Puzzle]) -> Puzzle:
    """What a link carries, read after what browsers and servers do to it.

    Some make // to /: slashes are doubled, as few as possible, until it can be read.
    """
    data = unquote(data) if "%" in data else data
    data = data.strip().replace(" ", "+").replace("-", "/").replace("$", "=")
    try:
        return read(data)
    except Damaged as damaged:
        problem = damaged
    single = [m.start() for m in re.finditer(r"(?<!/)/(?!/)", data)]
    ways = chain.from_iterable(combinations(single, many) for many in range(1, len(single) + 1))
    for way in islice(ways, MOST_MENDED):
        parts = [data[i:j] for i, j in pairwise((0, *way, len(data)))]
        with suppress(Damaged):
            return read("/".join(parts))
    raise problem
