"""Skip lines that need no reading: of a long run of prose or blank lines, read the first and last.

The reader takes 0.1 ms for a line of prose, since anything may be hidden in it. A line is *plain*
if NumPy can tell at once that the reader finds nothing in it: it is ASCII; it is not a row, because
it has a lower-case letter that is neither a blank nor part of a row label (`Row 1:`); it has too
few possible cells for a board on a line; it has none of the marks with which links, records, tables
and drawings begin; and quotes occur only next to letters, so that no row is quoted.

After a plain line with nothing left open (`Reader.is_idle`), the reader's state depends on the rest
of the run only through the position of its last line of prose. So the reader gets that one and none
in between. `tests/formats/test_one_reading.py` compares this with reading every line.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..variants import CODES
from .reader import Reader

#: Kinds of lines: must be read, blank or comment, plain prose.
OTHER, BLANK, PLAIN = 0, 1, 2
#: Maximum number of possible cells in a plain line: the smallest board on a line has 16.
MOST_CELLS = 12
#: Maximum number of quotes in a plain line: four quoted rows may be a board.
MOST_QUOTES = 7
#: From this length on, a line without a space may be a puzzle.
LONG_WORD = 64
#: Strings with a meaning: words for a blank, and prefixes of codes. No plain line contains them,
#: not even as part of a word.
MEANT = (b"None", b"null", b"NULL", b"nan", b"NaN", b"nil", b"://",
         *(code.encode() for code in CODES))  # fmt: skip


def _table(characters: bytes) -> np.ndarray:
    table = np.zeros(256, bool)
    table[np.frombuffer(characters, np.uint8)] = True
    return table


_LOWER = bytes(range(ord("a"), ord("z") + 1))
_CELLS = b"0123456789.-*_?xX"
HARMLESS = _table(b"\n " + _LOWER + _LOWER.upper() + _CELLS + b",;:!'\"()/%&@$")
CELLS = _table(_CELLS)
LOWER = _table(_LOWER)
TELLING = _table(bytes(letter for letter in _LOWER if letter not in b"rowx"))
QUOTES = _table(b"'\"")


def kinds_of_lines(data: bytes, reader: Reader) -> np.ndarray:
    """Return OTHER, BLANK or PLAIN for each of these complete lines."""
    raw = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(raw == ord("\n"))
    starts = np.concatenate([[0], ends[:-1] + 1])
    kinds = np.where(starts == ends, BLANK, OTHER)
    layout = reader.layout
    if layout and not (layout.is_regular and layout.size >= 5 and layout.symbols.isdigit()):
        return kinds

    def count(marked: np.ndarray) -> np.ndarray:
        """Return the number of marked characters in each line."""
        return np.add.reduceat(marked, starts, dtype=np.int32)

    comment = (raw[starts] == ord("#")) & (raw[np.minimum(starts + 1, ends)] == ord(" "))
    spaces, marks = raw == ord(" "), raw > ord(" ")
    strange = ~HARMLESS[raw]
    strange[starts[comment]] = False
    opening = (raw == ord(".")) | (raw == ord(":"))  # at a word's start they may open a string
    opening[1:] &= ~marks[:-1]
    quotes, beside = QUOTES[raw], LOWER[np.append(raw[1:], 0)]  # with a letter on either side
    beside[1:] |= LOWER[raw[:-1]]
    apart = np.zeros(len(raw), bool)
    apart[1:-1] = marks[:-2] & spaces[1:-1] & marks[2:]
    plain = count(strange | opening | (quotes & ~beside)) == 0
    plain &= (count(TELLING[raw]) > 0) & (count(CELLS[raw]) <= MOST_CELLS)
    plain &= count(quotes) <= MOST_QUOTES
    plain &= (count(apart) > 0) | (ends - starts < LONG_WORD)
    for word in MEANT:
        at = data.find(word)
        while at >= 0:
            line = int(np.searchsorted(ends, at))
            plain[line] = False
            at = data.find(word, int(ends[line]))
    kinds[plain] = PLAIN
    kinds[plain & comment] = BLANK
    return kinds


def lines_to_read(kinds: np.ndarray, reader: Reader) -> Iterator[int]:
    """Yield the indices of the lines that the reader needs; it must read each before the next."""
    others, not_blank = np.flatnonzero(kinds == OTHER), np.flatnonzero(kinds != BLANK)
    i, known = 0, OTHER
    while i < len(kinds):
        yield i
        known = max(known, kinds[i]) if kinds[i] else OTHER
        i += 1
        if known and reader.is_idle:
            stops = others if known == PLAIN else not_blank
            place = int(np.searchsorted(stops, i))
            stop = int(stops[place]) if place < len(stops) else len(kinds)
            i = max(i, stop - 1)
