"""Fish of all sorts: k bases whose candidates of a digit lie in k covers, except for fins.

One search serves all. Suppose that z, in one of the covers, is true: the candidates that it sees
are false, and that cover is full. Then the k bases, without what z sees (the fins), would have to
lie in k - 1 covers, which is impossible. Bases and covers may overlap: with b(c) bases and v(c)
covers that contain c, fins are the candidates with b > v, and those with v > b that see all fins
are false, because Σv ≤ k = Σb over the true candidates.

All lines of one kind against all of the other: basic. With boxes as well: Franken. Any others:
mutant. With fins: finned, or sashimi if a base keeps fewer than two candidates in the covers. The
principle is Cover(k), with a refutation for each fin.

Sources: Sudopedia, "Fish"; the ultimate fish guide.

Lesson: finned X-wing, finned swordfish, finned jellyfish, finned squirmbag, finned whale, finned
    leviathan

    A fish but for some places of its bases outside the covers, the fins. What the fish would take
    away goes where it sees all fins.

    Why: Refute(x) for what goes: it denies the fins, and its own cover is full. So the k bases
    would have k − 1 covers left, against Cover(k).

Lesson: sashimi X-wing, sashimi swordfish, sashimi jellyfish, sashimi squirmbag, sashimi whale,
    sashimi leviathan

    A finned fish one of whose bases has less than two places in the covers: without its fins there
    would be a single.

    Why: As for a finned fish: with what goes supposed, k bases have k − 1 covers left.

Lesson: siamese fish, siamese Franken fish, siamese mutant fish

    Two finned or sashimi fish (Franken, mutant fish) with the same bases, but with other covers and
    so with other fins: what either takes away goes.

    Why: Each is a fish with fins of its own: two refutations at once.

Lesson: Franken X-wing, Franken swordfish, Franken jellyfish, Franken squirmbag, Franken whale

    A fish with boxes among its bases or its covers, beside lines of one kind: all places of a digit
    in k bases lie in k covers. It goes from the rest of the covers.

    Why: Cover(k), with boxes as clauses like any others. Where two bases share a place, two covers
    must hold it.

Lesson: finned Franken X-wing, finned Franken swordfish, finned Franken jellyfish, finned Franken
    squirmbag, finned Franken whale, sashimi Franken X-wing, sashimi Franken swordfish, sashimi
    Franken jellyfish, sashimi Franken squirmbag, sashimi Franken whale

    A Franken fish but for fins: what it would take away goes where it sees all of them. Sashimi: a
    base has less than two places in the covers.

    Why: Refute(x): it denies the fins and fills its cover, and k bases have k − 1 covers left.

Lesson: mutant X-wing, mutant swordfish, mutant jellyfish, mutant squirmbag, mutant whale

    A fish of any houses: rows and columns on one side. All places of a digit in k bases (which
    share none) lie in k covers. It goes from the rest of the covers.

    Why: Cover(k) in full: it never asked of which kind the clauses are.

Lesson: finned mutant X-wing, finned mutant swordfish, finned mutant jellyfish, finned mutant
    squirmbag, finned mutant whale, sashimi mutant X-wing, sashimi mutant swordfish, sashimi mutant
    jellyfish, sashimi mutant squirmbag, sashimi mutant whale

    A mutant fish but for fins: what it would take away goes where it sees all of them. Sashimi: a
    base has less than two places in the covers.

    Why: Refute(x): it denies the fins and fills its cover, and k bases have k − 1 covers left.

Lesson: general cover

    Franken and mutant fish without fins, of two to four bases of any kinds.

    Why: Cover(k), word by word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations

from ....grouping import grouped
from ....kernels.kernel import kernel
from ....kernels.logic.fish import (
    BASIC,
    FINNED,
    FINS,
    FRANKEN,
    MUTANT,
    ONCE_PER_BASES,
    PLAIN,
    SASHIMI,
    SHAPE,
    list_fish,
)
from ....kernels.logic.grid import look
from ....kernels.logic.search import StepSearch
from ...catalog.row import Technique
from ...search.reports import reports_of
from ...step_text.sentences import houses_text
from ...view import Finding, View, bits_of
from . import basic_fish

NAMES = dict(enumerate((row.name for row in basic_fish.ROWS), 2))
FISH, FINDER = f"{__name__}:fish", f"{__name__}:find_general_fish"


def _rows() -> Iterator[Technique]:
    """Yield the rows; finned fish are forms of the rules that find them in the search."""
    for k, row in enumerate(basic_fish.ROWS, 2):
        rule = "" if k > 4 else "grouped X-chain" if k == 2 else "single-digit refutation"
        finned = 76 if k > 4 else 75
        for fins in ("finned", "sashimi"):
            yield Technique(
                f"{fins} {row.name}", finned / 10, FISH, (k, "basic", fins), rule=rule, slow=k > 4
            )
        for shape, more in (("Franken", 3), ("mutant", 5)) if k < 7 else ():
            slow = k > 3 or (k == 3 and shape == "mutant")
            yield Technique(
                f"{shape} {row.name}",
                (row.tenths + more + 10) / 10,
                FISH,
                (k, shape, ""),
                slow=k > 4,
            )
            for fins in ("finned", "sashimi"):
                yield Technique(
                    f"{fins} {shape} {row.name}",
                    (finned + more) / 10,
                    FISH,
                    (k, shape, fins),
                    slow=slow or fins == "sashimi",
                )


LISTED = (
    *_rows(),
    *(Technique(f"siamese {kind}fish", (76 + more) / 10, f"{__name__}:siamese", shape,
                (f"siamese finned {kind}fish",), slow=more > 0, joint=True)
      for kind, shape, more in (("", "basic", 0), ("Franken ", "Franken", 3),
                                ("mutant ", "mutant", 5))),
    Technique("general cover", 5.5, f"{__name__}:general", 4, ("Franken fish", "mutant fish"),
              joint=True),
)  # fmt: skip


def _all(*shapes: str, most: int = 6) -> str:
    """Return the names of these shapes of fish, with at most this many bases."""
    return ", ".join(f"{shape} {NAMES[k]}" for shape in shapes for k in range(2, most + 1))


Ints = tuple[int, ...]
SHAPES = {"basic": BASIC, "Franken": FRANKEN, "mutant": MUTANT}
FINNED_AS = {"": PLAIN, "finned": FINNED, "sashimi": SASHIMI}


@kernel
def find_general_fish(search: StepSearch, mode: int) -> bool:
    """Report all fish of one size and shape (see `kernels.logic.fish`), each conclusion once."""
    look(search)
    return list_fish(search, mode)


def fish(view: View, mode: tuple[int, str, str], each_base: bool = False) -> Iterator[Finding]:
    """Yield fish of one size and shape, each conclusion once (each_base: once for the same bases).

    mode: (k, "basic", "Franken" or "mutant", "" (no fins), "finned" or "sashimi").
    """
    k, shape, fins = mode
    how = k | SHAPES[shape] << SHAPE | FINNED_AS[fins] << FINS | each_base * ONCE_PER_BASES
    for _, lists in reports_of(view.position, FINDER, how):
        yield _found(view, *lists[1:])


def fins_text(view: View, cells: int) -> str:
    """Return 'the fin r4c3' or 'the fins r4c35'."""
    return f"the fin{'s' if cells.bit_count() > 1 else ''} {view.cells_text(cells)}"


def _found(view: View, denied: Ints, bases: Ints, covers: Ints, fins: Ints) -> Finding:
    theory, position = view.theory, view.position
    held, over = ({v for c in side for v in position.open_members(c)} for side in (bases, covers))
    at = view.layout.cell_and_digit
    fin_cells = fins_text(view, bits_of(at(v)[0] for v in fins))
    reason = f"In {_listed(view, bases)}, {view.symbol(at(denied[0])[1])} lies only in "
    reason += _listed(view, covers) + (
        f", or in {fin_cells}: what else is there and sees every fin is false"
        if fins
        else ", so nowhere else there"
    )
    seen = {
        c: None
        for z in denied
        for fin in fins
        for c in theory.occurrences[fin]
        if theory.clauses[c].house and z in theory.members[c]
    }
    roles = (("base", tuple(sorted((held & over).difference(fins)))),)
    return Finding(
        denied,
        reason,
        bases,
        covers,
        tuple(seen),
        roles=(*roles, ("fin", fins)) if fins else roles,
        size=len(bases),
    )


def _listed(view: View, clauses: tuple[int, ...]) -> str:
    return houses_text(view.theory, sorted(clauses))


def general(view: View, most: int) -> Iterator[Finding]:
    """Yield Franken and mutant fish without fins, of two to `most` bases, fewest first."""
    for k in range(2, most + 1):
        for shape in ("Franken", "mutant"):
            for found in fish(view, (k, shape, "")):
                yield replace(found, name=f"{shape} {NAMES[k]}")


def siamese(view: View, shape: str) -> Iterator[Finding]:
    """Yield pairs of finned fish of this shape and of two to four bases, which are the same, that
    deny different candidates."""
    for k in range(2, 5):
        forms = ("finned", "sashimi")
        both = chain.from_iterable(fish(view, (k, shape, form), True) for form in forms)
        twins = grouped((found.bases, found) for found in both)
        for a, b in (pair for same in twins.values() for pair in combinations(same, 2)):
            if set(a.denied) - {*b.denied} and set(b.denied) - {*a.denied}:
                yield replace(
                    a,
                    denied=(*a.denied, *b.denied),
                    reason=a.reason.partition(": what")[0]
                    + ", and also only in "
                    + b.reason.partition(" lies only in ")[2],
                    covers=tuple(dict.fromkeys((*a.covers, *b.covers))),
                    rests=tuple(dict.fromkeys((*a.rests, *b.rests))),
                    roles=tuple(
                        (role, tuple(dict.fromkeys((*held, *dict(b.roles)[role]))))
                        for role, held in a.roles
                    ),
                )
