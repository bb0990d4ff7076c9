"""Chains in Eureka notation, judged link by link: '(3)r4c2=(3)r4c8-(8=1)r3c1-(1)r23c2'.

A node is a digit in one cell, or in one of several (a group), or several digits that are all in
these cells (the rest of an almost locked set). A digit need not be repeated: '(3)r4c2=r4c8'.

After a strong link (=) a node is true if the one before it is false; after a weak link (-) it is
false if the one before it is true. The links take turns. So of two nodes between which the chain
begins and ends with a strong link, one is true: that is all that a chain proves, and a conclusion
must follow from such pairs. In a continuous loop a pair may be taken in either direction. Where
cells have more digits than that, as in an SK loop, or where all truths and links are listed, they
are counted instead (see `truths_and_links`).

>>> from satdoku.logic.starting import position_of
>>> position = position_of("..1..23..4......")
>>> chain = chain_in("(1)r2c1=(1)r2c4-(1)r3c4", position)
>>> [node.text for node in chain.nodes], chain.signs
(['(1)r2c1', '(1)r2c4', '(1)r3c4'], '=-')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product, repeat

from ..frozen import frozen
from ..inference.deduction import ASSERTED, DENIED
from ..inference.entailment import is_entailed
from .position import Position
from .step_text.sentences import cells_text, digit_text, listed, named_cells
from .truths_and_links import Cover, cover_in, cover_of_ring

#: Signs that are typed for links, and what is said of a chain at its end.
DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "⁃": "-"})
ENDS = ("loop", "ring")

#: Candidates of one digit: one of them is true if the node is.
Part = frozenset[int]


@frozen
class ChainNode:
    """A node: the candidates of each of its digits, the cells and the text that name it, and the
    symbols of its digits."""

    text: str
    parts: tuple[Part, ...]
    cells: frozenset[int]
    symbols: str = ""


@frozen
class Chain:
    """Nodes, and the signs of the links between them: '=' strong, '-' weak. cover: what is counted
    in place of its links; a list of truths and links has a node for each of the two."""

    nodes: tuple[ChainNode, ...]
    signs: str
    cover: Cover | None = None


# -- Reading ----------------------------------------------------------------------------------


def chain_in(text: str, position: Position, fewest: int = 2) -> Chain | None:
    """Return the chain of at least `fewest` nodes with which a text ends, or its list of truths and
    links; None if it has neither. Groups of cells must be spread, as r1c1,r1c2."""
    cover = cover_in(text, position)
    if cover:
        nodes = [
            _node_of("truths", cover.truths, position),
            _node_of("links", cover.links, position),
        ]
        return Chain(tuple(nodes), "-", cover)
    plain = text.translate(DASHES)
    for start in re.finditer(r"(?<![\w(])[\w(]", plain):
        told = "".join(plain[start.start() :].split())
        chain = _read(_without_end(told), position)
        if chain and len(chain.nodes) >= fewest:
            return chain
    return None


def _without_end(text: str) -> str:
    """Return a chain without the signs and words at its end. (This is not left to a regular
    expression, which takes cubic time on a long row of signs.)"""
    bare = text.rstrip("-=.,;")
    for word in ENDS:
        if bare.lower().endswith(word):
            return bare[: -len(word)].rstrip("-=")
    return bare


def _read(text: str, position: Position) -> Chain | None:
    digit = f"[{re.escape(position.layout.symbols)}]"
    digits = rf"\(({digit}+(?:[-=]{digit}+)*)\)|({digit}*)"
    item = re.compile(rf"(?:{digits})((?:r\d+c\d+,?)+)([-=]*)", re.IGNORECASE)
    front = re.match(rf"\(?({digit})\)?:", text)
    # A node without digits has those of the node before it: (6)r3c5=r3c79.
    last = front[1] if front else ""
    at = front.end() if front else 0
    named = list[tuple[str, str]]()
    signs = ""
    while at < len(text):
        match = item.match(text, at)
        if not match:
            return None
        inside = match[1] or match[2] or last
        if not inside:
            return None
        digits_of = re.split("[-=]", inside)
        last = digits_of[-1]
        named += [(symbols, match[3]) for symbols in digits_of]
        signs += re.sub("[^-=]", "", inside) + match[4][:1]
        at = match.end()
    if len(signs) != len(named) - 1:
        return None
    nodes = [_node(symbols, cells, position) for symbols, cells in named]
    return Chain(tuple(nodes), signs, _counted(nodes, signs, position))


def _counted(nodes: list[ChainNode], signs: str, position: Position) -> Cover | None:
    """Return the cover of a ring of cells; None for any other chain."""
    number = len(nodes) // 2
    if number < 3 or signs != "-".join("=" * number):
        return None
    parts = []
    for one, other in zip(nodes[::2], nodes[1::2], strict=True):
        if one.cells != other.cells:
            return None
        parts.append((one.cells, one.symbols, other.symbols))
    return cover_of_ring(parts, position)


def _node_of(text: str, clauses: Iterable[int], position: Position) -> ChainNode:
    """Return the candidates of clauses as a node."""
    members = frozenset(v for clause in clauses for v in position.open_members(clause))
    return ChainNode(text, (members,), frozenset(map(position.theory.cell_of, members)))


def _node(symbols: str, named: str, position: Position) -> ChainNode:
    layout = position.layout
    cells = set()
    for r, c in re.findall(r"r(\d+)c(\d+)", named, re.IGNORECASE):
        cell = layout.places.cell_at(int(r) - 1, int(c) - 1)
        assert cell is not None  # the reader of steps has looked at all cells
        cells.add(cell)
    parts = []
    for symbol in symbols:
        d = layout.symbols.index(symbol) + 1
        of_digit = [layout.variable_of(cell, d) for cell in cells]
        parts.append(frozenset(filter(position.is_open, of_digit)))
    text = f"({symbols}){named_cells(position.theory, cells)}"
    return ChainNode(text, tuple(parts), frozenset(cells), symbols)


# -- Judging ----------------------------------------------------------------------------------


def problem_in(position: Position, chain: Chain) -> str:
    """Return what is wrong with the first link that does not hold, or with how links meet; "" if
    all is right."""
    return next(filter(None, link_problems(position, chain)), "")


def link_problems(position: Position, chain: Chain) -> Iterator[str]:
    """Yield for each link what is wrong with it, or with how it meets the one before; "" if it
    holds. Of what is counted, the problem is that of the last one."""
    if chain.cover:
        yield from repeat("", len(chain.signs) - 1)
        yield chain.cover.problem_at(position)
        return
    for k, sign in enumerate(chain.signs):
        one, other = chain.nodes[k : k + 2]
        yield _link_problem(position, one, sign, other) or _meeting(chain, k)


def _link_problem(position: Position, one: ChainNode, sign: str, other: ChainNode) -> str:
    for node in (one, other):
        if not all(node.parts):
            return f"{node.text} is no candidate: {_held_text(position, node.cells)}"
    link = f"{one.text}{sign}{other.text}"
    if sign == "=" and not _is_strong(position, one, other):
        return f"{link} is no strong link: {_why_not_strong(position, one, other)}"
    if sign == "-" and not _is_weak(position, one, other):
        return f"{link} is no weak link: both can be true"
    return ""


def _meeting(chain: Chain, k: int) -> str:
    """Return what is wrong with two links of one kind that meet."""
    sign = chain.signs[k]
    if not k or sign != chain.signs[k - 1]:
        return ""
    kind = "strong" if sign == "=" else "weak"
    where = chain.nodes[k].text
    return f"two {kind} links meet at {where}: strong and weak links must take turns"


def _held_text(position: Position, cells: Iterable[int]) -> str:
    """Return 'r1c1,r1c2 can hold 1, 2 and 3'."""
    held = {d for cell in cells for d in position.candidates_in(cell)}
    symbols = map(position.layout.symbol, sorted(held))
    return f"{named_cells(position.theory, cells)} can hold {listed(symbols)}"


def _is_strong(position: Position, one: ChainNode, other: ChainNode) -> bool:
    """Return whether one of two nodes is true: in a house or a cell, in the cells that they name,
    or by one rule."""
    cells = one.cells | other.cells
    sets = list(_clause_sets(position, cells))
    pairs = product(one.parts, other.parts)
    return all(_one_is_true(position, a | b, sets) for a, b in pairs)


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
    own = set[int]()
    for cell in cells:
        own.update(position.layout.variables_of(cell))
    touched = set[int]()
    for v in own:
        touched.update(theory.occurrences[v])
    within = []
    for clause in touched:
        inside = own.intersection(theory.members[clause])
        if theory.clauses[clause].cell or len(inside) > 1:
            within.append(clause)
    yield within
    for rule in theory.rules:
        if not touched.isdisjoint(rule.clauses):
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
    if one.cells == other.cells:
        return _held_text(position, one.cells)
    both = one.parts[0] | other.parts[0]
    of_each = [set(theory.occurrences[v]) for v in both]
    others = []
    for clause in set.intersection(*of_each):
        if theory.exactly[clause]:
            left = set(position.open_members(clause))
            others.append(left - both)
    if not others:
        return "no house and no rule makes one of them true"
    fewest = min(others, key=lambda left: (len(left), sorted(left)))
    return f"{cells_text(theory, sorted(fewest))} can hold {digit_text(theory, min(fewest))} too"


# -- What follows -----------------------------------------------------------------------------


def follows_from(position: Position, chain: Chain, literal: int) -> bool:
    """Return whether a chain whose links hold proves a literal."""
    is_denied = _denied_by(position, chain)
    if literal < 0:
        return is_denied(-literal)
    theory = position.theory
    for clause in theory.occurrences[literal]:
        if not theory.exactly[clause]:
            continue
        others = set(position.open_members(clause)) - {literal}
        if all(map(is_denied, others)):
            return True
    return False


def conclusions_of(position: Position, chain: Chain) -> list[int]:
    """Return the candidates that a chain whose links hold denies: those that have a candidate of
    both nodes of a pair in a house or cell with them."""
    theory = position.theory
    is_denied = _denied_by(position, chain)
    near = set[int]()
    for node in chain.nodes:
        for part in node.parts:
            for v in part:
                near.update(theory.peers(v))
    denied = []
    for v in sorted(near):
        is_candidate = theory.is_board(v) and position.is_open(v)
        if is_candidate and is_denied(v):
            denied.append(v)
    return denied


def _denied_by(position: Position, chain: Chain) -> Callable[[int], bool]:
    """Return the function that says whether a chain whose links hold denies a candidate."""
    if chain.cover:
        return chain.cover.denied_at(position).__contains__
    return partial(_is_denied, position, list(_pairs(position, chain)))


def _is_denied(position: Position, pairs: list[tuple[ChainNode, ChainNode]], v: int) -> bool:
    """Return whether both nodes of a pair exclude a candidate."""
    own = ChainNode("", (frozenset((v,)),), frozenset())
    for one, other in pairs:
        if _is_weak(position, one, own) and _is_weak(position, other, own):
            return True
    return False


def _pairs(position: Position, chain: Chain) -> Iterator[tuple[ChainNode, ChainNode]]:
    """Yield the pairs of nodes of which one is true."""
    nodes = chain.nodes
    signs = chain.signs
    is_loop = nodes[0] == nodes[-1] and signs[0] != signs[-1]
    if signs[0] == signs[-1] == "=" and _is_weak(position, nodes[0], nodes[-1]):
        is_loop = True
        signs += "-"
    count = len(signs)
    for start in range(count):
        last = start + count if is_loop else count
        for end in range(start + 1, last + 1, 2):
            if signs[start] == "=" == signs[(end - 1) % count]:
                other = nodes[end % count] if is_loop else nodes[end]
                yield nodes[start], other
    if is_loop:
        for k in range(signs.index("="), len(nodes) - 1, 2):
            yield from _always_there(position, nodes[k], nodes[k - 1])
            yield from _always_there(position, nodes[k + 1], nodes[(k + 2) % len(nodes)])


def _always_there(
    position: Position, node: ChainNode, neighbour: ChainNode
) -> Iterator[tuple[ChainNode, ChainNode]]:
    """Yield each digit of an almost locked set that a loop shows to be in its cells, paired with
    itself. node: the set without a digit x, beside a weak link to its neighbour.

    The loop says: if x is there, so is the neighbour, and the digits y that link to it are not. So
    what must be there if x or if one of these y is not, is there.
    """
    alone = [ChainNode(node.text, (part,), node.cells) for part in node.parts]
    linked = [one for one in alone if _is_weak(position, one, neighbour)]
    for one in alone:
        if one not in linked and all(_is_strong(position, one, y) for y in linked):
            yield one, one
