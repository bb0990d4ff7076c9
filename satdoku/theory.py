"""A theory: exactly-one clauses over Boolean variables, built from a layout or by hand.

On a square board of size n the variable v[r,c,d], "the cell in row r, column c holds d", is the
number n*n*(r-1) + n*(c-1) + d, as a DIMACS literal. Each cell holds one digit, each house each
digit: 729 variables, 324 clauses and 2,916 occurrences on the 9×9 board.

A clause marked at-most-one (Knuth's secondary item) is subject to assertion elimination but not
to simplification. Every variable must be in at least one exactly-one clause: then the variables
of a completion are all decided, and any exact-cover problem is a theory (clauses are its items,
variables its options).

The board's variables come first, auxiliary variables (helpers) after them. An auxiliary variable
states something that the board's variables decide ("cage r1c1 is {1,2,5}"), and has a readable
name; so a theory has as many completions as its board has grids.

The meaning of a variable is available only through `is_board`, `coordinates`, `cell_and_digit`,
`variable_name` and, the other way, `variable`, `variable_of`. No other code computes it.

Sources: the lecture "Generating Sudoku"; D. Knuth, TAOCP 4B, 7.2.2.1 (exact covering).

>>> theory = Theory.of(Layout.boxes(3, 3))
>>> theory.variable_count, len(theory.clauses), theory.occurrence_count
(729, 324, 2916)
>>> theory.variable_name(729), str(theory.clauses[-1])
('(9)r9c9', 'box 9 digit 9')
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from functools import cached_property, lru_cache
from importlib import import_module
from itertools import accumulate, chain, combinations, pairwise
from typing import TYPE_CHECKING, Any

from .errors import NoModel, TheoryError
from .frozen import frozen
from .geometry import House
from .grouping import grouped
from .layer_words import cell_and_digit, cell_and_word
from .layout import Layout, as_layout
from .phrases import phrase

if TYPE_CHECKING:
    from .board import Puzzle
    from .constraints.clauses.builder import Clauses

#: A literal: a variable or its negation as in DIMACS, or by name: 5 or "r1c1=5", -5 or "-r1c1=5".
Literal = int | str
Literals = Iterable[Literal]
#: Variables, and clauses by index, in some order.
Variables = tuple[int, ...]
Indexes = tuple[int, ...]


@frozen
class Clause:
    """Exactly one (or, if so marked, at most one) of the variables is true.

    kind: "cell", "row-digit", "column-digit", "box-digit", …, or a name of your own.
    house, digit, cell: the subject of the clause (None where they do not apply). rule: the
    number (from 0) of the layout's constraint from which it comes.
    """

    kind: str
    variables: Variables
    exactly_one: bool = True
    house: House | None = None
    digit: int | None = None
    symbol: str = ""
    cell: str = ""
    rule: int | None = None

    def __str__(self) -> str:
        if not self.house:
            return self.cell or self.kind
        return phrase("{house} digit {digit}", house=self.house, digit=self.symbol)


@frozen
class Rule:
    """A constraint of the layout, as clauses.

    name: its text ("killer:3:r1c1,r1c2"). clauses: the indexes of its clauses, including those that
    define auxiliary variables it shares with other constraints. difficulty: 0 for single cells and
    pairs of cells, 1 for sets of digits, 2 for all others.
    """

    name: str
    clauses: Indexes
    difficulty: int


class Theory:
    """A conjunction of clauses over the variables 1 … variable_count; immutable.

    helper_names: the names of the auxiliary variables, board_variables + 1 … variable_count. rules:
    one for each constraint of the layout. says_layout: whether the clauses are known to say what
    the layout says, no more and no less.
    Raises `TheoryError` for a variable that is out of range, twice in a clause, or in no
    exactly-one clause.

    >>> theory = Theory.of("4x4")
    >>> theory
    <Theory of 4x4: 64 variables, 64 clauses>
    >>> theory.name(5), str(theory.clauses[0]), theory.clauses[0].variables
    ('r1c2=1', 'r1c1', (1, 2, 3, 4))
    """

    def __init__(
        self,
        variable_count: int,
        clauses: Iterable[Clause],
        layout: Layout | None = None,
        helper_names: Sequence[str] = (),
        rules: Sequence[Rule] = (),
    ) -> None:
        self.variable_count = variable_count
        self.helper_names = tuple(helper_names)
        #: the number of variables for cells and digits (without a layout: all but auxiliary ones)
        self.board_variables = variable_count - len(self.helper_names)
        if layout and self.board_variables != layout.variable_count:
            raise TheoryError(
                f"{self.board_variables} variables do not match the board {layout.name}: give each "
                "auxiliary variable a name"
            )
        self.clauses = tuple(clauses)
        self.rules = tuple(rules)
        self.layout = layout
        self.says_layout = False
        self._peers: dict[int, Variables] = {}
        self._seen_peers: dict[int, Variables] = {}
        covered = bytearray(variable_count + 1)
        for clause in self.clauses:
            members = clause.variables
            if members and (min(members) < 1 or max(members) > variable_count):
                raise TheoryError(f"clause {clause}: variables run from 1 to {variable_count}")
            if len(set(members)) != len(members):
                raise TheoryError(f"clause {clause} holds a variable twice")
            if clause.exactly_one:
                for variable in members:
                    covered[variable] = 1
        if 0 in covered[1:]:
            raise TheoryError(
                f"variable {covered.index(0, 1)} is in no exactly-one clause: nothing would decide "
                "it: add a clause or leave the variable out"
            )

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Theory):
            return self is other
        return (
            self.layout == other.layout
            and self.members == other.members
            and self.exactly == other.exactly
            and self.clauses == other.clauses
            and self.helper_names == other.helper_names
        )

    def __hash__(self) -> int:
        # The clauses follow from the layout in nearly all cases, and would take long to hash.
        return hash((self.variable_count, self.layout))

    def __repr__(self) -> str:
        of = f" of {self.layout.name}" if self.layout else ""
        return f"<Theory{of}: {self.variable_count:,} variables, {len(self.exactly):,} clauses>"

    def __reduce__(self) -> tuple[Any, ...]:
        # A layout is small, and the process that reads it may have its theory already.
        if self.layout and self == Theory.of(self.layout):
            return Theory.of, (self.layout,)
        parts = (self.variable_count, self.clauses, self.layout, self.helper_names, self.rules)
        return Theory, parts

    # -- Making theories --------------------------------------------------------------------

    @staticmethod
    def of(layout: Layout | str) -> Theory:
        """Return the theory of a layout, given itself or its name (the same object for the same
        layout)."""
        return _theory_of(as_layout(layout))

    @classmethod
    def exact_cover(cls, options: Sequence[Iterable[str]], secondary: Iterable[str] = ()) -> Theory:
        """Return the theory of an exact-cover problem.

        options: variable i (from 1) is the option i, a set of item names; every item is covered
        exactly once, the `secondary` ones at most once.
        """
        at_most = set(secondary)
        numbers = enumerate(options, 1)
        items = grouped((item, variable) for variable, option in numbers for item in option)
        clauses = (
            Clause(item, tuple(variables), exactly_one=item not in at_most)
            for item, variables in items.items()
        )
        return cls(len(options), clauses)

    # -- Reading theories -------------------------------------------------------------------

    @property
    def occurrence_count(self) -> int:
        """The number of variable occurrences, the sum of the clauses' lengths."""
        return len(self.rows[1])

    @cached_property
    def variable_count(self) -> int:
        """The number of variables, which are 1 … variable_count."""
        raise NotImplementedError

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses with names, for people; engines use `members` and `exactly`."""
        raise NotImplementedError

    @cached_property
    def helper_names(self) -> tuple[str, ...]:
        """The meaning of each auxiliary variable."""
        raise NotImplementedError

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The layout's constraints, as clauses."""
        raise NotImplementedError

    @cached_property
    def members(self) -> tuple[Variables, ...]:
        """The variables of each clause, by clause index."""
        return tuple([clause.variables for clause in self.clauses])

    @cached_property
    def rows(self) -> tuple[array[int], array[int]]:
        """The same in two arrays: where each clause starts in the second, and at the end its
        length; the members of all clauses."""
        starts = array("i", accumulate(map(len, self.members), initial=0))
        return starts, array("i", chain.from_iterable(self.members))

    @cached_property
    def exactly(self) -> bytes:
        """By clause index: 1 if exactly one of its variables is true, 0 if at most one is."""
        return bytes([clause.exactly_one for clause in self.clauses])

    @cached_property
    def occurrences(self) -> tuple[Indexes, ...]:
        """The indexes of the clauses that contain variable v, at [v]."""
        holders: list[list[int]] = [[] for _ in range(self.variable_count + 1)]
        for index, members in enumerate(self.members):
            for variable in members:
                holders[variable].append(index)
        return tuple(map(tuple, holders))

    @property
    def own_clauses(self) -> int:
        """The number of the board's own clauses, which precede those of rules."""
        return len(self.exactly) - sum(self.rule_sizes)

    @property
    def board_clauses(self) -> tuple[Clause, ...]:
        """The board's own clauses with names: those of all rules need not be named for them."""
        return self.clauses[: self.own_clauses]

    @cached_property
    def rule_sizes(self) -> tuple[int, ...]:
        """The number of clauses that each constraint of the layout added."""
        return tuple([len(rule.clauses) for rule in self.rules])

    @cached_property
    def at_sight(self) -> bytes:
        """By clause index: 1 if a person who places one member strikes out the others without a
        thought: the clauses of cells and houses, and those by which a rule keeps cells different
        in every digit (a cage, a knight's move). 0 for all else that rules say: what follows from
        it is a step."""
        own = self.own_clauses
        found = bytearray(b"\1" * own) + bytearray(len(self.exactly) - own)
        for rule in self.rules:
            of_one_digit = {}
            apart: dict[tuple[int, int], int] = {}
            for index in rule.clauses:
                members = self.members[index]
                if len(members) < 2 or max(members) > self.board_variables:
                    continue
                cells, digits = zip(*map(self.cell_and_digit, members), strict=True)
                if len({*digits}) == 1:
                    pairs = [*combinations(sorted(cells), 2)]
                    of_one_digit[index] = pairs
                    for pair in pairs:
                        apart[pair] = apart.get(pair, 0) | 1 << digits[0]
            every = sum(1 << d for d in self.known_layout.digit_numbers)
            for index, pairs in of_one_digit.items():
                found[index] = all(apart[pair] == every for pair in pairs)
        return bytes(found)

    @property
    def has_helpers(self) -> bool:
        """Whether there are auxiliary variables."""
        return self.variable_count > self.board_variables

    def peers(self, variable: int) -> Variables:
        """Return the variables that share a clause with this one, clause by clause, each once."""
        found = self._peers.get(variable)
        if found is None:
            members = (v for c in self.occurrences[variable] for v in self.members[c])
            unique = dict.fromkeys(members)
            unique.pop(variable, None)
            found = self._peers[variable] = tuple(unique)
        return found

    def seen_peers(self, variable: int) -> Variables:
        """Return those peers that a person excludes at sight (see `at_sight`), the cell's other
        digits and the same digit in cells that see it; and auxiliary variables, which nobody
        sees."""
        found = self._seen_peers.get(variable)
        if found is None:
            at_sight = self.at_sight
            seen = dict[int, None]()
            for c in self.occurrences[variable]:
                excluded = self.members[c]
                if not at_sight[c]:
                    excluded = tuple([v for v in excluded if v > self.board_variables])
                seen |= dict.fromkeys(excluded)
            seen.pop(variable, None)
            found = self._seen_peers[variable] = tuple(seen)
        return found

    def common_clause(self, first: int, second: int) -> int | None:
        """Return the index of the first clause with both variables; None if there is none."""
        shared = (c for c in self.occurrences[first] if second in self.members[c])
        return next(shared, None)

    def violation(self, true: Set[int]) -> tuple[Clause, list[int]] | None:
        """Return the first clause that is violated if exactly these variables are true, and those
        of its variables that are; None if all clauses hold."""
        for clause in self.clauses:
            held = [variable for variable in clause.variables if variable in true]
            if len(held) > 1 or (clause.exactly_one and not held):
                return clause, held
        return None

    # -- What a variable is -----------------------------------------------------------------

    def is_board(self, variable: int) -> bool:
        """Return whether it is a cell with a digit, not auxiliary (without a layout: any is)."""
        return variable <= self.board_variables

    def on_board(self, variables: Iterable[int]) -> Variables:
        """Return those of the variables that are the board's, in the same order."""
        last = self.board_variables
        return tuple([v for v in variables if v <= last])

    def variable(self, r: int, c: int, d: int) -> int:
        """Return the number of v[r,c,d]; r, c (as drawn) and d (the digit's number) from 1."""
        layout = self.known_layout
        cell = layout.places.cell_at(r - 1, c - 1)
        if cell is None or not 1 <= d <= layout.size:
            raise TheoryError(f"v[{r},{c},{d}] is not on a board {layout.name}")
        return layout.variable_of(cell, d)

    def variable_of(self, cell: int, digit: int) -> int:
        """Return the number of "the cell (from 0, row by row) holds the digit (from 1)"."""
        return self.known_layout.variable_of(cell, digit)

    def coordinates(self, variable: int) -> tuple[int, int, int]:
        """Return (r, c, d) of a board variable, from 1; otherwise raise `TheoryError`."""
        cell, d = self.cell_and_digit(variable)
        r, c = self.known_layout.places.place(cell)
        return r + 1, c + 1, d

    def cell_of(self, variable: int) -> int:
        """Return the cell (from 0) of a board variable; otherwise raise `TheoryError`."""
        return self.cell_and_digit(variable)[0]

    def cell_and_digit(self, variable: int) -> tuple[int, int]:
        """Return (cell from 0, digit from 1) of a board variable; otherwise raise `TheoryError`."""
        layout = self.known_layout
        if not 0 < variable <= self.board_variables:
            raise TheoryError(f"variable {variable} is not a cell and digit of {layout.name}")
        return layout.cell_and_digit(variable)

    def variable_name(self, variable: int) -> str:
        """Return '(3)r4c7' or '(shaded)r4c7' on a layout, an auxiliary variable's name, or 'v12'
        without either."""
        if variable > self.board_variables:
            return self.helper_names[variable - self.board_variables - 1]
        if self.layout is None:
            return f"v{variable}"
        cell, word = cell_and_word(self.layout, *self.layout.cell_and_digit(variable))
        return f"({word}){self.layout.cell_name(cell)}"

    def name(self, literal: int) -> str:
        """Return 'r4c7=3', or 'r4c7=shaded' on a layer, an auxiliary variable's name or 'v12', each
        different; with '-' before it for a negative literal."""
        if not 0 < abs(literal) <= self.variable_count:
            raise TheoryError(f"literal {literal}: variables run from 1 to {self.variable_count}")
        name = self._names[abs(literal) - 1]
        return f"-{name}" if literal < 0 else name

    def literal(self, name: Literal) -> int:
        """Return the literal of a name that `name` gives, or of a number; '-' before it negates it.
        Raises `TheoryError` for one that the theory does not have."""
        if isinstance(name, int):
            return name if self.name(name) else 0
        negated = name.strip().startswith("-")
        bare = name.strip().removeprefix("-").strip()
        found = self._numbers.get(bare)
        if found is None and self.layout:
            from .constraints.user_defined.own_models import cell_and_word_named

            named = cell_and_word_named(bare, self.layout)  # with blanks, or another symbol's name
            at = named and cell_and_digit(self.layout, *named)
            found = self.layout.variable_of(*at) if at else None
        if found is None:
            raise TheoryError(f"unknown variable {name!r}: names are {self.name(1)} and the like")
        return -found if negated else found

    def literals(self, names: Literals) -> list[int]:
        """Return the literals of names or numbers."""
        return [self.literal(name) for name in names]

    @property
    def variable_range(self) -> range:
        """All variables: 1 … variable_count."""
        return range(1, self.variable_count + 1)

    @property
    def board_range(self) -> range:
        """The variables of the board."""
        return range(1, self.board_variables + 1)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        own: Iterable[str]
        if layout := self.layout:
            cells = (layout.cell_and_digit(v) for v in self.board_range)
            words = (cell_and_word(layout, *at) for at in cells)
            own = (f"{layout.cell_name(cell)}={word}" for cell, word in words)
        else:
            own = (f"v{v}" for v in self.board_range)
        return tuple(numbered(chain(own, self.helper_names)))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: variable for variable, name in enumerate(self._names, 1)}

    def puzzle(self, literals: Iterable[int] | None) -> Puzzle:
        """Return the board on which the positive literals hold, as in a solver's model; variables
        that are not the board's are ignored. Raises `NoModel` for None, as solvers return it."""
        from .board import Puzzle

        if literals is None:
            raise NoModel("there is no model: the solver found no solution")
        layout = self.known_layout
        return Puzzle.from_variables(self.on_board(v for v in literals if v > 0), layout)

    # -- As values of other libraries (`encodings.objects`) ------------------------------------

    def cnf(self, encoding: Any = None, *, givens: Any = ()) -> Any:
        """Return the clauses as PySAT's `CNF`; for the encoding "native" `CNFPlus`, with the
        clauses as they are.

        Variables keep their numbers, and the encoding's own follow. `vpool` of the result is an
        `IDPool` of all names. givens: a puzzle, or literals (numbers or names), as unit clauses.
        Raises `EncodingError`, and `EngineError` without python-sat.
        """
        return _objects().cnf(self, encoding, givens)

    def wcnf(
        self, soft: Mapping[Any, int] | Iterable[Any], encoding: Any = None, *, givens: Any = ()
    ) -> Any:
        """Return the same as PySAT's `WCNF` (or `WCNFPlus`), with soft clauses for RC2 (for
        `WCNFPlus` with solver="minicard").

        soft: literals, or clauses as tuples of literals, each of weight 1; or a mapping from these
        to their weights, 1 or more.
        """
        return _objects().wcnf(self, soft, encoding, givens)

    def cp_model(self, kind: str = "booleans", *, givens: Any = ()) -> Any:
        """Return OR-Tools' `CpModel`, with `variables`: its variables by name.

        kind: "booleans", named like 'r1c1=5', or "integers", named like 'r1c1', whose value is the
        number of the digit, from 1. givens: as for `cnf`. Raises `EngineError` without OR-Tools.
        """
        return _objects().cp_model(self, kind, givens)

    def cpmpy(self, *, givens: Any = ()) -> Any:
        """Return CPMpy's `Model`, with `variables`: both the Booleans and the integers of
        `cp_model` by name. Raises `EngineError` without CPMpy."""
        return _objects().cpmpy(self, givens)

    @property
    def known_layout(self) -> Layout:
        """The layout; `TheoryError` if the theory was not built from one."""
        if self.layout is None:
            raise TheoryError("this theory was not built from a layout: it has no cells")
        return self.layout


def numbered(names: Iterable[str]) -> Iterator[str]:
    """Yield the names; one that came before gets a number: 'a', 'a (2)'."""
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"


def _objects() -> Any:
    """Return `encodings.objects`, by name: it is layered above."""
    return import_module(f"{__package__}.encodings.objects")


class _WithRules(Theory):
    """The theory of a layout with constraints; everything is made on demand."""

    layout: Layout

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.says_layout = True
        self._peers = {}
        self._seen_peers = {}
        self.board_variables = layout.variable_count

    @cached_property
    def _by_rules(self) -> Clauses:
        """The clauses of the rules, made when they are first asked for: the search on masks needs
        none."""
        from .constraints.clauses.form_clauses import clauses_of
        from .constraints.registry import named_forms

        return clauses_of(self.layout, named_forms(self.layout))

    @cached_property
    def _plain(self) -> Theory:
        layout = self.layout
        plain = _plain_theory(layout.without_constraints())
        if plain.exactly.count(1) == len(plain.exactly):
            return plain
        # short houses depend on denied variables
        clauses = (*plain.clauses[: layout.cell_count], *_of_houses(layout, self._by_rules.gone))
        return Theory(layout.variable_count, clauses, layout)

    @cached_property
    def variable_count(self) -> int:
        return self._by_rules.top

    @cached_property
    def exactly(self) -> bytes:
        return self._plain.exactly + self._by_rules.rows.exactly.tobytes()

    @cached_property
    def members(self) -> tuple[Variables, ...]:
        return (*self._plain.members, *self._by_rules.members)

    @cached_property
    def rows(self) -> tuple[array[int], array[int]]:
        (starts, members), own = self._plain.rows, self._by_rules.rows
        starts = copy(starts)
        members = copy(members)
        starts.frombytes((own.starts[1:] + starts[-1]).tobytes())
        members.frombytes(own.members.tobytes())
        return starts, members

    @cached_property
    def occurrences(self) -> tuple[Indexes, ...]:
        import numpy as np

        start_bytes, member_bytes = self.rows
        starts = np.frombuffer(start_bytes, np.int32)
        members = np.frombuffer(member_bytes, np.int32)
        clause_of = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        # Stable, so that the clauses of each variable are in ascending order.
        holders = clause_of[np.argsort(members, kind="stable")].tolist()
        numbers = np.bincount(members, minlength=self.variable_count + 1)
        bounds = pairwise([0, *np.cumsum(numbers).tolist()])
        return tuple([tuple(holders[start:end]) for start, end in bounds])

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        by_rules = self._by_rules
        made = [
            Clause(what, members, exactly, rule=owner)
            for owner, (what, members, exactly) in zip(by_rules.owners, by_rules.made, strict=True)
        ]
        return (*self._plain.clauses, *made)

    @cached_property
    def helper_names(self) -> tuple[str, ...]:
        return self._by_rules.helper_names

    @property
    def own_clauses(self) -> int:
        return len(self._plain.exactly)

    @property
    def board_clauses(self) -> tuple[Clause, ...]:
        return self._plain.clauses

    @cached_property
    def rule_sizes(self) -> tuple[int, ...]:
        return self._by_rules.sizes

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        layout, first = self.layout, len(self._plain.exactly)
        own = self._by_rules.of_constraints()
        return tuple(
            [
                Rule(
                    str(constraint.on(layout.places)),
                    tuple([first + k for k in places]),
                    difficulty,
                )
                for constraint, places, difficulty in zip(
                    layout.constraints, own, self._by_rules.difficulties, strict=False
                )
            ]
        )


@lru_cache(maxsize=16)
def _theory_of(layout: Layout) -> Theory:
    if not layout.constraints:
        return _plain_theory(layout)
    from .constraints.searched import searched_forms

    searched_forms(layout)  # rules that make no sense are refused here
    return _WithRules(layout)


@lru_cache(maxsize=16)
def _plain_theory(layout: Layout) -> Theory:
    cells = [
        Clause("cell", tuple(layout.variables_of(cell)), cell=layout.cell_name(cell))
        for cell in layout.all_cells
    ]
    theory = Theory(layout.variable_count, [*cells, *_of_houses(layout, frozenset())], layout)
    theory.says_layout = True
    return theory


def _of_houses(layout: Layout, gone: frozenset[int]) -> Iterator[Clause]:
    """Yield the clauses of houses: each digit once in a house of as many cells as digits, at most
    once in a shorter one.

    gone: variables that rules deny permanently. If they leave a short house as many digits as it
    has cells, it holds each of these.
    """
    for house in layout.houses:
        bases = [layout.variable_of(cell, 0) for cell in house.cells]
        of_digit = [tuple([base + d for base in bases]) for d in layout.digit_numbers]
        is_full = len(bases) == layout.size
        # (If nothing is denied, more digits are left than a short house has cells.)
        left = [is_full or not gone or not gone.issuperset(held) for held in of_digit]
        exactly = sum(left) == len(bases)
        for d, held in enumerate(of_digit):
            symbol = layout.symbols[d]
            kind = f"{house.kind}-digit"
            is_exact = exactly and left[d]
            yield Clause(kind, held, is_exact, house, digit=d + 1, symbol=symbol)
