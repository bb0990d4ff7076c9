"""What a technique's file says of it: its names, ratings and finder, a row for each variant.

A row serves every door: the search of both scales, and the list of all steps by name.
"""

from __future__ import annotations

from dataclasses import dataclass

#: How the steps of a technique are told: see `sentences`, `steps` and `proofs`.
KINDS = (
    "last digit", "hidden single", "naked single", "rule", "locked", "cover", "wing",
    "almost locked", "chain", "refutation", "unique", "sum", "loop", "bug", "aligned", "branches",
    "told",
)  # fmt: skip
#: Those that hold only if there is one solution.
UNIQUE_KINDS = ("unique", "loop", "bug")
#: Named sets of rules, each with those that it lies in.
COVERS = ("covers", "chains", "grouped")
PAIRS = ("pairs", *COVERS)
LOCKED = ("locked", *PAIRS, "refutation-locked")
SINGLES = ("singles", *LOCKED, "refutation", "nested")


@dataclass(frozen=True, slots=True)
class Rule:
    """A technique.

    rating: before what a length adds. finder: "module:function", the module in `kernels/logic/`
    (one with dots is a name in full); how: what the finder is told, where it serves several rows.
    kind: one of `KINDS`. sets: the named sets that have it ("all" has all). aliases: names in other
    programs. asked: it is used only when asked for by name. in_se: the Explainer has it, too.
    joint: it is listed only when asked for by name, since others find the same. slow: so it is,
    for its cost.
    """

    name: str
    rating: float
    finder: str
    how: int
    kind: str
    sets: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    asked: bool = False
    in_se: bool = True
    joint: bool = False
    slow: bool = False

    def __post_init__(self) -> None:
        lacks = [f for f in ("name", "rating", "finder", "kind") if not getattr(self, f)]
        if lacks or ":" not in self.finder or self.kind not in KINDS:
            raise ValueError(
                f"the row {self.name!r} has no proper {(lacks or ['finder or kind'])[0]}"
            )

    @property
    def tenths(self) -> int:
        """The rating in tenths."""
        return round(10 * self.rating)


@dataclass(frozen=True, slots=True)
class Form:
    """A form that steps of a rule have by their look, and what it is rated at least."""

    name: str
    rule: str
    rating: float
    aliases: tuple[str, ...] = ()
    slow: bool = False
