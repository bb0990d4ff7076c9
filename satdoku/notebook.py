"""Values that a notebook shows as a picture: the one place that asks what stands above for it.

Puzzles and answers know nothing of drawing, which stands far above them. A notebook asks a value
for `_repr_svg_` or `_repr_html_`; only then is `render.notebook` loaded, by its name, and asked.

>>> from satdoku.board import Puzzle
>>> from satdoku.layout import Layout
>>> Puzzle((1, 2, 3, 4) * 4, Layout.of_size(4))._repr_svg_()[:38]
'<svg xmlns="http://www.w3.org/2000/svg'
"""

from __future__ import annotations

from importlib import import_module


class Pictured:
    """A value with a picture or a page of its own; what has none of the one kind says None."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return import_module(f"{__package__}.render.notebook").svg(self)  # type: ignore[no-any-return]

    def _repr_html_(self) -> str | None:
        return import_module(f"{__package__}.render.notebook").html(self)  # type: ignore[no-any-return]
