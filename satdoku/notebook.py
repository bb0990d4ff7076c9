"""Values that a notebook shows as a picture: delegates to the drawing code of a higher layer.

Puzzles and answers do not import drawing code, which is layered far above them. When a notebook
calls `_repr_svg_` or `_repr_html_`, `render.notebook` is imported by name and does the work.

>>> from satdoku.board import Puzzle
>>> from satdoku.layout import Layout
>>> Puzzle((1, 2, 3, 4) * 4, Layout.of_size(4))._repr_svg_()[:38]
'<svg xmlns="http://www.w3.org/2000/svg'
"""

from __future__ import annotations

from importlib import import_module


class Pictured:
    """A value with a picture or an HTML page; None for the kind that it does not have."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return import_module(f"{__package__}.render.notebook").svg(self)  # type: ignore[no-any-return]

    def _repr_html_(self) -> str | None:
        return import_module(f"{__package__}.render.notebook").html(self)  # type: ignore[no-any-return]
