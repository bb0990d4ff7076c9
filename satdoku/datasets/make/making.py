"""Make a data set from a recipe: choose, shuffle, trace, split, and write with a manifest.

The output depends on the recipe alone: the same bytes on any machine with any number of workers
(given the same versions of the libraries that write them). A stopped run can be resumed: finished
files are in FOLDER.part.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ... import __version__
from ...batch.solving import solve
from ...board import Puzzle
from ...errors import GenerationError, OutputError
from ...formats.text.reader import parse
from ...frozen import frozen
from ...grouping import in_blocks
from ...layout import Layout
from ...operations.shuffling import shuffled
from ...phrases import Name, Padded, in_lines, phrase
from ...plurals import plural
from ...random_stream import RandomStream
from ...record_types import Digest, Natural, Record, TypedDict
from ...rooms import require
from ...workers.parallel import map_ordered
from ..audit.auditing import file_states
from ..files.row_files import ROW_FILES, BoardRows, write_arrays, write_orders, write_rows
from ..run_folder import ASKED, resumable, whole
from .card import card
from .chosen import Selection
from .isomorphs import Maps, isomorph_maps, moved_rows
from .pictures import with_pictures
from .questions import TASKS, questions_of
from .recipe import DatasetRecipe, RecipeRecord, read_recipe
from .selecting import BLOCKS, BOARDS, choose
from .tracing import trace_boards

#: Rows per file.
SHARD = 25_000
#: Rows that a worker makes at a time: with the text of steps, without it, and as arrays.
BLOCK, PLAIN_BLOCK, ARRAY_BLOCK = 64, 512, 4096
#: Formats other than those of `TRACED` whose rows are made from steps.
STEPPED = ("trajectories", "ctc", "questions")


class Source(NamedTuple):
    """What a row is made from. group: shared by the isomorphs of a puzzle; copy: the number of the
    isomorph, 0 for the puzzle itself."""

    board: np.ndarray
    layout: Layout
    group: int
    copy: int


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
    """satdoku: the version of satdoku. left_out: of puzzles from files, how many were not taken, by
    the reason. certificates: how many are in certificates.jsonl."""

    satdoku: str
    recipe: RecipeRecord
    splits: dict[str, SplitRecord]
    left_out: dict[str, Natural]
    certificates: Natural


@frozen
class Made:
    r"""A finished data set: its folder and its manifest.

    >>> import satdoku
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> lines = ["count = 2", 'layout = "4x4"', 'format = "jsonl"']
    >>> size = (folder / "small.toml").write_text("\n".join(lines))
    >>> made = satdoku.make_dataset(folder / "small.toml", folder / "small")
    >>> {name: split["rows"] for name, split in made.manifest["splits"].items()}
    {'train': 2}
    """

    folder: str
    manifest: ManifestRecord

    def record(self) -> ManifestRecord:
        """The manifest."""
        return self.manifest

    def text(self) -> str:
        """Return the splits, one per line."""
        lines = list[str]()
        for name, split in self.manifest["splits"].items():
            rows = plural(split["rows"], "row")
            puzzles = plural(split["puzzles"], "puzzle")
            told = "{name!s}{rows} of {puzzles}"
            row = phrase(told, name=f"{name:12}", rows=Padded(rows, 17), puzzles=puzzles)
            lines.append(row)
        for reason, number in self.manifest["left_out"].items():
            rows = plural(number, "row")
            told = "left out    {rows} {reason}"
            lines.append(phrase(told, rows=Padded(rows, 17), reason=Name(reason)))
        lines.append(phrase("in {folder!s}; see manifest.json", folder=self.folder))
        return in_lines(lines)

    def __repr__(self) -> str:
        return f"<Made {self.manifest['recipe']['count']:,} puzzles in {self.folder[-60:]}>"


def make_dataset(
    recipe: DatasetRecipe | str | Path,
    folder: str | Path,
    *,
    jobs: int = 1,
    resume: bool = True,
    progress: Callable[[str], object] | None = None,
) -> Made:
    r"""Make a data set from a recipe (or a recipe file) in a new folder.

    resume: continue a stopped run, if there is one. progress: called with status messages. Raises
    `ParseError` for an invalid recipe, `OutputError` if the folder exists or another run uses it,
    `GenerationError` if not enough suitable puzzles are found.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> lines = ["count = 2", 'layout = "4x4"', 'format = "jsonl"']
    >>> size = (folder / "small.toml").write_text("\n".join(lines))
    >>> make_dataset(folder / "small.toml", folder / "small").manifest["recipe"]["count"]
    2
    """
    if not isinstance(recipe, DatasetRecipe):
        recipe = read_recipe(recipe)
    folder = Path(folder)
    if folder.exists():
        raise OutputError(
            phrase("{folder!s} already exists: choose another folder or remove it", folder=folder)
        )
    part = folder.with_name(folder.name + ".part")
    states = file_states([*recipe.files, *recipe.exclude])
    asked = {**recipe.record(), "satdoku": __version__, "states": states}
    with resumable(part, asked, resume):
        run = _MakingRun(part, recipe, jobs, progress or (lambda message: None))
        chosen = run.chosen()
        recipe = recipe.sized(chosen.count) if recipe.files else recipe
        splits: dict[str, SplitRecord] = {}
        start = 0
        for name, count in recipe.splits:
            copies = recipe.isomorphs.get(name, 0)
            sources = _sources(chosen.part(start, start + count), copies)
            rows = count * (1 + copies) * _rows_each(recipe)
            files = run.write(name, sources, rows)
            splits[name] = {"rows": rows, "puzzles": count, "files": files}
            start += count
        manifest: ManifestRecord = {
            "satdoku": __version__,
            "recipe": recipe.record(),
            "splits": splits,
            "left_out": dict(chosen.left_out),
            "certificates": run.certify(chosen),
        }
        (part / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
        (part / "README.md").write_text(card(manifest))
        for left in (part / ASKED, chosen.file, chosen.file.with_suffix(".json")):
            left.unlink()
        part.rename(folder)
    return Made(str(folder), manifest)


@frozen
class _MakingRun:
    """The making of a data set in the folder of an unfinished run."""

    part: Path
    recipe: DatasetRecipe
    jobs: int
    progress: Callable[[str], object]

    def chosen(self) -> Selection:
        """Return the chosen puzzles; they are chosen once and then stored."""
        found = Selection.stored(self.part / BOARDS)
        blocks = self.part / BLOCKS
        if found is None:
            found = self._choose(blocks)
        blocks.unlink(missing_ok=True)
        return found

    def _choose(self, blocks: Path) -> Selection:
        try:
            return choose(self.recipe, self.jobs, self.progress, self.part)
        except GenerationError:
            blocks.unlink(missing_ok=True)
            raise
        except BaseException:
            if not (blocks.exists() and blocks.stat().st_size):
                blocks.unlink(missing_ok=True)  # nothing to go on from
            raise

    def certify(self, chosen: Selection) -> int:
        """Write certificates for the first puzzles of each split; return how many."""
        wanted = self.recipe.certificates
        if not wanted:
            return 0
        require("certificates", "a recipe with certificates needs")
        from ...certificates.certifying import certify

        written = 0
        start = 0
        with (self.part / "certificates.jsonl").open("w") as file:
            for _, count in self.recipe.splits:
                stop = start + min(count, wanted)
                for _, board, layout in chosen.part(start, stop):
                    puzzle = Puzzle(tuple(board.tolist()), layout)
                    file.write(f"{certify(puzzle).line}\n")
                    written += 1
                start += count
        return written

    def write(self, split: str, sources: Iterator[Source], rows: int) -> list[FileRecord]:
        """Write the rows of a split; return its files with their digests."""
        recipe, part = self.recipe, self.part
        if recipe.format not in ROW_FILES:
            if recipe.format == "order":
                made = self._made(split, sources, done=0, rows=rows)
                write_orders(part, split, made, recipe.layout)
            else:
                boards = self._boards(split, sources, rows)
                write_arrays(part, split, boards, recipe.format, recipe.layout, rows)
            paths = [*sorted((part / split).glob("*")), *sorted(part.glob(f"{split}.np*"))]
            return [_file(part, path) for path in paths]
        puzzles = rows // _rows_each(recipe)
        shards = max(1, -(-puzzles // SHARD))
        files = []
        for number in range(shards):
            path = part / f"{split}-{number:05}-of-{shards:05}{ROW_FILES[recipe.format]}"
            some = islice(sources, SHARD)
            if path.exists():  # written by a stopped run
                deque(some, maxlen=0)
            else:
                done = number * SHARD * _rows_each(recipe)
                made = self._made(split, some, done=done, rows=rows)
                with whole(path) as file:
                    write_rows(file, made, recipe.format, recipe.columns)
            files.append(_file(part, path))
        return files

    def _made(
        self, split: str, sources: Iterator[Source], *, done: int, rows: int
    ) -> Iterator[Record]:
        """Yield the rows of puzzles. done, rows: how many came before, and there are in all."""
        size = BLOCK if _has_text(self.recipe) else PLAIN_BLOCK
        parts = map_ordered(
            partial(_finished_rows, self.recipe), in_blocks(sources, size), self.jobs
        )
        for number, row in enumerate(chain.from_iterable(parts), done + 1):
            self.progress(f"{split}: {number:,} of {rows:,} rows")
            yield row

    def _boards(self, split: str, sources: Iterator[Source], rows: int) -> Iterator[BoardRows]:
        """Yield the rows of puzzles as arrays. rows: how many there are."""
        work = partial(_board_rows, self.recipe)
        done = 0
        for part in map_ordered(work, in_blocks(sources, ARRAY_BLOCK), self.jobs, threads=True):
            done += len(part.groups)
            self.progress(f"{split}: {done:,} of {rows:,} rows")
            yield part


def _sources(chosen: Iterable[tuple[int, np.ndarray, Layout]], isomorphs: int) -> Iterator[Source]:
    """Yield each puzzle, then its isomorphs; its group is its index."""
    for group, board, layout in chosen:
        for copy in range(1 + isomorphs):
            yield Source(board, layout, group, copy)


def _rows_each(recipe: DatasetRecipe) -> int:
    """Return how many rows a puzzle has."""
    return len(TASKS) if recipe.format == "questions" else 1


def _has_text(recipe: DatasetRecipe) -> bool:
    """Whether the rows tell their steps in sentences."""
    return recipe.traces or recipe.format in ("ctc", "questions")


def _finished_rows(recipe: DatasetRecipe, sources: list[Source]) -> list[Record]:
    """Return the rows of a block as they are written: with pictures, or as questions."""
    rows = _rows(recipe, sources)
    if recipe.format == "questions":
        return [question for row in rows for question in questions_of(row)]
    return with_pictures(rows, recipe.pictures)


def _rows(recipe: DatasetRecipe, sources: list[Source]) -> list[Record]:
    """Return the rows of a block of puzzles, some of which are isomorphs."""
    if _has_text(recipe):  # sentences cannot be moved: those of each isomorph are its own
        return _traced(recipe, sources)
    originals = list({source.group: source._replace(copy=0) for source in sources}.values())
    row_of = {row["group"]: row for row in _traced(recipe, originals)}
    rows = list[Record]()
    for layout, same in groupby(sources, lambda source: source.layout):
        some = list(same)
        told = [row_of[source.group] for source in some]
        boards = np.array([source.board for source in some])
        grids = np.array([parse(row["solution"], layout).cells for row in told], np.uint8)
        images = moved_rows(told, boards, grids, _maps(recipe, some), layout)
        for source, row, image in zip(some, told, images, strict=True):
            rows.append(image if source.copy else row)
    return rows


def _maps(recipe: DatasetRecipe, sources: Sequence[Source]) -> Maps:
    """Return the maps of isomorphs on one layout. (Those of copy 0 are not used.)"""
    copies = np.array([source.copy for source in sources], np.uint64)
    groups = np.array([source.group for source in sources], np.uint64)
    return isomorph_maps(sources[0].layout, copies + np.uint64(recipe.seed), groups)


def _board_rows(recipe: DatasetRecipe, sources: list[Source]) -> BoardRows:
    """Return the boards and solutions of a block of puzzles, some of which are isomorphs."""
    layout = recipe.layout
    groups, first, of = np.unique(
        [source.group for source in sources], return_index=True, return_inverse=True
    )
    originals = np.array([sources[i].board for i in first])
    boards = originals[of]
    grids = solve(originals, layout=layout).solutions.astype(np.uint8)[of]
    is_copy = np.array([source.copy > 0 for source in sources])
    if is_copy.any():
        maps = _maps(recipe, sources)
        boards = np.where(is_copy[:, None], maps.moved(boards), boards)
        grids = np.where(is_copy[:, None], maps.moved(grids), grids)
    return BoardRows(boards, grids, groups[of])


def _traced(recipe: DatasetRecipe, sources: list[Source]) -> list[Record]:
    """Return the rows of puzzles and isomorphs, each with its own solution path."""
    puzzles = list[Puzzle]()
    draws = list[RandomStream]()
    for source in sources:
        puzzle = Puzzle(tuple(source.board.tolist()), source.layout)
        seed = (recipe.seed + source.copy) % 2**64
        if source.copy:
            puzzle = shuffled(puzzle, seed=seed, index=source.group)
        if recipe.negatives:
            draws.append(RandomStream(seed, 2**62 + source.group))
        puzzles.append(puzzle)
    groups = [source.group for source in sources]
    rows = list[Record]()
    for layout, same in groupby(puzzles, lambda puzzle: puzzle.layout):
        boards = np.array([puzzle.cells for puzzle in same], np.uint8)
        start = len(rows)
        stop = start + len(boards)
        rows += trace_boards(
            boards,
            layout,
            groups=groups[start:stop],
            traces=recipe.traces or recipe.format in STEPPED,
            negatives=draws[start:stop],
            order=recipe.format == "order",
            scale=recipe.scale,
            languages=recipe.languages,
        )
    return rows


def _file(part: Path, path: Path) -> FileRecord:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    name = path.relative_to(part).as_posix()
    return {"file": name, "bytes": path.stat().st_size, "sha256": digest}
