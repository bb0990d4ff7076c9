"""The measurements of a comparison of engines, and their summary.

PAR-2 is the mean time, where an unanswered question counts as twice the time limit. Both are
processor seconds, which a busy machine changes least.
"""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from math import comb
from typing import NamedTuple

from .. import __version__
from ..frozen import frozen
from ..grouping import grouped
from ..listing import booktabs
from ..phrases import Name, Padded, SideBySide, in_lines, joined, phrase, verbatim
from ..plurals import plural
from ..record_types import Amount, Natural, Record, Share, TypedDict


@frozen
class Contender:
    """An engine, and the encoding in which it gets the theory ("" if it uses none)."""

    engine: str
    encoding: str = ""

    def __str__(self) -> str:
        return f"{self.engine}/{self.encoding}" if self.encoding else self.engine


@frozen
class Measurement:
    """One question to one contender.

    answer: "none", "several", the only solution as a line, or "" if there was no answer; problem:
    the reason; refuted: whether the answer that was given is wrong. propagated: whether unit
    propagation or the base rules decided it. This, decisions and conflicts are None if the engine
    does not report them. seed, time_limit, shuffled: of the comparison; time_limit: in processor
    seconds, as `processor`.

    seconds: by the clock, from the question to the answer; solving: without writing files and
    starting programs. start: for starting the engine's program once; None if it has none. loading:
    for encoding the theory and loading it, once for all questions. processor: processor seconds, of
    the program if there is one. memory: its peak in bytes, None where it is not known.
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
    solving: float = 0.0
    loading: float = 0.0
    processor: float = 0.0
    memory: int | None = None
    shuffled: bool = False
    refuted: bool = False

    @property
    def contender(self) -> Contender:
        """The contender that answered."""
        return Contender(self.engine, self.encoding)


def disagreements(measurements: Iterable[Measurement]) -> list[tuple[str, dict[str, str]]]:
    """Return (puzzle, answer of each contender) for every puzzle on which answers differ."""
    answered = grouped(((m.puzzle, m.layout), m) for m in measurements if m.answer)
    differing = []
    for (puzzle, _), own in answered.items():
        given = {f"{m.contender} round {m.round}": m.answer for m in own}
        if len({*given.values()}) > 1:
            differing.append((puzzle, given))
    return differing


def judged(measurements: Sequence[Measurement]) -> list[Measurement]:
    """Return the measurements; an answer that a solution refutes is none.

    A solution refutes that there is none, and another solution that it is the only one.
    """
    answers = grouped(((m.puzzle, m.layout), m.answer) for m in measurements)
    found = []
    for one in measurements:
        others = {*answers[one.puzzle, one.layout]} - {one.answer, "none", ""}
        if others and one.answer not in ("", "several"):
            problem = f"answered {one.answer}, but others found {min(others)}"
            found.append(replace(one, answer="", problem=problem, refuted=True))
        else:
            found.append(one)
    return found


class DisagreementRecord(TypedDict):
    """answers: of each contender, by its name and round."""

    puzzle: str
    answers: dict[str, str]


class ComparisonRecord(TypedDict):
    """All contenders, and the puzzles on which they disagree.

    time_limit: in processor seconds; a question that takes more is unanswered. summaries: the keys
    of `Summary` for each contender.
    """

    time_limit: Amount
    summaries: list[Record]
    disagreements: list[DisagreementRecord]


@frozen
class Summary:
    """One contender over all questions. Times are in milliseconds. None: the engine does not
    report it.

    contender: engine and encoding. answered: questions with an answer that was not refuted;
    refuted: those with a wrong one. median_ms: of whole questions, in processor time; low_ms,
    high_ms: the interval in which the median is with 95 % confidence; par2_ms: the mean, where
    unanswered questions count twice the limit. By the clock: wall_ms: the median of whole
    questions; solving_ms: without writing files and starting programs; loading_ms: for encoding and
    loading the theory, once; start_ms: for starting the engine's program once; None if it has none.
    memory_mb: the peak of its program, None where it is not known. propagated: share of questions
    that propagation alone settled. median_decisions: the median number of decisions. guessed: on
    how many puzzles it decided more than propagation did; None if it does not count decisions.
    """

    contender: str
    questions: Natural
    answered: Natural
    refuted: Natural
    median_ms: Amount
    low_ms: Amount
    high_ms: Amount
    par2_ms: Amount
    wall_ms: Amount
    solving_ms: Amount
    loading_ms: Amount
    propagated: Share | None
    median_decisions: Amount | None
    mean_decisions: Amount | None
    guessed: Natural | None
    start_ms: Amount | None
    memory_mb: Amount | None
    problem: str

    def record(self) -> Record:
        """For JSON and tables: times to a tenth of a microsecond, shares to a hundredth of a
        percent."""
        return {
            key: round(value, 4) if isinstance(value, float) else value
            for key, value in asdict(self).items()
        }


def summarize(measurements: Iterable[Measurement], time_limit: float) -> list[Summary]:
    """Return a summary of each contender, fastest by PAR-2 first."""
    by_contender = grouped((m.contender, m) for m in judged([*measurements]))
    summaries = [_summary(who, own, time_limit) for who, own in by_contender.items()]
    return sorted(summaries, key=lambda summary: summary.par2_ms)


def _summary(who: Contender, own: Sequence[Measurement], time_limit: float) -> Summary:
    """Return the summary of one contender's measurements."""
    answered = [m for m in own if m.answer]
    # What was not answered has no time; PAR-2 gives it one that no answer can have.
    scores = [m.processor if m.answer else 2 * time_limit for m in own]
    decisions = [m.decisions for m in answered if m.decisions is not None]
    propagated = [m.propagated for m in answered if m.propagated is not None]
    starts = [m.start for m in own if m.start is not None]
    memory = [m.memory for m in own if m.memory is not None]
    problems = [m.problem for m in own if m.problem]
    guessed = {(m.puzzle, m.layout) for m in own if m.decisions}  # in any round
    low, high = interval(scores)
    mean = statistics.mean(scores)
    wall_ms = _median_ms([m.seconds for m in own])
    solving_ms = _median_ms([m.solving for m in own])
    loading = max(m.loading for m in own)
    share = sum(propagated) / len(own) if propagated else None
    # The least of several starts: the others waited for something.
    start_ms = 1000 * min(starts) if starts else None
    memory_mb = max(memory) / 10**6 if memory else None
    median_decisions, mean_decisions = _median_and_mean(decisions)
    return Summary(
        contender=str(who),
        questions=len(own),
        answered=len(answered),
        refuted=sum(m.refuted for m in own),
        median_ms=_median_ms(scores),
        low_ms=1000 * low,
        high_ms=1000 * high,
        par2_ms=1000 * mean,
        wall_ms=wall_ms,
        solving_ms=solving_ms,
        loading_ms=1000 * loading,
        propagated=share,
        median_decisions=median_decisions,
        mean_decisions=mean_decisions,
        guessed=len(guessed) if decisions else None,
        start_ms=start_ms,
        memory_mb=memory_mb,
        problem=problems[0] if problems else "",
    )


def _median_and_mean(numbers: Sequence[int]) -> tuple[float | None, float | None]:
    """Return both, None if there are no numbers."""
    if not numbers:
        return None, None
    return statistics.median(numbers), statistics.mean(numbers)


def _median_ms(seconds: Sequence[float]) -> float:
    return 1000 * statistics.median(seconds)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % confidence interval of a median, from the order of the values alone.

    Source: the sign test (W. J. Conover, "Practical nonparametric statistics"). Of fewer than six
    values it is all that there are, with less confidence.
    """
    ordered = sorted(values)
    n = len(values)
    k = 0  # how many values at each end are outside the interval
    below = 1 / 2**n  # the probability that at most k of n values are below the median
    while k < n // 2 and below <= 0.025:
        k += 1
        below += comb(n, k) / 2**n
    # The loop ends one too far: with k - 1 values left out at each end, both are within 2.5 %.
    return ordered[max(0, k - 1)], ordered[n - max(1, k)]


@frozen
class Comparison:
    """All measurements, with their summaries. time_limit: processor seconds per question.

    >>> from satdoku.operations.comparing import compare
    >>> compared = compare("12..34..........", ["native", "dlx"])
    >>> [summary.answered for summary in compared.summaries], compared.disagreements
    ([1, 1], [])
    """

    measurements: tuple[Measurement, ...]
    time_limit: float = 60.0

    @property
    def summaries(self) -> list[Summary]:
        """One per contender, fastest by PAR-2 first; refuted answers count as none."""
        return summarize(self.measurements, self.time_limit)

    @property
    def judged(self) -> list[Measurement]:
        """The measurements; an answer that a solution refutes is none."""
        return judged(self.measurements)

    @property
    def disagreements(self) -> list[tuple[str, dict[str, str]]]:
        """(puzzle, answer of each contender) where answers differ: at least one is wrong."""
        return disagreements(self.measurements)

    def record(self) -> ComparisonRecord:
        """For JSON."""
        differing: list[DisagreementRecord] = [
            {"puzzle": puzzle, "answers": answers} for puzzle, answers in self.disagreements
        ]
        summaries = [summary.record() for summary in self.summaries]
        return {
            "time_limit": self.time_limit,
            "summaries": summaries,
            "disagreements": differing,
        }

    def text(self) -> str:
        """The table."""
        summaries = self.summaries
        width = max([10, *(len(summary.contender) for summary in summaries)])
        columns = [column for column in COLUMNS if column.is_in_any(summaries)]
        heads = [Padded(column.head, 12) for column in columns]
        lines: list[str] = [SideBySide(Padded("engine", -width), *heads)]
        for summary in summaries:
            cells = "".join(column.of(summary) for column in columns)
            row = verbatim(f"{summary.contender:{width}}{cells}".rstrip())
            problem = ("  ", summary.problem) if summary.problem else ()
            lines.append(SideBySide(row, *problem))
        return in_lines([*lines, phrase("on {machine}", machine=machine())])

    def latex(self) -> str:
        """The table for LaTeX (booktabs): medians with their intervals, PAR-2, and by the clock."""
        rows = []
        for s in self.summaries:
            name = s.contender.replace("_", r"\_")
            answered = f"{s.answered}/{s.questions}"
            median = f"{s.median_ms:.3f} [{s.low_ms:.3f}, {s.high_ms:.3f}]"
            rows.append([name, answered, median, f"{s.par2_ms:.3f}", f"{s.wall_ms:.3f}"])
        head = ["engine", "answered", r"median [95\,\% interval] ms", "PAR-2 ms", "wall ms"]
        return f"% on {machine()}\n{booktabs(head, *rows)}"

    def guess_lines(self) -> list[str]:
        """Return as CSV each puzzle on which a contender made decisions, with the most that it made
        in a round."""
        most: dict[tuple[str, str, str], int] = {}
        for m in self.measurements:
            if m.decisions:
                key = (str(m.contender), m.puzzle, m.layout)
                most[key] = max(most.get(key, 0), m.decisions)
        rows = (f'"{who}",{puzzle},"{layout}",{n}' for (who, puzzle, layout), n in most.items())
        return ["contender,puzzle,layout,decisions", *sorted(rows)]

    def __repr__(self) -> str:
        who = len({m.contender for m in self.measurements})
        puzzles = len({(m.puzzle, m.layout) for m in self.measurements})
        return (
            f"<Comparison of {plural(who, 'contender')} "
            f"on {plural(puzzles, 'puzzle')}: "
            f"{plural(len(self.measurements), 'measurement')}, "
            f"{plural(len(self.disagreements), 'difference')}>"
        )


class Column(NamedTuple):
    """A column of the table: its head, the key of `Summary`, and how its number is written."""

    head: str
    key: str
    form: str

    def is_in_any(self, summaries: Iterable[Summary]) -> bool:
        """Whether one of the summaries has a number for it."""
        return any(getattr(summary, self.key) is not None for summary in summaries)

    def of(self, summary: Summary) -> str:
        """The number of a summary; blank if there is none."""
        number = getattr(summary, self.key)
        text = "" if number is None else format(number, self.form)
        if self.key == "answered":
            text = f"{text}/{summary.questions}"
        return f"{text:>12}"


COLUMNS = (
    Column("answered", "answered", ""), Column("median ms", "median_ms", ".3f"),
    Column("PAR-2 ms", "par2_ms", ".3f"), Column("wall ms", "wall_ms", ".3f"),
    Column("solving ms", "solving_ms", ".3f"), Column("loading ms", "loading_ms", ".1f"),
    Column("start ms", "start_ms", ".3f"), Column("MB", "memory_mb", ".0f"),
    Column("propagated", "propagated", ".1%"), Column("decisions", "mean_decisions", ".1f"),
)  # fmt: skip


def machine() -> str:
    """Return what the times depend on: the processor, its load, and the versions."""
    # Windows does not tell the load.
    parts = [
        Name(f"{platform.system()} {platform.machine()}"),
        plural(os.cpu_count() or 1, "processor"),
        Name(f"Python {platform.python_version()}"),
        Name(f"satdoku {__version__}"),
    ]
    if hasattr(os, "getloadavg"):
        parts.insert(2, phrase("load {load:.1f}", load=os.getloadavg()[0]))
    return joined(parts)
