"""The card of a data set: README.md, with the front matter that Hugging Face reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...plurals import plural
from ..files.records import COLUMNS as OTHERS
from ..files.row_files import ROW_FILES

COLUMNS = {
    "puzzle": "the givens, one character per cell, '.' for blank",
    "solution": "the only solution",
    "clues": "how many givens",
    "layout": "the board, by its name",
    "group": "a number shared by isomorphs of one puzzle and no other rows",
    "rating": "of the hardest step that a person needs, simplest first",
    "estimated": "whether the rating only estimates that by Sudoku Explainer",
    "label": "the level of that rating",
    "hardest_rule": "the name of that step's rule",
    "techniques": "the names of all steps' rules, the hardest first (in CSV separated by '; ')",
    "steps": "the way to the solution: rule, name, rating, estimated, asserted, denied (variables: "
    "n·n·(row − 1) + n·(column − 1) + digit on a board of n × n), clauses (numbers from 0 of the "
    "clauses that it follows from), text; with negatives `wrong`, a candidate that the solution "
    "holds: its elimination would be false; with languages the text in each, as `text_de`",
    "picture": "the board as a picture",
}
#: Numbers of rows by which Hugging Face sorts sets.
SIZES = {
    "n<1K": 10**3, "1K<n<10K": 10**4, "10K<n<100K": 10**5, "100K<n<1M": 10**6, "1M<n<10M": 10**7,
    "10M<n<100M": 10**8, "100M<n<1B": 10**9,
}  # fmt: skip


def size_category(rows: int) -> str:
    """Return the category of a set by its number of rows.

    >>> size_category(1000)
    '1K<n<10K'
    """
    fitting = (name for name, most in SIZES.items() if rows < most)
    return next(fitting, "n>1B")


def front_matter(configs: Mapping[str, Mapping[str, str]], rows: int, license_: str) -> list[str]:
    """Return the lines that Hugging Face reads. configs: the pattern of the files of each split of
    each configuration. rows: of all."""
    lines = ["---"]
    if license_:
        lines.append(f"license: {license_}")
    lines += ["task_categories:", "- text-generation", "- question-answering", "language:", "- en"]
    lines += ["tags:", "- sudoku", "- reasoning", "- synthetic"]
    lines += ["size_categories:", f"- {size_category(rows)}"]
    if configs:
        lines.append("configs:")
    for name, files in configs.items():
        lines += [f"- config_name: {name}", "  data_files:"]
        for split, pattern in files.items():
            lines += [f"  - split: {split}", f"    path: {pattern}"]
    return [*lines, "---", ""]


def card(manifest: Mapping[str, Any]) -> str:
    """Return the text of README.md."""
    recipe = manifest["recipe"]
    splits = manifest["splits"]
    rows = sum(split["rows"] for split in splits.values())
    lines = [
        *front_matter(_configs(recipe["format"], splits), rows, recipe["license"]),
        f"# {recipe['count']:,} sudoku puzzles ({recipe['layout']})",
        "",
        "Each has exactly one solution, and no two are the same up to the symmetries of the board "
        "and the names of its digits, within a split and between splits; rows of one group are "
        "isomorphs of one puzzle. Ratings and steps are of logic without guessing.",
        "",
        *_loading(recipe["format"], splits),
        *_tables(recipe, splits),
    ]
    if recipe["files"]:
        origin = ", ".join(recipe["files"])
        lines += ["", f"The puzzles are from {origin}."]
    if manifest["certificates"]:
        proved = plural(manifest["certificates"], "puzzle")
        lines += [
            "",
            f"`certificates.jsonl` proves of {proved}, the first of each split, that they have "
            "exactly one solution; `satdoku verify certificates.jsonl` checks it.",
        ]
    lines += [
        "",
        f"Made by satdoku {manifest['satdoku']} with seed {recipe['seed']}; `manifest.json` holds "
        "the recipe, by which the same bytes are made again, and the digest of each file.",
        "",
    ]
    return "\n".join(lines)


def _configs(form: str, splits: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return the files of each split, of forms that Hugging Face reads."""
    ending = ROW_FILES.get(form)
    if ending is None or form == "sqlite":
        return {}
    return {"default": {name: f"{name}-*{ending}" for name in splits}}


def _loading(form: str, splits: Mapping[str, Any]) -> list[str]:
    """Return how a program loads the set."""
    if not _configs(form, splits):
        return []
    first = next(iter(splits))
    load = f'rows = load_dataset("path/of/this/folder", split="{first}")'
    return ["```python", "from datasets import load_dataset", "", load, "```", ""]


def _tables(recipe: Mapping[str, Any], splits: Mapping[str, Any]) -> Iterator[str]:
    yield from ("| split | rows | puzzles |", "| --- | ---: | ---: |")
    for name, split in splits.items():
        yield f"| {name} | {split['rows']:,} | {split['puzzles']:,} |"
    yield from ("", "| level | puzzles |", "| --- | ---: |")
    for name, number in recipe["levels"].items():
        yield f"| {name} | {number:,} |"
    yield from ("", "| column | |", "| --- | --- |")
    left_out = set[str]()
    if not recipe["traces"]:
        left_out.add("steps")
    if recipe["pictures"] == "none":
        left_out.add("picture")
    for name, meaning in OTHERS.get(recipe["format"], COLUMNS).items():
        if name not in left_out:
            yield f"| {name} | {meaning} |"
