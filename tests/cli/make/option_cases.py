"""For each option of the commands of this room a case; see tests/cli/option_cases.py."""

from tests.cli.option_values import GRID, STREAM, TWELVE

SPARE = '{"puzzle": "2134431214233241", "layout": "4x4+killer:3:r1c1,r1c2+killer:7:r1c3,r1c4"}'
CHANGES = {
    "generate": {name: case for name, case in STREAM.items() if name not in (
        "--on-error", "--column", "--layout", "--symbols", "--output", "--format",
        "--ignore-rules", "--drawings", "--rules-from-text", "--from")} | {
        "--format": ("--seed=1", ["--format", "json"]),
        "--output": ("--seed=1", ["--output", "out.txt"]),
        "--layout": ("--seed=1", ["--layout", "4x4"]),
        "--symbols": ("--seed=1", ["--symbols", "ABCDEFGHI"]),
        "--resume": ("!", "--seed=1", ["--resume"]),
        "--add": ("--seed=1", ["--format", "json"], ["--add", "solution"]),
        "--count": ("--seed=1", ["--count", "2"]),
        "--seed": ("--seed=1", ["--seed", "2"]),
        "--start": ("--seed=1", ["--start", "2"]),
        "--keep": ("--seed=2", ["--keep", "proper"]),
        "--kind": ("--seed=1", ["--layout", "4x4"], ["--kind", "anti-king"]),
        "--constraints": (
            "--layout=4x4", ["--kind=thermometer", "--seed=1"], ["--constraints", "all"]
        ),
        "--crossing": ("--layout=4x4", ["--kind=thermometer", "--seed=1"], ["--crossing"]),
        "--sides": ("--layout=4x4", ["--kind=skyscraper", "--seed=1"], ["--sides", "left,bottom"]),
        "--total": ("--layout=4x4", ["--kind=killer", "--seed=1"], ["--total", "5"]),
        "--level": ("!", "--seed=1", ["--level", "easy", "--keep", "logic"]),
        "--rating": ("!", "--seed=1", ["--rating", "1.0..2.0", "--level", "easy"]),
        "--needs": ("!", "--seed=1", ["--needs", "nonsense"]),
        "--allow-harder": ("!", "--seed=1", ["--allow-harder"]),
        "--forbids": ("!", "--seed=1", ["--forbids", "nonsense"]),
        "--only": ("!", "--seed=1", ["--only", "nonsense"]),
        "--scale": ("!", "--seed=1", ["--scale", "se"]),
        "--symmetry": ("--seed=1", ["--symmetry", "full"]),
        "--mask": ("--seed=1", ["--layout", "4x4"], ["--mask", "x" * 15 + "."]),
        "--clues": ("--seed=1", ["--clues", "30", "--no-minimal"]),
        "--minimal": ("--seed=1", ["--no-minimal"]),
        "--tries": ("--layout=4x4", ["--seed=1", "--clues=3"], ["--tries", "2"]),
        "--time-limit": ("--seed=1", ["--time-limit", "1e-9"]),
        "--near": ("--layout=4x4", ["--seed=1"], ["--near", "..1..23..4......"]),
        "--grid": ("--seed=1", ["--grid"]),
        "--title": ("--seed=1", ["--format=json"], ["--title", "Of a title"]),
        "--author": ("--seed=1", ["--format=json"], ["--author", "Somebody"]),
    },
    "minimize": STREAM | {
        "--keep": (TWELVE, ["--keep", "proper"]),
        "--symmetry": (GRID, ["--symmetry", "full"]),
        "--seed": (GRID, ["--seed", "5"]),
        "--rules": (SPARE, ["--keep", "proper", "--format", "json"], ["--rules"]),
        "--time-limit": (GRID, ["--time-limit", "1e-9"]),
    },
    "shuffle": STREAM | {"--seed": (GRID, ["--seed", "5"])},
    "canon": STREAM | {"--dedupe": (GRID, [GRID, "--dedupe"])},
}  # fmt: skip
