"""Aligned pair and triple exclusion: what two (or three) cells cannot hold together.

Digits are tried together. Two cells that see each other cannot hold one digit; and no cells (or
almost locked set) that see them may lose all that they need. A candidate that is in no way that is
left is false: a refutation by cases, one a way.

Source: Sudopedia, "Aligned Pair Exclusion".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from ...stopping import look
from ..view import Found, View, bits_of, each
from .sets import Set, almost_locked_sets


def aligned(view: View, size: int) -> Iterator[Found]:
    """size: of the cells that are tried together, 2 or 3."""
    sets = [
        one for one in almost_locked_sets(view, 4) if size == 2 or one.cells.bit_count() == 1
    ] + almost_locked_sets(view, 4 if size == 2 else 1, 2)  # fmt: skip
    for chosen in combinations(each(view.open), size):
        look()
        cells = bits_of(chosen)
        near = [
            one for one in sets if not one.cells & cells and _touches(view, one, chosen)
        ]  # fmt: skip
        if near:
            yield from _excluded(view, chosen, near)


def _touches(view: View, one: Set, chosen: tuple[int, ...]) -> bool:
    """At least two of the cells take a digit away from the set."""
    return sum(
        any(
            not one.cells & view.at[d] & ~view.sees[cell]
            for d in each(one.digits & view.left[cell])
        )
        for cell in chosen
    ) > 1  # fmt: skip


def _excluded(view: View, chosen: tuple[int, ...], near: list[Set]) -> Iterator[Found]:
    possible = [0] * len(chosen)
    used = dict[Set, None]()
    for digits in product(*(list(each(view.left[cell])) for cell in chosen)):
        clash = any(
            d == e and view.sees[a] >> b & 1
            for (a, d), (b, e) in combinations(zip(chosen, digits, strict=True), 2)
        )
        if clash:
            continue
        by = next((one for one in near if _breaks(view, one, chosen, digits)), None)
        if by:
            used[by] = None
            continue
        for k, d in enumerate(digits):
            possible[k] |= 1 << d
    gone = [
        v for k, cell in enumerate(chosen) for v in view.held(1 << cell, ~possible[k])
    ]  # fmt: skip
    if gone and used:
        cells = bits_of(chosen)
        every = cells
        rests = list[int]()
        for one in used:
            every |= one.cells
            rests += view.links(one.cells | cells, one.digits)
        yield Found(
            tuple(gone),
            (),
            f"Whatever {view.one_by_one(cells)} hold together with these, "
            f"{view.one_by_one(every & ~cells)} would have too little left",
            view.cell_clauses(every),
            (),
            tuple(dict.fromkeys((*rests, *view.links(cells, view.digits_of(cells))))),
            roles=(("aligned", view.held(cells)), ("excluding", view.held(every & ~cells))),
            size=len(chosen),
        )


def _breaks(view: View, one: Set, chosen: tuple[int, ...], digits: tuple[int, ...]) -> bool:
    """With these digits the set has fewer than cells left."""
    lost = 0
    for cell, d in zip(chosen, digits, strict=True):
        if one.digits >> d & 1 and not one.cells & view.at[d] & ~view.sees[cell]:
            lost |= 1 << d
    return (one.digits & ~lost).bit_count() < one.cells.bit_count()
