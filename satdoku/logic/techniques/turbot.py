"""Two strong links of one digit: skyscrapers, kites, turbot fish, empty rectangles, dual ones.

Each is an X-chain of four nodes (refutation RR|C, RC|B, BR|C): two clauses of two places, with an
end of one denying an end of the other; so one of the far ends is true. A dual one uses the same
four cells twice: both pairs of ends deny each other.

Sources: Sudopedia, "Turbot Fish", "Empty Rectangle"; HoDoKu's names.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...cancellation import look
from ..view import Found, Region, View, each


def turbot(view: View, kind: str) -> Iterator[Found]:
    """Yield steps by two strong links of one digit. kind: "skyscraper", "kite", "dual kite", or ""
    for any."""
    for d in range(1, view.n + 1):
        links = [
            (h, *_two(h.bits & view.at[d]))
            for h in view.houses
            if h.is_full and (h.bits & view.at[d]).bit_count() == 2
        ]
        for (h, a1, b1), (g, c1, e1) in combinations(links, 2):
            look()
            if {a1, b1} & {c1, e1}:
                continue
            both = list[tuple[Found, int]]()
            for a, b in ((a1, b1), (b1, a1)):
                for c, e in ((c1, e1), (e1, c1)):
                    for found, gone in _joined(view, d, h, g, (a, b, c, e), kind):
                        both.append((found, gone))
            if kind != "dual kite":
                yield from (found for found, gone in both if gone)
            elif len(both) > 1 and all(gone for _, gone in both):
                yield _dual([found for found, _ in both])


def _two(cells: int) -> tuple[int, int]:
    a, b = each(cells)
    return a, b


def _joined(
    view: View, d: int, h: Region, g: Region, cells: tuple[int, int, int, int], kind: str
) -> Iterator[tuple[Found, int]]:
    """Yield (step, cells denied) for a = b - c = e, if it is of this kind."""
    a, b, c, e = cells
    shared = [k for k in view.of_cell[b] if k.bits >> c & 1]
    if not shared:
        return
    kinds = {h.kind, g.kind}
    if kind == "skyscraper":
        other = {"row": "column", "column": "row"}.get(h.kind)
        if len(kinds) > 1 or all(k.kind != other for k in shared):
            return
    if kind in ("kite", "dual kite") and (
        kinds != {"row", "column"} or all(k.kind != "box" for k in shared)
    ):
        return
    gone = view.sees[a] & view.sees[e] & view.at[d]
    link = shared[0]
    seen = [
        view.clause(k, d)
        for z in each(gone)
        for end in (a, e)
        for k in view.of_cell[end]
        if k.bits >> z & 1
    ]
    said = (
        f"In {h.house} and in {g.house}, {view.symbol(d)} has two places each; "
        f"{view.told(1 << b)} and {view.told(1 << c)} are both in {link.house}, so "
        f"{view.told(1 << a)} or {view.told(1 << e)} is {view.symbol(d)}"
    )
    nodes = tuple((view.v(cell, d),) for cell in cells)
    yield Found(
        view.vs(gone, d), (), said, (view.clause(h, d), view.clause(g, d)), (),
        tuple(dict.fromkeys((view.clause(link, d), *seen))), nodes,
        (("ends", (nodes[0][0], nodes[3][0])),), size=2,
    ), gone  # fmt: skip


def _dual(both: list[Found]) -> Found:
    gone = sorted({v for found in both for v in found.denied})
    rests = dict.fromkeys(c for found in both for c in found.rests)
    bases = dict.fromkeys(c for found in both for c in found.bases)
    used = dict.fromkeys(v for found in both for node in found.nodes for v in node)
    said = "; and ".join(dict.fromkeys(found.said for found in both))
    return Found(
        tuple(gone), (), said, tuple(bases), (), tuple(rests), (), (("links", tuple(used)),),
        size=2,
    )  # fmt: skip


def empty_rectangle(view: View, dual: bool) -> Iterator[Found]:
    """Yield steps by a box whose places lie in one row and one column, and a strong link that one
    of these sees."""
    for d in range(1, view.n + 1):
        links = [h for h in view.lines if (h.bits & view.at[d]).bit_count() == 2]
        for box in view.boxes:
            places = box.bits & view.at[d]
            both = dict[int, list[Found]]()
            for line in view.lines:
                for across in view.lines:
                    if line.kind == across.kind or not line.bits & across.bits & box.bits:
                        continue
                    if places & ~(line.bits | across.bits):
                        continue
                    if not places & ~line.bits or not places & ~across.bits:
                        continue
                    for link in links:
                        found = _rectangle(view, d, box, line, across, link)
                        if found:
                            used = link.bits & view.at[d]
                            both.setdefault(used if dual else len(both), []).append(found)
            for same in both.values():
                if not dual:
                    yield same[0]
                elif len({found.denied for found in same}) > 1:
                    yield _dual(same)
            if dual:
                every = [found for same in both.values() for found in same]
                if places.bit_count() == 2 and len({found.denied for found in every}) > 1:
                    yield from (_dual([f, g]) for f, g in combinations(every, 2))


def _rectangle(
    view: View, d: int, box: Region, line: Region, across: Region, link: Region
) -> Found | None:
    """Yield the step of a link that crosses the line outside the box; its other end sees what is
    denied."""
    ends = link.bits & view.at[d]
    near = ends & line.bits & ~box.bits
    if link.kind == line.kind or near.bit_count() != 1 or ends & box.bits:
        return None
    far = ends & ~near
    gone = view.at[d] & across.bits & ~box.bits & view.seen_by_all(far) & ~ends
    if not gone:
        return None
    places = box.bits & view.at[d]
    said = (
        f"In {box.house}, {view.symbol(d)} lies in {line.house} or in {across.house}; if not in "
        f"{across.house}, then not in {view.told(near)}, and so in {view.told(far)}"
    )
    rests = [
        view.clause(h, d)
        for z in each(gone)
        for h in view.of_cell[z]
        if h.bits & far
    ]  # fmt: skip
    return Found(
        view.vs(gone, d), (), said, (view.clause(box, d), view.clause(link, d)), (),
        tuple(dict.fromkeys((view.clause(line, d), view.clause(across, d), *rests))), (),
        (("box", view.vs(places, d)), ("link", view.vs(ends, d))), size=2,
    )  # fmt: skip
