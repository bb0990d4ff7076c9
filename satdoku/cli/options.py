"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ..backends.registry import ENGINES
from ..errors import LayoutError
from ..layout import Layout

Command = TypeVar("Command", bound=Callable[..., Any])

inputs = click.argument("inputs", nargs=-1)
output = click.option("-o", "--output", metavar="FILE", help="Write to FILE, whole or not at all.")
jobs = click.option(
    "-j", "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to use."
)
engine = click.option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    default="native",
    show_default=True,
    help="The engine that searches.",
)
keep = click.option(
    "--keep",
    type=click.Choice(["logic", "proper"]),
    default="logic",
    show_default=True,
    help="What each puzzle stays: solvable by the base rules, or proper.",
)


def symmetry(command: Command) -> Command:
    """--symmetry."""
    from ..operations.symmetry import SYMMETRIES

    return click.option(
        "--symmetry",
        type=click.Choice(list(SYMMETRIES)),
        default="none",
        show_default=True,
        help="Symmetry of the pattern of givens.",
    )(command)


def puzzle_format(*names: str) -> Callable[[Command], Command]:
    """--format, the first name by default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="json is one object a line.",
    )


def layout(command: Command) -> Command:
    """--layout and --symbols, handed over as `layout` (None where neither is given)."""
    command = click.option(
        "--symbols",
        default="",
        metavar="TEXT",
        expose_value=False,
        is_eager=True,
        help="The symbols of the digits, in order.",
        callback=_remember,
    )(command)
    return click.option(
        "--layout",
        metavar="NAME",
        callback=_layout,
        help="The board: 9x9, 6x6/2x3, 7x7/latin, 9x9/jigsaw:MARKS, 9x9+diagonal+window, …",
    )(command)


def _remember(context: click.Context, parameter: click.Parameter, value: str) -> str:
    context.meta["symbols"] = value
    return value


def _layout(context: click.Context, parameter: click.Parameter, value: str | None) -> Layout | None:
    symbols: str = context.meta.get("symbols", "")
    try:
        if value is None:
            return Layout.of_size(len(symbols), symbols) if symbols else None
        return Layout.named(value, symbols)
    except LayoutError as error:
        raise click.BadParameter(str(error)) from None
