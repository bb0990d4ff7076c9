"""The card of a data set: README.md, with the front matter that Hugging Face reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...plurals import plural
from ..files.records import COLUMNS, ROW
from ..files.row_files import ROW_FILES

#: What holds for the rows; what certificates prove; who made the set.
PROMISE = (
    "Each has exactly one solution, and no two are the same up to the symmetries of the board and "
    "the names of its digits, within a split and between splits; rows of one group are isomorphs "
    "of one puzzle. Ratings and steps are of logic without guessing."
)
PROVED = (
    "`certificates.jsonl` proves of {}, the first of each split, that they have exactly one "
    "solution; `satdoku verify certificates.jsonl` checks it."
)
MADE = (
    "Made by satdoku {} with seed {}; `manifest.json` holds the recipe, by which the same bytes "
    "are made again, and the digest of each file."
)


def size_category(rows: int) -> str:
    """Return the category of a set by its number of rows, by which Hugging Face sorts sets.

    >>> size_category(1000), size_category(12)
    ('1K<n<10K', 'n<1K')
    """
    least = ""
    most = 1000
    for unit in ("1K", "10K", "100K", "1M", "10M", "100M", "1B"):
        if rows < most:
            return f"{least}n<{unit}"
        least = f"{unit}<"
        most *= 10
    return "n>1B"


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
        lines.append(f"- config_name: {name}")
        lines.append("  data_files:")
        for split, pattern in files.items():
            lines.append(f"  - split: {split}")
            lines.append(f"    path: {pattern}")
    return [*lines, "---", ""]


def card(manifest: Mapping[str, Any]) -> str:
    """Return the text of README.md."""
    recipe = manifest["recipe"]
    splits = manifest["splits"]
    rows = sum(split["rows"] for split in splits.values())
    form = recipe["format"]
    configs = _configs(form, splits)
    lines = front_matter(configs, rows, recipe["license"])
    lines.append(f"# {recipe['count']:,} sudoku puzzles ({recipe['layout']})")
    lines += ["", PROMISE, ""]
    lines += _loading(form, splits)
    lines += _tables(recipe, splits)
    if recipe["files"]:
        origin = ", ".join(recipe["files"])
        lines += ["", f"The puzzles are from {origin}."]
    if manifest["certificates"]:
        proved = plural(manifest["certificates"], "puzzle")
        lines += ["", PROVED.format(proved)]
    made = MADE.format(manifest["satdoku"], recipe["seed"])
    lines += ["", made, ""]
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
    for name, meaning in COLUMNS.get(recipe["format"], ROW).items():
        if name not in left_out:
            yield f"| {name} | {meaning} |"
