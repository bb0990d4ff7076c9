"""The options of the commands here, and which exclude which."""

from __future__ import annotations

from ..options import (
    BOARD,
    COLUMN,
    FLAG,
    FORMAT,
    NAME,
    OUTPUT,
    OUTPUT_FILE,
    OWN_KIND,
    PARALLEL,
    SCALE_NAME,
    SWITCH,
    Option,
)
from ..refusals import Exclusion
from ..values import ValueType

DATASET_SCORE_INPUTS = Option("inputs", ValueType(many=True), None, required=True)
FILES = Option("files", ValueType(many=True), None, required=True)
RECIPE = Option("recipe", ValueType("RECIPE.toml"), None, required=True)
NEAR = Option(
    "--near/--no-near",
    SWITCH,
    "Also compare solved grids, those of --against too, and find rows that are one clue apart.",
    default=True,
)
AGAINST = Option(
    "--against",
    ValueType("FILE", many=True),
    "Another set: report rows of FILES that are isomorphic to one of its rows; may be repeated.",
)
ANSWER = Option("--answer", NAME, "The column of answers.")
RATINGS = Option("--ratings/--no-ratings", SWITCH, "Rate each proper row.", default=True)
MINIMAL = Option(
    "--minimal/--no-minimal", SWITCH, "Find which proper rows are minimal.", default=True
)
CLEAN = Option(
    "--clean",
    OUTPUT_FILE,
    "Also write the rows without findings here: of tables with all columns, of others as lines.",
)
SUMMARY = Option("--summary", FLAG, "Print only how many are right, and the mean score.")
BY = Option(
    "--by",
    ValueType("X,Y,…"),
    "Print a table by columns of the records, or clues, size, kind, rating, level and "
    "technique of the puzzles.",
)
PARTS = Option(
    "--parts",
    FLAG,
    "Give an answer that leaves cells open, and has none wrong, a part of the score: its "
    "right cells beyond guessing.",
)
SCALE = Option("--scale", SCALE_NAME, "Scale of the ratings, as in rate.", heading="Techniques")
DATASET_AUDIT_RESUME = Option(
    "--resume", FLAG, "Continue an interrupted audit (needs -o).", heading="Output"
)
DATASET_MAKE_RESUME = Option("--resume", FLAG, "Continue an interrupted run.", heading="Output")
DATASET_MAKE_OUTPUT = Option(
    "-o --output", ValueType("FOLDER"), "A new folder.", heading="Output", required=True
)
#: The options of each command, in the order of its help.
OPTIONS = {
    "dataset-audit": (
        FILES, NEAR, AGAINST, ANSWER, RATINGS, MINIMAL, CLEAN, SCALE, OWN_KIND, *BOARD, COLUMN,
        FORMAT, DATASET_AUDIT_RESUME, OUTPUT, *PARALLEL,
    ),
    "dataset-make": (RECIPE, FORMAT, DATASET_MAKE_RESUME, DATASET_MAKE_OUTPUT, *PARALLEL),
    "dataset-score": (DATASET_SCORE_INPUTS, SUMMARY, BY, PARTS, OUTPUT),
}  # fmt: skip
EXCLUSIONS = {
    "dataset-audit": (Exclusion("no --ratings", "--scale", "--no-ratings leaves them out"),),
    "dataset-score": (Exclusion("--by", "--summary --parts", "--by counts the right answers"),),
}
