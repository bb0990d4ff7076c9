"""Read puzzles from text of any shape: lines, grids, .sdm, .sdk, .ss, surrounded by prose.

Nothing is misread silently: a missing row, an extra cell, two blank characters in one puzzle or a
symbol beyond the size raise a `ParseError` with line and column.

>>> parse("12343412........").line
'12343412........'
>>> parse("1 . | . 4\\n. . | 1 .\\n----+----\\n. 1 | . .\\n4 . | . 1").clues
6
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TextIO

from ...board import STANDARD, Puzzle
from ...errors import LayoutError, ParseError, PuzzleError
from ...layout import Layout, as_layout
from ...phrases import phrase
from ..metadata import ADDED
from ..programs.cage_lines import named_cage
from ..rules_in_text import with_stated_rules
from ..variants import read_record
from .borders import is_rule
from .cells import Companion
from .companions import (
    can_be_proper,
    says_rules,
    solves,
    with_companion,
    with_regions,
    with_unread,
    with_words,
)
from .lines import LINE_LIMIT, no_text, too_long
from .notation import Noted, noted
from .sections import leads_on, names_another, role_of_label

if TYPE_CHECKING:
    from .cells import ReadPuzzle
    from .plain_reader import Item, PlainReader

#: The number of cells of a 9×9 board.
BOARD = 81
#: Of so many puzzles may the solutions follow, all at the end.
MOST_EARLIER = 200

#: What public functions take as a puzzle: itself, a text with one, any record of one, or its cells
#: as values (`values.read_value`).
PuzzleLike = Puzzle | str | Mapping[Any, Any] | Sequence[Any]


def parse(
    puzzle: PuzzleLike,
    layout: Layout | str | None = None,
    *,
    ignore_rules: Collection[str] = (),
    rules_from_text: bool = False,
) -> Puzzle:
    """Return the only puzzle in a text, the puzzle of a record or of its cells, and a puzzle
    unchanged: all public functions read their puzzle so.

    puzzle: also rows of cells as lists, tuples, arrays or frames, with 0, None, NaN, "" or "." for
    blank; sets of candidates; dictionaries of cells by name ("A1", "r1c1") or (row, column).

    layout: of the puzzle, itself or its name; None to detect it. ignore_rules: rules of a link or
    its JSON to omit, named as in the link. rules_from_text: add the rules about the whole board
    that only the puzzle's text states. Raises `ParseError` for a text without a puzzle or with
    several, which `parse_all` reads, and `PuzzleError` for any other type and for a wrong cell.

    >>> import satdoku
    >>> satdoku.parse("1 . . 2 | . . 3 . | . 4 . . | . . . .", "4x4")
    <Puzzle 4x4: 1..2..3..4......>
    >>> satdoku.parse(satdoku.parse("1..2..3..4......").record()).line
    '1..2..3..4......'
    >>> satdoku.parse([[1, None, 0, 2], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]]).line
    '1..2..3..4......'
    """
    if isinstance(puzzle, Puzzle):
        return puzzle
    board = as_layout(layout)
    if rules_from_text:
        ignore_rules = [*ignore_rules, ADDED]
    if not isinstance(puzzle, str):
        from ..cell_values import nested
        from ..values import are_lines, read_lists, read_value

        if isinstance(puzzle, Mapping):
            read = read_record(puzzle, ignore_rules, board) or read_value(puzzle, board)
            if read:
                return with_stated_rules(read) if rules_from_text else read
            raise PuzzleError("expected a Puzzle or text, got a record that holds no puzzle")
        values = nested(puzzle)
        if read := read_lists(values, board):
            return read
        if not are_lines(values):
            raise _no_text(puzzle)
        puzzle = "\n".join(values)
    if read := board_in_line(puzzle, board):
        return read
    if board is None and not ignore_rules and "~" in puzzle:
        from ..iss.reader import read_alone

        if read := read_alone(puzzle):
            return read
    found = list(read_puzzles(text_lines(puzzle), board, ignore_rules))
    if len(found) > 1:
        raise ParseError(
            phrase("{number} puzzles, expected one: give one at a time", number=len(found)),
            found[1][0],
        )
    return found[0][1]


def board_in_line(text: str, layout: Layout | None) -> Puzzle | None:
    """Return the 9×9 board that a text consists of, if that is a line of digits and one kind of
    blank: what the reader finds there, in a tenth of the time."""
    layout = layout or STANDARD
    if len(text) != BOARD or layout.size != STANDARD.size or layout.symbols != STANDARD.symbols:
        return None
    cells = text.replace(".", "0")
    is_plain = layout.is_regular and cells.isascii() and cells.isdecimal()
    if not is_plain or ("." in text and "0" in text):
        return None
    return Puzzle(tuple(map(int, cells)), layout)


def parse_all(source: str | Iterable[str], layout: Layout | str | None = None) -> Iterator[Puzzle]:
    """Yield the puzzles of a text, or of an iterable of lines such as an open file.

    With a layout, only puzzles on it are accepted; without, boards from 4×4 are recognised by their
    size. Raises `ParseError` at the first malformed puzzle, and at the end if there was no puzzle.

    >>> import satdoku
    >>> [p.clues for p in satdoku.parse_all(["1..2..3..4......", "1..............."])]
    [4, 1]
    """
    is_lines = isinstance(source, Iterable) and not isinstance(source, str | bytes | Puzzle)
    lines = map(_checked_line, source) if is_lines else text_lines(source)  # type: ignore[arg-type]
    yield from (puzzle for _, puzzle in read_puzzles(lines, as_layout(layout)))


def parse_each(
    puzzles: Iterable[PuzzleLike] | str, layout: Layout | str | None = None
) -> Iterator[Puzzle]:
    """Yield puzzles that are given one by one, or the puzzles of a text.

    >>> [puzzle.clues for puzzle in parse_each(["1..2..3..4......"])]
    [4]

    Raises `PuzzleError` for other types, `ParseError` as `parse` does.
    """
    if isinstance(puzzles, str):
        yield from parse_all(puzzles, layout)
        return
    if not isinstance(puzzles, Iterable):
        raise PuzzleError(
            phrase(
                "expected a list of puzzles, or a text with some, got {named}",
                named=_named(puzzles),
            )
        )
    for puzzle in puzzles:
        yield parse(puzzle, layout)


def text_lines(text: str) -> list[str]:
    """Return the lines of a text with any line ends; raise `PuzzleError` for other types."""
    if not isinstance(text, str):
        raise _no_text(text)
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _no_text(value: object) -> PuzzleError:
    return PuzzleError(
        phrase(
            "expected a Puzzle or text, got {named}: a board of values is a list of rows, or all "
            "its cells in one list, 0 for blank",
            named=_named(value),
        )
    )


def _checked_line(line: object) -> str:
    if not isinstance(line, str):
        raise PuzzleError(
            phrase("expected lines of text, got {named} among them", named=_named(line))
        )
    return line


def _named(value: object) -> str:
    return "None" if value is None else f"an object of type {type(value).__name__}"


def bounded_lines(stream: TextIO) -> Iterator[str]:
    """Yield the lines of an open text file; raise `ParseError` for invalid text or a huge line."""
    number = 1
    try:
        # In parts of limited length: a file without line ends must not fill the memory.
        while line := stream.readline(LINE_LIMIT):
            if len(line) == LINE_LIMIT:
                raise too_long(number)
            yield line
            number += 1
    except UnicodeDecodeError as error:
        raise no_text(error, number) from None


def read_puzzles(
    lines: Iterable[str], layout: Layout | None = None, ignore_rules: Collection[str] = ()
) -> Iterator[tuple[int, Puzzle]]:
    """Yield (line number, puzzle); see `parse_all`."""
    for found in read_found(lines, layout, ignore_rules):
        if isinstance(found, ParseError):
            raise found
        yield found


def read_found(
    lines: Iterable[str], layout: Layout | None = None, ignore_rules: Collection[str] = ()
) -> Iterator[ReadPuzzle]:
    """Yield everything that is found, as soon as it is certain."""
    reader = TextReader(layout, ignore_rules)
    for number, line in enumerate(lines, 1):
        yield from reader.feed(line, number)
    yield from reader.end()


def read_field(
    text: str, layout: Layout | None, ignore_rules: Collection[str] = ()
) -> Puzzle | ParseError:
    """Return the only puzzle in a table field, or the error."""
    puzzle = None
    for found in read_found(text_lines(text), layout, ignore_rules):
        if isinstance(found, ParseError):
            return found
        if puzzle:
            return ParseError("several puzzles in one field of a table")
        puzzle = found[1]
    return puzzle or ParseError("no puzzle in this field")


def plain_reader(layout: Layout | None, ignore_rules: Collection[str]) -> PlainReader:
    """Return a reader of lines; it is loaded here, since a board in a line does not need it."""
    from .plain_reader import PlainReader

    return PlainReader(layout, ignore_rules)


class TextReader:
    """Takes lines, yields puzzles and errors: the one definition of the meaning of a text.

    It reads satdoku's own notation (`notation`), and gives all other lines to a `PlainReader`.

    Invariant: `rules`, noted on line `at`, wait for the next board, and so does `board`, its layout
    if that was named; `inner` reads the lines of such a board. `last` is a board to which this line
    may add something: its state or solution, or, if `is_near` (it ended on the line before this
    one) and not `has_rules` (it has some from above), rules. `is_below`: it has some from below, so
    no other board may follow directly. `is_drawn`: it stands on several lines; `is_solved`: its
    solution came; `is_early`: it is the solution of a puzzle that may follow. `asides` say
    something of the cells of the puzzle that follows, `below` are the words below the last board,
    which begin directly below it if `is_directly`. `earlier` are puzzles before the last.
    """

    def __init__(self, layout: Layout | None = None, ignore_rules: Collection[str] = ()) -> None:
        self.layout, self.ignore_rules = layout, ignore_rules
        self.plain = plain_reader(layout, ignore_rules)
        self.rules: tuple[str, ...] = ()
        self.at = 0
        self.board: Layout | None = None
        self.inner: PlainReader | None = None
        self.last: tuple[int, Puzzle] | None = None
        self.has_rules = self.is_below = self.is_near = False
        self.is_drawn = self.is_solved = self.is_early = False
        self.earlier = deque[Puzzle](maxlen=MOST_EARLIER)
        self.asides: list[Companion] = []
        self.below, self.is_directly = "", False

    @property
    def is_idle(self) -> bool:
        """Whether no lines are waiting to be joined with the next, except rows of a grid."""
        return not (self.rules or self.board) and self.plain.is_idle

    def feed_bytes(self, line: bytes | ParseError, number: int) -> Iterator[ReadPuzzle]:
        """Handle a line of a file as bytes, or the error in its place."""
        try:
            if isinstance(line, ParseError):
                raise line
            yield from self.feed(line.decode(), number)
            return
        except UnicodeDecodeError as error:
            problem = no_text(error, number)
        except ParseError as error:
            problem = error
        yield from self._take(self.plain.interrupt(problem, number))

    def feed(self, text: str, number: int) -> Iterator[ReadPuzzle]:
        """Handle a line; line numbers must increase."""
        text = text.rstrip("\r\n")
        if number == 1:
            text = text.removeprefix("\ufeff")
        # Inside a record or a document no line is a note, whatever it looks like.
        if self.plain.record or self.plain.document or len(text) > LINE_LIMIT:
            note = None
        else:
            cage = named_cage(text)
            if cage and not self.board:
                yield from self._take(self.plain.close(number))
            try:
                note = noted(text) or (self._caged(*cage) if cage else None)
            except ParseError as error:
                yield from self._fail(error, number)
                return
        if note:
            try:
                yield from self._note(note, number)
            except (LayoutError, ParseError) as error:
                yield from self._fail(error, number)
        elif self.board:
            yield from self._of_board(self.board, text, number)
        else:
            yield from self._other(text, number)

    def _caged(self, total: str, names: list[str]) -> Noted | None:
        """Return the rule of a line with a sum and named cells, if it stands below the last board
        or below a label of its cages; else None."""
        is_below = self.is_near or self.is_below or self.plain.role == "aside"
        if not self.last or not is_below:
            return None
        for rule in self.last[1].layout.constraints:
            twice = {self.last[1].layout.cell_name(cell) for cell in rule.cells}.intersection(names)
            if rule.kind == "killer" and twice:
                raise ParseError(phrase("{twice} is in two cages", twice=min(twice)))
        self.is_near = True
        self.plain.role = ""
        return Noted("", (f"killer:{total}:{','.join(names)}",), "")

    def release(self) -> Iterator[ReadPuzzle]:
        """Yield the last board: rules below it are not waited for any longer."""
        last, self.last = self.last, None
        self.has_rules = self.is_below = self.is_near = False
        self.is_solved = self.is_early = False
        if last and ADDED in self.ignore_rules:
            last = last[0], with_stated_rules(last[1])
        if last:
            self.earlier.append(last[1])
            yield last

    def pause(self) -> Iterator[ReadPuzzle]:
        """Yield the last board, since the next line may come much later, unless lines that have
        come already may add to it."""
        if not self.plain.may_add:
            yield from self.release()

    def pass_over(self, blanks: set[str]) -> None:
        """Record that further puzzle lines with these blanks followed a puzzle line; they have no
        other effect on the state."""
        self.plain.pass_over(blanks)

    def end(self) -> Iterator[ReadPuzzle]:
        """Finish at the end of the text."""
        if self.board:
            self.plain.found = True
            inner = self.inner or plain_reader(self.board, self.ignore_rules)
            yield from self._take(inner.end())
        yield from self._take(self.plain.end())
        yield from self.release()
        for aside in self.asides:
            yield ParseError("what begins here is no puzzle by its name", aside.number)
        if self.rules:
            yield ParseError("rules without a board: put them directly above or below it", self.at)

    def _other(self, text: str, number: int) -> Iterator[ReadPuzzle]:
        """Handle a line without a note that is not of a named board."""
        if not self._may_add(text):
            yield from self.release()
        found = list(self.plain.feed(text, number))
        if self.is_below and (found or self.plain.block.rows or self.plain.gathering.lines):
            self.last = None
            yield from self.release()
            yield ParseError(
                "the rules above this line may belong to the board above or to the one below: "
                "leave a line empty between",
                number,
            )
        yield from self._take(found)
        if self.last and self.last[0] != number and not is_rule(text):  # it ended before
            self._take_words(text)
            self.is_near = False
            if not self._may_add(text):
                yield from self.release()

    def _take_words(self, text: str) -> None:
        """Give the last board a line of prose below it, if that states a rule with those between:
        what stands directly below a board is not said of the next."""
        if not self.last or not any(map(str.isalpha, text)) or role_of_label(text):
            return
        self.is_directly = self.is_near if not self.below else self.is_directly
        self.below += f"{text}\n"
        line, puzzle = self.last
        self.last = line, with_words(puzzle, self.below)
        if self.is_directly and self.last[1] is not puzzle:
            self.plain.words.clear()

    def _may_add(self, text: str) -> bool:
        """Whether a line may say more of the last board, or lead to what does."""
        if is_rule(text) or (self.is_below and text.strip()):
            return True
        if not self.last or self.is_below:
            return False
        if not text.strip():
            return True
        if names_another(text):
            return False
        if self.is_early:  # its puzzle may stand behind a label
            return True
        if self.plain.may_add or self.plain.takes(text) or leads_on(text):
            return True
        return says_rules(text)

    def _of_board(self, board: Layout, text: str, number: int) -> Iterator[ReadPuzzle]:
        """Handle a line below the name of a layout, up to the end of its board."""
        self.inner = self.inner or plain_reader(board, self.ignore_rules)
        found = list(self.inner.feed(text, number))
        if self.inner.is_whole:  # complete: the next line may note rules
            found += self.inner.end()
            self.plain.block.last = number
        yield from self._take(found)

    def _note(self, note: Noted, number: int) -> Iterator[ReadPuzzle]:
        """Take the name of a layout, rules, and perhaps the board on the same line."""
        yield from self._take((self.inner or self.plain).interrupt(None, number))
        if note.layout:
            yield from self.release()
            board = Layout.named(note.layout)
            if self.board:
                raise ParseError("a second layout before the board of the first")
            if self.layout not in (None, board):
                raise ParseError("this text includes its own layout: leave out the other one")
            self.board, self.rules = with_rules(board, (*self.rules, *note.rules)), ()
        elif self.board:
            self.board, self.inner = with_rules(self.board, note.rules), None
        elif self.last and self.is_near and not (self.has_rules or note.rest):
            line, puzzle = self.last
            self.last, self.is_below = (line, _ruled(puzzle, note.rules)), True
        else:
            yield from self.release()
            self.rules, self.at = self.rules + note.rules, self.at if self.rules else number
        if note.rest:
            reader = plain_reader(self.board, self.ignore_rules) if self.board else self.plain
            found = list(reader.feed(note.rest, number))
            if reader is not self.plain:
                found += reader.end()
            elif not found:
                raise ParseError(
                    phrase("no board follows the rules on this line: {rest!r}", rest=note.rest[:40])
                )
            yield from self._take(found)

    def _fail(self, error: LayoutError | ParseError, number: int) -> Iterator[ReadPuzzle]:
        """Report a note that makes no sense."""
        self.rules = ()
        self.board = None
        self.inner = None
        column = error.column if isinstance(error, ParseError) else None
        problem = error.problem if isinstance(error, ParseError) else str(error)
        yield from self._take(self.plain.interrupt(ParseError(problem, number, column), number))

    def _take(self, found: Iterable[Item]) -> Iterator[ReadPuzzle]:
        """Give each board the rules noted above it, and hold it back until the next line."""
        for one in found:
            if isinstance(one, Companion):
                if self._is_of_earlier(one) or self._is_of_last(one):
                    continue
                item: ReadPuzzle = one.number, one.puzzle
            else:
                item = one
            # In a list of lines each is a puzzle, unless it is called a solution.
            is_solved = False
            may_be_solved = self.is_early or isinstance(one, Companion)
            if self.last and may_be_solved and isinstance(item, tuple):
                is_solved = solves(self.last[1], item[1]) and can_be_proper(item[1])
                self.last = None if is_solved else self.last
            yield from self.release()
            self.is_solved = is_solved
            self.is_early = isinstance(one, Companion) and one.kind in ("solution", "output")
            self.is_drawn = isinstance(one, Companion) and one.is_drawn
            rules, named, self.rules = self.rules, self.board, ()
            self.board = self.inner = None
            if isinstance(item, ParseError):
                yield item
                continue
            try:
                self.last = item[0], self._with_asides(_ruled(item[1], rules))
                self.below = ""
                self.has_rules = bool(rules or named)
                self.is_near = True
            except LayoutError as error:
                yield ParseError(str(error), self.at)

    def _is_of_last(self, found: Companion) -> bool:
        """Whether what was found belongs to the last board, to which it is added, or to the next;
        else it is a board of its own."""
        if self.last is None:
            if found.kind in ("regions", "aside"):
                self.asides.append(found)
                return True
            return False
        is_solution = found.kind == "solution"
        if is_solution and (self.is_solved or self.is_early):
            return False  # of the puzzle that follows
        line, above = self.last
        puzzle = with_companion(above, found, self.is_drawn)
        if puzzle is None:
            return False
        self.last = line, puzzle
        self.is_solved = self.is_solved or is_solution
        return True

    def _is_of_earlier(self, found: Companion) -> bool:
        """Whether what was found is called a solution, and is that of an earlier puzzle."""
        what = found.what
        if found.kind not in ("solution", "output") or not isinstance(what, Puzzle):
            return False
        if self.last and solves(what, self.last[1]):
            return False
        return any(solves(what, puzzle) for puzzle in self.earlier)

    def _with_asides(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with what was said of its cells above it."""
        asides, self.asides = self.asides, []
        for aside in asides:
            is_same = aside.what.layout.cell_count == puzzle.layout.cell_count
            if aside.kind == "regions" and is_same and isinstance(aside.what, Puzzle):
                puzzle = with_regions(puzzle, aside.what, f"on line {aside.number}")
            else:
                puzzle = with_unread(puzzle, aside)
        return puzzle


def with_rules(board: Layout, rules: Iterable[str]) -> Layout:
    """Return the board with further rules and houses by name."""
    return Layout.named("+".join([board.text(), *rules])) if rules else board


def _ruled(puzzle: Puzzle, rules: Iterable[str]) -> Puzzle:
    return replace(puzzle, layout=with_rules(puzzle.layout, rules)) if rules else puzzle
