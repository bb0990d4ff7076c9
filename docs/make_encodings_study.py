"""Makes the tables of docs/encodings-study.md: the encodings, measured.

    python docs/make_encodings_study.py                       about a minute
    python docs/make_encodings_study.py 17.txt hardest.txt    the table of files of puzzles, too

All puzzles are generated with fixed seeds, so anybody can repeat the page; only times, and the
conflicts of another version of python-sat, differ. A table replaces the one on the page whose first
column has the same head; the text between the tables is written by hand.

Sources of the methods: I. Lynce, J. Ouaknine, "Sudoku as a SAT problem" (AIMATH 2006), unit
propagation and failed literals; G. Kwon, H. Jain, "Optimized CNF encoding for Sudoku puzzles" (LPAR
2006), fixed cells; C. Gomes, B. Selman, "Problem structure in the presence of perturbations" (AAAI
1997), partly filled Latin squares.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import Any

from pysat.solvers import Solver

import satdoku
from satdoku.operations.comparison import machine
from satdoku.random_stream import RandomStream

PAGE = Path(__file__).parent / "encodings-study.md"
#: Generated puzzles, and the puzzles of each file.
PUZZLES, OF_FILE = 100, 100
SEED = 1
BOARDS = ("4x4", "9x9", "16x16", "25x25", "36x36")
#: Boards whose size is shown with half of the cells given.
HALF_FULL = ("16x16", "25x25", "36x36", "49x49")
ENGINES = ("glucose4", "minicard", "cadical153")
#: Boards on which givens are drawn, with the number of drawings, and the shares of givens.
DRAWN = {"9x9": 100, "9x9/latin": 100, "16x16": 15, "16x16/latin": 15, "25x25/latin": 10}
SHARES = (10, 20, *range(30, 75, 5))
#: The puzzle of docs/sat.md.
SIMPLIFIED = "....6..8..2.........1.......7....1.25...3..........4....42.1...3..7..6.........5."


@cache
def puzzles() -> tuple[satdoku.Puzzle, ...]:
    """The generated puzzles."""
    return tuple(satdoku.generate(PUZZLES, seed=SEED, keep="proper"))


@cache
def formula(layout: str, encoding: str) -> Any:
    """The board as PySAT's `CNF`."""
    return satdoku.Theory.of(layout).cnf(encoding)


def table(head: str, rows: Iterable[Sequence[object]]) -> str:
    """A table; head: its columns, separated by commas, numbers from the second on."""
    columns = head.split(", ")
    lines = [columns, ["---", *["---:"] * (len(columns) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def percent(part: float, whole: float) -> str:
    """A share."""
    return f"{100 * part / whole:.0f} %"


# Sizes


def encodings() -> list[str]:
    """The encodings of `satdoku encodings`."""
    return [row.name for row in satdoku.cnf_encodings()]


def sizes(boards: Sequence[str] = BOARDS) -> str:
    """Variables and clauses of each encoding on each board."""
    rows = {name: [name] for name in encodings()}
    for board in boards:
        for row in satdoku.cnf_encodings(board):
            rows[row.name].append(f"{row.variables:,} / {row.clauses:,}")
    return table(", ".join(["variables / clauses", *boards]), rows.values())


def fixed_cells(puzzle: satdoku.Puzzle) -> tuple[int, int]:
    """The variables and clauses of the encoding pairwise that are left when givens and what they
    exclude at once are removed (Kwon and Jain 2006)."""
    theory, true = satdoku.Theory.of(puzzle.layout), set(puzzle.givens)
    gone = {v for c in theory.clauses if not true.isdisjoint(c.variables) for v in c.variables}
    left = [
        sum(v not in gone for v in c.variables)
        for c in theory.clauses
        if true.isdisjoint(c.variables)
    ]
    return theory.variable_count - len(gone), sum(1 + m * (m - 1) // 2 for m in left)


def simplification(half_full: Sequence[str] = HALF_FULL) -> str:
    """Sizes of encoding pairwise with givens: as it is, without fixed cells, simplified."""
    unsolved = next(p for p in puzzles() if not satdoku.check(p).logic_solvable)
    small = [
        ("the puzzle of [sat.md](sat.md)", satdoku.parse(SIMPLIFIED)),
        ("the first that propagation does not solve", unsolved),
    ]
    large = [(f"{board}, half of the cells", with_holes(board, 50, 0)) for board in half_full]
    rows = []
    for what, puzzle in small + large:
        size = next(row for row in satdoku.cnf_encodings(puzzle.layout) if row.name == "pairwise")
        variables, clauses = fixed_cells(puzzle)
        simplified = (
            ""
            if (what, puzzle) in large
            else "{:,} / {:,}".format(
                *map(
                    int,
                    re.findall(
                        r"^p cnf (\d+) (\d+)",
                        satdoku.export(puzzle, simplified=True).text(),
                        re.MULTILINE,
                    )[0],
                )
            )
        )
        rows.append(
            (
                what,
                f"{puzzle.clues:,}",
                f"{size.variables:,} / {size.clauses + puzzle.clues:,}",
                f"{variables:,} / {clauses:,}",
                f"{size.clauses / clauses:.1f}",
                simplified,
            )
        )
    return table(
        "board, givens, extended, fixed cells removed, times fewer clauses, `export --simplify`",
        rows,
    )


# Propagation


@dataclass(frozen=True)
class Strength:
    """What an encoding decides on puzzles. decided: the mean share of variables that unit
    propagation decides; propagated, probed: puzzles solved by it, and by failed literals."""

    decided: float
    propagated: int
    probed: int


def strength(encoding: str, tried: Sequence[satdoku.Puzzle]) -> Strength:
    """Measure an encoding on proper puzzles."""
    cnf, shares, propagated, probed = formula("9x9", encoding), [], 0, 0
    with Solver("minisat22", bootstrap_with=cnf.clauses) as kept:
        for puzzle in tried:
            implied = kept.propagate(assumptions=list(puzzle.givens))[1]
            known = {literal for literal in implied if abs(literal) <= 729}
            shares.append(len(known) / 729)
            propagated += len(known) == 729
            probed += failed_literals(cnf, puzzle)
    return Strength(mean(shares), propagated, probed)


def failed_literals(cnf: Any, puzzle: satdoku.Puzzle) -> bool:
    """Whether failed literals of the board's variables solve a proper puzzle: a literal from which
    unit propagation finds a contradiction is false, until there is no more.

    Only literals that are false in the solution can fail, so no others are tried.
    """
    solution = satdoku.solution(puzzle)
    assert solution
    true = set(solution.givens)
    false = [-v if v in true else v for v in range(1, 730)]
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        for given in puzzle.givens:
            solver.add_clause([given])
        before = len(false) + 1
        while false and len(false) < before:
            before, tried, false = len(false), false, []
            for literal in tried:
                if solver.propagate(assumptions=[literal])[0]:
                    false.append(literal)
                else:
                    solver.add_clause([-literal])
    return not false


def strength_row(encoding: str) -> str:
    """The beginning of an encoding's line in the table of propagation and times."""
    found = strength(encoding, puzzles())
    return (
        f"| {encoding} | {percent(found.decided, 1)} | {percent(found.propagated, PUZZLES)} | "
        f"{percent(found.probed, PUZZLES)} |"
    )


def of_files(files: Sequence[str]) -> str:
    """What encodings find on the first puzzles of each file; equal encodings on one line."""
    tried = {
        Path(name).name: list(islice(satdoku.parse_all(Path(name).read_text()), OF_FILE))
        for name in files
    }
    together: dict[tuple[str, ...], list[str]] = {}
    for encoding in encodings():
        cells: list[str] = []
        for own in tried.values():
            found = strength(encoding, own)
            cells += percent(found.propagated, len(own)), percent(found.probed, len(own))
        together.setdefault(tuple(cells), []).append(encoding)
    head = [f"{name}: {how}" for name in tried for how in ("propagation", "failed literals")]
    rows = [(", ".join(who), *cells) for cells, who in together.items()]
    return table(", ".join(["encodings", *head]), rows)


# Times


def propagation_and_times() -> tuple[str, str]:
    """The table, and the line on what was measured."""
    compared = satdoku.compare(puzzles(), ENGINES, ["all"], seed=SEED)
    by = {summary.contender: summary for summary in compared.summaries}
    rows = []
    for encoding in (*encodings(), "native"):
        own = [by.get(f"{engine}/{encoding}") for engine in ENGINES]
        start = "| native | | | |" if encoding == "native" else strength_row(encoding)
        times = [f"{s.median_ms:.2f}" if s else "" for s in own]
        loading = next(f"{s.loading_ms:.0f}" for s in own if s)
        rows.append([*start.strip("| ").split(" | "), *times, loading])
    rows[-1][1:1] = [""] * 3
    measured = (
        f"{len(compared.measurements):,} answers, {len(compared.disagreements)} differences, on "
        f"{machine()}."
    )
    head = ["encoding", "decided", "propagation", "failed literals", *ENGINES, "loading"]
    return table(", ".join(head), rows), measured


# The hard region


def with_holes(board: str, share: int, number: int) -> satdoku.Puzzle:
    """A random full grid of which that percentage of cells is kept."""
    grid = satdoku.random_grid(board, seed=SEED, index=number)
    cells = len(grid.cells)
    kept = set(RandomStream(SEED + 1, number).permutation(cells)[: round(cells * share / 100)])
    return satdoku.Puzzle(tuple(d * (c in kept) for c, d in enumerate(grid.cells)), grid.layout)


def placed(board: str, share: int, number: int) -> satdoku.Puzzle | None:
    """That percentage of cells, one after another, each with a random digit that its houses do not
    hold; None if cells run out."""
    layout, stream = satdoku.Layout.named(board), RandomStream(SEED + 2, number)
    peers = peers_of(board)
    n, excluded, chosen = layout.size, set[int](), list[int]()
    for cell in stream.permutation(n * n):
        if len(chosen) == round(n * n * share / 100):
            break
        free = [v for v in range(n * cell + 1, n * cell + n + 1) if v not in excluded]
        if free:
            chosen.append(free[stream.below(len(free))])
            excluded |= peers[chosen[-1]]
    else:
        return None
    return satdoku.Puzzle.from_variables(sorted(chosen), layout)


@cache
def peers_of(board: str) -> dict[int, set[int]]:
    """By variable, the variables that are in a clause with it."""
    peers: dict[int, set[int]] = {}
    for clause in satdoku.Theory.of(board).clauses:
        for variable in clause.variables:
            peers.setdefault(variable, set()).update(clause.variables)
    return peers


def solve(puzzle: satdoku.Puzzle, board: str) -> tuple[bool, bool, int, int]:
    """(solvable, with one solution, conflicts, decisions) of a fresh MiniSat on pairwise; conflicts
    and decisions to the first answer."""
    with Solver("minisat22", bootstrap_with=formula(board, "pairwise").clauses) as solver:
        for given in puzzle.givens:
            solver.add_clause([given])
        solvable, did = solver.solve(), solver.accum_stats()
        proper = False
        if solvable:
            solver.add_clause([-v for v in solver.get_model() if v > 0])
            proper = not solver.solve()
    return solvable, proper, did["conflicts"], did["decisions"]


def region(draw: Any) -> Iterator[tuple[int, str, list[tuple[bool, bool, int, int]], int]]:
    """Yield (share, board, what was measured, how many were drawn)."""
    for share in SHARES:
        for board, count in DRAWN.items():
            drawn = [draw(board, share, number) for number in range(count)]
            yield share, board, [solve(p, board) for p in drawn if p], count


def region_table(head: str, draw: Any, asked: int) -> str:
    """By share of givens and board, the share of boards that are solvable (asked = 0) or proper
    (asked = 1), the mean number of conflicts and of decisions."""
    rows: dict[int, list[str]] = {share: [f"{share} %"] for share in SHARES}
    for share, _, found, count in region(draw):
        conflicts, decisions = (mean([f[i] for f in found] or [0]) for i in (2, 3))
        asking = percent(sum(f[asked] for f in found), count)
        rows[share].append(f"{asking} · {conflicts:.1f} · {decisions:.0f}")
    return table(", ".join([head, *DRAWN]), rows.values())


def replaced(page: str, new: str) -> str:
    """The page with a table instead of the one with the same head of its first column."""
    start = new[: new.index(" | ") + 3]
    return re.sub(
        rf"^{re.escape(start)}.*\n(?:\|.*\n)*", lambda _: new + "\n", page, flags=re.MULTILINE
    )


def main() -> None:
    """Write the page."""
    files = [of_files(sys.argv[1:])] if sys.argv[1:] else []  # first: a wrong name costs no time
    times, measured = propagation_and_times()
    tables = [
        *files,
        sizes(),
        simplification(),
        times,
        region_table("holes: givens", with_holes, 1),
        region_table("at random: givens", placed, 0),
    ]
    page = PAGE.read_text()
    for new in tables:
        page = replaced(page, new)
    PAGE.write_text(re.sub(r"^[\d,]+ answers, .*$", measured, page, flags=re.MULTILINE))


if __name__ == "__main__":
    main()
