"""Arguments in words: the ways that are left, in the numbers of the puzzle, grouped for reading.

The finder proves a step by search: it lists the ways to fill the cells of a few rules, and what is
in no way is false. A person does not read a list of a hundred ways, so the reason is rebuilt here
in the shortest form that still shows it.

In this order, the first that says it in a few words: the sets of digits of a cage; the sums that a
clue outside the board leaves; the ways of the cells concerned, one by one, or by the cell that
splits them best; bounds of sums; the cells that have no digits to go with a denied candidate; what
the conclusion's opposite would lead to.

Invariant: whatever is said follows from the clauses of the argument alone (`rule_clauses` and
`other_clauses`), which is what a step's record names and a checker gets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...constraints.forms import Relation
from ...constraints.kind_table import forms_of
from ...constraints.wording import fact
from ...geometry import Cells
from ...inference.deduction import DENIED, OPEN
from ...inference.entailment import consequences, is_entailed
from ...kernels.logic.ways import UNKNOWN
from ...kernels.steps.premises import house_premises, seen_clauses
from ...theory import Indexes, Theory, Variables
from ..position import Position
from ..search.proofs import Retelling, refute
from ..steps import LogicStep, ProofLine
from ..techniques.arguments import called_together
from .rule_sentences import called, constraint_of, left_of, rule_text
from .sentences import broken_text, cells_text, digit_text, either, listed
from .sum_tables import bound_text, sums_left

#: The most ways listed one by one.
MOST_LISTED = 4
#: The most values of the cell that splits them.
MOST_VALUES = 4
#: The most lines of what the opposite leads to.
MOST_LINES = 8
#: The most cells told of a case.
MOST_SHOWN = 3
#: The longest text that tells the ways by cases.
LONGEST = 300
#: The most cells named that leave no digits for a candidate, at the first and the second attempt.
FEW_PARTNERS = 3
MOST_PARTNERS = 9
#: The denied candidates for which they are sought.
MOST_TRIED = 4


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
    cells: Cells
    ways: tuple[Variables, ...] | None

    @classmethod
    def of(cls, position: Position, step: LogicStep, proof: Sequence[int]) -> Argument:
        """Return the argument that the finder recorded (see `techniques.arguments`)."""
        theory = position.theory
        size = position.layout.size
        # The proof: how many premises, these; how many ways, of how many candidates, and these.
        end = 1 + proof[0]
        premises = proof[1:end]
        number = proof[end]
        width = proof[end + 1]
        numbers = proof[end + 2 :]
        ways = [tuple(numbers[k * width : (k + 1) * width]) for k in range(max(number, 0))]
        # Premises are numbered through: the rules first, then the houses.
        first_house = len(theory.rules)
        rules = tuple(p for p in premises if p < first_house)
        houses = tuple(p - first_house for p in premises if p >= first_house)
        cells = set()
        if ways:
            cells |= {(v - 1) // size for v in ways[0]}
        for rule in rules:
            of_rule = set[int]()
            # By the clauses, not by the rule's text: a rule of the whole board lists no cells.
            for c in theory.rules[rule].clauses:
                of_rule.update(theory.members[c])
            cells |= {(v - 1) // size for v in theory.on_board(of_rule)}
        for house in houses:
            cells |= {*house_premises(theory)[house].cells}
        return cls(
            position=position,
            step=step,
            rules=rules,
            houses=houses,
            cells=tuple(sorted(cells)),
            ways=None if number in (UNKNOWN, 0) else tuple(ways),
        )

    @cached_property
    def rule_clauses(self) -> Indexes:
        """The clauses of its rules."""
        rules = self.position.theory.rules
        clauses = dict[int, None]()
        for rule in self.rules:
            clauses |= dict.fromkeys(rules[rule].clauses)
        return tuple(clauses)

    @cached_property
    def other_clauses(self) -> Indexes:
        """The clauses of its cells, those by which they see each other, and those with one
        candidate left; none if the base rules conclude the step from the clauses of its rules."""
        theory = self.position.theory
        status = self.position.status
        step = self.step
        known = consequences(theory, status, self.rule_clauses)
        if known is not None and known.issuperset(step.literals):
            return ()
        held = dict[int, int]()
        seen = seen_clauses(theory)
        for cell in self.cells:
            for v in self.position.layout.variables_of(cell):
                if status[v] == DENIED:
                    continue
                for c in theory.occurrences[v]:
                    if seen[c]:
                        held[c] = held.get(c, 0) + 1

        def left(clause: int) -> int:
            return sum(status[v] != DENIED for v in theory.members[clause])

        return tuple(c for c, n in held.items() if n > 1 or left(c) == 1)

    @cached_property
    def clauses(self) -> Indexes:
        """All clauses that it rests on."""
        return (*self.rule_clauses, *self.other_clauses)

    @cached_property
    def cells_of(self) -> dict[int, set[int]]:
        """By clause, the cells of its variables."""
        theory = self.position.theory
        size = self.position.layout.size
        on_board = {c: theory.on_board(theory.members[c]) for c in self.clauses}
        return {c: {(v - 1) // size for v in variables} for c, variables in on_board.items()}


def with_reason(position: Position, step: LogicStep, proof: Sequence[int]) -> LogicStep:
    """Return the step with its name, its clauses, its reason and the ways that are left."""
    argument = Argument.of(position, step, proof)
    theory = position.theory
    kinds = [constraint_of(theory, rule).kind for rule in argument.rules]
    if len(argument.rules) + len(argument.houses) == 1:
        name = called(kinds[0])
    else:
        own = set[int]()
        for rule in argument.rules:
            own.update(constraint_of(theory, rule).cells)
        concluded = {theory.cell_of(v) for v in (*step.asserted, *step.denied)}
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
    position = argument.position
    step = argument.step
    theory = position.theory
    names = [rule_text(theory, rule) for rule in argument.rules]
    is_alone = len(names) == 1 and not argument.houses
    if is_alone:
        rule = argument.rules[0]
        holding = names[0].replace(" that holds ", " holds ")
        sets = left_of(position, rule, step.asserted, step.denied)
        if sets and "combinations are left" not in sets:
            return f"the {holding}: {sets}"
        table = sums_left(position, rule, step)
        if table:
            return table
        own = constraint_of(theory, rule)
        said = f"the {holding}" if own.kind == "killer" else fact(own, position.layout)
    else:
        houses = [str(house_premises(theory)[house]) for house in argument.houses]
        said = f"{listed([*names, *houses])} together"
    more = (
        ways_text(argument)
        or (is_alone and bound_text(position, argument.rules[0], step))
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
    is_one_set = len(sets) == 1 and len(cells) > 1 and len({*sets[0]}) == len(cells)
    if is_one_set and not _holds_a_house(argument.position, cells):
        return f"{place} hold {listed(sets[0])} in some order"
    if len(ways) <= MOST_LISTED:
        return f"{place} can only be {either(['-'.join(way) for way in words])}"
    if 1 < len(sets) <= MOST_LISTED and len(cells) > 1:
        return f"{place} can only hold {either(['+'.join(one) for one in sets])}"
    concluded = {(v - 1) // size for v in (*argument.step.asserted, *argument.step.denied)}
    return _split(theory, ways, [cell in concluded for cell in cells])


def _holds_a_house(position: Position, cells: Sequence[int]) -> bool:
    """Return whether these are all open cells of a house: that they hold what the house lacks says
    nothing."""
    for house in position.layout.houses:
        open_cells = {cell for cell in house.cells if len(position.candidates_in(cell)) > 1}
        if open_cells <= {*cells}:
            return True
    return False


def _that_matter(argument: Argument) -> list[Variables]:
    """Return the ways, without the cells that are already filled, and without those whose digits
    make no difference to the others; each once."""
    if argument.ways is None:
        return []
    ways = argument.ways
    status = argument.position.status
    size = argument.position.layout.size
    step = argument.step
    concluded = {(v - 1) // size for v in (*step.asserted, *step.denied)}
    columns = [k for k, v in enumerate(ways[0]) if status[v] == OPEN]
    for k in list(columns):
        rest = [c for c in columns if c != k]
        if not rest or (ways[0][k] - 1) // size in concluded:
            continue
        # If the ways are each digit of the cell with each way of the rest, the cell tells nothing.
        values = {way[k] for way in ways}
        whole = {tuple(way[c] for c in columns) for way in ways}
        without = {tuple(way[c] for c in rest) for way in ways}
        if len(without) * len(values) == len(whole):
            columns = rest
    return list(dict.fromkeys(tuple(way[c] for c in columns) for way in ways))


def _split(theory: Theory, ways: list[Variables], concluded: Sequence[bool]) -> str:
    """Return 'with 8 in r1c1, r1c2 is 3 or 5; with 9, r1c2 is 4' by the cell that leaves the
    fewest words; "" if all are too many. concluded: by cell, whether the step is about it."""
    best = ""
    for k in range(len(ways[0])):
        text = _by_cases(theory, ways, concluded, k)
        if text and (not best or len(text) < len(best)):
            best = text
    return best if len(best) < LONGEST else ""


def _by_cases(theory: Theory, ways: list[Variables], concluded: Sequence[bool], k: int) -> str:
    """Return the ways as cases by the value of cell k; "" if they are too many, or one says
    nothing."""
    values = sorted({way[k] for way in ways})
    if not 1 < len(values) <= MOST_VALUES:
        return ""
    parts = list[str]()
    for v in values:
        shown = _said_of_case(theory, ways, concluded, k, v)
        if not shown:
            return ""
        where = "" if parts else f" in {cells_text(theory, [v])}"
        parts.append(f"with {digit_text(theory, v)}{where}, {listed(shown)}")
    return "; ".join(parts)


def _said_of_case(
    theory: Theory, ways: list[Variables], concluded: Sequence[bool], k: int, v: int
) -> list[str]:
    """Return what holds of the other cells where cell k has the candidate v: of the cells that the
    step is about first, and of the others what is determined most."""
    case = [way for way in ways if way[k] == v]
    others = []
    for i, is_concluded in enumerate(concluded):
        left = sorted({way[i] for way in case})
        overall = {way[i] for way in ways}
        if i != k and (is_concluded or len(left) < len(overall)):
            others.append((not is_concluded, len(left), i, left))
    shown = []
    for _, number, _, left in sorted(others)[:MOST_SHOWN]:
        if number <= MOST_LISTED:
            digits = either([digit_text(theory, w) for w in left])
            shown.append(f"{cells_text(theory, left[:1])} is {digits}")
    return shown


def _number(symbol: str) -> tuple[int, str]:
    # Letters come after all numbers.
    return (int(symbol), "") if symbol.isdecimal() else (1 << 20, symbol)


# -- Cells that have no digits for a candidate ----------------------------------------------------


def partners_text(argument: Argument, most: int) -> str:
    """Return 'no digit of r4c6 (5, 6 or 7) goes with 1 in r5c6', for a denied candidate and as few
    as possible of the other cells, at most `most`; "" if more are needed."""
    position = argument.position
    theory = position.theory
    # What is known of auxiliary variables rests on the cells, so it is forgotten with them.
    free = bytearray(position.status)
    free[theory.board_variables + 1 :] = bytes(len(theory.helper_names))
    for v in _denied(argument)[:MOST_TRIED]:
        cell = _partner(argument, free, v)
        kept = [cell] if cell is not None else _partners(argument, free, v, most)
        if kept is None or len(kept) > most:
            continue
        held = digit_text(theory, v)
        place = cells_text(theory, [v])
        if not kept:
            return f"{place} can never be {held}" if most == MOST_PARTNERS else ""
        shown = listed([_with_candidates(position, cell) for cell in kept])
        if len(kept) == 1:
            return f"no digit of {shown} goes with {held} in {place}"
        return f"no digits of {shown} go with {held} in {place}"
    return ""


def _partner(argument: Argument, free: bytearray, v: int) -> int | None:
    """Return a cell that leaves no digit for a candidate by the clauses of these two cells alone;
    None if there is none. free: the status of the variables."""
    theory = argument.position.theory
    size = argument.position.layout.size
    own = (v - 1) // size
    # Cells that a rule itself compares with this one come first: their reason needs no other cell.
    others = [cell for cell in argument.cells if cell != own]
    for cell in [*_unrelated(argument, v), *others]:
        of_both = [c for c, cells in argument.cells_of.items() if cells <= {own, cell}]
        if is_entailed(theory, free, of_both, -v):
            return cell
    return None


def _partners(argument: Argument, free: bytearray, v: int, most: int) -> list[int] | None:
    """Return cells whose candidates are needed to deny a candidate: each in turn is opened to all
    digits, and stays open if the candidate is denied all the same. The list ends once it has more
    than `most`; None if the clauses do not deny the candidate."""
    theory = argument.position.theory
    size = argument.position.layout.size
    own = (v - 1) // size
    status = bytearray(free)
    if not is_entailed(theory, status, argument.clauses, -v):
        return None
    kept = []
    for cell in argument.cells:
        if cell == own:
            continue
        variables = slice(cell * size + 1, (cell + 1) * size + 1)
        status[variables] = bytes(size)
        if not is_entailed(theory, status, argument.clauses, -v):
            status[variables] = free[variables]
            kept.append(cell)
            if len(kept) > most:
                break
    return kept


def _unrelated(argument: Argument, v: int) -> Iterator[int]:
    """Yield the cells of which no digit may stand beside a candidate, by what a rule says of two
    cells: of a thermometer the end, while digits of the next cell are larger."""
    position = argument.position
    layout = position.layout
    own, d = layout.cell_and_digit(v)
    worth = layout.digits[0] - 1
    held = d + worth
    for rule in argument.rules:
        for form in forms_of(constraint_of(position.theory, rule), layout):
            if not isinstance(form, Relation) or own not in (form.first, form.second):
                continue
            if own == form.second:
                other = form.first
                beside = {one for one, two in form.pairs if two == held}
            else:
                other = form.second
                beside = {two for one, two in form.pairs if one == held}
            left = {e + worth for e in position.candidates_in(other)}
            if left.isdisjoint(beside):
                yield other


def _denied(argument: Argument) -> Sequence[int]:
    """Return the candidates that the step denies: by a digit that it asserts, the others of its
    cell; none if the only cell of the premises holds them."""
    position = argument.position
    step = argument.step
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
    position = argument.position
    shortest = list[str]()
    for v in _denied(argument)[:MOST_LINES]:
        proof = refute(Retelling(position), v, argument.clauses, cases=0)
        lines = _lines(position.theory, proof)
        if lines and (not shortest or len(lines) < len(shortest)):
            shortest = lines
    if not 2 < len(shortest) <= MOST_LINES:
        return ""
    return f"if {shortest[0]}, {listed(shortest[1:])}"


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
