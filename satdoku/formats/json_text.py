"""JSON from outside: read within bounds, whatever it holds.

>>> load_json('{"puzzle": null}')
{'puzzle': None}
"""

from __future__ import annotations

import json
from typing import Any

from ..errors import ParseError

#: Characters of a document that is read as a whole.
DOCUMENT_LIMIT = 32_000_000


def load_json(text: str | bytes, line: int | None = None, limit: int = DOCUMENT_LIMIT) -> Any:
    """The value that a text in JSON describes; `ParseError` for all that is none.

    Among it: numbers of thousands of digits, nesting of thousands of levels, text longer than
    `limit`. line: where it stands in its file, for the error.
    """
    if len(text) > limit:
        raise ParseError(f"over {limit:,} characters of JSON in one piece", line)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        at = error.lineno if line is None else line
        raise ParseError(f"no JSON: {error.msg}", at, error.colno) from None
    except RecursionError:
        raise ParseError("no JSON that can be read: it is nested too deeply", line) from None
    except ValueError:  # a number of over 4300 digits, bytes that are no text
        raise ParseError("no JSON that can be read: a number too long, or no UTF-8", line) from None
