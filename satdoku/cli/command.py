"""Commands made from the table of options: parser, arguments, refusals, help with examples."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from importlib.util import find_spec
from inspect import cleandoc
from itertools import pairwise
from typing import Any

import click

from ..errors import EngineError
from ..formats.format_table import FORMATS
from .refusals import refuse_excluded
from .table import ARGUMENTS, FORMAT, OPTIONS, Row
from .values import FormatName, Kind, read_format

#: Parameters that others need when they are read.
FIRST = ("--output", "--symbols")


class Command(click.Command):
    """A satdoku command. Its help shows every default that is not empty, and ends with examples:
    shell commands, all of which a test runs. They follow a form feed in the function's docstring.

    key: its name in the table of options. headings: of each option, by its parameter's name.
    """

    def __init__(self, key: str, headings: dict[str, str], **more: Any) -> None:
        super().__init__(**more)
        self.key, self.headings = key, headings
        text, _, examples = (self.help or "").partition("\f")
        self.help = text.rstrip()
        self.examples = cleandoc(examples).splitlines()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raise a usage error for an option whose value was left out."""
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        named = {name for one in options for name in (*one.opts, *one.secondary_opts)}
        takes = {name for one in options if not (one.is_flag or one.count) for name in one.opts}
        for option, value in pairwise(args[: args.index("--")] if "--" in args else args):
            if option in takes and value in named:
                raise click.UsageError(f"{option} needs a value, and {value} is an option", ctx)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, on a cluster if there is one; refuse options without effect."""
        refuse_excluded(self.key, ctx)
        if cluster := ctx.params.get("cluster"):
            from ..workers.cluster import on_cluster

            ctx.with_resource(on_cluster(cluster))
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their headings, then the examples."""
        rows: dict[str, list[tuple[str, str]]] = {name: [] for name in OPTIONS}
        last = "Options" if "Options" in self.headings.values() else "Output"  # for --help
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                rows[self.headings.get(parameter.name or "", last)].append(record)
        for heading, records in rows.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")


def from_table(
    name: str, *forms: str, others: bool = False
) -> Callable[[Callable[..., int]], Command]:
    """Make a function the command of this name, with the arguments and options that the table gives
    it. A parameter whose type is a dataclass gets the options that are named as its fields.

    forms: the choices of --format, the default first. others: whether the command makes puzzles,
    which --format writes in any format.
    """
    key = name.replace(" ", "-")

    def decorate(function: Callable[..., int]) -> Command:
        def run(**values: Any) -> int:
            names = function.__annotations__.items()
            return function(**gathered(names, function.__globals__, values))

        placed = {parameter(row): heading for heading, row in rows_of(key, forms, others)}
        headings = {one.name or "": heading for one, heading in placed.items()}
        arguments = [parameter(row) for row in ARGUMENTS if key in row.commands.split()]
        return Command(
            key,
            headings,
            name=name.rsplit(maxsplit=1)[-1],
            callback=run,
            params=[*arguments, *placed],
            help=function.__doc__,
        )

    return decorate


def gathered(
    names: Iterable[tuple[str, Any]], module: Mapping[str, Any], values: dict[str, Any]
) -> dict[str, Any]:
    """Return the values for parameters or fields, given by name and type, of a module."""
    found = dict[str, Any]()
    for name, type_name in names:
        kind = module.get(type_name)
        if isinstance(kind, type) and is_dataclass(kind):
            inner = [(field.name, field.type) for field in fields(kind) if field.init]
            own = gathered(inner, vars(sys.modules[kind.__module__]), values)
            found[name] = kind(**{field: own[field] for field in own if own[field] is not None})
        elif name in values:
            found[name] = values[name]
    return found


def rows_of(key: str, forms: tuple[str, ...], others: bool) -> list[tuple[str, Row]]:
    """Return the rows of a command's options, each with its heading."""
    found = [
        (heading, row)
        for heading, rows in OPTIONS.items()
        for row in rows
        if key in row.commands.split() or (forms and row is FORMAT)
    ]
    by_name = any(row.option == "--output" for _, row in found)
    return [
        (heading, format_row(forms, others, by_name) if row is FORMAT else row)
        for heading, row in found
    ]


def parameter(row: Row) -> click.Parameter:
    """Return the option or argument of a row of the table."""
    kind = row.kind
    has_default = not (row.required or kind.many or kind.flag)
    shared: dict[str, Any] = {"default": row.default} if has_default else {}
    shared |= {"type": type_of(kind), "metavar": kind.metavar, "required": row.required}
    shared["shell_complete"] = kind.complete
    if not row.names.startswith("-"):
        return click.Argument([row.names], nargs=-1 if kind.many else 1, **shared)
    return click.Option(
        [*row.names.split(), *[row.into] * bool(row.into)],
        multiple=kind.many,
        is_flag=kind.flag or None,
        callback=kind.read,
        help=row.meaning,
        show_default=row.shown or row.default not in ("", None),
        is_eager=row.option in FIRST,
        **shared,
    )


def type_of(kind: Kind) -> click.ParamType[Any] | None:
    """Return the type of the values, with the choices loaded."""
    if not kind.choices:
        return kind.type
    names = [*kind.choices()]
    return FormatName(names) if isinstance(kind.type, FormatName) else click.Choice(names)


def format_row(forms: tuple[str, ...], others: bool, by_name: bool) -> Row:
    """Return the row of --format for a command with these forms; others: and all other formats
    that are written; by_name: whether the output's name implies one."""
    meaning, metavar = "json is one object per line.", None
    default = f"by the output's name, else {forms[0]}" if by_name else forms[0]
    if others:
        metavar = f"[{'|'.join(forms)}|…]"
        forms = tuple(dict.fromkeys([*forms, *(one for one in FORMATS if FORMATS[one].writer)]))
        meaning += " `satdoku formats` lists more."
    kind = Kind(metavar, FormatName(()) if others else None, lambda: forms, read=read_format(forms))
    return FORMAT._replace(kind=kind, meaning=f"{meaning}  [default: {default}]")


def need(what: str, *packages: str) -> None:
    """Raise `EngineError` if one of the packages is not installed."""
    for package in packages:
        if not find_spec(package):
            raise EngineError(f"{what} {package}: pip install {' '.join(packages)}")
