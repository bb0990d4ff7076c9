"""Rules when cells are moved and digits renamed: which moves preserve them, judged by their forms.

Forms are compared literally: a line that means the same when read backwards is recognised only if
its form is the same (a relation, a set or a sum is; an automaton is not). So a symmetry may be
missed, but none is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import Any

from ..layout_data import LayoutData
from . import forms

#: A form on cells: its content, and its cells, in order if the order matters.
Placed = tuple[Any, tuple[Any, ...]]


def forms_on(layout: LayoutData) -> list[forms.Form]:
    """Return all forms of a board's rules."""
    from .kind_table import forms_of

    return [form for constraint in layout.constraints for form in forms_of(constraint, layout)]


def placed(form: forms.Form, cell: Callable[[int], int]) -> Placed:
    """Return the form with its cells moved, normalised so that equal forms compare equal."""
    match form:
        case forms.Candidates(own, digits):
            return digits, (cell(own),)
        case forms.OneOf(cells, digits, exactly):
            return ("one of", digits, exactly), tuple(sorted(map(cell, cells)))
        case forms.Distinct(cells):
            return "distinct", tuple(sorted(map(cell, cells)))
        case forms.Sets(cells, sets):
            return frozenset(sets), tuple(sorted(map(cell, cells)))
        case forms.Sum(cells, coefficients, total):
            return total, tuple(sorted(zip(map(cell, cells), coefficients, strict=True)))
        case forms.Relation(first, second, pairs):
            a = cell(first)
            b = cell(second)
            turned = frozenset((e, d) for d, e in pairs)
            return (pairs, (a, b)) if a < b else (turned, (b, a))
        case forms.Automaton(cells, layers):
            return layers, tuple(map(cell, cells))
        case forms.DistinctCount(control, cells):
            return "count", (cell(control), *sorted(map(cell, cells)))
        case forms.Rank(line, others, below):
            moved = frozenset(tuple(map(cell, other)) for other in others)
            return ("rank", below, moved), tuple(map(cell, line))
        case forms.Unequal(line, other):
            pair = sorted((tuple(map(cell, line)), tuple(map(cell, other))))
            return "unequal", tuple(pair)
        case forms.Alike(groups):
            return "alike", tuple(sorted(tuple(sorted(map(cell, group))) for group in groups))
        case forms.Connected(cells, digits, edges, size, border, must_touch):
            joined = frozenset(frozenset((cell(a), cell(b))) for a, b in edges)
            touched = frozenset(map(cell, border))
            signature = ("connected", digits, joined, size, touched, must_touch)
            return signature, tuple(sorted(map(cell, cells)))
        case forms.Areas(cells, digits, edges, size, clues):
            joined = frozenset(frozenset((cell(a), cell(b))) for a, b in edges)
            clue_pairs = frozenset((cell(a), cell(b)) for a, b in clues)
            return ("areas", digits, joined, size, clue_pairs), tuple(sorted(map(cell, cells)))
        case forms.Parted(cells, labels, size, count):
            tagged = zip(map(cell, cells), map(cell, labels), strict=True)
            return ("parted", size, count), tuple(sorted(tagged))
        case forms.AnyOf(alternatives):
            parts = (frozenset(placed(inner, cell) for inner in part) for part in alternatives)
            return ("any", frozenset(parts)), ()


def pairs_in(form: forms.Form) -> Iterator[tuple[int, int, Any]]:
    """Yield (cell, other cell, their tie), both ways; moves that preserve the rules keep these."""
    match form:
        case forms.Candidates(own, digits):
            yield own, own, digits
        case forms.Relation(first, second, pairs):
            yield first, second, pairs
            yield second, first, frozenset((e, d) for d, e in pairs)
        case forms.Sum(cells, coefficients, total):
            weighted = list(zip(cells, coefficients, strict=True))
            for (a, k), (b, other) in permutations(weighted, 2):
                yield a, b, (total, len(cells), k, other)
        case forms.Rank(cells, _, layers) | forms.Automaton(cells, layers):
            for (i, a), (j, b) in permutations(enumerate(cells), 2):
                yield a, b, (layers, i, j)
        case forms.DistinctCount(control, cells):
            for a in cells:
                yield control, a, ("counts", len(cells))
                yield a, control, ("is counted", len(cells))
            for a, b in permutations(cells, 2):
                yield a, b, ("counted", len(cells))
        case forms.OneOf(cells) | forms.Distinct(cells) | forms.Sets(cells):
            signature = placed(form, lambda cell: cell)[0]
            for a, b in permutations(cells, 2):
                yield a, b, (signature, len(cells))
        case forms.Unequal(line, other):
            for one in (line, other):
                for (i, a), (j, b) in permutations(enumerate(one), 2):
                    yield a, b, ("unequal", i, j)
        case forms.Alike(groups):
            for group in groups:
                for a, b in permutations(group, 2):
                    yield a, b, ("alike", len(groups))
        case forms.Connected(cells, digits, edges, size) | forms.Areas(cells, digits, edges, size):
            signature = (type(form).__name__, digits, size)
            for cell in cells:
                yield cell, cell, signature
            for a, b in edges:
                yield a, b, signature
                yield b, a, signature
            for a, b in form.clues if isinstance(form, forms.Areas) else ():
                yield a, b, ("is numbered", digits)
                yield b, a, ("numbers", digits)
            for cell in form.border if isinstance(form, forms.Connected) else ():
                yield cell, cell, ("border", digits)
        case forms.Parted(cells, labels, size, _):
            for a, b in zip(cells, labels, strict=True):
                yield a, b, ("parted", size)
                yield b, a, ("label", size)
        case forms.AnyOf(alternatives):
            for part in alternatives:
                for inner in part:
                    yield from ((a, b, ("any", signature)) for a, b, signature in pairs_in(inner))


def names_may_change(parts: Iterable[forms.Form], digits: Iterable[int]) -> bool:
    """Return whether renaming digits preserves the rules: they only say which cells differ or
    agree."""
    digits = list(digits)
    equal = frozenset((d, d) for d in digits)
    other = frozenset((d, e) for d in digits for e in digits if d != e)
    return all(
        isinstance(form, forms.Distinct)
        or (isinstance(form, forms.Relation) and form.pairs in (equal, other))
        for form in parts
    )
