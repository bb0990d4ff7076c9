"""The options of the commands here, and which exclude which."""

from __future__ import annotations

from ..options import (
    BOARD,
    ENCODING_NAMES,
    FILE,
    FLAG,
    FOLDER,
    FORMAT,
    INPUTS,
    LINK_INPUT,
    NAME,
    OUTPUT,
    OWN_KIND,
    SECONDS,
    SEED_NUMBER,
    TIME_LIMIT,
    Option,
)
from ..refusals import Exclusion
from ..values import ValueType, listed_in, whole

PUZZLE = Option("puzzle", ValueType(), None)
MODEL = Option("model", ValueType(), None, default="-")
TO = Option(
    "--to",
    ValueType(choices=listed_in("encodings.files.targets", "TARGETS")),
    "Output format.  [default: by the output's name, else dimacs]",
    into="target",
)
DISTINCT = Option("--distinct", FLAG, "For dimacs: write each clause once.")
SIMPLIFY = Option(
    "--simplify",
    FLAG,
    "For dimacs: write what is left after unit propagation of the givens, each clause once.",
)
BREAK_SYMMETRIES = Option(
    "--break-symmetries",
    FLAG,
    "For dimacs: add clauses that keep one of each class of symmetric solutions, or a few more.",
)
CNF = Option(
    "--cnf", FILE, "The exported file that was solved; its comments hold the board and puzzle."
)
ENGINES = Option(
    "--engines",
    ValueType("A,B,…"),
    "Engine names, commands of DIMACS solvers, the kernels lockstep and any-theory, or "
    "all.  [default: those installed of native,dlx,glucose4,cadical153,minicard,cpsat]",
)
ENCODINGS = Option(
    "--encodings",
    ValueType("X,Y,…"),
    "Encodings for engines that work on CNF; native for those with cardinality "
    "constraints; or all.",
    default="native,pairwise",
)
REPEAT = Option(
    "--repeat", whole(1, 1000), "Number of rounds, each with the digits renamed.", default=1
)
SEED = Option(
    "--seed",
    SEED_NUMBER,
    "The same seed renames digits the same way, and asks in the same order; {seed} in a "
    "command is this seed.",
    default=0,
)
SHUFFLE = Option("--shuffle", FLAG, "Renumber variables and reorder clauses in each round.")
GUESSES = Option("--guesses", FILE, "Write the puzzles that were guessed on, as CSV.")
SAVE = Option(
    "--save",
    FILE,
    "Append each measurement to FILE; what it already holds is not measured again, so an "
    "interrupted comparison can continue.",
)
PLOTS = Option("--plots", FOLDER, "Write cactus.svg, cdf.svg and scatter.svg (matplotlib).")
SCATTER = Option(
    "--scatter",
    ValueType("A,B"),
    "The two contenders of the scatter plot, named as in the table: "
    "native,minicard/native.  [default: the two fastest]",
)
WRITE = Option("--write", FOLDER, "Write the published files below DIR.", into="folder")
JUDGE = Option(
    "--judge",
    ValueType("NAME", complete=ENCODING_NAMES),
    "Judge this encoding, or FILE.py:FUNCTION.",
)
ENCODING = Option(
    "--encoding",
    NAME,
    "For dimacs: see `satdoku encodings`, or FILE.py:FUNCTION.",
    heading="Engines",
)
EXPORT_OUTPUT = Option(
    "-o --output",
    ValueType("FILE|DIR/"),
    "Write to FILE (.gz, .zst: compressed); to a folder: one numbered file per puzzle, and "
    "a manifest.",
    heading="Output",
)
COMPARE_TIME_LIMIT = Option(
    "--time-limit",
    SECONDS,
    "Processor seconds for each question.",
    default=60.0,
    heading="Limits and parallel work",
)
#: The options of each command, in the order of its help.
OPTIONS = {
    "export": (
        PUZZLE, TO, DISTINCT, SIMPLIFY, BREAK_SYMMETRIES, ENCODING, *LINK_INPUT, EXPORT_OUTPUT,
        TIME_LIMIT,
    ),
    "decode": (MODEL, CNF, OWN_KIND, *BOARD, FORMAT, OUTPUT),
    "compare": (
        INPUTS, ENGINES, ENCODINGS, REPEAT, SEED, SHUFFLE, GUESSES, SAVE, PLOTS, SCATTER,
        *LINK_INPUT, FORMAT, COMPARE_TIME_LIMIT,
    ),
    "engines": (FORMAT,),
    "encodings": (WRITE, JUDGE, *BOARD, FORMAT),
}  # fmt: skip
EXCLUSIONS = {
    "export": (
        Exclusion("--simplify", "--distinct", "--simplify already writes each clause once"),
    ),
    "encodings": (
        Exclusion(
            "--write",
            "--judge --format --layout --symbols",
            "--write writes all published encodings",
        ),
    ),
    "compare": (Exclusion("no --plots", "--scatter", "--scatter is for --plots"),),
}
