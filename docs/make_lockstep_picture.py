"""Draws docs/lockstep.svg: how boards lie in words, and words in vectors.

Run it from the repository's root: python docs/make_lockstep_picture.py
"""

from pathlib import Path

from satdoku import Puzzle, generate, parse

PICTURE = Path(__file__).with_name("lockstep.svg")
PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
#: The place within each box, and the triple of digits, that the picture follows.
ROW, COLUMN, TRIPLE = 0, 2, 1
LANES = 16
INK, PALE, HERE, SET = "#1f2933", "#cbd2d9", "#bfdbfe", "#2563eb"


def text(x: float, y: float, words: str, size: int = 13, extra: str = "") -> str:
    """A line of text."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{INK}" {extra}>{words}</text>'


def box(x: float, y: float, width: float, height: float, fill: str, stroke: str = PALE) -> str:
    """A rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'fill="{fill}" stroke="{stroke}"/>'
    )


def board(left: float, top: float, cell: float) -> list[str]:
    """The puzzle, with one place of each box marked."""
    parts = []
    for number, digit in enumerate(PUZZLE.cells):
        r, c = divmod(number, 9)
        x, y = left + c * cell, top + r * cell
        here = (r % 3, c % 3) == (ROW, COLUMN)
        parts.append(box(x, y, cell, cell, HERE if here else "white"))
        if digit:
            parts.append(text(x + cell / 2, y + cell * 0.72, str(digit), 14, MIDDLE))
    for k in range(4):
        at, far = 3 * k * cell, 9 * cell
        parts.append(f'<path d="M{left:g} {top + at:g}h{far:g}" stroke="{INK}" stroke-width="2"/>')
        parts.append(f'<path d="M{left + at:g} {top:g}v{far:g}" stroke="{INK}" stroke-width="2"/>')
    return parts


MIDDLE = 'text-anchor="middle"'


def bits(puzzle: Puzzle) -> list[list[bool]]:
    """For each box: are the digits of the triple candidates at the place?"""
    found = []
    for number in range(9):
        cell = 9 * (3 * (number // 3) + ROW) + 3 * (number % 3) + COLUMN
        own = puzzle.cells[cell]
        digits = range(3 * TRIPLE + 1, 3 * TRIPLE + 4)
        seen = {puzzle.cells[peer] for peer in peers(cell)}
        found.append([own == digit or (not own and digit not in seen) for digit in digits])
    return found


def peers(cell: int) -> set[int]:
    """The cells that share a house with this one."""
    houses = [house.cells for house in PUZZLE.layout.houses if cell in house.cells]
    return {other for house in houses for other in house} - {cell}


def word(left: float, top: float, size: float) -> list[str]:
    """The word of the marked place: three bits a box."""
    parts = []
    for number, three in enumerate(bits(PUZZLE)):
        for k, is_set in enumerate(three):
            x = left + (3 * number + k) * size + 4 * number
            parts.append(box(x, top, size, size, SET if is_set else "white"))
            colour = "white" if is_set else PALE
            parts.append(
                f'<text x="{x + size / 2:g}" y="{top + size * 0.74:g}" font-size="10" '
                f'fill="{colour}" {MIDDLE}>{3 * TRIPLE + 1 + k}</text>'
            )
        parts.append(
            text(
                left + (3 * number + 1.5) * size + 4 * number,
                top + size + 15,
                f"box {number + 1}",
                10,
                MIDDLE,
            )
        )
    return parts


def vector(left: float, top: float, size: float) -> list[str]:
    """The same word of sixteen boards."""
    parts = []
    for lane, puzzle in enumerate([PUZZLE, *generate(LANES - 1, seed=1)]):
        for k, is_set in enumerate(is_set for three in bits(puzzle) for is_set in three):
            x, y = left + k * size + k // 3 * 2, top + lane * (size + 2)
            parts.append(box(x, y, size, size, SET if is_set else "white"))
        parts.append(
            text(left - 8, top + lane * (size + 2) + size * 0.85, str(lane), 9, 'text-anchor="end"')
        )
    return parts


def draw() -> str:
    """The picture, as SVG text."""
    parts = [
        text(20, 30, "27 words hold a board", 16, 'font-weight="bold"'),
        *board(20, 50, 26),
        text(20, 310, "one place in every box …"),
        text(300, 30, "a word: this place, digits 4 5 6", 16, 'font-weight="bold"'),
        *word(300, 50, 18),
        text(300, 118, "… and three digits make a word: another place in the box is another word,"),
        text(300, 136, "the next box is three bits further, the next band nine."),
        text(300, 172, "a vector: the same word of 16 boards", 16, 'font-weight="bold"'),
        *vector(318, 188, 9),
        text(600, 210, "One operation serves 16 boards."),
        text(600, 234, "A pass over all words, then only the"),
        text(600, 252, "lanes that need it, one by one:"),
        text(612, 280, "contradiction → take back a guess"),
        text(612, 300, "solved → count, take back"),
        text(612, 320, "stuck → guess"),
        text(612, 340, "done → the next board"),
    ]
    body = "\n".join(parts)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 850 380" '
        'font-family="system-ui, sans-serif">\n'
        f'<rect width="850" height="380" fill="white"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    PICTURE.write_text(draw())
