"""Equal cells in words: why two cells are equal, and which cells hold digits once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....constraints.linear import Balance
from ....geometry import Cells
from ....phrases import phrase
from ...equalities import OnceEach, SameDigit
from ...step_text.rule_sentences import rule_text
from ...step_text.sentences import listed, place_text
from ...view import View, bits_of
from .balance_text import premises_text, sources_text
from .colours import PlacesOfDigits, places_of_digits


def claim_text(view: View, claim: SameDigit) -> str:
    """Return why two cells hold the same digit."""
    first, second = (view.cells_text(1 << cell) for cell in (claim.first, claim.second))
    if claim.rule >= 0:
        same = "{first} and {second} hold the same digit by {rule}"
        rule = rule_text(view.theory, claim.rule)
        return phrase(same, first=first, second=second, rule=rule)
    if claim.equation:
        sums = premises_text(view.theory, claim.equation)
        same = "{sums}, so {first} and {second} hold the same digit"
        return phrase(same, first=first, second=second, sums=sums)
    bits = bits_of(claim.house)
    [places] = [one for one in places_of_digits(view.theory) if one.cells == bits]
    only = "in {house}, the digit of {first} can only go in {second}"
    told = phrase(only, house=place_name(view, places), first=first, second=second)
    return by_rules(view, told, claim.rules)


def by_rules(view: View, told: str, rules: Sequence[int]) -> str:
    """Return a text with the rules by which cells differ."""
    if not rules:
        return told
    names = listed(rule_text(view.theory, rule) for rule in rules)
    return phrase("{text} (by {rules})", text=told, rules=names)


def place_name(view: View, places: PlacesOfDigits) -> str:
    """Return 'box 5', or the cells that hold digits once."""
    if places.clauses:
        return place_text(view.theory, min(places.clauses.values()))
    return view.cells_text(places.cells)


def sets_texts(view: View, sets: Iterable[OnceEach]) -> list[str]:
    """Return 'house 1 less box 3 with renban line …: r1c4,r5c5 hold 3 and 4 once each', for each
    set of cells."""
    equations: dict[Cells, dict[int, Balance]] = {}
    for one in sets:
        own = equations.setdefault(one.cells, {})
        own.update(zip(one.digits, one.equations, strict=True))
    told = list[str]()
    for cells, counted in equations.items():
        hold = "{premises}: {cells} hold {digits} once each"
        if len(counted) == 1:
            hold = "{premises}: {cells} hold {digits} once"
        premises = sources_text(view.theory, counted.values())
        place = view.cells_text(bits_of(cells))
        digits = view.symbols(bits_of(counted))
        told.append(phrase(hold, premises=premises, cells=place, digits=digits))
    return told
