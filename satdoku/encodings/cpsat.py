"""CP-SAT models of a theory: Booleans with AddExactlyOne, or integers with AllDifferent.

Givens are fixed domains, so that the model can be kept for other givens: see `fix`.

Source: Perron and Didier, CP-SAT (OR-Tools).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import EncodingError, library
from ..layer_words import cell_in_words
from ..phrases import phrase
from ..theory import Theory
from .files.problem import Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

MODELS = ("booleans", "integers")


class CpSatModel:
    """A model, and the meaning of its variables.

    Invariant: with "booleans" variable i of the model is v[i+1] of the theory; with "integers" it
    is the digit of cell i, and the rules of a variant are modelled directly in CP-SAT (so its
    completions are the board's: the engine adds the auxiliary variables). fixed holds the model's
    variables whose domain is a single value. named: whether the variables have readable names,
    'r1c1=5' and 'r1c1', rather than those of exported files.
    """

    def __init__(self, theory: Theory, kind: str = "booleans", named: bool = False) -> None:
        cp_model = library("ortools.sat.python.cp_model", "CP-SAT needs OR-Tools", "ortools")
        if kind not in MODELS:
            raise EncodingError(f"unknown CP-SAT model {kind!r}: choose {' or '.join(MODELS)}")
        self.theory = theory
        self.kind = kind
        self.named = named
        self.model: CpModel = cp_model.CpModel()
        self.fixed: list[int] = []
        self.variables = self._booleans() if kind == "booleans" else self._integers()

    def _booleans(self) -> list[Any]:
        count = self.theory.variable_count
        name = self.theory.name if self.named else "x{}".format
        variables = [self.model.new_bool_var(name(v)) for v in range(1, count + 1)]
        for clause in self.theory.clauses:
            some = self.model.add_exactly_one if clause.exactly_one else self.model.add_at_most_one
            some([variables[v - 1] for v in clause.variables])
        return variables

    def _integers(self) -> list[Any]:
        layout = self.theory.layout
        if layout is None:
            raise EncodingError("the integer model needs cells: use the Boolean model")
        if self.theory.has_helpers and not layout.constraints:
            raise EncodingError("the integer model does not support these auxiliary variables")
        name = partial(cell_in_words, layout) if self.named else layout.cell_name
        names = map(name, range(layout.cell_count))
        variables = [self.model.new_int_var(1, layout.size, name) for name in names]
        for house in layout.houses:
            self.model.add_all_different([variables[cell] for cell in house.cells])
        if layout.constraints:
            from .cpsat_forms import say_rules

            say_rules(self.model, variables, layout)
        return variables

    def fix(self, givens: Iterable[int]) -> bool:
        """Fix the domains to these givens and free the earlier ones; return False if two clash."""
        layout = self.theory.layout
        low, high = (1, layout.size) if layout and self.kind == "integers" else (0, 1)
        for index in self.fixed:
            self._set_domain(index, low, high)
        values: dict[int, int] = {}
        for given in givens:
            index, value = given - 1, 1
            if self.kind == "integers":
                index, value = self.theory.cell_and_digit(given)
            # Two digits in a cell: an integer has no such domain, while Booleans would only be
            # infeasible.
            if values.setdefault(index, value) != value:
                return False
        for index, value in values.items():
            self._set_domain(index, value, value)
        self.fixed = list(values)
        return True

    def hint(self, literals: Iterable[int]) -> None:
        """Hint at a solution; an earlier hint is dropped. Integers take positive literals only."""
        self.model.clear_hints()  # type: ignore[no-untyped-call]
        values = {}
        for literal in literals:
            if self.kind == "booleans":
                values[abs(literal) - 1] = int(literal > 0)
            elif literal > 0 and self.theory.is_board(literal):
                cell, digit = self.theory.cell_and_digit(literal)
                values[cell] = digit
        for index, value in values.items():
            self.model.add_hint(self.variables[index], value)

    def without(self, solutions: Sequence[Sequence[int]]) -> CpModel:
        """Return the model, or a copy that excludes some solutions."""
        if not solutions:
            return self.model
        copy = self.model.clone()
        # A variable belongs to its model, so those of the copy are looked up by their indexes.
        same = [copy.get_int_var_from_proto_index(x.index) for x in self.variables]
        copy.add_forbidden_assignments(same, solutions)
        return copy

    def _set_domain(self, index: int, low: int, high: int) -> None:
        # Changed in place, since a model cannot take back what was added: so one model serves all
        # puzzles of a board.
        domain = self.model.proto.variables[index].domain
        domain[0], domain[1] = low, high

    def completion(self, values: Sequence[int]) -> tuple[int, ...]:
        """Return the theory's true variables, given the values of the model's variables."""
        if self.kind == "booleans":
            return tuple([index + 1 for index, value in enumerate(values) if value])
        return tuple([self.theory.variable_of(cell, value) for cell, value in enumerate(values)])


def write(problem: Problem, kind: str, path: str) -> None:
    """Write the model's proto: text if the path ends in .pbtxt or .txt, binary otherwise."""
    built = CpSatModel(problem.theory, kind)
    if not built.fix(problem.givens):
        raise EncodingError("two givens in one cell: the integer model cannot express that")
    board = problem.theory.layout.name if problem.theory.layout else ""
    built.model.name = f"satdoku {board} {kind}"
    if not built.model.export_to_file(path) or not Path(path).exists():
        raise OSError(phrase("cannot write {path!s}", path=path))
