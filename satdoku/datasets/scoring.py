"""Score model answers: complete grids, with partial credit (single steps: `placements.py`).

Partial credit: 1 for a right answer; otherwise the share of blank cells that are correct. It is 0
if a given was changed, the answer is not a board, or the puzzle does not have exactly one solution
to compare with. An answer to a puzzle with several solutions is right if it is any of them.

>>> score_answer("r1c1: 2, r1c2: 1, r1c3 = 4", "....43..1.....4.")
<Score 0.17: 2 of 12 cells right, 1 wrong>
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TypedDict, cast

import numpy as np

from ..batch.solving import solve
from ..board import Puzzle
from ..errors import ParseError, PuzzleError
from ..formats.text.reader import PuzzleLike, parse, read_found, text_lines
from ..layout import Layout
from ..operations.solving import solutions
from ..records import Natural, Share
from .files.rows import flat

#: `r3c5: 7`, `R3C5 -> 7`, `row 3, column 5 is 7`, `(3,5) = 7`; but not questions: `r3c5 = 7?`.
PLACED = re.compile(
    r"(?:\br(?:ow)?\s*(?P<r>\d{1,2})[\s,]*c(?:ol(?:umn)?)?\s*(?P<c>\d{1,2})"
    r"|\(\s*(?P<row>\d{1,2})\s*,\s*(?P<column>\d{1,2})\s*\))"
    r"\s*(?::=|->|=>|→|:|=|\bis\b)\s*(?P<mark>\w)\b(?!\s*\?)",
    re.IGNORECASE,
)
#: `Row 1: 5 3 4 …`, `R1 | 5 | 3 | 4 …`.
LABELLED = re.compile(r"\W*r(?:ow)?\s*(\d{1,2})\b\W+(\S.*)", re.IGNORECASE)
#: The same as tokens of Sudoku-CTC-Reasoning: `<vl><value7><r3><c5>`, or `<r3c5>`.
TOKENS = re.compile(r"<vl><value(\w)><r(\d{1,2})(?:><)?c(\d{1,2})>")
TAGGED = re.compile(r"<answer>(.*?)</answer>", re.IGNORECASE | re.DOTALL)


class ScoreRecord(TypedDict):
    """right: whether the answer is right as a whole. blanks: number of cells to fill. right_cells,
    wrong_cells: how many of them. problem: why no comparison was possible, else ""."""

    score: Share
    right: bool
    blanks: Natural
    right_cells: Natural
    wrong_cells: Natural
    problem: str


@dataclass(frozen=True, slots=True, repr=False)
class Score:
    """The score of an answer: the keys of `ScoreRecord`."""

    score: float
    right: bool
    blanks: int
    right_cells: int = 0
    wrong_cells: int = 0
    problem: str = ""

    def record(self) -> ScoreRecord:
        """Return all fields by name."""
        return cast(ScoreRecord, asdict(self))

    def text(self) -> str:
        """'0.75: 30 of 40 cells right, 10 wrong'."""
        if self.problem:
            return f"{self.score:.2f}: {self.problem}"
        summary = f"{self.right_cells} of {self.blanks} cells right, {self.wrong_cells} wrong"
        return f"{self.score:.2f}: {summary}"

    def __repr__(self) -> str:
        return f"<Score {self.text()}>"


def score_answer(answer: str, entry: PuzzleLike) -> Score:
    """Return the score of a model's free-form answer to a puzzle (or to a record with the puzzle
    under `puzzle` or, as in reasoning-gym, under `metadata`).

    If there are <answer> tags, only the text between the last pair counts. In it, the last full
    board counts; if there is none, the last partial board with the placements such as r3c5=7 below
    it. A copy of the puzzle is not an answer. Raises `ParseError` if the entry contains no puzzle.
    """
    if not isinstance(answer, str):
        raise PuzzleError(f"an answer must be text, not {type(answer).__name__}")
    puzzle = puzzle_of(entry)
    return _score(answer, puzzle, [found.cells for found in solutions(puzzle, limit=2)])


def score_answers(answers: Sequence[str], entries: Sequence[PuzzleLike]) -> list[Score]:
    """Return the scores of many answers, one per entry: like `score_answer`, but much faster.

    Raises `ParseError` if an entry contains no puzzle, `PuzzleError` if the numbers differ.
    """
    if len(answers) != len(entries):
        raise PuzzleError(f"{len(answers):,} answers to {len(entries):,} puzzles")
    puzzles = [puzzle_of(entry) for entry in entries]
    by_layout: dict[Layout, dict[tuple[int, ...], list[tuple[int, ...]]]] = {}
    for puzzle in puzzles:
        by_layout.setdefault(puzzle.layout, {})[puzzle.cells] = []
    for layout, boards in by_layout.items():
        solved = solve(np.array(list(boards), np.uint8), layout=layout)
        results = zip(boards, solved.counts.tolist(), solved.solutions.tolist(), strict=True)
        boards |= {cells: [tuple(solution)] * count for cells, count, solution in results}
    return [
        _score(answer, puzzle, by_layout[puzzle.layout][puzzle.cells])
        for answer, puzzle in zip(answers, puzzles, strict=True)
    ]


def _score(answer: str, puzzle: Puzzle, known: Sequence[tuple[int, ...]]) -> Score:
    """Score one answer. known: the solution, or two of several."""
    blanks = puzzle.layout.cell_count - puzzle.clues
    try:
        filled = _board_in(answer, puzzle)
    except ParseError as error:
        return Score(0.0, False, blanks, problem=f"the answer cannot be read: {error.problem}")
    changed = [
        cell for cell, digit in enumerate(puzzle.cells) if digit and filled[cell] not in (0, digit)
    ]
    if changed:
        name = puzzle.layout.cell_name(changed[0])
        return Score(0.0, False, blanks, problem=f"the given in {name} was changed")
    if len(known) != 1:
        full = Puzzle(tuple(filled), puzzle.layout)
        right = bool(known) and full.is_full and any(solutions(full, limit=1))
        problem = "" if right else f"the puzzle has {'several solutions' if known else 'none'}"
        return Score(float(right), right, blanks, blanks if right else 0, problem=problem)
    grid = known[0]
    open_ = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    right_cells = sum(filled[cell] == grid[cell] for cell in open_)
    wrong_cells = sum(filled[cell] not in (0, grid[cell]) for cell in open_)
    share = right_cells / blanks if blanks else 1.0
    return Score(share, share == 1.0, blanks, right_cells, wrong_cells)


def puzzle_of(entry: PuzzleLike) -> Puzzle:
    """Return the puzzle of an entry; raise `ParseError` if it contains none."""
    if isinstance(entry, Puzzle | str):
        return parse(entry)
    record = entry.get("metadata", entry)
    text = record.get("puzzle", entry.get("puzzle")) if isinstance(record, Mapping) else None
    if text is None:
        raise ParseError("the record holds no puzzle: give it under the key puzzle")
    if not isinstance(text, str | list):
        raise ParseError(f"the puzzle must be text or rows of digits: {text!r}")
    return parse({**record, "puzzle": flat(text)})


def _board_in(answer: str, puzzle: Puzzle) -> list[int]:
    """Return the digits that an answer states, 0 where it states none."""
    layout = puzzle.layout
    tagged = TAGGED.findall(answer)
    text = tagged[-1] if tagged else answer
    if tokens := TOKENS.findall(text):
        text = " ".join(f"r{r}c{c}: {mark}" for mark, r, c in tokens)
    marks = {mark: digit for digit, mark in enumerate(layout.symbols, 1)} | {
        mark: 0 for mark in "._0" if mark not in layout.symbols
    }
    bare = "".join(text.split())
    if len(bare) == layout.cell_count and all(mark in marks for mark in bare):
        return [marks[mark] for mark in bare]
    lines = text_lines(text)
    found = (one for one in read_found(lines, layout) if not isinstance(one, ParseError))
    whole = [(line, board.cells) for line, board in found]
    boards = sorted([*whole, *_labelled(lines, layout, marks)])
    answers = [board for board in boards if board[1] != puzzle.cells]
    full = [cells for _, cells in answers if 0 not in cells]
    if full:
        return list(full[-1])
    line, cells = answers[-1] if answers else (0, puzzle.cells)
    placed = _placed("\n".join(lines[line:]), layout, marks)
    if placed or boards:
        return [placed.get(cell, digit) for cell, digit in enumerate(cells)]
    letters = [marks[mark] for mark in text if mark in marks]
    if len(letters) < layout.cell_count:
        raise ParseError(f"{len(letters)} digits, and the board has {layout.cell_count} cells")
    return letters[-layout.cell_count :]


def _labelled(
    lines: list[str], layout: Layout, marks: Mapping[str, int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (line, cells) of boards whose rows are labelled with their numbers from 1 on, possibly
    with text between them."""
    size = layout.size
    rows: list[int] = []
    for number, line in enumerate(lines, 1):
        match = LABELLED.fullmatch(line.rstrip()) if layout.is_regular else None
        found = re.sub(r"[\s|,;*`'\"\[\]]", "", match[2]) if match else ""
        if not match or len(found) != size or not set(found) <= set(marks):
            continue
        if int(match[1]) == 1:
            rows = []
        if int(match[1]) == len(rows) // size + 1:
            rows += [marks[mark] for mark in found]
        if len(rows) == layout.cell_count:
            yield number, tuple(rows)
            rows = []


def _placed(text: str, layout: Layout, marks: Mapping[str, int]) -> dict[int, int]:
    """Return the last digit placed in each cell, by cell."""
    placed = {}
    for match in PLACED.finditer(text):
        mark, r, c = match["mark"], match["r"] or match["row"], match["c"] or match["column"]
        if mark not in marks:  # a word, as in `r1c1: a guess`
            continue
        cell = layout.places.cell_at(int(r) - 1, int(c) - 1)
        if cell is None:
            raise ParseError(f"r{r}c{c}={mark} is not on the board")
        placed[cell] = marks[mark]
    return placed
