"""The results of solving and counting, as values: `outcome` gives the result of `satdoku solve`.

>>> found = outcome("12..34..........", limit=3)
>>> found.outcome, len(found.solutions)
('several', 3)
>>> outcome("12..34..........", logic=True).outcome
'partial'
"""

from __future__ import annotations

from typing import Literal, NamedTuple, NotRequired

from ..backends.base import Backend
from ..board import Puzzle
from ..errors import Inconsistency, TimeLimitReached
from ..formats.metadata import caveat
from ..formats.text.reader import PuzzleLike, parse
from ..formats.write import rule, session
from ..layout import Layout
from ..phrases import Name, in_lines, joined, phrase
from ..record_types import BoardRecord, CellName, Line, Natural, Record, TypedDict
from .solving import solutions, solve_by_logic, why_unsolvable

#: The largest number in the columns of tables.
LARGEST = 2**63 - 1

#: What solving found; see `Outcome`.
SolvingOutcome = Literal["unique", "several", "none", "partial", "found", "unknown"]


class OutcomeRecord(BoardRecord):
    """outcome: several: no more were looked for than asked; partial: logic is stuck, and the
    solution is open in places; found: one was looked for; unknown: out of time. problem: why there
    is no complete solution. caveat: what drawings that were not understood leave open. givens:
    givens that contradict each other."""

    outcome: SolvingOutcome
    solutions: list[Line]
    problem: NotRequired[str]
    caveat: NotRequired[str]
    givens: NotRequired[list[CellName]]


class Outcome(NamedTuple):
    """The result of solving.

    puzzle: one character per cell. outcome: "unique"; "several"; "none"; "partial" (logic stuck);
    "found" (one solution, without a search for others); "unknown" (out of time). lines: the
    solutions as lines (for logic, the partial one). complaint: why there is not exactly one.
    givens: the names of cells that contradict each other, if the base rules find them. caveat: what
    drawings that were not understood leave open, "" for nothing.

    >>> outcome("12..34..........", limit=1)
    <Outcome found: 12..34..........>
    """

    puzzle: str
    layout: Layout
    outcome: SolvingOutcome
    lines: tuple[str, ...] = ()
    complaint: str = ""
    givens: tuple[str, ...] = ()
    caveat: str = ""

    @property
    def status(self) -> str:
        """An older name of `outcome`."""
        return self.outcome

    @property
    def solutions(self) -> tuple[Puzzle, ...]:
        """The solutions."""
        return tuple([parse(line, self.layout) for line in self.lines])

    @property
    def is_open(self) -> bool:
        """Whether time ran out before an answer."""
        return self.outcome == "unknown"

    @property
    def advice(self) -> str:
        """The next step to suggest, if there is no solution."""
        return "`satdoku diagnose` explains why" if self.outcome == "none" else ""

    def record(self) -> OutcomeRecord:
        """Return puzzle, layout, outcome, solutions; if there is none, problem and givens."""
        record: OutcomeRecord = {
            "puzzle": self.puzzle,
            **self.layout.record(),  # type: ignore[typeddict-item]
            "outcome": self.outcome,
            "solutions": list(self.lines),
        }
        if self.outcome in ("none", "partial", "unknown"):
            record["problem"] = self.complaint
            record["givens"] = list(self.givens)
        if self.caveat:
            record["caveat"] = self.caveat
        return record

    def row(self) -> Record:
        """Return the record with the first solution."""
        return {**self.record(), "solution": self.lines[0] if self.lines else None}

    def line(self) -> str:
        """Return the grid of each solution as a line; extra variables are only in records."""
        grids = [line[: self.layout.board_cells] for line in self.lines]
        return "\n".join(grids) or phrase("# {problem}", problem=self._nothing)

    def grid(self, first: bool = True) -> str:
        """Return the puzzle and its solutions as the lecture prints them."""
        lines = [session(parse(self.puzzle, self.layout), *(self.solutions or (self._nothing,)))]
        if first:
            lines.insert(0, Name(rule(self.layout, "=")))
        if self.caveat:
            lines.append(phrase("# {problem}", problem=self.caveat))
        return in_lines(lines)

    def text(self) -> str:
        """Return the grids."""
        return self.grid()

    @property
    def _nothing(self) -> str:
        return "no answer in time" if self.outcome == "unknown" else "no solution"

    def __repr__(self) -> str:
        count = f", {len(self.lines):,} solutions" if self.outcome == "several" else ""
        return f"<Outcome {self.outcome}{count}: {self.puzzle[:81]}>"


class EstimationRecord(TypedDict):
    """estimate, interval: by random dives, and an interval that holds the number with a confidence
    of 95%. no_estimate: why there is none."""

    estimate: NotRequired[float]
    interval: NotRequired[list[float]]
    no_estimate: NotRequired[str]


class Estimation(NamedTuple):
    """An estimate of the number of solutions, and an interval that holds it with a confidence of
    95%; missing: why there is none."""

    number: float = 0.0
    interval: tuple[float, float] = (0.0, 0.0)
    missing: str = ""

    def record(self) -> EstimationRecord:
        """Return the estimate, or why there is none."""
        if self.missing:
            return {"no_estimate": self.missing}
        return {"estimate": self.number, "interval": list(self.interval)}

    def text(self) -> str:
        """Return the estimate for people, or why there is none."""
        if self.missing:
            return phrase("no estimate: {why}", why=self.missing)
        low, high = self.interval
        return phrase(
            "estimate: {number:.2g}, 95% confidence: {low:.2g} to {high:.2g}",
            number=self.number,
            low=low,
            high=high,
        )


class CountRecord(EstimationRecord):
    """count: number of solutions found: at most the limit; fewer than exist if time ran out. exact:
    whether there are no more solutions. problem: why the count ended early: out of time. source:
    where the number was published, if it was not counted here. caveat: what drawings that were not
    understood leave open."""

    count: Natural
    exact: bool
    problem: NotRequired[str]
    source: NotRequired[str]
    caveat: NotRequired[str]


class Counted(NamedTuple):
    """The number of solutions found; more than `limit` means that there are more. complaint: why
    the count ended early, if time ran out. caveat: as in `Outcome`. estimate: of a count that is
    not exact. source: of a published number."""

    found: int
    limit: int
    complaint: str = ""
    caveat: str = ""
    estimate: Estimation | None = None
    source: str = ""

    @property
    def is_open(self) -> bool:
        """Whether time ran out before all were counted."""
        return bool(self.complaint)

    @property
    def is_exact(self) -> bool:
        """Whether there are no more solutions."""
        return self.found <= self.limit and not self.is_open

    def record(self) -> CountRecord:
        """Return the count, whether it is exact, and the problem if time ran out."""
        record: CountRecord = {"count": min(self.found, self.limit), "exact": self.is_exact}
        if self.complaint:
            record["problem"] = self.complaint
        if self.estimate:
            record = {**record, **self.estimate.record()}
        if self.source:
            record["source"] = self.source
        if self.caveat:
            record["caveat"] = self.caveat
        return record

    def row(self) -> Record:
        """Return the record, in which a number too large for a table's column is "at least"."""
        record = dict(self.record())
        if min(self.found, self.limit) > LARGEST:
            record |= {"count": LARGEST, "exact": False}
        return record

    def text(self) -> str:
        """Return the number, followed by + if there may be more, and what is known besides."""
        notes = [Name(self.source), self.caveat]
        if self.estimate:
            notes.insert(0, self.estimate.text())
        known = joined(filter(None, notes), "{one}; {next}")
        number = f"{min(self.found, self.limit)}{'' if self.is_exact else '+'}"
        return phrase("{number} ({known})", number=number, known=known) if known else number


def outcome(
    puzzle: PuzzleLike,
    *,
    limit: int | None = 2,
    logic: bool = False,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
    layout: Layout | str | None = None,
) -> Outcome:
    """Solve a puzzle and report the outcome: at most `limit` solutions (None: all of them).

    logic: by the base rules alone. engine, time_limit: as for `solutions`. A puzzle without a
    solution, or one that takes too long, is reported in the outcome; no error is raised.

    layout: of a puzzle that is text, as for `parse`.

    >>> outcome("11..............").givens
    ('r1c1', 'r1c2')
    """
    puzzle = parse(puzzle, layout)
    line = puzzle.line
    layout = puzzle.layout
    found = list[str]()
    first: Puzzle | None = None
    try:
        if logic:
            result = solve_by_logic(puzzle)
            if not result.is_full:
                return stuck(line, layout, result.line)
            return Outcome(line, layout, "unique", (result.line,))
        for solution in solutions(puzzle, limit=limit, engine=engine, time_limit=time_limit):
            first = first or solution
            found.append(solution.line)
        if not found and limit != 0:
            raise why_unsolvable(puzzle)
    except TimeLimitReached as error:
        return Outcome(line, layout, "unknown", tuple(found), str(error))
    except Inconsistency as error:
        cells = [layout.cell_of(v) for v in error.givens]
        names = tuple(map(layout.cell_name, cells))
        return Outcome(line, layout, "none", complaint=error.problem, givens=names)
    # A single solution that was asked for says nothing of how many there are.
    open_ = caveat(puzzle, len(found) if limit != 1 else None, first)
    if len(found) == 1:
        which: SolvingOutcome = "found" if limit == 1 else "unique"
        return Outcome(line, layout, which, tuple(found), caveat=open_)
    several = "more than one solution"
    return Outcome(line, layout, "several", tuple(found), several, caveat=open_)


def first_of_several(found: Outcome) -> Outcome:
    """Keep only the first solution; others were searched for only to see whether any exist."""
    complaint = "more than one solution; this is the first (--all shows all)"
    return found._replace(lines=found.lines[:1], complaint=complaint)


def stuck(puzzle: str, layout: Layout, left: str) -> Outcome:
    """Return the outcome if logic gets stuck at a partial solution."""
    problem = phrase("the base rules leave {number} cells open", number=left.count("."))
    return Outcome(puzzle, layout, "partial", (left,), problem)
