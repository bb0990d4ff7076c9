"""The options of the commands here, and which exclude which."""

from __future__ import annotations

from ..options import (
    BOARD,
    FILE,
    FLAG,
    FORMAT,
    INPUTS,
    JOBS,
    OUTPUT,
    OWN_KIND,
    PARALLEL,
    PUZZLE_INPUT,
    RESUME,
    RULES,
    TIME_LIMIT,
    Option,
    rare,
)
from ..refusals import Exclusion
from ..values import ValueType, listed_in, whole

CERTIFICATES = Option("certificates", FILE, None)
CLAIM = Option(
    "--claim",
    ValueType(choices=listed_in("certificates", "CLAIMS"), many=True),
    "What to certify (default: proper, and irreducible if it is).",
    into="claims",
)
LIMIT = Option(
    "--limit", whole(1, 100000), "For the claim at-least: how many solutions.", default=2
)
FOLLOWS = Option(
    "--follows", ValueType("r4c7=5,…"), "Certify that this, or r4c7<>5, follows.", default=""
)
DENIED = Option(
    "--denied",
    ValueType("3r4c5,…"),
    "With --follows: candidates that are already excluded.",
    default="",
)
EQUALS = Option("--equals", ValueType("PUZZLE"), "Certify that this puzzle has the same solutions.")
PROVER = Option(
    "--prover",
    ValueType(choices=listed_in("certificates", "PROVERS")),
    "search (short proofs), or a PySAT solver that logs its proof.",
    default="search",
)
CERTIFY_DIMACS = Option("--dimacs", FILE, "Also write the CNF, for one puzzle.")
DRAT = Option("--drat", FILE, "Also write the proof for DRAT checkers.")
LRAT = Option("--lrat", FILE, "Also write the proof for LRAT checkers.")
OPB = Option("--opb", FILE, "Also write the constraints that --veripb is about.")
VERIPB = Option("--veripb", FILE, "Also write a proof for VeriPB.")
SECOND_OPINION = Option(
    "--second-opinion", FLAG, "Also check the proof with dratify and drat-trim, if installed."
)
VERIFY_DIMACS = Option(
    "--dimacs",
    FILE,
    "Instead of certificates, verify that the clauses of a DIMACS file are the theory of "
    "the puzzle that its comments name.",
)
PUZZLE = Option("--puzzle", ValueType("PUZZLE"), "With --dimacs: of this puzzle.")
#: The options of each command, in the order of its help.
OPTIONS = {
    "certify": (
        INPUTS, CLAIM, LIMIT, FOLLOWS, *rare(DENIED), EQUALS, PROVER, CERTIFY_DIMACS, DRAT, LRAT,
        *rare(OPB, VERIPB), RULES, *PUZZLE_INPUT, RESUME, OUTPUT, TIME_LIMIT, *PARALLEL,
    ),
    "verify": (
        CERTIFICATES, SECOND_OPINION, VERIFY_DIMACS, PUZZLE, OWN_KIND, *BOARD, FORMAT, OUTPUT, JOBS,
    ),
}  # fmt: skip
EXCLUSIONS = {
    "certify": (
        Exclusion(
            "--dimacs --drat --lrat --opb --veripb",
            "--resume",
            "the files for other checkers are for one puzzle",
        ),
        Exclusion("--follows --equals", "--claim", "this is a claim of its own"),
        Exclusion("--follows", "--equals", "--follows is a claim of its own"),
        Exclusion("no --follows", "--denied", "this is for --follows"),
    ),
    "verify": (
        Exclusion("--dimacs", "--second-opinion --jobs", "a DIMACS file is not a certificate"),
        Exclusion("no --dimacs", "--puzzle", "this is for --dimacs"),
    ),
}
