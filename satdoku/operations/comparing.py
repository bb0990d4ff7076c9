"""Comparing engines and encodings: the same questions to all, checked answers, fair times.

Each question is "no completion, one, or several?" for a puzzle, and every contender answers it in
turn. In each round the digits are renamed at random, the same for all: so an engine that keeps
learnt clauses cannot remember the answer. Creating an engine and loading the theory is not timed.

The kernels are contenders too ("lockstep" on plain 9×9 boards, "any-theory" on any without
auxiliary variables). They are made for blocks, so they get all questions of a round as a block, and
each question counts the block's time divided by the number of boards (`asking_kernels`).

>>> compared = compare("12..34..........", ["native", "dlx"], repeat=2)
>>> compared
<Comparison of 2 contenders on 1 puzzle: 4 measurements, 0 differences>
>>> [m.answer for m in compared.measurements]
['several', 'several', 'several', 'several']
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..backends.base import Backend
from ..backends.registry import CARDINALITY, ENCODED, ENGINES, OWN_PROCESS, installed, open_backend
from ..board import Puzzle
from ..encodings.cnf.registry import ENCODINGS
from ..errors import EngineError, TimeLimitReached
from ..formats.text.reader import parse_all
from ..layout import Layout
from ..random_stream import RandomStream
from ..theory import Theory
from .asking_kernels import KERNELS, ask_kernel
from .comparison import Comparison, Contender, Measurement

#: What is compared by default.
USUAL_ENGINES = ("native", "dlx", "glucose4", "cadical153", "minicard", "cpsat")
USUAL_ENCODINGS = ("native", "pairwise")


def contenders(engines: Sequence[str], encodings: Sequence[str]) -> list[Contender]:
    """Return every engine; those that work on CNF with every encoding.

    The encoding "native" is for engines that take cardinality constraints; "all" stands for all.
    """
    found = []
    if "all" in encodings:
        encodings = ("native", *ENCODINGS)
    for engine in engines:
        module = "external" if engine in OWN_PROCESS else ENGINES.get(engine, ("external",))[0]
        if module not in ENCODED or engine in KERNELS:
            found.append(Contender(engine))
        elif engine in CARDINALITY:
            found += [Contender(engine, name) for name in encodings]
        else:
            cnf = [name for name in encodings if name != "native"]
            found += [Contender(engine, name) for name in cnf or encodings]
    return list(dict.fromkeys(found))


def compare(
    puzzles: Iterable[Puzzle] | str,
    engines: Sequence[str] | None = None,
    encodings: Sequence[str] = USUAL_ENCODINGS,
    *,
    repeat: int = 1,
    time_limit: float = 60.0,
    seed: int = 0,
    layout: Layout | str | None = None,
) -> Comparison:
    """Run every engine and encoding on every puzzle.

    puzzles: boards, or a text with some (of the layout, if one is given). engines: names, commands
    of DIMACS solvers, or kernels; None for the usual ones that are installed. repeat: rounds, each
    with digits renamed anew. time_limit: seconds per question.
    """
    boards = list(parse_all(puzzles, layout) if isinstance(puzzles, str) else puzzles)
    who = contenders(installed(USUAL_ENGINES) if engines is None else engines, encodings)
    measured = measure(boards, who, repeat=repeat, time_limit=time_limit, seed=seed)
    return Comparison(tuple(measured), time_limit)


def measure(
    puzzles: Sequence[Puzzle],
    contenders: Sequence[Contender],
    *,
    repeat: int = 1,
    time_limit: float = 60.0,
    seed: int = 0,
    done: frozenset[tuple[str, str, int, str, str]] = frozenset(),
) -> Iterator[Measurement]:
    """Yield the measurements, lazily: round by round of each kernel, then puzzle by puzzle.

    done: measurements to skip, as (puzzle, layout, round, engine, encoding).
    """
    opened: dict[tuple[Contender, Layout], Backend] = {}
    kernels = [who for who in contenders if who.engine in KERNELS]
    for who in kernels:
        for layout in dict.fromkeys(puzzle.layout for puzzle in puzzles):
            for turn in range(repeat):
                rounds = [
                    (puzzle, *_renamed(puzzle, seed, number * repeat + turn))
                    for number, puzzle in enumerate(puzzles)
                    if puzzle.layout == layout
                    and (puzzle.line, layout.name, turn, who.engine, "") not in done
                ]
                boards = [renamed for _, renamed, _ in rounds]
                answers = ask_kernel(who.engine, boards, time_limit) if rounds else []
                for (puzzle, _, names), reply in zip(rounds, answers, strict=True):
                    answer = _renamed_back(reply.answer, names, layout)
                    yield Measurement(
                        puzzle.line, layout.name, turn, who.engine, "", answer, reply.seconds,
                        reply.guesses == 0 and bool(answer), reply.guesses, None, reply.problem,
                        seed, time_limit,
                    )  # fmt: skip
    for number, puzzle in enumerate(puzzles):
        layout = puzzle.layout
        for turn in range(repeat):
            renamed, names = _renamed(puzzle, seed, number * repeat + turn)
            for who in contenders:
                key = (puzzle.line, layout.name, turn, who.engine, who.encoding)
                if who in kernels or key in done:
                    continue
                if (who, layout) not in opened:
                    theory = Theory.of(layout)
                    opened[who, layout] = open_backend(who.engine, theory, who.encoding or None)
                    opened[who, layout].load()
                backend = opened[who, layout]
                measured = _measure(backend, renamed, time_limit)
                answer = _renamed_back(measured[0], names, layout)
                yield Measurement(
                    *key, answer, *measured[1:], seed, time_limit, backend.start_seconds
                )


def _renamed(puzzle: Puzzle, seed: int, index: int) -> tuple[Puzzle, tuple[int, ...]]:
    """Return the puzzle with its digits renamed (unchanged if there are rules), and the new
    names."""
    size = puzzle.layout.size
    if puzzle.layout.constraints:
        return puzzle, tuple(range(size + 1))
    order = RandomStream(seed, index).permutation(size)
    names = (0, *[digit + 1 for digit in order])
    return Puzzle(tuple(names[digit] for digit in puzzle.cells), puzzle.layout), names


def _measure(
    backend: Backend, puzzle: Puzzle, time_limit: float
) -> tuple[str, float, bool | None, int | None, int | None, str]:
    """Return (answer, seconds, propagated, decisions, conflicts, problem)."""
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
    did: Any = backend.statistics.since(before).record(backend.capabilities)
    propagated = None if did["propagated"] is None else did["propagated"] > 0
    return answer, seconds, propagated, did["decisions"], did["conflicts"], problem


def _renamed_back(answer: str, names: tuple[int, ...], layout: Layout) -> str:
    if answer in ("", "none", "several"):
        return answer
    old = {layout.symbol(new): layout.symbol(digit) for digit, new in enumerate(names) if digit}
    return "".join(old[symbol] for symbol in answer)
