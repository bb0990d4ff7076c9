"""`satdoku read`: puzzles from pictures."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import ParseError
from ...layout import Layout
from ...phrases import Name, phrase
from ...sanitize import shown
from ..command import from_table
from ..messages import tell
from ..stream.output import Output
from ..stream.writing import WrittenAnswer

if TYPE_CHECKING:
    from ...pictures.reading import PictureBoard


@from_table("read", "text", "line", "json")
def command(pictures: tuple[str, ...], form: str, layout: Layout | None, output: str | None) -> int:
    """Read puzzles from screenshots, scans and photographs.

    Digits, and small digits as candidates. Prints each board, and what is unsure with its
    alternatives; of doubtful digits those are chosen that leave one solution. Exit status 1 if
    something is unsure. The lines between cells must be visible. --layout adds rules that no lines
    show. Needs OpenCV (pip install opencv-python-headless).
    \f
    satdoku read photo.png
    satdoku read photo.png --format line | satdoku solve -
    satdoku read photo.png --layout 9x9+diagonal --format json
    """
    if not pictures:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("give a picture, or - for standard input")
        pictures = ("-",)
    if pictures.count("-") > 1:
        raise click.UsageError("standard input can be read only once")
    return Output(output, form, {}).write(_answers(pictures, form, layout), "reading")


def _answers(
    pictures: tuple[str, ...], form: str, layout: Layout | None
) -> Iterator[WrittenAnswer]:
    """Yield the boards of each picture."""
    from ...pictures.reading import read_picture

    for name in pictures:
        source = "standard input" if name == "-" else name
        try:
            boards = read_picture(_content(name), layout=layout)
        except ParseError as error:
            raise ParseError(error.problem, source=source) from None
        for number, board in enumerate(boards, 1):
            place = source
            if len(boards) > 1:
                place = f"{source}, board {number} of {len(boards)}"
            yield _answer(board, place, source, form)


def _content(name: str) -> bytes:
    """Return the bytes of a file, or of standard input."""
    if name == "-":
        return sys.stdin.buffer.read()
    return Path(name).read_bytes()


def _answer(board: PictureBoard, place: str, source: str, form: str) -> WrittenAnswer:
    """Return what is printed of one board; place: the picture, and which of its boards."""
    problem = ""
    if form == "json":
        record = {**board.record(), "file": source}
        text = json.dumps(record, ensure_ascii=False)
    elif form == "line":
        text = board.line()
        if not board.sure:
            problem = phrase(
                "{where}: {problem}", where=Name(shown(place)), problem=board.complaint
            )
    else:
        text = f"{shown(place)}: {tell(board.text())}"
    return WrittenAnswer(text, problem, ok=board.sure)
