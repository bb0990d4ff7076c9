"""The options of the commands here, and which exclude which."""

from __future__ import annotations

from .. import values
from ..options import (
    ADD,
    ANSWERS,
    ENCODING_NAMES,
    FLAG,
    INPUTS,
    LANGUAGE,
    OUTPUT_FILE,
    PARALLEL,
    PUZZLE_INPUT,
    SECONDS,
    TIME_LIMIT,
    Option,
)
from ..refusals import Exclusion
from ..values import ValueType, completing, whole

MANY = whole(1, 10**15)
ENGINE_NAMES = completing(values.engine_names, ",")
LOGIC = Option("--logic", FLAG, "Use only the base rules (singles); '.' where they do not decide.")
ALL = Option("--all", FLAG, "Print all solutions.", into="every")
SOLVE_LIMIT = Option("--limit", MANY, "Print at most this many solutions.")
REQUIRE = Option(
    "--require",
    ValueType(choices=lambda: ("proper", "minimal", "logic"), many=True),
    "What every puzzle must be for exit status 0; may be repeated (default: proper).",
)
SUMMARY = Option(
    "--summary",
    FLAG,
    "Print only how many puzzles meet --require: fast, even for millions.",
)
COUNT_LIMIT = Option(
    "--limit",
    MANY,
    "Stop counting at this number. (default: count all where that takes seconds; otherwise stop at "
    "1,000,000 up to 9×9, 10,000 up to 16×16 or on overlapping boards, 1,000 up to 25×25 "
    "or with rules, then 10)",
)
KEEP = Option(
    "--keep",
    ValueType("PROPERTY"),
    "Property by which givens are judged redundant: proper, logic (the base rules), or a "
    "set of techniques as in explain.",
    default="proper",
)
DIAGNOSE_LIMIT = Option(
    "--limit", whole(1, 10**9), "Count solutions up to this number; then estimate.", default=1000
)
SETS = Option(
    "--sets",
    whole(1, 10000),
    "Maximum number of conflicts, unavoidable sets and near puzzles.",
    default=10,
)
UNAVOIDABLE = Option(
    "--unavoidable", whole(4, 81, "CELLS"), "Maximum size of unavoidable sets, in cells.", default=6
)
CLUES = Option(
    "--clues", whole(1, 1024), "Instead: tell whether the grid has a puzzle with so many givens."
)
WITHIN = Option(
    "--within",
    ValueType("CELLS"),
    "With --clues: all givens are in these cells, such as r1c1-r3c1,r9c9.",
)
PROGRESS = Option(
    "--progress",
    OUTPUT_FILE,
    "With --clues: add each part that is done to FILE, and skip those there.",
)
PAIRS = Option("--pairs", FLAG, "Also find pairs of cells forced equal or different.")
ENGINE = Option(
    "--engine",
    ValueType("NAME|COMMAND", complete=ENGINE_NAMES),
    "One of `satdoku engines` (cadical153:elim=0 sets a parameter), any DIMACS solver's "
    "command, or FILE.py:CLASS.",
    default="auto",
    heading="Engines",
)
ENCODING = Option(
    "--encoding",
    ValueType("NAME", complete=ENCODING_NAMES),
    "Encoding of the theory for CNF engines, or FILE.py:FUNCTION.",
    heading="Engines",
)
STATS = Option(
    "--stats",
    FLAG,
    "With --format json: statistics of the engine for each puzzle.",
    heading="Engines",
)
DIAGNOSE_TIME_LIMIT = Option(
    "--time-limit",
    SECONDS,
    "Time limit for the whole diagnosis of a puzzle (default: a fixed amount of work; with --clues "
    "none).",
    heading="Limits and parallel work",
)
#: The options of each command, in the order of its help.
OPTIONS = {
    "solve": (
        INPUTS, LOGIC, ALL, SOLVE_LIMIT, ENGINE, ENCODING, STATS, *PUZZLE_INPUT, ADD, *ANSWERS,
        TIME_LIMIT, *PARALLEL,
    ),
    "check": (
        INPUTS, REQUIRE, SUMMARY, ENGINE, ENCODING, STATS, *PUZZLE_INPUT, ADD, LANGUAGE, *ANSWERS,
        TIME_LIMIT, *PARALLEL,
    ),
    "count": (
        INPUTS, COUNT_LIMIT, ENGINE, ENCODING, STATS, *PUZZLE_INPUT, ADD, *ANSWERS, TIME_LIMIT,
        *PARALLEL,
    ),
    "diagnose": (
        INPUTS, KEEP, DIAGNOSE_LIMIT, SETS, UNAVOIDABLE, PAIRS, CLUES, WITHIN, PROGRESS,
        *PUZZLE_INPUT, LANGUAGE, *ANSWERS, DIAGNOSE_TIME_LIMIT, *PARALLEL,
    ),
}  # fmt: skip
EXCLUSIONS = {
    "solve": (
        Exclusion(
            "--logic",
            "--all --limit --engine --encoding --time-limit --stats",
            "--logic finds what the rules imply",
        ),
        Exclusion("--all", "--limit", "--all has no limit"),
    ),
    "check": (Exclusion("--summary", "--stats --add", "--summary is one answer"),),
    "diagnose": (
        Exclusion(
            "--clues",
            "--keep --limit --sets --unavoidable --pairs",
            "--clues only searches the grid",
        ),
        Exclusion("--progress", "--jobs --cluster", "one process writes the parts"),
        Exclusion("no --clues", "--progress", "only --clues searches in parts"),
        Exclusion("no --clues", "--within", "only --clues searches the grid"),
        Exclusion(
            "--format=text", "--resume", "a diagnosis as text has many lines (take --format json)"
        ),
    ),
}
