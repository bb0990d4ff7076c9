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
    away is removed where it sees all fins.

    Why: Refute(x) for what is removed: it denies the fins, and its own cover is full. So the k
    bases would have k − 1 covers left, against Cover(k).

Lesson: sashimi X-wing, sashimi swordfish, sashimi jellyfish, sashimi squirmbag, sashimi whale,
    sashimi leviathan

    A finned fish one of whose bases has less than two places in the covers: without its fins there
    would be a single.

    Why: As for a finned fish: with what is removed supposed true, k bases have k − 1 covers left.

Lesson: siamese fish, siamese Franken fish, siamese mutant fish

    Two finned or sashimi fish (Franken, mutant fish) with the same bases, but with other covers and
    so with other fins: what either takes away is removed.

    Why: Each is a fish with fins of its own: two refutations at once.

Lesson: Franken X-wing, Franken swordfish, Franken jellyfish, Franken squirmbag, Franken whale

    A fish with boxes among its bases or its covers, beside lines of one kind: all places of a digit
    in k bases lie in k covers. It is removed from the rest of the covers.

    Why: Cover(k), with boxes as clauses like any others. Where two bases share a place, two covers
    must hold it.

Lesson: finned Franken X-wing, finned Franken swordfish, finned Franken jellyfish, finned Franken
    squirmbag, finned Franken whale, sashimi Franken X-wing, sashimi Franken swordfish, sashimi
    Franken jellyfish, sashimi Franken squirmbag, sashimi Franken whale

    A Franken fish but for fins: what it would take away is removed where it sees all of them.
    Sashimi: a base has less than two places in the covers.

    Why: Refute(x): it denies the fins and fills its cover, and k bases have k − 1 covers left.

Lesson: mutant X-wing, mutant swordfish, mutant jellyfish, mutant squirmbag, mutant whale

    A fish of any houses: rows and columns on one side. All places of a digit in k bases (which
    share none) lie in k covers. It is removed from the rest of the covers.

    Why: Cover(k) in full: it never asked of which kind the clauses are.

Lesson: finned mutant X-wing, finned mutant swordfish, finned mutant jellyfish, finned mutant
    squirmbag, finned mutant whale, sashimi mutant X-wing, sashimi mutant swordfish, sashimi mutant
    jellyfish, sashimi mutant squirmbag, sashimi mutant whale

    A mutant fish but for fins: what it would take away is removed where it sees all of them.
    Sashimi: a base has less than two places in the covers.

    Why: Refute(x): it denies the fins and fills its cover, and k bases have k − 1 covers left.

Lesson: general cover

    Franken and mutant fish without fins, of two to four bases of any kinds.

    Why: Cover(k), word by word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

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
from ....kernels.logic.grid import update_grid
from ....kernels.logic.search import StepSearch
from ....phrases import Phrase, phrase
from ....theory import Indexes
from ...catalog.row import Needless, Technique
from ...search.reports import reports_of
from ...step_text.sentences import houses_text
from ...view import Finding, View, bits_of
from . import basic_fish

NAMES = dict(enumerate((row.name for row in basic_fish.ROWS), 2))
FISH, FINDER = f"{__name__}:fish", f"{__name__}:find_general_fish"


#: Sorts of fins; for each shape with boxes or any houses, what it adds to a rating, in tenths.
SORTS = ("finned", "sashimi")


MORE = {"basic": 0, "Franken": 3, "mutant": 5}


#: Siamese fish.
# With two covers of one kind, both cross a box that is a base, or a line that is one lies in a box:
# pointing or claiming goes through the bases one by one. Two covers of different kinds leave a line
# one place, and a box those on one line.
LOCKED = Needless("pointing and claiming, and singles, deny the same", largest=9)
TWO = Needless("it is two finned fish with the same bases, each a step of its own")


def _rows() -> Iterator[Technique]:
    """Yield the rows; finned fish are forms of the rules that find them in the search."""
    for k, row in enumerate(basic_fish.ROWS, 2):
        finned = 76 if k > 4 else 75
        for fins in SORTS:
            name = f"{fins} {row.name}"
            mode = (k, "basic", fins)
            needless = basic_fish.ACROSS if k > 4 else None
            yield Technique(
                name, finned / 10, FISH, mode, rule=_rule(k), slow=k > 4, needless=needless
            )
        if k == 7:
            continue
        for shape in ("Franken", "mutant"):
            name = f"{shape} {row.name}"
            rating = (row.tenths + MORE[shape] + 10) / 10
            needless = LOCKED if k == 2 else None
            mode = (k, shape, "")
            yield Technique(name, rating, FISH, mode, slow=k > 4, needless=needless)
            is_slow = k > 3 or (k == 3 and shape == "mutant")
            rating = (finned + MORE[shape]) / 10
            for fins in SORTS:
                slow = is_slow or fins == "sashimi"
                yield Technique(f"{fins} {name}", rating, FISH, (k, shape, fins), slow=slow)


def _rule(k: int) -> str:
    """Return the rule of which finned fish of k lines are a form."""
    if k > 4:
        return ""
    return "grouped X-chain" if k == 2 else "single-digit refutation"


LISTED = (
    *_rows(),
    *(Technique(f"siamese {kind}fish", (76 + more) / 10, f"{__name__}:siamese", shape,
                aliases=(f"siamese finned {kind}fish",), slow=more > 0, joint=True, needless=TWO)
      for kind, shape, more in (("", "basic", 0), ("Franken ", "Franken", 3),
                                ("mutant ", "mutant", 5))),
    Technique("general cover", 5.5, f"{__name__}:general", 4,
              aliases=("Franken fish", "mutant fish"),
              joint=True),
)  # fmt: skip


Ints = tuple[int, ...]
SHAPES = {"basic": BASIC, "Franken": FRANKEN, "mutant": MUTANT}
FINNED_AS = {"": PLAIN, "finned": FINNED, "sashimi": SASHIMI}


@kernel
def find_general_fish(search: StepSearch, mode: int) -> bool:
    """Report all fish of one size and shape (see `kernels.logic.fish`), each conclusion once."""
    update_grid(search)
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
    fins = "the fins {cells}" if cells.bit_count() > 1 else "the fin {cells}"
    return phrase(fins, cells=view.cells_text(cells))


def _found(view: View, denied: Ints, bases: Ints, covers: Ints, fins: Ints) -> Finding:
    """Return the step of a fish that denies these candidates."""
    held = _candidates(view, bases) & _candidates(view, covers)
    roles = [("base", tuple(sorted(held.difference(fins))))]
    _cell, digit = view.layout.cell_and_digit(denied[0])
    lies = _lies(view, denied, bases, covers)
    reason = phrase("{reason}, so nowhere else there", reason=lies)
    if fins:
        roles.append(("fin", fins))
        cells = bits_of(view.layout.cell_of(v) for v in fins)
        symbol = view.symbol(digit)
        cases = (
            "{reason}, or in {fins}: if no fin is {digit}, {digit} lies nowhere else there; if one "
            "is, what sees all fins is not {digit}"
        )
        if len(fins) == 1:
            cases = (
                "{reason}, or in {fins}: if the fin is not {digit}, {digit} lies nowhere else "
                "there; if it is, what sees it is not {digit}"
            )
        reason = phrase(cases, reason=lies, fins=fins_text(view, cells), digit=symbol)
    return Finding(
        denied=denied,
        reason=reason,
        bases=bases,
        covers=covers,
        rests=_seeing(view, denied, fins),
        roles=tuple(roles),
        size=len(bases),
    )


def _lies(view: View, denied: Ints, bases: Ints, covers: Ints) -> str:
    """Return 'In rows 2 and 5, 3 lies only in columns 4 and 8'."""
    _cell, digit = view.layout.cell_and_digit(denied[0])
    lies = "In {houses}, {digit} lies only in {others}"
    houses = _listed(view, bases)
    return phrase(lies, houses=houses, digit=view.symbol(digit), others=_listed(view, covers))


def _candidates(view: View, clauses: Ints) -> set[int]:
    """Return the candidates of clauses."""
    return {v for clause in clauses for v in view.position.open_members(clause)}


def _seeing(view: View, denied: Ints, fins: Ints) -> Ints:
    """Return the clauses of houses that contain a denied candidate and a fin."""
    theory = view.theory
    found = dict[int, None]()
    for z in denied:
        for fin in fins:
            for c in theory.occurrences[fin]:
                if theory.clauses[c].house and z in theory.members[c]:
                    found[c] = None
    return tuple(found)


def _listed(view: View, clauses: Indexes) -> str:
    return houses_text(view.theory, sorted(clauses))


def general(view: View, most: int) -> Iterator[Finding]:
    """Yield Franken and mutant fish without fins, of two to `most` bases, fewest first."""
    for k in range(2, most + 1):
        for shape in ("Franken", "mutant"):
            for found in fish(view, (k, shape, "")):
                yield replace(found, name=f"{shape} {NAMES[k]}")


def siamese(view: View, shape: str) -> Iterator[Finding]:
    """Yield pairs of finned fish of this shape and of two to four bases, which are the same, that
    deny different candidates; those last of which one denies all that the other does."""
    for k in range(2, 5):
        both = list[Finding]()
        nested = list[Finding]()
        for sort in SORTS:
            both += fish(view, (k, shape, sort), each_base=True)
        twins = grouped((found.bases, found) for found in both)
        for same in twins.values():
            for a, b in combinations(same, 2):
                shared = {*a.denied} & {*b.denied}
                if len(shared) < min(len(a.denied), len(b.denied)):
                    yield _together(a, b)
                elif {*a.denied} != {*b.denied}:
                    nested.append(_together(a, b))
        yield from nested


def _together(a: Finding, b: Finding) -> Finding:
    """Return two finned fish with the same bases as one step."""
    reason = b.reason
    if isinstance(a.reason, Phrase) and isinstance(b.reason, Phrase):
        reason = _also(a.reason, b.reason)
    others = dict(b.roles)
    roles = [(role, _once(held, others[role])) for role, held in a.roles]
    return replace(
        a,
        denied=_once(a.denied, b.denied),
        reason=reason,
        covers=_once(a.covers, b.covers),
        rests=_once(a.rests, b.rests),
        roles=tuple(roles),
    )


def _also(first: Phrase, second: Phrase) -> Phrase:
    """Return the reasons of two finned fish with the same bases as one, with the cases of the
    second."""
    cases = (
        "{reason}, or in {fins}, and also only in {others}, or in {more}: if no fin is {digit}, "
        "{digit} lies nowhere else there; if one is, what sees all fins is not {digit}"
    )
    if "the fin is not" in second.template:
        cases = (
            "{reason}, or in {fins}, and also only in {others}, or in {more}: if the fin is not "
            "{digit}, {digit} lies nowhere else there; if it is, what sees it is not {digit}"
        )
    reason, fins = first.fills["reason"], first.fills["fins"]
    others = second.fills["reason"].fills["others"]
    digit, more = second.fills["digit"], second.fills["fins"]
    return phrase(cases, reason=reason, fins=fins, others=others, more=more, digit=digit)


def _once(first: Ints, second: Ints) -> Ints:
    """Return what is in one of the two, each once."""
    return tuple(dict.fromkeys(first + second))
