"""Lists of names: columns for people, an object a line for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

Record = dict[str, Any]


def show(records: Sequence[Record], form: str, columns: dict[str, Callable[[Record], str]]) -> int:
    """Print records; columns: title → what a record shows there. The exit status: 0."""
    if form == "json":
        for record in records:
            print(json.dumps(record, ensure_ascii=False))
        return 0
    rows = [[shown(record) for shown in columns.values()] for record in records]
    table = [list(columns), *rows]
    widths = [max(len(row[k]) for row in table) for k in range(len(columns))]
    for row in table:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
    return 0
