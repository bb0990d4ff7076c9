"""The data set card: README.md with the front matter that Hugging Face reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .records import COLUMNS as OTHERS
from .writing import ROW_FILES

COLUMNS = {
    "puzzle": "the givens, one character per cell, '.' for blank",
    "solution": "the only solution",
    "clues": "how many givens",
    "layout": "the board, by its name",
    "group": "a number shared by isomorphs of one puzzle and no other rows",
    "rating": "of the hardest step that a person needs, simplest first",
    "label": "the level of that rating",
    "hardest_rule": "the name of that step's rule",
    "steps": "the way to the solution: rule, name, rating, asserted, denied (variables: "
    "n·n·(row − 1) + n·(column − 1) + digit on a board of n × n), clauses (numbers from 0 of the "
    "clauses that it follows from), text; with negatives `wrong`, a candidate that the solution "
    "holds: its elimination would be false",
}


def card(manifest: Mapping[str, Any]) -> str:
    """Return the text of README.md."""
    recipe, splits = manifest["recipe"], manifest["splits"]
    head = ["---", "tags:", "- sudoku", "- reasoning"]
    if recipe["format"] in ROW_FILES:
        head += ["configs:", "- config_name: default", "  data_files:"]
        for name, split in splits.items():
            end = split["files"][0]["file"].rpartition(".")[2] if split["files"] else "parquet"
            head += [f"  - split: {name}", f"    path: {name}-*.{end}"]
    columns = OTHERS.get(recipe["format"], COLUMNS)
    names = [name for name in columns if name != "steps" or recipe["traces"]]
    lines = [
        *head, "---", "", f"# {recipe['count']:,} sudoku puzzles ({recipe['layout']})", "",
        "Each has exactly one solution, and no two are the same up to the symmetries of the board "
        "and the names of its digits, within a split and between splits; rows of one group are "
        "isomorphs of one puzzle. Ratings and steps are of logic without guessing.", "",
        "| split | rows | puzzles |", "| --- | ---: | ---: |",
        *(f"| {name} | {s['rows']:,} | {s['puzzles']:,} |" for name, s in splits.items()), "",
        "| level | puzzles |", "| --- | ---: |",
        *(f"| {name} | {number:,} |" for name, number in recipe["levels"].items()), "",
        "| column | |", "| --- | --- |",
        *(f"| {name} | {columns[name]} |" for name in names), "",
        f"Made by satdoku {manifest['satdoku']} with seed {recipe['seed']}; `manifest.json` holds "
        "the recipe, by which the same bytes are made again, and the digest of each file.", "",
    ]  # fmt: skip
    return "\n".join(lines)
