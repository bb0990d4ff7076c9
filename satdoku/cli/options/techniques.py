"""The options for which techniques may be used, and on which scale they are rated."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import click

from . import completions as completing
from .common import Option, bundle

rules = click.option(
    "--rules", default="all", metavar="SET|RULE,…", shell_complete=completing.sets,
    help="A set (singles, locked, pairs, covers, chains, grouped, refutation, refutation-locked, "
    "nested, all), or sets and techniques in your own order: see `satdoku rules`.",
)  # fmt: skip


def _joined(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> str:
    return ",".join(value)


def _names(option: str, verb: str) -> Option:
    return click.option(option, multiple=True, metavar="NAME,…", callback=_joined,
                        shell_complete=completing.sets,
                        help=f"{verb} sets and techniques of `satdoku rules`.")  # fmt: skip


without = _names("--without", "Not these")
only = _names("--only", "No others than these")


SCALES = click.Choice(["se", "satdoku"])
scale_name = click.option(
    "--scale", type=SCALES,
    help="Order and ratings of techniques: Sudoku Explainer's (the default where it applies), or "
         "satdoku's own.",
)  # fmt: skip


uniqueness = click.option(
    "--uniqueness/--no-uniqueness", default=None,
    help="Use techniques that assume a proper puzzle, which is checked first (se: yes; "
    "satdoku: no).",
)  # fmt: skip


@dataclass(frozen=True)
class Chosen:
    """The permitted techniques as given on the command line: the arguments of
    `logic.search.choosing.choice`."""

    rules: str = "all"
    only: str = ""
    without: str = ""
    scale: str | None = None
    uniqueness: bool | None = None

    @property
    def named(self) -> dict[str, Any]:
        """Return the options as keyword arguments."""
        return asdict(self)


#: --rules, --only, --without, --scale and --uniqueness, passed on as `chosen`.
techniques = bundle(Chosen, "chosen", rules, only, without, scale_name, uniqueness)
