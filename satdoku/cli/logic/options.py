"""The options of the commands here, and which exclude which."""

from __future__ import annotations

from .. import values
from ..options import (
    ADD,
    ANSWERS,
    BOARD,
    FLAG,
    FORMAT,
    INPUTS,
    JUDGE_OWN,
    LANGUAGE,
    LINK_INPUT,
    OUTPUT,
    OWN_KIND,
    OWN_TECHNIQUE,
    PARALLEL,
    PUZZLE_INPUT,
    RULES,
    SCALE_NAME,
    SET_NAMES,
    SWITCH,
    TIME_LIMIT,
    Option,
    rare,
)
from ..refusals import Exclusion
from ..values import ValueType, choice, whole

STEPS = Option("steps", ValueType("STEPS"), None, required=True)
ALL = Option(
    "--all",
    FLAG,
    "List every step possible now, as `satdoku steps` does.",
    into="all_steps",
    deprecated=True,
)
WHY = Option(
    "--why",
    ValueType("r4c7=5"),
    "Explain why this (or r4c7<>5) holds: the smallest set of clauses that forces it; or "
    "why it does not.",
)
UNTIL = Option(
    "--until", ValueType("N|RULE"), "Stop after step N, or before the first step of this technique."
)
VERIFY = Option(
    "--verify/--no-verify",
    SWITCH,
    "Check that each step follows from the clauses that it names.",
    default=True,
)
SHOW = Option(
    "--show",
    choice("vague", "where", "what", "why"),
    "How much to show: the part of the board; the technique and its cells; what follows; why.",
    default="vague",
)
TECHNIQUE = Option(
    "--technique",
    ValueType("NAME,…", many=True, read=values.named_by_user("technique")),
    "Techniques or sets of `satdoku rules`, or FILE.py:NAME.  [default: all but slow ones]",
)
ELIMINATES = Option(
    "--eliminates",
    ValueType("3r4c5,…"),
    "Judge my own move: may these candidates be removed, and which technique does it?",
)
PLACES = Option(
    "--places",
    ValueType("r4c7=5,…"),
    "The same for digits: may these be placed, and which technique does it?",
)
LIMIT = Option("--limit", whole(1, 10**6), "Maximum number of steps.")
PUZZLE = Option(
    "--puzzle",
    ValueType("PUZZLE"),
    "The puzzle that the steps start from, if STEPS does not include it.",
)
LIMIT_SIZE = Option(
    "--limit-size",
    whole(0, 10**6, "N"),
    "Stop before a chain or refutation of more than N literals.",
    heading="Techniques",
)
ONLY = Option(
    "--only",
    SET_NAMES,
    "Use only these techniques or sets (see `satdoku rules`).",
    heading="Techniques",
)
WITHOUT = Option(
    "--without",
    SET_NAMES,
    "Leave out these techniques or sets (see `satdoku rules`).",
    heading="Techniques",
)
SCALE = Option(
    "--scale",
    SCALE_NAME,
    "Order and ratings of techniques: Sudoku Explainer's (the default where it applies), "
    "Sukaku Explainer 1.18's (se118), or satdoku's own.",
    heading="Techniques",
)
STEPS_UNIQUENESS = Option(
    "--uniqueness",
    FLAG,
    "Also use techniques that assume a proper puzzle, which is checked first.",
    heading="Techniques",
)
UNIQUENESS = Option(
    "--uniqueness/--no-uniqueness",
    SWITCH,
    "Use techniques that assume a proper puzzle, which is checked first (se: yes; satdoku: no).",
    heading="Techniques",
)
GENERAL_COVERS = Option(
    "--general-covers", FLAG, "Also use Franken and mutant fish (slow).", heading="Techniques"
)
FROM_STATE = Option(
    "--from-state",
    FLAG,
    "INPUTS are candidates: a grid with the possible digits of each cell, or lines of a "
    "technique library.",
    heading="Input",
)
ENTRIES = Option(
    "--entries",
    ValueType("STATE"),
    "Your progress in the one puzzle of INPUTS: a grid of digits or candidates, or moves such as "
    "r1c3=4,r2c1<>5; first checked against the solution.",
    heading="Input",
)
VERIFY_STEPS_FROM_STATE = Option(
    "--from-state",
    FLAG,
    "Start from candidates: those of PUZZLE, or those in the JSON.",
    heading="Input",
)
EXPLAIN_VERBOSITY = Option(
    "--verbosity",
    choice("full", "all", "brief", "terse", "final"),
    "A sentence for each link; every step with its reason; the same with consecutive "
    "singles joined; one line per step, without singles; only the outcome.",
    default="all",
    heading="Output",
)
STEPS_VERBOSITY = Option(
    "--verbosity",
    choice("all", "terse"),
    "all: each step with its reason; terse: one line per step.",
    default="all",
    heading="Output",
)
#: The options of each command, in the order of its help.
OPTIONS = {
    "explain": (
        INPUTS, ALL, WHY, UNTIL, VERIFY, LIMIT_SIZE, RULES, ONLY, WITHOUT, OWN_TECHNIQUE, SCALE,
        UNIQUENESS, *rare(GENERAL_COVERS), FROM_STATE, ENTRIES, *LINK_INPUT, EXPLAIN_VERBOSITY,
        LANGUAGE, FORMAT, OUTPUT, TIME_LIMIT,
    ),
    "hint": (
        INPUTS, SHOW, RULES, ONLY, WITHOUT, OWN_TECHNIQUE, SCALE, UNIQUENESS, FROM_STATE, ENTRIES,
        *LINK_INPUT, LANGUAGE, FORMAT, OUTPUT, TIME_LIMIT,
    ),
    "steps": (
        INPUTS, TECHNIQUE, ELIMINATES, PLACES, LIMIT, WITHOUT, STEPS_UNIQUENESS, FROM_STATE,
        ENTRIES, *LINK_INPUT, STEPS_VERBOSITY, LANGUAGE, FORMAT, OUTPUT, TIME_LIMIT,
    ),
    "rate": (
        INPUTS, RULES, ONLY, WITHOUT, OWN_TECHNIQUE, SCALE, UNIQUENESS, FROM_STATE, *PUZZLE_INPUT,
        ADD, LANGUAGE, *ANSWERS, TIME_LIMIT, *PARALLEL,
    ),
    "verify-steps": (
        STEPS, PUZZLE, VERIFY_STEPS_FROM_STATE, OWN_TECHNIQUE, OWN_KIND, *BOARD, FORMAT, OUTPUT,
    ),
    "rules": (JUDGE_OWN, SCALE, LANGUAGE, FORMAT),
    "levels": (SCALE, FORMAT),
}  # fmt: skip
VERBOSITY_IS_FOR_TEXT = Exclusion("--format≠text", "--verbosity", "--verbosity is for text")
ENTRIES_OF_A_PUZZLE = Exclusion(
    "--from-state", "--entries", "--entries belong to a puzzle, not to --from-state"
)
CANDIDATES_NOT_A_LINK = Exclusion(
    "--from-state",
    "--ignore-rules --drawings --rules-from-text --from",
    "candidates do not come from a link",
)
EXCLUSIONS = {
    "explain": (
        Exclusion(
            "--all",
            "--technique --why --until --limit-size --rules --verify --scale --general-covers",
            "--all lists the steps possible now",
        ),
        Exclusion(
            "--why",
            "--verbosity --until --limit-size --rules --only --without --technique --verify "
            "--scale --uniqueness --general-covers --format",
            "--why lists clauses and takes no steps",
        ),
        VERBOSITY_IS_FOR_TEXT,
        ENTRIES_OF_A_PUZZLE,
        CANDIDATES_NOT_A_LINK,
    ),
    "steps": (
        VERBOSITY_IS_FOR_TEXT,
        Exclusion(
            "--technique", "--uniqueness", "--technique already says which techniques to use"
        ),
        ENTRIES_OF_A_PUZZLE,
        CANDIDATES_NOT_A_LINK,
    ),
    "hint": (
        Exclusion("--format=json", "--show", "json includes every part"),
        ENTRIES_OF_A_PUZZLE,
        CANDIDATES_NOT_A_LINK,
    ),
    "rate": (
        CANDIDATES_NOT_A_LINK,
        Exclusion(
            "--from-state",
            "--on-error --column --add --jobs --resume",
            "candidates are rated one by one, and are not read from tables",
        ),
    ),
    "verify-steps": (
        Exclusion(
            "no --puzzle", "--layout --symbols", "this describes --puzzle; STEPS includes its own"
        ),
    ),
}
