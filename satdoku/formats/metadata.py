"""What a text says of a puzzle beyond its rules and digits: titles, drawings, rules left out.

It travels with the puzzle, as JSON, and is written again in the same format; nothing reads more
into it. What many formats say (`ABOUT`: title, author, source, level, …) is kept under names of
our own, so that it goes along from any of them to any other. Two puzzles are the same whatever is
kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..board import Puzzle
from ..errors import ParseError
from ..sanitize import without_controls
from .text.json_text import whole

#: Under this name stand the rules that were left out.
LEFT_OUT = "left out"
#: The name there of drawings, which may stand for rules that only the text of the rules gives.
DRAWINGS = "drawings"
#: A text of rules by which drawings mean nothing.
USUAL = re.compile(
    r"\W*((normal|classic|standard|regular|usual)\s+)?sudoku(\s+rules)?(\s+apply)?\W*",
    re.IGNORECASE,
)
#: What is said of a puzzle in many formats, and its characters, at most.
ABOUT = (
    "title", "author", "source", "level", "rating", "description", "comment", "date", "url",
    "ruleset",
)  # fmt: skip
MOST_SAID = 10_000
#: Under this name stands where a solver is: cells whose digit is placed, not given, and candidates
#: that are gone, as [cell, digit].
STATE = "state"
#: What formats with a record of their own call it ("a.b": b in a).
OWN_NAMES = {
    "fpuzzles": {"title": "title", "author": "author", "ruleset": "ruleset"},
    "scf": {"title": "title", "author": "author"},
    "sudokupad": {
        "title": "metadata.title", "author": "metadata.author", "source": "metadata.source",
        "ruleset": "metadata.rules",
    },
}  # fmt: skip


def keeping(
    puzzle: Puzzle,
    form: str,
    data: dict[str, Any],
    left_out: Iterable[str] = (),
) -> Puzzle:
    """The puzzle with what a text of that form says besides."""
    said, own = {}, data
    for name, path in OWN_NAMES.get(form, {}).items():
        value, rest = _without(own, path.split("."))
        if isinstance(value, str) and value:
            said[name], own = value, rest
    everything: dict[str, Any] = {form: own} if own else {}
    if said:
        everything["about"] = said
    if names := sorted(set(left_out)):
        everything[LEFT_OUT] = dict.fromkeys(names)
    return replace(puzzle, kept=json.dumps(whole(everything))) if everything else puzzle


def _everything(puzzle: Puzzle) -> dict[str, Any]:
    """All that is kept, without characters that a terminal would obey."""
    return without_controls(json.loads(puzzle.kept)) if puzzle.kept else {}


def kept(puzzle: Puzzle, form: str) -> dict[str, Any]:
    """What a text of that form says besides."""
    if not puzzle.kept:
        return {}
    everything = _everything(puzzle)
    found: dict[str, Any] = everything.get(form, {})
    said = everything.get("about", {})
    for name, path in OWN_NAMES.get(form, {}).items():
        if name in said:
            *above, last = path.split(".")
            inner = found
            for part in above:
                inner = inner.setdefault(part, {})
            inner[last] = said[name]
    return found


def is_kept(puzzle: Puzzle, form: str) -> bool:
    """A text of that form said something that has no name of our own."""
    return form in puzzle.kept and bool(_everything(puzzle).get(form))


def about(puzzle: Puzzle) -> dict[str, str]:
    """What is said of it in many formats, by the names of `ABOUT`, in their order."""
    said = _everything(puzzle).get("about", {})
    return {name: said[name] for name in ABOUT if name in said}


def with_about(puzzle: Puzzle, said: Mapping[str, Any]) -> Puzzle:
    """The puzzle with more said of it; what is no text, or empty, is passed over."""
    new = {
        name: str(said[name])[:MOST_SAID]
        for name in ABOUT
        if isinstance(said.get(name), str | int | float) and str(said[name]).strip()
    }
    if not new:
        return puzzle
    everything = _everything(puzzle)
    everything["about"] = everything.get("about", {}) | whole(new)
    return replace(puzzle, kept=json.dumps(everything))


def state(puzzle: Puzzle) -> tuple[list[int], list[tuple[int, int]]]:
    """(cells whose digit is placed, not given; candidates that are gone, as cell and digit)."""
    known = _everything(puzzle).get(STATE, {})
    return known.get("placed", []), [(cell, digit) for cell, digit in known.get("gone", [])]


def state_text(puzzle: Puzzle) -> dict[str, str]:
    """The same as text: "r1c1 r2c5" of digits that are placed, "r1c2<>3 r1c4<>3" of candidates
    that are gone; nothing where there is none."""
    placed, gone = state(puzzle)
    layout = puzzle.layout
    texts = {
        "placed": " ".join(map(layout.cell_name, placed)),
        "gone": " ".join(f"{layout.cell_name(cell)}<>{layout.symbol(d)}" for cell, d in gone),
    }
    return {name: text for name, text in texts.items() if text}


def with_state_text(puzzle: Puzzle, record: Mapping[str, Any]) -> Puzzle:
    """The puzzle with the state that a record tells so; what is none is passed over."""
    layout = puzzle.layout
    cells = {layout.cell_name(cell): cell for cell in range(layout.cell_count)}
    texts = [str(record.get(name) or "").split() for name in ("placed", "gone")]
    placed = [cells[word] for word in texts[0] if word in cells]
    split = [word.partition("<>") for word in texts[1]]
    gone = [
        [cells[name], layout.symbols.index(mark) + 1]
        for name, _, mark in split
        if name in cells and len(mark) == 1 and mark in layout.symbols
    ]
    return with_state(puzzle, placed, gone)


def with_state(puzzle: Puzzle, placed: Iterable[int], gone: Iterable[Iterable[int]]) -> Puzzle:
    """The puzzle with where a solver is: see `state`."""
    known = {"placed": list(placed), "gone": [list(one) for one in gone]}
    if not any(known.values()):
        return puzzle
    everything = _everything(puzzle)
    everything[STATE] = {name: value for name, value in known.items() if value}
    return replace(puzzle, kept=json.dumps(everything))


def without_drawings(drawn: Collection[str], ignore: Collection[str], rules: str = "") -> list[str]:
    """The names of what is drawn and left out; `ParseError` unless `ignore` names it or drawings.

    rules: their text; where it is just that the usual rules apply, drawings mean nothing.
    """
    if USUAL.fullmatch(rules):
        return []
    if DRAWINGS in ignore:
        return [DRAWINGS] if drawn else []
    for name in drawn:
        if name not in ignore:
            raise ParseError(
                f"the puzzle has drawings ({name}), and only the text of its rules says what they "
                "mean: without them it may be another puzzle (--drawings ignore reads it so)"
            )
    return list(drawn)


def left_out(puzzle: Puzzle) -> tuple[str, ...]:
    """The rules of the text that the puzzle does not have."""
    return left_out_in(puzzle.kept)


def left_out_in(text: str) -> tuple[str, ...]:
    """The same, of what is kept of a puzzle."""
    return tuple(json.loads(text).get(LEFT_OUT, ())) if LEFT_OUT in text else ()


def _without(data: dict[str, Any], path: list[str]) -> tuple[Any, dict[str, Any]]:
    """(the value at a path, the data without it); None where there is none."""
    name, *below = path
    if name not in data:
        return None, data
    rest = {key: value for key, value in data.items() if key != name}
    if not below:
        return data[name], rest
    if not isinstance(data[name], dict):
        return None, data
    value, inner = _without(data[name], below)
    return value, rest | {name: inner} if inner else rest
