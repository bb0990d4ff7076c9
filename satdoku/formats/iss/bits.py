"""Data that Interactive Sudoku Solver packs into bits: tables of pairs, and automata."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from ...constraints.user_defined.custom import read_machine
from ...errors import LayoutError, ParseError

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def decoded(text: str) -> bytes:
    """Decode URL-safe base64; raise `ParseError` for invalid text."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", True)
    except (binascii.Error, ValueError):
        raise ParseError(f"{text[:30]!r} is not base64") from None


@lru_cache(maxsize=256)
def table(text: str, digits: range, last: str = "-_") -> tuple[int, ...]:
    """Return the allowed pairs of digits, flattened.

    One bit per pair, six per character, lowest first. last: the two characters after the digits.
    """
    pairs = list(product(digits, digits))
    return tuple(x for i in bits(text, last) if i < len(pairs) for x in pairs[i])


def bits(text: str, last: str = "-_") -> list[int]:
    """Return the indices (from 0) of the set bits: six per character, lowest first."""
    bits_of = _bits_of(last)
    return [6 * i + k for i, mark in enumerate(text) for k in bits_of.get(mark, range(6))]


@lru_cache
def _bits_of(last: str) -> dict[str, list[int]]:
    """Return the set bits of each character."""
    marks = enumerate(ALPHABET + last)
    return {mark: [k for k in range(6) if value >> k & 1] for value, mark in marks}


@lru_cache(maxsize=64)
def automaton_text(data: bytes, first_digit: int) -> str:
    """Convert an ISS automaton to the text form of the kind "automaton".

    Bits, highest first: 2 for the form (1: a mask of the digits read and a state for each; 0: a
    count, then a digit and a state each), 4 for the width of states minus 1, 4 for the number of
    digits minus 1; the number of start states, the number of other accepting states; a bit for each
    start state, whether it accepts; and for form 0 four bits, the width of counts. Then the states.
    """
    written = "".join(f"{byte:08b}" for byte in data)
    place = 0

    def take(width: int) -> int:
        nonlocal place
        if place + width > len(written):
            raise ParseError("an automaton that is cut off")
        place += width
        return int(written[place - width : place] or "0", 2)

    packed = take(2)
    width = take(4) + 1
    digits = take(4) + 1
    starts = take(width)
    others = take(width)
    accepting = take(starts)
    final = {i for i in range(starts) if accepting >> i & 1} | set(range(starts, starts + others))
    counts, digit_width = (0 if packed else take(4)), (digits - 1).bit_length()
    need = digits if packed else max(1, counts)
    moves, state = [], 0
    while (packed or counts) and len(written) - place >= need:
        if packed:
            mask = take(digits)
            some = [(d, take(width)) for d in range(digits) if mask >> d & 1]
        else:
            some = [(take(digit_width), take(width)) for _ in range(take(counts))]
        moves += [(state, d, target) for d, target in some]
        state += 1

    def name(q: int) -> str:
        return f"{q}{'!' if q in final else ''}"

    parts = [f">{name(q)}" for q in range(starts)]
    parts += [f"{q} {d + first_digit} {name(target)}" for q, d, target in moves]
    return ",".join(parts)


def table_text(pairs: Iterable[tuple[int, int]], digits: Sequence[int]) -> str:
    """Return a table of pairs of digits in the form that `table` reads."""
    allowed = set(pairs)
    marks = [pair in allowed for pair in product(digits, digits)]
    sixes = (marks[i : i + 6] for i in range(0, len(marks), 6))
    packed = [sum(mark << k for k, mark in enumerate(six)) for six in sixes]
    return "".join((ALPHABET + "-_")[bits_] for bits_ in packed).rstrip("A")


def automaton_data(text: str, digits: Sequence[int]) -> bytes:
    """Encode the text of the kind "automaton" as read by `automaton_text`: the form with counts."""
    machine = read_machine(text)
    symbols = [*digits, digits[-1] + 1]
    moves = [move for move in machine.moves if move[1] in symbols]
    names = {state for q, _, t in moves for state in (q, t)} | machine.starts | machine.final
    starts, final = machine.starts, machine.final
    order = sorted(names, key=lambda q: (q not in starts, q not in final, len(q), q))
    number = {q: i for i, q in enumerate(order)}
    others = len(machine.final - machine.starts)
    has_marks = any(d == symbols[-1] for _, d, _ in moves)
    used = len(symbols) if has_marks else len(digits)
    width = max(1, (max(len(order), len(machine.starts) + 1, others + 1) - 1).bit_length())
    ways: dict[str, list[tuple[int, int]]] = {q: [] for q in order}
    for q, d, t in sorted(set(moves)):
        ways[q].append((d - digits[0], number[t]))
    counts = max(map(len, ways.values()), default=0).bit_length() or 1
    if width > 16 or counts > 15 or not machine.starts:
        raise LayoutError(
            "Interactive Sudoku Solver does not support automata this large, or "
            "without a start state"
        )
    parts = [(0, 2), (width - 1, 4), (used - 1, 4), (len(machine.starts), width), (others, width)]
    accepting = sum((q in machine.final) << i for i, q in enumerate(order[: len(machine.starts)]))
    parts += [(accepting, len(machine.starts)), (counts, 4)]
    digit_width = (used - 1).bit_length()
    for q in order:
        parts.append((len(ways[q]), counts))
        parts += [part for d, t in ways[q] for part in ((d, digit_width), (t, width))]
    written = "".join(f"{value:0{size}b}" for value, size in parts if size)
    written += "0" * (-len(written) % 8)
    return bytes(int(written[i : i + 8], 2) for i in range(0, len(written), 8))
