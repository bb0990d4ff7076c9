"""A book of puzzles: chapters of chosen or given puzzles, sorted by rating, no two of one solved
grid up to symmetry (on boards of up to `SMALL` rows: of exactly one grid).

More puzzles than wanted are chosen of each level, to take some of each rating: most puzzles of a
level would otherwise have the same one.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from ...board import Puzzle
from ...constraints.rules_text import headings_of, rules_of
from ...datasets.make.recipe import ANY, SMALL, Recipe, recipe_of
from ...datasets.make.selecting import GRID, choose, excluded, variant_name
from ...errors import GenerationError, Inconsistency, PuzzleError, SatdokuError
from ...formats.text.reader import parse
from ...formats.write import record_of
from ...languages import Translate, translator
from ...logic.difficulty.rating import Rating, rate
from ...logic.generating import generate
from ...operations.solving import solution
from ...operations.variant_generation import generated_kinds
from ...workers.parallel import map_ordered
from .sheets import Chapter, Sheet, documents, labelled

RULES = (
    "How to play",
    "Fill every blank cell with a digit, so that each row, each column and each outlined region "
    "holds every digit once.",
    "Each puzzle has exactly one solution, and logic alone finds it: no guess is needed. The "
    "puzzles are ordered by their hardest step.",
    "To begin, look for a region with few blank cells, or for a digit that stands in many regions: "
    "in a row, a column or a region, there may be only one cell left for it. Write small digits in "
    "a cell for those that it can still hold, and cross them out as others are placed.",
)
#: Additional texts for puzzles with their own rules: told at each, or once for a chapter.
OWN_RULES = "Additional rules of a puzzle are printed below it."
TOLD_ONCE = "Additional rules of a chapter are printed on its first page."
NO_RULES = "Without further rules"
#: Puzzles chosen per puzzle wanted: the rarer ratings of a level are among them.
SURPLUS = 3
#: Board of the example of a chapter's rules.
EXAMPLE = "6x6"


@dataclass(frozen=True, slots=True)
class Book:
    """documents: the PDF, and that of the solutions if they are apart. puzzles: in order, with
    their ratings and chapters. left_out: number of given puzzles of a solved grid that an earlier
    puzzle, or one of `unlike`, has. messages: about these, and about puzzles without a code."""

    documents: list[list[bytes]]
    puzzles: list[tuple[Puzzle, Rating, str]]
    left_out: int
    messages: list[str]

    def records(self, jobs: int = 1) -> Iterator[dict[str, Any]]:
        """Yield the record of each puzzle, with its number, chapter, rating, level and the SHA-256
        of its certificate (a line as `satdoku certify` writes it)."""
        proofs = map_ordered(_certificate, (puzzle for puzzle, _, _ in self.puzzles), jobs)
        pairs = zip(self.puzzles, proofs, strict=True)
        for n, ((puzzle, rating, chapter), proof) in enumerate(pairs, 1):
            yield record_of(puzzle) | {
                "number": n,
                "chapter": chapter,
                "rating": rating.rating,
                "level": rating.label,
                "certificate": hashlib.sha256(f"{proof}\n".encode()).hexdigest(),
            }


@dataclass(frozen=True, slots=True)
class _Looked:
    """A puzzle, its rating, and a digest that isomorphs of its solved grid share."""

    puzzle: Puzzle
    rating: Rating
    grid: bytes


def make_book(
    chapters: Iterable[Mapping[str, Any]],
    *,
    by: str = "none",
    unlike: Sequence[str] = (),
    sheet: Sheet | None = None,
    label: str = "both",
    qr: bool = False,
    jobs: int = 1,
    progress: Callable[[str], object] = str,
) -> Book:
    """Return a book: cover, instructions, the chapters, their solutions.

    chapters: each has a "title" and "text" (a string) or neither, and either "puzzles" or the keys
    of a recipe for data sets: levels (name to number) or count, seed, layout, kinds, symmetry,
    minimal. by: what begins a further chapter: "level", "kind" or "none". unlike: files; no puzzle
    has a solved grid of theirs. label, qr: as in `labelled`. The same arguments give the same
    bytes. Raises `PuzzleError` for an unknown key, level, kind or symmetry and for a puzzle without
    exactly one solution, `GenerationError` if a level cannot be filled, and as `documents` does.
    """
    sheet = sheet or Sheet(per_page=2)
    translate = translator(sheet.language)
    seen = set[bytes]()
    left_out = 0
    parts = list[tuple[str, list[str], list[_Looked]]]()
    if unlike:
        seen |= excluded(recipe_of({"count": 1, "exclude": [*unlike]}))[1]
    for number, chapter in enumerate(chapters, 1):
        settings = dict(chapter)
        title = str(settings.pop("title", ""))
        text = str(settings.pop("text", ""))
        if given := settings.pop("puzzles", None):
            for key in settings:
                raise PuzzleError(f"chapter {number} has puzzles: {key} is for a recipe")
            puzzles, recipe = [parse(one) for one in given], None
        else:
            puzzles, recipe = _chosen(settings, [*unlike], jobs, progress)
        progress(f"{len(puzzles):,} puzzles chosen; rating them")
        looked = []
        for one in map_ordered(_look, enumerate(puzzles, 1), jobs):
            looked += [one] * (one.grid not in seen)
            seen.add(one.grid)
        if recipe:
            looked = _spread(looked, recipe)
        else:
            left_out += len(puzzles) - len(looked)
        looked.sort(key=lambda one: (one.rating.rating, one.rating.total))
        parts += _parts(title, list(filter(None, text.split("\n\n"))), looked, by, translate)
    rated = [(one.puzzle, one.rating, title) for title, _, looked in parts for one in looked]
    if not rated:
        raise PuzzleError("no puzzles: give some, or the number for each level")
    puzzles, ratings = [puzzle for puzzle, _, _ in rated], [rating for _, rating, _ in rated]
    openings, first = list[Chapter](), 1
    for title, paragraphs, looked in parts:
        openings.append(_opening(first, title, paragraphs, looked, translate))
        first += len(looked)
    told = [OWN_RULES] * any(
        one.puzzle.constraints
        for (_, _, looked), opening in zip(parts, openings, strict=True)
        if not opening.rules
        for one in looked
    ) + [TOLD_ONCE] * any(opening.rules for opening in openings)
    levels = Counter(rating.label for rating in ratings)
    messages = list[str]()
    sheet = replace(
        labelled(sheet, puzzles, label, qr, messages.append, ratings),
        title=sheet.title or translate("{count} sudoku puzzles").format(count=len(puzzles)),
        introduction=[translate(paragraph) for paragraph in (*RULES, *told)],
        chapters=openings,
        cover=[", ".join(f"{translate(level)}: {n}" for level, n in levels.items())],
    )
    if left_out:
        messages.append(f"left out {left_out} puzzles of a solved grid that is there already")
    return Book(documents(puzzles, sheet), rated, left_out, messages)


def _chosen(
    settings: dict[str, Any], unlike: list[str], jobs: int, progress: Callable[[str], object]
) -> tuple[list[Puzzle], Recipe]:
    """Return the puzzles of a recipe, with a surplus where the board has enough, and the recipe."""
    if shares := settings.get("levels") or settings.get("ratings"):
        settings.setdefault("count", sum(shares.values()))
    settings |= {"format": "jsonl", **({"exclude": unlike} if unlike else {})}
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
    layouts = chosen.layouts * (len(chosen.boards) if len(chosen.layouts) == 1 else 1)
    boards = zip(chosen.boards.tolist(), layouts, strict=True)
    return [Puzzle(tuple(board), layout) for board, layout in boards], recipe


def _look(numbered: tuple[int, Puzzle]) -> _Looked:
    number, puzzle = numbered
    try:
        if puzzle.layout.size <= SMALL:  # so few grids differ up to symmetry
            grid = solution(puzzle).line.encode()
        else:
            grid = variant_name(puzzle, puzzle.layout.without_constraints())[:GRID]
    except (PuzzleError, Inconsistency) as error:
        raise PuzzleError(f"puzzle {number} does not belong in a book: {error}") from None
    return _Looked(puzzle, rate(puzzle), grid)


def _spread(looked: list[_Looked], recipe: Recipe) -> list[_Looked]:
    """Return as many puzzles of each level as wanted: of each rating one, then a second one, …"""
    found = []
    for target in recipe.targets:
        before = Counter[float]()
        order = list[tuple[int, float, int]]()
        for k, one in enumerate(looked):
            rating = one.rating.rating
            if target.name == ANY or target.low <= round(10 * rating) <= target.high:
                order.append((before[rating] if target.name != ANY else k, rating, k))
                before[rating] += 1
        if len(order) < target.count:
            raise GenerationError(
                f"{target.name}: {len(order)} of {target.count} puzzles have different solved "
                "grids: ask for fewer"
            )
        found += [looked[k] for *_, k in sorted(order)[: target.count]]
    return found


def _parts(
    title: str, text: list[str], looked: list[_Looked], by: str, translate: Translate
) -> Iterator[tuple[str, list[str], list[_Looked]]]:
    """Yield the parts of a chapter: title, paragraphs, puzzles."""
    if by == "none":
        yield title, text, looked
        return

    def part_of(one: _Looked) -> str:
        return one.rating.label if by == "level" else ", ".join(headings_of(one.puzzle.layout))

    if by == "kind":
        looked = sorted(looked, key=part_of)
    for name, some in groupby(looked, part_of):
        shown = ", ".join(translate(word) for word in (name or NO_RULES).split(", "))
        shown = shown[:1].upper() + shown[1:]
        yield f"{title}: {shown}" if title else shown, text, list(some)
        text = []


def _opening(
    first: int, title: str, text: list[str], looked: list[_Looked], translate: Translate
) -> Chapter:
    """Return the first page of a chapter, with its rules if all its puzzles have the same ones."""
    rules = {tuple(rules_of(one.puzzle.layout, translate)) for one in looked}
    same = rules.pop() if title and len(rules) == 1 else ()
    return Chapter(first, title, text, same, _example(looked[0].puzzle) if same else None)


def _example(puzzle: Puzzle) -> Puzzle | None:
    """Return a small solved board with the kinds of a puzzle's rules, or None if none is made."""
    kinds = list(dict.fromkeys(rule.kind for rule in puzzle.constraints))
    if not kinds or not set(kinds) <= {*generated_kinds()}:
        return None
    try:
        [made] = generate(1, layout=EXAMPLE, kind=",".join(kinds), seed=1, time_limit=5)
    except SatdokuError:
        return None
    return solution(made)


def _certificate(puzzle: Puzzle) -> str:
    from ...certificates.certifying import certify

    return certify(puzzle).line
