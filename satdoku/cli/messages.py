"""Words on standard error, in their place among what is printed."""

from __future__ import annotations

import sys
from contextlib import suppress

from ..sanitize import MESSAGE_LIMIT, shown


def complain(problem: str) -> None:
    """One line on standard error, after all that was printed before it."""
    with suppress(OSError):  # standard output is broken: that is said when the command ends
        sys.stdout.flush()
    line = shown(" ".join(problem.split()), MESSAGE_LIMIT)
    print(f"satdoku: {line}", file=sys.stderr, flush=True)
