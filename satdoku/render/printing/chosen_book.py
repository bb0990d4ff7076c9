"""Books of chosen puzzles: chapters that say which levels, ratings or kinds they want.

More puzzles than wanted are chosen of each level, to take some of each rating: most puzzles of a
level would otherwise have the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...board import Puzzle
from ...datasets.make.recipe import ANY, recipe_of
from ...datasets.make.selecting import choose, excluded
from ...errors import GenerationError, PuzzleError
from ...formats.text.reader import parse
from .book import Book, Quota, Section, bound
from .sheets import Sheet

#: Puzzles chosen per puzzle wanted: the rarer ratings of a level are among them.
SURPLUS = 3


def make_book(
    chapters: Iterable[Mapping[str, Any]],
    *,
    by: str = "none",
    unlike: Sequence[str] = (),
    sheet: Sheet | None = None,
    label: str = "both",
    qr: bool = False,
    jobs: int = 1,
    progress: Callable[[str], object] | None = None,
) -> Book:
    """Return a book: cover, instructions, the chapters, their solutions.

    chapters: each has a "title" and "text" (a string) or neither, and either "puzzles" or the keys
    of a recipe for data sets: levels (name to number) or count, seed, layout, kinds, symmetry,
    minimal. by: what begins a further chapter: "level", "kind" or "none". unlike: files; no puzzle
    has a solved grid of theirs. label, qr: as in `labelled`. jobs: number of processes. progress:
    called with status messages. The same arguments give the same bytes. Raises `PuzzleError` for an
    unknown key, level, kind or symmetry and for a puzzle without exactly one solution,
    `GenerationError` if a level cannot be filled, and as `documents` does.

    >>> book = make_book([{"title": "Warm-up", "puzzles": ["....43..1.....4."]}])
    >>> [(chapter, rating.label) for _, rating, chapter in book.puzzles], book.left_out
    ([('Warm-up', 'beginner')], 0)
    """
    tell = progress or _say_nothing
    used = set[bytes]()
    if unlike:
        _, used = excluded(recipe_of({"count": 1, "exclude": [*unlike]}))
    return bound(
        _sections(chapters, [*unlike], jobs, tell),
        by=by,
        used=used,
        sheet=sheet or Sheet(per_page=2),
        label=label,
        qr=qr,
        jobs=jobs,
        progress=tell,
    )


def _say_nothing(message: str) -> None:
    pass


def _sections(
    chapters: Iterable[Mapping[str, Any]],
    unlike: list[str],
    jobs: int,
    progress: Callable[[str], object],
) -> Iterator[Section]:
    """Yield the puzzles of each chapter: given ones, or those of its recipe."""
    for number, chapter in enumerate(chapters, 1):
        settings = dict(chapter)
        title = str(settings.pop("title", ""))
        text = str(settings.pop("text", ""))
        paragraphs = [paragraph for paragraph in text.split("\n\n") if paragraph]
        given = settings.pop("puzzles", None)
        if given:
            for key in settings:
                raise PuzzleError(f"chapter {number} has puzzles: {key} is for a recipe")
            yield Section(title, paragraphs, [parse(one) for one in given])
        else:
            puzzles, quotas = _chosen(settings, unlike, jobs, progress)
            yield Section(title, paragraphs, puzzles, quotas)


def _chosen(
    settings: dict[str, Any], unlike: list[str], jobs: int, progress: Callable[[str], object]
) -> tuple[list[Puzzle], list[Quota]]:
    """Return the puzzles of a recipe, with a surplus where the board has enough, and how many of
    them to take."""
    numbers = settings.get("levels") or settings.get("ratings")
    if numbers:
        settings.setdefault("count", sum(numbers.values()))
    settings["format"] = "jsonl"
    if unlike:
        settings["exclude"] = unlike
    recipe = recipe_of(settings)
    more = 1 if recipe.kinds or not recipe.is_levelled else SURPLUS
    targets = tuple(replace(one, count=more * one.count) for one in recipe.targets)
    wanted = replace(recipe, count=more * recipe.count, targets=targets)

    def tell(found: int, looked_at: int) -> None:
        progress(f"{found:,} of {wanted.count:,} puzzles chosen, {looked_at:,} tried")

    try:
        chosen = choose(wanted, jobs, tell)
    except GenerationError:
        chosen = choose(recipe, jobs, tell)
    quotas = [
        Quota(one.name, one.low, one.high, one.count, in_order=one.name == ANY)
        for one in recipe.targets
    ]
    return list(chosen.puzzles()), quotas
