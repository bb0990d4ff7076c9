"""The options of the commands here, and which exclude which."""

from __future__ import annotations

import click

from .. import values
from ..make.options import (
    GENERATION,
    GENERATION_EXCLUSIONS,
    KIND,
    MINIMAL,
    SYMMETRY,
    VARIANTS_ARE_IRREDUCIBLE,
)
from ..options import (
    EXISTING,
    FILE,
    FLAG,
    INPUTS,
    JOBS,
    NAME,
    OUTPUT_FILE,
    OWN_KIND,
    PARALLEL,
    READ_PUZZLES,
    SEED_NUMBER,
    SWITCH,
    TEXT,
    TIME_LIMIT,
    Option,
    deprecated,
    rare,
)
from ..refusals import Exclusion
from ..values import ValueType, choice, completing, listed_in

WHOLE_TIME_LIMIT = TIME_LIMIT._replace(meaning="Time limit for the whole document.")
LEVEL_COUNTS = ValueType("LEVEL:COUNT,…", read=values.read_level_counts)
LABEL_NAME = ValueType(choices=listed_in("render.printing.papers", "LABELS"))
LABELLED = "What is printed next to each puzzle's number."
GRIDS = ValueType(choices=listed_in("render.printing.papers", "GRIDS"))
CANDIDATES = Option("--candidates", FLAG, "Draw the candidates of blank cells.")
LEVEL = Option(
    "--level",
    LEVEL_COUNTS,
    "Number of puzzles of each level (see `satdoku levels`).",
    into="levels",
)
SEED = Option("--seed", SEED_NUMBER, "The same seed makes the same book.", default=0)
TITLE = Option("--title", TEXT, "The title of the sheet or book.")
AUTHOR = Option("--author", TEXT, "The author of the sheet or book.")
SOLUTIONS = Option(
    "--solutions",
    choice("back", "below", "apart", "none"),
    "Where they stand: at the back, upside down below the puzzles, in a separate file "
    "(FILE-solutions), or none.",
    default="back",
)
PRINT_LABEL = Option("--label", LABEL_NAME, LABELLED, default="none")
BOOK_LABEL = Option("--label", LABEL_NAME, LABELLED, default="level")
PATH = Option(
    "--path",
    choice("none", "hard", "all"),
    "Add pages with the steps of each solution path, in pictures and words: those beyond "
    "singles, or all.",
    default="none",
)
NUMBERS = Option(
    "--numbers/--no-numbers", SWITCH, "Number the puzzles.", default=True, into="numbered"
)
QR = Option("--qr", FLAG, "A QR code for each puzzle, which opens it in SudokuPad.")
CHAPTERS = Option(
    "--chapters",
    choice("none", "level", "kind"),
    "Begin a chapter, with its title and rules, for each level or each kind of rules.",
    default="none",
    into="by",
)
UNLIKE = Option(
    "--unlike", ValueType("FILE,…"), "Leave out puzzles whose solved grid is in these files."
)
RECORD = Option(
    "--record",
    OUTPUT_FILE,
    "Also write the puzzles in order (JSON Lines), with ratings and digests of their certificates.",
)
PRINT_PER_PAGE = Option(
    "--per-page",
    GRIDS,
    "Puzzles per page.",
    default=6,
    heading="Layout of the pages",
    shown="6, or fewer where there are fewer",
)
BOOK_PER_PAGE = Option(
    "--per-page", GRIDS, "Puzzles per page.", default=2, heading="Layout of the pages"
)
PAPER = Option(
    "--paper",
    ValueType(choices=listed_in("render.printing.papers", "PAPERS")),
    "The size of the paper.",
    default="a4",
    heading="Layout of the pages",
)
LANDSCAPE = Option("--landscape", FLAG, "Landscape pages.", heading="Layout of the pages")
BOOKLET = Option(
    "--booklet",
    FLAG,
    "Two half-size pages per side, in folding order: print on both sides, flipped on the "
    "short edge.",
    heading="Layout of the pages",
)
LARGE = Option("--large", FLAG, "Large print.", heading="Layout of the pages")
COLOUR = Option(
    "--colour",
    ValueType("#RRGGBB"),
    "Colour of titles, and of digits that are not given.",
    heading="Layout of the pages",
)
FONT = Option("--font", NAME, "Font of the text.", heading="Layout of the pages")
FONTS = Option(
    "--fonts",
    ValueType("DIR", click.Path(exists=True, file_okay=False)),
    "A folder of fonts to use.",
    heading="Layout of the pages",
)
LANGUAGE = Option(
    "--language",
    ValueType(complete=completing(listed_in("languages", "languages"))),
    "Language of fixed words, levels and rules: de, en, es, fr, ja, …",
    default="en",
    heading="Layout of the pages",
)
COVER = Option(
    "--cover",
    ValueType("FILE", EXISTING),
    "A cover of your own: PDF, SVG, PNG or JPEG.",
    heading="Layout of the pages",
    into="cover_file",
)
TEMPLATE = Option(
    "--template",
    ValueType(None, EXISTING),
    "Your own Typst template: see `satdoku help sheets`.",
    heading="Layout of the pages",
)
PRINT_OUTPUT = Option(
    "-o --output",
    FILE,
    "FILE.pdf; FILE.svg or FILE.png: one file per page, FILE-1.svg and so on.",
    heading="Output",
    required=True,
)
BOOK_OUTPUT = Option(
    "-o --output",
    ValueType("FILE.pdf"),
    "Write the book to FILE.pdf.",
    heading="Output",
    required=True,
)
#: It loads kinds of the user's own, for the puzzles of INPUTS. For one more release it also names
#: the kind of new puzzles, which its help no longer mentions.
KIND_OF_INPUTS = OWN_KIND._replace(
    takes=ValueType("FILE.py:NAME", read=values.load_kinds_of_inputs)
)
OLD_GENERATION = deprecated(*(option for option in GENERATION if option is not KIND))
#: The options of each command, in the order of its help.
OPTIONS = {
    "print": (
        INPUTS, CANDIDATES, TITLE, AUTHOR, SOLUTIONS, PRINT_LABEL, PATH, NUMBERS, QR,
        *OLD_GENERATION,
        PRINT_PER_PAGE, PAPER, LANDSCAPE, BOOKLET, LARGE, *rare(COLOUR, FONT, FONTS), LANGUAGE,
        *rare(TEMPLATE),
        KIND_OF_INPUTS, *READ_PUZZLES, PRINT_OUTPUT,
        WHOLE_TIME_LIMIT, *deprecated(*PARALLEL),
    ),
    "book": (
        INPUTS, *rare(CANDIDATES), *deprecated(LEVEL, SEED), TITLE, AUTHOR, SOLUTIONS,
        BOOK_LABEL, PATH, *rare(NUMBERS), QR, CHAPTERS, *rare(UNLIKE, RECORD),
        *deprecated(SYMMETRY, MINIMAL), BOOK_PER_PAGE, PAPER, *rare(LANDSCAPE), BOOKLET,
        LARGE, *rare(COLOUR, FONT, FONTS), LANGUAGE, COVER, *rare(TEMPLATE),
        KIND_OF_INPUTS, *READ_PUZZLES, BOOK_OUTPUT,
        WHOLE_TIME_LIMIT, JOBS,
    ),
}  # fmt: skip
#: The options of a run of `generate`.
RUN = " ".join(option.name for option in GENERATION)
#: The options of `print` that only `generate` has after this release.
MOVED = (*RUN.split(), "--time-limit", "--cluster", "--jobs")
EXCLUSIONS = {
    "print": (
        Exclusion("inputs", RUN, "INPUTS give the puzzles, and this option is for generated ones"),
        *GENERATION_EXCLUSIONS,
    ),
    "book": (
        Exclusion(
            "inputs",
            "--level --seed --kind --symmetry --minimal",
            "INPUTS give the puzzles, and this option is for new ones",
        ),
        VARIANTS_ARE_IRREDUCIBLE,
    ),
}
