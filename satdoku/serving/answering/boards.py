"""Puzzles as records: reading the ones that clients send, and writing all that a page needs to draw
one.

>>> shown = puzzle_record(puzzle_of({"puzzle": "12..34..........", "layout": "4x4"}))
>>> shown["puzzle"], shown["layout"], shown["regions"][:4], shown["clues"]
('12..34..........', '4x4', [0, 0, 1, 1], 4)
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any, Self

from ...board import Puzzle
from ...constraints.constraint import Constraint, other_names
from ...constraints.kind_table import Kind
from ...constraints.registry import KINDS, kind_named, short_name
from ...constraints.rules_text import rules_of
from ...constraints.wording import Fact, definition, title_of
from ...formats.rules_in_text import is_added, unread_rules
from ...geometry import House
from ...layout import Layout
from ...logic.catalog.rules import LABELS
from ...phrases import Translate
from ...record_types import Record
from .validation import Say, puzzle_of

# -- Records ----------------------------------------------------------------------------------


class RuleText(str):
    """One of the texts of `rules_of`, for telling it in another language."""

    layout: Layout
    number: int

    def __new__(cls, text: str, layout: Layout, number: int) -> Self:
        """Return the text, in English; number: its place among those of the layout."""
        own = super().__new__(cls, text)
        own.layout = layout
        own.number = number
        return own

    def told(self, translate: Translate) -> str:
        """Return it in another language."""
        return rules_of(self.layout, translate)[self.number]


def puzzle_record(puzzle: Puzzle) -> Record:
    """Return everything about a puzzle: cells, houses, constraints, how to draw them, extra data.

    `puzzle_of` reads `puzzle`, `layout`, `symbols`, `kept` and the texts of `constraints` back.
    """
    from .board_drawing import drawing_of

    layout = puzzle.layout
    bare = layout.without_constraints()
    kept: Record = json.loads(puzzle.kept) if puzzle.kept else {}
    houses = [_house(house) for house in layout.houses]
    extra_houses = [_house(house) for house in layout.extra_houses]
    unread = unread_rules(puzzle)
    constraints = [constraint_record(constraint, layout) for constraint in layout.constraints]
    return {
        "puzzle": puzzle.line,
        "layout": bare.name,
        "board": below_layer(layout).name,
        "symbols": layout.symbols,
        "kept": puzzle.kept,
        "size": layout.size,
        "height": layout.height,
        "width": layout.width,
        "first_digit": layout.digits[0],
        "places": [list(place) for place in layout.places.all],
        "regions": list(layout.regions),
        "houses": houses,
        "extra_houses": extra_houses,
        "cells": list(puzzle.cells),
        "clues": puzzle.clues,
        "constraints": constraints,
        "rules": [RuleText(text, layout, k) for k, text in enumerate(rules_of(layout))],
        "drawing": drawing_of(layout),
        "metadata": _metadata(kept),
        "left_out": sorted(kept.get("left out", {})),
        "unread": unread,
        "can_be_added": [name for name in unread if is_added(name)],
    }


def below_layer(layout: Layout) -> Layout:
    """Return a board without its rules and its layer, which a rule on it brings again."""
    below = layout.layered
    return (
        replace(below, extra_houses=layout.extra_houses) if below else layout.without_constraints()
    )


def _metadata(kept: Record) -> dict[str, str]:
    """Return what a person reads of a puzzle. kept: the data of each format that it had."""
    found = {}
    for data in kept.values():
        for key in data:
            if key in ("title", "author", "ruleset", "rules") and isinstance(data[key], str):
                found[key] = data[key]
    return found


def constraint_record(constraint: Constraint, layout: Layout) -> Record:
    """Return a constraint as a record: its text, meaning, cells and drawing style."""
    kind = kind_named(constraint.kind)
    return {
        "text": str(constraint.on(layout.places)),
        "name": short_name(constraint, layout),
        "kind": constraint.kind,
        "cells": list(constraint.cells),
        "values": list(constraint.values),
        "sentence": Fact(constraint, layout),
        "draws": _style(kind.draws),
    }


def _house(house: House) -> Record:
    return {"name": str(house), "kind": house.kind, "cells": list(house.cells)}


def _style(style: Any) -> Record:
    return {"style": type(style).__name__.lower(), **asdict(style)}


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
    language = arguments["language"]
    drawn = puzzle_picture(puzzle, solved, language=language, numbered=arguments["numbered"])
    return {"svg": drawn}


def kinds(arguments: Record, say: Say) -> Record:
    """The kinds of constraints."""
    kinds = [_kind(kind) for kind in KINDS.values()]
    return {"kinds": kinds, "levels": [label for label, _ in LABELS]}


def _kind(kind: Kind) -> Record:
    return {
        "name": kind.name,
        "title": title_of(kind),
        "sentence": definition(kind),
        "also": other_names().get(kind.name, ()),
        "cells": list(kind.cells),
        "values": list(kind.values),
        "draws": _style(kind.draws),
        "shape": kind.placement.shape if kind.placement else None,
        "on_layer": kind.on_layer,
    }


def layouts(arguments: Record, say: Say) -> Record:
    """The names that a layout can have."""
    from ...operations.layouts import layouts as listing

    return listing().record()
