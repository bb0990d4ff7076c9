"""Read the JSON of f-puzzles, in which setters exchange variants, and its links.

An unknown key is an error that names it: without the rule, the puzzle would be a different one.
Drawings (lines, circles, texts, cosmetic cages) that do not repeat a rule are kept and named,
unless the rules text only says that normal rules apply: `metadata.without_drawings`.

Source: the format as read in github.com/SudokuPad/sudokutools (facts only).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ...board import Puzzle
from ...constraints.constraint import Constraint
from ...errors import ParseError, SatdokuError
from ...geometry import Cells, Place, square
from ...layout import Layout
from ...layout_data import default_box
from ...phrases import phrase
from ...plurals import a_board
from ...record_types import Record
from ..metadata import CELLS_BESIDES, FOG, keeping, unknown_rule, without_drawings
from ..text.json_text import json_of
from .payloads import Damaged, mended, unpack

FORMAT_NAME = "fpuzzles"
#: keys without a meaning for digits
COSMETIC = {
    "size", "title", "author", "ruleset", "grid", "solution", "highlightConflicts",
    "successMessage", "line", "rectangle", "circle", "text", "disabledlogic",
    "truecandidatesoptions", "negative", "msgcorrect", "metadata",
}  # fmt: skip
#: Drawings, whose meaning at most the rules text explains.
DRAWN = ("cage", "line", "rectangle", "circle", "text")
#: flag → the name of a rule or of houses
FLAGS = {
    "diagonal+": "", "diagonal-": "", "antiknight": "anti-knight", "antiking": "anti-king",
    "disjointgroups": "disjoint", "nonconsecutive": "no-other-difference",
    "selftaxicab": "anti-taxicab",
}  # fmt: skip
NEGATIVES = {"ratio": "no-other-ratio", "xv": "no-other-xv"}
#: key → kind, for entries with lines
LINES = {
    "thermometer": "thermometer", "slowthermometer": "slow-thermometer", "palindrome": "palindrome",
    "renban": "renban", "whispers": "whisper", "regionsumline": "region-sum-line",
    "betweenline": "between", "entropicline": "entropic", "modularline": "modular",
    "nabner": "nabner", "doublearrow": "double-arrow", "zipperline": "zipper", "lockout": "lockout",
    "sumline": "sum-line",
}  # fmt: skip
#: key → kind, for entries with one cell each
MARKS = {kind: kind for kind in ("odd", "even", "minimum", "maximum")}
#: key → kind, for entries with cells and possibly a number
CELLS = {
    "killercage": "killer", "extraregion": "distinct", "difference": "difference", "ratio": "ratio",
    "sum": "sum", "rowindexer": "row-indexer", "columnindexer": "column-indexer",
    "boxindexer": "box-indexer",
}  # fmt: skip
#: key → kind, for clues outside the board
OUTSIDE = {
    "sandwichsum": "sandwich", "xsum": "x-sum", "skyscraper": "skyscraper",
    "numberedroom": "numbered-room",
}  # fmt: skip
#: kind → key: of entries, and of flags
KEYS = {kind: key for table in (LINES, MARKS, CELLS, OUTSIDE) for key, kind in table.items()}
FLAG_OF = {"non-consecutive": "nonconsecutive"} | {kind: key for key, kind in FLAGS.items()}
#: Fog hides parts of the board while solving; it restricts no digit. As keys, and as the beginning
#: of a cosmetic cage's text.
FOG_KEYS = ("fogofwar", "foglight", "foglink")
FOG_CAGES = ("FOW", "FOGLIGHT")
#: Steps (down, across) from a clue outside the board: along rows and columns, and along diagonals.
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIRECTIONS = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}
#: Keys of a cell that belong to the puzzle.
MEANT_IN_CELLS = {"value", "given", "region", "givenPencilMarks"}
#: kinds with a number that a line of f-puzzles stores as its value
VALUED = {"whisper", "modular", "lockout", "sum-line"}
#: The sum of a sum line without a value.
USUAL_SUM = 10
#: Roman numerals that stand between two cells for their sum.
ROMAN = {"I": 1, "V": 5, "X": 10}


def read_fpuzzles(data: Record, ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of f-puzzles' JSON; keys in `ignore` are omitted.

    Raises `ParseError` for anything unknown.
    """
    with json_of("f-puzzles"):
        return _FPuzzlesReader(data, ignore).puzzle()


def read_link(data: str, ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of a link's payload (`load=…`), or of a code of SudokuPad (`fpuz…`)."""
    if data.startswith("id="):
        raise ParseError("a short link of f-puzzles holds no puzzle: open it and take ?load=…")
    packed = re.sub(r"^(load=|fpuzzles|fpuz)", "", data).split("&")[0]
    return mended(packed, lambda packed: read_fpuzzles(unpacked(packed), ignore))


def unpacked(packed: str) -> Record:
    """Return the JSON object that LZString compressed; raise `ParseError` for other data."""
    try:
        data = json.loads(unpack(packed))
    except RecursionError:
        raise ParseError("the decompressed JSON is nested too deeply") from None
    except SatdokuError:
        raise
    except ValueError:
        raise Damaged("the data is damaged: decompressed, it is not valid JSON") from None
    if not isinstance(data, dict):
        raise ParseError("the data does not hold a puzzle")
    return data


class _FPuzzlesReader:
    def __init__(self, data: Record, ignore: Collection[str]) -> None:
        self.data = data
        known = COSMETIC | {"arrow", "littlekillersum", "xv", "clone", "quadruple", "cage"}
        known |= {*FLAGS, *LINES, *MARKS, *CELLS, *OUTSIDE, *FOG_KEYS, *ignore}
        for key, value in data.items():
            # An unknown rule that is left out would make another puzzle, so it is an error; empty
            # entries say nothing.
            if value and key not in known:
                raise unknown_rule(key)
        self.ignore = set(ignore)
        self.n = int(data["size"])
        self.rows = data["grid"]
        widths = [len(row) for row in self.rows]
        if not 1 <= self.n <= 49 or widths != [self.n] * self.n:
            raise ParseError(
                phrase("the grid is not a board of {side!s}x{side!s} cells", side=self.n)
            )

    def puzzle(self) -> Puzzle:
        """Return the complete puzzle."""
        n = self.n
        layout = self._board()
        diagonals = {
            "diagonal-": range(0, n * n, n + 1),
            "diagonal+": [n - 1 + i * (n - 1) for i in range(n)],
        }
        for flag, diagonal in diagonals.items():
            if self._entry(flag):
                names = ",".join(map(layout.cell_name, diagonal))
                layout = layout.with_houses(f"house:{names}")
        if self._entry("disjointgroups"):
            layout = layout.with_houses("disjoint")
        rules = list(self._rules())
        layout = layout.with_constraints(*rules)
        puzzle = Puzzle(tuple(self._digits()), layout)
        return keeping(puzzle, FORMAT_NAME, self._besides(), self._left_out(rules))

    def _digits(self) -> Iterator[int]:
        """Yield the given of each cell, 0 for none."""
        for row in self.rows:
            for cell in row:
                is_given = cell.get("given") and cell.get("value")
                yield int(cell["value"]) if is_given else 0

    def _left_out(self, rules: list[Constraint]) -> list[str]:
        """Return the names of what the puzzle omits: rules to ignore, fog, and drawings that do not
        repeat a rule."""
        names = [key for key in self.data if key in self.ignore and self.data[key]]
        fog = any(map(is_fog, self.data.get("cage") or []))
        if fog or any(map(self.data.get, FOG_KEYS)):
            names.append(FOG)
        read = {key: value for key, value in self.data.items() if key not in self.ignore}
        drawn = drawings(read, rules, self.n)
        rules_text = str(self.data.get("ruleset") or "")
        return names + without_drawings(drawn, self.ignore, rules_text)

    def _besides(self) -> Record:
        """Return the data beyond rules and givens."""
        drawn = COSMETIC | self.ignore | {"cage", *FOG_KEYS}
        drawn -= {"size", "grid", "negative"}
        kept = {key: value for key, value in self.data.items() if key in drawn and value}
        marks = {}
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                some = {k: v for k, v in cell.items() if v and self._is_besides(k, cell)}
                if some:
                    marks[f"R{r + 1}C{c + 1}"] = some
        if marks:
            kept[CELLS_BESIDES] = marks
        return kept

    @staticmethod
    def _is_besides(key: str, cell: Record) -> bool:
        """Whether a cell's key holds colours, notes, or digits placed by a solver."""
        return key not in MEANT_IN_CELLS or (key == "value" and not cell.get("given"))

    def _board(self) -> Layout:
        n = self.n
        height, width = default_box(n)
        regions = []
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                box = r // height * (n // width) + c // width
                region = cell.get("region", box)
                regions.append(-1 if region is None else int(region))
        has_regions = any("region" in cell for row in self.rows for cell in row)
        return Layout(n, tuple(regions) if has_regions or height > 1 else ())

    def _entry(self, key: str) -> Any:
        return None if key in self.ignore else self.data.get(key)

    def _cell(self, text: str) -> int:
        return _cell(text, self.n)

    def _cells(self, texts: list[str]) -> Cells:
        return tuple(self._cell(text) for text in texts)

    def _seen(self, text: str) -> Cells:
        """Return the row or column seen by a clue outside the board."""
        for step in STRAIGHT:
            cells = square(self.n).ray(_place(text), step)
            if len(cells) == self.n:
                return cells
        raise ParseError(phrase("{text!r} is not beside the board", text=text[:20]))

    def _rules(self) -> Iterator[Constraint]:
        for key in self.data:
            entries = self._entry(key)
            if not entries:
                continue
            if key in FLAGS:
                # Diagonals and disjoint groups are houses of the layout: `puzzle` has added them.
                if FLAGS[key] not in ("", "disjoint"):
                    yield Constraint(FLAGS[key])
            elif key == "negative":
                yield from self._negatives(entries)
            elif key not in COSMETIC and key not in FOG_KEYS:
                for entry in entries:
                    yield from self._rule(key, entry)
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                if marks := cell.get("givenPencilMarks"):
                    digits = tuple(map(int, marks))
                    yield Constraint("candidates", (r * self.n + c,), digits)

    def _negatives(self, names: list[str]) -> Iterator[Constraint]:
        """Yield the rules for neighbours without a mark; ratios: one rule per marked ratio."""
        for name in names:
            if name in self.ignore:
                continue
            if name not in NEGATIVES:
                raise unknown_rule(name, "negative rule")
            numbers = set()
            if name == "ratio":
                for entry in self.data.get("ratio") or []:
                    mark = str(entry.get("value") or 2)
                    numbers.add(int(mark))
            for number in sorted(numbers or {2}):
                values = () if number == 2 else (number,)
                yield Constraint(NEGATIVES[name], (), values)

    def _rule(self, key: str, entry: Record) -> Iterator[Constraint]:
        value = str(entry.get("value") or "").strip()
        number: tuple[int, ...] = ()
        if re.fullmatch(r"\d{1,4}", value, re.ASCII):
            number = (int(value),)
        if key in LINES:
            kind = LINES[key]
            if kind == "sum-line" and not number:
                number = (USUAL_SUM,)
            values = number if kind in VALUED else ()
            for line in entry["lines"]:
                yield Constraint(kind, self._cells(line), values)
        elif key in MARKS:
            yield Constraint(MARKS[key], (self._cell(entry["cell"]),))
        elif key in CELLS:
            cells = self._cells(entry["cells"])
            if value and not number:
                raise ParseError(
                    phrase(
                        "{key!s} has the value {value!r}, which is not a number",
                        key=key,
                        value=value[:20],
                    )
                )
            values = () if "indexer" in key else number
            # A sum without its number restricts nothing.
            if key != "sum" or number:
                yield Constraint(CELLS[key], cells, values)
        elif key in OUTSIDE and number:
            yield Constraint(OUTSIDE[key], self._seen(entry["cell"]), number)
        elif key == "arrow":
            # The digits of a pill are read as a number from left to right or from above, however it
            # was drawn.
            head = tuple(sorted(self._cells(entry["cells"])))
            pill = (len(head),) if len(head) > 1 else ()
            for line in entry["lines"]:
                shaft = self._cells(line[1:])
                yield Constraint("arrow", (*head, *shaft), pill)
        elif key == "littlekillersum" and number:
            yield Constraint("little-killer", self._diagonal(entry), number)
        elif key == "xv" and value:
            total = self._xv(value)
            yield Constraint("pair-sum", self._cells(entry["cells"]), (total,))
        elif key == "clone":
            first = self._cells(entry["cells"])
            second = self._cells(entry["cloneCells"])
            yield Constraint("clone", (*first, *second))
        elif key == "quadruple" and entry.get("values"):
            digits = tuple(int(d) for d in entry["values"])
            yield Constraint("quadruple", self._cells(entry["cells"]), digits)

    def _xv(self, value: str) -> int:
        """Return the sum that a mark stands for: V, X, XV, or another Roman numeral."""
        marks = [ROMAN.get(mark, 0) for mark in value.upper()]
        if 0 in marks or len(marks) > 10:
            raise ParseError(
                phrase(
                    "a mark {value!r} between cells: X, V and other Roman numerals are known",
                    value=value[:10],
                )
            )
        total = 0
        for mark, after in zip(marks, [*marks[1:], 0], strict=True):
            # As Roman numerals are read: IV is 4.
            total += -mark if mark < after else mark
        return total

    def _diagonal(self, entry: Record) -> Cells:
        if entry.get("cells"):
            return self._cells(entry["cells"])
        step = DIRECTIONS[entry["direction"]]
        return square(self.n).ray(_place(entry["cell"]), step)


def _parts(rule: Constraint) -> tuple[Cells, ...]:
    """Return the groups of cells on which an editor draws a rule."""
    if rule.kind != "clone":
        return (rule.cells,)
    half = len(rule.cells) // 2
    return rule.cells, rule.cells[:half], rule.cells[half:]


def _cell(text: str, n: int) -> int:
    r, c = _place(text)
    if not (0 <= r < n and 0 <= c < n):
        raise ParseError(
            phrase("{text!r} is not a cell of {board}", text=text[:20], board=a_board(n))
        )
    return r * n + c


def _place(text: str) -> Place:
    match = re.fullmatch(r"R(\d{1,2})C(\d{1,2})", text)
    if not match:
        raise ParseError(phrase("{text!r} is not a cell: write R1C1", text=text[:20]))
    return int(match[1]) - 1, int(match[2]) - 1


def drawings(data: Record, rules: Iterable[Constraint], n: int) -> list[str]:
    """Return the keys of drawings that are neither fog nor repeat one of these rules."""
    known = {frozenset(part) for rule in rules for part in _parts(rule)}
    drawn = []
    for key in DRAWN:
        others = [one for one in data.get(key) or [] if not (key == "cage" and is_fog(one))]
        if not all(_repeats(one, known, n) for one in others):
            drawn.append(key)
    return drawn


def _repeats(drawing: Record, known: set[frozenset[int]], n: int) -> bool:
    """Whether a drawing shows a rule that was read: as the editor marks it, or on its cells."""
    if drawing.get("fromConstraint") or drawing.get("isNewConstraint"):
        return True
    lines = drawing.get("lines") or [drawing.get("cells") or []]
    try:
        places = [frozenset(_cell(name, n) for name in names) for names in lines if names]
        return known.issuperset(places)
    except ParseError:  # beside the board
        return False


def is_fog(cage: Record) -> bool:
    """Whether a cosmetic cage describes fog."""
    return str(cage.get("value") or "").upper().startswith(FOG_CAGES)
