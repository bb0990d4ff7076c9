"""Boxes: what shape the borders between the rows and the cells of a board draw.

>>> drawn_boxes(["1 2 | 3 4 | 5 6", *[". . | . . | . ."] * 5], [3, 3])
(3, 2)
>>> drawn_boxes(["1.....", *["......"] * 5], [3, 3]), drawn_boxes(["1 | 2 | 3 | 4"] * 4, [4])
((3, 2), None)
"""

from __future__ import annotations

from .separators import BARS_TO_SPACES, ONE_BAR, TO_SPACES

#: The least width and height of a box.
LEAST = 2
SPACES_FOR_BARS = BARS_TO_SPACES | TO_SPACES


def drawn_boxes(
    rows: list[str], heights: list[int], are_spaced: bool = False
) -> tuple[int, int] | None:
    """Return (rows, columns) of the boxes that are drawn; None if the borders draw no boxes.

    rows: the lines of a board's rows. heights: the rows of each band, from top to bottom. What is
    drawn in one direction alone gives the other. are_spaced: blanks are spaces.
    """
    size = len(rows)
    high = heights[0] if len(set(heights)) == 1 else size
    broad = _columns_of_stack(rows, are_spaced)
    has_bands = LEAST <= high < size
    has_stacks = LEAST <= broad < size
    if not has_bands and not has_stacks:
        return None
    if not has_bands:
        high = size // broad
    if not has_stacks:
        broad = size // high
    is_box = high * broad == size and min(high, broad) >= LEAST
    return (high, broad) if is_box else None


def _columns_of_stack(rows: list[str], are_spaced: bool) -> int:
    """Return the columns between two bars; 0 if bars do not part all rows into equal parts."""
    size = len(rows)
    parts = [row.translate(ONE_BAR).split("|") for row in rows]
    for end in (0, -1):  # the frame
        if all(not part[end].strip() for part in parts):
            parts = [part[1:] if end == 0 else part[:-1] for part in parts]
            if not all(parts):
                return 0
    count = len(parts[0])
    if size % count or any(len(part) != count for part in parts):
        return 0
    columns = size // count
    if are_spaced or all(_has_cells(text, columns) for part in parts for text in part):
        return columns
    return 0


def _has_cells(text: str, count: int) -> bool:
    """Whether this is so many words, or so many marks."""
    words = text.translate(SPACES_FOR_BARS).split()
    return count in (len(words), len("".join(words)))
