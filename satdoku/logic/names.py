"""All names that steps may have: those of rules, and of forms of a rule that have one of their own.

A form (a skyscraper is an X-chain of two links in rows) is found by its rule, and named afterwards
by `naming.name_of`.

>>> rule_of("Skyscraper") == rule_of("X-chain"), form_of("W wing"), form_of("X-wing")
(True, 'W-wing', '')
"""

from __future__ import annotations

from typing import Any

from ..errors import PuzzleError
from ..nearest import folded, meant
from .rules import EXTRA_NAMES, RULE_NAMES, RULE_SETS, TABLE, bits, rating_of, rule_named

#: Forms: (name, the rule that finds it).
FORMS = {
    "hidden single in a row": "hidden single in a line",
    "hidden single in a column": "hidden single in a line",
    "skyscraper": "X-chain",
    "two-string kite": "X-chain",
    "turbot fish": "X-chain",
    "XY-chain": "chain",
    "W-wing": "chain",
    "AIC": "chain",
    "continuous loop": "chain",
    "finned X-wing": "grouped X-chain",
    "sashimi X-wing": "grouped X-chain",
    "empty rectangle": "grouped X-chain",
    "finned swordfish": "single-digit refutation",
    "finned jellyfish": "single-digit refutation",
    "sashimi swordfish": "single-digit refutation",
    "sashimi jellyfish": "single-digit refutation",
    "grouped AIC": "grouped chain",
    "cell forcing chain": "forcing chain",
    "region forcing chain": "forcing chain",
}
#: Every name, rules first, in their order.
NAMES = (*RULE_NAMES, *EXTRA_NAMES, *FORMS)
#: Names in other programs: (name, what it is called here).
ALIASES = {alias: row.name for row in TABLE for alias in row.aliases}
#: The options without which some rules are not used.
ASKED_FOR = {
    "general cover": "--general-covers",
    "unique rectangle": "--uniqueness",
    "BUG+1": "--uniqueness",
}


def known_name(name: str) -> str:
    """The name as it is written; `PuzzleError` for an unknown one."""
    known = meant(name, [*NAMES, *ALIASES], "rule", listed_by="satdoku rules")
    return ALIASES.get(known, known)


def is_asked_for(name: str) -> bool:
    """The rule is used only when asked for; `PuzzleError` for an unknown name."""
    return known_name(name) in EXTRA_NAMES


def rule_of(name: str) -> int:
    """The number of the rule that finds what is called so; `PuzzleError` for an unknown name."""
    known = known_name(name)
    if known in EXTRA_NAMES:
        return len(RULE_NAMES) + EXTRA_NAMES.index(known)
    return rule_named(FORMS.get(known, known))


def form_of(name: str) -> str:
    """The form of a rule that is called so, as it is written; "" where it is a rule itself."""
    return next((form for form in FORMS if folded(form) == folded(name)), "")


def order_of(rules: str) -> tuple[int, ...]:
    """Sets and rules by name, apart by commas, as a bit for each rule of each of them in turn.

    >>> [len(range(group.bit_length())) for group in order_of("last digit, X-wing")]
    [1, 12]

    Raises `PuzzleError` for an unknown name.
    """
    groups = []
    for name in filter(None, (part.strip() for part in rules.split(","))):
        by_folded = {folded(other): other for other in RULE_SETS}
        if folded(name) in by_folded:
            groups.append(bits(RULE_SETS[by_folded[folded(name)]]))
            continue
        known = meant(name, [*RULE_SETS, *NAMES, *ALIASES], "rule", listed_by="satdoku rules")
        groups.append(1 << rule_of(known))
    if not groups:
        raise PuzzleError("no rules are named: `satdoku rules` lists them")
    return tuple(groups)


def technique_records() -> list[dict[str, Any]]:
    """What is to be known of each name, in the order in which rules are tried; forms follow their
    rule. name, rating (1.0 …), rule (that finds it), sets (of `--rules`), asked_for (the option
    without which it is not used, or ""), aliases (its names in other programs)."""
    rows = []
    for rule, name in enumerate((*RULE_NAMES, *EXTRA_NAMES)):
        sets = [known for known, rules in RULE_SETS.items() if rule in rules]
        asked, also = ASKED_FOR.get(name, ""), list(TABLE[rule].aliases)
        for called in (name, *(form for form, finder in FORMS.items() if finder == name)):
            rows.append(
                {"name": called, "rating": rating_of(rule) / 10, "rule": name, "sets": sets,
                 "asked_for": asked, "aliases": also if called == name else []}
            )  # fmt: skip
    return rows
