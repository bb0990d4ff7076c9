"""The one table of techniques: what each is called, rated, found and told by; and the labels.

A technique's file in `logic/techniques/` has its finder and rows; techniques whose finder is still
in `kernels/logic/` have their rows here. The order of the rows, that of their ratings, is the order
in which techniques are tried; a step's rule is the number of its row. Everything else (what the
search calls, names, sets, sentences) is read from the rows.

Ratings of what Sudoku Explainer (N. Juillerat, 2006) knows are its own; the others stand beside
what they resemble. A chain or refutation adds 0.1 for each of 4, 6, 8, 12, 16, 24, … that its
length passes.

>>> row = TABLE[rule_named("XY-wing")]
>>> row.rating, row.finder, label_of(42)
(4.2, 'satdoku.logic.techniques.xy_wing:find_wing', 'hard')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...kernels.logic import chains, supposing
from ...kernels.logic import rules as found_rules
from ...suggest import meant
from .row import LOCKED, PAIRS, SINGLES, Rule
from .table import ROWS, TECHNIQUES

_OTHERS = (
    Rule("rule of a pair", 1.6, "rules:find_rule", found_rules.PAIRS, "rule", SINGLES),
    Rule("rule of a set", 2.2, "rules:find_rule", found_rules.SETS, "rule", SINGLES),
    Rule("rule of a line", 2.6, "rules:find_rule", found_rules.WORDS, "rule", SINGLES),
    Rule("rule of 45", 2.9, "innies:find_sum", 1, "sum", LOCKED, ("innies and outies",)),
    Rule("rule of 45 with several cells", 3.3, "innies:find_sum", 4, "sum", PAIRS),
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

_SEARCHED = tuple(
    sorted((*_OTHERS, *(row for row in ROWS if not row.asked)), key=lambda row: row.rating)
)


def _asked() -> Iterator[Rule]:
    """Those that are used only when asked for: their finders list all that they can say."""
    yield from (row for row in ROWS if row.asked)
    known = {row.name for row in (*_SEARCHED, *ROWS)}
    for row in TECHNIQUES:
        if row.name not in known and not row.rule:
            kind = "unique" if row.proper else "told"
            finder = row.finder if row.is_kernel else f"satdoku.logic.techniques.{row.finder}"
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
    for name in (*SINGLES[:6], "refutation", "refutation-locked", "nested", "all")
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
