"""The JSON Schema of a record, from its type.

A record is a TypedDict, or a dataclass or NamedTuple whose fields are its keys. The types of its
fields say what they hold, and its docstring describes them in the form "name: text. other: text.".

>>> class Example(TypedDict):
...     '''An example. clues: the number of givens.'''
...
...     clues: Natural
>>> schema_of(Example, defs := {}), defs["example"]["description"]
({'$ref': '#/$defs/example'}, 'An example.')
>>> defs["example"]["properties"]
{'clues': {'type': 'integer', 'minimum': 0, 'description': 'The number of givens.'}}
"""

from __future__ import annotations

import re
import sys
import typing
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, NotRequired, Required, Union

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from typing import TypedDict as TypedDict  # noqa: PLC0414 - handed on
else:
    try:  # pydantic takes no others, and brings this library
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict


#: A JSON object: what is told, by key.
Record = dict[str, Any]


def require_known(options: Mapping[str, Any], record: type, function: str) -> None:
    """Raise the `TypeError` of an unexpected keyword unless the record has all of these keys: for
    functions that take a record's keys as keywords."""
    unknown = options.keys() - record.__annotations__.keys()
    if unknown:
        raise TypeError(f"{function}() got an unexpected keyword argument {min(unknown)!r}")


class Shared(NamedTuple):
    """Marks a type that schemas define once, under this name, and refer to."""

    name: str
    description: str


Natural = Annotated[int, ("minimum", 0)]
#: A number of an item, from 1.
Number = Annotated[int, ("minimum", 1)]
#: At least 0: milliseconds, a sum.
Amount = Annotated[float, ("minimum", 0)]
#: From 0 to 1.
Share = Annotated[float, ("minimum", 0), ("maximum", 1)]
#: A SHA-256 digest.
Digest = Annotated[str, ("pattern", "^[0-9a-f]{64}$")]
Line = Annotated[
    str,
    Shared("line", "A board on one line: one symbol per cell, row by row, '.' for an empty cell."),
]
LayoutName = Annotated[
    str,
    Shared(
        "layout", "The board and its rules by name, as --layout reads it: '9x9', '6x6+diagonal'."
    ),
]
Symbols = Annotated[
    str,
    Shared(
        "symbols",
        "Of the digits, in their order; beside every layout whose symbols are not the usual ones.",
    ),
]
CellName = Annotated[str, Shared("cell", "A cell by name: 'r4c7'.")]
Placed = Annotated[str, Shared("placed", "A digit in a cell: 'r4c7=5'.")]
Grade = Annotated[
    Amount,
    Shared("rating", "A rating on the scale that --scale names; 0 where there is nothing to rate."),
]
Candidate = Annotated[
    list[Number],
    ("minItems", 3),
    ("maxItems", 3),
    Shared("candidate", "[row, column, digit], from 1: the digit's place among the symbols."),
]
Masks = Annotated[
    list[Natural], Shared("masks", "For each cell, the sum of 2^(digit-1) over its candidates.")
]
Names = Annotated[list[str], Shared("names", "Names of houses and rules: 'box 2 digit 8'.")]
#: The scale of techniques and ratings.
ScaleName = Literal["se", "se118", "satdoku"]


class LayoutRecord(TypedDict):
    """The keys that name a board."""

    layout: LayoutName
    symbols: NotRequired[Symbols]


class BoardRecord(TypedDict):
    """A puzzle and its board, with which other records begin."""

    puzzle: Required[Line]
    layout: Required[LayoutName]
    symbols: NotRequired[Symbols]


class MetadataRecord(TypedDict, total=False):
    """Data about a puzzle that many formats share; all of it is text."""

    title: str
    author: str
    source: str
    level: str
    rating: str
    seed: str
    description: str
    comment: str
    date: str
    url: str
    ruleset: str


class PuzzleRecord(BoardRecord, MetadataRecord):
    """A puzzle with its board, its rules, its title and the like. left_out: rules and drawings of
    the text that it was read from which it omits ("drawn: …": not understood, perhaps a rule)."""

    left_out: list[str]


JSON_TYPES = {int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null"}


def schema_of(kind: Any, defs: Record) -> Record:
    """Return the JSON Schema of a type; `defs` receives what it refers to.

    kind: a record, or a type made of int, float, str, bool, None, Any, object, lists, tuples of one
    type, mappings from text, Literal, unions, and Annotated with (key, value) of the schema or
    `Shared`.
    """
    origin = typing.get_origin(kind)
    parts = typing.get_args(kind)
    if kind in (Any, object):
        return {}
    if kind in JSON_TYPES:
        return {"type": JSON_TYPES[kind]}
    if origin is Annotated:
        found = schema_of(parts[0], defs)
        for more in parts[1:]:
            if isinstance(more, Shared):
                defs[more.name] = found | {"description": more.description}
                found = {"$ref": f"#/$defs/{more.name}"}
            else:
                found |= dict([more])
        return found
    if origin is Literal:
        return {"const": parts[0]} if len(parts) == 1 else {"enum": list(parts)}
    if origin in (Union, UnionType):
        schemas = [schema_of(part, defs) for part in parts]
        if len(schemas) == 2 and schemas[1] == {"type": "null"} and "type" in schemas[0]:
            return schemas[0] | {"type": [schemas[0]["type"], "null"]}
        return {"anyOf": schemas}
    if origin in (list, tuple):
        items = schema_of(parts[0], defs)
        return {"type": "array"} | ({"items": items} if items else {})
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(parts[1], defs)}
    name = kind.__name__.removesuffix("Record").lower()
    if name not in defs:
        defs[name] = {}  # a record may contain records of its own type
        defs[name] |= object_schema(kind, defs)
    return {"$ref": f"#/$defs/{name}"}


def object_schema(record: type, defs: Record) -> Record:
    """Return the schema of a record in full; `defs` receives what it refers to."""
    hints = typing.get_type_hints(record, include_extras=True)
    descriptions = dict(_descriptions(record.__doc__ or "", list(hints)))
    properties, required = {}, []
    for key, kind in hints.items():
        marked = typing.get_origin(kind) in (Required, NotRequired)
        properties[key] = schema_of(typing.get_args(kind)[0] if marked else kind, defs)
        properties[key] |= {"description": descriptions[key]} if key in descriptions else {}
        if typing.get_origin(kind) is Required if marked else getattr(record, "__total__", True):
            required.append(key)
    found = {"type": "object", "properties": properties, "required": required}
    return found | ({"description": descriptions[""]} if descriptions.get("") else {})


def _descriptions(text: str, keys: list[str]) -> Iterator[tuple[str, str]]:
    """Yield (key, description) of a docstring, with "" for what it says of the whole."""
    key = "|".join(keys)
    for paragraph in reversed(text.split("\n\n")):  # so that of several the first stands
        start = rf"(?:^|(?<=[.;] ))((?:{key})(?:, (?:{key}))*): "
        whole, *rest = re.split(start, " ".join(paragraph.split()))
        yield "", whole.strip()
        for names, description in zip(rest[::2], rest[1::2], strict=True):
            sentence = description[0].upper() + description[1:].strip().rstrip(".;") + "."
            yield from ((name, sentence) for name in names.split(", "))
