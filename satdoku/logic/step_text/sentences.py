"""Steps in words: notation (Eureka for chains) and a sentence for a beginner.

>>> from satdoku.layout import Layout
>>> theory = Theory.of(Layout.of_size(9))
>>> variables = [theory.variable(5, c, 1) for c in (4, 5, 6)]
>>> candidates_text(theory, variables), conclusion_text(theory, (), variables)
('(1)r5c456', 'r5c456<>1')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ...grouping import grouped
from ...layer_words import board_cell, cell_and_word, cell_in_words
from ...theory import Theory
from ..clauses import link_clauses
from .rule_sentences import rule_text

if TYPE_CHECKING:
    from ..steps import LogicStep

#: Names of chains that close.
LOOPS = ("continuous loop", "X-cycle", "XY-cycle", "grouped continuous nice loop")


def cells_text(theory: Theory, variables: Iterable[int]) -> str:
    """Return cells of one row or column joined, 'r5c456'; listed one by one, 'r1c2,r4c7', if they
    are not in a line or the board has more than nine rows or columns."""
    layout = theory.layout
    assert layout
    cells = {board_cell(layout, theory.cell_and_digit(v)[0]) for v in variables}
    places = [(r + 1, c + 1) for r, c in map(layout.places.place, sorted(cells))]
    rows = {r for r, _ in places}
    columns = {c for _, c in places}
    if layout.places.joins_names:
        if len(rows) == 1:
            return f"r{rows.pop()}c{''.join(str(c) for _, c in places)}"
        if len(columns) == 1:
            return f"r{''.join(str(r) for r, _ in places)}c{columns.pop()}"
    return ",".join(f"r{r}c{c}" for r, c in places)


def digit_text(theory: Theory, variable: int) -> str:
    """Return the symbol of a variable's digit, or the word for a value of a layer."""
    assert theory.layout
    return cell_and_word(theory.layout, *theory.cell_and_digit(variable))[1]


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
    return bare(theory, step) if step.nodes else f"{step.name}: {bare(theory, step)}"


def bare(theory: Theory, step: LogicStep) -> str:
    """Return the step's conclusion, after the Eureka notation of a chain; without its name."""
    conclusion = conclusion_text(theory, step.asserted, step.denied)
    return f"{eureka(theory, step.nodes)} => {conclusion}" if step.nodes else conclusion


def eureka(theory: Theory, nodes: Sequence[Sequence[int]], first_is_true: bool = False) -> str:
    """Return alternately false and true nodes as '(4)r5c4=(4)r3c4-(4)r3c7=(4)r6c7'; the first is
    false unless `first_is_true`.

    Two candidates of one cell share brackets, and a single digit throughout is written in front.
    """
    links = "=-" if first_is_true else "-="
    digits = {digit_text(theory, node[0]) for node in nodes}
    if len(digits) == 1:
        cells = [cells_text(theory, node) for node in nodes]
        chain = cells[0] + "".join(links[k % 2] + cell for k, cell in enumerate(cells[1:], 1))
        return f"({digits.pop()}): {chain}"
    text, k = "", 0
    while k < len(nodes):
        here = cells_text(theory, nodes[k])
        inside = digit_text(theory, nodes[k][0])
        text += links[k % 2] if k else ""
        while (
            k + 1 < len(nodes) and cells_text(theory, nodes[k + 1]) == here and len(nodes[k]) == 1
        ):
            k += 1
            inside += links[k % 2] + digit_text(theory, nodes[k][0])
        text += f"({inside}){here}"
        k += 1
    return text


def chain_text(
    theory: Theory, nodes: Sequence[Sequence[int]], first_is_true: bool = False
) -> list[str]:
    """Yield a sentence for each link of a chain: 'if not (4)r5c4, then (4)r3c4'."""
    texts = [candidates_text(theory, node) for node in nodes]
    return [
        f"if {a}, then not {b}" if (k + first_is_true) % 2 else f"if not {a}, then {b}"
        for k, (a, b) in enumerate(pairwise(texts))
    ]


def listed(words: Iterable[str]) -> str:
    """Return 'a, b and c'."""
    words = list(dict.fromkeys(words))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def houses_text(theory: Theory, clauses: Iterable[int]) -> str:
    """Return 'rows 2 and 5', or the cells for clauses of cells."""
    return together(place_text(theory, c) for c in clauses)


def together(places: Iterable[str]) -> str:
    """Return 'columns 3, 7 and 9' or 'rows 2 and 5, and box 4' for 'column 3', 'row 2', …"""
    kinds: dict[str, list[str]] = {}
    for place in dict.fromkeys(places):
        kind, _, number = place.partition(" ")
        is_usual = number.isdigit()
        kinds.setdefault(kind if is_usual else place, []).append(number if is_usual else "")
    said = [
        f"{'boxes' if kind == 'box' else kind + 's'} {listed(numbers)}"
        if len(numbers) > 1
        else " ".join(filter(None, (kind, *numbers)))
        for kind, numbers in kinds.items()
    ]
    several = any(len(numbers) > 1 for numbers in kinds.values())
    return ", and ".join(said) if several else listed(said)


def place_text(theory: Theory, clause: int) -> str:
    """Return 'row 2', 'r4c7' or 'cage r1c12 that holds 3': the place of a clause."""
    known = theory.clauses[clause]
    if known.rule is not None:
        return _house_in_rule(theory, clause) or rule_text(theory, known.rule)
    return str(known.house) if known.house else cell_text(theory, clause)


def cell_text(theory: Theory, clause: int) -> str:
    """Return 'r4c7' or 'the shade of r4c7', the subject of the clause of a cell."""
    assert theory.layout
    return cell_in_words(theory.layout, theory.cell_and_digit(theory.members[clause][0])[0])


def _house_in_rule(theory: Theory, clause: int) -> str:
    """Return the house in which a rule without cells of its own makes this clause; "" if none."""
    known, layout = theory.clauses[clause], theory.layout
    assert layout
    own = theory.on_board(known.variables)
    if layout.constraints[known.rule or 0].cells or len(own) < len(known.variables):
        return ""
    cells = {board_cell(layout, layout.cell_and_digit(v)[0]) for v in own}
    return next((str(house) for house in layout.houses if cells == {*house.cells}), "")


def _digits(theory: Theory, clauses: Iterable[int]) -> str:
    return listed(
        theory.clauses[c].symbol or digit_text(theory, theory.clauses[c].variables[0])
        for c in clauses
    )


def sentence(theory: Theory, step: LogicStep) -> str:
    """Return the reason for the step, in words that a beginner understands."""
    result = conclusion_text(theory, step.asserted, step.denied)
    bases = [theory.clauses[c] for c in step.bases]
    if step.reason:
        joined = ":" if step.reason.rpartition(", ")[2].startswith("so ") else ", so"
        return f"{step.reason}{joined} {result}."
    if step.asserted:
        place = cells_text(theory, step.asserted)
        symbol = digit_text(theory, step.asserted[0])
    if step.kind == "last digit":
        return f"{place} is the last open cell of {bases[0].house}: it takes {symbol}."
    if step.kind == "hidden single":
        return f"In {bases[0].house}, {symbol} can only go in {place}."
    if step.kind == "naked single":
        if cell_text(theory, step.bases[0]) != place:  # a layer's value
            return f"{place} can only be {symbol}."
        return f"In {place}, only {symbol} is left."
    if step.kind == "sum":
        return f"{step.left[0].upper()}{step.left[1:]}, so {result}."
    if step.kind == "locked":
        digit = digit_text(theory, (*step.asserted, *step.denied)[0])
        line = place_text(theory, step.covers[0])
        inside = set(theory.members[step.bases[0]]) & set(theory.members[step.covers[0]])
        if len({digit_text(theory, v) for v in (*inside, *step.denied)}) > 1:
            names = " or ".join(map(theory.variable_name, theory.on_board(sorted(inside))))
            return (
                f"By {place_text(theory, step.bases[0])}, {names} is true, and by {line} whichever "
                f"it is excludes the same: {result}."
            )
        why = (
            f"In {place_text(theory, step.bases[0])}, all places for {digit} are in {line}, "
            f"so no other {digit} there"
        )
        if step.asserted:
            return f"{why}; then in {bases[1].house}, {symbol} can only go in {place}."
        return f"{why}: {result}."
    if step.covers:
        return _cover_sentence(theory, step, result)
    if step.kind == "wing":
        cells = [cell_text(theory, c) for c in step.bases]
        digit = digit_text(theory, step.denied[0])
        either = (
            f"{cells[0]}, {cells[1]} and {cells[2]}"
            if step.name == "XYZ-wing"
            else (f"{cells[1]} and {cells[2]}")
        )
        return f"Whatever {cells[0]} holds, one of {either} is {digit}, so {result}."
    if step.branches:
        return branch_sentence(theory, step, result)
    if step.nodes:
        ends = (candidates_text(theory, step.nodes[0]), candidates_text(theory, step.nodes[-1]))
        if step.name in LOOPS:
            return (
                "The chain closes, so its candidates are true and false in turn, and what sees one "
                f"of each kind is false: {result}."
            )
        if step.nodes[0] == step.nodes[-1]:
            return f"If not {ends[0]}, then {ends[0]}: it is true, so {result}."
        is_of_cells = all(len(node) == 1 for node in step.nodes)
        is_of_digit = len({digit_text(theory, node[0]) for node in step.nodes}) == 1
        is_of_houses = all(theory.clauses[c].house for c in step.bases)
        if len(step.nodes) == 4 and is_of_cells and is_of_digit and is_of_houses:
            return f"{two_links(theory, step)}: {result}."
        return f"If {ends[0]} is false, {ends[1]} is true, so either way {result}."
    return _refutation_sentence(theory, step, result) if step.proof else f"{step.name}: {result}."


def two_links(theory: Theory, step: LogicStep) -> str:
    """Return 'In row 3 and in row 9, 1 has two places each; r3c8 and r9c8 are both in column 8, so
    r3c3 or r9c2 is 1, and what sees both is not', for a chain of two strong links of one digit."""
    houses = [theory.clauses[clause].house for clause in step.bases]
    first, inner, near, last = (cells_text(theory, node) for node in step.nodes)
    digit = digit_text(theory, step.nodes[0][0])
    link = place_text(theory, link_clauses(theory, step.nodes[1], step.nodes[2])[0])
    return (
        f"In {together(map(str, houses))}, {digit} has two places each; {inner} and {near} are "
        f"both in {link}, so {first} or {last} is {digit}, and what sees both is not"
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
    start = cells_text(theory, [abs(starts[0])])
    symbol = digit_text(theory, abs(starts[0]))
    if len(set(starts)) == 1:
        opposite = "not " if starts[0] < 0 else ""
        comes = broken_text(theory, step.retold[0][-1].clause)
        return f"If {start} were {opposite}{symbol}, {comes}, so {result}."
    then = f"{result} follows"
    if end not in (*step.asserted, *(-v for v in step.denied)):
        is_not = "is not" if end < 0 else "is"
        target = f"{cells_text(theory, [abs(end)])} {is_not} {digit_text(theory, abs(end))}"
        then = f"{target}, so {result}"
    if starts[0] == -starts[-1]:
        return f"Whether {start} is {symbol} or not, {then}."
    if len({cells_text(theory, [s]) for s in starts}) == 1:
        return f"Whatever {start} holds, {then}."
    return f"Wherever {symbol} goes in {place_text(theory, step.bases[0])}, {then}."


def _cover_sentence(theory: Theory, step: LogicStep, result: str) -> str:
    direct = bool(step.asserted)
    bases = step.bases[:-1] if direct else step.bases
    first, cover = theory.clauses[bases[0]], theory.clauses[step.covers[0]]
    if first.cell:
        cells = listed(cell_text(theory, c) for c in bases)
        why = (
            f"{cells} hold only {_digits(theory, step.covers)}, so these go nowhere else in "
            f"{houses_text(theory, step.covers)}"
        )
    elif cover.cell:
        cells = listed(cell_text(theory, c) for c in step.covers)
        inside = place_text(theory, bases[0])
        why = (
            f"In {inside}, {_digits(theory, bases)} can only go in {cells}, so nothing else "
            "goes there"
        )
    else:
        why = (
            f"In {houses_text(theory, bases)}, {first.symbol} lies only in "
            f"{houses_text(theory, step.covers)}, so nowhere else there"
        )
    if direct:
        last = theory.clauses[step.bases[-1]]
        place = cells_text(theory, step.asserted)
        digit = digit_text(theory, step.asserted[0])
        return f"{why}; then in {last.house}, {digit} can only go in {place}."
    return f"{why}: {result}."


def _refutation_sentence(theory: Theory, step: LogicStep, result: str) -> str:
    first, end = step.proof[0], step.proof[-1]
    x = first.variable
    if end.mark != "broken":
        return f"If {theory.variable_name(x)} were true, a clause would break: {result}."
    opposite = "" if first.mark == "suppose" else "not "
    return (
        f"If {cells_text(theory, [x])} were {opposite}{digit_text(theory, x)}, "
        f"{broken_text(theory, end.clause)}, so {result}."
    )


def broken_text(theory: Theory, index: int) -> str:
    """Return 'no place would be left for 5 in row 2' or 'no digit would be left for r4c7'."""
    clause = theory.clauses[index]
    if clause.rule is not None:
        return f"nothing could satisfy the rule {rule_text(theory, clause.rule)}"
    if clause.house:
        return f"no place would be left for {clause.symbol} in {clause.house}"
    return f"no digit would be left for {cell_text(theory, index)}"
