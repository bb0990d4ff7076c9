"""The table of techniques: the files that contain them, in the groups in which they are taught.

A technique's file has its rows (see `row`): `ROWS`, for techniques that the search uses too, with
`FORMS` and `JOINT`; `LISTED`, for those that are only listed by name. If a listed row names a rule
of `rules.TABLE`, or a form of one, its finder lists all steps where the search for the simplest
step finds one; the other rows are used only on request, by name.

>>> row_named("Sue de Coq").rating
5.0
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..techniques import locked_candidates, singles, subsets
from ..techniques.almost_locked import (
    aligned_exclusion,
    als_chain,
    als_xz,
    death_blossom,
    sue_de_coq,
)
from ..techniques.chains import (
    alternating_chains,
    colours,
    nested_refutation,
    odd_loops,
    refutation,
)
from ..techniques.fish import basic_fish, general_fish, kraken_fish, templates
from ..techniques.patterns import exocet, fireworks, multi_sector, sk_loop, tridagon
from ..techniques.uniqueness import (
    avoidable_rectangle,
    bug,
    extended_rectangle,
    symmetry,
    unique_loops,
)
from ..techniques.wings import bent_sets, w_wing, xy_wing
from .row import Rule, Technique

#: Technique files by the title of their group.
GROUPS: dict[str, tuple[Any, ...]] = {
    "Singles, locked candidates, subsets, rules": (singles, locked_candidates, subsets),
    "Fish": (basic_fish, templates, general_fish, kraken_fish),
    "Strong links: kites, colours, chains, loops": (alternating_chains, colours, odd_loops),
    "Linked cells: wings, almost locked sets, patterns": (
        xy_wing, tridagon, w_wing, bent_sets, als_xz, als_chain, death_blossom, sue_de_coq,
        aligned_exclusion, fireworks, exocet, sk_loop, multi_sector,
    ),
    "Assumptions: refutations, forcing chains and nets": (refutation, nested_refutation),
    "Techniques that assume one solution": (
        unique_loops, avoidable_rectangle, extended_rectangle, bug, symmetry,
    ),
}  # fmt: skip
FILES = tuple(file for files in GROUPS.values() for file in files)
#: The rows of techniques that the search uses.
ROWS: tuple[Rule, ...] = tuple(
    sorted((row for file in FILES for row in getattr(file, "ROWS", ())), key=lambda row: row.rating)
)


def _found_by_kernels() -> Iterator[Technique]:
    """Yield the rows of `ROWS`; forms come before their rule, and joint techniques after it."""
    forms = [form for file in FILES for form in getattr(file, "FORMS", ())]
    joint = dict(item for file in FILES for item in getattr(file, "JOINT", {}).items())
    for row in ROWS:
        own = [form for form in forms if form.rule == row.name]
        proper = row.kind == "unique"
        for form in own:
            mode = row.mode if form.mode is None else form.mode
            yield Technique(form.name, form.rating, row.finder, mode, form.aliases, row.name,
                            proper, form.slow, form.joint)  # fmt: skip
        yield Technique(row.name, row.rating, row.finder, row.mode, row.aliases, "", proper,
                        row.slow, bool(own) if row.joint is None else row.joint)  # fmt: skip
        for name, (rating, parts) in joint.items():
            if parts[-1] == row.name:
                yield Technique(name, rating, row.finder, joint=True, of=parts)


TECHNIQUES: tuple[Technique, ...] = (
    *_found_by_kernels(),
    *sorted(
        (row for file in FILES for row in getattr(file, "LISTED", ())), key=lambda row: row.rating
    ),
)


@lru_cache(maxsize=1)
def by_name() -> dict[str, Technique]:
    """Return the rows by name."""
    return {row.name: row for row in TECHNIQUES}


def row_named(name: str) -> Technique:
    """Return the row with exactly this name."""
    return by_name()[name]
