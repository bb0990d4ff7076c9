"""SudokuPad's own JSON (`scl`, `ctc`): a drawing in which only regions and cages have a meaning.

Other drawn elements (lines, circles, arrows) may be rules that only the text explains: they are
kept as data, and named (`metadata.without_drawings`).

Source: the format as read in github.com/SudokuPad/sudokutools (facts only).

Links hold it in a short form (`unzipped`): property names are short and unquoted, texts in single
quotes, t and f stand for true and false, colours lack the #; an empty object in a list is omitted.

>>> unzipped("{ce:[[,{v:5}]],metadata:{t:'It\\\\'s'},cs:64}")
{'cells': [[{}, {'value': 5}]], 'metadata': {'title': "It's"}, 'cellSize': 64}
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ...board import Puzzle
from ...constraints.constraint import Constraint
from ...errors import ParseError
from ...geometry import Cells
from ...layout import Layout
from ...phrases import phrase
from ...record_types import Record
from ..metadata import CELLS_BESIDES, FOG, keeping, unknown_rule, without_drawings
from ..text.json_text import json_of
from .payloads import mended, unpack

FORMAT_NAME = "sudokupad"
#: Drawn elements that may stand for rules.
DRAWN = ("lines", "arrows", "underlays", "overlays")
#: Keys of fog, which hides parts of the board while solving and restricts no digit.
FOG_KEYS = ("foglight", "foglink", "triggereffect")
#: Keys that the puzzle itself expresses.
MEANT = ("cells", "regions", "cages")
MEANT_IN_CELLS = ("value", "given")
RULES = {"antiknight": "anti-knight", "antiking": "anti-king"}
MOST_SIDE = 49


def read_sudokupad(code: str, ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of a code that begins with `scl` or `ctc`."""
    return mended(code[3:], lambda packed: _read_packed(packed, ignore))


def _read_packed(packed: str, ignore: Collection[str]) -> Puzzle:
    text = unpack(packed)
    try:
        data = json.loads(text)
    except RecursionError:
        raise ParseError("JSON that is nested too deeply") from None
    except ValueError:
        data = unzipped(text)
    return read_json(data, ignore)


def read_json(data: Any, ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of SudokuPad's JSON; drawings named in `ignore` do not count as rules."""
    with json_of("SudokuPad"):
        puzzle, cages = _read(data, ignore)
    besides = {key: value for key, value in data.items() if key not in MEANT}
    if cages:
        besides["cages"] = cages
    if marks := _marks(data["cells"]):
        besides[CELLS_BESIDES] = marks
    rules = str((data.get("metadata") or {}).get("rules") or "")
    drawn = [key for key in DRAWN if data.get(key)]
    left_out = without_drawings(drawn, ignore, rules)
    if any(map(data.get, FOG_KEYS)):
        left_out.append(FOG)
    left_out += [name for name in data.get("global") or [] if name in ignore]
    return keeping(puzzle, FORMAT_NAME, besides, left_out)


def _marks(rows: list[list[Record]]) -> Record:
    """Return what cells hold beside a given, by their names."""
    found = {}
    for r, row in enumerate(rows, 1):
        for c, cell in enumerate(row, 1):
            marks = {key: some for key, some in cell.items() if some and key not in MEANT_IN_CELLS}
            if marks:
                found[f"R{r}C{c}"] = marks
    return found


def _read(data: Record, ignore: Collection[str]) -> tuple[Puzzle, list[Any]]:
    """Return the puzzle, and the cages without a meaning for digits."""
    rows = data["cells"]
    height = len(rows)
    width = len(rows[0])
    is_even = all(len(row) == width for row in rows)
    if not is_even or min(height, width) < 1 or max(height, width) > MOST_SIDE:
        raise ParseError(
            phrase(
                "the cells are not a board of 1 to {most_side!s} rows and columns",
                most_side=MOST_SIDE,
            )
        )
    meta = data.get("metadata") or {}
    regions = data.get("regions") or []
    marks = [-1] * (height * width)
    for index, region in enumerate(regions):
        for r, c in region:
            if not (0 <= r < height and 0 <= c < width):
                raise ParseError("a region has a cell outside the board")
            marks[r * width + c] = index
    lines = not meta.get("norowcol")
    largest = max(map(len, regions), default=0)
    if not lines and not largest:
        raise ParseError("a board without rows, columns and regions: its digits are unknown")
    size = max(height, width, largest) if lines else largest
    own = tuple(marks) if regions else ()
    layout = Layout(size, own, height=height, width=width, lines=lines)
    rules = [Constraint(kind) for kind in _kinds(data.get("global") or [], meta, ignore)]
    drawn = []
    for cage in data.get("cages") or []:
        cells = tuple(r * width + c for r, c in cage.get("cells") or [])
        found = _cage(cage, cells, layout)
        rules += found
        if not found:
            drawn.append(cage)
    first_digit = layout.digits[0]
    digits = []
    for row in rows:
        for cell in row:
            value = cell.get("value")
            digits.append(int(value) + 1 - first_digit if value else 0)
    return Puzzle(tuple(digits), layout.with_constraints(*rules)), drawn


def _kinds(listed: list[Any], meta: Record, ignore: Collection[str]) -> list[str]:
    """Return the kinds of the rules of the whole board, listed or among the metadata."""
    flags = [key for key in RULES if meta.get(key)]
    kinds = []
    for name in dict.fromkeys([*listed, *flags]):
        if name in ignore:
            continue
        if name not in RULES:
            raise unknown_rule(name)
        kinds.append(RULES[name])
    return kinds


def _cage(cage: Record, cells: Cells, layout: Layout) -> list[Constraint]:
    """Return the constraints of a cage: distinct digits if it is unique, its sum if it has one."""
    text = str(cage.get("sum") or cage.get("value") or "").strip()
    number = (int(text),) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else ()
    if not cells or (cage.get("hidden") and not cage.get("unique")):
        return []
    if cage.get("unique", True):
        in_order = tuple(sorted(cells))
        is_house = any(house.cells == in_order for house in layout.houses)
        if is_house and not number:
            return []
        return [Constraint("killer", cells, number)]
    return [Constraint("sum", cells, number)] if number else []


#: short name → property
LONG = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor",
    "ce": "cells", "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width",
    "h": "height", "v": "value", "vd": "videos", "l": "lines", "r": "rounded", "re": "regions",
    "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints", "t": "title",
    "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip
WORDS = {"t": True, "f": False, "true": True, "false": False, "null": None, "#0": "#000000",
         "#F": "#FFFFFF"}  # fmt: skip
TOKEN = re.compile(r"""'(?:[^\\']|\\.)*'|"(?:[^\\"]|\\.)*"|[\[\]{}:,]|[^\[\]{}:,'"]+""", re.DOTALL)


def unzipped(text: str) -> Any:
    """Return the value; raise `ParseError` for invalid text."""
    tokens = TOKEN.findall(text)
    try:
        # What no token covers was skipped by the search.
        if sum(map(len, tokens)) < len(text):
            raise ValueError
        return json.loads("".join(_as_json(tokens)), strict=False)
    except RecursionError:
        raise ParseError("JSON that is nested too deeply") from None
    except ValueError:
        raise ParseError("the link's shortened JSON is not valid") from None


def _as_json(tokens: Sequence[str]) -> Iterator[str]:
    """Yield the tokens as JSON writes them, with what was omitted."""
    previous = ["", *tokens[:-1]]
    following = [*tokens[1:], ""]
    for before, token, after in zip(previous, tokens, following, strict=True):
        if token in (",", "]") and before in (",", "["):
            yield "{}"
        elif token in (",", "}") and before == ":":
            yield '""'
        if token in "[]{}:,":
            if token != "," or after != "}":
                yield token
        elif after == ":":
            name = json.loads(_quoted(token), strict=False) if _is_quoted(token) else token
            if name == token and not re.fullmatch(r"[\w-]+", name):
                raise ValueError
            yield json.dumps(LONG.get(name, name))
        elif _is_quoted(token):
            yield _quoted(token)
        else:
            yield json.dumps(_bare(token))


def _is_quoted(token: str) -> bool:
    return token[0] in "'\""


def _quoted(token: str) -> str:
    """Return a text, in either kind of quotes, as JSON writes it."""
    inside = token[1:-1].replace("\\'", "'")
    escaped = re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', inside)
    return f'"{escaped}"'


def _bare(word: str) -> Any:
    if word in WORDS:
        return WORDS[word]
    if re.fullmatch(r"-?\d{1,15}", word, re.ASCII):
        return int(word)
    if re.fullmatch(r"-?\d*\.?\d+(?:[eE][-+]?\d{1,3})?", word, re.ASCII):
        return float(word)
    return "#" + word if re.fullmatch(r"[0-9a-fA-F]{6}", word) else word
