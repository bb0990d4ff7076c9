"""Records of puzzles in addresses, made short: what stands after "#puzzle=" and "#play=".

A record is packed to JSON in which rules of one kind that follow each other are one text
("killer=0ah24,2aa20": of each rule its first cell, the moves from cell to cell, its numbers), then
compressed (raw deflate, RFC 1951) and written in the URL's base64, after "~". The page does the
same (`page/short_records.js`).

>>> record = {"puzzle": "." * 16, "layout": "4x4", "constraints": ["killer:5:r1c1,r2c1"]}
>>> unpacked(packed(record)) == record
True
>>> packed_rules(["killer:5:r1c1,r2c1", "killer:r1c2-r1c4", "anti-knight"])
['killer=0b5,1-j', 'anti-knight']
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from ...errors import ParseError
from ...record_types import Record

#: What begins a packed record.
SIGN = "~"
#: A cell is the number 64 × row + column, from 0; by letters, the common moves to the next cell.
ROW = 64
MOVES = (
    1, 64, 63, 65, -1, -64, -65, -63, 3, 2, 128, 62, 66, 126, 130, 127, 129, 61, 60, 4, 5, 6, 7, 8,
    192, -2,
)  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyz"
LETTER_OF = dict(zip(MOVES, LETTERS, strict=True))
MOVE_OF = dict(zip(LETTERS, MOVES, strict=True))
#: A rule of numbers and cells; a packed text of rules, and one rule in it.
CELL = r"r[1-9]\d?c[1-9]\d?"
RULE = re.compile(rf"([a-z][a-z-]*):(?:(\d+(?:,\d+)*):)?({CELL}(?:[,-]{CELL})*)")
PACKED = re.compile(r"([a-z][a-z-]*)=(.*)", re.DOTALL)
ITEM = re.compile(r"(-?\d+)((?:-?(?:[a-z]|\(-?\d+\)))*)(?::?(\d+(?:\.\d+)*))?")
STEP = re.compile(r"(-?)([a-z]|\((-?\d+)\))")
#: Maximum number of bytes that a record may decompress to.
MOST = 1_000_000


def packed(record: Record) -> str:
    """Return a record as a text for an address."""
    short = {name: value for name, value in record.items() if value not in ("", None)}
    short["constraints"] = packed_rules(record["constraints"])
    text = json.dumps(short, separators=(",", ":"), ensure_ascii=False)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode()) + packer.flush()
    coded = urlsafe_b64encode(data).decode()
    return SIGN + coded.rstrip("=")


def unpacked(text: str) -> Record:
    """Return the record of a packed text; raise `ParseError` if it is damaged."""
    # in prose, a full stop or a bracket may follow
    coded, *_ = re.split(r"[^\w-]", text.removeprefix(SIGN), maxsplit=1)
    unpacker = zlib.decompressobj(-15)
    try:
        data = urlsafe_b64decode(coded + "=" * (-len(coded) % 4))
        found = unpacker.decompress(data, MOST)
        record: Record = json.loads(found)
        record["constraints"] = [*unpacked_rules(record["constraints"])]
    except (ValueError, TypeError, KeyError, zlib.error):
        raise ParseError("the link's data is damaged, or a part of it is missing") from None
    if not unpacker.eof:
        raise ParseError("the link's data is damaged, or a part of it is missing")
    return record


def packed_rules(rules: Iterable[str]) -> list[str]:
    """Return rules, those of one kind that follow each other as one text, others as they are."""
    found: list[str] = []
    for kind, some in groupby(rules, key=_kind):
        if not kind:
            found += some
            continue
        last = 0
        items = []
        for rule in some:
            item, last = _item(rule, last)
            items.append(item)
        found.append(f"{kind}={','.join(items)}")
    return found


def _kind(rule: str) -> str:
    match = RULE.fullmatch(rule)
    return match[1] if match else ""


def _item(rule: str, last: int) -> tuple[str, int]:
    """Return (a rule of numbers and cells, packed; its first cell). last: the rule before's."""
    match: Any = RULE.fullmatch(rule)
    numbers = (match[2] or "").replace(",", ".")
    names = re.split(r"([,-])", match[3])
    first = _place(names[0])
    before = first
    moves = ""
    for sign, name in zip(names[1::2], names[2::2], strict=True):
        place = _place(name)
        move = place - before
        letter = LETTER_OF.get(move, f"({move})")
        moves += letter if sign == "," else f"-{letter}"
        before = place
    needs_colon = numbers and not moves
    return f"{first - last}{moves}{':' if needs_colon else ''}{numbers}", first


def _place(name: str) -> int:
    row, column = name[1:].split("c")
    return ROW * (int(row) - 1) + int(column) - 1


def unpacked_rules(texts: Iterable[str]) -> Iterator[str]:
    """Yield the rules of `packed_rules`; raise `ValueError` for a damaged text."""
    for text in texts:
        match = PACKED.fullmatch(text)
        if match is None:
            yield text
            continue
        place = 0
        for item in match[2].split(","):
            parts = ITEM.fullmatch(item)
            if parts is None:
                raise ValueError(item)
            place += int(parts[1])
            cells = _cells(place, parts[2])
            numbers = (parts[3] or "").replace(".", ",")
            yield ":".join(part for part in (match[1], numbers, cells) if part)


def _cells(place: int, moves: str) -> str:
    """Return the names of cells from a place on, with what joins them."""
    found = _name(place)
    for dash, letter, number in STEP.findall(moves):
        place += int(number) if number else MOVE_OF[letter]
        joint = dash or ","
        found += joint + _name(place)
    return found


def _name(place: int) -> str:
    row, column = divmod(place, ROW)
    return f"r{row + 1}c{column + 1}"
