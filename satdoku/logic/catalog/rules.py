"""The table of techniques, with name, rating, finder and wording of each; and the labels of
difficulty.

A technique's file in `logic/techniques/` has its finder and rows. Rows are ordered by rating, which
is the order in which techniques are tried; a step's rule is the number of its row. Everything else
(finders to call, names, sets, sentences) is derived from the rows.

Techniques of Sudoku Explainer (N. Juillerat, 2006) have its ratings; the others are rated like the
most similar of these. A chain or refutation adds 0.1 for each of 4, 6, 8, 12, 16, 24, … that its
length exceeds.

`GROUPS` lists the files, in the groups in which they are taught. A file has `ROWS` (see `row`) for
techniques that the search uses too, with `FORMS` and `JOINT`; `LISTED` for those that are only
listed by name. If a listed row names a row of `TABLE`, or a form of one, its finder lists all steps
where the search for the simplest step finds one; the other rows are used only on request, by name.

>>> row = TABLE[rule_named("XY-wing")]
>>> row.rating, row.finder, label_of(42)
(4.2, 'satdoku.logic.techniques.wings.xy_wing:find_wing', 'hard')

>>> row_named("Sue de Coq").rating
5.0
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from typing import Any

from ...plugins import Table
from ...suggest import folded, meant
from .row import SINGLES, OwnTechnique, ScaleRow, Technique, TechniqueForm

#: Technique files, by folder in `logic/techniques/`, and the titles of their groups.
GROUPS: dict[str, tuple[Any, ...]] = {
    title: tuple(import_module(f"..techniques.{name}", __package__) for name in names.split())
    for title, names in (
        (
            "Singles, locked candidates, subsets, rules",
            "singles locked_candidates subsets arguments equations.few_cells",
        ),
        ("Fish", "fish.basic_fish fish.templates fish.general_fish fish.kraken_fish"),
        (
            "Strong links: kites, colours, chains, loops",
            "chains.alternating_chains chains.colours chains.odd_loops",
        ),
        (
            "Linked cells: wings, almost locked sets, patterns",
            "wings.xy_wing patterns.tridagon wings.w_wing wings.bent_sets almost_locked.als_xz "
            "almost_locked.als_chain almost_locked.death_blossom almost_locked.sue_de_coq "
            "almost_locked.aligned_exclusion patterns.fireworks patterns.exocet patterns.sk_loop "
            "patterns.multi_sector patterns.set_equivalence equations.equations "
            "equations.equal_cells",
        ),
        (
            "Assumptions: refutations, forcing chains and nets",
            "chains.polarity chains.simple_refutation chains.refutation chains.nested_refutation",
        ),
        (
            "Techniques that assume one solution",
            "uniqueness.unique_loops uniqueness.avoidable_rectangle uniqueness.extended_rectangle "
            "uniqueness.bug_lite uniqueness.bug uniqueness.symmetry",
        ),
    )
}
FILES = tuple(file for files in GROUPS.values() for file in files)


def _collected(table: str) -> list[Any]:
    """Return what the technique files have in a table of this name."""
    return [row for file in FILES for row in getattr(file, table, ())]


#: The rows of techniques that the search uses. Sorting is stable: among equal ratings, the files'
#: order decides what is tried first.
ROWS: tuple[ScaleRow, ...] = tuple(sorted(_collected("ROWS"), key=attrgetter("rating")))


def _found_by_kernels() -> Iterator[Technique]:
    """Yield the rows of `ROWS`; forms come before their rule, and joint techniques after it."""
    forms = _collected("FORMS")
    joint: dict[str, tuple[float, tuple[str, ...]]] = {}
    for file in FILES:
        joint.update(getattr(file, "JOINT", {}))
    for row in ROWS:
        own = [form for form in forms if form.rule == row.name]
        for form in own:
            yield _of_form(row, form)
        yield Technique(
            name=row.name,
            rating=row.rating,
            finder=row.finder,
            mode=row.mode,
            aliases=row.aliases,
            proper=row.kind == "unique",
            slow=row.slow,
            needless=row.needless,
            # Forms together find the same steps as their rule.
            joint=bool(own) if row.joint is None else row.joint,
        )
        for name, (rating, parts) in joint.items():
            if parts[-1] == row.name:
                yield Technique(name, rating, row.finder, joint=True, of=parts)


def _of_form(row: ScaleRow, form: TechniqueForm) -> Technique:
    """Return the technique of a form: the rule's finder, perhaps with a mode of its own."""
    return Technique(
        name=form.name,
        rating=form.rating,
        finder=row.finder,
        mode=row.mode if form.mode is None else form.mode,
        aliases=form.aliases,
        rule=row.name,
        proper=row.kind == "unique",
        slow=form.slow,
        joint=form.joint,
    )


TECHNIQUES: tuple[Technique, ...] = (
    *_found_by_kernels(),
    *sorted(_collected("LISTED"), key=attrgetter("rating")),
)


@lru_cache(maxsize=1)
def by_name() -> dict[str, Technique]:
    """Return the rows by name."""
    return {row.name: row for row in TECHNIQUES}


def row_named(name: str) -> Technique:
    """Return the row with exactly this name."""
    return by_name()[name]


_ALWAYS = [row for row in ROWS if not row.asked]
_SEARCHED = tuple(sorted(_ALWAYS, key=attrgetter("rating")))


def _asked() -> Iterator[ScaleRow]:
    """Yield the rows of techniques used only on request: their finders list all their steps."""
    yield from (row for row in ROWS if row.asked)
    known = {row.name for row in (*_SEARCHED, *ROWS)}
    for row in TECHNIQUES:
        if row.name in known or row.rule:
            continue
        yield ScaleRow(
            name=row.name,
            rating=row.rating,
            finder=row.finder,
            mode=0,
            kind="unique" if row.proper else row.kind,
            aliases=row.aliases,
            asked=True,
            sets=row.sets,
        )


#: All rows; those that are always searched for come first, and the user's own last.
TABLE = [*_SEARCHED, *_asked()]

#: Rules that are always searched for, in order; rules used only on request, numbered after them.
RULES = tuple(row for row in TABLE if not row.asked)
EXTRA_RULES = tuple(row for row in TABLE if row.asked)
RULE_NAMES = tuple(row.name for row in RULES)
EXTRA_NAMES = [row.name for row in EXTRA_RULES]
#: Ratings by rule, in tenths.
RATINGS = tuple(row.tenths for row in RULES)
#: Sets of rules by name: the values of `--rules`, as in the table in docs/logic.md.
RULE_SETS = {
    name: tuple(rule for rule, row in enumerate(RULES) if name in (*row.sets, "all"))
    for name in (*SINGLES[:6], "refutation", "refutation-locked", "nested", "all")
}


#: The same for techniques used without being named on boards with rules, though the compiled search
#: does not know them.
RULED_SETS = {
    name: tuple(
        number
        for number, row in enumerate(TABLE)
        if row.asked and row.sets and name in (*row.sets, "all")
    )
    for name in RULE_SETS
}


def _added_by(name: str) -> tuple[int, ...]:
    """Return the rules of a set that no smaller set within it has; of "all", all rules."""
    rules = RULE_SETS[name]
    if name == "all":
        return rules
    smaller = [less for less in RULE_SETS.values() if set(less) < set(rules)]
    return tuple(rule for rule in rules if not any(rule in less for less in smaller))


#: What each set adds to the smaller sets within it: what `--without` leaves out, so that
#: `--without chains` keeps singles. "all" leaves out everything.
ADDED_BY_SET = {name: _added_by(name) for name in RULE_SETS}


#: Other names of sets: the lecture's three base rules are what singles are found by.
SET_ALIASES = {"lecture": "singles"}


def set_named(name: str) -> str:
    """Return the canonical spelling of the name of a set; "" if the name is not a set's."""
    name = SET_ALIASES.get(folded(name), name)
    return next((known for known in RULE_SETS if folded(known) == folded(name)), "")


_NUMBERS = {row.name: rule for rule, row in enumerate(TABLE)}


def number_of(name: str) -> int:
    """Return the number of the row with exactly this name."""
    return _NUMBERS[name]


#: The techniques of users that were loaded, by name.
OWN: Table[OwnTechnique] = Table("technique", "logic.catalog.own_techniques:taken")


def add(row: ScaleRow, technique: Technique) -> None:
    """Add a technique that is used only on request, or replace it by a newer one."""
    by_name()[row.name] = technique
    if row.name in _NUMBERS:
        TABLE[_NUMBERS[row.name]] = row
    else:
        _NUMBERS[row.name] = len(TABLE)
        TABLE.append(row)
        EXTRA_NAMES.append(row.name)


NESTED = number_of("nested refutation")


def rating_of(rule: int) -> int:
    """Return the rating of a rule by its number, in tenths."""
    return TABLE[rule].tenths


#: (label, highest rating in tenths with this label)
LABELS = (
    ("beginner", 12), ("easy", 20), ("medium", 26), ("tricky", 34), ("hard", 44), ("expert", 70),
    ("master", 79), ("fiendish", 89), ("diabolic", 1 << 20),
)  # fmt: skip


def rating_text(rating: float, estimated: bool = False) -> str:
    """Return a rating as it is printed: "4.2"; "~11.7" if it is an estimate."""
    return f"~{rating:.1f}" if estimated else f"{rating:.1f}"


def rule_named(name: str) -> int:
    """Return the number of a rule; raise `PuzzleError` for an unknown name."""
    return RULE_NAMES.index(meant(name, RULE_NAMES, "technique"))


def bits(rules: Iterable[int]) -> int:
    """Return the set of rules as bits."""
    return sum(1 << rule for rule in rules)


#: The rules that are always searched for, as bits.
SEARCHED = (1 << len(RULES)) - 1


def bits_below(rating: float) -> int:
    """Return the rules rated below this (such as 4.5), as bits."""
    return bits(rule for rule, tenths in enumerate(RATINGS) if tenths < round(10 * rating))


def rule_set(name: str) -> int:
    """Return the rules of a named set, as bits; raise `PuzzleError` for an unknown name."""
    return bits(RULE_SETS[meant(name, RULE_SETS, "set of rules")])


def label_of(rating: int) -> str:
    """Return the label of a puzzle from the rating of its hardest step (in tenths)."""
    return next(label for label, highest in LABELS if rating <= highest)


def label_range(label: str) -> tuple[int, int]:
    """Return the (lowest, highest) rating of a label, in tenths; raise `PuzzleError` for an unknown
    one."""
    names = [name for name, _ in LABELS]
    place = names.index(meant(label, names, "level"))
    highest = LABELS[place][1]
    if place == 0:
        return RULES[0].tenths, highest
    _, highest_below = LABELS[place - 1]
    return highest_below + 1, highest
