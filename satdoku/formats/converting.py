"""Convert a puzzle to another program's format, and report what the format cannot express.

>>> convert("12..34..........", "json")
'{"puzzle": "12..34..........", "layout": "4x4"}'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypedDict

from ..board import Puzzle
from ..errors import LayoutError, PuzzleError
from ..layout import Layout
from ..listing import Listing
from ..suggest import meant
from .metadata import ABOUT, about, state
from .table import FORMATS, PARTS, SYNONYMS, Format, loaded
from .text.reader import PuzzleLike, parse

if TYPE_CHECKING:
    from .text.line_blocks import Boards

#: Formats in which a puzzle can be written, by name (commands write the tables).
FORMS = {name: row for name, row in FORMATS.items() if row.writer}
#: Names of the parts that can be lost.
SAID = {"placed": "which digits are placed, not given", "candidates": "candidates that are gone"}


def convert(puzzle: PuzzleLike, to: str = "json", *, lossy: bool = False) -> str:
    """Return the puzzle in one of `FORMS`, by name, as the content of a complete file.

    lossy: omit the rules that the format cannot express. Raises `LayoutError` for a board or a rule
    that the format cannot express, `PuzzleError` for an unknown format.
    """
    form = format_named(to)
    writing = Writing(form, lossy)
    text = writing.text(parse(puzzle))
    return "\n".join(part for part in (writing.head, text, form.foot) if part)


def written(puzzle: Puzzle, form: str, first: bool = True) -> str:
    """Return the puzzle in a format, without header and footer. first: nothing precedes it."""
    row = FORMS[form]
    return ("" if first else row.apart) + row.write(puzzle)


def format_named(name: str) -> Format:
    """Return the format of that name; raise `PuzzleError` for an unknown one."""
    known = meant(name, (*FORMS, *SYNONYMS), "form", PuzzleError)
    return FORMS[SYNONYMS.get(known, known)]


@dataclass
class Writing:
    """Writes puzzles in one format and counts in `lost`, by name, what the format cannot express.

    head: the header, known after the first puzzle. shared: the metadata in the header, for all
    puzzles.
    """

    form: Format
    lossy: bool = False
    head: str = ""
    count: int = 0

    def __post_init__(self) -> None:
        self.lost: dict[str, int] = {}
        self.shared: dict[str, str] | None = None

    def text(self, puzzle: Puzzle) -> str:
        """Return the puzzle without header and footer."""
        self.count += 1
        if self.form.head and self.shared is None:
            self.shared, self.head = about(puzzle), loaded(self.form.head)(puzzle)
        if puzzle.kept:
            self._count(list(self._unsaid(puzzle)))
        try:
            return self.form.write(puzzle)
        except LayoutError as error:
            fewer, gone = without_lost_rules(puzzle, self.form)
            if not gone:
                raise
            if not self.lossy:
                raise LayoutError(f"{error}; --lossy leaves out {_few(gone)}") from None
            self._count([name if name == "symbols" else f"the rule {name}" for name in gone])
            return self.form.write(fewer)

    def block(self, boards: Boards) -> str | None:
        """Return the text of boards of one layout; None if they must be written one by one."""
        if not self.form.many or boards.others is not None:
            return None
        counts = Counter[str]() if boards.kept is None else Counter(boards.kept.tolist())
        empty = Puzzle((0,) * boards.layout.cell_count, boards.layout)
        puzzles = [(replace(empty, kept=kept), n) for kept, n in counts.items() if kept]
        parts = {"placed", "candidates", *ABOUT} & self.form.carries
        if parts and puzzles:
            return None
        try:
            text: str = loaded(self.form.many)(boards.texts, boards.layout)
        except LayoutError:
            return None
        for puzzle, count in puzzles:
            self._count(list(self._unsaid(puzzle)), count)
        self.count += len(boards.cells)
        if self.form.head and self.shared is None:
            self.shared, self.head = {}, loaded(self.form.head)(Puzzle((0,) * 81))
        return text

    def _unsaid(self, puzzle: Puzzle) -> Iterator[str]:
        carried = self.form.carries
        for name, value in about(puzzle).items():
            of_all = name in carried and (name != "comment" or self.form.name != "opensudoku-2")
            if name not in carried or (self.shared and of_all and self.shared.get(name) != value):
                yield name
        for part, there in zip(("placed", "candidates"), state(puzzle), strict=True):
            if there and part not in carried:
                yield SAID[part]

    def _count(self, names: list[str], puzzles: int = 1) -> None:
        for name in names:
            self.lost[name] = self.lost.get(name, 0) + puzzles


def without_lost_rules(puzzle: Puzzle, form: Format) -> tuple[Puzzle, list[str]]:
    """Return (the puzzle with only the rules that the format can express, the names of the others).

    If the format cannot even express the board, no names are returned.
    """
    layout, gone = puzzle.layout, list[str]()
    if not layout.has_usual_symbols and "symbols" not in form.carries:
        layout, gone = replace(layout, symbols=""), ["symbols"]
    bare = replace(layout, constraints=(), extra_houses=())
    if not _writes(form, Puzzle(puzzle.cells, bare)):
        usual = layout.is_square and Layout.of_size(layout.size, layout.symbols)
        if not usual or usual == bare or not _writes(form, Puzzle(puzzle.cells, usual)):
            return puzzle, []
        bare, gone = usual, [*gone, "regions"]
    houses = [
        house
        for house in layout.extra_houses
        if "houses" in form.carries
        and _writes(form, Puzzle(puzzle.cells, replace(bare, extra_houses=(house,))))
    ]
    gone += [house.kind for house in layout.extra_houses if house not in houses]
    fewer = Puzzle(puzzle.cells, replace(bare, extra_houses=tuple(houses)), puzzle.kept)
    for rule in layout.constraints:  # a format may have two rules, but not both at once
        kept = (*fewer.constraints, rule)
        more = replace(fewer, layout=replace(fewer.layout, constraints=kept))
        if "rules" in form.carries and _writes(form, more):
            fewer = more
        else:
            gone.append(rule.kind)
    return fewer, sorted(set(gone))


def _writes(form: Format, puzzle: Puzzle) -> bool:
    try:
        form.write(puzzle)
    except LayoutError:
        return False
    return True


def _few(names: list[str]) -> str:
    return ", ".join(names[:5]) + (", …" if len(names) > 5 else "")


class FormatRecord(TypedDict):
    """ends: extensions of its files. parts: parts of a puzzle that the format can hold. about: the
    metadata that the format can hold."""

    name: str
    title: str
    ends: list[str]
    parts: list[str]
    about: list[str]
    written: bool


def puzzle_formats() -> Listing[FormatRecord]:
    """Return the list of formats: name, title, file extensions and what each can express."""
    rows: list[FormatRecord] = [
        {
            "name": row.name,
            "title": row.title,
            "ends": list(row.ends),
            "parts": [part for part in PARTS if part in row.carries],
            "about": sorted(row.carries - {*PARTS}),
            "written": bool(row.writer) or row.name in ("csv", "parquet"),
        }
        for row in FORMATS.values()
    ]
    shown = tuple(
        (
            row.name,
            " ".join(f".{end}" for end in row.ends),
            " ".join(part for part in PARTS if part in row.carries) or "9x9",
            row.title,
        )
        for row in FORMATS.values()
    )
    return Listing("formats", ("name", "files", "carries", "title"), tuple(rows), shown)
