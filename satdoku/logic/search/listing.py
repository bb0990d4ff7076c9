"""All steps that a technique, or all techniques, can take at a position, simplest first.

>>> from ..starting import position_of
>>> {step.name for step in steps_at(position_of("12.......3..4..."), "naked single")}
{'naked single'}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count
from operator import attrgetter

from ...cancellation import stop_if_cancelled
from ...errors import PluginError, PuzzleError
from ...inference.entailment import StepError
from ...phrases import phrase
from ...plugins import owner_of
from ...theory import Variables
from ..catalog.row import Technique
from ..catalog.rules import OWN, TECHNIQUES, number_of, row_named
from ..difficulty.scales import SCALES, scale_named
from ..position import Position
from ..steps import LogicStep
from ..view import Finding, View
from .following import follow
from .from_log import part_of, step_at, steps_of
from .reports import Entry, reports_of


def steps_at(position: Position, *names: str) -> Iterator[LogicStep]:
    """Yield the steps of the techniques of these (canonical) names, each conclusion once."""
    view = View(position)
    for name in names:
        yield from _steps(view, row_named(name))


#: What a step concludes, and the clauses that it rests on: the same under any name.
Pattern = tuple[Variables, Variables, frozenset[int]]


def pattern_of(step: LogicStep) -> Pattern:
    """Return the pattern of a step."""
    clauses = set(step.clauses)
    for branch in step.branches:
        for line in branch:
            clauses.update(line.clauses)
    return tuple(sorted(step.asserted)), tuple(sorted(step.denied)), frozenset(clauses)


def all_steps(
    position: Position,
    rows: Iterable[Technique] = TECHNIQUES,
    verify: bool = True,
    names: dict[Pattern, list[str]] | None = None,
) -> Iterator[LogicStep]:
    """Yield the steps of several techniques, simplest first; at equal rating in the order of
    techniques. A pattern that has several names is yielded once, under the first.

    names: is filled with the names of each pattern. Raises `StepError` if a step does not follow
    from the clauses that it names.
    """
    names = {} if names is None else names
    for step in _in_order(position, rows, verify):
        known = names.setdefault(pattern_of(step), [])
        if not known:
            yield step
        if step.name not in known:
            known.append(step.name)


def _in_order(position: Position, rows: Iterable[Technique], verify: bool) -> Iterator[LogicStep]:
    """Yield the steps of the techniques by rating, without listing all of them first.

    A step is rated at least like its technique, and higher if it is long. So techniques are taken
    by rating, and steps rated higher wait in a heap: before a technique is asked, those that are
    rated no higher than it are yielded.
    """
    view = View(position)
    order = count()
    longer: list[tuple[float, int, LogicStep]] = []
    for row in sorted(rows, key=attrgetter("rating")):
        while longer and longer[0][0] <= row.rating:
            yield heappop(longer)[2]
        for step in _steps(view, row):
            if verify:
                step.verify(position)
            if step.rating <= row.rating:
                yield step
            else:
                # (The number decides between equal ratings: steps themselves cannot be compared.)
                heappush(longer, (step.rating, next(order), step))
    for _, _, step in sorted(longer):
        yield step


def must_be_proper(position: Position, rows: Iterable[Technique]) -> None:
    """Raise `PuzzleError` if a technique assumes one solution and the position does not have
    exactly one, or if its scale does not apply to the board."""
    for row in rows:
        if row.scale:
            scale_named(row.scale, position.layout)
    assuming = [row.name for row in rows if row.proper]
    if not assuming:
        return
    position.layout.must_be_plain("a technique that assumes one solution")
    position.layout.must_be_regular("a technique that assumes one solution")
    if not position.is_proper:
        raise PuzzleError(
            phrase(
                "{name!r} holds only for a proper puzzle, and this one is not (`satdoku "
                "diagnose` explains why)",
                name=assuming[0],
            )
        )


def _steps(view: View, row: Technique) -> Iterator[LogicStep]:
    known = set()
    is_board = view.position.theory.is_board
    for step in _found(view, row):
        key = (step.name, step.asserted, step.denied)
        if key in known:
            continue
        # What is concluded about auxiliary variables alone says nothing to a person.
        if all(is_board(v) for v in (*step.asserted, *step.denied)):
            known.add(key)
            yield step


def _found(view: View, row: Technique) -> Iterator[LogicStep]:
    if row.of:
        for name in row.of:
            yield from _found(view, row_named(name))
    elif row.scale:
        scale = SCALES[row.scale]
        rule = 1 << scale.place_of(row.name)
        _, log = follow(view.position, allowed=rule, limit=1, scale=scale)
        yield from steps_of(log, view.position.copy(), scale)
    elif row.is_kernel:
        yield from _reported(view.position, row)
    elif row.own:
        for found in row.own(view):
            stop_if_cancelled()
            step = step_found(row, found)
            _must_follow(view.position, step)
            yield step
    else:
        _, _, function = row.finder.partition(":")
        finder = part_of(row.finder, function)
        assert finder
        for found in finder(view, row.mode):
            stop_if_cancelled()
            yield step_found(row, found)


def _must_follow(position: Position, step: LogicStep) -> None:
    """Raise `PluginError` unless a step of a technique of the user's follows as it says."""
    try:
        step.verify(position)
    except StepError as error:
        owner = owner_of("technique", step.name, OWN.own[step.name])
        raise PluginError(f"{owner} is wrong at {position.board.line}: {error}") from None


def step_found(row: Technique, found: Finding) -> LogicStep:
    """Return the step of what a finder that takes a `View` found."""
    rule = number_of(row.rule or row.name)
    return LogicStep(
        rule=rule,
        name=found.name or row.name,
        tenths=round(10 * row.rating) + found.added,
        asserted=found.asserted,
        denied=tuple(sorted(found.denied)),
        bases=found.bases,
        covers=found.covers,
        links=found.rests,
        size=found.size,
        roles=found.roles,
        reason=found.reason,
        chains=found.chains,
        equation=found.equation,
        claims=found.claims,
        inside=found.inside,
        length=len(found.inside),
    )


def _reported(position: Position, row: Technique) -> Iterator[LogicStep]:
    """Yield the steps that a kernel lists; those of a form are told apart by their names, or by
    `listed` in the file of the technique."""
    main = row_named(row.rule or row.name)
    rule = number_of(main.name)
    tenths = round(10 * main.rating)
    reports = reports_of(position, main.finder, row.mode, tenths)

    def step_of(report: Entry) -> LogicStep:
        step = step_at(position, *report, rule)
        return replace(step, denied=tuple(sorted(step.denied)))

    if listed := part_of(row.finder, "listed"):
        yield from listed(position, row.name, reports, step_of)
        return
    for report in reports:
        step = step_of(report)
        if not row.rule or step.name == row.name:
            yield step
