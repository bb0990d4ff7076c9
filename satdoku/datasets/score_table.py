"""Scores of a model by properties of the puzzles: the table of a report.

A property is a column of the records, or one of `DERIVED`, which the puzzle itself has. The share
of right answers has a 95% interval (Wilson 1927). If puzzles were answered several times, pass@k is
the chance that one of k answers is right, k being the fewest answers to one puzzle: estimated
without bias for each puzzle, and averaged (Chen et al., "Evaluating large language models trained
on code", 2021).

>>> from satdoku.datasets.scoring import score_answer
>>> from satdoku.formats.text.reader import parse
>>> puzzle = parse("....43..1.....4.")
>>> answers = ["2134431214233241", "no idea"]
>>> print(score_table([({}, puzzle, score_answer(a, puzzle)) for a in answers], ["clues"]).text())
clues  puzzles  answers  right  %     95%       pass@2
4      1        2        1      50.0  9.5-90.5  100.0
all    1        2        1      50.0  9.5-90.5  100.0
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb, sqrt
from typing import Any

from ..batch.counting import Z95
from ..board import Puzzle
from ..errors import ParseError
from ..grouping import grouped
from ..listing import Listing, booktabs
from ..logic.difficulty.rating import rate
from ..record_types import Record
from .scoring import Score

rated = lru_cache(maxsize=1 << 16)(rate)


def _kind(puzzle: Puzzle) -> str:
    kinds = {constraint.kind for constraint in puzzle.layout.constraints}
    return ", ".join(sorted(kinds)) or "none"


def _level(puzzle: Puzzle) -> str:
    return rated(puzzle).label or rated(puzzle).outcome


def _technique(puzzle: Puzzle) -> str:
    return rated(puzzle).hardest_rule or rated(puzzle).outcome


#: Properties that a puzzle has itself: the last three by its rating.
DERIVED: dict[str, Callable[[Puzzle], object]] = {
    "clues": lambda puzzle: puzzle.clues,
    "size": lambda puzzle: puzzle.layout.size,
    "kind": _kind,
    "rating": lambda puzzle: rated(puzzle).rating,
    "level": _level,
    "technique": _technique,
}
Scored = tuple[Mapping[str, Any], Puzzle, Score]


def score_table(scored: Iterable[Scored], by: Sequence[str]) -> Listing[Record]:
    """Return one row per combination of the properties that occurs, in order, and one for all.

    scored: (record, puzzle, score) of each answer. Raises `ParseError` for a property that a record
    does not have.
    """
    keyed = []
    for record, puzzle, score in scored:
        values = [_value(record, puzzle, name) for name in by]
        keyed.append((tuple(values), (puzzle, score)))
    groups = grouped(keyed)
    everything = [one for group in groups.values() for one in group]
    several = min(Counter(puzzle for puzzle, _ in everything).values(), default=1)
    rows = []
    for key in sorted(groups, key=lambda values: list(map(_place, values))):
        values_by_name = dict(zip(by, key, strict=True))
        rows.append(_row(values_by_name, groups[key], several))
    rows.append(_row(dict.fromkeys(by, "all"), everything, several))
    columns = [*by, "puzzles", "answers", "right", "%", "95%"]
    if several > 1:
        columns.append(f"pass@{several}")
    shown = tuple([tuple(_shown(row, by, several)) for row in rows])
    return Listing("scores", tuple(columns), tuple(rows), shown)


def _shown(row: Mapping[str, Any], by: Sequence[str], several: int) -> Iterator[str]:
    """Yield the cells of a row as text."""
    for name in by:
        yield str(row[name])
    for name in ("puzzles", "answers", "right"):
        yield f"{row[name]:,}"
    low, high = row["interval"]
    yield f"{100 * row['share']:.1f}"
    yield f"{100 * low:.1f}-{100 * high:.1f}"
    if several > 1:
        yield f"{100 * row[f'pass@{several}']:.1f}"


def as_csv(table: Listing[Any]) -> str:
    """Return a table as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.shown)
    return out.getvalue().rstrip("\n")


def as_latex(table: Listing[Any]) -> str:
    """Return a table for LaTeX (booktabs)."""
    escape = str.maketrans({mark: f"\\{mark}" for mark in "_%&#$"})
    rows = []
    for row in (table.columns, *table.shown):
        rows.append([cell.translate(escape) for cell in row])
    return booktabs(*rows)


def _value(record: Mapping[str, Any], puzzle: Puzzle, name: str) -> Any:
    if name in record:
        return record[name]
    if name not in DERIVED:
        known = ", ".join([*record, *DERIVED])
        raise ParseError(f"no column {name!r} in a record: there are {known}")
    return DERIVED[name](puzzle)


def _place(value: Any) -> tuple[bool, Any]:
    """Return a key that sorts numbers before text."""
    if isinstance(value, int | float):
        return False, value
    return True, str(value)


def _row(values: Record, group: Sequence[tuple[Puzzle, Score]], k: int) -> Record:
    per_puzzle = grouped((puzzle, score.right) for puzzle, score in group)
    passed = []
    for answers in per_puzzle.values():
        number = len(answers)
        wrong = number - sum(answers)
        # the chance that k answers drawn from those of the puzzle are not all wrong
        passed.append(1 - comb(wrong, k) / comb(number, k))
    right = sum(score.right for _, score in group)
    return values | {
        "puzzles": len(per_puzzle),
        "answers": len(group),
        "right": right,
        "share": right / len(group),
        "interval": wilson(right, len(group)),
        f"pass@{k}": sum(passed) / len(passed),
    }


def wilson(right: int, number: int) -> tuple[float, float]:
    """Return the 95% interval of a share (E. Wilson, "Probable inference", 1927)."""
    share = right / number
    z = Z95**2 / number
    middle = (share + z / 2) / (1 + z)
    variance = share * (1 - share) / number + z / (4 * number)
    half = Z95 / (1 + z) * sqrt(variance)
    return max(0.0, middle - half), min(1.0, middle + half)
