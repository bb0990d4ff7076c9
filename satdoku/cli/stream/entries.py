"""The puzzles fed to a command, with their sources.

They come in pieces: blocks of boards, or single puzzles, for which NumPy is not loaded (that takes
as long as solving one).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from itertools import repeat
from threading import Event
from typing import TYPE_CHECKING, Any

from ...board import Puzzle
from ...frozen import frozen
from ...layout import Layout
from ...phrases import Name, phrase
from ...record_types import Record
from ...sanitize import shown

if TYPE_CHECKING:
    import numpy as np

    from ...formats.text.line_blocks import Boards


@frozen
class Entry:
    """A single puzzle: a block of one.

    number: from 1 over all inputs. others: the kept fields of a table record.
    """

    puzzle: Puzzle
    number: int
    source: str
    line: int
    others: Record | None = None

    def __len__(self) -> int:
        return 1

    @property
    def where(self) -> str:
        """Return 'puzzles.txt, line 3'."""
        return phrase("{source}, line {number}", source=Name(shown(self.source)), number=self.line)

    @property
    def is_typed(self) -> bool:
        """Whether the puzzle was given as an argument."""
        return self.source == "argument"

    @property
    def layout(self) -> Layout:
        """The puzzle's layout."""
        return self.puzzle.layout

    @property
    def rows(self) -> Iterable[tuple[str, int, Record]]:
        """The puzzle's text, its line, the fields that are kept."""
        return [(self.puzzle.line, self.line, self.others or {})]

    def entry(self, i: int) -> Entry:
        """Return puzzle i, which is this one."""
        return self

    def entries(self) -> Iterator[Entry]:
        """Yield this entry."""
        yield self


@frozen
class Block:
    """Boards of one layout that arrived together; number: of the first, from 1 over all inputs.

    stop: set when the work ends early; `entries` then ends.
    """

    boards: Boards
    number: int
    source: str
    stop: Event = field(default_factory=Event)

    def __len__(self) -> int:
        return len(self.boards.cells)

    def __reduce__(self) -> tuple[Any, ...]:
        return Block, (self.boards, self.number, self.source)  # `stop` is not shared with others

    @property
    def layout(self) -> Layout:
        """The layout of all boards."""
        return self.boards.layout

    @property
    def cells(self) -> np.ndarray:
        """The digits, N × cells, 0 for blank."""
        return self.boards.cells

    @property
    def texts(self) -> list[str]:
        """The puzzles, one character per cell."""
        return self.boards.texts

    @property
    def kept(self) -> list[str]:
        """The metadata of each puzzle."""
        kept = self.boards.kept
        return [""] * len(self) if kept is None else kept.tolist()

    @property
    def rows(self) -> Iterable[tuple[str, int, Record]]:
        """The text, the line and the kept fields of each puzzle."""
        others = self.boards.others
        kept = repeat({}) if others is None else (fields or {} for fields in others)
        return zip(self.texts, self.boards.lines.tolist(), kept, strict=False)

    def entry(self, i: int) -> Entry:
        """Return board i as a puzzle."""
        kept = "" if self.boards.kept is None else self.boards.kept[i]
        puzzle = Puzzle(tuple(self.cells[i].tolist()), self.layout, kept)
        others = None if self.boards.others is None else self.boards.others[i]
        return Entry(puzzle, self.number + i, self.source, int(self.boards.lines[i]), others)

    def entries(self) -> Iterator[Entry]:
        """Yield the boards as puzzles, until the work is stopped."""
        for i in range(len(self)):
            if self.stop.is_set():
                return
            yield self.entry(i)


#: The unit of work.
Piece = Entry | Block


def after(pieces: Iterable[Piece], skip: int, singly: int) -> Iterator[Piece]:
    """Yield the pieces without their first `skip` puzzles; the next `singly` puzzles one by one."""
    for piece in pieces:
        start = min(skip, len(piece))
        alone = range(start, min(len(piece), start + max(0, singly)))
        yield from map(piece.entry, alone)
        skip, singly = skip - start, singly - len(alone)
        if not (start := start + len(alone)):
            yield piece
        elif isinstance(piece, Block) and start < len(piece):
            boards = piece.boards.part(slice(start, len(piece)))
            yield replace(piece, boards=boards, number=piece.number + start)
