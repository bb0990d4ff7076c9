"""What making and auditing data sets takes, in rows a second of processor and memory.

    python benchmarks/datasets.py --make 10000 --audit 1000000 FOLDER
    python benchmarks/datasets.py --make 0 --audit 0 --tiers 16 FOLDER

A set of mixed levels with all its steps; then generated puzzles with their answers, of which one
row in a thousand is an isomorph of another, audited without ratings: are just these
found? Memory is printed at tenths of the way: if the last equals the first it does not grow.

`--tiers` makes some rows of each recipe of `examples/successor` and prints the seconds for 1,000,
which are extrapolated, and a digest: the same rows have the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import signal
import time
from pathlib import Path

from stream import run

import satdoku
from satdoku import batch
from satdoku.datasets.make.recipe import read_toml, recipe_of

#: The recipes of the successor to used-up sets.
TIERS = Path(__file__).parents[1] / "examples" / "successor"
RECIPE = """
count = {count}
seed = 1
traces = true
[levels]
easy = 3
medium = 3
hard = 2
[splits]
train = 9
test = 1
"""
#: Rows generated at a time, and one in how many is an isomorph of an earlier one.
BLOCK, EVERY = 50_000, 1000


def main() -> None:
    """Make, then audit."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser()
    parser.add_argument("--make", type=int, default=2_000)
    parser.add_argument("--audit", type=int, default=100_000)
    parser.add_argument("--against", type=int, default=0, help="rows of each of two other sets")
    parser.add_argument("--tiers", type=int, default=0, help="rows of each tier of the successor")
    parser.add_argument("--only", action="append", help="a tier by name; may be repeated")
    parser.add_argument("folder", type=Path)
    told = parser.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    if told.make:
        recipe, made = told.folder / "recipe.toml", told.folder / "made"
        recipe.write_text(RECIPE.format(count=told.make))
        shutil.rmtree(made, ignore_errors=True)
        say("made", told.make, *run("dataset", ["make", str(recipe)], made))
    if told.tiers:
        make_tiers(told.folder, told.tiers, told.only)
    if told.against:
        sets = [told.folder / name for name in ("test.txt", "train.txt")]
        for seed, path in enumerate(sets, 1):
            path.write_text(
                "".join(f"{p.line}\n" for p in satdoku.generate(told.against, seed=seed))
            )
        for more in ([], ["--no-near"]):
            options = ["audit", str(sets[0]), "--against", str(sets[1]), "--no-ratings", *more]
            taken = run("dataset", options, told.folder / "leaks.json")
            say(" ".join(["against", *more]), told.against, *taken)
    if told.audit:
        source, output = told.folder / "rows.csv", told.folder / "audit.json"
        planted = write_rows(source, told.audit)
        say("audited", told.audit, *run("dataset", ["audit", str(source), "--no-ratings"], output))
        found = json.loads(output.read_text())
        same = [tuple(pair) for pair in found["duplicates"]] == planted
        clean = found["proper"] == told.audit and not found["wrong_answers"]
        print(
            f"duplicates: {len(planted):,} planted, {'just these found' if same else 'OTHERS'}; "
            f"all proper and rightly answered: {'yes' if clean else 'NO'}"
        )


def make_tiers(folder: Path, count: int, only: list[str] | None) -> None:
    """Make rows of each tier, or of some, and print what they took, as a table."""
    print("| tier | rows | seconds of processor | for 1,000 rows | digest |")
    print("| --- | ---: | ---: | ---: | --- |")
    for file in sorted(TIERS.glob("*.toml")):
        if only and file.stem not in only:
            continue
        recipe = recipe_of(read_toml(file) | {"count": count})
        made = folder / file.stem
        shutil.rmtree(made, ignore_errors=True)
        started = time.process_time()
        satdoku.make_dataset(recipe, made)
        seconds = time.process_time() - started
        digest = hashlib.sha256()
        for rows in sorted(made.glob("*.parquet")):
            digest.update(rows.read_bytes())
        each = 1000 * seconds / count
        name = digest.hexdigest()[:12]
        print(f"| {file.stem} | {count} | {seconds:.1f} | {each:,.0f} | {name} |", flush=True)


def say(what: str, rows: int, seconds: float, memory: list[float]) -> None:
    """A line of what was measured."""
    curve = " ".join(f"{m:.0f}" for m in memory)
    print(
        f"{what:9}{rows:>12,} rows  {seconds:8.1f} s of processor  {rows / seconds:8,.0f} a "
        f"second  memory {curve} MB",
        flush=True,
    )


def write_rows(path: Path, count: int) -> list[tuple[int, int]]:
    """Puzzles and answers; the pairs of rows that are isomorphic."""
    pairs, number = list[tuple[int, int]](), 0
    with path.open("w") as file:
        file.write("puzzle,solution\n")
        for start in range(0, count, BLOCK):
            boards = batch.generate(min(BLOCK, count - start), seed=2, start=start)
            for i in range(EVERY - 1, len(boards), EVERY):
                first = satdoku.Puzzle(tuple(boards[i - EVERY // 2].tolist()))
                boards[i] = satdoku.shuffled(first, seed=3, index=start + i).cells
                pairs.append((start + i - EVERY // 2 + 1, start + i + 1))
            grids = batch.solve(boards).solutions
            for board, grid in zip(boards + 48, grids + 48, strict=True):
                file.write(f"{board.tobytes().decode()},{grid.tobytes().decode()}\n")
                number += 1
    return pairs


if __name__ == "__main__":
    main()
