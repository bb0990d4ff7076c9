"""Rules when cells are moved and digits renamed: which moves preserve them, judged by their forms.

Forms are compared literally: a line that means the same when read backwards is recognised only if
its form is the same (a relation, a set or a sum is; an automaton is not). So a symmetry may be
missed, but none is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import Any

from ..geometry import Cells
from ..layout_data import LayoutData
from . import forms

#: A form on cells: its content, and its cells, in order if the order matters.
Placed = tuple[Any, tuple[Any, ...]]
#: (cell, other cell, what ties them)
Tie = tuple[int, int, Any]


def forms_on(layout: LayoutData) -> list[forms.Form]:
    """Return all forms of a board's rules."""
    from .kind_table import forms_of

    found: list[forms.Form] = []
    for constraint in layout.constraints:
        found += forms_of(constraint, layout)
    return found


# the content holds whatever moves with no cell (digits, counts, layers), and cells are sorted where
# their order has no meaning: so two forms are one rule if and only if the pairs are equal, up to
# what the docstring of this module leaves out
def placed(form: forms.Form, cell: Callable[[int], int]) -> Placed:
    """Return the form with its cells moved, normalised so that equal forms compare equal."""

    def in_order(cells: Cells) -> Cells:
        return tuple(map(cell, cells))

    def unordered(cells: Cells) -> Cells:
        return tuple(sorted(map(cell, cells)))

    def joined(edges: forms.Edges) -> frozenset[frozenset[int]]:
        return frozenset(frozenset(in_order(edge)) for edge in edges)

    match form:
        case forms.Candidates(own, digits):
            return digits, (cell(own),)
        case forms.OneOf(cells, digits, exactly):
            return ("one of", digits, exactly), unordered(cells)
        case forms.Distinct(cells):
            return "distinct", unordered(cells)
        case forms.Count(cells, digit, numbers):
            return ("count", digit, numbers), unordered(cells)
        case forms.Sets(cells, sets):
            return frozenset(sets), unordered(cells)
        case forms.Sum(cells, coefficients, total):
            terms = zip(map(cell, cells), coefficients, strict=True)
            return total, tuple(sorted(terms))
        case forms.Relation(first, second, pairs):
            a = cell(first)
            b = cell(second)
            # a relation can be said from either cell: from the one with the smaller number
            if a < b:
                return pairs, (a, b)
            return _turned(pairs), (b, a)
        case forms.Automaton(cells, layers):
            return layers, in_order(cells)
        case forms.LabelCount(_, _, arms, offset):
            return ("labels", offset, tuple(map(len, arms))), in_order(form.cells)
        case forms.DistinctCount(control, cells):
            return "count", (cell(control), *unordered(cells))
        case forms.Rank(line, others, below, ties):
            moved = frozenset(map(in_order, others))
            return ("rank", below, ties, moved), in_order(line)
        case forms.Unequal(line, other):
            pair = sorted((in_order(line), in_order(other)))
            return "unequal", tuple(pair)
        case forms.Alike(groups):
            return "alike", tuple(sorted(map(unordered, groups)))
        case forms.Connected(cells, digits, edges, size, border, must_touch):
            touched = frozenset(in_order(border))
            signature = ("connected", digits, joined(edges), size, touched, must_touch)
            return signature, unordered(cells)
        case forms.Areas(cells, digits, edges, size, clues):
            clue_pairs = frozenset(map(in_order, clues))
            return ("areas", digits, joined(edges), size, clue_pairs), unordered(cells)
        case forms.Parted(cells, labels, size, count):
            tagged = zip(in_order(cells), in_order(labels), strict=True)
            return ("parted", size, count), tuple(sorted(tagged))
        case forms.AnyOf(alternatives):
            parts = set()
            for part in alternatives:
                parts.add(frozenset(placed(inner, cell) for inner in part))
            return ("any", frozenset(parts)), ()


def _turned(pairs: forms.DigitPairs) -> forms.DigitPairs:
    """Return the pairs of a relation for the two cells exchanged."""
    return frozenset((e, d) for d, e in pairs)


def pairs_in(form: forms.Form) -> Iterator[Tie]:
    """Yield (cell, other cell, their tie), both ways; moves that preserve the rules keep these."""
    match form:
        case forms.Candidates(own, digits):
            yield own, own, digits
        case forms.Relation(first, second, pairs):
            yield first, second, pairs
            yield second, first, _turned(pairs)
        case forms.Sum(cells, coefficients, total):
            weighted = list(zip(cells, coefficients, strict=True))
            # the coefficients belong to the tie: a move may exchange only cells of equal weight
            for (a, k), (b, other) in permutations(weighted, 2):
                yield a, b, (total, len(cells), k, other)
        # ties are necessary, not sufficient: the other lines of a rank are left out here, since the
        # forms themselves are compared (`placed`) once a move keeps all ties
        case forms.Rank(cells, _, layers) | forms.Automaton(cells, layers):
            for (i, a), (j, b) in permutations(enumerate(cells), 2):
                yield a, b, (layers, i, j)
        case forms.LabelCount():
            content, cells = placed(form, lambda cell: cell)
            for (i, a), (j, b) in permutations(enumerate(cells), 2):
                yield a, b, (content, i, j)
        case forms.DistinctCount(control, cells):
            count = len(cells)
            for a in cells:
                yield control, a, ("counts", count)
                yield a, control, ("is counted", count)
            yield from _any_two(cells, ("counted", count))
        case forms.OneOf(cells) | forms.Distinct(cells) | forms.Sets(cells) | forms.Count(cells):
            # the content without the cells: any two of them play the same part
            content, _ = placed(form, lambda cell: cell)
            yield from _any_two(cells, (content, len(cells)))
        case forms.Unequal(line, other):
            for one in (line, other):
                for (i, a), (j, b) in permutations(enumerate(one), 2):
                    yield a, b, ("unequal", i, j)
        case forms.Alike(groups):
            for group in groups:
                yield from _any_two(group, ("alike", len(groups)))
        case forms.Connected():
            yield from _ties_of_pieces(form)
            for cell in form.border:
                yield cell, cell, ("border", form.digits)
        case forms.Areas(_, digits):
            yield from _ties_of_pieces(form)
            for a, b in form.clues:
                yield a, b, ("is numbered", digits)
                yield b, a, ("numbers", digits)
        case forms.Parted(cells, labels, size, _):
            for a, b in zip(cells, labels, strict=True):
                yield a, b, ("parted", size)
                yield b, a, ("label", size)
        # which alternative a tie is from is left out: alternatives may be exchanged by a move
        case forms.AnyOf(alternatives):
            for part in alternatives:
                for inner in part:
                    for a, b, tie in pairs_in(inner):
                        yield a, b, ("any", tie)


def _any_two(cells: Cells, tie: Any) -> Iterator[Tie]:
    for a, b in permutations(cells, 2):
        yield a, b, tie


def _ties_of_pieces(form: forms.Connected | forms.Areas) -> Iterator[Tie]:
    # also of each cell with itself: a cell of the piece without a neighbour in it has no edge to
    # tell it from cells outside
    signature = (type(form).__name__, form.digits, form.size)
    for cell in form.cells:
        yield cell, cell, signature
    for a, b in form.edges:
        yield a, b, signature
        yield b, a, signature


def names_may_change(parts: Iterable[forms.Form], digits: Iterable[int]) -> bool:
    """Return whether renaming digits preserves the rules: they only say which cells differ or
    agree."""
    digits = list(digits)
    equal = frozenset((d, d) for d in digits)
    other = frozenset((d, e) for d in digits for e in digits if d != e)
    for form in parts:
        match form:
            case forms.Distinct():
                continue
            case forms.Relation(_, _, pairs) if pairs in (equal, other):
                continue
            case _:
                return False
    return True
