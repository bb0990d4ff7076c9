"""The generic forms that express every kind of constraint, as data.

Digits are given by value (0 … size-1 on a board whose first symbol is 0, otherwise 1 … size). The
meaning of a form is defined here; `clauses/` encodes it, CP-SAT may model it directly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import field
from itertools import accumulate, chain, combinations
from typing import Any

from ..errors import LayoutError
from ..frozen import frozen
from ..geometry import Cells
from ..grouping import grouped
from .memo import Memo

#: The maximum number of transitions of one automaton.
MOST_TRANSITIONS = 200_000
#: Pairs of cells.
Edges = tuple[tuple[int, int], ...]
DigitSet = frozenset[int]
#: (digit of one cell, digit of another)
DigitPairs = frozenset[tuple[int, int]]
#: The transitions (state, digit, next state) of an automaton at one cell.
Transitions = tuple[tuple[int, int, int], ...]
#: (state, index of the cell, digit) → the next state, None for a dead end.
Step = Callable[[Any, int, int], Hashable | None]


@frozen
class Candidates:
    """The cell holds one of the digits."""

    cell: int
    digits: DigitSet


@frozen
class OneOf:
    """Exactly one of the cells (if not `exactly`, at most one) holds one of the digits."""

    cells: Cells
    digits: DigitSet
    exactly: bool = True


@frozen
class Distinct:
    """No digit twice in the cells. As in a house, the base rules see single digits and cells."""

    cells: Cells


@frozen
class Relation:
    """(digit of first, digit of second) is one of the pairs; two different cells."""

    first: int
    second: int
    pairs: DigitPairs


@frozen
class Sets:
    """The cells are distinct, and the set of their digits is one of these."""

    cells: Cells
    sets: tuple[DigitSet, ...]


@frozen
class Sum:
    """coefficients · digits = total. Cells are different."""

    cells: Cells
    coefficients: tuple[int, ...]
    total: int


@frozen
class Automaton:
    """layers[i]: the transitions (state, digit, next state) at cells[i]; states are numbers within
    their layer, 0 at the start, and any state at the end is accepted.

    Each word has at most one path; the automaton is minimal, without dead ends. meanings: of
    each state, by boundary 1 … len(cells)-1 and state. key: automata with the same key differ
    only in their cells (None: unknown).
    """

    cells: Cells
    layers: tuple[Transitions, ...]
    meanings: tuple[tuple[str, ...], ...]
    key: Hashable = field(default=None, compare=False)


@frozen
class Count:
    """The number of the cells that hold the digit is one of these."""

    cells: Cells
    digit: int
    numbers: frozenset[int]


@frozen
class DistinctCount:
    """The control cell holds the number of different digits in the cells (one or more)."""

    control: int
    cells: Cells


@frozen
class LabelCount:
    """The digit of the control cell plus `offset` is the number of cells that hold the label of
    `first`: itself, and along each of the arms those up to the first with another label."""

    control: int
    first: int
    arms: tuple[Cells, ...]
    offset: int

    @property
    def cells(self) -> Cells:
        """The first cell, the arms one after the other, the control cell."""
        return (self.first, *chain.from_iterable(self.arms), self.control)


@frozen
class Rank:
    """`line`, read as a number, is greater than exactly `below` of the others, and equals none
    (ties: it may equal some).

    The lines are all rows and columns of a square, from both ends, so that in each of the four
    directions they begin with each digit once.
    """

    line: Cells
    others: tuple[Cells, ...]
    below: int
    ties: bool = False


@frozen
class Unequal:
    """Two lines of the same length differ in at least one place."""

    first: Cells
    second: Cells


@frozen
class Alike:
    """In each group the digits differ, and all groups hold the same digits."""

    groups: tuple[Cells, ...]


@frozen
class Connected:
    """At least one cell holds one of the digits, and these cells form one piece by the edges.

    edges: pairs of neighbours. size: the number of these cells, 0 for any. border: pieces that have
    one of these cells count as one, joined outside. must_touch: every piece must have one of these
    cells, and there may be no piece at all. (With a border, no size can be given.) is_line: other
    forms make the piece a path or a loop, so it is a circuit to CP-SAT.
    """

    cells: Cells
    digits: DigitSet
    edges: Edges
    size: int
    border: Cells = ()
    must_touch: bool = False
    is_line: bool = False


@frozen
class Areas:
    """The cells that hold one of the digits form, by the edges, areas of `size` cells each.

    With clues, (cell, cell that holds a number), each area has exactly one of the clues' first
    cells, which are all in areas, and as many cells as its number; size is the largest possible.
    """

    cells: Cells
    digits: DigitSet
    edges: Edges
    size: int
    clues: Edges = ()


@frozen
class Parted:
    """labels[i] holds the label of cells[i], one of the `count` smallest digits; each label has
    `size` cells, with different digits."""

    cells: Cells
    labels: Cells
    size: int
    count: int


@frozen
class AnyOf:
    """At least one of the alternatives holds, that is, all of its forms."""

    alternatives: tuple[tuple[Form, ...], ...]


#: Forms about many cells at once; of these only `Rank` is supported inside an `or`.
Wide = Rank | Unequal | Alike | Connected | Areas | Parted
#: Forms that are automata of moderate size.
Short = Candidates | OneOf | Distinct | Relation | Sets | Sum | Count | LabelCount | Automaton
Simple = Short | DistinctCount
Form = Simple | AnyOf | Wide
Forms = Iterator[Form]


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

    def make() -> DigitPairs:
        return frozenset((d, e) for d in digits for e in digits if holds(d, e))

    if key is None:
        return Relation(first, second, make())
    return Relation(first, second, _good_pairs.get((key, digits), make))


def sets(
    cells: Sequence[int],
    digits: Iterable[int],
    holds: Callable[[Cells], bool],
    key: Hashable,
) -> Form:
    """Return the form of distinct cells whose digits, in increasing order, satisfy a test. key:
    identifies `holds`, together with the digits and the number of cells."""
    cells = tuple(cells)
    digits = tuple(digits)
    count = len(cells)
    if len(set(cells)) < count:
        raise LayoutError("a cell twice in a cage or line whose digits must differ")

    def make() -> tuple[DigitSet, ...]:
        return tuple([frozenset(some) for some in combinations(digits, count) if holds(some)])

    # many cages of a puzzle have the same sum and size
    good = _good_sets.get((key, digits, count), make)
    if count == 1:
        return Candidates(cells[0], frozenset().union(*good))
    if count == 2:
        pairs = set()
        for a, b in good:
            pairs.add((a, b))
            pairs.add((b, a))
        return Relation(cells[0], cells[1], frozenset(pairs))
    return Sets(cells, good)


def weighted_sum(cells: Sequence[int], coefficients: Sequence[int], total: int) -> Sum:
    """Return a sum in which a cell may occur several times; large coefficients come last."""
    pairs = zip(cells, coefficients, strict=True)
    weights = {cell: sum(factors) for cell, factors in grouped(pairs).items()}
    kept = [cell for cell in weights if weights[cell]]
    # an automaton that reads small coefficients first has fewer states
    kept.sort(key=lambda cell: abs(weights[cell]))
    return Sum(tuple(kept), tuple([weights[cell] for cell in kept]), total)


def sums(cells: Sequence[int], coefficients: Sequence[int], total: int) -> Forms:
    """Yield that sum as a form; if the cells cancel out, nothing, or a form that never holds."""
    form = weighted_sum(cells, coefficients, total)
    if form.cells:
        yield form
    elif total:
        yield Candidates(cells[0], frozenset())


def plain_sum(cells: Sequence[int], total: int) -> Sum:
    """Return the sum of the cells' digits, each times 1."""
    return weighted_sum(cells, [1] * len(cells), total)


def always(state: Any) -> bool:
    """Accept any state."""
    return True


@frozen
class Reader:
    """An automaton as functions of its states, which can be any values.

    start: the state before the first cell. step: the next state. accept: whether a word may end in
    a state. say: a state in words. starts: several start states instead of one; each accepted word
    must have exactly one of them. uniform: whether `step` ignores the index, so that one call for
    each state and digit is enough. most: the maximum number of transitions.
    """

    start: Hashable
    step: Step
    accept: Callable[[Any], bool] = always
    say: Callable[[Any], str] = "the state is {}".format
    starts: Sequence[Hashable] = ()
    uniform: bool = False
    most: int = MOST_TRANSITIONS


def automaton(
    cells: Sequence[int], digits: Iterable[int], reader: Reader, key: Hashable = None
) -> Automaton:
    """Return the automaton that reads these cells, in order, as the reader does.

    States with the same future are merged. A language without words gives layers without
    transitions. key: identifies the reader, together with the digits and the number of cells;
    automata with a key are cached. Raises `LayoutError` beyond `reader.most` transitions.
    """
    cells = tuple(cells)
    digits = tuple(digits)

    def make() -> Automaton:
        return _built(cells, digits, reader)

    if key is None:
        return make()
    key = key, digits, len(cells)
    # cells are not part of the key: a cached automaton serves any cells
    made = _automata.get(key, make, lambda automaton: sum(map(len, automaton.layers)))
    return Automaton(cells, made.layers, made.meanings, key)


#: Automata by key, with the maximum number of transitions cached.
_automata = Memo(500_000)
#: (digit, next state) of the transitions out of a state, before states are numbered.
Moves = list[tuple[int, Any]]


def _built(cells: Cells, digits: Cells, reader: Reader) -> Automaton:
    """Return the automaton with the fewest states for each cell.

    Two passes. Forwards, from the start, every state that some word leads to is found. Backwards,
    from the end, states are numbered by their future: the transitions out of them, with the numbers
    of the next states. States of one layer with the same future get the same number, and a state
    without a future gets none. Since the layers after it are already minimal, one comparison of
    transitions decides whether two states are equivalent; no partition has to be refined.
    """
    forward, ends = _reachable(len(cells), digits, reader)
    # accepted states have the same future, which is none: they all are one
    numbers = {q: 0 for q in ends if reader.accept(q)}
    layers: list[Transitions] = []
    meanings = []
    for i, moves_of in reversed(list(enumerate(forward))):
        futures: dict[tuple[tuple[int, int], ...], int] = {}
        before = {}
        words = []
        for q, moves in moves_of.items():
            future = tuple([(d, numbers[t]) for d, t in moves if t in numbers])
            if not future:
                continue
            if future not in futures:
                futures[future] = len(futures)
                words.append(reader.say(q) if i else "")
            before[q] = futures[future]
        layers.append(tuple([(q, d, t) for future, q in futures.items() for d, t in future]))
        meanings.append(tuple(words))
        numbers = before
    # Several starts become one. No word begins in two of them, so each still has one path.
    first = layers.pop()
    layers.append(tuple(dict.fromkeys((0, d, t) for _, d, t in first)))
    layers.reverse()
    meanings.reverse()
    return Automaton(cells, tuple(layers), tuple(meanings[1:]))


def _reachable(
    length: int, digits: Cells, reader: Reader
) -> tuple[list[dict[Any, Moves]], list[Any]]:
    """Return by cell the moves out of each state that can be reached, and the states at the end."""
    forward: list[dict[Any, Moves]] = []
    states = list(reader.starts) or [reader.start]
    total = 0
    known: dict[Any, Moves] = {}
    for i in range(length):
        if not reader.uniform:
            known = {}
        for q in states:
            if q not in known:
                known[q] = _moves(q, i, digits, reader.step)
        moves_of = {q: known[q] for q in states}
        total += sum(map(len, moves_of.values()))
        if total > reader.most:
            raise LayoutError(
                f"a rule on {length} cells has over {reader.most:,} cases: it is too large"
            )
        forward.append(moves_of)
        states = list(dict.fromkeys([t for moves in moves_of.values() for _, t in moves]))
    return forward, states


def _moves(state: Any, i: int, digits: Cells, step: Step) -> Moves:
    return [(d, after) for d in digits if (after := step(state, i, d)) is not None]


def determinized(form: Automaton, digits: Iterable[int]) -> Automaton:
    """Return the same language with one transition for each state and digit."""
    # a state of the new automaton is the set of states that the word so far can lead to
    ways = [grouped(((s, d), t) for s, d, t in layer) for layer in form.layers]

    def step(q: DigitSet, i: int, d: int) -> DigitSet | None:
        after: set[int] = set()
        for s in q:
            after.update(ways[i].get((s, d), ()))
        return frozenset(after) or None

    return automaton(form.cells, digits, Reader(frozenset((0,)), step))


def not_inside() -> LayoutError:
    """Return the error for a form that may not stand inside an `or`."""
    return LayoutError("this rule inside `or` is not supported")


def as_automaton(form: Form, digits: Iterable[int]) -> Automaton:
    """Return a simple form as an automaton along its cells."""
    digits = tuple(digits)
    match form:
        case Automaton():
            return form
        case Sum():
            return _sum_automaton(form, digits)
        case Candidates(cell, allowed):
            return automaton((cell,), digits, _candidates(allowed), key=("candidates", allowed))
        case OneOf(cells, wanted, exactly):
            key: Hashable = ("one of", wanted, exactly)
            return automaton(cells, digits, _one_of(wanted, exactly), key)
        case Relation(first, second, pairs):
            return automaton((first, second), digits, _relation(pairs), key=("relation", pairs))
        case Distinct(cells):
            return automaton(cells, digits, _distinct(), key="distinct")
        case Sets(cells, allowed_sets):
            return automaton(cells, digits, _sets(allowed_sets), key=("sets", allowed_sets))
        case Count(cells, digit, numbers):
            key = ("count", digit, numbers)
            return automaton(cells, digits, _count(digit, numbers, len(cells)), key)
        case LabelCount(_, _, arms, offset):
            lengths = tuple(map(len, arms))
            key = ("label count", lengths, offset)
            return automaton(form.cells, digits, _label_count(lengths, offset), key)
        case DistinctCount(control, cells):
            reader = _distinct_count(len(cells))
            return automaton((*cells, control), digits, reader, key="distinct count")
        case _:
            raise not_inside()


def _candidates(allowed: DigitSet) -> Reader:
    def step(q: int, i: int, d: int) -> int | None:
        return 0 if d in allowed else None

    return Reader(0, step)


def _one_of(wanted: DigitSet, exactly: bool) -> Reader:
    """The state is the number of the wanted digits so far."""

    def step(q: int, i: int, d: int) -> int | None:
        count = q + (d in wanted)
        return count if count < 2 else None

    return Reader(0, step, accept=lambda q: bool(q) or not exactly)


def _count(digit: int, numbers: frozenset[int], length: int) -> Reader:
    """The state is the number of the digit so far."""
    enough = length + 1  # from here on, all numbers are right
    while enough - 1 in numbers:
        enough -= 1
    most = max(numbers, default=-1)

    def step(q: int, i: int, d: int) -> int | None:
        now = q + (d == digit)
        return min(now, enough) if now <= most else None

    say = f"there are {{}} {digit}s".format
    return Reader(0, step, accept=lambda count: count in numbers, say=say, uniform=True)


def _label_count(lengths: Sequence[int], offset: int) -> Reader:
    """The state is the label, the number of cells with it so far, and whether the arm goes on."""
    *starts, last = accumulate(lengths, initial=1)

    def step(q: Any, i: int, d: int) -> Any:
        if i == 0:
            return (d, 1, True)
        label, filled, goes_on = q
        if i == last:
            return "matched" if d + offset == filled else None
        goes_on = (goes_on or i in starts) and d == label
        return (label, filled + goes_on, goes_on)

    return Reader(None, step)


def _relation(pairs: DigitPairs) -> Reader:
    """The state after the first cell is its digit."""

    def step(q: Any, i: int, d: int) -> Any:
        if i == 0:
            return (d,)
        return (0,) if (q[0], d) in pairs else None

    return Reader(None, step)


def _distinct() -> Reader:
    """The state is the set of the digits so far."""

    def step(q: DigitSet, i: int, d: int) -> DigitSet | None:
        return None if d in q else q | {d}

    return Reader(frozenset(), step)


def _sets(allowed: Sequence[DigitSet]) -> Reader:
    """The state is the set of the digits so far."""

    def step(q: DigitSet, i: int, d: int) -> DigitSet | None:
        if d in q:
            return None
        now = q | {d}
        return now if any(now <= s for s in allowed) else None

    return Reader(frozenset(), step)


def _distinct_count(last: int) -> Reader:
    """The state is the set of the digits so far, at the end the digit of the control cell."""

    def step(q: DigitSet, i: int, d: int) -> Hashable | None:
        if i < last:
            return q | {d}
        return d if d == len(q) else None

    def say(q: DigitSet | int) -> str:
        return f"seen are {sorted(q) if isinstance(q, frozenset) else q}"

    return Reader(frozenset(), step, say=say)


def left_to_add(ends: Sequence[tuple[int, int]]) -> list[range]:
    """Return what the terms from each one on can add; the last range is for none. ends: two numbers
    per term, its smallest and largest in any order."""
    left = [range(1)]
    for term in reversed(ends):
        after = left[-1]
        left.append(range(after.start + min(term), after.stop + max(term)))
    left.reverse()
    return left


def _sum_automaton(form: Sum, digits: Cells) -> Automaton:
    """Return the automaton whose state is the sum so far, if the rest can still be added."""
    total = form.total
    coefficients = form.coefficients
    left = left_to_add([(k * digits[0], k * digits[-1]) for k in coefficients])

    def step(partial: int, i: int, d: int) -> int | None:
        now = partial + coefficients[i] * d
        return now if total - now in left[i + 1] else None

    if not form.cells:
        raise LayoutError("a sum of no cells")
    reader = Reader(0, step, accept=lambda partial: partial == total, say="the sum is {}".format)
    return automaton(form.cells, digits, reader, key=("sum", coefficients, total))
