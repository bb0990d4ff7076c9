"""An environment for training and testing agents: a puzzle, actions, and rewards with reasons.

The return of an episode depends on where the board stands at its end, not on how the agent got
there: each blank cell has a worth, which is earned while the cell is filled and lost when the move
is undone. Hints and wrong claims have a price, and what they disclose earns nothing. So whoever
solves the puzzle, in whatever order, earns the same, and an agent that copies hints, denies
candidates at random or repeats itself earns nothing (`rewards`).

Each move is judged by what was known of it when it was made: it *follows* by a technique (which is
named), it is *true, but a guess*, or it is *false*. Every episode depends on its seed and options
alone. Puzzles of training and of tests cannot meet (`splits`).

>>> game = Sudoku(layout="4x4", hardest=2.3)
>>> game.reset(puzzle="....43..1.....4.").board.clues
4
>>> game.act("place r1c3 1").text
'false: r1c3=1 does not hold in the solution, reward -1'
>>> game.act("place r1c4 4 by naked single").text
'guess: true, but naked single does not show it, reward 0.5'
"""

from .game import Sudoku
from .many_boards import Sudokus
from .observing import ActionOutcome, MoveVerdict, Observation
from .rewards import Rewards
from .splits import Split, split_of

__all__ = [
    "ActionOutcome",
    "MoveVerdict",
    "Observation",
    "Rewards",
    "Split",
    "Sudoku",
    "Sudokus",
    "split_of",
]
