"""The options for the kind of puzzles that `satdoku generate` makes, and their meaning."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ...layout import Layout
from ...layout_data import BLANKS
from ..messages import complain
from ..stream.opening import open_input
from . import common as options
from . import completions as completing
from . import techniques as technique_options

if TYPE_CHECKING:
    from ...logic.difficulty.level_generation import Level
    from ...operations.generating import Recipe

MASK_BLANKS = ".0_-"


@dataclass(frozen=True)
class Wanted:
    """The requested kind of puzzles, as given on the command line; None or () if not given."""

    kind: str | None = None
    keep: str = "logic"
    level: str | None = None
    rating: str | None = None
    needs: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    only: str = ""
    scale: str | None = None
    symmetry: str = "none"
    mask: str | None = None
    clues: str | None = None
    minimal: bool = True
    tries: int | None = None
    time_limit: float | None = None
    grid: bool = False

    @property
    def is_of_level(self) -> bool:
        """Whether difficulty for a person matters."""
        return bool(self.level or self.rating or self.needs or self.forbids or self.only)

    def recipe(self, layout: Layout) -> Recipe:
        """Return the recipe if no level is requested."""
        from ...operations.generating import TRIES, Recipe

        return Recipe(
            keep=self.keep,  # type: ignore[arg-type]
            tries=self.tries or TRIES,
            **self._shared(layout),
        )

    def _shared(self, layout: Layout) -> dict[str, Any]:
        """Return what both recipes contain."""
        kinds: tuple[str, ...] = ()
        if self.kind is not None:
            from ...operations.variant_generation import with_kinds

            layout, kinds = with_kinds(layout, self.kind)
        return {
            "layout": layout,
            "kinds": kinds,
            "symmetry": self.symmetry,
            "mask": read_mask(self.mask, layout) if self.mask else None,
            "clues": clue_range(self.clues) if self.clues else None,
            "minimal": self.minimal,
            "time_limit": self.time_limit,
        }

    def rated_by(self, layout: Layout) -> dict[str, Any]:
        """Return the arguments of `rate` with which the puzzles were rated."""
        if not self.is_of_level:
            return {}
        filters = {"only": self.only, "without": ",".join(self.forbids)}
        how = {name: value for name, value in filters.items() if value}
        return {"scale": self.of_level(layout).scale.name} | how

    def of_level(self, layout: Layout) -> Level:
        """Return the level recipe if a level is requested."""
        from ...logic.catalog.rules import label_range
        from ...logic.difficulty.level_generation import FAR, Level
        from ...logic.difficulty.scales import scale_named
        from ...logic.generating import rules_of_level

        if self.level and self.rating:
            raise click.UsageError(
                "--level stands for a range of ratings: give either --level or --rating"
            )
        shared = self._shared(layout)
        lowest, highest = 0, FAR
        if self.level:
            lowest, highest = label_range(self.level)
        elif self.rating:
            lowest, highest = rating_range(self.rating)
        rules = rules_of_level(
            self.needs, self.forbids, self.only, self.scale, shared["layout"],
            self.kind is not None,
        )  # fmt: skip
        usual = scale_named(None, shared["layout"])
        if self.scale is None and self.kind is None and rules["scale"] is not usual:
            complain("ratings are on satdoku's own scale, which has these techniques")
        return Level(lowest, highest, **rules, **shared, tries=self.tries)


options_of_kind = options.bundle(
    Wanted,
    "wanted",
    options.kind,
    options.keep,
    click.option(
        "--level", metavar="LABEL", shell_complete=completing.levels,
        help="beginner, easy, … diabolic (see docs/logic.md).",
    ),
    click.option(
        "--rating", metavar="LOW..HIGH", help="Rating of the hardest step, such as 3.0..4.5 or 4.2."
    ),
    click.option(
        "--needs", multiple=True, shell_complete=completing.techniques, metavar="RULE",
        help="Require this technique: the puzzle cannot be solved without it.",
    ),
    click.option(
        "--forbids", "--without", multiple=True, shell_complete=completing.techniques,
        metavar="RULE", help="Exclude this technique: the puzzle can be solved without it.",
    ),
    technique_options.only,
    technique_options.scale_name,
    options.symmetry,
    click.option(
        "--mask", metavar="FILE|TEXT",
        help="Put givens on exactly these cells: a board with blanks where there is no given.",
    ),
    click.option("--clues", metavar="N|LEAST..MOST", help="The number of givens."),
    options.minimal,
    click.option(
        "--tries", type=click.IntRange(1, 10**9),
        help="Tries for each puzzle, before giving up.  [default: 1000; for levels of boards other "
        "than 9x9, 25, or 3 where no such puzzle was in a sample]",
    ),
    options.time_limit(),
    click.option("--grid", is_flag=True, help="Generate full grids, not puzzles."),
)  # fmt: skip


def refuse_what_is_ignored(wanted: Wanted) -> None:
    """Raise a usage error for options that would have no effect in this combination."""
    if wanted.grid:
        options.refuse(
            "--grid makes full grids", "kind", "keep", "level", "rating", "needs", "forbids",
            "only", "scale", "symmetry", "mask", "clues", "minimal", "tries", "time_limit",
        )  # fmt: skip
    if wanted.mask:
        options.refuse("--mask fixes the givens", "kind", "minimal", "clues", "symmetry")
    if wanted.kind is not None:
        options.refuse("variant puzzles are always irreducible", "minimal")
        options.refuse("variant puzzles are rated on the scale satdoku", "scale")
    if not wanted.is_of_level:
        options.refuse("a scale needs --level, --rating or techniques", "scale")
    if wanted.is_of_level:
        options.refuse("a level, a rating or techniques decide what --keep would", "keep")


def rating_range(text: str) -> tuple[int, int]:
    """Return (lowest, highest) in tenths for '4.2' or '3.0..4.5'."""
    match = re.fullmatch(r"(\d{1,2}(?:\.\d)?)(?:\.\.(\d{1,2}(?:\.\d)?))?", text, re.ASCII)
    if not match:
        raise click.BadParameter(f"{text!r}: write 4.2 or 3.0..4.5", param_hint="--rating")
    low, high = match[1], match[2] or match[1]
    return round(10 * float(low)), round(10 * float(high))


def clue_range(text: str) -> tuple[int, int]:
    """Return (least, most) for '24' or '22..26'."""
    match = re.fullmatch(r"(\d{1,4})(?:\.\.(\d{1,4}))?", text, re.ASCII)
    if not match:
        raise click.BadParameter(f"{text!r}: write 24 or 22..26", param_hint="--clues")
    return int(match[1]), int(match[2] or match[1])


def read_mask(text: str, layout: Layout) -> frozenset[int]:
    """Return the cells of a mask: a mark for each given, a blank elsewhere, white space ignored.

    Blanks are `.`, `0`, `_` and `-`; anything else is a mark (x, *, X, #, digits), or 0 and 1.
    """
    with open_input(text) as (_, lines):
        marks = "".join("".join(line.split()) for line in lines)
    problem = ""
    kinds = set(marks)
    if len(marks) != layout.cell_count:
        problem = f"{len(marks)} marks, expected {layout.cell_count} for {layout.name}"
    elif len(kinds & set(MASK_BLANKS)) > 1:
        problem = (
            f"both {' and '.join(sorted(kinds & set(MASK_BLANKS)))} are blanks: use only one "
            "of them"
        )
    elif kinds and not kinds & set(MASK_BLANKS) and kinds & set(BLANKS):
        problem = f"is {' or '.join(sorted(kinds & set(BLANKS)))} a given? Write . for no given"
    if problem:
        raise click.BadParameter(problem, param_hint="--mask")
    return frozenset(cell for cell, mark in enumerate(marks) if mark not in MASK_BLANKS)
