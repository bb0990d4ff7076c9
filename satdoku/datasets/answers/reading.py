"""Reads a model's free-form answer: the board that it ends with, or the placements that it claims.

What counts is known beforehand, not what does not: a board counts if it stands where only an answer
stands (answer tags, the final channel, an answer's key in JSON), or if the sentence before it says
so, or if nothing else is there; placements count if all that is said with them is understood
(`words`). So what is denied, supposed, quoted, an example or another's earns nothing, and an answer
that is not understood is not read, whatever it holds.

Of a long answer the last `LONGEST` characters are read; if no whole board is there, then as many up
to the last row of a board before them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...board import Puzzle
from ...errors import ParseError
from ...formats.text.reader import read_found, text_lines
from ...frozen import frozen
from ...geometry import Cells
from ...layout import Layout
from .boards import BoardReader, Marks, WrittenBoard
from .claims import TRIPLE, ClaimReader, PlacementClaim, sentences
from .plain_text import final_part, plain_text
from .words import Meaning, is_aside, meaning

#: The characters of an answer that are read at once; how many after an earlier row.
LONGEST, SHARED = 30_000, 3_000
#: The most characters that are read in other notations.
OTHERWISE = 6_000


@frozen
class ParsedAnswer:
    """What an answer says: digits by cell, 0 where it says none (placements without a board are
    made on the puzzle); foreign: why it is no board of this layout, or ""."""

    cells: Cells
    foreign: str = ""


def read_answer(text: str, puzzle: Puzzle) -> ParsedAnswer | None:
    """Return what a free-form answer says, None if it says nothing of a board that is
    understood."""
    final, is_tagged = final_part(text)
    reader = AnswerReader(puzzle, is_tagged)
    found = reader.read(final[-LONGEST:])
    if len(final) <= LONGEST or _is_whole(found):
        return found
    earlier = reader.read(_before(final, puzzle.layout, reader.marks))
    return earlier if _is_whole(earlier) else found


def marks_of(layout: Layout) -> dict[str, int]:
    """Return the digit of each symbol, and of numbers if the symbols begin with them; 0: blank."""
    marks = {mark: digit for digit, mark in enumerate(layout.symbols, 1)}
    if layout.symbols.startswith("123"):
        marks = {str(digit): digit for digit in layout.digit_numbers} | marks
    for mark, digit in list(marks.items()):
        marks.setdefault(mark.lower(), digit)
    for blank in "._0?":
        marks.setdefault(blank, 0)
    return marks


@lru_cache(maxsize=16)  # many answers are to puzzles of one layout
def _readers_of(layout: Layout) -> tuple[BoardReader, ClaimReader]:
    """Return the readers of a layout's boards and placements."""
    marks = marks_of(layout)
    return BoardReader(layout, marks), ClaimReader(layout, marks)


def _without_blank_lines(text: str) -> str:
    """Return the text with one blank line where there are several."""
    kept = list[str]()
    for line in text.splitlines():
        if line.strip() or (kept and kept[-1]):
            kept.append(line if line.strip() else "")
    return "\n".join(kept)


def _before(text: str, layout: Layout, marks: Marks) -> str:
    """Return the part of a long text up to the last row of a board before its end; "" if there is
    none."""
    one = f"[{re.escape(''.join(mark for mark in marks if len(mark) == 1))}]"
    row = re.compile(rf"(?:{one}[^\w\n]{{0,6}}){{{layout.size}}}")
    end = 0
    stop = len(text) - LONGEST
    while stop > 0 and not end:
        for match in row.finditer(text, max(0, stop - LONGEST), stop):
            end = match.end()
        stop -= LONGEST - SHARED  # a row may lie across
    part = text[max(0, end - LONGEST) : end + SHARED] if end else ""
    return part[: part.rindex(".") + 1] if "." in part[-SHARED:] else part  # whole sentences


def _is_whole(answer: ParsedAnswer | None) -> bool:
    return answer is not None and not answer.foreign and 0 not in answer.cells


class AnswerReader:
    """Reads answers to one puzzle. is_tagged: whether the text stood where only an answer does."""

    def __init__(self, puzzle: Puzzle, is_tagged: bool) -> None:
        self.puzzle = puzzle
        self.layout = puzzle.layout
        self.is_tagged = is_tagged
        self.boards, self.claims = _readers_of(puzzle.layout)
        self.marks = self.boards.marks

    def read(self, text: str) -> ParsedAnswer | None:
        """Return what a part of an answer says."""
        text, is_key = plain_text(text)
        text = _without_blank_lines(text)
        self.is_tagged = self.is_tagged or is_key
        bare = "".join(text.split())
        if len(bare) == self.layout.cell_count and all(mark in self.marks for mark in bare):
            return ParsedAnswer(tuple(self.marks[mark] for mark in bare))
        lines = self.boards.lines_of(text)
        boards = sorted(self.boards.boards(lines), key=lambda board: board.first)
        others = [board for board in boards if board.cells != self.puzzle.cells]
        if others:
            board = self._claimed(boards, lines)
            return self._with_claims(board.cells, lines[board.last + 1 :]) if board else None
        read = self._with_claims(None, lines)
        if read:
            return read
        if boards:
            return ParsedAnswer(self.puzzle.cells)
        return self._in_other_notations(text, lines)

    # -- Boards -----------------------------------------------------------------------------

    def _claimed(self, boards: Sequence[WrittenBoard], lines: Sequence[str]) -> WrittenBoard | None:
        """Return the board that the answer claims; None if it claims none, or leaves open which of
        several."""
        kept: WrittenBoard | None = None
        is_open = False
        end = 0
        for board in boards:
            before = self._meaning_before(lines[end : board.first])
            end = board.last + 1
            if board.cells == self.puzzle.cells:
                continue
            if before in ("given", "check") and kept:
                continue
            if before == "unknown" and not self.is_tagged:
                return None
            is_other = kept is not None and kept.cells != board.cells
            is_open = before != "claim" and (is_open or is_other)
            kept = board
        return None if is_open and not self.is_tagged else kept

    def _meaning_before(self, lines: Sequence[str]) -> Meaning:
        """Return what the last sentence before a board does; "glue" if there is none."""
        for line in reversed(lines):
            if self.boards.is_row_line(line):
                continue
            last = sentences(line)[-1]
            found = meaning(last)
            return "glue" if found == "unknown" and is_aside(last) else found
        return "glue"

    # -- Placements -------------------------------------------------------------------------

    def _with_claims(self, board: Cells | None, lines: Sequence[str]) -> ParsedAnswer | None:
        """Return the board with the placements that are claimed below it, or the puzzle with those
        of a text without a board; None if what is said there is not understood."""
        texts = [
            line for line in lines if not self.boards.is_row_line(line) or TRIPLE.fullmatch(line)
        ]
        claimed = dict[tuple[int, int], PlacementClaim]()
        is_introduced = True  # unless a heading says something that is not understood
        for sentence in sentences("\n".join(texts)):
            found = self.claims.claims(sentence)
            if found is None:
                for place in self.claims.cells_in(sentence):
                    claimed.pop(place, None)
                if board and not sentence.rstrip().endswith("?") and not self.is_tagged:
                    return None
            elif found and is_introduced:
                claimed |= {(claim.row, claim.column): claim for claim in found}
            elif not found:
                does = meaning(sentence, "after", "place")
                if does == "unknown" and (board or claimed) and not (board and self.is_tagged):
                    return None
                if sentence.rstrip().endswith(":"):
                    is_introduced = does != "unknown"
        if not claimed:
            return ParsedAnswer(board) if board else None
        return self._placed(board or self.puzzle.cells, [*claimed.values()])

    def _placed(self, board: Cells, claims: Sequence[PlacementClaim]) -> ParsedAnswer:
        """Return the board with the claims made on it; cells are counted from 0 if one is."""
        from_zero = any(claim.row == 0 or claim.column == 0 for claim in claims)
        cells = list(board)
        for claim in claims:
            where = f"r{claim.row}c{claim.column}"
            digit = self.marks.get(claim.mark)
            if digit is None:
                problem = f"{where} = {claim.mark}, and the digits are {self.layout.symbols}"
                return ParsedAnswer(board, foreign=problem)
            back = 0 if from_zero else 1
            cell = self.layout.places.cell_at(claim.row - back, claim.column - back)
            if cell is None:
                return ParsedAnswer(board, foreign=f"{where} is not on the board")
            cells[cell] = digit
        return ParsedAnswer(tuple(cells))

    # -- Others -----------------------------------------------------------------------------

    def _in_other_notations(self, text: str, lines: Sequence[str]) -> ParsedAnswer | None:
        """Return the board that the readers of formats find, in a text without words that are not
        understood; or that it is a board of another size."""
        size = _foreign_rows(lines)
        if size and size != self.layout.size:
            problem = f"rows of {size} digits, not {self.layout.size}"
            return ParsedAnswer(self.puzzle.cells, foreign=problem)
        if len(text) > OTHERWISE or not all(meaning(one) != "unknown" for one in sentences(text)):
            return None
        for found in read_found(text_lines(text), self.layout):
            if isinstance(found, ParseError):
                continue
            board = found[1]
            if board.layout.cell_count == self.layout.cell_count:
                return ParsedAnswer(board.cells)
        return None


def _foreign_rows(lines: Sequence[str]) -> int:
    """Return the number of digits of rows that may be those of another board, or 0."""
    rows = ["".join(line.split()) for line in lines]
    sizes = {len(row) for row in rows if len(row) > 3 and row.isdigit()}
    return sizes.pop() if len(sizes) == 1 else 0
