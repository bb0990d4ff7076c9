"""The options of the commands here, and which exclude which."""

from __future__ import annotations

import click

from .. import values
from ..options import BOARD, FORMAT, INPUTS, OWN_KIND, SEED_NUMBER, Option
from ..refusals import Exclusion
from ..values import ValueType, completing, listed_in

SCHEMA_NAME = Option("name", ValueType(), None, default="")
SHELL = Option(
    "shell",
    ValueType("SHELL", choices=listed_in("cli.tools.completion", "INSTALL")),
    None,
    required=True,
)
TOPIC = Option(
    "topic", ValueType("[TOPIC]", many=True, complete=completing(values.topic_names)), None
)
MINUTES = Option(
    "--minutes",
    ValueType("NUMBER", click.FloatRange(0, 60 * 24 * 7, min_open=True)),
    "How long to test random puzzles, in minutes.  [default: 1]",
)
SEED = Option("--seed", SEED_NUMBER, "The same seed tests the same puzzles.  [default: 0]")
CHECK = Option("--check", ValueType("NAME", many=True), "Run only this check.", into="names")
COMMAND = Option(
    "--command",
    ValueType("FILE.py:NAME"),
    "Check a command of your own instead: FILE.py:NAME, or an installed one.",
    into="own",
)
#: The options of each command, in the order of its help.
OPTIONS = {
    "help": (TOPIC,),
    "schema": (SCHEMA_NAME, FORMAT),
    "completion": (SHELL,),
    "selfcheck": (INPUTS, MINUTES, SEED, CHECK, COMMAND, OWN_KIND, *BOARD),
}  # fmt: skip
EXCLUSIONS = {
    "selfcheck": (
        Exclusion("inputs", "--minutes --seed", "INPUTS give the puzzles"),
        Exclusion(
            "--command",
            "--check --layout --symbols",
            "--command checks a command alone",
        ),
    ),
}
