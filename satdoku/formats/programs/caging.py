"""What the formats of killers share: cages as rules, and rules as cages.

>>> board = with_cages(Layout.of_size(4), [(3, [1, 0]), (None, [2]), (None, [6, 7])])
>>> board.name, cages_in(board, "This format", need_sums=False)
('4x4+killer:3:r1c1,r1c2+killer:r2c3,r2c4', [(3, (0, 1)), (0, (6, 7))])
"""

from __future__ import annotations

from collections.abc import Iterable

from ...constraints.constraint import Constraint
from ...errors import LayoutError
from ...geometry import Cells
from ...layout import Layout
from ...phrases import phrase


def with_cages(layout: Layout, cages: Iterable[tuple[int | None, Iterable[int]]]) -> Layout:
    """Return the board with cages: a sum, 0 or None if that is unknown, and cells. A cell alone
    whose sum is unknown is in no cage."""
    rules = []
    for total, cells in cages:
        in_order = tuple(sorted(cells))
        if total:
            rules.append(Constraint("killer", in_order, (total,)))
        elif len(in_order) > 1:
            rules.append(Constraint("killer", in_order))
    return layout.with_constraints(*rules)


def cages_in(layout: Layout, what: str, need_sums: bool = True) -> list[tuple[int, Cells]]:
    """Return the cages of a killer, with 0 for an unknown sum; raise `LayoutError`, beginning with
    what has only these, for other rules and cages that share cells."""
    found = []
    taken: set[int] = set()
    for rule in layout.constraints:
        if rule.kind != "killer" or (need_sums and not rule.values):
            raise LayoutError(
                phrase(
                    "{what!s} has only cages with sums, not the rule {kind!r}",
                    what=what,
                    kind=rule.kind,
                )
            )
        if not taken.isdisjoint(rule.cells):
            raise LayoutError(phrase("{what!s} has only cages that share no cells", what=what))
        taken.update(rule.cells)
        found.append((rule.values[0] if rule.values else 0, rule.cells))
    return found
