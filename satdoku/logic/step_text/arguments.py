"""Arguments in words: the claims that show a step, grouped for reading.

The finder proves a step by search: what is in no way to fill the cells of a few rules is false. A
person does not read a list of a hundred ways, so the reason is rebuilt here in the shortest form
that still shows every conclusion.

In this order, the first that says it in a few words: the sets of digits of a cage; the sums that a
clue outside the board leaves; the ways of the cells concerned, one by one, or by the cell that
splits them best; bounds of sums; the cells that have no digits to go with a denied candidate. Ways
are told only where the search listed all of them.

Invariant: every claim follows from the rules and clauses that the step names; none of these can be
left out for all claims and conclusions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...constraints.wording import Fact, holding_text
from ...geometry import Cells
from ...grouping import grouped
from ...inference.deduction import DENIED, OPEN
from ...inference.entailment import consequences
from ...kernels.logic.ways import MOST_WAYS
from ...kernels.steps.premises import house_premises, seen_clauses
from ...layer_words import board_cell
from ...phrases import capital, joined, phrase
from ...theory import Indexes, Variables
from ..claims import CellClaim, Digits, Holding, SumBound
from ..position import Position
from ..premises import SOME_CONFLICTS, Part, Premises
from ..steps import LogicStep
from ..techniques.arguments import called_together
from .claim_text import MOST_LISTED, claim_text
from .rule_sentences import called, constraint_of, rule_text
from .sentences import listed
from .sum_tables import bound_claims, rule_claims, table_name

#: The most values of the cell that splits the ways.
MOST_VALUES = 4
#: The most cells of a rule whose sets are sought.
MOST_TOGETHER = 6
#: The most cells told of a case.
MOST_SHOWN = 3
#: The longest text that tells the ways by cases.
LONGEST = 300
#: The most groups of cells that leave no digits for candidates; more are told as one.
MOST_GROUPS = 4
#: Forms that may show a part of the conclusions.
PARTIAL = ("sets of the rule", "x-sum", "sandwich", "bound")


@dataclass(frozen=True)
class Argument:
    """A step, and what it rests on.

    rules, houses: the premises, as numbers of the layout. cells: of all premises. ways: the
    candidates of each way, all of them; None if they are too many to list.
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
            # The search stops at `MOST_WAYS`: so many are perhaps not all.
            ways=tuple(ways) if 0 < number < MOST_WAYS else None,
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
        candidate left; none if the base rules conclude the step from its only rule."""
        theory = self.position.theory
        status = self.position.status
        step = self.step
        if len(self.rules) == 1 and not self.is_contradiction:
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

    def premises(self, only_rules: bool = False) -> Premises:
        """Return its rules, clauses and candidates in a solver; only_rules: as for `Premises`."""
        rules = [self.position.theory.rules[rule].clauses for rule in self.rules]
        return Premises(self.position, rules, self.other_clauses, self.cells, only_rules)

    @cached_property
    def is_contradiction(self) -> bool:
        """Whether nothing is left of a cell, or of a digit in a house, after the step."""
        theory = self.position.theory
        denied = {*self.step.denied}
        clauses = {c for v in denied for c in theory.occurrences[v] if c < theory.own_clauses}
        return any(
            denied.issuperset(self.position.open_members(c)) for c in clauses if theory.exactly[c]
        )


def with_reason(position: Position, step: LogicStep, proof: Sequence[int]) -> LogicStep:
    """Return the step with its name, its clauses, its reason and the ways that are left."""
    argument = Argument.of(position, step, proof)
    if argument.is_contradiction:
        argument = _at_one_place(argument)
        with argument.premises() as premises:
            is_enough = premises.imply(premises.variable(), premises.guards)
        if not is_enough:
            argument = _with_all_cells(argument)
    if argument.is_contradiction or len(argument.rules) + len(argument.houses) > 1:
        argument = _of_needed_rules(argument)
    with argument.premises() as premises:
        claims = tuple(claims_of(argument, premises))
        used = parts_used(argument, premises, claims)
    rules = tuple(rule for k, rule in enumerate(argument.rules) if ("rule", k) in used)
    told = replace(argument, rules=rules)
    links = dict.fromkeys(number for kind, number in used if kind == "clause")
    with_house = rests_on_house(told, links, claims)
    reason = reason_of(told, tuple(links) if with_house else (), claims)
    return replace(
        argument.step,
        name=name_of(told, with_house),
        bases=told.rule_clauses,
        links=tuple(links),
        reason=capital(reason),
        claims=claims,
        ways=argument.ways or (),
    )


def _of_needed_rules(argument: Argument) -> Argument:
    """Return the argument without rules that its conclusions do not need: the search asked what
    follows without a rule and its cells, and these may be needed for their candidates alone, as
    may those of other cells of its houses."""
    argument = _without_rules(argument)
    wider = _without_rules(_with_all_cells(argument))
    return wider if len(wider.rules) < len(argument.rules) else argument


def _without_rules(argument: Argument) -> Argument:
    """Return the argument with as few of its rules as its conclusions need beside its cells."""
    with argument.premises(only_rules=True) as premises:
        goal = premises.opposite(argument.step.literals)
        needed = premises.reduced(goal, premises.of("rule"))
    rules = tuple(argument.rules[k] for _, k in needed)
    if rules == argument.rules:
        return argument
    # The ways were those of all rules.
    return replace(argument, rules=rules, ways=None)


def rests_on_house(
    argument: Argument, links: Collection[int], claims: Iterable[CellClaim | SumBound]
) -> bool:
    """Return whether a house is among the premises, or the rules alone are too few: what is used,
    claimed or concluded of some cells outside them follows by houses."""
    if argument.houses or not argument.rules:
        return True
    theory = argument.position.theory
    own = set[int]()
    for c in argument.rule_clauses:
        own.update(map(theory.cell_of, theory.on_board(theory.members[c])))
    used = {theory.cell_of(abs(literal)) for literal in argument.step.literals}
    for c in links:
        if theory.clauses[c].cell:
            used.add(theory.cell_of(theory.members[c][0]))
    if any(theory.clauses[c].house for c in links):
        for claim in claims:
            if isinstance(claim, CellClaim):
                used.update(claim.among)
    return not used <= own


def name_of(argument: Argument, with_house: bool) -> str:
    """Return what players call a step by these premises."""
    theory = argument.position.theory
    kinds = [constraint_of(theory, rule).kind for rule in argument.rules]
    if len(kinds) == 1 and not with_house:
        return called(kinds[0])
    step = argument.step
    if not kinds:
        return step.name
    own = set[int]()
    for rule in argument.rules:
        own.update(constraint_of(theory, rule).cells)
    concluded = {theory.cell_of(v) for v in (*step.asserted, *step.denied)}
    is_outside = own.isdisjoint(concluded)
    return called_together(kinds, with_house, is_outside) or step.name


def reason_of(argument: Argument, links: Indexes, claims: Sequence[CellClaim | SumBound]) -> str:
    """Return the reason without the conclusion: what the premises say, and the claims. links: the
    clauses whose houses are among the premises."""
    position = argument.position
    theory = position.theory
    names = [rule_text(theory, rule) for rule in argument.rules]
    if len(names) == 1 and not links:
        own = constraint_of(theory, argument.rules[0])
        said: str = Fact(own, position.layout)
        if claims[0].form in ("x-sum", "sandwich"):
            said = table_name(position, own)
        elif own.kind == "killer" or claims[0].form == "sets of the rule":
            said = holding_text(own, position.layout)
    else:
        # That cells of rules see each other goes without saying, unless a house is a premise.
        for c in links:
            house = theory.clauses[c].house
            if house:
                names.append(str(house))
        rules = listed(names or [phrase("candidates")])
        said = phrase("{rules} together", rules=rules)
    told = [claim_text(position, claim) for claim in claims]
    return phrase("{rule}: {claims}", rule=said, claims=joined(told, "{one}; {next}"))


# -- Contradictions -------------------------------------------------------------------------------


def _at_one_place(argument: Argument) -> Argument:
    """Return the argument for denying all candidates of one clause, if the rules alone do: '5 has
    no place in row 1' says more than that no digit is left for a cell; else the argument itself."""
    position = argument.position
    theory = position.theory
    rules = [theory.rules[rule].clauses for rule in argument.rules]
    with Premises(position, rules, (), argument.cells) as premises:
        parts = [*premises.guards]
        if not premises.imply(premises.variable(), parts):
            denied = set[int]()
            for cell in argument.cells:
                own = filter(position.is_open, position.layout.variables_of(cell))
                denied.update(v for v in own if premises.imply(v, parts))
            for c in range(theory.own_clauses):
                left = position.open_members(c)
                if left and denied.issuperset(left):
                    cells = {*argument.cells, *map(theory.cell_of, theory.members[c])}
                    step = replace(argument.step, denied=tuple(left))
                    return replace(argument, step=step, cells=tuple(sorted(cells)))
    return argument


def _with_all_cells(argument: Argument) -> Argument:
    """Return the argument with the cells of all its clauses."""
    theory = argument.position.theory
    cells = {*argument.cells}
    for c in argument.other_clauses:
        cells.update(theory.cell_of(v) for v in theory.on_board(theory.members[c]))
    return replace(argument, cells=tuple(sorted(cells)), ways=None)


# -- The claims -----------------------------------------------------------------------------------


def claims_of(argument: Argument, premises: Premises) -> Iterator[CellClaim | SumBound]:
    """Yield claims that together show every conclusion of the step, the shortest that are known."""
    if argument.is_contradiction:
        yield from _of_contradiction(argument, premises)
        return
    left = list(argument.step.literals)
    for claim in _candidates(argument, premises):
        rest = _not_shown(argument, claim, left)
        is_partial = claim.form in PARTIAL and rest != left
        if (rest and not is_partial) or not _is_plain(claim, premises):
            continue
        yield claim
        left = rest
        if not left:
            return
    yield from _partner_claims(argument, premises, left)


def _not_shown(
    argument: Argument, claim: CellClaim | SumBound, literals: Sequence[int]
) -> list[int]:
    """Return the literals that a claim does not show; of a digit that is placed, which other
    candidates of its cell are not denied, if some are."""
    theory = argument.position.theory
    rest = []
    for literal in literals:
        if claim.shows(theory, literal):
            continue
        others = [-v for v in _denied(argument, [literal])]
        left = [other for other in others if not claim.shows(theory, other)]
        rest += left if len(left) < len(others) else [literal]
    return rest


def _is_plain(claim: CellClaim | SumBound, premises: Premises) -> bool:
    """Return whether a search of some length proves the claim."""
    if isinstance(claim, SumBound):
        return True
    return premises.imply(claim.goal(premises), premises.guards, SOME_CONFLICTS)


def _candidates(argument: Argument, premises: Premises) -> Iterator[CellClaim | SumBound]:
    """Yield claims that may show the conclusions: all are true."""
    position = argument.position
    if len(argument.rules) == 1 and not argument.houses:
        [rule] = argument.rules
        yield from rule_claims(position, rule, argument.step, argument.cells)
        yield from way_claims(argument)
        denied = _denied(argument, argument.step.literals)
        for bound in bound_claims(position, rule, denied):
            if bound.follows(position, argument.step.clauses):
                yield bound
    else:
        yield from way_claims(argument)
        for rule in argument.rules:
            yield from _held_by(argument, rule, premises)


def _held_by(argument: Argument, rule: int, premises: Premises) -> Iterator[CellClaim]:
    """Yield the sets of digits that the open cells of a rule can hold, if they are few."""
    position = argument.position
    own = constraint_of(position.theory, rule).cells
    cells = tuple(sorted(c for c in {*own} if len(position.candidates_in(c)) > 1))
    if not 1 < len(cells) <= MOST_TOGETHER:
        return
    sets = list[Digits]()
    while len(sets) <= MOST_LISTED:
        claim = CellClaim("sets", ((Holding(cells, tuple(sorted(sets))),),), argument.cells)
        goal = claim.goal(premises)
        if premises.imply(goal, premises.guards):
            if sets:
                yield claim
            return
        held = premises.digits_in(cells)
        if not held:
            return
        sets.append(held)


def _of_contradiction(argument: Argument, premises: Premises) -> Iterator[CellClaim | SumBound]:
    position = argument.position
    theory = position.theory
    denied = argument.step.denied
    goal = premises.variable()  # nothing more is assumed
    kept = premises.of("rule", "clause")
    cells = premises.reduced(goal, premises.of("cell"), kept)
    among = tuple(cell for _, cell in cells)
    emptied = [c for c in theory.occurrences[denied[0]] if position.open_members(c) == [*denied]]
    if not emptied or theory.clauses[emptied[0]].cell:
        yield CellClaim("no way", (), among)
        return
    yield from _partner_claims(argument, premises, [-v for v in denied], ("rule",))
    yield CellClaim("no place", (), among, emptied[0])


def parts_used(
    argument: Argument, premises: Premises, claims: Sequence[CellClaim | SumBound]
) -> list[Part]:
    """Return the rules and clauses from which the claims and the conclusions follow, none of which
    can be left out for one of them."""
    used = dict[Part, None]()
    for claim in claims:
        if isinstance(claim, CellClaim):
            kept: list[Part] = [("cell", cell) for cell in claim.among]
            goal = claim.goal(premises)
        else:
            used |= dict.fromkeys(_apart(argument, claim))
            continue
        # Clauses go before rules: what follows from the rule alone needs no house.
        parts = premises.of("clause", "rule")
        used |= dict.fromkeys(premises.reduced(goal, parts, [*kept, *used]))
    goal = premises.opposite(argument.step.literals)
    kept = [*premises.of("cell"), *used]
    if not premises.imply(goal, kept):
        used |= dict.fromkeys(premises.reduced(goal, premises.of("clause", "rule"), kept))
    return list(used)


def _apart(argument: Argument, claim: SumBound) -> Iterator[Part]:
    """Yield the clauses by which digits of a bound differ."""
    theory = argument.position.theory
    for c in argument.other_clauses:
        for cells in (claim.cells, claim.beside):
            own = [v for v in theory.members[c] if theory.cell_of(v) in cells]
            if len({theory.cell_of(v) for v in own}) > 1:
                yield "clause", c


# -- The ways, one by one -------------------------------------------------------------------------


def way_claims(argument: Argument) -> Iterator[CellClaim]:
    """Yield the ways of the cells that matter: one by one, as sets, or by the cell that splits them
    best; nothing if they are too many to read."""
    ways = _that_matter(argument)
    if not ways or not ways[0]:
        return
    theory = argument.position.theory
    if len(ways) == len(ways[0]) == 1:
        return  # the conclusion itself, which is no reason
    # By the order of the cells on the board, in which a sentence names them.
    numbered = [[theory.cell_and_digit(v) for v in sorted(way)] for way in ways]
    cells = tuple(cell for cell, _ in numbered[0])
    if len({board_cell(argument.position.layout, cell) for cell in cells}) < len(cells):
        return
    cases = [tuple(Holding((cell,), ((d,),)) for cell, d in way) for way in numbered]
    sets = sorted({tuple(sorted(d for _, d in way)) for way in numbered})
    of_sets = CellClaim("sets", ((Holding(cells, tuple(sets)),),), argument.cells)
    if len(sets) == 1 and len(cases) > 1 and not _holds_a_house(argument.position, cells):
        yield of_sets
    if len(cases) <= MOST_LISTED:
        yield CellClaim("ways", tuple(cases), argument.cells)
    if len(sets) <= MOST_LISTED and len(cells) > 1:
        yield of_sets
    step = argument.step
    concluded = {theory.cell_of(v) for v in (*step.asserted, *step.denied)}
    splits = [_split(argument, numbered, k, concluded) for k in range(len(cells))]
    texts = [(claim_text(argument.position, one), k) for k, one in enumerate(splits) if one]
    for text, k in sorted(texts, key=lambda one: len(one[0])):
        chosen = splits[k]
        if chosen and len(text) < LONGEST:
            yield chosen


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


def _split(
    argument: Argument, ways: Sequence[Sequence[tuple[int, int]]], k: int, concluded: set[int]
) -> CellClaim | None:
    """Return the ways as cases by the digit of their k-th cell, each with what holds of other cells
    then: of those that the step is about first, and of the others what is determined most; None if
    the cases are too many, or one says nothing."""
    digits = sorted({way[k][1] for way in ways})
    if not 1 < len(digits) <= MOST_VALUES:
        return None
    cases = []
    for d in digits:
        own = [way for way in ways if way[k][1] == d]
        others = []
        for i, (cell, _) in enumerate(ways[0]):
            left = sorted({way[i][1] for way in own})
            overall = {way[i][1] for way in ways}
            is_about = cell in concluded
            if i != k and (is_about or len(left) < len(overall)):
                others.append((not is_about, len(left), cell, left))
        said = []
        for _, number, cell, left in sorted(others)[:MOST_SHOWN]:
            if number <= MOST_LISTED:
                said.append(Holding((cell,), tuple((e,) for e in left)))
        if not said:
            return None
        cases.append((Holding((ways[0][k][0],), ((d,),)), *said))
    return CellClaim("split", tuple(cases), argument.cells)


# -- Cells that have no digits for a candidate ----------------------------------------------------


def _partner_claims(
    argument: Argument,
    premises: Premises,
    literals: Sequence[int],
    kinds: Sequence[str] = ("rule", "clause"),
) -> Iterator[CellClaim]:
    """Yield for each literal the cells that leave no digits to go with its opposite, by parts of
    these kinds; candidates with the same cells together."""
    position = argument.position
    theory = position.theory
    for literal in literals:
        if not _denied(argument, [literal]):  # the last candidate of its cell
            cell, d = theory.cell_and_digit(literal)
            yield CellClaim("ways", ((Holding((cell,), ((d,),)),),), (cell,))
    by_cells = dict[Cells, list[int]]()
    for v in _denied(argument, literals):
        cells = _partners(argument, premises, v, kinds)
        by_cells.setdefault(cells, []).append(v)
    if len(by_cells) > MOST_GROUPS:
        together = set[int]()
        every = list[int]()
        for cells, denied in by_cells.items():
            together.update(cells)
            every += denied
        by_cells = {tuple(sorted(together)): sorted(every)}
    for cells, denied in by_cells.items():
        gone = grouped(theory.cell_and_digit(v) for v in denied)
        case = []
        for cell, digits in gone.items():
            kept = [(d,) for d in position.layout.digit_numbers if d not in digits]
            holding = Holding((cell,), tuple(kept))
            case.append(holding)
        yield CellClaim("partners", (tuple(case),), cells)


def _denied(argument: Argument, literals: Sequence[int]) -> list[int]:
    """Return the candidates that must be denied for the literals: the other candidates of the cell
    of a digit that is asserted."""
    position = argument.position
    denied = []
    for literal in literals:
        if literal < 0:
            denied.append(-literal)
            continue
        cell = position.theory.cell_of(literal)
        own = position.layout.variables_of(cell)
        denied += [v for v in own if position.is_open(v) and v != literal]
    return denied


def _partners(argument: Argument, premises: Premises, v: int, kinds: Sequence[str]) -> Cells:
    """Return cells whose candidates are needed to deny a candidate: one, if it is enough."""
    own = argument.position.theory.cell_of(v)
    kept = premises.of(*kinds)
    goal = premises.opposite([-v])
    if premises.imply(goal, kept):
        return ()
    every: list[Part] = [("cell", cell) for cell in argument.cells if cell != own]
    others = premises.narrowed(goal, every, kept)
    for part in others:
        if premises.imply(goal, [*kept, part]):
            return (part[1],)
    needed = premises.reduced(goal, others, kept)
    return tuple(cell for _, cell in needed)
