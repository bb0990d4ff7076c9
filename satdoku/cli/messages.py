"""Messages on standard error, in order with the printed output; and the language of all that is
said to a person, which `--language` or the system chooses for the whole process."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass

from ..languages import telling
from ..sanitize import MESSAGE_LIMIT, shown


@dataclass
class Speech:
    """The language that is spoken."""

    language: str = "en"


SPEECH = Speech()


def tell(text: str) -> str:
    """Return a text in the language that is spoken."""
    return telling(SPEECH.language)(text)


def complain(problem: str) -> None:
    """Print one line on standard error, after everything printed before it."""
    with suppress(OSError):  # a broken standard output is reported when the command ends
        sys.stdout.flush()
    line = shown(" ".join(problem.split()), MESSAGE_LIMIT)
    if line == problem:  # as it was put together
        line = problem
    print(f"satdoku: {tell(line)}", file=sys.stderr, flush=True)
