"""Claims in words; a reader in the tests turns the words back into claims.

Cells are named in the order of the board, and digits of a way follow them in that order. A list is
complete: what has no place in it is said in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...phrases import joined, phrase
from ...theory import Theory
from ..claims import CellClaim, Digits, Holding, SumBound
from ..position import Position
from .rule_sentences import sums_text
from .sentences import (
    digit_in_cells,
    digit_text,
    either,
    listed,
    named_cells,
    place_text,
)

#: The most candidates of a cell that are listed.
MOST_LISTED = 4


def claim_text(position: Position, claim: CellClaim | SumBound) -> str:
    """Return what a claim says."""
    return WRITERS[claim.form](position, claim)


def _words(theory: Theory, cell: int, digits: Digits) -> list[str]:
    variables = [theory.variable_of(cell, d) for d in digits]
    return [digit_text(theory, v) for v in variables]


def _word(theory: Theory, holding: Holding) -> str:
    """Return the digit of a cell that holds a known one."""
    [cell] = holding.cells
    [digits] = holding.sets
    [word] = _words(theory, cell, digits)
    return word


def _ways(position: Position, claim: CellClaim) -> str:
    theory = position.theory
    first = claim.cases[0]
    place = named_cells(theory, [holding.cells[0] for holding in first])
    if len(claim.cases) == 1 < len(first):
        filled = []
        for holding in first:
            word = _word(theory, holding)
            filled.append(digit_in_cells(word, named_cells(theory, holding.cells)))
        way = joined(filled, "{one} and {next}")
        return phrase("the only way to fill {cells} is {way}", cells=place, way=way)
    ways = []
    for case in claim.cases:
        words = [_word(theory, holding) for holding in case]
        ways.append("-".join(words))
    return phrase("{cells} can only be {ways}", cells=place, ways=either(ways))


def _sets(position: Position, claim: CellClaim) -> str:
    theory = position.theory
    [[holding]] = claim.cases
    place = named_cells(theory, holding.cells)
    cell = holding.cells[0]
    sums = []
    for digits in holding.sets:
        words = _words(theory, cell, digits)
        sums.append("+".join(words))
    differ = len({*words}) == len(words)
    if len(sums) == 1 < len(words) and differ:
        hold = "{cells} hold {digits} in some order"
        return phrase(hold, cells=place, digits=listed(words))
    return phrase("{cells} can only hold {digits}", cells=place, digits=either(sums))


def _of_rule(position: Position, claim: CellClaim) -> str:
    [[holding]] = claim.cases
    worth = position.layout.digits[0] - 1
    sets = []
    for digits in holding.sets:
        sets.append([d + worth for d in digits])
    return sums_text(sets)


def _split(position: Position, claim: CellClaim) -> str:
    theory = position.theory
    parts = list[str]()
    for first, *others in claim.cases:
        said = []
        for holding in others:
            digits = tuple(d for (d,) in holding.sets)
            words = _words(theory, holding.cells[0], digits)
            cell = named_cells(theory, holding.cells)
            said.append(phrase("{cell} is {digits}", cell=cell, digits=either(words)))
        word = _word(theory, first)
        if not parts:
            word = digit_in_cells(word, named_cells(theory, first.cells))
        parts.append(phrase("with {digit}, {text}", digit=word, text=listed(said)))
    return joined(parts, "{one}; {next}")


def _partners(position: Position, claim: CellClaim) -> str:
    """Return 'no digit of r4c6 (5, 6 or 7) goes with 1 in r5c6 or with 2 in r6c6'."""
    theory = position.theory
    [case] = claim.cases
    first, *others = _denied(position, case)
    held = either([first, *(phrase("with {digits}", digits=other) for other in others)])
    if not claim.among:
        return phrase("nothing goes with {digits}", digits=held)
    name = named_cells(theory, claim.among)
    if len(claim.among) > 1:
        return phrase("no digits of {cells} go with {digits}", cells=name, digits=held)
    [cell] = claim.among
    candidates = tuple(position.candidates_in(cell))
    if len(candidates) <= MOST_LISTED:
        words = _words(theory, cell, candidates)
        name = phrase("{text} ({reason})", text=name, reason=either(words))
    return phrase("no digit of {cell} goes with {digits}", cell=name, digits=held)


def _denied(position: Position, case: Sequence[Holding]) -> list[str]:
    """Return '1 or 2 in r5c67' for the cells without the same digits."""
    theory = position.theory
    cells_by = dict[Digits, list[int]]()
    for holding in case:
        kept = {d for (d,) in holding.sets}
        gone = tuple(d for d in position.layout.digit_numbers if d not in kept)
        cells_by.setdefault(gone, []).extend(holding.cells)
    denied = []
    for gone, cells in cells_by.items():
        words = _words(theory, cells[0], gone)
        denied.append(digit_in_cells(either(words), named_cells(theory, cells)))
    return denied


def _no_way(position: Position, claim: CellClaim) -> str:
    if not claim.among:
        return phrase("no combination is left")
    place = named_cells(position.theory, claim.among)
    return phrase("no digits of {cells} go together", cells=place)


def _no_place(position: Position, claim: CellClaim) -> str:
    theory = position.theory
    known = theory.clauses[claim.clause]
    place = place_text(theory, claim.clause)
    return phrase("{digit} has no place in {house}", digit=known.symbol, house=place)


def _bound(position: Position, claim: SumBound) -> str:
    theory = position.theory
    worth = position.layout.digits[0] - 1
    is_least = claim.sign > 0
    names = named_cells(theory, claim.cells)
    word, opposite = ("least", "most") if is_least else ("most", "least")
    verb = "holds" if len(claim.cells) == 1 else "hold"
    holds = phrase(f"{verb} at {word} {{sum}}", sum=_added(claim.digits))
    words = _words(theory, claim.own, claim.denied)
    placed = digit_in_cells(either(words), named_cells(theory, [claim.own]))
    smallest = min(claim.denied) + worth
    largest = max(claim.denied) + worth
    if claim.total is not None:
        # Of several digits, the one that leaves the others the most room.
        rest = claim.total - (smallest if is_least else largest)
        leaves = "leaves" if len(words) == 1 else f"leave at {opposite}"
        said = f"{{digits}} {leaves} {{rest}} for {{cells}}, which {{holds}}"
        return phrase(said, digits=placed, rest=rest, cells=names, holds=holds)
    if not claim.beside:
        than = "less" if is_least else "more"
        said = f"{{digits}} is {than} than {{cells}}, which {{holds}}"
        return phrase(said, digits=placed, cells=names, holds=holds)
    nearest = largest if is_least else smallest
    together = named_cells(theory, [claim.own, *claim.beside])
    reached = nearest + sum(claim.beside_digits)
    said = f"with {{digits}}, {{together}} hold at {opposite} {{sum}}, but {{cells}} {{holds}}"
    return phrase(said, digits=placed, together=together, sum=reached, cells=names, holds=holds)


def _added(digits: Digits) -> str:
    terms = "+".join(map(str, digits))
    if len(digits) == 1:
        return terms
    return f"{terms} = {sum(digits)}"


def _table(position: Position, claim: CellClaim) -> str:
    """Return what an X-sum or sandwich leaves: its sums, without where they stand."""
    low, *between, high = position.layout.digits
    sums = list[str]()
    for case in claim.cases:
        for digits in inside(claim, case):
            words = [str(d + low - 1) for d in digits]
            sums.append("+".join(words))
    sums = list(dict.fromkeys(sums))
    beside = phrase("{low} and {high} are side by side", low=low, high=high)
    if sums == [""]:
        return beside
    if claim.form == "sandwich" and sums == ["+".join(map(str, between))]:
        ends = "the sum of all other digits: {low} and {high} are at its ends"
        return phrase(ends, low=low, high=high)
    told = [one or phrase("nothing ({reason})", reason=beside) for one in sums]
    if len(told) == 1:
        return phrase("{sum} is the only way", sum=told[0])
    return phrase("{sums} is left", sums=either(told))


def inside(claim: CellClaim, case: Sequence[Holding]) -> list[Digits]:
    """Return the digits that a case of a table adds up, of an X-sum the first of them first."""
    if claim.form == "sandwich":
        return list(case[2].sets)
    first, *rest = case
    tails = rest[0].sets if rest else ((),)
    return [first.sets[0] + digits for digits in tails]


WRITERS: dict[str, Callable[[Position, Any], str]] = {
    "ways": _ways,
    "sets": _sets,
    "sets of the rule": _of_rule,
    "split": _split,
    "partners": _partners,
    "no way": _no_way,
    "no place": _no_place,
    "bound": _bound,
    "x-sum": _table,
    "sandwich": _table,
}
