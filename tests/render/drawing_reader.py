"""Reads our drawing of a board as a stranger does: marks by place, shape, colour and text, with the
kinds that the rules' text is about. Nothing is taken from the record of the puzzle.

Lines of one colour are read as one drawing: steps between cells, which are put together to lines
again. `grey`: colours are seen as on paper of a printer with black ink alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from xml.etree import ElementTree

from satdoku import Constraint, Layout
from satdoku.constraints import styles
from satdoku.constraints.kind_table import KINDS
from satdoku.geometry import Cells

CELL = 54
Point = tuple[float, float]
#: The cells inside an outline, its colour, and whether it is dashed.
Ring = tuple[Cells, str, bool]
#: Left, top, right, bottom.
Box = tuple[float, float, float, float]
#: Greys nearer than this look alike.
ALIKE = 24
#: Radius of a dot, a paper circle behind a sign, a ring outside, a circle where cells meet, a bulb,
#: the circle at an end, a shaded circle; side of a shaded square and of one at an end.
DOT, SIGN, RINGED, MEETING, BULB, OPEN, DISC = 7.5, 8, 12, (11, 14), 19.44, 20.52, 22.14
SQUARE, OPEN_SQUARE, PILL = 38.88, 37.8, 42.12
INK, DARK = "#1b1f24", "#59636e"


class NotReadableError(Exception):
    """The drawing can be read in several ways, or in none."""


@dataclass
class Mark:
    """An element of the drawing, where it is. look: its attributes; points: of a path, by part."""

    tag: str
    look: dict[str, str]
    at: Point
    said: str = ""
    points: list[list[Point]] = field(default_factory=list)

    def size(self, name: str) -> float:
        return float(self.look.get(name, 0))

    def is_circle(self, *radii: float) -> bool:
        return self.tag == "circle" and any(abs(self.size("r") - r) < 0.1 for r in radii)

    def is_square(self, side: float) -> bool:
        return self.tag == "rect" and abs(self.size("width") - side) < 0.1


def marks_of(svg: str) -> list[Mark]:
    """The elements in drawing order; a label's parts are where its group is."""
    found = []
    root = ElementTree.fromstring(svg)
    shifts = {}
    for group in root:
        if group.tag.endswith("}g"):
            x, y = map(
                float, re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", group.get("transform"))[0]
            )
            shifts |= dict.fromkeys(group, (x, y))
    for element in root.iter():
        tag = element.tag.split("}")[1]
        look = dict(element.attrib)
        x, y = (float(look.get(a, look.get(b, 0))) for a, b in (("x", "cx"), ("y", "cy")))
        if tag == "rect" and element not in shifts:
            x += float(look["width"]) / 2
            y += float(look["height"]) / 2
        if element in shifts:
            look["label"] = "yes"
            x, y = shifts[element]
        parts = [_points(part) for part in re.findall(r"M[^M]*", look.get("d", ""))]
        found.append(Mark(tag, look, (x, y), element.text or "", parts))
    return found


def _points(path: str) -> list[Point]:
    """The corners of a part of a path; a step v or h is from its point on."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", path)]
    if "v" in path:
        return [(numbers[0], numbers[1]), (numbers[0], numbers[1] + numbers[2])]
    if "h" in path:
        return [(numbers[0], numbers[1]), (numbers[0] + numbers[2], numbers[1])]
    return list(zip(numbers[::2], numbers[1::2], strict=False))


@dataclass
class Reader:
    """kinds: those that the rules' text is about."""

    svg: str
    layout: Layout
    kinds: Iterable[str]
    rules: str = ""
    grey: bool = False

    def __post_init__(self) -> None:
        self.marks = marks_of(self.svg)
        # the board's border is the widest closed line in ink
        closed = [m for m in self.marks if m.look.get("d", "").endswith("Z")]
        [border] = [m for m in closed if m.look["stroke"] == INK and m.size("stroke-width") == 3]
        self.left = min(x for part in border.points for x, _ in part)
        self.top = min(y for part in border.points for _, y in part)
        self.places = self.layout.places

    # -- Places and colours -----------------------------------------------------------------------

    def cell(self, point: Point) -> int | None:
        x, y = point
        return self.places.cell_at(int((y - self.top) // CELL), int((x - self.left) // CELL))

    def middle(self, cell: int) -> Point:
        r, c = self.places.place(cell)
        return self.left + (c + 0.5) * CELL, self.top + (r + 0.5) * CELL

    def is_in_middle(self, mark: Mark) -> bool:
        cell = self.cell(mark.at)
        return cell is not None and _far(self.middle(cell), mark.at) < 1

    def alike(self, one: str | None, other: str) -> bool:
        """Whether two colours look alike."""
        if not self.grey or not one or one[0] != "#":
            return one == other
        return abs(_luminance(one) - _luminance(other)) < ALIKE

    def styled(self, style: type) -> list[tuple[str, styles.Style]]:
        return [
            (name, KINDS[name].draws) for name in self.kinds if isinstance(KINDS[name].draws, style)
        ]

    def only(self, names: list[str], what: object) -> str:
        if len(set(names)) != 1:
            raise NotReadableError(f"{what}: one of {sorted(set(names))}")
        return names[0]

    # -- Constraints ------------------------------------------------------------------------------

    def constraints(self) -> list[Constraint]:
        self.must_be_uncovered()
        return [
            *self.shades(), *self.lines(), *self.outlines(), *self.between(), *self.meetings(),
            *self.outside(),
        ]  # fmt: skip

    def must_be_uncovered(self) -> None:
        """No text, and no circle on an edge or a corner, is touched by what is drawn after it."""
        boxes: list[Box] = []
        for mark in self.marks:
            small = mark.is_circle(DOT, SIGN, *MEETING)
            box = None
            if mark.tag == "text":
                box = box_of_text(mark)
            elif small or ("label" in mark.look and mark.tag == "rect"):
                box = _box_of_shape(mark)
            if box is None:
                continue
            for other in boxes if mark.tag != "text" else ():
                if meet(box, other):
                    raise NotReadableError(f"{mark} over {other}")
            boxes.append(box)

    def shades(self) -> Iterator[Constraint]:
        found: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for mark in self.marks:
            cell = self.cell(mark.at)
            if cell is None or not self.is_in_middle(mark) or mark.look.get("fill") == "none":
                continue
            if mark.is_circle(DISC):
                shape = ("circle",)
            elif mark.is_square(SQUARE):
                shape = ("square",)
            elif mark.is_square(CELL):
                shape = ("cell", *self.ticks(cell))
            else:
                continue
            names = []
            for name, style in self.styled(styles.Shade):
                colour = "#eceef1" if style.shape in ("inward", "outward") else style.colour
                if style.shape == shape[-1] and self.alike(mark.look["fill"], colour):
                    names.append(name)
            if names:
                found[self.only(names, mark)].append((cell, mark.look.get("opacity", "")))
        for name, some in found.items():
            cells = tuple(cell for cell, _ in some)
            if KINDS[name].draws.halves:
                cells = tuple(cell for cell, pale in sorted(some, key=lambda one: one[1] != ""))
                yield Constraint(name, cells)
            elif name == "candidates":
                for cell in cells:
                    yield Constraint(name, (cell,), self.foot(cell))
            elif "{each}" in KINDS[name].sentence:
                for cell in cells:
                    yield Constraint(name, (cell,))
            else:
                yield Constraint(name, tuple(sorted(cells)))

    def ticks(self, cell: int) -> list[str]:
        """Whether small triangles at the sides of a cell point inward or outward."""
        middle = self.middle(cell)
        for mark in self.marks:
            if mark.look.get("stroke") == DARK and len(mark.points) == 4:
                foot, tip, _ = mark.points[0]
                if self.cell(tip) == cell or self.cell(foot) == cell:
                    is_outward = _far(middle, tip) > _far(middle, (tip[0], foot[1]))
                    return ["outward" if is_outward else "inward"]
        return []

    def foot(self, cell: int) -> tuple[int, ...]:
        said = [
            m.said
            for m in self.marks
            if m.look.get("font-size") == "10" and self.cell(m.at) == cell
        ]
        return tuple(map(int, said[0]))

    # -- Lines ------------------------------------------------------------------------------------

    def lines(self) -> Iterator[Constraint]:
        steps: dict[str, list[frozenset[int]]] = defaultdict(list)
        tips: dict[str, set[int]] = defaultdict(set)
        pills = []
        for mark in self.marks:
            if (
                mark.tag != "path"
                or mark.look.get("fill") != "none"
                or mark.look["d"].endswith("Z")
            ):
                continue
            look = (mark.size("stroke-width"), mark.look.get("stroke-dasharray", ""))
            cells = self.along(mark.points[0])
            if look[0] == PILL:
                pills.append(tuple(cells))
                continue
            names = [
                name
                for name, style in self.styled(styles.Along)
                if look == (style.width, style.dashes)
                and self.alike(mark.look["stroke"], style.colour)
                if bool(mark.points[1:]) == (style.end == "arrow")
            ]
            if None in cells or not names:
                continue
            name = self.only(names, mark)
            steps[name] += map(frozenset, pairwise(cells))
            if len(mark.points) > 1:
                tips[name].add(cells[-1])
        for name, some in steps.items():
            for line in self.put_together(name, some, tips[name]):
                yield self.line(name, line, pills)

    def along(self, points: list[Point]) -> list[int | None]:
        """The cells of a line, also those between two turns of it."""
        found = [self.cell(points[0])]
        for (x, y), (x2, y2) in pairwise(points):
            # it may begin and end at the rims of circles
            steps = max(1, ceil(max(abs(x2 - x), abs(y2 - y)) / CELL - 0.05))
            dx, dy = (x2 - x) / steps, (y2 - y) / steps
            found += [self.cell((x + k * dx, y + k * dy)) for k in range(1, steps + 1)]
        return found

    def put_together(
        self, name: str, steps: list[frozenset[int]], tips: set[int]
    ) -> Iterator[Cells]:
        """The lines of a colour: from each shape at a start, or from either end."""
        style = KINDS[name].draws
        near: dict[int, set[int]] = defaultdict(set)
        for a, b in map(sorted, steps):
            near[a].add(b)
            near[b].add(a)
        if len(set(steps)) < len(steps):
            raise NotReadableError(f"{name}: a step drawn twice")
        shape = "circle" if style.ring else style.start
        starts = [cell for cell in near if shape and self.has_shape(cell, shape, style)]
        ends = [cell for cell in near if len(near[cell]) == 1 and cell not in tips]
        left = set(steps)
        for start in sorted(starts or ends):
            for following in sorted(near[start]):
                line = [start]
                step = following
                while frozenset((line[-1], step)) in left:
                    left.discard(frozenset((line[-1], step)))
                    line.append(step)
                    more = [n for n in near[step] if frozenset((step, n)) in left]
                    if len(more) > 1:
                        raise NotReadableError(f"{name} branches")
                    step = more[0] if more else step
                if len(line) > 1:
                    yield tuple(line)
        if left:
            raise NotReadableError(f"{name}: a line without a start")

    def has_shape(self, cell: int, shape: str, style: styles.Along) -> bool:
        for mark in self.marks:
            if self.cell(mark.at) != cell or not self.is_in_middle(mark):
                continue
            if shape == "bulb":
                if mark.is_circle(BULB) and self.alike(mark.look["fill"], style.colour):
                    return True
            elif self.alike(mark.look.get("stroke"), style.colour):
                if shape == "circle" and mark.is_circle(OPEN):
                    return True
                if shape == "square" and mark.is_square(OPEN_SQUARE):
                    return True
        # a diamond is a path
        x, y = self.middle(cell)
        tip = (x, y - OPEN)
        return shape == "diamond" and any(
            mark.points and _far(mark.points[0][0], tip) < 0.1
            and self.alike(mark.look.get("stroke"), style.colour)
            for mark in self.marks
        )  # fmt: skip

    def line(self, name: str, line: Cells, pills: list[Cells]) -> Constraint:
        style = KINDS[name].draws
        values: tuple[int, ...] = ()
        for pill in pills:
            if line[0] in pill:
                line = (*pill, *line[1:])
                values = (len(pill),)
        if style.text:
            labels = [
                said
                for cell, said, colour in self.labels()
                if cell in line and colour == DARK and _numbers(style.text, said) is not None
            ]
            [values] = {_numbers(style.text, said) for said in labels}
        elif KINDS[name].values[1] and not style.ring:
            values = self.told_number(name)
        return Constraint(name, line, values)

    def told_number(self, name: str) -> tuple[int, ...]:
        """The number that the rules' text gives."""
        kind = KINDS[name]
        said = re.escape(re.sub(r" \(default[^)]*\)", "", kind.seen or kind.sentence))
        if r"\{pairs\}" in said:
            pattern = said.replace(r"\{it\}", "[^.]*?").replace(r"\{pairs\}", r"([\d, -]+)")
            return _pairs(re.findall(pattern, self.rules, re.IGNORECASE))
        pattern = said.replace(r"\{it\}", "[^.]*?").replace(r"\{0\}", r"(\d+)")
        found = set(re.findall(pattern, self.rules, re.IGNORECASE))
        numbers = {n for one in found for n in ([one] if isinstance(one, str) else one)}
        if len(numbers) != 1:
            raise NotReadableError(f"{name}: numbers {numbers} in {self.rules}")
        return (int(numbers.pop()),)

    # -- Outlines ---------------------------------------------------------------------------------

    def labels(self) -> list[tuple[int, str, str]]:
        """Cell, text and colour of each label."""
        return [
            (self.cell(mark.at), mark.said, mark.look["fill"])
            for mark in self.marks
            if mark.tag == "text" and "label" in mark.look
        ]

    def outlines(self) -> Iterator[Constraint]:
        rings = []
        for mark in self.marks:
            if mark.look.get("stroke-width") == "1.3" and mark.look.get("d", "").endswith("Z"):
                dashed = mark.look.get("stroke-dasharray") == "5 3"
                rings.append((self.inside(mark), mark.look["stroke"], dashed))
        groups: dict[str, list[Cells]] = defaultdict(list)
        grouped_kinds = [name for name, style in self.styled(styles.Outline) if style.groups]
        own = self.owners(rings)
        for k, ring in enumerate(rings):
            said = own.get(k, "")
            names = self.kinds_of(ring, said)
            if not said:
                names += [n for n in grouped_kinds if self.is_look(ring, KINDS[n].draws)]
            if not names:
                continue
            name = self.only(names, (ring, said))
            if name in grouped_kinds:
                groups[name].append(ring[0])
            else:
                yield Constraint(name, ring[0], _numbers(KINDS[name].draws.text, said) or ())
        for name, parts in groups.items():
            sizes = tuple(map(len, parts))
            by_size = KINDS[name].draws.groups == "{}"
            yield Constraint(name, sum(parts, ()), sizes if by_size else (len(parts),))

    def owners(self, rings: list[Ring]) -> dict[int, str]:
        """The text of each outline: it begins in the text's cell, or is the only one around it that
        has no other text."""
        own: dict[int, str] = {}
        left = self.labels()
        while left:
            found = {}
            for cell, said, colour in left:
                around = [
                    k
                    for k, ring in enumerate(rings)
                    if cell in ring[0] and k not in own and self.alike(colour, ring[1])
                    if self.kinds_of(ring, said)
                ]  # fmt: skip
                first = [k for k in around if min(rings[k][0]) == cell]
                for chosen in (first, around):
                    if len(chosen) == 1:
                        found[cell] = chosen[0]
                        break
                if not around:
                    found[cell] = -1  # of a line
            if not found:
                raise NotReadableError(f"whose texts are {left}?")
            for cell, said, _ in left:
                if found.get(cell, -1) >= 0:
                    own.setdefault(found[cell], said)
            left = [label for label in left if label[0] not in found]
        return own

    def is_look(self, ring: Ring, style: styles.Outline) -> bool:
        return style.dashed == ring[2] and self.alike(ring[1], style.colour)

    def kinds_of(self, ring: Ring, said: str) -> list[str]:
        found = []
        for name, style in self.styled(styles.Outline):
            may_be_bare = "{" in style.text and KINDS[name].values[0] == 0
            if self.is_look(ring, style):
                bare = not said and (may_be_bare or not style.text)
                if bare or (said and style.text and _numbers(style.text, said) is not None):
                    found.append(name)
        return found

    def inside(self, mark: Mark) -> Cells:
        """The cells whose middles are inside a closed line."""
        found = []
        for cell in self.layout.all_cells:
            x, y = self.middle(cell)
            crossed = 0
            for part in mark.points:
                for (x1, y1), (x2, y2) in pairwise([*part, part[0]]):
                    is_upright = abs(x1 - x2) < 0.1
                    crossed += is_upright and x1 > x and min(y1, y2) < y < max(y1, y2)
            if crossed % 2:
                found.append(cell)
        return tuple(found)

    # -- Between, at corners, outside -------------------------------------------------------------

    def edge(self, at: Point) -> Cells | None:
        """The cells of the edge that a mark lies on."""
        x, y = at[0] - self.left, at[1] - self.top
        if x % CELL < 1 or x % CELL > CELL - 1:
            beside = [(at[0] - 9, at[1]), (at[0] + 9, at[1])]
        elif y % CELL < 1 or y % CELL > CELL - 1:
            beside = [(at[0], at[1] - 9), (at[0], at[1] + 9)]
        else:
            return None
        first, second = map(self.cell, beside)
        return None if first is None or second is None else (first, second)

    def text_at(self, at: Point, within: float) -> str:
        texts = [m for m in self.marks if m.tag == "text" and "label" not in m.look]
        near = [
            m for m in texts if abs(m.at[0] - at[0]) < within / 2 and abs(m.at[1] - at[1]) < within
        ]
        return " ".join(m.said for m in near)

    def between(self) -> Iterator[Constraint]:
        seen: list[Point] = []
        for mark in self.marks:
            edge = self.edge(mark.at) if mark.is_circle(DOT, SIGN) else None
            if edge:
                if any(_far(mark.at, other) < 2 * DOT for other in seen):
                    raise NotReadableError(f"a mark over a mark at {mark.at}")
                seen.append(mark.at)
                yield self.dot(mark, edge)
            elif (
                len(mark.points) == 1
                and mark.look.get("stroke") == INK
                and mark.size("stroke-width") == 2
            ):
                one, tip, other = mark.points[0]
                opening = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
                pair = self.edge(((tip[0] + opening[0]) / 2, (tip[1] + opening[1]) / 2))
                assert pair
                near_tip = min(pair, key=lambda cell: _far(self.middle(cell), tip))
                [larger] = {*pair} - {near_tip}
                yield Constraint("greater", (larger, near_tip))

    def dot(self, mark: Mark, edge: Cells) -> Constraint:
        said = self.text_at(mark.at, 10)
        if mark.is_circle(SIGN):
            number = {"X": 10, "V": 5}.get(said)
            return Constraint("pair-sum", edge, (number or int(said),))
        name = "ratio" if mark.look["fill"] == INK else "difference"
        return Constraint(name, edge, (int(said),) if said else (2 if name == "ratio" else 1,))

    def meetings(self) -> Iterator[Constraint]:
        for mark in self.marks:
            if not mark.is_circle(*MEETING) or mark.look.get("fill") == "none":
                continue
            x, y = mark.at
            steps = [(dx, dy) for dx in (-9, 9) for dy in (-9, 9)]
            cells = sorted({self.cell((x + dx, y + dy)) for dx, dy in steps})
            said = self.text_at(mark.at, 2 * mark.size("r"))
            names = [name for name, _ in self.styled(styles.Meeting)]
            digits = tuple(sorted(map(int, said.split())))
            yield Constraint(self.only(names, mark), tuple(cells), digits)

    def outside(self) -> Iterator[Constraint]:
        for mark in self.marks:
            number_size = mark.look.get("font-size") in ("18", "15")
            if mark.tag != "text" or not number_size or self.cell(mark.at) is not None:
                continue
            x = mark.at[0]
            size = mark.size("font-size")
            tags = [
                m.said
                for m in self.marks
                if m.look.get("font-size") == "10.5" and abs(m.at[1] - mark.at[1]) < 1
                and 0 < m.at[0] - x - 0.29 * size * len(mark.said) < 4
            ]  # fmt: skip
            if tags:
                x += 4
            at = (x, mark.at[1] - 0.36 * size)
            ringed = any(m.is_circle(RINGED) and _far(m.at, at) < 1 for m in self.marks)
            arrows = [
                m.points[0]
                for m in self.marks
                if m.look.get("stroke-width") == "1.5" and len(m.points) == 2
                and abs(_far(m.points[0][0], at) - 11) < 0.5
            ]  # fmt: skip
            names = [
                name
                for name, style in self.styled(styles.Outside)
                if (style.tag, style.ring, style.arrow) == ("".join(tags), ringed, bool(arrows))
            ]
            name = self.only(names, mark)
            yield Constraint(name, self.seen_from(at, arrows), (int(mark.said),))

    def seen_from(self, at: Point, arrows: list[list[Point]]) -> Cells:
        """The cells of the row or column beside a clue, or those its arrow points along."""
        x, y = at
        r, c = int((y - self.top) // CELL), int((x - self.left) // CELL)
        high, wide = self.places.board_height, self.layout.width
        if arrows:
            [(start, tip)] = arrows
            ahead = [
                cell
                for cell in range(self.places.board_count)
                if _off(self.middle(cell), start, tip) < 2
            ]
            first = min(ahead, key=lambda cell: _far(self.middle(cell), at))
            r, c = self.places.place(first)
            down, across = (1 if b > a else -1 for a, b in ((start[1], tip[1]), (start[0], tip[0])))
        elif 0 <= r < high:
            down, across = 0, 1 if x < self.left else -1
            c = 0 if across == 1 else wide - 1
        else:
            down, across = 1 if y < self.top else -1, 0
            r = 0 if down == 1 else high - 1
        line = []
        while (cell := self.places.cell_at(r, c)) is not None and cell < self.places.board_count:
            line.append(cell)
            r += down
            c += across
        return tuple(line)


def box_of_text(mark: Mark) -> Box:
    """About where a text's glyphs are."""
    size = mark.size("font-size")
    width = 0.56 * size * len(mark.said)
    x, y = mark.at
    if "label" in mark.look:
        x += 1.5
        y += 10
    left = x - {"middle": width / 2, "end": width}.get(mark.look.get("text-anchor", ""), 0)
    return left, y - 0.72 * size, left + width, y


def _box_of_shape(mark: Mark) -> Box:
    x, y = mark.at
    if mark.tag == "rect":
        return x, y, x + mark.size("width"), y + mark.size("height")
    # of a circle the square inside it with its corners cut
    reach = 0.85 * mark.size("r")
    return x - reach, y - reach, x + reach, y + reach


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _pairs(texts: list[str]) -> tuple[int, ...]:
    """The digits of "1-2, 2-3", which sentences of the kind list."""
    if len(set(texts)) != 1:
        raise NotReadableError(f"pairs: one of {texts}")
    return tuple(map(int, re.findall(r"\d+", texts[0])))


def _far(a: Point, b: Point) -> float:
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def _off(point: Point, start: Point, tip: Point) -> float:
    """How far a point is from the ray."""
    dx, dy = tip[0] - start[0], tip[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    px, py = point[0] - start[0], point[1] - start[1]
    along = (px * dx + py * dy) / length
    return abs(px * dy - py * dx) / length if along > 0 else 1e9


def _luminance(colour: str) -> float:
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _numbers(pattern: str, said: str) -> tuple[int, ...] | None:
    """The numbers of a text that is made by a pattern; None if it is not."""
    form = re.escape(pattern).replace(r"\{0\}", r"(\d+)").replace(r"\{\}", r"(\d+)")
    found = re.fullmatch(form, said)
    if not found:
        return None
    if not found.groups():
        return ()
    return tuple(map(int, found[1])) if "{}" in pattern else (int(found[1]),)
