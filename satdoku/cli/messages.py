"""Messages on standard error, in order with the printed output."""

from __future__ import annotations

import sys
from contextlib import suppress

from ..sanitize import MESSAGE_LIMIT, shown


def complain(problem: str) -> None:
    """Print one line on standard error, after everything printed before it."""
    with suppress(OSError):  # a broken standard output is reported when the command ends
        sys.stdout.flush()
    line = shown(" ".join(problem.split()), MESSAGE_LIMIT)
    print(f"satdoku: {line}", file=sys.stderr, flush=True)
