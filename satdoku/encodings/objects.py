"""A theory as values of PySAT, OR-Tools and CPMpy, whose variables have readable names.

`Theory.cnf`, `wcnf`, `cp_model` and `cpmpy` call these functions. Variable v of the theory is
variable v of a formula, whose names are in an IDPool, its `vpool`; a model has its variables by
name in a dictionary, `variables`. `Layout.with_model` reads constraints that a user adds to a model
back as rules, and knows our own constraints by their names, which begin with `OURS`.

>>> formula = cnf(Theory.of("4x4"), "product", givens=["r1c1=3"])
>>> formula.vpool.id("r1c1=3"), formula.vpool.obj(64), formula.clauses[-1]
(3, 'r4c4=4', [3])

Sources: A. Ignatiev, A. Morgado, J. Marques-Silva, "PySAT" (SAT 2018); T. Guns, "Increasing
modeling language convenience with a universal n-dimensional array, CPpy" (ModRef 2019).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from ..board import Puzzle
from ..constraints.user_defined.own_models import OURS
from ..errors import PuzzleError, TheoryError, library, need_pysat
from ..formats.text.reader import PuzzleLike, parse
from ..layer_words import cell_in_words
from ..theory import Literal, Theory, numbered
from .cnf.exactly_one import Encoding
from .cnf.registry import encoding_named, usual_encoding
from .cpsat import CpSatModel

#: Givens: a puzzle, or literals.
Givens = PuzzleLike | Iterable[Literal]


def cnf(theory: Theory, encoding: str | Encoding | None = None, givens: Givens = ()) -> Any:
    """Return PySAT's `CNF`, or `CNFPlus` for the encoding "native"; see `Theory.cnf`."""
    return _filled("CNF", theory, encoding, givens)


def wcnf(theory: Theory, soft: Any, encoding: Any = None, givens: Givens = ()) -> Any:
    """Return PySAT's `WCNF`, or `WCNFPlus` for the encoding "native"; see `Theory.wcnf`."""
    formula = _filled("WCNF", theory, encoding, givens)
    weighted = soft.items() if isinstance(soft, Mapping) else [(clause, 1) for clause in soft]
    for clause, weight in weighted:
        if isinstance(weight, bool) or not isinstance(weight, int) or weight < 1:
            raise TheoryError(f"soft clause {clause!r}: weight {weight!r} is not 1 or more")
        literals = [clause] if isinstance(clause, int | str) else clause
        formula.append(theory.literals(literals), weight=weight)
    return formula


def cp_model(theory: Theory, kind: str, givens: Givens = ()) -> Any:
    """Return OR-Tools' `CpModel`; see `Theory.cp_model`."""
    built = CpSatModel(theory, kind, named=True)
    model, variables = built.model, built.variables
    for number, constraint in enumerate(model.proto.constraints):
        clause = theory.clauses[number] if kind == "booleans" else number + 1
        constraint.name = f"{OURS}{clause}"
    for literal in givens_of(theory, givens):
        if kind == "booleans":
            added = model.add(variables[abs(literal) - 1] == int(literal > 0))
        else:
            cell, digit = theory.cell_and_digit(abs(literal))
            value = variables[cell]
            added = model.add(value == digit if literal > 0 else value != digit)
        added.with_name(f"{OURS}{theory.name(literal)}")
    model.variables = {variable.name: variable for variable in variables}  # type: ignore[attr-defined]
    return model


def cpmpy(theory: Theory, givens: Givens = ()) -> Any:
    """Return CPMpy's `Model`; see `Theory.cpmpy`."""
    cp = library("cpmpy", "a CPMpy model needs CPMpy", "cpmpy")
    names = [theory.name(v) for v in theory.variable_range]
    of = [None, *(cp.boolvar(name=name) for name in names)]
    variables = dict(zip(names, of[1:], strict=True))
    model = cp.Model()
    for clause in theory.clauses:
        total = cp.sum([of[v] for v in clause.variables])
        model += total == 1 if clause.exactly_one else total <= 1
    if layout := theory.layout:
        for cell in layout.all_cells:
            digit = cp.intvar(1, layout.size, name=cell_in_words(layout, cell))
            variables[digit.name] = digit
            for d, v in enumerate(layout.variables_of(cell), 1):
                model += of[v] == (digit == d)
    for literal in givens_of(theory, givens):
        model += of[literal] if literal > 0 else ~of[-literal]
    model.variables, model.ours = variables, list(model.constraints)
    return model


def givens_of(theory: Theory, givens: Givens) -> list[int]:
    """Return givens as literals; raise `PuzzleError` for a puzzle of another board."""
    if not isinstance(givens, str | Puzzle):
        return theory.literals(givens)
    puzzle = parse(givens, theory.layout)
    if puzzle.layout != theory.layout:
        name = theory.layout.name if theory.layout else "without a board"
        raise PuzzleError(f"givens on {puzzle.layout.name}, but the theory is {name}")
    return list(puzzle.givens)


def _filled(kind: str, theory: Theory, encoding: Any, givens: Givens) -> Any:
    """Return a formula with the theory and the givens in it, and its names."""
    need_pysat()
    from pysat import formula as made

    formula = getattr(made, f"{kind}Plus" if encoding == "native" else kind)()
    auxiliary: Iterable[str] = ()
    if encoding == "native":
        for members, exactly in zip(theory.members, theory.exactly, strict=True):
            if exactly:
                formula.append(list(members))
            formula.append([list(members), 1], is_atmost=True)
    else:
        chosen = encoding_named(encoding or usual_encoding(theory))
        formula.extend(map(list, chosen.clauses(theory)))
        formula.nv, _ = chosen.size(theory)
        auxiliary = chosen.auxiliary_names(theory)
    formula.extend([literal] for literal in givens_of(theory, givens))
    formula.nv = max(formula.nv, theory.variable_count)
    formula.vpool = made.IDPool()
    own = map(theory.name, theory.variable_range)
    for name in numbered(chain(own, auxiliary)):
        formula.vpool.id(name)
    return formula
