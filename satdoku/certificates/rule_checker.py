"""Checks certificates of boards with rules too: `python rule_checker.py < FILE`, beside checker.py.

A rule is some forms. A form speaks of cells in order, and is read as an automaton reads a word: CNF
has a variable for each state that may be reached after each cell, and one for each way from state
to state; a way has its digit, begins in one state and ends in another, and a digit or state needs
one of its ways. So a grid does what the form says just if these variables can have values.

| form | told | the cells hold |
| distinct | nothing | no digit twice |
| digits | digits | one of these digits, each |
| pairs | pairs of digits | one of these pairs, each with the next |
| sets | sets of digits | no digit twice, and all of one of these sets |
| sum | total, a number a cell | digits that, times these numbers, add up to the total |
| automaton | a list a cell of [a, b, t] | digits b that lead from state a to t; 0 is the first |
| any | lists of forms | what all forms of one of these lists say |
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from itertools import combinations, count, product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from .checker import CLAUSES, MOST, _fits, _require, main
else:
    from checker import CLAUSES, MOST, _fits, _require, main

Form = dict[str, Any]
Cnf = list[list[int]]
State = frozenset[int]
#: What is told of cells, and of what types.
TOLD = {
    "distinct": [int], "digits": [int], "pairs": CLAUSES, "sets": CLAUSES, "sum": [int],
    "automaton": [CLAUSES], "any": [[dict]],
}  # fmt: skip
NOTHING: State = frozenset()


def after(form: Form, q: State, i: int, d: int) -> State | None:
    """The state after digit d at cell i is read in state q (before all: NOTHING); None: it may not
    stand there."""
    told, is_last = form["told"], i + 1 == len(form["cells"])
    match form["form"]:
        case "digits":
            return q if d in told else None
        case "pairs":
            return frozenset([d]) if i == 0 or [*q, d] in told else None
        case "sets":
            now = q | {d}
            fits = any(now == {*s} if is_last else now <= {*s} for s in told)
            return now if fits and d not in q else None
        case "sum":
            total = sum(q) + told[1 + i] * d
            return frozenset([total]) if not is_last or total == told[0] else None
        case "automaton":
            return frozenset(t for a, b, t in told[i] if b == d and a in (q or (0,))) or None
        case _:
            raise ValueError(f"there is no form {form['form']!a} here")


def holds(form: Form, grid: list[int]) -> bool:
    """The grid (what the digits are worth, row by row) does what the form says."""
    if form["form"] == "any":
        return any(all(holds(one, grid) for one in part) for part in form["told"])
    digits = [grid[cell] for cell in form["cells"]]
    if form["form"] == "distinct":
        return len(set(digits)) == len(digits)
    q: State | None = NOTHING
    for i, d in enumerate(digits):
        q = None if q is None else after(form, q, i, d)
    return q is not None


def cnf_of(form: Form, n: int, digits: range, new: count[int]) -> Cnf:
    """The form as clauses; `new` gives variables."""
    told = TOLD.get(form.get("form", ""))
    _require(_fits(form, {"form": str, "cells": [int], "told": told}), "forms of rules are known")
    cells, kind = form["cells"], form["form"]
    idle = {"any": cells, "distinct": form["told"]}.get(kind, [])
    _require(not idle, "forms tell nothing that is not used")
    _require(all(0 <= cell < n * n for cell in cells), "rules speak of cells of the board")
    if kind == "any":
        heads = [next(new) for _ in form["told"]]
        inside = ((a, one) for a, part in zip(heads, form["told"], strict=True) for one in part)
        return [heads, *([-a, *c] for a, one in inside for c in cnf_of(one, n, digits, new))]
    if kind == "distinct":
        held = [[n * cell + d for cell in cells] for d in range(1, n + 1)]
        return [[-a, -b] for some in held for a, b in combinations(some, 2)] + [
            some for some in held if len(some) == n
        ]
    states: dict[State, int] = {NOTHING: next(new)}
    cnf: Cnf = [[*states.values()]]
    for i, cell in enumerate(cells):
        ways, later = defaultdict[int, list[int]](list), defaultdict[State, int](lambda: next(new))
        own = {d: n * cell + k for k, d in enumerate(digits, 1)}
        for (q, state), d in product(states.items(), digits):
            if (t := after(form, q, i, d)) is not None:
                way = next(new)
                for end in (state, own[d], later[t]):
                    cnf.append([-way, end])
                    ways[end].append(way)
        cnf += [[-end, *ways[end]] for end in (*states.values(), *own.values(), *later.values())]
        _require(len(cnf) <= MOST, f"a rule has at most {MOST} clauses")
        states = later
    return cnf


def rules_as_cnf(
    rules: list[dict[str, Any]], n: int, symbols: str
) -> tuple[Cnf, Callable[[set[int]], bool]]:
    """The clauses of the rules, and whether a full grid (its variables) does what they say."""
    first = int(symbols[0] != "0")
    digits, new = range(first, first + n), count(n**3 + 1)
    forms = [form for rule in rules for form in rule["forms"]]
    cnf: Cnf = []
    for form in forms:
        cnf += cnf_of(form, n, digits, new)
        _require(len(cnf) <= MOST, f"there are at most {MOST} clauses")

    def keeps(grid: set[int]) -> bool:
        worth = [(v - 1) % n + first for v in sorted(grid)]
        return all(holds(form, worth) for form in forms)

    return cnf, keeps


if __name__ == "__main__":
    sys.exit(main(rules_as_cnf))
