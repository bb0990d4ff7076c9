"""Sheets of puzzles as PDF, SVG or PNG: pages by typst from the one drawing of `svg.py`.

Only the fonts that come with typst, and those of a folder that is named, are used: the same puzzles
and options are the same bytes on any machine (and the same version of typst).
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..board import Puzzle
from ..errors import EngineError, PuzzleError
from ..formats.reader import as_puzzle
from ..operations.solving import solution
from .plan import said
from .svg import puzzle_picture

PAPERS = {"a4": "a4", "a5": "a5", "letter": "us-letter"}
#: Puzzles a page: (columns, rows) upright.
GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
SOLUTIONS = ("back", "below", "apart", "none")
FONT = "Libertinus Serif"
#: Of the digits in boards.
DIGITS = "DejaVu Sans Mono"
TEMPLATE = Path(__file__).with_name("sheet.typ")


@dataclass(frozen=True, slots=True)
class Sheet:
    """How pages look.

    per_page: 1, 2, 4, 6, 9 or 12. paper: a4, a5 or letter. solutions: on pages at the back, below
    the puzzles upside down, apart (in a document of their own) or none. labels: by puzzle, what
    stands beside its number. links: by puzzle, what its QR code opens. cover: lines beneath the
    title on a page of its own. introduction, appendix: paragraphs. template: a file of typst's
    instead of ours. fonts: a folder.
    """

    per_page: int = 1
    paper: str = "a4"
    landscape: bool = False
    large: bool = False
    title: str = ""
    author: str = ""
    numbered: bool = True
    solutions: str = "back"
    font: str = FONT
    digits: str = DIGITS
    template: str = ""
    fonts: str = ""
    labels: Sequence[str] = ()
    links: Sequence[str] = ()
    cover: Sequence[str] | None = None
    introduction: Sequence[str] = field(default=())
    appendix: Sequence[str] = field(default=())

    def __post_init__(self) -> None:
        for name, value, known in (
            ("per_page", self.per_page, GRIDS), ("paper", self.paper, PAPERS),
            ("solutions", self.solutions, SOLUTIONS),
        ):  # fmt: skip
            if value not in known:
                raise PuzzleError(f"{name} {value!r}: choose {', '.join(map(str, known))}")


def sheets(
    puzzles: Iterable[Puzzle | str], sheet: Sheet | None = None, *, form: str = "pdf",
    part: str = "all",
) -> list[bytes]:  # fmt: skip
    """The pages: one document for form "pdf", one for each page for "svg" and "png".

    part: "all", or only "puzzles" or "solutions" (of sheets whose solutions are apart). Raises
    `EngineError` without typst, or for a template that it refuses; `PuzzleError` where a puzzle
    whose solution is to be shown has not one.
    """
    try:
        import typst
    except ImportError:
        raise EngineError("sheets need typst: pip install 'satdoku[print]'") from None
    sheet = sheet or Sheet()
    boards = [as_puzzle(puzzle) for puzzle in puzzles]
    if not boards:
        raise PuzzleError("no puzzle to print")
    with TemporaryDirectory(prefix="satdoku-") as name:
        folder = Path(name)
        told = _told(boards, sheet, part, folder)
        (folder / "sheet.json").write_text(json.dumps(told, ensure_ascii=False))
        shutil.copy(sheet.template or TEMPLATE, folder / "main.typ")
        try:
            compiled: Any = typst.compile
            made = compiled(
                str(folder / "main.typ"), root=name, format=form, ignore_system_fonts=True,
                font_paths=[sheet.fonts] if sheet.fonts else [], ppi=144.0,
            )  # fmt: skip
        except Exception as error:  # typst's own kind
            said_first = str(error).strip().splitlines()[0]
            raise EngineError(f"typst refuses the template: {said_first}") from None
    return made if isinstance(made, list) else [made]


def _told(boards: Sequence[Puzzle], sheet: Sheet, part: str, folder: Path) -> dict[str, Any]:
    """What the template reads, and the pictures beside it."""
    columns, rows = GRIDS[sheet.per_page]
    solved = GRIDS[12]
    if sheet.landscape:
        columns, rows, solved = rows, columns, (solved[1], solved[0])
    puzzles = []
    for number, puzzle in enumerate(boards, 1):
        picture, answer, code = f"p{number}.svg", f"s{number}.svg", ""
        _write(folder / picture, puzzle_picture(puzzle, numbered=False), sheet)
        if sheet.solutions != "none":
            grid = puzzle if puzzle.is_full else solution(puzzle)
            _write(folder / answer, puzzle_picture(puzzle, grid, numbered=False), sheet)
        if number <= len(sheet.links) and sheet.links[number - 1]:
            code = f"q{number}.svg"
            _qr(sheet.links[number - 1], folder / code)
        rules = " ".join(dict.fromkeys(said(c, puzzle.layout) for c in puzzle.constraints))
        label = sheet.labels[number - 1] if number <= len(sheet.labels) else ""
        puzzles.append(
            {
                "number": number, "picture": picture, "solved": answer, "qr": code,
                "label": label, "rules": rules,
            }
        )  # fmt: skip
    return {
        "title": sheet.title, "author": sheet.author, "paper": PAPERS[sheet.paper],
        "landscape": sheet.landscape, "large": sheet.large, "numbered": sheet.numbered,
        "font": sheet.font, "qr_size": 1.8, "per_page": columns * rows, "columns": columns,
        "rows": rows, "solutions": sheet.solutions, "part": part, "solutions_title": "Solutions",
        "solved_per_page": min(12, max(4, len(boards))), "solved_columns": solved[0],
        "solved_rows": solved[1], "cover": None if sheet.cover is None else list(sheet.cover),
        "introduction": list(sheet.introduction), "appendix": list(sheet.appendix),
        "puzzles": puzzles,
    }  # fmt: skip


def _write(path: Path, picture: str, sheet: Sheet) -> None:
    path.write_text(picture.replace("Helvetica, Arial, sans-serif", sheet.digits))


def _qr(link: str, path: Path) -> None:
    try:
        import segno
    except ImportError:
        raise EngineError("QR codes need segno: pip install 'satdoku[print]'") from None
    segno.make(link, error="m", micro=False).save(str(path), border=2)
