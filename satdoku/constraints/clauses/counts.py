"""The number of different digits in cells, as clauses.

For each cell and digit an auxiliary variable says "this is the first of the cells with that digit".
So a digit is absent or has one first cell, and a cell repeats a digit or is the first with it. The
number of different digits is counted twice: as digits that are not absent (an upper bound: few
digits are left) and as cells that are first with theirs (a lower bound: many cells must repeat).
Both counts are automata that end with the cell that holds the number.

An automaton that remembers the set of digits seen so far would be arc-consistent, but has up to 2^n
states in each layer; deciding whether any digit can stay is NP-hard.

Source: C. Bessiere, E. Hebrard, B. Hnich, Z. Kiziltan, T. Walsh, "Filtering algorithms for the
NValue constraint" (2006).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..forms import DistinctCount, Reader, automaton
from .automata import write_automaton
from .builder import Clauses
from .templates import WHAT, Recorder, recorded
from .writing import PairVariables, Variables


def add_distinct_count(clauses: Clauses, form: DistinctCount) -> None:
    """Require: the control cell holds the number of different digits in the others."""
    write = partial(_write, cells=len(form.cells))
    template = recorded("distinct count", clauses.digits, 1 + len(form.cells), write)
    clauses.replay(template, (form.control, *form.cells))


def _of_absent(clauses: Recorder, absent: Sequence[int]) -> list[Variables]:
    """Return readings of variables that deny something: 0 if one is true, 1 if it is false."""
    return [{0: one, 1: clauses.complement(one)} for one in absent]


def _firsts(clauses: Recorder, cells: Sequence[int]) -> tuple[PairVariables, list[int]]:
    """Return by cell and digit the slot "it is the first with it", and by digit "it is absent"."""
    digits = clauses.digits
    first = {(cells[0], d): clauses.v(cells[0], d) for d in digits}
    for cell in cells[1:]:
        for d in digits:
            name = f"{WHAT}: {clauses.cell_name(cell)} is the first with {d}"
            first[cell, d] = clauses.helper(name)
    absent = [clauses.helper(f"{WHAT}: no cell holds {d}") for d in digits]
    # exactly one of "absent" and the cells that may be first with the digit, so the board decides
    # each
    for d, none in zip(digits, absent, strict=True):
        firsts = [first[cell, d] for cell in cells]
        clauses.clause([none, *firsts])
        for k, cell in enumerate(cells):
            held = clauses.v(cell, d)
            if k:
                clauses.implies(firsts[k], held)
            clauses.at_most_one([held, none, *firsts[k + 1 :]])
    return first, absent


def _write(clauses: Recorder, cells: int) -> None:
    """Write the clauses. cells: their number; numbered from 1, since cell 0 holds the count."""
    digits = clauses.digits
    first, absent = _firsts(clauses, range(1, cells + 1))
    names = [clauses.cell_name(cell) for cell in range(2, cells + 1)]
    repeats = [clauses.helper(f"{WHAT}: {name} repeats") for name in names]
    for cell, repeat in enumerate(repeats, 2):
        firsts = [first[cell, d] for d in digits]
        clauses.clause([repeat, *firsts])
    _count(clauses, absent, [f"digit {d}" for d in digits], 0)
    _count(clauses, repeats, names, 1)


def _count(clauses: Recorder, missing: Sequence[int], places: Sequence[str], start: int) -> None:
    """Require: cell 0 holds `start` plus the number of the slots that are false."""
    reads = len(missing)

    def step(count: int, i: int, value: int) -> int | None:
        if i < reads:
            return count + value if value in (0, 1) else None
        return 0 if value == count and value in clauses.digits else None

    digits = clauses.digits
    reader = Reader(start, step, say="there are {} different digits so far".format)
    key = ("distinct count", start, digits)
    # the last cell read holds the number, so its symbols are digits; all others are true or false
    read = automaton(range(reads + 1), sorted({0, 1, *digits}), reader, key)
    readings = _of_absent(clauses, missing)
    readings.append({d: clauses.v(0, d) for d in digits})
    write_automaton(clauses, read, (0,), readings, [*places, clauses.cell_name(0)])
