"""The search on masks: each propagator against its form's definition, by trying every board."""

import random
import sys
from dataclasses import replace
from itertools import islice, pairwise, product
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import satdoku
from satdoku import Constraint, EngineError, Layout, LayoutError, Puzzle, Theory
from satdoku.backends import auto, masks, open_backend
from satdoku.backends.base import Clock, OutOfPatience
from satdoku.backends.masks import MaskEngine
from satdoku.constraints import forms
from satdoku.constraints.evaluate import holds, keeps
from satdoku.constraints.geometry import neighbours
from satdoku.constraints.implied import with_known_sizes
from satdoku.constraints.user_defined.machine import machine_form
from satdoku.kernels import library
from satdoku.kernels.propagation import compiling, dispatch
from satdoku.kernels.propagation.board import MOST_DIGITS
from satdoku.kernels.propagation.mask_search import MaskBoard
from tests.marks import some

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
import make_variant_pictures as documents

#: Six cells for three digits, in no house: every fill is a board.
FREE = Layout(3, lines=False, height=2, width=3)
FILLS = list(product((1, 2, 3), repeat=6))
#: Neighbours on that board.
EDGES = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
ALL = tuple(range(6))


def some_cells(rng, least=1, most=6):
    return tuple(rng.sample(range(6), rng.randint(least, most)))


def some_digits(rng):
    return frozenset(rng.sample((1, 2, 3), rng.randint(1, 2)))


def some_sets(rng, count):
    sets = [frozenset(rng.sample((1, 2, 3), count)) for _ in range(2)]
    return tuple(dict.fromkeys(sets))


def some_pairs(rng):
    pairs = list(product((1, 2, 3), repeat=2))
    return frozenset(rng.sample(pairs, rng.randint(1, 8)))


def some_sum(rng):
    cells = some_cells(rng)
    coefficients = tuple(rng.choice((-2, -1, 1, 1, 1, 2, 10)) for _ in cells)
    fill = rng.choice(FILLS)
    total = sum(k * fill[cell] for k, cell in zip(coefficients, cells, strict=True))
    return forms.Sum(cells, coefficients, total + rng.choice((0, 0, 0, 1)))


def some_automaton(rng):
    # the digits' sum modulo 3 never repeats from one cell to the next, from a random start
    cells = some_cells(rng, 2)
    start = rng.randrange(3)
    reader = forms.Reader(start, lambda q, i, d: (q + d) % 3 if d != 3 - q else None)
    return forms.automaton(cells, (1, 2, 3), reader)


def some_sets_form(rng):
    cells = some_cells(rng, 1, 3)
    return forms.Sets(cells, some_sets(rng, len(cells)))


def some_rank(rng):
    lines = [(0, 1, 2), (2, 1, 0), (3, 4, 5), (5, 4, 3)]
    rng.shuffle(lines)
    return forms.Rank(lines[0], tuple(lines[1:]), rng.randrange(4), rng.random() < 0.5)


def some_connected(rng):
    must_touch = rng.random() < 0.3
    border = some_cells(rng, 1, 3) if must_touch or rng.random() < 0.4 else ()
    size = 0 if border else rng.choice((0, 0, 2, 3, 4))
    edges = tuple(edge for edge in EDGES if rng.random() < 0.9)
    return forms.Connected(ALL, some_digits(rng), edges, size, border, must_touch)


def some_any_of(rng):
    makers = [some_sum, some_sets_form, some_automaton, some_count, some_distinct, some_one_of]
    makers += [some_digit_count, some_connected, some_connected]
    inner = forms.AnyOf(((some_sum(rng),), (some_one_of(rng), some_candidates(rng))))
    alternatives = [tuple(rng.choice(makers)(rng) for _ in range(rng.randint(1, 2)))]
    alternatives.append((inner, some_relation(rng)))
    return forms.AnyOf(tuple(alternatives))


def some_one_of(rng):
    return forms.OneOf(some_cells(rng), some_digits(rng), rng.random() < 0.5)


def some_candidates(rng):
    return forms.Candidates(rng.randrange(6), some_digits(rng))


def some_relation(rng):
    return forms.Relation(*rng.sample(range(6), 2), some_pairs(rng))


def some_distinct(rng):
    return forms.Distinct(some_cells(rng, 2, 3))


def some_machine_rule(rng):
    """A rule with an automaton that may have several starts, moves for a digit, and groups."""
    states = rng.sample("abcd", rng.randint(2, 4))
    moves = []
    for _ in range(rng.randint(3, 12)):
        digits = sorted(rng.sample((1, 2, 3, 4), rng.randint(1, 3)))  # 4 is the mark
        source, target = rng.choices(states, k=2)
        moves.append(f"{source} {' '.join(map(str, digits))} {target}")
    moves += [f">{state}" for state in rng.sample(states, rng.randint(1, 2))]
    moves += [f"{state}!" for state in rng.sample(states, rng.randint(1, len(states)))]
    cells = some_cells(rng)
    first = rng.randint(0, len(cells))
    sizes = rng.choice([(), (), (first, len(cells) - first), (first, 0, len(cells) - first)])
    return Constraint("automaton", cells, sizes, ",".join(rng.sample(moves, len(moves))))


def some_machine(rng):
    return machine_form(some_machine_rule(rng), FREE)


def some_digit_count(rng):
    cells = some_cells(rng)
    numbers = rng.sample(range(len(cells) + 1), rng.randint(1, min(3, len(cells))))
    return forms.Count(cells, rng.choice((1, 2, 3)), frozenset(numbers))


def some_count(rng):
    control, *cells = some_cells(rng, 2)
    return forms.DistinctCount(control, tuple(cells))


def some_label_count(rng):
    # arms may meet, and have no cell
    control, first, *cells = some_cells(rng, 3)
    places = sorted(rng.randrange(len(cells) + 1) for _ in range(2))
    arms = (cells[: places[0]], cells[places[0] : places[1]], cells[places[1] :], cells[:1])
    return forms.LabelCount(control, first, tuple(map(tuple, arms)), rng.choice((-1, 0, 0, 1)))


def some_unequal(rng):
    cells = some_cells(rng, 4)
    half = len(cells) // 2
    return forms.Unequal(cells[:half], cells[half : 2 * half])


def some_alike(rng):
    cells = some_cells(rng, 6)
    width = rng.choice((1, 2, 3))
    return forms.Alike(tuple(cells[k : k + width] for k in range(0, 6, width)))


def some_areas(rng):
    cells = some_cells(rng, 4)
    edges = tuple(pair for pair in EDGES if {*pair} <= {*cells})
    clues = ()
    if rng.random() < 0.7:
        # a number may stand in a cell of its own area
        roots = rng.sample(cells, rng.randint(1, 2))
        clues = tuple((root, rng.randrange(6)) for root in roots)
    size = 3 if clues else rng.randint(1, 3)
    return forms.Areas(cells, some_digits(rng), edges, size, clues)


def some_parted(rng):
    cells = some_cells(rng, 6)
    return forms.Parted(cells[:3], cells[3:], size=1, count=3)


def some_equal_sums(rng):
    # cells may be in several parts, and twice in one
    parts = [tuple(rng.choices(ALL, k=rng.randint(1, 3))) for _ in range(rng.randint(1, 4))]
    return forms.EqualSums(tuple(parts))


def some_lunchbox(rng):
    return forms.Lunchbox(some_cells(rng, 2, 3), rng.choice((0, 0, 2)))


def some_lookup(rng):
    place, *cells = some_cells(rng, 3)
    if rng.random() < 0.5:
        return forms.Lookup(place, (*cells, place), some_digits(rng))
    return forms.Lookup(place, tuple(cells), value=rng.choice(ALL))


MAKERS = [
    some_machine,
    some_candidates,
    some_one_of,
    some_distinct,
    some_relation,
    some_sets_form,
    some_sum,
    some_automaton,
    some_digit_count,
    some_count,
    some_label_count,
    some_rank,
    some_unequal,
    some_alike,
    some_connected,
    some_areas,
    some_parted,
    some_any_of,
    some_equal_sums,
    some_lunchbox,
    some_lookup,
]


def is_kept(form, fill):
    """Whether a form holds: by its definition, and by `holds` if clauses have it too."""
    match form:
        case forms.EqualSums(parts):
            return len({sum(fill[cell] for cell in part) for part in parts}) == 1
        case forms.Lunchbox(cells, total):
            digits = [fill[cell] for cell in cells]
            if len(set(digits)) < len(digits):
                return False
            first, last = sorted((digits.index(min(digits)), digits.index(max(digits))))
            return sum(digits[first + 1 : last]) == total
        case forms.Lookup(place, cells, digits, value):
            found = dict(enumerate((fill[cell] for cell in cells), 1)).get(fill[place])
            return found in (digits if value < 0 else {fill[value]})
        case forms.Machine(cells, layers):
            states = {0}
            for cell, layer in zip(cells, layers, strict=True):
                ways = [way for state in states for way in layer[state]]
                states = {after for after, mask in ways if mask >> (fill[cell] - 1) & 1}
            return bool(states)
    return holds(form, fill)


def test_the_search_and_clauses_read_the_same_automaton():
    numbers = set()
    for seed in some(range(300)):
        rule = some_machine_rule(random.Random(seed))
        searched = machine_form(rule, FREE)
        accepted = [fill for fill in FILLS if is_kept(searched, fill)]
        assert accepted == [fill for fill in FILLS if keeps(fill, rule, FREE)], rule
        numbers.add(len(accepted))
    assert len(numbers) > 10


@pytest.mark.parametrize("number", range(20))
def test_an_automaton_is_the_same_whatever_its_states_are_called(number):
    """Both states are accepted at the end, where they count as one, and are two before."""
    a, b = f"p{number}", f"q{number}"
    text = f">{a}! 1 {b}!, {a} 2 3 {a}, {b} 2 3 {a}"
    form = machine_form(Constraint("automaton", (0, 1, 2, 3), (), text), FREE)
    wanted = [fill for fill in FILLS if (1, 1) not in pairwise(fill[:4])]
    assert [fill for fill in FILLS if is_kept(form, fill)] == wanted


def board_with(monkeypatch, *given):
    """The board FREE with these forms."""
    monkeypatch.setattr(compiling, "searched_forms", lambda layout: given)
    return MaskBoard(FREE)


def kept_by(board, masks, *given):
    """The fills within the masks that keep the forms, by trying all."""
    kept = set()
    for fill in FILLS:
        is_within = all(mask >> (d - 1) & 1 for mask, d in zip(masks, fill, strict=True))
        if is_within and all(is_kept(form, fill) for form in given):
            kept.add(fill)
    return kept


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_a_propagator_keeps_what_its_form_allows_and_nothing_else(make, monkeypatch):
    seen = set()
    for seed in some(range(120)):
        rng = random.Random(seed)
        form = make(rng)
        given = (form, some_relation(rng)) if seed % 3 else (form,)
        if isinstance(form, forms.Lunchbox):
            given = (*given, forms.Distinct(form.cells))
        board = board_with(monkeypatch, *given)
        for start in (board.all_masks(), board.all_masks()):
            if seen:
                start[:] = [rng.randint(1, 7) for _ in range(6)]
            found = [tuple(fill) for fill in board.search(start).solutions()]
            wanted = kept_by(board, start, *given)
            assert len(found) == len(wanted), (given, start)
            assert set(found) == wanted, (given, start)
            seen.add(len(wanted))
    assert len(seen) > 5  # neither all nor nothing


def connected_shapes(cell_count, edges):
    """All connected sets of cells, as bit masks."""
    near = [0] * cell_count
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a
    found = {1 << cell for cell in range(cell_count)}
    waiting = list(found)
    for shape in waiting:  # the loop appends to it
        for cell in range(cell_count):
            larger = shape | 1 << cell
            if near[cell] & shape and larger not in found:
                found.add(larger)
                waiting.append(larger)
    return found


@pytest.mark.parametrize("is_counted", [False, True])
def test_all_pieces_of_a_known_size_are_found_on_a_larger_board(is_counted, monkeypatch):
    layout = Layout(2, lines=False, height=4, width=4)
    cells = tuple(layout.all_cells)
    edges = tuple((a, b) for a in cells for b in neighbours(layout, a) if a < b)
    shapes = connected_shapes(len(cells), edges)
    numbers = set()
    for seed in some(range(60)):
        rng = random.Random(seed)
        size = rng.randint(3, 9)
        given = [forms.Connected(cells, frozenset({2}), edges, 0 if is_counted else size)]
        if is_counted:
            given.append(forms.Count(cells, 2, frozenset({size})))
        monkeypatch.setattr(compiling, "searched_forms", lambda layout, given=given: given)
        board = MaskBoard(layout)
        masks = board.all_masks()
        sure = rng.sample(cells, rng.randint(0, 4))
        masks[rng.sample(cells, 3)] = 1
        masks[sure] = 2
        wanted = set()
        for shape in shapes:
            fill = tuple([2 if shape >> cell & 1 else 1 for cell in cells])
            fits = all(masks[cell] & fill[cell] for cell in cells)
            if shape.bit_count() == size and fits:
                wanted.add(fill)
        found = [tuple(fill) for fill in board.search(masks).solutions()]
        assert len(found) == len(wanted)
        assert set(found) == wanted
        numbers.add(len(found))
    assert len(numbers) > 5  # neither all nor nothing


def test_a_number_that_is_known_is_the_size_of_a_piece():
    piece = forms.Connected(ALL, frozenset({2}), EDGES, 0)
    two = forms.Count(ALL, 2, frozenset({2}))
    assert list(with_known_sizes([two, piece])) == [two, replace(piece, size=2)]
    others = [
        forms.Count(ALL, 2, frozenset({2, 3})),
        forms.Count(ALL, 1, frozenset({2})),
        forms.Count(ALL[1:], 2, frozenset({2})),
    ]
    for other in others:
        assert list(with_known_sizes([other, piece])) == [other, piece]
    for kept in (
        replace(piece, size=3),
        replace(piece, border=(0,)),
        replace(piece, digits=frozenset({2, 3})),
    ):
        assert list(with_known_sizes([two, kept])) == [two, kept]


@pytest.mark.parametrize(("size", "count"), [(3, 1), (1, 2), (2, 1)])
def test_labels_are_the_smallest_digits(size, count, monkeypatch):
    form = forms.Parted(ALL[: size * count], ALL[-size * count :], size, count)
    board = board_with(monkeypatch, form)
    found = {tuple(fill) for fill in board.search(board.all_masks()).solutions()}
    labels = [(1 << count) - 1 if cell in form.labels else 7 for cell in ALL]
    assert found == kept_by(board, labels, form) and found


@pytest.mark.parametrize("rule", ["shaded-areas:2", "nurikabe:r1c1"])
@pytest.mark.parametrize("engine", ["masks", "auto", "native", "cpsat-integers"])
def test_what_clauses_refuse_inside_or_all_refuse(rule, engine):
    puzzle = Puzzle((0,) * 32, Layout.named(f"4x4+layer+or({rule}|odd:r1c1)"))
    with pytest.raises(LayoutError, match="inside `or` is not supported"):
        satdoku.count(puzzle, limit=1, engine=engine)


@pytest.mark.parametrize("digit", [0, 5, 100])
def test_digits_that_the_board_does_not_have_are_in_no_cell(digit, monkeypatch):
    for rule in (f"candidates:{digit},2:r1c1", f"or(candidates:{digit}:r1c1|candidates:2:r1c1)"):
        puzzle = Puzzle((0,) * 16, Layout.of_size(4).with_constraints(rule))
        for engine in ("masks", "native", "auto"):
            assert satdoku.count(puzzle, limit=None, engine=engine) == 288 // 4
    outside = frozenset((digit, digit + 100))
    board = board_with(monkeypatch, forms.OneOf(ALL, outside, exactly=False))
    assert board.search(board.all_masks()).count() == len(FILLS)


def test_numbers_too_large_for_a_word_are_left_to_other_engines():
    rule = Constraint("sum", (0, 9), (0, 4 * 10**18, -4 * 10**18))  # the cells are equal
    puzzle = Puzzle((0,) * 16, Layout.of_size(4).with_constraints(rule))
    with pytest.raises(EngineError, match="too large"):
        satdoku.count(puzzle, limit=1, engine="masks")
    assert satdoku.count(puzzle, limit=None) == 144
    fitting = Constraint("sum", (0, 9), (0, 10**17, -(10**17)))
    puzzle = Puzzle((0,) * 16, Layout.of_size(4).with_constraints(fitting))
    assert satdoku.count(puzzle, limit=None, engine="masks") == 144


@pytest.mark.parametrize(
    "rule",
    ["distinct:r1c1,r1c1", "killer:r1c1,r3c2,r1c1", "lunchbox:1:r2c2,r1c1,r1c2,r1c1"],
)
def test_a_cell_that_is_named_twice_does_not_differ_from_itself(rule):
    puzzle = Puzzle((0,) * 16, Layout.of_size(4).with_constraints(rule))
    for engine in ("masks", "native", "cpsat-integers", "minicard"):
        assert satdoku.count(puzzle, limit=1, engine=engine) == 0


@pytest.mark.parametrize(
    "name",
    [
        "4x4+layer+nurikabe:r1c1,r3c3",
        "4x4+from-0+layer+nurikabe:r1c1,r3c3,r4c1",
        "6x6+layer+nurikabe:r1c2,r3c4,r6c1,r5c6",
        "4x4+layer+shaded-areas:2",
        pytest.param("6x6+layer+shaded-areas:5+unshaded-connected", marks=pytest.mark.nightly),
    ],
)
def test_areas_are_searched_as_their_clauses_say(name):
    layout = Layout.named(name)
    (solution,) = satdoku.solutions(Puzzle((0,) * layout.cell_count, layout), limit=1)
    counts = set()
    for seed in some(range(24)):
        rng = random.Random(seed)
        number = rng.randint(layout.cell_count // 6, layout.cell_count - 4)
        kept = set(rng.sample(range(layout.cell_count), number))
        cells = [digit if cell in kept else 0 for cell, digit in enumerate(solution.cells)]
        if seed % 3 == 0:
            cells[rng.choice([*kept])] = rng.randint(1, 2)
        puzzle = Puzzle(tuple(cells), layout)
        found = satdoku.count(puzzle, limit=300, engine="masks")
        assert found == satdoku.count(puzzle, limit=300, engine="minicard"), cells
        counts.add(found)
    assert len(counts) > 1


@pytest.mark.parametrize(
    ("rule", "count"),
    [("x-sum:0:r1c1-r1c4", 72), ("sandwich:2:r2c1-r2c3,r2c1", 0), ("sandwich:0:r2c2,r1c1,r1c1", 0)],
)
def test_sums_with_no_cell_and_with_a_cell_twice_mean_the_same_to_all(rule, count):
    puzzle = Puzzle((0,) * 16, Layout.named("4x4+from-0").with_constraints(rule))
    for engine in ("masks", "native", "cpsat-integers"):
        assert satdoku.count(puzzle, limit=None, engine=engine) == count


@pytest.mark.parametrize("number", [59, 60, 61])
def test_a_digit_may_be_in_many_cells_that_share_no_house(number, monkeypatch):
    layout = Layout(3, lines=False, height=8, width=9)
    given = forms.Count(tuple(range(72)), 1, frozenset((number,)))
    monkeypatch.setattr(compiling, "searched_forms", lambda layout: (given,))
    board = MaskBoard(layout)
    # one cell more is to be a 1, of the 72 - number + 1 that are a 1 or a 2
    start = board.all_masks()
    start[: number - 1] = 1
    start[number - 1 :] = 3
    assert board.search(start).count() == 73 - number


def test_every_form_has_a_maker():
    rng = random.Random(1)
    assert {type(make(rng)) for make in MAKERS} == set(get_args(forms.Searched))


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_the_interpreter_finds_the_same_in_the_same_order_with_the_same_work(make, monkeypatch):
    if library.current() is None:
        pytest.skip("there are no compiled kernels to compare with")
    form = make(random.Random(5))
    board = board_with(monkeypatch, form)
    compiled = board.search(board.all_masks())
    found = list(compiled.solutions())
    monkeypatch.setattr(library, "current", lambda: None)
    interpreted = board.search(board.all_masks())
    assert list(interpreted.solutions()) == found
    assert (interpreted.work, interpreted.conflicts) == (compiled.work, compiled.conflicts)


def test_a_search_in_small_parts_is_the_same_search():
    board = MaskBoard.of(Layout.of_size(6).with_constraints("anti-knight"))
    whole = list(board.search(board.all_masks()).solutions(300))
    search = board.search(board.all_masks())
    parts = []
    while len(parts) < 300:
        parts += search.solutions(min(7, 300 - len(parts)), search.work + 500)
    assert parts == whole and len({tuple(fill) for fill in whole}) == 300


def test_a_new_search_holds_nothing_but_what_follows_from_its_board():
    board = MaskBoard.of(Layout.of_size(6).with_constraints("anti-knight"))
    old = np.full(board.search(board.all_masks()).search.levels.size, -1)
    del old  # what takes its place in memory may not keep what was there
    search = board.search(board.all_masks())
    assert not search.search.levels.any()
    assert not search.state.saved.any() and not search.state.words.any()


def test_sums_in_and_across_houses_and_too_wide_ones():
    rules = (
        "sum:12:r1c1,r1c2,r1c3,r2c1",  # a group and two single cells
        "sum:0,100,10,1,-50:r1c1,r2c2,r3c3,r4c4",  # more than a word of sums
    )
    for rule in rules:
        layout = Layout.of_size(4 if "r4c4" in rule else 6).with_constraints(rule)
        puzzle = Puzzle((0,) * layout.cell_count, layout)
        limit = 500
        assert satdoku.count(puzzle, limit=limit, engine="masks") == satdoku.count(
            puzzle, limit=limit, engine="native"
        )


@pytest.mark.parametrize("example", documents.examples(), ids=lambda example: example.kind.name)
def test_the_examples_of_kinds_hold_and_break_on_masks(example):
    engine = open_backend("masks", Theory.of(example.layout))
    assert engine.count(example.filled(example.kept).givens, limit=1) == 1
    assert engine.count(example.filled(example.broken).givens, limit=1) == 0


def test_completions_have_the_auxiliary_variables_too():
    layout = Layout.of_size(4).with_constraints("sum:6:r1c1,r2c2,r3c3")
    theory = Theory.of(layout)
    assert theory.has_helpers
    by_masks = set(open_backend("masks", theory).completions([]))
    assert by_masks == set(open_backend("native", theory).completions([]))


def test_what_masks_cannot_take_is_said(monkeypatch):
    with pytest.raises(EngineError, match="needs the theory of a layout"):
        open_backend("masks", Theory.exact_cover([["a"]]))
    with pytest.raises(EngineError, match=f"36 digits are more than {MOST_DIGITS}"):
        open_backend("masks", Theory.of("36x36"))
    engine = open_backend("masks", Theory.of(Layout.of_size(4).with_constraints("sum:6:r1c1,r2c2")))
    with pytest.raises(EngineError, match="takes cells with digits"):
        engine.count([65])


def test_the_solvers_take_over_when_the_search_gives_up(monkeypatch):
    layout = Layout.of_size(6).with_constraints("sum:9:r1c1,r2c2,r3c3", "anti-knight")
    puzzle = Puzzle((0,) * 36, layout)
    engine = MaskEngine(Theory.of(layout))
    engine.patience = 1
    monkeypatch.setattr(masks, "FIRST_SLICE", 10)
    with pytest.raises(OutOfPatience):
        list(engine.find([], 2, Clock(None)))
    wanted = [satdoku.count(puzzle, limit=limit) for limit in (1, 2, 50)]
    monkeypatch.setattr(auto, "MASKS", 1)
    assert [satdoku.count(puzzle, limit=limit) for limit in (1, 2, 50)] == wanted
    assert len({p.line for p in islice(satdoku.solutions(puzzle), 5)}) == 5


def test_a_search_that_ran_out_of_patience_goes_on_where_it_stopped(monkeypatch):
    monkeypatch.setattr(masks, "FIRST_SLICE", 100)
    engine = MaskEngine(Theory.of(Layout.of_size(4).with_constraints("anti-knight")))
    whole = list(engine.find_boards([], None, Clock(None)))
    decisions = engine.statistics.decisions
    engine.patience = 1
    search = engine.begin([])
    parts = []
    pauses = 0
    while not search.is_over:
        try:
            for block in engine.proceed(search, None, Clock(None)):
                parts += engine.boards_of(block)
        except OutOfPatience:
            pauses += 1
    assert parts == whole and pauses > 5
    assert engine.statistics.decisions == 2 * decisions


def test_the_interpreter_looks_at_the_clock_after_little_work(monkeypatch):
    monkeypatch.setattr(library, "current", lambda: None)
    monkeypatch.setattr(masks, "FIRST_SLICE", 2000)
    layout = Layout.of_size(6).with_constraints("anti-knight", "non-consecutive")
    engine = MaskEngine(Theory.of(layout))
    engine.patience = 3000
    with pytest.raises(OutOfPatience):  # which is looked at with the clock
        engine.find_number([], None, Clock(None))


@pytest.mark.parametrize("kind", ["sandwich", "x-sum", "skyscraper"])
@pytest.mark.parametrize("size", [4, 6])
def test_segments_of_whole_lines_are_searched_as_their_automata_say(kind, size):
    layout = Layout.of_size(size)
    rng = random.Random(size)
    lines = [house.cells[::way] for house in layout.houses[: 2 * size] for way in (1, -1)]
    grid = satdoku.random_grid(layout, seed=size).cells
    counts = set()
    for line, total in product(rng.sample(lines, 6), range(4 * size)):
        rules = layout.with_constraints(Constraint(kind, line, (total,)))
        if not keeps(grid, rules.constraints[0], rules) and rng.random() < 0.9:
            continue
        cells = list(grid)
        for cell in (*line, *rng.sample(range(size * size), 3 * size)):
            cells[cell] = 0
        found = satdoku.count(Puzzle(tuple(cells), rules), limit=None, engine="masks")
        fills = satdoku.solutions(Puzzle(tuple(cells), layout), limit=None)
        wanted = [fill for fill in fills if keeps(fill.cells, rules.constraints[0], rules)]
        assert found == len(wanted), (kind, line, total)
        counts.add(found)
    assert 0 in counts and len(counts) > 2


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9", "12x12", "9x9+windoku", "9x9+diagonal"])
def test_bands_leave_what_their_intersections_leave(name, monkeypatch):
    layout = Layout.named(name)
    board = MaskBoard(layout)
    compiling._own_part.cache_clear()
    monkeypatch.setattr(compiling, "bands_of", lambda layout: ())
    by_pairs = MaskBoard(layout)
    compiling._own_part.cache_clear()
    assert dispatch.BAND in board.propagators.kinds
    assert dispatch.BAND not in by_pairs.propagators.kinds
    grid = satdoku.random_grid(layout, seed=1).cells
    removed = 0
    for seed in some(range(60)):
        rng = random.Random(seed)
        masks = board.all_masks()
        for cell, digit in enumerate(grid):
            if rng.random() < 0.7:
                masks[cell] = 1 << (digit - 1)
                for d in rng.sample(range(layout.size), rng.randint(1, layout.size - 2)):
                    masks[cell] |= 1 << d
        left = board.search(masks).propagated()
        assert left.tolist() == by_pairs.search(masks).propagated().tolist()
        removed += (left != masks).sum()
    assert removed
    monkeypatch.setattr(library, "current", lambda: None)
    assert board.search(masks).propagated().tolist() == left.tolist()


def some_line(rng, layout, length):
    """A line of neighbours, each cell once, so many cells if there is a way."""
    cells = [rng.randrange(layout.cell_count)]
    while len(cells) < length:
        near = [cell for cell in neighbours(layout, cells[-1]) if cell not in cells]
        if not near:
            break
        cells.append(rng.choice(sorted(near)))
    return tuple(cells)


def some_rule(rng, kind, layout):
    """A rule of a kind, on a line of its length, with numbers that some grid fits."""
    line = some_line(rng, layout, rng.randint(3, 9))
    match kind:
        case "equal-sums":
            sizes = rng.choice(((2, 2, 2), (2, 1, 2), (3, 2, 3)))
            return Constraint(kind, tuple(rng.sample(range(36), sum(sizes))), sizes)
        case "lunchbox":
            return Constraint(kind, line[:6], (rng.randint(0, 8),))
        case "numbered-room":
            house = rng.choice(layout.houses[:12])
            return Constraint(
                kind, house.cells[:: rng.choice((1, -1))], (rng.choice(layout.digits),)
            )
    return Constraint(kind, line)


@pytest.mark.parametrize(
    "kind",
    ["region-sum-line", "zipper", "equal-sums", "lunchbox", "numbered-room", "value-index"],
)
@pytest.mark.parametrize("name", ["6x6", "6x6+from-0"])
def test_kinds_with_forms_of_their_own_are_searched_as_their_other_forms_say(kind, name):
    layout = Layout.named(name)
    counts = set()
    for seed in some(range(90)):
        rng = random.Random(seed)
        rule = some_rule(rng, kind, layout)
        ruled = layout.with_constraints(rule)
        cells = list(satdoku.random_grid(layout, seed=seed % 5).cells)
        for cell in (*rule.cells, *rng.sample(range(36), 24)):
            cells[cell] = 0
        found = satdoku.count(Puzzle(tuple(cells), ruled), limit=None, engine="masks")
        fills = satdoku.solutions(Puzzle(tuple(cells), layout), limit=None)
        assert found == sum(keeps(fill.cells, rule, ruled) for fill in fills), rule
        counts.add(found)
    assert 0 in counts and len(counts) > 2


def model_of_own():
    """A CP-SAT model with names of cells: three cells that differ, and a sum."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    a, b, c = (model.new_int_var(1, 4, name) for name in ("r1c1", "r2c3", "r4c4"))
    model.add_all_different(a, b, c)
    model.add(a + 2 * b <= c + 4)
    return model


@pytest.mark.parametrize(
    "layout",
    [
        Layout.named("3x4/free:____11112222"),
        Layout.named("3x4/free:_11_1_2222_1+killer:6:r1c2,r1c3,r2c1"),
        Layout.named("4x4/free:11__1122_2233_33+anti-knight+odd:r1c1,r2c1"),
        Layout.of_size(4).with_clauses([["r1c1=2", "-r2c2=3"], ["r1c2=1", "r3c3=1"]]),
        Layout.of_size(4).with_clauses([["r1c1=2", "r2c2=3", "r3c3=1"]], at_least=2, at_most=2),
        Layout.of_size(4).with_model(model_of_own()),
        Layout.named("4x4+formula:'abs(r1c1 - r4c4) = max(r2c2, r3c3)'"),
    ],
    ids=lambda layout: layout.name,
)
def test_boards_with_holes_and_clauses_of_ones_own_mean_the_same_on_masks(layout):
    theory = Theory.of(layout)
    found = list(open_backend("masks", theory).find_boards((), 5000, Clock(None)))
    judge = set(open_backend("native", theory).find_boards((), None, Clock(None)))
    assert len(found) == len(judge) and set(found) == judge
    assert 0 < len(found) < 5000


def left_of_five(layout):
    """Return the cells of row 1 that may hold 5 if r4c8 and r5c9 may not."""
    board = MaskBoard(layout)
    masks = board.all_masks()
    five = 1 << 4
    masks[[34, 44]] &= ~five
    left = board.search(masks).propagated()
    return [cell for cell in range(9) if left[cell] & five]


@pytest.mark.parametrize("kind", ["distinct", "renban", "killer:45"])
def test_nine_cells_that_differ_lock_candidates_as_houses_do(kind):
    plain = Layout.of_size(9)
    assert left_of_five(plain) == list(range(9))
    # beside r1c1-r1c7, which they share, both hold the same digits
    layout = Layout.named(f"9x9+{kind}:r1c1-r1c7,r4c8,r5c9")
    assert left_of_five(layout) == list(range(7))
