"""For each option of the commands of this room a case; see tests/cli/option_cases.py."""

from tests.cli.option_values import DRAWN, FORM, HARD, IGNORE, ONE, OWN, PROPER, TWELVE, WORDS

DIAGONAL = '{"puzzle": "................", "layout": "4x4+diagonal"}'
CHANGES = {
    "convert": OWN | {
        "--to": (PROPER, ["--to", "iss"]),
        "--lossy": (DIAGONAL, ["--to", "candidates"], ["--lossy"]),
        "--title": (PROPER, ["--title", "Of a title"]),
        "--author": (PROPER, ["--author", "Somebody"]),
        "--column": ("two.csv", ["--column", "other"]),
        "--on-error": ("bad.txt", ["--on-error", "skip"]),
        "--resume": ("!", PROPER, ["--resume"]),
        "--ignore-rules": IGNORE,
        "--drawings": DRAWN,
        "--rules-from-text": WORDS,
        "--layout": (PROPER, ["--layout", "9x9"]),
        "--symbols": (PROPER, ["--symbols", "ABCD"]),
        "--output": (PROPER, ["--output", "out.txt"]),
    },
    "formats": FORM | {"--judge": ("--format=text", ["--judge", "cages.py:cages"])},
    "layouts": FORM | {"--judge": ("--format=text", ["--judge", "mountain.py:mountain"])},
    "show": ONE | {
        "--candidates": (PROPER, ["--candidates"]),
        "--true-candidates": (TWELVE, ["--true-candidates"]),
        "--time-limit": (HARD, ["--true-candidates"], ["--time-limit", "1e-9"]),
        "--explain-theory": (PROPER, ["--explain-theory"]),
        "--ignore-rules": IGNORE,
        "--drawings": DRAWN,
        "--rules-from-text": WORDS,
    },
}  # fmt: skip
