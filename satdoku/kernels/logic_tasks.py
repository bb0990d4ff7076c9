"""Steps and ratings on arrays: the theory laid out for `logic.path`, and what it works with."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from ..theory import Theory
from .any_theory import flat_lists, flat_theory
from .logic import levels, refutation
from .logic.almost_locked import LARGEST, Almost
from .logic.chains import Links
from .logic.found import NUMBERS, Found
from .logic.path import Desk, Rated, follow_path
from .logic.refutation import Supposition
from .logic.state import Board, State

#: Every rule may be used.
ALL_RULES = (1 << levels.RULES) - 1
#: Almost locked sets that are looked at, at most.
MOST_SETS = 4096
#: Words that chains may keep of which node denies which.
ROWS = 1 << 22


class Paths:
    """Follows paths on boards of one theory, which must have a layout."""

    def __init__(self, theory: Theory, compiled: bool = True) -> None:
        self.theory = theory
        self.board = board_of(theory)
        self.desk = _desk(theory, self.board)
        nodes = len(self.desk.guess.marks)
        variables = theory.variable_count
        self.state = _state(self.board)
        self.found = Found(
            numbers=np.zeros(NUMBERS, np.int64),
            asserted=np.zeros(4, np.int64),
            denied=np.zeros(variables + 1, np.int64),
            bases=np.zeros(nodes + 1, np.int64),
            covers=np.zeros(nodes + 1, np.int64),
            proof=np.zeros(3 * nodes + 6, np.int64),
        )
        self.compiled = compiled
        self._follow: Callable[..., int] = follow_path
        if not compiled:
            self._follow = follow_path.plain
            self.board, self.desk, self.state, self.found = map(
                as_lists, (self.board, self.desk, self.state, self.found)
            )

    def follow(
        self,
        boards: np.ndarray,
        marks: np.ndarray | None = None,
        allowed: int = ALL_RULES,
        step_limit: int = 1 << 40,
        log_size: int = 0,
    ) -> tuple[Rated, np.ndarray]:
        """What came of each board, and the log (see `logic.path`)."""
        n = len(boards)
        sizes = [n] * 7 + [n * levels.RULES]
        rated = Rated(*(np.zeros(size, np.int64) for size in sizes))
        log = np.zeros(log_size, np.int64)
        known = np.zeros(0, np.uint8) if marks is None else np.ascontiguousarray(marks).ravel()
        work = (np.ascontiguousarray(boards, np.uint8).ravel(), known, rated, log)
        digits, known, rated, log = work if self.compiled else map(as_lists, work)
        end = self._follow(
            self.board, self.state, self.desk, self.found, digits, known, allowed, step_limit,
            rated, log,
        )  # fmt: skip
        return rated, log[:end]


def as_lists(work: Any) -> Any:
    """Arrays as lists, in tuples too: what the interpreter works on."""
    if isinstance(work, np.ndarray):
        return work.tolist()
    return type(work)(*map(as_lists, work)) if isinstance(work, tuple) else work


@lru_cache(maxsize=4)
def board_of(theory: Theory) -> Board:
    """The theory with the names of its clauses, as arrays."""
    flat, clauses = flat_theory(theory), theory.clauses
    layout = theory.layout
    assert layout
    layout.must_be_plain("logic beyond the base rules")
    number = {house: i for i, house in enumerate(layout.houses)}
    kinds = {"row": levels.ROW, "column": levels.COLUMN, "box": levels.BOX}
    meets, of_clause = _meets(theory)
    lines, columns, matrix_kind = _matrices(theory)
    meet_starts, meet_members = flat_lists([members for members, _ in meets])
    starts, clause_meets = flat_lists(of_clause)
    return Board(
        cells=flat.cells,
        size=flat.size,
        member_starts=flat.member_starts,
        members=flat.members,
        holder_starts=flat.holder_starts,
        holders=flat.holders,
        left=flat.left,
        unit=flat.unit,
        exact=np.array([clause.exactly_one for clause in clauses], np.uint8),
        kind=np.array(
            [kinds.get(c.house.kind, levels.EXTRA) if c.house else levels.CELL for c in clauses],
            np.int64,
        ),
        house=np.array([number[c.house] if c.house else -1 for c in clauses], np.int64),
        digit=np.array([clause.digit or 0 for clause in clauses], np.int64),
        shift=flat.unit.bit_length() - 1,
        houses=len(layout.houses),
        meet_starts=meet_starts,
        meet_members=meet_members,
        meet_clauses=np.array([c for _, pair in meets for c in pair], np.int32),
        clause_meet_starts=starts,
        clause_meets=clause_meets,
        widest_meet=max((len(members) for members, _ in meets), default=0),
        side=layout.size,
        lines=lines,
        columns=columns,
        matrix_kind=matrix_kind,
    )


def _meets(theory: Theory) -> tuple[list[tuple[tuple[int, ...], tuple[int, int]]], list[list[int]]]:
    """(members, two clauses) of each meet, and the meets of each clause."""
    shared: dict[tuple[int, int], list[int]] = {}
    for variable in range(1, theory.variable_count + 1):
        for pair in combinations(theory.occurrences[variable], 2):
            shared.setdefault(pair, []).append(variable)
    meets = [(tuple(members), pair) for pair, members in shared.items() if len(members) > 1]
    of_clause: list[list[int]] = [[] for _ in theory.clauses]
    for i, (_, pair) in enumerate(meets):
        for clause in pair:
            of_clause[clause].append(i)
    return meets, of_clause


def _matrices(theory: Theory) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(lines, columns, matrix_kind) of `Board`."""
    layout = theory.layout
    assert layout
    n = layout.size
    by_house = {(c.house, c.digit): i for i, c in enumerate(theory.clauses) if c.house}
    lists: list[tuple[int, list[int], list[int]]] = [
        (0, list(house.cells), [by_house[house, d] for d in range(1, n + 1)])
        for house in layout.houses
    ]
    rows = [house for house in layout.houses if house.kind == "row"]
    columns = [house for house in layout.houses if house.kind == "column"]
    for d in range(1, n + 1):
        lists.append((1, [by_house[h, d] for h in rows], [by_house[h, d] for h in columns]))
    lines = np.full(len(lists) * 2 * n, -1, np.int64)
    places = np.full(len(lists) * 2 * n * n, -1, np.int64)
    for matrix, (_, first, second) in enumerate(lists):
        for turned, (own, across) in enumerate(((first, second), (second, first))):
            place = {
                v: column for column, c in enumerate(across) for v in theory.clauses[c].variables
            }
            for i, clause in enumerate(own):
                line = (2 * matrix + turned) * n + i
                lines[line] = clause
                for k, variable in enumerate(theory.clauses[clause].variables):
                    places[line * n + k] = place.get(variable, -1)
    return lines, places, np.array([kind for kind, _, _ in lists], np.int64)


def _state(board: Board) -> State:
    return State(
        status=np.zeros(board.cells * board.size + 1, np.uint8),
        left=board.left.copy(),
        unplaced=np.zeros(board.houses, np.int64),
    )


def _desk(theory: Theory, board: Board) -> Desk:
    assert theory.layout
    variables, meets = theory.variable_count, len(board.meet_starts) - 1
    nodes = variables + 1 + meets
    partners = theory.occurrence_count + 2 * meets

    def whole(size: int) -> Any:
        return np.zeros(size, np.int64)

    return Desk(
        links=Links(
            false=whole(nodes),
            partner_starts=whole(nodes + 1),
            true_nodes=whole(partners),
            clauses=whole(partners),
            true_stamp=whole(nodes),
            true_from=whole(nodes),
            true_by=whole(nodes),
            depth=whole(nodes),
            known_false=whole(nodes // 64 + 1),
            rows=whole(min(nodes + 1, ROWS // (nodes // 64 + 1) + 2) * (nodes // 64 + 1)),
            row_links=whole(nodes),
            row_starts=whole(nodes),
            false_from=whole(nodes),
            seen=whole(variables + 1),
            queue=whole(nodes),
            counts=whole(6),
        ),
        guess=_supposition(board, variables, variables),
        inner=_supposition(board, variables, 0),
        almost=Almost(
            digits=whole(MOST_SETS),
            sizes=whole(MOST_SETS),
            cells=whole(MOST_SETS * LARGEST),
            counts=whole(1),
            lines=whole(2 * board.side),
            chosen=whole(LARGEST + 1),
        ),
        masks=whole(2 * board.side),
        chosen=whole(8),
        houses=np.array([len(house.cells) for house in theory.layout.houses], np.int64),
    )


def _supposition(board: Board, variables: int, inners: int) -> Supposition:
    nodes = variables + 1 + len(board.exact) + inners

    def whole(size: int) -> Any:
        return np.zeros(size, np.int64)

    return Supposition(
        **_state(board)._asdict(),
        queue=whole(variables + 1),
        queued=whole(nodes),
        reason=whole(nodes),
        denier=whole(variables + 1),
        order=whole(nodes),
        depth=whole(nodes),
        marks=whole(nodes),
        stack=whole(nodes),
        deps_start=whole(inners + 2),
        deps=whole(inners * board.cells),
        inner_sizes=whole(inners + 1),
        inner_lengths=whole(inners + 1),
        inner_of=whole(inners + 1),
        numbers=whole(refutation.NUMBERS),
    )
