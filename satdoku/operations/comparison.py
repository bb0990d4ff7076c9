"""The measurements of a comparison of engines, and their summary.

PAR-2 is the mean time, where an unanswered question counts as twice the time limit.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TypedDict, cast

from ..plurals import plural
from ..records import Amount, Natural, Share


@dataclass(frozen=True, slots=True)
class Contender:
    """An engine, and the encoding in which it gets the theory ("" if it uses none)."""

    engine: str
    encoding: str = ""

    def __str__(self) -> str:
        return f"{self.engine}/{self.encoding}" if self.encoding else self.engine


@dataclass(frozen=True, slots=True)
class Measurement:
    """One question to one contender.

    answer: "none", "several", the only solution as a line, or "" if there was no answer; problem:
    the reason. propagated: whether unit propagation or the base rules decided it. This, decisions
    and conflicts are None if the engine does not report them. seed, time_limit: of the comparison.
    start: the part of `seconds` for starting the engine's program once; None if it has none.
    """

    puzzle: str
    layout: str
    round: int
    engine: str
    encoding: str
    answer: str
    seconds: float
    propagated: bool | None
    decisions: int | None
    conflicts: int | None
    problem: str = ""
    seed: int = 0
    time_limit: float = 60.0
    start: float | None = None

    @property
    def contender(self) -> Contender:
        """The contender that answered."""
        return Contender(self.engine, self.encoding)


def disagreements(measurements: Iterable[Measurement]) -> list[tuple[str, dict[str, str]]]:
    """Return (puzzle, answer of each contender) for every puzzle on which answers differ."""
    answers: dict[tuple[str, str], dict[str, str]] = {}
    for m in measurements:
        if m.answer:
            answers.setdefault((m.puzzle, m.layout), {})[f"{m.contender} round {m.round}"] = (
                m.answer
            )
    return [(key[0], given) for key, given in answers.items() if len(set(given.values())) > 1]


class SummaryRecord(TypedDict):
    """One contender over all questions. Times are in milliseconds. None: the engine does not
    report it.

    contender: engine and encoding. par2_ms: the mean time; unanswered puzzles count twice the
    limit. propagated: share of questions that propagation alone settled. median_decisions: the
    median number of decisions. start_ms: the part of the median for starting the engine's program
    once; None if it has none.
    """

    contender: str
    questions: Natural
    answered: Natural
    median_ms: Amount
    par2_ms: Amount
    propagated: Share | None
    median_decisions: Amount | None
    mean_decisions: Amount | None
    start_ms: Amount | None
    problem: str


class DisagreementRecord(TypedDict):
    """answers: of each contender, by its name and round."""

    puzzle: str
    answers: dict[str, str]


class ComparisonRecord(TypedDict):
    """All contenders, and the puzzles on which they disagree."""

    summaries: list[SummaryRecord]
    disagreements: list[DisagreementRecord]


@dataclass(frozen=True, slots=True)
class Summary:
    """The keys of `SummaryRecord`."""

    contender: str
    questions: int
    answered: int
    median_ms: float
    par2_ms: float
    propagated: float | None
    median_decisions: float | None
    mean_decisions: float | None
    start_ms: float | None
    problem: str

    def record(self) -> SummaryRecord:
        """For JSON and tables: times to a tenth of a microsecond, shares to a hundredth of a
        percent."""
        rounded = {
            key: round(value, 4) if isinstance(value, float) else value
            for key, value in asdict(self).items()
        }
        return cast(SummaryRecord, rounded)


def summarize(measurements: Iterable[Measurement], time_limit: float) -> list[Summary]:
    """Return a summary of each contender, fastest by PAR-2 first."""
    by_contender: dict[Contender, list[Measurement]] = {}
    for measurement in measurements:
        by_contender.setdefault(measurement.contender, []).append(measurement)
    summaries = []
    for who, own in by_contender.items():
        answered = [m for m in own if m.answer]
        scores = [m.seconds if m.answer else 2 * time_limit for m in own]
        decisions = [m.decisions for m in answered if m.decisions is not None]
        propagated = [m.propagated for m in answered if m.propagated is not None]
        starts = [m.start for m in own if m.start is not None]
        summaries.append(
            Summary(
                str(who),
                len(own),
                len(answered),
                1000 * statistics.median(scores),
                1000 * statistics.mean(scores),
                sum(propagated) / len(own) if propagated else None,
                statistics.median(decisions) if decisions else None,
                statistics.mean(decisions) if decisions else None,
                1000 * min(starts) if starts else None,
                next((m.problem for m in own if m.problem), ""),
            )
        )
    return sorted(summaries, key=lambda summary: summary.par2_ms)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All measurements, with their summaries. time_limit: seconds per question."""

    measurements: tuple[Measurement, ...]
    time_limit: float = 60.0

    @property
    def summaries(self) -> list[Summary]:
        """One per contender, fastest by PAR-2 first."""
        return summarize(self.measurements, self.time_limit)

    @property
    def disagreements(self) -> list[tuple[str, dict[str, str]]]:
        """(puzzle, answer of each contender) where answers differ: at least one is wrong."""
        return disagreements(self.measurements)

    def record(self) -> ComparisonRecord:
        """For JSON."""
        differing: list[DisagreementRecord] = [
            {"puzzle": puzzle, "answers": answers} for puzzle, answers in self.disagreements
        ]
        return {"summaries": [s.record() for s in self.summaries], "disagreements": differing}

    def text(self) -> str:
        """The table."""
        summaries = self.summaries
        width = max([10, *(len(summary.contender) for summary in summaries)])
        heads = ["answered", "median ms", "PAR-2 ms", "propagated", "decisions"]
        starts = any(summary.start_ms is not None for summary in summaries)
        heads += ["start ms"] * starts
        lines = [f"{'engine':{width}}" + "".join(f"{head:>12}" for head in heads)]
        lines += [
            f"{s.contender:{width}}{f'{s.answered}/{s.questions}':>12}{s.median_ms:12.3f}"
            f"{s.par2_ms:12.3f}{_shown(s.propagated, '.1%')}{_shown(s.mean_decisions, '.1f')}"
            + (_shown(s.start_ms, ".3f") if starts else "")
            + (f"  {s.problem}" if s.problem else "")
            for s in summaries
        ]
        return "\n".join(line.rstrip() for line in lines)

    def __repr__(self) -> str:
        who = len({m.contender for m in self.measurements})
        puzzles = len({(m.puzzle, m.layout) for m in self.measurements})
        return (
            f"<Comparison of {plural(who, 'contender')} "
            f"on {plural(puzzles, 'puzzle')}: "
            f"{len(self.measurements)} measurements, {len(self.disagreements)} differences>"
        )


def _shown(number: float | None, form: str) -> str:
    """Format a number for a column; blank if there is none."""
    return f"{'' if number is None else format(number, form):>12}"
