"""The puzzles fed to a command, with their sources.

They come in pieces: blocks of boards, or single puzzles with the same interface as a block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import repeat
from threading import Event
from typing import TYPE_CHECKING, Any, TypeVar

from ...board import Puzzle
from ...layout import Layout
from ...sanitize import shown

if TYPE_CHECKING:
    import numpy as np

    from ...formats.text.line_blocks import Boards

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Entry:
    """A single puzzle: a block of one, for which NumPy is not loaded.

    number: from 1 over all inputs. others: the kept fields of a table record.
    """

    puzzle: Puzzle
    number: int
    source: str
    line: int
    others: dict[str, Any] | None = None

    def __len__(self) -> int:
        return 1

    @property
    def where(self) -> str:
        """Return 'puzzles.txt, line 3'."""
        return f"{shown(self.source)}, line {self.line}"

    @property
    def layout(self) -> Layout:
        """The puzzle's layout."""
        return self.puzzle.layout

    @property
    def cells(self) -> np.ndarray:
        """The digits, 1 × cells, 0 for blank."""
        import numpy as np

        return np.array([self.puzzle.cells], np.uint8)

    @property
    def texts(self) -> list[str]:
        """The puzzle as a list of one text, one character per cell."""
        return [self.puzzle.line]

    @property
    def kept(self) -> list[str]:
        """The puzzle's metadata, as a list of one."""
        return [self.puzzle.kept]

    @property
    def rows(self) -> Iterable[tuple[str, int, dict[str, Any]]]:
        """The puzzle's text, its line, the fields that are kept."""
        return [(self.puzzle.line, self.line, self.others or {})]

    def entry(self, i: int) -> Entry:
        """Return puzzle i, which is this one."""
        return self

    def entries(self) -> Iterator[Entry]:
        """Yield this entry."""
        yield self


@dataclass(frozen=True)
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
    def rows(self) -> Iterable[tuple[str, int, dict[str, Any]]]:
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


#: The unit of work: a puzzle is a block of one.
Piece = Entry | Block


def each(answer: Callable[[Entry], Answer]) -> Callable[[Piece], Iterator[Answer]]:
    """Return a function that answers a piece puzzle by puzzle."""
    return partial(_each, answer)


def _each(answer: Callable[[Entry], Answer], piece: Piece) -> Iterator[Answer]:
    return map(answer, piece.entries())


def completed(
    piece: Piece, known: Sequence[Answer | None], answer: Callable[[Entry], Answer]
) -> Iterator[Answer]:
    """Yield the known answers, and `answer` of each puzzle without one (None)."""
    for i, found in enumerate(known):
        if found is not None:
            yield found
        elif isinstance(piece, Block) and piece.stop.is_set():
            return
        else:
            yield answer(piece.entry(i))


def in_time(
    time_limit: float | None,
    together: Callable[[Piece], Iterable[Answer]],
    one: Callable[[Entry], Answer],
    piece: Piece,
) -> Iterator[Answer]:
    """Yield the answers to a piece: together, if all of them take no longer than one may; otherwise
    one by one, each with a limit of its own.

    So a time limit changes neither who answers nor what it costs.
    """
    from ...backends.base import Clock
    from ...errors import TimeLimitReached

    if time_limit is None:
        yield from together(piece)
    elif isinstance(piece, Entry):
        yield one(piece)
    else:
        try:
            known = Clock(time_limit).within(lambda: list(together(piece)))
        except TimeLimitReached:
            known = []
        yield from known or each(one)(piece)


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
