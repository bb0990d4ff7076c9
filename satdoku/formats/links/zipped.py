"""Read the shortened JSON of SudokuPad's links.

Property names are short and unquoted, texts in single quotes, t and f stand for true and false,
colours lack the #; an empty object in a list is omitted.

>>> unzipped("{ce:[[,{v:5}]],metadata:{t:'It\\\\'s'},cs:64}")
{'cells': [[{}, {'value': 5}]], 'metadata': {'title': "It's"}, 'cellSize': 64}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
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
TOKEN = re.compile(r"""'(?:[^\\']|\\.)*'|"(?:[^\\"]|\\.)*"|[\[\]{}:,]|[^\[\]{}:,'"]+""", re.DOTALL)


def unzipped(text: str) -> Any:
    """Return the value; raise `ParseError` for invalid text."""
    tokens = TOKEN.findall(text)
    try:
        if sum(map(len, tokens)) < len(text):
            raise ValueError
        return json.loads("".join(_as_json(tokens)), strict=False)
    except RecursionError:
        raise ParseError("JSON that is nested too deeply") from None
    except ValueError:
        raise ParseError("the link's shortened JSON is not valid") from None


def _as_json(tokens: Sequence[str]) -> Iterator[str]:
    """Yield the tokens as JSON writes them, with what was omitted."""
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        if token in (",", "]") and before in (",", "["):
            yield "{}"
        elif token in (",", "}") and before == ":":
            yield '""'
        if token in "[]{}:,":
            if token != "," or after != "}":
                yield token
        elif after == ":":
            name = json.loads(_quoted(token), strict=False) if token[0] in "'\"" else token
            if name == token and not re.fullmatch(r"[\w-]+", name):
                raise ValueError
            yield json.dumps(LONG.get(name, name))
        else:
            yield _quoted(token) if token[0] in "'\"" else json.dumps(_bare(token))


def _quoted(token: str) -> str:
    """Return a text, in either kind of quotes, as JSON writes it."""
    inside = token[1:-1].replace("\\'", "'")
    return '"' + re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', inside) + '"'


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
