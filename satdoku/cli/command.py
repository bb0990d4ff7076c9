"""Commands made from their options: parser, arguments, refusals, help with examples."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from importlib.util import find_spec
from inspect import cleandoc
from itertools import pairwise
from typing import Any

import click

from ..errors import EngineError
from ..formats.format_table import FORMATS
from ..phrases import Name, phrase
from ..plurals import plural
from ..record_types import Record
from .messages import heading_of, tell, write_purpose, write_usage
from .options import FORMAT, HEADINGS, CommandOptions, Option, options_of
from .refusals import Exclusion, refuse_excluded
from .values import FormatName, ValueType, read_format

#: Parameters that others, or their errors, need when they are read.
FIRST = ("--language", "--output", "--symbols", "--kind")
#: A puzzle that begins with the mark of options.
PUZZLE = re.compile(r"-[-0-9]{15,}")
#: What click says of a word too many.
EXTRA = re.compile(r"Got unexpected extra arguments? \((?P<word>[^\s)]*)")
#: Where a context holds that the help is to show every option, and the arguments as they came.
SHOWS_ALL, ARGUMENTS = "satdoku.shows_all", "satdoku.arguments"


class Command(click.Command):
    """A satdoku command. Its help shows every default that is not empty, and ends with examples:
    shell commands, all of which a test runs. They follow a form feed in the function's docstring.

    exclusions: which of its options exclude which. options: those of the table, by the names of
    their parameters.
    """

    def __init__(
        self, exclusions: tuple[Exclusion, ...], options: dict[str, Option], **more: Any
    ) -> None:
        super().__init__(**more)
        self.exclusions = exclusions
        self.options = options
        self.help_all = PlainOption(
            ["--help-all"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=show_whole_help,
            meaning="Show every option and exit.",
        )
        text, _, examples = (self.help or "").partition("\f")
        self.help = text.rstrip()
        self.examples = cleandoc(examples).splitlines()

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write how the command is called."""
        write_usage(self, ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command is for."""
        write_purpose(self, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return --help, with its text in the language that is spoken."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = tell("Show this message and exit.")
        return option

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, with --help and --help-all."""
        return [*super().get_params(ctx), self.help_all]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raise a usage error for an option whose value was left out."""
        ctx.meta[ARGUMENTS] = tuple(args)
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        named = {name for one in options for name in (*one.opts, *one.secondary_opts)}
        with_value = [one for one in options if not (one.is_flag or one.count)]
        takes = {name for one in with_value for name in one.opts}
        read = args[: args.index("--")] if "--" in args else args
        for option, value in pairwise(read):
            if option in takes and value in named:
                raise click.UsageError(
                    phrase(
                        "{option!s} needs a value, and {value!s} is an option",
                        option=option,
                        value=value,
                    ),
                    ctx,
                )
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = error.option_name
            for argument in ctx.meta[ARGUMENTS]:
                if PUZZLE.fullmatch(argument):
                    problem = phrase(
                        "{puzzle!r} begins like an option: put -- before it",
                        puzzle=argument[:9] + "…",
                    )
                    raise click.UsageError(problem, ctx) from None
            raise click.NoSuchOption(name, possibilities=alike(name, named), ctx=ctx) from None
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # the message names the command's help
            extra = EXTRA.match(error.message)
            if extra and not any(isinstance(one, click.Argument) for one in self.params):
                raise click.UsageError(_takes_none(ctx.command_path, extra["word"]), ctx) from None
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, on a cluster if there is one; refuse options without effect."""
        refuse_excluded(self.exclusions, ctx)
        if cluster := ctx.params.get("cluster"):
            from ..workers.cluster import on_cluster

            ctx.with_resource(on_cluster(cluster))
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their headings, then the examples; leave out rare options
        unless all are asked for, and say so."""
        rows: dict[str, list[tuple[str, str]]] = {name: [] for name in HEADINGS}
        of_help = []
        left_out = 0
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None or not isinstance(parameter, click.Option):
                continue
            option = self.options.get(parameter.name or "")
            if option is None:
                of_help.append(record)
            elif option.rare and SHOWS_ALL not in ctx.meta:
                left_out += 1
            else:
                rows[option.heading].append(record)
        rows["Options" if rows["Options"] else "Output"] += of_help
        for heading, records in rows.items():
            if records:
                with formatter.section(heading_of(heading)):
                    formatter.write_dl(records)
        with formatter.section(heading_of("Examples")):
            indent = " " * formatter.current_indent
            for example in self.examples:
                formatter.write(f"{indent}{example}\n")
        if left_out:
            more = phrase(
                "`{command!s} --help-all` shows {more}.",
                command=ctx.command_path,
                more=plural(left_out, "more option"),
            )
            formatter.write(f"\n{tell(more)}\n")


def _takes_none(command: str, word: str) -> str:
    """Return what is said of a word after a command that takes options alone, such as a list."""
    return phrase(
        "{command!s} takes no argument, so leave out {word!r}; if it is a name, `satdoku help "
        "{word!s}` explains it",
        command=command,
        word=word if len(word) < 40 else word[:37] + "...",
    )


def alike(name: str, known: Iterable[str]) -> list[str]:
    """Return the options whose name, without the hyphens, is like that of an unknown one."""
    from difflib import get_close_matches

    words = {option.lstrip("-"): option for option in known}
    near = get_close_matches(name.lstrip("-"), words, 3, 0.7)
    return [words[word] for word in near]


def show_whole_help(context: click.Context, parameter: click.Parameter, given: bool) -> None:
    """Print the help with every option, and end."""
    if given and not context.resilient_parsing:
        context.meta[SHOWS_ALL] = True
        click.echo(context.get_help(), color=context.color)
        context.exit()


class PlainOption(click.Option):
    """An option whose help gives the bounds of a number in words.

    meaning: its help, which is told in the language that is spoken.
    """

    def __init__(self, names: Sequence[str], meaning: str | None = None, **more: Any) -> None:
        super().__init__(names, help=meaning, **more)
        self.meaning = meaning or ""

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Return the default and the bounds, which follow the text."""
        extra = super().get_help_extra(ctx)
        if isinstance(self.show_default, str):
            extra["default"] = self.show_default
        if isinstance(self.type, click.IntRange | click.FloatRange):
            extra["range"] = bounds(self.type)
        return extra

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the names and the text, with what click adds in the language that is spoken."""
        record = super().get_help_record(ctx)
        if record is None:
            return None
        extra = self.get_help_extra(ctx)
        added = []
        if "default" in extra:
            added.append(tell(phrase("default: {value!s}", value=tell(Name(extra["default"])))))
        added += [tell(extra[name]) for name in ("range", "required") if name in extra]
        text = tell(self.meaning)
        return record[0], f"{text}  [{'; '.join(added)}]".lstrip() if added else text


def bounds(numbers: click.IntRange | click.FloatRange) -> str:
    """Return the least and the greatest number that is allowed."""
    if numbers.min_open:
        return phrase("above {least:,}, up to {most:,}", least=numbers.min, most=numbers.max)
    return phrase("{least:,} to {most:,}", least=numbers.min, most=numbers.max)


def from_table(
    name: str, *forms: str, others: bool = False
) -> Callable[[Callable[..., int]], Command]:
    """Make a function the command of this name, with the arguments and options that `options.py` of
    its room gives it. A parameter whose type is a dataclass gets the options that are named as its
    fields.

    forms: the choices of --format, the default first. others: whether the command makes puzzles,
    which --format writes in any format.
    """

    def decorate(function: Callable[..., int]) -> Command:
        def run(**values: Any) -> int:
            types = function.__annotations__.items()
            return function(**gathered(types, function.__globals__, values))

        own = options_of(name)
        options = {}
        parameters = []
        for option in with_format(own, forms, others):
            made = parameter(option)
            parameters.append(made)
            if not option.is_argument:
                options[made.name or ""] = option
        return Command(
            own.exclusions,
            options,
            name=name.rsplit(maxsplit=1)[-1],
            callback=run,
            params=parameters,
            help=function.__doc__,
        )

    return decorate


def gathered(names: Iterable[tuple[str, Any]], module: Mapping[str, Any], values: Record) -> Record:
    """Return the values for parameters or fields, given by name and type, of a module."""
    found = {}
    for name, type_name in names:
        kind = module.get(type_name)
        if isinstance(kind, type) and is_dataclass(kind):
            inner = [(field.name, field.type) for field in fields(kind) if field.init]
            own = gathered(inner, vars(sys.modules[kind.__module__]), values)
            given = {field: value for field, value in own.items() if value is not None}
            found[name] = kind(**given)
        elif name in values:
            found[name] = values[name]
    return found


def with_format(own: CommandOptions, forms: tuple[str, ...], others: bool) -> list[Option]:
    """Return a command's options and arguments, with the choices of its --format."""
    options = own.options
    by_name = any(not option.is_argument and option.name == "--output" for option in options)
    return [
        format_option(forms, others, by_name) if option is FORMAT else option for option in options
    ]


def parameter(option: Option) -> click.Parameter:
    """Return click's option or argument."""
    takes = option.takes
    shared: Record = {
        "type": type_of(takes),
        "metavar": takes.metavar,
        "required": option.required,
        "shell_complete": takes.complete,
    }
    if not (option.required or takes.many or takes.flag):
        shared["default"] = option.default
    if option.is_argument:
        return click.Argument([option.names], nargs=-1 if takes.many else 1, **shared)
    names = option.names.split()
    if option.into:
        names.append(option.into)
    return PlainOption(
        names,
        multiple=takes.many,
        is_flag=takes.flag or None,
        callback=takes.read,
        meaning=option.meaning,
        show_default=option.shown or option.default not in ("", None),
        is_eager=option.name in FIRST,
        hidden=option.deprecated,
        **shared,
    )


def type_of(takes: ValueType) -> click.ParamType[Any] | None:
    """Return the type of the values, with the choices loaded."""
    if not takes.choices:
        return takes.type
    names = [*takes.choices()]
    if isinstance(takes.type, FormatName):
        return FormatName(names)
    return click.Choice(names)


def format_option(forms: tuple[str, ...], others: bool, by_name: bool) -> Option:
    """Return --format for a command with these forms; others: and all other formats that are
    written; by_name: whether the output's name implies one."""
    meaning = "json is one object per line."
    if not others:
        takes = ValueType(choices=lambda: forms, read=read_format(forms))
    else:
        written = [name for name, row in FORMATS.items() if row.writer]
        names = tuple(dict.fromkeys([*forms, *written]))
        takes = ValueType(
            metavar=f"[{'|'.join(forms)}|…]",
            type=FormatName(()),
            choices=lambda: names,
            read=read_format(names),
        )
        meaning = "json is one object per line. `satdoku formats` lists more."
    default = "{meaning}  [default: {form!s}]"
    if by_name:
        default = "{meaning}  [default: by the output's name, else {form!s}]"
    return FORMAT._replace(takes=takes, meaning=phrase(default, meaning=meaning, form=forms[0]))


def need(what: str, *packages: str) -> None:
    """Raise `EngineError` if one of the packages is not installed."""
    for package in packages:
        if not find_spec(package):
            raise EngineError(
                phrase(
                    "{what} {package!s}: pip install {names!s}",
                    what=what,
                    package=package,
                    names=" ".join(packages),
                )
            )
