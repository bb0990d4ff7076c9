"""The theory of a board: the clauses of its houses and rules, and the implied sums, which reduce
the engines' search."""

from __future__ import annotations

from collections.abc import Iterator

from ..layout import Layout
from ..record_types import TypedDict
from ..sanitize import shown
from ..theory import Theory

#: Maximum number of characters of a rule's text.
LONGEST = 100


class RuleRecord(TypedDict):
    """clauses: number of clauses that the rule adds."""

    rule: str
    clauses: int


class TheoryRecord(TypedDict):
    """The size of a theory, its rules, and the sums that they imply."""

    variables: int
    clauses: int
    rules: list[RuleRecord]
    implied_sums: list[str]


def theory_record(layout: Layout) -> TheoryRecord:
    """Return, for JSON, the size of the theory, the clauses per rule, and the implied sums."""
    from ..constraints.implied import implied_sums

    theory = Theory.of(layout)
    return {
        "variables": theory.variable_count,
        "clauses": len(theory.members),
        "rules": [
            {"rule": rule.name, "clauses": size}
            for rule, size in zip(theory.rules, theory.rule_sizes, strict=True)
        ],
        "implied_sums": [one.text(layout) for one in implied_sums(layout)],
    }


def theory_lines(layout: Layout) -> Iterator[str]:
    """Yield the same as text."""
    sizes = theory_record(layout)
    helpers = sizes["variables"] - layout.variable_count
    yield (
        f"theory: {sizes['clauses']:,} clauses over {layout.variable_count:,} variables of the"
        f" board and {helpers:,} auxiliary variables"
    )
    for rule in sizes["rules"]:
        yield f"  {rule['clauses']:,} clauses of {shown(rule['rule'], LONGEST)}"
    if sizes["implied_sums"]:
        yield "implied sums, with which the default engine searches:"
        yield from (f"  {text}" for text in sizes["implied_sums"])
