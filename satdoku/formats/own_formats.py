"""Formats of the user's own: what is checked when one is loaded, and how a text in one is read.

Such a format is read only where it is named: no text is recognised as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..board import Puzzle
from ..errors import LayoutError, ParseError, PluginError
from ..frozen import frozen
from ..phrases import phrase
from ..plugins import Fault, guarded, must_be, owner_of
from .format_table import FORMATS, PARTS, Format
from .metadata import ABOUT

if TYPE_CHECKING:
    from .text.cells import ReadPuzzle


@frozen
class OwnFormat:
    """A format of your own.

    title: what it is, in a few words. write: returns a puzzle as text, or raises `LayoutError` for
    what the format cannot hold. read: returns the puzzle of a line (None or `ParseError` if there
    is none). carries: what it can hold beside a 9×9 board, separated by blanks: sizes, shapes,
    houses, rules, symbols, placed, candidates, title, author, … whole: `read` gets a whole file,
    and may return several puzzles. apart: what stands between two puzzles of a file.

    >>> OwnFormat("plain", "cells in a line", write=lambda puzzle: puzzle.line).whole
    False
    """

    name: str
    title: str
    write: Callable[[Puzzle], str] | None = None
    read: Callable[[str], Puzzle | Iterable[Puzzle] | None] | None = None
    carries: str = ""
    whole: bool = False
    apart: str = ""


def taken(form: Any, origin: str) -> Format:
    """Return the row of a format; raise `Fault` unless it is one."""
    must_be(form, OwnFormat)
    for words in (form.name, form.title, form.carries, form.apart):
        must_be(words, str)
    if not form.name.strip() or not form.name.isprintable():
        raise Fault("it needs a name of one line")
    if not form.write and not form.read:
        raise Fault("it neither writes nor reads: give it write, read or both")
    carries = frozenset(form.carries.split())
    for part in carries.difference(PARTS, ABOUT):
        raise Fault(f"it carries {part}: known are {', '.join((*PARTS, *ABOUT))}")

    def written(text: Any, _: Puzzle) -> str:
        must_be(text, str)
        if "\n" in text and not form.whole:
            raise Fault("it wrote several lines for a puzzle: say whole=True")
        return str(text)

    def puzzles(found: Any, _: str) -> list[Puzzle]:
        several = [found] if isinstance(found, Puzzle) else list(found or ())
        for puzzle in several:
            must_be(puzzle, Puzzle)
        return several

    owner = owner_of("format", form.name, origin)
    row = Format(form.name, form.title, "", carries=carries, apart=form.apart, whole=form.whole)
    if form.write:
        row = replace(row, writer=guarded(owner, form.write, LayoutError, then=written))
    if form.read:
        reader = guarded(owner, form.read, LayoutError, ParseError, then=puzzles)
        row = replace(row, own_reader=reader)
    return row


def reader_named(name: str) -> Format:
    """Return the format of the user's own that --from names; raise `PluginError` for another."""
    own_name = FORMATS.name_given(name)
    if not FORMATS.has(own_name) or own_name not in FORMATS.own:
        raise PluginError(
            phrase(
                "{name!r} is not a format of your own: satdoku's formats are recognised "
                "without --from",
                name=name,
            )
        )
    form = FORMATS[own_name]
    if not form.own_reader:
        raise PluginError(phrase("the format {name!r} writes, but does not read", name=form.name))
    return form


def read_lines(form: Format, lines: Iterable[str]) -> Iterator[ReadPuzzle]:
    """Yield the puzzles of a text in a format of the user's own, and errors in their places."""
    if form.whole:
        lines = ["".join(line if line.endswith("\n") else f"{line}\n" for line in lines)]
    for number, line in enumerate(lines, 1):
        text = line if form.whole else line.rstrip("\r\n")
        if not text.strip():
            continue
        assert form.own_reader
        try:
            puzzles = form.own_reader(text)
        except (LayoutError, ParseError) as error:
            problem = error.problem if isinstance(error, ParseError) else str(error)
            yield ParseError(f"{form.name}: {problem}", number)
            continue
        if not puzzles:
            yield ParseError(
                phrase("this is not a puzzle in the format {name!s}", name=form.name), number
            )
        for puzzle in puzzles:
            yield number, puzzle
