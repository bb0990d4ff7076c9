"""JSON Schemas (draft 2020-12) of what commands print with `--format json`.

A file is named after its command; `puzzle` is the record that all commands read. Records may hold
more than a schema says: columns of a table that was read, or of `--add`. `VERSION` goes up where a
key is taken away or means something else; a new key leaves it as it is.

>>> schema("count")["required"]
['puzzle', 'layout', 'count', 'exact']
>>> sorted(schema("count")["$defs"])
['layout', 'line', 'statistics', 'symbols']
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import PuzzleError
from ..listing import Listing, Record
from ..suggest import meant

VERSION = 1
FOLDER = Path(__file__).parent
#: What a schema refers to, and where it is in one that stands alone.
COMMON, HERE = "common.json#/$defs/", "#/$defs/"


def schema(name: str) -> dict[str, Any]:
    """Return the schema of that name with everything it refers to, as a document of its own.

    Raises `PuzzleError` if there is no such schema.
    """
    name = meant(name, [row["name"] for row in schemas()], "schema", PuzzleError)
    text = _text(name)
    shared = json.loads(_text("common").replace(COMMON, HERE))["$defs"]
    needed = dict.fromkeys(_referred(text))
    for part in (waiting := list(needed)):
        more = [other for other in _referred(json.dumps(shared[part])) if other not in needed]
        needed |= dict.fromkeys(more)
        waiting += more
    content: dict[str, Any] = json.loads(text.replace(COMMON, HERE))
    own = {"$schema": content.pop("$schema"), "$id": f"urn:satdoku:{VERSION}:{name}"}
    return own | content | {"$defs": {part: shared[part] for part in sorted(needed)}}


def schemas() -> Listing:
    """Return the list of schemas; each row has name, title and description."""
    names = sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != "common")
    rows: list[Record] = []
    for name in names:
        content = json.loads(_text(name))
        rows.append(
            {"name": name, "title": content["title"], "description": content["description"]}
        )
    shown = tuple((row["name"], row["description"]) for row in rows)
    return Listing("schemas", ("name", "describes"), tuple(rows), shown)


def _text(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def _referred(text: str) -> Iterator[str]:
    return (found[1] for found in re.finditer(r'"(?:common\.json)?#/\$defs/(\w+)"', text))
