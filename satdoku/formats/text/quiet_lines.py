"""Which lines need no reading: of a long stretch of prose or blank lines the first and the last.

The reader takes 0.1 ms for a line of prose, since anything may be hidden in it. A line is *plain*
here if NumPy sees at once that the reader finds nothing in it: ASCII, a lower-case letter that is
neither a blank nor of a row's name (`Row 1:`), so that it is no row; too few characters that may be
cells for a board in a line; none of the marks with which links, records, tables and drawings begin;
and quotes beside letters only, with no row between.

Once the reader was given a plain line, with nothing left open (`Reader.is_idle`), all it knows of
the stretch is where its last line of prose was. So it is given that one, and none between.
`tests/cli/test_one_reading.py` compares this with reading every line.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .reader import Reader

#: Kinds of lines: those to read, blank ones and comments, plain prose.
OTHER, BLANK, PLAIN = 0, 1, 2
#: Characters of a plain line that may be cells, at most: the smallest board in a line has 16.
MOST_CELLS = 12
#: Quotes of a plain line, at most: four rows between quotes may be a board.
MOST_QUOTES = 7
#: A line without a space from here on may be a whole puzzle.
LONG_WORD = 64
#: What has a meaning: words for a blank, and how codes begin. No plain line has them, as a whole
#: word or not.
MEANT = (b"None", b"null", b"NULL", b"nan", b"NaN", b"nil", b"fpuz", b"scl", b"ctc", b"scf", b"://")


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
    """OTHER, BLANK or PLAIN for each of these whole lines."""
    raw = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(raw == ord("\n"))
    starts = np.concatenate([[0], ends[:-1] + 1])
    kinds = np.where(starts == ends, BLANK, OTHER)
    layout = reader.layout
    if layout and not (layout.is_regular and layout.size >= 5 and layout.symbols.isdigit()):
        return kinds

    def count(marked: np.ndarray) -> np.ndarray:
        """How many of the marked characters each line has."""
        return np.add.reduceat(marked, starts, dtype=np.int32)

    comment = (raw[starts] == ord("#")) & (raw[np.minimum(starts + 1, ends)] == ord(" "))
    spaces, marks = raw == ord(" "), raw > ord(" ")
    strange = ~HARMLESS[raw]
    strange[starts[comment]] = False
    opening = (raw == ord(".")) | (raw == ord(":"))  # where a word begins, these may begin a string
    opening[1:] &= ~marks[:-1]
    quotes, beside = QUOTES[raw], LOWER[np.append(raw[1:], 0)]  # by a letter on one side
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
    """The places of the lines that the reader must be given, each before the next is looked for."""
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
