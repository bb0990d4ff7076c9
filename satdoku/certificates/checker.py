"""Checks what a certificate claims of a puzzle: `python checker.py < FILE`.

This file needs Python's standard library and nothing else. It is meant to be read before it is
believed; docs/certify.md describes the format of a certificate. For each line of input it prints
one line of output, and it ends with status 1 if a certificate is wrong.

What is trusted: this file, Python, and its `json` and `hashlib`. Nothing that a certificate says is
trusted. Boards with further rules also need rule_checker.py, which has the same standing.

Why that is enough. Variable n·cell + d (cells from 0, digits 1 … n) stands for "the cell holds d".

1. The checker itself writes down the CNF: each cell holds exactly one digit, each house holds each
   digit at most once (and at least once if it has n cells), and the givens hold. Every grid that
   solves the puzzle satisfies all these clauses.
2. Grids are compared with cells, houses, rules and givens directly, without the CNF. So the
   solutions of "at least", the witnesses of "irreducible" and of "rules_needed", and the solution
   of "proper" are what they are said to be.
3. A refutation lists lemmas. A lemma is accepted only if unit propagation refutes its negation, so
   each follows from the clauses before it (reverse unit propagation, RUP; Goldberg and Novikov,
   2003). In the end the clauses contradict each other by unit propagation: nothing satisfies them.
4. "proper" refutes the CNF with one clause more, "not the solution"; "complete" refutes it with
   such a clause for each solution that it lists, so these are all, or there is none. "follows"
   refutes it with "not all of the conclusions", after it denies the candidates that the certificate
   says are denied; "equivalent" does so with the givens of another puzzle, and the reverse.
5. "irreducible" has a grid for each given, with all other givens and not this one: without the
   given there is a second solution. "rules_needed" has a grid for each rule, with all givens, that
   breaks this rule alone.
6. "logic" lists lemmas that follow from the CNF of 1 and that end in the whole solution. The names
   and the ratings of its steps are not judged.
7. "fewest" lists other grids. Givens from which the solution follows must include, for each of
   them, a cell in which it differs from the solution. That fewer givens than the puzzle's do so is
   refuted. "smallest" is the same for givens that contradict each other: each grid must break one
   of them.

The two hashes prove nothing. They say which DIMACS text the proof is about, for other checkers of
proofs, and that no byte has changed by accident.
"""

import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain, combinations
from typing import Any, NamedTuple

Clause = list[int]
Cnf = list[Clause]
#: What the rules of a board mean: their clauses, and for each rule whether a full grid (its true
#: variables) keeps it. Rules finds that for (rules, n, symbols, number of cells).
Meaning = tuple[Cnf, list[Callable[[set[int]], bool]]]
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
    "denied": [int],
    "solution": str,
    "solutions": [str],
    "cnf": str,
    "proper": [[int]],
    "complete": [[int]],
    "irreducible": [str],
    "rules_needed": [str],
    "logic": [{"rule": str, "rating": int, "lemmas": [[int]]}],
    "fewest": {"grids": [str], "lemmas": [[int]]},
    "smallest": {"puzzle": str, "grids": [str], "lemmas": [[int]]},
    "follows": {"literals": [int], "lemmas": [[int]]},
    "equivalent": {"puzzle": str, "there": [[int]], "back": [[int]]},
    "digest": str,
}
#: The keys of every certificate, and those of some boards.
ALWAYS = ("certificate", "size", "symbols", "houses", "puzzle", "digest")
OF_SOME_BOARDS = ("board", "rules")
#: The keys that describe the board.
OF_BOARD = ("board", "size", "symbols", "houses", "rules")
#: The other keys that go together: those of each kind of certificate, and those it may have too.
KINDS: list[tuple[set[str], set[str]]] = [
    ({"solution", "cnf", "proper"}, {"irreducible", "rules_needed", "logic", "fewest"}),
    ({"solutions", "cnf", "complete"}, {"smallest"}),
    ({"solutions"}, set()),
    ({"cnf", "follows"}, {"denied"}),
    ({"cnf", "equivalent"}, set()),
]
#: What is proved of "logic".
LOGIC = "logic by propagation lemmas"


class ProvenClaims(NamedTuple):
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
    own = {*record}.difference(ALWAYS, OF_SOME_BOARDS)
    is_known_kind = any(main <= own <= main | more for main, more in KINDS)
    shape = {key: SHAPE[key] for key in SHAPE if key in record or key in ALWAYS}
    fits = is_known_kind and has_shape(record, shape)
    require(fits, "its keys and types are not those of a certificate")
    require(record["certificate"] == 2, "it is not of version 2 of the format: certify it again")
    # So there is one way to write each record, and a key that comes twice, of which `json` keeps
    # the last, does not go unseen.
    require(line == json.dumps(record).encode() + b"\n", "its bytes are not in the standard form")
    # The digest says nothing of who made the record; it shows a byte that has changed by accident.
    without = {key: record[key] for key in record if key != "digest"}
    digest = hashlib.sha256(json.dumps(without).encode()).hexdigest()
    require(record["digest"] == digest, "its digest does not match")
    return record


class Board(NamedTuple):
    """A board for the digits 1 … n, whose symbols are in that order.

    houses: all of them, rows and columns included, as lists of cells counted from 0. side: how many
    cells are in a row, for the names of cells; those of a named board are numbered in one row.
    """

    n: int
    symbols: str
    cell_count: int
    houses: list[list[int]]
    side: int

    def cell_name(self, cell: int) -> str:
        """The name of a cell by its row and column."""
        return f"r{cell // self.side + 1}c{cell % self.side + 1}"


def board_of(record: dict[str, Any]) -> Board:
    """The board of a certificate: a named one lists all houses, a square one those beside lines."""
    n = record["size"]
    symbols = record["symbols"]
    houses = record["houses"]
    require(1 <= n <= LARGEST, f"the size is not from 1 to {LARGEST}")
    usable = symbols.isprintable() and "." not in symbols and " " not in symbols
    is_one_each = len(symbols) == len(set(symbols)) == n
    require(usable and is_one_each, "there is not one symbol per digit")
    if "board" in record:
        require(record["board"] != "", "its board has no name")
        cell_count = len(record["puzzle"])
        side = MOST_CELLS
    else:
        cell_count = n * n
        side = n
        rows = [list(range(n * r, n * r + n)) for r in range(n)]
        columns = [list(range(c, cell_count, n)) for c in range(n)]
        houses = rows + columns + houses
    require(1 <= cell_count <= MOST_CELLS, f"the board does not have 1 to {MOST_CELLS} cells")
    for cells in houses:
        require(1 <= len(cells) <= n, f"a house does not have 1 to {n} cells")
        require(cells == sorted(set(cells)), "the cells of a house are not in order")
        is_inside = cells[0] >= 0 and cells[-1] < cell_count
        require(is_inside, "a house has cells outside the board")
    # A group of k variables has about k²/2 pairs; this is twice the number of all pairs.
    of_cells = cell_count * n**2
    of_houses = n * sum(len(cells) ** 2 for cells in houses)
    require(of_cells + of_houses <= 2 * MOST, f"the board has more than {MOST} clauses")
    return Board(n, symbols, cell_count, houses, side)


def variables_of(text: str, board: Board) -> set[int]:
    """The variables that a grid, one symbol per cell and "." for a blank, makes true."""
    require(len(text) == board.cell_count, "a grid does not have one character per cell")
    require(set(text) <= {*board.symbols, "."}, "a grid has other characters than the symbols")
    true = set()
    for cell, symbol in enumerate(text):
        if symbol != ".":
            digit = board.symbols.index(symbol) + 1
            true.add(board.n * cell + digit)
    return true


def read_rules(record: dict[str, Any], board: Board, rules: Rules | None) -> Meaning:
    """What the rules of the board mean; without rules, nothing is added."""
    if "rules" not in record:
        return [], []
    if rules is None:
        raise ValueError("its board has rules: rule_checker.py reads them")
    return rules(record["rules"], board.n, board.symbols, board.cell_count)


# -- The clauses of a board -----------------------------------------------------------------------


def groups_of(board: Board) -> list[Clause]:
    """Groups of variables of which at most one is true, and exactly one if there are n of them:
    the digits of each cell, then for each house and each digit the cells."""
    n = board.n
    digits = range(1, n + 1)
    groups = []
    for cell in range(board.cell_count):
        groups.append([n * cell + d for d in digits])
    for cells in board.houses:
        for d in digits:
            groups.append([n * cell + d for cell in cells])
    return groups


def clauses_of(groups: list[Clause], n: int) -> Cnf:
    """The groups as clauses: one of these, where there are n of them; and no two of these."""
    cnf: Cnf = []
    for group in groups:
        if len(group) == n:
            cnf.append(group)
        for a, b in combinations(group, 2):
            cnf.append([-a, -b])
    return cnf


def is_grid(true: set[int], groups: list[Clause], n: int) -> bool:
    """These true variables fill each cell with one digit, and each house as it must be."""
    for group in groups:
        number = len(true.intersection(group))
        if number > 1 or (number == 0 and len(group) == n):
            return False
    return True


class Formula:
    """The clauses of a board, with what is the same for all puzzles on it.

    longer: the clauses of other than two literals. following: for each literal what else is true by
    a clause of two. top: the greatest variable.
    """

    def __init__(self, cnf: Cnf) -> None:
        self.count = len(cnf)
        self.text = lines_of(cnf)
        self.top = max(abs(literal) for clause in cnf for literal in clause)
        self.longer = [clause for clause in cnf if len(clause) != 2]
        self.following: dict[int, Clause] = defaultdict(list)
        for clause in cnf:
            if len(clause) == 2:
                a, b = clause
                self.following[-a].append(b)
                self.following[-b].append(a)

    def dimacs(self, own: Cnf) -> str:
        """The text of these clauses and others in the format of SAT solvers."""
        top = max([self.top, *(abs(literal) for clause in own for literal in clause)])
        count = self.count + len(own)
        return f"p cnf {top} {count}\n{self.text}{lines_of(own)}"


def lines_of(cnf: Iterable[Clause]) -> str:
    """The text of clauses, one per line."""
    text = []
    for clause in cnf:
        text.append(" ".join(map(str, [*clause, 0])))
        text.append("\n")
    return "".join(text)


# -- Proofs ---------------------------------------------------------------------------------------


class Propagation:
    """Unit propagation over a growing set of clauses.

    formula: clauses that are there from the start; those of two literals are used, not copied.
    true: the literals that are known to be true; trail: the same in the order in which they became
    true. watching: by literal the clauses to look at when it becomes false. The first two literals
    of each clause are watched. Invariant, unless there is a contradiction: where a watched literal
    is false, the other one is true, and it is taken back no later than the false one.
    """

    def __init__(self, formula: Formula, own: Iterable[Clause] = ()) -> None:
        self.following = formula.following
        self.true: set[int] = set()
        self.trail: list[int] = []
        self.watching: dict[int, list[Clause]] = defaultdict(list)
        self.is_contradictory = False
        for clause in chain(formula.longer, own):
            self.add(clause)

    def add(self, clause: Clause) -> None:
        """Add a clause, and whatever follows from it."""
        ordered = sorted(clause, key=lambda literal: -literal in self.true)  # false ones last
        for literal in ordered[:2]:
            self.watching[literal].append(ordered)
        is_unit = all(-literal in self.true for literal in ordered[1:])
        if clause == [] or (is_unit and not self.assume(ordered[:1])):
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
                queue += self.following.get(literal, ())
                queue += self._units_after(-literal)
        return True

    def _units_after(self, false: int) -> Clause:
        """The literals that must be true now that a watched literal has become false."""
        units = []
        for clause in self.watching.pop(false, ()):
            # The false one comes second, so that the first is the one left if no other can be
            # watched.
            if clause[0] == false:
                clause[0], clause[1] = clause[1], clause[0]
            for k in range(2, len(clause)):
                if -clause[k] not in self.true:  # watch this literal instead
                    clause[1], clause[k] = clause[k], clause[1]
                    break
            else:
                units.append(clause[0])
            # Under its own literal again where none was found: after the assumptions are taken back
            # it is watched as before.
            self.watching[clause[1]].append(clause)
        return units


def propagated(formula: Formula, own: Cnf, proof: Iterable[Clause]) -> Propagation:
    """The state after clauses and lemmas, each of which follows from all before it."""
    known = Propagation(formula, own)
    for lemma in proof:
        known.add_lemma(lemma)
    return known


# -- The finding ----------------------------------------------------------------------------------


class BoardTheory(NamedTuple):
    """What a board and its rules mean.

    formula: their clauses, without givens. judges: for each rule, whether a grid keeps it.
    """

    board: Board
    groups: list[Clause]
    formula: Formula
    judges: list[Callable[[set[int]], bool]]

    def broken_by(self, grid: set[int]) -> list[int]:
        """The rules that a grid breaks, by number from 0; its cells and houses must be right."""
        require(is_grid(grid, self.groups, self.board.n), "a grid breaks a cell or a house")
        return [number for number, keeps in enumerate(self.judges) if not keeps(grid)]

    def grids(self, texts: list[str]) -> list[set[int]]:
        """The grids in these texts, each of which keeps all rules of the board."""
        found = [variables_of(text, self.board) for text in texts]
        for grid in found:
            require(self.broken_by(grid) == [], "a grid breaks a rule")
        return found


class PuzzleTheory(NamedTuple):
    """A theory and givens, as variables."""

    theory: BoardTheory
    givens: set[int]

    @property
    def units(self) -> Cnf:
        """The givens as clauses."""
        return [[given] for given in sorted(self.givens)]


@lru_cache(maxsize=2)
def theory_of(text: str, rules: Rules | None) -> BoardTheory:
    """The theory of a board, from the part of a certificate that describes it, as JSON."""
    record = json.loads(text)
    board = board_of(record)
    groups = groups_of(board)
    more, judges = read_rules(record, board, rules)
    formula = Formula(clauses_of(groups, board.n) + more)
    return BoardTheory(board, groups, formula, judges)


class Refutation(NamedTuple):
    """That nothing satisfies some clauses: the lemmas lead from them to a contradiction.

    own: the clauses that are not in the formula.
    """

    formula: Formula
    own: Cnf
    lemmas: list[Clause]


class Claim(NamedTuple):
    """A claim in words, what was not judged yet, and which CNF the last refutation is about."""

    words: str
    refutations: list[Refutation]
    without: str | None = None

    def cnf(self) -> str:
        """The description of that CNF, with the digest of its text."""
        formula, own, _ = self.refutations[-1]
        digest = hashlib.sha256(formula.dimacs(own).encode()).hexdigest()
        return f"pairwise, givens{self.without}: sha256 {digest}"


def check(line: bytes, rules: Rules | None = None) -> ProvenClaims:
    """The finding on a right certificate; ValueError says what is wrong with another.

    rules: how rules of the board are read; None if boards with rules are refused.
    """
    record = read(line)
    puzzle = puzzle_of(record, rules)
    claims = claims_of(record, puzzle)
    for claim in claims:
        named = claim.without is None or record["cnf"] == claim.cnf()
        require(named, "its CNF is not the one of this puzzle")
        for refutation in claim.refutations:
            known = propagated(*refutation)
            require(known.is_contradictory, "the proof does not end in a contradiction")
    words = tuple([claim.words for claim in claims])
    return ProvenClaims(words, description(record, puzzle.theory.board), record["puzzle"])


def puzzle_of(record: dict[str, Any], rules: Rules | None) -> PuzzleTheory:
    """The puzzle of a certificate on its board."""
    described = {key: record[key] for key in OF_BOARD if key in record}
    # Without givens the description is the same for all puzzles of a board, whose theory is made
    # once.
    described["puzzle"] = "." * len(record["puzzle"])
    theory = theory_of(json.dumps(described), rules)
    return PuzzleTheory(theory, variables_of(record["puzzle"], theory.board))


def claims_of(record: dict[str, Any], puzzle: PuzzleTheory) -> list[Claim]:
    """The claims of a certificate. All but their refutations is judged here."""
    return [claim(record, puzzle) for key, claim in CLAIMS.items() if key in record]


def not_all(literals: Iterable[int]) -> Clause:
    """The clause "not all of these"."""
    return [-literal for literal in sorted(literals)]


def solutions_of(record: dict[str, Any], puzzle: PuzzleTheory) -> list[set[int]]:
    """The solutions in a certificate, which are different and have the givens."""
    texts = [record["solution"]] if "solution" in record else record["solutions"]
    found = puzzle.theory.grids(texts)
    for solution in found:
        require(puzzle.givens <= solution, "a solution does not have the givens")
    require(len(set(texts)) == len(texts), "a solution is listed twice")
    return found


def proper(record: dict[str, Any], puzzle: PuzzleTheory) -> Claim:
    """No grid but the solution solves the puzzle."""
    (solution,) = solutions_of(record, puzzle)
    own = [*puzzle.units, not_all(solution)]
    refutation = Refutation(puzzle.theory.formula, own, record["proper"])
    return Claim("proper", [refutation], ", not the solution")


def solutions(record: dict[str, Any], puzzle: PuzzleTheory) -> Claim:
    """The puzzle has these solutions, and with "complete" no others."""
    found = solutions_of(record, puzzle)
    words = "1 solution" if len(found) == 1 else f"{len(found)} solutions"
    if "complete" not in record:
        return Claim(f"at least {words}", [])
    own = puzzle.units
    for solution in found:
        own.append(not_all(solution))
    refutation = Refutation(puzzle.theory.formula, own, record["complete"])
    if not found:
        return Claim("no solution", [refutation], "")
    return Claim(f"exactly {words}", [refutation], ", not the solutions")


def irreducible(record: dict[str, Any], puzzle: PuzzleTheory) -> Claim:
    """Each given in turn is the only one that its witness does not have."""
    witnesses = puzzle.theory.grids(record["irreducible"])
    require(len(witnesses) == len(puzzle.givens), "there is not one witness per given")
    for given, witness in zip(sorted(puzzle.givens), witnesses, strict=True):
        missing = puzzle.givens - witness
        problem = f"the witness for variable {given} is not a solution without it"
        require(missing == {given}, problem)
    return Claim("irreducible", [])


def rules_needed(record: dict[str, Any], puzzle: PuzzleTheory) -> Claim:
    """Each rule in turn is the only one that its witness breaks, and the witness has the givens."""
    theory = puzzle.theory
    witnesses = [variables_of(text, theory.board) for text in record["rules_needed"]]
    require(len(witnesses) == len(theory.judges), "there is not one witness per rule")
    for number, witness in enumerate(witnesses):
        fits = theory.broken_by(witness) == [number] and puzzle.givens <= witness
        require(fits, f"the witness for rule {number} is not a solution without it")
    return Claim("each rule needed", [])


def logic(record: dict[str, Any], puzzle: PuzzleTheory) -> Claim:
    """The lemmas of the steps follow, and lead to the whole solution."""
    lemmas: list[Clause] = []
    for step in record["logic"]:
        lemmas += step["lemmas"]
    known = propagated(puzzle.theory.formula, puzzle.units, lemmas)
    (solution,) = solutions_of(record, puzzle)
    require(solution <= known.true, "the steps do not lead to the solution")
    return Claim(LOGIC, [])


def fewest(record: dict[str, Any], puzzle: PuzzleTheory) -> Claim:
    """No fewer givens have this solution alone: in some grid, all of them would be right."""
    evidence = record["fewest"]
    board = puzzle.theory.board
    (solution,) = solutions_of(record, puzzle)
    differences = []
    for grid in puzzle.theory.grids(evidence["grids"]):
        cells = [(variable - 1) // board.n for variable in sorted(solution - grid)]
        differences.append([cell + 1 for cell in cells])
    fewer = len(puzzle.givens) - 1
    cnf = none_hit(differences, board.cell_count, fewer)
    refutation = Refutation(Formula(cnf), [], evidence["lemmas"])
    return Claim("fewest givens of its solution", [refutation])


def smallest(record: dict[str, Any], puzzle: PuzzleTheory) -> Claim:
    """No fewer givens of another puzzle, with all of these, contradict each other."""
    evidence = record["smallest"]
    others = sorted(variables_of(evidence["puzzle"], puzzle.theory.board))
    require(record["solutions"] == [], "its givens do not contradict each other")
    require(puzzle.givens <= {*others}, "its givens are not those of the larger puzzle")
    broken = []
    for grid in puzzle.theory.grids(evidence["grids"]):
        broken.append([number for number, given in enumerate(others, 1) if given not in grid])
    fewer = len(puzzle.givens) - 1
    cnf = none_hit(broken, len(others), fewer)
    refutation = Refutation(Formula(cnf), [], evidence["lemmas"])
    return Claim(f"smallest conflict of {evidence['puzzle']}", [refutation])


def none_hit(sets: list[Clause], top: int, most: int) -> Cnf:
    """Clauses: of the variables 1 … top at most `most` are true, and one of each set is.

    Source: C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints" (2005).
    """
    require([] not in sets, "a grid breaks nothing")
    require(top * most <= MOST, f"more than {MOST} clauses would be needed")
    if most < 1:
        all_false = [[-i] for i in range(1, top + 1)]
        return sets + all_false

    def reached(i: int, j: int) -> int:
        """The variable "of the first i variables j are true"."""
        return top + most * (i - 1) + j

    cnf = list(sets)
    for i in range(1, top + 1):
        # Only from the variables to their number, not back: a number that is too high does no harm,
        # since nothing follows from it but that no more variables may be true.
        cnf.append([-i, reached(i, 1)])
    for i in range(2, top + 1):
        for j in range(1, most + 1):
            before = reached(i - 1, j)
            cnf.append([-before, reached(i, j)])
            if j < most:
                cnf.append([-i, -before, reached(i, j + 1)])
            else:  # one more would be too many
                cnf.append([-i, -before])
    return cnf


def follows(record: dict[str, Any], puzzle: PuzzleTheory) -> Claim:
    """The conclusions hold in every solution in which no denied candidate is true."""
    literals = record["follows"]["literals"]
    denied = record.get("denied", [])
    board = puzzle.theory.board
    require(literals != [], "it has no conclusion")
    for number in literals + denied:
        fits = 1 <= abs(number) <= board.n * board.cell_count
        require(fits, f"{number} is no candidate of the board")
    premises = [-abs(variable) for variable in denied]
    own = puzzle.units
    for premise in premises:
        own.append([premise])
    own.append([-literal for literal in literals])
    words = f"{names_of(literals, board)} follows"
    if premises:
        words += f" from the givens and {names_of(premises, board)}"
    refutation = Refutation(puzzle.theory.formula, own, record["follows"]["lemmas"])
    return Claim(words, [refutation], ", not the conclusions")


def names_of(literals: list[int], board: Board) -> str:
    """The names of some literals."""
    return ", ".join([literal_name(literal, board) for literal in literals])


def literal_name(literal: int, board: Board) -> str:
    """A cell and its digit, or that it does not hold it."""
    cell, digit = divmod(abs(literal) - 1, board.n)
    sign = "=" if literal > 0 else "<>"
    return f"{board.cell_name(cell)}{sign}{board.symbols[digit]}"


def equivalent(record: dict[str, Any], puzzle: PuzzleTheory) -> Claim:
    """The puzzle and another one on the same board have the same solutions."""
    evidence = record["equivalent"]
    formula = puzzle.theory.formula
    other = PuzzleTheory(puzzle.theory, variables_of(evidence["puzzle"], puzzle.theory.board))
    there = [*puzzle.units, not_all(other.givens)]
    back = [*other.units, not_all(puzzle.givens)]
    refutations = [
        Refutation(formula, back, evidence["back"]),
        Refutation(formula, there, evidence["there"]),
    ]
    words = f"equivalent to {evidence['puzzle']}"
    return Claim(words, refutations, ", not those of the other")


#: The claims by the key of their evidence.
CLAIMS: dict[str, Callable[[dict[str, Any], PuzzleTheory], Claim]] = {
    "proper": proper,
    "solutions": solutions,
    "irreducible": irreducible,
    "rules_needed": rules_needed,
    "logic": logic,
    "fewest": fewest,
    "smallest": smallest,
    "follows": follows,
    "equivalent": equivalent,
}


def first_value(symbols: str) -> int:
    """What the first symbol is worth to the rules; each of the others is worth one more."""
    return 0 if symbols[0] == "0" else 1


def description(record: dict[str, Any], board: Board) -> str:
    """Which board it is, with everything that is not on the usual board of its size."""
    n = board.n
    houses = record["houses"]
    if "board" in record:
        name = f"called {json.dumps(record['board'])}"
    else:
        name = f"{n}x{n}, no boxes"
        for height in range(2, n):
            width = n // height
            if n % height == 0 and houses[:n] == boxes(height, width):
                name = f"{n}x{n}, boxes of {height}x{width}"
                houses = houses[n:]
    parts = [name]
    if houses:
        listed = [",".join(map(board.cell_name, house)) for house in houses]
        parts.append(f"houses {'; '.join(listed)}")
    symbols = f"symbols {board.symbols}"
    if "rules" in record:
        parts.append(f"rules {json.dumps(record['rules'])}")
        first = first_value(board.symbols)
        symbols += f" worth {first} to {first + n - 1}"
    words = ", and ".join(parts)
    if len(parts) > 1 or "board" in record:
        words = f"a board of its own: {words}"
    return f"{words}, {symbols}"


def boxes(height: int, width: int) -> list[list[int]]:
    """The boxes of a board of height·width digits, row by row, as lists of cells from 0."""
    n = height * width
    found = []
    for top in range(0, n, height):
        for left in range(0, n, width):
            cells: list[int] = []
            for r in range(top, top + height):
                start = n * r + left
                cells += range(start, start + width)
            found.append(cells)
    return found


def main(rules: Rules | None = None) -> int:
    """Answer each line of standard input; the status is 1 if a certificate is wrong."""
    status = 0
    # The limit is for memory: a longer line comes in parts, and each part is refused.
    while line := sys.stdin.buffer.readline(LONGEST + 1):
        try:
            found = check(line, rules)
            claims = ", ".join(found.claims)
            print(f"{claims}: {found.board}: {found.puzzle}")
        except (ValueError, RecursionError) as error:
            status = 1
            print(f"wrong: {str(error)[:400]!a}")
    return status


if __name__ == "__main__":
    sys.exit(main())
