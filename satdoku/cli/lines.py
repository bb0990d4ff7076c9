"""The lines of a file or of standard input, whose errors name it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import DecodeError, ParseError
from .stream.inputs import open_input


@contextmanager
def naming(name: str) -> Iterator[Iterator[str]]:
    """Yield the lines of a file or standard input; errors name it."""
    with open_input(name, must_exist=True, most=sys.maxsize) as (source, lines):
        try:
            yield lines
        except (DecodeError, ParseError) as error:
            if getattr(error, "source", ""):
                raise
            raise type(error)(f"{source}: {error}") from None
