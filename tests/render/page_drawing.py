"""The drawing on a page of a PDF, as SVG such as ours: from the paths and glyphs that pdftocairo
finds, and the words of pdftotext. Only what is seen is used: shapes, colours, places and texts."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist
from pathlib import Path
from xml.etree import ElementTree

from satdoku import Layout

from .drawing_reader import CELL, INK, Point
from .test_pages_read_back import Word, words_of

#: A font's empty glyph is a box of this height, of a font size of 1.
EMPTY_GLYPH = 0.6988
WHITE = "#ffffff"
Matrix = tuple[float, float, float, float, float, float]
#: What moves nothing.
SAME = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
XLINK = "{http://www.w3.org/1999/xlink}href"


@dataclass
class Shape:
    """A path of the page. parts: the points of its parts; curves: how many of its steps bend."""

    look: dict[str, str]
    parts: list[list[Point]]
    closed: bool
    curves: int

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height."""
        xs, ys = zip(*(point for part in self.parts for point in part), strict=True)
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def is_border_of(self, other: Shape) -> bool:
        is_same = all(abs(a - b) < 0.05 for a, b in zip(self.box, other.box, strict=True))
        return is_same and (self.look["fill"], other.look["stroke"]) == ("none", "none")


@dataclass
class Glyph:
    """A character of the page, the start of its baseline, its font's size and its colour. word:
    the number of its word on the page."""

    at: Point
    size: float
    colour: str
    said: str = ""
    word: int = 0


def drawing_of(pdf: bytes, layout: Layout, folder: Path) -> str:
    """The first page's drawing of the board, in the units of our drawings."""
    marks = _marks(pdf, folder)
    shapes = [mark for mark in marks if isinstance(mark, Shape)]
    [border] = [
        shape for shape in shapes
        if shape.closed and shape.look["stroke"] == INK and shape.look["stroke-width"] == "3"
    ]  # fmt: skip
    left, top, wide, _ = border.box
    unit = wide / (layout.width * CELL)
    page = Page(left, top, unit)
    drawn = []
    before = None
    for mark in marks:
        if isinstance(mark, Shape):
            drawn.append(page.shape(mark))
        elif isinstance(before, Shape) and page.is_paper_of(before, mark[0]):
            drawn[-1] = page.label(before, mark)
        else:
            drawn.append(page.text(mark))
        before = mark
    inside = "\n".join(drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'


@dataclass
class Page:
    """left, top: where the board is; unit: how long a unit of our drawings is on the page."""

    left: float
    top: float
    unit: float

    def place(self, point: Point) -> Point:
        """A point as in our drawings, whose boards are not farther than this from the corner."""
        x, y = point
        return (x - self.left) / self.unit + 100, (y - self.top) / self.unit + 100

    def shape(self, shape: Shape) -> str:
        look = " ".join(f'{name}="{value}"' for name, value in shape.look.items())
        x, y, width, height = shape.box
        (x, y), (width, height) = self.place((x, y)), (width / self.unit, height / self.unit)
        if _is_round(shape):
            r = width / 2
            return f'<circle cx="{x + r:.3f}" cy="{y + r:.3f}" r="{r:.3f}" {look}/>'
        if shape.closed and shape.look["fill"] != "none" and _is_upright(shape):
            size = f'width="{width:.3f}" height="{height:.3f}"'
            return f'<rect x="{x:.3f}" y="{y:.3f}" {size} {look}/>'
        path = ""
        for part in shape.parts:
            corners = [self.place(point) for point in part]
            path += "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in corners)
        return f'<path d="{path}{"Z" * shape.closed}" {look}/>'

    def is_paper_of(self, shape: Shape, glyph: Glyph) -> bool:
        """Whether a text begins on a small white rectangle."""
        x, y, width, height = shape.box
        is_small = height < CELL * self.unit / 2 and shape.curves == 0
        is_on = x <= glyph.at[0] <= x + width and y <= glyph.at[1] <= y + height
        return shape.look["fill"] == WHITE and shape.look["stroke"] == "none" and is_small and is_on

    def label(self, paper: Shape, glyphs: list[Glyph]) -> str:
        x, y, width, height = paper.box
        x, y = self.place((x, y))
        size = f'width="{width / self.unit:.3f}" height="{height / self.unit:.3f}"'
        rect = f'<rect {size} fill="{WHITE}"/>'
        return f'<g transform="translate({x:.3f} {y:.3f})">{rect}{self.text(glyphs, "start")}</g>'

    def text(self, glyphs: list[Glyph], anchor: str = "middle") -> str:
        first = glyphs[0]
        x, y = self.place(first.at)
        size = round(2 * first.size / self.unit) / 2
        said = first.said
        for one, other in pairwise(glyphs):
            said += " " * (one.word != other.word) + other.said
        if size == 10.5:  # what stands behind a number
            anchor = "start"
        if anchor == "middle":
            last, _ = self.place(glyphs[-1].at)
            x = (x + last + 0.5 * size) / 2
        look = f'font-size="{size:g}" fill="{first.colour}" text-anchor="{anchor}"'
        return f'<text x="{x:.3f}" y="{y:.3f}" {look}>{said}</text>'


def _is_round(shape: Shape) -> bool:
    x, y, width, height = shape.box
    middle = x + width / 2, y + height / 2
    points = [point for part in shape.parts for point in part]
    is_far = [abs(dist(middle, point) - width / 2) < 0.1 for point in points]
    return shape.closed and shape.curves >= 4 and all(is_far)


def _is_upright(shape: Shape) -> bool:
    [corners] = shape.parts if len(shape.parts) == 1 else [[]]
    steps = pairwise([*corners, *corners[:1]])
    is_along = [abs(a - c) < 0.01 or abs(b - d) < 0.01 for (a, b), (c, d) in steps]
    return len(corners) == 4 and shape.curves == 0 and all(is_along)


def _marks(pdf: bytes, folder: Path) -> list[Shape | list[Glyph]]:
    """What is drawn, in order; the characters of one text together."""
    (folder / "page.pdf").write_bytes(pdf)
    command = ["pdftocairo", "-svg", "-f", "1", "-l", "1", folder / "page.pdf", folder / "page.svg"]
    subprocess.run(command, check=True)
    root = ElementTree.parse(folder / "page.svg").getroot()
    found = list(Finder(root).marks(root))
    # pdftotext measures in points of a page whose sides it rounds up
    wide, high = (float(root.get(side, "").removesuffix("pt")) for side in ("width", "height"))
    _say(found, words_of(pdf, 1, folder), wide / ceil(wide), high / ceil(high))
    return _joined(found)


class Finder:
    """Finds shapes and glyphs in what pdftocairo writes, where each thing that is drawn as a group
    stands among the definitions, and a mask tells how pale it is."""

    def __init__(self, root: ElementTree.Element) -> None:
        self.by_id = {f"#{one.get('id')}": one for one in root.iter() if one.get("id")}
        self.sizes = {}
        for name, symbol in self.by_id.items():
            font, _, number = name.partition("-")
            if number == "0":
                [corners, *_], _ = _parts(symbol[0].get("d", ""))
                self.sizes[font] = (corners[0][1] - corners[2][1]) / EMPTY_GLYPH

    def marks(
        self, parent: ElementTree.Element, base: Matrix = SAME, opacity: str = ""
    ) -> Iterator[Shape | list[Glyph]]:
        """Yield the marks inside an element. base: how its points are moved; opacity: its own."""
        colour = _look(parent.get("style", ""))["fill"]
        for element in parent:
            tag = element.tag.split("}")[1]
            link = element.get(XLINK, "")
            if tag == "path":
                shape = _shape(element, base)
                if opacity:
                    shape.look["opacity"] = opacity
                yield shape
            elif link.startswith("#glyph"):
                at = _moved((float(element.get("x", 0)), float(element.get("y", 0))), base)
                yield [Glyph(at, self.sizes[link.split("-")[0]], colour)]
            elif tag == "use":
                pale = opacity
                if mask := element.get("mask"):
                    [shown] = self.by_id[mask[4:-1]].iter("{http://www.w3.org/2000/svg}rect")
                    pale = _look(shown.get("style", ""))["opacity"]
                yield from self.marks(self.by_id[link], _both(base, element), pale)
            elif tag != "defs":
                yield from self.marks(element, _both(base, element), opacity)


def _both(base: Matrix, element: ElementTree.Element) -> Matrix:
    """The matrix of what is moved as the element says and then by the base."""
    said = element.get("transform")
    if not said:
        return base
    a, b, c, d, e, f = map(float, re.findall(r"-?[\d.]+(?:e-?\d+)?", said))
    g, h, i, j, _, _ = base
    x, y = _moved((e, f), base)
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, x, y


def _moved(point: Point, matrix: Matrix) -> Point:
    x, y = point
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _shape(element: ElementTree.Element, base: Matrix) -> Shape:
    path = element.get("d", "")
    parts, curves = _parts(path)
    matrix = _both(base, element)
    placed = [[_moved(point, matrix) for point in part] for part in parts]
    return Shape(_look(element.get("style", "")), placed, " Z" in path, curves)


def _joined(marks: list[Shape | list[Glyph]]) -> list[Shape | list[Glyph]]:
    """The marks, with characters in one list that follow each other on a baseline, and what is
    filled and then has its border drawn as one shape."""
    found: list[Shape | list[Glyph]] = []
    for mark in marks:
        before = found[-1] if found else None
        if isinstance(mark, list) and isinstance(before, list):
            [new], last = mark, before[-1]
            is_next = 0 < new.at[0] - last.at[0] < 0.8 * last.size
            is_level = abs(new.at[1] - last.at[1]) < 0.01
            if is_next and is_level and (new.size, new.colour) == (last.size, last.colour):
                before.append(new)
                continue
        if isinstance(mark, Shape) and isinstance(before, Shape) and mark.is_border_of(before):
            before.look |= {name: mark.look[name] for name in mark.look if name != "fill"}
            continue
        found.append(mark)
    return found


def _say(marks: list[Shape | list[Glyph]], words: list[Word], scale: float, upright: float) -> None:
    """Give each glyph its character: words have as many as there are glyphs whose baseline is
    in the lower half of their boxes."""
    glyphs = [mark[0] for mark in marks if isinstance(mark, list)]
    for number, word in enumerate(words):
        inside = [
            glyph for glyph in glyphs
            if scale * word.left - 0.3 <= glyph.at[0] < scale * word.right - 0.3
            and 0.1 < (glyph.at[1] - upright * word.y) / word.high < 0.45 and not glyph.said
        ]  # fmt: skip
        inside.sort(key=lambda glyph: glyph.at[0])
        if len(inside) == len(word.text):
            for glyph, character in zip(inside, word.text, strict=True):
                glyph.said, glyph.word = character, number


def _parts(path: str) -> tuple[list[list[Point]], int]:
    """The points of each part where it turns, and the number of its curves."""
    parts: list[list[Point]] = []
    curves = 0
    for letter, said in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        numbers = [float(number) for number in said.split()]
        curves += letter == "C"
        if letter == "M":
            parts.append([])
        if numbers:
            parts[-1].append((numbers[-2], numbers[-1]))
    # a closed part is followed by the place where the pen is then
    parts = [part for part in parts if len(part) > 1]
    for part in parts:
        if part[0] == part[-1] and len(part) > 2 and not curves:
            part.pop()
    return parts, curves


def _look(style: str) -> dict[str, str]:
    """The attributes of our drawings that a style of pdftocairo says."""
    said = dict(re.findall(r"([\w-]+):([^;]+)", style))
    look = {name: _colour(said.get(name, "none")) for name in ("fill", "stroke")}
    if look["stroke"] != "none":
        look["stroke-width"] = f"{float(said['stroke-width']):.3g}"
        if "stroke-dasharray" in said:
            look["stroke-dasharray"] = said["stroke-dasharray"].replace(",", " ")
    if float(said.get("fill-opacity", 1)) < 1:
        look["opacity"] = f"{float(said['fill-opacity']):.2g}"
    return look


def _colour(said: str) -> str:
    shares = re.findall(r"([\d.]+)%", said)
    if not shares:
        return said
    return "#" + "".join(f"{round(2.55 * float(share)):02x}" for share in shares)
