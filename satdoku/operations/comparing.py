"""Comparing engines and encodings: the same questions to all, checked answers, fair times.

Each question is "no completion, one, or several?" for a puzzle. In each round the digits are
renamed at random, the same for all: so an engine that keeps learnt clauses cannot remember the
answer. `shuffle` also renumbers variables and reorders clauses, anew in each round. The questions
come in random order, so that a busy moment of the machine does not hit one contender.

Times are taken apart: loading (the theory is encoded, once per contender), starting a program,
solving, and processor time. So a program that prints an answer it was given takes no time to solve.

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

from ..backends.registry import CARDINALITY, installed, open_backend, parted, takes_encodings
from ..board import Puzzle, is_standard
from ..cancellation import TimeIsOver, within
from ..encodings.cnf.registry import ENCODINGS
from ..errors import EngineError, TimeLimitReached
from ..formats.text.reader import PuzzleLike, parse, parse_all
from ..layout import Layout
from ..random_stream import RandomStream
from ..theory import Clause, Theory
from .comparison import Comparison, Contender, Measurement

if TYPE_CHECKING:
    from ..kernels.tasks import Tasks

#: What a question showed, by the names of `Measurement`.
Measured = dict[str, Any]

#: What is compared by default.
USUAL_ENGINES = ("native", "dlx", "glucose4", "cadical153", "minicard", "cpsat")
USUAL_ENCODINGS = ("native", "pairwise")
#: The stream of random numbers for the order of questions; shuffling has the next one.
ORDER = 2**62
#: The kernels' names in a comparison.
KERNELS = ("lockstep", "any-theory")
#: Engines and encodings that read boards, not only clauses.
OF_BOARDS = (*KERNELS, "cpsat-integers", "triads")


def contenders(engines: Sequence[str], encodings: Sequence[str]) -> list[Contender]:
    """Return every engine; those that work on CNF with every encoding.

    The encoding "native" is for engines that take cardinality constraints; "all" stands for all.
    """
    found = []
    if "all" in engines:
        from ..backends.inventory import inventory

        others = ("auto", "pysat")  # they stand for some of the others
        engines = [e.name for e in inventory() if e.installed and e.name not in others]
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
    shuffle: bool = False,
    layout: Layout | str | None = None,
) -> Comparison:
    """Run every engine and encoding on every puzzle.

    puzzles: puzzles, or a text with some (of the layout, if one is given). engines: names, commands
    of DIMACS solvers, or kernels; "all" for all that are installed, None for the usual ones of
    them. repeat: rounds, each with digits renamed anew. time_limit: seconds per question. seed: of
    the renaming, the order and the engines that take one. shuffle: renumber variables and reorder
    clauses in each round; engines that need a board are refused (`EngineError`).
    """
    boards = list(parse_all(puzzles, layout) if isinstance(puzzles, str) else map(parse, puzzles))
    who = contenders(installed(USUAL_ENGINES) if engines is None else engines, encodings)
    found = measure(boards, who, repeat=repeat, time_limit=time_limit, seed=seed, shuffle=shuffle)
    return Comparison(tuple(found), time_limit)


def measure(
    puzzles: Sequence[Puzzle],
    contenders: Sequence[Contender],
    *,
    repeat: int = 1,
    time_limit: float = 60.0,
    seed: int = 0,
    shuffle: bool = False,
    done: frozenset[tuple[str, str, int, str, str]] = frozenset(),
) -> Iterator[Measurement]:
    """Yield the measurements, lazily: round by round of each kernel, then all others in an order
    drawn from the seed.

    done: measurements to skip, as (puzzle, layout, round, engine, encoding).
    """
    same: Measured = {"seed": seed, "time_limit": time_limit, "shuffled": shuffle}
    kernels = [who for who in contenders if who.engine in KERNELS]
    if kernels and shuffle:
        raise EngineError(f"{kernels[0]} reads boards: leave it out or the shuffling")
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
                    measured["answer"] = _renamed_back(measured["answer"], names, layout)
                    yield _measurement(key, measured | same)
    opened: dict[tuple[Contender, Layout, int], _Opened] = {}
    jobs = [
        (who, number, turn)
        for turn in range(repeat)
        for number in range(len(puzzles))
        for who in contenders
        if who not in kernels
    ]
    RandomStream(seed, ORDER).shuffle(jobs)
    for who, number, turn in jobs:
        puzzle = puzzles[number]
        layout = puzzle.layout
        key = (puzzle.line, layout.name, turn, who.engine, who.encoding)
        if key in done:
            continue
        renamed, names = _renamed(puzzle, seed, number * repeat + turn)
        place = (who, layout, turn if shuffle else 0)
        if place not in opened:
            opened[place] = _Opened(who, layout, seed + turn, shuffle)
        measured = opened[place].measure(renamed, time_limit)
        measured["answer"] = _renamed_back(measured["answer"], names, layout)
        yield _measurement(key, measured | same)


def _measurement(key: tuple[Any, ...], found: Measured) -> Measurement:
    names = ("puzzle", "layout", "round", "engine", "encoding")
    return Measurement(**dict(zip(names, key, strict=True)) | found)


class _Opened:
    """An engine with its theory, loaded. renumbered: by variable of the board's theory the one of
    the engine's; None if they are the same. seconds: for loading."""

    def __init__(self, who: Contender, layout: Layout, seed: int, shuffle: bool) -> None:
        theory = Theory.of(layout)
        self.renumbered: tuple[int, ...] | None = None
        if shuffle:
            if who.engine in OF_BOARDS or who.encoding in OF_BOARDS:
                raise EngineError(f"{who} reads boards: leave it out or the shuffling")
            theory, self.renumbered = shuffled(theory, seed)
        start = time.perf_counter()
        self.backend = open_backend(who.engine, theory, who.encoding or None, seed)
        self.backend.load()
        starts = 3 * (self.backend.start_seconds or 0.0)
        self.seconds = max(0.0, time.perf_counter() - start - starts)

    def measure(self, puzzle: Puzzle, time_limit: float) -> Measured:
        """Return what a question shows."""
        backend, new = self.backend, self.renumbered
        before = replace(backend.statistics)
        problem = ""
        answer = ""
        givens = [new[v] for v in puzzle.givens] if new else puzzle.givens
        start = time.perf_counter()
        processor = time.process_time()
        try:
            found = list(backend.completions(givens, limit=2, time_limit=time_limit))
        except TimeLimitReached:
            problem = f"over {time_limit:g} s"
        except EngineError as error:
            problem = str(error)
        seconds, processor = time.perf_counter() - start, time.process_time() - processor
        if not problem:
            old = {own: v for v, own in enumerate(new)} if new else None
            first = [old[v] for v in found[0]] if old and found else found[0] if found else []
            solution = Puzzle.from_variables(sorted(first), puzzle.layout).line if found else ""
            answer = solution if len(found) == 1 else "several" if found else "none"
        did = backend.statistics.since(before)
        counted: Any = did.record(backend.capabilities)
        starting = None if backend.start_seconds is None else did.calls * backend.start_seconds
        return {
            "answer": answer,
            "seconds": seconds,
            "problem": problem,
            "solving": max(0.0, seconds - did.writing - (starting or 0.0)),
            "start": backend.start_seconds,
            "loading": self.seconds,
            "processor": did.processor or processor,
            "memory": backend.statistics.memory or None,
            "propagated": None if counted["propagated"] is None else counted["propagated"] > 0,
            "decisions": counted["decisions"],
            "conflicts": counted["conflicts"],
        }


def shuffled(theory: Theory, seed: int) -> tuple[Theory, tuple[int, ...]]:
    """Return the theory with its variables renumbered and its clauses and their variables in
    another order, and by variable the new one; without a layout, so no longer of a board.

    The board's variables stay in front of the auxiliary ones.
    """
    random, board = RandomStream(seed, ORDER + 1), theory.board_variables
    first = [1 + v for v in random.permutation(board)]
    more = [1 + board + v for v in random.permutation(theory.variable_count - board)]
    new = (0, *first, *more)
    clauses = []
    for clause in theory.clauses:
        members = [new[v] for v in clause.variables]
        random.shuffle(members)
        clauses.append(Clause(clause.kind, tuple(members), clause.exactly_one))
    random.shuffle(clauses)
    names = dict(zip(more, theory.helper_names, strict=True))
    return Theory(theory.variable_count, clauses, None, [names[v] for v in sorted(more)]), new


def _renamed(puzzle: Puzzle, seed: int, index: int) -> tuple[Puzzle, tuple[int, ...]]:
    """Return the puzzle with its digits renamed (unchanged if there are rules), and the new
    names."""
    size = puzzle.layout.size
    if puzzle.layout.constraints:
        return puzzle, tuple(range(size + 1))
    order = RandomStream(seed, index).permutation(size)
    names = (0, *[digit + 1 for digit in order])
    return Puzzle(tuple(names[digit] for digit in puzzle.cells), puzzle.layout), names


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
        return [_of_kernel("", 0.0, 0, kernel) for _ in boards]
    block = np.array([board.cells for board in boards], np.uint8)
    kernel.solve(block[:1].copy(), 2, True)
    start = time.perf_counter()
    try:
        solved = within(time_limit * len(boards), lambda: kernel.solve(block, 2, True))
    except TimeIsOver:
        problem = f"over {time_limit:g} s a board"
        return [_of_kernel("", time_limit, 0, problem) for _ in boards]
    seconds = (time.perf_counter() - start) / len(boards)
    measured = list[Measured]()
    for count, cells, guesses in zip(*map(np.ndarray.tolist, solved), strict=True):
        solution = Puzzle(tuple(cells), layout).line
        answer = solution if count == 1 else "several" if count > 1 else "none"
        measured.append(_of_kernel(answer, seconds, guesses))
    return measured


def _of_kernel(answer: str, seconds: float, guesses: int, problem: str = "") -> Measured:
    return {
        "answer": answer,
        "seconds": seconds,
        "solving": seconds,
        "problem": problem,
        "propagated": guesses == 0 and not problem,
        "decisions": guesses,
        "conflicts": None,
    }


def _kernel(name: str, layout: Layout) -> Tasks | str:
    """Return the kernel for a layout, or the reason why there is none."""
    if layout.constraints:
        return "no kernel knows auxiliary variables"
    if name == "lockstep":
        if not is_standard(layout):
            return "lockstep is for plain 9x9 boards"
        from ..kernels.lockstep.lockstep_tasks import Lockstep

        return Lockstep()
    from ..kernels.any_theory.theory_tasks import AnyTheory

    return AnyTheory(Theory.of(layout))
