"""Boards with random rules, counted here and by Interactive Sudoku Solver, in both directions.

    python benchmarks/iss_agreement.py JUDGE [--boards 2000] [--seed 0] [--record FILE]

JUDGE: the folder of a copy of Interactive Sudoku Solver that holds js/ and tests/ (its test
environment); needs Node 18. For every kind of rule, alone and in pairs, a board is written as a
constraint string. ISS counts the solutions, and writes the string anew in its own way, which is
read back and counted here. All three counts must be equal. Prints what differs, and at the end how
many boards were compared and how many rules ISS does not have. --record: writes the strings with
ISS's counts as JSON Lines.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import satdoku
from satdoku import Constraint, Layout, LayoutError, Puzzle
from satdoku.constraints.evaluate import keeps
from satdoku.constraints.kind_table import forms_of
from satdoku.constraints.registry import KINDS, check
from satdoku.formats.iss.board_writing import iss_text
from satdoku.formats.iss.reader import read_iss

JIGSAW = "6x6/jigsaw:111111222222333333444444555555666666"
BOARDS = ("4x4", "4x4+from-0", "5x5/latin", "6x6", JIGSAW, "4x6", "9x9", "9x9+from-0",
          "4x4+digits:5")  # fmt: skip
TEXTS = {"regex": ".*(12|31).*", "automaton": ">a 1 2 a, a 3 4 b!, b 1 2 3 4 a"}
#: Rules that need extra variables, or other rules; tests/constraints/layers/test_found_regions.py
#: judges these.
LEFT_OUT = ("chaos-construction", "chaos-arrow", "chaos-count", "doppelganger", "or")
#: Solutions that are counted, at most.
LIMIT = 500
PROGRAM = """
import { createInterface } from 'node:readline';
const { ensureGlobalEnvironment } = await import(process.argv[1] + '/tests/helpers/test_env.js');
ensureGlobalEnvironment();
const { SimpleSolver } = await import(process.argv[1] + '/js/sandbox/simple_solver.js');
const { SudokuParser } = await import(process.argv[1] + '/js/sudoku_parser.js');
const solver = new SimpleSolver();
for await (const line of createInterface({ input: process.stdin })) {
  const { iss, limit } = JSON.parse(line), said = {};
  try {
    said.count = solver.countSolutions(iss, limit);
    said.iss = SudokuParser.parseText(iss).toString();
  } catch (error) { said.error = String(error).slice(0, 200); }
  console.log(JSON.stringify(said));
}
process.exit(0);
"""


def random_rule(
    chance: random.Random, kind: str, layout: Layout, grid: tuple[int, ...]
) -> Constraint:
    """A rule of the kind that makes sense on the board; one the grid keeps, if found soon."""
    found, least, most = None, *KINDS[kind].values
    for _ in range(200):
        cells: tuple[int, ...] = ()
        if KINDS[kind].cells[1]:
            houses = [house.cells for house in layout.houses if house.kind in ("row", "column")]
            some = chance.sample(range(layout.cell_count), chance.randint(KINDS[kind].cells[0], 4))
            line = chance.choice(houses)[:: chance.choice((1, -1))]
            first = chance.randrange(len(line) - 1)
            cells = chance.choice((tuple(some), line, line[first : first + chance.randint(2, 4)]))
        count = chance.randint(least, min(most, max(least, 4)))
        values = tuple(chance.randint(0, 2 * layout.size) for _ in range(count))
        if kind == "connected":
            values = (chance.choice((0, 3)), *chance.sample(list(layout.digits), 2))
            cells = tuple(range(layout.cell_count))
        rule = Constraint(kind, cells, values, TEXTS.get(kind, ""))
        try:
            check(rule, layout)
            forms = list(forms_of(rule, layout))
        except LayoutError:
            continue
        if forms:
            found = rule
            if keeps(grid, rule, layout):
                return rule
    if found is None:
        raise LayoutError(f"no {kind} on {layout.name}")
    return found


def some_puzzle(number: int, seed: int) -> Puzzle | None:
    """Board `number`: a rule of each kind in turn, alone or with one of another; None where the
    board has no such rule."""
    chance = random.Random(f"{seed} {number}")
    kinds = [kind for kind in KINDS if kind not in LEFT_OUT]
    layout = Layout.named(BOARDS[chance.randrange(len(BOARDS))])
    grid = satdoku.random_grid(layout, seed=number).cells
    names = [kinds[number % len(kinds)]]
    names += [chance.choice(kinds)] if number // len(kinds) % 2 else []
    try:
        rules = [random_rule(chance, kind, layout, grid) for kind in names]
        share = 0.25 if layout.size < 6 else 0.5
        given = tuple([d if chance.random() < share else 0 for d in grid])
        return Puzzle(given, layout.with_constraints(*rules))
    except LayoutError:
        return None


def answers(judge: Path, strings: list[str]) -> Iterator[dict[str, object]]:
    """What ISS makes of each string: its count up to `LIMIT`, and the string as it writes it."""
    asked = "".join(json.dumps({"iss": text, "limit": LIMIT}) + "\n" for text in strings)
    command = ["node", "--input-type=module", "-e", PROGRAM, str(judge.resolve())]
    said = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return map(json.loads, said.stdout.splitlines())


def main() -> None:
    """Compare them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judge", type=Path)
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    puzzles, refused = [], dict[str, int]()
    for number in range(options.boards):
        puzzle = some_puzzle(number, options.seed)
        if puzzle is None:
            continue
        try:
            puzzles.append((puzzle, iss_text(puzzle)))
        except LayoutError:
            for rule in puzzle.constraints:
                refused[rule.kind] = refused.get(rule.kind, 0) + 1
    lines, wrong = [], 0
    told = answers(options.judge, [text for _, text in puzzles])
    for (puzzle, text), said in zip(puzzles, told, strict=True):
        ours = satdoku.count(puzzle, limit=LIMIT)
        again = satdoku.count(read_iss(str(said.get("iss", text))), limit=LIMIT)
        if not ours == again == said.get("count"):
            wrong += 1
            theirs = said.get("count", said.get("error"))
            print(f"here {ours}, read back {again}, ISS {theirs}: {text}")
        lines.append(json.dumps({"iss": text, "count": said.get("count")}))
    if options.record:
        options.record.write_text("\n".join(lines) + "\n")
    print(f"{len(puzzles)} boards compared, {wrong} differ; not written: {refused}")


if __name__ == "__main__":
    main()
