"""Each generic form as exactly-one and at-most-one clauses over board variables and helpers.

Every helper is decided by the board's variables, so nothing is counted twice; and on the clauses of
one form the three base rules are arc-consistent: no digit stays that the form alone forbids
(`Distinct` and `Sets` as strongly as a house). Three ideas do it:

- Complements. "not v" is a helper with exactly one of {v, not v}: so denials travel like
  assertions.
- Relations. If every digit of A in one cell excludes every digit of B in the other, then at most
  one of A ∪ {"the other is in B"} holds, where exactly one of {"it is in B"} ∪ (its digits outside
  B). So when all that supports a digit is denied, the helper is asserted, and the digit goes.
- Automata. A transition is a helper (the digit itself if no other transition of the layer reads
  it). Exactly one of {not v} ∪ (transitions that read v); for each state exactly one of {not in it}
  ∪ (transitions into it), and of {not in it} ∪ (transitions out of it). The complement keeps this
  linear: without it each pair of a way in and another way out would be a clause.

Denied for good is what shares an at-most-one clause with a variable that stands alone in a clause.

Sources: I. Gent, "Arc consistency in SAT" (2002), for supports; C.-G. Quimper and T. Walsh, "Global
grammar constraints" (2006), for layered automata as clauses that propagation keeps consistent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import LayoutError
from .constraint import cell_text
from .forms import (
    AnyOf,
    Automaton,
    Candidates,
    Distinct,
    Form,
    Relation,
    Sets,
    Sum,
    as_automaton,
)

if TYPE_CHECKING:
    from ..layout import Layout

#: (what the clause says, its variables, exactly one rather than at most one)
Made = tuple[str, tuple[int, ...], bool]


class Clauses:
    """The clauses of a layout's constraints, as they are made.

    made: the clauses. helper_names: of the variables after the board's, in order.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.digits = tuple(layout.digits)
        self.made: list[Made] = []
        self.helper_names: list[str] = []
        self.what = ""
        self._top = layout.variable_count
        self._first = layout.digits[0] - 1
        self._complements: dict[int, int] = {}
        self._groups: dict[tuple[int, frozenset[int]], int] = {}
        self._pairs: set[frozenset[int]] = set()
        self._true = 0

    def add(self, form: Form, what: str) -> None:
        """Say a form; `what` names the constraint it comes from, and its clauses."""
        self.what = what
        match form:
            case Candidates(cell, digits):
                self.never(self.v(cell, d) for d in self.digits if d not in digits)
            case Distinct(cells):
                exactly = len(cells) == len(self.digits)
                for d in self.digits:
                    self._clause([self.v(cell, d) for cell in cells], exactly)
            case Relation(first, second, pairs):
                self._relation(first, second, pairs)
            case Sets(cells, sets):
                self._sets(cells, sets)
            case Sum():
                self._automaton(as_automaton(form, self.digits))
            case Automaton():
                self._automaton(form)
            case AnyOf(alternatives):
                self._any_of([self._all_hold(forms) for forms in alternatives])

    # -- Variables ----------------------------------------------------------------------------

    def v(self, cell: int, digit: int) -> int:
        """The variable of a cell and what a digit is worth."""
        return self.layout.variable_of(cell, digit - self._first)

    def helper(self, name: str) -> int:
        """A new variable."""
        self._top += 1
        self.helper_names.append(name)
        return self._top

    def name(self, variable: int) -> str:
        """A variable's name, as `Theory.variable_name` will give it."""
        if variable > self.layout.variable_count:
            return self.helper_names[variable - self.layout.variable_count - 1]
        cell, digit = self.layout.cell_and_digit(variable)
        return f"({self.layout.symbol(digit)}){self.layout.cell_name(cell)}"

    def complement(self, variable: int) -> int:
        """ "not v": exactly one of v and it."""
        if variable not in self._complements:
            other = self.helper(f"not {self.name(variable)}")
            self._complements[variable], self._complements[other] = other, variable
            self._clause([variable, other])
        return self._complements[variable]

    def is_in(self, cell: int, digits: frozenset[int]) -> int:
        """ "the cell holds one of the digits" (some, not all of the board's)."""
        rest = [self.v(cell, d) for d in self.digits if d not in digits]
        if len(digits) == 1:
            return self.v(cell, *digits)
        if len(rest) == 1:
            return self.complement(rest[0])
        if (cell, digits) not in self._groups:
            said = " ".join(map(str, sorted(digits)))
            helper = self.helper(f"{cell_text(cell, self.layout.size)} is one of {said}")
            self._groups[cell, digits] = helper
            self._clause([helper, *rest])
        return self._groups[cell, digits]

    # -- Clauses ------------------------------------------------------------------------------

    def _clause(self, variables: Iterable[int], exactly_one: bool = True) -> None:
        """A clause over the variables; an at-most-one clause that says nothing new is left out."""
        members = tuple(variables)
        if not exactly_one:
            key = frozenset(members)
            if len(members) < 2 or key in self._pairs:
                return
            self._pairs.add(key)
        self.made.append((self.what, members, exactly_one))

    def never(self, variables: Iterable[int]) -> None:
        """The variables are denied for good."""
        gone = tuple(variables)
        if gone:
            if not self._true:
                self._true = self.helper("what always holds")
                self.made.append(("what always holds", (self._true,), True))
            self._clause([self._true, *gone], exactly_one=False)

    def _impossible(self, cell: int) -> None:
        self.never(self.v(cell, d) for d in self.digits)

    # -- Relations and sets -------------------------------------------------------------------

    def _relation(self, first: int, second: int, pairs: frozenset[tuple[int, int]]) -> None:
        forbidden = {
            (first, second): {
                d: frozenset(e for e in self.digits if (d, e) not in pairs) for d in self.digits
            },
            (second, first): {
                e: frozenset(d for d in self.digits if (d, e) not in pairs) for e in self.digits
            },
        }
        everything = frozenset(self.digits)
        alive: dict[int, list[int]] = {}
        for (cell, _), excluded in forbidden.items():
            alive[cell] = [d for d in self.digits if excluded[d] != everything]
            self.never(self.v(cell, d) for d in self.digits if d not in alive[cell])
        if not alive[first]:
            return
        partners = {d: everything - forbidden[first, second][d] for d in alive[first]}
        twins = {d: next(iter(e)) for d, e in partners.items() if len(e) == 1}
        twins = {d: e for d, e in twins.items() if everything - forbidden[second, first][e] == {d}}
        for d, e in twins.items():  # d here just if e there
            self._clause([self.v(first, d), self.complement(self.v(second, e))])
        settled = {first: set(twins), second: set(twins.values())}
        for (cell, other), excluded in forbidden.items():
            dead = len(self.digits) - len(alive[other])
            for out in dict.fromkeys(excluded[d] for d in alive[cell] if d not in settled[cell]):
                if len(out) > dead:
                    group = [self.v(cell, d) for d in alive[cell] if excluded[d] >= out]
                    self._clause([self.is_in(other, out), *group], exactly_one=False)

    def _sets(self, cells: tuple[int, ...], sets: Sequence[frozenset[int]]) -> None:
        if not sets:
            self._impossible(cells[0])
            return
        where = f"{cell_text(cells[0], self.layout.size)} and its {len(cells)} cells"
        chosen = {s: self.helper(f"{where} are {sorted(s)}") for s in sets} if len(sets) > 1 else {}
        if chosen:
            self._clause(chosen.values())
        for d in self.digits:
            mine = [self.v(cell, d) for cell in cells]
            with_d = [x for s, x in chosen.items() if d in s]
            without = [x for s, x in chosen.items() if d not in s]
            if not any(d in s for s in sets):
                self.never(mine)
            elif not without:
                self._clause(mine)
            else:
                missing = self.helper(f"no {d} in {where}")
                self._clause([missing, *mine])
                self._clause([missing, *with_d])
                self._clause([self.complement(missing), *without])

    # -- Automata -----------------------------------------------------------------------------

    def _automaton(self, form: Automaton) -> None:
        if not form.layers[0]:
            self._impossible(form.cells[0])
            return
        self._states(form, self._transitions(form))

    def _transitions(self, form: Automaton) -> list[dict[tuple[int, int, int], int]]:
        """The variable of each transition, layer by layer, tied to the digits they read."""
        layers = []
        for cell, transitions in zip(form.cells, form.layers, strict=True):
            of_digit: dict[int, list[tuple[int, int, int]]] = {d: [] for d in self.digits}
            for transition in transitions:
                of_digit[transition[1]].append(transition)
            self.never(self.v(cell, d) for d in self.digits if not of_digit[d])
            variables: dict[tuple[int, int, int], int] = {}
            place = cell_text(cell, self.layout.size)
            for d, some in of_digit.items():
                if len(some) == 1:
                    variables[some[0]] = self.v(cell, d)
                elif some:
                    for i, transition in enumerate(some, 1):
                        name = f"{self.what}: {d} at {place}, case {i}"
                        variables[transition] = self.helper(name)
                    ways = [variables[transition] for transition in some]
                    self._clause([self.complement(self.v(cell, d)), *ways])
            layers.append(variables)
        return layers

    def _states(self, form: Automaton, layers: list[dict[tuple[int, int, int], int]]) -> None:
        """At each boundary the transitions meet in a state."""
        boundaries = zip(form.cells, layers, layers[1:], form.said, strict=False)
        for cell, before, after, said in boundaries:
            if len(said) < 2:
                continue
            into: list[list[int]] = [[] for _ in said]
            out: list[list[int]] = [[] for _ in said]
            for (_, _, state), variable in before.items():
                into[state].append(variable)
            for (state, _, _), variable in after.items():
                out[state].append(variable)
            for words, ways_in, ways_out in zip(said, into, out, strict=True):
                place = cell_text(cell, self.layout.size)
                self._meet(ways_in, ways_out, f"{self.what}: not so after {place}: {words}")

    def _meet(self, ways_in: list[int], ways_out: list[int], name: str) -> None:
        """One of the ways in holds just if one of the ways out does."""
        if len(ways_in) == 1:
            self._clause([self.complement(ways_in[0]), *ways_out])
        elif len(ways_out) == 1:
            self._clause([self.complement(ways_out[0]), *ways_in])
        else:
            absent = self.helper(name)
            self._clause([absent, *ways_in])
            self._clause([absent, *ways_out])

    # -- Alternatives -------------------------------------------------------------------------

    def _holds(self, form: Form) -> int:
        """A variable that is true just if the form holds."""
        if isinstance(form, Candidates) and 0 < len(form.digits) < len(self.digits):
            return self.is_in(form.cell, form.digits)
        told = _told(as_automaton(form, self.digits), self.digits)
        layers = self._transitions(told)
        self._states(told, layers)
        yes = self.helper(f"{self.what}: it holds")
        self._clause([self.complement(yes), *(x for (_, _, t), x in layers[-1].items() if t)])
        return yes

    def _all_hold(self, forms: Sequence[Form]) -> int:
        """A variable that is true just if all forms hold."""
        literals = [self._holds(form) for form in forms]
        if not literals:
            raise LayoutError("an alternative that says nothing")
        if len(literals) == 1:
            return literals[0]
        yes = self.helper(f"{self.what}: all of it holds")
        self._first_of([self.complement(x) for x in literals], [yes])
        return yes

    def _any_of(self, literals: Sequence[int]) -> None:
        self._first_of(literals, [])

    def _first_of(self, literals: Sequence[int], none: list[int]) -> None:
        """Helpers "the first that holds is i", one of them exactly, or `none`."""
        firsts = [
            self.helper(f"{self.what}: alternative {i} is the first that holds")
            for i in range(1, len(literals) + 1)
        ]
        self._clause([*firsts, *none])
        for i, literal in enumerate(literals):
            self._clause([firsts[i], self.complement(literal)], exactly_one=False)
            self._clause([literal, *firsts[i + 1 :], *none], exactly_one=False)


def _told(form: Automaton, digits: Collection[int]) -> Automaton:
    """The automaton made complete: it reads every word, and ends in 1 where the form accepts."""
    if any(len({t[:2] for t in layer}) < len(layer) for layer in form.layers):
        raise LayoutError("this rule is not known as an alternative of an `or`")
    layers, said = [], []
    states = 1
    for i, transitions in enumerate(form.layers):
        moves = {(q, d): t + 1 for q, d, t in transitions}  # 0 is the state of failure
        sources = range(states + 1) if i else (1,)
        after = 1 + max((t for _, _, t in transitions), default=-1)
        layer = [(q, d, moves.get((q - 1, d), 0)) for q in sources for d in digits]
        layers.append(tuple(layer))
        states = after
        said.append(("it fails", *(f"state {k}" for k in range(states))))
    first = tuple((0, d, t) for _, d, t in layers[0])
    return Automaton(form.cells, (first, *layers[1:]), tuple(said[:-1]))


def clauses_of(layout: Layout, meaning: Iterable[tuple[str, Iterable[Form]]]) -> Clauses:
    """The clauses of (name, forms) of a layout's constraints."""
    clauses = Clauses(layout)
    for what, forms in meaning:
        for form in forms:
            clauses.add(form, what)
    return clauses
