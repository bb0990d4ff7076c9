"""Convert a puzzle to another program's format, and report what the format cannot express.

>>> convert("12..34..........", "json")
'{"puzzle": "12..34..........", "layout": "4x4"}'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..board import Puzzle
from ..errors import LayoutError, PuzzleError
from ..layout import Layout
from ..listing import Listing
from ..phrases import Name, joined, phrase
from ..record_types import TypedDict
from ..suggest import meant
from .format_table import FORMATS, PARTS, SYNONYMS, TABLES, Format, loaded
from .metadata import ABOUT, DRAWINGS, DRAWN, FOG, about, has_kept, left_out, state
from .text.reader import PuzzleLike, parse

if TYPE_CHECKING:
    from .text.line_blocks import Boards

#: satdoku's formats in which a puzzle can be written, by name (commands write the tables).
TEXT_FORMATS = {name: row for name, row in FORMATS.items() if row.writer}
#: Names of the parts that can be lost.
SAID = {"placed": "which digits are placed, not given", "candidates": "candidates that are gone"}
#: Whose data each format writes back, with all that they show; links to SudokuPad by their code.
#: Our own records have the lit cells.
WRITTEN_BACK = {
    "fpuzzles": "fpuzzles",
    "fpuzzles-link": "fpuzzles",
    "fpuz": "fpuzzles",
    "scl": "sudokupad",
}
SHOWING = ("fpuzzles", "sudokupad")
OF_LIT_CELLS = ("json", "jsonl")


class ConvertedText(str):
    """A puzzle in another program's format.

    left_out: the names of what the format cannot express.

    >>> convert({"puzzle": "12..34..........", "title": "Mine"}, "puzzlink").left_out
    ('title',)
    """

    left_out: tuple[str, ...] = ()


def convert(
    puzzle: PuzzleLike, to: str = "json", *, lossy: bool = False, layout: Layout | str | None = None
) -> ConvertedText:
    """Return the puzzle in one of `TEXT_FORMATS`, by name, as the content of a complete file, and
    in its attribute `left_out` the names of what that cannot express.

    lossy: omit the rules that the format cannot express. Raises `LayoutError` for a board or a rule
    that the format cannot express, `PuzzleError` for an unknown format.

    layout: of a puzzle that is text, as for `parse`.

    >>> import satdoku
    >>> satdoku.convert("..1..23..4......", "line")
    '..1..23..4......'
    """
    target = format_named(to)
    writing = Writing(target, lossy)
    text = writing.text(parse(puzzle, layout))
    parts = filter(None, (writing.head, text, target.foot))
    found = ConvertedText("\n".join(parts))
    found.left_out = tuple(sorted(writing.lost))
    return found


def written(puzzle: Puzzle, format_name: str, first: bool = True) -> ConvertedText:
    """Return the puzzle in a format, without header and footer, and what that cannot express.
    first: nothing precedes it."""
    row = FORMATS[format_name]
    losses = Writing(row)
    losses.notice(puzzle)
    text = row.write(puzzle)
    found = ConvertedText(text if first else row.apart + text)
    found.left_out = tuple(sorted(losses.lost))
    return found


def format_named(name: str) -> Format:
    """Return the format of that name; raise `PuzzleError` for an unknown one."""
    if name not in TEXT_FORMATS and FORMATS.has(name) and FORMATS[name].writer:
        return FORMATS[name]
    if name in TABLES:
        raise PuzzleError(
            phrase(
                "{name!s} is a table of puzzles, not the text of one: `satdoku convert -o "
                "FILE.{name!s}` writes it",
                name=name,
            )
        )
    known = meant(name, (*TEXT_FORMATS, *SYNONYMS), "format", PuzzleError)
    return TEXT_FORMATS[SYNONYMS.get(known, known)]


@dataclass
class Writing:
    """Writes puzzles in one format and counts in `lost`, by name, what the format cannot express.

    head: the header, known after the first puzzle. shared: the metadata in the header, for all
    puzzles.
    """

    target: Format
    lossy: bool = False
    head: str = ""
    count: int = 0

    def __post_init__(self) -> None:
        self.lost: dict[str, int] = {}
        self.shared: dict[str, str] | None = None

    def text(self, puzzle: Puzzle) -> str:
        """Return the puzzle without header and footer."""
        self.count += 1
        if self.target.head and self.shared is None:
            self.shared = about(puzzle)
            self.head = loaded(self.target.head)(puzzle)
        self.notice(puzzle)
        try:
            return self.target.write(puzzle)
        except LayoutError as error:
            fewer, gone = without_lost_rules(puzzle, self.target)
            if not gone:
                raise
            if not self.lossy:
                raise LayoutError(
                    phrase("{error}; --lossy leaves out {few}", error=error, few=_few(gone))
                ) from None
            self._count(
                [
                    name if name == "symbols" else phrase("the rule {name!s}", name=name)
                    for name in gone
                ]
            )
            return self.target.write(fewer)

    def block(self, boards: Boards) -> str | None:
        """Return the text of boards of one layout; None if they must be written one by one."""
        if not self.target.many or boards.others is not None:
            return None
        counts = Counter[str]()
        if boards.kept is not None:
            counts.update(boards.kept.tolist())
        empty = Puzzle((0,) * boards.layout.cell_count, boards.layout)
        puzzles = [(replace(empty, kept=kept), n) for kept, n in counts.items() if kept]
        parts = {"placed", "candidates", *ABOUT} & self.target.carries
        if parts and puzzles:
            return None
        try:
            text: str = loaded(self.target.many)(boards.texts, boards.layout)
        except LayoutError:
            return None
        for puzzle, count in puzzles:
            self.notice(puzzle, count)
        self.count += len(boards.cells)
        if self.target.head and self.shared is None:
            self.shared = {}
            self.head = loaded(self.target.head)(Puzzle((0,) * 81))
        return text

    def notice(self, puzzle: Puzzle, puzzles: int = 1) -> None:
        """Count what the format cannot express of the data with so many puzzles."""
        if puzzle.kept:
            self._count(list(self._unsaid(puzzle)), puzzles)

    def _unsaid(self, puzzle: Puzzle) -> Iterator[str]:
        carried = self.target.carries
        shared = self.shared or {}
        for name, value in about(puzzle).items():
            # The second version of OpenSudoku has a comment for each puzzle.
            is_shared = name != "comment" or self.target.name != "opensudoku-2"
            contradicts = is_shared and bool(shared) and shared.get(name) != value
            if contradicts or name not in carried:
                yield name
        for part, there in zip(("placed", "candidates"), state(puzzle), strict=True):
            if there and part not in carried:
                yield SAID[part]
        yield from sorted(self._unshown(puzzle))

    def _unshown(self, puzzle: Puzzle) -> set[str]:
        """Return the names of what the puzzle shows beside its rules and the format does not."""
        if not any(has_kept(puzzle, name) for name in SHOWING) and not left_out(puzzle):
            return set()
        from .links.shown import shown
        from .links.sudokupad_writing import shortest

        form = shortest(puzzle) if self.target.name == "sudokupad-link" else self.target.name
        written_back = WRITTEN_BACK.get(form)
        unshown = {what for name in SHOWING if name != written_back for what in shown(puzzle, name)}
        names = left_out(puzzle)
        is_drawn = any(name == DRAWINGS or name.startswith(DRAWN) for name in names)
        if is_drawn and not (written_back and has_kept(puzzle, written_back)):
            unshown.add(DRAWINGS)
        if self.target.name in OF_LIT_CELLS:
            unshown.discard(FOG)
        return unshown

    def _count(self, names: list[str], puzzles: int = 1) -> None:
        for name in names:
            self.lost[name] = self.lost.get(name, 0) + puzzles


def parts_of_cells(puzzle: Puzzle) -> list[str]:
    """Return the names of what a puzzle has in its cells beside given digits and rules.

    >>> parts_of_cells(parse({"puzzle": "1...............", "candidates": {"r1c2": [2, 3]}}))
    []
    """
    if not puzzle.kept:
        return []
    from .links.shown import shown

    names = {what for name in SHOWING for what in shown(puzzle, name)}
    names |= {SAID[part] for part, there in zip(SAID, state(puzzle), strict=True) if there}
    return sorted(names)


def without_lost_rules(puzzle: Puzzle, target: Format) -> tuple[Puzzle, list[str]]:
    """Return (the puzzle with only the rules that the format can express, the names of the others).

    If the format cannot even express the board, no names are returned.
    """
    layout = puzzle.layout
    gone = []
    if not layout.has_usual_symbols and "symbols" not in target.carries:
        layout = replace(layout, symbols="")
        gone.append("symbols")
    bare = replace(layout, constraints=(), extra_houses=())
    if not _writes(target, Puzzle(puzzle.cells, bare)):
        usual = layout.is_square and Layout.of_size(layout.size, layout.symbols)
        if not usual or usual == bare or not _writes(target, Puzzle(puzzle.cells, usual)):
            return puzzle, []
        bare = usual
        gone.append("regions")
    houses = []
    for house in layout.extra_houses:
        with_it = Puzzle(puzzle.cells, replace(bare, extra_houses=(house,)))
        if "houses" in target.carries and _writes(target, with_it):
            houses.append(house)
        else:
            gone.append(house.kind)
    fewer = Puzzle(puzzle.cells, replace(bare, extra_houses=tuple(houses)), puzzle.kept)
    for rule in layout.constraints:  # a format may have two rules, but not both at once
        kept = (*fewer.constraints, rule)
        more = replace(fewer, layout=replace(fewer.layout, constraints=kept))
        if "rules" in target.carries and _writes(target, more):
            fewer = more
        else:
            gone.append(rule.kind)
    return fewer, sorted(set(gone))


def _writes(target: Format, puzzle: Puzzle) -> bool:
    try:
        target.write(puzzle)
    except LayoutError:
        return False
    return True


def _few(names: list[str]) -> str:
    listed = joined(map(Name, names[:5]))
    return phrase("{named}, …", named=listed) if len(names) > 5 else listed


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
    """Return the list of formats: name, title, file extensions and what each can express.

    >>> import satdoku
    >>> [row["name"] for row in satdoku.puzzle_formats()][:3]
    ['line', 'grid', 'json']
    """
    records: list[FormatRecord] = []
    shown = []
    for row in FORMATS.values():
        parts = [part for part in PARTS if part in row.carries]
        records.append(
            {
                "name": row.name,
                "title": row.title,
                "ends": list(row.ends),
                "parts": parts,
                "about": sorted(row.carries.difference(PARTS)),
                "written": bool(row.writer) or row.name in TABLES,
            }
        )
        ends = " ".join(f".{end}" for end in row.ends)
        shown.append((row.name, ends, joined(parts, "{one} {next}") or "9x9", row.title))
    return Listing("formats", ("name", "files", "carries", "title"), tuple(records), tuple(shown))
