"""Options and arguments that several commands share."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from ..backends.base import Backend
from ..errors import LayoutError, PuzzleError
from ..layout import Layout
from ..theory import Theory
from .stream.files import kind_of

Command = TypeVar("Command", bound=Callable[..., Any])

#: What the extension of an output promises: the formats of all commands, and what none makes. Any
#: other extension is a name that promises nothing.
FORMS = {
    "json": "json", "jsonl": "json", "ndjson": "json", "csv": "csv", "parquet": "parquet",
    "svg": "svg", "html": "html",
} | {name: name for name in (
    "htm", "pdf", "ps", "eps", "png", "jpg", "jpeg", "gif", "webp", "tsv", "xls", "xlsx", "ods",
    "doc", "docx", "odt", "md", "tex", "xml", "yaml", "sqlite", "db", "npy", "npz", "pkl", "zip",
    "tar", "cnf", "opb", "lp", "smt2", "mzn",
)}  # fmt: skip


class _Seconds(click.FloatRange):
    """A time limit, up to a year: no infinity, no NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is no number of seconds", param, ctx)
        return number


SECONDS = _Seconds(0, 366 * 86_400, min_open=True)

inputs = click.argument("inputs", nargs=-1)
output = click.option(
    "-o", "--output", metavar="FILE", is_eager=True, help="Write to FILE (.gz, .zst: compressed)."
)
jobs = click.option(
    "-j", "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Workers at once."
)


def engine(command: Command) -> Command:
    """--engine, --encoding and --time-limit, handed over as one `engine`: a `Choice`."""
    for option in (
        click.option("--stats", is_flag=True, expose_value=False, is_eager=True,
                     callback=_remember, help="With json: what the engine did for each puzzle."),
        click.option("--time-limit", type=SECONDS, metavar="SECONDS",
                     help="For each puzzle.", expose_value=False, is_eager=True,
                     callback=_remember),
        click.option("--encoding", metavar="NAME", expose_value=False, is_eager=True,
                     callback=_remember, help="How CNF engines get the theory."),
        click.option("--engine", metavar="NAME|COMMAND", default="auto", show_default=True,
                     callback=_choice,
                     help="One of `satdoku engines`, or any DIMACS solver's command."),
    ):  # fmt: skip
        command = option(command)
    return command


@dataclass(frozen=True)
class Choice:
    """The engine that the command line asks for."""

    name: str = "auto"
    encoding: str | None = None
    time_limit: float | None = None
    stats: bool = False

    @property
    def is_default(self) -> bool:
        """Nothing was asked for: any engine will do."""
        return self == Choice()

    def needs_json(self, form: str) -> None:
        """Refuse --stats where the answers have no place for them."""
        if self.stats and form != "json":
            raise click.UsageError("--stats are told in json alone: give --format json")

    def open(self, layout: Layout) -> Backend:
        """The engine for a layout: opened once in a process."""
        return _open(self.name, self.encoding, layout)

    @contextmanager
    def asked(self, layout: Layout) -> Iterator[tuple[Backend, dict[str, Any]]]:
        """The engine, and what to add to a JSON record when it has answered: with --stats its name
        and what it did."""
        backend, extra = self.open(layout), dict[str, Any]()
        before, start = replace(backend.statistics), time.perf_counter()
        yield backend, extra
        if self.stats:
            did = backend.statistics.since(before)
            did.seconds = round(time.perf_counter() - start, 6)
            extra |= {"engine": backend.name, "statistics": asdict(did)}


@lru_cache(maxsize=8)
def _open(name: str, encoding: str | None, layout: Layout) -> Backend:
    from ..backends.registry import open_backend

    return open_backend(name, Theory.of(layout), encoding)


def _choice(context: click.Context, parameter: click.Parameter, value: str) -> Choice:
    meta = context.meta
    choice = Choice(value, meta.get("encoding"), meta.get("time_limit"), meta.get("stats", False))
    choice.open(Layout.of_size(1))  # an unknown or missing engine is said at once
    return choice


rules = click.option(
    "--rules",
    default="all",
    show_default=True,
    metavar="SET|RULE,…",
    help="A set (singles, locked, pairs, covers, chains, grouped, refutation, refutation-locked, "
    "nested, all), or sets and rules in an order of your own: see `satdoku rules`.",
)


def _added(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    from ..nearest import meant
    from .stream.columns import ADDED

    names = [name for name in value.split(",") if name.strip()]
    try:
        return tuple(dict.fromkeys(meant(name.strip(), ADDED, "column") for name in names))
    except PuzzleError as error:
        raise click.BadParameter(str(error), context, parameter) from None


add = click.option(
    "--add",
    default="",
    metavar="NAME,…",
    callback=_added,
    help="In json, csv and parquet also solution, rating, hardest_rule, label, steps, clues, …",
)


def state(command: Command) -> Command:
    """--from-state and --entries: where a player is."""
    for option in (
        click.option("--entries", metavar="STATE",
                     help="Where you are in the one puzzle of INPUTS: its grid of digits or "
                     "candidates, compared with the solution first."),
        click.option("--from-state", is_flag=True,
                     help="INPUTS hold candidates: a grid of the digits possible in each cell."),
    ):  # fmt: skip
        command = option(command)
    return command


keep = click.option(
    "--keep",
    type=click.Choice(["logic", "proper"]),
    default="logic",
    show_default=True,
    help="What each puzzle stays: solvable by the base rules, or proper.",
)


def seed(fixes: str) -> Callable[[Command], Command]:
    """--seed; fixes: what it fixes, for the help."""
    return click.option(
        "--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help=fixes
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
    """--format: what the output's name says, or else the first of these names."""

    def choose(context: click.Context, parameter: click.Parameter, form: str | None) -> str:
        output = context.params.get("output") or ""
        by_name = promised(output, names)
        if form and by_name not in ("", form):
            raise click.BadParameter(
                f"a file .{kind_of(output)} is not what --format {form} is: leave out --format, or "
                "name the file otherwise",
                param_hint="--output",
            )
        return form or by_name or names[0]

    return click.option(
        "--format",
        "form",
        type=click.Choice(names),
        callback=choose,
        help="json is one object a line.  [default: by the output's name, else " + names[0] + "]",
    )


def promised(output: str | None, names: tuple[str, ...]) -> str:
    """The format that an output's name promises, one of `names`, or "" for none; others are
    refused."""
    kind = kind_of(output or "")
    by_name = FORMS.get(kind, "")
    if by_name and by_name not in names:
        able = [f".{end}" for end, name in FORMS.items() if name in names]
        raise click.BadParameter(
            f"this command makes no .{kind}, but {', '.join(['.txt', *able])}",
            click.get_current_context(),
            param_hint="--output",
        )
    return by_name


def stream(command: Command) -> Command:
    """--on-error, --column and --resume."""
    for option in (
        click.option("--resume", is_flag=True,
                     help="Go on after the answers (a line each) that the file holds."),
        click.option("--column", metavar="NAME", help="The column of puzzles in CSV and Parquet."),
        click.option("--on-error", type=click.Choice(["stop", "skip"]), default="stop",
                     show_default=True, help="At a line that holds no puzzle."),
    ):  # fmt: skip
        command = option(command)
    return command


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


def refuse(why: str, *names: str) -> None:
    """Refuse options (by their parameters' names) that would change nothing, where any is given."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            shown = next(p.opts[0] for p in context.command.params if p.name == name)
            raise click.UsageError(f"{why}: leave out {shown}")


def _remember(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    context.meta[parameter.name or ""] = value
    return value


def _layout(context: click.Context, parameter: click.Parameter, value: str | None) -> Layout | None:
    symbols: str = context.meta.get("symbols", "")
    try:
        if value is None:
            return Layout.of_size(len(symbols), symbols) if symbols else None
        return Layout.named(value, symbols)
    except LayoutError as error:
        raise click.BadParameter(str(error)) from None
