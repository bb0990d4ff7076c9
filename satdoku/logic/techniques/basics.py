"""Singles, locked candidates, naked and hidden subsets: covers of cells and houses.

All are instances of Cover(k): a single with k = 1 and nothing to take away but in its own clauses,
locked candidates B|R (one base, one cover), a naked subset kN|k digits of a house, a hidden one the
other way about. A locked pair or triple is a naked one whose cells lie in two houses at once: it
covers twice.

Source: Sudopedia, "Naked Subset", "Hidden Subset", "Locked Subset".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...stopping import look
from ..view import Found, Region, View, bits_of, each


def singles(view: View, kinds: str) -> Iterator[Found]:
    """kinds: "last", "naked", "box", "line", "row", "column", or "" for all hidden ones."""
    if kinds == "naked":
        for cell in each(view.open):
            if view.left[cell].bit_count() == 1:
                v = view.held(1 << cell)
                yield Found((), v, f"In {view.told(1 << cell)}, only this digit is left",
                            (view.cell_clause(cell),))  # fmt: skip
        return
    for region in view.houses:
        inside = region.bits & view.open
        if kinds == "last":
            if inside.bit_count() == 1 and view.digits_of(inside).bit_count() == 1:
                said = f"{view.told(inside)} is the last open cell of {region.house}"
                d = view.digits_of(inside).bit_length() - 1
                yield Found((), view.held(inside), said, (view.clause(region, d),))
            continue
        if not region.is_full or not _of_kind(region, kinds):
            continue
        for d in range(1, view.n + 1):
            place = region.bits & view.at[d]
            if place.bit_count() == 1:
                said = f"In {region.house}, {view.symbol(d)} has no other place"
                yield Found((), view.vs(place, d), said, (view.clause(region, d),))


def _of_kind(region: Region, kinds: str) -> bool:
    return not kinds or region.kind == kinds or (kinds == "line" and region.kind != "box")


def locked(view: View, kinds: str) -> Iterator[Found]:
    """kinds: "pointing" (from a box), "claiming" (from others), or "" for both."""
    for base in view.houses:
        if not base.is_full or (kinds and (base.kind == "box") != (kinds == "pointing")):
            continue
        for cover in view.houses:
            if cover is base or not base.bits & cover.bits:
                continue
            for d in range(1, view.n + 1):
                places = base.bits & view.at[d]
                gone = cover.bits & view.at[d] & ~places
                if places.bit_count() > 1 and not places & ~cover.bits and gone:
                    yield Found(
                        view.vs(gone, d),
                        (),
                        f"In {base.house}, all places for {view.symbol(d)} are in {cover.house}, "
                        "so nowhere else there",
                        (view.clause(base, d),),
                        (view.clause(cover, d),),
                        roles=(("base", view.vs(places, d)),),
                    )


def naked(view: View, how: tuple[int, bool]) -> Iterator[Found]:
    """how: (k, whether the cells must lie in two houses at once)."""
    k, is_locked = how
    known = set[int]()
    for region in view.houses:
        few = [c for c in each(region.bits & view.open) if view.left[c].bit_count() <= k]
        for chosen in combinations(few, k):
            look()
            cells = bits_of(chosen)
            digits = view.digits_of(cells)
            if digits.bit_count() != k or cells in known:
                continue
            known.add(cells)
            houses = [h for h in view.houses if not cells & ~h.bits]
            if is_locked and len(houses) < 2:
                continue
            gone = [
                v for h in houses for v in view.held(h.bits & ~cells, digits)
            ]  # fmt: skip
            if gone:
                yield Found(
                    tuple(sorted(set(gone))),
                    (),
                    f"{view.one_by_one(cells)} hold only {view.symbols(digits)}, so these go "
                    f"nowhere else in {' and '.join(str(h.house) for h in houses)}",
                    view.cell_clauses(cells),
                    tuple(view.clause(h, d) for h in houses for d in each(digits)),
                    roles=(("base", view.held(cells)),),
                )


def hidden(view: View, k: int) -> Iterator[Found]:
    """k digits that have only k cells of a house."""
    for region in view.houses:
        if not region.is_full:
            continue
        places = {d: region.bits & view.at[d] for d in range(1, view.n + 1)}
        few = [d for d, where in places.items() if 0 < where.bit_count() <= k]
        for chosen in combinations(few, k):
            look()
            cells = 0
            for d in chosen:
                cells |= places[d]
            digits = bits_of(chosen)
            gone = view.held(cells, ~digits)
            if cells.bit_count() == k and gone:
                yield Found(
                    gone,
                    (),
                    f"In {region.house}, {view.symbols(digits)} can only go in "
                    f"{view.one_by_one(cells)}, so nothing else goes there",
                    tuple(view.clause(region, d) for d in chosen),
                    view.cell_clauses(cells),
                    roles=(("base", view.held(cells, digits)),),
                )


def direct(view: View, how: tuple[str, int]) -> Iterator[Found]:
    """What leaves a digit one place at once. how: ("locked", 0 or 1) for pointing and claiming,
    ("hidden", k)."""
    finder, k = how
    kind = ("pointing", "claiming")[k] if finder == "locked" else ""
    found = locked(view, kind) if kind else hidden(view, k)
    for step in found:
        gone = set(step.denied)
        base = view.theory.clauses[step.bases[0]].house
        for index in dict.fromkeys(c for v in step.denied for c in view.theory.occurrences[v]):
            clause = view.theory.clauses[index]
            rest = [v for v in view.position.open_members(index) if v not in gone]
            if len(rest) != 1 or not clause.exactly_one or not clause.house or not base:
                continue
            if finder == "locked" and clause.house.kind != base.kind:
                continue
            said = f"{step.said}; then in {clause.house}, {clause.symbol} has one place left"
            yield Found((), tuple(rest), said, (*step.bases, index), step.covers, roles=step.roles)
