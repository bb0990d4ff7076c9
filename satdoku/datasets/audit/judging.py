"""Judge blocks of rows: everything an audit reports except which rows are the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...batch.canonical_forms import contradicts_itself
from ...batch.solving import having_spare_givens, solve
from ...layout import Layout
from ...logic.catalog.rules import LABELS
from ...logic.difficulty.rating import Rating, rate_boards
from ...logic.difficulty.scales import scale_named
from ..files.rows import Extras, Rows
from .report import Found

#: Ratings that differ by less count as equal, since tables round to fewer decimals.
NEAR = 0.06


@dataclass
class Judge:
    """Judges blocks of rows. ratings, minimal: whether to compute them."""

    jobs: int
    ratings: bool
    minimal: bool
    scale: str | None

    def __call__(self, part: Rows, before: int) -> Found:
        """Return the findings for a block; before: the number of rows in earlier files."""
        found = Found(unreadable={before + row: why for row, why in part.wrong.items()})
        if not len(part.numbers):
            return found
        layout = part.layout
        rows = before + part.numbers
        boards = part.boards
        grouped = ((int(rows[i]), said.get("group")) for i, said in enumerate(part.extras))
        found.groups = {row: group for row, group in grouped if group not in (None, "")}
        found.boards[_board_name(layout)] = len(rows)
        solved = solve(boards, layout=layout, jobs=self.jobs)
        one = np.flatnonzero(solved.counts == 1)
        found.proper = len(one)
        found.several = rows[solved.counts == 2].tolist()
        found.none = rows[solved.counts == 0].tolist()
        found.unanswered = int((~part.answered).sum()) - len(part.ill_answered)
        found.wrong_answers = _wrong_answers(part, before, solved.counts, solved.solutions, layout)
        clues = (boards > 0).sum(1)
        counts, numbers = np.unique(clues, return_counts=True)
        found.clues.update(dict(zip(counts.tolist(), numbers.tolist(), strict=True)))
        proper = boards[one]
        if self.minimal and len(one):
            grids = solved.solutions[one]
            spare = having_spare_givens(proper, grids, "proper", layout, self.jobs)
            found.minimal = len(one) - int(spare.sum())
        if self.ratings and len(one):
            rated = rate_boards(proper, layout, self.jobs, self.scale)
            found.scales[scale_named(self.scale, layout).name] = len(rated)
            found.ratings.update(rating.rating for rating in rated)
            found.labels.update(rating.label for rating in rated)
            for i, rating in zip(one.tolist() if part.extras else [], rated, strict=False):
                if why := _other_rating(part.extras[i], rating):
                    found.wrong_claims[int(rows[i])] = why
        for row, count, extras in zip(rows.tolist(), clues.tolist(), part.extras, strict=False):
            if str(extras.get("clues", "")).strip() not in ("", "None", str(count)):
                found.wrong_claims[row] = f"clues {extras['clues']}: it has {count}"
        return found


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
    try:
        other = abs(float(extras.get("rating", rating.rating)) - rating.rating) > NEAR
    except (TypeError, ValueError):
        other = True
    return f"rating {extras['rating']}: it is {rating.rating:.1f}" if other else ""


def _wrong_answers(
    part: Rows, before: int, counts: np.ndarray, solutions: np.ndarray, layout: Layout
) -> dict[int, str]:
    """Return why each wrong answer is wrong, by row; any solution is a right answer."""
    answers, boards = part.answers, part.boards
    holes = (answers == 0).any(1)
    against = ((boards > 0) & (answers != boards)).any(1)
    other = (answers != solutions).any(1)
    broken = contradicts_itself(answers, layout)
    fewer = ((answers > 0).sum(1) < (boards > 0).sum(1)) & ~(
        (answers > 0) & (answers != boards)
    ).any(1)
    reasons = [
        (fewer, "fewer digits than its puzzle: are the two columns swapped? (--column, --answer)"),
        (holes, "not all cells are filled in"),
        (against, "not the puzzle's givens"),
        (broken, "a digit twice in a house"),
        ((counts == 1) & other, "not the solution"),
    ]
    wrong = {before + row: why for row, why in part.ill_answered.items()}
    left = part.answered.copy()
    for bad, why in reasons:
        for i in np.flatnonzero(left & bad).tolist():
            wrong[before + int(part.numbers[i])] = why
        left &= ~bad
    return wrong
