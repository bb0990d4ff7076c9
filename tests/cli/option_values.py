"""Boards, and cases of options that many commands have, for the cases of each room."""

from tests.plugins.examples import CAGES, LINE

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
TWELVE = "12..34.........."
GRID = "2134431214233241"
#: A puzzle with a rule that is not known.
IGNORE = (".Shape~4x4.Unheard.~R1C1_1", ["--ignore-rules", "Unheard"])
#: A puzzle with a line that is only drawn.
DRAWN = (
    '{"size": 4, "grid": [' + ", ".join(["[{}, {}, {}, {}]"] * 4) + "], "
    '"line": [{"lines": [["R1C1", "R1C2"]]}]}',
    ["--drawings", "ignore"],
)
#: A puzzle with a rule that only its text states.
WORDS = (
    '{"puzzle": "1...............", "layout": "4x4", '
    '"rules": "Cells a king\'s move apart hold different digits."}',
    ["--rules-from-text"],
)
#: A puzzle with a rule of the user's own, and one in a format of the user's own.
OWN = {
    "--kind": (LINE, ["--kind", "mountain.py:mountain"]),
    "--from": (CAGES, ["--from", "cages.py:cages"]),
}
NOWHERE = ["--kind", "no.py:mountain"]
STREAM = OWN | {
    "--format": (TWELVE, ["--format", "json"]),
    "--layout": (TWELVE, ["--layout", "9x9"]),
    "--symbols": (TWELVE, ["--symbols", "ABCD"]),
    "--on-error": ("bad.txt", ["--on-error", "skip"]),
    "--column": ("two.csv", ["--format", "json"], ["--column", "other"]),
    "--resume": ("!", TWELVE, ["--resume"]),
    "--ignore-rules": IGNORE,
    "--drawings": DRAWN,
    "--rules-from-text": WORDS,
    "--output": (TWELVE, ["--output", "out.txt"]),
}
#: A board with one solution, and the options of commands that are no stream of answers.
PROPER = "....43..1.....4."
#: A puzzle in which a unique rectangle spares a harder step.
CHAINS = ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617."
ONE = OWN | {
    "--layout": (PROPER, ["--layout", "9x9"]),
    "--symbols": (PROPER, ["--symbols", "ABCD"]),
    "--output": (PROPER, ["--output", "out.txt"]),
    "--format": (PROPER, ["--format", "json"]),
}
LINES = STREAM | ONE | {"--column": ("small.csv", ["--column", "other"])}
FORM = {"--format": ("--format=text", ["--format", "json"])}
#: A small book of new puzzles.
BOOK = ["--layout=4x4", "--level=beginner:1", "--output=out.pdf"]
