"""What a board's theory consists of: the clauses of its houses and rules, and the sums that they
imply, with which engines search less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..layout import Layout
from ..sanitize import shown
from ..theory import Theory

#: Characters of a rule's text.
LONGEST = 100


def theory_record(layout: Layout) -> dict[str, Any]:
    """For JSON: how large the theory is, how many clauses each rule adds, and the implied sums."""
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
    """The same for people."""
    said = theory_record(layout)
    helpers = said["variables"] - layout.variable_count
    yield (
        f"theory: {said['clauses']:,} clauses over {layout.variable_count:,} variables of the board"
        f" and {helpers:,} auxiliary variables"
    )
    for rule in said["rules"]:
        yield f"  {rule['clauses']:,} clauses of {shown(rule['rule'], LONGEST)}"
    if said["implied_sums"]:
        yield "implied sums, which the default engine adds for its search:"
        yield from (f"  {text}" for text in said["implied_sums"])
