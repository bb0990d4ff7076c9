"""The payload of a link: undo what browsers and servers do to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, combinations, islice, pairwise

from ...board import Puzzle
from .lzstring import Damaged

#: Maximum number of attempts to restore lost slashes in a link.
MOST_MENDED = 64


def decoded(data: str) -> str:
    """Undo the percent encoding of a link."""
    if "%" not in data:
        return data
    from urllib.parse import unquote  # a tenth of the start, and few links need it

    return unquote(data)


def mended(data: str, read: Callable[[str], Puzzle]) -> Puzzle:
    """Read compressed data. Some servers collapse // to /: slashes are doubled, as few as possible,
    until the data can be read.
    """
    data = decoded(data).strip().replace(" ", "+").replace("-", "/").replace("$", "=")
    try:
        return read(data)
    except Damaged as damaged:
        problem = damaged
    single = [m.start() for m in re.finditer(r"(?<!/)/(?!/)", data)]
    ways = chain.from_iterable(combinations(single, number) for number in range(1, len(single) + 1))
    for way in islice(ways, MOST_MENDED):
        parts = [data[i:j] for i, j in pairwise((0, *way, len(data)))]
        with suppress(Damaged):
            return read("/".join(parts))
    raise problem
