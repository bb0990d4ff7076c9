"""Fish of all sorts: k bases whose candidates of a digit lie in k covers, except for fins.

One search serves all. Suppose that z, in one of the covers, is true: the candidates that it sees
are false, and that cover is full. Then the k bases, without what z sees (the fins), would have to
lie in k - 1 covers, which is impossible. Bases and covers may overlap: with b(c) bases and v(c)
covers that contain c, fins are the candidates with b > v, and those with v > b that see all fins
are false, because Σv ≤ k = Σb over the true candidates.

All lines of one kind against all of the other: basic. With boxes as well: Franken. Any others:
mutant. With fins: finned; sashimi if a base keeps fewer than two candidates in the covers. The
principle is Cover(k), with a refutation for each fin.

Sources: Sudopedia, "Fish"; the ultimate fish guide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from ....cancellation import look
from ...catalog.row import Technique
from ...lessons.lesson import Lesson
from ...view import Found, Region, View, ones
from . import basic_fish

NAMES = dict(enumerate((row.name for row in basic_fish.ROWS), 2))
FISH = f"{__name__}:fish"


def _rows() -> Iterator[Technique]:
    """Yield the rows; finned fish are forms of the rules that find them in the search."""
    for k, row in enumerate(basic_fish.ROWS, 2):
        rule = "" if k > 4 else "grouped X-chain" if k == 2 else "single-digit refutation"
        for fins in ("finned", "sashimi"):
            yield Technique(f"{fins} {row.name}", 7.6 if k > 4 else 7.5, FISH, (k, "basic", fins),
                            rule=rule, slow=k > 4)  # fmt: skip
        for shape, more in (("Franken", 3), ("mutant", 5)) if k < 5 else ():
            slow = k == 4 or (k == 3 and shape == "mutant")
            yield Technique(f"{shape} {row.name}", (row.tenths + more + 10) / 10, FISH,
                            (k, shape, ""))  # fmt: skip
            for fins in ("finned", "sashimi"):
                yield Technique(f"{fins} {shape} {row.name}", (75 + more) / 10, FISH,
                                (k, shape, fins), slow=slow or fins == "sashimi")  # fmt: skip


LISTED = (
    *_rows(),
    *(Technique(f"siamese {kind}fish", (76 + more) / 10, f"{__name__}:siamese", shape,
                (f"siamese finned {kind}fish",), slow=more > 0, joint=True)
      for kind, shape, more in (("", "basic", 0), ("Franken ", "Franken", 3),
                                ("mutant ", "mutant", 5))),
    Technique("general cover", 5.5, f"{__name__}:general", 4, ("Franken fish", "mutant fish"),
              joint=True),
)  # fmt: skip


def _all(*shapes: str, most: int = 4) -> str:
    """Return the names of these shapes of fish, with at most this many bases."""
    return ", ".join(f"{shape} {NAMES[k]}" for shape in shapes for k in range(2, most + 1))


LESSONS = (
    Lesson(
        _all("finned", most=7),
        "A fish but for some places of its bases outside the covers, the fins. What the fish would "
        "take away goes where it sees all fins.",
        "Refute(x) for what goes: it denies the fins, and its own cover is full. So the k bases "
        "would have k − 1 covers left, against Cover(k).",
    ),
    Lesson(
        _all("sashimi", most=7),
        "A finned fish one of whose bases has less than two places in the covers: without its fins "
        "there would be a single.",
        "As for a finned fish: with what goes supposed, k bases have k − 1 covers left.",
    ),
    Lesson(
        "siamese fish, siamese Franken fish, siamese mutant fish",
        "Two finned or sashimi fish (Franken, mutant fish) with the same bases, but with other "
        "covers and so with other fins: what either takes away goes.",
        "Each is a fish with fins of its own: two refutations at once.",
    ),
    Lesson(
        _all("Franken"),
        "A fish with boxes among its bases or its covers, beside lines of one kind: all places of "
        "a digit in k bases lie in k covers. It goes from the rest of the covers.",
        "Cover(k), with boxes as clauses like any others. Where two bases share a place, two "
        "covers must hold it.",
    ),
    Lesson(
        _all("finned Franken", "sashimi Franken"),
        "A Franken fish but for fins: what it would take away goes where it sees all of them. "
        "Sashimi: a base has less than two places in the covers.",
        "Refute(x): it denies the fins and fills its cover, and k bases have k − 1 covers left.",
    ),
    Lesson(
        _all("mutant"),
        "A fish of any houses: rows and columns on one side. All places of a digit in k bases "
        "(which share none) lie in k covers. It goes from the rest of the covers.",
        "Cover(k) in full: it never asked of which kind the clauses are.",
    ),
    Lesson(
        _all("finned mutant", "sashimi mutant"),
        "A mutant fish but for fins: what it would take away goes where it sees all of them. "
        "Sashimi: a base has less than two places in the covers.",
        "Refute(x): it denies the fins and fills its cover, and k bases have k − 1 covers left.",
    ),
    Lesson(
        "general cover",
        "Franken and mutant fish without fins, of two to four bases of any kinds.",
        "Cover(k), word by word.",
    ),
)

Sides = list[tuple[list[Region], list[Region]]]


def fish(view: View, mode: tuple[int, str, str], each_base: bool = False) -> Iterator[Found]:
    """Yield fish of one size and shape, each conclusion once (each_base: once for the same bases).

    mode: (k, "basic", "Franken" or "mutant", "" (no fins), "finned" or "sashimi").
    """
    k, shape, fins = mode
    for d in range(1, view.n + 1):
        places = view.at[d]
        known = set[tuple[int, object]]()
        for bases, covers in _sides(view, shape):
            search = plain if not fins else _with_fins
            for base, cover in search(view, places, bases, covers, k):
                found = _judged(view, d, base, cover, shape, fins)
                key = (found[0], base if each_base else None) if found else None
                if found and key and key not in known:
                    known.add(key)
                    yield _step(view, d, base, cover, found[0], found[1], found[2])


def _sides(view: View, shape: str) -> Sides:
    rows = [h for h in view.houses if h.kind == "row"]
    columns = [h for h in view.houses if h.kind == "column"]
    others = [h for h in view.houses if not h.is_line]
    if shape == "basic":
        return [(rows, columns), (columns, rows)]
    if shape == "Franken":
        return [(rows + others, columns + others), (columns + others, rows + others)]
    return [(list(view.houses), list(view.houses))]


def plain(
    view: View, places: int, bases: list[Region], covers: list[Region], k: int
) -> Iterator[tuple[tuple[Region, ...], tuple[Region, ...]]]:
    """Yield bases that lie in as many covers."""
    usable = [h for h in bases if h.is_full and 1 < (h.bits & places).bit_count() <= 3 * k]
    for chosen in _chosen(view, usable, covers, places, k, k):
        held = [h.bits & places for h in chosen]
        for cover in _covers(held, covers, places, chosen, k):
            yield chosen, cover


def _with_fins(
    view: View, places: int, bases: list[Region], covers: list[Region], k: int
) -> Iterator[tuple[tuple[Region, ...], tuple[Region, ...]]]:
    """Yield, for each z, bases that lie in k - 1 covers once the candidates that z sees are
    removed."""
    known = set[tuple[tuple[int, ...], tuple[int, ...]]]()
    for z in ones(places):
        left = places & ~view.sees[z] & ~(1 << z)
        usable = [h for h in bases if h.is_full and not h.bits >> z & 1 and h.bits & places]
        own = [h for h in covers if h.bits >> z & 1]
        rest = [h for h in covers if not h.bits >> z & 1]
        few = [h for h in usable if (h.bits & left).bit_count() <= 3 * (k - 1)]
        for chosen in _chosen(view, few, rest, left, k, k - 1):
            held = [h.bits & left for h in chosen]
            for cover in _covers(held, rest, left, chosen, k - 1):
                for last in own:
                    if last in chosen:
                        continue
                    key = (
                        tuple(h.number for h in chosen),
                        tuple(sorted(h.number for h in (*cover, last))),
                    )
                    if key not in known:
                        known.add(key)
                        yield chosen, (*cover, last)


def _chosen(
    view: View, bases: list[Region], covers: list[Region], places: int, k: int, most: int
) -> Iterator[tuple[Region, ...]]:
    """Yield sets of k bases, in order, whose places lie in `most` of the other covers.

    Partial sets are pruned when their places no longer fit `most` covers (`is_spread`, `fits`).
    """
    over = {
        cell: [(h.number, h.bits) for h in covers if h.bits >> cell & 1] for cell in ones(places)
    }

    def further(
        first: int, chosen: tuple[Region, ...], taken: tuple[int, ...], once: int
    ) -> Iterator[tuple[Region, ...]]:
        look()
        for number in range(first, len(bases) - k + len(chosen) + 1):
            base = bases[number]
            both, cells = (*taken, base.number), once | base.bits & places
            if not cells or (not is_spread(cells) and fits(cells, most, both)):
                if len(both) == k:
                    yield (*chosen, base)
                else:
                    yield from further(number + 1, (*chosen, base), both, cells)

    def is_spread(cells: int) -> bool:
        """Return whether a greedy choice finds more than `most` cells that do not see each other:
        no house contains two of these, so `most` covers cannot contain all cells."""
        for _ in range(most):
            low = cells & -cells
            cells &= ~(view.sees[low.bit_length() - 1] | low)
            if not cells:
                return False
        return True

    def fits(cells: int, count: int, taken: tuple[int, ...]) -> bool:
        """Return whether `count` covers that are not bases contain the cells."""
        for number, bits in over[(cells & -cells).bit_length() - 1]:
            if number not in taken:
                rest = cells & ~bits
                if not rest or (count > 1 and fits(rest, count - 1, taken)):
                    return True
        return False

    return further(0, (), (), 0)


def _covers(
    held: list[int], covers: list[Region], left: int, bases: tuple[Region, ...], k: int
) -> Iterator[tuple[Region, ...]]:
    """Yield sets of k covers that contain what is left of the bases, twice where two bases
    overlap."""
    once = twice = 0
    for bits in held:
        twice |= once & bits
        once |= bits
    usable = [h for h in covers if h.bits & once and h not in bases]
    yield from _filled(once, twice, usable, k)


def _filled(once: int, twice: int, covers: list[Region], k: int) -> Iterator[tuple[Region, ...]]:
    look()
    if not once:
        if k == 0:
            yield ()
        else:  # spare covers deny more
            yield from combinations(covers, k)
        return
    if k == 0:
        return
    first = once & -once
    for number, cover in enumerate(covers):
        if cover.bits & first:
            # A cell in two bases must be covered a second time.
            rest = once & ~cover.bits | twice & cover.bits
            others = covers[:number] + covers[number + 1 :]
            for more in _filled(rest, twice & ~cover.bits, others, k - 1):
                yield (cover, *more)


def _judged(
    view: View,
    d: int,
    bases: tuple[Region, ...],
    covers: tuple[Region, ...],
    shape: str,
    fins: str,
) -> tuple[int, int, bool] | None:
    """Return (cells denied, fins, whether it is sashimi) of a fish of this shape; None for another
    shape."""
    places = view.at[d]
    if shape != "basic" and _shape_of(bases, covers) != shape:
        return None
    # held[k], over[k]: the cells in more than k bases, in more than k covers.
    held = [0, 0, 0, 0]
    for h in bases:
        held[2] |= held[1] & held[0] & h.bits
        held[1] |= held[0] & h.bits
        held[0] |= h.bits
    over = [0, 0, 0]
    for h in covers:
        over[2] |= over[1] & h.bits
        over[1] |= over[0] & h.bits
        over[0] |= h.bits
    fin = places & (held[0] & ~over[0] | held[1] & ~over[1] | held[2] & ~over[2])
    gone = places & (over[0] & ~held[0] | over[1] & ~held[1] | over[2] & ~held[2])
    gone &= ~fin & view.seen_by_all(fin)
    if not gone or bool(fin) != bool(fins):
        return None
    sashimi = any((h.bits & places & over[0] & ~fin).bit_count() < 2 for h in bases)
    if shape == "basic" and fins and sashimi != (fins == "sashimi"):
        return None
    if shape != "basic" and fins == "sashimi" and not sashimi:
        return None
    return gone, fin, sashimi


def _shape_of(bases: tuple[Region, ...], covers: tuple[Region, ...]) -> str:
    kinds = [{h.kind for h in side} for side in (bases, covers)]
    if any({"row", "column"} <= side for side in kinds):
        return "mutant"
    lines = [side & {"row", "column"} for side in kinds]
    if lines[0] & lines[1]:
        return "mutant"
    return "basic" if kinds[0] | kinds[1] <= {"row", "column"} else "Franken"


def _step(
    view: View,
    d: int,
    bases: tuple[Region, ...],
    covers: tuple[Region, ...],
    gone: int,
    fin: int,
    sashimi: bool,
) -> Found:
    bits = over = 0
    for h in bases:
        bits |= h.bits
    for h in covers:
        over |= h.bits
    said = (
        f"In {_listed(bases)}, {view.symbol(d)} lies only in {_listed(covers)}"
        + (f", or in the fins {view.told(fin)}" if fin else "")
        + (": what is there besides and sees every fin is false" if fin else ", so nowhere else "
           "there")
    )  # fmt: skip
    fins = [view.vs(1 << cell, d) for cell in ones(fin)]
    seen = [
        view.clause(h, d)
        for z in ones(gone)
        for cell in ones(fin)
        for h in view.of_cell[cell]
        if h.bits >> z & 1
    ]
    return Found(
        view.vs(gone, d),
        (),
        said,
        tuple(view.clause(h, d) for h in bases),
        tuple(view.clause(h, d) for h in covers),
        tuple(dict.fromkeys(seen)),
        roles=(
            ("base", view.vs(bits & over & ~fin, d)),
            *((("fin", tuple(v for one in fins for v in one)),) if fin else ()),
        ),
        size=len(bases),
    )


def _listed(houses: tuple[Region, ...]) -> str:
    names = [str(h.house) for h in sorted(houses, key=lambda h: h.number)]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def general(view: View, most: int) -> Iterator[Found]:
    """Yield Franken and mutant fish without fins, of two to `most` bases, fewest first."""
    for k in range(2, most + 1):
        for shape in ("Franken", "mutant"):
            for found in fish(view, (k, shape, "")):
                yield replace(found, name=f"{shape} {NAMES[k]}")


def siamese(view: View, shape: str) -> Iterator[Found]:
    """Yield pairs of finned fish of this shape and of two to four bases, which are the same, that
    deny different candidates."""
    for k in range(2, 5):
        twins = dict[tuple[int, ...], list[Found]]()
        forms = ("finned", "sashimi") if shape == "basic" else ("finned",)
        for found in (one for form in forms for one in fish(view, (k, shape, form), True)):
            twins.setdefault(found.bases, []).append(found)
        for a, b in (pair for same in twins.values() for pair in combinations(same, 2)):
            if set(a.denied) - {*b.denied} and set(b.denied) - {*a.denied}:
                yield replace(
                    a,
                    denied=(*a.denied, *b.denied),
                    said=f"{a.said}; and {b.said[:1].lower()}{b.said[1:]}",
                    covers=tuple(dict.fromkeys((*a.covers, *b.covers))),
                    rests=tuple(dict.fromkeys((*a.rests, *b.rests))),
                    roles=tuple((role, tuple(dict.fromkeys((*held, *dict(b.roles)[role]))))
                                for role, held in a.roles),
                )  # fmt: skip
