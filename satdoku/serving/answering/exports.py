"""Export puzzles: text and links of other programs, pictures, sheets, files for solvers."""

from __future__ import annotations

import base64
import io
from dataclasses import replace

from ...backends.base import Clock
from ...board import Puzzle
from ...encodings.files import targets
from ...errors import LayoutError, PuzzleError
from ...formats.converting import TEXT_FORMATS
from ...formats.converting import convert as written
from ...phrases import phrase
from ...record_types import Record
from ...suggest import meant
from .validation import Say, puzzle_of

#: Pictures and sheets.
DRAWN = ("svg", "qr", "pdf", "png")
#: Maximum size in bytes of a solver file that is sent.
MOST_SENT = 20_000_000


def convert(arguments: Record, say: Say) -> Record:
    """`satdoku convert`: {"to", "text", "left_out": what the format cannot hold}."""
    to = meant(arguments["to"], TEXT_FORMATS, "form")
    text = written(puzzle_of(arguments), to, lossy=bool(arguments["lossy"]))
    return {"to": to, "text": text, "left_out": list(text.left_out)}


def export(arguments: Record, say: Say) -> Record:
    """A picture ("svg"), the QR code of its link ("qr"), a sheet ("pdf", "png"), or a file for a
    solver: {"to", and one of "svg", "text", "base64"}."""
    to = meant(arguments["to"], [*DRAWN, *targets.TARGETS], "target")
    puzzle = puzzle_of(arguments)
    clock = Clock(arguments["time_limit"])
    match to:
        case "svg":
            from ...render.picture.svg import puzzle_picture

            return {"to": to, "svg": puzzle_picture(puzzle, language=arguments["language"])}
        case "qr":
            return {"to": to, "svg": code_of(puzzle)}
        case "pdf" | "png":
            sheet = clock.within(lambda: _sheet(puzzle, to, arguments))
            return {"to": to, "base64": base64.b64encode(sheet).decode()}
    return {"to": to} | clock.within(lambda: _for_solver(puzzle, to))


def code_of(puzzle: Puzzle) -> str:
    """Return the QR code (SVG) of a link that opens the puzzle."""
    from ...formats.links.sudokupad_writing import link_for_code
    from ...render.printing.sheet_data import import_segno

    segno = import_segno()
    stream = io.BytesIO()
    made = segno.make(link_for_code(puzzle), error="m", micro=False)
    made.save(stream, kind="svg", border=2, scale=4, xmldecl=False)
    return stream.getvalue().decode()


def _sheet(puzzle: Puzzle, form: str, arguments: Record) -> bytes:
    from ...operations.solving import is_proper
    from ...render.printing.sheets import Sheet, sheets

    head = {name: arguments[name] for name in ("title", "author", "language")}
    sheet = Sheet(numbered=False, solutions="back" if is_proper(puzzle) else "none", **head)
    try:
        return sheets([puzzle], sheet, form=form)[0]
    except PuzzleError:
        if sheet.language == "en":
            raise
        # The usual fonts lack the letters of some languages, and a server is given no others.
        return sheets([puzzle], replace(sheet, language="en"), form=form)[0]


def _for_solver(puzzle: Puzzle, to: str) -> Record:
    from ...encodings.exporting import export as exported

    content = exported(puzzle, to).content
    if len(content) > MOST_SENT:
        raise LayoutError(
            phrase("{size:,} bytes are too many to send: use `satdoku export`", size=len(content))
        )
    if targets.TARGETS[to].binary:
        return {"base64": base64.b64encode(content).decode()}
    return {"text": content.decode()}
