"""Options and arguments that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from importlib.util import find_spec
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from ...errors import EngineError, LayoutError, PuzzleError
from ...layout import Layout
from . import completions as completing

Command = TypeVar("Command", bound=Callable[..., Any])
#: A decorator that gives a command options.
Option = Callable[[Any], Any]


class _Seconds(click.FloatRange):
    """A time limit of up to a year; infinity and NaN are rejected."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not a number of seconds", param, ctx)
        return number


SECONDS = _Seconds(0, 366 * 86_400, min_open=True)
SEEDS = click.IntRange(0, 2**64 - 1)


def together(*options: Option | None) -> Option:
    """Return several options as one decorator, in the order of the help; None: left out."""

    def decorate(command: Command) -> Command:
        for option in filter(None, reversed(options)):
            command = option(command)
        return command

    return decorate


def remember(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Store an option for another one that is passed on together with it."""
    context.meta[parameter.name or ""] = value
    return value


def bundle(kind: type, name: str, *shared: Option | None) -> Option:
    """Pass these options (None: left out) as one argument `name`, a dataclass with a field for
    each."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def bundled(**arguments: Any) -> Any:
            own = [field.name for field in fields(kind) if field.name in arguments]
            value = kind(**{field: arguments.pop(field) for field in own})
            return command(**{name: value}, **arguments)

        return together(*shared)(bundled)  # type: ignore[no-any-return]

    return decorate


def _added(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    from ...suggest import meant
    from ..stream.columns import ADDED

    names = [name for name in value.split(",") if name.strip()]
    try:
        return tuple(dict.fromkeys(meant(name.strip(), ADDED, "column") for name in names))
    except PuzzleError as error:
        raise click.BadParameter(str(error), context, parameter) from None


def _on_cluster(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    if context.get_parameter_source("jobs") == ParameterSource.COMMANDLINE:
        raise click.UsageError("--jobs are workers of this machine: leave it out with --cluster")
    from ...workers.cluster import on_cluster

    context.with_resource(on_cluster(value))


def _layout(context: click.Context, parameter: click.Parameter, value: str | None) -> Layout | None:
    symbols: str = context.meta.get("symbols", "")
    try:
        if value is None:
            return Layout.of_size(len(symbols), symbols) if symbols else None
        return Layout.named(value, symbols)
    except LayoutError as error:
        names = [*["--layout"] * bool(value), *["--symbols"] * bool(symbols)]
        raise click.BadParameter(str(error), param_hint=names) from None


inputs = click.argument("inputs", nargs=-1, shell_complete=completing.files)
output = click.option(
    "-o", "--output", metavar="FILE", is_eager=True, shell_complete=completing.files,
    help="Write to FILE (.gz, .zst: compressed).",
)  # fmt: skip
column = click.option(
    "--column", metavar="NAME", help="The column of puzzles in CSV, JSON Lines, Parquet."
)
on_error = click.option(
    "--on-error", type=click.Choice(["stop", "skip"]), default="stop",
    help="What to do at a line that is not a puzzle.",
)  # fmt: skip
add = click.option(
    "--add", default="", metavar="NAME,…", callback=_added, shell_complete=completing.columns,
    help="In json, csv and parquet also solution, rating, hardest_rule, label, steps, …",
)  # fmt: skip
keep = click.option(
    "--keep", type=click.Choice(["logic", "proper"]), default="logic",
    help="Property to keep: solvable by the base rules, or proper.",
)  # fmt: skip
kind = click.option(
    "--kind", metavar="NAME,…", shell_complete=completing.kinds,
    help="A variant: killer, thermometer, arrow, kropki, xv, sandwich, little-killer, renban, "
    "whispers, anti-knight, … (docs/variants.md).",
)  # fmt: skip
minimal = click.option(
    "--minimal/--no-minimal", default=True,
    help="Irreducible: every given (or orbit) is essential.",
)  # fmt: skip
jobs = click.option(
    "-j", "--jobs", type=click.IntRange(1, 1024), default=1, is_eager=True,
    help="Number of worker processes.",
)  # fmt: skip
#: --jobs, or --cluster, which is opened while the command runs.
workers = together(
    click.option(
        "--cluster", metavar="HOST:PORT|FILE|local:N", expose_value=False, callback=_on_cluster,
        help="Run the work on a dask.distributed cluster.",
    ),
    jobs,
)  # fmt: skip
#: --layout and --symbols, passed on as `layout` (None if neither is given).
layout = together(
    click.option(
        "--layout", metavar="NAME", callback=_layout, shell_complete=completing.layouts,
        help="The board: 9x9, 6x6/2x3, 7x7/latin, 9x9/jigsaw:MARKS, 9x9+diagonal+window, …",
    ),
    click.option(
        "--symbols", default="", metavar="TEXT", expose_value=False, is_eager=True,
        callback=remember, help="The symbols of the digits, in order.",
    ),
)  # fmt: skip
#: --title and --author of the puzzles that are written.
about = together(
    click.option("--title", metavar="TEXT", help="The title of the puzzles."),
    click.option("--author", metavar="TEXT", help="The author of the puzzles."),
)
#: --ignore-rules and --drawings, which the `Feed` reads from the context.
ignore_rules = together(
    click.option(
        "--ignore-rules", metavar="NAME,…", expose_value=False, callback=remember,
        help="Drop these rules when reading a link; the result is a different puzzle.",
    ),
    click.option(
        "--drawings", type=click.Choice(["keep", "ignore", "refuse"]), expose_value=False,
        callback=remember,
        help="What to do with drawings of a link (lines, shapes, texts) that may be rules: keep "
        "them, with a message (the default), ignore them as decoration, or refuse the puzzle.",
    ),
)  # fmt: skip


def time_limit(what: str = "For each puzzle.", **more: Any) -> Option:
    """--time-limit; what: the work that it limits."""
    return click.option("--time-limit", type=SECONDS, metavar="SECONDS", help=what, **more)


def seed(fixes: str, default: int | None = 0) -> Option:
    """--seed; fixes: what the seed determines, for the help."""
    return click.option("--seed", type=SEEDS, default=default, help=fixes)


def resume(what: str) -> Option:
    """--resume; what: after what the run continues, for the help."""
    return click.option("--resume", is_flag=True, help=what)


def symmetry(command: Command) -> Command:
    """--symmetry."""
    from ...operations.symmetry import SYMMETRIES

    return click.option(
        "--symmetry", type=click.Choice(list(SYMMETRIES)), default="none",
        help="Symmetry of the pattern of givens.",
    )(command)  # fmt: skip


def named_about(title: str | None, author: str | None) -> dict[str, str]:
    """Return the metadata that --title and --author give."""
    return {key: value for key, value in (("title", title), ("author", author)) if value}


def given(*names: str) -> list[str]:
    """Return those of the options (by parameter name) that were given, as written by the user."""
    context = click.get_current_context()
    return [
        next(
            o
            for o in (context.params.get(parameter.name) is False and parameter.secondary_opts)
            or parameter.opts
            if o.startswith("--")
        )
        for parameter in context.command.params
        if parameter.name in names
        and context.get_parameter_source(parameter.name) == ParameterSource.COMMANDLINE
    ]


def refuse(why: str, *names: str) -> None:
    """Raise a usage error if options (by parameter name) are given that would have no effect."""
    for shown in given(*names):
        raise click.UsageError(f"{why}: leave out {shown}")


def need(what: str, *packages: str) -> None:
    """Raise `EngineError` if one of the packages is not installed."""
    for package in packages:
        if not find_spec(package):
            raise EngineError(f"{what} {package}: pip install {' '.join(packages)}")
