"""Steps in words: notation (Eureka for chains) and a sentence for a beginner.

>>> from satdoku.layout import Layout
>>> theory = Theory.of(Layout.of_size(9))
>>> variables = [theory.variable(5, c, 1) for c in (4, 5, 6)]
>>> candidates_text(theory, variables), conclusion_text(theory, (), variables)
('(1)r5c456', 'r5c456<>1')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ...grouping import grouped
from ...layer_words import board_cell, cell_and_word, cell_in_words
from ...phrases import capital, joined, phrase
from ...theory import Theory
from ..clauses import link_clauses
from .rule_sentences import rule_text, step_name

if TYPE_CHECKING:
    from ..steps import LogicStep, ProofLine

#: Names of chains that close.
LOOPS = (
    "continuous loop",
    "X-cycle",
    "XY-cycle",
    "grouped continuous nice loop",
    "grouped continuous nice loop with almost locked sets",
)


def cells_text(theory: Theory, variables: Iterable[int]) -> str:
    """Return cells of one row or column joined, 'r5c456'; listed one by one, 'r1c2,r4c7', if they
    are not in a line or the board has more than nine rows or columns."""
    layout = theory.known_layout
    cells = {board_cell(layout, theory.cell_of(v)) for v in variables}
    places = [(r + 1, c + 1) for r, c in map(layout.places.place, sorted(cells))]
    rows = {r for r, _ in places}
    columns = {c for _, c in places}
    if layout.places.joins_names:
        if len(rows) == 1:
            return f"r{rows.pop()}c{''.join(str(c) for _, c in places)}"
        if len(columns) == 1:
            return f"r{''.join(str(r) for r, _ in places)}c{columns.pop()}"
    return ",".join(f"r{r}c{c}" for r, c in places)


def named_cells(theory: Theory, cells: Iterable[int]) -> str:
    """Return the same for cells by number."""
    return cells_text(theory, [theory.variable_of(cell, 1) for cell in cells])


def digit_text(theory: Theory, variable: int) -> str:
    """Return the symbol of a variable's digit, or the word for a value of a layer."""
    return cell_and_word(theory.known_layout, *theory.cell_and_digit(variable))[1]


def candidates_text(theory: Theory, node: Sequence[int]) -> str:
    """Return '(1)r5c456' for candidates of one digit."""
    return f"({digit_text(theory, node[0])}){cells_text(theory, node)}"


def candidates_by_digit(theory: Theory, variables: Iterable[int]) -> str:
    """Return '(1)r5c456, (3)r2c2' for candidates of any digits."""
    by_digit = grouped((digit_text(theory, v), v) for v in theory.on_board(sorted(variables)))
    return ", ".join(candidates_text(theory, some) for some in by_digit.values())


def conclusion_text(theory: Theory, asserted: Sequence[int], denied: Sequence[int]) -> str:
    """Return 'r4c7=5' or 'r1c3,r4c8<>7, r2c2<>1'."""
    parts = [f"{cells_text(theory, [v])}={digit_text(theory, v)}" for v in asserted]
    by_digit = grouped((digit_text(theory, v), v) for v in denied)
    parts += [f"{cells_text(theory, vs)}<>{digit}" for digit, vs in by_digit.items()]
    return ", ".join(parts)


def notation(theory: Theory, step: LogicStep) -> str:
    """Return one line: the step's name, its Eureka notation if it is a chain, and its
    conclusion."""
    said = bare(theory, step)
    return said if step.nodes else phrase("{name}: {text}", name=step_name(step.name), text=said)


def bare(theory: Theory, step: LogicStep) -> str:
    """Return the step's conclusion, after the Eureka notation of its chains; without its name."""
    conclusion = conclusion_text(theory, step.asserted, step.denied)
    chains = list(step.chains)
    if step.nodes and not chains:
        chains = [eureka(theory, step.nodes)]
    if not chains:
        return conclusion
    # Notation is the same in every language, also where it has words.
    told = "{chains!s} => {conclusion}"
    return phrase(told, chains="; ".join(chains), conclusion=conclusion)


def eureka(
    theory: Theory,
    nodes: Sequence[Sequence[int]],
    first_is_true: bool = False,
    sets: Mapping[int, str] | None = None,
) -> str:
    """Return alternately false and true nodes as '(4)r5c4=(4)r3c4-(4)r3c7=(4)r6c7'; the first is
    false unless `first_is_true`.

    Two candidates of one cell share brackets, and a single digit throughout is written in front.
    sets: by the number of a false node, the text of it and the next, if both are of an almost
    locked set: '(3=17)r4c58'.
    """
    sets = sets or {}
    links = "=-" if first_is_true else "-="
    cells = [cells_text(theory, node) for node in nodes]
    digits = [digit_text(theory, node[0]) for node in nodes]
    if len(set(digits)) == 1:
        chain = cells[0]
        for k, cell in enumerate(cells[1:], 1):
            chain += links[k % 2] + cell
        return f"({digits[0]}): {chain}"
    text = ""
    k = 0
    while k < len(nodes):
        if k > 0:
            text += links[k % 2]
        if k in sets:
            text += sets[k]
            k += 2
            continue
        inside = digits[k]
        while _share_a_cell(cells[k : k + 2], nodes[k]) and k + 1 not in sets:
            k += 1
            inside += links[k % 2] + digits[k]
        text += f"({inside}){cells[k]}"
        k += 1
    return text


def _share_a_cell(cells: Sequence[str], node: Sequence[int]) -> bool:
    """Return whether a node and the next, if there is one, are in the same one cell."""
    return len(cells) == 2 and cells[0] == cells[1] and len(node) == 1


def chain_text(
    theory: Theory, nodes: Sequence[Sequence[int]], first_is_true: bool = False
) -> list[str]:
    """Return a sentence for each link of a chain: 'if not (4)r5c4, then (4)r3c4'."""
    said = list[str]()
    is_true = first_is_true
    for one, next_one in pairwise(candidates_text(theory, node) for node in nodes):
        link = "if {one}, then not {next}" if is_true else "if not {one}, then {next}"
        said.append(phrase(link, one=one, next=next_one))
        is_true = not is_true
    return said


def listed(words: Iterable[str]) -> str:
    """Return 'a, b and c', each word once."""
    words = list(dict.fromkeys(words))
    if len(words) == 1:
        return words[0]
    template = "{one} and {next}"
    one = joined(words[:-1])
    return phrase(template, one=one, next=words[-1])


def either(words: Sequence[str]) -> str:
    """Return 'a, b or c'."""
    if len(words) < 2:
        return joined(words)
    template = "{one} or {next}"
    one = joined(words[:-1])
    return phrase(template, one=one, next=words[-1])


def houses_text(theory: Theory, clauses: Iterable[int]) -> str:
    """Return 'rows 2 and 5', or the cells for clauses of cells."""
    return together(place_text(theory, c) for c in clauses)


def together(places: Iterable[str]) -> str:
    """Return 'columns 3, 7 and 9', 'rows 2 and 5 and box 4' or 'row 2, columns 1 and 3, and box 4'
    for 'column 3', 'row 2', …"""
    by_kind: dict[str, list[str]] = {}
    for place in dict.fromkeys(places):
        kind, _, number = place.partition(" ")
        by_kind.setdefault(kind if number.isdigit() else place, []).append(place)
    said = list[str]()
    for kind, some in by_kind.items():
        if len(some) > 1:
            plural = "boxes" if kind == "box" else f"{kind}s"
            numbers = [place.partition(" ")[2] for place in some]
            together = listed(numbers)
            said.append(phrase(f"{plural} {{numbers}}", numbers=together))
        else:
            said.append(some[0])
    if len(said) > 2:  # a part may have an "and" of its own
        template = "{one}, and {next}"
        one = joined(said[:-1])
        last = said[-1]
        return phrase(template, one=one, next=last)
    return joined(said, "{one} and {next}")


def place_text(theory: Theory, clause: int) -> str:
    """Return 'row 2', 'r4c7' or 'cage r1c12 that holds 3': the place of a clause."""
    known = theory.clauses[clause]
    if known.rule is not None:
        return _house_in_rule(theory, clause) or rule_text(theory, known.rule)
    return str(known.house) if known.house else cell_text(theory, clause)


def cell_text(theory: Theory, clause: int) -> str:
    """Return 'r4c7' or 'the shade of r4c7', the subject of the clause of a cell."""
    return cell_in_words(theory.known_layout, theory.cell_of(theory.members[clause][0]))


def _house_in_rule(theory: Theory, clause: int) -> str:
    """Return the house in which a rule without cells of its own makes this clause; "" if none."""
    known = theory.clauses[clause]
    layout = theory.known_layout
    own = theory.on_board(known.variables)
    if layout.constraints[known.rule or 0].cells or len(own) < len(known.variables):
        return ""
    cells = {board_cell(layout, layout.cell_of(v)) for v in own}
    return next((str(house) for house in layout.houses if cells == {*house.cells}), "")


def _digits(theory: Theory, clauses: Iterable[int]) -> str:
    known = [theory.clauses[c] for c in clauses]
    return listed(one.symbol or digit_text(theory, one.variables[0]) for one in known)


def sentence(theory: Theory, step: LogicStep) -> str:
    """Return the reason for the step, in words that a beginner understands."""
    result = conclusion_text(theory, step.asserted, step.denied)
    if step.reason:
        _, _, ending = step.reason.rpartition(", ")
        ends = "{reason}, so {result}."
        if ending.startswith("so "):
            ends = "{reason}: {result}."
        return phrase(ends, reason=step.reason, result=result)
    if step.kind in ("last digit", "hidden single", "naked single"):
        return _single_sentence(theory, step)
    if step.kind == "locked":
        return _locked_sentence(theory, step, result)
    if step.covers:
        return _cover_sentence(theory, step, result)
    if step.branches:
        return branch_sentence(theory, step, result)
    if step.nodes:
        return _chain_sentence(theory, step, result)
    if step.proof:
        return _refutation_sentence(theory, step, result)
    template = "{name}: {text}."
    name = step_name(step.name)
    return phrase(template, name=name, text=result)


def _single_sentence(theory: Theory, step: LogicStep) -> str:
    place = cells_text(theory, step.asserted)
    symbol = digit_text(theory, step.asserted[0])
    house = place_text(theory, step.bases[0])
    if step.kind == "last digit":
        last = "{cell} is the last open cell of {house}: it takes {digit}."
        return phrase(last, cell=place, house=house, digit=symbol)
    if step.kind == "hidden single":
        only = only_there(house, symbol, place)
        return phrase("{sentence}.", sentence=capital(only))
    if cell_text(theory, step.bases[0]) != place:  # a layer's value
        template = "{cell} can only be {digit}."
        return phrase(template, cell=place, digit=symbol)
    template = "In {cell}, only {digit} is left."
    return phrase(template, cell=place, digit=symbol)


def only_there(house: object, digit: str | None, cells: str) -> str:
    """Return 'in row 3, 5 can only go in r3c4'."""
    only = "in {house}, {digit} can only go in {cells}"
    return phrase(only, house=house, digit=digit, cells=cells)


def _locked_sentence(theory: Theory, step: LogicStep, result: str) -> str:
    base = place_text(theory, step.bases[0])
    line = place_text(theory, step.covers[0])
    inside = set(theory.members[step.bases[0]]) & set(theory.members[step.covers[0]])
    digits = {digit_text(theory, v) for v in (*inside, *step.denied)}
    if len(digits) > 1:
        # A rule may tie different digits together, so that no digit is locked.
        names = [theory.variable_name(v) for v in theory.on_board(sorted(inside))]
        template = (
            "By {rule}, {candidates} is true, and by {other} whichever it is excludes the same: "
            "{result}."
        )
        candidates = joined(names, "{one} or {next}")
        return phrase(
            template,
            rule=base,
            candidates=candidates,
            other=line,
            result=result,
        )
    concluded = (*step.asserted, *step.denied)
    digit = digit_text(theory, concluded[0])
    locked = "In {house}, all places for {digit} are in {other}, so no other {digit} there"
    why = phrase(
        locked,
        house=base,
        digit=digit,
        other=line,
    )
    return _with_result(theory, step, why, result)


def _with_result(theory: Theory, step: LogicStep, why: str, result: str) -> str:
    """Return a reason and what it removes, or which digit is placed then in a house."""
    if not step.asserted:
        template = "{reason}: {result}."
        return phrase(template, reason=why, result=result)
    template = "{reason}; then in {house}, {digit} can only go in {cells}."
    house = theory.clauses[step.bases[-1]].house
    digit = digit_text(theory, step.asserted[0])
    cells = cells_text(theory, step.asserted)
    return phrase(
        template,
        reason=why,
        house=house,
        digit=digit,
        cells=cells,
    )


def _chain_sentence(theory: Theory, step: LogicStep, result: str) -> str:
    first = candidates_text(theory, step.nodes[0])
    last = candidates_text(theory, step.nodes[-1])
    if step.name in LOOPS:
        closes = (
            "The chain closes, so its candidates are true and false in turn, and what sees one "
            "of each kind is false"
        )
        why = phrase(closes)
        if step.chains:
            sets = "{reason}, and each almost locked set holds all its other digits"
            why = phrase(sets, reason=why)
        template = "{reason}: {result}."
        return phrase(template, reason=why, result=result)
    if step.nodes[0] == step.nodes[-1]:
        itself = "If not {first}, then {first}: it is true, so {result}."
        return phrase(itself, first=first, result=result)
    is_of_cells = all(len(node) == 1 for node in step.nodes)
    digits = {digit_text(theory, node[0]) for node in step.nodes}
    is_of_digit = len(digits) == 1
    is_of_houses = all(theory.clauses[c].house for c in step.bases)
    if len(step.nodes) == 4 and is_of_cells and is_of_digit and is_of_houses:
        template = "{reason}: {result}."
        reason = two_links(theory, step)
        return phrase(template, reason=reason, result=result)
    either_way = "If {first} is false, {last} is true, so either way {result}."
    return phrase(either_way, first=first, last=last, result=result)


def two_links(theory: Theory, step: LogicStep) -> str:
    """Return 'In row 3 and in row 9, 1 has two places each; r3c8 and r9c8 are both in column 8, so
    r3c3 or r9c2 is 1, and what sees both is not', for a chain of two strong links of one digit."""
    houses = together(str(theory.clauses[clause].house) for clause in step.bases)
    one, near, following, other = (cells_text(theory, node) for node in step.nodes)
    digit = digit_text(theory, step.nodes[0][0])
    weak_links = link_clauses(theory, step.nodes[1], step.nodes[2])
    link = place_text(theory, weak_links[0])
    template = (
        "In {houses}, {digit} has two places each; {near} and {next} are both in {link}, so "
        "{one} or {other} is {digit}, and what sees both is not"
    )
    return phrase(
        template,
        houses=houses,
        digit=digit,
        near=near,
        next=following,
        link=link,
        one=one,
        other=other,
    )


def literal_text(theory: Theory, literal: int) -> str:
    """Return 'r1c2=5' or 'r1c2<>5'."""
    cell = cells_text(theory, [abs(literal)])
    digit = digit_text(theory, abs(literal))
    return f"{cell}{'=' if literal > 0 else '<>'}{digit}"


def branch_sentence(theory: Theory, step: LogicStep, result: str) -> str:
    """Return the sentence on what the branches of a forcing chain prove."""
    starts = [branch[0].literal for branch in step.branches]
    end = step.branches[0][-1].literal
    first = starts[0]
    start = cells_text(theory, [abs(first)])
    symbol = digit_text(theory, abs(first))
    if len(set(starts)) == 1:
        last = step.retold[0][-1]
        comes = broken_text(theory, last.clause)
        return _if_it_were(start, symbol, first < 0, comes, result)
    then: str = phrase("{result} follows", result=result)
    if end not in step.literals:
        ends = "{cell} is {digit}, so {result}"
        if end < 0:
            ends = "{cell} is not {digit}, so {result}"
        cell = cells_text(theory, [abs(end)])
        digit = digit_text(theory, abs(end))
        then = phrase(ends, cell=cell, digit=digit, result=result)
    if first == -starts[-1]:
        whether = "Whether {cell} is {digit} or not, {then}."
        return phrase(whether, cell=start, digit=symbol, then=then)
    cells = {cells_text(theory, [s]) for s in starts}
    if len(cells) == 1:
        template = "Whatever {cell} holds, {then}."
        return phrase(template, cell=start, then=then)
    house = place_text(theory, step.bases[0])
    template = "Wherever {digit} goes in {house}, {then}."
    return phrase(template, digit=symbol, house=house, then=then)


def _if_it_were(cell: str, digit: str, is_opposite: bool, broken: str, result: str) -> str:
    """Return 'If r1c2 were 5, no digit would be left for r1c3, so r1c2<>5.'"""
    said = "If {cell} were {digit}, {broken}, so {result}."
    if is_opposite:
        said = "If {cell} were not {digit}, {broken}, so {result}."
    return phrase(said, cell=cell, digit=digit, broken=broken, result=result)


def _cover_sentence(theory: Theory, step: LogicStep, result: str) -> str:
    # A direct subset has one more base: the house where a digit is placed then.
    bases = step.bases[:-1] if step.asserted else step.bases
    first = theory.clauses[bases[0]]
    covers = houses_text(theory, step.covers)
    if first.cell:
        cells = listed(cell_text(theory, c) for c in bases)
        digits = _digits(theory, step.covers)
        hold = "{cells} hold only {digits}, so these go nowhere else in {houses}"
        why = phrase(hold, cells=cells, digits=digits, houses=covers)
    elif theory.clauses[step.covers[0]].cell:
        cells = listed(cell_text(theory, c) for c in step.covers)
        inside = place_text(theory, bases[0])
        digits = _digits(theory, bases)
        hold = "In {house}, {digits} can only go in {cells}, so nothing else goes there"
        why = phrase(hold, house=inside, digits=digits, cells=cells)
    else:
        houses = houses_text(theory, bases)
        lies = "In {houses}, {digit} lies only in {others}, so nowhere else there"
        digit = first.symbol
        why = phrase(lies, houses=houses, digit=digit, others=covers)
    return _with_result(theory, step, why, result)


def _refutation_sentence(theory: Theory, step: LogicStep, result: str) -> str:
    first = step.proof[0]
    end = step.proof[-1]
    x = first.variable
    if end.mark != "broken":
        breaks = "If {candidate} were true, a clause would break: {result}."
        candidate = theory.variable_name(x)
        return phrase(breaks, candidate=candidate, result=result)
    broken = broken_text(theory, end.clause, placed_by(step.proof[1:]))
    is_opposite = first.mark != "suppose"
    cell = cells_text(theory, [x])
    digit = digit_text(theory, x)
    return _if_it_were(cell, digit, is_opposite, broken, result)


def placed_by(proof: Sequence[ProofLine]) -> list[int]:
    """Return the variables of the board that a proof asserts."""
    return [line.variable for line in proof if line.mark == "assert"]


def broken_text(
    theory: Theory, index: int, placed: Sequence[int] = (), is_certain: bool = False
) -> str:
    """Return 'no place would be left for 5 in row 2' or 'no digit would be left for r4c7'; for a
    rule, 'nothing could satisfy the rule x-sum row 1 with 5 in r1c2', if placed: variables asserted
    before, of which those in its cells are told. is_certain: say 'is left'."""
    no_place = "no place would be left for {digit} in {house}"
    no_digit = "no digit would be left for {cell}"
    if is_certain:
        no_place = "no place is left for {digit} in {house}"
        no_digit = "no digit is left for {cell}"
    clause = theory.clauses[index]
    if clause.rule is not None:
        rule = rule_text(theory, clause.rule)
        digits = {theory.cell_and_digit(v)[1] for v in theory.on_board(clause.variables)}
        if len(digits) == 1 and all(map(theory.is_board, clause.variables)):
            digit = digit_text(theory, clause.variables[0])
            return phrase(no_place, digit=digit, house=rule)
        own = {theory.cell_of(v) for v in _scope(theory, clause.rule)}
        told = []
        for v in placed:
            if theory.is_board(v) and theory.cell_of(v) in own:
                digit = digit_text(theory, v)
                cells = cells_text(theory, [v])
                told.append(digit_in_cells(digit, cells))
        if told:
            beside = "nothing could satisfy the rule {rule} with {digits}"
            return phrase(beside, rule=rule, digits=listed(told))
        template = "nothing could satisfy the rule {rule}"
        return phrase(template, rule=rule)
    if clause.house:
        house = clause.house
        return phrase(no_place, digit=clause.symbol, house=house)
    cell = cell_text(theory, index)
    return phrase(no_digit, cell=cell)


def digit_in_cells(digits: str, cells: str) -> str:
    """Return '5 in r1c2'."""
    template = "{digits} in {cells}"
    return phrase(template, digits=digits, cells=cells)


def _scope(theory: Theory, rule: int) -> set[int]:
    """Return the variables of the board in the clauses of a rule."""
    clauses = theory.rules[rule].clauses
    return {v for c in clauses for v in theory.on_board(theory.members[c])}
