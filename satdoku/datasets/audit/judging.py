"""Judge blocks of rows: everything an audit reports except which rows are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...batch.canonical_forms import contradicts_itself
from ...batch.solving import having_spare_givens, solve
from ...layout import Layout
from ...logic.catalog.rules import LABELS
from ...logic.difficulty.rating import Rating, rate_boards
from ...logic.difficulty.scales import scale_named
from ..files.rows import Extras, Rows
from .report import Findings

#: Ratings that differ by less count as equal, since tables round to fewer decimals.
NEAR = 0.06


@dataclass
class RowJudge:
    """Judges blocks of rows. ratings, minimal: whether to compute them."""

    jobs: int
    ratings: bool
    minimal: bool
    scale: str | None

    def __call__(self, part: Rows, before: int) -> Findings:
        """Return the findings for a block; before: the number of rows in earlier files."""
        unreadable = {before + row: why for row, why in part.wrong.items()}
        if not len(part.numbers):
            return Findings(unreadable=unreadable)
        rows = before + part.numbers
        solved = solve(part.boards, layout=part.layout, jobs=self.jobs)
        one = np.flatnonzero(solved.counts == 1)
        found = Findings(
            unreadable=unreadable,
            proper=len(one),
            several=rows[solved.counts == 2].tolist(),
            none=rows[solved.counts == 0].tolist(),
            unanswered=int((~part.answered).sum()) - len(part.ill_answered),
            wrong_answers=_wrong_answers(part, before, solved.counts, solved.solutions),
            groups=_groups(part, rows),
            boards=Counter({_board_name(part.layout): len(rows)}),
            clues=_clues(part.boards),
        )
        if len(one):
            if self.minimal:
                found.minimal = self._count_minimal(part, one, solved.solutions)
            if self.ratings:
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
        rated = rate_boards(part.boards[one], part.layout, self.jobs, self.scale)
        found.scales[scale_named(self.scale, part.layout).name] = len(rated)
        found.ratings.update(rating.rating for rating in rated)
        found.labels.update(rating.label for rating in rated)
        if not part.extras:
            return
        for i, rating in zip(one.tolist(), rated, strict=True):
            why = _other_rating(part.extras[i], rating)
            if why:
                found.wrong_claims[int(rows[i])] = why


def _groups(part: Rows, rows: np.ndarray) -> dict[int, Any]:
    """Return what isomorphs that belong together share, by row."""
    groups = {int(row): said.get("group") for row, said in zip(rows, part.extras, strict=False)}
    return {row: group for row, group in groups.items() if group not in (None, "")}


def _clues(boards: np.ndarray) -> Counter[int]:
    """Return the number of boards by number of givens, fewest first."""
    clues, numbers = np.unique((boards > 0).sum(1), return_counts=True)
    return Counter(dict(zip(clues.tolist(), numbers.tolist(), strict=True)))


def _wrong_clues(part: Rows, rows: np.ndarray) -> Iterator[tuple[int, str]]:
    """Yield the rows whose column of the number of givens is wrong."""
    counts = (part.boards > 0).sum(1).tolist()
    for row, count, extras in zip(rows.tolist(), counts, part.extras, strict=False):
        if str(extras.get("clues", "")).strip() not in ("", "None", str(count)):
            yield row, f"clues {extras['clues']}: it has {count}"


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
        return f"label {label}: it is {rating.label} ({rating.rating:.1f})"
    stated = extras.get("rating", rating.rating)
    try:
        agrees = not abs(float(stated) - rating.rating) > NEAR
    except (TypeError, ValueError):
        agrees = False
    return "" if agrees else f"rating {stated}: it is {rating.rating:.1f}"


def _wrong_answers(
    part: Rows, before: int, counts: np.ndarray, solutions: np.ndarray
) -> dict[int, str]:
    """Return why each wrong answer is wrong, by row; any solution is a right answer."""
    answers, boards = part.answers, part.boards
    is_filled = answers > 0
    is_given = boards > 0
    differs = answers != boards
    # An answer that only repeats some of the givens is a puzzle, in a column of the other kind.
    are_fewer = is_filled.sum(1) < is_given.sum(1)
    are_swapped = are_fewer & ~(is_filled & differs).any(1)
    is_other = (answers != solutions).any(1)
    reasons = [
        (
            are_swapped,
            "fewer digits than its puzzle: are the two columns swapped? (--column, --answer)",
        ),
        (~is_filled.all(1), "not all cells are filled in"),
        ((is_given & differs).any(1), "not the puzzle's givens"),
        (contradicts_itself(answers, part.layout), "a digit twice in a house"),
        ((counts == 1) & is_other, "not the solution"),
    ]
    wrong = {before + row: why for row, why in part.ill_answered.items()}
    left = part.answered.copy()
    for bad, why in reasons:
        for i in np.flatnonzero(left & bad).tolist():
            wrong[before + int(part.numbers[i])] = why
        left &= ~bad
    return wrong
