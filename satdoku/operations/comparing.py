"""Comparing engines and encodings: the same questions to all, checked answers, fair times.

Each question is "no completion, one, or several?" for a puzzle. In each round the digits are
renamed at random, the same for all: so an engine that keeps learnt clauses cannot remember the
answer. `shuffle` also renumbers variables and reorders clauses, anew in each round. The questions
come in random order, so that a busy moment of the machine does not hit one contender.

Times and their limit are processor seconds: neither the order of contenders nor whether a question
is answered depends on what else the machine does. By the clock, times are taken apart: loading (the
theory is encoded, once per contender), starting a program, and solving. So a program that prints an
answer it was given takes no time to solve.

A solution that an engine returns is held against the theory. One that violates a clause is no
answer, nor is an answer that the solutions of others refute (`Comparison.judged`). The counts of
kernels are taken as they are.

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
from typing import TYPE_CHECKING

from ..backends.base import Completion, ProcessorClock, WrongModel
from ..backends.registry import CARDINALITY, installed, open_backend, parted, takes_encodings
from ..board import Puzzle, is_standard
from ..encodings.cnf.registry import ENCODINGS
from ..errors import EngineError, TimeLimitReached
from ..formats.text.reader import PuzzleLike, parse_each
from ..frozen import frozen
from ..inference.deduction import Deduction
from ..layout import Layout
from ..phrases import phrase
from ..random_stream import RandomStream
from ..record_types import Record
from ..theory import Clause, Theory
from .comparison import Comparison, Contender, Measurement

if TYPE_CHECKING:
    from ..kernels.tasks import Tasks

#: What a question showed, by the names of `Measurement`.
Measured = Record
#: A question: puzzle, layout, round, engine and encoding.
Key = tuple[str, str, int, str, str]
#: The new name of each digit, from 0 for blank.
Names = tuple[int, ...]

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
    if "all" in engines:
        engines = _all_installed()
    if "all" in encodings:
        encodings = ("native", *ENCODINGS)
    found = [who for engine in engines for who in _with_encodings(engine, encodings)]
    return list(dict.fromkeys(found))


def _all_installed() -> list[str]:
    from ..backends.inventory import inventory

    others = ("auto", "pysat")  # they stand for some of the others
    return [engine.name for engine in inventory() if engine.installed and engine.name not in others]


def _with_encodings(engine: str, encodings: Sequence[str]) -> list[Contender]:
    """Return an engine with each of the encodings that it can use."""
    if engine in KERNELS or not takes_encodings(engine):
        return [Contender(engine)]
    if parted(engine)[0] not in CARDINALITY:
        cnf = [name for name in encodings if name != "native"]
        encodings = cnf or encodings
    return [Contender(engine, name) for name in encodings]


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

    puzzles: puzzles, or a text with some. layout: of all texts, if it is given. engines: names,
    commands of DIMACS solvers, or kernels; "all" for all that are installed, None for the usual
    ones of them. repeat: rounds, each with digits renamed anew. time_limit: processor seconds per
    question, of the engine's program if it runs in one (not of other programs, so a busy machine
    gives the same answers). seed: of the renaming, the order and the engines that take one.
    shuffle: renumber variables and reorder clauses in each round; engines that need a board are
    refused (`EngineError`).

    >>> compare("12..34..........", ["native", "dlx"])
    <Comparison of 2 contenders on 1 puzzle: 2 measurements, 0 differences>
    """
    boards = list(parse_each(puzzles, layout))
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
    done: frozenset[Key] = frozenset(),
) -> Iterator[Measurement]:
    """Yield the measurements, lazily: round by round of each kernel, then all others in an order
    drawn from the seed.

    done: measurements to skip. The other arguments are those of `compare`.
    """
    # Kernels get whole blocks, so they have no part in the random order of questions.
    kernels = [who for who in contenders if who.engine in KERNELS]
    if kernels and shuffle:
        raise EngineError(
            phrase("{name!s} reads boards: leave it out or the shuffling", name=kernels[0])
        )
    asked = _Questions(
        puzzles,
        repeat=repeat,
        time_limit=time_limit,
        seed=seed,
        shuffle=shuffle,
        done=done,
    )
    for who in kernels:
        yield from asked.by_kernel(who.engine)
    others = [who for who in contenders if who not in kernels]
    yield from asked.by_engines(others)


@frozen
class _Questions:
    """The questions of a comparison. done: those that are not asked again."""

    puzzles: Sequence[Puzzle]
    repeat: int
    time_limit: float
    seed: int
    shuffle: bool
    done: frozenset[Key]

    def by_kernel(self, name: str) -> Iterator[Measurement]:
        """Yield the answers of a kernel, which gets all puzzles of a layout at once."""
        for layout in dict.fromkeys(puzzle.layout for puzzle in self.puzzles):
            for turn in range(self.repeat):
                yield from self._block(name, layout, turn)

    def _block(self, name: str, layout: Layout, turn: int) -> Iterator[Measurement]:
        """Yield the answers of a kernel to the puzzles of a layout in one round."""
        keys = []
        boards = []
        renamings = []
        for number, puzzle in enumerate(self.puzzles):
            key = (puzzle.line, layout.name, turn, name, "")
            if puzzle.layout == layout and key not in self.done:
                renamed, names = self._renamed(number, turn)
                keys.append(key)
                boards.append(renamed)
                renamings.append(names)
        if not boards:
            return
        answers = _measure_kernel(name, boards, self.time_limit)
        for key, names, measured in zip(keys, renamings, answers, strict=True):
            yield self._measurement(key, measured, names, layout)

    def by_engines(self, contenders: Sequence[Contender]) -> Iterator[Measurement]:
        """Yield the answers of engines, in random order; each is opened at its first question."""
        jobs = [
            (who, number, turn)
            for turn in range(self.repeat)
            for number in range(len(self.puzzles))
            for who in contenders
        ]
        RandomStream(self.seed, ORDER).shuffle(jobs)
        opened = {}
        for who, number, turn in jobs:
            puzzle = self.puzzles[number]
            layout = puzzle.layout
            key = (puzzle.line, layout.name, turn, who.engine, who.encoding)
            if key in self.done:
                continue
            renamed, names = self._renamed(number, turn)
            # Renumbered theories differ from round to round; otherwise one engine answers them all.
            place = (who, layout, turn if self.shuffle else 0)
            if place not in opened:
                opened[place] = _Opened(who, layout, self.seed + turn, self.shuffle)
            measured = opened[place].measure(renamed, self.time_limit)
            yield self._measurement(key, measured, names, layout)

    def _renamed(self, number: int, turn: int) -> tuple[Puzzle, Names]:
        """Return a puzzle with its digits renamed for a round, and the new names."""
        return _renamed(self.puzzles[number], self.seed, number * self.repeat + turn)

    def _measurement(
        self, key: Key, measured: Measured, names: Names, layout: Layout
    ) -> Measurement:
        """Return a measurement, its answer with the digits of the puzzle."""
        puzzle, layout_name, turn, engine, encoding = key
        measured["answer"] = _renamed_back(measured["answer"], names, layout)
        return Measurement(
            puzzle=puzzle,
            layout=layout_name,
            round=turn,
            engine=engine,
            encoding=encoding,
            seed=self.seed,
            time_limit=self.time_limit,
            shuffled=self.shuffle,
            **measured,
        )


class _Opened:
    """An engine with its theory, loaded. renumbered: by variable of the board's theory the one of
    the engine's; None if they are the same. seconds: for loading."""

    def __init__(self, who: Contender, layout: Layout, seed: int, shuffle: bool) -> None:
        theory = Theory.of(layout)
        self.renumbered: tuple[int, ...] | None = None
        if shuffle:
            if who.engine in OF_BOARDS or who.encoding in OF_BOARDS:
                raise EngineError(
                    phrase("{name!s} reads boards: leave it out or the shuffling", name=who)
                )
            theory, self.renumbered = shuffled(theory, seed)
        start = time.perf_counter()
        self.backend = open_backend(who.engine, theory, who.encoding or None, seed)
        self.backend.load()
        # Loading starts a program three times to measure that (`External.load`), which is no
        # loading.
        starts = 3 * (self.backend.start_seconds or 0.0)
        self.seconds = max(0.0, time.perf_counter() - start - starts)

    def measure(self, puzzle: Puzzle, time_limit: float) -> Measured:
        """Return what a question shows."""
        backend = self.backend
        before = replace(backend.statistics)
        clock = ProcessorClock(time_limit)
        problem = ""
        refuted = False
        found = []
        givens = self._renumbered(puzzle.givens)
        start = time.perf_counter()
        processor = time.process_time()
        try:
            # A second solution is enough to know that there are several.
            found = list(backend.find_boards(givens, 2, clock))
        except TimeLimitReached:
            problem = f"over {time_limit:g} s"
        except EngineError as error:
            problem = str(error)
            refuted = isinstance(error, WrongModel)
        seconds = time.perf_counter() - start
        processor = time.process_time() - processor
        if not all(self._holds([*givens, *completion]) for completion in found):
            problem = f"{backend.name} returned a board that violates a clause"
            refuted = True
        did = backend.statistics.since(before)
        starting = 0.0
        if backend.start_seconds is not None:
            starting = did.calls * backend.start_seconds
        # An engine in a program of its own uses that program's time, not ours.
        times = {
            "seconds": seconds,
            "solving": max(0.0, seconds - did.writing - starting),
            "start": backend.start_seconds,
            "loading": self.seconds,
            "processor": did.processor or processor,
        }
        counted = did.record(backend.capabilities)
        propagated = counted["propagated"]
        work = {
            "memory": backend.statistics.memory or None,
            "propagated": None if propagated is None else propagated > 0,
            "decisions": counted["decisions"],
            "conflicts": counted["conflicts"],
        }
        answer = "" if problem else self._answer(found, puzzle.layout)
        return {"answer": answer, "problem": problem, "refuted": refuted, **times, **work}

    def _holds(self, variables: Sequence[int]) -> bool:
        """Return whether the theory has a completion with these variables, a whole board."""
        deduction = Deduction(self.backend.theory)
        return deduction.extend(list(variables)) and deduction.is_complete

    def _renumbered(self, variables: Sequence[int]) -> Sequence[int]:
        """Return variables of the board's theory as those of the engine's."""
        if self.renumbered is None:
            return variables
        return [self.renumbered[v] for v in variables]

    def _answer(self, found: Sequence[Completion], layout: Layout) -> str:
        """Return what these completions, of at most two looked for, say of the puzzle."""
        match len(found):
            case 0:
                return "none"
            case 1:
                true = sorted(self._on_board(found[0]))
                return Puzzle.from_variables(true, layout).line
            case _:
                return "several"

    def _on_board(self, completion: Completion) -> Iterable[int]:
        """Return a completion in variables of the board's theory."""
        if self.renumbered is None:
            return completion
        old = {own: v for v, own in enumerate(self.renumbered)}
        return [old[v] for v in completion]


def shuffled(theory: Theory, seed: int) -> tuple[Theory, tuple[int, ...]]:
    """Return the theory with its variables renumbered and its clauses and their variables in
    another order, and by variable the new one; without a layout, so no longer of a board.

    The board's variables stay in front of the auxiliary ones.
    """
    random = RandomStream(seed, ORDER + 1)
    board = theory.board_variables
    first = [1 + v for v in random.permutation(board)]
    helpers = [1 + board + v for v in random.permutation(theory.variable_count - board)]
    new = (0, *first, *helpers)
    clauses = []
    for clause in theory.clauses:
        members = [new[v] for v in clause.variables]
        random.shuffle(members)
        clauses.append(Clause(clause.kind, tuple(members), clause.exactly_one))
    random.shuffle(clauses)
    name_of = dict(zip(helpers, theory.helper_names, strict=True))
    helper_names = [name_of[v] for v in sorted(helpers)]
    return Theory(theory.variable_count, clauses, None, helper_names), new


def _renamed(puzzle: Puzzle, seed: int, index: int) -> tuple[Puzzle, Names]:
    """Return the puzzle with its digits renamed (unchanged if there are rules), and the new
    names."""
    size = puzzle.layout.size
    if puzzle.layout.constraints:  # they may depend on what the digits are
        return puzzle, tuple(range(size + 1))
    order = RandomStream(seed, index).permutation(size)
    names = (0, *[digit + 1 for digit in order])
    return Puzzle(tuple(names[digit] for digit in puzzle.cells), puzzle.layout), names


def _renamed_back(answer: str, names: Names, layout: Layout) -> str:
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
        return [_unanswered(kernel, seconds=0.0) for _ in boards]
    block = np.array([board.cells for board in boards], np.uint8)
    # The first call loads the kernel, or compiles it.
    kernel.solve(block[:1].copy(), limit=2, want_solutions=True)
    clock = ProcessorClock(time_limit * len(boards))
    start = time.perf_counter()
    processor = time.process_time()
    try:
        solved = clock.within(lambda: kernel.solve(block, limit=2, want_solutions=True))
    except TimeLimitReached:
        problem = f"over {time_limit:g} s a board"
        return [_unanswered(problem, seconds=time_limit) for _ in boards]
    seconds = (time.perf_counter() - start) / len(boards)
    processor = (time.process_time() - processor) / len(boards)
    return [
        _of_kernel(_answer_of(count, Puzzle(tuple(cells), layout)), seconds, guesses)
        | {"processor": processor}
        for count, cells, guesses in zip(*map(np.ndarray.tolist, solved), strict=True)
    ]


def _answer_of(count: int, first: Puzzle) -> str:
    """Return the answer of a kernel that found so many solutions."""
    if count > 1:
        return "several"
    return first.line if count else "none"


def _of_kernel(answer: str, seconds: float, guesses: int) -> Measured:
    return {
        "answer": answer,
        "seconds": seconds,
        "solving": seconds,
        "problem": "",
        "propagated": guesses == 0,
        "decisions": guesses,
        "conflicts": None,
    }


def _unanswered(problem: str, seconds: float) -> Measured:
    found = _of_kernel("", seconds, guesses=0)
    return found | {"problem": problem, "propagated": False}


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
