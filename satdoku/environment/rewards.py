"""What an episode earns: the difference of a potential, less prices.

The potential of a board is the worth of its cells (`Worth`). A move earns what it adds to it, and
`undo` takes that back, so between a puzzle and its solution every road has the same sum (source:
A. Ng, D. Harada, S. Russell, "Policy invariance under reward transformations", 1999). Three things
are added to that sum, none of which can be repeated for a gain:

- prices, for hints, wrong claims, and what is no move;
- a bonus for a move with the name of a technique that shows it, once for a cell;
- a bonus for the solved board.

What the environment itself disclosed has no worth any more: a cell about which a claim was false,
and the conclusions of a hint. And the price of wrong claims rises with their number: else who tries
the candidates of one cell after the other would earn by the cells that become easy meanwhile.
"""

from __future__ import annotations

from dataclasses import fields
from math import isfinite

from ..errors import PuzzleError
from ..frozen import frozen
from ..inference.deduction import ASSERTED, DENIED
from ..logic.position import Position


@frozen
class Rewards:
    """The worth of a cell, the prices and the bonuses.

    filled: of a blank cell that is filled. denied: the part of it that an open cell has when all
    its candidates but one are denied, each by a step; it is in proportion to the candidates that
    the digits on the board leave. false: of the first move that the solution refutes; the n-th
    costs n times as much, up to the number of the board's digits. misnamed: a true
    move by a technique that does not show it. known: a move that is on the board already.
    unreadable: an action that cannot be read. hint, undone, stopped: these actions. named: a move
    by a technique that shows it, once for a cell. solved: the full board, once.
    """

    filled: float = 1.0
    denied: float = 0.5
    false: float = -1.0
    misnamed: float = -0.5
    known: float = -0.1
    unreadable: float = -1.0
    hint: float = -0.5
    undone: float = 0.0
    stopped: float = 0.0
    named: float = 0.1
    solved: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, int | float) or not isfinite(value):
                raise PuzzleError(f"reward {field.name} {value!r}: give a number")

    def for_wrong(self, number: int, digits: int) -> float:
        """Return what the wrong claim of this number (from 1) earns on a board of that many
        digits.

        >>> Rewards().for_wrong(3, 9), Rewards().for_wrong(30, 9)
        (-3.0, -9.0)
        """
        return self.false * min(number, digits)


class Worth:
    """The potential of an episode's board.

    disclosed_cells: cells about which the environment disclosed a digit, by a hint or because a
    claim about them was false; disclosed: candidates that a hint denied. shown: candidates that
    were denied by a step. Invariant: `now` depends on these sets and the position alone.
    """

    def __init__(self, start: Position, rewards: Rewards) -> None:
        self.rewards = rewards
        self.theory = start.theory
        self.layout = start.layout
        self.start = bytes(start.status)
        self.given = len(start.asserted)
        self.disclosed_cells = set[int]()
        self.disclosed = set[int]()
        self.shown = set[int]()

    def now(self, position: Position) -> float:
        """Return the potential of a position."""
        status = position.status
        filled = status.count(ASSERTED, 1, self.theory.board_variables + 1) - self.given
        for cell in self.disclosed_cells:
            filled -= position.digit_in(cell) > 0
        found = self.rewards.filled * filled
        if self.shown:
            cells = {self.layout.cell_and_digit(v)[0] for v in self.shown}
            parts = sum(self._part(position, cell) for cell in sorted(cells))
            found += self.rewards.denied * parts
        return found

    def _part(self, position: Position, cell: int) -> float:
        """Return the part of an open cell's candidates that were denied by steps: of those that
        neither the digits on the board nor a hint denies, less the one that is true."""
        if position.digit_in(cell) or cell in self.disclosed_cells:
            return 0.0
        left = [v for v in self.layout.variables_of(cell) if not self._is_implied(position, v)]
        shown = self.shown.intersection(left) - self.disclosed
        denied = [v for v in shown if position.status[v] == DENIED]
        return len(denied) / (len(left) - 1) if denied else 0.0

    def _is_implied(self, position: Position, variable: int) -> bool:
        """Return whether the start, or a digit on the board, denies the variable."""
        if self.start[variable] == DENIED:
            return True
        return any(position.status[peer] == ASSERTED for peer in self.theory.peers(variable))
