"""Texts that contain their own rules: detect the format and read the puzzle.

- constraint strings and links of Interactive Sudoku Solver;
- lines with a reader in the table of formats: killers, candidates, library and bank entries;
- links and JSON of f-puzzles, SudokuPad links that contain it, SudokuPad's own JSON or its short
  code for classic boards;
- links of puzz.link and Penpa, records of Sudoku-Bench;
- our own records: {"puzzle": …, "layout": …} as printed by the commands.

>>> read_variant('{"puzzle": "1...............", "layout": "4x4+anti-knight"}').constraints[0].kind
'anti-knight'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import chain, combinations, islice, pairwise
from math import isqrt
from typing import Any

from ..board import Puzzle
from ..errors import LayoutError, ParseError, PuzzleError, SatdokuError
from ..layout import BLANKS, Layout
from ..layout_names import has_boxes
from .iss.lines import is_iss
from .links.lzstring import Damaged
from .metadata import with_about, with_state_text
from .programs.sukaku import LENGTHS
from .table import line_readers
from .text.json_text import load_json

#: Maximum number of characters of JSON.
MOST = 2_000_000
#: Links anywhere in a line; characters that may follow them in prose.
SUDOKUPAD = re.compile(
    r"https?://(?:\w+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/(?:sudoku/)?(?:\?puzzleid=)?(\S*)"
)
FPUZZLES = re.compile(r"https?://(?:www\.)?f-puzzles\.com/\S{0,99}?[?&](load|id)=(\S+)")
ISS = re.compile(r"https?://\S{0,99}Interactive-Sudoku-Solver\S{0,99}?[?&]q=(\S+)")
PUZZLINK = re.compile(
    r"https?://(?:www\.)?(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app)/p(?:\.html)?\?(\S+)"
)
PENPA = re.compile(r"https?://[\w.-]{1,99}/penpa-edit/\S{0,99}?[#&?]p=([\w+/=%-]+)")
LINKS = (FPUZZLES, SUDOKUPAD, ISS, PUZZLINK, PENPA)
AFTER = ".,;:!?)]}>\"'”’"
#: First characters of a line of cells with additional data.
PLAIN = frozenset("+[*.0123456789")
#: Maximum number of attempts to restore lost slashes in a link.
MOST_MENDED = 64


def may_be_variant(line: str) -> bool:
    """Quick test whether a line is worth a full attempt with `read_variant`."""
    return (
        "~" in line or "<" in line
        or (line.lstrip().startswith(".") and is_iss(line)) or "://" in line
        or len(line.strip()) in LENGTHS
        or line.startswith(("{", "fpuz", "scl", "ctc", "scf", "N4Ig", "3x3:", ":"))
        or (line[12:13] == " " and " " not in line[:12])
        or (line[:1] in PLAIN and any(mark in line for mark in ":+*["))
    )  # fmt: skip


def read_variant(
    text: str, ignore: Collection[str] = (), layout: Layout | None = None
) -> Puzzle | None:
    """Return the puzzle of a text that contains its own rules; None for any other text.

    ignore: rules to omit, by their names in the text. layout: of a JSON record that names none.
    Raises `ParseError` if the text is damaged or contains an unknown rule.
    """
    try:
        return _read(text.strip(), ignore, layout)
    except SatdokuError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        # Malformed data can have any type where a number, a list or a cell is expected.
        raise ParseError(
            "this looks like a variant puzzle, but part of it could not be parsed"
        ) from None


def _read(text: str, ignore: Collection[str], layout: Layout | None) -> Puzzle | None:
    links = [] if text.startswith("{") else [m for link in LINKS for m in link.finditer(text)]
    if len(links) > 1:
        raise ParseError(f"{len(links)} links of puzzles in one line: write one per line")
    if not links:
        for read in line_readers():
            if (puzzle := read(text, ignore)) is not None:
                return puzzle
        if "sudokuwiki" in text:
            from .links.digits import refuse_packages

            refuse_packages(text)
    if text.startswith("{"):
        try:
            record = load_json(text, limit=MOST)
        except ParseError:
            return None
        return read_record(record, ignore, layout)
    return _linked(links[0], ignore) if links else _data(text, ignore)


def read_cells(text: str) -> Puzzle | None:
    """Return the puzzle of a line whose format does not state a layout; None for other text."""
    for read in line_readers(of_cells=True):
        if (puzzle := read(text.strip(), ())) is not None:
            return puzzle
    return None


def _linked(link: re.Match[str], ignore: Collection[str]) -> Puzzle | None:
    """Return the puzzle of a link."""
    data = (link[link.lastindex or 0]).rstrip(AFTER)
    if link.re is ISS:
        from .iss.reader import read_iss

        return read_iss(_decoded(data.split("&")[0]), ignore)
    if link.re is FPUZZLES:
        if link[1] == "id":
            raise ParseError("a short link of f-puzzles holds no puzzle: open it and take ?load=…")
        return _packed(data.split("&")[0], ignore)
    if link.re is PUZZLINK:
        from .links.puzzlink import read_puzzlink

        return read_puzzlink(data)
    if link.re is PENPA:
        from .links.penpa import read_penpa

        return read_penpa(data, ignore)
    found = _data(data, ignore)
    if found is None and data:
        raise ParseError(
            "a short link of SudokuPad holds no puzzle: take one with fpuz…, scl… or scf…"
        )
    return found


def _data(data: str, ignore: Collection[str]) -> Puzzle | None:
    """Return the puzzle of a SudokuPad link's payload; None for other text."""
    if packed := re.fullmatch(r"(?:fpuzzles|fpuz|(?=N4Ig))(\S+)", data):  # compressed {"
        return _packed(packed[1], ignore)
    if re.match(r"scf\w", data):
        from .links.scf import read_scf

        return read_scf(_decoded(data))
    if re.fullmatch(r"(?:scl|ctc)\S+", data):
        from .links.sudokupad import read_sudokupad

        return _mended(data[3:], lambda packed: read_sudokupad(packed, ignore))
    return None


def read_record(
    record: Any, ignore: Collection[str] = (), layout: Layout | None = None
) -> Puzzle | None:
    """Return the puzzle of a JSON object: our own record, or JSON of f-puzzles or SudokuPad.

    layout: of a record of our own that names none; None: the board that its size implies.
    """
    if not isinstance(record, dict):
        return None
    if "grid" in record and "size" in record:
        from .links.fpuzzles import read_fpuzzles

        return read_fpuzzles(record, ignore)
    if isinstance(record.get("cells"), list):
        from .links.sudokupad import read_json

        return read_json(record, ignore)
    if is_bench(record):
        from .programs.sudoku_bench import read_bench

        return read_bench(record, ignore)
    line, name = record.get("puzzle"), record.get("layout")
    if not isinstance(line, str) or not isinstance(name, str | None):
        return None
    try:
        symbols = str(record.get("symbols") or "")
        board = Layout.named(name, symbols) if name else layout or _by_length(line, symbols)
        blanks = "." if name else BLANKS
        marks = dict.fromkeys(blanks, 0) | {symbol: d for d, symbol in enumerate(board.symbols, 1)}
        puzzle = Puzzle(tuple(marks[mark] for mark in line), board)
        return with_state_text(with_about(puzzle, record), record)
    except KeyError as mark:
        raise ParseError(f"{mark} in the puzzle is not a symbol of the layout") from None
    except (LayoutError, PuzzleError) as error:
        raise ParseError(str(error)) from None


def _by_length(line: str, symbols: str) -> Layout:
    """Return the board of a line that names none: a square of the usual kind."""
    size = isqrt(len(line))
    if size * size != len(line) or not has_boxes(size):
        raise ParseError(f"the puzzle has {len(line)} cells: a `layout` must say on which board")
    return Layout.of_size(size, symbols)


def is_record(record: dict[str, Any]) -> bool:
    """Whether the JSON object is from f-puzzles, SudokuPad or Sudoku-Bench, not a table row."""
    drawn = ("grid" in record and "size" in record) or isinstance(record.get("cells"), list)
    return drawn or is_bench(record)


def is_bench(record: dict[str, Any]) -> bool:
    """Whether the JSON object is a record of Sudoku-Bench."""
    return isinstance(record.get("initial_board"), str) and "rows" in record and "cols" in record


def begins_record(line: str) -> bool:
    """Whether a JSON object begins here that continues until a brace at the left margin."""
    return bool(re.match(r"\s*\{\s*($|\")", line)) and not line.rstrip().endswith("}")


def names_rules(layout: object) -> bool:
    """Whether a layout name says more than the size of a standard board."""
    if not isinstance(layout, str) or not layout.strip():
        return False
    match = re.fullmatch(r"(\d{1,2})(x\1)?", layout.strip())
    return not (match and has_boxes(int(match[1])))


def _decoded(data: str) -> str:
    """Undo the percent encoding of a link."""
    if "%" not in data:
        return data
    from urllib.parse import unquote  # a tenth of the start, and few links need it

    return unquote(data)


def _packed(data: str, ignore: Collection[str]) -> Puzzle:
    from .links.fpuzzles import read_link_data

    return _mended(data, lambda packed: read_link_data(packed, ignore))


def _mended(data: str, read: Callable[[str], Puzzle]) -> Puzzle:
    """Read the payload of a link, undoing what browsers and servers do to it.

    Some collapse // to /: slashes are doubled, as few as possible, until the payload can be read.
    """
    data = _decoded(data).strip().replace(" ", "+").replace("-", "/").replace("$", "=")
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
