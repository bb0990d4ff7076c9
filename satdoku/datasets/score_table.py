"""Scores of a model by properties of the puzzles: the table of a report.

A property is a column of the records, or one of `DERIVED`, which the puzzle itself has. Puzzles are
what was drawn at random, and answers to one puzzle resemble each other, so the 95% intervals count
puzzles: that of a share is Wilson's (1927) for the number of independent answers that would have
the variance between puzzles (the design effect of Kish, "Survey Sampling", 1965). If puzzles were
answered several times, pass@k is the chance that one of k answers is right: estimated without bias
for each puzzle, and averaged (Chen et al., "Evaluating large language models trained on code",
2021). Groups that answered the same puzzles, as two models, are compared puzzle by puzzle.

>>> from satdoku.datasets.scoring import score_answer
>>> from satdoku.formats.text.reader import parse
>>> puzzle = parse("....43..1.....4.")
>>> answers = ["2134431214233241", "no idea"]
>>> print(score_table([({}, puzzle, score_answer(a, puzzle)) for a in answers], ["clues"]).text())
clues  puzzles  answers  right  %     95%       pass@2
4      1        2        1      50.0  9.5-90.5  100.0 (20.7-100.0)
all    1        2        1      50.0  9.5-90.5  100.0 (20.7-100.0)
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, sqrt
from typing import Any

from ..batch.counting import Z95
from ..board import Puzzle
from ..errors import ParseError
from ..grouping import grouped
from ..listing import Listing, booktabs
from ..logic.difficulty.rating import rate
from ..logic.difficulty.scales import SCALES
from ..phrases import phrase
from ..plurals import plural
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
#: An answer: its puzzle, its score.
Answered = tuple[Puzzle, Score]
#: The numbers of answers for which pass@k is given, where the puzzles have that many.
TRIES = (1, 4, 8)


def score_table(scored: Iterable[Scored], by: Sequence[str]) -> Listing[Record]:
    """Return one row per combination of the properties that occurs, in order, and one for all;
    below them the difference of each two groups that share puzzles.

    scored: (record, puzzle, score) of each answer. Raises `ParseError` for a property that a record
    does not have.
    """
    keyed = []
    for record, puzzle, score in scored:
        values = [_value(record, puzzle, name) for name in by]
        keyed.append((tuple(values), (puzzle, score)))
    groups = grouped(keyed)
    everything = [one for group in groups.values() for one in group]
    fewest = min((_fewest_answers(group) for group in groups.values()), default=1)
    tries = _tries(fewest)
    rows = []
    keys = sorted(groups, key=lambda values: list(map(_place, by, values)))
    for key in keys:
        values_by_name = dict(zip(by, key, strict=True))
        rows.append(_row(values_by_name, groups[key], tries))
    rows.append(_row(dict.fromkeys(by, "all"), everything, tries))
    columns = [*by, "puzzles", "answers", "right", "%", "95%", *map(_pass_at, tries)]
    shown = tuple([tuple(_shown(row, by, tries)) for row in rows])
    differences = [*_differences({key: groups[key] for key in keys})]
    return Listing(
        "scores",
        tuple(columns),
        tuple(rows),
        shown,
        more={"differences": differences} if differences else {},
        foot="\n".join(map(_difference_text, differences)),
    )


def _fewest_answers(group: Sequence[Answered]) -> int:
    return min(Counter(puzzle for puzzle, _ in group).values())


def _tries(fewest: int) -> list[int]:
    """Return the numbers k of pass@k if each puzzle has at least this many answers."""
    if fewest == 1:
        return []
    if fewest < TRIES[1]:
        return [fewest]
    return [k for k in TRIES if k <= fewest]


def _pass_at(k: int) -> str:
    return f"pass@{k}"


def _shown(row: Mapping[str, Any], by: Sequence[str], tries: Sequence[int]) -> Iterator[str]:
    """Yield the cells of a row as text."""
    for name in by:
        yield str(row[name])
    for name in ("puzzles", "answers", "right"):
        yield f"{row[name]:,}"
    yield _percent(row["share"])
    yield _range_text(row["interval"])
    for k in tries:
        share = row[_pass_at(k)]
        yield f"{_percent(share)} ({_range_text(row[f'{_pass_at(k)} interval'])})"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _range_text(interval: Sequence[float]) -> str:
    return "-".join(map(_percent, interval))


def _differences(groups: Mapping[tuple[Any, ...], Sequence[Answered]]) -> Iterator[Record]:
    """Yield the difference of the shares of each two groups on the puzzles that both answered, with
    its interval (normal, over puzzles)."""
    for (one, answers), (other, others) in combinations(groups.items(), 2):
        first = _shares(answers)
        second = _shares(others)
        gains = [first[puzzle] - second[puzzle] for puzzle in first if puzzle in second]
        if not gains:
            continue
        mean = sum(gains) / len(gains)
        half = Z95 * sqrt(_variance_of_mean(gains))
        yield {
            "one": _name(one),
            "other": _name(other),
            "puzzles": len(gains),
            "difference": mean,
            "interval": [mean - half, mean + half] if len(gains) > 1 else None,
        }


def _name(key: tuple[Any, ...]) -> str:
    return ", ".join(map(str, key))


def _difference_text(found: Record) -> str:
    """Return 'a - b: +12.0 points (95%: +3.1 to +20.9), 200 puzzles'."""
    points = f"{100 * found['difference']:+.1f} points"
    if found["interval"]:
        low, high = (f"{100 * end:+.1f}" for end in found["interval"])
        points += f" (95%: {low} to {high})"
    return f"{found['one']} - {found['other']}: {points}, {plural(found['puzzles'], 'puzzle')}"


def _shares(group: Sequence[Answered]) -> dict[Puzzle, float]:
    """Return the share of right answers by puzzle."""
    per_puzzle = grouped((puzzle, score.right) for puzzle, score in group)
    return {puzzle: sum(answers) / len(answers) for puzzle, answers in per_puzzle.items()}


def _variance_of_mean(values: Sequence[float]) -> float:
    """Return the variance of the mean of independent values, estimated from them."""
    number = len(values)
    if number < 2:
        return 0.0
    mean = sum(values) / number
    return sum((value - mean) ** 2 for value in values) / (number - 1) / number


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
        value = record[name]
        return json.dumps(value) if isinstance(value, list | dict) else value
    if name not in DERIVED:
        known = ", ".join([*record, *DERIVED])
        raise ParseError(
            phrase("no column {name!r} in a record: there are {known!s}", name=name, known=known)
        )
    return DERIVED[name](puzzle)


@lru_cache(maxsize=1)
def _ratings() -> dict[str, int]:
    """Return the rating of each technique, in tenths."""
    return {row.name: row.tenths for scale in SCALES.values() for row in scale.rows}


def _place(name: str, value: Any) -> tuple[int, Any]:
    """Return a key that sorts numbers before text, and techniques by their ratings."""
    if isinstance(value, int | float):
        return 0, value
    if name == "technique" and value in _ratings():
        return 0, _ratings()[value]
    return 1, str(value)


def _row(values: Record, group: Sequence[Answered], tries: Sequence[int]) -> Record:
    per_puzzle = grouped((puzzle, score.right) for puzzle, score in group)
    right = sum(score.right for _, score in group)
    share = right / len(group)
    row = values | {
        "puzzles": len(per_puzzle),
        "answers": len(group),
        "right": right,
        "share": share,
        "interval": wilson(share, _independent_answers([*per_puzzle.values()])),
    }
    for k in tries:
        passed = [_passed(answers, k) for answers in per_puzzle.values()]
        chance = sum(passed) / len(passed)
        row[_pass_at(k)] = chance
        row[f"{_pass_at(k)} interval"] = wilson(chance, _worth_in_puzzles(passed))
    return row


def _passed(answers: Sequence[bool], k: int) -> float:
    """Return the chance that k answers drawn from those of a puzzle are not all wrong."""
    number = len(answers)
    wrong = number - sum(answers)
    return 1 - comb(wrong, k) / comb(number, k)


def _independent_answers(per_puzzle: Sequence[Sequence[bool]]) -> float:
    """Return how many independent answers would have the variance that the share of right ones has
    between puzzles: at least the number of puzzles, at most that of answers."""
    puzzles = len(per_puzzle)
    answers = sum(map(len, per_puzzle))
    share = sum(map(sum, per_puzzle)) / answers
    if puzzles == 1 or share in (0, 1):
        return answers if puzzles == 1 else puzzles
    # the variance of a ratio of totals, puzzle by puzzle
    off = [sum(one) - share * len(one) for one in per_puzzle]
    variance = sum(value**2 for value in off) / answers**2 * puzzles / (puzzles - 1)
    return min(answers, max(puzzles, share * (1 - share) / variance)) if variance else answers


def _worth_in_puzzles(passed: Sequence[float]) -> float:
    """Return how many puzzles that pass or fail would have the variance of these chances."""
    number = len(passed)
    mean = sum(passed) / number
    variance = _variance_of_mean(passed)
    if mean in (0, 1) or not variance:
        return number
    return max(number, mean * (1 - mean) / variance)


def wilson(share: float, number: float) -> tuple[float, float]:
    """Return the 95% interval of a share among a number of answers (E. Wilson, "Probable
    inference", 1927)."""
    z = Z95**2 / number
    middle = (share + z / 2) / (1 + z)
    variance = share * (1 - share) / number + z / (4 * number)
    half = Z95 / (1 + z) * sqrt(variance)
    return max(0.0, middle - half), min(1.0, middle + half)
