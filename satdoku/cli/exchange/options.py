"""The options of the commands here, and which exclude which."""

from __future__ import annotations

from .. import values
from ..options import (
    AUTHOR,
    FLAG,
    FORMAT,
    INPUTS,
    JUDGE_OWN,
    LINK_INPUT,
    OUTPUT,
    PUZZLE_INPUT,
    TIME_LIMIT,
    TITLE,
    Option,
)
from ..refusals import Exclusion
from ..values import ValueType

WRITTEN_FORMAT = ValueType("FORMAT", values.FormatName(()), values.written_names)
CONVERT_INPUTS = Option(
    "inputs", ValueType("IN... [OUT]", many=True, complete=values.complete_files), None
)
CANDIDATES = Option("--candidates", FLAG, "Draw the candidates of blank cells.")
TRUE_CANDIDATES = Option(
    "--true-candidates",
    FLAG,
    "Draw the candidates that some solution has. Exit status 1 if there is no solution.",
    into="true",
)
EXPLAIN_THEORY = Option(
    "--explain-theory",
    FLAG,
    "Print the number of clauses of each rule, and the sums that houses and rules imply.",
    into="theory",
)
LOSSY = Option("--lossy", FLAG, "Leave out rules that the format cannot hold.")
TO = Option(
    "--to",
    WRITTEN_FORMAT,
    "A format of `satdoku formats`.  [default: by the name of OUT, else json]",
    heading="Output",
    into="form",
)
CONVERT_RESUME = Option(
    "--resume", FLAG, "Continue after the puzzles already in OUT.", heading="Output"
)
#: The options of each command, in the order of its help.
OPTIONS = {
    "convert": (CONVERT_INPUTS, LOSSY, TITLE, AUTHOR, *PUZZLE_INPUT, TO, CONVERT_RESUME, OUTPUT),
    "formats": (JUDGE_OWN, FORMAT),
    "layouts": (JUDGE_OWN, FORMAT),
    "show": (
        INPUTS, CANDIDATES, TRUE_CANDIDATES, EXPLAIN_THEORY, *LINK_INPUT, FORMAT, OUTPUT,
        TIME_LIMIT,
    ),
}  # fmt: skip
EXCLUSIONS = {
    "show": (
        Exclusion("no --true-candidates", "--time-limit", "--time-limit is for --true-candidates"),
    ),
}
