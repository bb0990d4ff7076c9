"""Sheets of puzzles as PDF, SVG or PNG: typst sets the pages, with the drawings of `svg.py`.

Only typst's bundled fonts and those of a given folder are used: the same puzzles and options give
the same bytes on any machine (with the same version of typst).

typst caches what it has read, and takes longer per page in large documents. So more than `WHOLE`
puzzles are set in parts, each in a process of its own, and the parts are joined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import chain, islice
from math import lcm
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ...backends.base import Clock
from ...board import Puzzle
from ...constraints.rules_text import untold
from ...errors import PuzzleError, SatdokuError
from ...formats.text.reader import PuzzleLike, parse_each
from ...frozen import frozen
from ...languages import telling, translator
from ...layout import Layout
from ...phrases import Name, phrase
from ...suggest import meant
from .legibility import alike_in_black
from .papers import COVERS, GRIDS, HALVES, PAPERS
from .typesetting import IllegibleError, Press

SOLUTIONS = ("back", "below", "apart", "none")
#: Steps of the solution path to show: none, those beyond singles, all.
PATHS = ("none", "hard", "all")
FONT = "Libertinus Serif"
#: The values that fields of a sheet may have.
CHOICES: dict[str, Collection[object]] = {
    "per_page": GRIDS, "paper": PAPERS, "solutions": SOLUTIONS, "path": PATHS,
}  # fmt: skip
#: Columns and rows.
Grid = tuple[int, int]
#: Told at the foot of pages with ratings, or in the introduction of a book.
RATED = "A puzzle's rating is that of its hardest step: 1.0 is the easiest."
#: Maximum number of puzzles set as a whole, and number per part if there are more.
WHOLE, PART = 240, 120


if TYPE_CHECKING:
    from ...logic.difficulty.rating import Rating


@frozen
class Chapter:
    """A page before puzzle number `first`: title, paragraphs, rules of all its puzzles, which are
    not printed at each of them, and a solved board as their example."""

    first: int
    title: str
    text: Sequence[str] = ()
    rules: Sequence[str] = ()
    example: Puzzle | None = None


@frozen
class Sheet:
    """The layout of pages.

    per_page: 1, 2, 4, 6, 9 or 12. paper: a4, a5 or letter. booklet: two half-size pages per side,
    in folding order. solutions: on pages at the back, upside down below the puzzles, apart (in a
    separate document) or none. candidates: show candidates in blank cells. path: the solution steps
    to show on separate pages: none, hard (beyond singles) or all. colour: of digits that are not
    given, "#rrggbb". font: of texts; digits: of digits in boards, "" for the same. labels: texts
    next to the number of each puzzle. links: the link in the QR code of each puzzle. cover: lines
    below the title on a cover page. cover_file: a picture or PDF to use as cover. introduction:
    paragraphs, the first a heading. note: at the foot of each page. chapters: in order; with them,
    pages have running heads and name the page of each solution (in documents of up to `WHOLE`
    puzzles). language: of the fixed words and rules (see `languages`). template: a typst file to
    use instead of ours. fonts: a folder.

    >>> import satdoku
    >>> sheet = satdoku.Sheet(per_page=4, paper="a5")
    >>> sheet.per_page, sheet.solutions
    (4, 'back')
    """

    per_page: int = 1
    paper: str = "a4"
    landscape: bool = False
    large: bool = False
    booklet: bool = False
    title: str = ""
    author: str = ""
    numbered: bool = True
    solutions: str = "back"
    candidates: bool = False
    path: str = "none"
    font: str = FONT
    digits: str = ""
    language: str = "en"
    colour: str = ""
    template: str = ""
    fonts: str = ""
    labels: Sequence[str] = ()
    links: Sequence[str] = ()
    cover: Sequence[str] | None = None
    cover_file: str = ""
    introduction: Sequence[str] = field(default=())
    note: str = ""
    chapters: Sequence[Chapter] = field(default=())

    def __post_init__(self) -> None:
        for name, known in CHOICES.items():
            value = getattr(self, name)
            if value not in known:
                raise PuzzleError(
                    phrase(
                        "{name!s} {value!r}: choose {names!s}",
                        name=name,
                        value=value,
                        names=", ".join(map(str, known)),
                    )
                )
        translator(self.language)
        if self.cover_file and not self.cover_file.lower().endswith(COVERS):
            raise PuzzleError(
                phrase(
                    "cover {name!r}: give a file of {names!s}",
                    name=self.cover_file,
                    names=", ".join(COVERS),
                )
            )
        if self.colour and not re.fullmatch(r"#[0-9a-fA-F]{6}", self.colour):
            raise PuzzleError(
                phrase("colour {colour!r}: write #rrggbb, such as #7a0019", colour=self.colour)
            )
        if self.booklet and self.landscape:
            raise PuzzleError("the pages of a booklet are portrait: leave out landscape")

    @property
    def grid(self) -> Grid:
        """(columns, rows) of puzzles on a page."""
        return self._turned(GRIDS[self.per_page])

    @property
    def solved_grid(self) -> Grid:
        """(columns, rows) of solutions on a page."""
        return self._turned(GRIDS[6 if self.large or self.booklet else 12])

    def _turned(self, grid: Grid) -> Grid:
        return (grid[1], grid[0]) if self.landscape else grid

    @property
    def page_shape(self) -> float:
        """The approximate ratio of width to height of a page's content area."""
        return 1.4 if self.landscape else 0.7

    @property
    def folded_width(self) -> float:
        """The width of a booklet's sides in points: the longer side of the paper."""
        return {"a4": 841.89, "a5": 595.28, "letter": 792.0}[self.paper]

    @property
    def page(self) -> str:
        """The page size by its typst name."""
        return (HALVES if self.booklet else PAPERS)[self.paper]


def sheets(
    puzzles: Iterable[PuzzleLike],
    sheet: Sheet | None = None,
    *,
    form: str = "pdf",
    layout: Layout | str | None = None,
    time_limit: float | None = None,
) -> list[bytes]:
    """Return the pages: one document for form "pdf", one per page for "svg" and "png".

    Solutions that are apart are not included: see `documents`, which raises the same errors.
    layout: of puzzles that are text, as for `parse`. time_limit: in seconds, for all of them.

    >>> import satdoku
    >>> [page[:5] for page in satdoku.sheets(["..1..23..4......"])]
    [b'%PDF-']
    """
    return documents(puzzles, sheet, form=form, layout=layout, time_limit=time_limit)[0]


def documents(
    puzzles: Iterable[PuzzleLike],
    sheet: Sheet | None = None,
    *,
    form: str = "pdf",
    layout: Layout | str | None = None,
    time_limit: float | None = None,
    progress: Callable[[str], object] | None = None,
) -> list[list[bytes]]:
    """Return the document as in `sheets`, and a second one if solutions are apart.

    progress: called with a message after each puzzle that is drawn and each part that is set.
    Raises `EngineError` without typst, or for a template that typst rejects; `PuzzleError` if a
    puzzle whose solution is to be shown does not have exactly one, for a booklet that is not a PDF,
    and for a font that is not available; `TimeLimitReached` after `time_limit` seconds.

    >>> import satdoku
    >>> apart = satdoku.Sheet(solutions="apart")
    >>> [len(pages) for pages in satdoku.documents(["..1..23..4......"], apart, form="svg")]
    [1, 1]
    """
    form = meant(form, ("pdf", "svg", "png"), "form")
    sheet = sheet or Sheet()
    if sheet.booklet and form != "pdf":
        raise PuzzleError("a booklet is a PDF: its pages are put in order for folding")
    boards = parse_each(puzzles, layout)
    some = list(islice(boards, WHOLE + 1))
    if not some:
        raise PuzzleError("no puzzle to print")
    with TemporaryDirectory(prefix="satdoku-") as name:
        press = Press(sheet, form, Path(name), progress or _say_nothing)
        if len(some) <= WHOLE:
            chunks: Iterator[list[Puzzle]] = iter([some])
        else:
            press.apart = True
            chunks = _chunks(chain(some, boards), sheet)
        try:
            return Clock(time_limit).within(lambda: press.documents(chunks))
        except IllegibleError as error:
            raise _advised(error.number, some, sheet) from None


def _say_nothing(message: str) -> None:
    pass


def _advised(number: int, some: list[Puzzle], sheet: Sheet) -> IllegibleError:
    """Return the error that names the most puzzles per page that can be read, or the paper."""
    papers = dict.fromkeys([sheet.paper, *PAPERS])
    sheet = replace(sheet, path="none", solutions="below" if sheet.solutions == "below" else "none")
    for paper in papers:
        for per_page in sorted(GRIDS, reverse=True):
            other = replace(sheet, paper=paper, per_page=per_page)
            is_more = paper == sheet.paper and per_page >= sheet.per_page
            if is_more or not _is_legible(some[:WHOLE], other):
                continue
            if paper == sheet.paper:
                advice = phrase(
                    " at {per_page} per page: at most {most} can be (--per-page)",
                    per_page=sheet.per_page,
                    most=per_page,
                )
                return IllegibleError(number, advice, per_page)
            advice = phrase(
                " on {paper!s}: {per_page} per page can be on {larger!s} (--paper)",
                paper=sheet.paper,
                per_page=per_page,
                larger=paper,
            )
            return IllegibleError(number, advice)
    without = ", leave out the code (--qr)" if sheet.links else ""
    return IllegibleError(number, f" on any paper: shorten its rules{without} or print it yourself")


def _is_legible(some: list[Puzzle], sheet: Sheet) -> bool:
    with TemporaryDirectory(prefix="satdoku-") as name:
        try:
            Press(sheet, "pdf", Path(name), _say_nothing).documents([some])
        except IllegibleError:
            return False
    return True


def _chunks(boards: Iterator[Puzzle], sheet: Sheet) -> Iterator[list[Puzzle]]:
    """Yield parts that end with a full page, both of puzzles and of solutions, or a chapter."""
    columns, rows = sheet.solved_grid
    page = lcm(sheet.per_page, columns * rows)
    whole_pages = max(PART // page, 1) * page
    done = 0
    while True:
        ahead = [chapter.first - 1 - done for chapter in sheet.chapters]
        size = min([whole_pages, *(n for n in ahead if n > 0)])
        chunk = list(islice(boards, size))
        if not chunk:
            return
        done += len(chunk)
        yield chunk


def labelled(
    sheet: Sheet,
    puzzles: Sequence[Puzzle],
    label: str,
    qr: bool,
    tell: Callable[[str], object],
    ratings: Iterable[Rating] = (),
) -> Sheet:
    """Return a sheet with labels and links of puzzles. label: one of `papers.LABELS`; a note says
    what ratings mean. qr: whether puzzles have links; tell: called with a message about each that
    has none, and about rules that cannot be told or told apart. ratings: if known."""
    from ...formats.links.sudokupad_writing import link_for_code
    from ...logic.difficulty.rating import rate

    tell_label = telling(sheet.language)
    labels = list[str]()
    links = list[str]()
    if label != "none":
        for found in ratings or map(rate, puzzles):
            level = Name(found.label)
            both = phrase("{level}, {rating}", level=level, rating=found.rating_text)
            shown = {"level": level, "rating": found.rating_text}
            labels.append(tell_label(shown.get(label, both)))
    if qr:
        for number, puzzle in enumerate(puzzles, 1):
            try:
                links.append(link_for_code(puzzle))
            except SatdokuError as error:
                links.append("")
                tell(f"puzzle {number} has no QR code: {error}")
    layouts = [puzzle.layout for puzzle in puzzles]
    if unsaid := dict.fromkeys(kind for layout in layouts for kind in untold(layout)):
        named = ", ".join(unsaid)
        tell(f"the sheet leaves out some rules: {named}; print them yourself")
    for pair in dict.fromkeys(pair for layout in layouts for pair in alike_in_black(layout)):
        tell(f"{' and '.join(pair)} look alike in black and white: print in colour")
    note = translator(sheet.language)(RATED) if label in ("rating", "both") else sheet.note
    return replace(sheet, labels=labels, links=links, note=note)
