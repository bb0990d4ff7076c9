"""From a solver's model back to a grid, verified.

The comments of the exported file give the layout, the givens, and (if it was simplified) the
numbering of the variables; `models` reads the solver's output.

>>> decode("1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1", layout=Layout.of_size(4)).solution.line
'1234341221434321'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import index
from typing import Literal

from ..board import STANDARD, Puzzle
from ..errors import DecodeError, LayoutError, NoModel, PuzzleError
from ..frozen import frozen
from ..layout import Layout, as_layout
from ..phrases import phrase
from ..record_types import LayoutRecord, Line
from ..sanitize import shown
from ..theory import Theory, Variables
from .models import read_model


@dataclass
class Key:
    """The content of an export's comments. originals: new → original variable, if renumbered."""

    layout: Layout | None = None
    givens: Variables = ()
    originals: dict[int, int] = field(default_factory=dict)
    true: set[int] = field(default_factory=set)
    renumbered: bool = False

    @property
    def theory(self) -> Theory:
        """The exported theory; the 9×9 board if the comments name no layout."""
        return Theory.of(self.layout or STANDARD)


class DecodedRecord(LayoutRecord):
    """A solution, and that it was checked."""

    solution: Line
    verified: Literal[True]


@frozen
class Decoded:
    """A model that is a solution: checked against every clause, and the givens if known.

    >>> decoded = decode("1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1", layout="4x4")
    >>> decoded.record()
    {'solution': '1234341221434321', 'layout': '4x4', 'verified': True}
    """

    solution: Puzzle

    def record(self) -> DecodedRecord:
        """For JSON."""
        layout = self.solution.layout.record()
        return {"solution": self.solution.line, **layout, "verified": True}

    def text(self) -> str:
        """The grid."""
        return str(self.solution)

    def grid(self) -> str:
        """The same."""
        return self.text()

    def line(self) -> str:
        """Return the solution, one character per cell."""
        return self.solution.line

    def __repr__(self) -> str:
        return f"<Decoded {self.solution.line[:81]}>"


def decode(
    model: str | Iterable[str] | Iterable[int] | None,
    exported: str | Iterable[str] = (),
    layout: Layout | str | None = None,
) -> Decoded:
    """Decode and verify the solution that a solver printed.

    model: its output, as a text or lines (see `encodings.models`), or literals as PySAT's
    `get_model()` returns them, None if there is no model. exported: the file that it solved, as
    text or lines; its comments give board and givens. layout: the board, if there is no such file.
    Raises `NoModel` if the solver found no model, `DecodeError` for text that is not a model, or
    for a model that violates a clause or a given, which the error names.

    >>> from satdoku.encodings.exporting import export
    >>> file = export("1234341221434321", simplified=True)
    >>> decode("s SATISFIABLE\\nv 0\\n", file.text()).line()
    '1234341221434321'
    """
    key = read_key(exported.splitlines() if isinstance(exported, str) else exported)
    key.layout = as_layout(layout) or key.layout
    if model is None:
        raise NoModel("there is no model: the solver found none, or has not been run yet")
    try:
        parts = model.splitlines() if isinstance(model, str) else list(model)
        lines = [part for part in parts if isinstance(part, str)]
        if not lines and parts:
            lines = ["v " + " ".join(str(index(literal)) for literal in (*parts, 0))]
        elif len(lines) < len(parts):
            raise TypeError
    except TypeError:
        raise DecodeError("a model is text, lines of text or whole numbers") from None
    return Decoded(grid_of(read_model(lines, key.theory), key))


def read_key(lines: Iterable[str]) -> Key:
    """Read the key from an exported file's comments (c, *, %, ; or \\ in front).

    Raises `DecodeError` if they are damaged, or if the file does not encode a board.
    """
    words: dict[str, str] = {}
    key = Key()
    for number, line in enumerate(lines, 1):
        match = re.match(r"(?:c|\*|%|;|\\) (\w+\+?) (.*)", line)
        if line.startswith("p cnf"):
            break
        if not match:
            continue
        word, text = match.groups()
        if word == "map":
            pairs = (pair.partition("=") for pair in text.split())
            key.originals |= {_number(new, number): _number(old, number) for new, _, old in pairs}
        elif word == "true":
            key.true |= {_number(variable, number) for variable in text.split()}
        elif word == "encoding" and ", simplified" in text:
            key.renumbered = True
        elif word.endswith("+"):  # the continuation of a long line
            words[word[:-1]] = words.get(word[:-1], "") + text
        else:
            words.setdefault(word, text)
    if "layout" in words:
        try:
            key.layout = Layout.named(words["layout"], words.get("symbols", ""))
            digits = {symbol: d for d, symbol in enumerate("." + key.layout.symbols)}
            cells = tuple(digits.get(mark, -1) for mark in words.get("puzzle", ""))
            key.givens = Puzzle(cells, key.layout).givens
        except LayoutError as error:
            raise DecodeError(
                phrase("the comment `layout` of the exported file: {error}", error=error)
            ) from None
        except PuzzleError:
            raise DecodeError("the comment `puzzle` of the exported file is damaged") from None
    # Our own comments, but no layout: a theory without a board was exported. A file without any of
    # our comments may still be of the board that the caller names.
    elif "satdoku" in words:
        raise DecodeError(
            "the exported file is not from a board: only its true variables can be shown"
        )
    return key


def _number(word: str, line: int) -> int:
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        raise DecodeError(
            phrase(
                "line {line!s}: the exported file is damaged: {word!r}",
                line=line,
                word=shown(word, 20),
            )
        )
    return int(word)


def grid_of(literals: Iterable[int], key: Key) -> Puzzle:
    """Return the grid of a model, verified; `DecodeError` names a violated clause or given."""
    theory, layout = key.theory, key.layout or STANDARD
    true = {literal for literal in literals if literal > 0}
    if key.renumbered:
        true = {key.originals[v] for v in true if v in key.originals} | key.true
    # Only models of CP-SAT's integers lack them. One that has auxiliary variables is checked as it
    # is: completed from its board, it might violate no clause.
    if theory.has_helpers and max(true, default=0) <= theory.board_variables:
        true |= _helpers_of(theory, true)
    if violated := theory.violation(true):
        clause, held = violated
        names = ", ".join(map(theory.variable_name, held)) or "none of its variables"
        raise DecodeError(
            f"the model violates {clause}: {names} is true; is it a model of a different theory "
            f"than {layout.name}?"
        )
    # The clauses are the board's alone: a solution of another puzzle violates none of them.
    for given in key.givens:
        if given not in true:
            name = theory.variable_name(given)
            raise DecodeError(
                phrase("the model lacks the given {name!s}: is it from another puzzle?", name=name)
            )
    return Puzzle.from_variables(theory.on_board(sorted(true)), layout)


def _helpers_of(theory: Theory, on_board: set[int]) -> set[int]:
    """Return the auxiliary variables that a full board makes true, by the base rules, for models
    of CP-SAT's integers, which have none of them."""
    false = set(theory.board_range) - on_board
    true = set(on_board)
    before = -1
    # Propagation alone is enough: the base rules decide the auxiliary variables of a full board, so
    # no guess is needed. It ends when a round adds nothing.
    while before != len(true) + len(false):
        before = len(true) + len(false)
        for clause in theory.clauses:
            members = set(clause.variables)
            if members & true:
                false |= members - true
            elif clause.exactly_one and len(left := members - false) == 1:
                true |= left
    return true - on_board
