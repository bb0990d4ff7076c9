"""The page options that `print` and `book` share, passed on as a `Sheet`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from ...render.printing.papers import GRIDS, PAPERS
from .common import Option, together

NAMES = (
    "per_page", "paper", "landscape", "large", "booklet", "title", "author", "colour", "font",
    "fonts", "template",
)  # fmt: skip


def sheet_options(per_page: str, shown_default: str | bool = True) -> Option:
    """--per-page (with this default, shown in the help) and the rest, as `looks`: arguments of
    `Sheet`."""

    def decorated(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def bundled(**values: Any) -> int:
            looks = {name: values.pop(name) for name in NAMES}
            looks["per_page"] = int(looks["per_page"])
            return command(looks={k: v for k, v in looks.items() if v is not None}, **values)

        return options(bundled)  # type: ignore[no-any-return]

    options = together(
        click.option("--per-page", type=click.Choice([*map(str, GRIDS)]), default=per_page,
                     show_default=shown_default, help="Puzzles per page."),
        click.option("--paper", type=click.Choice([*PAPERS]), default="a4"),
        click.option("--landscape", is_flag=True, help="Landscape pages."),
        click.option("--booklet", is_flag=True,
                     help="Two half-size pages per side, in folding order: print on both "
                          "sides, flipped on the short edge."),
        click.option("--large", is_flag=True, help="Large print."),
        click.option("--title", metavar="TEXT"),
        click.option("--author", metavar="TEXT"),
        click.option("--colour", metavar="#RRGGBB",
                     help="Of titles, and of digits that are not given."),
        click.option("--font", metavar="NAME", help="Of the text."),
        click.option("--fonts", type=click.Path(exists=True, file_okay=False), metavar="DIR",
                     help="A folder of fonts to use."),
        click.option("--template", type=click.Path(exists=True, dir_okay=False),
                     help="Your own Typst template; see docs/sheets.md."),
    )  # fmt: skip
    return decorated
