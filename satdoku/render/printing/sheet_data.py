"""The data for the sheet template: layout options, and the puzzles with their picture files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...board import Puzzle
from ...constraints.rules_text import rules_of
from ...errors import PuzzleError, library
from ...languages import contracted, telling, translator
from ...operations.random_grids import random_grid
from ...operations.solving import solutions
from ...phrases import phrase
from ...plurals import plural
from ...record_types import Record
from ..picture.board import INK
from ..picture.pieces import LABEL_SIZE, UNSCALED
from ..picture.svg import FOUND, picture, puzzle_picture
from .legibility import SMALLEST_SUM, least_height_of_step, least_scale, least_scale_solved
from .slots import Slot, slots

if TYPE_CHECKING:
    from .sheets import Chapter, Sheet

#: In centimetres: size of a small QR code, and of a module of a dense one.
SMALLEST_CODE, MODULE = 1.8, 0.04
MASK = 6
COVER = "cover.svg"
#: The fields of a sheet that the template reads as they are.
AS_THEY_ARE = (
    "title", "author", "landscape", "large", "numbered", "font", "colour", "language", "note",
    "solutions",
)  # fmt: skip
#: The words of the template.
WORDS = {
    "solutions": "Solutions", "path": "Solution path of {}", "where": "solution: page {}",
    "contents": "Contents", "example": "Example",
}  # fmt: skip


def drawn(
    boards: Sequence[Puzzle],
    first: int,
    sheet: Sheet,
    folder: Path,
    progress: Callable[[str], object],
) -> list[Record]:
    """Return the puzzles as the template reads them, numbered from `first`, and write their
    pictures to the folder; with a cover, also a grid that is not one of their solutions; and the
    examples of chapters. progress: called with a message after each puzzle."""
    if sheet.cover_file:
        shutil.copy(sheet.cover_file, folder / _cover(sheet))
    elif sheet.cover is not None:
        grid = random_grid(boards[0].layout.without_constraints())
        _write(folder / COVER, puzzle_picture(grid, numbered=False), sheet)
    for chapter in sheet.chapters:
        if chapter.example is not None and first <= chapter.first < first + len(boards):
            drawing = puzzle_picture(chapter.example, numbered=False, noted=False)
            _write(folder / _example(chapter), drawing, sheet)
    records = list[Record]()
    for number, puzzle in enumerate(boards, first):
        records.append(_drawn(puzzle, number, sheet, folder))
        progress(phrase("{puzzles} drawn", puzzles=plural(number, "puzzle")))
    return records


def _drawn(puzzle: Puzzle, number: int, sheet: Sheet, folder: Path) -> Record:
    """Write the pictures of a puzzle, and return what the template needs."""
    record: Record = {"number": number, "picture": f"p{number}.svg", "solved": "", "qr": ""}
    _write(folder / record["picture"], _unsolved(puzzle, sheet), sheet)
    record["least"] = {record["picture"]: least_scale(puzzle, sheet)}
    if sheet.solutions != "none":
        record["solved"] = f"s{number}.svg"
        record["least"][record["solved"]] = least_scale_solved(sheet)
        grid = puzzle if puzzle.is_full else _solution(puzzle, number)
        drawing = puzzle_picture(
            puzzle, grid, numbered=False, noted=False, large=sheet.large, summed=False
        )
        _write(folder / record["solved"], drawing, sheet)
    record["extent"] = [puzzle.layout.height, puzzle.layout.width]
    record["qr_size"] = 0.0
    link = _of_puzzle(sheet.links, number)
    if link:
        record["qr"] = f"q{number}.svg"
        record["qr_size"] = _qr(link, folder / record["qr"])
    record["label"] = _of_puzzle(sheet.labels, number)
    record["rules"] = " ".join(_own_rules(puzzle, number, sheet))
    record["path"] = list(_path(puzzle, number, sheet, folder))
    return record


def _unsolved(puzzle: Puzzle, sheet: Sheet) -> str:
    """Return the picture of a puzzle for a person to solve."""
    if not sheet.candidates:
        return puzzle_picture(puzzle, numbered=False, noted=False, large=sheet.large)
    from ...logic.position import Position

    return picture(Position.of(puzzle), givens=puzzle, noted=False, numbered=False)


def _of_puzzle(texts: Sequence[str], number: int) -> str:
    """Return the text of a puzzle, by its number; "" if the texts end before."""
    return texts[number - 1] if number <= len(texts) else ""


def _own_rules(puzzle: Puzzle, number: int, sheet: Sheet) -> list[str]:
    """Return the rules to print below a puzzle: none if its chapter's page has them."""
    translated = rules_of(puzzle.layout, translator(sheet.language))
    rules = [contracted(rule, sheet.language) for rule in translated]
    begun = [chapter for chapter in sheet.chapters if chapter.first <= number]
    if begun and rules == [*begun[-1].rules]:
        return []
    return rules


def _solution(puzzle: Puzzle, number: int) -> Puzzle:
    found = list(solutions(puzzle, limit=2))
    if len(found) == 1:
        return found[0]
    problem = "more than one solution" if found else "no solution"
    raise PuzzleError(
        phrase(
            "puzzle {number} has {problem}, and none can be printed: use --solutions none; "
            "`satdoku diagnose` shows why",
            number=number,
            problem=problem,
        )
    )


def _path(puzzle: Puzzle, number: int, sheet: Sheet, folder: Path) -> Iterator[Record]:
    """Yield the steps to show: picture, heading and sentence of each."""
    if sheet.path == "none":
        return
    from ...logic.explain import explain
    from ...logic.step_text.rule_sentences import step_name
    from ...logic.step_text.sentences import sentence

    tell = telling(sheet.language)
    high = least_height_of_step(puzzle.layout)
    found = explain(puzzle)
    for k, (position, step) in enumerate(found.positions(), 1):
        if step.is_single and sheet.path == "hard":
            continue
        name = f"t{number}-{k}.svg"
        drawing = picture(position, step, puzzle, noted=False)
        _write(folder / name, drawing, sheet)
        head = f"{k}. {tell(step_name(step.name))} ({step.rating_text})"
        text = tell(sentence(position.theory, step))
        yield {"picture": name, "head": head, "text": text, "high": high}


def sheet_content(
    sheet: Sheet, puzzles: list[Record], kind: str, first_page: int, place: int
) -> Record:
    """Return the content of `sheet.json`. kind: "all", or only "puzzles", "solutions" or "paths";
    first_page: the number of its first page; place: 1 for the first part, 2 for the last, 3 for
    both, 0 for neither."""
    columns, rows = sheet.grid
    solved_columns, solved_rows = sheet.solved_grid
    chapters, placed = _chapters(sheet, puzzles)
    translate = translator(sheet.language)
    boards = [puzzle["extent"] for puzzle in puzzles]
    is_whole = kind == "all"
    content = {name: getattr(sheet, name) for name in AS_THEY_ARE}
    content |= {
        "paper": sheet.page,
        "words": {word: translate(text) for word, text in WORDS.items()},
        "per_page": columns * rows,
        "columns": columns,
        "rows": rows,
        "part": kind,
        "first_page": first_page,
        "is_first": False,
        "is_last": is_whole or bool(place & 2),
        "solved_per_page": solved_columns * solved_rows,
        "solved_columns": solved_columns,
        "solved_rows": solved_rows,
        "cover_picture": COVER,
        "cover_file": "",
        "cover": None,
        "introduction": [],
        "chapters": chapters,
        "contents": [[chapter.first, chapter.title] for chapter in sheet.chapters],
        "puzzles": puzzles,
        "slots": placed,
        "solved_slots": slots(boards, solved_columns, solved_rows, sheet.page_shape),
        "smallest_sum": SMALLEST_SUM,
        "label": LABEL_SIZE,
        "unscaled": UNSCALED,
    }
    if is_whole or place & 1:
        content["is_first"] = True
        content["cover_file"] = _cover(sheet)
        content["introduction"] = list(sheet.introduction)
        if sheet.cover is not None:
            content["cover"] = list(sheet.cover)
    return content


def _chapters(sheet: Sheet, puzzles: list[Record]) -> tuple[list[Record], list[list[Slot]]]:
    """Return the chapters of these puzzles, of which the first may have begun before them, and the
    slots of all pages."""
    first = puzzles[0]["number"]
    last = puzzles[-1]["number"]
    begun = [chapter for chapter in sheet.chapters if chapter.first <= first]
    more = [chapter for chapter in sheet.chapters if first < chapter.first <= last]
    shown: Sequence[Chapter | None] = [*begun[-1:], *more] or [None]
    starts = [0, *(chapter.first - first for chapter in more), len(puzzles)]
    records = list[Record]()
    pages = list[list[Slot]]()
    for chapter, (start, stop) in zip(shown, pairwise(starts), strict=True):
        boards = [puzzle["extent"] for puzzle in puzzles[start:stop]]
        own = slots(boards, *sheet.grid, sheet.page_shape)
        for page in own:
            # slots number the puzzles of the chapter, the template those of the part
            pages.append([[index + start, *place] for index, *place in page])
        record = _opening(chapter, first)
        record["pages"] = len(own)
        records.append(record)
    return records, pages


def _opening(chapter: Chapter | None, first: int) -> Record:
    """Return what the template needs of a chapter's page; begins: whether it is in this part."""
    if chapter is None:
        return {"title": "", "begins": False}
    example = ""
    if chapter.example is not None:
        example = _example(chapter)
    return {
        "title": chapter.title,
        "begins": chapter.first >= first,
        "first": chapter.first,
        "text": list(chapter.text),
        "rules": list(chapter.rules),
        "example": example,
    }


def _example(chapter: Chapter) -> str:
    return f"e{chapter.first}.svg"


def _cover(sheet: Sheet) -> str:
    if not sheet.cover_file:
        return ""
    return f"cover{Path(sheet.cover_file).suffix.lower()}"


def _write(path: Path, drawing: str, sheet: Sheet) -> None:
    font = sheet.digits or sheet.font
    drawing = drawing.replace("Helvetica, Arial, sans-serif", font)
    drawing = drawing.replace(FOUND, sheet.colour or INK)
    path.write_text(drawing, "utf-8")


def import_segno() -> Any:
    """Import the QR code library; raise `EngineError` if it is not installed."""
    return library("segno", "QR codes need segno")


def _qr(link: str, path: Path) -> float:
    """Draw the code; return the width in centimetres at which a phone can read it."""
    # Trying all eight masks would take longer than everything else; readers accept any mask.
    code = import_segno().make(link, error="l", micro=False, mask=MASK)
    code.save(str(path), border=2)
    modules, _ = code.symbol_size(border=2)
    return max(SMALLEST_CODE, MODULE * int(modules))
