"""Tokens for models: boards, candidates and steps as numbers of a small vocabulary, and back.

The vocabulary of a board: padding, the end of a list, a blank, the symbols of the digits, the names
of the cells, "+" (a digit is placed) and "-" (a candidate is removed).

>>> tokens = Tokens("4x4")
>>> tokens.words(tokens.board("12..34.........."))[:4]
['1', '2', '.', '.']
>>> tokens.words(tokens.steps([5, -12]))
['+', 'r1c2', '1', '-', 'r1c3', '4']
>>> tokens.literals(tokens.steps([5, -12]))
[5, -12]
"""

from __future__ import annotations

from collections.abc import Iterable

from ..board import Puzzle
from ..errors import PuzzleError
from ..formats.text.reader import PuzzleLike, parse
from ..layout import Layout, as_layout
from ..phrases import phrase

PAD, END, BLANK, PLACED, REMOVED = "<pad>", "<end>", ".", "+", "-"


class Tokens:
    """The tokens of a board, a layout or its name. vocabulary: the word of each number, from 0.

    >>> import satdoku
    >>> tokens = satdoku.Tokens("4x4")
    >>> tokens.ids(["1", "r1c1"]), tokens.words(tokens.ids(["1", "r1c1"]))
    ([3, 7], ['1', 'r1c1'])
    """

    def __init__(self, layout: Layout | str = "9x9") -> None:
        self.layout = as_layout(layout) or Layout.boxes(3, 3)
        cells = list(map(self.layout.cell_name, self.layout.all_cells))
        marks = self.layout.symbols
        self.vocabulary = (PAD, END, BLANK, *marks, *cells, PLACED, REMOVED)
        self._words = dict(enumerate(self.vocabulary))
        self._ids = {word: number for number, word in self._words.items()}
        #: The words of each variable, from 1; and the variable of each pair of words.
        self._places = [(cell, mark) for cell in cells for mark in marks]
        self._variables = {place: v for v, place in enumerate(self._places, 1)}

    def ids(self, words: Iterable[str]) -> list[int]:
        """Return the numbers of words; raise `PuzzleError` for a word that is not one of them."""
        try:
            return [self._ids[word] for word in words]
        except KeyError as error:
            told = "{word!s} is no token of the board {layout!s}"
            problem = phrase(told, word=error, layout=self.layout.name)
            raise PuzzleError(problem) from None

    def words(self, ids: Iterable[int]) -> list[str]:
        """Return the words of numbers, without padding; raise `PuzzleError` for other numbers."""
        try:
            return [self._words[number] for number in ids if number]
        except KeyError as error:
            told = "{number!s} is no token: 0 to {most:,} are"
            problem = phrase(told, number=error, most=len(self._words) - 1)
            raise PuzzleError(problem) from None

    def board(self, puzzle: PuzzleLike) -> list[int]:
        """Return a token for each cell."""
        cells = parse(puzzle, self.layout).cells
        return self.ids(self.layout.symbol(digit) if digit else BLANK for digit in cells)

    def puzzle(self, ids: Iterable[int]) -> Puzzle:
        """Return the board of `board`."""
        return parse("".join(self.words(ids)), self.layout)

    def candidates(self, masks: Iterable[int]) -> list[int]:
        """Return the digits of each cell, each list ended. masks: of a cell, bit d − 1 for d."""
        marks = self.layout.symbols
        words = list[str]()
        for mask in masks:
            words += [mark for k, mark in enumerate(marks) if mask >> k & 1]
            words.append(END)
        return self.ids(words)

    def masks(self, ids: Iterable[int]) -> list[int]:
        """Return the masks of `candidates`."""
        found = list[int]()
        mask = 0
        for word in self.words(ids):
            if word == END:
                found.append(mask)
                mask = 0
            else:
                mask |= 1 << self.layout.symbols.index(word)
        return found

    def steps(self, literals: Iterable[int]) -> list[int]:
        """Return what steps place (a positive variable) and remove (a negative one)."""
        words = list[str]()
        for literal in literals:
            words.append(PLACED if literal > 0 else REMOVED)
            words += self._places[abs(literal) - 1]
        return self.ids(words)

    def literals(self, ids: Iterable[int]) -> list[int]:
        """Return the literals of `steps`; raise `PuzzleError` for tokens that are no steps."""
        words = self.words(ids)
        signs = {PLACED: 1, REMOVED: -1}
        found = list[int]()
        try:
            for verb, cell, mark in zip(words[::3], words[1::3], words[2::3], strict=True):
                found.append(signs[verb] * self._variables[cell, mark])
            return found
        except (KeyError, ValueError):
            said = " ".join(words)[:60]
            problem = phrase("no steps: {words!s}: as in + r1c2 5", words=said)
            raise PuzzleError(problem) from None
