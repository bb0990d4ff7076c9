"""Unique rectangles of all types, hidden and avoidable rectangles.

Four cells in two rows, two columns and two boxes. If they held only two digits, crosswise, these
could be exchanged without affecting other cells: there would be two solutions. So in a proper
puzzle another candidate is true in one of the four. These steps do not follow from the theory
alone, but from the theory and "there is one solution".

- type 1: three cells hold only the pair; type 2: the two cells of a side, type 5: other cells, have
  the same single extra digit; type 3: the extras of a side make a naked subset with other cells;
  type 4: in a house of a side, one digit of the pair has only the side's cells; type 6: one digit
  of the pair forms an X-wing.
- hidden: if one digit of the pair has only these cells in the row and the column of a corner whose
  opposite holds only the pair, the other digit of the pair is not in that corner.
- avoidable: the same with digits that were found, not given: givens cannot be exchanged.

Source: Sudopedia, "Uniqueness Test", "Hidden Unique Rectangle", "Avoidable Rectangle".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from ...cancellation import look
from ...layout import Layout
from ..view import Found, View, bits_of, each

#: The cells of a rectangle, in order around it.
Cells = tuple[int, int, int, int]


@lru_cache(maxsize=8)
def rectangles(layout: Layout) -> tuple[Cells, ...]:
    """Return four cells each, such that each house has none of them or two neighbours: digits could
    be exchanged."""
    n, found = layout.size, list[Cells]()
    for r1, r2 in combinations(range(n), 2):
        for c1, c2 in combinations(range(n), 2):
            look()
            cells = (r1 * n + c1, r1 * n + c2, r2 * n + c2, r2 * n + c1)
            sides = {frozenset(side) for side in zip(cells, (*cells[1:], cells[0]), strict=True)}
            inside = (frozenset(cells).intersection(house.cells) for house in layout.houses)
            if all(part in sides for part in inside if part):
                found.append(cells)
    return tuple(found)


def unique(view: View, kind: str) -> Iterator[Found]:
    """Yield steps by unique rectangles.

    kind: "1" … "6", "hidden", or "" for all of them; with " incomplete", those in which some cells
    have lost one of the two digits.
    """
    kind, _, is_incomplete = kind.partition(" ")
    for cells in rectangles(view.layout):
        if is_incomplete:
            some = [view.left[cell] for cell in cells]
            for a, b in combinations(each(some[0] | some[1] | some[2] | some[3]), 2):
                pair = 1 << a | 1 << b
                held = [left & pair for left in some]
                if all(held) and any(own != pair for own in held):
                    yield from _types(view, cells, a, b, kind)
            continue
        common = view.left[cells[0]] & view.left[cells[1]] & view.left[cells[2]] & (
            view.left[cells[3]]
        )  # fmt: skip
        for a, b in combinations(each(common), 2):
            yield from _types(view, cells, a, b, kind)


def _types(
    view: View, cells: tuple[int, int, int, int], a: int, b: int, kind: str
) -> Iterator[Found]:
    pair = 1 << a | 1 << b
    extra = {cell: view.left[cell] & ~pair for cell in cells}
    roof = [cell for cell in cells if extra[cell]]
    if not roof:
        return
    for number, search in (
        ("1", _one), ("2", _same), ("5", _same), ("3", _subset), ("4", _strong), ("6", _wing),
        ("hidden", _hidden), ("hidden", _side_link),
    ):  # fmt: skip
        if kind in (number, ""):
            for gone, why, covers in search(view, cells, roof, extra, pair, number):
                if gone:
                    yield _step(view, cells, roof, pair, gone, why, covers, number)


Piece = tuple[tuple[int, ...], str, tuple[int, ...]]


def _one(
    view: View, cells: Cells, roof: list[int], extra: dict[int, int], pair: int, _: str
) -> Iterator[Piece]:
    if len(roof) == 1:
        where = view.told(1 << roof[0])
        yield view.held(1 << roof[0], pair), f"If {where} were {_or(view, pair)}", ()


def _same(
    view: View, cells: Cells, roof: list[int], extra: dict[int, int], pair: int, number: str
) -> Iterator[Piece]:
    more = {extra[cell] for cell in roof}
    if len(roof) < 2 or len(more) != 1 or min(more).bit_count() != 1:
        return
    if _is_side(cells, roof) != (number == "2"):
        return
    d = min(more).bit_length() - 1
    bits = bits_of(roof)
    yield (
        view.vs(view.seen_by_all(bits), d),
        f"If none of {view.one_by_one(bits)} were {view.symbol(d)}",
        (),
    )


def _is_side(cells: Cells, roof: list[int]) -> bool:
    return len(roof) == 2 and (cells.index(roof[0]) - cells.index(roof[1])) % 2 == 1


def _subset(
    view: View, cells: Cells, roof: list[int], extra: dict[int, int], pair: int, _: str
) -> Iterator[Piece]:
    if not _is_side(cells, roof):
        return
    bits = bits_of(roof)
    more = extra[roof[0]] | extra[roof[1]]
    for region in view.houses:
        if bits & ~region.bits:
            continue
        others = region.bits & view.open & ~bits
        for k in range(1, others.bit_count()):
            for chosen in combinations(each(others), k):
                look()
                subset = bits_of(chosen)
                digits = more | view.digits_of(subset)
                if digits.bit_count() != k + 1:
                    continue
                gone = view.held(others & ~subset, digits)
                why = (
                    f"{view.one_by_one(bits)} must hold one of {view.symbols(more)}, which makes a "
                    f"naked subset with {view.one_by_one(subset)} in {region.house}; otherwise"
                )
                yield gone, why, ()


def _strong(
    view: View, cells: Cells, roof: list[int], extra: dict[int, int], pair: int, _: str
) -> Iterator[Piece]:
    if not _is_side(cells, roof):
        return
    bits = bits_of(roof)
    for region in view.houses:
        if bits & ~region.bits or not region.is_full:
            continue
        for d in each(pair):
            if view.at[d] & region.bits == bits:
                other = (pair & ~(1 << d)).bit_length() - 1
                why = (
                    f"In {region.house}, {view.symbol(d)} lies only in {view.one_by_one(bits)}; if "
                    f"the other of these held {view.symbol(other)}"
                )
                yield view.vs(bits, other), why, (view.clause(region, d),)


def _wing(
    view: View, cells: Cells, roof: list[int], extra: dict[int, int], pair: int, _: str
) -> Iterator[Piece]:
    if len(roof) != 2 or _is_side(cells, roof):
        return
    bits = bits_of(cells)
    for d in each(pair):
        for kind in ("row", "column"):
            own = [h for h in view.houses if h.kind == kind and h.bits & bits]
            if all(h.bits & view.at[d] == h.bits & bits for h in own):
                why = f"{view.symbol(d)} is an X-wing here; if {_any(view, roof)} held it"
                yield view.vs(bits_of(roof), d), why, tuple(view.clause(h, d) for h in own)


def _hidden(
    view: View, cells: Cells, roof: list[int], extra: dict[int, int], pair: int, _: str
) -> Iterator[Piece]:
    if len(roof) not in (2, 3):
        return
    bits = bits_of(cells)
    for corner in cells:
        opposite = cells[(cells.index(corner) + 2) % 4]
        if extra[opposite]:
            continue
        for d in each(pair):
            own = [h for h in view.of_cell[corner] if h.is_line]
            if all(h.bits & view.at[d] == h.bits & bits for h in own):
                other = (pair & ~(1 << d)).bit_length() - 1
                where = view.told(1 << corner)
                why = (
                    f"In the row and the column of {where}, {view.symbol(d)} has only places in "
                    f"these cells; if {where} were {view.symbol(other)}"
                )
                yield (
                    view.vs(1 << corner, other), why, tuple(view.clause(h, d) for h in own)
                )  # fmt: skip


def _side_link(
    view: View, cells: Cells, roof: list[int], extra: dict[int, int], pair: int, _: str
) -> Iterator[Piece]:
    """Yield steps in a corner of the roof: a strong link of one digit between the other corner and
    the floor excludes the pair's other digit from the corner."""
    if not _is_side(cells, roof):
        return
    for corner, other in (roof, roof[::-1]):
        opposite = cells[(cells.index(corner) + 2) % 4]  # of the floor, beside the other corner
        for region in view.of_cell[other]:
            if not region.is_full or not region.bits >> opposite & 1 or region.bits >> corner & 1:
                continue
            for d in each(pair):
                if view.at[d] & region.bits == (1 << other | 1 << opposite):
                    b = (pair & ~(1 << d)).bit_length() - 1
                    where = view.told(1 << corner)
                    why = (
                        f"In {region.house}, {view.symbol(d)} has only places in these cells; if "
                        f"{where} were {view.symbol(b)}"
                    )
                    yield view.vs(1 << corner, b), why, (view.clause(region, d),)


def _step(
    view: View,
    cells: Cells,
    roof: list[int],
    pair: int,
    gone: tuple[int, ...],
    why: str,
    covers: tuple[int, ...],
    number: str,
) -> Found:
    a, b = each(pair)
    bits = bits_of(cells)
    said = (
        f"{why}, {view.symbol(a)} and {view.symbol(b)} could change places in "
        f"{view.one_by_one(bits_of(cells))}, and the puzzle would have two solutions; it has one"
    )  # fmt: skip
    return Found(
        gone,
        (),
        said,
        view.cell_clauses(bits),
        covers,
        roles=(("floor", view.held(bits, pair)), ("roof", view.held(bits_of(roof), ~pair))),
        name=f"unique rectangle type {number}" if number != "hidden" else "hidden rectangle",
    )


def _or(view: View, digits: int) -> str:
    return " or ".join(view.symbol(d) for d in each(digits))


def _any(view: View, cells: list[int]) -> str:
    return " or ".join(view.told(1 << cell) for cell in cells)


def avoidable(view: View, kind: str) -> Iterator[Found]:
    """Yield steps by avoidable rectangles; none unless the givens are known.

    kind: "1" (three digits found), "2" (two), or "" for both.
    """
    given = view.position.given
    if given is None:
        return
    for cells in rectangles(view.layout):
        if any(view.v(c, view.digit[c]) in given for c in cells if view.digit[c]):
            continue
        found = [cell for cell in cells if view.digit[cell]]
        for a, b in {
            (view.digit[cell], other)
            for cell in found
            for other in range(1, view.n + 1)
            if other != view.digit[cell]
        }:
            # The digits that the cells would hold, crosswise, in a rectangle.
            for turn in (0, 1):
                would = {cell: (a, b)[(k + turn) % 2] for k, cell in enumerate(cells)}
                if any(view.digit[c] != would[c] for c in found):
                    continue
                rest = [c for c in cells if c not in found]
                if any(not view.left[c] >> would[c] & 1 for c in rest):
                    continue
                yield from _avoided(view, cells, rest, would, kind)


def _avoided(
    view: View, cells: Cells, rest: list[int], would: dict[int, int], kind: str
) -> Iterator[Found]:
    bits = bits_of(rest)
    pair = sorted(set(would.values()))
    tail = (
        f"{view.symbol(pair[0])} and {view.symbol(pair[1])} could change places in "
        f"{view.one_by_one(bits_of(cells))}, of which none is given, and the puzzle would have two "
        "solutions; it has one"
    )
    roles = (("roof", view.held(bits)),)
    if len(rest) == 1 and kind in ("1", ""):
        gone = view.vs(bits, would[rest[0]])
        said = f"If {view.told(bits)} were {view.symbol(would[rest[0]])}, {tail}"
        yield Found(gone, (), said, view.cell_clauses(bits), roles=roles,
                    name="avoidable rectangle type 1")  # fmt: skip
    if len(rest) == 2 and kind in ("2", ""):
        extra = {view.left[c] & ~(1 << would[c]) for c in rest}
        if len(extra) == 1 and min(extra).bit_count() == 1:
            d = min(extra).bit_length() - 1
            gone = view.vs(view.seen_by_all(bits), d)
            said = f"If neither of {view.one_by_one(bits)} were {view.symbol(d)}, {tail}"
            if gone:
                yield Found(gone, (), said, view.cell_clauses(bits), roles=roles,
                            name="avoidable rectangle type 2")  # fmt: skip
