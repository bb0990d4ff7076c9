"""The reader of lines whose meaning does not depend on satdoku's own notation: boards, records,
strings and documents of other programs; `reader.Reader` feeds it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from math import isqrt
from re import IGNORECASE, Match
from re import compile as pattern
from typing import TYPE_CHECKING

from ...board import Puzzle
from ...errors import ParseError
from ...layout import Layout
from ...phrases import phrase
from ...plurals import a_board
from ..iss.names import begins_string, goes_on
from ..programs.gathered import Gathered, begun
from ..programs.sdk import HEAD, Head
from ..variants import MOST, begins_record, may_be_variant, read_cells, read_variant
from .candidate_places import groups_by_place
from .candidates import is_candidates, lacks_some
from .cell_meanings import CandidateGrid, is_matrix, is_table
from .cells import Cells, Companion, ReadPuzzle, ScannedLine
from .companions import with_words
from .decoding import decode
from .drawings import Drawings
from .gathering import Gathering, Numbered
from .grammar import Found
from .lines import LINE_LIMIT, too_long
from .markup import lines_of
from .numbers import OF_BOARDS, without_numbers
from .placements import placed_in
from .refusals import wrong_row
from .rows import GridRows
from .scan import scanner_of
from .sections import (
    BY_COLUMNS,
    heads_solutions,
    role_of_label,
    role_of_name,
    role_of_section,
    tells_apart,
)

if TYPE_CHECKING:
    from ..programs.opensudoku import Document
    from .html_table import HtmlTable

#: What is found: also what belongs to a puzzle above.
Item = ReadPuzzle | Companion


#: What placements on one line have.
OF_PLACEMENTS = pattern(r"[=(\[]")
#: What tables begin with.
BRACKETS = frozenset("<[{")
#: The header of a named section.
SECTION = pattern(r"\[(?!\d+\])(\w+)\]\s*")


#: The address of a link.
ADDRESS = pattern(r"https?://\S+")
#: What stands between the numbers of a program or a table, unless it names a board.
IN_DATA = pattern(r"^(?!.*(?:puzzle|sudoku|grid|board|quiz)).*(?:[,;:\[({]|[a-z]{2})", IGNORECASE)
#: What is said of such numbers.
TABLE = (
    "the digits repeat in too many rows, columns and boxes: a table of numbers, no puzzle; "
    "give its layout if it is one"
)
#: So many lines of prose above a board are kept.
MOST_WORDS = 30


def _spaces(found: Match[str]) -> str:
    """Return as many spaces as the characters found."""
    return " " * len(found[0])


def _is_board(lines: list[ScannedLine] | ParseError | None) -> bool:
    """Whether a line is a board by itself: rows of candidates by places look like boards."""
    if not isinstance(lines, list) or lines[0].kind != "puzzle":
        return False
    return not all(groups_by_place("".join(line.cells.texts)) for line in lines)


class PlainReader:
    """Takes lines, yields puzzles and errors.

    Invariant: `gathering` holds lines that may be one board together; `record` the lines of an
    unclosed JSON object, and `size` their total length; `string` a constraint string that may
    continue, and `string_number` its first line. `role` is what the next board is for
    (`sections`): that of a label above it, or of a named section; `in_section` says which, and
    `has_content` whether that has lines; `heading` is that of all
    boards below without their own. `document` is an open XML document or HTML table, `head`
    the header lines above the next board. `found`: whether there was anything.
    """

    def __init__(self, layout: Layout | None = None, ignore_rules: Collection[str] = ()) -> None:
        self.layout, self.ignore_rules = layout, ignore_rules
        self.drawings = Drawings(layout) if layout is None or not layout.is_regular else None
        self.scanner = scanner_of(layout)
        self.block = GridRows(layout)
        self.gathering = Gathering(layout)
        #: What long lines that are gathered are by themselves.
        self.scanned: dict[Numbered, list[ScannedLine] | ParseError] = {}
        self.record: list[tuple[str, int]] = []
        self.string, self.string_number = "", 0
        #: Comment lines after a part of a constraint string.
        self.remarks: list[tuple[str, int]] = []
        self.document: Document | HtmlTable | Gathered | None = None
        self.head = Head()
        #: The lines of prose since the last board.
        self.words = deque[str](maxlen=MOST_WORDS)
        self.size = 0
        self.role = self.heading = ""
        self.in_section = self.has_sections = self.has_content = False
        self.number = 0
        #: The last line that was a board by itself.
        self.board_line = 0
        self.found = False

    @property
    def is_idle(self) -> bool:
        """Whether no lines are waiting to be joined with the next, except rows of a grid."""
        drawn = self.drawings and (self.drawings.rows or self.drawings.boards)
        return not (self.record or self.document or self.string or self.in_section or drawn)

    @property
    def is_whole(self) -> bool:
        """Whether the lines that are open are a board."""
        return self.block.held is not None or bool(self.gathering.whole())

    @property
    def may_add(self) -> bool:
        """Whether the lines that are open may say more of the puzzle above them."""
        has_lines = self.gathering.lines or self.block.rows
        return bool(has_lines or self.role)

    def takes(self, text: str) -> bool:
        """Whether a line may be part of a board."""
        return self.gathering.takes(text)

    def feed(self, text: str, number: int) -> Iterator[Item]:
        """Handle a line; line numbers must increase."""
        self.number = number
        if len(text) > LINE_LIMIT:
            yield from self.interrupt(too_long(number), number)
        elif document := self.document or self._begun(text):
            yield from self._in_document(document, text, number)
        else:
            yield from self._outside(text, number)

    def _outside(self, text: str, number: int) -> Iterator[Item]:
        """Handle a line outside of an XML or HTML document."""
        if self.drawings and not (self.record or self.string) and not begins_record(text):
            for item in self.drawings.feed(text, number):
                yield from self._from_drawings(item)
        else:
            yield from self._feed(text, number)

    def _begun(self, text: str) -> Document | HtmlTable | Gathered | None:
        """Return the document that begins on this line, if one does."""
        if self.record or not text.strip():
            return None
        if not self.string and (gathered := begun(text)):
            return gathered
        if not BRACKETS.intersection(text):
            return None
        from ..programs.opensudoku import Document, begins_document
        from .html_table import HtmlTable, begins_table

        if begins_document(text):
            return Document()
        plain = self.layout is None or self.layout.is_regular
        return HtmlTable(self.layout) if plain and begins_table(text) else None

    def _in_document(
        self, document: Document | HtmlTable | Gathered, text: str, number: int
    ) -> Iterator[Item]:
        """Handle a line of a document; if it is not a puzzle document, treat its lines as text."""
        self.document = document
        for item in document.feed(text, number):
            if isinstance(item, Found):
                yield from self._settle()
                yield from self._board(item, item.row)
            else:
                yield from self._hand_on(self._laid(item), number)
        if document.is_other:
            self.document = None
            for line, at in document.lines:
                self.number = at
                yield from self._outside(line, at)
            if isinstance(document, Gathered):  # this line is none of its lines
                yield from self.feed(text, number)
        elif document.is_done:
            self.document = None
            if isinstance(document, Gathered):
                yield from self.feed(text, number)
            if not document.path:
                return
            yield from self._outside(text, number)  # the document broke off before this line

    def _from_drawings(self, item: ReadPuzzle | tuple[str, int]) -> Iterator[Item]:
        """Handle a line for other readers, or what was found in a drawing."""
        if isinstance(item, ParseError):
            yield from self._hand_on(item, self.number)
        elif isinstance(item[0], int):
            yield from self._hand_on((item[0], item[1]), self.number)
        else:
            yield from self._feed(*item)

    def _feed(self, text: str, number: int) -> Iterator[Item]:
        """Handle a line that is not part of a drawing."""
        if self.string:
            if text.lstrip().startswith("#") or (self.remarks and not text.strip()):
                self.remarks.append((text, number))
                return
            remarks, self.remarks = self.remarks, []
            if len(self.string) <= MOST and goes_on(self.string, text):
                self._keep_string(text, number)
                return
            yield from self._close_string()
            for remark in remarks:  # of the puzzle that follows
                yield from self._feed(*remark)
        if not self.record and begins_string(text):
            self._keep_string(text, number)
            return
        # No part of a JSON object: the brace above opened none, or it was not closed.
        if self.record and text[:1] not in ' \t"[]{}' and len(text) > 3:
            yield from self._close_record()
            yield from self.feed(text, number)
            return
        if self.record or begins_record(text):
            self.record.append((text, number))
            self.size += len(text)
            if text.startswith("}") or self.size > MOST:
                yield from self._close_record()
        elif may_be_variant(text) and (found := self._variant(text, number)):
            beside = self._beside(text, found)
            if beside:
                yield from self._join(beside, number)
            else:
                yield from self._hand_on(found, number)
        else:
            yield from self._join(text, number)

    def _beside(self, text: str, found: ReadPuzzle) -> str:
        """Return the line without its link, if that stands beside another board: it says where this
        is from, or more of it. "" for other lines."""
        without = ADDRESS.sub(_spaces, text) if "://" in text else ""
        boards = self.scanner.whole_boards(without, self.number)
        if not boards:
            return ""
        cells = decode(boards[0], self.layout, isqrt(len(boards[0]))).cells
        is_same = not isinstance(found, ParseError) and found[1].cells == cells
        return "" if is_same else without

    def _keep_string(self, text: str, number: int) -> None:
        """Keep a line of a constraint string, which may continue on the next."""
        self.string_number = self.string_number if self.string else number
        self.string += "".join(text.split())

    def _close_string(self) -> Iterator[Item]:
        """Read the puzzle of the collected lines of a constraint string."""
        text, self.string = self.string, ""
        if text and (found := self._variant(text, self.string_number)):
            yield from self._hand_on(found, self.string_number)

    def pass_over(self, blanks: set[str]) -> None:
        """Record that further puzzle lines with these blanks followed a puzzle line; they have no
        other effect on the state."""
        self.block.blanks_in_lines |= blanks

    def end(self) -> Iterator[Item]:
        """Finish at the end of the text."""
        if document := self.document:
            self.document = None
            for found in document.end():
                yield from self._hand_on(found, self.number)
            for line, at in document.lines:
                yield from self._outside(line, at)
        if self.drawings:
            for item in self.drawings.end():
                yield from self._from_drawings(item)
        yield from self._close_string()
        yield from self._close_record()
        yield from self._settle()
        yield from self._lines([ScannedLine("prose", Cells(self.number + 1))])
        if self.found:
            return
        if self.drawings and self.drawings.has_layout:
            yield self.drawings.nothing()
            return
        suspects = [error for errors in self.block.suspects.values() for error in errors]
        yield from sorted(suspects, key=lambda error: error.line or 0)
        if not suspects:
            size = self.layout.size if self.layout else 9
            yield ParseError(
                phrase(
                    "no puzzle found: expected {number} cells in a line or {size} rows of {size}, "
                    "with digits and one of . 0 _ * - x for blanks",
                    number=size * size,
                    size=size,
                )
            )

    # -- Texts with their own rules -----------------------------------------------------------

    def _variant(self, text: str, number: int) -> ReadPuzzle | None:
        """Return the puzzle of a text with its own rules, or the error; None for other texts."""
        try:
            if self.layout and (cells := read_cells(text)):
                return self._laid((number, cells))
            puzzle = read_variant(text, self.ignore_rules, self.layout)
        except ParseError as error:
            return ParseError(error.problem, number)
        if puzzle and self.layout not in (None, puzzle.layout):
            problem = "this text includes its own layout: leave out the other one"
            return ParseError(problem, number)
        return (number, puzzle) if puzzle else None

    def _laid(self, found: ReadPuzzle) -> ReadPuzzle:
        """Return a puzzle whose text states only its cells, on the given layout."""
        if isinstance(found, ParseError) or self.layout in (None, found[1].layout):
            return found
        layout, puzzle = self.layout, found[1]
        if (layout.size, layout.cell_count) != (puzzle.layout.size, puzzle.layout.cell_count):
            problem = phrase(
                "{board}, not {name!s}",
                board=a_board(puzzle.layout.name),
                name=layout.without_constraints().name,
            )
            return ParseError(problem, found[0])
        return found[0], replace(puzzle, layout=layout)

    def _hand_on(self, found: ReadPuzzle, number: int) -> Iterator[Item]:
        """Pass on a puzzle that was not read cell by cell, or its error."""
        yield from self._settle()
        yield from self._lines([ScannedLine("prose", Cells(number), 1)])
        self.words.clear()
        if not isinstance(found, ParseError):
            self.block.sizes.add(found[1].layout.size)
        self.found = True
        yield found

    def _close_record(self) -> Iterator[Item]:
        """Read the collected lines of a JSON object."""
        lines, self.record, self.size = self.record, [], 0
        if not lines:
            return
        text, number = "".join(line for line, _ in lines), lines[0][1]
        found = self._variant(text, number) if len(text) <= MOST else None
        if found:
            yield from self._hand_on(found, number)
        else:
            for line, number in lines:
                yield from self._join(line, number)

    # -- Lines that mean something only together ----------------------------------------------

    def _join(self, text: str, number: int) -> Iterator[Item]:
        """Handle a line without rules of its own: all lines that markup makes of it."""
        for part in lines_of(text):
            yield from self._join_one(part, number)

    def _join_one(self, text: str, number: int) -> Iterator[Item]:
        """Handle a line without markup."""
        if not text.isascii():
            text = text.translate(self.scanner.plain)
        text = without_numbers(text)
        if text.startswith("[") and (name := SECTION.fullmatch(text)):
            yield from self._settle()
            yield from self._lines([ScannedLine("prose", Cells(number), 1)])
            self._begin_section(name[1])
            return
        if text[:1] == "#" and text[1:2] in HEAD and "#" not in self.scanner.symbols:
            # What a header says is no board, whatever it looks like.
            yield from self._settle()
            yield from self._take(text, number, [ScannedLine("prose", Cells(number))])
            return
        if self.in_section and self.has_content and not text.strip() and self._ends_section():
            yield from self._settle()
            self.role, self.in_section = "", False
        self.has_content = self.has_content or bool(text.strip())
        if self.role == "other":
            return
        lines = None
        if len(text) >= self.scanner.least and not is_candidates(text):
            lines = self._scanned(text, number)
        is_board = _is_board(lines)
        if is_board and OF_PLACEMENTS.search(text):  # 27 of them have 81 numbers
            is_board = placed_in(text, self.layout) is None
        if is_board or not self.gathering.takes(text):
            yield from self._settle()
            yield from self._take(text, number, lines)
            return
        if not text.strip() and (found := self.gathering.whole()):
            yield from self._settle(found)
            yield from self._take(text, number)
            return
        self.gathering.add(text, number)
        if lines is not None:
            self.scanned[text, number] = lines
        if self.gathering.is_over:
            yield from self._one_by_one()
        elif self.gathering.is_full:
            yield from self._settle()
            self.gathering.is_over = True

    def _begin_section(self, name: str) -> None:
        self.role = role_of_section(name, self.has_sections)
        self.has_sections = self.has_sections or self.role == "puzzle"
        self.in_section, self.has_content = True, False

    def _ends_section(self) -> bool:
        """Whether an empty line ends the section: not between the bands of its board."""
        return self.role == "other" or not self.gathering.lines or bool(self.gathering.whole())

    def _one_by_one(self) -> Iterator[Item]:
        """Handle the gathered lines singly."""
        yield from self._singly(self.gathering.end())
        self.gathering.is_over = True

    def _settle(self, found: list[Found] | None = None) -> Iterator[Item]:
        """Handle the gathered lines; found: the boards that they hold, if that is known."""
        gathering = self.gathering
        if gathering.is_over or not gathering.lines:
            gathering.end()
            return
        boards = gathering.boards() if found is None else found
        lines = gathering.end()
        place = 0
        texts = [text for text, _ in lines]
        lacking = None if boards else lacks_some(texts)
        if not boards and self.layout is None:
            lacking = lacking or wrong_row(texts)
        if lacking:
            at, problem = lacking
            number = lines[at][1]
            yield from self.interrupt(ParseError(problem, number), number)
            return
        for board in boards:
            yield from self._singly(lines[place : board.first])
            names = [text for text, _ in lines[max(place, board.first - 1) : board.row + 1]]
            roles = filter(None, map(role_of_name, names))
            self.role = next(roles, self.role)
            is_bare = not any(map(IN_DATA.search, texts[board.first : board.row + 1]))
            yield from self._board(board, lines[board.row][1], is_bare)
            place = board.last + 1
        yield from self._singly(lines[place:])
        self.scanned.clear()

    def _singly(self, lines: list[Numbered]) -> Iterator[Item]:
        """Handle lines that are no board together, each by itself."""
        for line in lines:
            yield from self._take(*line, self.scanned.get(line))

    def _board(self, board: Found, number: int, is_bare: bool = True) -> Iterator[Item]:
        """Pass on a board of several lines."""
        yield from self._lines([ScannedLine("prose", Cells(number))])
        self.found = True
        what = board.what
        if isinstance(what, ParseError):
            yield ParseError(what.problem, number)
            return
        yield from self.block.has_board(what.layout.size)
        if isinstance(what, Puzzle) and self.head.count:
            what = self.head.of(what, is_drawn=True)
        yield self._in_role(what, number, is_bare=is_bare)
        is_puzzle = isinstance(what, Puzzle) and 0 in what.cells
        for one in board.beside:
            is_solution = is_puzzle and 0 not in one.cells
            yield Companion("solution", one, number) if is_solution else self._in_role(one, number)

    def _in_role(
        self, what: Puzzle | CandidateGrid, number: int, is_drawn: bool = True, is_bare: bool = True
    ) -> Item:
        """Return a board as what its section or its label says that it is.

        is_bare: its cells stand as boards do, not as the numbers of a program or a table.
        """
        role = self.role or self.heading
        is_in_list = not is_drawn and self.board_line == number - 1
        if not is_drawn:
            self.board_line = number
        if not self.in_section:
            self.role = ""
        words = "\n".join(self.words)
        self.words.clear()
        if role == "columns":
            return ParseError(BY_COLUMNS, number)
        if role == "state" or isinstance(what, CandidateGrid):
            return Companion("state", what, number, is_drawn)
        if not role and is_drawn and self.layout is None:
            is_data = not (is_bare or OF_BOARDS.search(words)) and is_table(what)
            if is_data or is_matrix(what):
                return ParseError(TABLE, number)
        what = with_words(what, words)
        if role == "solution" and 0 not in what.cells:
            return Companion(role, what, number, is_drawn)
        if role in ("regions", "aside", "mask", "output"):
            return Companion(role, what, number, is_drawn)
        # Of lines in a list each is a puzzle, though it be a full one.
        if is_in_list or self.in_section:
            return number, what
        return Companion("below", what, number, is_drawn)

    # -- Single lines -------------------------------------------------------------------------

    def _scanned(self, text: str, number: int) -> list[ScannedLine] | ParseError:
        """Return what a line is by itself, or what is wrong with it."""
        try:
            return self.scanner.scan(text, number)
        except ParseError as error:
            return error

    def _take(
        self, text: str, number: int, lines: list[ScannedLine] | ParseError | None = None
    ) -> Iterator[Item]:
        """Handle a line by itself; lines: what it is, if that is known."""
        if lines is None:
            lines = self._scanned(text, number)
        if isinstance(lines, ParseError):
            yield from self.interrupt(lines, number)
            return
        label = ""
        if lines[0].kind == "puzzle":
            label = text[: lines[0].cells.columns[0] - 1].strip(" \t[({\"'`")
            section = self.role
            self.role = role_of_label(label) or section
            is_apart = len(lines) == 1 and tells_apart(label)
            if is_apart:
                self.board_line = 0
            yield from self._lines(lines)
            if self.in_section:
                self.role = section
            if is_apart:  # nor is a bare line below it the next of a list
                self.board_line = 0
        else:
            yield from self._lines(lines)
        if lines[0].kind in ("gap", "prose"):
            self.head.take(text)
            if heads_solutions(text):
                self.heading = "solution"
        if lines[0].kind == "prose":
            role = role_of_label(text)
            if not role:
                self.words.append(text)
            if not self.in_section:
                self.role = role

    def interrupt(self, error: ParseError | None, number: int) -> Iterator[Item]:
        """End whatever is open at a line that is wrong in itself, or (None) read elsewhere."""
        yield from self.close(number, error.column if error else None)
        self.found = True
        if error:
            yield error

    def close(self, number: int, column: int | None = None) -> Iterator[Item]:
        """End whatever is open at this line."""
        yield from self._close_string()
        yield from self._close_record()
        yield from self._settle()
        yield from self._lines([ScannedLine("prose", Cells(number), column or 1)])

    def _lines(self, lines: Iterable[ScannedLine]) -> Iterator[Item]:
        for item in chain.from_iterable(map(self.block.feed, lines)):
            self.found = True
            if isinstance(item, ParseError):
                yield item
                continue
            cells, size = item
            try:
                puzzle = decode(cells, self.layout, size)
                is_drawn = cells.columns[0] > LINE_LIMIT
                if self.head.count:
                    puzzle = self.head.of(puzzle, is_drawn)
                yield self._in_role(puzzle, cells.number, is_drawn)
            except ParseError as error:
                yield error
