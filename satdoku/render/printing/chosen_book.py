"""Books of given and of chosen puzzles: chapters hold their puzzles, or say which levels, ratings
or kinds they want. Only choosing needs the room of data sets.

More puzzles than wanted are chosen of each level, to take some of each rating: most puzzles of a
level would otherwise have the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Unpack

from ...backends.base import Clock
from ...board import Puzzle
from ...errors import GenerationError, PuzzleError
from ...formats.text.reader import parse_each
from ...frozen import frozen
from ...phrases import phrase
from ...record_types import Record, TypedDict, require_known
from ...rooms import require
from .book import Book, Quota, Section, bound
from .sheets import Sheet

if TYPE_CHECKING:
    from ...datasets.make.recipe import DatasetRecipe

#: Puzzles chosen per puzzle wanted: the rarer ratings of a level are among them.
SURPLUS = 3


class BesidePuzzles(TypedDict, total=False):
    """What stands beside each puzzle, as in `labelled`."""

    label: str
    qr: bool


def make_book(
    chapters: Iterable[Mapping[str, Any]],
    *,
    by: str = "none",
    unlike: Sequence[str] = (),
    sheet: Sheet | None = None,
    jobs: int = 1,
    time_limit: float | None = None,
    progress: Callable[[str], object] | None = None,
    **beside: Unpack[BesidePuzzles],
) -> Book:
    """Return a book: cover, instructions, the chapters, their solutions.

    chapters: each has a "title" and "text" (a string) or neither, and either "puzzles" or the keys
    of a recipe for data sets: levels (name to number) or count, seed, layout, kinds, symmetry,
    minimal. by: what begins a further chapter: "level", "kind" or "none". unlike: files; no puzzle
    has a solved grid of theirs. label ("level" by default), qr: as in `labelled`. jobs: number of
    processes. time_limit: seconds for the whole book. progress: called with status messages. The
    same arguments give the same bytes. Raises `PuzzleError` for an unknown key, level, kind or
    symmetry and for a puzzle without exactly one solution, `GenerationError` if a level cannot be
    filled, `TimeLimitReached`, and as `documents` does.

    >>> book = make_book([{"title": "Warm-up", "puzzles": ["....43..1.....4."]}])
    >>> [(chapter, rating.label) for _, rating, chapter in book.puzzles], book.left_out
    ([('Warm-up', 'beginner')], 0)
    """
    require_known(beside, BesidePuzzles, "make_book")
    choosing = _Choosing(unlike, jobs, progress or _say_nothing)

    def made() -> Book:
        return bound(
            choosing.sections(chapters),
            by=by,
            used=choosing.used_grids(),
            sheet=sheet or Sheet(per_page=2),
            label=beside.get("label", "level"),
            qr=beside.get("qr", False),
            jobs=jobs,
            progress=choosing.tell,
        )

    return Clock(time_limit).within(made)


def _say_nothing(message: str) -> None:
    pass


@frozen
class _Choosing:
    """Chooses puzzles; unlike, jobs and tell are as for `make_book`."""

    unlike: Sequence[str]
    jobs: int
    tell: Callable[[str], object]

    def used_grids(self) -> set[bytes]:
        """Return the keys of the solved grids that no puzzle may have."""
        if not self.unlike:
            return set()
        require("datasets", "a book unlike the puzzles of files needs")
        from ...datasets.make.recipe import recipe_of
        from ...datasets.make.selecting import excluded

        recipe = recipe_of({"count": 1, "exclude": [*self.unlike]})
        return {grid for _, grids in excluded(recipe) for grid in grids}

    def sections(self, chapters: Iterable[Mapping[str, Any]]) -> Iterator[Section]:
        """Yield the puzzles of each chapter: given ones, or those of its recipe."""
        if isinstance(chapters, str) or not isinstance(chapters, Iterable):
            raise PuzzleError(
                phrase(
                    "chapters {chapters!r:.40}: expected a list of dictionaries", chapters=chapters
                )
            )
        for number, chapter in enumerate(chapters, 1):
            if not isinstance(chapter, Mapping):
                raise PuzzleError(
                    phrase(
                        "chapter {number!s}, {chapter!r:.40}: expected a dictionary",
                        number=number,
                        chapter=chapter,
                    )
                )
            settings = dict(chapter)
            title = str(settings.pop("title", ""))
            text = str(settings.pop("text", ""))
            paragraphs = [paragraph for paragraph in text.split("\n\n") if paragraph]
            given = settings.pop("puzzles", None)
            if not given:
                puzzles, quotas = self.chosen(settings)
                yield Section(title, paragraphs, puzzles, quotas)
                continue
            for key in settings:
                raise PuzzleError(
                    phrase(
                        "chapter {number!s} has puzzles: {key!s} is for a recipe",
                        number=number,
                        key=key,
                    )
                )
            yield Section(title, paragraphs, list(parse_each(given)))

    def chosen(self, settings: Record) -> tuple[list[Puzzle], list[Quota]]:
        """Return the puzzles of a recipe, with a surplus where the board has enough, and how many
        of them to take."""
        require("datasets", "puzzles that are chosen for a book need")
        from ...datasets.make.recipe import ANY, recipe_of
        from ...datasets.make.selecting import BLOCKS, choose

        numbers = settings.get("levels") or settings.get("ratings")
        if numbers:
            settings.setdefault("count", sum(numbers.values()))
        settings["format"] = "jsonl"
        if self.unlike:
            settings["exclude"] = [*self.unlike]
        recipe = recipe_of(settings)
        wanted = recipe
        if recipe.is_levelled and not recipe.kinds:
            wanted = _with_surplus(recipe)
        puzzles = list[Puzzle]()
        with TemporaryDirectory(prefix="satdoku-", ignore_cleanup_errors=True) as name:
            folder = Path(name)
            try:
                selection = choose(wanted, self.jobs, self.tell, folder)
            except GenerationError:
                (folder / BLOCKS).unlink()
                selection = choose(recipe, self.jobs, self.tell, folder)
            puzzles += selection.puzzles()
        quotas = []
        for one in recipe.targets:
            in_order = one.name == ANY
            quotas.append(Quota(one.name, one.low, one.high, one.count, in_order))
        return puzzles, quotas


def _with_surplus(recipe: DatasetRecipe) -> DatasetRecipe:
    """Return the recipe of `SURPLUS` times as many puzzles."""
    targets = []
    for one in recipe.targets:
        targets.append(replace(one, count=SURPLUS * one.count))
    count = SURPLUS * recipe.count
    return replace(recipe, count=count, targets=tuple(targets))
