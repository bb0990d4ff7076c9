"""Constraints: what each kind says, and that its clauses say it, no more, no less, at once.

The judge is brute force: on the cells of one constraint all words of digits are tried. After the
base rules no digit may be left that the constraint alone forbids (but for all-different, which is
as strong as a house).
"""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import Layout, Theory
from satdoku.backends import open_backend
from satdoku.constraints.clauses.form_clauses import clauses_of
from satdoku.constraints.forms import (
    Alike,
    AnyOf,
    Automaton,
    Candidates,
    Connected,
    Count,
    Distinct,
    DistinctCount,
    LabelCount,
    Rank,
    Reader,
    Relation,
    Sets,
    Sum,
    Unequal,
    automaton,
    everywhere_alike,
)
from satdoku.constraints.registry import forms_of
from satdoku.inference.deduction import DENIED, Deduction
from satdoku.kernels.propagation.automaton_pieces import automaton_data
from satdoku.theory import Clause
from tests.marks import examples


def bare_theory(layout, forms):
    """A theory of cells and forms alone: no rows, columns or boxes."""
    said = clauses_of(layout, [("it", forms)])
    cells = [Clause("cell", tuple(layout.variables_of(c))) for c in range(layout.cell_count)]
    more = [Clause(*made) for made in said.made]
    count = layout.variable_count + len(said.helper_names)
    return Theory(count, [*cells, *more], layout, said.helper_names)


def holds(form, digits):
    """The form, by its definition; digits: by cell."""
    match form:
        case Candidates(cell, allowed):
            return digits[cell] in allowed
        case Distinct(cells):
            return len({digits[c] for c in cells}) == len(cells)
        case Relation(a, b, pairs):
            return (digits[a], digits[b]) in pairs
        case Sets(cells, sets):
            word = [digits[c] for c in cells]
            return len(set(word)) == len(word) and frozenset(word) in sets
        case Sum(cells, coefficients, total):
            return sum(k * digits[c] for k, c in zip(coefficients, cells, strict=True)) == total
        case Automaton(cells, layers, _):
            states = {0}
            for cell, layer in zip(cells, layers, strict=True):
                states = {t for q, d, t in layer if q in states and d == digits[cell]}
            return bool(states)
        case Count(cells, digit, numbers):
            return [digits[c] for c in cells].count(digit) in numbers
        case LabelCount(control, first, arms, offset):
            found = 1
            for arm in arms:
                labels = [digits[first], *(digits[c] for c in arm)]
                while len(labels) > 1 and labels[1] == labels[0]:
                    found += 1
                    del labels[1]
            return digits[control] + offset == found
        case DistinctCount(control, cells):
            return digits[control] == len({digits[c] for c in cells})
        case Rank(line, others, below, ties):
            number = tuple(digits[c] for c in line)
            theirs = [tuple(digits[c] for c in other) for other in others]
            is_free = ties or number not in theirs
            return is_free and sum(their < number for their in theirs) == below
        case Unequal(one, other):
            return [digits[c] for c in one] != [digits[c] for c in other]
        case Alike(groups):
            held = [sorted(digits[c] for c in group) for group in groups]
            return all(word == sorted(set(held[0])) for word in held)
        case Connected(cells, wanted, edges, size):
            piece = {c for c in cells if digits[c] in wanted}
            pieces = len(piece)
            heads = {c: c for c in piece}
            for a, b in edges:
                if a in piece and b in piece and heads[a] != heads[b]:
                    pieces -= 1
                    old, new = heads[a], heads[b]
                    heads = {c: new if head == old else head for c, head in heads.items()}
            return pieces == 1 and size in (0, len(piece))
        case AnyOf(alternatives):
            return any(all(holds(f, digits) for f in forms) for forms in alternatives)


def words(layout, cells, form, denied=frozenset()):
    """All ways to fill the cells that satisfy a form."""
    choices = [[d for d in layout.digits if (c, d) not in denied] for c in cells]
    for word in product(*choices):
        if holds(form, dict(zip(cells, word, strict=True))):
            yield word


def left_over(layout, theory, denied):
    """(cell, digit) that the base rules leave when these are denied; None if a clause breaks."""
    deduction = Deduction(theory)
    first = layout.digits[0]
    if not deduction.extend([-layout.variable_of(c, d - first + 1) for c, d in denied]):
        return None
    return {
        (cell, digit - 1 + first)
        for v in range(1, layout.variable_count + 1)
        if deduction.status[v] != DENIED
        for cell, digit in [layout.cell_and_digit(v)]
    }


def check_consistent(layout, cells, form, denied):
    """The base rules leave just the digits that stand in some word of the form."""
    theory = bare_theory(layout, [form])
    left = left_over(layout, theory, denied)
    supported = {
        pair
        for word in words(layout, cells, form, denied)
        for pair in zip(cells, word, strict=True)
    }
    assert (left and {p for p in left if p[0] in cells}) == (supported or None)


SMALL = Layout(4, symbols="0123")  # 0 to 3, no boxes


@settings(max_examples=examples(200))
@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3))), st.data())
def test_relations_are_arc_consistent(pairs, data):
    form = Relation(0, 5, frozenset(pairs))
    candidates = st.sets(st.tuples(st.sampled_from([0, 5]), st.integers(0, 3)), max_size=5)
    check_consistent(SMALL, (0, 5), form, data.draw(candidates))


def test_every_relation_of_two_cells_with_two_digits_is_arc_consistent():
    layout = Layout(2)
    squares = list(product((1, 2), repeat=2))
    for k in range(len(squares) + 1):
        for pairs in combinations(squares, k):
            for gone in range(3):
                for denied in combinations(list(product((0, 3), (1, 2))), gone):
                    check_consistent(layout, (0, 3), Relation(0, 3, frozenset(pairs)), denied)


@settings(max_examples=examples(150))
@given(st.data())
def test_automata_are_arc_consistent(data):
    """Any set of words, as an automaton over prefixes."""
    length = data.draw(st.integers(1, 3))
    cells = tuple(range(length))
    letters = st.tuples(*[st.integers(0, 3)] * length)
    language = data.draw(st.sets(letters, max_size=20))

    def step(q, i, d):
        return (*q, d) if any(w[: i + 1] == (*q, d) for w in language) else None

    form = automaton(cells, SMALL.digits, Reader((), step))
    assert set(words(SMALL, cells, form)) == language
    denied = data.draw(st.sets(st.tuples(st.sampled_from(cells), st.integers(0, 3)), max_size=6))
    check_consistent(SMALL, cells, form, denied)


@settings(max_examples=examples(100))
@given(st.data())
def test_cells_that_are_read_alike_make_the_same_automaton(data):
    """Any table of moves, some of its states accepted; to read every cell anew is the judge."""
    digits, length = (1, 2), data.draw(st.integers(1, 12))
    states = st.integers(0, 3)
    moves = data.draw(st.dictionaries(st.tuples(states, st.sampled_from(digits)), states))
    accepted = data.draw(st.sets(states))

    def step(q, i, d):
        return moves.get((q, d))

    anew = automaton(range(length), digits, Reader(0, step, accepted.__contains__))
    alike = Reader(0, step, accepted.__contains__, alike=everywhere_alike)
    assert automaton(range(length), digits, alike) == anew


def test_a_long_line_by_a_large_automaton_has_few_layers_and_few_parameters():
    def step(last_two, i, d):
        return last_two % 10 * 10 + d

    reader = Reader(0, step, lambda last_two: last_two % 7 == 0, alike=everywhere_alike)
    form = automaton(range(81), range(1, 10), reader)
    assert len(set(map(id, form.layers))) < 10
    data, states = automaton_data(form, first=1)
    assert states == 2 + sum(map(len, form.meanings))
    assert len(data) < 10 * 81 * 20


@settings(max_examples=examples(100))
@given(
    st.lists(st.integers(-3, 3).filter(bool), min_size=1, max_size=4),
    st.integers(-12, 18),
    st.sets(st.tuples(st.sampled_from([0, 6, 9, 15]), st.integers(0, 3)), max_size=8),
)
def test_sums_are_arc_consistent(coefficients, total, denied):
    cells = (0, 6, 9, 15)[: len(coefficients)]  # no two in a line
    form = Sum(cells, tuple(coefficients), total)
    check_consistent(SMALL, cells, form, {p for p in denied if p[0] in cells})


@settings(max_examples=examples(100))
@given(
    st.integers(3, 4),
    st.sets(st.integers(0, 14), max_size=6),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=8),
)
def test_sets_leave_only_digits_of_sets_that_are_possible(size, totals, denied):
    """As strong as a house: a set stays possible while each digit of it has a cell."""
    layout, cells = Layout(5, symbols="01234"), tuple(range(size))
    allowed = tuple(frozenset(s) for s in combinations(range(5), size) if sum(s) in totals)
    form = Sets(cells, allowed)
    theory = bare_theory(layout, [form])
    denied = {p for p in denied if p[0] in cells}
    left = left_over(layout, theory, denied)
    solutions = set(words(layout, cells, form, denied))
    if left is None:
        assert not solutions
        return
    mine = {p for p in left if p[0] in cells}
    assert {p for word in solutions for p in zip(cells, word, strict=True)} <= mine
    places = {d: {c for c, e in mine if e == d} for d in range(5)}
    possible = [s for s in allowed if all(places[d] for d in s)]
    assert {d for _, d in mine} <= {d for s in possible for d in s}


@pytest.mark.parametrize(
    "name",
    [
        "or(candidates:0,2:r1c1|sum:3:r1c1,r1c2)",
        "or(distinct:r1c1,r1c2&sum:4:r1c1-r1c3|palindrome:r1c1-r1c3)",
        "or(skyscraper:3:r1c1-r1c3|difference:r1c2,r1c3|renban:r1c1-r1c3)",
    ],
)
def test_alternatives_are_counted_once(name):
    layout = SMALL.with_constraints(name)
    (form,) = forms_of(layout.constraints[0], layout)
    cells = (0, 1, 2)
    theory = bare_theory(layout, [form])
    for word in product(layout.digits, repeat=3):
        givens = [layout.variable_of(c, d + 1) for c, d in zip(cells, word, strict=True)]
        others = [layout.variable_of(c, 1) for c in range(3, 16)]
        count = len(list(open_backend("native", theory).completions(givens + others)))
        assert count == holds(form, dict(zip(cells, word, strict=True)))


@pytest.mark.parametrize("digits", ["1234", "0123"])
@settings(max_examples=examples(60))
@given(st.data())
def test_distinct_counts_are_kept_and_counted_once(digits, data):
    """With some digits denied, cells in no common house and even a cell twice."""
    layout = Layout(4, symbols=digits)
    control, *cells = data.draw(st.lists(st.sampled_from(range(5)), min_size=2, max_size=5))
    form, own = DistinctCount(control, tuple(cells)), sorted({control, *cells})
    pairs = st.tuples(st.sampled_from(own), st.sampled_from(layout.digits))
    denied = data.draw(st.sets(pairs, max_size=6))
    theory = bare_theory(layout, [form])
    left = left_over(layout, theory, denied)
    wanted = set(words(layout, own, form, denied))
    supported = {pair for word in wanted for pair in zip(own, word, strict=True)}
    assert supported <= (left or set()), "what the form allows stays"
    if data.draw(st.booleans()):
        rest = [layout.variable_of(c, 1) for c in range(layout.cell_count) if c not in own]
        found = list(open_backend("minicard", theory).completions(rest))
        grids = [[d for _, d in map(theory.cell_and_digit, theory.on_board(one))] for one in found]
        shift = layout.digits[0] - 1
        kept = [tuple(grid[c] + shift for c in own) for grid in grids]
        assert sorted(kept) == sorted(words(layout, own, form))
