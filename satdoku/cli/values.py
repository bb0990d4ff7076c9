"""What the options of commands take: types of values, how they are read, and how shells complete
them.

Choices and completions come from the lists that define them, each loaded only when it is needed.
Names with several spellings are offered with hyphens.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from click import Context, Parameter
from click.core import ParameterSource

from ..errors import LayoutError, PuzzleError
from ..formats.format_table import ENDS, FORMATS, SYNONYMS, TABLES, kind_of
from ..frozen import frozen
from ..phrases import phrase
from ..plugins import FILE, table_of
from .messages import SPEECH

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ..layout import Layout

#: Formats in which puzzles can be written.
WRITTEN = tuple(row.name for row in FORMATS.values() if row.writer or row.name in TABLES)

Names = Callable[[], Iterable[str]]
Complete = Callable[[Context, Parameter, str], "list[CompletionItem] | list[str]"]
Read = Callable[[Context, Parameter, Any], Any]


class Seconds(click.FloatRange):
    """A time limit of up to a year; infinity and NaN are rejected."""

    def convert(self, value: Any, param: Parameter | None, ctx: Context | None) -> Any:
        """Return the number of seconds."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(phrase("{value!s} is not a number of seconds", value=value), param, ctx)
        return number


class FormatName(click.Choice[str]):
    """The name of a format; an error suggests the nearest name."""

    def convert(self, value: Any, param: Parameter | None, ctx: Context | None) -> str:
        """Return the name as in the table."""
        from ..suggest import meant

        value = FORMATS.name_given(value)
        if value not in self.choices and FORMATS.has(value):
            if value in FORMATS.own and FORMATS[value].writer:
                return str(value)
            self.fail(phrase("{value!s} can be read, not written", value=value), param, ctx)
        try:
            known = meant(value, self.choices, "format", listed_by="satdoku formats")
        except PuzzleError as error:
            self.fail(str(error), param, ctx)
        return super().convert(known, param, ctx)


@frozen
class ValueType:
    """What an option takes.

    metavar: what the help shows for the value. type: of click; FormatName: for names of formats.
    choices: the only values, by what returns them. many: the option may be repeated. complete: for
    shells. read: converts the value. flag: there is no value.
    """

    metavar: str | None = None
    type: click.ParamType[Any] | None = None
    choices: Names | None = None
    many: bool = False
    complete: Complete | None = None
    read: Read | None = None
    flag: bool = False


def listed_in(module: str, name: str) -> Names:
    """Return what reads the names in a table of satdoku."""
    return lambda: getattr(import_module(f"satdoku.{module}"), name)


def choice(*names: str) -> ValueType:
    """One of these names."""
    return ValueType(choices=lambda: names)


def whole(least: int, most: int, metavar: str = "NUMBER") -> ValueType:
    """A whole number."""
    return ValueType(metavar, click.IntRange(least, most))


def completing(names: Names, marks: str = "") -> Complete:
    """Complete names; after any of the marks, another name begins."""

    def complete(
        context: Context, parameter: Parameter, incomplete: str
    ) -> list[CompletionItem] | list[str]:
        done = max((incomplete.rfind(mark) + 1 for mark in marks), default=0)
        before, begun = incomplete[:done], incomplete[done:].casefold()
        offered = dict.fromkeys(name.replace(" ", "-") for name in names())
        return [before + name for name in offered if name.casefold().startswith(begun)]

    return complete


def complete_files(
    context: Context, parameter: Parameter, incomplete: str
) -> list[CompletionItem] | list[str]:
    """Complete file names, which is left to the shell."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def written_names() -> Iterable[str]:
    """Return the formats in which puzzles can be written, and other names of these."""
    return (*WRITTEN, *SYNONYMS)


def topic_names() -> Iterable[str]:
    """Return the topics of the help."""
    return sorted(listed_in("cli.tools.pages", "topics")()())  # type: ignore[operator]


def layout_names() -> Iterable[str]:
    """Yield boards, and what + adds to them."""
    from ..layout_names import EXTRA_HOUSES, SYNONYMS
    from ..layout_shapes import OVERLAPS

    yield from ("9x9", "4x4", "6x6", "8x8", "12x12", "16x16", "25x25", "6x6/2x3", "7x7/latin")
    yield from (*OVERLAPS, *EXTRA_HOUSES, *SYNONYMS, *listed_in("constraints.registry", "KINDS")())


def technique_names() -> Iterable[str]:
    """Yield the techniques of all scales."""
    from ..logic.catalog.listings import techniques

    scales = ("satdoku", "se", "se118")
    yield from dict.fromkeys(str(row["name"]) for scale in scales for row in techniques(scale))


def set_names() -> Iterable[str]:
    """Yield the sets of techniques, and the techniques."""
    yield from ("singles", "locked", "pairs", "covers", "chains", "grouped", "refutation")
    yield from ("nested", "all", *technique_names())


def level_names() -> Iterable[str]:
    """Yield the levels."""
    from ..logic.catalog.rules import LABELS

    yield from (name for name, _ in LABELS)


def engine_names() -> Iterable[str]:
    """Yield the engines."""
    from ..backends.inventory import engines

    yield from (engine.name for engine in engines())


def joined(context: Context, parameter: Parameter, value: tuple[str, ...]) -> str:
    """Join the lists of an option that was repeated."""
    return ",".join(value)


def read_layout(context: Context, parameter: Parameter, value: str | None) -> Layout | None:
    """Return the layout of --layout and --symbols; None if neither is given."""
    from ..layout import Layout

    symbols: str = context.params["symbols"]
    try:
        if value is None:
            return Layout.of_size(len(symbols), symbols) if symbols else None
        return Layout.named(value, symbols)
    except LayoutError as error:
        names = [*["--layout"] * bool(value), *["--symbols"] * bool(symbols)]
        raise click.BadParameter(str(error), param_hint=names) from None


def named_by_user(what: str) -> Read:
    """Return what reads names, with commas between them, among which FILE.py:NAME loads a thing of
    the user's own."""

    def read(context: Context, parameter: Parameter, value: Any) -> str | None:
        given = value if isinstance(value, str | None) else ",".join(value)
        if not given:
            return given
        table = table_of(what)
        return ",".join(table.name_given(name.strip()) for name in given.split(","))

    return read


def read_techniques(
    context: Context, parameter: Parameter, value: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the names of techniques, among which FILE.py:NAME loads one of the user's own."""
    if not value:
        return ()
    table = table_of("technique")
    return tuple([table.name_given(name) for name in value])


def load_kinds(context: Context, parameter: Parameter, value: tuple[str, ...]) -> None:
    """Load the kinds of the user's own that --kind names."""
    for name in ",".join(value).split(","):
        if name.strip():
            table_of("kind").load(name.strip())


def load_kinds_of_inputs(context: Context, parameter: Parameter, value: str | None) -> str | None:
    """Load the kinds of files that --kind names, for puzzles that are there; return the others,
    which are for new puzzles."""
    names = [name.strip() for name in (value or "").split(",")]
    for name in filter(FILE.fullmatch, names):
        table_of("kind").load(name)
    left = [name for name in names if not FILE.fullmatch(name)]
    if value and not left:
        context.set_parameter_source(parameter.name or "", ParameterSource.DEFAULT)
    return ",".join(left) or None


def read_from(context: Context, parameter: Parameter, value: str | None) -> str:
    """Return the name of the format of the user's own in which puzzles are read; "" for none."""
    from ..formats.own_formats import reader_named

    return reader_named(value).name if value else ""


def read_language(context: Context, parameter: Parameter, value: str | None) -> str:
    """Return the code of a language, by default the system's, which is spoken from now on."""
    from ..languages import known, language_of_system

    try:
        SPEECH.language = known(value or language_of_system())
    except PuzzleError as error:
        raise click.BadParameter(str(error), context, parameter) from None
    return SPEECH.language


def read_columns(context: Context, parameter: Parameter, value: str) -> tuple[str, ...]:
    """Return the names of additional columns."""
    from ..suggest import meant
    from .stream.columns import ADDED

    names = [name for name in value.split(",") if name.strip()]
    try:
        return tuple(dict.fromkeys(meant(name.strip(), ADDED, "column") for name in names))
    except PuzzleError as error:
        raise click.BadParameter(str(error), context, parameter) from None


def read_level_counts(context: Context, parameter: Parameter, value: str | None) -> dict[str, int]:
    """Return the number of puzzles of each level."""
    levels = dict[str, int]()
    for part in value.split(",") if value is not None else ():
        found = re.fullmatch(r"\s*([\w-]+)\s*:\s*(\d{1,5})\s*", part)
        if not found:
            raise click.BadParameter(
                phrase("{part!r}: write LEVEL:COUNT, as in easy:20,hard:10", part=part)
            )
        levels[found[1]] = levels.get(found[1], 0) + int(found[2])
    return levels


def read_range(
    number: str, kind: type[int] | type[float], example: str, most: float | None = None
) -> Read:
    """Return what reads a number, or LEAST..MOST, as a pair; number: a pattern. most: the end of
    LEAST.., if that is allowed."""

    def read(context: Context, parameter: Parameter, text: str | None) -> Any:
        if text is None:
            return None
        match = re.fullmatch(rf"({number})(?:(\.\.)({number})?)?", text, re.ASCII)
        if not match or (match[2] and not match[3] and most is None):
            raise click.BadParameter(
                phrase("{text!r}: write {example}", text=text, example=example)
            )
        if match[2] and not match[3]:
            return kind(match[1]), most
        return kind(match[1]), kind(match[3] or match[1])

    return read


#: The format implied by the extension of an output: the formats of all commands, and formats that
#: no command writes. Any other extension, and .txt, implies nothing.
PROMISES = (
    {
        "json": "json",
        "jsonl": "json",
        "ndjson": "json",
        "csv": "csv",
        "parquet": "parquet",
        "svg": "svg",
        "html": "html",
    }
    | {
        name: name
        for name in (
            "htm",
            "pdf",
            "ps",
            "eps",
            "png",
            "jpg",
            "jpeg",
            "gif",
            "webp",
            "tsv",
            "xls",
            "xlsx",
            "ods",
            "doc",
            "docx",
            "odt",
            "md",
            "tex",
            "xml",
            "yaml",
            "sqlite",
            "db",
            "npy",
            "npz",
            "pkl",
            "zip",
            "tar",
            "cnf",
            "opb",
            "lp",
            "smt2",
            "mzn",
        )
    }
    | {end: name for end, name in ENDS.items() if end != "txt"}
)


def promised(output: str | None, names: tuple[str, ...]) -> str:
    """Return the format implied by an output's name, one of `names`, or "" for none; raise a usage
    error for another."""
    kind = kind_of(output or "")
    by_name = PROMISES.get(kind, "")
    if by_name and by_name not in names:
        able = [f".{end}" for end, name in PROMISES.items() if name in names]
        raise click.BadParameter(
            phrase(
                "this command makes no .{kind!s}, but {names!s}",
                kind=kind,
                names=", ".join([".txt", *able]),
            ),
            click.get_current_context(),
            param_hint="--output",
        )
    return by_name


def read_format(names: tuple[str, ...]) -> Read:
    """Return what reads --format: by default what the output's name implies, or else the first of
    these names."""

    def read(context: Context, parameter: Parameter, form: str | None) -> str:
        output = context.params.get("output")
        by_name = promised(output, names) if output else ""
        if form and by_name not in ("", form):
            raise click.BadParameter(
                phrase(
                    "--format {form!s} does not fit a .{ending!s} file: leave out --format, or "
                    "rename the file",
                    form=form,
                    ending=kind_of(output or ""),
                ),
                param_hint="--output",
            )
        return form or by_name or names[0]

    return read
