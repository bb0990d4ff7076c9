"""The scale of difficulty: what each rule is called and rated, and the labels of puzzles.

The order in which rules are tried and their ratings are defined beside their search, in
`satdoku.kernels.logic.levels`; here they get names and boundaries.

>>> rule_named("XY-wing"), RATINGS[rule_named("XY-wing")], label_of(42)
(16, 42, 'hard')
"""

from __future__ import annotations

from ..kernels.logic import levels
from ..kernels.logic.levels import RATINGS
from ..nearest import meant

#: By rule, in the order in which they are tried.
RULE_NAMES = (
    "last digit", "hidden single in a box", "hidden single in a line", "direct pointing",
    "direct claiming", "direct hidden pair", "naked single", "direct hidden triple", "pointing",
    "claiming", "naked pair", "X-wing", "hidden pair", "naked triple", "swordfish",
    "hidden triple", "XY-wing", "XYZ-wing", "naked quad", "jellyfish", "hidden quad", "X-chain",
    "chain", "grouped X-chain", "single-digit refutation", "ALS-XZ", "grouped chain",
    "forcing chain", "refutation", "refutation with locked candidates", "nested refutation",
)  # fmt: skip
assert len(RULE_NAMES) == len(RATINGS)

#: Rules that are used only when asked for, numbered after the others, and their ratings. The last
#: two assume a proper puzzle.
GENERAL_COVER, UNIQUE_RECTANGLE, BUG = range(len(RULE_NAMES), len(RULE_NAMES) + 3)
EXTRA_NAMES, EXTRA_RATINGS = ("general cover", "unique rectangle", "BUG+1"), (55, 45, 56)


def name_of_rule(rule: int) -> str:
    """The name of a rule by its number."""
    return (*RULE_NAMES, *EXTRA_NAMES)[rule]


def rating_of(rule: int) -> int:
    """The rating of a rule by its number, in tenths."""
    return (*RATINGS, *EXTRA_RATINGS)[rule]


#: (label, the highest rating in tenths that still has it)
LABELS = (
    ("beginner", 12), ("easy", 20), ("medium", 26), ("tricky", 34), ("hard", 44), ("expert", 70),
    ("master", 79), ("fiendish", 89), ("diabolic", 1 << 20),
)  # fmt: skip

#: Sets of rules by name: those that `--rules` takes, and those of the table in docs/logic.md.
_SINGLES = (
    levels.LAST_DIGIT, levels.HIDDEN_SINGLE_BOX, levels.HIDDEN_SINGLE_LINE, levels.NAKED_SINGLE,
)  # fmt: skip
_LOCKED = (*_SINGLES, levels.POINTING, levels.CLAIMING)
_PAIRS = (*_LOCKED, levels.NAKED_PAIR, levels.HIDDEN_PAIR, levels.X_WING)
_COVERS = (
    *_PAIRS, levels.NAKED_TRIPLE, levels.HIDDEN_TRIPLE, levels.SWORDFISH, levels.NAKED_QUAD,
    levels.HIDDEN_QUAD, levels.JELLYFISH,
)  # fmt: skip
_CHAINS = (*_COVERS, levels.X_CHAIN, levels.CHAIN)
RULE_SETS = {
    "singles": _SINGLES,
    "locked": _LOCKED,
    "pairs": _PAIRS,
    "covers": _COVERS,
    "chains": _CHAINS,
    "grouped": (*_CHAINS, levels.GROUPED_X_CHAIN, levels.GROUPED_CHAIN),
    "refutation": (*_SINGLES, levels.REFUTATION),
    "refutation-locked": (*_LOCKED, levels.REFUTATION, levels.REFUTATION_LOCKED),
    "nested": (*_SINGLES, levels.REFUTATION, levels.NESTED),
    "all": tuple(range(levels.RULES)),
}


def rule_named(name: str) -> int:
    """The number of a rule; `PuzzleError` for an unknown name."""
    return RULE_NAMES.index(meant(name, RULE_NAMES, "rule"))


def bits(rules: tuple[int, ...]) -> int:
    """A bit for each of the rules."""
    return sum(1 << rule for rule in rules)


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
