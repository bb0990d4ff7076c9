"""Tools for agents: named operations with short answers that have a published schema.

A page needs everything that draws a board; an agent needs the record and a text. The schema of an
answer is that of the command of the same name (`satdoku.schema`).

>>> TOOLS["check"].run({"puzzle": "12..34.........."})["text"]
'4 clues, not proper: more than one solution'
"""

from __future__ import annotations

import json

from ..errors import ParseError, PuzzleError
from ..layout import Layout
from ..schemas import schema
from .answering.answers import certified, explained, hinted
from .answering.options import OPTIONS, WORD, YES_OR_NO, usually
from .answering.validation import Operation, Record, Say, operation, puzzle_of
from .operations import OPERATIONS

#: Prefix of a tool's name in requests to workers.
PREFIX = "tool "


def parse(arguments: Record, say: Say) -> Record:
    """Return the puzzle in the form that every other tool accepts."""
    puzzle = puzzle_of(arguments)
    rules = [str(rule.on(puzzle.layout.places)) for rule in puzzle.constraints]
    return puzzle.record() | {"clues": puzzle.clues, "rules": rules, "text": str(puzzle)}


def hint(arguments: Record, say: Say) -> Record:
    """All three levels of a hint, or up to the requested one."""
    found, show = hinted(arguments, say), arguments["show"]
    step = found.record() if show == "why" else found.record() | {"step": None}
    return step | {"text": found.text(show)}


def explain(arguments: Record, say: Say) -> Record:
    """The steps in words, and a record for each step if requested."""
    found = explained(arguments, say)
    record = found.record() | {"text": found.text(arguments["verbosity"])}
    return record if arguments["records"] else record | {"steps": []}


def generate(arguments: Record, say: Say) -> Record:
    """`satdoku generate`: puzzles number 0, 1, … of a seed, of the given level if any."""
    from ..logic.generating import generate as ask

    layout = Layout.named(arguments["layout"])
    if layout.variable_count > LARGEST_MADE:
        raise PuzzleError(
            f"the server makes puzzles on boards of at most {LARGEST_MADE:,} candidates"
        )
    seed, count, symmetry = (arguments[name] for name in ("seed", "count", "symmetry"))
    level, kind = arguments["level"] or "", arguments["kind"]
    puzzles = ask(
        count, seed=seed, layout=layout, kind=kind, level=level, symmetry=symmetry or "none"
    )
    made = [
        puzzle.record() | {"clues": puzzle.clues, "seed": seed, "index": index}
        for index, puzzle in enumerate(puzzles)
    ]
    return {"puzzles": made, "text": "\n".join(str(one["puzzle"]) for one in made)}


#: Maximum number of candidates of a board for which puzzles are generated (16×16 has 4,096).
LARGEST_MADE = 5_000


def verify_steps(arguments: Record, say: Say) -> Record:
    """`satdoku verify-steps`."""
    from ..logic.verifying import verify_steps as ask

    steps = arguments["steps"]
    if steps is None:
        raise ParseError("verify_steps needs steps: lines such as 'Naked Single => r1c1=3'")
    text = steps if isinstance(steps, str) else json.dumps(steps)
    puzzle = puzzle_of(arguments) if arguments["puzzle"] else None
    found = ask(text, puzzle)
    return found.record() | {"text": found.text()}


def certify(arguments: Record, say: Say) -> Record:
    """The certificate."""
    return certified(arguments).record()


STEPS = {"type": ["string", "object"], "maxLength": 1_000_000}
START = {
    "type": ["string", "object"], "maxLength": 100_000,
    "description": "The position where the steps start, if they do not include it.",
}  # fmt: skip
TOOLS: dict[str, Operation] = {
    row.name: row
    for row in (
        operation("parse", "Read a puzzle in any text, link or record: its line, layout and rules, "
                  "as the other tools take them.", parse),
        OPERATIONS["check"],
        OPERATIONS["solve"],
        OPERATIONS["diagnose"],
        operation("hint", OPERATIONS["hint"].sentence, hint, 20.0, "rules show entries"),
        operation("explain", "Every step to the solution as a person would take it, simplest "
                  "first.", explain, 20.0, "rules scale until verbosity entries",
                  records=usually(YES_OR_NO, True) | {
                      "description": "Also return a record of each step (long); verify_steps reads "
                                     "it."}),
        OPERATIONS["rate"],
        operation("generate", "Make puzzles. The same seed and options give the same puzzles.",
                  generate, needs_puzzle=False,
                  count={"type": "integer", "minimum": 1, "maximum": 50, "default": 1},
                  seed=OPTIONS["seed"] | {"maximum": 2**63 - 1},
                  layout=usually(WORD, "9x9") | {"description": "9x9, 6x6, 9x9+diagonal, …"},
                  level=OPTIONS["level"], kind=usually(WORD, "") | {
                      "description": "A kind of variant: killer, thermometer, …"},
                  symmetry=usually(WORD, "none") | {
                      "description": "none, half-turn, diagonal, …"}),
        operation("verify_steps", "Check each step of a solution path. Steps are lines such as "
                                  "'Naked Pair: 3,5 in r1c12 => r1c5<>3', or the output of "
                                  "explain.", verify_steps,
                  needs_puzzle=False, steps=STEPS, puzzle=START),
        operation("certify", "A certificate that the puzzle has just one solution, and more, with "
                  "a proof that anyone can check.", certify, 20.0, "claims"),
        OPERATIONS["verify"],
    )
}  # fmt: skip
#: The published schema of an answer, if it is not the one of the tool's name.
SCHEMAS = {"parse": "puzzle", "verify_steps": "verify-steps"}


def answer_schema(name: str) -> Record:
    """Return the JSON Schema of a tool's answer."""
    if name == "generate":
        own = schema(name)
        shared = own.pop("$defs")
        own = {key: value for key, value in own.items() if not key.startswith("$")}
        puzzles = {"puzzles": {"type": "array", "items": own}}
        return {"type": "object", "properties": puzzles, "required": ["puzzles"], "$defs": shared}
    return schema(SCHEMAS.get(name, name))
