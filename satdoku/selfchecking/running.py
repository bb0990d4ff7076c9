"""Run the checks on random puzzles on random boards, and shrink the puzzles that fail.

>>> selfcheck("12..34..........", checks=["text", "engines"])
<SelfCheck 1 puzzle on 1 board, 2 checks each: all agree>
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import count

from ..board import Puzzle
from ..errors import PuzzleError, TimeLimitReached, need_pysat
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..layout import Layout, as_layout
from ..operations.random_grids import draw_grid
from ..phrases import in_lines, phrase
from ..plurals import plural
from ..random_stream import RandomStream
from ..record_types import BoardRecord, TypedDict
from ..suggest import meant
from .checks import CHECKS, Check

BOARDS = (
    "1x1", "2x2/latin", "3x3/latin", "4x4", "4x4/latin", "4x4+diagonal", "5x5", "6x6", "6x6/3x2",
    "6x6+diagonal", "6x6/jigsaw:112333112433122443122544666545666555", "6x6+house:r1c1,r2c3,r3c5",
    "7x7", "8x8", "8x8/4x2", "9x9", "9x9+diagonal", "9x9+window", "9x9+center",
    "9x9/jigsaw:111122222113333322114433352144663552446666555447666588747995588777999998777998888",
)  # fmt: skip


class FailureRecord(BoardRecord):
    """A failure. command: the command that reproduces it."""

    check: str
    problem: str
    command: str


class SelfCheckRecord(TypedDict):
    """boards: number of puzzles by board name. checks: the names of the checks."""

    boards: dict[str, int]
    checks: list[str]
    failures: list[FailureRecord]


@frozen
class Failure:
    """A failed check: the puzzle, made as small as possible, and the problem.

    >>> import satdoku
    >>> failure = satdoku.Failure("text", satdoku.parse("..1..23..4......"), "read differently")
    >>> print(failure.text())
    text: read differently
      satdoku selfcheck --check text --layout '4x4' ..1..23..4......
    """

    check: str
    puzzle: Puzzle
    problem: str

    def text(self) -> str:
        """The problem and the command that reproduces it."""
        return f"{self.check}: {self.problem}\n  {self.command}"

    def record(self) -> FailureRecord:
        """The failure for JSON."""
        return {
            "check": self.check,
            "problem": self.problem,
            "command": self.command,
            "puzzle": self.puzzle.line,
            **self.puzzle.layout.record(),
        }

    @property
    def command(self) -> str:
        """The command that reproduces the failure."""
        layout = self.puzzle.layout.name
        return f"satdoku selfcheck --check {self.check} --layout '{layout}' {self.puzzle.line}"


def random_puzzle(seed: int, index: int, layout: Layout | None = None) -> Puzzle:
    """Return puzzle number `index` of a run: nearly empty to full, one in four with a wrong digit.

    layout: None for a random one of `BOARDS`.
    """
    stream = RandomStream(seed, index)
    drawn = BOARDS[stream.below(len(BOARDS))]
    layout = layout or Layout.named(drawn)
    cells = list(draw_grid(layout, stream).cells)
    order = stream.permutation(layout.cell_count)
    # Large boards keep more givens: some engines take minutes on nearly empty ones.
    least = layout.cell_count // 4 if layout.size > 6 else 0
    kept = least + stream.below(layout.cell_count - least + 1)
    for cell in order[kept:]:
        cells[cell] = 0
    # Puzzles without a solution must be refuted alike.
    if stream.below(4) == 0:
        cells[stream.below(layout.cell_count)] = 1 + stream.below(layout.size)
    return Puzzle(tuple(cells), layout)


def look_at(puzzle: Puzzle, names: tuple[str, ...] = ()) -> Iterator[Failure]:
    """Yield the failures that the named checks (default: all) find on one puzzle, shrunk."""
    for name in names or CHECKS:
        if ask(name, puzzle):
            smallest = shrink(puzzle, partial(fails_in, name))
            yield Failure(name, smallest, ask(name, smallest))


def fails_in(name: str, puzzle: Puzzle) -> bool:
    """Whether a check finds a failure."""
    return bool(ask(name, puzzle))


def ask(name: str, puzzle: Puzzle, checks: Mapping[str, Check] = CHECKS) -> str:
    """Run a check and return its result; an exception counts as a failure, except for a time
    limit."""
    try:
        return checks[name](puzzle)
    except TimeLimitReached:
        return ""
    except Exception as error:  # any exception is a failure
        return f"{type(error).__name__}: {error}"


def shrink(puzzle: Puzzle, fails: Callable[[Puzzle], bool]) -> Puzzle:
    """Return a puzzle below this one that still fails, but no longer if any one given is
    removed."""
    changed = True
    # Once more after each change: whether a check fails need not grow with the givens, so one that
    # could not go may go when others have gone.
    while changed:
        changed = False
        for cell, digit in enumerate(puzzle.cells):
            if not digit:
                continue
            fewer = puzzle.without([cell])
            if fails(fewer):
                puzzle = fewer
                changed = True
    return puzzle


@frozen
class SelfCheck:
    """What was checked, and the failures. boards: number of puzzles by board name; checks: the
    names of the checks that ran on each.

    >>> selfcheck("12..34..........", checks=["text"]).record()["failures"]
    []
    """

    boards: dict[str, int] = field(hash=False)
    checks: tuple[str, ...]
    failures: tuple[Failure, ...]

    def text(self) -> str:
        """The failures, followed by one line on how much was checked."""
        return in_lines([*(failure.text() for failure in self.failures), self.summary])

    @property
    def summary(self) -> str:
        """How much was checked, and how many disagreements were found."""
        found = "all agree"
        if self.failures:
            found = plural(len(self.failures), "disagreement")
        return phrase(
            "{puzzles} on {boards}, {checks} each: {found}",
            puzzles=plural(sum(self.boards.values()), "puzzle"),
            boards=plural(len(self.boards), "board"),
            checks=plural(len(self.checks), "check"),
            found=found,
        )

    def record(self) -> SelfCheckRecord:
        """The result for JSON."""
        failures = [failure.record() for failure in self.failures]
        return {"boards": self.boards, "checks": list(self.checks), "failures": failures}

    def __repr__(self) -> str:
        return f"<SelfCheck {self.summary}>"


def selfcheck(
    puzzles: PuzzleLike | Iterable[PuzzleLike] | None = None,
    *,
    minutes: float = 1.0,
    seed: int = 0,
    checks: Sequence[str] = (),
    layout: Layout | str | None = None,
    progress: Callable[[Failure], object] | None = None,
) -> SelfCheck:
    """Check that components that answer the same question agree.

    puzzles: the puzzles to check; None for random ones (fixed by the seed; on one layout or on
    many) for `minutes` minutes. checks: from `CHECKS`; empty for all. progress: callback for each
    failure; the run ends when there are as many failures as checks. Raises `PuzzleError` for an
    unknown check, `EngineError` without python-sat.

    >>> selfcheck(["12..34..........", "1234341221......"], checks=["text"])
    <SelfCheck 2 puzzles on 1 board, 1 check each: all agree>
    """
    need_pysat()
    chosen = [meant(name, CHECKS, "check", PuzzleError) for name in checks]
    names = tuple(chosen or CHECKS)
    if isinstance(puzzles, Puzzle | str | Mapping):
        puzzles = [puzzles]
    boards: Counter[str] = Counter()
    failures = []
    if puzzles is None:
        puzzles = random_puzzles(minutes, seed, as_layout(layout))
    for given in puzzles:
        puzzle = parse(given)
        boards[puzzle.layout.name] += 1
        for failure in look_at(puzzle, names):
            failures.append(failure)
            if progress:
                progress(failure)
        # A broken component fails on every puzzle: a few failures say as much as thousands.
        if len(failures) >= len(CHECKS):
            break
    return SelfCheck(dict(boards), names, tuple(failures))


def random_puzzles(minutes: float, seed: int, layout: Layout | None = None) -> Iterator[Puzzle]:
    """Yield puzzles number 0, 1, … of a run until the time is over."""
    end = time.monotonic() + 60 * minutes
    for index in count():
        if time.monotonic() > end:
            return
        yield random_puzzle(seed, index, layout)
