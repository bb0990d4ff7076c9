"""The table of options: names, value, meaning, commands.

From it follow the parser, help, completion and man pages (`command.py`); `refusals.py` says which
options exclude which. A command lists its options in the order of the table, under these headings.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from . import values
from .values import Kind, choice, completing, listed_in, whole


class Row(NamedTuple):
    """An option, or an argument, whose name has no hyphens.

    commands: which have it; a blank in the name of a command is a hyphen here. into: the parameter
    if it has another name. required: if there is no default. shown: the default in the help.
    """

    names: str
    kind: Kind
    meaning: str | None
    commands: str
    default: Any = None
    into: str = ""
    required: bool = False
    shown: str | None = None

    @property
    def option(self) -> str:
        """The name of the option, without a short or another one."""
        names = self.names.split("/")[0].split()
        return next(name for name in names if name.startswith("--"))


FLAG = Kind(flag=True)
SWITCH = Kind()
TEXT = Kind("TEXT")
FILE = Kind("FILE")
FOLDER = Kind("DIR")
NAME = Kind("NAME")
SECONDS = Kind("SECONDS", values.Seconds(0, 366 * 86_400, min_open=True))
SEED = whole(0, 2**64 - 1)
MANY = whole(1, 10**15)
PORT = whole(0, 65_535)
WORKERS = whole(1, 256, "N")
OUTPUT = Kind("FILE", complete=values.complete_files)
EXISTING = click.Path(exists=True, dir_okay=False)
LAYOUT = Kind("NAME", complete=completing(values.layout_names, "+"), read=values.read_layout)
SCALE = choice("se", "satdoku")
KEEP = choice("logic", "proper")
KINDS = Kind("NAME,…", complete=completing(listed_in("constraints.registry", "KINDS"), ","))
ALL_SETS = completing(values.set_names, ",")
SETS = Kind("NAME,…", many=True, complete=ALL_SETS, read=values.joined)
LEVEL_COUNTS = Kind("LEVEL:COUNT,…", read=values.read_level_counts)
ENGINES = completing(values.engine_names, ",")
RULE = Kind("RULE", many=True, complete=completing(values.technique_names, ","))
SYMMETRY = Kind(choices=listed_in("operations.symmetry", "SYMMETRIES"))
LABEL = Kind(choices=listed_in("render.printing.papers", "LABELS"))
LABELLED = "What is printed next to each puzzle's number."
GRIDS = Kind(choices=listed_in("render.printing.papers", "GRIDS"))
ENCODING = completing(listed_in("encodings.cnf.registry", "ENCODINGS"), ",")
WRITTEN = Kind("FORMAT", values.FormatName(()), values.written_names)
ADDED = completing(listed_in("cli.stream.columns", "ADDED"), ",")
COLUMNS = Kind("NAME,…", complete=ADDED, read=values.read_columns)
RATING = Kind("LOW..HIGH", read=values.read_range(r"\d{1,2}(?:\.\d)?", float, "4.2 or 3.0..4.5"))
CLUES = Kind("N|LEAST..MOST", read=values.read_range(r"\d{1,4}", int, "24 or 22..26"))
#: A command itself has the choices of --format.
FORMAT = Row("--format", Kind(), None, "", into="form")

#: Groups of commands.
STREAMS = "solve check count diagnose rate minimize shuffle canon certify"
STATES = "explain hint steps"
GENERATORS, PAGES = "generate print", "print book"
LINKS = f"{STREAMS} {STATES} show print book convert export compare"
BOARDS = f"{LINKS} generate verify-steps dataset-audit decode verify encodings selfcheck"
WRITERS = f"{STREAMS} {STATES} show verify-steps generate convert dataset-audit dataset-score"

ARGUMENTS = (
    Row("inputs", Kind(many=True, complete=values.complete_files), None,
        f"{STREAMS} {STATES} show print book compare selfcheck"),
    Row("inputs", Kind("IN... [OUT]", many=True, complete=values.complete_files), None, "convert"),
    Row("inputs", Kind(many=True), None, "dataset-score", required=True),
    Row("files", Kind(many=True), None, "dataset-audit", required=True),
    Row("certificates", FILE, None, "verify"),
    Row("steps", Kind("STEPS"), None, "verify-steps", required=True),
    Row("recipe", Kind("RECIPE.toml"), None, "dataset-make", required=True),
    Row("puzzle", Kind(), None, "export"),
    Row("model", Kind(), None, "decode", "-"),
    Row("name", Kind(), None, "schema", ""),
    Row("shell", Kind(choices=listed_in("cli.tools.completion", "INSTALL")), None, "completion",
        required=True),
    Row("topic", Kind("[TOPIC]", many=True, complete=completing(values.topic_names)), None, "help"),
)  # fmt: skip

OPTIONS = {
    "Options": (
        Row("--logic", FLAG, "Use the base rules only; '.' where they do not decide.", "solve"),
        Row("--all", FLAG, "All solutions.", "solve", into="every"),
        Row("--limit", MANY, "Maximum number of solutions.", "solve"),
        Row("--require", Kind(choices=lambda: ("proper", "minimal", "logic"), many=True),
            "Property that every puzzle needs for exit status 0 (default: proper).", "check"),
        Row("--near/--no-near", SWITCH, "Compare also the solved grids of rows and of rows of "
            "--against, and find those a clue away.", "dataset-audit", True),
        Row("--summary", FLAG, "Print only how many meet --require: quick for millions. For "
            "folders: one line per file, with one puzzle each.", "check"),
        Row("--limit", MANY, "Stop counting here. (default: count all where that takes seconds; "
            "otherwise stop at 1,000,000 up to 9×9, 10,000 up to 16×16 or on overlapping boards, "
            "1,000 up to 25×25 or with rules, then 10)", "count"),
        Row("--keep", Kind("PROPERTY"), "Property by which givens are judged redundant: proper, "
            "logic (the base rules), or a set of techniques as in explain.", "diagnose", "proper"),
        Row("--limit", whole(1, 10**9), "Count solutions up to this number; then estimate.",
            "diagnose", 1000),
        Row("--sets", whole(1, 10_000), "Maximum number of conflicts, unavoidable sets and near "
            "puzzles.", "diagnose", 10),
        Row("--unavoidable", whole(4, 81, "CELLS"), "Maximum size of unavoidable sets, in cells.",
            "diagnose", 6),
        Row("--pairs", FLAG, "Also find pairs of cells forced equal or different.", "diagnose"),
        Row("--all", FLAG, "List every step possible now, as `satdoku steps` does.", "explain",
            into="all_steps"),
        Row("--why", Kind("r4c7=5"), "Explain why this (or r4c7<>5) holds: the smallest set of "
            "clauses that forces it; or why it does not.", "explain"),
        Row("--until", Kind("N|RULE"), "Stop after step N, or before the first step of this "
            "technique.", "explain"),
        Row("--verify/--no-verify", SWITCH, "Check that each step follows from the clauses that it "
            "names.", "explain", True),
        Row("--show", choice("vague", "where", "what", "why"), "How much to show: the part of the "
            "board; the technique and its cells; what follows; why.", "hint", "vague"),
        Row("--technique", Kind("NAME,…", many=True), "Techniques or sets of `satdoku rules`.  "
            "[default: all but slow ones]", "steps"),
        Row("--eliminates", Kind("3r4c5,…"), "The technique for my own move: list the steps that "
            "remove all of these candidates.", "steps", ""),
        Row("--places", Kind("r4c7=5,…"), "The same for digits: list the steps that place all of "
            "these.", "steps", ""),
        Row("--limit", whole(1, 10**6), "Maximum number of steps.", "steps"),
        Row("--candidates", FLAG, "Draw the candidates of blank cells.", f"show {PAGES}"),
        Row("--true-candidates", FLAG, "Draw the candidates that some solution has. Exit status 1 "
            "if there is no solution.", "show", into="true"),
        Row("--explain-theory", FLAG, "Print the number of clauses of each rule, and the sums that "
            "houses and rules imply.", "show", into="theory"),
        Row("--puzzle", Kind("PUZZLE"), "The puzzle that the steps start from, if STEPS does not "
            "include it.", "verify-steps"),
        Row("--lossy", FLAG, "Leave out rules that the format cannot hold.", "convert"),
        Row("--title", TEXT, "The title of the puzzles.", "generate convert"),
        Row("--author", TEXT, "The author of the puzzles.", "generate convert"),
        Row("--keep", KEEP, "Property to keep: solvable by the base rules, or proper.", "minimize",
            "logic"),
        Row("--level", LEVEL_COUNTS, "Number of puzzles of each "
            "level (see `satdoku levels`).", "book", into="levels"),
        Row("--seed", SEED, "The same seed makes the same book.", "book", 0),
        Row("--symmetry", SYMMETRY, "Symmetry of the pattern of givens.", "minimize", "none"),
        Row("--seed", SEED, "The same seed removes givens in the same order.", "minimize", 0),
        Row("--seed", SEED, "The same seed gives the same isomorphs.", "shuffle", 0),
        Row("--title", TEXT, None, PAGES),
        Row("--author", TEXT, None, PAGES),
        Row("--solutions", choice("back", "below", "apart", "none"), "At the back, upside down "
            "below the puzzles, in a separate file (FILE-solutions), or none.", PAGES, "back"),
        Row("--label", LABEL, LABELLED, "print", "none"),
        Row("--label", LABEL, LABELLED, "book", "both"),
        Row("--path", choice("none", "hard", "all"), "Pages with the steps of each solution path, "
            "in pictures and words: those beyond singles, or all.", PAGES, "none"),
        Row("--numbers/--no-numbers", SWITCH, "Number the puzzles.", PAGES, True,
            into="numbered"),
        Row("--qr", FLAG, "A QR code for each puzzle, which opens it in SudokuPad.", PAGES),
        Row("--chapters", choice("none", "level", "kind"), "Begin a chapter, with its title and "
            "rules, for each level or each kind of rules.", "book", "none", into="by"),
        Row("--unlike", Kind("FILE,…"), "No puzzle with a solved grid of these files.", "book"),
        Row("--record", OUTPUT, "Also write the puzzles in order (JSON Lines), with ratings and "
            "digests of their certificates.", "book"),
        Row("--port", PORT, "Port of the page; 0: any free port.", "serve", 8000),
        Row("--host", Kind("ADDRESS"), "The address to listen on; any other than this machine's "
            "own need --public.", "serve", "127.0.0.1"),
        Row("--open", FLAG, "Open the page in the browser.", "serve", into="opens"),
        Row("--export", FOLDER, "Write the desk to DIR as a site that needs no server, and end; to "
            "FILE.html as one file, which opens from a disk, too.",
            "serve", into="folder"),
        Row("--python", FOLDER, "A full distribution of Pyodide, so that the exported "
            "site answers everything.", "serve"),
        Row("--puzzles", Kind("FILE", EXISTING, many=True), "Puzzles that the exported site "
            "answers for, beside the usual boards; the link to each is printed.", "serve"),
        Row("--public", FLAG, "Serve other machines too; requests need the token.", "serve"),
        Row("--token-file", Kind("FILE", EXISTING), "A file that holds the token, which "
            "SATDOKU_TOKEN may hold instead; without either --public creates one and prints it.",
            "serve"),
        Row("--protocol", FLAG, "Also answer editors such as f-puzzles, at ws://localhost:4545.",
            "serve", into="editors"),
        Row("--protocol-port", PORT, "Another port for --protocol.", "serve", 4545,
            into="editors_port"),
        Row("--origin", Kind("https://SITE", many=True), "Another site whose pages may use "
            "--protocol.", "serve", into="origins"),
        Row("--port", PORT, "Serve HTTP at http://127.0.0.1:PORT/mcp instead of pipes; 0: any free "
            "port.", "mcp"),
        Row("--workers", WORKERS, "Requests handled at once.  [default: one per core, at least 2]",
            "serve"),
        Row("--workers", WORKERS, "Calls handled at once.  [default: one per core, at least 2]",
            "mcp"),
        Row("--limit", whole(1, 100_000), "Maximum queue length; further requests get status 429.",
            "serve", 256),
        Row("--memory", whole(100, 1_000_000, "MB"), "Memory limit of a worker, after which it is "
            "replaced.", "serve", 700),
        Row("--dedupe", FLAG, "Print the puzzles themselves, without isomorphs of earlier ones.",
            "canon"),
        Row("--against", Kind("FILE", many=True), "Another set: report rows of FILES that are "
            "isomorphic to one of its rows; may be repeated.", "dataset-audit"),
        Row("--answer", NAME, "The column of answers.", "dataset-audit"),
        Row("--ratings/--no-ratings", SWITCH, "Rate each proper row.", "dataset-audit", True),
        Row("--minimal/--no-minimal", SWITCH, "Find which proper rows are minimal.",
            "dataset-audit", True),
        Row("--clean", OUTPUT, "Also write the rows without findings here: of tables with all "
            "columns, of others as lines.", "dataset-audit"),
        Row("--summary", FLAG, "Print only how many are right, and the mean score.",
            "dataset-score"),
        Row("--by", Kind("X,Y,…"), "Print a table by columns of the records, or clues, size, "
            "kind, rating, level and technique of the puzzles.", "dataset-score"),
        Row("--parts", FLAG, "Give an answer that leaves cells open, and has none wrong, a part of "
            "the score: its right cells beyond guessing.", "dataset-score"),
        Row("--to", Kind(choices=listed_in("encodings.files.targets", "TARGETS")), "Output format. "
            " [default: by the output's name, else dimacs]", "export", into="target"),
        Row("--distinct", FLAG, "For dimacs: write each clause once.", "export"),
        Row("--simplify", FLAG, "For dimacs: write what is left after unit propagation of the "
            "givens, each clause once.", "export"),
        Row("--break-symmetries", FLAG, "For dimacs: add clauses that keep one of each class of "
            "symmetric solutions, or a few more.", "export"),
        Row("--cnf", FILE, "The exported file that was solved; its comments hold the board and "
            "puzzle.", "decode"),
        Row("--engines", Kind("A,B,…"), "Engine names, commands of DIMACS solvers, the kernels "
            "lockstep and any-theory, or all.  [default: those installed of "
            "native,dlx,glucose4,cadical153,minicard,cpsat]", "compare"),
        Row("--encodings", Kind("X,Y,…"), "Encodings for engines that work on CNF; native for "
            "those with cardinality constraints; or all.", "compare", "native,pairwise"),
        Row("--repeat", whole(1, 1000), "Number of rounds, each with the digits renamed.",
            "compare", 1),
        Row("--seed", SEED, "The same seed renames digits the same way, and asks in the same "
            "order; {seed} in a command is this seed.", "compare", 0),
        Row("--shuffle", FLAG, "Renumber variables and reorder clauses in each round.", "compare"),
        Row("--guesses", FILE, "Write the puzzles that were guessed on, as CSV.", "compare"),
        Row("--save", FILE, "Append each measurement to FILE; what it already holds is not "
            "measured again, so an interrupted comparison can continue.", "compare"),
        Row("--plots", FOLDER, "Write cactus.svg, cdf.svg and scatter.svg (matplotlib).",
            "compare"),
        Row("--scatter", Kind("A,B"), "The two contenders of the scatter plot, named as in the "
            "table: native,minicard/native.  [default: the two fastest]", "compare"),
        Row("--claim", Kind(choices=listed_in("certificates", "CLAIMS"), many=True), "What to "
            "certify (default: proper, and irreducible if it is).", "certify", into="claims"),
        Row("--limit", whole(1, 100_000), "For the claim at-least: how many solutions.", "certify",
            2),
        Row("--follows", Kind("r4c7=5,…"), "Certify that this, or r4c7<>5, follows.", "certify",
            ""),
        Row("--denied", Kind("3r4c5,…"), "With --follows: candidates that are already excluded.",
            "certify", ""),
        Row("--equals", Kind("PUZZLE"), "Certify that this puzzle has the same solutions.",
            "certify"),
        Row("--prover", Kind(choices=listed_in("certificates", "PROVERS")), "search (short "
            "proofs), or a PySAT solver that logs its proof.", "certify", "search"),
        Row("--dimacs", FILE, "Also write the CNF, for one puzzle.", "certify"),
        Row("--drat", FILE, "Also write the proof for DRAT checkers.", "certify"),
        Row("--lrat", FILE, "Also write the proof for LRAT checkers.", "certify"),
        Row("--opb", FILE, "Also write the constraints that --veripb is about.", "certify"),
        Row("--veripb", FILE, "Also write a proof for VeriPB.", "certify"),
        Row("--second-opinion", FLAG, "Also check the proof with dratify and drat-trim, if "
            "installed.", "verify"),
        Row("--dimacs", FILE, "Instead of certificates, verify that the clauses of a DIMACS file "
            "are the theory of the puzzle that its comments name.", "verify"),
        Row("--puzzle", Kind("PUZZLE"), "With --dimacs: of this puzzle.", "verify"),
        Row("--write", FOLDER, "Write the published files below DIR.", "encodings",
            into="folder"),
        Row("--judge", Kind("NAME", complete=ENCODING), "Judge this encoding, or FILE.py:FUNCTION.",
            "encodings"),
        Row("--minutes", Kind(None, click.FloatRange(0, 60 * 24 * 7, min_open=True)), "How long "
            "to test random puzzles, in minutes.  [default: 1]", "selfcheck"),
        Row("--seed", SEED, "The same seed tests the same puzzles.  [default: 0]", "selfcheck"),
        Row("--check", Kind("NAME", many=True), "Run only this check.", "selfcheck", into="names"),
    ),
    "Generation": (
        Row("-n --count", whole(0, 10**15), "Number of puzzles.", GENERATORS, 1),
        Row("--seed", SEED, "The same seed gives the same puzzles.", GENERATORS),
        Row("--start", whole(0, 10**15), "Number of the first puzzle of the run.", GENERATORS, 0),
        Row("--kind", KINDS, "A variant: killer, thermometer, arrow, kropki, xv, sandwich, "
            "little-killer, renban, whispers, anti-knight, … (docs/variants.md).",
            f"{GENERATORS} book"),
        Row("--constraints", choice("all", "needed"), "With --kind: keep all constraints, or only "
            "those needed.  [default: all cages; of lines, marks and clues those needed]",
            GENERATORS),
        Row("--crossing", FLAG, "With --kind: lines may cross and share cells.", GENERATORS),
        Row("--sides", Kind("SIDE,…"), "With --kind: clues outside the board only at its top, "
            "left, bottom, right.", GENERATORS, ""),
        Row("--total", whole(0, 10**6, "N"), "With --kind: only cages, clues and marks with this "
            "number, such as one common sum.", GENERATORS),
        Row("--keep", KEEP, "Property to keep: solvable by the base rules, or proper.  [default: "
            "logic; proper with --kind and --clues]", GENERATORS),
        Row("--level", Kind("LABEL", complete=completing(values.level_names)), "beginner, easy, … "
            "diabolic (see docs/logic.md).", GENERATORS),
        Row("--rating", RATING, "Rating of the hardest step, such as 3.0..4.5 or 4.2.",
            GENERATORS),
        Row("--needs", RULE, "Require this technique: the puzzle cannot be solved without it, and, "
            "without --level and --rating, no step is harder.", GENERATORS),
        Row("--allow-harder", FLAG, "With --needs: other steps may be harder.", GENERATORS),
        Row("--forbids --without", RULE, "Exclude this technique: the puzzle can be solved without "
            "it.", GENERATORS),
        Row("--only", SETS, "No others than these sets and techniques of `satdoku rules`.",
            GENERATORS),
        Row("--scale", SCALE, "Order and ratings of techniques: Sudoku Explainer's (the default "
            "where it applies), or satdoku's own.", GENERATORS),
        Row("--symmetry", SYMMETRY, "Symmetry of the pattern of givens.", f"{GENERATORS} book",
            "none"),
        Row("--mask", Kind("FILE|TEXT"), "Put givens on exactly these cells: a board with blanks "
            "where there is no given. With --kind: put cages, lines and marks on these cells only.",
            GENERATORS),
        Row("--clues", CLUES, "The number of givens.", GENERATORS),
        Row("--minimal/--no-minimal", SWITCH, "Irreducible: every given (or orbit) is essential.",
            f"{GENERATORS} book", True),
        Row("--tries", whole(1, 10**9), "Tries for each puzzle, before giving up.  [default: 1000; "
            "for levels of boards other than 9x9, 25, or 3 where no such puzzle was in a sample]",
            GENERATORS),
        Row("--grid", FLAG, "Generate full grids, not puzzles.", GENERATORS),
    ),
    "Techniques": (
        Row("--limit-size", whole(0, 10**6, "N"), "Stop before a chain or refutation of more than "
            "N literals.", "explain"),
        Row("--rules", FLAG, "Then also remove redundant rules.", "minimize"),
        Row("--rules", Kind("SET|RULE,…", complete=ALL_SETS), "A set (singles, "
            "locked, pairs, covers, chains, grouped, refutation, refutation-locked, nested, all), "
            "or sets and techniques in your own order: see `satdoku rules`.",
            "explain hint rate certify", "all"),
        Row("--only", SETS, "No others than these sets and techniques of `satdoku rules`.",
            "explain hint rate"),
        Row("--without", SETS, "Not these sets and techniques of `satdoku rules`.",
            f"{STATES} rate"),
        Row("--scale", SCALE, "Order and ratings of techniques: Sudoku Explainer's (the default "
            "where it applies), or satdoku's own.", "explain hint rate rules levels"),
        Row("--scale", SCALE, "Scale of the ratings, as in rate.", "dataset-audit"),
        Row("--uniqueness", FLAG, "Also use techniques that assume a proper puzzle, which is "
            "checked first.", "steps"),
        Row("--uniqueness/--no-uniqueness", SWITCH, "Use techniques that assume a proper puzzle, "
            "which is checked first (se: yes; satdoku: no).", "explain hint rate"),
        Row("--general-covers", FLAG, "Also use Franken and mutant fish (slow).", "explain"),
    ),
    "Layout of the pages": (
        Row("--per-page", GRIDS, "Puzzles per page.", "print", 6,
            shown="6, or fewer where there are fewer"),
        Row("--per-page", GRIDS, "Puzzles per page.", "book", 2),
        Row("--paper", Kind(choices=listed_in("render.printing.papers", "PAPERS")), None, PAGES,
            "a4"),
        Row("--landscape", FLAG, "Landscape pages.", PAGES),
        Row("--booklet", FLAG, "Two half-size pages per side, in folding order: print on both "
            "sides, flipped on the short edge.", PAGES),
        Row("--large", FLAG, "Large print.", PAGES),
        Row("--colour", Kind("#RRGGBB"), "Of titles, and of digits that are not given.", PAGES),
        Row("--font", NAME, "Of the text.", PAGES),
        Row("--fonts", Kind("DIR", click.Path(exists=True, file_okay=False)), "A folder of fonts "
            "to use.", PAGES),
        Row("--language", Kind(complete=completing(listed_in("languages", "languages"))), "Of "
            "fixed words, levels, rules: de, en, es, fr, ja, …", PAGES, "en"),
        Row("--cover", Kind("FILE", EXISTING), "A cover of your own: PDF, SVG, PNG or JPEG.",
            "book", into="cover_file"),
        Row("--template", Kind(None, EXISTING), "Your own Typst template; see docs/sheets.md.",
            PAGES),
    ),
    "Engines": (
        Row("--engine", Kind("NAME|COMMAND", complete=ENGINES), "One of "
            "`satdoku engines` (cadical153:elim=0 sets a parameter), any DIMACS solver's command, "
            "or FILE.py:CLASS.", "solve check count", "auto"),
        Row("--encoding", Kind("NAME", complete=ENCODING), "Encoding of the theory for CNF "
            "engines, or FILE.py:FUNCTION.", "solve check count"),
        Row("--encoding", NAME, "For dimacs: see `satdoku encodings`, or FILE.py:FUNCTION.",
            "export"),
        Row("--stats", FLAG, "With json: statistics of the engine for each puzzle.",
            "solve check count"),
    ),
    "Input": (
        Row("--from-state", FLAG, "INPUTS are candidates: a grid with the possible digits of each "
            "cell, or lines of a technique library.", f"{STATES} rate"),
        Row("--entries", Kind("STATE"), "Your progress in the one puzzle of INPUTS: a grid of "
            "digits or candidates, first checked against the solution.", STATES),
        Row("--from-state", FLAG, "Start from candidates: those of PUZZLE, or those in the JSON.",
            "verify-steps"),
        Row("--ignore-rules", Kind("NAME,…"), "Drop these rules when reading a link; the result is "
            "a different puzzle.", LINKS),
        Row("--drawings", choice("keep", "ignore", "refuse"), "What to do with drawings of a link "
            "(lines, shapes, texts) that may be rules: keep them, with a message (the default), "
            "ignore them as decoration, or refuse the puzzle.", LINKS),
        Row("--layout", LAYOUT, "The board: 9x9, 6x6/2x3, 7x7/latin, 9x9/jigsaw:MARKS, "
            "9x9+diagonal+window, …", BOARDS),
        Row("--symbols", TEXT, "The symbols of the digits, in order.", BOARDS, ""),
        Row("--on-error", choice("stop", "skip"), "What to do at a line that is not a puzzle.",
            f"{STREAMS} convert", "stop"),
        Row("--column", NAME, "The column of puzzles in CSV, JSON Lines, Parquet.",
            f"{STREAMS} convert dataset-audit"),
    ),
    "Output": (
        Row("--add", COLUMNS, "In json, csv and parquet also solution, rating, hardest_rule, "
            "label, steps, …", "solve check count rate generate", ""),
        Row("--verbosity", choice("full", "all", "brief", "terse", "final"), "A sentence for each "
            "link; every step with its reason; the same with consecutive singles joined; one line "
            "per step, without singles; only the outcome.", "explain", "all"),
        Row("--verbosity", choice("all", "terse"), "all: each step with its reason; terse: one "
            "line per step.", "steps", "all"),
        FORMAT,
        Row("--to", WRITTEN, "A format of `satdoku formats`.  [default: by the name of OUT, else "
            "json]", "convert", into="form"),
        Row("--resume", FLAG, "Continue after the answers (one per line) already in the file.",
            STREAMS),
        Row("--resume", FLAG, "Continue after the puzzles already in the output file.", "generate"),
        Row("--resume", FLAG, "Continue after the puzzles already in OUT.", "convert"),
        Row("--resume", FLAG, "Continue an interrupted audit (needs -o).", "dataset-audit"),
        Row("--resume", FLAG, "Continue an interrupted run.", "dataset-make"),
        Row("-o --output", OUTPUT, "Write to FILE (.gz, .zst: compressed).",
            f"{WRITERS} decode verify"),
        Row("-o --output", Kind("FILE|DIR/"), "Write to FILE (.gz, .zst: compressed); to a folder: "
            "one numbered file per puzzle, and a manifest.", "export"),
        Row("-o --output", FILE, "FILE.pdf; FILE.svg or FILE.png: one file per page, FILE-1.svg "
            "and so on.", "print", required=True),
        Row("-o --output", Kind("FILE.pdf"), None, "book", required=True),
        Row("-o --output", Kind("FOLDER"), "A new folder.", "dataset-make", required=True),
    ),
    "Limits and parallel work": (
        Row("--time-limit", SECONDS, "For each puzzle.",
            f"solve check count {STATES} rate show certify {GENERATORS}"),
        Row("--time-limit", SECONDS, "Time limit for the whole diagnosis of a puzzle (default: a "
            "fixed amount of work).", "diagnose"),
        Row("--time-limit", SECONDS, "For each question.", "compare", 60.0),
        Row("--cluster", Kind("HOST:PORT|FILE|local:N"), "Run the work on a dask.distributed "
            "cluster.", f"{STREAMS} {GENERATORS} dataset-audit dataset-make"),
        Row("-j --jobs", whole(1, 1024), "Number of worker processes.",
            f"{STREAMS} {GENERATORS} book dataset-audit dataset-make verify", 1),
    ),
}  # fmt: skip
