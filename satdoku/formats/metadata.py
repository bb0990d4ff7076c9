"""Data about a puzzle beyond its rules and digits: titles, drawings, omitted rules.

It accompanies the puzzle as JSON and is written back in the same format; nothing interprets it.
Data that many formats share (`ABOUT`: title, author, source, level, …) is stored under names of our
own, so that it survives conversion between formats. It does not affect the equality of puzzles.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..board import Puzzle
from ..errors import ParseError
from ..phrases import phrase
from ..record_types import MetadataRecord, Record
from ..sanitize import without_controls
from .rules_in_text import broken_by, is_added, unread_rules
from .text.json_text import whole

#: The key of the omitted rules.
LEFT_OUT = "left out"
#: The name of omitted drawings, which may stand for rules that only the rules text explains.
DRAWINGS = "drawings"
#: In its place, the name of drawings that may be rules follows this mark; in `ignore`: they are
#: refused.
DRAWN, REFUSED = "drawn: ", "refuse drawings"
#: In `ignore`: rules that only the puzzle's text states are added.
ADDED = "rules from text"
#: The name of fog, which hides cells while solving and restricts no digit.
FOG = "fog"
#: A rules text with which drawings have no meaning.
USUAL = re.compile(
    r"\W*((normal|classic|standard|regular|usual)\s+)?sudoku(\s+rules)?(\s+apply)?\W*",
    re.IGNORECASE,
)
#: Keys of the metadata that many formats share; the maximum length of a value.
ABOUT = tuple(MetadataRecord.__annotations__)
MOST_SAID = 10_000
#: Maximum number of characters of all metadata in a record.
LONGEST_KEPT = 400_000
#: The key of a solver's progress: cells whose digit is placed, not given, and eliminated
#: candidates, as [cell, digit].
STATE = "state"
#: The key of other programs' data for cells, by their names ("R1C1").
CELLS_BESIDES = "cells"
#: What parts the rules that are left out, in a table.
IN_TABLES = "; "
#: The key of what a reader noticed in the text around a puzzle.
NOTES = "notes"
#: The names of shared metadata in formats with a record of their own ("a.b": b in a).
OWN_NAMES = {
    "fpuzzles": {"title": "title", "author": "author", "ruleset": "ruleset"},
    "scf": {"title": "title", "author": "author"},
    "sudokupad": {
        "title": "metadata.title", "author": "metadata.author", "source": "metadata.source",
        "ruleset": "metadata.rules",
    },
}  # fmt: skip


def keeping(puzzle: Puzzle, format_name: str, data: Record, left_out: Iterable[str] = ()) -> Puzzle:
    """Return the puzzle with the other data that a text of that format contains."""
    fields = {}
    own = data
    for name, path in OWN_NAMES.get(format_name, {}).items():
        value, rest = _without(own, path.split("."))
        if isinstance(value, str) and value:
            fields[name] = value
            own = rest
    everything: Record = {format_name: own} if own else {}
    if fields:
        everything["about"] = fields
    if names := sorted(set(left_out)):
        everything[LEFT_OUT] = dict.fromkeys(names)
    if not everything:
        return puzzle
    return replace(puzzle, kept=json.dumps(whole(everything)))


def _everything(puzzle: Puzzle) -> Record:
    """Return all metadata, without control characters."""
    return without_controls(json.loads(puzzle.kept)) if puzzle.kept else {}


def kept(puzzle: Puzzle, format_name: str) -> Record:
    """Return the other data that belongs into a text of that format, and what the rules say where
    it has a place for that and the puzzle brings no text of its own."""
    everything = _everything(puzzle)
    found: Record = everything.get(format_name, {})
    fields = everything.get("about", {})
    own_names = OWN_NAMES.get(format_name, {})
    if "ruleset" in own_names and "ruleset" not in fields and puzzle.layout.constraints:
        from ..constraints.rules_text import rules_of

        fields = fields | {"ruleset": "\n".join(rules_of(puzzle.layout))}
    for name, path in own_names.items():
        if name in fields:
            *above, last = path.split(".")
            inner = found
            for part in above:
                inner = inner.setdefault(part, {})
            inner[last] = fields[name]
    return found


def has_kept(puzzle: Puzzle, format_name: str) -> bool:
    """Whether other data was kept that belongs into a text of that format."""
    return format_name in _everything(puzzle)


def kept_of_record(record: Mapping[str, Any]) -> str:
    """Return the metadata that a record holds under "kept", as `Puzzle.kept`."""
    text = record.get("kept") or ""
    if text in ("", "logic", "proper"):  # the key of another answer
        return ""
    try:
        data = json.loads(text) if isinstance(text, str) and len(text) <= LONGEST_KEPT else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(v, dict) for v in data.values()):
        raise ParseError("'kept' of a record must be the one that `parse` returned")
    return str(text)


def cells_besides(data: Record) -> dict[str, Record]:
    """Return other programs' data for cells, by their names; what is malformed is ignored."""
    cells = data.get(CELLS_BESIDES)
    if not isinstance(cells, dict):
        return {}
    return {name: cell for name, cell in cells.items() if isinstance(cell, dict)}


def is_kept(puzzle: Puzzle, format_name: str) -> bool:
    """Whether a text of that format contained data without a name of our own."""
    return format_name in puzzle.kept and bool(_everything(puzzle).get(format_name))


def about(puzzle: Puzzle) -> dict[str, str]:
    """Return the shared metadata, by the names of `ABOUT` and in their order."""
    fields = _everything(puzzle).get("about", {})
    return {name: fields[name] for name in ABOUT if name in fields}


def with_about(puzzle: Puzzle, fields: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle with more metadata; empty values and values that are not text are
    ignored."""
    if not fields:
        return puzzle
    named = {name.strip().lower(): value for name, value in fields.items()}
    new = {}
    for name in ABOUT:
        value = named.get(name)
        text = str(value) if isinstance(value, str | int | float) else ""
        if text.strip():
            new[name] = text[:MOST_SAID]
    if not new:
        return puzzle
    everything = _everything(puzzle)
    known = everything.get("about", {})
    everything["about"] = known | whole(new)
    return replace(puzzle, kept=json.dumps(everything))


def state(puzzle: Puzzle) -> tuple[list[int], list[tuple[int, int]]]:
    """Return (cells whose digit is placed, not given; eliminated candidates, as (cell, digit))."""
    known = _everything(puzzle).get(STATE, {})
    return known.get("placed", []), [(cell, digit) for cell, digit in known.get("gone", [])]


def state_text(puzzle: Puzzle) -> dict[str, str]:
    """Return the same as text: "r1c1 r2c5" for placed digits, "r1c2<>3 r1c4<>3" for eliminated
    candidates; empty entries are omitted."""
    placed, gone = state(puzzle)
    layout = puzzle.layout
    texts = {}
    if placed:
        texts["placed"] = " ".join(map(layout.cell_name, placed))
    if gone:
        words = [f"{layout.cell_name(cell)}<>{layout.symbol(d)}" for cell, d in gone]
        texts["gone"] = " ".join(words)
    return texts


def with_state_text(puzzle: Puzzle, record: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle with the state in a record of that form; malformed entries are ignored."""
    layout = puzzle.layout
    cells = {layout.cell_name(cell): cell for cell in layout.all_cells}
    digits = layout.digit_of
    placed_names = str(record.get("placed") or "").split()
    placed = [cells[name] for name in placed_names if name in cells]
    gone = []
    for word in str(record.get("gone") or "").split():
        name, _, mark = word.partition("<>")
        if name in cells and mark in digits:
            gone.append([cells[name], digits[mark]])
    return with_state(puzzle, placed, gone)


def played(puzzle: Puzzle, digits: Iterable[tuple[int | None, int]]) -> Puzzle:
    """Return the puzzle after a player has entered digits in its blank cells, one after another
    (0 clears a cell); what fits no cell is ignored."""
    cells = list(puzzle.cells)
    for cell, digit in digits:
        if cell is not None and not puzzle.cells[cell] and 0 <= digit <= puzzle.layout.size:
            cells[cell] = digit
    placed = [cell for cell, digit in enumerate(cells) if digit and not puzzle.cells[cell]]
    return with_state(Puzzle(tuple(cells), puzzle.layout, puzzle.kept), placed, [])


def with_state(puzzle: Puzzle, placed: Iterable[int], gone: Iterable[Iterable[int]]) -> Puzzle:
    """Return the puzzle with a solver's progress: see `state`."""
    known: dict[str, list[Any]] = {"placed": list(placed), "gone": [list(one) for one in gone]}
    known = {name: value for name, value in known.items() if value}
    if not known:
        return puzzle
    everything = _everything(puzzle)
    everything[STATE] = known
    return replace(puzzle, kept=json.dumps(everything))


def with_note(puzzle: Puzzle, note: str) -> Puzzle:
    """Return the puzzle with something that a reader noticed in the text around it."""
    everything = _everything(puzzle)
    everything.setdefault(NOTES, {})[note] = None
    return replace(puzzle, kept=json.dumps(everything))


def notes_in(text: str) -> tuple[str, ...]:
    """Return what a reader noticed, from the metadata text of a puzzle."""
    if NOTES not in text:
        return ()
    return tuple(json.loads(text).get(NOTES, ()))


def without_drawings(drawn: Collection[str], ignore: Collection[str], rules: str = "") -> list[str]:
    """Return the names of the drawings that are omitted; those not in `ignore`, which may be rules,
    are marked by `DRAWN`.

    rules: the rules text; if it only says that normal rules apply, drawings have no meaning. Raises
    `ParseError` if `ignore` contains `REFUSED` instead.
    """
    if USUAL.fullmatch(rules) or not drawn:
        return []
    if DRAWINGS in ignore:
        return [DRAWINGS]
    unread = [name for name in drawn if name not in ignore]
    if REFUSED in ignore and unread:
        listed = ", ".join(unread)
        raise ParseError(
            phrase(
                "the puzzle has drawings ({listed!s}), and only the text of its rules says what "
                "they mean (--drawings keep reads it without them and says so)",
                listed=listed,
            )
        )
    return [name if name in ignore else DRAWN + name for name in drawn]


def unread(puzzle: Puzzle) -> list[str]:
    """Return the names of the drawings that may be rules and were not understood."""
    names = left_out(puzzle) if DRAWN in puzzle.kept else ()
    return [name.removeprefix(DRAWN) for name in names if name.startswith(DRAWN)]


def caveat(puzzle: Puzzle, solutions: int | None = None, found: Puzzle | None = None) -> str:
    """Return what an answer leaves open since drawings, or rules in the puzzle's text, were not
    understood; "" for nothing.

    solutions: how many were found, 2 for several; None: the answer does not say. A rule can only
    exclude solutions, so "none" stays true. found: the first solution, which is tried against the
    rules of the text.
    """
    if not puzzle.kept or solutions == 0:
        return ""
    drawn = unread(puzzle)
    if rules := unread_rules(puzzle):
        open_ = _listed(rules)
        broken = broken_by(puzzle, found) if found else []
        if broken and solutions == 1:
            said = "no solution with {rules}, which this one breaks"
            return phrase(said, rules=_listed(broken))
        if broken:
            said = "without {rules}; this solution breaks {broken!s}"
            return phrase(said, rules=open_, broken=", ".join(broken))
        if found and solutions == 1 and not drawn and all(map(is_added, rules)):
            said = "{rules} was not read, but this solution obeys it: it is the only one"
            return phrase(said, rules=open_)
        if drawn:
            open_ = phrase("{rules} and the drawings", rules=open_)
        if solutions == 1:
            said = "at most one solution, and this is it if it obeys what was not read: {rules}"
            return phrase(said, rules=open_)
        return phrase("without {rules}", rules=open_)
    if not drawn:
        return ""
    if solutions == 1:
        return "at most one solution, and this is it if the drawings are rules"
    return "without the drawings, which may be rules"


def open_note(puzzle: Puzzle) -> str:
    """Return the caveat for an answer that says nothing of solutions, in brackets; "" for none."""
    open_ = caveat(puzzle)
    return phrase("({text})", text=open_) if open_ else ""


def _listed(rules: list[str]) -> str:
    names = ", ".join(rules)
    if len(rules) == 1:
        return phrase("the rule {names!s} of its text", names=names)
    return phrase("the rules {names!s} of its text", names=names)


def unknown_rule(name: object, what: str = "rule") -> ParseError:
    """Return the error for an unknown rule: without it, the puzzle would be a different one."""
    return ParseError(
        phrase(
            "the {what} {name!r} is not known, and without it the puzzle would be different "
            "(--ignore-rules leaves it out)",
            what=what,
            name=str(name)[:40],
        )
    )


def with_left_out(puzzle: Puzzle, names: Any) -> Puzzle:
    """Return the puzzle with the names that a record of it lists as left out."""
    if isinstance(names, str):  # the field of a table
        names = names.split(IN_TABLES)
    texts = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    if not texts:
        return puzzle
    everything = _everything(puzzle)
    everything[LEFT_OUT] = everything.get(LEFT_OUT, {}) | dict.fromkeys(sorted(texts))
    return replace(puzzle, kept=json.dumps(whole(everything)))


def left_out(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the rules of the original text that the puzzle omits."""
    return left_out_in(puzzle.kept)


def left_out_in(text: str) -> tuple[str, ...]:
    """The same for the metadata text of a puzzle."""
    if LEFT_OUT not in text:
        return ()
    return tuple(json.loads(text).get(LEFT_OUT, ()))


def _without(data: Record, path: list[str]) -> tuple[Any, Record]:
    """Return (the value at a path, the data without it); None if there is no such value."""
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
