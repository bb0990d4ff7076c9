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
        yield from ((f"{letters} forcing chain", judge), (f"{letters}-cycle", judge))
    kinds = (("multiple", False), ("dynamic", True), ("Nishio", True))
    for (kind, dynamic), form in product(kinds, FORMS):
        judge = partial(forced, form=form, dynamic=dynamic, one_digit=kind == "Nishio")
        yield from ((f"{kind} {form}{end}", judge) for end in ("", "s"))
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
    theory, status = position.theory, bytes(position.status)
    after = partial(closure, theory, status, dynamic=dynamic, one_digit=one_digit)
    if form == "contradiction":
        found = after(-literal)
        return any(-known in found for known in found)
    if form == "double forcing chain":
        board = range(1, theory.board_variables + 1)
        ways: list[tuple[int, ...]] = [(v, -v) for v in board if status[v] == OPEN]
    else:
        ways = []
        for index, clause in enumerate(theory.clauses):
            if clause.exactly_one and bool(clause.cell) == form.startswith("cell"):
                way = position.open_members(index)
                ways += [tuple(way)] if all(map(theory.is_board, way)) else []
    return any(len(way) > 1 and all(literal in after(one) for one in way) for way in ways)


@lru_cache(maxsize=4096)
def closure(
    theory: Theory, status: bytes, literal: int, dynamic: bool, one_digit: bool
) -> frozenset[int]:
    """Return all literals that follow from a literal, itself included; a contradiction does not
    stop it."""
    digits = range(0, theory.board_variables, theory.layout.size) if theory.layout else ()
    d = theory.coordinates(abs(literal))[2] if one_digit else 0
    same = frozenset(first + d for first in digits)
    found = {literal}
    queue = [literal]
    off = dict[int, set[int]]()
    for known in queue:  # grows during iteration
        v = abs(known)
        news = list[int]()
        for clause in theory.occurrences[v]:
            left = [w for w in theory.members[clause] if status[w] == OPEN]
            if one_digit and not same.issuperset(left):
                if theory.clauses[clause].rule is None or known < 0:
                    continue
                left = [w for w in left if w in same]
            if known > 0:
                news += (-w for w in left if w != v)
            elif theory.clauses[clause].exactly_one and (dynamic or len(left) == 2):
                gone = off.setdefault(clause, set())
                gone.add(v)
                news += [w for w in left if w not in gone] if len(left) - len(gone) == 1 else []
        for new in news:
            if new not in found:
                found.add(new)
                queue.append(new)
    return frozenset(found)
