"""What ISS makes of rules on too few cells, or on a cell named twice: less, nothing or never.

>>> [rule.kind for rule in as_meant(Constraint("arrow", (4,)), has_boxes=True, size=9)]
['sum']
"""

from __future__ import annotations

from collections.abc import Iterator

from ...constraints.constraint import Constraint

#: Kinds that need at least so many cells, and otherwise cannot be kept.
NEVER_BELOW = {"lunchbox": 2, "value-index": 3}
#: Kinds that need at least so many cells, and otherwise say nothing.
NOTHING_BELOW = {
    "renban": 1, "equality-cage": 1, "rellik": 1, "sum-line": 1, "row-indexer": 1,
    "column-indexer": 1, "same-values": 2, "look-and-say": 1, "distinct": 2, "counting-circles": 1,
    "automaton": 1,
}  # fmt: skip
#: The kinds about which the functions below say something; another rule stays as it is.
CONCERNED = {
    "distinct", "greater", "difference", "ratio", "pair-sum", "killer", "rellik", "equality-cage",
    "renban", "region-sum-line", "chaos-construction", "sum", "double-arrow", "arrow", "lockout",
    "same-values", "equal-sums", "quadruple", "full-rank", "regex", "sum-line",
    *NEVER_BELOW, *NOTHING_BELOW,
}  # fmt: skip


def never(cell: int = 0) -> Constraint:
    """Return a rule that no grid keeps: no digit is left for the cell."""
    return Constraint("candidates", (cell,))


def as_meant(rule: Constraint, has_boxes: bool, size: int) -> Iterator[Constraint]:
    """Yield the rule, or what replaces it on these cells.

    has_boxes: whether the board has boxes or regions. size: its number of digits.
    """
    cells = rule.cells
    different = tuple(dict.fromkeys(cells))
    once = rule if different == cells else rule.moved(different)
    has_repeats = len(different) < len(cells)
    has_too_many = len(different) > size
    match rule.kind:
        case "distinct":
            if has_too_many:
                yield never(cells[0])
            elif len(different) > 1:
                yield once
        case "greater" | "difference" | "ratio" | "pair-sum":  # these pair neighbours
            yield once
        case "killer" | "rellik" | "equality-cage" | "renban" if has_too_many:
            yield never(cells[0])
        case "renban" | "equality-cage" if has_repeats:
            yield never(cells[0])
        case "region-sum-line" if not has_boxes:
            return
        case "chaos-construction" if _has_too_few_digits(rule, size):
            yield never(cells[0])
        case _:
            yield from _with_its_number(rule, len(different))


def _with_its_number(rule: Constraint, different: int) -> Iterator[Constraint]:
    """Yield the rule, or what its number makes of it. different: how many cells it names."""
    cells = rule.cells
    total = rule.values[0] if rule.values else 0
    least_for_arrow = 2 if rule.kind == "arrow" else 3
    match rule.kind:
        case "killer" | "sum" if not cells:
            if total:
                yield never()
        case "double-arrow" | "arrow" if 0 < len(cells) < least_for_arrow:
            if not rule.values:
                yield Constraint("sum", cells, (0,))
        case "double-arrow" if not cells:
            return
        case "lockout" if 0 < len(cells) < 3 and rule.values:
            if different == 2:
                yield Constraint("whisper", cells, (max(1, total),))
            elif total > 0:
                yield never(cells[0])
        case "same-values" if total == 1:
            return
        case "same-values" if total > len(cells) > 1:
            yield Constraint("same-values", cells, (len(cells),))
        case "equal-sums" if len(rule.values) < 2:
            return
        case "quadruple" if not rule.values:
            return
        case "full-rank":
            is_rank = 1 <= total <= 4 * len(cells)
            yield rule if is_rank else never(cells[0])
        case "regex" if not rule.text:
            yield never(cells[0])
        case "sum-line" if cells and total < 1:
            yield never(cells[0])
        case "rellik" if cells and total == 0:  # no cells at all add up to 0
            yield never(cells[0])
        case kind if len(cells) < NEVER_BELOW.get(kind, 0):
            yield never(*cells[:1])
        case kind if len(cells) < NOTHING_BELOW.get(kind, 0):
            return
        case _:
            yield rule


def _has_too_few_digits(rule: Constraint, size: int) -> bool:
    """Whether regions of this size need more digits, or more labels, than the board has."""
    total = rule.values[0]
    if total <= 1 or len(rule.cells) % total:
        return False
    labels = len(rule.cells) // total
    return max(total, labels) > size
