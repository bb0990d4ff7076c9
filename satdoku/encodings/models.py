"""Reads a model from the output of any solver of any exported format.

A model is printed in one of four ways, recognised by its lines:

- literals: `v` lines (with or without `x` before the numbers), or bare lists of them, as PySAT,
  minisat and other SAT and pseudo-Boolean solvers print them;
- values by name: `(define-fun x5 () Bool true)` of SMT solvers, rows such as `x5 1` or
  `17 x5 * 1 0 1` of integer programming (GLPK, CBC, HiGHS, SCIP, Gurobi);
- values by number: `j 5 1` of GLPK's `--write`, `solution: 1` line by line of CP-SAT's response;
- a grid of digits, or the numbers of the true variables: MiniZinc.

The solver's status (`s SATISFIABLE`, `unsat`, `=====UNKNOWN=====`, `Status: …`) is read too. If
several models are printed, the first counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..errors import DecodeError, NoModel
from ..layout import Layout
from ..phrases import phrase
from ..sanitize import shown
from ..theory import Theory

YES = {"sat", "satisfiable", "optimum found", "optimal", "feasible", "integer optimal",
       "integer non-optimal", "optimal solution found"}  # fmt: skip
NO = {"unsat", "unsatisfiable", "unknown", "indeterminate", "infeasible", "model_invalid",
      "integer empty", "integer undefined", "error"}  # fmt: skip
STATUS = re.compile(
    r"(?:s |c? ?(?:solution )?status *: *|=====)?([a-z][a-z_ -]*?)(?:=====| - objective .*)?", re.I
)
LITERAL = re.compile(r"(-?)x?(\d{1,9})", re.ASCII)
#: a row of integer programming: [number] x5 [*] 1 …, or `j 5 1`
ROW = re.compile(
    r"(?:\d+\s+)?x(\d{1,9})\s+(?:\*\s+)?(-?\d{1,9}(?:\.\d*)?)(?:e[-+]?\d+)?(?:\s.*)?"
    r"|j (\d{1,9}) (-?\d{1,9})"
)
SMT = re.compile(r"\(?(?:define-fun\s+)?x(\d{1,9})\s+(?:\(\)\s*Bool\s+)?(true|false)\)")
#: A line that separates two models of one run.
ANSWER = re.compile(r"-{10}|c Answer: .*")


def read_model(lines: Iterable[str], theory: Theory | None = None) -> list[int]:
    """Return the literals of the first model; [] if the solver had nothing left to decide.

    theory: the theory that was solved, to distinguish digits from literals. Raises `NoModel` if the
    solver reports that there is none, `DecodeError` for text that is not a model, or a truncated or
    contradictory one.
    """
    reading = _Reading()
    for number, line in enumerate(lines, 1):
        if line := line.strip():
            if ANSWER.fullmatch(line) and (reading.literals or reading.bare or reading.values):
                break
            reading.take(line, number)
    return reading.model(theory)


class _Reading:
    """The lines read so far.

    Literals of `v` lines, other literals (`bare`), and values as (variable, or 0 for the next one;
    value), each with its line number. problem: the error at the first line that is none of these.
    """

    def __init__(self) -> None:
        self.literals: list[tuple[int, int]] = []
        self.bare: list[tuple[int, int]] = []
        self.values: list[tuple[int, int, int]] = []
        self.smt: list[str] = []
        self.satisfied = self.marked = self.named = False
        self.problem = ""

    def take(self, line: str, number: int) -> None:
        """Read a line, which must not be blank."""
        words = line.split()
        if line[0] == "(" or self.smt:  # SMT-LIB up to the end
            self.smt.append(line)
        elif words[:2] == ["s", "mip"]:
            if words[4:5] not in (["o"], ["f"]):  # optimal, feasible
                raise NoModel(
                    phrase("line {number!s}: the solver found no solution", number=number)
                )
            self.satisfied = True
        elif (status := STATUS.fullmatch(line)) and status[1].lower() in YES | NO:
            if status[1].lower() in NO:
                raise NoModel(
                    phrase(
                        "line {number!s}: the solver says {status!s}: there is no model",
                        number=number,
                        status=status[1],
                    )
                )
            self.satisfied = True
        elif words[0] == "v":
            self.marked = True
            self.named = self.named or "x" in line
            self.literals += _literals(words[1:], number)
        # Beside `v` lines nothing else counts: what a solver prints between them is about its work.
        elif self.marked or words[0] in ("c", "s", "i", "%", "*", "#"):
            return
        elif words[0] == "solution:":
            inside = line[9:].strip(" []").replace(",", " ").split()
            self.values += [(number, 0, value) for _, value in _literals(inside, number)]
        elif row := ROW.fullmatch(line):
            # Integer programming computes in floating point: 1 may be printed as 0.9999999.
            self.values.append((number, int(row[1] or row[3]), round(float(row[2] or row[4]))))
        # Not raised at once: a solver may greet in words before its `v` lines, so this is an error
        # only if no model follows (`model`).
        elif not self.problem:
            try:
                self.bare += _literals(line.strip("[]").replace(",", " ").split(), number)
            except DecodeError as error:
                self.problem = str(error)

    def model(self, theory: Theory | None) -> list[int]:
        """Return the literals, without the final 0."""
        self.values += [(1, int(v), word == "true") for v, word in SMT.findall(" ".join(self.smt))]
        if self.values and not self.marked:
            return _consistent(_by_values(self.values, theory))
        if self.problem and not self.marked:
            raise DecodeError(self.problem)
        printed = self.literals if self.marked else self.bare
        numbers = [literal for _, literal in printed]
        if theory and theory.layout and _is_grid(numbers, theory.layout):
            return [theory.variable_of(cell, digit) for cell, digit in enumerate(numbers)]
        ended = 0 in numbers
        found = _consistent(printed)
        if not found and not (ended if self.marked else self.satisfied):
            raise DecodeError("no model found: expected `v` lines, literals, or a solver's values")
        # OPB solvers write x1 -x2 … without an end
        if self.marked and not ended and not self.named:
            raise DecodeError("the model is cut off: its `v` lines do not end in 0")
        return found


def _literals(words: Iterable[str], number: int) -> Iterator[tuple[int, int]]:
    for word in words:
        match = LITERAL.fullmatch(word)
        if not match:
            raise DecodeError(
                phrase(
                    "line {number!s}: {word!r} is not a literal",
                    number=number,
                    word=shown(word, 20),
                )
            )
        yield number, int(match[1] + match[2])


def _consistent(literals: Iterable[tuple[int, int]]) -> list[int]:
    """Return the literals, each once; raise `DecodeError` if two contradict each other."""
    found: dict[int, int] = {}
    for number, literal in literals:
        if literal and found.setdefault(abs(literal), literal) != literal:
            raise DecodeError(
                phrase(
                    "line {number!s}: variable {variable!s} is both true and false",
                    number=number,
                    variable=abs(literal),
                )
            )
    return list(found.values())


def _is_grid(numbers: Sequence[int], layout: Layout) -> bool:
    """Return whether the numbers are one digit per cell: literals would not all be so small."""
    # On a board of one cell the number 1 is both, and as a literal it says the same.
    return len(numbers) == layout.cell_count > 1 and all(0 < d <= layout.size for d in numbers)


def _by_values(
    values: Sequence[tuple[int, int, int]], theory: Theory | None
) -> Iterator[tuple[int, int]]:
    """Yield (line, literal) for each value of a variable or of a cell."""
    digits = [value for _, _, value in values]
    layout = theory.layout if theory else None
    if theory and layout and not values[0][1] and _is_grid(digits, layout):
        for cell, (number, _, digit) in enumerate(values):
            yield number, theory.variable_of(cell, digit)
        return
    for turn, (number, variable, value) in enumerate(values, 1):
        if value not in (0, 1):
            raise DecodeError(
                phrase(
                    "line {number!s}: the value {value!s} is neither 0 nor 1",
                    number=number,
                    value=value,
                )
            )
        yield number, (variable or turn) * (1 if value else -1)
