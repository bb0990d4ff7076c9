"""Read untrusted JSON within limits on size, nesting and numbers."""

from __future__ import annotations

from typing import Any

from ...errors import ParseError
from ...formats.text.json_text import load_json

#: Maximum number of bytes of a request or frame, and of nesting levels of its JSON.
MOST_BYTES, DEEPEST = 2_000_000, 60


def value_of(text: str | bytes) -> Any:
    """Return the value; raise `ParseError` for invalid JSON or nesting that is too deep."""
    value = load_json(text, limit=MOST_BYTES)
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return value
    raise ParseError(f"JSON that is nested over {DEEPEST} deep")


def _inside(value: Any) -> Any:
    """Return the lists and objects directly inside a value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for one in inner if isinstance(one, (dict, list))]
