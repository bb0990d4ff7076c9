"""The generic forms that express every kind of constraint, as data.

Digits are given by value (0 … size-1 on a board whose first symbol is 0, otherwise 1 … size). The
meaning of a form is defined here; `clauses/` encodes it, CP-SAT may model it directly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from ..errors import LayoutError
from ..grouping import grouped
from .memo import Memo

#: The maximum number of transitions of one automaton.
MOST_TRANSITIONS = 200_000


@dataclass(frozen=True, slots=True)
class Candidates:
    """The cell holds one of the digits."""

    cell: int
    digits: frozenset[int]


@dataclass(frozen=True, slots=True)
class OneOf:
    """Exactly one of the cells (if not `exactly`, at most one) holds one of the digits."""

    cells: tuple[int, ...]
    digits: frozenset[int]
    exactly: bool = True


@dataclass(frozen=True, slots=True)
class Distinct:
    """No digit twice in the cells. As in a house, the base rules see single digits and cells."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """(digit of first, digit of second) is one of the pairs; two different cells."""

    first: int
    second: int
    pairs: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Sets:
    """The cells are distinct, and the set of their digits is one of these."""

    cells: tuple[int, ...]
    sets: tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """coefficients · digits = total. Cells are different."""

    cells: tuple[int, ...]
    coefficients: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Automaton:
    """layers[i]: the transitions (state, digit, next state) at cells[i]; states are numbers within
    their layer, 0 at the start, and any state at the end is accepted.

    Each word has at most one path; the automaton is minimal, without dead ends. meanings: of
    each state, by boundary 1 … len(cells)-1 and state. key: automata with the same key differ
    only in their cells (None: unknown).
    """

    cells: tuple[int, ...]
    layers: tuple[tuple[tuple[int, int, int], ...], ...]
    meanings: tuple[tuple[str, ...], ...]
    key: Hashable = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class DistinctCount:
    """The control cell holds the number of different digits in the cells (one or more)."""

    control: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """`line`, read as a number, is greater than exactly `below` of the others, and equals none.

    The lines are all rows and columns of a square, from both ends, so that in each of the four
    directions they begin with each digit once.
    """

    line: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]
    below: int


@dataclass(frozen=True, slots=True)
class Unequal:
    """Two lines of the same length differ in at least one place."""

    first: tuple[int, ...]
    second: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Alike:
    """In each group the digits differ, and all groups hold the same digits."""

    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Connected:
    """At least one cell holds one of the digits, and these cells form one piece by the edges.

    edges: pairs of neighbours. size: the number of these cells, 0 for any. border: pieces that have
    one of these cells count as one, joined outside. must_touch: every piece must have one of these
    cells, and there may be no piece at all. (With a border, no size can be given.) is_line: other
    forms make the piece a path or a loop, so it is a circuit to CP-SAT.
    """

    cells: tuple[int, ...]
    digits: frozenset[int]
    edges: tuple[tuple[int, int], ...]
    size: int
    border: tuple[int, ...] = ()
    must_touch: bool = False
    is_line: bool = False


@dataclass(frozen=True, slots=True)
class Areas:
    """The cells that hold one of the digits form, by the edges, areas of `size` cells each.

    With clues, (cell, cell that holds a number), each area has exactly one of the clues' first
    cells, which are all in areas, and as many cells as its number; size is the largest possible.
    """

    cells: tuple[int, ...]
    digits: frozenset[int]
    edges: tuple[tuple[int, int], ...]
    size: int
    clues: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Parted:
    """labels[i] holds the label of cells[i], one of the `count` smallest digits; each label has
    `size` cells, with different digits."""

    cells: tuple[int, ...]
    labels: tuple[int, ...]
    size: int
    count: int


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the alternatives holds, that is, all of its forms."""

    alternatives: tuple[tuple[Form, ...], ...]


#: Forms about many cells at once; of these only `Rank` is supported inside an `or`.
Wide = Rank | Unequal | Alike | Connected | Areas | Parted
#: Forms that are automata of moderate size.
Short = Candidates | OneOf | Distinct | Relation | Sets | Sum | Automaton
Simple = Short | DistinctCount
Form = Simple | AnyOf | Wide


#: Caches of sets and pairs by key, with the maximum number of lists.
_good_sets = Memo(2_000)
_good_pairs = Memo(5_000)


def relation(
    first: int,
    second: int,
    digits: Iterable[int],
    holds: Callable[[int, int], bool],
    key: Hashable = None,
) -> Relation | Candidates:
    """Return the relation with the pairs of digits for which `holds` is true; for a cell with
    itself, its candidates. key: identifies `holds` for caching (None: not cached)."""
    digits = tuple(digits)
    if first == second:
        return Candidates(first, frozenset(d for d in digits if holds(d, d)))

    def make() -> frozenset[tuple[int, int]]:
        return frozenset((d, e) for d in digits for e in digits if holds(d, e))

    pairs = make() if key is None else _good_pairs.get((key, digits), make)
    return Relation(first, second, pairs)


def sets(
    cells: Sequence[int],
    digits: Iterable[int],
    holds: Callable[[tuple[int, ...]], bool],
    key: Hashable,
) -> Form:
    """Return the form of distinct cells whose digits, in increasing order, satisfy a test. key:
    identifies `holds`, together with the digits and the number of cells."""
    cells = tuple(cells)
    digits = tuple(digits)
    if len(set(cells)) < len(cells):
        raise LayoutError("a cell twice in a cage or line whose digits must differ")
    good = _good_sets.get(
        (key, digits, len(cells)),
        lambda: tuple(frozenset(c) for c in combinations(digits, len(cells)) if holds(c)),
    )
    if len(cells) == 1:
        return Candidates(cells[0], frozenset(d for (d,) in good))
    if len(cells) == 2:
        return Relation(cells[0], cells[1], frozenset(p for a, b in good for p in ((a, b), (b, a))))
    return Sets(cells, good)


def weighted_sum(cells: Sequence[int], coefficients: Sequence[int], total: int) -> Sum:
    """Return a sum in which a cell may occur several times; large coefficients come last."""
    pairs = zip(cells, coefficients, strict=True)
    weights = {cell: sum(factors) for cell, factors in grouped(pairs).items()}
    order = sorted((c for c in weights if weights[c]), key=lambda cell: abs(weights[cell]))
    return Sum(tuple(order), tuple(weights[cell] for cell in order), total)


def sums(cells: Sequence[int], coefficients: Sequence[int], total: int) -> Iterator[Form]:
    """Yield that sum as a form; if the cells cancel out, nothing, or a form that never holds."""
    form = weighted_sum(cells, coefficients, total)
    if form.cells:
        yield form
    elif total:
        yield Candidates(cells[0], frozenset())


def automaton(
    cells: Sequence[int],
    digits: Iterable[int],
    start: Hashable,
    step: Callable[[Any, int, int], Hashable | None],
    accept: Callable[[Any], bool] = lambda state: True,
    say: Callable[[Any], str] = "the state is {}".format,
    starts: Sequence[Hashable] = (),
    key: Hashable = None,
    most: int = MOST_TRANSITIONS,
    uniform: bool = False,
) -> Automaton:
    """Return the automaton that reads digit d at cell i in state q by step(q, i, d); None: a dead
    end.

    starts: several start states instead of one; each accepted word must have exactly one of them.
    States with the same future are merged. A language without words gives layers without
    transitions. key: identifies step, accept and say, together with the digits and the number of
    cells; automata with a key are cached. most: the maximum number of transitions; raises
    `LayoutError` beyond it. uniform: whether `step` ignores i, so that
    one call for each state and digit is enough.
    """
    cells = tuple(cells)
    digits = tuple(digits)

    def make() -> Automaton:
        return _built(cells, digits, step, accept, say, starts or [start], uniform, most)

    if key is None:
        return make()
    key = key, digits, len(cells)
    made = _automata.get(key, make, lambda automaton: sum(map(len, automaton.layers)))
    return Automaton(cells, made.layers, made.meanings, key)


#: Automata by key, with the maximum number of transitions cached.
_automata = Memo(500_000)


def _built(
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    step: Callable[[Any, int, int], Hashable | None],
    accept: Callable[[Any], bool],
    say: Callable[[Any], str],
    starts: Sequence[Hashable],
    uniform: bool,
    most: int,
) -> Automaton:
    forward: list[dict[Any, list[tuple[int, Any]]]] = []
    states: list[Any] = list(starts)
    total = 0
    moves_of: dict[Any, list[tuple[int, Any]]] = {}
    for i in range(len(cells)):
        if not uniform:
            moves_of = {}
        for q in states:
            if q not in moves_of:
                moves_of[q] = [(d, t) for d in digits if (t := step(q, i, d)) is not None]
        layer = {q: moves_of[q] for q in states}
        total += sum(map(len, layer.values()))
        if total > most:
            raise LayoutError(
                f"a rule on {len(cells)} cells has over {most:,} cases: it is too large"
            )
        forward.append(layer)
        states = list(dict.fromkeys([t for moves in layer.values() for _, t in moves]))
    names: dict[Any, int] = {q: 0 for q in states if accept(q)}
    layers: list[tuple[tuple[int, int, int], ...]] = []
    meanings: list[tuple[str, ...]] = []
    for i, layer in reversed(list(enumerate(forward))):
        futures: dict[tuple[tuple[int, int], ...], int] = {}
        before: dict[Any, int] = {}
        words: list[str] = []
        for q, moves in layer.items():
            future = tuple([(d, k) for d, t in moves if (k := names.get(t)) is not None])
            if future:
                if future not in futures:
                    futures[future] = len(futures)
                    words.append(say(q) if i else "")
                before[q] = futures[future]
        layers.append(tuple([(q, d, t) for future, q in futures.items() for d, t in future]))
        meanings.append(tuple(words))
        names = before
    layers.append(tuple(dict.fromkeys((0, d, t) for _, d, t in layers.pop())))  # one start
    layers.reverse()
    meanings.reverse()
    return Automaton(cells, tuple(layers), tuple(meanings[1:]))


def determinized(form: Automaton, digits: Iterable[int]) -> Automaton:
    """Return the same language with one transition for each state and digit."""

    ways = [grouped(((s, d), t) for s, d, t in layer) for layer in form.layers]

    def step(q: frozenset[int], i: int, d: int) -> frozenset[int] | None:
        return frozenset([t for s in q for t in ways[i].get((s, d), ())]) or None

    return automaton(form.cells, digits, frozenset((0,)), step)


def as_automaton(form: Form, digits: Iterable[int]) -> Automaton:
    """Return a simple form as an automaton along its cells."""
    digits = tuple(digits)
    match form:
        case Automaton():
            return form
        case Sum(cells, coefficients, total):
            return _sum_automaton(cells, coefficients, total, digits)
        case Candidates(cell, allowed):
            return automaton(
                (cell,),
                digits,
                0,
                lambda q, i, d: 0 if d in allowed else None,
                key=("candidates", allowed),
            )
        case OneOf(cells, wanted, exactly):
            return automaton(
                cells,
                digits,
                0,
                lambda q, i, d: None if q and d in wanted else q or int(d in wanted),
                lambda q: bool(q) or not exactly,
                key=("one of", wanted, exactly),
            )
        case Relation(first, second, pairs):
            return automaton(
                (first, second),
                digits,
                None,
                lambda q, i, d: (d,) if i == 0 else ((0,) if (q[0], d) in pairs else None),
                key=("relation", pairs),
            )
        case Distinct(cells):
            return automaton(
                cells,
                digits,
                frozenset(),
                lambda q, i, d: None if d in q else q | {d},
                key="distinct",
            )
        case Sets(cells, allowed_sets):

            def read(q: frozenset[int], i: int, d: int) -> frozenset[int] | None:
                return q | {d} if d not in q and any(q | {d} <= s for s in allowed_sets) else None

            return automaton(cells, digits, frozenset(), read, key=("sets", allowed_sets))
        case DistinctCount(control, cells):
            last = len(cells)
            return automaton(
                (*cells, control),
                digits,
                frozenset(),
                lambda q, i, d: q | {d} if i < last else (d if d == len(q) else None),
                say=lambda q: f"seen are {sorted(q) if isinstance(q, frozenset) else q}",
                key="distinct count",
            )
        case _:
            raise LayoutError("this rule inside `or` is not supported")


def left_to_add(ends: Sequence[tuple[int, int]]) -> list[range]:
    """Return what the terms from each one on can add; the last range is for none. ends: two numbers
    per term, its smallest and largest in any order."""
    left = [range(1)]
    for term in reversed(ends):
        left.append(range(left[-1].start + min(term), left[-1].stop + max(term)))
    return left[::-1]


def _sum_automaton(
    cells: tuple[int, ...], coefficients: tuple[int, ...], total: int, digits: tuple[int, ...]
) -> Automaton:
    left = left_to_add([(k * digits[0], k * digits[-1]) for k in coefficients])

    def step(partial: int, i: int, d: int) -> int | None:
        now = partial + coefficients[i] * d
        return now if total - now in left[i + 1] else None

    if not cells:
        raise LayoutError("a sum of no cells")
    return automaton(
        cells,
        digits,
        0,
        step,
        lambda partial: partial == total,
        "the sum is {}".format,
        key=("sum", coefficients, total),
    )
