"""Judges a format of the user's own: what it writes must be read back as the same puzzle.

The samples are made here, and cover what the format claims: boards of other sizes and shapes, extra
houses, rules on all cells of a full grid (cages of a killer, lines, marks, clues outside), symbols,
digits placed by a player, titles. A rule may be refused, but not all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..board import Puzzle
from ..errors import LayoutError, ParseError, PluginError
from ..formats.format_table import Format
from ..formats.metadata import ABOUT, about, state, with_about, with_state
from ..formats.own_formats import read_lines
from ..layout import Layout
from ..plugins import Judging, PluginVerdict
from ..random_stream import RandomStream
from .random_grids import random_grid
from .variant_generation import place_constraints

#: What a format may claim → the boards that it must hold then.
BOARDS = {
    "sizes": ("4x4", "6x6", "12x12", "16x16"),
    "shapes": ("6x6/3x2", "9x9/jigsaw:112222233111223333112443335"
               "144466335744466655774488659774488699778888999777889999"),
    "houses": ("9x9+diagonal", "9x9+window"),
    "symbols": (),
}  # fmt: skip
#: The kinds of rules that are tried.
KINDS = ("killer", "thermometer", "arrow", "difference", "even", "sandwich", "whisper")
#: The share of cells that are blank, in tenths.
BLANK = 6


def judge_format(name: str) -> PluginVerdict:
    """Return the verdict on a format: FILE.py:NAME, or the name of an installed one.

    Raises `PluginError` for what is not a format of the user's, for one that does not both read and
    write, and for one that fails.

    >>> judge_format("killer")
    Traceback (most recent call last):
    satdoku.extensions.PluginError: 'killer' is not a format of your own: write FILE.py:NAME
    """
    judging = Judging("format", name)
    form: Format = judging.thing
    if not form.own_reader or not form.writer:
        raise PluginError(f"{judging.owner} must both read and write to be judged")
    return judging.verdict(_faults(form))


def _faults(form: Format) -> Iterator[str]:
    """Yield the fault of each sample, "" for none; rules that the format refuses are left out."""
    samples = [*_samples(form)]
    ruled = [*_with_rules()] if "rules" in form.carries else []
    refused = list[str]()
    for puzzle in (*samples, *ruled):
        try:
            text = form.write(puzzle)
        except LayoutError as error:
            refused.append(str(error))
            if not puzzle.constraints:
                yield f"it cannot hold {_said(puzzle)}: {error}"
        else:
            yield _fault(form, [puzzle], text)
    if ruled and len(refused) == len(ruled):
        yield f"it claims rules, but refuses {', '.join(KINDS)}: {refused[0]}"
    if not form.whole or form.apart:
        several = samples[:3]
        texts = map(form.write, several)
        yield _fault(form, several, (form.apart or "\n").join(texts))


def _with_rules() -> Iterator[Puzzle]:
    """Yield puzzles with rules on all cells of a full grid, without and with givens."""
    for index, kind in enumerate(KINDS):
        grid = random_grid(seed=2, index=index)
        rules = place_constraints((kind,), grid, RandomStream(2, index))
        layout = grid.layout.with_constraints(*rules)
        yield Puzzle((0,) * len(grid.cells), layout)
        yield Puzzle(_blanked(grid).cells, layout)


def _samples(form: Format) -> Iterator[Puzzle]:
    """Yield puzzles without rules that the format says it can hold."""
    for index in range(3):
        yield _blanked(random_grid(seed=1, index=index))
    yield random_grid(seed=1)
    yield Puzzle((0,) * 81)
    for part, boards in BOARDS.items():
        if part in form.carries:
            yield from (_blanked(random_grid(board, seed=1)) for board in boards)
    yield from _with_more(form, _blanked(random_grid(seed=3)))


def _with_more(form: Format, puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield a puzzle with the symbols, progress and words that the format says it can hold."""
    carries = form.carries
    if "symbols" in carries:
        yield replace(puzzle, layout=Layout.of_size(9, "ABCDEFGHI"))
    given = [cell for cell, digit in enumerate(puzzle.cells) if digit]
    blank = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    if "placed" in carries:
        yield with_state(puzzle, given[:3], ())
    if "candidates" in carries:
        gone = [(cell, 9) for cell in blank[:2]]
        yield with_state(puzzle, (), gone)
    words = dict[str, str]()
    for key in carries.intersection(ABOUT):
        words[key] = f"Of {key} 7"
    if words:
        yield with_about(puzzle, words)


def _blanked(grid: Puzzle) -> Puzzle:
    """Return a full grid with most of its cells blank."""
    stream = RandomStream(7, grid.layout.size)
    left = list(grid.cells)
    for cell in range(len(left)):
        if stream.below(10) < BLANK:
            left[cell] = 0
    return replace(grid, cells=tuple(left))


def _fault(form: Format, puzzles: list[Puzzle], text: str) -> str:
    """Return the fault if a text is not read as these puzzles, else ""."""
    found = list[Puzzle]()
    for item in read_lines(form, text.split("\n")):
        if isinstance(item, ParseError):
            return f"{_said(puzzles[0])} was written as {_short(text)}, which is not read: {item}"
        found.append(item[1])
    if len(found) != len(puzzles):
        return f"a file of {len(puzzles)} was read as {len(found)} puzzles: {_short(text)}"
    for puzzle, read in zip(puzzles, found, strict=True):
        fault = _difference(puzzle, read)
        if fault:
            return fault
    return ""


def _difference(puzzle: Puzzle, read: Puzzle) -> str:
    """Return in what a puzzle differs from the one that was read, or ""."""
    said = f"{_said(puzzle)} is read as another puzzle"
    board = puzzle.layout.without_constraints()
    other_board = read.layout.without_constraints()
    if board != other_board:
        return f"{said}: on the board {other_board.text()}"
    for cell, digit in enumerate(puzzle.cells):
        other = read.cells[cell]
        if digit != other:
            name = board.cell_name(cell)
            return f"{said}: {name} is {other or 'blank'}, not {digit or 'blank'}"
    differing = _rules(puzzle) ^ _rules(read)
    if differing:
        return f"{said}: the rule {min(differing)} is in only one of them"
    if state(puzzle) != state(read) or about(puzzle) != about(read):
        return f"{said}: what is known beside the givens differs"
    return ""


def _rules(puzzle: Puzzle) -> set[str]:
    return {str(rule.on(puzzle.layout.places)) for rule in puzzle.constraints}


def _said(puzzle: Puzzle) -> str:
    return f"{puzzle.line} on {puzzle.layout.name}"


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
