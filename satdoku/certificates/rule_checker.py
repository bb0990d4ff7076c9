"""Checks certificates of boards with rules as well: `python rule_checker.py < FILE`.

It needs checker.py beside it, Python's standard library, and nothing else. checker.py reads the
certificate, the board and the proof, and says why that is enough; this file adds only what the
rules mean. One file more, and not one checker more: whoever checks a board without rules need not
read this, and nothing is written twice that could differ.

A rule has a name, which is not judged, and forms, which say what it means:

| form      | "arguments"               | the cells hold                                           |
| --------- | ------------------------- | -------------------------------------------------------- |
| distinct  | nothing                   | no digit twice                                           |
| digits    | digits                    | one of these digits, each                                |
| one       | digits                    | one of these digits, exactly one of the cells            |
| most-one  | digits                    | one of these digits, at most one of the cells            |
| pairs     | pairs of digits           | one of these pairs, each cell with the next              |
| sets      | sets of digits            | no digit twice, and all of one of these sets             |
| sum       | total, a number per cell  | digits that, times these numbers, add up to the total    |
| automaton | per cell a list of a,b,t  | digits b that lead from state a to state t; 0 is first   |
| any       | lists of forms            | what all forms of one of the lists say                   |
| count     | –                         | how many digits the other cells hold, in the first cell  |
| rank      | [k], then lists of cells  | a number greater than exactly k of theirs, equal to none |
| connected | see below                 | one or more of the digits, in one piece                  |
| touching  | the same                  | the digits in pieces that each have a border cell        |
| areas     | see below                 | the digits in pieces of one size, or of their clue's     |
| parts     | label cells, labels, [k]  | no digit twice beside one label; each label k times      |

The cells of a form that hold one of its digits fall into pieces by pairs of neighbours. `connected`
and `touching` take the digits, [how many cells hold them, 0 for any number], the border cells, and
then the pairs; pieces with a border cell count as one piece. `areas` takes the digits, [k], the
cells with clues, for each of these the cell with its number, and then the pairs. Without clues each
piece has k cells. With clues, each piece has exactly one of these cells and as many cells as its
number says, at most k, and each clue's cell is in a piece.

Digits are as the symbols are worth: 1 … n, or 0 … n-1 where the first symbol is 0.

Why it is enough. A grid is compared with a form directly (`holds`), by the words of this table. The
clauses of a form are satisfied by every grid that does what the form says, with a suitable choice
of the auxiliary variables:

- digits, pairs: no auxiliary variables. A digit that may not stand there is false; a digit with
  several digits that may not stand beside it needs one of the others there, and one with a single
  such digit excludes it.
- sets, sum, automaton: cells are read one after the other, and `next_state` says what is remembered
  after each. `holds` follows one path of states (so it does for digits and pairs); the clauses have
  a variable for each state after each cell, and one for each step between states. The choice: the
  states and the steps of the grid's own path are true. (A step needs both its states and its digit;
  a state or a digit needs one of its steps.)
- distinct: no two cells hold a digit, and if the form has n cells, each digit is somewhere.
- any: an auxiliary variable per list, at least one of them true, each implying its forms.
- count: per digit a variable "some cell holds it"; then these are counted one by one.
- connected, touching: a variable per cell "it holds one of the digits", and per cell and number of
  steps "it is at most this many steps from a start, within the piece". Starts are the border cells
  in a piece, and for `connected`, if there are none, the first cell that holds one of the digits.
  No shortest way has as many steps as there are cells.
- areas: the same from each cell with k steps. A piece of at most k cells is reached whole; of a
  larger one, more than k cells are. The cells reached are counted one by one.
- parts: per cell, label and digit a variable "it holds this digit beside this label".
- rank: per list a variable "it is less" and variables "the first i digits are the same"; then how
  many are less is counted list by list.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from .checker import MOST, Clause, Cnf, Meaning, first_value, has_shape, main, require
else:
    from checker import MOST, Clause, Cnf, Meaning, first_value, has_shape, main, require

RuleForm = dict[str, Any]
#: What is remembered of the cells that were read: None before the first one.
State = Any
#: The types of the arguments of each form.
ARGUMENTS: dict[str, Any] = {
    "distinct": [int],
    "digits": [int],
    "one": [int],
    "most-one": [int],
    "pairs": [[int]],
    "sets": [[int]],
    "sum": [int],
    "automaton": [[[int]]],
    "any": [[dict]],
    "count": [int],
    "rank": [[int]],
    "connected": [[int]],
    "touching": [[int]],
    "areas": [[int]],
    "parts": [[int]],
}
#: The forms about pieces.
IN_PIECES = ("connected", "touching", "areas")
#: The forms of which one cell, exactly or at most, holds one of some digits.
ONE = ("one", "most-one")
#: The forms without details, and those that need some.
BARE = ("distinct", "count")
FILLED = ("sum", "rank", "parts", *IN_PIECES)


# -- What a form means ----------------------------------------------------------------------------


def holds(form: RuleForm, grid: list[int]) -> bool:
    """A full grid, as the digits that its cells hold, does what the form says."""
    kind = form["form"]
    arguments = form["arguments"]
    if kind == "any":
        return any(all(holds(part, grid) for part in parts) for parts in arguments)
    digits = [grid[cell] for cell in form["cells"]]
    if kind in (*BARE, *ONE):
        return holds_in_numbers(form, digits)
    if kind == "rank":
        (rank,), *lists = arguments
        others = [[grid[cell] for cell in cells] for cells in lists]
        below = sum(other < digits for other in others)
        return digits not in others and below == rank
    if kind in IN_PIECES:
        return holds_in_pieces(form, grid)
    if kind == "parts":
        return holds_in_parts(form, grid)
    state = None
    for position, digit in enumerate(digits):
        state = next_state(form, state, position, digit)
        if state is None:
            return False
    return True


def holds_in_numbers(form: RuleForm, digits: list[int]) -> bool:
    """The same for the forms about how many digits, or how many cells, there are."""
    kind = form["form"]
    if kind == "distinct":
        return len(set(digits)) == len(digits)
    if kind == "count":
        return digits[:1] == [len(set(digits[1:]))]
    count = sum(digit in form["arguments"] for digit in digits)
    return count == 1 or (count == 0 and kind == "most-one")


def holds_in_pieces(form: RuleForm, grid: list[int]) -> bool:
    """The same for the forms about pieces."""
    digits, (size,), special, *more = form["arguments"]
    inside = {cell for cell in form["cells"] if grid[cell] in digits}
    if form["form"] == "areas":
        numbers, *pairs = more
        clues = dict(zip(special, numbers, strict=True))
        return are_areas(pieces_of(inside, pairs), size, clues, grid)
    if size not in (0, len(inside)):
        return False
    pieces = pieces_of(inside, more)
    away = [piece for piece in pieces if piece.isdisjoint(special)]
    if form["form"] == "touching":
        return away == []
    has_border = len(away) < len(pieces)  # all pieces with a border cell count as one
    return len(away) + has_border == 1


def pieces_of(inside: set[int], pairs: list[list[int]]) -> list[set[int]]:
    """The pieces that these cells fall into; each pair joins its two cells."""
    pieces = [{cell} for cell in inside]
    for a, b in pairs:
        if a in inside and b in inside:
            joined = [piece for piece in pieces if a in piece or b in piece]
            pieces = [piece for piece in pieces if piece not in joined]
            pieces.append(set().union(*joined))
    return pieces


def are_areas(pieces: list[set[int]], size: int, clues: dict[int, int], grid: list[int]) -> bool:
    """These pieces are the areas that a size and clues (cell: the cell with its number) demand."""
    if not clues:
        return all(len(piece) == size for piece in pieces)
    for piece in pieces:
        numbers = [grid[clues[cell]] for cell in piece if cell in clues]
        if numbers != [len(piece)] or len(piece) > size:
            return False
    return set(clues) <= set().union(*pieces)


def holds_in_parts(form: RuleForm, grid: list[int]) -> bool:
    """The same for the form "parts"."""
    places, labels, (size,) = form["arguments"]
    for label in labels:
        pairs = zip(form["cells"], places, strict=True)
        digits = [grid[cell] for cell, place in pairs if grid[place] == label]
        if not len(digits) == len(set(digits)) == size:
            return False
    return True


def next_state(form: RuleForm, state: State, position: int, digit: int) -> State:
    """The state after a digit in the cell at this position of the form (from 0), which is read in
    a state; None if the digit may not stand there. Digits that matter alike give equal states."""
    return NEXT[form["form"]](form, state, position, digit)


def next_of_digits(form: RuleForm, state: State, position: int, digit: int) -> State:
    """Nothing has to be remembered."""
    return "read" if digit in form["arguments"] else None


def next_of_pairs(form: RuleForm, state: State, position: int, digit: int) -> State:
    """The last digit."""
    return digit if position == 0 or [state, digit] in form["arguments"] else None


def next_of_sets(form: RuleForm, state: State, position: int, digit: int) -> State:
    """The digits so far."""
    before = frozenset() if state is None else state
    if digit in before:
        return None
    now = before | {digit}
    is_last = position == len(form["cells"]) - 1
    for one in form["arguments"]:
        fits = now == set(one) if is_last else now <= set(one)
        if fits:
            return now
    return None


def next_of_sum(form: RuleForm, state: State, position: int, digit: int) -> State:
    """The sum so far."""
    total, *factors = form["arguments"]
    before = 0 if state is None else state
    now = before + factors[position] * digit
    is_last = position == len(form["cells"]) - 1
    return now if now == total or not is_last else None


def next_of_automaton(form: RuleForm, state: State, position: int, digit: int) -> State:
    """All states of the automaton that the digits so far can lead to."""
    before = {0} if state is None else state
    steps = form["arguments"][position]
    after = frozenset([t for a, b, t in steps if a in before and b == digit])
    return after or None


#: The forms that are read cell by cell.
NEXT: dict[str, Callable[[RuleForm, State, int, int], State]] = {
    "digits": next_of_digits,
    "pairs": next_of_pairs,
    "sets": next_of_sets,
    "sum": next_of_sum,
    "automaton": next_of_automaton,
}


# -- Its clauses ----------------------------------------------------------------------------------


class RuleClauses:
    """Clauses of rules over a board of cells, as they are written."""

    def __init__(self, n: int, symbols: str, cell_count: int) -> None:
        self.n = n
        self.cell_count = cell_count
        self.first = first_value(symbols)
        self.top = n * cell_count
        self.cnf: Cnf = []

    def new(self) -> int:
        """An auxiliary variable."""
        self.top += 1
        return self.top

    def add(self, clause: Clause) -> None:
        """Write a clause; ValueError if there are too many."""
        require(len(self.cnf) < MOST, f"the rules have more than {MOST} clauses")
        self.cnf.append(clause)

    def variable(self, cell: int, digit: int) -> int:
        """The variable of a cell and a digit (as it is worth)."""
        return self.n * cell + digit - self.first + 1

    @property
    def digits(self) -> range:
        """The digits of the board."""
        return range(self.first, self.first + self.n)

    def add_form(self, form: RuleForm, head: Clause) -> None:
        """Write a form; each of its clauses holds unless a literal of the head does."""
        self._require_form(form)
        start = len(self.cnf)
        self._add_without_head(form)
        # Also those of forms within the form: they hold only if the list that they are in is
        # chosen.
        for clause in self.cnf[start:]:
            clause[:0] = head

    def _add_without_head(self, form: RuleForm) -> None:
        cells = form["cells"]
        arguments = form["arguments"]
        match form["form"]:
            case "any":
                self._add_any(arguments)
            case "one":
                self._add_one(cells, arguments, exactly=True)
            case "most-one":
                self._add_one(cells, arguments, exactly=False)
            case "distinct":
                self._add_distinct(cells)
            case "digits":
                self._add_digits(cells, arguments)
            case "pairs":
                self._add_pairs(cells, arguments)
            case _:
                self._add_counted(form)

    def _add_counted(self, form: RuleForm) -> None:
        """Write a form that counts something, or is read cell by cell."""
        cells = form["cells"]
        arguments = form["arguments"]
        match form["form"]:
            case "count":
                self._add_count(cells[0], cells[1:])
            case "rank":
                (rank,), *others = arguments
                self._add_rank(cells, rank, others)
            case "parts":
                self._add_parts(cells, *arguments)
            case "areas":
                self._add_areas(form)
            case "connected" | "touching":
                self._add_pieces(form)
            case _:
                self._add_path(form)

    def _require_form(self, form: RuleForm) -> None:
        kind = form.get("form")
        require(type(kind) is str and kind in ARGUMENTS, "a form of a rule is not known")
        shape = {"form": str, "cells": [int], "arguments": ARGUMENTS[str(kind)]}
        require(has_shape(form, shape), "a form of a rule does not have the types it should")
        cells = form["cells"]
        arguments = form["arguments"]
        require((cells == []) == (kind == "any"), "a form of a rule has the wrong cells")
        wrong_kinds = FILLED if arguments == [] else BARE
        require(kind not in wrong_kinds, "a form of a rule has the wrong details")
        self._require_on_board(cells)
        if kind in ONE:
            require(len(set(cells)) == len(cells), "a form of a rule has a cell twice")
        if kind == "rank":
            require(len(arguments[0]) == 1, "the rank of a rule is not a number")
            for other in arguments[1:]:
                require(len(other) == len(cells), "a rank compares lists of other lengths")
                self._require_on_board(other)
        if kind in IN_PIECES:
            self._require_pieces(kind, cells, arguments)
        if kind == "parts":
            require(
                len(arguments) == 3 and len(arguments[2]) == 1, "the parts of a rule have no size"
            )
            require(
                len(arguments[0]) == len(cells), "the parts of a rule do not have a label per cell"
            )
            require(len(set(arguments[1])) == len(arguments[1]), "a rule has a label twice")
            self._require_on_board(arguments[0])
        if kind == "sum":
            require(len(arguments) == len(cells) + 1, "a sum does not have one number per cell")
        if kind == "automaton":
            require(len(arguments) == len(cells), "an automaton does not have one list per cell")
            steps = [step for steps in arguments for step in steps]
            require(all(len(step) == 3 for step in steps), "a step of an automaton is not a triple")

    def _require_pieces(self, kind: str, cells: list[int], arguments: list[list[int]]) -> None:
        first = 4 if kind == "areas" else 3
        require(
            len(arguments) >= first and len(arguments[1]) == 1, "the pieces of a rule have no size"
        )
        special, pairs = arguments[2], arguments[first:]
        for some in (cells, special):
            require(len(set(some)) == len(some), "a rule about pieces has a cell twice")
        require(all(len(pair) == 2 for pair in pairs), "neighbours in a rule are not a pair")
        named = {*special, *(cell for pair in pairs for cell in pair)}
        require(named <= set(cells), "a rule about pieces has cells beside them")
        if kind == "areas":
            require(len(arguments[3]) == len(special), "a clue of a rule has no number")
            self._require_on_board(arguments[3])

    def _require_on_board(self, cells: list[int]) -> None:
        require(all(0 <= cell < self.cell_count for cell in cells), "a rule has unknown cells")

    def _add_any(self, arguments: list[list[RuleForm]]) -> None:
        # Whatever is chosen holds, and one is chosen. Nothing says that all lists which hold are
        # chosen, and nothing has to: a grid that keeps the rule satisfies the clauses with one of
        # them, and a proof only refutes.
        heads = [self.new() for _ in arguments]
        self.add(heads)
        for head, forms in zip(heads, arguments, strict=True):
            for form in forms:
                self.add_form(form, [-head])

    def _add_one(self, cells: list[int], digits: list[int], exactly: bool) -> None:
        inside = list(self._inside(cells, digits).values())
        for a, b in combinations(inside, 2):
            self.add([-a, -b])
        if exactly:
            self.add(inside)

    def _add_distinct(self, cells: list[int]) -> None:
        groups = [[self.variable(cell, digit) for cell in cells] for digit in self.digits]
        for group in groups:
            for a, b in combinations(group, 2):
                self.add([-a, -b])
        for group in groups:
            # With as many cells as digits, each digit has a place.
            if len(group) == self.n:
                self.add(group)

    def _add_digits(self, cells: list[int], digits: list[int]) -> None:
        for cell in cells:
            for digit in set(self.digits).difference(digits):
                self.add([-self.variable(cell, digit)])

    def _add_pairs(self, cells: list[int], pairs: list[list[int]]) -> None:
        allowed = {(a, b) for a, b in pairs}
        for one, other in pairwise(cells):
            there = self._partners(one, other, allowed)
            back = self._partners(other, one, {(b, a) for a, b in allowed})
            more = [clause for clause in back if clause not in there]
            for clause in there + more:
                self.add(clause)

    def _partners(self, one: int, other: int, pairs: set[tuple[int, int]]) -> Cnf:
        """Each digit of one cell needs one of its partners in the other."""
        clauses = []
        for digit in self.digits:
            partners = [self.variable(other, b) for b in self.digits if (digit, b) in pairs]
            others = [-self.variable(other, b) for b in self.digits if (digit, b) not in pairs]
            if others:
                needed = partners if len(others) > 1 else others
                clauses.append(sorted([-self.variable(one, digit), *needed]))
        return clauses

    def _add_path(self, form: RuleForm) -> None:
        states: dict[State, int] = {None: self.new()}
        self.add(list(states.values()))
        for position, cell in enumerate(form["cells"]):
            later = {}
            own = {digit: self.variable(cell, digit) for digit in self.digits}
            steps: dict[int, Clause] = defaultdict(list)  # by what needs one of them
            for state, variable in states.items():
                for digit in self.digits:
                    after = next_state(form, state, position, digit)
                    if after is None:
                        continue
                    step = self.new()
                    if after not in later:
                        later[after] = self.new()
                    for end in (variable, own[digit], later[after]):
                        self.add([-step, end])
                        steps[end].append(step)
            for end in (*states.values(), *own.values(), *later.values()):
                self.add([-end, *steps[end]])
            states = later

    def _add_rank(self, cells: list[int], below: int, others: list[list[int]]) -> None:
        lesser = []
        for other in others:
            less = self.new()
            same = [self.new() for _ in range(len(cells) + 1)]
            lesser.append(less)
            self.add([same[0]])
            self.add([-same[-1]])
            for (now, then), a, b in zip(pairwise(same), cells, other, strict=True):
                self._compare(a, b, now, then, less)
        self._count_to(lesser, [below])

    def _add_count(self, control: int, cells: list[int]) -> None:
        present = []
        for digit in self.digits:
            here = [self.variable(cell, digit) for cell in cells]
            some = self.new()
            present.append(some)
            self.add([-some, *here])
            for variable in here:
                self.add([-variable, some])
        self._count_in(present, control, len(present))

    def _add_pieces(self, form: RuleForm) -> None:
        digits, (size,), border, *pairs = form["arguments"]
        inside = self._inside(form["cells"], digits)
        if size:
            self._count_to(list(inside.values()), [size])
        starts = {cell: inside[cell] for cell in border}
        if form["form"] == "connected":
            starts |= self._first(inside, border)
        most_steps = (size or len(inside)) - 1
        reached = self._reached(inside, pairs, starts, most_steps)
        for cell, variable in inside.items():
            if cell in reached:
                self.add([-variable, reached[cell]])
            else:
                self.add([-variable])

    def _first(self, inside: dict[int, int], border: list[int]) -> dict[int, int]:
        """By cell: it is the first inside, and no border cell is. One cell must be inside."""
        none = self.new()  # none so far
        self.add([none, *(inside[cell] for cell in border)])
        for cell in border:
            self.add([-none, -inside[cell]])
        first = {}
        for cell, variable in inside.items():
            if cell in border:
                continue
            before = none
            none = self.new()
            self.add([-none, before])
            self.add([-none, -variable])
            self.add([none, -before, variable])
            here = self.new()
            self.add([-here, before])
            self.add([-here, variable])
            self.add([here, -before, -variable])
            first[cell] = here
        self.add([-none])
        return first

    def _inside(self, cells: list[int], digits: list[int]) -> dict[int, int]:
        """By cell: it holds one of the digits."""
        inside = {}
        for cell in cells:
            holds_one = self.new()
            literals = [self.variable(cell, digit) for digit in digits if digit in self.digits]
            self.add([-holds_one, *literals])
            for variable in literals:
                self.add([-variable, holds_one])
            inside[cell] = holds_one
        return inside

    def _reached(
        self, inside: dict[int, int], pairs: list[list[int]], starts: dict[int, int], steps: int
    ) -> dict[int, int]:
        """By cell: it is at most this many steps from a start (which is inside)."""
        near = {cell: {cell} for cell in inside}
        for a, b in pairs:
            near[a].add(b)
            near[b].add(a)
        reached = starts
        for _ in range(steps):
            before = reached
            reached = {}
            for cell, variable in inside.items():
                sources = [before[other] for other in sorted(near[cell]) if other in before]
                if not sources:
                    continue
                here = self.new()
                self.add([-here, variable])
                self.add([-here, *sources])
                for source in sources:
                    self.add([here, -variable, -source])
                reached[cell] = here
        return reached

    def _add_areas(self, form: RuleForm) -> None:
        digits, (size,), starts, numbers, *pairs = form["arguments"]
        inside = self._inside(form["cells"], digits)
        number_of = dict(zip(starts, numbers, strict=True))
        for cell, variable in inside.items():
            reached = self._reached(inside, pairs, {cell: variable}, size)
            if not starts:
                self._count_to(list(reached.values()), [0, size])
                continue
            clues = [reached[start] for start in starts if start in reached]
            self.add([-variable, *clues])
            for a, b in combinations(clues, 2):
                self.add([-a, -b])
            if cell in number_of:
                self.add([variable])
                self._count_in(list(reached.values()), number_of[cell], size)

    def _add_parts(
        self, cells: list[int], places: list[int], labels: list[int], sizes: list[int]
    ) -> None:
        for label in labels:
            # No cell can hold such a label, so it is there 0 times.
            if label not in self.digits:
                self._count_to([], sizes)
                continue
            labelled = [self.variable(place, label) for place in places]
            self._count_to(labelled, sizes)
            for digit in self.digits:
                both = []
                for cell, beside in zip(cells, labelled, strict=True):
                    here = self.variable(cell, digit)
                    both_hold = self.new()
                    self.add([-both_hold, here])
                    self.add([-both_hold, beside])
                    self.add([both_hold, -here, -beside])
                    both.append(both_hold)
                for a, b in combinations(both, 2):
                    self.add([-a, -b])
                if sizes == [self.n]:
                    self.add(both)

    def _count_to(self, variables: list[int], numbers: list[int]) -> None:
        """One of these numbers of the variables are true."""
        for number, variable in enumerate(self._counted(variables)):
            if number not in numbers:
                self.add([-variable])

    def _count_in(self, variables: list[int], control: int, most: int) -> None:
        """As many of the variables are true as the control cell says, and not more than `most`."""
        for number, variable in enumerate(self._counted(variables)):
            is_digit = number in self.digits and number <= most
            if is_digit:
                self.add([-variable, self.variable(control, number)])
            else:
                self.add([-variable])

    def _counted(self, variables: list[int]) -> list[int]:
        """By number: a variable "so many of the variables are true"."""
        counted = [self.new()]
        self.add(list(counted))
        for one in variables:
            before = counted
            # Only forwards: from the first, which is true, a grid leads to the variable of its own
            # number. That the others may be true as well adds no grid: what is required of the own
            # number still is.
            counted = [self.new() for _ in range(len(before) + 1)]
            for number, variable in enumerate(before):
                self.add([-variable, one, counted[number]])
                self.add([-variable, -one, counted[number + 1]])
        return counted

    def _compare(self, a: int, b: int, now: int, then: int, less: int) -> None:
        """If all is the same up to the cells a and b (now), their digits say whether it is after
        them (then), or else whether b's list is less than a's."""
        for d in self.digits:
            for e in self.digits:
                if d == e:
                    conclusion = then
                elif e < d:
                    conclusion = less
                else:
                    conclusion = -less
                self.add([-now, -self.variable(a, d), -self.variable(b, e), conclusion])


def rules_as_cnf(rules: list[dict[str, Any]], n: int, symbols: str, cell_count: int) -> Meaning:
    """The clauses of the rules, and for each a judgement of full grids (their true variables)."""
    clauses = RuleClauses(n, symbols, cell_count)
    for rule in rules:
        for form in rule["forms"]:
            clauses.add_form(form, [])

    def keeps(forms: list[RuleForm], grid: set[int]) -> bool:
        digits = [(variable - 1) % n + clauses.first for variable in sorted(grid)]
        return all(holds(form, digits) for form in forms)

    return clauses.cnf, [partial(keeps, rule["forms"]) for rule in rules]


if __name__ == "__main__":
    sys.exit(main(rules_as_cnf))
