"""Runs propagators: one by its kind, those in the queues, those of an alternative."""

from __future__ import annotations

from ..lockstep.simd import get, put
from . import alternatives
from .alike import propagate_alike
from .areas import propagate_areas
from .automata import propagate_automaton
from .bands import propagate_band
from .board import CHANGED, CHEAP, QUEUES, WORK, Masks, Propagators
from .bounds import propagate_bounds
from .connections import propagate_connected
from .counts import propagate_counts
from .distinct_counts import propagate_distinct_count
from .equal_sums import propagate_equal_sums
from .houses import propagate_house
from .intersections import propagate_intersection
from .labels import propagate_labels
from .lookups import propagate_lookup
from .lunchboxes import propagate_lunchbox
from .one_of import propagate_one_of
from .parted import propagate_parted
from .ranks import propagate_rank
from .relations import propagate_candidates, propagate_relation, propagate_unequal
from .sets import propagate_sets
from .sums import propagate_sum

#: The kinds of propagators; see `run`.
(
    HOUSE,
    BAND,
    INTERSECTION,
    RELATION,
    SETS,
    SUM,
    AUTOMATON,
    ONE_OF,
    DISTINCT_COUNT,
    CONNECTED,
    ANY_OF,
    CANDIDATES,
    ALIKE,
    PARTED,
    RANK,
    UNEQUAL,
    BOUNDS,
    COUNTS,
    LABELS,
    AREAS,
    EQUAL_SUMS,
    LUNCHBOX,
    LOOKUP,
) = range(23)
#: How many kinds there are.
KINDS = 23
#: How often the propagators of an alternative run in turn at most, while they change something. It
#: is sound to stop: what they would have removed is removed when fewer cells are open.
ROUNDS = 4
#: The work of a run without its parameters.
OVERHEAD = 8


def run(board: Propagators, state: Masks, p: int) -> bool:
    """Run a propagator; return False if its form cannot hold."""
    kind = board.kinds[p]
    if kind == HOUSE:
        return propagate_house(board, state, p)
    if kind == BAND:
        return propagate_band(board, state, p)
    if kind == INTERSECTION:
        return propagate_intersection(board, state, p)
    if kind == RELATION:
        return propagate_relation(board, state, p)
    if kind == SUM:
        return propagate_sum(board, state, p)
    if kind == SETS:
        return propagate_sets(board, state, p)
    if kind == AUTOMATON:
        return propagate_automaton(board, state, p)
    if kind == ONE_OF:
        return propagate_one_of(board, state, p)
    if kind == ANY_OF:
        return choose(board, state, p)
    if kind == CONNECTED:
        return propagate_connected(board, state, p)
    if kind == CANDIDATES:
        return propagate_candidates(board, state, p)
    if kind == DISTINCT_COUNT:
        return propagate_distinct_count(board, state, p)
    if kind == ALIKE:
        return propagate_alike(board, state, p)
    if kind == PARTED:
        return propagate_parted(board, state, p)
    if kind == RANK:
        return propagate_rank(board, state, p)
    if kind == COUNTS:
        return propagate_counts(board, state, p)
    if kind == LABELS:
        return propagate_labels(board, state, p)
    if kind == BOUNDS:
        return propagate_bounds(board, state, p)
    if kind == AREAS:
        return propagate_areas(board, state, p)
    if kind == EQUAL_SUMS:
        return propagate_equal_sums(board, state, p)
    if kind == LUNCHBOX:
        return propagate_lunchbox(board, state, p)
    if kind == LOOKUP:
        return propagate_lookup(board, state, p)
    return propagate_unequal(board, state, p)


def count_work(board: Propagators, state: Masks, p: int) -> None:
    """Count the work of a run: the length of the parameters is a fair measure of its time.
    Automata count their own."""
    work = OVERHEAD
    if board.kinds[p] != AUTOMATON:
        work += board.starts[p + 1] - board.starts[p]
    state.numbers[WORK] += work


def choose(board: Propagators, state: Masks, p: int) -> bool:
    """Run an `or`; see `alternatives`."""
    place = alternatives.save_scope(board, state, p)
    is_alive = False
    for k in range(board.starts[p], board.starts[p + 1], 2):
        if settle(board, state, board.data[k], board.data[k + 1]):
            is_alive = True
            alternatives.join_alternative(board, state, p, place)
        alternatives.restore_scope(board, state, p, place)
    return alternatives.keep_joined(board, state, p, place) and is_alive


def settle(board: Propagators, state: Masks, first: int, end: int) -> bool:
    """Run the propagators of an alternative until nothing changes, or for some rounds."""
    for _ in range(ROUNDS):
        state.numbers[CHANGED] = 0
        for p in range(first, end):
            count_work(board, state, p)
            if not run(board, state, p):
                return False
        if not state.numbers[CHANGED]:
            return True
    return True


def run_queues(board: Propagators, state: Masks) -> int:
    """Run propagators until none waits, cheap ones first. Return -1, or the propagator that failed;
    the queues are then not empty."""
    length = len(board.kinds) + 1
    while True:
        queue = CHEAP
        while state.ends[2 * queue] == state.ends[2 * queue + 1]:
            queue += 1
            if queue == QUEUES:
                return -1
        begin = state.ends[2 * queue]
        p = get(state.waiting, queue * length + begin)
        begin += 1
        if begin == length:
            begin = 0
        put(state.ends, 2 * queue, begin)
        if board.repeats[p]:
            put(state.queued, p, 0)
        count_work(board, state, p)
        if not run(board, state, p):
            return p
        if not board.repeats[p]:
            # what it changed itself has not woken it
            put(state.queued, p, 0)
