"""Names are given where their definitions hold, which are said here once more, by sets of cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from satdoku import Layout, Puzzle, batch, parse
from satdoku.logic.catalog.names import FORMS
from satdoku.logic.catalog.rules import RULE_NAMES, TABLE, bits, rule_named
from satdoku.logic.explain import explain
from satdoku.logic.position import Position
from satdoku.logic.steps import LogicStep

Cell = tuple[int, int]
LINES = {"X-wing": 2, "swordfish": 3, "jellyfish": 4}


def steps_of(puzzle: Puzzle, rules: str | int = "all") -> Iterator[tuple[Position, LogicStep]]:
    yield from explain(puzzle, rules=rules, scale="satdoku").positions()


def places(position: Position, digit: int) -> set[Cell]:
    """The cells that may take the digit and have none."""
    return {
        divmod(cell, 9)
        for cell in range(81)
        if not position.digit_in(cell) and digit in position.candidates_in(cell)
    }


def sees(a: Cell, b: Cell) -> bool:
    same_box = a[0] // 3 == b[0] // 3 and a[1] // 3 == b[1] // 3
    return a != b and (a[0] == b[0] or a[1] == b[1] or same_box)


def is_finned(position: Position, step: LogicStep, k: int, sashimi: bool) -> bool:
    """k rows (or columns) have the digit in k columns (rows), but for fins: what goes sees them."""
    (digit,) = {position.theory.coordinates(v)[2] for v in step.denied}
    gone = {tuple(x - 1 for x in position.theory.coordinates(v)[:2]) for v in step.denied}
    for turn in (0, 1):
        cells = {(c[turn], c[1 - turn]) for c in places(position, digit)}
        out = {(c[turn], c[1 - turn]) for c in gone}
        for bases in combinations(sorted({r for r, _ in cells}), k):
            held = [c for c in cells if c[0] in bases]
            for covers in combinations(sorted({c for _, c in held}), k):
                fins = [c for c in held if c[1] not in covers]
                body = [sum(c[0] == r and c[1] in covers for c in held) for r in bases]
                fits = all(
                    z[0] not in bases and z[1] in covers and all(sees(z, fin) for fin in fins)
                    for z in out
                )
                if fins and fits and (min(body) < 2) == sashimi:
                    return True
    return False


def is_so(position: Position, step: LogicStep) -> bool:
    """The definition of the step's name holds; of names that are not defined here: True."""
    theory = position.theory
    cells = [[tuple(x - 1 for x in theory.coordinates(v)[:2]) for v in node] for node in step.nodes]
    first, *rest = step.name.split()
    if first in ("finned", "sashimi"):
        return is_finned(position, step, LINES[rest[0]], first == "sashimi")
    if step.name == "skyscraper":
        a, b, c, d = (node[0] for node in cells)
        return any(a[t] == b[t] and c[t] == d[t] and b[1 - t] == c[1 - t] for t in (0, 1))
    if step.name == "two-string kite":
        a, b, c, d = (node[0] for node in cells)
        in_box = b[0] // 3 == c[0] // 3 and b[1] // 3 == c[1] // 3
        return in_box and any(a[t] == b[t] and c[1 - t] == d[1 - t] for t in (0, 1))
    if step.name == "W-wing":
        ends = [cells[0] + cells[1], cells[4] + cells[5]]
        pairs = [position.candidates_in(9 * end[0][0] + end[0][1]) for end in ends]
        alike = pairs[0] == pairs[1] and len(pairs[0]) == 2
        return alike and all(end[0] == end[1] for end in ends)
    if step.name == "XY-chain":
        return all(len({*cells[k], *cells[k + 1]}) == 1 for k in range(0, len(cells), 2))
    if step.name in ("direct pointing", "direct claiming"):
        houses = [theory.clauses[step.bases[k]].house for k in (0, -1)]
        return houses[0] is not None and houses[1] is not None and houses[0].kind == houses[1].kind
    return True


#: Fins in box 1 and box 9: what goes does not see both.
NO_SWORDFISH = "1...5.......2.1.....3.7..6.........962......7.8593.....3..6..8..7....1..5....4.7."


def test_a_refutation_with_fins_far_apart_is_no_fish() -> None:
    for position, step in steps_of(parse(NO_SWORDFISH)):
        assert is_so(position, step), step.name


def test_every_name_fits_its_definition() -> None:
    boards = batch.generate(120, seed=21, keep="proper")
    seen: dict[str, int] = {}
    for board in boards:
        for position, step in steps_of(Puzzle(tuple(board.tolist()))):
            assert is_so(position, step), (board, step)
            seen[step.name] = seen.get(step.name, 0) + 1
    assert {"skyscraper", "W-wing", "direct pointing"} <= set(seen)
    unnamed = set(seen) - {*RULE_NAMES, *FORMS}
    assert not unnamed, f"add a form for {sorted(unnamed)} to FORMS of the technique's file"


def test_grouped_chains_alone_are_named_and_end() -> None:
    """Asked for without the simpler rules, they find chains without any group too."""
    boards = batch.generate(12, seed=3, keep="proper")
    rules = bits((*range(rule_named("X-chain")), rule_named("grouped X-chain")))
    for board in boards:
        found = explain(Puzzle(tuple(board.tolist())), rules=rules, scale="satdoku")
        assert found.outcome in ("solved", "stuck")


@pytest.mark.parametrize("rules", [0, 1, "X-wing", "naked pair,X-wing"])
def test_rules_that_find_nothing_leave_it_stuck(rules: str | int) -> None:
    found = explain(NO_SWORDFISH, rules=rules, scale="satdoku")
    assert found.outcome == "stuck"


def test_a_group_may_be_seen_through_two_clauses() -> None:
    """One candidate of a group is denied by a row, one by a diagonal."""
    layout = Layout.named("8x8/2x4+diagonal")
    line = "7...3.2...1..6..................6...58.7......1..............24."
    assert explain(parse(line, layout)).outcome == "solved"
    for board in batch.generate(6, seed=1, keep="proper", layout=layout):
        assert explain(Puzzle(tuple(np.asarray(board).tolist()), layout)).outcome == "solved"


def test_a_row_is_what_a_form_is_found_by() -> None:
    unknown = set(FORMS.values()) - {row.name for row in TABLE}
    assert not unknown, (
        f"a form names the row of ROWS by which it is found: there are no rows {sorted(unknown)}"
    )
