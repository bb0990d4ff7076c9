"""Comparing engines and encodings: the same questions to all, checked answers, fair times.

Each question is "no completion, one, or several?" for a puzzle, and every contender answers it in
turn. In each round the digits are renamed at random, the same for all: so an engine that keeps
learnt clauses cannot remember the answer. Creating an engine and loading the theory is not timed.

The kernels are contenders too ("lockstep" on plain 9×9 boards, "any-theory" on any without
auxiliary variables). They are made for blocks, so they get all questions of a round as a block, and
each question counts the block's time divided by the number of boards (`_measure_kernel`).

A kernel is loaded before it is timed. A single board would mostly measure how arrays are created.

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
from typing import TYPE_CHECKING, Any

from ..backends.base import Backend
from ..backends.registry import CARDINALITY, installed, open_backend, parted, takes_encodings
from ..board import Puzzle, is_standard
from ..cancellation import TimeIsOver, within
from ..encodings.cnf.registry import ENCODINGS
from ..errors import EngineError, TimeLimitReached
from ..formats.text.reader import PuzzleLike, parse, parse_all
from ..layout import Layout
from ..random_stream import RandomStream
from ..theory import Theory
from .comparison import Comparison, Contender, Measurement

if TYPE_CHECKING:
    from ..kernels.tasks import Tasks

#: (answer, seconds, propagated, decisions, conflicts, problem), as in `Measurement`.
Measured = tuple[str, float, bool | None, int | None, int | None, str]

#: What is compared by default.
USUAL_ENGINES = ("native", "dlx", "glucose4", "cadical153", "minicard", "cpsat")
USUAL_ENCODINGS = ("native", "pairwise")
#: The kernels' names in a comparison.
KERNELS = ("lockstep", "any-theory")


def contenders(engines: Sequence[str], encodings: Sequence[str]) -> list[Contender]:
    """Return every engine; those that work on CNF with every encoding.

    The encoding "native" is for engines that take cardinality constraints; "all" stands for all.
    """
    found = []
    if "all" in encodings:
        encodings = ("native", *ENCODINGS)
    for engine in engines:
        if engine in KERNELS or not takes_encodings(engine):
            found.append(Contender(engine))
        elif parted(engine)[0] in CARDINALITY:
            found += [Contender(engine, name) for name in encodings]
        else:
            cnf = [name for name in encodings if name != "native"]
            found += [Contender(engine, name) for name in cnf or encodings]
    return list(dict.fromkeys(found))


def compare(
    puzzles: Iterable[PuzzleLike] | str,
    engines: Sequence[str] | None = None,
    encodings: Sequence[str] = USUAL_ENCODINGS,
    *,
    repeat: int = 1,
    time_limit: float = 60.0,
    seed: int = 0,
    layout: Layout | str | None = None,
) -> Comparison:
    """Run every engine and encoding on every puzzle.

    puzzles: puzzles, or a text with some (of the layout, if one is given). engines: names, commands
    of DIMACS solvers, or kernels; None for the usual ones that are installed. repeat: rounds, each
    with digits renamed anew. time_limit: seconds per question.
    """
    boards = list(parse_all(puzzles, layout) if isinstance(puzzles, str) else map(parse, puzzles))
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
                keys = [(puzzle.line, layout.name, turn, who.engine, "") for puzzle in puzzles]
                rounds = [
                    (keys[number], *_renamed(puzzle, seed, number * repeat + turn))
                    for number, puzzle in enumerate(puzzles)
                    if puzzle.layout == layout and keys[number] not in done
                ]
                boards = [renamed for _, renamed, _ in rounds]
                answers = _measure_kernel(who.engine, boards, time_limit) if rounds else []
                for (key, _, names), measured in zip(rounds, answers, strict=True):
                    answer = _renamed_back(measured[0], names, layout)
                    yield Measurement(*key, answer, *measured[1:], seed, time_limit)
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


def _measure(backend: Backend, puzzle: Puzzle, time_limit: float) -> Measured:
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


def _measure_kernel(name: str, boards: Sequence[Puzzle], time_limit: float) -> list[Measured]:
    """Return the answer for each board, all of one layout; the block gets the sum of the limits."""
    import numpy as np

    layout = boards[0].layout
    kernel = _kernel(name, layout)
    if isinstance(kernel, str):
        return [("", 0.0, False, 0, None, kernel) for _ in boards]
    block = np.array([board.cells for board in boards], np.uint8)
    kernel.solve(block[:1].copy(), 2, True)
    start = time.perf_counter()
    try:
        solved = within(time_limit * len(boards), lambda: kernel.solve(block, 2, True))
    except TimeIsOver:
        problem = f"over {time_limit:g} s a board"
        return [("", time_limit, False, 0, None, problem) for _ in boards]
    seconds = (time.perf_counter() - start) / len(boards)
    measured = list[Measured]()
    for count, cells, guesses in zip(*map(np.ndarray.tolist, solved), strict=True):
        solution = Puzzle(tuple(cells), layout).line
        answer = solution if count == 1 else "several" if count > 1 else "none"
        measured.append((answer, seconds, guesses == 0, guesses, None, ""))
    return measured


def _kernel(name: str, layout: Layout) -> Tasks | str:
    """Return the kernel for a layout, or the reason why there is none."""
    if layout.constraints:
        return "no kernel knows auxiliary variables"
    if name == "lockstep":
        if not is_standard(layout):
            return "lockstep is for plain 9x9 boards"
        from ..kernels.lockstep.arrays import Lockstep

        return Lockstep()
    from ..kernels.any_theory.arrays import AnyTheory

    return AnyTheory(Theory.of(layout))
