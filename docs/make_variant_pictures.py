"""Draws docs/pictures/*.svg, a picture for each kind of rule, and writes the table in variants.md.

Both are made of docs/kinds.txt. Run it from the repository's root:

    python docs/make_variant_pictures.py
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from satdoku import Layout, Puzzle
from satdoku.constraints.constraint import parse_cells
from satdoku.constraints.registry import KINDS, Kind
from satdoku.constraints.styles import CELL
from satdoku.constraints.wording import definition
from satdoku.render.picture.plan import Plan
from satdoku.render.picture.svg import puzzle_picture

HERE = Path(__file__).parent
PAGE, FOLDER = HERE / "variants.md", HERE / "pictures"
BOARD = Layout.boxes(3, 3)
#: Beside the cells that are shown, and how large they are shown.
ROOM, SCALE = 46, 0.6


@dataclass(frozen=True)
class Example:
    """A rule, the cells that are filled, digits that keep it and digits that break it."""

    rule: str
    cells: tuple[int, ...]
    kept: str
    broken: str

    @property
    def layout(self) -> Layout:
        """The board with the rule; a rule that begins with a digit names its board too."""
        return layout_of(self.rule)

    @property
    def kind(self) -> Kind:
        """The rule's kind."""
        return KINDS[self.layout.constraints[-1].kind]

    def filled(self, digits: str) -> Puzzle:
        """The board with the rule and these digits in the cells."""
        fill = dict(zip(self.cells, map(int, digits), strict=True))
        cells = range(self.layout.cell_count)
        return Puzzle(tuple([fill.get(cell, 0) for cell in cells]), self.layout)

    def picture(self) -> str:
        """The part of the board that matters, with the digits that keep the rule."""
        puzzle = self.filled(self.kept)
        plan = Plan(puzzle.layout)
        shown = {*self.cells, *(c for one in puzzle.constraints for c in one.cells)}
        places = [puzzle.layout.places.place(cell) for cell in shown]
        rows, columns = [r for r, _ in places], [c for _, c in places]
        x, y = (at + CELL * min(k) - ROOM for at, k in ((plan.left, columns), (plan.top, rows)))
        width, height = (CELL * (max(k) - min(k) + 1) + 2 * ROOM for k in (columns, rows))
        drawn = puzzle_picture(puzzle)
        view = f'viewBox="{x:g} {y:g} {width} {height}"'
        drawn = re.sub(r'viewBox="[^"]*"', view, drawn, count=1)
        return re.sub(r' width="\d+"', f' width="{SCALE * width:g}"', drawn, count=1) + "\n"

    def row(self) -> str:
        """Its line in the table."""
        kind = self.kind
        rule, said = self.rule.replace("|", "\\|"), definition(kind).replace("|", "\\|")
        return (
            f"| `{kind.name}` | {said} | {_range(kind.cells)} | {_range(kind.values)} "
            f"| ![{kind.name}](pictures/{kind.name}.svg) | `{rule}` | {self.kept} | {self.broken} |"
        )


def examples() -> list[Example]:
    """All that kinds.txt has."""
    found = []
    for line in (HERE / "kinds.txt").read_text().splitlines():
        if line and line[0] != "#":
            rule, cells, kept, broken = re.split("  +", line)
            layout = layout_of(rule)
            of_rule = layout.constraints[0].cells
            own = parse_cells(cells, layout.places) if cells != "-" else of_rule
            found.append(Example(rule, own, kept, broken))
    return found


def table() -> str:
    """The table of all kinds."""
    head = "| kind | what it says | cells | numbers | drawn | rule | kept by | broken by |"
    return "\n".join([head, "| --- " * 8 + "|", *(example.row() for example in examples())])


def with_table(page: str) -> str:
    """The page with the table as it is to be."""
    return re.sub(r"\| kind \| what it says.*?\n\n", lambda _: table() + "\n\n", page, flags=re.S)


def layout_of(rule: str) -> Layout:
    """The board of an example."""
    return Layout.named(rule) if rule[0].isdigit() else BOARD.with_constraints(rule)


def _range(ends: tuple[int, int]) -> str:
    fewest, most = ends
    if most == 0:
        return "–"
    if fewest == 0 and most > 1:
        return "any"
    return (
        f"{fewest} or more"
        if most > 100
        else str(most)
        if fewest == most
        else f"{fewest} to {most}"
    )


def main() -> None:
    """Draw and write them all."""
    FOLDER.mkdir(exist_ok=True)
    for example in examples():
        (FOLDER / f"{example.kind.name}.svg").write_text(example.picture())
    PAGE.write_text(with_table(PAGE.read_text()))


if __name__ == "__main__":
    main()
