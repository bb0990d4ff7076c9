"""Make a data set from a recipe: choose, shuffle, trace, split, and write with a manifest.

The output depends on the recipe alone: the same bytes on any machine with any number of workers
(given the same versions of the libraries that write them). A stopped run can be resumed: finished
files are in FOLDER.part.

The data set card is README.md, with the front matter that Hugging Face reads.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from ... import __version__
from ...board import Puzzle
from ...errors import GenerationError, OutputError
from ...grouping import in_blocks
from ...layout import Layout
from ...operations.shuffling import shuffled
from ...random_stream import RandomStream
from ...records import Digest, Natural
from ...workers.parallel import map_ordered
from ..files.records import COLUMNS as OTHERS
from ..files.writing import ROW_FILES, write_arrays, write_rows
from ..unfinished import ASKED, unfinished, whole
from .recipe import Recipe, RecipeRecord, read_recipe
from .selecting import Chosen, choose
from .tracing import trace_boards

COLUMNS = {
    "puzzle": "the givens, one character per cell, '.' for blank",
    "solution": "the only solution",
    "clues": "how many givens",
    "layout": "the board, by its name",
    "group": "a number shared by isomorphs of one puzzle and no other rows",
    "rating": "of the hardest step that a person needs, simplest first",
    "label": "the level of that rating",
    "hardest_rule": "the name of that step's rule",
    "steps": "the way to the solution: rule, name, rating, asserted, denied (variables: "
    "n·n·(row − 1) + n·(column − 1) + digit on a board of n × n), clauses (numbers from 0 of the "
    "clauses that it follows from), text; with negatives `wrong`, a candidate that the solution "
    "holds: its elimination would be false",
}


def card(manifest: Mapping[str, Any]) -> str:
    """Return the text of README.md."""
    recipe, splits = manifest["recipe"], manifest["splits"]
    head = ["---", "tags:", "- sudoku", "- reasoning"]
    if recipe["format"] in ROW_FILES:
        head += ["configs:", "- config_name: default", "  data_files:"]
        for name, split in splits.items():
            end = split["files"][0]["file"].rpartition(".")[2] if split["files"] else "parquet"
            head += [f"  - split: {name}", f"    path: {name}-*.{end}"]
    columns = OTHERS.get(recipe["format"], COLUMNS)
    names = [name for name in columns if name != "steps" or recipe["traces"]]
    lines = [
        *head,
        "---",
        "",
        f"# {recipe['count']:,} sudoku puzzles ({recipe['layout']})",
        "",
        "Each has exactly one solution, and no two are the same up to the symmetries of the board "
        "and the names of its digits, within a split and between splits; rows of one group are "
        "isomorphs of one puzzle. Ratings and steps are of logic without guessing.",
        "",
        "| split | rows | puzzles |",
        "| --- | ---: | ---: |",
        *(f"| {name} | {s['rows']:,} | {s['puzzles']:,} |" for name, s in splits.items()),
        "",
        "| level | puzzles |",
        "| --- | ---: |",
        *(f"| {name} | {number:,} |" for name, number in recipe["levels"].items()),
        "",
        "| column | |",
        "| --- | --- |",
        *(f"| {name} | {columns[name]} |" for name in names),
        "",
        f"Made by satdoku {manifest['satdoku']} with seed {recipe['seed']}; `manifest.json` holds "
        "the recipe, by which the same bytes are made again, and the digest of each file.",
        "",
    ]
    return "\n".join(lines)


#: Rows per file.
SHARD = 25_000
#: Rows that a worker makes at a time.
BLOCK = 64
#: Formats other than those of `TRACED` whose rows are made from steps.
STEPPED = ("trajectories", "ctc")
#: (board, its layout, group, number of the isomorph: 0 for the puzzle itself)
Item = tuple[np.ndarray, Layout, int, int]
Row = dict[str, Any]


class FileRecord(TypedDict):
    """A file of a split."""

    file: str
    bytes: Natural
    sha256: Digest


class SplitRecord(TypedDict):
    """The rows of a split."""

    rows: Natural
    puzzles: Natural
    files: list[FileRecord]


class ManifestRecord(TypedDict):
    """satdoku: the version of satdoku."""

    satdoku: str
    recipe: RecipeRecord
    splits: dict[str, SplitRecord]


@dataclass(frozen=True, slots=True, repr=False)
class Made:
    """A finished data set: its folder and its manifest."""

    folder: str
    manifest: ManifestRecord

    def record(self) -> ManifestRecord:
        """The manifest."""
        return self.manifest

    def text(self) -> str:
        """Return the splits, one per line."""
        lines = [
            f"{name:12}{split['rows']:>12,} rows of {split['puzzles']:,} puzzles"
            for name, split in self.manifest["splits"].items()
        ]
        return "\n".join([*lines, f"in {self.folder}; see manifest.json"])

    def __repr__(self) -> str:
        return f"<Made {self.manifest['recipe']['count']:,} puzzles in {self.folder[-60:]}>"


def make_dataset(
    recipe: Recipe | str | Path,
    folder: str | Path,
    *,
    jobs: int = 1,
    resume: bool = True,
    progress: Callable[[str], object] | None = None,
) -> Made:
    """Make a data set from a recipe (or a recipe file) in a new folder.

    resume: continue a stopped run, if there is one. progress: called with status messages. Raises
    `ParseError` for an invalid recipe, `OutputError` if the folder exists or another run uses it,
    `GenerationError` if not enough suitable puzzles are found.
    """
    recipe = recipe if isinstance(recipe, Recipe) else read_recipe(recipe)
    folder = Path(folder)
    if folder.exists():
        raise OutputError(f"{folder} already exists: choose another folder or remove it")
    part = folder.with_name(folder.name + ".part")
    with unfinished(part, recipe.record() | {"satdoku": __version__}, resume):
        progress = progress or (lambda message: None)
        chosen = _chosen(part, recipe, jobs, progress)
        splits: dict[str, SplitRecord] = {}
        saved = recipe.record()
        manifest: ManifestRecord = {"satdoku": __version__, "recipe": saved, "splits": splits}
        start = 0
        for name, count in recipe.splits:
            copies = recipe.isomorphs.get(name, 0)
            items = _items(chosen.part(start, start + count), start, copies)
            rows = count * (1 + copies)
            files = _write(part, recipe, name, items, rows, jobs, progress)
            splits[name] = {"rows": rows, "puzzles": count, "files": files}
            start += count
        (part / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
        (part / "README.md").write_text(card(manifest))
        for left in (ASKED, "chosen.npz"):
            (part / left).unlink()
        part.rename(folder)
    return Made(str(folder), manifest)


def _chosen(part: Path, recipe: Recipe, jobs: int, progress: Callable[[str], object]) -> Chosen:
    """Return the chosen puzzles; they are chosen once and then stored."""
    path, blocks = part / "chosen.npz", part / "blocks.jsonl"
    if not path.exists():

        def tell(found: int, looked_at: int) -> None:
            progress(f"{found:,} of {recipe.count:,} puzzles chosen, {looked_at:,} tried")

        try:
            found = choose(recipe, jobs, tell, blocks)
        except BaseException as error:
            if isinstance(error, GenerationError) or not (
                blocks.exists() and blocks.stat().st_size
            ):
                blocks.unlink(missing_ok=True)  # nothing to go on from
            raise
        names = [layout.name for layout in found.layouts]
        with whole(path) as file:
            np.savez(file, boards=found.boards, layouts=np.array(names))
    blocks.unlink(missing_ok=True)
    with np.load(path) as saved:
        own = [Layout.named(name) for name in saved["layouts"].tolist()] if recipe.kinds else []
        return Chosen(saved["boards"], own or [recipe.layout])


def _items(chosen: Chosen, first: int, isomorphs: int) -> Iterator[Item]:
    for i, board in enumerate(chosen.boards):
        layout = chosen.layouts[i if len(chosen.layouts) > 1 else 0]
        for copy in range(1 + isomorphs):
            yield board, layout, first + i, copy


def _write(
    part: Path,
    recipe: Recipe,
    split: str,
    items: Iterator[Item],
    rows: int,
    jobs: int,
    progress: Callable[[str], object],
) -> list[FileRecord]:
    """Write the rows of a split; return its files with their digests."""

    def made(some: Iterator[Item], done: int) -> Iterator[Row]:
        parts = map_ordered(partial(_rows, recipe), in_blocks(some, BLOCK), jobs)
        for number, row in enumerate(chain.from_iterable(parts), done + 1):
            progress(f"{split}: {number:,} of {rows:,} rows")
            yield row

    if recipe.format not in ROW_FILES:
        write_arrays(part, split, made(items, 0), recipe.format, recipe.layout)
        paths = [*sorted((part / split).glob("*")), *sorted(part.glob(f"{split}.np*"))]
        return [_file(part, path) for path in paths]
    shards, files = max(1, -(-rows // SHARD)), []
    for number in range(shards):
        name = f"{split}-{number:05}-of-{shards:05}{ROW_FILES[recipe.format]}"
        some = islice(items, SHARD)
        if (part / name).exists():  # written by a stopped run
            for _ in some:
                pass
        else:
            found = made(some, number * SHARD)
            with whole(part / name) as file:
                write_rows(file, found, recipe.format, recipe.traces, recipe.negatives)
        files.append(_file(part, part / name))
    return files


def _rows(recipe: Recipe, items: list[Item]) -> list[Row]:
    """Return the rows of a block of puzzles, some of which are isomorphs."""
    traces, order = recipe.traces or recipe.format in STEPPED, recipe.format == "order"
    puzzles = [Puzzle(tuple(cells.tolist()), layout) for cells, layout, _, _ in items]
    draws = list[RandomStream]()
    for i, (_, _, group, copy) in enumerate(items):
        if copy:
            puzzles[i] = shuffled(puzzles[i], seed=(recipe.seed + copy) % 2**64, index=group)
        if recipe.negatives:
            draws.append(RandomStream((recipe.seed + copy) % 2**64, 2**62 + group))
    groups = [group for _, _, group, _ in items]
    rows = list[Row]()
    start = 0
    for layout, same in groupby(puzzles, lambda puzzle: puzzle.layout):
        boards = np.array([puzzle.cells for puzzle in same], np.uint8)
        stop = start + len(boards)
        rows += trace_boards(
            boards, layout, groups[start:stop], traces, draws[start:stop], order, recipe.scale
        )
        start = stop
    return rows


def _file(part: Path, path: Path) -> FileRecord:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    name = path.relative_to(part).as_posix()
    return {"file": name, "bytes": path.stat().st_size, "sha256": digest}
