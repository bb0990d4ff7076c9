"""Comparing engines and encodings: the same questions to all, answers that must agree, fair times.

Each question is "no completion, one, or several?" of a puzzle, put to every contender in turn. On
each round the digits are renamed at random, the same for all: so an engine that keeps what it
learnt cannot remember the answer. Making an engine and loading the theory is not timed.

PAR-2 is the mean time, where what was not answered counts as twice the time limit.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..backends.base import Backend
from ..backends.registry import CARDINALITY, ENCODED, ENGINES, OWN_PROCESS, open_backend
from ..board import Puzzle
from ..errors import EngineError, TimeLimitReached
from ..layout import Layout
from ..random_stream import RandomStream
from ..theory import Theory


@dataclass(frozen=True, slots=True)
class Contender:
    """An engine, and the encoding by which it gets the theory ("" where it has none)."""

    engine: str
    encoding: str = ""

    def __str__(self) -> str:
        return f"{self.engine}/{self.encoding}" if self.encoding else self.engine


@dataclass(frozen=True, slots=True)
class Measurement:
    """One question to one contender.

    answer: "none", "several", the only solution as a line, or "" if there was no answer; problem
    says why. propagated: unit propagation or the base rules decided it. seed, time_limit: of the
    comparison.
    """

    puzzle: str
    layout: str
    round: int
    engine: str
    encoding: str
    answer: str
    seconds: float
    propagated: bool
    decisions: int
    conflicts: int
    problem: str = ""
    seed: int = 0
    time_limit: float = 60.0

    @property
    def contender(self) -> Contender:
        """Who was asked."""
        return Contender(self.engine, self.encoding)


def contenders(engines: Sequence[str], encodings: Sequence[str]) -> list[Contender]:
    """Every engine; those that work on CNF with every encoding.

    The encoding "native" is for engines that take cardinality constraints.
    """
    found = []
    for engine in engines:
        module = "external" if engine in OWN_PROCESS else ENGINES.get(engine, ("external",))[0]
        if module not in ENCODED:
            found.append(Contender(engine))
        elif engine in CARDINALITY:
            found += [Contender(engine, name) for name in encodings]
        else:
            cnf = [name for name in encodings if name != "native"]
            found += [Contender(engine, name) for name in cnf or encodings]
    return list(dict.fromkeys(found))


def compare(
    puzzles: Iterable[Puzzle],
    contenders: Sequence[Contender],
    *,
    repeat: int = 1,
    time_limit: float = 60.0,
    seed: int = 0,
    done: frozenset[tuple[str, str, int, str, str]] = frozenset(),
) -> Iterator[Measurement]:
    """The measurements, puzzle by puzzle, lazily.

    repeat: rounds, each with digits renamed anew; done: what need not be measured again, as
    (puzzle, layout, round, engine, encoding).
    """
    opened: dict[tuple[Contender, Layout], Backend] = {}
    for number, puzzle in enumerate(puzzles):
        layout = puzzle.layout
        for round_number in range(repeat):
            order = RandomStream(seed, number * repeat + round_number).permutation(layout.size)
            names = (0, *[digit + 1 for digit in order])
            renamed = Puzzle(tuple(names[digit] for digit in puzzle.cells), layout)
            for who in contenders:
                if (puzzle.line, layout.name, round_number, who.engine, who.encoding) in done:
                    continue
                if (who, layout) not in opened:
                    theory = Theory.of(layout)
                    opened[who, layout] = open_backend(who.engine, theory, who.encoding or None)
                    opened[who, layout].load()
                measured = _measure(opened[who, layout], renamed, time_limit)
                answer = _renamed_back(measured[0], names, layout)
                yield Measurement(
                    puzzle.line, layout.name, round_number, who.engine, who.encoding, answer,
                    *measured[1:], seed, time_limit,
                )  # fmt: skip


def _measure(
    backend: Backend, puzzle: Puzzle, time_limit: float
) -> tuple[str, float, bool, int, int, str]:
    """(answer, seconds, propagated, decisions, conflicts, problem)."""
    before, problem, answer = replace(backend.statistics), "", ""
    start = time.perf_counter()
    try:
        found = list(backend.completions(puzzle.givens, limit=2, time_limit=time_limit))
        solution = Puzzle.from_variables(found[0], puzzle.layout).line if found else ""
        answer = solution if len(found) == 1 else "several" if found else "none"
    except TimeLimitReached:
        problem = f"over {time_limit:g} s"
    except EngineError as error:
        problem = str(error)
    seconds = time.perf_counter() - start
    did = backend.statistics.since(before)
    return answer, seconds, did.propagated > 0, did.decisions, did.conflicts, problem


def _renamed_back(answer: str, names: tuple[int, ...], layout: Layout) -> str:
    if answer in ("", "none", "several"):
        return answer
    old = {layout.symbol(new): layout.symbol(digit) for digit, new in enumerate(names) if digit}
    return "".join(old[symbol] for symbol in answer)


def disagreements(measurements: Iterable[Measurement]) -> list[tuple[str, dict[str, str]]]:
    """(puzzle, answer of each contender) for every puzzle on which answers differ."""
    answers: dict[tuple[str, str], dict[str, str]] = {}
    for m in measurements:
        if m.answer:
            answers.setdefault((m.puzzle, m.layout), {})[f"{m.contender} round {m.round}"] = (
                m.answer
            )
    return [(key[0], said) for key, said in answers.items() if len(set(said.values())) > 1]


@dataclass(frozen=True, slots=True)
class Summary:
    """One contender over all questions. times in milliseconds; shares from 0 to 1."""

    contender: str
    questions: int
    answered: int
    median_ms: float
    par2_ms: float
    propagated: float
    median_decisions: float
    mean_decisions: float
    problem: str


def summarize(measurements: Iterable[Measurement], time_limit: float) -> list[Summary]:
    """A summary of each contender, fastest by PAR-2 first."""
    by_contender: dict[Contender, list[Measurement]] = {}
    for measurement in measurements:
        by_contender.setdefault(measurement.contender, []).append(measurement)
    summaries = []
    for who, own in by_contender.items():
        answered = [m for m in own if m.answer]
        scores = [m.seconds if m.answer else 2 * time_limit for m in own]
        decisions = [m.decisions for m in answered] or [0]
        summaries.append(
            Summary(
                str(who),
                len(own),
                len(answered),
                1000 * statistics.median(scores),
                1000 * statistics.mean(scores),
                sum(m.propagated for m in answered) / len(own),
                statistics.median(decisions),
                statistics.mean(decisions),
                next((m.problem for m in own if m.problem), ""),
            )
        )
    return sorted(summaries, key=lambda summary: summary.par2_ms)
