"""Choose the puzzles of a data set: generate them in order, or read them from files, and take each
puzzle whose level is not yet full and that is not isomorphic to an earlier one. Of files only
puzzles with one solution and no wrong answer are taken."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...batch.form_digests import grid_digests, least_digests, solved_grid_key
from ...batch.generating import generate_by
from ...batch.solving import having_spare_givens, solve
from ...board import STANDARD, Puzzle
from ...errors import GenerationError, PuzzleError
from ...layout import Layout
from ...logic.difficulty.level_generation import HARD, Level, generate_at
from ...logic.difficulty.scales import scale_named
from ...logic.search.many_boards import hardest
from ...operations.generating import Recipe as GeneratorOptions
from ...operations.generating import generate_one
from ...phrases import Name, joined, phrase, verbatim
from ...record_types import Record
from ...workers.parallel import map_ordered
from ..audit.judging import wrong_answers
from ..files.reading import read_set
from ..files.rows import Rows
from .chosen import KnownKeys, PuzzleFiles, Selection, keep_together, keys_of, random_order
from .recipe import ROWS, DatasetRecipe, RatingQuota

#: Puzzles generated and rated at a time; the same where rules of the whole board slow ratings down,
#: and for kinds that are generated with the puzzle; maximum number of puzzles examined per puzzle
#: taken.
BLOCK, RULED_BLOCK, VARIANT_BLOCK, PATIENCE = 512, 64, 8, 2000
#: Puzzles that are made for each hard level in a block.
HARD_ONES = 4
#: Number of consecutive isomorphs of earlier puzzles after which the supply counts as exhausted.
REPEATS = 20_000
#: Rows of a file that are examined at a time.
ROW_BLOCK = 2048
#: More puzzles than any set has.
MOST = 10**18
#: Why rows of files are left out.
UNREADABLE, NOT_PROPER, WRONGLY_ANSWERED = "unreadable", "without one solution", "wrongly answered"
NOT_MINIMAL, OTHERWISE_RATED = "not minimal", "of other ratings"
ISOMORPHS = "excluded, or isomorphs of earlier rows"
#: The files of a run: the blocks that were examined, and the boards that were chosen.
BLOCKS, BOARDS = "blocks.jsonl", "chosen.bin"
#: Bytes of a variant's name that tell its solved grid.
GRID = 16


class _Examined(NamedTuple):
    """A block of puzzles: boards, layouts (one per board, or one shared by all), the index of each
    puzzle's level (-1: not wanted) and, for wanted ones, digests that are equal only for
    isomorphs: of the puzzle, and of its solved grid (b"" if puzzles are split without it).
    left_out: as in `Selection`."""

    boards: np.ndarray
    layouts: list[Layout]
    levels: list[int]
    names: list[bytes]
    grids: list[bytes]
    left_out: Mapping[str, int] = {}

    def record(self) -> Record:
        """Return the wanted puzzles for JSON."""
        wanted = [i for i, level in enumerate(self.levels) if level >= 0]
        layouts = list[str]()
        if len(self.layouts) == len(self.levels):
            layouts = [self.layouts[i].name for i in wanted]
        return {
            "boards": [self.boards[i].tobytes().hex() for i in wanted],
            "layouts": layouts,
            "levels": [self.levels[i] for i in wanted],
            "names": [self.names[i].hex() for i in wanted],
            "grids": [self.grids[i].hex() for i in wanted],
            "left_out": dict(self.left_out),
        }

    @classmethod
    def of_record(cls, record: Record, recipe: DatasetRecipe) -> _Examined:
        """Return the block of a record."""
        boards = [list(cells) for cells in _from_hex(record["boards"])]
        layouts = [Layout.named(name) for name in record["layouts"]] or [recipe.layout]
        return cls(
            boards=np.array(boards, np.uint8),
            layouts=layouts,
            levels=record["levels"],
            names=_from_hex(record["names"]),
            grids=_from_hex(record["grids"]),
            left_out=record["left_out"],
        )


def _from_hex(texts: list[str]) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


def choose(
    recipe: DatasetRecipe, jobs: int, progress: Callable[[str], object], folder: Path
) -> Selection:
    """Return the puzzles of a recipe: the same with any number of jobs.

    progress: called with a message on the puzzles chosen and examined so far. folder: for the
    boards, and for each block when it is examined; a run that was stopped continues after its
    blocks. Raises `GenerationError`, naming the level, if a level cannot be filled.
    """
    with closing(_TakenPuzzles(recipe, folder)) as choice:
        examined = _blocks(recipe, jobs, folder / BLOCKS)
        with closing(examined):
            choice.take_from(examined, progress)
        found = choice.in_order(folder / BOARDS)
    found.store()  # when all other files are gone
    return found


class _TakenPuzzles:
    """The puzzles taken so far. missing: how many each level lacks. repeats: how many isomorphs
    came since the last puzzle that was taken."""

    def __init__(self, recipe: DatasetRecipe, folder: Path) -> None:
        self.recipe = recipe
        self.missing = [target.count or MOST for target in recipe.targets]
        self.left_out = Counter[str]()
        self.layouts = list[Layout]()
        self.repeats = 0
        self.seen = KnownKeys()
        self.gone = KnownKeys()
        for names, grids in excluded(recipe):
            self.seen.add(keys_of(names))
            self.gone.add(keys_of(grids))
        self.taken = PuzzleFiles(folder)

    def close(self) -> None:
        """Remove the files of the puzzles taken."""
        self.taken.close()

    def take_from(self, blocks: Iterable[_Examined], progress: Callable[[str], object]) -> None:
        """Take the puzzles of blocks until no level lacks any."""
        recipe = self.recipe
        size = _size(recipe)
        for number, block in enumerate(blocks, 1):
            self.left_out.update(block.left_out)
            self._take(block)
            tried = number * size
            taken = self.taken.count
            progress(f"{taken:,} of {recipe.count:,} puzzles chosen, {tried:,} tried")
            if not any(self.missing):
                return
            if recipe.files:
                continue
            if self.repeats > REPEATS:
                raise GenerationError(
                    phrase(
                        "{tried:,} puzzles tried, {taken:,} of them different, and only "
                        "isomorphs of these were found lately: ask for fewer, or for another board",
                        tried=tried,
                        taken=taken,
                    )
                )
            if tried > PATIENCE * recipe.count + 400 * size:
                raise GenerationError(
                    phrase(
                        "{tried:,} puzzles tried, and {short!s} still lacks {number:,}: ask for "
                        "fewer of them, or for another range",
                        tried=tried,
                        short=self._short.name,
                        number=max(self.missing),
                    )
                )

    def _take(self, block: _Examined) -> None:
        names = keys_of(block.names)
        grids = keys_of(block.grids)
        is_known = self.seen.have(names) | self.gone.have(grids)
        fresh = set[int]()
        taken = list[int]()
        for i, (level, name) in enumerate(zip(block.levels, names.tolist(), strict=True)):
            if level < 0 or not self.missing[level]:
                continue
            if is_known[i] or name in fresh:
                self.repeats += 1
                self.left_out[ISOMORPHS] += 1
                continue
            self.repeats = 0
            self.missing[level] -= 1
            fresh.add(name)
            taken.append(i)
        self._note_layouts(block, taken)
        at = np.array(taken, np.int64)
        self.seen.add(names[at])
        self.taken.add(block.boards[at], grids[at])

    def _note_layouts(self, block: _Examined, taken: Sequence[int]) -> None:
        """Note the layouts of puzzles of a block, once any is not that of the recipe."""
        usual = self.recipe.layout
        if not self.layouts:
            if all(layout is usual for layout in block.layouts):
                return
            self.layouts = [usual] * self.taken.count
        for i in taken:
            self.layouts.append(block.layouts[i if len(block.layouts) > 1 else 0])

    @property
    def _short(self) -> RatingQuota:
        """The first level that lacks puzzles."""
        pairs = zip(self.recipe.targets, self.missing, strict=True)
        return next(target for target, missing in pairs if missing)

    def in_order(self, file: Path) -> Selection:
        """Return the puzzles in random order, in a file."""
        recipe = self.recipe
        count = self.taken.count
        if recipe.files:
            if not count or (recipe.count and any(self.missing)):
                raise GenerationError(_too_few(self._short, count, self.left_out))
            recipe = recipe.sized(count)
        self.seen = self.gone = KnownKeys()  # no longer needed, and large
        order = random_order(count, recipe.seed)
        if recipe.is_by_grid:
            keep_together(order, self.taken.grids(), [number for _, number in recipe.splits])
        self.taken.in_order(file, order, recipe.layout.cell_count)
        own = [self.layouts[k] for k in order] if self.layouts else [recipe.layout]
        left_out = dict(self.left_out) if recipe.files else {}
        return Selection(file, count, own, left_out)


def _too_few(short: RatingQuota, found: int, left_out: Mapping[str, int]) -> str:
    """Return what is wrong when files have too few puzzles."""
    told = "{found:,} puzzles of the files fit, too few for {name!s}"
    lacking = phrase(told, found=found, name=short.name)
    if not left_out:
        return lacking
    told = "{number:,} {reason}"
    why = [phrase(told, number=n, reason=Name(reason)) for reason, n in left_out.items()]
    return phrase("{lacking}; left out: {why}", lacking=lacking, why=joined(why))


def _blocks(recipe: DatasetRecipe, jobs: int, kept: Path) -> Generator[_Examined, None, None]:
    """Yield the blocks, in order; those that are stored come first. kept: the file of these."""
    done = 0
    whole = 0
    size = _size(recipe)
    with kept.open("a+b") as file:
        file.seek(0)
        for line in file:
            if not line.endswith(b"\n"):  # a run was stopped while it was written
                break
            done += 1
            whole += len(line)
            yield _Examined.of_record(json.loads(line), recipe)
        file.truncate(whole)
        blocks: Iterator[_Examined]
        if recipe.files:
            parts = islice(_rows_of_files(recipe), done, None)
            blocks = map_ordered(partial(_look_at_rows, recipe), parts, jobs, threads=True)
        else:
            work = partial(_look, recipe, size)
            blocks = map_ordered(work, count(done * size, size), jobs, threads=True)
        with closing(blocks):  # type: ignore[type-var]
            for block in blocks:
                file.write(f"{json.dumps(block.record())}\n".encode())
                file.flush()
                yield block


def excluded(recipe: DatasetRecipe) -> Iterator[tuple[list[bytes], list[bytes]]]:
    """Yield, by blocks of the files to exclude, the digests of puzzles, and those of their solved
    grids if these must not be chosen either."""
    for name in recipe.exclude:
        for rows in read_set(name, None if recipe.kinds else recipe.board):
            is_ruled = _is_ruled(rows.layout, recipe)
            one = np.zeros(len(rows.boards), bool)
            solutions = rows.boards
            if recipe.is_by_grid or is_ruled:  # else no grid is compared
                solved = solve(rows.boards, layout=rows.layout)
                one = solved.counts == 1
                solutions = solved.solutions
            names, grids = _keys(rows.boards, solutions, one, rows.layout, is_ruled)
            known = [grid for grid in grids if grid] if recipe.is_by_grid else []
            yield names, known


def _keys(
    boards: np.ndarray, solutions: np.ndarray, one: np.ndarray, layout: Layout, is_ruled: bool
) -> tuple[list[bytes], list[bytes]]:
    """Return the names of boards as in `_Examined`, and those of the solved grids of some: `one`
    (b"" for others). is_ruled: whether the puzzles have rules of their own."""
    grids = [b""] * len(boards)
    board = layout.without_constraints() if is_ruled else layout
    at = np.flatnonzero(one)
    for i, key in zip(at.tolist(), least_digests(solutions[at], board), strict=True):
        grids[i] = key.tobytes()
    if not is_ruled:
        return [key.tobytes() for key in least_digests(boards, layout)], grids
    puzzles = [Puzzle(tuple(cells), layout) for cells in boards.tolist()]
    return [grid + _rules(puzzle) for grid, puzzle in zip(grids, puzzles, strict=True)], grids


def _is_ruled(layout: Layout, recipe: DatasetRecipe) -> bool:
    """Whether a puzzle of a file has rules of its own, beside those of the recipe's board."""
    return bool(layout.constraints) and layout != recipe.layout


def _rows_of_files(recipe: DatasetRecipe) -> Iterator[Rows]:
    """Yield the rows of the files in small blocks."""
    for name in recipe.files:
        for rows in read_set(name, recipe.board):
            if not len(rows.numbers):
                yield rows
            for start in range(0, len(rows.numbers), ROW_BLOCK):
                yield rows.part(start, start + ROW_BLOCK)


def _look_at_rows(recipe: DatasetRecipe, rows: Rows) -> _Examined:
    """Examine a block of rows of a file: a pure function that any worker can run."""
    layout = rows.layout
    boards = rows.boards
    left_out = Counter({UNREADABLE: len(rows.wrong)})
    is_ruled = _is_ruled(layout, recipe)
    board = layout.without_constraints() if is_ruled else layout
    if board != recipe.layout:
        left_out[f"on the board {board.name}"] = len(boards)
        return _Examined(boards[:0], [recipe.layout], [], [], [], +left_out)
    if is_ruled and recipe.format not in ROWS:
        raise PuzzleError(
            phrase(
                "the files hold puzzles with rules of their own, which cannot be stored as "
                "{format!s}: choose {names}",
                format=recipe.format,
                names=joined(map(verbatim, ROWS), "{one} or {next}"),
            )
        )
    solved = solve(boards, layout=layout)
    good = solved.counts == 1
    left_out[NOT_PROPER] = int((~good).sum())
    wrong = wrong_answers(rows, 0, solved)
    has_wrong = good & np.isin(rows.numbers, [*wrong])
    left_out[WRONGLY_ANSWERED] = int(has_wrong.sum())
    good &= ~has_wrong
    at = np.flatnonzero(good)
    if recipe.minimal:
        spare = having_spare_givens(boards[at], solved.solutions[at], "proper", layout, jobs=1)
        left_out[NOT_MINIMAL] = int(spare.sum())
        at = at[~spare]
    boards = boards[at]
    grids = solved.solutions[at].astype(np.uint8)
    levels = [0] * len(at)
    if recipe.is_levelled:
        most = max(target.high for target in recipe.targets)
        rated = hardest(boards, layout, scale_named(recipe.scale, layout), most)
        levels = [_level(recipe, tenths) for tenths in rated.tolist()]
        left_out[OTHERWISE_RATED] = levels.count(-1)
    names, of_grids = _keys(boards, grids, np.ones(len(at), bool), layout, is_ruled)
    layouts = [layout] * len(at) if is_ruled else [recipe.layout]
    return _Examined(boards, layouts, levels, names, of_grids, +left_out)


def _grids(boards: np.ndarray, layout: Layout) -> list[bytes]:
    """Return the digest of each board's solved grid, b"" if it does not have one solution."""
    grids = [b""] * len(boards)
    one, keys = grid_digests(boards, layout)
    for i, key in zip(one.tolist(), keys, strict=True):
        grids[i] = key.tobytes()
    return grids


def _size(recipe: DatasetRecipe) -> int:
    """Return the number of puzzles per block: fewer for boards that take long. The result does not
    depend on it."""
    if recipe.kinds:
        return VARIANT_BLOCK
    if recipe.layout.constraints and recipe.is_levelled:
        return RULED_BLOCK
    return max(VARIANT_BLOCK, int(BLOCK * min(1.0, (81 / recipe.layout.cell_count) ** 3)))


def _look(recipe: DatasetRecipe, size: int, start: int) -> _Examined:
    """Examine a block of puzzles from a number on: a pure function that any worker can run."""
    making = GeneratorOptions(
        layout=recipe.layout,
        keep="proper",
        symmetry=recipe.symmetry,
        minimal=recipe.minimal,
        tries=1000,
        kinds=recipe.kinds,
    )
    if recipe.kinds:
        return _look_at_variants(recipe, making, range(start, start + size))
    layout = recipe.layout
    boards = _boards(recipe, making, size, start)
    levels = [0] * len(boards)
    if recipe.is_levelled:
        most = max(target.high for target in recipe.targets)
        rated = hardest(boards, layout, scale_named(recipe.scale, layout), most)
        levels = [_level(recipe, tenths) for tenths in rated.tolist()]
    fitting = [i for i, level in enumerate(levels) if level >= 0]
    names = [b""] * len(boards)
    for i, key in zip(fitting, least_digests(boards[fitting], layout), strict=True):
        names[i] = key.tobytes()
    grids = [b""] * len(boards)
    if recipe.is_by_grid:
        for i, grid in zip(fitting, _grids(boards[fitting], layout), strict=True):
            grids[i] = grid
    return _Examined(boards, [layout], levels, names, grids)


def _boards(recipe: DatasetRecipe, making: GeneratorOptions, size: int, start: int) -> np.ndarray:
    """Return the boards of a block: random ones for most levels; near our hard puzzles for those
    that next to no random puzzle has."""
    scale = scale_named(recipe.scale, recipe.layout)
    hard = list[Level]()
    if recipe.layout.name == STANDARD.name and recipe.symmetry == "none" and recipe.minimal:
        hard = [Level(t.low, t.high, scale=scale) for t in recipe.targets if t.low > HARD]
    made = []
    for level in hard:
        for number in range(start, start + HARD_ONES):
            with suppress(GenerationError):
                made.append(generate_at(level, recipe.seed, number).puzzle.cells)
    near = np.array(made, np.uint8).reshape(len(made), recipe.layout.cell_count)
    if hard and len(hard) == len(recipe.targets):
        return near
    others = generate_by(making, size, seed=recipe.seed, start=start)
    return np.concatenate([others, near])


def _look_at_variants(recipe: DatasetRecipe, making: GeneratorOptions, numbers: range) -> _Examined:
    """Each puzzle has rules of its own."""
    made = {number: _variant(recipe, making, number) for number in numbers}
    numbered = {number: puzzle for number, puzzle in made.items() if puzzle is not None}
    puzzles = [*numbered.values()]
    if not puzzles:
        none = np.empty((0, recipe.layout.cell_count), np.uint8)
        return _Examined(none, layouts=[], levels=[], names=[], grids=[])
    boards = np.array([puzzle.cells for puzzle in puzzles], np.uint8)
    layouts = [puzzle.layout for puzzle in puzzles]
    # Each puzzle is of the level that it was made for, so none is rated again.
    levels = [number % len(recipe.targets) for number in numbered]
    names = [variant_name(puzzle, recipe.layout) for puzzle in puzzles]
    return _Examined(boards, layouts, levels, names, [name[:GRID] for name in names])


def variant_name(puzzle: Puzzle, board: Layout) -> bytes:
    """Return what identifies a puzzle with rules of its own: its solution, the kinds and cell
    counts of its rules and the number of givens; if these differ, puzzles are not isomorphic."""
    return solved_grid_key(puzzle, board) + _rules(puzzle)


def _rules(puzzle: Puzzle) -> bytes:
    """Return the part of a puzzle's name that tells its rules and givens."""
    rules = sorted((rule.kind, len(rule.cells)) for rule in puzzle.constraints)
    return repr((puzzle.clues, rules)).encode()


def _variant(recipe: DatasetRecipe, making: GeneratorOptions, number: int) -> Puzzle | None:
    """Return the puzzle of that number, for one level after the other; None if its grid has no
    puzzle of the level."""
    if not recipe.is_levelled:
        return generate_one(making, recipe.seed, number)
    wanted = recipe.targets[number % len(recipe.targets)]
    level = Level(
        wanted.low,
        wanted.high,
        layout=recipe.layout,
        symmetry=recipe.symmetry,
        tries=1,
        kinds=recipe.kinds,
    )
    try:
        return generate_at(level, recipe.seed, number).puzzle
    except GenerationError:
        return None


def _level(recipe: DatasetRecipe, tenths: int) -> int:
    """Return the index of the wanted level that contains a rating; -1 if there is none."""
    places = (i for i, w in enumerate(recipe.targets) if w.low <= tenths <= w.high)
    return next(places, -1)
