"""Pictures of boards beside the rows of a data set: SVG, or PNG that typst draws from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ...errors import library
from ...formats.text.reader import parse
from ...layout import Layout
from ...record_types import Record

#: A page that is as large as the board on it, whose width is this many points.
PAGE = "#set page(width: auto, height: auto, margin: 6pt, fill: white)\n"
WIDTH, PIXELS_PER_INCH = 288, 120.0


def with_pictures(rows: Sequence[Record], form: str) -> list[Record]:
    """Return rows with a picture of each board. form: one of `PICTURES`."""
    if form == "none":
        return list(rows)
    drawn = []
    for row in rows:
        puzzle = parse(row["puzzle"], Layout.named(row["layout"]))
        drawn.append(puzzle.picture())
    pictures = _as_png(drawn) if form == "png" else drawn
    return [{**row, "picture": picture} for row, picture in zip(rows, pictures, strict=True)]


def _as_png(drawn: Iterable[str]) -> list[Record]:
    """Return pictures as data sets of Hugging Face hold them."""
    typst = library("typst", "pictures as PNG need typst")
    pages = []
    with TemporaryDirectory(prefix="satdoku-") as name:
        folder = Path(name)
        for number, svg in enumerate(drawn):
            (folder / f"{number}.svg").write_text(svg, "utf-8")
            pages.append(f'#image("{number}.svg", width: {WIDTH}pt)\n')
        source = PAGE + "#pagebreak()\n".join(pages)
        main = folder / "main.typ"
        main.write_text(source, "utf-8")
        made = typst.compile(str(main), format="png", ppi=PIXELS_PER_INCH, ignore_system_fonts=True)
    images = made if isinstance(made, list) else [made]
    return [{"bytes": image, "path": None} for image in images]
