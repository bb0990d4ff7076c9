"""The steps of a way one by one (`steps`), and all steps available at a position (`available`).

>>> found = available("12.......3..4...", technique="hidden single in a box")
>>> found
<Available of 4x4: 4 steps>

>>> first = next(solving_steps("..1..23..4......"))
>>> first
<Step 1: hidden single in a box 1.2: r2c1=1>
>>> first.asserted, first.rating, first.text()
([(2, 1, 1)], 1.2, 'hidden single in a box: In box 1, 1 can only go in r2c1.')
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any, Literal, Unpack
from warnings import warn

from ..backends.base import Clock
from ..errors import PuzzleError, TimeLimitReached
from ..frozen import frozen
from ..layout import Layout
from ..notebook import Pictured
from ..phrases import SideBySide, in_lines, joined, phrase
from ..plurals import plural
from ..record_types import BoardRecord, Masks, TypedDict
from ..theory import Variables
from .catalog.names import rows_named
from .catalog.row import Technique
from .catalog.rules import TECHNIQUES
from .explain import StepWalk
from .moves import given_by, literals_text, own_moves
from .position import Position
from .referee import (
    JudgedMove,
    JudgedMoveRecord,
    MoveJudgement,
    judged_moves,
    judgement_of,
    with_proof,
)
from .search.choosing import TechniqueOptions, choice
from .search.listing import Pattern, all_steps, must_be_proper, pattern_of
from .starting import Start, position_of
from .step_text.numbered import headed
from .step_text.proof_texts import step_lines
from .step_text.rule_sentences import step_name
from .step_text.sentences import bare, conclusion_text, listed, sentence
from .step_text.step_records import VERSION, StepRecord, record_of
from .steps import LogicStep


class ListedStepRecord(StepRecord):
    """also: other names of the same pattern."""

    also: list[str]


class AvailableRecord(BoardRecord):
    """is_all: whether the list is complete (no limit cut it). available: the steps, simplest first;
    all apply to the same candidates. moves: the judgement on each part of the player's own move,
    empty without one; judgement: on all of it, "" without one."""

    version: Literal[2]
    candidates: Masks
    is_all: bool
    available: list[ListedStepRecord]
    judgement: MoveJudgement | Literal[""]
    moves: list[JudgedMoveRecord]


@frozen
class Available(Pictured):
    """The steps available at a position, simplest first, each pattern once. is_all: whether the
    list is complete. names: of patterns, the best first.
    moves: the parts of a player's own move, judged; the steps then give its right parts, together
    or, where no step gives all, each; the others that are right have a proof.

    >>> found = available("..1..23..4......", technique="naked single")
    >>> found.summary, found.is_all, [step.name for step in found.steps][:1]
    ('3 steps', True, ['naked single'])
    >>> [step.name for step in found] == [step.name for step in found.steps]
    True
    """

    position: Position
    steps: tuple[LogicStep, ...]
    is_all: bool = True
    moves: tuple[JudgedMove, ...] = ()
    names: Mapping[Pattern, Sequence[str]] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        return f"<Available of {self.position.layout.name[:20]}: {self.summary}>"

    def __iter__(self) -> Iterator[LogicStep]:
        return iter(self.steps)

    @property
    def summary(self) -> str:
        """'3 steps'; for a player's own move the judgement, and the steps that give it."""
        number: str = plural(len(self.steps), "step")
        if not self.is_all:
            number = phrase("{steps} and more", steps=number)
        if not self.moves:
            return number
        if self.judgement == "right" and self.steps:
            return phrase("right: {text}", text=number)
        return self.judgement

    @property
    def judgement(self) -> MoveJudgement | Literal[""]:
        """The judgement on the player's own move; "" without one."""
        return judgement_of(self.moves) if self.moves else ""

    @property
    def wanted(self) -> Variables:
        """The parts of the move that the steps are to give."""
        return wanted_among(self.position, self.moves)

    def record(self) -> AvailableRecord:
        """Return a record for JSON: steps as in an explanation, all taken at the same
        candidates."""
        position = self.position
        listed_steps = list[ListedStepRecord]()
        for step in self.steps:
            record = record_of(position.theory, step)
            listed_steps.append({**record, "also": [*self.also(step)]})
        return {
            "version": VERSION,
            "puzzle": position.board.line,
            **position.layout.record(),
            "candidates": position.masks(),
            "is_all": self.is_all,
            "available": listed_steps,
            "judgement": self.judgement,
            "moves": [move.record() for move in self.moves],
        }

    def other_names(self) -> Iterator[str]:
        """Yield a line for each step that has other names, for a list that was printed before they
        were known."""
        for step in self.steps:
            also = self.also(step)
            if also:
                what = conclusion_text(self.position.theory, step.asserted, step.denied)
                called = phrase(
                    "{name} ({result}): also called {names}",
                    name=step_name(step.name),
                    result=what,
                    names=listed(map(step_name, also)),
                )
                yield SideBySide(" " * 6, called)

    def also(self, step: LogicStep) -> Sequence[str]:
        """Return the other names of a step's pattern."""
        names = self.names.get(pattern_of(step), ())
        return [name for name in names if name != step.name]

    def text(self, verbosity: str = "all") -> str:
        """Return one line per step, with its reason unless "terse", and the number of steps; of a
        player's own move first the judgement, and last the proof of what no step gives."""
        return "\n".join([*self._lines(verbosity), self.summary])

    def _lines(self, verbosity: str) -> Iterator[str]:
        if self.moves:
            yield judgement_text(self.moves)
        for step in self.steps:
            yield from listed_lines(self.position, step, verbosity, self.wanted)
            also = self.also(step)
            if also:
                yield f"      also called {listed(also)}"
        yield from self.unnamed()

    def unnamed(self) -> Iterator[str]:
        """Yield the proof of each right part of the move that none of the steps gives."""
        for move in self.moves:
            if move.judgement == "right" and move.proof:
                yield "\n".join([move.reason, *(f"  {line}" for line in move.proof)])


def judgement_text(moves: Sequence[JudgedMove]) -> str:
    """Return the judgements on a move: each that is not right with its reason and proof, the right
    parts in one line."""
    lines: list[str] = [move.text() for move in moves if move.judgement != "right"]
    right = [move.move for move in moves if move.judgement == "right"]
    if right:
        lines.append(phrase("right: {text}", text=joined(right)))
    return in_lines(lines)


def wanted_among(position: Position, moves: Iterable[JudgedMove]) -> Variables:
    """Return the literals of a move that steps can give: the right ones not known yet."""
    right = [move.literal for move in moves if move.judgement == "right"]
    return tuple(literal for literal in right if position.is_open(abs(literal)))


def listed_lines(
    position: Position, step: LogicStep, verbosity: str = "all", wanted: Sequence[int] = ()
) -> Iterator[str]:
    """Yield the lines of one step in a list; with `wanted` also what of it the step gives, if not
    all, and what else it gives."""
    theory = position.theory
    rating = f"{step.rating_text:>4}  "
    head = headed(step_name(step.name))
    if verbosity == "terse":
        yield SideBySide(rating, head, bare(theory, step))
        return
    yield SideBySide(rating, head, sentence(theory, step))
    for line in step_lines(theory, step):
        yield SideBySide(" " * 6, line)
    if not wanted:
        return
    given = given_by(position, step) & {*wanted}
    if len(given) < len(wanted):
        gives = "of these moves it gives {result}"
        yield SideBySide(" " * 6, phrase(gives, result=literals_text(theory, given)))
    more = set(step.literals).difference(wanted)
    if more:
        also = phrase("it also gives {result}", result=literals_text(theory, more))
        yield SideBySide(" " * 6, also)


class Moves(TypedDict, total=False):
    """A player's own moves, as text: what they remove, and what they place; and the seconds for
    judging and naming them."""

    eliminates: str
    places: str
    time_limit: float | None


class StepListing:
    """A list of steps in progress: iterating yields the steps, simplest first. Errors in the
    arguments are raised at once.

    moves: the judgement on a player's own move, before any step is looked for; found: the complete
    list, once iteration has ended. time_limit: of a move's steps half of the time is spent on, so
    that the rest of it can be proved; without a move, iterating raises `TimeLimitReached`.
    """

    found: Available

    def __init__(
        self,
        position: Position,
        rows: list[Technique],
        move: Moves,
        limit: int | None = None,
        verify: bool = True,
    ) -> None:
        must_be_proper(position, rows)
        literals = own_moves(move.get("eliminates", ""), move.get("places", ""), position.theory)
        self.position = position
        self.rows = rows
        self.limit = limit
        self.verify = verify
        self.clock = Clock(move.get("time_limit"))
        self.moves = tuple(judged_moves(position, literals, self.clock.left))
        self.wanted = wanted_among(position, self.moves)

    def __iter__(self) -> Iterator[LogicStep]:
        names: dict[Pattern, list[str]] = {}
        steps = list[LogicStep]()
        is_all = True
        if self.wanted or not self.moves:
            found = stream(self.position, self.rows, self.wanted, self.verify, names)
            clock = self.clock.part() if self.moves else self.clock
            try:
                while step := clock.within(partial(next, found, None)):
                    # One more than the limit is looked for, to see whether these are all.
                    if len(steps) == self.limit:
                        is_all = False
                        break
                    steps.append(step)
                    yield step
            except TimeLimitReached:
                if not self.moves:
                    raise
                is_all = False
        given = set[int]()
        for step in steps:
            given |= given_by(self.position, step)
        moves = tuple(self._proved(move, given, is_all) for move in self.moves)
        self.found = Available(self.position, tuple(steps), is_all, moves, names)

    def _proved(self, move: JudgedMove, given: set[int], is_all: bool) -> JudgedMove:
        """Return a judged move with its proof, if it is right and no step gives it."""
        if move.judgement != "right" or move.literal in given:
            return move
        known = "no technique tried gives it in one step"
        if not self.position.is_open(abs(move.literal)):
            known = "already known"
        elif not is_all:
            known = "none of the steps found so far gives it"
        reasoned = replace(move, reason=f"{move.move}: {known}")
        return with_proof(self.position, reasoned, self.clock)


def available(
    puzzle: Start,
    *,
    technique: str = "",
    without: str = "",
    uniqueness: bool = False,
    limit: int | None = None,
    verify: bool = True,
    layout: Layout | str | None = None,
    **moves: Unpack[Moves],
) -> Available:
    """Return every step available at a puzzle or position, simplest first.

    >>> [step.name for step in available("..1..23..4......", places="r2c1=1").steps][:1]
    ['hidden single in a box']

    technique: names and sets, separated by commas; without it, all techniques except slow ones and
    (unless `uniqueness`) those that assume one solution. eliminates, places: a move of your own,
    "3r4c5,3r4c6" or "r4c56<>3"; "r4c7=5". It is judged first (`moves`); the steps are those that
    give its right parts. If no step gives all of them, the simplest step for each, and a proof of
    those that none gives. limit: maximum number of steps. layout: of a puzzle that is text, as for
    `parse`. time_limit: in seconds; the judgement stays if names are not found in time.

    Raises `ParseError` if the text holds no puzzle, `PuzzleError` for unknown names and for a
    technique that assumes one solution on a position that has not exactly one, `StepError` if a
    step is wrong, `TimeLimitReached`.
    """
    position = position_of(puzzle, layout)
    rows = rows_of(technique, without, uniqueness)
    listing = StepListing(position, rows, moves, limit, verify)
    deque(listing, 0)
    return listing.found


def rows_of(technique: str = "", without: str = "", uniqueness: bool = False) -> list[Technique]:
    """Return the techniques of these names, or the usual ones if none is named; raise `PuzzleError`
    for unknown names or if none is left."""
    if technique:
        rows = rows_named(technique)
    else:
        usual = [row for row in TECHNIQUES if not (row.slow or row.joint)]
        rows = [row for row in usual if uniqueness or not row.proper]
    less = {row.name for row in rows_named(without)} if without else set()
    rows = [row for row in rows if row.name not in less]
    if not rows:
        raise PuzzleError("no technique applies")
    return rows


def stream(
    position: Position,
    rows: list[Technique],
    wanted: Variables = (),
    verify: bool = True,
    names: dict[Pattern, list[str]] | None = None,
) -> Iterator[LogicStep]:
    """Yield the steps as they are found, simplest first; wanted: literals that they must give. If
    no step gives all, yield the simplest step for each that has one in the end."""
    parts: dict[int, LogicStep] = {}
    is_given = False
    for step in all_steps(position, rows, verify, names):
        given = set()
        if wanted:
            given = given_by(position, step) & {*wanted}
        if len(given) == len(wanted):
            is_given = True
            yield step
        for literal in given:
            parts.setdefault(literal, step)
    if not is_given:
        # A step that gives several of the literals is yielded once.
        distinct = {id(step): step for step in parts.values()}
        yield from distinct.values()


class PlacedStepRecord(BoardRecord, StepRecord):
    """A step, and the board before it."""


@frozen
class Step(Pictured):
    """Step `number` (from 1) of a solution path, taken at a position.

    >>> step = next(solving_steps("..1..23..4......"))
    >>> step.number, step.rule, step.denied
    (1, 'hidden single in a box', [])
    """

    number: int
    position: Position
    taken: LogicStep

    @property
    def name(self) -> str:
        """The name that players use."""
        return self.taken.name

    @property
    def rule(self) -> str:
        """The rule that found it, as listed by `satdoku rules`."""
        return self.taken.rule_name

    @property
    def rating(self) -> float:
        """The rating: 1.0 and above."""
        return self.taken.rating

    @property
    def asserted(self) -> list[tuple[int, int, int]]:
        """(row, column, digit), from 1, of the digits it places."""
        return [self.position.theory.coordinates(v) for v in self.taken.asserted]

    @property
    def denied(self) -> list[tuple[int, int, int]]:
        """(row, column, digit), from 1, of the candidates it removes."""
        return [self.position.theory.coordinates(v) for v in self.taken.denied]

    def record(self) -> PlacedStepRecord:
        """Return a record for JSON: the board before it, and a step of the schema of
        docs/logic.md."""
        board: Any = self.position.board.record()
        return board | record_of(self.position.theory, self.taken)  # type: ignore[no-any-return]

    def text(self) -> str:
        """Return its name, its reason, and the lines of a refutation."""
        theory = self.position.theory
        text = f"{self.name}: {sentence(theory, self.taken)}"
        return "\n".join([text, *(f"  {line}" for line in step_lines(theory, self.taken))])

    def __repr__(self) -> str:
        text = conclusion_text(self.position.theory, self.taken.asserted, self.taken.denied)
        short = text if len(text) <= 40 else f"{text[:39]}…"
        return f"<Step {self.number}: {self.name} {self.taken.rating_text}: {short}>"


def solving_steps(
    puzzle: Start,
    *,
    verify: bool = True,
    layout: Layout | str | None = None,
    **techniques: Unpack[TechniqueOptions],
) -> Iterator[Step]:
    """Yield the steps that `explain` takes, each as soon as it is found.

    verify, the techniques to use (rules, scale, uniqueness, …), and errors raised: as for
    `explain`.

    layout: of a puzzle that is text, as for `parse`.

    >>> [step.asserted for step in solving_steps("..1..23..4......", rules="singles")][:2]
    [[(2, 1, 1)], [(2, 4, 4)]]
    """
    start = position_of(puzzle, layout)
    walk = StepWalk(start, choice(start.layout, **techniques), verify)
    position = walk.position.copy()
    for number, taken in enumerate(walk, 1):
        yield Step(number, position, taken)
        # The step that was yielded keeps its position, so the next one has a copy.
        position = position.copy()
        position.take(taken.asserted, taken.denied)


def steps(
    puzzle: Start,
    *,
    verify: bool = True,
    now: bool = False,
    technique: str = "",
    eliminates: str = "",
    places: str = "",
    **techniques: Unpack[TechniqueOptions],
) -> Iterator[Step]:
    """Yield the steps of `solving_steps`; with `now`, `technique`, `eliminates` or `places` those
    of `available`. Deprecated: the command `steps` lists the latter.

    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     next(steps("..1..23..4......", rules="singles")).asserted
    [(2, 1, 1)]
    """
    warn(
        "satdoku.steps is now satdoku.solving_steps; the steps that can be taken now, which the "
        "command `steps` lists, are puzzle.steps() or satdoku.available(puzzle)",
        DeprecationWarning,
        stacklevel=2,
    )
    if now or technique or eliminates or places:
        position = position_of(puzzle)
        found = available(
            position, technique=technique, eliminates=eliminates, places=places, verify=verify
        )
        return (Step(number, position, taken) for number, taken in enumerate(found.steps, 1))
    return solving_steps(puzzle, verify=verify, **techniques)
