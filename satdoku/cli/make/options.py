"""The options of the commands here, and which exclude which."""

from __future__ import annotations

from .. import values
from ..options import (
    ADD,
    ANSWERS,
    AUTHOR,
    BOARD,
    FLAG,
    FORMAT,
    INPUTS,
    OUTPUT,
    PARALLEL,
    PUZZLE_INPUT,
    SCALE_NAME,
    SEED_NUMBER,
    SET_NAMES,
    SWITCH,
    TIME_LIMIT,
    TITLE,
    Option,
    rare,
)
from ..refusals import Exclusion
from ..values import ValueType, choice, completing, listed_in, whole

KEPT = choice("logic", "proper")
KIND_NAMES = ValueType(
    "NAME,…",
    complete=completing(listed_in("constraints.registry", "KINDS"), ","),
    read=values.named_by_user("kind"),
)
TECHNIQUE_NAME = ValueType(
    "RULE",
    many=True,
    complete=completing(values.technique_names, ","),
    read=values.read_techniques,
)
SYMMETRY_NAME = ValueType(choices=listed_in("operations.symmetry", "SYMMETRIES"))
RATING_RANGE = ValueType(
    "LOW..HIGH", read=values.read_range("\\d{1,2}(?:\\.\\d)?", float, "4.2, 3.0..4.5 or 11..", 99.9)
)
CLUE_RANGE = ValueType("N|LEAST..MOST", read=values.read_range("\\d{1,4}", int, "24 or 22..26"))
MINIMIZE_KEEP = Option(
    "--keep", KEPT, "Property to keep: solvable by the base rules, or proper.", default="logic"
)
MINIMIZE_SYMMETRY = Option(
    "--symmetry", SYMMETRY_NAME, "Symmetry of the pattern of givens.", default="none"
)
MINIMIZE_SEED = Option(
    "--seed", SEED_NUMBER, "The same seed removes givens in the same order.", default=0
)
SHUFFLE_SEED = Option("--seed", SEED_NUMBER, "The same seed gives the same isomorphs.", default=0)
DEDUPE = Option(
    "--dedupe", FLAG, "Print the puzzles themselves, without isomorphs of earlier ones."
)
COUNT = Option(
    "-n --count", whole(0, 10**15), "Number of puzzles.", default=1, heading="Generation"
)
SEED = Option("--seed", SEED_NUMBER, "The same seed gives the same puzzles.", heading="Generation")
START = Option(
    "--start",
    whole(0, 10**15),
    "Number of the first puzzle of the run.",
    default=0,
    heading="Generation",
)
KIND = Option(
    "--kind",
    KIND_NAMES,
    "A variant: killer, thermometer, arrow, kropki, xv, sandwich, little-killer, renban, "
    "whispers, anti-knight, … (see `satdoku help generating`), or FILE.py:NAME.",
    heading="Generation",
)
CONSTRAINTS = Option(
    "--constraints",
    choice("all", "needed"),
    "With --kind: keep all constraints, or only those needed.  [default: all cages; of "
    "lines, marks and clues those needed]",
    heading="Generation",
)
CROSSING = Option(
    "--crossing", FLAG, "With --kind: lines may cross and share cells.", heading="Generation"
)
SIDES = Option(
    "--sides",
    ValueType("SIDE,…"),
    "With --kind: clues outside the board only at its top, left, bottom, right.",
    default="",
    heading="Generation",
)
TOTAL = Option(
    "--total",
    whole(0, 10**6, "N"),
    "With --kind: only cages, clues and marks with this number, such as one common sum.",
    heading="Generation",
)
KEEP = Option(
    "--keep",
    KEPT,
    "Property to keep: solvable by the base rules, or proper.  [default: logic; proper "
    "with --kind and --clues]",
    heading="Generation",
)
LEVEL = Option(
    "--level",
    ValueType("LABEL", complete=completing(values.level_names)),
    "Difficulty: beginner, easy, … diabolic (see `satdoku levels`).",
    heading="Generation",
)
RATING = Option(
    "--rating",
    RATING_RANGE,
    "Rating of the hardest step, such as 3.0..4.5, 4.2, or 11.. for 11 and more.",
    heading="Generation",
)
NEEDS = Option(
    "--needs",
    TECHNIQUE_NAME,
    "Require this technique: the puzzle cannot be solved without it, and, without --level "
    "and --rating, no step is harder.",
    heading="Generation",
)
ALLOW_HARDER = Option(
    "--allow-harder", FLAG, "With --needs: other steps may be harder.", heading="Generation"
)
FORBIDS = Option(
    "--forbids --without",
    TECHNIQUE_NAME,
    "Exclude this technique: the puzzle can be solved without it.",
    heading="Generation",
)
ONLY = Option(
    "--only",
    SET_NAMES,
    "Use only these techniques or sets (see `satdoku rules`).",
    heading="Generation",
)
SCALE = Option(
    "--scale",
    SCALE_NAME,
    "Order and ratings of techniques: Sudoku Explainer's (the default where it applies), "
    "Sukaku Explainer 1.18's (se118), or satdoku's own.",
    heading="Generation",
)
SYMMETRY = Option(
    "--symmetry",
    SYMMETRY_NAME,
    "Symmetry of the pattern of givens.",
    default="none",
    heading="Generation",
)
MASK = Option(
    "--mask",
    ValueType("FILE|TEXT"),
    "Put givens on exactly these cells: a board with blanks where there is no given. With "
    "--kind: put cages, lines and marks on these cells only.",
    heading="Generation",
)
CLUES = Option("--clues", CLUE_RANGE, "The number of givens.", heading="Generation")
MINIMAL = Option(
    "--minimal/--no-minimal",
    SWITCH,
    "Irreducible: every given (or orbit) is essential.",
    default=True,
    heading="Generation",
)
TRIES = Option(
    "--tries",
    whole(1, 10**9),
    "Tries for each puzzle, before giving up.  [default: 1000; for levels of boards other "
    "than 9x9, 25, or 3 where no such puzzle was in a sample]",
    heading="Generation",
)
NEAR = Option(
    "--near",
    ValueType("PUZZLE|FILE"),
    "Search from this puzzle, by exchanging one or two givens for others.",
    heading="Generation",
)
GRID = Option("--grid", FLAG, "Generate full grids, not puzzles.", heading="Generation")
RULES = Option("--rules", FLAG, "Afterwards, also remove redundant rules.")
GENERATE_RESUME = Option(
    "--resume", FLAG, "Continue after the puzzles already in the output file.", heading="Output"
)
#: The options of a run of `generate`, and of `print` where it makes the puzzles itself.
GENERATION = (
    COUNT,
    SEED,
    *rare(START),
    KIND,
    *rare(CONSTRAINTS, CROSSING, SIDES, TOTAL),
    KEEP,
    LEVEL,
    RATING,
    NEEDS,
    *rare(ALLOW_HARDER),
    FORBIDS,
    *rare(ONLY, SCALE),
    SYMMETRY,
    *rare(MASK),
    CLUES,
    MINIMAL,
    *rare(TRIES, GRID),
)
#: The options of each command, in the order of its help.
OPTIONS = {
    "generate": (
        *rare(TITLE, AUTHOR), *GENERATION, *rare(NEAR), *BOARD, ADD, FORMAT, GENERATE_RESUME,
        OUTPUT, TIME_LIMIT, *PARALLEL,
    ),
    "minimize": (
        INPUTS, MINIMIZE_KEEP, MINIMIZE_SYMMETRY, MINIMIZE_SEED, RULES, *PUZZLE_INPUT, *ANSWERS,
        TIME_LIMIT, *PARALLEL,
    ),
    "shuffle": (INPUTS, SHUFFLE_SEED, *PUZZLE_INPUT, *ANSWERS, *PARALLEL),
    "canon": (INPUTS, DEDUPE, *PUZZLE_INPUT, *ANSWERS, *PARALLEL),
}  # fmt: skip
#: What asks for a difficulty.
DIFFICULTY = "--level --rating --needs --forbids --only"
VARIANTS_ARE_IRREDUCIBLE = Exclusion(
    "--kind", "--minimal", "variant puzzles are always irreducible"
)
GENERATION_EXCLUSIONS = (
    Exclusion(
        "--grid",
        "--kind --constraints --crossing --sides --total --keep --level --rating --needs "
        "--allow-harder --forbids --only --scale --symmetry --mask --clues --minimal "
        "--tries --time-limit",
        "--grid makes full grids",
    ),
    Exclusion("no --kind", "--constraints --crossing --sides --total", "this is for --kind"),
    Exclusion(
        "--level --rating",
        "--allow-harder",
        "the range of ratings already says how hard steps may be",
    ),
    Exclusion("no --needs", "--allow-harder", "this is for --needs"),
    Exclusion("--mask", "--minimal", "--mask fixes the givens"),
    VARIANTS_ARE_IRREDUCIBLE,
    Exclusion("--kind", "--scale", "variant puzzles are rated on the scale satdoku"),
    Exclusion(f"no {DIFFICULTY}", "--scale", "a scale needs --level, --rating or techniques"),
    Exclusion(DIFFICULTY, "--keep", "a level, a rating or techniques decide what --keep would"),
    Exclusion("--level", "--rating", "--level stands for a range of ratings"),
)
EXCLUSIONS = {
    "canon": (Exclusion("--dedupe", "--resume", "--dedupe compares all puzzles"),),
    "generate": (
        *GENERATION_EXCLUSIONS,
        Exclusion("--grid", "--near", "--grid makes full grids"),
        Exclusion("--near", "--kind --keep --symmetry --mask", "--near exchanges single givens"),
    ),
}
