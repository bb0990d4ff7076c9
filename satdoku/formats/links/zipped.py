"""Read the shortened JSON of SudokuPad's links.

Property names are short and unquoted, texts in single quotes, t and f stand for true and false,
colours lack the #; an empty object in a list is omitted.

>>> unzipped("{ce:[[,{v:5}]],metadata:{t:'It\\\\'s'},cs:64}")
{'cells': [[{}, {'value': 5}]], 'metadata': {'title': "It's"}, 'cellSize': 64}
"""

from __future__ import annotations

import json
import re
from typing import Any

from ...errors import ParseError

#: short name → property
LONG = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor",
    "ce": "cells", "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width",
    "h": "height", "v": "value", "vd": "videos", "l": "lines", "r": "rounded", "re": "regions",
    "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints", "t": "title",
    "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip
WORDS = {"t": True, "f": False, "true": True, "false": False, "null": None}
COLOURS = {"#0": "#000000", "#F": "#FFFFFF"}
DEEPEST = 50


def unzipped(text: str) -> Any:
    """Return the value; raise `ParseError` for invalid text."""
    reader = _Reader(text)
    value = reader.value(0)
    if reader.place < len(text):
        raise reader.error()
    return value


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def error(self) -> ParseError:
        return ParseError(f"shortened JSON is not valid at character {self.place + 1}")

    def _next(self) -> str:
        return self.text[self.place : self.place + 1]

    def _take(self, mark: str) -> bool:
        found = self._next() == mark
        self.place += found
        return found

    def value(self, depth: int) -> Any:
        """Return the value that begins here."""
        if depth > DEEPEST:
            raise ParseError("JSON that is nested too deeply")
        if self._take("{"):
            return self._object(depth)
        if self._take("["):
            return self._list(depth)
        if self._next() in ("'", '"'):
            return self._string()
        word = re.compile(r"[^,\]}:]*").match(self.text, self.place)
        assert word
        self.place = word.end()
        return _bare(word[0])

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self._take("}"):
            if self._next() in ("'", '"'):
                name = self._string()
            else:
                match = re.compile(r"[\w-]+").match(self.text, self.place)
                if not match:
                    raise self.error()
                name, self.place = match[0], match.end()
            if not self._take(":"):
                raise self.error()
            found[LONG.get(name, name)] = self.value(depth + 1)
            if not self._take(",") and self._next() != "}":
                raise self.error()
        return found

    def _list(self, depth: int) -> list[Any]:
        found: list[Any] = []
        while True:
            found.append({} if self._next() in (",", "]") else self.value(depth + 1))
            if self._take("]"):
                return found
            if not self._take(","):
                raise self.error()

    def _string(self) -> str:
        quote = self._next()
        match = re.compile(rf"{quote}((?:[^\\{quote}]|\\.)*){quote}", re.DOTALL).match(
            self.text, self.place
        )
        if not match:
            raise self.error()
        self.place = match.end()
        inside = match[1].replace("\\'", "'")
        inside = re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', inside)
        try:
            return str(json.loads(f'"{inside}"', strict=False))
        except ValueError:
            raise self.error() from None


def _bare(word: str) -> Any:
    if word in WORDS:
        return WORDS[word]
    if word in COLOURS:
        return COLOURS[word]
    if re.fullmatch(r"-?\d{1,15}", word, re.ASCII):
        return int(word)
    if re.fullmatch(r"-?\d*\.?\d+(?:[eE][-+]?\d{1,3})?", word, re.ASCII):
        return float(word)
    return "#" + word if re.fullmatch(r"[0-9a-fA-F]{6}", word) else word
