"""Boards with random mixtures of rules: the search on masks against a solver on the clauses.

    python benchmarks/mixtures.py [--boards N] [--seed S] [--judge ENGINE] [--listed SHARE]

Each board has 1 to 4 random rules of any kinds, most of which a random grid keeps, and some of the
grid's digits. Both engines count its solutions up to `MOST`. Of a share of the boards, solutions
are listed too: they must be the same boards, and each must keep every rule by its definition
(`satdoku.constraints.evaluate`), which uses neither clauses nor masks.

One line per difference, with the board as Python; then a summary. Status 1 if there is any.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from contextlib import suppress

import satdoku
from satdoku import Constraint, Layout, LayoutError, Puzzle, SatdokuError
from satdoku.constraints.evaluate import keeps
from satdoku.constraints.registry import KINDS

#: (board, its weight in the choice, the fewest and the most givens)
BOARDS = (
    ("4x4", 12, (0, 6)),
    ("4x4+from-0", 2, (0, 6)),
    ("5x5/latin", 2, (2, 9)),
    ("6x6", 8, (6, 16)),
    ("6x6+from-0", 1, (6, 16)),
    ("6x6/jigsaw:111222111422333424335444355666555666+diagonal", 1, (4, 14)),
    ("9x9", 4, (20, 36)),
)
#: The most solutions counted, and listed.
MOST = 1000
#: Random numbers and cells tried until the grid keeps the rule.
TRIES = 30
#: The share of rules that need not be kept by the grid.
ANY = 0.1
#: Kinds on boards of their own, and the kind that has others in it.
ELSEWHERE = {"chaos-construction", "chaos-arrow", "chaos-count", "doppelganger", "or"}
KIND_NAMES = [name for name, kind in KINDS.items() if not kind.on_layer and name not in ELSEWHERE]
#: Kinds that `or` takes.
INSIDE = [name for name in KIND_NAMES if name not in ("connected", "no-equal-lines", "same-values")]
AUTOMATA = (">a 1 2 a, a 3 4 b!, b 1 2 3 4 a", ">a 1 b, b 2 a!, a 3 4 a", ">a! 1 2 3 b, b! 4 a")
EXPRESSIONS = (".*(12|34).*", "(1|2)*3?.*", ".*2[^13].*", "(12?|3|4)+")
FORMULAS = {
    1: ("# mod 3 > 0", "not # = 2"),
    2: ("# < # * 2", "# mod 2 = # mod 2", "max(#, #) > 2"),
    3: ("# * # - # <= 5", "# + # <> #", "# < # or # > 2"),
    8: ("max(#, #) * # <> # + 4 or count(#4 > 2) = 2",),
}


class Mixture:
    """Random rules for a board. grid: what most of them hold for."""

    def __init__(self, layout: Layout, seed: int) -> None:
        self.layout = layout
        self.random = random.Random(seed)
        self.grid = satdoku.random_grid(layout, seed=seed).cells

    def rule(self, name: str, is_any: bool = False) -> Constraint | None:
        """Return a rule of a kind that the grid keeps, or does not need to; None if none is
        found."""
        for _ in range(TRIES):
            rule = self.drawn(name)
            try:
                self.layout.with_constraints(rule)
                if keeps(self.grid, rule, self.layout) or is_any:
                    return rule
            except LayoutError:
                continue
        return None

    def drawn(self, name: str) -> Constraint:
        """Return some rule of a kind, which the board may refuse."""
        kind = KINDS[name]
        numbers = self.numbers(name)
        if not kind.cells[1]:
            return Constraint(name, (), numbers)
        cells = self.cells(max(kind.cells[0], 1))
        text = ""
        if name == "sum":
            return self.sum(cells)
        if name == "regex":
            text = self.random.choice(EXPRESSIONS)
        if name == "automaton":
            text = self.random.choice(AUTOMATA)
        if name == "formula":
            count = self.random.choice([*FORMULAS])
            cells = self.some_cells(count)
            text = self.random.choice(FORMULAS[count])
        return Constraint(name, cells, numbers, text)

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return numbers as many as a kind takes, small ones most often."""
        size = self.layout.size
        fewest, most = KINDS[name].values
        count = self.random.randint(fewest, min(most, fewest + 2))
        if name in ("relation", "relation-all"):
            count = 2 * size
        largest = self.random.choice((2, size, size, size, 3 * size))
        return tuple([self.random.randint(0, largest) for _ in range(count)])

    def cells(self, fewest: int) -> tuple[int, ...]:
        """Return a house, a walk, or cells anywhere."""
        size = self.layout.size
        way = self.random.random()
        if way < 0.3:
            house = self.random.choice(self.layout.houses).cells
            return house if self.random.random() < 0.5 else house[::-1]
        count = self.random.randint(fewest, max(fewest, min(size, 6)))
        if way < 0.7:
            return self.walk(count)
        return self.some_cells(count)

    def some_cells(self, count: int) -> tuple[int, ...]:
        """Return different cells anywhere."""
        return tuple(self.random.sample(range(self.layout.cell_count), count))

    def walk(self, count: int) -> tuple[int, ...]:
        """Return cells of which each touches the next, fewer if the walk is stuck."""
        width = self.layout.places.width
        walk = [self.random.randrange(self.layout.cell_count)]
        while len(walk) < count:
            r, c = divmod(walk[-1], width)
            near = []
            for cell in range(self.layout.cell_count):
                down, across = divmod(cell, width)
                if max(abs(down - r), abs(across - c)) == 1 and cell not in walk:
                    near.append(cell)
            if not near:
                break
            walk.append(self.random.choice(near))
        return tuple(walk)

    def sum(self, cells: tuple[int, ...]) -> Constraint:
        """Return a sum, with coefficients in half of the cases."""
        first = self.layout.digits[0] - 1
        factors = [1] * len(cells)
        if self.random.random() < 0.5:
            factors = [self.random.choice((-2, -1, 1, 2, 3, 10)) for _ in cells]
        total = 0
        for factor, cell in zip(factors, cells, strict=True):
            total += factor * (self.grid[cell] + first)
        return Constraint("sum", cells, (total, *factors))

    def alternatives(self) -> Constraint:
        """Return an `or` of two or three alternatives; the first may be kept by the grid."""
        parts = []
        for place in range(self.random.randint(2, 3)):
            names = self.random.choices(INSIDE, k=self.random.randint(1, 2))
            rules = [self.rule(name, is_any=place > 0) for name in names]
            parts.append(tuple([rule for rule in rules if rule]))
        return Constraint("or", parts=tuple(parts))

    def puzzle(self, givens: tuple[int, int]) -> Puzzle:
        """Return a board with 1 to 4 rules and some of the grid's digits."""
        layout = self.layout
        for _ in range(self.random.randint(1, 4)):
            if self.random.random() < 0.1:
                rule = self.alternatives()
            else:
                is_any = self.random.random() < ANY
                rule = self.rule(self.random.choice(KIND_NAMES), is_any=is_any)
            if rule:
                with suppress(LayoutError):
                    layout = layout.with_constraints(rule)
        count = self.random.randint(*givens)
        kept = set(self.some_cells(count))
        cells = [digit if cell in kept else 0 for cell, digit in enumerate(self.grid)]
        return Puzzle(tuple(cells), layout)


def main() -> int:
    """Compare the engines on boards, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", default="native")
    parser.add_argument("--listed", type=float, default=0.2)
    options = parser.parse_args()
    outcomes: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    draw = random.Random(options.seed)
    weights = [weight for _, weight, _ in BOARDS]
    for number in range(options.boards):
        name, _, givens = draw.choices(BOARDS, weights)[0]
        mixture = Mixture(Layout.named(name), options.seed * 1_000_000 + number)
        puzzle = mixture.puzzle(givens)
        is_listed = draw.random() < options.listed
        outcome = compared(puzzle, options.judge, is_listed)
        outcomes[outcome] += 1
        outcomes["listed"] += is_listed
        kinds.update({constraint.kind for constraint in puzzle.layout.constraints})
        if outcome not in EXPECTED:
            print(f"{outcome}: Puzzle({puzzle.cells}, {puzzle.layout.name!r})", flush=True)
    wrong = sum(n for outcome, n in outcomes.items() if outcome not in (*EXPECTED, "listed"))
    missing = sorted({*KIND_NAMES, "or"} - kinds.keys())
    print(f"seed {options.seed}: {options.boards} boards, {wrong} different; {dict(outcomes)}")
    print(f"kinds: {len(kinds)}, without {', '.join(missing) or 'none missing'}")
    return int(wrong > 0)


#: Outcomes that are no difference.
EXPECTED = ("no solution", "one", "several", f"{MOST} or more", "refused by both")


def compared(puzzle: Puzzle, judge: str, is_listed: bool) -> str:
    """Return what came out."""
    counts = []
    for engine in ("masks", judge):
        try:
            counts.append(satdoku.count(puzzle, limit=MOST, engine=engine))
        except SatdokuError as error:
            counts.append(-1)
            refusal = str(error)
        except Exception as error:  # a fault of the product, to be shown with its board
            return f"{engine} fails: {error!r}"
    found, wanted = counts
    if found != wanted:
        why = f" ({refusal})" if -1 in counts else ""
        return f"masks count {found}, {judge} {wanted}{why}"
    if found == -1:
        return "refused by both"
    if is_listed and found < MOST:
        ours = [board.cells for board in satdoku.solutions(puzzle, engine="masks")]
        theirs = [board.cells for board in satdoku.solutions(puzzle, engine=judge)]
        if len(ours) != found or set(ours) != set(theirs):
            return "other solutions"
        for cells in ours:
            if not all(keeps(cells, rule, puzzle.layout) for rule in puzzle.layout.constraints):
                return "a solution breaks a rule"
    if found == MOST:
        return f"{MOST} or more"
    return {0: "no solution", 1: "one"}.get(found, "several")


if __name__ == "__main__":
    raise SystemExit(main())
