"""Score model answers: complete grids, judged by the puzzle's own layout and rules (single steps:
`placements.py`; how answers are read: `answers.py`).

A right answer scores 1, any other 0. With `parts`, one that leaves cells open and has none wrong
earns what it shows beyond guessing: its right cells less those that the best answer without any
solving has (one digit everywhere, or the first or last digit that fits, cell by cell), as a share
of what is left. A wrong cell earns nothing, since a board filled with digits that fit has some.

The verdicts:

- right: the solution, or any solution of a puzzle with several;
- wrong cells: a cell differs from the solution, or is left open;
- givens changed: a given has another digit, or is left out of a board that fills all others or
  none;
- not legal: it is no board of this layout (other symbols, another size), or the puzzle has no
  solution that it could be;
- not read: no board, and no placement that is claimed;
- several answers: the puzzle has several solutions, and the answer is none of them, so its cells
  cannot be judged one by one.

>>> score_answer("r1c1: 2, r1c2: 1, r1c3 = 4", "....43..1.....4.")
<Score 0.00: wrong cells: 2 of 12 cells right, 1 wrong>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast

import numpy as np

from ..batch.solving import solve
from ..board import Puzzle
from ..errors import ParseError, PuzzleError
from ..formats.metadata import REFUSED
from ..formats.programs.sudoku_bench import read_bench
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..geometry import Cells
from ..layout import Layout, as_layout
from ..operations.solving import solutions
from ..phrases import phrase
from ..record_types import Natural, Share, TypedDict
from .answers import read_answer
from .files.conversations import (
    ANSWERED,
    ASKED,
    REWARD,
    TRUTH,
    answers_in,
    last_board,
    last_said,
    question_of,
)
from .files.reading import BENCH, PUZZLES
from .files.rows import flat

#: Keys of records under which the puzzle's own solution is looked for.
SOLVED = ("solution", "solutions", "solved", TRUTH)
#: The types of answers that are read as text.
READ = (str, list, tuple, dict)
#: The verdict on an answer.
AnswerVerdict = Literal[
    "right", "wrong cells", "givens changed", "not legal", "not read", "several answers"
]


class ScoreRecord(TypedDict):
    """right: whether the answer is right as a whole. blanks: number of cells to fill. right_cells,
    wrong_cells: how many of them. problem: why no comparison was possible, else ""."""

    score: Share
    verdict: AnswerVerdict
    right: bool
    blanks: Natural
    right_cells: Natural
    wrong_cells: Natural
    problem: str


@frozen
class Score:
    """The score of an answer: the keys of `ScoreRecord`.

    >>> import satdoku
    >>> score = satdoku.score_answer("2", "..1..23..4......")
    >>> score.verdict, score.right, score.blanks
    ('not read', False, 12)
    """

    score: float
    verdict: AnswerVerdict
    blanks: int
    right_cells: int = 0
    wrong_cells: int = 0
    problem: str = ""

    @property
    def right(self) -> bool:
        """Whether the answer is right as a whole."""
        return self.verdict == "right"

    def record(self) -> ScoreRecord:
        """Return all fields by name."""
        found = {key: getattr(self, key) for key in ScoreRecord.__annotations__}
        return cast(ScoreRecord, found)

    def text(self) -> str:
        """'0.00: wrong cells: 30 of 40 cells right, 10 wrong'."""
        summary = f"{self.right_cells} of {self.blanks} cells right, {self.wrong_cells} wrong"
        return f"{self.score:.2f}: {self.verdict}: {self.problem or summary}"

    def __repr__(self) -> str:
        return f"<Score {self.text()}>"


def score_answer(
    answer: object, entry: PuzzleLike, *, parts: bool = False, givens_may_be_blank: bool = False
) -> Score:
    """Return the score of a model's free-form answer to a puzzle (or to a record with the puzzle
    under `puzzle` or, as in reasoning-gym, under `metadata`, and its layout and rules beside it).

    answer: text, bytes in UTF-8, rows of digits, or a conversation as messages with roles, whose
    last message by the assistant counts; anything else, as None, is not read. If there are
    <answer> tags, only the text between the last pair counts. In it, the last full board counts
    (a copy of the puzzle is none); if there is none, the last partial board with the placements,
    such as r3c5=7, that are claimed below it. parts: give a wrong answer its part of the score.
    givens_may_be_blank: the board may leave givens open. Rules in the record's words count, and of
    several solutions only that of the record is right, where it has one. Raises `ParseError` if the
    entry contains no puzzle, or a solution that is none.

    >>> import satdoku
    >>> satdoku.score_answer("<answer>4312 1234 2143 3421</answer>", "..1..23..4......").verdict
    'givens changed'
    >>> satdoku.score_answer(satdoku.solve("..1..23..4......").line, "..1..23..4......").verdict
    'right'
    """
    return score_answers([answer], [entry], parts=parts, givens_may_be_blank=givens_may_be_blank)[0]


def score_answers(
    answers: Sequence[object],
    entries: Sequence[PuzzleLike],
    *,
    parts: bool = False,
    givens_may_be_blank: bool = False,
) -> list[Score]:
    """Return the scores of many answers, one per entry: like `score_answer`, but much faster.

    Raises `ParseError` if an entry contains no puzzle or a false solution, `PuzzleError` if the
    numbers differ.

    >>> import satdoku
    >>> [score.verdict for score in satdoku.score_answers(["", "1"], ["..1..23..4......"] * 2)]
    ['not read', 'not read']
    """
    if len(answers) != len(entries):
        raise PuzzleError(
            phrase(
                "{answers:,} answers to {puzzles:,} puzzles",
                answers=len(answers),
                puzzles=len(entries),
            )
        )
    return score_entries(answers, [*map(entry_of, entries)], parts, givens_may_be_blank)


@frozen
class ScoredEntry:
    """What answers are scored by: a puzzle, and the solution that its record has, if any. at: where
    the record stands, for errors."""

    puzzle: Puzzle
    solution: Cells | None = None
    at: str = ""


def score_entries(
    answers: Sequence[object],
    entries: Sequence[ScoredEntry],
    parts: bool = False,
    givens_may_be_blank: bool = False,
) -> list[Score]:
    """Return the scores of answers to entries that have been read; errors as for
    `score_answers`."""
    by_layout: dict[Layout, dict[Cells, list[Cells]]] = {}
    for entry in entries:
        by_layout.setdefault(entry.puzzle.layout, {})[entry.puzzle.cells] = []
    for layout, boards in by_layout.items():
        if len(boards) == 1:
            for cells in boards:
                found = solutions(Puzzle(cells, layout), limit=2)
                boards[cells] = [one.cells for one in found]
            continue
        solved = solve(np.array(list(boards), np.uint8), layout=layout)
        results = zip(boards, solved.counts.tolist(), solved.solutions.tolist(), strict=True)
        boards |= {cells: [tuple(solution)] * count for cells, count, solution in results}
    scores = []
    for answer, entry in zip(answers, entries, strict=True):
        puzzle = entry.puzzle
        known = _known(entry, by_layout[puzzle.layout][puzzle.cells])
        scores.append(_score(answer, puzzle, known, parts, givens_may_be_blank))
    return scores


def _known(entry: ScoredEntry, known: Sequence[Cells]) -> Sequence[Cells]:
    """Return the solutions that count, two at most: the record's own, if it has one.

    known: the puzzle's. Raises `ParseError` if the record's is none of them.
    """
    own = entry.solution
    if own is None or list(known) == [own]:
        return known
    puzzle = entry.puzzle
    kept = all(digit in (0, own[cell]) for cell, digit in enumerate(puzzle.cells))
    if len(known) > 1 and kept and any(solutions(Puzzle(own, puzzle.layout), limit=1)):
        return [own]
    raise ParseError(phrase("{at!s}the record's solution does not solve its puzzle", at=entry.at))


def _score(
    answer: object, puzzle: Puzzle, known: Sequence[Cells], parts: bool, givens_may_be_blank: bool
) -> Score:
    """Score one answer. known: the solution, or two of several."""
    layout = puzzle.layout
    blanks = layout.cell_count - puzzle.clues

    def no(verdict: AnswerVerdict, problem: str) -> Score:
        return Score(0.0, verdict, blanks, problem=problem)

    if isinstance(answer, bytes | bytearray):
        answer = answer.decode(errors="replace")
    elif hasattr(answer, "tolist"):  # an array of NumPy, or a tensor
        answer = answer.tolist()
    if isinstance(answer, Puzzle):
        answer = answer.line
    answer = last_said(answer)
    said = read_answer(str(answer), puzzle) if isinstance(answer, READ) else None
    if said is None:
        return no("not read", "no board, and no placement that is claimed")
    if said.foreign:
        return no("not legal", said.foreign)
    filled = list(said.cells)
    left_out = ""
    for cell, digit in enumerate(puzzle.cells):
        if digit and not filled[cell]:
            left_out = left_out or layout.cell_name(cell)
            filled[cell] = digit
        elif digit and filled[cell] != digit:
            return no("givens changed", f"the given in {layout.cell_name(cell)} was changed")
    is_blank = not any(said.cells)
    if left_out and (0 not in filled or is_blank) and not givens_may_be_blank:
        return no("givens changed", f"the given in {left_out} was left out")
    if len(known) != 1:
        if 0 not in filled and known and any(solutions(Puzzle(tuple(filled), layout), limit=1)):
            return Score(1.0, "right", blanks, blanks)
        if known:
            return no("several answers", "the puzzle has several solutions, and this is none")
        return no("not legal", "the puzzle has no solution")
    open_ = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    right = sum(filled[cell] == known[0][cell] for cell in open_)
    wrong = sum(filled[cell] not in (0, known[0][cell]) for cell in open_)
    if right == blanks:
        return Score(1.0, "right", blanks, right)
    earned = 0.0
    if parts and not wrong:
        free = _without_solving(puzzle, known[0])
        if right > free:
            earned = (right - free) / (blanks - free)
    return Score(earned, "wrong cells", blanks, right, wrong)


def _without_solving(puzzle: Puzzle, grid: Cells) -> int:
    """Return the most right cells of an answer that solves nothing: one digit in all blanks, or in
    each the first or the last digit that no cell of its houses holds."""
    layout = puzzle.layout
    blanks = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    digits = layout.digit_numbers
    best = max(sum(grid[cell] == digit for cell in blanks) for digit in digits)
    sees: list[set[int]] = [set() for _ in grid]
    for house in layout.houses:
        for cell in house.cells:
            sees[cell].update(house.cells)
    for order in (digits, digits[::-1]):
        for grows in (True, False):
            filled = list(puzzle.cells)
            tried = filled if grows else puzzle.cells
            for cell in blanks:
                used = {tried[other] for other in sees[cell]}
                filled[cell] = next((digit for digit in order if digit not in used), 0)
            best = max(best, sum(filled[cell] == grid[cell] for cell in blanks))
    return best


def entry_of(entry: PuzzleLike, at: str = "") -> ScoredEntry:
    """Return what answers to an entry are scored by; errors as for `puzzle_of`. at: where it
    stands, as it begins a message."""
    puzzle = puzzle_of(entry)
    if not isinstance(entry, Mapping):
        return ScoredEntry(puzzle, at=at)
    return ScoredEntry(puzzle, _own_solution(entry, puzzle.layout), at)


def _own_solution(record: Mapping[str, object], layout: Layout) -> Cells | None:
    """Return the full board under `SOLVED` in a record, its metadata or its reward, None if there
    is none."""
    for part in (record, record.get("metadata"), record.get(REWARD)):
        if not isinstance(part, Mapping):
            continue
        for name in SOLVED:
            text = part.get(name)
            if not isinstance(text, str | list):
                continue
            try:
                cells = parse(flat(text), layout).cells
            except (ParseError, PuzzleError):
                continue  # something else of that name
            if 0 not in cells:
                return cells
    return None


def puzzle_of(entry: PuzzleLike) -> Puzzle:
    """Return the puzzle of an entry; raise `ParseError` if it contains none.

    In a record it is under one of `PUZZLES`, or `metadata` has it; a Sudoku-Bench record is read as
    such; in a `prompt`, the user's `messages` or an `input` the last board counts.
    """
    if isinstance(entry, Puzzle | str):
        return parse(entry)
    if not isinstance(entry, Mapping):
        kind = "None" if entry is None else f"a {type(entry).__name__}"
        raise ParseError(
            phrase("the entry must be a puzzle, a text or a record, not {kind!s}", kind=kind)
        )
    metadata = entry.get("metadata")
    record = {**entry, **metadata} if isinstance(metadata, Mapping) else dict(entry)
    if BENCH in record and "rows" in record:
        return read_bench(record, [REFUSED])
    column = next((name for name in PUZZLES if record.get(name) is not None), None)
    if column:
        text = record[column]
        if not isinstance(text, str | list):
            raise ParseError(
                phrase("the puzzle must be text or rows of digits: {text!r}", text=text)
            )
        try:
            return parse({**record, "puzzle": flat(text)}, rules_from_text=True)
        except ParseError:
            if not isinstance(text, str) or "\n" not in text:
                raise
    text = question_of(record) or (str(record[column]) if column else "")
    name = record.get("layout")
    layout = as_layout(name) if isinstance(name, str) else None
    found = last_board(text, layout)
    if found is None:
        known = ", ".join([*PUZZLES, *ASKED])
        raise ParseError(
            phrase(
                "the record holds no puzzle: its keys are {keys!s}; give it under one of {known!s}",
                keys=", ".join(map(str, entry))[:80],
                known=known,
            )
        )
    return found


def answer_of(record: Mapping[str, object]) -> object:
    """Return a model's answer in a record; raise `ParseError` if it has none of `ANSWERED`."""
    for answer in answers_in(record):
        return answer
    keys = ", ".join(map(str, record))[:80] or "none"
    raise ParseError(
        phrase(
            "expected an answer under one of {names!s}: the keys are {keys!s}",
            names=", ".join(ANSWERED),
            keys=keys,
        )
    )
