"""The table of operations: what a browser or any other program can request by name.

`TOOLS` are operations for agents, with short answers that have a published schema: a page needs
everything that draws a board; an agent needs the record and a text. The schema of an answer is that
of the command of the same name (`satdoku.schema`).

>>> OPERATIONS["solve"].run({"puzzle": "1.34....2......."})["outcome"]
'several'
>>> OPERATIONS["solve"].run({"puzzle": "1234", "limt": 3})  # doctest: +ELLIPSIS
Traceback (most recent call last):
satdoku...PuzzleError: unknown option 'limt': did you mean limit?
>>> TOOLS["check"].run({"puzzle": "12..34.........."})["text"]
'4 clues, not proper: more than one solution'
"""

from __future__ import annotations

import json
from dataclasses import replace

from ..errors import ParseError, PuzzleError
from ..layout import Layout
from ..phrases import phrase
from ..record_types import Record
from ..schemas import has_schema, schema
from .answering import answers, boards, clue_advice, live, transforming
from .answering import course as courses
from .answering import exports as written
from .answering import pictures as of_pictures
from .answering.answers import certified, explained, hinted
from .answering.editor_commands import COMMANDS
from .answering.options import LIMIT, OPTIONS, PUZZLE, WORD, YES_OR_NO, usually
from .answering.validation import Operation, Say, operation, puzzle_of

NEARBY = "seed tries level technique"
#: What a new puzzle is to be.
NEW: Record = {
    "layout": usually(WORD, "9x9") | {"description": "9x9, 6x6, 9x9+diagonal, …"},
    "kind": usually(WORD, "") | {"description": "A kind of variant: killer, thermometer, …"},
    "technique": WORD | {"description": "A technique that it cannot be solved without."},
    "symmetry": usually(WORD, "none") | {"description": "none, half-turn, diagonal, …"},
}


def _by_name(*rows: Operation) -> dict[str, Operation]:
    return {row.name: row for row in rows}


OPERATIONS = _by_name(
    # -- Puzzles, and what they can be made of -----------------------------------------------------
    operation(
        "parse",
        "Read any text, link or record, and return the puzzle with everything needed to draw it.",
        boards.parse,
    ),
    operation(
        "render",
        "The puzzle as an SVG picture.",
        boards.render,
        solution=YES_OR_NO,
        numbered=usually(YES_OR_NO, default=True),
    ),
    operation(
        "read",
        "The boards in a picture: digits, small digits as candidates, and what is unsure.",
        of_pictures.read,
        needs_puzzle=False,
        picture={
            "type": "string",
            "maxLength": 1_900_000,
            "default": "",
            "description": "The bytes of a PNG, JPEG, WebP, BMP, TIFF or GIF file, in base64.",
        },
        layout=usually(WORD, "")
        | {"description": "The board, if it has rules that no lines show."},
    ),
    operation(
        "kinds",
        "The kinds of constraints: their rules, cells and numbers, and drawing.",
        boards.kinds,
        needs_puzzle=False,
    ),
    operation("layouts", "The parts of layout names.", boards.layouts, needs_puzzle=False),
    # -- Solutions ---------------------------------------------------------------------------------
    operation(
        "live",
        "The fast answer to an edit: none, unique or several, true candidates "
        "with the solutions behind each, or the conflict.",
        live.live,
        25.0,
        "cap",
    ),
    operation(
        "solve",
        "Solve a puzzle: the status, and its solutions up to a limit.",
        answers.solve,
        20.0,
        limit=usually(LIMIT, 2) | {"maximum": 1000},
        logic=YES_OR_NO,
    ),
    operation(
        "count",
        "Count all solutions: so far, exact or estimated.",
        answers.count,
        25.0,
        limit=usually(LIMIT, 1_000_000),
    ),
    operation(
        "true-candidates",
        "For each candidate the number of solutions with it, up to a cap.",
        live.true_candidates,
        25.0,
        "cap",
    ),
    # -- What is wrong, and what can be changed ----------------------------------------------------
    operation(
        "diagnose",
        "A full diagnosis: why there is no solution (smallest conflicts, "
        "repairs) or several (what to add), or what is redundant.",
        answers.diagnose,
        10.0,
        keep=usually(WORD, "proper"),
        limit=usually(LIMIT, 1000) | {"maximum": 100_000},
    ),
    operation(
        "repairs",
        "For a puzzle without solution: each single change of a given or a rule that helps.",
        clue_advice.repairs,
        8.0,
    ),
    operation(
        "redundant",
        "Givens and constraints that are each redundant alone.",
        clue_advice.redundant,
        20.0,
    ),
    operation(
        "additions",
        "Clues of the puzzle's own kinds that make it unique, and the fewest givens.",
        clue_advice.additions,
        8.0,
    ),
    operation(
        "numbers",
        "The numbers that a rule can have (a sum, a clue outside the board), "
        "and the number of solutions with each.",
        clue_advice.numbers,
        8.0,
        rule={
            "type": "integer",
            "minimum": clue_advice.ALL_RULES,
            "maximum": 100_000,
            "default": clue_advice.ALL_RULES,
            "description": "The rule, by its place in the puzzle, from 0; "
            "-1: each rule that lacks its number.",
        },
    ),
    # -- Logic -------------------------------------------------------------------------------------
    operation(
        "rate",
        "How hard the puzzle is for a person: the hardest step of the path that "
        "always takes the simplest step.",
        answers.rate,
        25.0,
        "rules scale",
    ),
    operation(
        "check",
        "Is the puzzle proper (one solution), minimal, solvable by logic alone?",
        answers.check,
        25.0,
    ),
    operation(
        "explain",
        "The whole solution path: each step with the position before it.",
        answers.explain,
        25.0,
        "entries marks rules scale until",
    ),
    operation(
        "steps",
        "Every step that is possible now, simplest first; of my own move, whether it is right, "
        "with a proof, and the techniques that give it.",
        answers.steps,
        25.0,
        "entries marks",
        technique=usually(WORD, ""),
        eliminates=usually(WORD, "")
        | {"description": "Candidates that my own move removes: '1r4c2,1r4c3'."},
        places=usually(WORD, "") | {"description": "Digits that my own move places: 'r4c7=5'."},
        limit=usually(LIMIT, 20),
    ),
    operation(
        "chain",
        "My own chain of strong and weak links, judged link by link, and what it proves.",
        answers.chain,
        20.0,
        "entries marks",
        chain={
            "type": "string",
            "maxLength": 10_000,
            "default": "",
            "description": "In Eureka notation: '(3)r1c1=(3)r1c8-(3)r9c8=(3)r9c1'.",
        },
    ),
    # -- Other puzzles from this one ---------------------------------------------------------------
    operation("proper", "A similar puzzle that is unique.", transforming.proper, 15.0),
    operation(
        "minimal",
        "The puzzle without redundant givens.",
        transforming.minimal,
        20.0,
        "seed level technique",
        rules=YES_OR_NO | {"description": "Also remove redundant constraints."},
    ),
    operation(
        "harder",
        "A harder puzzle of the same grid: of the next level, or of this one.",
        transforming.harder,
        20.0,
        NEARBY,
    ),
    operation(
        "easier",
        "The puzzle with clues that make it easier: of the next level, or of this one.",
        transforming.easier,
        20.0,
        NEARBY,
    ),
    operation(
        "generate",
        "A new puzzle of a level, of kinds of rules, or that needs a technique.",
        transforming.generate,
        25.0,
        "seed level",
        needs_puzzle=False,
        **NEW,
    ),
    # -- Certificates ------------------------------------------------------------------------------
    operation(
        "certify",
        "A certificate: that it is proper, and more, with proof.",
        answers.certify,
        25.0,
        "claims follows denied equals",
    ),
    operation(
        "verify",
        "Check a certificate, trusting nothing in it.",
        answers.verify,
        takes="certificate",
        needs_puzzle=False,
        layout={
            "type": "string",
            "maxLength": 100_000,
            "default": "",
            "description": "The board and rules that it must be for; none: the usual "
            "board of its size.",
        },
        symbols=usually(WORD, "")
        | {"description": "The digit symbols that it must have, in order."},
    ),
    # -- Files -------------------------------------------------------------------------------------
    operation(
        "convert",
        "The puzzle as text or a link for another program.",
        written.convert,
        to=usually(WORD, "json"),
        lossy=YES_OR_NO | {"description": "Leave out rules that it cannot hold."},
    ),
    operation(
        "export",
        "A picture, a QR code, a sheet, or a file for a solver.",
        written.export,
        20.0,
        to=usually(WORD, "svg"),
        title=usually(WORD, ""),
        author=usually(WORD, ""),
    ),
    # -- Players -----------------------------------------------------------------------------------
    operation(
        "check-entries",
        "Which cells that a player filled are wrong.",
        answers.check_entries,
        takes="entries marks",
    ),
    operation(
        "lesson",
        "How a technique works, and why.",
        answers.lesson,
        needs_puzzle=False,
        technique=usually(WORD, "naked single"),
    ),
    operation(
        "course",
        "The techniques of the course, the easiest first, and their positions.",
        courses.course,
        needs_puzzle=False,
    ),
    operation(
        "exercise",
        "A position in which to find a technique, and its steps there.",
        courses.exercise,
        20.0,
        needs_puzzle=False,
        technique=usually(WORD, "naked single"),
        sort=usually(WORD, "") | {"description": "easy, typical or surprising; none: the first."},
    ),
    operation(
        "broken",
        "The rules that the digits placed break, and their cells.",
        answers.broken,
        takes="entries marks",
    ),
    operation(
        "hint",
        "The simplest next step for a player, from a vague hint to the reason. "
        "A mistake in the entries comes first.",
        answers.hint,
        20.0,
        "show entries marks rules",
    ),
)

#: The operations that a worker accepts, including the editors' commands.
ASKED = OPERATIONS | _by_name(*COMMANDS.values())


#: Prefix of a tool's name in requests to workers.
PREFIX = "tool "


def parse(arguments: Record, say: Say) -> Record:
    """Return the puzzle in the form that every other tool accepts."""
    puzzle = puzzle_of(arguments)
    rules = [str(rule.on(puzzle.layout.places)) for rule in puzzle.constraints]
    return puzzle.record() | {"clues": puzzle.clues, "rules": rules, "text": str(puzzle)}


def hint(arguments: Record, say: Say) -> Record:
    """All three levels of a hint, or up to the requested one."""
    found = hinted(arguments, say)
    show = arguments["show"]
    record: Record = {**found.record(), "text": found.text(show)}
    if show != "why":
        record["step"] = None
    return record


def explain(arguments: Record, say: Say) -> Record:
    """The steps in words, and a record for each step if requested."""
    found = explained(arguments, say)
    record: Record = {**found.record(), "text": found.text(arguments["verbosity"])}
    if not arguments["records"]:
        record["steps"] = []
    return record


def steps(arguments: Record, say: Say) -> Record:
    """The steps without what a page needs to draw them."""
    found = answers.steps(arguments, say)
    for step in found["available"]:
        del step["marks"]
    return found


def generate(arguments: Record, say: Say) -> Record:
    """`satdoku generate`: puzzles number 0, 1, … of a seed, of the given level if any."""
    from ..logic.generating import generate as ask

    layout = Layout.named(arguments["layout"])
    if layout.variable_count > LARGEST_MADE:
        raise PuzzleError(
            phrase(
                "the server makes puzzles on boards of at most {most:,} candidates",
                most=LARGEST_MADE,
            )
        )
    puzzles = ask(
        arguments["count"],
        seed=arguments["seed"],
        layout=layout,
        kind=arguments["kind"],
        level=arguments["level"] or "",
        symmetry=arguments["symmetry"] or "none",
        needs=arguments["technique"] or (),
    )
    made = []
    for index, puzzle in enumerate(puzzles):
        more = {"clues": puzzle.clues, "seed": arguments["seed"], "index": index}
        made.append(puzzle.record() | more)
    return {"puzzles": made, "text": "\n".join(str(one["puzzle"]) for one in made)}


#: Maximum number of candidates of a board for which puzzles are generated (16×16 has 4,096).
LARGEST_MADE = 5_000


def verify_steps(arguments: Record, say: Say) -> Record:
    """`satdoku verify-steps`."""
    from ..logic.verifying import verify_steps as ask

    steps = arguments["steps"]
    if steps is None:
        raise ParseError("verify-steps needs steps: lines such as 'Naked Single => r1c1=3'")
    text = steps if isinstance(steps, str) else json.dumps(steps)
    puzzle = puzzle_of(arguments) if arguments["puzzle"] else None
    found = ask(text, puzzle)
    return found.record() | {"text": found.text()}


def certify(arguments: Record, say: Say) -> Record:
    """The certificate."""
    return {**certified(arguments).record()}


def kinds(arguments: Record, say: Say) -> Record:
    """Each kind of rule in one line."""
    told = boards.kinds(arguments, say)["kinds"]
    lines = [f"{one['name']} ({', '.join(one['also'][:3])}): {one['sentence']}" for one in told]
    return {"kinds": [kind["name"] for kind in told], "text": "\n".join(lines)}


STEPS = {"type": ["string", "object"], "maxLength": 1_000_000}
START = PUZZLE | {"description": "The position where the steps start, if they do not include it."}
TOOLS: dict[str, Operation] = {}


def _tool(row: Operation) -> None:
    """Add a row to the table of tools."""
    TOOLS[row.name] = row


TOOLS = _by_name(
    operation(
        "parse",
        "Read a puzzle in any text, link or record: its line, layout and rules, "
        "as the other tools take them.",
        parse,
    ),
    OPERATIONS["check"],
    OPERATIONS["solve"],
    OPERATIONS["count"],
    OPERATIONS["diagnose"],
    operation("hint", OPERATIONS["hint"].sentence, hint, 20.0, "rules show entries"),
    operation(
        "explain",
        "Every step to the solution as a person would take it, simplest first.",
        explain,
        20.0,
        "rules scale until verbosity entries",
        records=usually(YES_OR_NO, default=True)
        | {"description": "Also return a record of each step (long); verify-steps reads it."},
    ),
    replace(OPERATIONS["steps"], answer=steps),
    OPERATIONS["rate"],
    operation(
        "generate",
        "Make puzzles. The same seed and options give the same puzzles.",
        generate,
        needs_puzzle=False,
        count={"type": "integer", "minimum": 1, "maximum": 50, "default": 1},
        seed=OPTIONS["seed"] | {"maximum": 2**63 - 1},
        level=OPTIONS["level"],
        **NEW,
    ),
    operation(
        "verify-steps",
        "Check each step of a solution path. Steps are lines such as "
        "'Naked Pair: 3,5 in r1c12 => r1c5<>3', or the output of "
        "explain.",
        verify_steps,
        needs_puzzle=False,
        steps=STEPS,
        puzzle=START,
    ),
    operation(
        "certify",
        "A certificate that the puzzle has just one solution, and more, with "
        "a proof that anyone can check.",
        certify,
        20.0,
        "claims follows denied equals",
    ),
    OPERATIONS["verify"],
    *(
        OPERATIONS[name]
        for name in ("true-candidates", "additions", "repairs", "numbers", "minimal", "convert")
    ),
    operation(
        "picture",
        "The puzzle as a PNG picture.",
        written.export,
        20.0,
        to=usually(WORD, "png") | {"enum": ["png"]},
        title=usually(WORD, ""),
        author=usually(WORD, ""),
    ),
    operation(
        "print",
        "A page to print, as a PDF.",
        written.export,
        20.0,
        to=usually(WORD, "pdf") | {"enum": ["pdf"]},
        title=usually(WORD, ""),
        author=usually(WORD, ""),
    ),
    operation(
        "kinds",
        "The kinds of rules: name, other names, what it says.",
        kinds,
        needs_puzzle=False,
    ),
)

#: The published schema of an answer, if it is not the one of the tool's name.
SCHEMAS = {"parse": "puzzle"}


def answer_schema(name: str) -> Record:
    """Return the JSON Schema of a tool's answer; that of any object if no command answers so."""
    if name == "generate":
        own = schema(name)
        shared = own.pop("$defs")
        own = {key: value for key, value in own.items() if not key.startswith("$")}
        puzzles = {"puzzles": {"type": "array", "items": own}}
        return {"type": "object", "properties": puzzles, "required": ["puzzles"], "$defs": shared}
    known = SCHEMAS.get(name, name)
    return schema(known) if has_schema(known) else {"type": "object"}
