"""Chains that have names of their own: which of the chains of a list bear a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from ....kernels.logic.found import SIZE
from ....kernels.logic.state import BOX, CELL, COLUMN, ROW
from ....theory import Theory
from ...clauses import kind_of
from ...step_text.sentences import eureka

if TYPE_CHECKING:
    from ...position import Position
    from ...search.reports import Entry
    from ...steps import LogicStep

#: Names of chains that must be told apart from others of the same finder and argument.
_APART = (
    "skyscraper",
    "two-string kite",
    "empty rectangle",
    "M-wing",
    "S-wing",
    "L-wing",
    "H-wing",
)


def listed(
    position: Position, name: str, log: Iterable[Entry], step_of: Callable[[Entry], LogicStep]
) -> Iterator[LogicStep]:
    """Yield the steps of this name, shortest first, each conclusion once."""
    if name.startswith("dual "):
        single = [*listed(position, name.removeprefix("dual "), log, step_of)]
        yield from _duals(position, name, single)
        return
    known = set[tuple[Sequence[int], ...]]()
    for entry in sorted(log, key=lambda entry: entry[0][SIZE]):
        key = (entry[1][0], tuple(sorted(entry[1][1])))
        if name in _APART:
            step = _as_form(position, step_of(entry), name)
        else:
            step = None if key in known else step_of(entry)
        known.add(key)
        if step:
            yield replace(step, name=name)


def _as_form(position: Position, step: LogicStep, name: str) -> LogicStep | None:
    """Return the step of a chain as one of this name; None if it is none."""
    theory, nodes = position.theory, step.nodes
    if name.endswith("wing"):
        digits = [theory.cell_and_digit(node[0])[1] for node in nodes]
        in_cells = [kind_of(theory.clauses[clause]) == CELL for clause in step.bases]
        return step if wing_name(in_cells, digits) == name else None
    form, denied = form_of_two_links(position, step)
    return replace(step, denied=denied) if form == name else None


def form_of_two_links(position: Position, step: LogicStep) -> tuple[str, tuple[int, ...]]:
    """Return the name of a chain of two strong links of one digit, and which of its denied
    candidates this form denies: "skyscraper", "two-string kite", "empty rectangle", "turbot fish"
    for any other of single candidates; ("", ()) for other groups."""
    theory, nodes = position.theory, step.nodes
    kinds = [kind_of(theory.clauses[clause]) for clause in step.bases]
    if gone := _gone_by_empty_rectangle(position, kinds, step):
        return "empty rectangle", gone
    if any(len(node) > 1 for node in nodes):
        return "", ()
    between = {kind_of(theory.clauses[c]) for c in _shared(theory, nodes[1], nodes[2])}
    if kinds[0] == kinds[1] and {ROW: COLUMN, COLUMN: ROW}.get(kinds[0], -1) in between:
        return "skyscraper", step.denied
    if {*kinds} == {ROW, COLUMN} and BOX in between:
        return "two-string kite", step.denied
    return "turbot fish", step.denied


def _shared(theory: Theory, *nodes: tuple[int, ...]) -> set[int]:
    """Return the clauses that contain all of these nodes."""
    return set.intersection(*(set(theory.occurrences[v]) for node in nodes for v in node))


def _gone_by_empty_rectangle(
    position: Position, kinds: Sequence[int], step: LogicStep
) -> tuple[int, ...]:
    """Return what a chain denies in the box's other line; () if it is no empty rectangle: a box
    whose places lie in a row and a column, and a link across one of them, beside the box."""
    theory = position.theory
    for k, (other, inner, near, far) in enumerate((step.nodes, step.nodes[::-1])):
        link = kinds[1 - k]
        if kinds[k] != BOX or link not in (ROW, COLUMN):
            continue
        box, places = theory.members[step.bases[k]], position.open_members(step.bases[k])
        line, across = (
            {
                v
                for c in _shared(theory, *pair)
                if kind_of(theory.clauses[c]) == kind
                for v in theory.members[c]
            }
            for pair, kind in (((inner, near), ROW + COLUMN - link), ((other,), link))
        )
        gone = tuple(z for z in step.denied if z in across and z not in box)
        beside = len((*near, *far)) == 2 and not {*near, *far} & {*box}
        if gone and beside and line and not line >= {*places} and not across >= {*places}:
            return gone
    return ()


def _are_dual(position: Position, one: LogicStep, two: LogicStep) -> bool:
    """Return whether kites have the same links, the same places in the box, or the same box and a
    link in common; or empty rectangles the same box, which has two places or whose links share
    one."""
    theory, shared = position.theory, {*one.bases} & {*two.bases}
    if BOX not in {kind_of(theory.clauses[c]) for c in one.bases}:
        inner = (*one.nodes[1:3], *two.nodes[1:3])
        is_one_box = BOX in {kind_of(theory.clauses[c]) for c in _shared(theory, *inner)}
        return len(shared) == 2 or (is_one_box and (bool(shared) or len({*inner}) == 2))
    boxes = [c for c in shared if kind_of(theory.clauses[c]) == BOX]
    links = (
        {v for c in step.bases if c not in boxes for v in position.open_members(c)}
        for step in (one, two)
    )
    return bool(boxes) and (
        len(position.open_members(boxes[0])) == 2 or bool(set.intersection(*links))
    )


def _duals(position: Position, name: str, steps: Sequence[LogicStep]) -> Iterator[LogicStep]:
    """Yield two kites or empty rectangles at a time as one step."""
    theory = position.theory
    for one, two in combinations(steps, 2):
        if one.denied == two.denied or not _are_dual(position, one, two):
            continue
        chains = " and ".join(eureka(theory, step.nodes) for step in (one, two))
        yield replace(
            one,
            name=name,
            denied=tuple(sorted({*one.denied, *two.denied})),
            bases=tuple(dict.fromkeys((*one.bases, *two.bases))),
            links=tuple(dict.fromkeys((*one.links, *two.links))),
            nodes=(),
            reason=f"Of the chains {chains}, each has an end that is true",
            roles=(
                ("links", tuple(dict.fromkeys(v for s in (one, two) for n in s.nodes for v in n))),
            ),
        )


def wing_name(in_cells: Sequence[bool], digits: Sequence[int]) -> str:
    """Return the name of a chain of six candidates, from the kinds of its strong links (True: cell)
    and the digits of its candidates; "" if it is not a wing (a single digit, or cells only)."""
    if len(set(digits)) == 1 or all(in_cells):
        return ""
    match tuple(in_cells):
        case (True, False, True) if digits[0] == digits[5]:
            return "W-wing"
        case (True, False, False) | (False, False, True) if digits[0] == digits[5]:
            return "M-wing"
        case (False, True, False):
            return "S-wing"
        case (False, False, False):
            return "L-wing"
    return "H-wing" if len(set(digits)) == 3 and digits[0] != digits[5] else ""
