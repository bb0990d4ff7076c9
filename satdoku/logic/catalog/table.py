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
from ..techniques.fish import basic_fish, broken_wing, general_fish, kraken_fish, templates
from ..techniques.patterns import exocet, fireworks, multi_sector, oddagon, sk_loop, tridagon
from ..techniques.uniqueness import (
    avoidable_rectangle,
    bug,
    extended_rectangle,
    symmetry,
    unique_loops,
)
from ..techniques.wings import bent_sets, chain_wings, w_wing, xy_wing
from .row import Rule, Technique

#: Technique files by the title of their group.
GROUPS: dict[str, tuple[Any, ...]] = {
    "Singles, locked candidates, subsets, rules": (singles, locked_candidates, subsets),
    "Fish": (basic_fish, templates, broken_wing, general_fish, kraken_fish),
    "Strong links: kites, colours, chains, loops": (chain_wings,),
    "Linked cells: wings, almost locked sets, patterns": (
        xy_wing, tridagon, w_wing, bent_sets, als_xz, als_chain, death_blossom, sue_de_coq,
        aligned_exclusion, fireworks, oddagon, exocet, sk_loop, multi_sector,
    ),
    "Assumptions: refutations, forcing chains and nets": (),
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
    """Yield the rows of `ROWS`; forms follow their rule, and joint techniques follow these."""
    forms = [form for file in FILES for form in getattr(file, "FORMS", ())]
    joint = dict(item for file in FILES for item in getattr(file, "JOINT", {}).items())
    for row in ROWS:
        own = [form for form in forms if form.rule == row.name]
        proper = row.kind == "unique"
        yield Technique(row.name, row.rating, row.finder, row.how, row.aliases, "", proper,
                        row.slow, bool(own) or row.joint)  # fmt: skip
        for form in own:
            yield Technique(form.name, form.rating, row.finder, row.how, form.aliases, row.name,
                            proper, form.slow, form.joint)  # fmt: skip
        for name, (rating, parts) in joint.items():
            if parts[-1] == row.name:
                yield Technique(name, rating, row.finder, joint=True, of=parts)


#: Rows of techniques in several files.
_OTHERS = (
    Technique("skyscraper", 6.6, "turbot:turbot", "skyscraper", (), "X-chain"),
    Technique("two-string kite", 6.6, "turbot:turbot", "kite", ("2-string kite", "kite"),
              "X-chain"),
    Technique("dual two-string kite", 6.6, "turbot:turbot", "dual kite",
              ("dual 2-string kite", "dual kite")),
    Technique("turbot fish", 6.6, "turbot:turbot", "", (), "X-chain"),
    Technique("empty rectangle", 7.5, "turbot:empty_rectangle", False, (), "grouped X-chain"),
    Technique("dual empty rectangle", 7.5, "turbot:empty_rectangle", True),
    Technique("remote pairs", 5.0, "colours:remote_pairs", None, ("remote pair",)),
    Technique("simple colours trap", 5.2, "colours:simple", "trap",
              ("simple colors trap", "simple colouring trap", "simple coloring trap",
               "color trap")),
    Technique("simple colours wrap", 5.2, "colours:simple", "wrap",
              ("simple colors wrap", "simple colouring wrap", "simple coloring wrap",
               "color wrap")),
    Technique("simple colours", 5.2, "colours:simple", "",
              ("simple colors", "simple colouring", "simple coloring", "singles chains"),
              joint=True),
    Technique("multi-colours 1", 5.6, "colours:multi", "1", ("multi colors 1",)),
    Technique("multi-colours 2", 5.6, "colours:multi", "2", ("multi colors 2",)),
    Technique("multi-colours", 5.6, "colours:multi", "",
              ("multi colors", "multi-colouring", "multi-coloring"), joint=True),
    Technique("3D medusa", 6.0, "colours:medusa", None, ("medusa",)),
    Technique("X-chain", 6.6, "chains:chains", "one digit"),
    Technique("XY-chain", 7.0, "chains:chains", "cells", (), "chain"),
    Technique("chain", 7.0, "chains:chains", "", joint=True),
    Technique("grouped chain", 7.7, "chains:chains", "groups", joint=True),
    Technique("AIC", 7.0, "chains:chains", "",
              ("alternating inference chain", "chain of any links"), "chain"),
    Technique("discontinuous nice loop", 7.0, "chains:discontinuous", "",
              ("discontinuous loop", "nice loop", "X-cycle (discontinuous)")),
    Technique("continuous loop", 7.0, "chains:loops", "", ("continuous nice loop",), "chain"),
    Technique("X-cycle", 6.5, "chains:loops", "one digit", ("continuous X-cycle",)),
    Technique("XY-cycle", 7.0, "chains:loops", "cells", ("XY-loop",)),
    Technique("grouped X-chain", 7.5, "chains:chains", "one digit, groups"),
    Technique("grouped AIC", 7.7, "chains:chains", "groups", (), "grouped chain"),
    Technique("grouped discontinuous nice loop", 7.7, "chains:discontinuous", "groups",
              ("grouped discontinuous loop", "grouped nice loop")),
    Technique("grouped continuous nice loop", 7.7, "chains:loops", "groups",
              ("grouped continuous loop",)),
    Technique("grouped AIC with almost locked sets", 7.9, "chains:chains",
              "groups, sets", ("ALS AIC", "AIC with ALS"), slow=True),
    Technique("single-digit refutation", 7.5, "forcing:nishio", None, ("Nishio",)),
    Technique("cell forcing chain", 8.0, "forcing:verity", (False, "cell"), (), "forcing chain"),
    Technique("region forcing chain", 8.0, "forcing:verity", (False, "region"),
              ("house forcing chain", "unit forcing chain"), "forcing chain"),
    Technique("double forcing chain", 8.0, "forcing:verity", (False, "both"), ()),
    Technique("forcing chain contradiction", 8.0, "forcing:contradiction", False),
    Technique("forcing chain verity", 8.0, "forcing:verity", (False, ""), joint=True),
    Technique("forcing chain", 8.0, "forcing:contradiction", False, joint=True),
    Technique("forcing net contradiction", 8.5, "forcing:contradiction", True,
              ("whip", "braid"), slow=True),
    Technique("forcing net verity", 8.5, "forcing:verity", (True, ""), (), slow=True),
    Technique("refutation", 8.5, "forcing:contradiction", True, joint=True),
)  # fmt: skip

TECHNIQUES: tuple[Technique, ...] = (
    *_found_by_kernels(),
    *sorted(
        (*(row for file in FILES for row in getattr(file, "LISTED", ())), *_OTHERS),
        key=lambda row: row.rating,
    ),
)


@lru_cache(maxsize=1)
def by_name() -> dict[str, Technique]:
    """Return the rows by name."""
    return {row.name: row for row in TECHNIQUES}


def row_named(name: str) -> Technique:
    """Return the row with exactly this name."""
    return by_name()[name]
