"""Steps on random puzzles of boards of all kinds, each judged by a SAT solver of others (CaDiCaL).

    python benchmarks/random_steps.py [STEPS [SEED [FILE]]]

Plain boards, and boards with the rules of each kind that `generate` makes; on both scales where
both serve the board. A step is right if its conclusions follow from the candidates and just the
clauses that it names: the solver finds no way to fulfil them otherwise. Steps that assume one
solution, and sums of cages, name no clauses from which they follow: these are compared with the
solution, which the same solver finds and shows to be the only one.

With FILE (9×9 puzzles, one per line) its puzzles take the place of random ones.

One line per board: its steps, those compared with the solution alone, and how many were wrong.
Ends with status 1 if any was, or a path ended before the solution.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations, count
from pathlib import Path

from pysat.solvers import Cadical153

from satdoku.board import Puzzle
from satdoku.constraints.placement import GROUPS
from satdoku.errors import GenerationError, PuzzleError
from satdoku.formats.text.reader import parse_all
from satdoku.inference.deduction import ASSERTED, OPEN
from satdoku.layout import Layout
from satdoku.logic.explain import StepWalk
from satdoku.logic.position import Position
from satdoku.logic.search.choosing import choice
from satdoku.logic.steps import LogicStep
from satdoku.operations.generating import Recipe, generate_one
from satdoku.operations.variant_generation import generated_kinds, with_kinds
from satdoku.theory import Theory

BOARDS = ("6x6", "7x7", "8x8+diagonal", "6x6/jigsaw:111222111422333424335444355666555666",
          "6x6/jigsaw:111222111422333424335444355666555666+diagonal", "9x9", "9x9+diagonal",
          "9x9+window", "12x12", "16x16")  # fmt: skip
#: On which rules are placed.
RULED = Layout.named("6x6")
#: Puzzles that a kind of rules may take to make the steps wanted.
MOST = 40


def random_puzzles(seed: int) -> Iterator[tuple[str, Iterator[Puzzle]]]:
    """Each board by its name, and its puzzles."""

    def made(recipe: Recipe, indexes: Iterable[int]) -> Iterator[Puzzle]:
        return (generate_one(recipe, seed, index) for index in indexes)

    for name in BOARDS:
        layout = Layout.named(name)
        yield name, made(Recipe(layout, keep="proper" if layout.size < 10 else "logic"), count())
    for kind in (kind for kind in generated_kinds() if kind not in GROUPS):
        layout, kinds = with_kinds(RULED, kind)
        yield f"6x6 with {kind}", made(Recipe(layout, keep="proper", kinds=kinds), range(MOST))


def clauses_of(theory: Theory, indexes: Iterable[int]) -> Iterator[list[int]]:
    """Exactly-one and at-most-one clauses as CNF."""
    for index in indexes:
        members = theory.members[index]
        if theory.clauses[index].exactly_one:
            yield list(members)
        yield from ([-a, -b] for a, b in combinations(members, 2))


def only_solution(puzzle: Puzzle) -> set[int]:
    """The board's true variables; `AssertionError` if there is no solution, or another."""
    theory = Theory.of(puzzle.layout)
    with Cadical153(bootstrap_with=clauses_of(theory, range(len(theory.clauses)))) as solver:
        assert solver.solve(assumptions=puzzle.givens), "no solution"
        found = [v for v in solver.get_model()[: theory.board_variables] if v > 0]
        solver.add_clause([-v for v in found])
        assert not solver.solve(assumptions=puzzle.givens), "several solutions"
    return set(found)


def follows(position: Position, step: LogicStep) -> bool:
    """The step's conclusions follow from the candidates and the clauses that it names."""
    theory, status = position.theory, position.status
    used = {v for clause in step.clauses for v in theory.members[clause]}
    used |= {*step.asserted, *step.denied}
    known = [v if status[v] == ASSERTED else -v for v in used if status[v] != OPEN]
    with Cadical153(bootstrap_with=clauses_of(theory, set(step.clauses))) as solver:
        opposites = (*(-v for v in step.asserted), *step.denied)
        return not any(solver.solve(assumptions=[*known, literal]) for literal in opposites)


def judged(puzzles: Iterable[Puzzle], wanted: int) -> Counter[str]:
    """How many steps were taken, how many of these were compared with the solution alone, and each
    fault, on both scales."""
    told = Counter[str](steps=0, compared=0)
    for puzzle in puzzles:
        solution, allowed = only_solution(puzzle), []
        for scale in ("se", "satdoku"):
            with suppress(PuzzleError):  # the scale is not for the board
                allowed.append(choice(puzzle.layout, scale=scale))
        for chosen in allowed:
            walk = StepWalk(Position.of(puzzle), chosen, verify=False)
            for step in walk:
                told["steps"] += 1
                where = f"{chosen.scale.name}: {puzzle.layout.name} {puzzle.line}: {step.name}"
                if not set(step.asserted) <= solution or solution & set(step.denied):
                    told[f"{where}: the solution contradicts it"] += 1
                if step.assumes_proper or step.kind == "sum":
                    told["compared"] += 1
                elif not follows(walk.position, step):
                    told[f"{where}: it does not follow from the clauses it names"] += 1
            if walk.outcome != "solved":
                told[f"{chosen.scale.name}: {puzzle.line}: ends {walk.outcome}"] += 1
        if told["steps"] >= wanted:
            break
    return told


def main() -> int:
    """Judge steps on all boards."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    seed, total = int(sys.argv[2]) if len(sys.argv) > 2 else 1, Counter[str]()
    boards = list(random_puzzles(seed))
    if len(sys.argv) > 3:
        boards = [(sys.argv[3], parse_all(Path(sys.argv[3]).read_text()))]
    for number, (name, puzzles) in enumerate(boards):
        part = (wanted - total["steps"]) // (len(boards) - number)
        try:
            told = judged(puzzles, part)
        except GenerationError as error:
            print(f"{name[:46]:46} {error}")
            continue
        steps, compared = told.pop("steps"), told.pop("compared")
        wrong = sum(told.values())
        total += Counter(steps=steps, compared=compared, wrong=wrong)
        print(f"{name[:46]:46} {steps:6,} steps {compared:5,} compared {wrong:4} wrong", flush=True)
        for fault, times in told.most_common(5):
            print(f"    {times} × {fault[:300]}", flush=True)
    print(
        f"{'all':46} {total['steps']:6,} steps {total['compared']:5,} compared "
        f"{total['wrong']:4} wrong"
    )
    return int(total["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
