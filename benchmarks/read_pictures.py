"""How well pictures are read: python benchmarks/read_pictures.py FONTS [--boards 200] [--seed 1]

FONTS is a folder with fonts of packages in `PACKAGES`, of which none made the model:

    apt-get download PACKAGE …
    for package in *.deb; do dpkg -x $package FONTS; done

Puzzles of 9×9, 6×6, 4×4 and 16×16 are drawn in these fonts, in colours and on dark paper, with
lines of all kinds, and a quarter of them with the candidates of their cells as small digits. They
are turned by up to 10°, seen at an angle, blurred, shaded, with noise, and stored as JPEG. The code
that draws them (`tests/pictures/drawing.py`) has nothing in common with the reader.

A board is right if every cell, the regions and the small digits are. The rest must be marked: with
doubts, or refused. --wrong FOLDER keeps the pictures of those that are not right.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

import satdoku
from satdoku.errors import SatdokuError
from satdoku.formats.text.pencil import candidates_of

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.pictures.drawing import Distortion, Style, distorted, drawn, usable_fonts

PACKAGES = [
    "fonts-b612",
    "fonts-cantarell",
    "fonts-century-catalogue",
    "fonts-comfortaa",
    "fonts-courier-prime",
    "fonts-crosextra-caladea",
    "fonts-dejavu-core",
    "fonts-dejavu-extra",
    "fonts-firacode",
    "fonts-inter",
    "fonts-liberation",
    "fonts-monoid",
    "fonts-mplus",
    "fonts-opendyslexic",
    "fonts-prociono",
    "fonts-roboto-slab",
    "fonts-vollkorn",
    "fonts-yrsa-rasa",
]
#: The boards, and how often each comes.
LAYOUTS = {"9x9": 14, "6x6": 2, "6x6/3x2": 1, "4x4": 2, "16x16": 1}
#: Colours of paper, ink, frames and thin lines.
COLOURS = [
    ((255, 255, 255), (0, 0, 0), (0, 0, 0), (0, 0, 0)),
    ((255, 255, 255), (0, 0, 0), (0, 0, 0), (150, 150, 150)),
    ((250, 246, 232), (40, 40, 40), (60, 60, 60), (170, 165, 150)),
    ((255, 255, 255), (30, 60, 150), (90, 90, 90), (190, 190, 190)),
    ((255, 255, 255), (110, 110, 110), (130, 130, 130), (180, 180, 180)),
    ((245, 250, 255), (150, 40, 40), (60, 90, 160), (140, 170, 220)),
    ((24, 26, 32), (230, 230, 235), (170, 170, 180), (80, 82, 92)),
    ((40, 44, 52), (120, 190, 255), (200, 200, 200), (95, 100, 110)),
]


def puzzles_of(name: str, count: int) -> list[satdoku.Puzzle]:
    """Return puzzles on a board."""
    return list(satdoku.generate(count, seed=7, layout=name))


def style_of(font: Path, size: int, rng: np.random.Generator) -> Style:
    """Return a random style."""
    paper, ink, lines, thin = COLOURS[rng.integers(len(COLOURS))]
    cell = int(rng.integers(34, 80) if size < 10 else rng.integers(30, 52))
    width = int(rng.integers(1, max(2, cell // 24) + 1))
    tint = None
    if rng.random() < 0.2:
        tint = tuple(round(0.92 * p + 0.08 * i) for p, i in zip(paper, lines, strict=True))
    return Style(
        str(font), cell=cell, thin=width, thick=width + int(rng.integers(1, 4)),
        digit=float(rng.uniform(0.5, 0.85)), paper=paper, ink=ink, lines=lines, thin_lines=thin,
        tint=tint, margin=int(rng.integers(6, cell)),
        heading="Puzzle No. 17, medium" if rng.random() < 0.3 else "",
    )  # fmt: skip


def distortion_of(rng: np.random.Generator) -> Distortion:
    """Return a random distortion; a third are screenshots, with none but JPEG."""
    jpeg = int(rng.integers(40, 96)) if rng.random() < 0.7 else 0
    if rng.random() < 0.33:
        return Distortion(jpeg=jpeg)
    return Distortion(
        turn=float(rng.uniform(-10, 10)), corners=float(rng.uniform(0, 0.06)),
        blur=float(rng.uniform(0, 1.2)), noise=float(rng.uniform(0, 12)),
        shade=float(rng.uniform(0, 0.5)), jpeg=jpeg,
    )  # fmt: skip


def main() -> None:
    """Draw, read, count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fonts", type=Path)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wrong", type=Path)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    fonts = usable_fonts(given.fonts)
    names = [name for name, often in LAYOUTS.items() for _ in range(often)]
    known = {name: puzzles_of(name, 12 if name != "16x16" else 2) for name in LAYOUTS}
    counted: Counter[str] = Counter()
    seconds = 0.0
    for number in range(given.boards):
        name = names[number % len(names)]
        puzzle = known[name][rng.integers(len(known[name]))]
        families = sorted(fonts)
        font = fonts[families[rng.integers(len(families))]]
        style = style_of(font[rng.integers(len(font))], puzzle.layout.size, rng)
        marks = None
        if puzzle.layout.size < 10 and rng.random() < 0.25 and style.cell >= 48:
            marks = {c: d for c, d in enumerate(candidates_of(puzzle)) if not puzzle.cells[c]}
        how = distortion_of(rng)
        data = distorted(drawn(puzzle, style, marks), how, rng)
        start = time.process_time()
        said = ""
        try:
            board = satdoku.read_picture(data)[0]
        except SatdokuError as error:
            outcome, said = "refused", str(error)
        else:
            wrong = [c for c, d in enumerate(puzzle.cells) if board.puzzle.cells[c : c + 1] != (d,)]
            lost = marks and [c for c, d in marks.items() if board.marks[c : c + 1] != (tuple(d),)]
            same = board.puzzle.layout.regions == puzzle.layout.regions
            right = not wrong and not lost and same and len(board.puzzle) == len(puzzle)
            outcome = f"{'right' if right else 'wrong'}, {'sure' if board.sure else 'marked'}"
            said = f"{len(wrong)} cells, {len(lost or ())} cells of candidates; {board.complaint}"
        seconds += time.process_time() - start
        counted[outcome] += 1
        if outcome != "right, sure":
            print(f"{number}: {outcome}: {said}: {name} {Path(style.font).name} {style} {how}")
            if given.wrong:
                (given.wrong / f"{number}.png").write_bytes(data)
        if number % 20 == 19:
            print(number + 1, dict(counted), flush=True)
    print(f"{given.boards} boards in {len(fonts)} families of fonts, seed {given.seed}:")
    print(summary(counted))
    print(f"  {seconds / given.boards:.2f} s of processor time for each")


def summary(counted: Counter[str]) -> str:
    """Return the figures in lines."""
    right = counted["right, sure"] + counted["right, marked"]
    return (
        f"  right: {right} ({right / counted.total():.1%}), "
        f"of these marked as doubtful: {counted['right, marked']}\n"
        f"  wrong and marked: {counted['wrong, marked']}; refused: {counted['refused']}\n"
        f"  wrong without a mark: {counted['wrong, sure']}"
    )


if __name__ == "__main__":
    main()
