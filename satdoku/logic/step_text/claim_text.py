"""Claims in words; a reader in the tests turns the words back into claims.

Cells are named in the order of the board, and digits of a way follow them in that order. A list is
complete: what has no place in it is said in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...theory import Theory
from ..claims import Bound, Claim, Digits, Holding
from ..position import Position
from ..steps import ProofLine, Refutation
from .rule_sentences import sums_text
from .sentences import (
    broken_text,
    cells_text,
    digit_text,
    either,
    listed,
    place_text,
)

#: The most candidates of a cell that are listed.
MOST_LISTED = 4
Told = Claim | Bound | Refutation


def claim_text(position: Position, claim: Told) -> str:
    """Return what a claim says."""
    return WRITERS[claim.form](position, claim)


def _cells(theory: Theory, cells: Sequence[int]) -> str:
    return cells_text(theory, [theory.variable_of(cell, 1) for cell in cells])


def _words(theory: Theory, cell: int, digits: Digits) -> list[str]:
    return [digit_text(theory, theory.variable_of(cell, d)) for d in digits]


def _ways(position: Position, claim: Claim) -> str:
    theory = position.theory
    cells = [holding.cells[0] for holding in claim.cases[0]]
    place = _cells(theory, cells)
    ways = []
    for case in claim.cases:
        ways.append([_words(theory, h.cells[0], h.sets[0])[0] for h in case])
    if len(ways) > 1 or len(cells) == 1:
        return f"{place} can only be {either(['-'.join(way) for way in ways])}"
    filled = [f"{d} in {_cells(theory, [c])}" for c, d in zip(cells, ways[0], strict=True)]
    return f"the only way to fill {place} is {' and '.join(filled)}"


def _sets(position: Position, claim: Claim) -> str:
    theory = position.theory
    [[holding]] = claim.cases
    place = _cells(theory, holding.cells)
    words = [_words(theory, holding.cells[0], digits) for digits in holding.sets]
    if len(words) == 1 and len({*words[0]}) == len(words[0]) > 1:
        return f"{place} hold {listed(words[0])} in some order"
    return f"{place} can only hold {either(['+'.join(one) for one in words])}"


def _of_rule(position: Position, claim: Claim) -> str:
    [[holding]] = claim.cases
    worth = position.layout.digits[0] - 1
    return sums_text([[d + worth for d in digits] for digits in holding.sets])


def _split(position: Position, claim: Claim) -> str:
    theory = position.theory
    parts = list[str]()
    for first, *others in claim.cases:
        said = []
        for holding in others:
            digits = tuple(d for digits in holding.sets for d in digits)
            words = _words(theory, holding.cells[0], digits)
            said.append(f"{_cells(theory, holding.cells)} is {either(words)}")
        where = "" if parts else f" in {_cells(theory, first.cells)}"
        [word] = _words(theory, first.cells[0], first.sets[0])
        parts.append(f"with {word}{where}, {listed(said)}")
    return "; ".join(parts)


def _partners(position: Position, claim: Claim) -> str:
    """Return 'no digit of r4c6 (5, 6 or 7) goes with 1 in r5c6 or 2 in r6c6'."""
    theory = position.theory
    [case] = claim.cases
    held = either([text for text, _ in _denied(position, case)])
    if not claim.among:
        return f"nothing goes with {held}"
    if len(claim.among) > 1:
        return f"no digits of {_cells(theory, claim.among)} go with {held}"
    [cell] = claim.among
    left = _words(theory, cell, tuple(position.candidates_in(cell)))
    name = _cells(theory, [cell])
    known = f"{name} ({either(left)})" if len(left) <= MOST_LISTED else name
    return f"no digit of {known} goes with {held}"


def _denied(position: Position, case: Sequence[Holding]) -> list[tuple[str, Digits]]:
    """Return '1 or 2 in r5c67', with the digits, for cells without the same digits."""
    theory = position.theory
    cells_by = dict[Digits, list[int]]()
    for holding in case:
        kept = {d for digits in holding.sets for d in digits}
        gone = tuple(d for d in position.layout.digit_numbers if d not in kept)
        cells_by.setdefault(gone, []).append(holding.cells[0])
    return [
        (f"{either(_words(theory, cells[0], gone))} in {_cells(theory, cells)}", gone)
        for gone, cells in cells_by.items()
    ]


def _no_way(position: Position, claim: Claim) -> str:
    return f"no digits of {_cells(position.theory, claim.among)} go together"


def _no_place(position: Position, claim: Claim) -> str:
    theory = position.theory
    known = theory.clauses[claim.clause]
    what = f"{known.symbol} has no place" if known.house else "no digit is left"
    return f"{what} in {place_text(theory, claim.clause)}"


def _bound(position: Position, claim: Bound) -> str:
    theory = position.theory
    word, opposite = ("least", "most") if claim.sign > 0 else ("most", "least")
    names = _cells(theory, claim.cells)
    verb = "holds" if len(claim.cells) == 1 else "hold"
    holds = f"{names}, which {verb} at {word} {_added(claim.digits)}"
    digits = _words(theory, claim.own, claim.denied)
    placed = f"{either(digits)} in {_cells(theory, [claim.own])}"
    worth = position.layout.digits[0] - 1
    # Of several digits, the one that is the least too large or too small.
    nearest = min(claim.denied, key=lambda d: claim.sign * d)
    if claim.total is not None:
        rest = claim.total - nearest - worth
        leaves = "leaves" if len(digits) == 1 else f"leave at {opposite}"
        return f"{placed} {leaves} {rest} for {holds}"
    than = "less" if claim.sign > 0 else "more"
    if not claim.beside:
        return f"{placed} is {than} than {holds}"
    nearest = max(claim.denied, key=lambda d: claim.sign * d)
    together = _cells(theory, [claim.own, *claim.beside])
    most = nearest + worth + sum(claim.beside_digits)
    return (
        f"with {placed}, {together} hold at {opposite} {most}, but {names} {verb} at {word} "
        f"{_added(claim.digits)}"
    )


def _added(digits: Digits) -> str:
    terms = "+".join(map(str, digits))
    return f"{terms} = {sum(digits)}" if len(digits) > 1 else terms


def _refutation(position: Position, claim: Refutation) -> str:
    first, *others = refutation_lines(position.theory, claim.lines)
    return f"if {first}, {listed(others)}"


def refutation_lines(theory: Theory, proof: Sequence[ProofLine]) -> list[str]:
    """Return 'r1c2 were 4', 'r1c1 would be 9', 'no digit would be left for r1c3'."""
    lines = []
    for line in proof:
        where = ""
        if line.variable and theory.is_board(line.variable):
            where = cells_text(theory, [line.variable])
            digit = digit_text(theory, line.variable)
        match line.mark:
            case "suppose" if where:
                lines.append(f"{where} were {digit}")
            case "assert" if where:
                lines.append(f"{where} would be {digit}")
            case "broken":
                lines.append(broken_text(theory, line.clause))
    return lines


def _table(position: Position, claim: Claim) -> str:
    """Return what an X-sum or sandwich leaves: its sums, without where they stand."""
    worth = position.layout.digits[0] - 1
    empty = f"{position.layout.digits[0]} and {position.layout.digits[-1]} are side by side"
    sums = dict.fromkeys(digits for case in claim.cases for digits in inside(claim, case))
    words = ["+".join(str(d + worth) for d in one) or f"nothing ({empty})" for one in sums]
    if [*sums] == [()]:
        return empty
    if claim.form == "sandwich" and [*sums] == [tuple(range(2, position.layout.size))]:
        low, *_, high = position.layout.digits
        return f"the sum of all other digits: {low} and {high} are at its ends"
    if len(words) == 1:
        return f"{words[0]} is the only way"
    return f"{either(words)} is left"


def inside(claim: Claim, case: Sequence[Holding]) -> list[Digits]:
    """Return the digits that a case of a table adds up, of an X-sum the first of them first."""
    if claim.form == "x-sum":
        first, *rest = case
        return [first.sets[0] + digits for digits in (rest[0].sets if rest else ((),))]
    return list(case[2].sets) if len(case) > 2 else [()]


WRITERS: dict[str, Callable[[Position, Any], str]] = {
    "ways": _ways,
    "sets": _sets,
    "sets of the rule": _of_rule,
    "split": _split,
    "partners": _partners,
    "no way": _no_way,
    "no place": _no_place,
    "bound": _bound,
    "refutation": _refutation,
    "x-sum": _table,
    "sandwich": _table,
}
