"""Checks that a puzzle has exactly one solution, from a certificate: `python checker.py < FILE`.

This file needs Python's standard library and nothing else. It is meant to be read before it is
believed; docs/certify.md describes the format of a certificate. For each line of input it prints
one line of output, and it ends with status 1 if a certificate is wrong.

What is trusted: this file, Python, and its `json` and `hashlib`. Nothing that a certificate says is
trusted. Boards with further rules also need rule_checker.py, which has the same standing.

Why that is enough. Variable n·cell + d (cells from 0, digits 1 … n) stands for "the cell holds d".

1. The checker itself writes down the CNF: each cell holds exactly one digit, each house holds each
   digit at most once (and at least once if it has n cells), the givens hold, and the grid is not
   the solution of the certificate. Every grid that solves the puzzle, but for that one, satisfies
   all these clauses.
2. "proper" lists lemmas. A lemma is accepted only if unit propagation refutes its negation, so each
   follows from the clauses before it (reverse unit propagation, RUP; Goldberg and Novikov, 2003).
   In the end the clauses contradict each other by unit propagation: there is no other solution.
3. The solution is compared with cells, houses, rules and givens directly, without the CNF. So there
   is a solution, and with 2 exactly one. Only 2 rests on the CNF.
4. "irreducible" has a grid for each given. Each is compared with the board as the solution is, has
   all the other givens and not this one: without the given there is a second solution.
5. "logic" lists lemmas that follow from the CNF without the last clause of 1 and that end in the
   whole solution. The names and the ratings of its steps are not judged.

The two hashes prove nothing. They say which DIMACS text the proof is about, for other checkers of
proofs, and that no byte has changed by accident.
"""

import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

Clause = list[int]
Cnf = list[Clause]
#: What the rules of a board mean: their clauses, and whether a full grid (its true variables) keeps
#: them. Rules finds that for (rules, n, symbols, number of cells).
Meaning = tuple[Cnf, Callable[[set[int]], bool]]
Rules = Callable[[Any, int, str, int], Meaning]

#: A longer line is no certificate, nor is one whose board has more clauses than MOST.
LONGEST, MOST = 2**24, 1_000_000
#: The greatest n, and the most cells of a board that is not an n × n square.
LARGEST, MOST_CELLS = 49, 9999

#: The keys of a certificate in their order, and the types of their values. A list of one shape has
#: any number of items of that shape; a dict has just these keys, in this order.
SHAPE: dict[str, Any] = {
    "certificate": int,
    "board": str,
    "size": int,
    "symbols": str,
    "houses": [[int]],
    "rules": [{"rule": str, "forms": [dict]}],
    "puzzle": str,
    "solution": str,
    "cnf": str,
    "proper": [[int]],
    "irreducible": [str],
    "logic": [{"rule": str, "rating": int, "lemmas": [[int]]}],
    "digest": str,
}
#: What is proved of "logic".
LOGIC = "logic by propagation lemmas"
#: The keys that may be missing.
OPTIONAL = ("board", "rules", "irreducible", "logic")


class Verdict(NamedTuple):
    """What a right certificate proves: the claims, and of which puzzle on which board.

    The board is described in words, with its symbols in the order of their digits.
    """

    claims: tuple[str, ...]
    board: str
    puzzle: str


def require(holds: bool, problem: str) -> None:
    """Raise ValueError with the problem unless the condition holds."""
    if not holds:
        raise ValueError(problem)


# -- Reading --------------------------------------------------------------------------------------


def has_shape(value: Any, shape: Any) -> bool:
    """The value has exactly these types: true is not 1, and a list is not text."""
    if isinstance(shape, list):
        return type(value) is list and all(has_shape(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        if type(value) is not dict or list(value) != list(shape):
            return False
        return all(has_shape(value[key], shape[key]) for key in shape)
    return type(value) is shape


def read(line: bytes) -> dict[str, Any]:
    """The record in a line; its types, its digest and each of its bytes are as they must be."""
    require(len(line) <= LONGEST, f"it is longer than {LONGEST} bytes")
    record: dict[str, Any] = json.loads(line)
    require(type(record) is dict, "it is not a JSON object")
    shape = {key: SHAPE[key] for key in SHAPE if key in record or key not in OPTIONAL}
    require(has_shape(record, shape), "its keys and types are not those of a certificate")
    require(record["certificate"] == 1, "it is not of version 1 of the format")
    require(line == json.dumps(record).encode() + b"\n", "its bytes are not in the standard form")
    without = {key: record[key] for key in record if key != "digest"}
    digest = hashlib.sha256(json.dumps(without).encode()).hexdigest()
    require(record["digest"] == digest, "its digest does not match")
    return record


class Board(NamedTuple):
    """A board for the digits 1 … n, whose symbols are in that order.

    houses: all of them, rows and columns included, as lists of cells counted from 0.
    """

    n: int
    symbols: str
    cell_count: int
    houses: list[list[int]]


def board_of(record: dict[str, Any]) -> Board:
    """The board of a certificate: a named one lists all houses, a square one those beside lines."""
    n, symbols, houses = record["size"], record["symbols"], record["houses"]
    require(1 <= n <= LARGEST, f"the size is not from 1 to {LARGEST}")
    usable = symbols.isprintable() and "." not in symbols and " " not in symbols
    require(usable and len(symbols) == len(set(symbols)) == n, "there is not one symbol per digit")
    if "board" in record:
        require(record["board"] != "", "its board has no name")
        cell_count = len(record["puzzle"])
    else:
        cell_count = n * n
        rows = [list(range(n * r, n * r + n)) for r in range(n)]
        columns = [list(range(c, cell_count, n)) for c in range(n)]
        houses = rows + columns + houses
    require(1 <= cell_count <= MOST_CELLS, f"the board does not have 1 to {MOST_CELLS} cells")
    for cells in houses:
        require(1 <= len(cells) <= n, f"a house does not have 1 to {n} cells")
        require(cells == sorted(set(cells)), "the cells of a house are not in order")
        require(cells[0] >= 0 and cells[-1] < cell_count, "a house has cells outside the board")
    size = cell_count * n**2 + n * sum(len(cells) ** 2 for cells in houses)
    require(size <= 2 * MOST, f"the board has more than {MOST} clauses")
    return Board(n, symbols, cell_count, houses)


def variables_of(text: str, board: Board) -> set[int]:
    """The variables that a grid, one symbol per cell and "." for a blank, makes true."""
    require(len(text) == board.cell_count, "a grid does not have one character per cell")
    require(set(text) <= {*board.symbols, "."}, "a grid has other characters than the symbols")
    cells = [cell for cell, symbol in enumerate(text) if symbol != "."]
    return {board.n * cell + board.symbols.index(text[cell]) + 1 for cell in cells}


def read_rules(record: dict[str, Any], board: Board, rules: Rules | None) -> Meaning:
    """What the rules of the board mean; without rules, nothing is added."""
    if "rules" not in record:
        return [], lambda grid: True
    if rules is None:
        raise ValueError("its board has rules: rule_checker.py reads them")
    return rules(record["rules"], board.n, board.symbols, board.cell_count)


# -- The clauses of a board -----------------------------------------------------------------------


def groups_of(board: Board) -> list[Clause]:
    """Groups of variables of which at most one is true, and exactly one if there are n of them:
    the digits of each cell, then for each house and each digit the cells."""
    n = board.n
    groups = [[n * cell + d for d in range(1, n + 1)] for cell in range(board.cell_count)]
    for cells in board.houses:
        groups += [[n * cell + d for cell in cells] for d in range(1, n + 1)]
    return groups


def clauses_of(groups: list[Clause], n: int) -> Cnf:
    """The groups as clauses: one of these, where there are n of them; and no two of these."""
    cnf: Cnf = []
    for group in groups:
        if len(group) == n:
            cnf.append(group)
        cnf += [[-a, -b] for a, b in combinations(group, 2)]
    return cnf


def is_grid(true: set[int], groups: list[Clause], n: int) -> bool:
    """These true variables fill each cell with one digit, and each house as it must be."""
    for group in groups:
        number = len(true.intersection(group))
        if number > 1 or (number == 0 and len(group) == n):
            return False
    return True


def dimacs(cnf: Cnf) -> str:
    """The text of a CNF in the format of SAT solvers."""
    top = max(abs(literal) for clause in cnf for literal in clause)
    lines = [" ".join(map(str, [*clause, 0])) for clause in cnf]
    return "\n".join([f"p cnf {top} {len(cnf)}", *lines, ""])


# -- Proofs ---------------------------------------------------------------------------------------


class Propagation:
    """Unit propagation over a growing set of clauses.

    true: the literals that are known to be true; trail: the same in the order in which they became
    true. watching: by literal the clauses to look at when it becomes false. The first two literals
    of each clause are watched. Invariant, unless there is a contradiction: where a watched literal
    is false, the other one is true, and it is taken back no later than the false one.
    """

    def __init__(self, cnf: Iterable[Clause]) -> None:
        self.true: set[int] = set()
        self.trail: list[int] = []
        self.watching: dict[int, list[Clause]] = defaultdict(list)
        self.is_contradictory = False
        for clause in cnf:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        """Add a clause, and whatever follows from it."""
        ordered = sorted(clause, key=lambda literal: -literal in self.true)  # false ones last
        for literal in ordered[:2]:
            self.watching[literal].append(ordered)
        if all(-literal in self.true for literal in ordered[1:]) and not self.assume(ordered[:1]):
            self.is_contradictory = True

    def add_lemma(self, lemma: Clause) -> None:
        """Add a clause that follows by reverse unit propagation; ValueError if it does not."""
        require(not self.is_contradictory, f"the lemma {lemma} comes after the contradiction")
        require(0 not in lemma and lemma != [], f"the lemma {lemma} is not a clause")
        mark = len(self.trail)
        is_refuted = not self.assume([-literal for literal in lemma])
        self.true.difference_update(self.trail[mark:])
        del self.trail[mark:]
        require(is_refuted, f"the lemma {lemma} does not follow")
        self.add(lemma)

    def assume(self, literals: Clause) -> bool:
        """Make literals true, and all that follows by unit propagation; False if two oppose."""
        queue = list(literals)
        for literal in queue:  # the queue grows while it is read
            if -literal in self.true:
                return False
            if literal not in self.true:
                self.true.add(literal)
                self.trail.append(literal)
                queue += self._units_after(-literal)
        return True

    def _units_after(self, false: int) -> Clause:
        """The literals that must be true now that a watched literal has become false."""
        units = []
        for clause in self.watching.pop(false, ()):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], clause[0]
            for k in range(2, len(clause)):
                if -clause[k] not in self.true:  # watch this literal instead
                    clause[1], clause[k] = clause[k], clause[1]
                    break
            else:
                units.append(clause[0])
            self.watching[clause[1]].append(clause)
        return units


def propagated(cnf: Cnf, proof: Iterable[Clause]) -> Propagation:
    """The state after a CNF and lemmas, each of which follows from all before it."""
    known = Propagation(cnf)
    for lemma in proof:
        known.add_lemma(lemma)
    return known


# -- The verdict ----------------------------------------------------------------------------------


def check(line: bytes, rules: Rules | None = None) -> Verdict:
    """The verdict on a right certificate; ValueError says what is wrong with another.

    rules: how rules of the board are read; None if boards with rules are refused.
    """
    record = read(line)
    board = board_of(record)
    groups = groups_of(board)
    cnf = clauses_of(groups, board.n)
    more, keeps_rules = read_rules(record, board, rules)
    cnf += more
    givens, solution = (variables_of(record[key], board) for key in ("puzzle", "solution"))
    witnesses = [variables_of(text, board) for text in record.get("irreducible", [])]
    for grid in [solution, *witnesses]:
        require(is_grid(grid, groups, board.n), "a grid breaks a cell or a house")
        require(keeps_rules(grid), "a grid breaks a rule")
    require(givens <= solution, "the solution does not have the givens")
    cnf += [[given] for given in sorted(givens)]
    check_proper(record, cnf, solution)
    if "irreducible" in record:
        check_irreducible(givens, witnesses)
    if "logic" in record:
        check_logic(record["logic"], cnf, solution)
    return Verdict(claims_of(record), description(record, board), record["puzzle"])


def check_proper(record: dict[str, Any], cnf: Cnf, solution: set[int]) -> None:
    """No grid but the solution satisfies the clauses."""
    other = [*cnf, [-variable for variable in sorted(solution)]]
    digest = hashlib.sha256(dimacs(other).encode()).hexdigest()
    expected = f"pairwise, givens, not the solution: sha256 {digest}"
    require(record["cnf"] == expected, "its CNF is not the one of this puzzle")
    known = propagated(other, record["proper"])
    require(known.is_contradictory, "the proof does not exclude every other grid")


def check_irreducible(givens: set[int], witnesses: Sequence[set[int]]) -> None:
    """Each given in turn is the only one that its witness does not have."""
    require(len(witnesses) == len(givens), "there is not one witness per given")
    for given, witness in zip(sorted(givens), witnesses, strict=True):
        require(
            givens - witness == {given},
            f"the witness for variable {given} is not a solution without it",
        )


def check_logic(steps: list[dict[str, Any]], cnf: Cnf, solution: set[int]) -> None:
    """The lemmas of the steps follow, and lead to the whole solution."""
    known = propagated(cnf, [lemma for step in steps for lemma in step["lemmas"]])
    require(solution <= known.true, "the steps do not lead to the solution")


def first_value(symbols: str) -> int:
    """What the first symbol is worth to the rules; each of the others is worth one more."""
    return 0 if symbols[0] == "0" else 1


def claims_of(record: dict[str, Any]) -> tuple[str, ...]:
    """What was proved. Of "logic" the lemmas were judged, not the names or the ratings."""
    names = {
        "proper": "proper",
        "irreducible": "irreducible",
        "logic": LOGIC,
    }
    return tuple(names[key] for key in names if key in record)


def description(record: dict[str, Any], board: Board) -> str:
    """Which board it is, with everything that is not on the usual board of its size."""
    n, houses = board.n, record["houses"]
    if "board" in record:
        name, side = f"called {json.dumps(record['board'])}", MOST_CELLS
    else:
        name, side = f"{n}x{n}, no boxes", n
        for height in range(2, n):
            if n % height == 0 and houses[:n] == boxes(height, n // height):
                name, houses = f"{n}x{n}, boxes of {height}x{n // height}", houses[n:]
    parts = [name]
    if houses:
        cells = (",".join(f"r{c // side + 1}c{c % side + 1}" for c in house) for house in houses)
        parts.append(f"houses {'; '.join(cells)}")
    if "rules" in record:
        parts.append(f"rules {json.dumps(record['rules'])}")
    own = "a board of its own: " if len(parts) > 1 or "board" in record else ""
    worth = ""
    if "rules" in record:
        first = first_value(board.symbols)
        worth = f" worth {first} to {first + n - 1}"
    return f"{own}{', and '.join(parts)}, symbols {board.symbols}{worth}"


def boxes(height: int, width: int) -> list[list[int]]:
    """The boxes of a board of height·width digits, row by row, as lists of cells from 0."""
    n = height * width
    found = []
    for top in range(0, n, height):
        for left in range(0, n, width):
            start = n * top + left
            found.append([start + n * r + c for r in range(height) for c in range(width)])
    return found


def main(rules: Rules | None = None) -> int:
    """Answer each line of standard input; the status is 1 if a certificate is wrong."""
    status = 0
    while line := sys.stdin.buffer.readline(LONGEST + 1):
        try:
            claims, board, puzzle = check(line, rules)
            print(f"{', '.join(claims)}: {board}: {puzzle}")
        except (ValueError, RecursionError) as error:
            status = 1
            print(f"wrong: {str(error)[:400]!a}")
    return status


if __name__ == "__main__":
    sys.exit(main())
