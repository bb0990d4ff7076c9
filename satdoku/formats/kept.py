"""What a text says of a puzzle beyond its rules and digits: titles, drawings, rules left out.

It travels with the puzzle, as JSON, and is written again in the same format; nothing reads more
into it. Two puzzles are the same whatever is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..board import Puzzle

#: Under this name stand the rules that were left out.
LEFT_OUT = "left out"


def keeping(
    puzzle: Puzzle, form: str, data: dict[str, Any], left_out: Iterable[str] = ()
) -> Puzzle:
    """The puzzle with what a text of that form says besides."""
    everything = {form: data} if data else {}
    if names := sorted(set(left_out)):
        everything[LEFT_OUT] = dict.fromkeys(names)
    return replace(puzzle, kept=json.dumps(everything)) if everything else puzzle


def kept(puzzle: Puzzle, form: str) -> dict[str, Any]:
    """What a text of that form said besides."""
    found: dict[str, Any] = json.loads(puzzle.kept).get(form, {}) if puzzle.kept else {}
    return found


def left_out(puzzle: Puzzle) -> tuple[str, ...]:
    """The rules of the text that the puzzle does not have."""
    return tuple(kept(puzzle, LEFT_OUT))
