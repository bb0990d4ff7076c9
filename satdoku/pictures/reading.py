"""Boards read from pictures: screenshots, scans and photographs.

`boards_in` finds them, `cells_of` cuts them into cells, `contents_of` says what each cell looks
like, and `chosen` what it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Annotated, NotRequired

import numpy as np

from ..board import Puzzle
from ..errors import ParseError, PuzzleError
from ..formats.converting import convert
from ..formats.metadata import state_text, with_state
from ..frozen import frozen
from ..geometry import Cells
from ..layout import Layout, as_layout
from ..phrases import Name, in_lines, joined, phrase
from ..plurals import plural
from ..record_types import BoardRecord, CellName, Share, TypedDict
from ..render.terminal import drawing
from .cells import cells_of
from .choosing import chosen
from .finding import boards_in
from .lattice import Lattice
from .opencv import Pixels, pixels_of
from .regions import layout_of
from .symbols import Contents, contents_of

#: What is less likely than this is doubtful.
SURE = 0.97
#: Alternatives that are less likely than this are not listed.
LEAST = 0.002
#: Alternatives listed of a cell at most.
MOST_LISTED = 3
#: A grid whose glyphs are hardly digits, their usual probability below this, is no board, unless
#: they make a puzzle with one solution.
NO_BOARD = 0.6


class AlternativeRecord(TypedDict):
    """What a cell may hold instead. symbol: "." for blank. confidence: its probability."""

    symbol: str
    confidence: Share


class DoubtRecord(TypedDict):
    """A cell that is doubtful. symbol: what was read, "." for blank. confidence: its probability.

    alternatives: the likeliest others. looks: the symbol that it looks most like, if another one
    was chosen since it leaves one solution.
    """

    cell: CellName
    symbol: str
    confidence: Share
    alternatives: list[AlternativeRecord]
    looks: NotRequired[str]


class PictureBoardRecord(BoardRecord):
    """A board read from a picture. sure: whether nothing is doubtful, and there is one solution.

    solutions: 0, 1, 2 for several; null if that took too long. doubts: the doubtful cells.
    confidence: of each cell, the probability of what was read. corners: of the board in the
    picture, clockwise from the upper left: [x, y]. regions_seen: whether thick lines show the
    regions; if not, they are the usual ones. candidates: of each cell, the small digits in it;
    doubtful_candidates: those of them that may be wrong: '3r1c2', and '?r1c2' where there may be
    another one. gone: the candidates that are not there, as other commands read them.
    """

    sure: bool
    solutions: Annotated[int | None, ("minimum", 0), ("maximum", 2)]
    doubts: list[DoubtRecord]
    confidence: list[Share]
    corners: list[list[float]]
    regions_seen: bool
    candidates: NotRequired[list[str]]
    doubtful_candidates: NotRequired[list[str]]
    gone: NotRequired[str]


class PictureFileRecord(TypedDict):
    """file: the picture that the board is in."""

    file: str


@frozen
class Doubt:
    """A doubtful cell. symbol: what was read, "." for blank; looks: what it looks most like.

    alternatives: (symbol, probability), the likeliest first.

    >>> import satdoku
    >>> satdoku.Doubt("r1c2", "3", 0.8, "3", (("8", 0.19), (".", 0.01))).text()
    'r1c2 is 3 (80%) or 8 (19%) or blank (1%)'
    """

    cell: str
    symbol: str
    confidence: float
    looks: str
    alternatives: tuple[tuple[str, float], ...] = ()

    def record(self) -> DoubtRecord:
        """Return the doubt for JSON."""
        others: list[AlternativeRecord] = []
        for symbol, share in self.alternatives:
            others.append({"symbol": symbol, "confidence": round(share, 3)})
        found: DoubtRecord = {
            "cell": self.cell,
            "symbol": self.symbol,
            "confidence": round(self.confidence, 3),
            "alternatives": others,
        }
        if self.looks != self.symbol:
            found["looks"] = self.looks
        return found

    def text(self) -> str:
        """Return what was read, and the alternatives, in one line."""
        said = phrase(
            "{cell!s} is {symbol} ({share:.0%})",
            cell=self.cell,
            symbol=_named(self.symbol),
            share=self.confidence,
        )
        if self.looks != self.symbol:
            looks = phrase("it looks more like {symbol}", symbol=_named(self.looks))
            said = phrase("{one}; {next}", one=said, next=looks)
        for symbol, share in self.alternatives:
            other = phrase("{symbol} ({share:.0%})", symbol=_named(symbol), share=share)
            said = phrase("{one} or {next}", one=said, next=other)
        return said


@frozen
class PictureBoard:
    """A board read from a picture: the keys of `PictureBoardRecord`.

    puzzle: with the small digits of its cells as candidates. marks: these, for each cell.
    confidence: the probability of what was read, for each cell. doubtful_marks: (cell, digit), 0
    where there may be another one.

    >>> import satdoku
    >>> board = satdoku.PictureBoard(
    ...     puzzle=satdoku.parse("12..34.........."), solutions=2, confidence=(1.0,) * 16,
    ...     doubts=(), marks=((),) * 16, doubtful_marks=(), corners=(), regions_seen=True)
    >>> board.sure, board.complaint
    (False, 'several solutions: a cell was misread, or the puzzle is not proper')
    """

    puzzle: Puzzle
    solutions: int
    confidence: tuple[float, ...]
    doubts: tuple[Doubt, ...]
    marks: tuple[Cells, ...]
    doubtful_marks: tuple[tuple[int, int], ...]
    corners: tuple[tuple[float, float], ...]
    regions_seen: bool

    @property
    def sure(self) -> bool:
        """Whether nothing is doubtful, and there is exactly one solution."""
        return self.solutions == 1 and not self.doubts and not self.doubtful_marks

    @property
    def complaint(self) -> str:
        """Why it is not sure, in one line; "" if it is."""
        found = []
        if self.solutions != 1:
            found.append(
                phrase(
                    "{solutions}: a cell was misread, or the puzzle is not proper",
                    solutions=COUNTS[self.solutions],
                )
            )
        if self.doubts:
            found.append(phrase("unsure: {what}", what=plural(len(self.doubts), "cell")))
        if self.doubtful_marks:
            digits = plural(len(self.doubtful_marks), "small digit")
            found.append(phrase("unsure: {what}", what=digits))
        return joined(found, "{one}; {next}")

    def record(self) -> PictureBoardRecord:
        """Return what was read, for JSON."""
        layout = self.puzzle.layout
        solutions = self.solutions if self.solutions >= 0 else None
        corners = [[round(x, 1), round(y, 1)] for x, y in self.corners]
        found: PictureBoardRecord = {
            "puzzle": self.puzzle.line,
            "layout": layout.name,
            "sure": self.sure,
            "solutions": solutions,
            "doubts": [doubt.record() for doubt in self.doubts],
            "confidence": [round(share, 4) for share in self.confidence],
            "corners": corners,
            "regions_seen": self.regions_seen,
        }
        if not layout.has_usual_symbols:
            found["symbols"] = layout.symbols
        if any(self.marks):
            found["candidates"] = ["".join(map(layout.symbol, cell)) for cell in self.marks]
            found["gone"] = state_text(self.puzzle).get("gone", "")
        if self.doubtful_marks:
            found["doubtful_candidates"] = self._named_marks()
        return found

    def _named_marks(self) -> list[str]:
        """Return the doubtful marks as '3r1c2'."""
        layout = self.puzzle.layout
        return [
            f"{layout.symbol(digit) if digit else '?'}{layout.cell_name(cell)}"
            for cell, digit in self.doubtful_marks
        ]

    def line(self) -> str:
        """Return the puzzle in one line, which begins with its board if that is not the usual one
        of its size."""
        return convert(self.puzzle, "line")

    def text(self) -> str:
        """Return the board as drawn, and what is doubtful."""
        layout = self.puzzle.layout
        digits = plural(self.puzzle.clues, "digit")
        lines = [joined([Name(layout.name), digits, COUNTS[self.solutions]])]
        lines.append(Name(drawing(self.puzzle, candidates=any(self.marks)).text()))
        if not self.regions_seen:
            lines.append("no thick lines around regions: these are the usual ones")
        lines += [doubt.text() for doubt in self.doubts]
        if self.doubtful_marks:
            names = ", ".join(self._named_marks())
            lines.append(phrase("small digits that may be wrong: {names!s}", names=names))
        if self.sure:
            lines.append("sure of every cell")
        return in_lines(lines)


#: What is said of the number of solutions.
COUNTS = {0: "no solution", 1: "one solution", 2: "several solutions", -1: "solutions not counted"}


def read_picture(
    picture: str | PathLike[str] | bytes, *, layout: Layout | str | None = None
) -> tuple[PictureBoard, ...]:
    """Return the boards in a picture, from the upper left to the lower right.

    picture: a file, or its bytes: PNG, JPEG, WebP, BMP, TIFF or GIF; a screenshot, a scan or a
    photograph. Boards of 4 to 16 rows are found where there are lines between the cells; they may
    be turned by up to 20 degrees, or seen at an angle. layout: of the boards, if they have rules
    that no lines show, or other symbols. What is doubtful is in `PictureBoard.doubts`.

    Needs OpenCV, else `EngineError`. Raises `ParseError` for a file that is no picture, and where
    no board is found.

    >>> import satdoku
    >>> satdoku.read_picture(b"12..34..........")
    Traceback (most recent call last):
    satdoku.ParseError: no picture that can be read: PNG, JPEG, WebP, BMP, TIFF or GIF is expected
    """
    data = picture if isinstance(picture, bytes) else Path(picture).read_bytes()
    pixels = pixels_of(data)
    board = as_layout(layout)
    lattices = boards_in(pixels)
    if not lattices:
        raise ParseError(
            "no board found: the lines between its cells must be visible, and the whole board in "
            "the picture"
        )
    found = []
    problems = []
    for lattice in lattices:
        try:
            found.append(_read(pixels, lattice, board))
        except PuzzleError as error:
            problems.append(str(error))
    if not found:
        raise ParseError(problems[0])
    return tuple(found)


def _read(pixels: Pixels, lattice: Lattice, layout: Layout | None) -> PictureBoard:
    """Return one board; raise `PuzzleError` for a grid that is none, or that does not fit."""
    size = lattice.size
    name = f"a grid of {size} × {size}"
    if layout is not None and (layout.height, layout.width) != (size, size):
        raise PuzzleError(
            phrase(
                "{grid} was found: the layout {board!s} has other lines",
                grid=name,
                board=layout.name,
            )
        )
    symbols, contents = contents_of(cells_of(pixels, lattice), size)
    digits = [one.fit for one in contents if one.glyphs]
    shares = digits or [share for one in contents for _, share in one.marks]
    if not shares:
        raise PuzzleError(phrase("{grid} was found, but no digits in it", grid=name))
    regions_seen = True
    if layout is None:
        layout, regions_seen = layout_of(lattice, symbols)
    choice = chosen([one.shares.tolist() for one in contents], layout)
    usual = sorted(shares)[len(shares) // 2]
    if usual < NO_BOARD and choice.count != 1:
        raise PuzzleError(phrase("{grid} was found, but what it holds are not digits", grid=name))
    doubts = []
    confidence = []
    for cell, digit in enumerate(choice.cells):
        after = choice.shares[cell]
        confidence.append(after[digit])
        if after[digit] < SURE or cell in choice.changed:
            doubts.append(_doubt(cell, digit, contents[cell].digit, after, layout))
    puzzle, marks, doubtful = _with_marks(Puzzle(choice.cells, layout), contents, choice.solution)
    return PictureBoard(
        puzzle=puzzle,
        solutions=choice.count,
        confidence=tuple(confidence),
        doubts=tuple(doubts),
        marks=marks,
        doubtful_marks=doubtful,
        corners=tuple([(float(x), float(y)) for x, y in lattice.quad]),
        regions_seen=regions_seen,
    )


def _with_marks(
    puzzle: Puzzle, contents: Sequence[Contents], solution: Cells
) -> tuple[Puzzle, tuple[Cells, ...], tuple[tuple[int, int], ...]]:
    """Return the puzzle with the small digits as its candidates, these, and the doubtful ones.

    solution: empty if there are none or several.
    """
    marks: list[Cells] = []
    doubtful = []
    gone = []
    for cell, one in enumerate(contents):
        if puzzle.cells[cell] or not one.marks:
            marks.append(())
            continue
        digits = tuple([digit for digit, _ in one.marks])
        marks.append(digits)
        doubtful += [(cell, digit) for digit, share in one.marks if share < SURE]
        # A player rarely excludes what is right; a candidate that was not read looks the same.
        if one.has_more or (solution and solution[cell] not in digits):
            doubtful.append((cell, 0))
        gone += [(cell, d) for d in puzzle.layout.digit_numbers if d not in digits]
    return with_state(puzzle, (), gone), tuple(marks), tuple(doubtful)


def _doubt(cell: int, digit: int, looks: int, after: tuple[float, ...], layout: Layout) -> Doubt:
    """Return the doubt about a cell. after: the probability of blank and of each digit."""
    symbols = "." + layout.symbols
    others = []
    for other in np.argsort(after)[::-1].tolist():
        if other != digit and after[other] >= LEAST:
            others.append((symbols[other], after[other]))
    return Doubt(
        cell=layout.cell_name(cell),
        symbol=symbols[digit],
        confidence=after[digit],
        looks=symbols[looks],
        alternatives=tuple(others[:MOST_LISTED]),
    )


def _named(symbol: str) -> str:
    return "blank" if symbol == "." else symbol
