"""Pictures of printed boards for the tests: drawn by Pillow, and distorted as cameras do.

Nothing here is shared with the reader or with what made its model.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from satdoku import Puzzle, parse

Colour = tuple[int, int, int]


@dataclass
class Style:
    """How a board looks. cell, thin, thick: pixels; digit: the size of the font as a share
    of a cell; colours as red, green, blue; tint: of every second box."""

    font: str
    cell: int = 48
    thin: int = 1
    thick: int = 3
    digit: float = 0.62
    paper: Colour = (255, 255, 255)
    ink: Colour = (0, 0, 0)
    lines: Colour = (0, 0, 0)
    thin_lines: Colour | None = None
    tint: Colour | None = None
    margin: int = 40
    heading: str = ""
    mark_ink: Colour | None = None
    marks_in_corners: bool = False


@dataclass
class Distortion:
    """What happens to the picture. turn: degrees; corners: how far corners move, as a share of the
    side; blur: pixels; noise: of 255; shade: darkest as a share; jpeg: quality, 0 for PNG."""

    turn: float = 0.0
    corners: float = 0.0
    blur: float = 0.0
    noise: float = 0.0
    shade: float = 0.0
    jpeg: int = 0
    scale: float = 1.0


def drawn(puzzle: Puzzle, style: Style, marks: dict[int, list[int]] | None = None) -> Image.Image:
    """The board of a puzzle; marks: the candidates of blank cells that are drawn."""
    layout = puzzle.layout
    size, cell = layout.size, style.cell
    whole = size * cell + 2 * style.margin
    image = Image.new("RGB", (whole, whole), style.paper)
    pen = ImageDraw.Draw(image)
    left = style.margin
    if style.tint:
        for number, region in enumerate(layout.regions):
            if region % 2:
                y, x = divmod(number, size)
                pen.rectangle(
                    (
                        left + x * cell,
                        left + y * cell,
                        left + x * cell + cell,
                        left + y * cell + cell,
                    ),
                    fill=style.tint,
                )
    if style.heading:
        small = _font(style.font, max(9, cell // 3))
        pen.text((left, left // 2), style.heading, fill=style.ink, font=small, anchor="lm")
    thin = style.thin_lines or style.lines
    for across in (True, False):
        for line in range(size + 1):
            for piece in range(size):
                one = piece * size + line if across else line * size + piece
                other = one - (1 if across else size)
                inside = 0 < line < size
                is_thick = not inside or layout.regions[one] != layout.regions[other]
                width, colour = (style.thick, style.lines) if is_thick else (style.thin, thin)
                if not width:
                    continue
                at = left + line * cell - width // 2
                start, end = (
                    left + piece * cell - width // 2,
                    left + (piece + 1) * cell + width // 2,
                )
                box = (
                    (at, start, at + width - 1, end) if across else (start, at, end, at + width - 1)
                )
                if not is_thick:
                    box = (
                        (at, start + style.thick, at + width - 1, end - style.thick)
                        if across
                        else (start + style.thick, at, end - style.thick, at + width - 1)
                    )
                pen.rectangle(box, fill=colour)
    font = _font(style.font, max(6, round(cell * style.digit)))
    for number, digit in enumerate(puzzle.cells):
        y, x = divmod(number, size)
        middle = (left + (x + 0.5) * cell, left + (y + 0.5) * cell)
        if digit:
            _centred(pen, middle, layout.symbol(digit), font, style.ink)
        elif marks and number in marks:
            _marks(pen, middle, [layout.symbol(d) for d in marks[number]], style, size)
    return image


def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of a file; "" is the one that Pillow brings."""
    return ImageFont.truetype(name, size) if name else ImageFont.load_default(size)


def _centred(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, font: object, ink: Colour
) -> None:
    """A text whose ink is in the middle, whatever the font says of its lines."""
    box = pen.textbbox((0, 0), text, font=font)
    x, y = at[0] - (box[0] + box[2]) / 2, at[1] - (box[1] + box[3]) / 2
    pen.text((x, y), text, fill=ink, font=font)


def _marks(
    pen: ImageDraw.ImageDraw, middle: tuple[float, float], marks: list[str], style: Style, size: int
) -> None:
    columns = 3 if size > 4 else 2
    rows = -(-size // columns)
    font = _font(style.font, max(6, round(style.cell * (0.27 if columns == 3 else 0.34))))
    ink = style.mark_ink or style.ink
    if style.marks_in_corners:
        _centred(pen, middle, "".join(marks), font, ink)
        return
    for mark in marks:
        place = int(mark) - 1
        y, x = divmod(place, columns)
        at = (
            middle[0] + ((x + 0.5) / columns - 0.5) * style.cell * 0.9,
            middle[1] + ((y + 0.5) / rows - 0.5) * style.cell * 0.9,
        )
        _centred(pen, at, mark, font, ink)


def distorted(image: Image.Image, how: Distortion, rng: np.random.Generator) -> bytes:
    """The picture as a camera or scanner gives it: a file's bytes."""
    width, height = image.size
    if how.turn or how.corners:
        paper = image.getpixel((1, 1))
        side = max(width, height)
        around = int(side * (0.12 + how.corners))
        wide = Image.new("RGB", (width + 2 * around, height + 2 * around), paper)
        wide.paste(image, (around, around))
        image = wide
        width, height = image.size
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        angle = np.deg2rad(how.turn)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        centre = np.array([width / 2, height / 2])
        moved = (corners - centre) @ turn.T + centre
        moved += rng.uniform(-1, 1, (4, 2)) * how.corners * side
        image = image.transform(
            (width, height),
            Image.Transform.PERSPECTIVE,
            _coefficients(moved, corners),
            Image.Resampling.BICUBIC,
            fillcolor=paper,
        )
    if how.scale != 1.0:
        size = (round(width * how.scale), round(height * how.scale))
        image = image.resize(size, Image.Resampling.LANCZOS)
        width, height = image.size
    if how.blur:
        image = image.filter(ImageFilter.GaussianBlur(how.blur))
    pixels = np.asarray(image, np.float32)
    if how.shade:
        y, x = np.mgrid[0:height, 0:width]
        way = rng.uniform(0, 2 * np.pi)
        ramp = (x / width - 0.5) * np.cos(way) + (y / height - 0.5) * np.sin(way) + 0.5
        spot = np.exp(-(((x / width - rng.uniform()) ** 2) + (y / height - rng.uniform()) ** 2) * 6)
        pixels = pixels * (1 - how.shade * np.clip(0.6 * ramp + 0.4 * spot, 0, 1))[..., None]
    if how.noise:
        pixels = pixels + rng.normal(0, how.noise, pixels.shape)
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    stored = io.BytesIO()
    if how.jpeg:
        image.save(stored, "JPEG", quality=how.jpeg)
    else:
        image.save(stored, "PNG")
    return stored.getvalue()


def _coefficients(target: np.ndarray, source: np.ndarray) -> list[float]:
    """The eight numbers of Pillow's perspective: from the new picture's points to the old one's."""
    rows = []
    for (x, y), (u, v) in zip(target, source, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    return list(np.linalg.solve(np.array(rows), source.reshape(8)))


def usable_fonts(folder: Path) -> dict[str, list[Path]]:
    """The fonts of a folder by family: those whose digits differ."""
    found: dict[str, list[Path]] = {}
    for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in (".ttf", ".otf")):
        if path.is_symlink():
            continue
        try:
            font = ImageFont.truetype(path, 32)
        except OSError:
            continue
        if len({bytes(font.getmask(digit)) for digit in "123456789ABCDEFG"}) == 16:
            found.setdefault(font.getname()[0] or path.stem, []).append(path)
    return found


def example(line: str, marks: dict[int, list[int]] | None = None) -> bytes:
    """A PNG of a puzzle, as a screenshot."""
    image = drawn(parse(line), Style("", margin=20), marks)
    return distorted(image, Distortion(), np.random.default_rng(1))


def as_text(line: str, marks: dict[int, list[int]] | None = None) -> str:
    """The same as text: PGM, which is a picture, too."""
    image = drawn(parse(line), Style("", margin=20), marks).convert("L")
    rows = [" ".join(map(str, row)) for row in np.asarray(image).tolist()]
    return "\n".join(["P2", f"{image.width} {image.height}", "255", *rows, ""])
