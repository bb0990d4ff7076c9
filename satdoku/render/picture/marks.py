"""The marks that show a step on the board, independent of drawing.

A pattern with bases and covers shades them; a chain shows its links; a refutation shows its
assumption, the consequences (as arrows from the candidate that excludes others to the one that
remains), and the violated clause.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise

from ...frozen import frozen
from ...logic.position import Position
from ...logic.step_text.chain_text import Branch
from ...logic.steps import LogicStep, ProofLine

#: Longer proofs, and proofs with nested ones, show only their assumption and end.
MOST_LINES = 16
#: Shades for the roles of candidates in a step, in the order in which the step lists them.
ROLES = ("base", "cover", "third", "fourth")
#: With more literals in its branches, a step shows only its assumptions and eliminations.
MOST_LITERALS = 48
#: With more bases than this, shading would cover the board.
MOST_BASES = 6
#: A rule with more cells than this counts as a rule of the entire board.
MOST_CELLS = 40

Node = tuple[int, ...]


@frozen
class Link:
    """A line from some candidates to others. kind: "strong" or "weak" (in a chain), "forces" (an
    arrow in a refutation)."""

    start: Node
    end: Node
    kind: str


@frozen
class Marks:
    """shaded: cell → "base", "cover" or "broken". used, denied, asserted, supposed: candidates, in
    order where there is one. supposed: those that the step assumes."""

    shaded: dict[int, str] = field(default_factory=dict)
    used: Node = ()
    denied: Node = ()
    asserted: Node = ()
    supposed: Node = ()
    links: tuple[Link, ...] = ()


def marks_of(position: Position, step: LogicStep | None) -> Marks:
    """Return the marks of a step in the position before it; no marks without a step."""
    if step is None:
        return Marks()
    if step.proof:
        return _of_proof(position, step)
    if step.branches:
        return _of_branches(position, step)
    if step.nodes:
        return _of_chain(step)
    if step.kind == "rule":
        return _of_rule(position, step)
    if step.roles:
        return _of_roles(position, step)
    return _of_clauses(position, step)


def _of_chain(step: LogicStep) -> Marks:
    links = list[Link]()
    for k, (first, second) in enumerate(pairwise(step.nodes)):
        links.append(Link(first, second, "weak" if k % 2 else "strong"))
    return Marks(
        used=tuple(v for node in step.nodes for v in node),
        denied=step.denied,
        asserted=step.asserted,
        links=tuple(links),
    )


def _of_clauses(position: Position, step: LogicStep) -> Marks:
    """Shade the cells of bases and covers, bases over covers."""
    bases = step.bases if len(step.bases) <= MOST_BASES else ()
    # A wing's pivot is shaded differently from the other bases.
    first = 1 if step.kind == "wing" else len(bases)
    shaded = dict[int, str]()
    for clause in (*step.covers, *bases[first:]):
        shaded |= dict.fromkeys(_cells(position, clause), "cover")
    for clause in bases[:first]:
        shaded |= dict.fromkeys(_cells(position, clause), "base")
    used = tuple(v for c in bases for v in position.open_members(c) if v not in step.denied)
    return Marks(shaded, used, step.denied, step.asserted)


def _of_roles(position: Position, step: LogicStep) -> Marks:
    """Shade the cells of each role in a colour of its own."""
    shaded = dict[int, str]()
    for number, (_, variables) in enumerate(step.roles):
        for v in variables:
            cell = position.theory.cell_and_digit(v)[0]
            shaded.setdefault(cell, ROLES[number % len(ROLES)])
    gone = {*step.denied, *step.asserted}
    used = dict.fromkeys(v for _, variables in step.roles for v in variables if v not in gone)
    return Marks(shaded, tuple(used), step.denied, step.asserted)


def _of_branches(position: Position, step: LogicStep) -> Marks:
    """Mark the assumption of each branch, the candidates true in it, and the links between
    lines."""
    starts = [branch[0].literal for branch in step.branches]
    assumed = set(map(abs, starts))
    links: list[Link] = []
    true: list[int] = []
    if sum(map(len, step.branches)) <= MOST_LITERALS:
        for branch in step.branches:
            links += _links_of(branch, position)
            true += [line.literal for line in branch if line.literal > 0]
    gone = {*step.denied, *step.asserted, *assumed}
    shaded = dict[int, str]()
    if len(assumed) > 1:
        shaded = dict.fromkeys(_cells(position, step.bases[0]), "base")
    supposed = dict.fromkeys(v for v in starts if v > 0 and v not in step.asserted)
    return Marks(
        shaded=shaded,
        used=position.theory.on_board(dict.fromkeys(v for v in true if v not in gone)),
        denied=step.denied,
        asserted=step.asserted,
        supposed=tuple(supposed),
        links=tuple(dict.fromkeys(links)),
    )


def _links_of(branch: Branch, position: Position) -> Iterator[Link]:
    """Yield a link to each line of a branch that follows by one clause: to a true candidate from
    all that leave it alone there, to a false one from the last that excludes it."""
    theory = position.theory
    for number, line in enumerate(branch):
        own = abs(line.literal)
        is_true = line.literal > 0
        if len(line.clauses) != 1 or not theory.is_board(own):
            continue
        others = {*theory.members[line.clauses[0]]} - {own}
        opposite = [abs(b.literal) for b in branch[:number] if (b.literal > 0) != is_true]
        sources = theory.on_board([v for v in opposite if v in others])
        if is_true:
            for source in sources:
                yield Link((source,), (own,), "strong")
        elif sources:
            yield Link((sources[-1],), (own,), "weak")


def _of_rule(position: Position, step: LogicStep) -> Marks:
    """Shade the rule's cells; for a rule of most of the board, the cells of the conclusion."""
    cells = {cell for clause in step.bases for cell in _cells(position, clause)}
    if len(cells) > MOST_CELLS:
        news = (*step.asserted, *step.denied)
        cells = {position.theory.cell_and_digit(v)[0] for v in news}
    shaded = dict.fromkeys(sorted(cells), "base")
    return Marks(shaded, denied=step.denied, asserted=step.asserted)


def _cells(position: Position, clause: int) -> Iterator[int]:
    theory = position.theory
    for variable in theory.on_board(theory.members[clause]):
        yield theory.cell_and_digit(variable)[0]


def _of_proof(position: Position, step: LogicStep) -> Marks:
    lines = step.proof
    shaded = dict[int, str]()
    if lines[-1].mark == "broken" and lines[-1].clause >= 0:
        shaded = dict.fromkeys(_cells(position, lines[-1].clause), "broken")
    true: Node = ()
    links: tuple[Link, ...] = ()
    if len(lines) <= MOST_LINES and not any(line.inner for line in lines):
        asserted = [line.variable for line in lines if line.mark == "assert"]
        true = position.theory.on_board(asserted)
        links = tuple(_arrows(position, lines))
    return Marks(
        shaded=shaded,
        used=true,
        denied=step.denied,
        asserted=step.asserted,
        supposed=tuple(line.variable for line in lines if line.mark == "suppose"),
        links=links,
    )


def _arrows(position: Position, lines: tuple[ProofLine, ...]) -> Iterator[Link]:
    """Yield arrows from each true candidate to the one that it leaves alone in a clause; at the
    end, to the last candidates that it denies."""
    theory = position.theory
    true: list[int] = []
    drawn: set[tuple[int, int]] = set()
    for line in lines:
        for denied, clause in line.links:
            if clause < 0:
                continue
            members = theory.members[clause]
            by = next((v for v in true if v in members), 0)
            end = line.variable or denied
            if by and (by, end) not in drawn and theory.is_board(max(by, end)):
                drawn.add((by, end))
                yield Link((by,), (end,), "forces")
        if line.mark in ("suppose", "assert"):
            true.append(line.variable)
