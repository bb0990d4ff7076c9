"""Chains in Eureka notation, judged link by link: '(3)r4c2=(3)r4c8-(8=1)r3c1-(1)r23c2'.

A node is a digit in one cell, or in one of several (a group), or several digits that are all in
these cells (the rest of an almost locked set). After a strong link (=) a node is true if the one
before it is false; after a weak link (-) it is false if the one before it is true. The links take
turns. So of two nodes between which the chain begins and ends with a strong link, one is true:
that is all that a chain proves, and a conclusion must follow from such pairs. In a continuous loop
a pair may be taken in either direction.

>>> from satdoku.logic.starting import position_of
>>> position = position_of("..1..23..4......")
>>> chain = chain_in("(1)r2c1=(1)r2c4-(1)r3c4", position)
>>> [node.text for node in chain.nodes], chain.signs
(['(1)r2c1', '(1)r2c4', '(1)r3c4'], '=-')
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from ..frozen import frozen
from ..inference.deduction import ASSERTED, DENIED, OPEN
from ..inference.entailment import is_entailed
from ..layout import Layout
from .position import Position
from .step_text.sentences import cells_text, digit_text, either, listed

#: Signs that are typed for links, and what is said of a chain at its end.
DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "⁃": "-", " ": None, "\t": None})
ENDING = re.compile(r"[-=]*(loop|ring)?[-=.,;]*$", re.IGNORECASE)

#: Candidates of one digit: one of them is true if the node is.
Part = frozenset[int]


@frozen
class ChainNode:
    """A node: the candidates of each of its digits, and the cells and the text that name it."""

    text: str
    parts: tuple[Part, ...]
    cells: frozenset[int]


@frozen
class Chain:
    """Nodes, and the signs of the links between them: '=' strong, '-' weak."""

    nodes: tuple[ChainNode, ...]
    signs: str


# -- Reading ----------------------------------------------------------------------------------


def chain_in(text: str, position: Position) -> Chain | None:
    """Return the chain with which a text ends; None if it ends with none. Groups of cells must be
    spread, as r1c1,r1c2."""
    plain = ENDING.sub("", text.translate(DASHES))
    for start in re.finditer(r"(?<![\w(])[\w(]", plain):
        chain = _read(plain[start.start() :], position)
        if chain:
            return chain
    return None


def _read(text: str, position: Position) -> Chain | None:
    layout = position.layout
    digit = f"[{re.escape(layout.symbols)}]"
    front = re.match(rf"\(?({digit})\)?:", text)
    at = 0
    shared = ""
    if front:
        shared = front[1]
        at = front.end()
    item = re.compile(
        rf"(?:\(({digit}+(?:[-=]{digit}+)*)\)|({digit}*))(r\d+c\d+(?:,r\d+c\d+)*)([-=]*)",
        re.IGNORECASE,
    )
    nodes = list[ChainNode]()
    signs = ""
    while at < len(text):
        match = item.match(text, at)
        if not match:
            return None
        inside = match[1] or match[2] or shared
        digits = re.split("[-=]", inside)
        if not all(digits):
            return None
        nodes += [_node(symbols, match[3], position) for symbols in digits]
        signs += re.sub(r"[^-=]", "", inside) + match[4][:1]
        at = match.end()
    if len(nodes) < 2 or len(signs) != len(nodes) - 1:
        return None
    return Chain(tuple(nodes), signs)


def _node(symbols: str, cells: str, position: Position) -> ChainNode:
    layout = position.layout
    named = [_cell(layout, int(r), int(c)) for r, c in re.findall(r"r(\d+)c(\d+)", cells.lower())]
    parts = []
    for symbol in symbols:
        d = layout.symbols.index(symbol) + 1
        variables = [layout.variable_of(cell, d) for cell in named]
        parts.append(frozenset(v for v in variables if position.status[v] == OPEN))
    first = [layout.variable_of(cell, 1) for cell in named]
    text = f"({symbols}){cells_text(position.theory, first)}"
    return ChainNode(text, tuple(parts), frozenset(named))


def _cell(layout: Layout, r: int, c: int) -> int:
    cell = layout.places.cell_at(r - 1, c - 1)
    assert cell is not None  # the reader of steps has looked at all cells
    return cell


# -- Judging ----------------------------------------------------------------------------------


def problem_in(position: Position, chain: Chain) -> str:
    """Return what is wrong with the first link that does not hold, or with how links meet; "" if
    all is right."""
    for node in chain.nodes:
        for part in node.parts:
            if not part:
                return _no_candidate(position, node)
    for k, sign in enumerate(chain.signs):
        one, other = chain.nodes[k : k + 2]
        link = f"{one.text}{sign}{other.text}"
        if sign == "=" and not _is_strong(position, one, other):
            return f"{link} is no strong link: {_why_not_strong(position, one, other)}"
        if sign == "-" and not _is_weak(position, one, other):
            return f"{link} is no weak link: both can be true"
        if k and sign == chain.signs[k - 1]:
            kind = "strong" if sign == "=" else "weak"
            return f"two {kind} links meet at {one.text}: strong and weak links must take turns"
    return ""


def _no_candidate(position: Position, node: ChainNode) -> str:
    theory = position.theory
    held = []
    for cell in sorted(node.cells):
        digits = [
            digit_text(theory, theory.variable_of(cell, d)) for d in position.candidates_in(cell)
        ]
        held.append(f"{position.layout.cell_name(cell)} can be {either(digits)}")
    return f"{node.text} is no candidate: {listed(held)}"


def _is_strong(position: Position, one: ChainNode, other: ChainNode) -> bool:
    """Return whether one of two nodes is true: in a house or a cell, in the cells that they name,
    or by one rule."""
    sets = list(_clause_sets(position, one.cells | other.cells))
    return all(_one_is_true(position, a | b, sets) for a, b in product(one.parts, other.parts))


def _one_is_true(position: Position, either_of: Part, sets: list[list[int]]) -> bool:
    theory = position.theory
    first, *rest = sorted(either_of)
    for clause in theory.occurrences[first]:
        left = position.open_members(clause)
        if theory.exactly[clause] and left and either_of.issuperset(left):
            return True
    status = bytearray(position.status)
    for v in rest:
        status[v] = DENIED
    return any(is_entailed(theory, status, clauses, first) for clauses in sets)


def _clause_sets(position: Position, cells: frozenset[int]) -> Iterator[list[int]]:
    """Yield the clauses that a link may rest on: those within some cells, and with them those of
    each rule that touches them."""
    theory = position.theory
    layout = position.layout
    own = {v for cell in cells for v in layout.variables_of(cell)}
    touched = {clause for v in own for clause in theory.occurrences[v]}
    within = []
    for clause in touched:
        if theory.clauses[clause].cell or len(own.intersection(theory.members[clause])) > 1:
            within.append(clause)
    yield within
    for rule in theory.rules:
        if touched.intersection(rule.clauses):
            yield [*within, *rule.clauses]


def _is_weak(position: Position, one: ChainNode, other: ChainNode) -> bool:
    """Return whether two nodes are not both true."""
    return any(_exclude(position, a, b) for a, b in product(one.parts, other.parts))


def _exclude(position: Position, part: Part, others: Part) -> bool:
    """Return whether each candidate of a part is incompatible with each of the others."""
    theory = position.theory
    for v, w in product(part, others):
        if v != w and w in theory.peers(v):
            continue
        if v == w or not theory.rules or not _excludes_by_rule(position, v, w):
            return False
    return True


def _excludes_by_rule(position: Position, v: int, w: int) -> bool:
    theory = position.theory
    status = bytearray(position.status)
    status[v] = ASSERTED
    sets = _clause_sets(position, frozenset((theory.cell_of(v), theory.cell_of(w))))
    return any(is_entailed(theory, status, clauses, -w) for clauses in sets)


def _why_not_strong(position: Position, one: ChainNode, other: ChainNode) -> str:
    theory = position.theory
    cells = one.cells | other.cells
    digits = {d for cell in cells for d in position.candidates_in(cell)}
    if one.cells == other.cells:
        symbols = [position.layout.symbol(d) for d in sorted(digits)]
        named = cells_text(theory, [theory.variable_of(cell, 1) for cell in cells])
        return f"{named} can hold {listed(symbols)}"
    both = one.parts[0] | other.parts[0]
    shared = set.intersection(*(set(theory.occurrences[v]) for v in both))
    others = [set(position.open_members(c)) - both for c in shared if theory.exactly[c]]
    if not others:
        return "no house and no rule makes one of them true"
    fewest = min(others, key=lambda left: (len(left), sorted(left)))
    return f"{cells_text(theory, sorted(fewest))} can hold {digit_text(theory, min(fewest))} too"


# -- What follows -----------------------------------------------------------------------------


def follows_from(position: Position, chain: Chain, literal: int) -> bool:
    """Return whether a chain whose links hold proves a literal."""
    pairs = list(_pairs(position, chain))
    if literal < 0:
        return _is_denied(position, pairs, -literal)
    for clause in position.theory.occurrences[literal]:
        others = [v for v in position.open_members(clause) if v != literal]
        exactly = position.theory.exactly[clause]
        if exactly and all(_is_denied(position, pairs, v) for v in others):
            return True
    return False


def _is_denied(position: Position, pairs: list[tuple[ChainNode, ChainNode]], v: int) -> bool:
    """Return whether both nodes of a pair exclude a candidate."""
    own = ChainNode("", (frozenset((v,)),), frozenset())
    excluding = {node for pair in pairs for node in pair if _is_weak(position, node, own)}
    return any(one in excluding and other in excluding for one, other in pairs)


def _pairs(position: Position, chain: Chain) -> Iterator[tuple[ChainNode, ChainNode]]:
    """Yield the pairs of nodes of which one is true."""
    nodes = chain.nodes
    signs = chain.signs
    if nodes[0] == nodes[-1]:
        is_loop = len(nodes) > 2 and signs[0] != signs[-1]
    else:
        is_loop = signs[0] == signs[-1] == "=" and _is_weak(position, nodes[0], nodes[-1])
        signs += "-" if is_loop else ""
    count = len(signs)
    for start in range(count):
        for length in range(1, count + 1, 2):
            end = start + length
            if end > count and not is_loop:
                break
            if signs[start] == signs[(end - 1) % count] == "=":
                yield nodes[start], nodes[end % count if is_loop else end]
