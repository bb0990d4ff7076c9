r"""The grammar of boards: what a block of lines holds, one stage for each dimension of a text.

A board in text is a product of dimensions, and each has its module:

- surroundings and margins (`surroundings`): quoting, comments, labels, other words for a blank;
- wrapping: each row on a line, or rows in brackets and quotes (`bracket_rows`);
- frames and separators (`separators`, `spaced_rows`): the cells of a line;
- cells and states (`cell_meanings`): givens, blanks, candidates;
- lists of placements (`placements`).

No stage decides alone. A reading counts only if it makes the block a whole board: n rows of n
cells, each with a meaning, one kind of blank, borders at equal distances. So a row too few or too
many is never read over: the lines are left to the reader of single lines, which says what is wrong.

>>> [found.what.line for found in boards_in(["  1 2 3 4", "A 1 . . .", "B . . 2 .",
...                                          "C . 3 . .", "D . . . 4"], None)]
['1.....2..3.....4']
>>> boards_in(["1 2 3 4", "2 1 . ."], None)
[]
"""

from __future__ import annotations

import json
import re
from ast import literal_eval
from bisect import bisect_right
from dataclasses import replace
from itertools import chain, compress, groupby
from math import isqrt
from typing import NamedTuple

from ...board import Puzzle
from ...errors import MALFORMED, ParseError, PuzzleError
from ...layout import Layout
from ...layout_names import has_boxes
from ..values import read_value
from .borders import is_dashes, is_gap, is_rule, is_under_head
from .boxes import drawn_boxes
from .bracket_rows import PlacedRow, rows_in_brackets, rows_in_quotes
from .candidate_places import groups_by_place
from .candidates import dense_cells, drawn_size, undrawn
from .cell_meanings import CandidateGrid, in_rows, is_size, is_table, meaning, repeats, usual_board
from .companions import can_be_proper
from .pieces import SMALLEST_LINE
from .placements import placed_in
from .refusals import too_large, wrong_list
from .rows import line_size
from .separators import BY_BARS, CELLS, TO_SPACES, Way, readings
from .spaced_rows import may_be_spaced, spaced_rows
from .surroundings import is_header, unquoted, views

#: The rows of the largest board that is read with spaces for blanks whatever its digits.
LARGEST_SPACED = 16
#: Rows whose cells are no single marks; cells by their names or places.
NESTED = re.compile(r"\[\s*\[[^\[\]{}]{0,200}[\[{]|\{\s*[\"'(]\w")
#: In longer texts no such rows are looked for.
LONGEST_LITERAL = 100_000
#: The letters of the shortest name of a row in a table.
LEAST_NAME = 3
#: A row of a table has a word.
NAMED = re.compile(r"\b(?!row|line|none|null|nan)[A-Za-z]{3}", re.IGNORECASE)
#: The rows of the usual board, and the lines and cells if each line has three of them.
USUAL = 9
IN_BANDS = (3, 27)
#: The rows of the smallest board.
FEWEST_ROWS = 4
#: What parts boards side by side.
WIDE_GAP = re.compile(r"[ ]{3,}|\t[ \t]+")


class Found(NamedTuple):
    """A board in a block of lines: first, last: the places of its lines, from 0. what: the puzzle,
    its candidates, or what is wrong with it. beside: the boards at its side. row: the place of its
    first row, below a frame and labels."""

    first: int
    last: int
    what: Puzzle | CandidateGrid | ParseError
    beside: tuple[Puzzle, ...] = ()
    row: int = 0

    def moved(self, by: int) -> Found:
        """Return the board so many lines below."""
        return self._replace(first=self.first + by, last=self.last + by, row=self.row + by)


class RunOfRows(NamedTuple):
    """Rows of cells and the places of their lines."""

    cells: list[list[str]]
    places: list[int]

    @property
    def width(self) -> int:
        """The number of cells of each row; 0 without rows."""
        return len(self.cells[0]) if self.cells else 0

    def part(self, start: int, stop: int) -> RunOfRows:
        """Return some of the rows."""
        return RunOfRows(self.cells[start:stop], self.places[start:stop])


def boards_in(lines: list[str], layout: Layout | None) -> list[Found]:
    """Return the boards in a block of lines, in order; none if no reading makes boards of it.

    layout: of the boards, a square; None to detect it.
    """
    text = "\n".join(lines)
    placed = placed_in(text, layout)
    if placed:
        last = len(lines) - 1
        return [Found(0, last, placed)]
    literal = NESTED.search(text) if len(text) <= LONGEST_LITERAL else None
    end = "}" if literal and literal[0][0] == "{" else "]"
    if literal and (what := _of_literal(text[literal.start() : text.rfind(end) + 1], layout)):
        place = text.count("\n", 0, literal.start())
        return [Found(place, len(lines) - 1, what, row=place)]
    rows = [line for line in lines if is_dashes(line) or not is_gap(line)]
    count = len(rows)
    may_be_bands = count == IN_BANDS[0] and len("".join(rows)) >= USUAL**2
    is_short = count < FEWEST_ROWS and not may_be_bands
    if is_short and not _has_lists(rows):
        return _filled(lines, layout)
    if wrong := wrong_list(text, layout):
        first, last, row = (text.count("\n", 0, at) for at in wrong[:3])
        error = Found(first, last, ParseError(wrong.problem), row=row)
        below = boards_in(lines[last + 1 :], layout)
        behind = [one.moved(last + 1) for one in below]
        return [*boards_in(lines[:first], layout), error, *behind]
    for number, view in enumerate(views(lines)):
        if found := _in_view(view, layout, is_likely=number == 0):
            return _with_frames(found, view)
    return _filled(lines, layout)


def _of_literal(text: str, layout: Layout | None) -> Puzzle | CandidateGrid | ParseError | None:
    """Return the board of rows whose cells are lists, sets or records, or what is wrong with it;
    None for other text."""
    for read in (json.loads, literal_eval):
        try:
            value = read(text)
            if isinstance(value, dict) and len(value) < FEWEST_ROWS**2:
                return None  # some cells are a list of placements
            puzzle = read_value(value, layout)
        except PuzzleError as error:
            return ParseError(str(error))
        except (*MALFORMED, SyntaxError, MemoryError):
            continue
        if puzzle and puzzle.layout.constraints:
            marks = {cell: rule.values for rule in puzzle.constraints for cell in rule.cells}
            digits = [
                (digit,) if digit else marks.get(cell, ())
                for cell, digit in enumerate(puzzle.cells)
            ]
            return CandidateGrid(0, digits, puzzle.layout.without_constraints())
        return puzzle
    return None


def _has_lists(lines: list[str]) -> bool:
    """Whether a few lines may hold a board in brackets or in quotes."""
    for line in lines:
        counts = map(line.count, "[({\"'`,;")
        if max(counts) >= FEWEST_ROWS:
            return True
    return False


def _with_frames(found: list[Found], lines: list[str]) -> list[Found]:
    """Return the boards with the borders around them and the labels of their columns, which are no
    rows of their own."""
    widened = []
    for one in found:
        first, last = one.first, one.last
        while first > 0 and is_rule(lines[first - 1]):
            first -= 1
        while last + 1 < len(lines) and is_rule(lines[last + 1]):
            last += 1
        size = 0 if isinstance(one.what, ParseError) else one.what.layout.size
        if first > 0 and _is_head(lines[first - 1], size):
            first -= 1
        if last + 1 < len(lines) and _is_head(lines[last + 1], size):
            last += 1
        widened.append(one._replace(first=first, last=last, row=one.first))
    return widened


def _in_view(lines: list[str], layout: Layout | None, is_likely: bool) -> list[Found]:
    """Return the boards in lines whose surroundings are taken off.

    is_likely: boards that break the rules are read, too, since nothing was supposed.
    """
    found = _in_brackets(lines, layout)
    if not found:
        found = _row_by_row(lines, layout)
    if not found:
        found = _spaced(lines, layout)
    if is_likely:
        return found
    return [one for one in found if not _breaks_rules(one)]


def _breaks_rules(found: Found) -> bool:
    """Whether the board has a digit twice in a row, a column or a region."""
    what = found.what
    return isinstance(what, Puzzle) and repeats(what)


# -- Each row on a line ------------------------------------------------------------------------


def _row_by_row(lines: list[str], layout: Layout | None) -> list[Found]:
    """Return the boards whose rows are lines; of readings that overlap, the one that obeys the
    rules."""
    kinds = [readings(line) for line in lines]
    ways = dict.fromkeys(way for kind in kinds for way in kind)
    # Whether lines of dashes are borders or rows is decided by what makes a whole board.
    has_dashes = any(map(is_dashes, lines))
    found: list[Found] = []
    for way in ways:
        runs = _runs(lines, kinds, way, dashes=False)
        if has_dashes:
            runs += _runs(lines, kinds, way, dashes=True)
        for rows in runs:
            found += _boards(rows, lines, layout, way)
    found.sort(key=_doubts)
    kept: list[Found] = []
    for one in found:
        if not kept or one.first > kept[-1].last:
            kept.append(one)
    return kept


def _doubts(found: Found) -> tuple[int, bool, bool, bool, bool]:
    """Return the place of a board, and what makes another reading likelier: boards at its side, a
    last row that may be the labels of columns, too."""
    what = found.what
    if isinstance(what, ParseError):
        return found.first, True, False, False, False
    labels = tuple(what.layout.digit_numbers)
    has_labels = isinstance(what, Puzzle) and what.cells[-len(labels) :] == labels
    return found.first, False, _breaks_rules(found), bool(found.beside), has_labels


def _runs(
    lines: list[str], kinds: list[dict[Way, list[str]]], way: Way, dashes: bool
) -> list[RunOfRows]:
    """Return the runs of lines that have, read in this way, the same number of cells; gaps may
    stand between. dashes: a line of dashes is a row, not a border, where it is as wide."""
    runs = [RunOfRows([], [])]
    name, number = way
    otherwise = ("words", number)
    for place, line in enumerate(lines):
        kind = kinds[place]
        cells = kind.get(way)
        if cells is None and name in ("marks", "lists"):  # each word is one mark
            cells = kind.get(otherwise)
        run = runs[-1]
        width = run.width
        if is_rule(line):
            may_be_row = dashes and is_dashes(line)
            if not (may_be_row and cells and width in (0, len(cells))):
                continue
        if cells is None:
            if not is_gap(line):
                runs.append(RunOfRows([], []))
            continue
        if width and width != len(cells):
            run = RunOfRows([], [])
            runs.append(run)
        run.cells.append(cells)
        run.places.append(place)
    return [run for run in runs if len(run.cells) > 1]


def _boards(rows: RunOfRows, lines: list[str], layout: Layout | None, way: Way) -> list[Found]:
    """Return the boards of a run of rows, all of it; none if it is not a whole number of them."""
    below_first = lines[rows.places[0] + 1]
    if is_under_head(below_first):
        body = rows.part(1, len(rows.cells))
        table = _boards(body, lines, layout, way)
        if table:
            return table
    rows = _without_margins(_without_spacers(rows), has_bars=way == BY_BARS)
    rows = _without_headers(rows)
    texts = [lines[place] for place in rows.places]
    if _are_named([text.split() for text in texts]):
        return []
    rows = _without_labels(rows)
    count, width = len(rows.cells), rows.width
    if beside := _side_by_side(rows, texts, layout):
        return beside
    if (count, width) == IN_BANDS and (bands := _in_bands(rows, layout)):
        return [bands]
    if not is_size(width, layout) or count % width:
        return []
    if layout is None and way[0] == "marks" and _are_lines(rows.cells):
        return []
    found = []
    for start in range(0, count, width):
        part = rows.part(start, start + width)
        if not _are_even(part.places, lines):
            return []
        what = meaning(part.cells, layout)
        if what is None:
            return []
        if isinstance(what, Puzzle) and all(map(NAMED.search, texts)) and is_table(what):
            return []
        problem = too_large(part.cells) if _is_doubtful(what, way) else ""
        if problem:
            error = ParseError(problem)
            found.append(Found(part.places[0], part.places[-1], error, row=part.places[0]))
            continue
        if layout is None:
            what = _drawn(part.cells) or _with_boxes(what, part.places, lines)
        found.append(Found(part.places[0], part.places[-1], what))
    return found


def _in_bands(rows: RunOfRows, layout: Layout | None) -> Found | None:
    """Return the board of 9 rows, three on each line, if it obeys the rules. (Lines with several
    rows of a board of another size may be the first rows of a larger one.)"""
    cells = [cell for row in rows.cells for cell in row]
    board = meaning(in_rows(cells, USUAL), layout)
    if isinstance(board, Puzzle) and not repeats(board):
        return Found(rows.places[0], rows.places[-1], board)
    return None


def _is_doubtful(what: Puzzle | CandidateGrid, way: Way) -> bool:
    """Whether cells of several marks may be numbers, not candidates: no commas or places tell."""
    return isinstance(what, CandidateGrid) and way[0] not in ("lists", "places")


def _drawn(cells: list[list[str]]) -> CandidateGrid | None:
    """Return the candidates of a board whose cells are drawn as blocks of them; else None."""
    marks = "".join(cell for row in cells for cell in row)
    size = drawn_size(marks)
    if not size:
        return None
    board = usual_board(size)
    digits = dense_cells(undrawn(marks, board), board)
    return CandidateGrid(0, [tuple(some) for some in digits], board)


def _with_boxes(
    what: Puzzle | CandidateGrid, places: list[int], lines: list[str], are_spaced: bool = False
) -> Puzzle | CandidateGrid:
    """Return the board of these lines with the boxes that its borders draw, if they draw some."""
    rows = [lines[place] for place in places]
    shape = drawn_boxes(rows, _band_heights(places, lines), are_spaced)
    if shape is None or shape == what.layout.box_shape:
        return what
    return replace(what, layout=Layout.boxes(*shape, symbols=what.layout.symbols))


def _are_lines(cells: list[list[str]]) -> bool:
    """Whether each row may be a small board itself: 16 cells of a 4x4 board."""
    return line_size(cells) > 0 and any(text.isdigit() and text != "0" for text in cells[0])


def _without_spacers(rows: RunOfRows) -> RunOfRows:
    """Return the rows without the empty columns between boxes, and the empty rows, as in
    spreadsheets; rows as many as each has cells are left as they are."""
    are_used = [any(column) for column in zip(*rows.cells, strict=True)]
    boxes = [len(list(some)) for is_used, some in groupby(are_used) if is_used]
    kept = [number for number, row in enumerate(rows.cells) if any(row)]
    is_board = has_boxes(rows.width) and len(rows.cells) % rows.width == 0
    has_spacers = len(boxes) > len(set(boxes)) == 1 and False in are_used
    if is_board or not has_spacers or len(kept) % sum(boxes):
        return rows
    cells = [list(compress(rows.cells[number], are_used)) for number in kept]
    return RunOfRows(cells, [rows.places[number] for number in kept])


def _without_margins(rows: RunOfRows, has_bars: bool) -> RunOfRows:
    """Return the rows without empty fields at both ends, as the bars of a frame leave them, or at
    one end, as a comma behind each row does; other square rows are left as they are."""
    cells = rows.cells
    first = all(row[0] == "" for row in cells)
    last = all(row[-1] == "" for row in cells)
    is_frame = has_bars and first and last
    if len(cells[0]) <= len(cells) and not is_frame:
        return rows
    return RunOfRows([row[first : len(row) - last] for row in cells], rows.places)


def _are_named(rows: list[list[str]]) -> bool:
    """Whether each row begins with a word of its own, as tables of other things do."""
    names = {words[0] for words in rows if words and len(words[0]) >= LEAST_NAME}
    are_words = all(map(str.isalpha, names)) and any(map(str.islower, "".join(names)))
    return len(names) == len(rows) and are_words and len({words[1] for words in rows}) > 1


def _without_labels(rows: RunOfRows) -> RunOfRows:
    """Return the rows without the columns at their ends that count them, where there are more
    columns than rows."""
    cells = rows.cells
    for end, inner in ((0, slice(1, None)), (-1, slice(-1))):
        labels = [row[end] for row in cells]
        are_labels = is_header(labels) or is_header(labels[::-1])
        if are_labels and len(cells[0]) > len(cells):
            cells = [row[inner] for row in cells]
    return RunOfRows(cells, rows.places)


def _without_headers(rows: RunOfRows) -> RunOfRows:
    """Return the rows without the labels of columns above each board."""
    width = rows.width
    if width == 0 or len(rows.cells) % width == 0:
        return rows
    body = RunOfRows([], [])
    for cells, place in zip(rows.cells, rows.places, strict=True):
        begins_board = len(body.cells) % width == 0
        if begins_board and is_header(cells):
            continue
        body.cells.append(cells)
        body.places.append(place)
    return body


def _are_even(places: list[int], lines: list[str]) -> bool:
    """Whether what stands between the rows of a board parts it into bands of one height."""
    return len(set(_band_heights(places, lines))) == 1


def _band_heights(places: list[int], lines: list[str]) -> list[int]:
    """Return how many rows stand without a gap between them, from top to bottom; in a table of
    Markdown, the first row may be the head."""
    first, *others = places
    heights = [1]
    before = first
    for place in others:
        is_table = before == first and is_under_head(lines[first + 1])
        if place == before + 1 or is_table:
            heights[-1] += 1
        else:
            heights.append(1)
        before = place
    return heights


def _side_by_side(rows: RunOfRows, texts: list[str], layout: Layout | None) -> list[Found]:
    """Return the boards that stand side by side: a puzzle and its solution, or several behind wide
    gaps or as words; none for other rows. texts: the lines of the rows."""
    count = len(rows.cells)
    parts = set[int]()
    words = set[int]()
    for text in texts:
        parts.add(len(WIDE_GAP.split(text.strip())))
        words.update(map(len, text.translate(TO_SPACES).split()))
    has_gaps = len(parts) == 1 < min(parts)
    size = rows.width // min(parts) if has_gaps else count
    has_gaps = has_gaps or words == {size}
    if not is_size(size, layout) or count % size:
        return []
    if rows.width <= size or rows.width % size:
        return []
    found = []
    for top in range(0, count, size):
        part = rows.part(top, top + size)
        boards = []
        for left in range(0, rows.width, size):
            board = meaning([row[left : left + size] for row in part.cells], layout)
            if not isinstance(board, Puzzle):
                return []
            boards.append(board)
        first, *beside = boards
        is_solved = 0 in first.cells and 0 not in beside[0].cells
        is_pair = len(beside) == 1
        if not has_gaps and not (is_solved and is_pair):
            return []
        found.append(Found(part.places[0], part.places[-1], first, tuple(beside)))
    return found


# -- Other wrapping -------------------------------------------------------------------------------


def _in_brackets(lines: list[str], layout: Layout | None) -> list[Found]:
    """Return the boards whose rows stand in brackets or in quotes, wherever lines break."""
    text = "\n".join(lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for reader, marks in ((rows_in_brackets, "[({"), (rows_in_quotes, "\"'`")):
        if not any(mark in text for mark in marks):
            continue
        found = []
        for rows in _same_width(reader(text)):
            for some in _wrapped(rows, layout):
                what: Puzzle | CandidateGrid | ParseError | None = meaning(some.cells, layout)
                if what is None or (isinstance(what, Puzzle) and not any(what.cells)):
                    return []
                if isinstance(what, CandidateGrid) and (problem := too_large(some.cells)):
                    what = ParseError(problem)
                first = bisect_right(starts, some.start) - 1
                last = bisect_right(starts, some.end - 1) - 1
                found.append(Found(first, last, what))
        if found:
            return found
    return []


def _same_width(rows: list[PlacedRow]) -> list[list[PlacedRow]]:
    """Return the runs of rows with as many cells."""
    runs = []
    for _, run in groupby(rows, key=lambda row: len(row.cells)):
        runs.append(list(run))
    return runs


class PlacedBoard(NamedTuple):
    """The rows of a board, and where they start and end in the text."""

    cells: list[list[str]]
    start: int
    end: int


def _wrapped(rows: list[PlacedRow], layout: Layout | None) -> list[PlacedBoard]:
    """Return the boards of rows of one width: n rows of n cells each, or all n·n cells in each
    row."""
    count, width = len(rows), len(rows[0].cells)
    boards = []
    if is_size(width, layout) and count % width == 0:
        for start in range(0, count, width):
            some = rows[start : start + width]
            cells = [row.cells for row in some]
            boards.append(PlacedBoard(cells, some[0].start, some[-1].end))
        return boards
    size = isqrt(width)
    if size * size != width or not is_size(size, layout):
        return []
    groups = [groups_by_place("".join(row.cells)) for row in rows]
    if count == size and all(groups):
        return [PlacedBoard(groups, rows[0].start, rows[-1].end)]
    for row in rows:
        boards.append(PlacedBoard(in_rows(row.cells, size), row.start, row.end))
    return boards


def _filled(lines: list[str], layout: Layout | None) -> list[Found]:
    """Return the boards whose cells fill lines of one length, whatever that is, but for the last:
    each is a stretch of lines with nothing but cells."""
    found = []
    stretch: list[str] = []
    for place, line in enumerate([*unquoted(lines), ""]):
        words = line.translate(TO_SPACES).split()
        if words and all(map(CELLS.fullmatch, words)):
            stretch.append(line)
            continue
        if board := _of_filled(stretch, layout):
            first = place - len(stretch)
            found.append(Found(first, place - 1, board, row=first))
        stretch = []
    return found


def _of_filled(lines: list[str], layout: Layout | None) -> Puzzle | None:
    """Return the board of full lines, if it can be a puzzle: nothing else tells that it is one."""
    rows = [line.translate(TO_SPACES).split() for line in lines]
    room = 1
    if all(len(row) == 1 for row in rows):
        rows = [list(row[0]) for row in rows]
        room = 0
    cells = list(chain.from_iterable(rows))
    size = isqrt(len(cells))
    are_rows = bool(rows) and len(rows[0]) == size
    if are_rows or not is_size(size, layout):
        return None
    if size**2 != len(cells) or size**2 < SMALLEST_LINE:
        return None
    lengths = [len(line.strip(" \t,;")) for line in lines]
    most = max(lengths)
    for length, (word, *_) in zip(lengths, rows[1:], strict=False):
        if length + room + len(word) <= most:
            return None  # it had room for the next word
    board = meaning(in_rows(cells, size), layout)
    if not isinstance(board, Puzzle) or repeats(board):
        return None
    return board if can_be_proper(board) else None


def _spaced(lines: list[str], layout: Layout | None) -> list[Found]:
    """Return the boards whose blanks are spaces: each is a stretch of lines without other words."""
    found = []
    stretch: list[int] = []
    for place, line in enumerate([*lines, "end"]):
        if place < len(lines) and (is_gap(line) or may_be_spaced(line)):
            stretch.append(place)
            continue
        found += _spaced_boards(lines, stretch, layout)
        stretch = []
    return found


def _spaced_boards(lines: list[str], stretch: list[int], layout: Layout | None) -> list[Found]:
    """Return the boards of a stretch of lines: each begins and ends at an empty line."""
    edges = [at for at, place in enumerate(stretch) if not lines[place].strip()]
    found = []
    start = 0
    for end in [*edges, len(stretch)]:
        if one := _spaced_board(lines, stretch[start:end], layout):
            found.append(one)
            start = end
    return found


def _spaced_board(lines: list[str], stretch: list[int], layout: Layout | None) -> Found | None:
    """Return the board that a stretch of lines is, with the labels of its columns or without."""
    places = [place for place in stretch if not is_gap(lines[place])]
    if places and _is_head(lines[places[0]], len(places) - 1):
        places.pop(0)
    if not places:
        return None
    inner = range(places[0], places[-1] + 1)
    with_blank_rows = [place for place in inner if not lines[place].strip() or place in places]
    for chosen in (places, with_blank_rows):
        rows = [lines[place] for place in chosen]
        cells = spaced_rows(rows) if is_size(len(rows), layout) else None
        what = meaning(cells, layout) if cells else None
        if not isinstance(what, Puzzle) or not any(what.cells):
            continue
        # Pictures of other things have many rows and spaces, too.
        is_picture = len(rows) > LARGEST_SPACED and repeats(what)
        if _are_even(chosen, lines) and not is_picture:
            board = what if layout else _with_boxes(what, chosen, lines, are_spaced=True)
            return Found(chosen[0], chosen[-1], board)
    return None


def _is_head(line: str, size: int) -> bool:
    """Whether the line names the columns of a board, perhaps behind a corner."""
    words = line.translate(TO_SPACES).split()
    return len(words) in (size, size + 1) and is_header(words[len(words) - size :])
