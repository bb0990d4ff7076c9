"""Texts that contain their own rules: detect the format and read the puzzle.

- constraint strings and links of Interactive Sudoku Solver;
- lines with a reader in the table of formats: killers, candidates, library and bank entries;
- links and JSON of f-puzzles, SudokuPad links that contain it, SudokuPad's own JSON or its short
  code for classic boards;
- links of puzz.link and Penpa, records of Sudoku-Bench;
- our own records: {"puzzle": …, "layout": …} as printed by the commands, and links to the desk.

>>> read_variant('{"puzzle": "1...............", "layout": "4x4+anti-knight"}').constraints[0].kind
'anti-knight'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from math import isqrt
from typing import Any

from ..board import Puzzle
from ..errors import MALFORMED, LayoutError, ParseError, PuzzleError, SatdokuError
from ..layout import Layout
from ..layout_data import BLANKS
from ..layout_names import has_boxes, need_layer
from ..phrases import phrase
from ..record_types import Record
from .format_table import FORMATS, line_readers, loaded
from .metadata import ADDED, kept_of_record, with_about, with_left_out, with_state_text
from .programs.sdk import HEAD
from .rules_in_text import with_stated_rules, words_of
from .text.json_text import load_json
from .write import with_lit_text

#: Maximum number of characters of JSON.
MOST = 2_000_000
#: Keys of our own records that decide which puzzle it is.
OWN_KEYS = ("puzzle", "layout", "symbols", "constraints")
#: Maximum number of rules that a record lists beside its layout, and of characters of one.
MOST_RULES, LONGEST_RULE = 2_000, 20_000
#: Characters that may follow a link in prose.
AFTER = ".,;:!?)]}>\"'”’"
#: The rows of formats that links, codes in links, and JSON records may have.
LINKS = {re.compile(row.link): row for row in FORMATS.values() if row.link}
CODES = {code: row for row in FORMATS.values() for code in row.codes}
RECORDS = [row for row in FORMATS.values() if row.record]
#: A code in the address of any other host: the last part of it, or the value of a parameter.
CODE_IN_ADDRESS = re.compile(rf"https?://\S{{1,999}}?[/=?#&]((?:{'|'.join(CODES)})[^\s&#]*)")
#: A line above a board that says something of it, perhaps with a link: no puzzle of its own.
HEADER = re.compile(rf"#[{''.join(HEAD)}]")
#: What a line holds or begins with that is worth an attempt; "{" begins a record.
HOLDS = ("://", *(row.holds for row in FORMATS.values() if row.holds))
STARTS = re.compile("|".join(
    ["{", *CODES, *(row.starts for row in FORMATS.values() if row.starts)]))  # fmt: skip


def may_be_variant(line: str) -> bool:
    """Quick test whether a line is worth a full attempt with `read_variant`."""
    if line[:1] == "#" and HEADER.match(line):
        return False
    return any(mark in line for mark in HOLDS) or bool(STARTS.match(line))


def read_variant(
    text: str, ignore: Collection[str] = (), layout: Layout | None = None
) -> Puzzle | None:
    """Return the puzzle of a text that contains its own rules; None for any other text.

    ignore: rules to omit, by their names in the text. layout: of a JSON record that names none.
    Raises `ParseError` if the text is damaged or contains an unknown rule.
    """
    try:
        puzzle = _read(text.strip(), ignore, layout)
        return with_stated_rules(puzzle) if puzzle and ADDED in ignore else puzzle
    except SatdokuError:
        raise
    except MALFORMED:
        raise ParseError(
            "this looks like a variant puzzle, but part of it could not be parsed"
        ) from None


def _read(text: str, ignore: Collection[str], layout: Layout | None) -> Puzzle | None:
    if (code := _of_code(text, ignore)) is not None:
        return code
    links = [] if text.startswith("{") else _links_in(text)
    if len(links) > 1:
        raise ParseError(
            phrase("{number} links of puzzles in one line: write one per line", number=len(links))
        )
    if not links:
        for read in line_readers(text):
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
        if (puzzle := read_record(record, ignore, layout)) is not None:
            return puzzle
        from .record_boards import board_of_record

        return board_of_record(record, layout)
    if links:
        from urllib.parse import unquote

        data = links[0][1].rstrip(AFTER)
        inner = unquote(data)
        if inner.startswith(("https://", "http://")):
            return read_variant(inner, ignore, layout)
        found: Puzzle = loaded(LINKS[links[0].re].reader)(data, ignore)
        return found
    if address := CODE_IN_ADDRESS.search(text):
        from urllib.parse import unquote

        return _of_code(unquote(address[1].rstrip(AFTER)), ignore)
    return None


def _links_in(text: str) -> list[re.Match[str]]:
    """Return the links of a text, without those that have another as the value of a parameter, and
    those within the data of another, such as a title."""
    found = [match for link in LINKS for match in link.finditer(text)]
    outer = [link for link in found if not any(_holds(text, link, other) for other in found)]

    def is_within(link: re.Match[str]) -> bool:
        return any(other.start() < link.start() < other.end() for other in outer)

    return [link for link in outer if not is_within(link)]


def _holds(text: str, outer: re.Match[str], inner: re.Match[str]) -> bool:
    """Whether one link is part of another's address."""
    before = text[outer.start() : inner.start()]
    return before[-1:] in ("=", "/", "?", "&", "#") and len(before.split()) == 1


def read_cells(text: str) -> Puzzle | None:
    """Return the puzzle of a line whose format does not state a layout; None for other text."""
    text = text.strip()
    for read in line_readers(text, of_cells=True):
        if (puzzle := read(text, ())) is not None:
            return puzzle
    return None


def read_sudokupad_link(data: str, ignore: Collection[str]) -> Puzzle:
    """Return the puzzle of a link of SudokuPad, which may hold the code of several formats."""
    found = _of_code(data, ignore)
    if found is None:
        raise ParseError(
            "a short link of SudokuPad holds no puzzle: take one with fpuz…, scl… or scf…"
        )
    return found


def _of_code(text: str, ignore: Collection[str]) -> Puzzle | None:
    """Return the puzzle of a code as in links of SudokuPad; None for other text."""
    row = next((row for code, row in CODES.items() if text.startswith(code)), None)
    if row is None or len(text) < 4 or " " in text.partition("*")[0]:  # a title may follow a star
        return None
    return loaded(row.reader)(text, ignore)  # type: ignore[no-any-return]


def read_record(
    record: Any, ignore: Collection[str] = (), layout: Layout | None = None
) -> Puzzle | None:
    """Return the puzzle of a JSON object: our own record, or JSON of f-puzzles or SudokuPad.

    layout: of a record of our own that names none; None: the board that its size implies.
    """
    if not isinstance(record, Mapping):
        return None
    if not (_is_own(record) or _are_placements(record.get("cells"))):
        for row in RECORDS:
            if row.has_record(record):
                return loaded(row.record_reader)(record, ignore)  # type: ignore[no-any-return]
    line = record.get("puzzle")
    name = record.get("layout")
    if isinstance(line, Mapping):
        return read_record(line, ignore, layout)
    if not isinstance(line, str) or not isinstance(name, str | None):
        return None
    _check_keys(record)
    try:
        symbols = str(record.get("symbols") or "")
        board = Layout.named(name, symbols) if name else layout or _by_length(line, symbols)
        if rules := _rules_of(record):
            if not board.holes and need_layer(rules):
                board = board.with_layer()
                rules = [rule for rule in rules if rule != "layer"]
            board = board.with_constraints(*rules)
        if len(line) not in (board.cell_count, board.board_cells):
            line = "".join(line.split())
        marks = dict.fromkeys(BLANKS, 0)
        marks |= board.digit_of
        cells = tuple([marks[mark] for mark in line]) or (0,) * board.cell_count
        if len(blanks := sorted({mark for mark in line if not marks[mark]})) > 1:
            raise ParseError(
                phrase(
                    "blanks are {one!r} and {other!r}: use only one of them",
                    one=blanks[0],
                    other=blanks[1],
                )
            )
        puzzle = Puzzle(cells, board, kept_of_record(record))
        words = {"ruleset": words_of(record)}
        puzzle = with_about(with_lit_text(puzzle, record), {**record, **words})
        if "to" not in record:  # a record of what was written names what that could not hold
            puzzle = with_left_out(puzzle, record.get("left_out"))
        return with_state_text(puzzle, record)
    except KeyError as mark:
        raise ParseError(
            phrase("{mark!s} in the puzzle is not a symbol of the layout", mark=mark)
        ) from None
    except (LayoutError, PuzzleError) as error:
        raise ParseError(str(error)) from None


def _are_placements(cells: Any) -> bool:
    """Whether these cells are values or records by place, where SudokuPad has rows of records."""
    if not isinstance(cells, list) or not cells:
        return False
    first = cells[0]
    if isinstance(first, list):
        return not isinstance(first[0], Mapping) if first else False
    return not isinstance(first, Mapping) or "row" in first or "r" in first


def read_fragment(data: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the puzzle of a link to the desk: in its fragment, a packed record, or any other with
    percent signs."""
    from urllib.parse import unquote

    from .links.short_records import SIGN, unpacked

    if data.startswith(SIGN):
        return read_record(unpacked(data), ignore)
    return read_variant(unquote(data), ignore)


def _check_keys(record: Mapping[str, Any]) -> None:
    """Raise `ParseError` for a mistyped key: the puzzle would be another without its rules."""
    if others := [key for key in record if key not in OWN_KEYS]:
        from difflib import get_close_matches

        for key in others:
            if near := get_close_matches(key, OWN_KEYS, 1, 0.8):
                raise ParseError(
                    phrase(
                        "unknown key {key!r} of a puzzle: did you mean {near!s}?",
                        key=key[:40],
                        near=near[0],
                    )
                )


def _rules_of(record: Mapping[str, Any]) -> list[str]:
    """Return the rules that a record lists beside its layout: texts, or records with a "text"."""
    rules = record.get("constraints") or []
    if isinstance(rules, int):  # how many there are, in an answer of the desk
        return []
    if not isinstance(rules, list) or len(rules) > MOST_RULES:
        raise ParseError(
            phrase(
                "'constraints' of a record must be a list of at most {most:,}",
                most=MOST_RULES,
            )
        )
    found = []
    for rule in rules:
        text = rule.get("text") if isinstance(rule, Mapping) else rule
        if not isinstance(text, str) or len(text) > LONGEST_RULE:
            raise ParseError("a constraint of a record must be a text: killer:13:r1c1,r1c2")
        found.append(text)
    return found


def _by_length(line: str, symbols: str) -> Layout:
    """Return the board of a line that names none: a square of the usual kind."""
    size = isqrt(len(line))
    if size * size != len(line) or not has_boxes(size):
        raise ParseError(
            phrase(
                "the puzzle has {number} cells: a `layout` must say on which board",
                number=len(line),
            )
        )
    return Layout.of_size(size, symbols)


def is_record(record: Record) -> bool:
    """Whether the JSON object is from f-puzzles, SudokuPad or Sudoku-Bench, not a table row."""
    if _is_own(record) or _are_placements(record.get("cells")):
        return False
    return any(row.has_record(record) for row in RECORDS)


def _is_own(record: Mapping[str, Any]) -> bool:
    return isinstance(record.get("puzzle"), str) and isinstance(record.get("layout"), str)


def begins_record(line: str) -> bool:
    """Whether a JSON object begins here that continues until a brace at the left margin."""
    return bool(re.match(r"\s*\{\s*($|\")", line)) and not line.rstrip().endswith("}")


def names_rules(layout: object) -> bool:
    """Whether a layout name says more than the size of a standard board."""
    if not isinstance(layout, str) or not layout.strip():
        return False
    match = re.fullmatch(r"(\d{1,2})(x\1)?", layout.strip())
    return not (match and has_boxes(int(match[1])))
