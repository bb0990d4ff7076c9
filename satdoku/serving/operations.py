"""The table of operations: what a browser or any other program can request by name.

>>> OPERATIONS["solve"].run({"puzzle": "1.34....2......."})["outcome"]
'several'
>>> OPERATIONS["solve"].run({"puzzle": "1234", "limt": 3})  # doctest: +ELLIPSIS
Traceback (most recent call last):
satdoku...PuzzleError: unknown option 'limt': did you mean limit?
"""

from __future__ import annotations

from .answering import answers, boards, changes, spare
from .answering import exports as written
from .answering import verdict as live
from .answering.editing import COMMANDS
from .answering.options import LIMIT, WORD, YES_OR_NO, usually
from .answering.validation import Operation, operation

OPERATIONS: dict[str, Operation] = {
    row.name: row
    for row in (
        operation("parse", "Read any text, link or record, and return the puzzle with everything "
                           "needed to draw it.",
                  boards.parse),
        operation("render", "The puzzle as an SVG picture.", boards.render,
                  solution=YES_OR_NO, numbered=usually(YES_OR_NO, True)),
        operation("kinds", "The kinds of constraints: their rules, cells and numbers, and drawing.",
                  boards.kinds, needs_puzzle=False),
        operation("layouts", "The parts of layout names.", boards.layouts, needs_puzzle=False),
        operation("live", "The fast answer to an edit: none, unique or several, true candidates "
                  "with the solutions behind each, or the conflict.", live.live, 25.0, "cap"),
        operation("solve", "Solve a puzzle: the status, and its solutions up to a limit.",
                  answers.solve, 20.0, limit=usually(LIMIT, 2) | {"maximum": 1000},
                  logic=YES_OR_NO),
        operation("count", "Count all solutions: so far, exact or estimated.", answers.count, 25.0,
                  limit=usually(LIMIT, 1_000_000)),
        operation("true-candidates", "For each candidate the number of solutions with it, up to a "
                  "cap.", live.true_candidates, 25.0, "cap"),
        operation("diagnose", "A full diagnosis: why there is no solution (smallest conflicts, "
                  "repairs) or several (what to add), or what is redundant.",
                  answers.diagnose, 10.0, keep=usually(WORD, "proper"),
                  limit=usually(LIMIT, 1000) | {"maximum": 100_000}),
        operation("repairs", "For a puzzle without solution: each single change of a given or a "
                  "rule that helps.", spare.repairs, 8.0),
        operation("redundant", "Givens and constraints that are each redundant alone.",
                  spare.redundant, 20.0),
        operation("additions", "The fewest givens that make it unique.", spare.additions, 8.0),
        operation("rate", "How hard the puzzle is for a person: the hardest step of the path that "
                  "always takes the simplest step.", answers.rate, 25.0, "rules scale"),
        operation("check", "Is the puzzle proper (one solution), minimal, solvable by logic "
                  "alone?", answers.check, 25.0),
        operation("explain", "The whole solution path: each step with the position before it.",
                  answers.explain, 25.0, "entries marks rules scale until"),
        operation("proper", "A similar puzzle that is unique.", changes.proper, 15.0),
        operation("minimal", "The puzzle without redundant givens.", changes.minimal, 20.0, "seed",
                  rules=YES_OR_NO | {"description": "Also remove redundant constraints."}),
        operation("harder", "A harder puzzle of the same grid.", changes.harder, 20.0,
                  "seed tries"),
        operation("easier", "The puzzle with givens that make it easier.", changes.easier, 20.0,
                  "seed tries"),
        operation("certify", "A certificate: that it is proper, and more, with proof.",
                  answers.certify, 25.0, "claims"),
        operation("verify", "Check a certificate, trusting nothing in it.",
                  answers.verify, takes="certificate", needs_puzzle=False,
                  layout={
                      "type": "string", "maxLength": 100_000, "default": "",
                      "description": "The board and rules that it must be for; none: the usual "
                                     "board of its size."},
                  symbols=usually(WORD, "") | {
                      "description": "The digit symbols that it must have, in order."}),
        operation("convert", "The puzzle as text or a link for another program.", written.convert,
                  to=usually(WORD, "json"),
                  lossy=YES_OR_NO | {"description": "Leave out rules that it cannot hold."}),
        operation("export", "A picture, a QR code, a sheet, or a file for a solver.",
                  written.export, to=usually(WORD, "svg"), title=usually(WORD, ""),
                  author=usually(WORD, "")),
        operation("check-entries", "Which cells that a player filled are wrong.",
                  answers.check_entries, takes="entries marks"),
        operation("hint", "The simplest next step for a player, from a vague hint to the reason. "
                  "A mistake in the entries comes first.", answers.hint, 20.0,
                  "show entries marks rules"),
    )
}  # fmt: skip

#: The operations that a worker accepts, including the editors' commands.
ASKED = OPERATIONS | {row.name: row for row in COMMANDS.values()}
