"""Whether a DIMACS file is the theory of a puzzle: its models are the puzzle's solutions.

The clauses of the checker are the reference: what houses, rules and givens mean is stated there
apart from our encodings. Of the file, the variables up to n·cells are the board's, as `theory`
numbers them, and those above are auxiliary.

A file with the same clauses is right at once. Of any other it is proved by a SAT solver that

- each of its clauses without auxiliary variables follows from the reference, and each part of it
  that shares auxiliary variables can be satisfied, however the reference lets one fill the cells
  that it speaks of: so no solution is lost;
- each clause of the reference without auxiliary variables follows from the file, and however the
  file lets one fill the cells of a rule, the rule is kept: so no solution is added.

A part or a rule whose cells can be filled in more than `MOST_FILLS` ways is not judged, but named;
neither is a file whose clauses are too hard for the time limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..backends.base import Clock
from ..backends.calls import solve_within
from ..board import Puzzle
from ..encodings.decode import read_key
from ..errors import DecodeError, TimeLimitReached, need_pysat
from ..formats.text.reader import PuzzleLike, parse
from ..plurals import plural
from ..record_types import Record
from .certificate import header_of, judged
from .checker import Clause, Cnf
from .rule_checker import rules_as_cnf
from .verifying import Verdict

MOST_FILLS = 20_000
KEEPS, ADDS = "loses no solution", "adds no solution"


def verify_dimacs(
    text: str, puzzle: PuzzleLike | None = None, *, time_limit: float | None = 60.0
) -> Verdict:
    """Return whether the models of a DIMACS file are the solutions of a puzzle.

    puzzle: None for the one that the file's comments name (`export` writes them). Raises
    `DecodeError` for text that is not DIMACS or names no puzzle.
    """
    key = read_key(text.splitlines())
    if key.renumbered:
        raise DecodeError("this file was simplified: export without --simplify to verify it")
    if puzzle is None:
        if key.layout is None:
            raise DecodeError("its comments name no puzzle: give one")
        puzzle = Puzzle.from_variables(key.givens, key.layout)
    return _FormulaComparison(parse(puzzle), clauses_in(text), Clock(time_limit)).verdict()


def clauses_in(text: str) -> Cnf:
    """Return the clauses of a DIMACS file; raise `DecodeError` if it is damaged."""
    rows = [row for row in text.splitlines() if row.strip() and row[0] != "c"]
    clauses: Cnf = [[]]
    try:
        letter, kind, top, count = rows[0].split()
        for word in " ".join(rows[1:]).split():
            if number := int(word):
                clauses[-1].append(number)
            else:
                clauses.append([])
        used = max((abs(literal) for clause in clauses for literal in clause), default=0)
        is_complete = clauses.pop() == []
        fits = (letter, kind) == ("p", "cnf") and is_complete
    except (IndexError, ValueError):
        fits = False
    if not fits or len(clauses) != int(count) or used > int(top):
        raise DecodeError(
            "this is not a DIMACS CNF, or it is cut off: expected `p cnf VARIABLES "
            "CLAUSES` and that many clauses, each with 0 at its end"
        )
    return clauses


class _FormulaComparison:
    """A puzzle and the clauses of a file.

    top: the last of the board's variables. reference: the clauses of the checker. open: what was
    not judged.
    """

    def __init__(self, puzzle: Puzzle, clauses: Cnf, clock: Clock) -> None:
        need_pysat()
        self.puzzle = puzzle
        self.layout = puzzle.layout
        self.clock = clock
        self.clauses = clauses
        self.top = puzzle.layout.variable_count
        checked = judged(puzzle)
        self.reference = clauses_in(checked.theory.formula.dimacs(checked.units))
        self.open: list[str] = []

    def verdict(self) -> Verdict:
        """Return which of `KEEPS` and `ADDS` is proved; "wrong" if one is refuted."""
        claims = (KEEPS, ADDS)
        file = {frozenset(clause) for clause in self.clauses}
        reference = {frozenset(clause) for clause in self.reference}
        if file != reference:
            for find in (self.lost, self.added):
                try:
                    problem = next(find(), "")
                except TimeLimitReached as error:
                    return Verdict("not judged", (), self.puzzle, f"not judged: {error}")
                if problem:
                    return Verdict("wrong", problem=problem)
        if self.open:
            problem = f"{plural(len(self.open), 'part')} not judged: {'; '.join(self.open[:3])}"
            return Verdict("not judged", (), self.puzzle, problem)
        return Verdict("right", claims, self.puzzle, kinds=claims)

    def lost(self) -> Iterator[str]:
        """Yield how the file excludes solutions of the puzzle."""
        own = [clause for clause in self.clauses if self._is_on_board(clause)]
        yield from self._not_implied(own, self.reference, "the file alone demands the clause")
        for part in self._parts():
            cells = self._cells(literal for clause in part for literal in clause)
            names = ",".join(map(self.layout.cell_name, cells))
            with _solver(part) as solver:
                for fill in self._fills(self.reference, cells, f"the clauses on {names}"):
                    # A part is asked apart from the rest: parts share no auxiliary variable, so
                    # each can be satisfied without regard to the others once the board is filled.
                    others = self._variables(cells).difference(fill)
                    assumed = [*fill, *(-v for v in others)]
                    if not solve_within(solver, assumed, self.clock):
                        yield f"the file excludes {self._words(fill)}, which the puzzle allows"

    def added(self) -> Iterator[str]:
        """Yield how the file allows what the puzzle does not."""
        own = [clause for clause in self.reference if self._is_on_board(clause)]
        yield from self._not_implied(own, self.clauses, "the file does not demand the clause")
        layout = self.layout
        for rule in header_of(layout).get("rules", ()):
            asked = ([rule], layout.size, layout.symbols, layout.cell_count)
            clauses, (keeps,) = rules_as_cnf(*asked)
            # What the rule demands has then been compared clause by clause, as a part of the
            # reference.
            if all(map(self._is_on_board, clauses)):
                continue
            cells = self._cells(_variables_of(rule["forms"], layout.size))
            for fill in self._fills(self.clauses, cells, rule["rule"]):
                # The rule looks at its own cells only: the others may hold anything.
                grid = {cell: layout.variable_of(cell, 1) for cell in layout.all_cells}
                for v in fill:
                    cell, _ = layout.cell_and_digit(v)
                    grid[cell] = v
                if not keeps({*grid.values()}):
                    yield f"the file allows {self._words(fill)}, which breaks {rule['rule']}"

    def _is_on_board(self, clause: Clause) -> bool:
        return all(abs(literal) <= self.top for literal in clause)

    def _cells(self, literals: Iterable[int]) -> list[int]:
        """Return the cells of the board variables among these."""
        on_board = {abs(literal) for literal in literals if abs(literal) <= self.top}
        return sorted({self.layout.cell_of(v) for v in on_board})

    def _variables(self, cells: Iterable[int]) -> set[int]:
        """Return the variables of these cells."""
        found: set[int] = set()
        for cell in cells:
            found.update(self.layout.variables_of(cell))
        return found

    def _parts(self) -> list[Cnf]:
        """Return the file's clauses with auxiliary variables, together where they share one."""
        first: dict[int, int] = {}

        def root(variable: int) -> int:
            while first.setdefault(variable, variable) != variable:
                variable = first[variable]
            return variable

        with_more = [clause for clause in self.clauses if not self._is_on_board(clause)]
        for clause in with_more:
            roots = [root(abs(x)) for x in clause if abs(x) > self.top]
            first.update(dict.fromkeys(roots[1:], roots[0]))
        parts: dict[int, Cnf] = defaultdict(list)
        for clause in with_more:
            parts[root(max(map(abs, clause)))].append(clause)
        return list(parts.values())

    def _not_implied(self, clauses: Cnf, by: Cnf, words: str) -> Iterator[str]:
        """Yield each of the clauses that does not follow from the others."""
        known = {frozenset(clause) for clause in by}
        with _solver(by) as solver:
            for clause in clauses:
                if frozenset(clause) in known:
                    continue
                denied = [-literal for literal in clause]
                if solve_within(solver, denied, self.clock):
                    text = " ".join(map(str, [*clause, 0]))
                    yield f"{words} {text}"

    def _fills(self, cnf: Cnf, cells: Sequence[int], what: str) -> Iterator[list[int]]:
        """Yield how the clauses let one fill some cells, as true variables; note what is open."""
        variables = [v for cell in cells for v in self.layout.variables_of(cell)]
        with _solver(cnf) as solver:
            for _ in range(MOST_FILLS):
                if not solve_within(solver, [], self.clock):
                    return
                model = solver.get_model()
                fill = [v for v in variables if model[v - 1] > 0]
                yield fill
                solver.add_clause([-v for v in fill])
        self.open.append(what)

    def _words(self, fill: Iterable[int]) -> str:
        placed = map(self.layout.cell_and_digit, fill)
        symbols, name = self.layout.symbols, self.layout.cell_name
        return ", ".join(f"{name(cell)}={symbols[digit - 1]}" for cell, digit in placed)


def _solver(cnf: Cnf) -> Any:
    from pysat.solvers import Solver

    return Solver("glucose4", bootstrap_with=cnf)


def _variables_of(forms: Iterable[Record], n: int) -> Iterator[int]:
    """Yield a variable of each cell that forms speak of."""
    for form in forms:
        arguments, lists = form["arguments"], [form["cells"]]
        match form["form"]:
            case "any":
                yield from _variables_of((one for part in arguments for one in part), n)
            case "rank":
                lists += arguments[1:]
            case "areas":
                lists.append(arguments[3])
            case "parts":
                lists.append(arguments[0])
        yield from (1 + n * cell for cells in lists for cell in cells)
