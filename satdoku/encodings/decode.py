"""From a solver's model back to a grid, verified.

A model is `v` lines, or a bare list of literals, as any solver prints it. The comments of the
exported CNF tell the layout, the givens, and (where it was simplified) which variable is which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..board import Puzzle
from ..errors import DecodeError, NoModel, PuzzleError
from ..layout import Layout
from ..theory import Theory


@dataclass
class Key:
    """What the comments of an export say. originals: new → original variable, if renumbered."""

    layout: Layout | None = None
    givens: tuple[int, ...] = ()
    originals: dict[int, int] = field(default_factory=dict)
    true: set[int] = field(default_factory=set)
    renumbered: bool = False


def read_key(lines: Iterable[str]) -> Key:
    """The key from an exported file's comments (c, *, %, ; or \\ in front); reads only those."""
    words: dict[str, str] = {}
    key = Key()
    for line in lines:
        match = re.match(r"(?:c|\*|%|;|\\) (\w+) (.*)", line)
        if line.startswith("p cnf"):
            break
        if not match:
            continue
        word, text = match.groups()
        if word == "map":
            key.originals |= {int(a): int(b) for a, b in re.findall(r"(\d+)=(\d+)", text)}
        elif word == "true":
            key.true |= set(map(int, re.findall(r"\d+", text)))
        elif word == "encoding" and ", simplified" in text:
            key.renumbered = True
        else:
            words.setdefault(word, text)
    if "layout" in words:
        key.layout = Layout.named(words["layout"], words.get("symbols", ""))
        digits = {symbol: d for d, symbol in enumerate("." + key.layout.symbols)}
        cells = tuple(digits.get(mark, -1) for mark in words.get("puzzle", ""))
        try:
            key.givens = Puzzle(cells, key.layout).givens
        except PuzzleError:
            raise DecodeError("the comment `puzzle` of the exported file is damaged") from None
    return key


def read_model(lines: Iterable[str]) -> list[int]:
    """The literals of a model: none if the solver had nothing left to decide.

    Raises `NoModel` where it says that there is none, `DecodeError` for text that is no model, a
    cut-off or contradictory one.
    """
    literals: dict[int, int] = {}
    ended = marked = named = satisfiable = False
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] in ("s", "SAT", "UNSAT", "SATISFIABLE", "UNSATISFIABLE", "INDETERMINATE"):
            status = " ".join(words[1:] if words[0] == "s" else words)
            if status not in ("SATISFIABLE", "SAT"):
                raise NoModel(f"line {number}: the solver says {status}: there is no model")
            satisfiable = True
            continue
        if words[0] == "v":
            marked = True
            words = words[1:]
        elif marked:
            continue
        for word in words:
            match = re.fullmatch(r"(-?)x?(\d{1,9})", word, re.ASCII)
            if not match:
                raise DecodeError(f"line {number}: {word[:20]!r} is no literal")
            named = named or "x" in word
            literal = int(match[1] + match[2])
            if literal == 0:
                ended = True
            elif literals.setdefault(abs(literal), literal) != literal:
                raise DecodeError(f"line {number}: variable {abs(literal)} is both true and false")
    if not literals and not (satisfiable and (ended or not marked)) and not (marked and ended):
        raise DecodeError("no model found: expected `v` lines, or literals")
    if marked and not ended and not named:  # OPB solvers write x1 -x2 … without an end
        raise DecodeError("the model is cut off: its `v` lines do not end in 0")
    return list(literals.values())


def decode(literals: Iterable[int], key: Key) -> Puzzle:
    """The grid of a model, verified; `DecodeError` names the clause or given that it violates."""
    layout = key.layout or Layout.boxes(3, 3)
    theory = Theory.of(layout)
    true = {literal for literal in literals if literal > 0}
    if key.renumbered:
        true = {key.originals[v] for v in true if v in key.originals} | key.true
    own = sorted(v for v in true if v <= theory.variable_count)
    if violated := theory.violation(true):
        clause, held = violated
        names = ", ".join(map(theory.variable_name, held)) or "none of its variables"
        raise DecodeError(
            f"the model violates {clause}: {names} is true; "
            f"is it a model of another theory than {layout.name}?"
        )
    for given in key.givens:
        if given not in true:
            name = theory.variable_name(given)
            raise DecodeError(f"the model does not hold the given {name}: is it another puzzle's?")
    return Puzzle.from_variables(own, layout)
