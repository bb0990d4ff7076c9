"""Read constraint strings of Interactive Sudoku Solver (ISS), `.Kind~argument~argument.Kind~…`, and
links.

`.~R1C1_5~R2C3_2_4` is a given and a cell with candidates. Rows and columns count from 1, beyond 9
as letters or decimal numbers. An unknown rule is an error that names it.

Source: the format as its author documents it (github.com/sigh/Interactive-Sudoku-Solver).

>>> puzzle = read_iss(".Cage~3~R1C1~R1C2.~R1C1_1")
>>> puzzle.clues, [str(rule.on(9)) for rule in puzzle.constraints]
(1, ['killer:3:r1c1,r1c2'])
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from urllib.parse import unquote

from ...board import Puzzle
from ...constraints.constraint import Constraint
from ...errors import MALFORMED, LayoutError, ParseError, SatdokuError
from ...phrases import phrase
from ..links.payloads import decoded
from ..metadata import keeping
from .bits import bits
from .board import IssBoard, Token
from .few_cells import CONCERNED, as_meant, never
from .names import GROUPS, is_alone, is_iss
from .rule_reading import HOUSE, LAST_WINS, house_text, rules_of

MOST_CHARACTERS = 200_000
#: Maximum nesting depth of groups, and maximum number of tokens including repetitions.
DEEPEST, MOST_TOKENS = 20, 50_000


def find_iss(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the puzzle of such a text; None for other text."""
    return read_iss(text, ignore) if is_iss(text) else None


def read_alone(text: str) -> Puzzle | None:
    """Return the puzzle of a text that is one constraint string and nothing else, as the reader of
    lines does, which takes several times as long; None for any other text, and if the string has an
    error: that reader says on which line."""
    if not is_alone(text):
        return None
    try:
        return read_iss(text)
    except (*MALFORMED, SatdokuError):
        return None


def read_iss_link(data: str, ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of a link's payload."""
    return read_iss(decoded(data.split("&", maxsplit=1)[0]), ignore)


def read_iss(text: str, ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of a constraint string or link; raise `ParseError` for unknown rules.

    ignore: ISS names of rules to omit.
    """
    text = "".join(text.split())
    if "q=" in text and "://" in text:
        text = unquote(re.split(r"[?&]q=", text)[-1].split("&")[0])
    if len(text) > MOST_CHARACTERS:
        raise ParseError(
            phrase(
                "a constraint string of over {most_characters:,} characters",
                most_characters=MOST_CHARACTERS,
            )
        )
    tokens = [(kind, args) for kind, *args in (part.split("~") for part in text.split(".")[1:])]
    tokens = [(kind, args) for kind, args in tokens if kind or args not in ([], [""])]
    try:
        if not ignore:
            return _puzzle(tokens)
        left_out = {kind for kind, _ in tokens if kind in ignore}
        return keeping(_puzzle(list(_without(tokens, ignore))), "iss", {}, left_out)
    except LayoutError as error:
        raise ParseError(str(error)) from None


def _without(tokens: Sequence[Token], ignore: Collection[str]) -> Iterator[Token]:
    """Yield the tokens that are not ignored (ignoring a group drops its content)."""
    rest = iter(tokens)
    for token in rest:
        if token[0] not in ignore:
            yield token
        elif token[0] in GROUPS:
            _group(rest)


def _puzzle(tokens: Sequence[Token]) -> Puzzle:
    """Return the board with its rules and givens."""
    board = IssBoard(tokens)
    layout, first = board.layout, board.layout.digits[0]
    digits = [0] * layout.cell_count
    rules = []
    houses = [house_text(piece, layout) for piece in board.pieces]
    for constraint in _GroupReader(board).all(tokens):
        if constraint.kind == HOUSE:
            houses.append(constraint.text)
        elif constraint.kind == "candidates" and len(constraint.values) == 1:
            (cell,) = constraint.cells
            digit = constraint.values[0] - first + 1
            if not 1 <= digit <= layout.size:
                raise ParseError(
                    phrase(
                        "{cell!s} cannot be given {digit!s}",
                        cell=layout.cell_name(cell),
                        digit=constraint.values[0],
                    )
                )
            if digits[cell] in (0, digit):
                digits[cell] = digit
            else:  # given twice: no digit is left
                rules.append(constraint)
        else:
            rules.append(constraint)
    layout = layout.with_houses(*dict.fromkeys(houses)).with_constraints(*rules)
    return Puzzle(tuple(digits), layout)


class _GroupReader:
    """Reads tokens and nested groups; counts them, so that repetitions cannot explode."""

    def __init__(self, board: IssBoard) -> None:
        self.board = board
        self.has_boxes = max(board.layout.regions, default=-1) >= 0
        self.size = board.layout.size
        self.depth = self.read = 0

    def all(self, tokens: Sequence[Token]) -> list[Constraint]:
        """Return the constraints of consecutive tokens; of two clues at one place, the later."""
        rest = iter(tokens)
        found: dict[object, Constraint] = {}
        for token in rest:
            for rule in self._one(token, rest):
                # Other rules get a key that equals no other: they all stay, even if they are equal.
                found[(token[0], rule.cells) if token[0] in LAST_WINS else object()] = rule
        return list(found.values())

    def _one(self, token: Token, rest: Iterator[Token]) -> list[Constraint]:
        """Return the constraints of a token, and those of the group that it opens."""
        kind, args = token
        self.depth += 1
        self.read += 1
        if self.depth > DEEPEST:
            raise ParseError(phrase("groups more than {deepest!s} deep", deepest=DEEPEST))
        if self.read > MOST_TOKENS:
            raise ParseError(
                phrase(
                    "over {most_tokens:,} rules, with those that stand several times",
                    most_tokens=MOST_TOKENS,
                )
            )
        found: list[Constraint] = []
        try:
            if kind == "And":
                found = self.all(_group(rest))
            elif kind == "Or":
                inner = iter(_group(rest))
                parts = tuple([tuple(self._one(one, inner)) for one in inner])
                if not parts:
                    found.append(never())
                elif all(parts):  # an alternative without a rule holds
                    found.append(Constraint("or", parts=parts))
            elif kind == "Replicate":
                found = self._replicated(args, _group(rest))
            elif kind != "End":
                for rule in rules_of(kind, args, self.board):
                    if rule.kind in CONCERNED:
                        found += as_meant(rule, self.has_boxes, self.size)
                    else:
                        found.append(rule)
        except IndexError:
            raise ParseError(
                phrase("the rule {kind!r} lacks an argument", kind=kind[:40])
            ) from None
        self.depth -= 1
        return found

    def _replicated(self, args: list[str], tokens: Sequence[Token]) -> list[Constraint]:
        """Repeat the group for each cell whose bit is set, with the origin (default r1c1) moved to
        that cell."""
        board = self.board
        down, across = board.shift
        board.shift = (0, 0)
        origin = board.cell(args[1]) if len(args) > 1 and args[1] else 0
        group = next(cells for cells in board.groups.values() if origin in cells)
        start = group.index(origin)
        top, left = board.places.place(origin)
        repeated = bits(args[0]) if args else []
        found: list[Constraint] = []
        for bit in repeated:
            if start + bit >= len(group):
                raise ParseError("a repeated group lies beyond the board")
            r, c = board.places.place(group[start + bit])
            board.shift = (down + r - top, across + c - left)
            found += self.all(tokens)
        board.shift = (down, across)
        return found


def _group(rest: Iterator[Token]) -> list[Token]:
    """Return the tokens up to the `End` of the current group."""
    inside, depth = [], 1
    for token in rest:
        depth += (token[0] in GROUPS) - (token[0] == "End")
        if depth == 0:
            break
        inside.append(token)
    return inside
