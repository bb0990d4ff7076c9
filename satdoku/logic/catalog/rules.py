"""The one table of techniques: what each is called, rated, found and told by; and the labels.

A technique is a row here and a file in `kernels/logic/`, whose finder the row names. The order of
the rows is the order in which techniques are tried; a step's rule is the number of its row.
Everything else (what the search calls, names, sets, sentences) is read from the rows.

Ratings of what Sudoku Explainer (N. Juillerat, 2006) knows are its own; the others stand beside
what they resemble. A chain or refutation adds 0.1 for each of 4, 6, 8, 12, 16, 24, … that its
length passes.

>>> row = TABLE[rule_named("XY-wing")]
>>> row.rating, row.finder, label_of(42)
(4.2, 'wings:find_wing', 'hard')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...kernels.logic import chains, covers, locked, singles, supposing
from ...kernels.logic import rules as found_rules
from ...nearest import meant
from .table import TECHNIQUES

#: How the steps of a technique are told: see `sentences`, `steps` and `proofs`.
KINDS = (
    "last digit", "hidden single", "naked single", "rule", "locked", "cover", "wing",
    "almost locked", "chain", "refutation", "unique", "sum", "loop", "bug", "aligned", "branches",
    "told",
)  # fmt: skip
#: Named sets of rules, each with those that it lies in.
_COVERS = ("covers", "chains", "grouped")
_PAIRS = ("pairs", *_COVERS)
_LOCKED = ("locked", *_PAIRS, "refutation-locked")
_SINGLES = ("singles", *_LOCKED, "refutation", "nested")


@dataclass(frozen=True, slots=True)
class Rule:
    """A technique.

    rating: before what a length adds. finder: "module:function", the module in `kernels/logic/`
    (one with dots is a name in full); how: what the finder is told, where it serves several rows.
    kind: one of `KINDS`. sets: the named sets that have it ("all" has all). aliases: names in other
    programs. asked: it is used only when asked for, and has a row in `catalog/table.py`.
    """

    name: str
    rating: float
    finder: str
    how: int
    kind: str
    sets: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    asked: bool = False

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


_SEARCHED = (
    Rule("last digit", 1.0, "singles:find_single", singles.LAST_DIGIT, "last digit", _SINGLES,
         ("full house",)),
    Rule("hidden single in a box", 1.2, "singles:find_single", singles.IN_BOX, "hidden single",
         _SINGLES, ("hidden single in block",)),
    Rule("hidden single in a line", 1.5, "singles:find_single", singles.IN_LINE, "hidden single",
         _SINGLES, ("hidden single in row", "hidden single in column")),
    Rule("rule of a pair", 1.6, "rules:find_rule", found_rules.PAIRS, "rule", _SINGLES),
    Rule("direct pointing", 1.7, "locked:find_locked", locked.POINTING + locked.DIRECT, "locked"),
    Rule("direct claiming", 1.9, "locked:find_locked", locked.CLAIMING + locked.DIRECT, "locked"),
    Rule("direct hidden pair", 2.0, "covers:find_cover", covers.DIRECT + covers.HIDDEN + 2,
         "cover"),
    Rule("rule of a set", 2.2, "rules:find_rule", found_rules.SETS, "rule", _SINGLES),
    Rule("naked single", 2.3, "singles:find_single", singles.NAKED, "naked single", _SINGLES,
         ("sole candidate",)),
    Rule("direct hidden triple", 2.5, "covers:find_cover", covers.DIRECT + covers.HIDDEN + 3,
         "cover", (), ("direct hidden triplet",)),
    Rule("rule of a line", 2.6, "rules:find_rule", found_rules.WORDS, "rule", _SINGLES),
    Rule("pointing", 2.6, "locked:find_locked", locked.POINTING, "locked", _LOCKED,
         ("locked candidates type 1", "intersection removal")),
    Rule("claiming", 2.8, "locked:find_locked", locked.CLAIMING, "locked", _LOCKED,
         ("locked candidates type 2", "box/line reduction")),
    Rule("rule of 45", 2.9, "innies:find_sum", 1, "sum", _LOCKED, ("innies and outies",)),
    Rule("naked pair", 3.0, "covers:find_cover", covers.NAKED + 2, "cover", _PAIRS),
    Rule("X-wing", 3.2, "covers:find_cover", covers.FISH + 2, "cover", _PAIRS),
    Rule("rule of 45 with several cells", 3.3, "innies:find_sum", 4, "sum", _PAIRS),
    Rule("hidden pair", 3.4, "covers:find_cover", covers.HIDDEN + 2, "cover", _PAIRS),
    Rule("naked triple", 3.6, "covers:find_cover", covers.NAKED + 3, "cover", _COVERS,
         ("naked triplet",)),
    Rule("swordfish", 3.8, "covers:find_cover", covers.FISH + 3, "cover", _COVERS),
    Rule("hidden triple", 4.0, "covers:find_cover", covers.HIDDEN + 3, "cover", _COVERS,
         ("hidden triplet",)),
    Rule("XY-wing", 4.2, "wings:find_wing", 2, "wing", (), ("Y-wing",)),
    Rule("XYZ-wing", 4.4, "wings:find_wing", 3, "wing"),
    Rule("naked quad", 5.0, "covers:find_cover", covers.NAKED + 4, "cover", _COVERS,
         ("naked quadruple",)),
    Rule("jellyfish", 5.2, "covers:find_cover", covers.FISH + 4, "cover", _COVERS),
    Rule("hidden quad", 5.4, "covers:find_cover", covers.HIDDEN + 4, "cover", _COVERS,
         ("hidden quadruple",)),
    Rule("X-chain", 6.6, "chains:find_chain", chains.OF_ONE_DIGIT, "chain", ("chains", "grouped"),
         ("forcing X-chain", "single-digit chain")),
    Rule("chain", 7.0, "chains:find_chain", 0, "chain", ("chains", "grouped"),
         ("forcing chain (two ways)",)),
    Rule("grouped X-chain", 7.5, "chains:find_chain", chains.OF_ONE_DIGIT + chains.GROUPED, "chain",
         ("grouped",), ("grouped X-cycle",)),
    Rule("single-digit refutation", 7.5, "refutation:find_refutation", supposing.ONE_DIGIT,
         "refutation", (), ("Nishio",)),
    Rule("ALS-XZ", 7.6, "almost_locked:find_als_xz", 0, "almost locked", (),
         ("almost locked set XZ-rule",)),
    Rule("grouped chain", 7.7, "chains:find_chain", chains.GROUPED, "chain", ("grouped",)),
    Rule("forcing chain", 8.0, "refutation:find_refutation", supposing.STATIC, "refutation", (),
         ("multiple forcing chain", "cell or region forcing chain")),
    Rule("refutation", 8.5, "refutation:find_refutation", supposing.ANY, "refutation",
         ("refutation", "refutation-locked", "nested"), ("dynamic forcing chain", "forcing net")),
    Rule("refutation with locked candidates", 9.0, "refutation:find_refutation",
         supposing.WITH_LOCKED, "refutation", ("refutation-locked",),
         ("dynamic forcing chain (+)",)),
    Rule("nested refutation", 9.5, "nested:find_nested", 0, "refutation", ("nested",),
         ("nested forcing chain",)),
)  # fmt: skip


def _asked() -> Iterator[Rule]:
    """Those that are used only when asked for: their finders list all that they can say."""
    known = {row.name for row in _SEARCHED}
    for row in TECHNIQUES:
        if row.name not in known and not row.rule:
            kind = "unique" if row.proper else "told"
            finder = f"satdoku.logic.techniques.{row.finder}"
            yield Rule(row.name, row.rating, finder, 0, kind, (), row.aliases, asked=True)


#: All rows; those that are searched for of themselves come first.
TABLE = (*_SEARCHED, *_asked())

#: What is searched for of itself, in this order; and what only when asked for, numbered after it.
RULES = tuple(row for row in TABLE if not row.asked)
EXTRA_RULES = tuple(row for row in TABLE if row.asked)
RULE_NAMES = tuple(row.name for row in RULES)
EXTRA_NAMES = tuple(row.name for row in EXTRA_RULES)
#: By rule, in tenths.
RATINGS = tuple(row.tenths for row in RULES)
#: Sets of rules by name: those that `--rules` takes, and those of the table in docs/logic.md.
RULE_SETS = {
    name: tuple(rule for rule, row in enumerate(RULES) if name in (*row.sets, "all"))
    for name in (*_SINGLES[:6], "refutation", "refutation-locked", "nested", "all")
}


_NUMBERS = {row.name: rule for rule, row in enumerate(TABLE)}


def number_of(name: str) -> int:
    """The number of the row of just this name."""
    return _NUMBERS[name]


NESTED = number_of("nested refutation")


def rating_of(rule: int) -> int:
    """The rating of a rule by its number, in tenths."""
    return TABLE[rule].tenths


#: (label, the highest rating in tenths that still has it)
LABELS = (
    ("beginner", 12), ("easy", 20), ("medium", 26), ("tricky", 34), ("hard", 44), ("expert", 70),
    ("master", 79), ("fiendish", 89), ("diabolic", 1 << 20),
)  # fmt: skip


def rule_named(name: str) -> int:
    """The number of a rule; `PuzzleError` for an unknown name."""
    return RULE_NAMES.index(meant(name, RULE_NAMES, "rule"))


def bits(rules: Iterable[int]) -> int:
    """A bit for each of the rules."""
    return sum(1 << rule for rule in rules)


#: A bit for each rule that is searched for of itself.
SEARCHED = (1 << len(RULES)) - 1


def bits_below(rating: float) -> int:
    """The rules rated below this (as 4.5), a bit each."""
    return bits(rule for rule, tenths in enumerate(RATINGS) if tenths < round(10 * rating))


def rule_set(name: str) -> int:
    """The rules (a bit each) of a set by name; `PuzzleError` for an unknown one."""
    return bits(RULE_SETS[meant(name, RULE_SETS, "set of rules")])


def label_of(rating: int) -> str:
    """The label of a puzzle whose hardest step is rated so (in tenths)."""
    return next(label for label, highest in LABELS if rating <= highest)


def label_range(label: str) -> tuple[int, int]:
    """(lowest, highest) rating in tenths of a label; `PuzzleError` for an unknown one."""
    names = [name for name, _ in LABELS]
    k = names.index(meant(label, names, "level"))
    return (LABELS[k - 1][1] + 1 if k else 0), LABELS[k][1]
