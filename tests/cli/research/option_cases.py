"""For each option of the commands of this room a case; see tests/cli/option_cases.py."""

from tests.cli.option_values import (
    CAGES,
    DRAWN,
    EASY,
    FORM,
    GRID,
    IGNORE,
    LINE,
    NOWHERE,
    OWN,
    PROPER,
    WORDS,
)

DLX = ["--engines=dlx"]
CHANGES = {
    "export": OWN | {
        "--to": (PROPER, ["--to", "knf"]),
        "--ignore-rules": IGNORE,
        "--drawings": DRAWN,
        "--rules-from-text": WORDS,
        "--encoding": (PROPER, ["--encoding", "minimal"]),
        "--distinct": (PROPER, ["--distinct"]),
        "--simplify": (PROPER, ["--simplify"]),
        "--break-symmetries": ("--layout=4x4", ["--break-symmetries"]),
        "--layout": ("--to=knf", ["--layout", "4x4"]),
        "--symbols": ("--to=knf", ["--symbols", "ABCD"]),
        "--output": (PROPER, ["--output", "out.cnf"]),
        "--time-limit": (PROPER, ["--time-limit", "1e-9"]),
    },
    "decode": {
        "--kind": ("!", "model.txt", ["--cnf=small.cnf"], NOWHERE),
        "--cnf": ("model.txt", ["--cnf", "small.cnf"]),
        "--format": ("model.txt", ["--cnf=small.cnf"], ["--format", "line"]),
        "--layout": ("model.txt", ["--layout", "4x4"]),
        "--symbols": ("model.txt", ["--layout=4x4"], ["--symbols", "ABCD"]),
        "--output": ("model.txt", ["--cnf=small.cnf"], ["--output", "out.txt"]),
    },
    "compare": {
        "--kind": (LINE, DLX, OWN["--kind"][-1]),
        "--from": (CAGES, ["--engines=native"], OWN["--from"][-1]),
        "--ignore-rules": (IGNORE[0], DLX, IGNORE[1]),
        "--drawings": (DRAWN[0], DLX, DRAWN[1]),
        "--rules-from-text": (WORDS[0], DLX, WORDS[1]),
        "--engines": (PROPER, DLX, ["--engines", "dlx,native"]),
        "--encodings": ("!", PROPER, ["--engines=dlx"], ["--encodings", "bitwise"]),
        "--repeat": (PROPER, DLX, ["--repeat", "2"]),
        "--time-limit": (EASY, ["--engines=native"], ["--time-limit", "1e-9"]),
        "--seed": (PROPER, [*DLX, "--save=out.jsonl"], ["--seed", "2"]),
        "--shuffle": (PROPER, [*DLX, "--save=out.jsonl"], ["--shuffle"]),
        "--guesses": (PROPER, DLX, ["--guesses", "out.csv"]),
        "--save": (PROPER, DLX, ["--save", "out.jsonl"]),
        "--plots": (PROPER, DLX, ["--plots", "out"]),
        "--scatter": ("!", PROPER, DLX, ["--scatter", "dlx,native"]),
        "--format": (PROPER, DLX, ["--format", "json"]),
        "--layout": (PROPER, DLX, ["--layout", "9x9"]),
        "--symbols": (PROPER, DLX, ["--symbols", "ABCDEF"]),
    },
    "engines": FORM,
    "encodings": FORM | {
        "--write": ("!", "--format=json", ["--write", "out"]),
        "--judge": ("--layout=4x4", ["--judge", "product"]),
        "--layout": ("--format=text", ["--layout", "4x4"]),
        "--symbols": ("--format=text", ["--symbols", "ABCD"]),
    },
}  # fmt: skip

NUMBERS = (16 * (i // 4) + 4 * (i % 4) + int(digit) for i, digit in enumerate(GRID))
INPUTS = {
    "small.cnf": lambda printed: printed("export", PROPER),
    "model.txt": f"v {' '.join(map(str, NUMBERS))} 0\n",
}
