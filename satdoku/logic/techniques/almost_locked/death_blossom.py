"""Death blossom: a cell, and for each of its candidates an almost locked set tied to it.

Whatever the cell (the stem) holds, one of the sets (the petals) lacks that digit, and has all its
others, z among them. So what sees every z of all petals is not z. The search takes petals one by
one, and a budget bounds it.

Source: Sudopedia, "Death Blossom".

Lesson: death blossom

    A stem cell, and for each of its candidates a petal: an almost locked set all of whose places
    for it see the stem. All petals have z; what sees all places of z in them is not z.

    Why: Refute(x) by the cases of the stem: what the stem holds its petal lacks, so that one has z.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog.row import Technique
from ...view import Finding, View, ones, union
from .als_xz import Set, almost_locked_sets

LISTED = (Technique("death blossom", 8.1, f"{__name__}:blossom"),)
#: Maximum number of candidates of the stem, of cells of a petal, and of choices tried for a digit
#: of a stem.
MOST_PETALS, LARGEST, MOST_TRIED = 5, 6, 4000


def blossom(view: View, _: object) -> Iterator[Finding]:
    """Yield stem cells with, for each candidate, a set (petal) tied to the stem by it."""
    every = almost_locked_sets(view, LARGEST)
    for stem in ones(view.open):
        if view.left[stem].bit_count() > MOST_PETALS:
            continue
        digits = list(ones(view.left[stem]))
        petals = [
            [
                one
                for one in every
                if one.digits >> d & 1
                and not one.cells >> stem & 1
                and not one.cells & view.at[d] & ~view.sees[stem]
            ]
            for d in digits
        ]
        if all(petals):
            for z in ones(union(one.digits for one in every)):
                yield from _petals(view, stem, digits, petals, z)


def _petals(
    view: View, stem: int, digits: list[int], petals: list[list[Set]], z: int
) -> Iterator[Finding]:
    own = [
        [
            (one, seen)
            for one in several
            if one.digits >> z & 1
            and d != z
            and (seen := view.seen_by_all(one.cells & view.at[z])) & view.at[z]
        ]
        for d, several in zip(digits, petals, strict=True)
    ]
    start = view.at[z] & ~(1 << stem)
    if z in digits:  # then the stem itself holds z
        own[digits.index(z)] = [(Set(1 << stem, 1 << z), view.sees[stem])]
    known = set[int]()
    left = MOST_TRIED

    def choose(k: int, gone: int, chosen: tuple[Set, ...]) -> Iterator[Finding]:
        nonlocal left
        left -= 1
        if left < 0:
            return
        if k == len(digits):
            if gone not in known:
                known.add(gone)
                yield _blossom(view, stem, digits, chosen, z, gone)
            return
        for one, sees in own[k]:
            rest = gone & sees & ~one.cells
            if rest and rest not in known:
                yield from choose(k + 1, rest, (*chosen, one))

    yield from choose(0, start, ())


def _blossom(
    view: View, stem: int, digits: list[int], chosen: tuple[Set, ...], z: int, gone: int
) -> Finding:
    rests = list[int]()
    cells = 1 << stem
    cases = []
    for d, one in zip(digits, chosen, strict=True):
        cells |= one.cells
        if one.cells == 1 << stem:
            cases.append(f"it is {view.symbol(z)} itself")
            continue
        rests += view.links(one.cells, one.digits)
        rests += view.links(one.cells | 1 << stem, 1 << d)
        loses, has = ("loses", "is") if one.cells.bit_count() == 1 else ("lose", "have")
        cases.append(
            f"it is {view.symbol(d)}, and {view.one_by_one(one.cells)}, which {loses} it, {has} "
            f"{view.symbol(z)}"
        )
    rests += view.links(cells, 1 << z, gone)
    return Finding(
        view.vs(gone, z),
        f"Whatever {view.cells_text(1 << stem)} holds, one of these cells is {view.symbol(z)}: "
        f"{'; or '.join(cases)}; what sees all places of {view.symbol(z)} in them is not",
        tuple(dict.fromkeys((view.cell_clause(stem), *view.cell_clauses(cells)))),
        rests=tuple(dict.fromkeys(rests)),
        roles=(
            ("stem", view.held(1 << stem)),
            *(
                (f"petal {view.symbol(d)}", view.held(one.cells))
                for d, one in zip(digits, chosen, strict=True)
                if one.cells != 1 << stem
            ),
        ),
        size=len(chosen),
    )
