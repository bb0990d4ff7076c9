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
from ..phrases import phrase
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
#: By state, the moves of a `Machine` out of it: (next state, mask of digits).
MachineLayer = tuple[tuple[tuple[int, int], ...], ...]
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


@frozen
class EqualSums:
    """The digits of each part have the same sum. A part may have a cell twice."""

    parts: tuple[Cells, ...]

    def differences(self) -> Iterator[Sum]:
        """Yield the same as sums: the other parts have the sum of the first."""
        first, *others = self.parts
        # no number is given: the difference of two sums is one sum that is known, 0
        for part in others:
            signs = [1] * len(first) + [-1] * len(part)
            form = weighted_sum((*first, *part), signs, 0)
            if form.cells:  # the same cells twice: trivial
                yield form


@frozen
class Lunchbox:
    """The digits between the smallest and the largest one in the cells, of which there are at least
    two, add up to the total; the cells are distinct (which another form says)."""

    cells: Cells
    total: int


@frozen
class Lookup:
    """The digit of `place` is the place of a cell, counted from 1, which holds one of the digits
    (without any: the digit of `value`)."""

    place: int
    cells: Cells
    digits: DigitSet = frozenset()
    value: int = -1


@frozen
class Machine:
    """The cells, read in order, are accepted by an automaton, which may have several moves for a
    digit, and several paths for a word.

    layers[i]: of each state before cells[i], the moves out of it: the next state, and a mask of the
    digits that lead there, with a bit for each of the board's. The first layer has one state; any
    state at the end is accepted. key: as of `Automaton`.
    """

    cells: Cells
    layers: tuple[MachineLayer, ...]
    key: Hashable = field(compare=False)


#: Forms about many cells at once; of these only `Rank` and `Connected` are supported inside `or`.
Wide = Rank | Unequal | Alike | Connected | Areas | Parted
#: Forms that are automata of moderate size.
Short = Candidates | OneOf | Distinct | Relation | Sets | Sum | Count | LabelCount | Automaton
Simple = Short | DistinctCount
Form = Simple | AnyOf | Wide
#: Forms that the search on masks has besides; for all others, kinds say the same by forms above.
Searched = Form | EqualSums | Lunchbox | Lookup | Machine
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


def nowhere_alike(index: int) -> int:
    """Return the index: each cell is read in its own way."""
    return index


def everywhere_alike(index: int) -> int:
    """Return 0: all cells are read in the same way."""
    return 0


@frozen
class Reader:
    """An automaton as functions of its states, which can be any values.

    start: the state before the first cell. step: the next state. accept: whether a word may end in
    a state. say: a state in words. starts: several start states instead of one; each accepted word
    must have exactly one of them. alike: equal for the indexes between which `step` makes no
    difference, so that one call for each state and digit is enough. most: the maximum number of
    transitions.
    """

    start: Hashable
    step: Step
    accept: Callable[[Any], bool] = always
    say: Callable[[Any], str] = "the state is {}".format
    starts: Sequence[Hashable] = ()
    alike: Callable[[int], Hashable] = nowhere_alike
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
#: The transitions out of a state: (digit, next state). Until the automaton is minimal, a state is
#: its place among all that were found.
Moves = list[tuple[int, int]]


@frozen
class _Stage:
    """What is read at a cell. moves: of each state that can be reached before it, in the order of
    discovery. after: the states behind it."""

    moves: dict[int, Moves]
    after: tuple[int, ...]


@frozen
class _Merged:
    """A stage whose states are numbered by their futures; states without one have no number.

    numbers: by state. layer: the transitions. firsts: for each number, the first state that has it.
    """

    numbers: dict[int, int]
    layer: Transitions
    firsts: tuple[int, ...]


def _built(cells: Cells, digits: Cells, reader: Reader) -> Automaton:
    """Return the automaton with the fewest states for each cell.

    Two passes. Forwards, from the start, every state that some word leads to is found. Backwards,
    from the end, states are numbered by their future: the transitions out of them, with the numbers
    of the next states. States of one layer with the same future get the same number, and a state
    without a future gets none. Since the layers after it are already minimal, one comparison of
    transitions decides whether two states are equivalent; no partition has to be refined.

    Along cells that are read alike, both passes soon come to what they had before. Then a layer is
    one that is there, the same object, which also serves those who make something of each layer.
    """
    states, stages = _reachable(len(cells), digits, reader)
    # accepted states have the same future, which is none: they all are one
    numbers = {q: 0 for q in stages[-1].after if reader.accept(states[q])}
    made: dict[Hashable, _Merged] = {}
    words: dict[tuple[int, ...], tuple[str, ...]] = {}
    layers: list[Transitions] = []
    meanings = []
    for i, stage in reversed(list(enumerate(stages))):
        # a stage stays alive in `stages`, so that its id is its own
        key = id(stage), tuple(numbers.items())
        if key not in made:
            made[key] = _merged(stage, numbers)
        merged = made[key]
        numbers = merged.numbers
        layers.append(merged.layer)
        if i and merged.firsts not in words:
            words[merged.firsts] = tuple([reader.say(states[q]) for q in merged.firsts])
        meanings.append(words.get(merged.firsts, ()))
    # Several starts become one. No word begins in two of them, so each still has one path.
    first = layers.pop()
    layers.append(tuple(dict.fromkeys((0, d, t) for _, d, t in first)))
    layers.reverse()
    meanings.reverse()
    return Automaton(cells, tuple(layers), tuple(meanings[1:]))


def _merged(stage: _Stage, after: dict[int, int]) -> _Merged:
    """Number the states of a stage. after: the numbers of the states behind it."""
    futures: dict[tuple[tuple[int, int], ...], int] = {}
    numbers = {}
    firsts = []
    for q, moves in stage.moves.items():
        future = tuple([(d, after[t]) for d, t in moves if t in after])
        if not future:
            continue
        if future not in futures:
            futures[future] = len(futures)
            firsts.append(q)
        numbers[q] = futures[future]
    layer = tuple([(q, d, t) for future, q in futures.items() for d, t in future])
    return _Merged(numbers, layer, tuple(firsts))


def _reachable(length: int, digits: Cells, reader: Reader) -> tuple[list[Any], list[_Stage]]:
    """Return the states that can be reached, each once, and the stage of each cell."""
    places: dict[Any, int] = {}
    for q in reader.starts or [reader.start]:
        places.setdefault(q, len(places))
    reached = tuple(places.values())
    states = list(places)
    known: dict[Hashable, dict[int, Moves]] = {}
    made: dict[Hashable, _Stage] = {}
    stages: list[_Stage] = []
    total = 0
    for i in range(length):
        alike = reader.alike(i)
        key = alike, reached
        if key not in made:
            moves_of = known.setdefault(alike, {})
            for q in reached:
                if q in moves_of:
                    continue
                moves_of[q] = []
                for d in digits:
                    after = reader.step(states[q], i, d)
                    if after is None:
                        continue
                    if after not in places:
                        places[after] = len(places)
                        states.append(after)
                    moves_of[q].append((d, places[after]))
            moves = {q: moves_of[q] for q in reached}
            targets = dict.fromkeys([t for some in moves.values() for _, t in some])
            made[key] = _Stage(moves, tuple(targets))
        stage = made[key]
        total += sum(map(len, stage.moves.values()))
        if total > reader.most:
            raise LayoutError(
                phrase(
                    "a rule on {count!s} cells has over {most:,} cases: it is too large",
                    count=length,
                    most=reader.most,
                )
            )
        stages.append(stage)
        reached = stage.after
    return states, stages


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
    return Reader(0, step, accept=lambda count: count in numbers, say=say, alike=everywhere_alike)


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
