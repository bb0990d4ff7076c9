"""Chains that have names of their own: which of the chains of a list bear a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import TYPE_CHECKING

from ....kernels.logic.found import SIZE
from ....kernels.logic.state import BOX, CELL, COLUMN, ROW
from ....phrases import joined, phrase
from ....theory import Theory, Variables
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
        if name in _APART:
            step = _as_form(position, step_of(entry), name)
            if step:
                yield replace(step, name=name)
            continue
        asserted, denied = entry[1][:2]
        key = (asserted, tuple(sorted(denied)))
        if key not in known:
            known.add(key)
            yield replace(step_of(entry), name=name)


def _as_form(position: Position, step: LogicStep, name: str) -> LogicStep | None:
    """Return the step of a chain as one of this name; None if it is none."""
    theory = position.theory
    if name.endswith("wing"):
        digits = [theory.cell_and_digit(node[0])[1] for node in step.nodes]
        in_cells = [kind == CELL for kind in _kinds(theory, step.bases)]
        return step if wing_name(in_cells, digits) == name else None
    form, denied = form_of_two_links(position, step)
    return replace(step, denied=denied) if form == name else None


def _kinds(theory: Theory, clauses: Iterable[int]) -> list[int]:
    """Return the kind of each clause."""
    return [kind_of(theory.clauses[clause]) for clause in clauses]


def form_of_two_links(position: Position, step: LogicStep) -> tuple[str, tuple[int, ...]]:
    """Return the name of a chain of two strong links of one digit, and which of its denied
    candidates this form denies: "skyscraper", "two-string kite", "empty rectangle", "turbot fish"
    for any other of single candidates; ("", ()) for other groups."""
    theory = position.theory
    gone = _gone_by_empty_rectangle(position, step)
    if gone:
        return "empty rectangle", gone
    if any(len(node) > 1 for node in step.nodes):
        return "", ()
    first, second = _kinds(theory, step.bases)
    between = _kinds(theory, _shared(theory, step.nodes[1], step.nodes[2]))
    if first == second and first in ACROSS and ACROSS[first] in between:
        return "skyscraper", step.denied
    if {first, second} == {ROW, COLUMN} and BOX in between:
        return "two-string kite", step.denied
    return "turbot fish", step.denied


#: The kind of the lines that cross those of a kind.
ACROSS = {ROW: COLUMN, COLUMN: ROW}


def _shared(theory: Theory, *nodes: Variables) -> set[int]:
    """Return the clauses that contain all of these nodes."""
    return set.intersection(*(set(theory.occurrences[v]) for node in nodes for v in node))


def _gone_by_empty_rectangle(position: Position, step: LogicStep) -> Variables:
    """Return what a chain denies in the box's other line; () if it is no empty rectangle: a box
    whose places lie in a row and a column, and a link across one of them, beside the box."""
    theory = position.theory
    kinds = _kinds(theory, step.bases)
    for k, (other, inner, near, far) in enumerate((step.nodes, step.nodes[::-1])):
        link = kinds[1 - k]
        if kinds[k] != BOX or link not in ACROSS:
            continue
        box = theory.members[step.bases[k]]
        ends = {*near, *far}
        if len((*near, *far)) != 2 or ends.intersection(box):
            continue
        places = set(position.open_members(step.bases[k]))
        line = _members_of(theory, _shared(theory, inner, near), ACROSS[link])
        across = _members_of(theory, _shared(theory, other), link)
        gone = tuple(z for z in step.denied if z in across and z not in box)
        if gone and line and not line >= places and not across >= places:
            return gone
    return ()


def _members_of(theory: Theory, clauses: Iterable[int], kind: int) -> set[int]:
    """Return the members of those of the clauses that are of a kind."""
    found = set[int]()
    for clause in clauses:
        if kind_of(theory.clauses[clause]) == kind:
            found.update(theory.members[clause])
    return found


def _are_dual(position: Position, one: LogicStep, two: LogicStep) -> bool:
    """Return whether kites have the same links, the same cells in the box (perhaps for two digits),
    or the same box and a link in common; or empty rectangles the same box, which has two places or
    whose links share one."""
    theory = position.theory
    shared = {*one.bases}.intersection(two.bases)
    if BOX not in _kinds(theory, one.bases):
        if len(shared) == 2:
            return True
        inner = (*one.nodes[1:3], *two.nodes[1:3])
        if len({theory.cell_of(v) for (v,) in inner}) == 2:
            return True
        return bool(shared) and BOX in _kinds(theory, _shared(theory, *inner))
    boxes = [c for c in shared if kind_of(theory.clauses[c]) == BOX]
    if not boxes:
        return False
    if len(position.open_members(boxes[0])) == 2:
        return True
    return not _link_places(position, one, boxes).isdisjoint(_link_places(position, two, boxes))


def _link_places(position: Position, step: LogicStep, boxes: list[int]) -> set[int]:
    """Return the candidates of a chain's strong links that are not in the boxes' clauses."""
    links = [c for c in step.bases if c not in boxes]
    return {v for c in links for v in position.open_members(c)}


def _once(*parts: Sequence[int]) -> tuple[int, ...]:
    """Return the members of the parts in order, each once."""
    return tuple(dict.fromkeys(chain.from_iterable(parts)))


def _duals(position: Position, name: str, steps: Sequence[LogicStep]) -> Iterator[LogicStep]:
    """Yield two kites or empty rectangles at a time as one step."""
    theory = position.theory
    for one, two in combinations(steps, 2):
        if one.denied == two.denied or not _are_dual(position, one, two):
            continue
        both = [eureka(theory, one.nodes), eureka(theory, two.nodes)]
        ends = "Of the chains {chains}, each has an end that is true"
        reason = phrase(ends, chains=joined(both, "{one} and {next}"))
        links = _once(*one.nodes, *two.nodes)
        yield replace(
            one,
            name=name,
            denied=tuple(sorted({*one.denied, *two.denied})),
            bases=_once(one.bases, two.bases),
            links=_once(one.links, two.links),
            nodes=(),
            reason=reason,
            roles=(("links", links),),
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
