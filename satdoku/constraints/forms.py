"""The generic forms in which every kind of constraint is said, as data.

Digits are meant by what they are worth (0 … size-1 on a board whose first symbol is 0, otherwise
1 … size). What a form means is here; `clauses` says it in clauses, CP-SAT may say it in its own
words.

- `Candidates`: the cell holds one of the digits.
- `Distinct`: no digit twice. As in a house, the base rules see single digits and single cells.
- `Relation`: two cells hold one of the pairs.
- `Sets`: distinct cells, and the set of their digits is one of a list.
- `Sum`: the digits, times coefficients, add up to a total.
- `Automaton`: the digits, read in order, lead from a start to an end.
- `DistinctCount`: a cell holds the number of different digits in others.
- `Rank`: a line, read as a number, is greater than just so many others.
- `Unequal`: two lines differ somewhere.
- `Alike`: groups of cells, no digit twice in one, hold the same digits.
- `Connected`: the cells that hold certain digits form one piece.
- `Areas`: the cells that hold certain digits form pieces of known sizes.
- `Parted`: cells with the same label are so many, no digit twice among them.
- `AnyOf`: of some alternatives, each of several forms, at least one holds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from ..errors import LayoutError
from .memo import Memo

#: Transitions of one automaton, at most.
MOST_TRANSITIONS = 200_000


@dataclass(frozen=True, slots=True)
class Candidates:
    """The cell holds one of the digits."""

    cell: int
    digits: frozenset[int]


@dataclass(frozen=True, slots=True)
class Distinct:
    """No digit twice in the cells."""

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

    Each word has one path at most; minimal, without dead ends. said: what being in a state means,
    by boundary 1 … len(cells)-1 and state. key: automata of one key differ in their cells alone
    (None: nothing is known).
    """

    cells: tuple[int, ...]
    layers: tuple[tuple[tuple[int, int, int], ...], ...]
    said: tuple[tuple[str, ...], ...]
    key: Hashable = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class DistinctCount:
    """The control cell holds the number of different digits in the cells (one or more)."""

    control: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """Of the lines, read as numbers, just `below` of the others are less than `line`, none equal.

    The lines are all rows and columns of a square, from both ends, so that in each of the four
    directions they begin with each digit once.
    """

    line: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]
    below: int


@dataclass(frozen=True, slots=True)
class Unequal:
    """Two lines, as long as each other, differ at one place or more."""

    first: tuple[int, ...]
    second: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Alike:
    """In each group the digits differ, and all groups hold the same digits."""

    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Connected:
    """The cells that hold one of the digits are at least one, and form one piece by the edges.

    edges: pairs of neighbours. size: how many these cells are, 0 for any number. border: pieces
    that have one of these cells count as one, joined outside. must_touch: no other piece will do,
    and there need be no cell at all. (With a border, no size can be given.)
    """

    cells: tuple[int, ...]
    digits: frozenset[int]
    edges: tuple[tuple[int, int], ...]
    size: int
    border: tuple[int, ...] = ()
    must_touch: bool = False


@dataclass(frozen=True, slots=True)
class Areas:
    """The cells that hold one of the digits fall, by the edges, into areas of `size` cells each.

    With clues, (cell, cell that holds a number), each area has just one of the clues' first cells,
    which are all in areas, and as many cells as its number says; size is the largest possible.
    """

    cells: tuple[int, ...]
    digits: frozenset[int]
    edges: tuple[tuple[int, int], ...]
    size: int
    clues: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Parted:
    """labels[i] holds the label of cells[i], one of the `count` smallest digits; the cells with one
    label are `size`, and hold different digits."""

    cells: tuple[int, ...]
    labels: tuple[int, ...]
    size: int
    count: int


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the alternatives holds: all forms of it."""

    alternatives: tuple[tuple[Form, ...], ...]


#: Forms about many cells at once, which cannot stand within an `or`.
Wide = Rank | Unequal | Alike | Connected | Areas | Parted
Form = Candidates | Distinct | Relation | Sets | Sum | Automaton | DistinctCount | AnyOf | Wide


#: Sets and pairs by key: so many lists.
_good_sets, _good_pairs = Memo(2_000), Memo(5_000)


def relation(
    first: int,
    second: int,
    digits: Iterable[int],
    holds: Callable[[int, int], bool],
    key: Hashable = None,
) -> Relation | Candidates:
    """The pairs of digits for which it holds; of a cell with itself, what it leaves there. key:
    what decides it, with the digits (None: it is not kept)."""
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
    """Distinct cells whose digits, in increasing order, satisfy a test; key: what decides it, with
    the digits and the number of cells."""
    cells, digits = tuple(cells), tuple(digits)
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
    """A sum in which a cell may stand several times; large coefficients come last."""
    weights: dict[int, int] = {}
    for cell, coefficient in zip(cells, coefficients, strict=True):
        weights[cell] = weights.get(cell, 0) + coefficient
    order = sorted((c for c in weights if weights[c]), key=lambda cell: abs(weights[cell]))
    return Sum(tuple(order), tuple(weights[cell] for cell in order), total)


def sums(cells: Sequence[int], coefficients: Sequence[int], total: int) -> Iterator[Form]:
    """The same as a form; where the cells cancel out, nothing, or a cell without any digit."""
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
) -> Automaton:
    """The automaton that reads digit d at cell i in state q by step(q, i, d); None is a dead end.

    starts: instead of one start, several, of which each accepted word has just one to begin with.
    States that have the same future become one. A language without words gives layers without
    transitions. key: what, with the digits and the number of cells, decides step, accept and say;
    where it is given, an automaton that was made before is taken.
    """
    cells, digits = tuple(cells), tuple(digits)

    def make() -> Automaton:
        return _built(cells, digits, step, accept, say, starts or [start])

    if key is None:
        return make()
    key = key, digits, len(cells)
    made = _automata.get(key, make, lambda automaton: sum(map(len, automaton.layers)))
    return replace(made, cells=cells, key=key)


#: Automata by key; of all that are kept, so many transitions.
_automata = Memo(500_000)


def _built(
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    step: Callable[[Any, int, int], Hashable | None],
    accept: Callable[[Any], bool],
    say: Callable[[Any], str],
    starts: Sequence[Hashable],
) -> Automaton:
    forward: list[dict[Any, list[tuple[int, Any]]]] = []
    states: list[Any] = list(starts)
    total = 0
    for i in range(len(cells)):
        layer = {q: [(d, t) for d in digits if (t := step(q, i, d)) is not None] for q in states}
        total += sum(map(len, layer.values()))
        if total > MOST_TRANSITIONS:
            raise LayoutError(
                f"a rule on {len(cells)} cells has over {MOST_TRANSITIONS:,} cases: it is too large"
            )
        forward.append(layer)
        states = list(dict.fromkeys(t for moves in layer.values() for _, t in moves))
    names: dict[Any, int] = {q: 0 for q in states if accept(q)}
    layers: list[tuple[tuple[int, int, int], ...]] = []
    said: list[tuple[str, ...]] = []
    for i, layer in reversed(list(enumerate(forward))):
        futures: dict[tuple[tuple[int, int], ...], int] = {}
        before: dict[Any, int] = {}
        words: list[str] = []
        for q, moves in layer.items():
            future = tuple((d, names[t]) for d, t in moves if t in names)
            if future:
                if future not in futures:
                    futures[future] = len(futures)
                    words.append(say(q) if i else "")
                before[q] = futures[future]
        layers.append(tuple((q, d, t) for future, q in futures.items() for d, t in future))
        said.append(tuple(words))
        names = before
    layers.append(tuple(dict.fromkeys((0, d, t) for _, d, t in layers.pop())))  # one start
    layers.reverse()
    said.reverse()
    return Automaton(cells, tuple(layers), tuple(said[1:]))


def determinized(form: Automaton, digits: Iterable[int]) -> Automaton:
    """The same language, with one transition for each state and digit."""

    def step(q: frozenset[int], i: int, d: int) -> frozenset[int] | None:
        return frozenset(t for s, e, t in form.layers[i] if e == d and s in q) or None

    return automaton(form.cells, digits, frozenset((0,)), step)


def as_automaton(form: Form, digits: Iterable[int]) -> Automaton:
    """Any simple form as an automaton along its cells."""
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
            return automaton(
                cells,
                digits,
                frozenset(),
                lambda q, i, d: (
                    q | {d} if d not in q and any(q | {d} <= s for s in allowed_sets) else None
                ),
                key=("sets", allowed_sets),
            )
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


def _sum_automaton(
    cells: tuple[int, ...], coefficients: tuple[int, ...], total: int, digits: tuple[int, ...]
) -> Automaton:
    low, high = [0], [0]  # what the cells from here on can add
    for coefficient in reversed(coefficients):
        ends = sorted((coefficient * digits[0], coefficient * digits[-1]))
        low.append(low[-1] + ends[0])
        high.append(high[-1] + ends[1])
    low.reverse()
    high.reverse()

    def step(partial: int, i: int, d: int) -> int | None:
        now = partial + coefficients[i] * d
        return now if low[i + 1] <= total - now <= high[i + 1] else None

    if not cells:
        raise LayoutError("a sum of no cells")
    return automaton(
        cells, digits, 0, step, lambda partial: partial == total, "the sum is {}".format,
        key=("sum", coefficients, total),
    )  # fmt: skip
