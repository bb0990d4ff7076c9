"""For each option of the commands of this room a case; see tests/cli/option_cases.py."""

from tests.cli.option_values import GRID, NOWHERE, PROPER

CHANGES = {
    "dataset audit": {
        "--kind": ("!", "two.csv", NOWHERE),
        "--against": ("two.csv", ["--against", "two.csv"]),
        "--column": ("two.csv", ["--column", "other"]),
        "--answer": ("two.csv", ["--answer", "other"]),
        "--ratings": ("two.csv", ["--no-ratings"]),
        "--minimal": ("two.csv", ["--no-minimal"]),
        "--near": ("two.csv", ["--against", "two.csv"], ["--against", "two.csv", "--no-near"]),
        "--scale": ("two.csv", ["--scale", "satdoku"], ["--scale", "se"]),
        "--clean": ("two.csv", ["--clean", "out.csv"]),
        "--resume": ("!", "two.csv", ["--resume"]),
        "--layout": ("small.csv", ["--layout", "9x9"]),
        "--symbols": ("small.csv", ["--symbols", "ABCD"]),
        "--output": ("small.csv", ["--output", "out.txt"]),
        "--format": ("small.csv", ["--format", "json"]),
    },
    "dataset make": {
        "--output": ("recipe.toml", ["--output=out"], ["--output", "out/more"]),
        "--resume": ("recipe.toml", ["--output=begun"], ["--resume"]),
        "--format": ("recipe.toml", ["--output=out"], ["--format", "json"]),
    },
    "dataset score": {
        "--summary": ("answers.jsonl", ["--summary"]),
        "--by": ("answers.jsonl", ["--by", "clues"]),
        "--parts": ("part.jsonl", ["--parts"]),
        "--output": ("answers.jsonl", ["--output", "out.txt"]),
    },
}  # fmt: skip

INPUTS = {
    "recipe.toml": 'count = 1\nlayout = "4x4"\nformat = "jsonl"\n',
    "answers.jsonl": f'{{"puzzle": "{PROPER}", "answer": "{GRID}"}}\n',
    "part.jsonl": f'{{"puzzle": "{PROPER}", "answer": "{GRID[:-1]}."}}\n',
    "begun.part/asked.json": "{}",
}
