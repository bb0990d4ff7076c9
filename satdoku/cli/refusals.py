"""Refusals: options that would change nothing, or contradict another one.

A refused option is named in one line before any work begins. Which options exclude which is said in
`options.py` of each room. What depends on the puzzles, on files or on more than one choice of
--format is refused by the commands themselves, with `refuse`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import click
from click.core import ParameterSource

from ..phrases import phrase


class Exclusion(NamedTuple):
    """Options that would change nothing, or contradict another, when `when` holds.

    when: options of which one is given, or "no" and options of which none is; for an option with a
    value, --name=value and --name≠value. why: for the message, "WHY: leave out --option".
    """

    when: str
    options: str
    why: str


#: Of every command that has these options.
GENERAL = (
    Exclusion("--cluster", "--jobs", "--cluster has workers of its own"),
    Exclusion(
        "--from",
        "--layout --symbols --ignore-rules --drawings --rules-from-text --column",
        "--from says how puzzles are read",
    ),
    Exclusion("--format≠json", "--stats", "only --format json holds statistics"),
)


def refuse_excluded(exclusions: Iterable[Exclusion], context: click.Context) -> None:
    """Raise a usage error for an option that was given though it is excluded."""
    for exclusion in exclusions:
        if holds(exclusion.when, context):
            refuse(exclusion.why, *exclusion.options.split())


def holds(when: str, context: click.Context) -> bool:
    """Whether the condition of an exclusion holds."""
    values = {
        option: context.params.get(parameter.name or "")
        for parameter in context.command.params
        for option in parameter.opts
    }
    option, is_not, value = when.partition("≠")
    if is_not:
        return option in values and values[option] != value
    option, is_that, value = when.partition("=")
    if is_that:
        return values.get(option) == value
    is_given = any(values.get(option) for option in when.removeprefix("no ").split())
    return is_given != when.startswith("no ")


def given(*options: str) -> list[str]:
    """Return those of the options that were given, as the user wrote them."""
    context = click.get_current_context()
    found = []
    for parameter in context.command.params:
        if {*options} & {*parameter.opts} and is_given(parameter, context):
            is_off = context.params.get(parameter.name or "") is False
            names = (is_off and parameter.secondary_opts) or parameter.opts
            found.append(next(name for name in names if name.startswith("--")))
    return found


def is_given(parameter: click.Parameter, context: click.Context) -> bool:
    """Whether the user gave a parameter."""
    return context.get_parameter_source(parameter.name or "") == ParameterSource.COMMANDLINE


def refuse(why: str, *options: str) -> None:
    """Raise a usage error if one of the options was given."""
    for shown in given(*options):
        raise click.UsageError(
            phrase("{why}: leave out {shown!s}", why=why, shown=shown), click.get_current_context()
        )
