"""Judges of forcing chains: the consequences of one assumption, or the common ones of several of
which one holds.

A true candidate denies its peers; a clause all of whose candidates but one are false makes that one
true. In static chains this applies only to clauses of two candidates, in dynamic ones to all. If a
chain may use patterns or chains inside, the judge is as wide as search.

Source: the names and definitions of Sudoku Explainer (N. Juillerat, 2006).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import product

from ...inference.deduction import OPEN
from ...theory import Theory
from ..position import Position
from . import chains
from .base import Judge, Places

#: Names of forcing chains, by the form of their branches; with "chain" and "chains".
FORMS = ("contradiction", "double forcing chain", "cell forcing chain", "region forcing chain")


def judges() -> Iterator[tuple[str, Judge]]:
    """Yield (name, judge) of each."""
    for letters, digit, cells in (("X", True, False), ("Y", False, True), ("XY", False, False)):
        judge = partial(chains.chain, one_digit=digit, cells_only=cells)
        yield f"{letters} forcing chain", judge
        yield f"{letters}-cycle", judge
    for kind, form in product(("multiple", "dynamic", "Nishio"), FORMS):
        judge = partial(forced, form=form, dynamic=kind != "multiple", one_digit=kind == "Nishio")
        yield f"{kind} {form}", judge
        yield f"{kind} {form}s", judge
    for kind in ("chain", "net"):
        verity = [partial(forced, form=form, dynamic=kind == "net") for form in FORMS[1:]]
        yield f"forcing {kind} verity", partial(chains.either, judges=tuple(verity))
    yield FORMS[1], verity[0]
    inside = ("patterns", "forcing chains", "multiple forcing chains")
    for form, end, what in product(FORMS, ("", "s"), inside):
        yield f"dynamic {form}{end} with {what}", chains.nested


def forced(
    position: Position,
    literal: int,
    _: Places,
    form: str,
    dynamic: bool = False,
    one_digit: bool = False,
) -> bool:
    """Return whether all branches of this form lead to the literal."""
    theory = position.theory
    status = bytes(position.status)
    after = partial(closure, theory, status, dynamic=dynamic, one_digit=one_digit)
    if form == "contradiction":
        found = after(-literal)
        return any(-known in found for known in found)
    for way in _ways(position, form):
        if len(way) > 1 and all(literal in after(one) for one in way):
            return True
    return False


def _ways(position: Position, form: str) -> Iterator[tuple[int, ...]]:
    """Yield the literals of which one holds: those of a cell, of a digit in a house, or a candidate
    and its opposite."""
    theory = position.theory
    if form == "double forcing chain":
        for v in theory.board_range:
            if position.is_open(v):
                yield v, -v
        return
    of_cells = form.startswith("cell")
    for index, clause in enumerate(theory.clauses):
        if clause.exactly_one and bool(clause.cell) == of_cells:
            way = position.open_members(index)
            if all(map(theory.is_board, way)):
                yield tuple(way)


# The judge does not look for the chain that a text shows, but for whether any chain leads there:
# the closure of one literal under the links that the technique may use. It is cached, as many
# claims about one position ask for the same one.
@lru_cache(maxsize=4096)
def closure(
    theory: Theory, status: bytes, literal: int, dynamic: bool, one_digit: bool
) -> frozenset[int]:
    """Return all literals that follow from a literal, itself included; a contradiction does not
    stop it."""
    same = _of_digit(theory, abs(literal))
    found = {literal}
    queue = [literal]
    denied = dict[int, set[int]]()
    for known in queue:  # grows during iteration
        v = abs(known)
        news = list[int]()
        for clause in theory.occurrences[v]:
            # The candidates of the position, in dynamic chains too: those that are false since are
            # in `gone`.
            left = [w for w in theory.members[clause] if status[w] == OPEN]
            if one_digit and not same.issuperset(left):
                # A clause with other digits cannot assert one of this digit; a rule's may still
                # deny some.
                if theory.clauses[clause].rule is None or known < 0:
                    continue
                left = [w for w in left if w in same]
            if known > 0:
                news += (-w for w in left if w != v)
                continue
            if not theory.clauses[clause].exactly_one:
                continue
            if dynamic or len(left) == 2:
                gone = denied.setdefault(clause, set())
                gone.add(v)
                if len(left) - len(gone) == 1:
                    news += (w for w in left if w not in gone)
        for new in news:
            if new not in found:
                found.add(new)
                queue.append(new)
    return frozenset(found)


def _of_digit(theory: Theory, v: int) -> frozenset[int]:
    """Return the variables of the variable's digit."""
    if not theory.layout:
        return frozenset()
    digit = theory.coordinates(v)[2]
    firsts = range(0, theory.board_variables, theory.layout.size)
    return frozenset(first + digit for first in firsts)
