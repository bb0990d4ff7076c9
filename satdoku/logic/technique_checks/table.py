"""Judging a name: whether a conclusion follows at a position by the technique named.

One table of names, as people and other programs write them, with the judge of each.

Source: docs/logic.md and the usual definitions (Sudopedia, HoDoKu).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache, partial

from ...constraints.registry import KINDS
from ...suggest import folded
from ...theory import Theory
from ..catalog.names import ALIASES
from ..catalog.rules import OWN, by_name
from ..position import Position
from ..search.listing import steps_at
from ..step_text.rule_sentences import called
from ..techniques.fish.general_fish import NAMES as FISH
from . import (
    almost_locked,
    balance,
    cell_sets,
    chains,
    covers,
    digit_classes,
    equal_cells,
    fish,
    forcing,
    patterns,
    together,
    uniqueness,
)
from .base import LINES, Judge, Places


# Names come from people and other programs, so they are compared without capitals, blanks and
# hyphens, and an alias is as good as the name. Only a technique of the user's may have no judge of
# its own: it is judged by what its finder lists (see `_listed`).
def judge_of(name: str) -> Judge | None:
    """Return the judge of a technique by name; None for an unknown name."""
    house = re.fullmatch(r"hidden single in (?:an? )?(\w+)", name.strip(), re.IGNORECASE)
    if house and house[1] != "line":
        kind = house[1].lower()
        if house[1] == "block":
            kind = "box"
        return partial(covers.single, kinds=(kind,))
    own = OWN.get(name.strip())
    if own and own.judge:
        return own.judge
    known = folded(name)
    aliases = {folded(alias): row for alias, row in ALIASES.items()}
    listed = aliases.get(known, "")
    judge = _judges().get(known) or _judges().get(folded(listed))
    if judge:
        return judge
    by_folded = {folded(row): row for row in by_name()}
    listed = by_folded.get(known) or listed
    if listed not in by_name():
        return None
    return partial(_listed, name=listed)


def _listed(position: Position, literal: int, _: Places, name: str) -> bool:
    """Return whether a step of the technique gives the literal. (The listing checks each step of a
    technique of the user's: the clauses that it names must entail it.)"""
    return literal in _concluded(position.theory, bytes(position.status), position.given, name)


@lru_cache(maxsize=512)
def _concluded(
    theory: Theory, status: bytes, given: frozenset[int] | None, name: str
) -> frozenset[int]:
    """Return the literals that the steps of a technique conclude at a position."""
    found = set[int]()
    for step in steps_at(Position(theory, status, given), name):
        found.update(step.asserted)
        found.update(-v for v in step.denied)
    return frozenset(found)


_POINTING = partial(covers.locked, from_lines=False)

_CLAIMING = partial(covers.locked, from_lines=True)

#: Judges by name, or by the names that share one, separated by commas.
_SINGLES_AND_SUBSETS: dict[str, Judge] = {
    "last digit, full house": covers.last_digit,
    "hidden single, hidden single in a line": covers.single,
    "naked single": partial(covers.single, kinds=("cell",)),
    "single": covers.any_single,
    "pointing, locked candidates type 1 (pointing), pointing pair, pointing triple": _POINTING,
    "claiming, locked candidates type 2 (claiming), box/line reduction": _CLAIMING,
    "locked candidates, intersection": covers.locked,
    "direct pointing": partial(covers.direct, judge=_POINTING),
    "direct claiming": partial(covers.direct, judge=_CLAIMING),
    "direct hidden pair": partial(covers.direct, judge=covers.hidden),
    "direct hidden triple": partial(covers.direct, judge=partial(covers.hidden, size=3)),
    "naked pair, locked pair": covers.naked,
    "naked triple, locked triple": partial(covers.naked, size=3),
    "naked quad, naked quadruple": partial(covers.naked, size=4),
    "hidden pair": covers.hidden,
    "hidden triple": partial(covers.hidden, size=3),
    "hidden quad, hidden quadruple": partial(covers.hidden, size=4),
}

_WINGS_AND_SETS: dict[str, Judge] = {
    "XY-wing, Y-wing": covers.wing,
    "XYZ-wing": partial(covers.wing, size=3),
    "W-wing": covers.w_wing,
    "M-wing, S-wing, L-wing, H-wing": chains.chain,
    "ALS-XZ, almost locked set XZ-rule, UVWXYZ-wing, TUVWXYZ-wing": almost_locked.als_xz,
    "ALS-XY-wing": almost_locked.als_chain,
    "ALS-W-wing": almost_locked.als_w_wing,
    "ALS chain": partial(almost_locked.als_chain, most=26),
    "death blossom": almost_locked.blossom,
    "Sue de Coq": cell_sets.sue_de_coq,
    "WXYZ-wing": cell_sets.bent,
    "VWXYZ-wing": partial(cell_sets.bent, size=5),
    "SK loop": cell_sets.sk_loop,
    "multi-sector locked sets": cell_sets.sectors,
    "set equivalence": cell_sets.equivalence,
    "aligned pair exclusion": partial(almost_locked.aligned, others=1),
    "aligned triple exclusion": partial(almost_locked.aligned, others=2),
}

_PATTERNS: dict[str, Judge] = {
    "templates, template set, template delete": patterns.templates,
    "broken wing": patterns.broken_wing,
    "bivalue oddagon": patterns.oddagon,
    "Tridagon": patterns.tridagon,
    "Tridagon forcing chain": partial(patterns.tridagon, by_chains=True),
    "fireworks": patterns.fireworks,
    "junior exocet": patterns.exocet,
    "double exocet": patterns.double_exocet,
    "avoidable rectangle": uniqueness.avoidable,
    "avoidable rectangle type 1": partial(uniqueness.avoidable, found=3),
    "avoidable rectangle type 2": partial(uniqueness.avoidable, found=2),
    "extended rectangle": uniqueness.extended,
    "unique loop": uniqueness.unique_loop,
    "BUG, BUG+1, BUG+n": uniqueness.bug,
    "BUG lite": uniqueness.bug_lite,
    "Gurth's symmetrical placement": uniqueness.symmetrical,
}

_SKYSCRAPER = (
    partial(chains.two_strong, kinds=("row", "row")),
    partial(chains.two_strong, kinds=("column", "column")),
)

_CHAINS: dict[str, Judge] = {
    "skyscraper": partial(chains.either, judges=_SKYSCRAPER),
    "two-string kite, 2-string kite, dual two-string kite": partial(chains.two_strong, kinds=LINES),
    "turbot fish": chains.two_strong,
    "dual empty rectangle": chains.dual_empty_rectangle,
    "X-chain": partial(chains.chain, one_digit=True),
    "XY-chain, remote pairs": partial(chains.chain, cells_only=True),
    "chain, AIC, alternating inference chain, continuous loop, continuous nice loop, "
    "discontinuous nice loop, nice loop, remote pair": chains.chain,
    "forcing chain, forcing chain contradiction, 3D medusa": partial(chains.chain, any_end=True),
    "cell forcing chain": partial(forcing.forced, form="cell forcing chain"),
    "region forcing chain": partial(forcing.forced, form="region forcing chain"),
    "grouped X-chain, empty rectangle, single-digit refutation, two strong links, "
    "three strong links, four strong links": chains.of_one_digit,
    # A colour is a set of candidates that strong links join: its steps are chains of any of them.
    "simple colours, simple colours trap, simple colours wrap, multi-colours, multi-colours 1, "
    "multi-colours 2": partial(chains.chain, one_digit=True),
    "grouped chain, grouped AIC, grouped continuous nice loop, "
    "grouped discontinuous nice loop": almost_locked.grouped_chain,
    "grouped AIC with almost locked sets, "
    "grouped discontinuous nice loop with almost locked sets, "
    "grouped continuous nice loop with almost locked sets": partial(
        almost_locked.grouped_chain, by_sets=True
    ),
    "refutation, nishio, forcing net, forcing net contradiction": chains.refutation,
    "chain through rules": chains.in_line,
    "refutation with locked candidates, nested refutation": chains.nested,
    "refutation in simple steps": chains.in_simple_steps,
}

_SUMS_AND_RULES: dict[str, Judge] = {
    "rule with few ways, rule with many ways": covers.of_rule,
    "rule of 45, rule of 45 with several cells, rule of 45 with rules": balance.by_sums,
    "set equivalence with rules": balance.by_counts,
    "equal cells": equal_cells.equal_cells,
    "travelling set": equal_cells.travelling_set,
    "polarity": digit_classes.by_class,
}


@lru_cache(maxsize=1)
def _judges() -> dict[str, Judge]:
    """Return the judges by folded name."""
    rows = list[tuple[str, Judge]]()
    for table in (_SINGLES_AND_SUBSETS, _WINGS_AND_SETS, _PATTERNS, _CHAINS):
        rows += table.items()
    rows += _fish()
    rows += _kraken()
    rows += forcing.judges()
    rows += _rectangles()
    rows += _SUMS_AND_RULES.items()
    rows += _of_rules()
    found = dict[str, Judge]()
    for names, judge in rows:
        for name in names.split(", "):
            found[folded(name)] = judge
    return found


def _fish() -> Iterator[tuple[str, Judge]]:
    """Yield the judges of fish without and with fins, by size and shape."""
    for shape in ("basic", "Franken", "mutant"):
        prefix = "" if shape == "basic" else f"{shape} "
        for fins in ("", "finned", "sashimi"):
            judge = partial(fish.fish, shape=shape, fins=fins)
            yield f"{fins} {prefix}fish".strip(), judge
            for size, name in FISH.items():
                yield f"{fins} {prefix}{name}".strip(), partial(judge, sizes=(size,))
        yield f"siamese {prefix}fish", partial(fish.siamese, shape=shape)
    judges = tuple(partial(fish.fish, shape=shape) for shape in ("Franken", "mutant"))
    yield "general cover", partial(chains.either, judges=judges)


def _kraken() -> Iterator[tuple[str, Judge]]:
    """Yield the judges of kraken fish, by size and type."""
    named = {"X-wing": (2,), "swordfish": (3,), "jellyfish": (4,), "fish": (2, 3, 4)}
    for name, sizes in named.items():
        for kind in (1, 2):
            yield f"kraken {name} type {kind}", partial(fish.kraken, sizes=sizes, kind=kind)


def _of_rules() -> Iterator[tuple[str, Judge]]:
    """Yield the judges of the rules of variants: of each kind alone, and of several together."""
    for kind in KINDS:
        yield called(kind), partial(covers.of_rule, kind=kind)
    for size, name in together.NAMES.items():
        yield name, partial(together.together, sizes=(size,))
    for name in together.NAMED:
        yield name, partial(together.together, name=name)


def _rectangles() -> Iterator[tuple[str, Judge]]:
    """Yield the judges of unique rectangles, complete and incomplete, by type."""
    for lacking in ("", "incomplete "):
        for t in range(1, 7):
            kind = f"{t} {lacking}".strip()
            yield f"{lacking}unique rectangle type {t}", partial(uniqueness.rectangle, kind=kind)
        hidden = f"hidden {lacking}".strip()
        yield f"{lacking}hidden rectangle", partial(uniqueness.rectangle, kind=hidden)
    yield "unique rectangle", uniqueness.rectangle
    yield "incomplete rectangle", partial(uniqueness.rectangle, kind=" incomplete")
