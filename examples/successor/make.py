"""Make a successor to sets of puzzles that are used up: tiers from beginner's puzzles to the
hardest known, and twelve kinds of variants, each with every step of its solution.

    python make.py FOLDER --count 1000 --against old.csv --jobs 8

Each .toml beside this file is a tier. A run that was stopped continues where it was: finished tiers
stay, and the tier in progress is resumed. No two tiers of the usual board share a solved grid, and
none is made with a puzzle or a solved grid of the files named with --against. In the end the set is
compared with these files, and its tests with its training rows, on three levels (puzzle, solved
grid, neighbours); the card and `cleanness.json` tell what was found. `certificates.jsonl` has
proofs for the first rows of each tier's tests, which `satdoku verify` checks.
"""

import argparse
import contextlib
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

import satdoku
from satdoku.datasets.make.card import front_matter
from satdoku.datasets.make.recipe import DatasetRecipe, read_toml, recipe_of

TIERS = sorted(Path(__file__).parent.glob("*.toml"))


def made(tier: Path, folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Make a tier if it is not there, and return its manifest."""
    target = folder / tier.stem
    if not target.exists():
        started = time.perf_counter(), sum(os.times()[:4])
        satdoku.make_dataset(recipe(tier, folder, options), target, jobs=options.jobs)
        seconds, processor = time.perf_counter() - started[0], sum(os.times()[:4]) - started[1]
        print(f"{tier.stem:22}{seconds:9.1f} s, {processor:9.1f} s of processor", flush=True)
    return json.loads((target / "manifest.json").read_text())


def recipe(tier: Path, folder: Path, options: argparse.Namespace) -> DatasetRecipe:
    """Return the recipe of a tier, for this many puzzles and without those that others have."""
    settings = read_toml(tier) | {"count": options.count}
    if is_usual(settings):
        earlier = [other for other in TIERS if other < tier and is_usual(read_toml(other))]
        files = [str(file) for other in earlier for file in rows_of(folder / other.stem)]
        settings["exclude"] = [*options.against, *files]
    return recipe_of(settings)


def is_usual(settings: dict[str, Any]) -> bool:
    """Whether the puzzles of a recipe have no rules of their own."""
    return not settings.get("kinds") and settings.get("layout", "9x9") == "9x9"


def rows_of(tier: Path, split: str = "*") -> list[Path]:
    """Return the files of a split of a tier that have rows: a share of a small count has none."""
    files = sorted(tier.glob(f"{split}-*.parquet"))
    return [file for file in files if pq.read_metadata(file).num_rows]


def compared(files: Sequence[Path], against: Sequence[Path | str]) -> dict[str, Any]:
    """Return how many rows leak, on each level; of tests against training rows, or of all rows
    against the files that the user names."""
    names = [[str(file) for file in some] for some in (files, against)]
    audit = satdoku.audit(names[0], against=names[1], ratings=False, minimal=False)
    found = audit.record()
    levels = ("duplicates", "leaks", "grid_leaks", "neighbours")
    return {
        "rows": audit.rows,
        "proper": audit.proper,
        "clean": audit.is_clean,
        "not_judged": audit.unjudged,
        **{level: len(found[level] or []) for level in levels},
        "pairs": {level: found[level] for level in levels if found[level]},
    }


def cleanness(folder: Path, against: Sequence[str]) -> dict[str, Any]:
    """Return the comparisons: tiers of the usual board together, each kind of variants alone."""
    groups: dict[str, list[Path]] = {}
    for tier in TIERS:
        name = "usual board" if is_usual(read_toml(tier)) else tier.stem
        groups.setdefault(name, []).append(folder / tier.stem)
    found = {}
    for name, tiers in groups.items():
        tests, training, every = (
            [file for tier in tiers for file in rows_of(tier, split)]
            for split in ("test", "train", "*")
        )
        if tests and training:
            found[f"{name}: test against train"] = compared(tests, training)
        if every and against and name == "usual board":
            others = ", ".join(Path(file).name for file in against)
            found[f"{name}: against {others}"] = compared(every, against)
    return found


def certify(folder: Path, number: int) -> int:
    """Write certificates for the first tests of each tier, check them, and return how many."""
    written = 0
    with (folder / "certificates.jsonl").open("w") as output:
        for tier in TIERS:
            for file in rows_of(folder / tier.stem, "test"):
                table = pq.read_table(file, columns=["puzzle", "layout"])
                for row in table.slice(0, number).to_pylist():
                    puzzle = satdoku.parse(row["puzzle"], row["layout"])
                    certificate = satdoku.certify(puzzle, ["proper"])
                    verdict = satdoku.verify(certificate, layout=puzzle.layout)
                    assert verdict.outcome == "right", (row, verdict)
                    output.write(json.dumps({"tier": tier.stem} | certificate.record()) + "\n")
                    written += 1
    return written


def card(manifests: dict[str, Any], clean: dict[str, Any], certified: int, license_: str) -> str:
    """Return the text of README.md, with the front matter that Hugging Face reads."""
    rows = sum(split["rows"] for made in manifests.values() for split in made["splits"].values())
    configs = {
        name: {part: f"{name}/{part}-*.parquet" for part in made["splits"]}
        for name, made in manifests.items()
    }
    first = next(iter(manifests))
    table = [
        f"| {name} | {', '.join(made['recipe']['kinds']) or made['recipe']['layout']} "
        f"| {', '.join(made['recipe']['levels'])} "
        f"| {' + '.join(str(split['rows']) for split in made['splits'].values())} "
        f"| {sum(f['bytes'] for split in made['splits'].values() for f in split['files']):,} |"
        for name, made in manifests.items()
    ]
    levels = ("duplicates", "leaks", "grid_leaks", "neighbours")
    compared = [
        f"| {name} | {found['rows']:,} | {' | '.join(str(found[level]) for level in levels)} "
        f"| {'yes' if found['clean'] else 'no'}{found['not_judged'] and ', not judged: '}"
        f"{found['not_judged']} |"
        for name, found in clean.items()
    ]
    return "\n".join(
        [
            *front_matter(configs, rows, license_),
            "# Sudoku by tiers, with steps",
            "",
            "Every puzzle has exactly one solution, a rating, and the steps by which logic without "
            "guessing solves it. Splits share no solved grid, up to symmetry. Unique rectangles, "
            "unique loops and BUG (from 4.5 on) conclude from there being one solution.",
            "",
            "```python",
            "from datasets import load_dataset",
            "",
            f'rows = load_dataset("path/of/this/folder", "{first}", split="test")',
            "```",
            "",
            "| tier | board or kind | ratings | rows (train + test) | bytes |",
            "| --- | --- | --- | ---: | ---: |",
            *table,
            "",
            "Each folder has a README.md, which tells its columns, and a manifest.json: its "
            "recipe, seed included, by which the same bytes are made again.",
            "",
            "## Cleanness",
            "",
            "Rows that are another row up to symmetry (in one file: duplicates, in the others: "
            "leaks), that share a solved grid with another puzzle, and that are a clue away from "
            "another. Which rows: `cleanness.json`.",
            "",
            "| compared | rows | duplicates | leaks | by solved grid | neighbours | clean |",
            "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
            *compared,
            "",
            f"`certificates.jsonl` proves of {certified:,} puzzles, the first tests of each tier, "
            "that they have exactly one solution; `satdoku verify` checks it.",
            "",
            f"Made by satdoku {satdoku.__version__} (`examples/successor`).",
            "",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the tiers, compare, certify, and write the card; return 1 if the set is not clean."""
    parser = argparse.ArgumentParser(description="Make a successor to used-up sets, by tiers.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1000, help="puzzles of each tier")
    parser.add_argument("--tier", action="append", help="only these, by name; may be repeated")
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="FILE",
        help="a set to differ from; may be repeated",
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cluster", help="HOST:PORT of a dask scheduler, its file, or local:N")
    parser.add_argument("--certify", type=int, default=3, metavar="N", help="of each tier")
    parser.add_argument("--license", default="mit")
    options = parser.parse_args(arguments)
    tiers = [tier for tier in TIERS if not options.tier or tier.stem in options.tier]
    if options.tier and len(tiers) < len(options.tier):
        parser.error(f"the tiers are {', '.join(tier.stem for tier in TIERS)}")
    options.folder.mkdir(parents=True, exist_ok=True)
    with satdoku.on_cluster(options.cluster) if options.cluster else contextlib.nullcontext():
        manifests = {tier.stem: made(tier, options.folder, options) for tier in tiers}
    clean = cleanness(options.folder, options.against)
    (options.folder / "cleanness.json").write_text(json.dumps(clean, indent=1) + "\n")
    certified = certify(options.folder, options.certify)
    text = card(manifests, clean, certified, options.license)
    (options.folder / "README.md").write_text(text)
    leaking = [name for name, found in clean.items() if not found["clean"]]
    print("clean on three levels" if not leaking else f"not clean: {'; '.join(leaking)}")
    return 1 if leaking else 0


if __name__ == "__main__":
    sys.exit(main())
