"""The table of finders that list all steps of a technique: one file and one row each.

If a row names a rule of `rules.TABLE`, or a form of one, its finder lists all steps where the
search for the simplest step finds one; the other rows are used only on request, by name.

>>> row_named("Sue de Coq").rating
5.0
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..techniques import locked_candidates, singles, subsets, tridagon
from ..techniques.almost_locked import aligned_exclusion, als_xz
from ..techniques.fish import basic_fish
from ..techniques.uniqueness import bug, unique_loops
from ..techniques.wings import xy_wing
from .row import Rule

#: Technique files that contain their own rows.
FILES = (
    singles, locked_candidates, subsets, basic_fish, xy_wing, unique_loops, bug, aligned_exclusion,
    tridagon, als_xz,
)  # fmt: skip
ROWS: tuple[Rule, ...] = tuple(
    sorted((row for file in FILES for row in file.ROWS), key=lambda row: row.rating)
)


@dataclass(frozen=True, slots=True)
class Technique:
    """A technique that can be requested by name.

    finder: "module:function" in `logic/techniques/`, which gets a `View` and `how` and yields what
    it finds; or the full name of a kernel that also serves the search. aliases: names in
    other programs. rule: the rule of which it is a form. proper: it assumes one solution. slow:
    left out unless named. joint: it stands for several techniques, or duplicates them; of: their
    names. scale: the scale whose search finds one step of it, if no finder lists all.
    """

    name: str
    rating: float
    finder: str
    how: Any = None
    aliases: tuple[str, ...] = ()
    rule: str = ""
    proper: bool = False
    slow: bool = False
    joint: bool = False
    of: tuple[str, ...] = ()
    scale: str = ""

    @property
    def is_kernel(self) -> bool:
        """Whether its finder is a kernel, which also serves the search."""
        return self.finder.startswith("satdoku.")


def _listed() -> Iterator[Technique]:
    """Yield the rows of the files in `FILES`; forms follow their rule, and joint techniques follow
    these."""
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


def _fish() -> list[Technique]:
    rows, finder = [], "fish.general_fish:fish"
    for k, name in ((2, "X-wing"), (3, "swordfish"), (4, "jellyfish")):
        bare = (3.2, 3.8, 5.2)[k - 2]
        rule = "grouped X-chain" if k == 2 else "single-digit refutation"
        for fins in ("finned", "sashimi"):
            rows.append(Technique(f"{fins} {name}", 7.5, finder, (k, "basic", fins), (), rule))
        for shape, more in (("Franken", 0.3), ("mutant", 0.5)):
            slow = k == 4 or (k == 3 and shape == "mutant")
            rows += [
                Technique(f"{shape} {name}", round(bare + more + 1, 1), finder,
                          (k, shape, "")),
                Technique(f"finned {shape} {name}", round(7.5 + more, 1), finder,
                          (k, shape, "finned"), slow=slow),
                Technique(f"sashimi {shape} {name}", round(7.5 + more, 1), finder,
                          (k, shape, "sashimi"), slow=True),
            ]  # fmt: skip
    for k, name in ((5, "squirmbag"), (6, "whale"), (7, "leviathan")):
        for fins in ("finned", "sashimi"):
            rows.append(Technique(f"{fins} {name}", 7.6, finder, (k, "basic", fins), slow=True))
    return rows


TECHNIQUES = (
    *_listed(),
    *_fish(),
    Technique("avoidable rectangle type 1", 4.7, "uniqueness.other_rectangles:avoidable", "1",
              ("avoidable rectangle 1",), proper=True),
    Technique("avoidable rectangle type 2", 4.8, "uniqueness.other_rectangles:avoidable", "2",
              ("avoidable rectangle 2",), proper=True),
    Technique("avoidable rectangle", 4.7, "uniqueness.other_rectangles:avoidable", "",
              proper=True, joint=True),
    Technique("WXYZ-wing", 5.5, "wings.wings:bent", 4),
    Technique("VWXYZ-wing", 6.2, "wings.wings:bent", 5, slow=True),
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
    Technique("W-wing", 7.0, "wings.wings:w_wing", None, (), "chain"),
    *(Technique(f"{letter}-wing", 7.0, "wings.wings:wings", f"{letter}-wing", aliases,
                "chain", joint=True)
      for letter, aliases in (("M", ("medusa wing",)), ("S", ("split wing",)),
                              ("L", ("local wing",)), ("H", ("hybrid wing",)))),
    Technique("ALS-W-wing", 7.7, "almost_locked.als_combinations:als_w_wing", None,
              ("ALS W-wing",), slow=True, joint=True),
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
    Technique("Sue de Coq", 5.0, "almost_locked.sue_de_coq:sue_de_coq", None,
              ("two-sector disjoint subsets",)),
    Technique("ALS-XY-wing", 7.8, "almost_locked.als_combinations:xy_wing", None,
              ("almost locked set XY-wing", "ALS wing")),
    Technique("ALS chain", 8.0, "almost_locked.als_combinations:chain", None,
              ("almost locked set chain", "almost locked set XY-chain", "ALS-XY-chain",
               "ALS XY chain"), slow=True),
    Technique("death blossom", 8.1, "almost_locked.als_combinations:blossom", None, (), slow=True),
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
    Technique("extended rectangle", 4.9, "uniqueness.other_rectangles:extended", None,
              ("extended unique rectangle",), proper=True),
    Technique("Gurth's symmetrical placement", 5.0, "exotic:symmetrical", None,
              ("symmetrical placement", "Gurths symmetrical placement", "Gurth's theorem"),
              proper=True),
    Technique("templates", 7.4, "one_digit:templates", "",
              ("template", "pattern overlay", "POM"), joint=True),
    Technique("template set", 7.4, "one_digit:templates", "set", (), joint=True),
    Technique("template delete", 7.4, "one_digit:templates", "delete", (), joint=True),
    Technique("broken wing", 7.2, "one_digit:broken_wing", None, ("guardian", "guardians"),
              joint=True),
    Technique("fireworks", 6.0, "exotic:fireworks", None, ("firework",)),
    Technique("bivalue oddagon", 7.5, "exotic:oddagon", None, ("oddagon",)),
    Technique("junior exocet", 8.7, "exocet:exocet", None, ("exocet", "JExocet", "double exocet")),
    Technique("SK loop", 8.5, "rank_zero:sk_loop", None, ("Steve Kurzhals loop", "virus loop")),
    Technique("multi-sector locked sets", 8.6, "rank_zero:sectors", None, ("MSLS", "multifish"),
              slow=True),
    *(Technique(f"kraken {name} type {kind}", 8.2 + k / 10, "kraken:kraken", (k, kind), (),
                slow=k > 3)
      for k, name in ((2, "X-wing"), (3, "swordfish"), (4, "jellyfish")) for kind in (1, 2)),
    Technique("kraken fish type 1", 8.4, "kraken:kraken", (0, 1), (), joint=True),
    Technique("kraken fish type 2", 8.4, "kraken:kraken", (0, 2), (), joint=True),
    Technique("general cover", 5.5, "fish.general_fish:general", 4, ("Franken fish", "mutant fish"),
              joint=True),
)  # fmt: skip


@lru_cache(maxsize=1)
def by_name() -> dict[str, Technique]:
    """Return the rows by name."""
    return {row.name: row for row in TECHNIQUES}


def row_named(name: str) -> Technique:
    """Return the row with exactly this name."""
    return by_name()[name]
