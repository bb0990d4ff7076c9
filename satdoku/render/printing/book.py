"""A book of puzzles: chosen by level, sorted by rating, no two isomorphic, with the data needed to
reproduce it."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count

from ... import __version__
from ...board import Puzzle
from ...datasets.make.recipe import Recipe, recipe_of
from ...datasets.make.selecting import choose, variant_name
from ...errors import GenerationError, PuzzleError
from ...formats.write import record
from ...layout import Layout
from ...logic.difficulty.level_generation import Level, generate_at
from ...logic.difficulty.rating import Rating, rate, rate_boards
from ...logic.difficulty.scales import scale_named
from ...workers.parallel import map_ordered
from .sheets import Sheet, sheets

RULES = (
    "How to play",
    "Fill every blank cell with a digit, so that each row, each column and each outlined region "
    "holds every digit once.",
    "Each puzzle has exactly one solution, and logic alone finds it: no guess is needed. The "
    "puzzles are ordered by their hardest step.",
)
#: Offset between the puzzle numbers of two levels when each level is generated separately.
APART = 10**9
#: Number of isomorphs of earlier puzzles after which a level is given up.
PATIENCE = 200
#: Options of the command that control the layout of pages; maximum line length of the command.
LOOKS = (
    "per_page", "paper", "landscape", "large", "booklet", "title", "author", "colour", "font",
    "fonts", "template",
)  # fmt: skip
LINE = 70
#: Additional text for puzzles with their own rules.
OWN_RULES = "Additional rules of a puzzle are printed below it."


def make_book(
    levels: Mapping[str, int], *, seed: int = 0, layout: Layout | str = "9x9",
    kinds: Sequence[str] = (), symmetry: str = "none", minimal: bool = True,
    sheet: Sheet | None = None, jobs: int = 1,
    progress: Callable[[str], object] | None = None,
) -> bytes:  # fmt: skip
    """Return a PDF: cover, instructions, the puzzles, their solutions, how it was made.

    levels: number of puzzles per level. kinds: variant kinds, such as ("killer",). symmetry: of the
    pattern of givens. minimal: without redundant givens. The same arguments give the same bytes.
    Raises `PuzzleError` for an unknown level, kind or symmetry, `GenerationError` if a level cannot
    be filled, and whatever `sheets` raises.
    """
    progress = progress or (lambda message: None)
    number = sum(levels.values())
    if not number:
        raise PuzzleError("no puzzles: give the number for each level")
    name = layout if isinstance(layout, str) else layout.name
    options = {"layout": name, "symmetry": symmetry, "minimal": minimal}
    more = {"kinds": list(kinds), "format": "jsonl"} if kinds else {}
    recipe = recipe_of({"count": number, "seed": seed, "levels": dict(levels), **options, **more})

    def tell(found: int, looked_at: int) -> None:
        progress(f"{found:,} of {number:,} puzzles chosen, {looked_at:,} tried")

    if kinds:
        rated = _of_kinds(recipe, jobs, tell)
    else:
        boards = choose(recipe, jobs, tell).boards
        plain = [Puzzle(tuple(board.tolist()), recipe.layout) for board in boards]
        ratings = rate_boards(boards, recipe.layout, jobs, recipe.scale)
        rated = list(zip(plain, ratings, strict=True))
    rated.sort(key=lambda pair: (pair[1].rating, pair[1].total))
    puzzles = [puzzle for puzzle, _ in rated]
    labels = [f"{rating.label}, {rating.rating:.1f}" for _, rating in rated]
    progress(f"{number:,} puzzles chosen; certifying them")
    line = f"a line of {recipe.layout.cell_count} characters each"
    if kinds:
        line = "a line each as `satdoku convert --to json` writes them"
    digest = _digest(record(puzzle) if kinds else puzzle.line for puzzle in puzzles)
    proved = _digest(map_ordered(_certificate, puzzles, jobs))
    levels_text = ", ".join(f"{level}:{n}" for level, n in levels.items())
    sheet = sheet or Sheet(per_page=2)
    title = sheet.title or f"{number} sudoku puzzles"
    made_for: dict[str, str | bool] = {
        "level": levels_text.replace(" ", ""), "seed": str(seed), "layout": name,
        "kind": ",".join(kinds), "symmetry": recipe.symmetry if recipe.symmetry != "none" else "",
        "no-minimal": not minimal,
    }  # fmt: skip
    appendix = [
        "How this book was made",
        _command(made_for | _looks(sheet)),
        f"(satdoku {__version__})",
        f"SHA-256 of the puzzles, {line}: {digest}",
        f"SHA-256 of their certificates, a line each as `satdoku certify` writes them: {proved}",
        "No two of them are the same up to renaming digits, moving rows and columns, or "
        "transposing the board.",
    ]
    sheet = replace(
        sheet, title=title, labels=labels, appendix=appendix,
        introduction=(*RULES, *([OWN_RULES] if kinds else [])),
        cover=[levels_text.replace(":", ": ")],
    )  # fmt: skip
    return sheets(puzzles, sheet)[0]


def _looks(sheet: Sheet) -> dict[str, str | bool]:
    """Return the options of the command that differ from the defaults."""
    usual = Sheet(per_page=2)
    values = {name: getattr(sheet, name) for name in LOOKS}
    return {
        name.replace("_", "-"): value if isinstance(value, bool) else str(value)
        for name, value in values.items()
        if value != getattr(usual, name)
    }


def _command(options: Mapping[str, str | bool]) -> str:
    """Return `satdoku book` with these options, wrapped so that a shell reads it as one command."""
    words = ["satdoku book"]
    words += [
        f"--{name}" if value is True else f"--{name} {shlex.quote(str(value))}"
        for name, value in options.items()
        if value
    ]
    lines = [""]
    for word in [*words, "-o book.pdf"]:
        if len(lines[-1]) + len(word) > LINE:
            lines.append("")
        lines[-1] += f"{word} "
    return " \\\n".join(line.rstrip() for line in lines)


def _of_kinds(
    recipe: Recipe, jobs: int, tell: Callable[[int, int], None]
) -> list[tuple[Puzzle, Rating]]:
    """Return puzzles with their own rules and their ratings, level by level."""
    bare = replace(recipe.layout, constraints=())
    chosen, seen, looked_at = list[tuple[Puzzle, Rating]](), set[bytes](), 0
    for k, target in enumerate(recipe.targets):
        level = Level(
            target.low, target.high, layout=recipe.layout, symmetry=recipe.symmetry,
            scale=scale_named(recipe.scale, recipe.layout), kinds=recipe.kinds,
        )  # fmt: skip
        numbers = count(k * APART, 1)
        full = len(chosen) + target.count
        made = map_ordered(partial(generate_at, level, recipe.seed), numbers, jobs, threads=True)
        for place, found in enumerate(made):
            if place > PATIENCE + 10 * target.count:
                raise GenerationError(
                    f"{place:,} puzzles made, and {target.name} still lacks {full - len(chosen):,} "
                    "that are not isomorphic: ask for fewer of them"
                )
            looked_at += found.looked_at
            if (name := variant_name(found.puzzle, bare)) not in seen:
                seen.add(name)
                chosen.append((found.puzzle, rate(found.puzzle)))
                tell(len(chosen), looked_at)
            if len(chosen) == full:
                break
        made.close()  # type: ignore[attr-defined]
    return chosen


def _certificate(puzzle: Puzzle) -> str:
    from ...certificates.certifying import certify

    return certify(puzzle).line


def _digest(lines: Iterable[str]) -> str:
    """Return the SHA-256 of lines with their line ends."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()
