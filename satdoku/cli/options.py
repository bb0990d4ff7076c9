"""What an option is, the values that options take, and the options that many commands have.

The options of a command stand in `options.py` of its room: `OPTIONS` has them in the order of the
help, under the headings below, and `EXCLUSIONS` says which exclude which (`refusals.py`). Parser,
help, completion and man pages follow from them (`command.py`). This file names no room.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import click

from ..rooms import package_of
from . import values
from .refusals import GENERAL, Exclusion
from .values import ValueType, choice, completing, listed_in, whole

#: The headings of options in the help, in their order.
HEADINGS = (
    "Options",
    "Generation",
    "Techniques",
    "Layout of the pages",
    "Engines",
    "Input",
    "Output",
    "Limits and parallel work",
)


class Option(NamedTuple):
    """An option, or an argument, whose name has no hyphens.

    names: of the option, short and long, and of its opposite after a slash. into: the parameter if
    it has another name. required: if there is no default. shown: the default in the help. rare:
    whether only --help-all shows it; the tables of commands say so with `rare`. deprecated: whether
    no help shows it, since a newer command does what it is for.
    """

    names: str
    takes: ValueType
    meaning: str | None
    default: Any = None
    heading: str = "Options"
    into: str = ""
    required: bool = False
    shown: str | None = None
    rare: bool = False
    deprecated: bool = False

    @property
    def name(self) -> str:
        """The name of the option, without a short or another one."""
        names = self.names.split("/")[0].split()
        return next(name for name in names if name.startswith("--"))

    @property
    def is_argument(self) -> bool:
        """Whether it is an argument."""
        return not self.names.startswith("-")


class CommandOptions(NamedTuple):
    """The options and arguments of a command, and which exclude which."""

    options: tuple[Option, ...]
    exclusions: tuple[Exclusion, ...]


def options_of(command: str) -> CommandOptions:
    """Return the options of a command, which its room brings in its file `options.py`; each has
    --language."""
    package = package_of(command)
    table = import_module(f"{package}.options")
    key = command.replace(" ", "-")
    own = getattr(table, "EXCLUSIONS", {}).get(key, ())
    options = table.OPTIONS.get(key, ())
    if all(option.names != "--language" for option in options):
        options = (*options, *rare(LANGUAGE))
    return CommandOptions(options, (*own, *GENERAL))


def rare(*options: Option) -> tuple[Option, ...]:
    """Return options for what few people need, which only --help-all shows."""
    return tuple(option._replace(rare=True) for option in options)


def deprecated(*options: Option) -> tuple[Option, ...]:
    """Return options that work for one more release, and that no help shows."""
    return tuple(option._replace(deprecated=True) for option in options)


FLAG = ValueType(flag=True)
SWITCH = ValueType()
TEXT = ValueType("TEXT")
FILE = ValueType("FILE")
FOLDER = ValueType("DIR")
NAME = ValueType("NAME")
SECONDS = ValueType("SECONDS", values.Seconds(0, 366 * 86400, min_open=True))
SEED_NUMBER = whole(0, 2**64 - 1)
OUTPUT_FILE = ValueType("FILE", complete=values.complete_files)
EXISTING = click.Path(exists=True, dir_okay=False)
LAYOUT_NAME = ValueType(
    "NAME", complete=completing(values.layout_names, "+"), read=values.read_layout
)
SCALE_NAME = choice("se", "se118", "satdoku")
ALL_SETS = completing(values.set_names, ",")
SET_NAMES = ValueType("NAME,…", many=True, complete=ALL_SETS, read=values.joined)
ENCODING_NAMES = completing(listed_in("encodings.cnf.registry", "ENCODINGS"), ",")
ADDED = completing(listed_in("cli.stream.columns", "ADDED"), ",")
COLUMN_NAMES = ValueType("NAME,…", complete=ADDED, read=values.read_columns)

INPUTS = Option("inputs", ValueType(many=True, complete=values.complete_files), None)
TITLE = Option("--title", TEXT, "The title of the puzzles.", heading="Output")
AUTHOR = Option("--author", TEXT, "The author of the puzzles.", heading="Output")
RULES = Option(
    "--rules",
    ValueType("SET|RULE,…", complete=ALL_SETS),
    "Techniques to use: a set (singles, locked, pairs, covers, chains, grouped, refutation, "
    "refutation-locked, nested, all), or sets and techniques in your own order: see "
    "`satdoku rules`.",
    default="all",
    heading="Techniques",
)
IGNORE_RULES = Option(
    "--ignore-rules",
    ValueType("NAME,…"),
    "Drop these rules when reading a link; the result is a different puzzle.",
    heading="Input",
    rare=True,
)
DRAWINGS = Option(
    "--drawings",
    choice("keep", "ignore", "refuse"),
    "What to do with drawings of a link (lines, shapes, texts) that may be rules: keep "
    "them, with a message (the default), ignore them as decoration, or refuse the puzzle.",
    heading="Input",
    rare=True,
)
RULES_FROM_TEXT = Option(
    "--rules-from-text",
    FLAG,
    "Add the rules about the whole board that only the puzzle's text states.",
    heading="Input",
    rare=True,
)
LAYOUT = Option(
    "--layout",
    LAYOUT_NAME,
    "The board: 9x9, 6x6/2x3, 7x7/latin, 9x9/jigsaw:MARKS, 9x9+diagonal+window, …",
    heading="Input",
)
SYMBOLS = Option(
    "--symbols",
    TEXT,
    "The symbols of the digits, in order, such as ABCDEF.",
    default="",
    heading="Input",
    rare=True,
)
LANGUAGE = Option(
    "--language",
    ValueType(complete=completing(listed_in("languages", "languages")), read=values.read_language),
    "Language of text and messages: ar, de, en, es, fr, ja.  [default: the system's]",
    heading="Output",
)
ON_ERROR = Option(
    "--on-error",
    choice("stop", "skip"),
    "What to do at a line that is not a puzzle.",
    default="stop",
    heading="Input",
)
COLUMN = Option(
    "--column", NAME, "The column of puzzles in CSV, JSON Lines, Parquet.", heading="Input"
)
ADD = Option(
    "--add",
    COLUMN_NAMES,
    "Extra columns of json, csv and parquet: solution, rating, hardest_rule, label, steps, …",
    default="",
    heading="Output",
)
RESUME = Option(
    "--resume",
    FLAG,
    "Continue after the answers (one per line) already in the file.",
    heading="Output",
)
OUTPUT = Option(
    "-o --output", OUTPUT_FILE, "Write to FILE (.gz, .zst: compressed).", heading="Output"
)
TIME_LIMIT = Option(
    "--time-limit", SECONDS, "Time limit for each puzzle.", heading="Limits and parallel work"
)
CLUSTER = Option(
    "--cluster",
    ValueType("HOST:PORT|FILE|local:N"),
    "Run the work on a dask.distributed cluster.",
    heading="Limits and parallel work",
    rare=True,
)
JOBS = Option(
    "-j --jobs",
    whole(1, 1024),
    "Number of worker processes.",
    default=1,
    heading="Limits and parallel work",
)

OWN_KIND = Option(
    "--kind",
    ValueType("FILE.py:NAME", many=True, read=values.load_kinds),
    "Load a kind of rule of your own: FILE.py:NAME (docs/plugins.md).",
    heading="Input",
    rare=True,
)
FROM = Option(
    "--from",
    ValueType("FILE.py:NAME", read=values.read_from),
    "Read puzzles in a format of your own: FILE.py:NAME, or an installed one (docs/plugins.md).",
    heading="Input",
    into="from_format",
    rare=True,
)
OWN_TECHNIQUE = Option(
    "--technique",
    ValueType("NAME,…", many=True, read=values.named_by_user("technique")),
    "Also use these techniques, such as one of your own: FILE.py:NAME (docs/plugins.md).",
    heading="Techniques",
    into="also",
)
JUDGE_OWN = Option(
    "--judge",
    ValueType("FILE.py:NAME"),
    "Judge one of your own, FILE.py:NAME or an installed one; exit status 1 if it is wrong.",
)

#: A command itself has the choices of --format.
FORMAT = Option("--format", ValueType(), "", heading="Output", into="form")

BOARD = (LAYOUT, SYMBOLS)
#: Of what may be read from a link, or in a format of the user's own.
READ_PUZZLES = (IGNORE_RULES, DRAWINGS, RULES_FROM_TEXT, FROM, *BOARD)
LINK_INPUT = (OWN_KIND, *READ_PUZZLES)
#: Of a stream of puzzles.
PUZZLE_INPUT = (*LINK_INPUT, ON_ERROR, COLUMN)
ANSWERS = (FORMAT, RESUME, OUTPUT)
PARALLEL = (CLUSTER, JOBS)
