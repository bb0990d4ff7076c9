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
from ..wings.xy_wing import by_cases
from .als_xz import Set, almost_locked_sets

LISTED = (Technique("death blossom", 8.1, f"{__name__}:blossom"),)
#: Maximum number of candidates of the stem, of cells of a petal, and of choices tried for a digit
#: of a stem.
MOST_PETALS, LARGEST, MOST_TRIED = 5, 6, 4000


def blossom(view: View, _: object) -> Iterator[Finding]:
    """Yield stem cells with, for each candidate, a set (petal) tied to the stem by it."""
    every = almost_locked_sets(view, LARGEST)
    having = union(one.digits for one in every)
    for stem in ones(view.open):
        if not 1 < view.left[stem].bit_count() <= MOST_PETALS:
            continue
        petals = {d: _tied(view, every, stem, d) for d in ones(view.left[stem])}
        if all(petals.values()):
            for z in ones(having):
                yield from _petals(view, stem, petals, z)


def _tied(view: View, every: list[Set], stem: int, d: int) -> list[Set]:
    """Return the sets that lack the digit if the stem holds it."""
    found = []
    for one in every:
        if not one.digits >> d & 1 or one.cells >> stem & 1:
            continue
        if not one.cells & view.at[d] & ~view.sees[stem]:
            found.append(one)
    return found


# Idea: choose one petal after the other and keep only the cells that still see every z; a branch
# ends as soon as none is left. The order of the digits does not matter, but the number of
# combinations may be huge, so a budget bounds them. Cells that were already concluded are no reason
# to go on.
def _petals(view: View, stem: int, petals: dict[int, list[Set]], z: int) -> Iterator[Finding]:
    """Yield the steps of a stem whose petals all have z; a stem that may be z needs none for it."""
    own = []  # by digit, the petals with the cells that see their z
    for d, several in petals.items():
        if d == z:
            own.append([(Set(1 << stem, 1 << z), view.sees[stem])])
        else:
            own.append(_having(view, several, z))
    known = set()
    left = MOST_TRIED

    def choose(k: int, gone: int, chosen: tuple[Set, ...]) -> Iterator[Finding]:
        nonlocal left
        left -= 1
        if left < 0:
            return
        if k == len(own):
            if gone not in known:
                known.add(gone)
                yield _blossom(view, stem, dict(zip(petals, chosen, strict=True)), z, gone)
            return
        for one, sees in own[k]:
            rest = gone & sees & ~one.cells
            if rest and rest not in known:
                yield from choose(k + 1, rest, (*chosen, one))

    yield from choose(0, view.at[z] & ~(1 << stem), ())


def _having(view: View, several: list[Set], z: int) -> list[tuple[Set, int]]:
    """Return the sets that have z, each with the cells that see all its places, if some of these
    have z."""
    found = []
    for one in several:
        if one.digits >> z & 1:
            seen = view.seen_by_all(one.cells & view.at[z])
            if seen & view.at[z]:
                found.append((one, seen))
    return found


def _blossom(view: View, stem: int, petals: dict[int, Set], z: int, gone: int) -> Finding:
    """Return the step of a stem with these petals by digit; z needs none if the stem has it."""
    rests = list[int]()
    stem_cell = 1 << stem
    cells = stem_cell
    roles = [("stem", view.held(stem_cell))]
    others = {d: one for d, one in petals.items() if d != z}
    for d, one in others.items():
        cells |= one.cells
        rests += view.links(one.cells, one.digits)
        rests += view.links(one.cells | stem_cell, 1 << d)
        roles.append((f"petal {view.symbol(d)}", view.held(one.cells)))
    rests += view.links(cells, 1 << z, gone)
    bases = (view.cell_clause(stem), *view.cell_clauses(cells))
    return Finding(
        denied=view.vs(gone, z),
        reason=by_cases(view, stem_cell, {d: one.cells for d, one in others.items()}, z),
        bases=tuple(dict.fromkeys(bases)),
        rests=tuple(dict.fromkeys(rests)),
        roles=tuple(roles),
        size=len(petals),
    )
