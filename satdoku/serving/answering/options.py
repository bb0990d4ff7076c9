"""The options of operations besides the puzzle, as JSON Schemas. Each default is stated once,
here or where an operation lists the option: `validation.checked` fills it in and the API page
shows it.

>>> usually(TIME, 20.0)["default"], "default" in TIME
(20.0, False)
"""

from __future__ import annotations

from typing import Any

from ...certificates import CLAIMS, OF_PROPER
from ...languages import languages
from ...layout_data import MAX_SIZE
from ...record_types import Record

Schema = Record


def usually(schema: Schema, default: Any) -> Schema:
    """Return the schema with a default value."""
    return schema | {"default": default}


TIME: Schema = {"type": "number", "minimum": 0.01, "description": "Time limit in seconds."}
IGNORE: Schema = {
    "type": "array", "maxItems": 50, "items": {"type": "string", "maxLength": 80},
    "description": "Rules of a link or its JSON to leave out, named as in the link; 'drawings': "
                   "drawings that may be rules which only the rules text explains.",
    "default": [],
}  # fmt: skip
FROM_TEXT: Schema = {
    "type": "boolean",
    "description": "Add the rules about the whole board that only the puzzle's text states.",
    "default": False,
}
LANGUAGE: Schema = {
    "type": "string", "enum": languages(), "default": "en",
    "description": "Language of the sentences in the answer, as far as they are translated.",
}  # fmt: skip
LIMIT: Schema = {"type": "integer", "minimum": 1, "maximum": 10_000_000}
WORD: Schema = {"type": "string", "maxLength": 200}
#: A puzzle in a request: all that `parse` takes.
PUZZLE: Schema = {
    "description": "Any text or link that holds one puzzle, a record: "
    '{"puzzle": …, "layout": …, "constraints": […]}, or its cells as a list, or rows of them',
    "type": ["string", "object", "array"],
    "maxLength": 600_000,
    "maxItems": MAX_SIZE**2,
}
YES_OR_NO: Schema = {"type": "boolean", "default": False}
#: The options that are the same in every operation that takes them.
OPTIONS: dict[str, Schema] = {
    "cap": {
        "type": "integer", "minimum": 1, "maximum": 100, "default": 8,
        "description": "Maximum number of solutions counted per candidate."},
    "rules": {
        "type": "string", "maxLength": 2000, "default": "all",
        "description": "Techniques that may be used, or sets of them, separated by commas."},
    "entries": {
        "type": ["array", "string"], "maxItems": 10_000, "maxLength": 20_000,
        "items": {"type": "integer", "minimum": 0},
        "description": "By cell the digit (from 1) that a player placed, 0 for none; or the "
                       "player's state as a text: a grid of digits, or of candidates."},
    "marks": {
        "type": "array", "maxItems": 10_000, "items": {"type": "array", "maxItems": 49},
        "description": "By cell the digits (from 1) that a player still thinks possible; [] for "
                       "all."},
    "tries": {
        "type": "integer", "minimum": 1, "maximum": 500, "default": 24,
        "description": "Puzzles to rate."},
    "scale": {"type": "string", "enum": ["se", "se118", "satdoku"]},
    "seed": {"type": "integer", "minimum": 0, "maximum": 2**64 - 1, "default": 0},
    "show": {
        "type": "string", "enum": ["vague", "where", "what", "why"], "default": "why",
        "description": "The part of the board; the technique and its cells; what follows; why."},
    "until": WORD | {
        "description": "Stop after this many steps, or before the first step of a technique."},
    "claims": {
        "type": "array", "maxItems": len(OF_PROPER),
        "items": {"type": "string", "enum": list(CLAIMS)},
        "description": "What to certify; by default proper, and irreducible if it is."},
    "follows": WORD | {"description": "Certify instead that this follows: r4c7=5, r4c8<>3."},
    "denied": WORD | {"description": "With follows: candidates that are already excluded, 3r4c5."},
    "equals": PUZZLE | {"description": "Certify instead that this puzzle has the same solutions."},
    "certificate": {
        "type": ["string", "object"], "maxLength": 2_000_000,
        "description": "The object that certify returns, or its line."},
    "level": {
        "type": "string", "maxLength": 20,
        "description": "beginner, easy, medium, tricky, hard, … as `satdoku levels` lists them."},
    "technique": WORD | {"description": "A technique that the solution path must keep."},
    "verbosity": {
        "type": "string", "enum": ["full", "all", "brief", "terse", "final"], "default": "terse",
        "description": "Detail of the text; terse leaves out singles."},
}  # fmt: skip
