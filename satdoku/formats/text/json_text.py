"""Read untrusted JSON within limits.

>>> load_json('{"puzzle": null}')
{'puzzle': None}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...errors import LayoutError, ParseError
from ...phrases import phrase
from ...sanitize import with_texts

#: Maximum number of characters of a document that is read as a whole.
DOCUMENT_LIMIT = 32_000_000
HALF = re.compile("[\ud800-\udfff]")


@contextmanager
def json_of(program: str) -> Iterator[None]:
    """Raise `ParseError` where the JSON of a program does not have the shape that its reader
    expects, or describes an impossible board."""
    try:
        yield
    except LayoutError as error:
        raise ParseError(str(error)) from None
    except ParseError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        is_missing = isinstance(error, KeyError)
        what = f"{error} is missing" if is_missing else "a part of it is not of the expected kind"
        raise ParseError(
            phrase("the JSON of {program!s} is damaged: {what}", program=program, what=what)
        ) from None


def load_json(text: str | bytes, line: int | None = None, limit: int = DOCUMENT_LIMIT) -> Any:
    """Return the value of a JSON text; raise `ParseError` for anything else.

    A lone surrogate (`\\ud800` alone), which cannot be encoded, becomes U+FFFD. Numbers with
    thousands of digits, nesting of thousands of levels and text longer than `limit` are rejected.
    line: its position in the file, for the error.
    """
    if len(text) > limit:
        raise ParseError(
            phrase("over {limit:,} characters of JSON in one piece", limit=limit), line
        )
    try:
        value = json.loads(text)
        return whole(value) if _may_be_halved(text) else value
    except json.JSONDecodeError as error:
        at = error.lineno if line is None else line
        raise ParseError(phrase("not valid JSON: {msg}", msg=error.msg), at, error.colno) from None
    except RecursionError:
        raise ParseError("JSON that cannot be read: it is nested too deeply", line) from None
    except ValueError:  # a number of over 4300 digits, or invalid bytes
        raise ParseError(
            "JSON that cannot be read: a number is too long, or a character is not UTF-8", line
        ) from None


def whole(value: Any) -> Any:
    """Return the value with lone surrogates replaced by U+FFFD, in keys and texts.

    >>> whole({"a\\ud800": ["\\udfff b", 1]}) == {"a\ufffd": ["\ufffd b", 1]}
    True
    """
    return with_texts(value, _whole_text)


def _whole_text(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _may_be_halved(text: str | bytes) -> bool:
    """Whether the text may contain surrogates, escaped as in JSON or raw as in links."""
    if isinstance(text, bytes):
        return any(part in text for part in (b"\\ud", b"\\uD", b"\xed", b"\0"))
    return "\\ud" in text or "\\uD" in text or HALF.search(text) is not None
