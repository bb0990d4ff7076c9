"""Puzzles as records: reading the ones that clients send, and writing all that a page needs to draw
one.

>>> shown = puzzle_record(puzzle_of({"puzzle": "12..34..........", "layout": "4x4"}))
>>> shown["puzzle"], shown["layout"], shown["regions"][:4], shown["clues"]
('12..34..........', '4x4', [0, 0, 1, 1], 4)
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from ...board import Puzzle
from ...constraints.constraint import Constraint
from ...constraints.registry import KINDS, kind_named, short_name
from ...constraints.table import sentence_of
from ...errors import LayoutError, ParseError, PuzzleError
from ...formats.text.reader import as_puzzle
from ...formats.variants import read_record
from ...layout import Layout
from .validation import Record, Say

#: Maximum number of constraints; maximum length of a constraint, and of other texts.
MOST_RULES, LONGEST_RULE, LONGEST_KEPT = 2_000, 20_000, 400_000
#: Maximum number of candidates (cells × digits) of a board that a client may send.
LARGEST = 49 * 49 * 49


def puzzle_of(arguments: Record) -> Puzzle:
    """Return the puzzle of an operation's arguments, given as text or as a record.

    A record has the cells on one line ("" for a blank board) and the name of a layout; optional are
    constraints (texts, in addition to those in the name), the symbols of the digits, and extra data
    to preserve (`kept`). Raises `ParseError`, `LayoutError` or `PuzzleError`.
    """
    sent = arguments["puzzle"]
    ignored = arguments.get("ignore_rules", ())
    puzzle = _of_record(sent, ignored) if isinstance(sent, dict) else _of_text(sent, ignored)
    if puzzle.layout.variable_count > LARGEST:
        raise PuzzleError(f"a board of {puzzle.layout.variable_count:,} candidates is too large")
    return puzzle


def _of_text(text: str, ignored: Any) -> Puzzle:
    from ...formats.text.reader import parse

    return parse(text, ignore_rules=ignored) if ignored else as_puzzle(text)


def _of_record(record: Record, ignored: Any) -> Puzzle:
    if "puzzle" not in record or not isinstance(record.get("layout"), str):
        found = read_record(record, ignored)
        if found is None:
            raise ParseError('a puzzle record needs at least "puzzle" and "layout"')
        return found
    known = ("puzzle", "layout", "symbols", "constraints", "kept")
    if wrong := [key for key in record if key not in known]:
        raise ParseError(f"a puzzle record cannot have {wrong[0][:40]!r}: {', '.join(known)}")
    line, name, symbols, rules, kept = (record.get(key) or "" for key in known)
    for key, value in (("puzzle", line), ("symbols", symbols), ("kept", kept)):
        if not isinstance(value, str) or len(value) > LONGEST_KEPT:
            raise ParseError(f"{key!r} of a record must be a text of normal length")
    rules = rules or []
    if not isinstance(rules, list) or len(rules) > MOST_RULES:
        raise ParseError(f"'constraints' of a record must be a list of at most {MOST_RULES:,}")
    for rule in rules:
        if not isinstance(rule, str) or len(rule) > LONGEST_RULE:
            raise ParseError("a constraint of a record must be a text: killer:13:r1c1,r1c2")
    layout = _board(name, symbols, tuple(rules))
    marks = {symbol: d for d, symbol in enumerate(layout.symbols, 1)} | {".": 0}
    if wrong := [mark for mark in line if mark not in marks]:
        raise ParseError(f"{wrong[0]!r} in the puzzle is not a symbol of the layout")
    cells = tuple([marks[mark] for mark in line]) or (0,) * layout.cell_count
    return Puzzle(cells, layout, _checked_kept(kept))


def _board(name: str, symbols: str, rules: tuple[str, ...]) -> Layout:
    if len(name) > LONGEST_KEPT:
        raise LayoutError("the name of a layout is too long")
    layout = Layout.named(name, symbols)
    return layout.with_constraints(*rules) if rules else layout


def _checked_kept(text: str) -> str:
    if not text:
        return ""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(v, dict) for v in data.values()):
        raise ParseError("'kept' of a record must be the one that `parse` returned")
    return text


# -- Records ----------------------------------------------------------------------------------


def puzzle_record(puzzle: Puzzle) -> Record:
    """Return everything about a puzzle: cells, houses, constraints, how to draw them, extra data.

    `puzzle_of` reads `puzzle`, `layout`, `symbols`, `kept` and the texts of `constraints` back.
    """
    layout = puzzle.layout
    bare = layout.without_constraints()
    kept: Record = json.loads(puzzle.kept) if puzzle.kept else {}
    return {
        "puzzle": puzzle.line,
        "layout": bare.name,
        "board": (layout.layered or bare).name,
        "symbols": layout.symbols,
        "kept": puzzle.kept,
        "size": layout.size,
        "height": layout.height,
        "width": layout.width,
        "first_digit": layout.digits[0],
        "places": [list(place) for place in layout.places.all],
        "regions": list(layout.regions),
        "houses": [
            {"name": str(h), "kind": h.kind, "cells": list(h.cells)} for h in layout.houses
        ],
        "extra_houses": [
            {"name": str(h), "kind": h.kind, "cells": list(h.cells)} for h in layout.extra_houses
        ],
        "cells": list(puzzle.cells),
        "clues": puzzle.clues,
        "constraints": [constraint_record(c, layout) for c in layout.constraints],
        "drawing": drawing_of(layout),
        "metadata": {
            key: str(value)
            for form in kept.values()
            for key, value in form.items()
            if key in ("title", "author", "ruleset", "rules") and isinstance(value, str)
        },
        "left_out": sorted(kept.get("left out", {})),
    }  # fmt: skip


def constraint_record(constraint: Constraint, layout: Layout) -> Record:
    """Return a constraint as a record: its text, meaning, cells and drawing style."""
    kind = kind_named(constraint.kind)
    return {
        "text": str(constraint.on(layout.places)),
        "name": short_name(constraint, layout),
        "kind": constraint.kind,
        "cells": list(constraint.cells),
        "values": list(constraint.values),
        "sentence": sentence_of(constraint, layout),
        "draws": _style(kind.draws),
    }


def _style(style: Any) -> Record:
    return {"style": type(style).__name__.lower(), **asdict(style)}


def drawing_of(layout: Layout) -> Record:
    """Return a board as pieces of SVG, without digits.

    corners: x, y of each cell's upper left corner; cell: the side of a cell; insides: the part of
    each cell that candidates may fill (x and y from its corner, width, height); behind, frame,
    before: what is drawn behind the digits (houses, lines, rules), the frame, and what is drawn in
    front of them; width and height of the drawing.
    """
    from ...render.picture import rules
    from ...render.picture.board import diagonals, extra_houses, frame
    from ...render.picture.plan import CELL, Plan

    plan = Plan.of(layout)
    behind = [*extra_houses(plan), *diagonals(plan), *rules.behind(plan)]
    return {
        "width": plan.width,
        "height": plan.height,
        "cell": CELL,
        "corners": [list(plan.corner(cell)) for cell in range(layout.cell_count)],
        "insides": [list(box) for box in plan.insides],
        "behind": "".join(behind),
        "frame": "".join(frame(plan)),
        "before": "".join(rules.before(plan)),
    }


# -- Operations -------------------------------------------------------------------------------


def parse(arguments: Record, say: Say) -> Record:
    """Any text, link or record → the puzzle with all its data."""
    return puzzle_record(puzzle_of(arguments))


def render(arguments: Record, say: Say) -> Record:
    """The puzzle as SVG; solved if `solution` is set."""
    from ...operations.solving import solution
    from ...render.picture.svg import puzzle_picture

    puzzle = puzzle_of(arguments)
    solved = solution(puzzle) if arguments["solution"] else None
    return {"svg": puzzle_picture(puzzle, solved, arguments["numbered"])}


def kinds(arguments: Record, say: Say) -> Record:
    """The kinds of constraints."""
    return {
        "kinds": [
            {
                "name": kind.name,
                "sentence": kind.sentence_for(),
                "cells": list(kind.cells),
                "values": list(kind.values),
                "draws": _style(kind.draws),
                "shape": kind.placement.shape if kind.placement else None,
            }
            for kind in KINDS.values()
        ]
    }


def layouts(arguments: Record, say: Say) -> Record:
    """The names that a layout can have."""
    from ...operations.layouts import layouts as listing

    return listing().record()
