"""Equations in words: their premises with their numbers, and what is left of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....constraints.linear import Balance, FullSet
from ....phrases import capital, joined, phrase
from ....theory import Theory
from ...step_text.rule_sentences import rule_text
from ...step_text.sentences import listed, named_cells, together
from .fillings import Remainder, Summand

#: A cell, and how often it counts.
Weight = tuple[int, int]
#: Kinds of rules that are cages with a sum.
CAGES = ("killer", "sum")


def balance_text(theory: Theory, found: Remainder) -> str:
    """Return 'Box 2 sums to 45; arrow r2c7-r1c4: r1c4 + r1c5 + r1c6 - r2c7 = 0; together r2c4 +
    r2c5 = 12'; or, if there are only cages, 'Row 1 sums to 45, the cages in it to 29: r1c8 + r1c9
    make 16'.

    An equation that counts begins with the digits that count. "Together": the houses, less those
    subtracted, less (or plus) what the rules say, without the cells whose worth is known.
    """
    balance = found.balance
    layout = theory.known_layout
    is_sum = balance.worths == tuple(layout.digits)
    if is_sum and _is_of_cages(theory, balance):
        return capital(_with_cages(theory, found))
    told = _premises(theory, balance)
    if known := _known(theory, found):
        told.append(known)
    left, total = _what_is_left(theory, found)
    sums = phrase("together {sum}", sum=f"{left} = {total}")
    told.append(_with_ranges(theory, found, sums))
    said = joined(told, "{one}; {next}")
    if is_sum:
        return capital(said)
    symbols = [layout.symbol(d) for d in layout.digit_numbers if balance.worths[d - 1]]
    counting = "Counting cells that hold {digits}: {text}"
    return phrase(counting, digits=listed(symbols), text=said)


def premises_text(theory: Theory, balance: Balance) -> str:
    """Return what the houses and rules of an equation of sums say, without what is left."""
    if _is_of_cages(theory, balance):
        return _of_cages(theory, balance)
    return joined(_premises(theory, balance), "{one}; {next}")


def _premises(theory: Theory, balance: Balance) -> list[str]:
    """Return what each of the houses and rules says: ['box 2 sums to 45', 'arrow …: … = 0']."""
    is_sum = balance.worths == tuple(theory.known_layout.digits)
    whole = sum(balance.worths)
    told = list[str]()
    if balance.added:
        told.append(_sets_text(theory, balance.added, whole, is_sum=is_sum))
    if balance.taken:
        less = _sets_text(theory, balance.taken, whole, is_sum=is_sum)
        told.append(phrase("less {sums}", sums=less))
    for row, _ in balance.rules:
        name = rule_text(theory, row.rule)
        side = _side(theory, row.weights)
        told.append(phrase("{rule}: {claims}", rule=name, claims=f"{side} = {row.total}"))
    return told


def sources_text(theory: Theory, balances: Iterable[Balance]) -> str:
    """Return 'house 1 less boxes 3 and 7 with renban line r4c9-r2c9' of equations that have these
    houses and rules in common."""
    added = dict[str, None]()
    taken = dict[str, None]()
    rules = dict[str, None]()
    for balance in balances:
        added |= dict.fromkeys(_full_name(theory, full) for full in balance.added)
        taken |= dict.fromkeys(_full_name(theory, full) for full in balance.taken)
        rules |= dict.fromkeys(rule_text(theory, row.rule) for row, _ in balance.rules)
    told = together(added)
    if taken:
        told = phrase("{houses} less {others}", houses=told, others=together(taken))
    if rules:
        told = phrase("{houses} with {rules}", houses=told, rules=listed(rules))
    return told


def _full_name(theory: Theory, full: FullSet) -> str:
    if full.house < 0:
        return rule_text(theory, full.rule)
    return str(theory.known_layout.houses[full.house])


def _is_of_cages(theory: Theory, balance: Balance) -> bool:
    """Return whether the equation is of houses less cages, each once."""
    constraints = theory.known_layout.constraints
    for row, times in balance.rules:
        is_plain = all(weight == 1 for _, weight in row.weights)
        if times != 1 or not is_plain or constraints[row.rule].kind not in CAGES:
            return False
    in_houses = all(full.house >= 0 for full in balance.added)
    return in_houses and len(set(balance.added)) == len(balance.added) and not balance.taken


def _with_cages(theory: Theory, found: Remainder) -> str:
    """Return 'row 1 sums to 45, the cages in it to 29: r1c8 + r1c9 make 16'."""
    said = _of_cages(theory, found.balance)
    if known := _known(theory, found):
        said = phrase("{one}, and {next}", one=said, next=known)
    cells = [cell for part in found.parts for cell in part.cells]
    if len(cells) == 1:
        return said  # the conclusion tells what is left
    left, total = _what_is_left(theory, found)
    said = phrase("{reason}: {cells} make {sum}", reason=said, cells=left, sum=total)
    return _with_ranges(theory, found, said)


def _of_cages(theory: Theory, balance: Balance) -> str:
    """Return 'row 1 sums to 45, the cages in it to 29'."""
    layout = theory.known_layout
    names = [str(layout.houses[full.house]) for full in balance.added]
    whole = len(names) * sum(layout.digits)
    cages: str = phrase("the cages")
    if len(balance.rules) == 1:
        cages = rule_text(theory, balance.rules[0][0].rule)
    outies = [layout.cell_name(cell) for cell, weight in balance.weights if weight < 0]
    if outies:
        cages = phrase("{cages} with {cells} outside", cages=cages, cells=listed(outies))
    else:
        cages = phrase("{cages} in it" if len(names) == 1 else "{cages} in them", cages=cages)
    sums = "{houses} sums to {whole}, {cages} to {sum}"
    if len(names) > 1:
        sums = "{houses} sum to {whole}, {cages} to {sum}"
    of_cages = whole - balance.total
    return phrase(sums, houses=listed(names), whole=whole, cages=cages, sum=of_cages)


def _known(theory: Theory, found: Remainder) -> str:
    """Return 'r2c4 + r2c5 = 9', of the cells of the equation whose worth is known; "" for none."""
    is_open = {cell for part in found.parts for cell in part.cells}
    known = [one for one in found.balance.weights if one[0] not in is_open]
    if not known:
        return ""
    of_known = found.balance.total - found.total
    side, total = _with_positive(theory, known, of_known)
    return f"{side} = {total}"


def _what_is_left(theory: Theory, found: Remainder) -> tuple[str, int]:
    """Return 'r1c8 + r1c9' and what that is, of the open cells."""
    left = []
    for part in found.parts:
        left += [(cell, part.weight) for cell in part.cells]
    return _with_positive(theory, left, found.total)


def _with_positive(theory: Theory, weights: Sequence[Weight], total: int) -> tuple[str, int]:
    """Return the sides of an equation, with the signs changed if all weights are negative."""
    if all(weight < 0 for _, weight in weights):
        weights = [(cell, -weight) for cell, weight in weights]
        total = -total
    return _side(theory, weights), total


def _sets_text(theory: Theory, sets: Sequence[FullSet], whole: int, is_sum: bool) -> str:
    """Return 'boxes 5 and 9 sum to 90', or 'boxes 5 and 9 have 2'."""
    names = [_full_name(theory, full) for full in sets]
    one, several = ("sums to", "sum to") if is_sum else ("has", "have")
    verb = one if len(names) == 1 else several
    counted = list[str]()
    for name in names:
        twice = phrase("{house} (twice)", house=name)
        counted.append(twice if names.count(name) > 1 else name)
    return phrase(f"{{houses}} {verb} {{sum}}", houses=listed(counted), sum=len(sets) * whole)


def _side(theory: Theory, weights: Iterable[Weight]) -> str:
    """Return 'r1c4 + r1c5 - 2 r2c7'."""
    text = ""
    layout = theory.known_layout
    for cell, weight in sorted(weights, key=lambda one: one[1] < 0):
        sign = "-" if weight < 0 else "+"
        name = layout.cell_name(cell)
        times = abs(weight)
        if times > 1:
            name = f"{times} {name}"
        if text:
            text += f" {sign} {name}"
        else:
            text = name if weight > 0 else f"-{name}"
    return text


def _with_ranges(theory: Theory, found: Remainder, said: str) -> str:
    """Return '…, where r2c457 can make 6 to 24 and r3c6 2 to 9', for more than one part; and
    '…, so r2c457 must hold 8 and 9', if other cells lose these digits."""
    if len(found.parts) > 1:
        told = [_range(theory, part, found) for part in found.parts]
        said = phrase("{text}, where {ranges}", text=said, ranges=listed(told))
    if not found.holder:
        return said
    cells = named_cells(theory, found.holder.cells)
    layout = theory.known_layout
    symbols = [layout.symbol(d) for d in found.held]
    must_hold = "{text}, so {cells} must hold {digits}"
    return phrase(must_hold, text=said, cells=cells, digits=listed(symbols))


def _range(theory: Theory, part: Summand, found: Remainder) -> str:
    worths = found.balance.worths
    sums = sorted(one // part.weight for one in part.sums(worths))
    name = named_cells(theory, part.cells)
    if len(sums) == 1:
        return phrase("{cells} makes {sum}", cells=name, sum=sums[0])
    can_make = "{cells} can make {least} to {most}"
    return phrase(can_make, cells=name, least=sums[0], most=sums[-1])
