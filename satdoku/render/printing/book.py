"""A book of puzzles: chapters sorted by rating, no two puzzles of one solved grid up to symmetry
(on boards of up to `SMALL` rows: of exactly one grid).

The puzzles are given; `chosen_book` makes books of puzzles that are chosen by level or kind.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from ...batch.form_digests import solved_grid_key
from ...board import Puzzle
from ...constraints.rules_text import headings_of, rules_of
from ...errors import GenerationError, Inconsistency, PuzzleError, SatdokuError
from ...formats.write import record_of
from ...frozen import frozen
from ...languages import translator
from ...logic.difficulty.rating import Rating, rate
from ...logic.generating import generate
from ...operations.solving import solution
from ...operations.variant_generation import generated_kinds
from ...phrases import Translate, phrase
from ...record_types import Record
from ...workers.parallel import map_ordered
from .sheets import Chapter, Sheet, documents, labelled

#: Up to this number of rows few grids differ up to symmetry (49 classes on 6×6).
SMALL = 6
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
#: Board of the example of a chapter's rules, and the grids that are tried for it. No clock ends the
#: search: the same arguments give the same bytes on a busy machine, too.
EXAMPLE, EXAMPLE_TRIES = "6x6", 3


@frozen
class Quota:
    """Of a chapter's puzzles, `count` rated from `low` to `high` (in tenths) are taken: of each
    rating one, then a second one, and so on. in_order: the first ones instead, of any rating."""

    name: str
    low: int
    high: int
    count: int
    in_order: bool = False


@frozen
class Section:
    """The puzzles of a chapter before they are rated. text: paragraphs. quotas: how many of them to
    take; () for all whose grids no earlier puzzle has."""

    title: str
    text: Sequence[str]
    puzzles: Sequence[Puzzle]
    quotas: Sequence[Quota] = ()


@frozen
class Book:
    """documents: the PDF, and that of the solutions if they are apart. puzzles: in order, with
    their ratings and chapters. left_out: number of given puzzles of a solved grid that an earlier
    puzzle, or one of `unlike`, has. messages: about these, and about puzzles without a code.

    >>> import satdoku
    >>> book = satdoku.make_book([{"puzzles": ["..1..23..4......"]}])
    >>> len(book.documents), book.left_out, next(book.records())["level"]
    (1, 0, 'beginner')
    """

    documents: list[list[bytes]]
    puzzles: list[tuple[Puzzle, Rating, str]]
    left_out: int
    messages: list[str]

    def records(self, jobs: int = 1) -> Iterator[Record]:
        """Yield the record of each puzzle, with its number, chapter, rating (and whether it is an
        estimate), level and the SHA-256
        of its certificate (a line as `satdoku certify` writes it)."""
        proofs = map_ordered(_certificate, (puzzle for puzzle, _, _ in self.puzzles), jobs)
        pairs = zip(self.puzzles, proofs, strict=True)
        for n, ((puzzle, rating, chapter), proof) in enumerate(pairs, 1):
            digest = hashlib.sha256(f"{proof}\n".encode()).hexdigest()
            yield record_of(puzzle) | {
                "number": n,
                "chapter": chapter,
                "rating": rating.rating,
                "estimated": rating.estimated,
                "level": rating.label,
                "certificate": digest,
            }


@frozen
class _RatedPuzzle:
    """A puzzle, its rating, and a key that isomorphs of its solved grid share."""

    puzzle: Puzzle
    rating: Rating
    grid: bytes


@frozen
class _Part:
    """The puzzles between two title pages, and what the first of these says."""

    title: str
    text: Sequence[str]
    rated: Sequence[_RatedPuzzle]


def bound(
    sections: Iterable[Section],
    *,
    by: str,
    used: Iterable[bytes],
    sheet: Sheet,
    label: str,
    qr: bool,
    jobs: int,
    progress: Callable[[str], object],
) -> Book:
    """Return the book of these sections; see `make_book`. used: keys of solved grids that no puzzle
    may have. sections: each is asked for when the one before has been rated."""
    translate = translator(sheet.language)
    seen = set(used)
    left_out = 0
    parts = list[_Part]()
    for section in sections:
        progress(f"{len(section.puzzles):,} puzzles chosen; rating them")
        rated = _rated(section.puzzles, seen, jobs)
        if section.quotas:
            rated = _spread(rated, section.quotas)
        else:
            left_out += len(section.puzzles) - len(rated)
        rated.sort(key=lambda one: (one.rating.rating, one.rating.total))
        parts += _parts(section, rated, by, translate)
    in_order = [(one.puzzle, one.rating, part.title) for part in parts for one in part.rated]
    if not in_order:
        raise PuzzleError("no puzzles: give some, or the number for each level")
    puzzles = [puzzle for puzzle, _, _ in in_order]
    ratings = [rating for _, rating, _ in in_order]
    messages = list[str]()
    sheet = labelled(sheet, puzzles, label, qr, tell=messages.append, ratings=ratings)
    if left_out:
        messages.append(f"left out {left_out} puzzles of a solved grid that is there already")
    sheet = _with_openings(sheet, parts, ratings, translate)
    if sheet.note:
        sheet = replace(sheet, introduction=[*sheet.introduction, sheet.note], note="")
    pages = documents(puzzles, sheet)
    return Book(pages, in_order, left_out, messages)


def _rated(puzzles: Sequence[Puzzle], seen: set[bytes], jobs: int) -> list[_RatedPuzzle]:
    """Return the puzzles whose grids have not been seen, rated; their grids join the seen ones."""
    fresh = []
    for one in map_ordered(_looked_at, enumerate(puzzles, 1), jobs):
        if one.grid not in seen:
            fresh.append(one)
            seen.add(one.grid)
    return fresh


def _looked_at(numbered: tuple[int, Puzzle]) -> _RatedPuzzle:
    number, puzzle = numbered
    try:
        if puzzle.layout.size <= SMALL:
            grid = solution(puzzle).line.encode()
        else:
            grid = solved_grid_key(puzzle, puzzle.layout.without_constraints())
    except (PuzzleError, Inconsistency) as error:
        raise PuzzleError(
            phrase("puzzle {number} does not belong in a book: {error}", number=number, error=error)
        ) from None
    return _RatedPuzzle(puzzle, rate(puzzle), grid)


def _spread(rated: Sequence[_RatedPuzzle], quotas: Sequence[Quota]) -> list[_RatedPuzzle]:
    """Return as many puzzles as each quota wants, spread over the ratings."""
    found = []
    for quota in quotas:
        before = Counter[float]()
        order = list[tuple[int, float, int]]()
        for k, one in enumerate(rated):
            rating = one.rating.rating
            if quota.in_order:
                order.append((k, rating, k))
            elif quota.low <= round(10 * rating) <= quota.high:
                order.append((before[rating], rating, k))
                before[rating] += 1
        if len(order) < quota.count:
            raise GenerationError(
                phrase(
                    "{name!s}: {number} of {count} puzzles have different solved grids: ask for "
                    "fewer",
                    name=quota.name,
                    number=len(order),
                    count=quota.count,
                )
            )
        order.sort()
        found += [rated[k] for _, _, k in order[: quota.count]]
    return found


def _parts(
    section: Section, rated: list[_RatedPuzzle], by: str, translate: Translate
) -> Iterator[_Part]:
    """Yield the parts of a section: one, or one for each level or kind."""
    if by == "none":
        yield _Part(section.title, section.text, rated)
        return

    def name_of(one: _RatedPuzzle) -> str:
        if by == "level":
            return one.rating.label
        return ", ".join(headings_of(one.puzzle.layout))

    if by == "kind":
        rated = sorted(rated, key=name_of)
    text = section.text
    for name, some in groupby(rated, name_of):
        shown = ", ".join(translate(word) for word in (name or NO_RULES).split(", "))
        title = shown[:1].upper() + shown[1:]
        if section.title:
            title = f"{section.title}: {title}"
        yield _Part(title, text, list(some))
        text = []  # only the first part tells it


# -- Pages ----------------------------------------------------------------------------------------


def _with_openings(
    sheet: Sheet, parts: Sequence[_Part], ratings: Sequence[Rating], translate: Translate
) -> Sheet:
    """Return the sheet with cover, instructions, and the first pages of chapters."""
    chapters = list[Chapter]()
    number = 1
    are_told_once = False
    are_told_each = False
    for part in parts:
        chapter = _opening(number, part, translate)
        chapters.append(chapter)
        number += len(part.rated)
        if chapter.rules:
            are_told_once = True
        elif any(one.puzzle.constraints for one in part.rated):
            are_told_each = True
    paragraphs = list(RULES)
    if are_told_each:
        paragraphs.append(OWN_RULES)
    if are_told_once:
        paragraphs.append(TOLD_ONCE)
    levels = Counter(rating.label for rating in ratings)
    title = translate("{count} sudoku puzzles").format(count=len(ratings))
    return replace(
        sheet,
        title=sheet.title or title,
        introduction=[translate(paragraph) for paragraph in paragraphs],
        chapters=chapters,
        cover=[", ".join(f"{translate(level)}: {n}" for level, n in levels.items())],
    )


def _opening(first: int, part: _Part, translate: Translate) -> Chapter:
    """Return the first page of a chapter, with its rules if all its puzzles have the same ones."""
    told = {tuple(rules_of(one.puzzle.layout, translate)) for one in part.rated}
    rules: tuple[str, ...] = ()
    if part.title and len(told) == 1:
        rules = told.pop()
    example = _example(part.rated[0].puzzle) if rules else None
    return Chapter(first, part.title, part.text, rules, example)


def _example(puzzle: Puzzle) -> Puzzle | None:
    """Return a small solved board with the kinds of a puzzle's rules, or None if none is made."""
    kinds = list(dict.fromkeys(rule.kind for rule in puzzle.constraints))
    if not kinds or not set(kinds) <= {*generated_kinds()}:
        return None
    try:
        [made] = generate(1, layout=EXAMPLE, kind=",".join(kinds), seed=1, tries=EXAMPLE_TRIES)
    except SatdokuError:
        return None
    return solution(made)


def _certificate(puzzle: Puzzle) -> str:
    from ...certificates.certifying import certify

    return certify(puzzle).line
