"""Judge blocks of rows: everything an audit reports except which rows are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from ...batch.canonical_forms import contradicts_itself
from ...batch.solving import having_spare_givens, solve
from ...frozen import frozen
from ...kernels.tasks import Solved
from ...layout import Layout, as_layout
from ...logic.catalog.rules import LABELS
from ...logic.difficulty.rating import Rating, rate_boards
from ...logic.difficulty.scales import scale_named
from ...record_types import Record
from ..files.rows import Extras, Problems, Rows
from .report import Findings

#: Ratings that differ by less count as equal, since tables round to fewer decimals.
NEAR = 0.06
SWAPPED = "fewer digits than its puzzle: are the two columns swapped? (--column, --answer)"


@frozen
class AuditOptions:
    """How an audit reads rows, and what it judges.

    layout: of all boards; None to detect it from the first rows. column, answer: the table columns
    of puzzles and answers; None for the usual names. ratings, minimal: whether to rate the rows and
    to find the minimal ones. scale: of the ratings, as for `rate`. near: whether rows and rows of
    `against` that are different puzzles are compared too: by solved grid, and by a clue more, less,
    or moved.

    >>> import satdoku
    >>> options = AuditOptions(ratings=False)
    >>> satdoku.audit([{"puzzle": "..1..23..4......"}], options=options).ratings
    Counter()
    """

    layout: Layout | str | None = None
    column: str | None = None
    answer: str | None = None
    ratings: bool = True
    minimal: bool = True
    scale: str | None = None
    near: bool = True

    @property
    def board(self) -> Layout | None:
        """The layout of all boards."""
        return as_layout(self.layout)

    def stored(self) -> Record:
        """Return what is stored of them: a run with others does not continue this one."""
        board = self.board
        return asdict(replace(self, layout=board and board.name))


@frozen
class RowJudge:
    """Judges blocks of rows as asked."""

    jobs: int
    asked: AuditOptions

    def __call__(self, part: Rows, before: int) -> Findings:
        """Return the findings for a block; before: the number of rows in earlier files."""
        found = Findings()
        for row, why in part.wrong.items():
            found.unreadable[before + row] = why
        if not len(part.numbers):
            return found
        rows = before + part.numbers
        solved = solve(part.boards, layout=part.layout, jobs=self.jobs)
        one = np.flatnonzero(solved.counts == 1)
        found.proper = len(one)
        found.several = rows[solved.counts == 2].tolist()
        found.none = rows[solved.counts == 0].tolist()
        found.unanswered = int((~part.answered).sum()) - len(part.ill_answered)
        found.wrong_answers = wrong_answers(part, before, solved)
        found.groups = _groups(part, rows)
        found.boards[_board_name(part.layout)] = len(rows)
        found.clues = _clues(part.boards)
        if len(one):
            if self.asked.minimal:
                found.minimal = self._count_minimal(part, one, solved.solutions)
            if self.asked.ratings:
                self._rate(found, part, one, rows)
        found.wrong_claims.update(_wrong_clues(part, rows))
        return found

    def _count_minimal(self, part: Rows, one: np.ndarray, solutions: np.ndarray) -> int:
        """Return how many of the proper rows are minimal. one: their indexes."""
        proper = part.boards[one]
        spare = having_spare_givens(proper, solutions[one], "proper", part.layout, self.jobs)
        return len(one) - int(spare.sum())

    def _rate(self, found: Findings, part: Rows, one: np.ndarray, rows: np.ndarray) -> None:
        """Add the ratings of the proper rows, and those of their claims that are wrong."""
        wanted = self.asked.scale
        rated = rate_boards(part.boards[one], part.layout, self.jobs, wanted)
        scale = scale_named(wanted, part.layout)
        found.scales[scale.name] = len(rated)
        found.ratings.update(rating.rating_text for rating in rated)
        found.labels.update(rating.label for rating in rated)
        if not part.extras:
            return
        for i, rating in zip(one.tolist(), rated, strict=True):
            why = _other_rating(part.extras[i], rating)
            if why:
                found.wrong_claims[int(rows[i])] = why


def _groups(part: Rows, rows: np.ndarray) -> dict[int, Any]:
    """Return what isomorphs that belong together share, by row."""
    groups = {}
    for row, said in zip(rows.tolist(), part.extras, strict=False):
        group = said.get("group")
        if group not in (None, ""):
            groups[row] = group
    return groups


def _clues(boards: np.ndarray) -> Counter[int]:
    """Return the number of boards by number of givens, fewest first."""
    clues, numbers = np.unique((boards > 0).sum(1), return_counts=True)
    return Counter(dict(zip(clues.tolist(), numbers.tolist(), strict=True)))


def _wrong_clues(part: Rows, rows: np.ndarray) -> Iterator[tuple[int, str]]:
    """Yield the rows whose column of the number of givens is wrong."""
    counts = (part.boards > 0).sum(1).tolist()
    for row, count, extras in zip(rows.tolist(), counts, part.extras, strict=False):
        stated = str(extras.get("clues", ""))
        if stated.strip() not in ("", "None", str(count)):
            yield row, f"clues {stated}: it has {count}"


def _board_name(layout: Layout) -> str:
    """Return the layout's name, with only the kinds of its rules: '9x9+killer'."""
    kinds = sorted({constraint.kind for constraint in layout.constraints})
    return "+".join([layout.without_constraints().name, *kinds])


def _other_rating(extras: Extras, rating: Rating) -> str:
    """Return how a row's label, or its rating next to the label, differs from ours; "" if it does
    not. Rows without one of our labels use another scale and are not compared."""
    label = extras.get("label")
    if label not in [name for name, _ in LABELS]:
        return ""
    if label != rating.label:
        return f"label {label}: it is {rating.label} ({rating.rating_text})"
    stated = extras.get("rating", rating.rating)
    try:
        agrees = not abs(float(stated) - rating.rating) > NEAR
    except (TypeError, ValueError):
        agrees = False
    return "" if agrees else f"rating {stated}: it is {rating.rating_text}"


def wrong_answers(part: Rows, before: int, solved: Solved) -> Problems:
    """Return why each wrong answer is wrong, by row; any solution is a right answer."""
    answers = part.answers
    is_filled = answers > 0
    is_given = part.boards > 0
    differs = answers != part.boards
    # An answer that only repeats some of the givens is a puzzle, in a column of the other kind.
    are_fewer = is_filled.sum(1) < is_given.sum(1)
    are_swapped = are_fewer & ~(is_filled & differs).any(1)
    is_other = (answers != solved.solutions).any(1)
    reasons = [
        (are_swapped, SWAPPED),
        (~is_filled.all(1), "not all cells are filled in"),
        ((is_given & differs).any(1), "not the puzzle's givens"),
        (contradicts_itself(answers, part.layout), "a digit twice in a house"),
        ((solved.counts == 1) & is_other, "not the solution"),
    ]
    wrong = {before + row: why for row, why in part.ill_answered.items()}
    numbers = before + part.numbers
    left = part.answered.copy()
    for bad, why in reasons:
        wrong.update(dict.fromkeys(numbers[left & bad].tolist(), why))
        left &= ~bad
    return wrong
