"""Arguments in words: the ways that are left, in the numbers of the puzzle, grouped for reading.

In this order, the first that says it in a few words: the sets of digits of a cage; the sums that a
clue outside the board leaves; the ways of the cells concerned, one by one, or by the cell that
splits them best; bounds of sums; the cells that have no digits to go with a denied candidate; what
the conclusion's opposite would lead to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from ...constraints.forms import Relation
from ...constraints.kind_table import forms_of
from ...constraints.wording import fact
from ...inference.deduction import DENIED, OPEN
from ...inference.entailment import consequences, is_entailed
from ...kernels.logic.ways import UNKNOWN
from ...kernels.steps.premises import house_premises, seen_clauses
from ...theory import Theory
from ..position import Position
from ..search.proofs import Retelling, refute
from ..steps import LogicStep, ProofLine
from ..techniques.arguments import called_together
from .rule_sentences import called, constraint_of, left_of, rule_text
from .sentences import broken_text, cells_text, digit_text, listed
from .sum_tables import bound_text, either, sums_left

#: The most ways listed one by one; the most values of the cell that splits them; the most lines of
#: what the opposite leads to.
MOST_LISTED, MOST_VALUES, MOST_LINES = 4, 4, 8
#: The most cells told of a case.
MOST_SHOWN = 3
#: The most cells named that leave no digits for a candidate, of two attempts; the denied candidates
#: for which they are sought.
FEW_PARTNERS, MOST_PARTNERS, MOST_TRIED = 3, 9, 4


@dataclass(frozen=True)
class Argument:
    """A step, and what it rests on.

    rules, houses: the premises, as numbers of the layout. cells: of all premises. ways: the
    candidates of each way, None if they are too many to list.
    """

    position: Position
    step: LogicStep
    rules: tuple[int, ...]
    houses: tuple[int, ...]
    cells: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...] | None

    @classmethod
    def of(cls, position: Position, step: LogicStep, proof: Sequence[int]) -> Argument:
        """Return the argument that the finder recorded (see `techniques.arguments`)."""
        theory, layout = position.theory, position.layout
        count, rest = proof[0], proof[1:]
        premises = rest[:count]
        number = rest[count]
        width = rest[count + 1]
        houses = house_premises(theory)
        first = len(theory.rules)
        numbers = rest[count + 2 :]
        ways = [tuple(numbers[k * width : (k + 1) * width]) for k in range(max(number, 0))]
        rules = tuple(p for p in premises if p < first)
        cells = {(v - 1) // layout.size for v in (ways or [()])[0]}
        for p in premises:
            if p >= first:
                cells |= {*houses[p - first].cells}
            else:
                of_rule = {v for c in theory.rules[p].clauses for v in theory.members[c]}
                cells |= {(v - 1) // layout.size for v in theory.on_board(of_rule)}
        return cls(
            position,
            step,
            rules,
            tuple(p - first for p in premises if p >= first),
            tuple(sorted(cells)),
            None if number in (UNKNOWN, 0) else tuple(ways),
        )

    @cached_property
    def rule_clauses(self) -> tuple[int, ...]:
        """The clauses of its rules."""
        rules = self.position.theory.rules
        return tuple(dict.fromkeys(c for r in self.rules for c in rules[r].clauses))

    @cached_property
    def other_clauses(self) -> tuple[int, ...]:
        """The clauses of its cells, those by which they see each other, and those with one
        candidate left; none if the base rules conclude the step from the clauses of its rules."""
        theory = self.position.theory
        status = self.position.status
        step = self.step
        known = consequences(theory, status, self.rule_clauses)
        news = {*step.asserted, *(-v for v in step.denied)}
        if known is not None and news <= known:
            return ()
        held = dict[int, int]()
        seen = seen_clauses(theory)
        for cell in self.cells:
            for v in self.position.layout.variables_of(cell):
                for c in theory.occurrences[v] if status[v] != DENIED else ():
                    if seen[c]:
                        held[c] = held.get(c, 0) + 1

        def left(clause: int) -> int:
            return sum(status[v] != DENIED for v in theory.members[clause])

        return tuple(c for c, n in held.items() if n > 1 or left(c) == 1)


def with_reason(position: Position, step: LogicStep, proof: Sequence[int]) -> LogicStep:
    """Return the step with its name, its clauses, its reason and the ways that are left."""
    argument = Argument.of(position, step, proof)
    theory = position.theory
    kinds = [constraint_of(theory, rule).kind for rule in argument.rules]
    if len(argument.rules) + len(argument.houses) == 1:
        name = called(kinds[0])
    else:
        own = {cell for rule in argument.rules for cell in constraint_of(theory, rule).cells}
        concluded = {theory.cell_and_digit(v)[0] for v in (*step.asserted, *step.denied)}
        is_outside = own.isdisjoint(concluded)
        name = called_together(kinds, bool(argument.houses), is_outside) or step.name
    reason = reason_of(argument)
    return replace(
        step,
        name=name,
        bases=argument.rule_clauses,
        links=argument.other_clauses,
        reason=reason[0].upper() + reason[1:],
        ways=argument.ways or (),
    )


def reason_of(argument: Argument) -> str:
    """Return the reason without the conclusion."""
    theory = argument.position.theory
    rules, named = [rule_text(theory, r) for r in argument.rules], argument.rules
    if len(rules) == 1 and not argument.houses:
        rule, position = argument.rules[0], argument.position
        step = argument.step
        holding = rules[0].replace(" that holds ", " holds ")
        sets = left_of(position, rule, step.asserted, step.denied)
        if sets and "combinations are left" not in sets:
            return f"the {holding}: {sets}"
        if table := sums_left(position, rule, step):
            return table
        own = constraint_of(theory, rule)
        said = f"the {holding}" if own.kind == "killer" else fact(own, position.layout)
    else:
        houses = [str(house_premises(theory)[h]) for h in argument.houses]
        said, named = f"{listed([*rules, *houses])} together", ()
    more = (
        ways_text(argument)
        or next(filter(None, (bound_text(argument.position, r, argument.step) for r in named)), "")
        or partners_text(argument, FEW_PARTNERS)
        or opposite_text(argument)
        or partners_text(argument, MOST_PARTNERS)
    )
    return f"{said}: {more}" if more else said


# -- The ways, one by one -------------------------------------------------------------------------


def ways_text(argument: Argument) -> str:
    """Return the ways of the cells that matter: one by one, or by the cell that splits them best;
    "" if they are too many to read."""
    theory = argument.position.theory
    ways = _that_matter(argument)
    if not ways or not ways[0]:
        return ""
    size = argument.position.layout.size
    cells = [(v - 1) // size for v in ways[0]]
    place = cells_text(theory, ways[0])
    words = [[digit_text(theory, v) for v in way] for way in ways]
    if len(ways) == len(cells) == 1:
        return f"{place} can only be {words[0][0]}"
    if len(ways) == 1:
        filled = [f"{digit_text(theory, v)} in {cells_text(theory, [v])}" for v in ways[0]]
        return f"the only way to fill {place} is {' and '.join(filled)}"
    sets = list(dict.fromkeys(tuple(sorted(way, key=_number)) for way in words))
    # That the open cells of a house hold what it lacks says nothing.
    is_whole = any(
        {c for c in house.cells if len(argument.position.candidates_in(c)) > 1} <= {*cells}
        for house in argument.position.layout.houses
    )
    if len(sets) == 1 and len(cells) > 1 and not is_whole and len({*sets[0]}) == len(cells):
        return f"{place} hold {listed(sets[0])} in some order"
    if len(ways) <= MOST_LISTED:
        return f"{place} can only be {either(['-'.join(way) for way in words])}"
    if 1 < len(sets) <= MOST_LISTED and len(cells) > 1:
        return f"{place} can only hold {either(['+'.join(one) for one in sets])}"
    concluded = {(v - 1) // size for v in (*argument.step.asserted, *argument.step.denied)}
    return _split(theory, ways, [cell in concluded for cell in cells])


def _that_matter(argument: Argument) -> list[tuple[int, ...]]:
    """Return the ways, without the cells that are already filled, and without those whose digits
    make no difference to the others; each once."""
    if argument.ways is None:
        return []
    status, ways = argument.position.status, list(argument.ways)
    size, step = argument.position.layout.size, argument.step
    concluded = {(v - 1) // size for v in (*step.asserted, *step.denied)}
    columns = [k for k, v in enumerate(ways[0]) if status[v] == OPEN]
    for k in list(columns):
        rest = [c for c in columns if c != k]
        without = {tuple(way[c] for c in rest) for way in ways}
        values = {way[k] for way in ways}
        whole = {tuple(way[c] for c in columns) for way in ways}
        is_concluded = (ways[0][k] - 1) // size in concluded
        if len(without) * len(values) == len(whole) and rest and not is_concluded:
            columns = rest
    return list(dict.fromkeys(tuple(way[c] for c in columns) for way in ways))


def _split(theory: Theory, ways: list[tuple[int, ...]], concluded: Sequence[bool]) -> str:
    """Return 'with 8 in r1c1, r1c2 is 3 or 5; with 9, r1c2 is 4' by the cell that leaves the
    fewest words; "" if all are too many. concluded: by cell, whether the step is about it. Of a
    case, what it says of these cells is told first, and of the others what it determines most."""
    best, overall = "", [{way[i] for way in ways} for i in range(len(ways[0]))]
    for k in range(len(ways[0])):
        ordered = sorted(ways, key=lambda way: way[k])
        cases = [(v, list(own)) for v, own in groupby(ordered, key=lambda way: way[k])]
        if not 1 < len(cases) <= MOST_VALUES:
            continue
        parts = list[str]()
        for v, own in cases:
            others = [
                (not concluded[i], len(left), i, left)
                for i in range(len(own[0]))
                if i != k
                and (left := sorted({way[i] for way in own}))
                and (concluded[i] or len(left) < len(overall[i]))
            ]
            shown = [
                f"{cells_text(theory, values[:1])} is "
                f"{either([digit_text(theory, w) for w in values])}"
                for *_, values in sorted(others)[:MOST_SHOWN]
                if len(values) <= MOST_LISTED
            ]
            where = f" in {cells_text(theory, [v])}" if not parts else ""
            parts.append(f"with {digit_text(theory, v)}{where}, {listed(shown)}" if shown else "")
        text = "; ".join(parts)
        if all(parts) and (not best or len(text) < len(best)):
            best = text
    return best if len(best) < 300 else ""


def _number(symbol: str) -> tuple[int, str]:
    return (int(symbol), "") if symbol.isdecimal() else (1 << 20, symbol)


# -- Cells that have no digits for a candidate ----------------------------------------------------


def partners_text(argument: Argument, most: int) -> str:
    """Return 'no digit of r4c6 (5, 6 or 7) goes with 1 in r5c6', for a denied candidate and as few
    as possible of the other cells, at most `most`; "" if more are needed."""
    position, theory = argument.position, argument.position.theory
    clauses = (*argument.rule_clauses, *argument.other_clauses)
    size = position.layout.size
    cells_of = {c: {(v - 1) // size for v in theory.on_board(theory.members[c])} for c in clauses}
    free = bytearray(position.status)  # what is known of auxiliary variables rests on the cells
    free[theory.board_variables + 1 :] = bytes(len(theory.helper_names))
    for v in _denied(argument)[:MOST_TRIED]:
        own = (v - 1) // size
        others = [cell for cell in argument.cells if cell != own]
        kept = list[int]()
        for cell in [*_unrelated(argument, v), *others]:
            if is_entailed(theory, free, [c for c in clauses if cells_of[c] <= {own, cell}], -v):
                kept = [cell]
                break
        status = bytearray(free)
        is_known = bool(kept)
        if not is_known and not is_entailed(theory, status, clauses, -v):
            continue
        for cell in () if is_known else others:
            variables = slice(cell * size + 1, (cell + 1) * size + 1)
            status[variables] = bytes(size)
            if not is_entailed(theory, status, clauses, -v):
                status[variables] = free[variables]
                kept.append(cell)
                if len(kept) > most:
                    break
        if len(kept) <= most:
            held = digit_text(theory, v)
            place = cells_text(theory, [v])
            if not kept:
                return f"{place} can never be {held}" if most == MOST_PARTNERS else ""
            shown = listed([_with_candidates(position, cell) for cell in kept])
            noun, verb = ("digit", "goes") if len(kept) == 1 else ("digits", "go")
            return f"no {noun} of {shown} {verb} with {held} in {place}"
    return ""


def _unrelated(argument: Argument, v: int) -> Iterator[int]:
    """Yield the cells of which no digit may stand beside a candidate, by what a rule says of two
    cells: of a thermometer the end, while digits of the next cell are larger."""
    position, layout = argument.position, argument.position.layout
    own, d = layout.cell_and_digit(v)
    worth = layout.digits[0] - 1
    for rule in argument.rules:
        for form in forms_of(constraint_of(position.theory, rule), layout):
            if isinstance(form, Relation) and own in (form.first, form.second):
                other, pairs = form.second, form.pairs
                if own == form.second:
                    other, pairs = form.first, frozenset((b, a) for a, b in form.pairs)
                if not any((d + worth, e + worth) in pairs for e in position.candidates_in(other)):
                    yield other


def _denied(argument: Argument) -> Sequence[int]:
    """Return the candidates that the step denies: by a digit that it asserts, the others of its
    cell; none if the only cell of the premises holds them."""
    position, step = argument.position, argument.step
    if step.denied or not step.asserted:
        return step.denied if len(argument.cells) > 1 else ()
    cell, _ = position.theory.cell_and_digit(step.asserted[0])
    variables = position.layout.variables_of(cell)
    return [v for v in variables if position.is_open(v) and v not in step.asserted]


def _with_candidates(position: Position, cell: int) -> str:
    """Return 'r4c6 (5, 6 or 7)', or the cell alone if its candidates are many."""
    left = [position.layout.variable_of(cell, d) for d in position.candidates_in(cell)]
    name = cells_text(position.theory, left[:1])
    words = [digit_text(position.theory, v) for v in left]
    return f"{name} ({either(words)})" if len(words) <= MOST_LISTED else name


# -- What the opposite would lead to --------------------------------------------------------------


def opposite_text(argument: Argument) -> str:
    """Return 'if r1c2 were 4, r1c1 would be 9 and no digit would be left for r1c3', for the
    candidate with the shortest such reason; "" if none is short."""
    position, theory = argument.position, argument.position.theory
    clauses = (*argument.rule_clauses, *argument.other_clauses)
    best: tuple[int, str] | None = None
    for v in _denied(argument)[:MOST_LINES]:
        proof = refute(Retelling(position), v, clauses, cases=0)
        lines = _lines(theory, proof)
        if lines and (best is None or len(lines) < best[0]):
            best = len(lines), f"if {lines[0]}, {listed(lines[1:])}"
    return best[1] if best and 2 < best[0] <= MOST_LINES else ""


def _lines(theory: Theory, proof: Sequence[ProofLine]) -> list[str]:
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
