"""The premises of a theory, laid out as arrays for arguments; see `logic.ways`.

Two rules are linked if more than one cell of either is shared or seen by the other: a single one
passes on no more than its candidates. A house is linked to the rules with two cells in it, unless a
rule has all its cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from ...geometry import House
from ...theory import Theory
from ..logic.ways import MOST_CELLS
from ..stream import streams
from .named_theory import ragged, scope_of


@lru_cache(maxsize=4)
def wide_rules(theory: Theory) -> frozenset[int]:
    """Return the rules that are too wide for a premise: those of the whole board or many cells."""
    layout = theory.known_layout
    return frozenset(
        k
        for k, (rule, own) in enumerate(zip(theory.rules, layout.constraints, strict=True))
        if len({(v - 1) // layout.size for v in scope_of(theory, rule.clauses)}) > MOST_CELLS
        or not (own.cells or own.parts)
    )


@lru_cache(maxsize=4)
def seen_clauses(theory: Theory) -> tuple[bool, ...]:
    """Return for each clause whether cells see each other by it: those of cells and houses, and of
    rules on the whole board if they name no auxiliary variable."""
    own = theory.own_clauses
    seen = [True] * own + [False] * (len(theory.exactly) - own)
    for k in wide_rules(theory):
        for c in theory.rules[k].clauses:
            seen[c] = max(theory.members[c], default=0) <= theory.board_variables
    return tuple(seen)


def house_premises(theory: Theory) -> tuple[House, ...]:
    """Return the houses that are premises: after the rules, in this order."""
    layout = theory.known_layout
    if not theory.rules or layout.size > MOST_CELLS:
        return ()
    return tuple(house for house in layout.houses if len(house.cells) == layout.size)


def premises_of(theory: Theory) -> dict[str, Any]:
    """Return the arrays of `logic.ways.Ways` that a theory determines."""
    layout, rules = theory.known_layout, theory.rules
    scopes = [scope_of(theory, rule.clauses) for rule in rules]
    cells = [sorted({(v - 1) // layout.size for v in scope}) for scope in scopes]
    seen = seen_clauses(theory)
    clauses: list[tuple[int, ...]] = [rule.clauses for rule in rules]
    for house in house_premises(theory):
        cells.append(sorted(house.cells))
        clauses.append(())
        scopes.append(tuple(v for cell in cells[-1] for v in layout.variables_of(cell)))
    whole = [not (own.cells or own.parts) for own in layout.constraints]
    narrow = [() if k < len(rules) and whole[k] else own for k, own in enumerate(cells)]
    pairs = _pairs(narrow, len(rules), sees_of(theory)) if rules else []
    near: list[list[int]] = [[] for _ in narrow]
    for one, two in sorted(pairs):
        near[one].append(two)
        near[two].append(one)
    literals = 2 * (theory.variable_count + 1) if rules else 0
    # 62 bits, within which `rotated` turns them, and clear of the sign. The seed is fixed: what is
    # taken for known must not differ from run to run.
    codes = streams(0, np.arange(literals)) >> np.uint64(2)
    narrowest_first = sorted(range(len(rules)), key=lambda k: len(cells[k]))
    alone = np.array(narrowest_first, np.int64)
    states = np.zeros(len(narrow), np.int64)
    return {
        "clauses": ragged(clauses),
        "cells": ragged(narrow),
        "variables": ragged(scopes),
        "alone": alone,
        "pairs": ragged(pairs),
        "near": ragged(near),
        "seen": np.array(seen, np.uint8),
        "codes": codes.astype(np.int64),
        "states": states,
        "quiet": np.zeros(2 * len(pairs), np.int64),
    }


@lru_cache(maxsize=4)
def sees_of(theory: Theory) -> list[int]:
    """Return by cell the cells that it sees, as bits."""
    layout = theory.known_layout
    sees, size = [0] * layout.cell_count, layout.size
    for members, is_seen in zip(theory.members, seen_clauses(theory), strict=True):
        if is_seen:
            cells = {(v - 1) // size for v in members}
            bits = sum(1 << cell for cell in cells)
            for cell in cells:
                sees[cell] |= bits & ~(1 << cell)
    return sees


def _pairs(cells: Sequence[Sequence[int]], rules: int, sees: list[int]) -> list[tuple[int, int]]:
    """Return the linked premises, those of few cells first."""
    bits = [sum(1 << cell for cell in own) for own in cells]
    seen = [0] * len(cells)
    for k, own in enumerate(cells):
        for cell in own:
            seen[k] |= sees[cell]
    found = []
    for one, two in combinations(range(len(cells)), 2):
        if one >= rules:
            break
        shared, together = bits[one] & bits[two], bits[one] | bits[two]
        if two >= rules:
            # Of two cells or more in the house; a rule that has the whole house says that its
            # digits differ.
            is_linked = shared.bit_count() > 1 and shared != bits[two]
        else:
            meets = (bits[one] & (seen[two] | bits[two]), bits[two] & (seen[one] | bits[one]))
            is_linked = max(meet.bit_count() for meet in meets) > 1
        if is_linked and together.bit_count() <= MOST_CELLS:
            found.append((together.bit_count(), one, two))
    return [(one, two) for _, one, two in sorted(found)]
