"""PDF pages: join, count, and impose them for folding into a booklet."""

from __future__ import annotations

import io
from typing import Any

from ...errors import library


def _pypdf() -> Any:
    return library("pypdf", "booklets, and sheets of many puzzles, need pypdf")


def page_count(made: list[bytes], form: str) -> int:
    """Return the number of pages of a part."""
    if form != "pdf":
        return len(made)
    return sum(len(_pypdf().PdfReader(io.BytesIO(document)).pages) for document in made)


def joined(documents: list[bytes], title: str = "", author: str = "") -> bytes:
    """Return one document made of several, in order."""
    writer = _pypdf().PdfWriter()
    for document in documents:
        writer.append(io.BytesIO(document), import_outline=False)
    writer.add_metadata({"/Title": title, "/Author": author})
    return _written(writer)


def folded(document: bytes, wide: float) -> bytes:
    """Return the document with two pages per side: printed on both sides and folded as one stack,
    the sheets form a booklet. Blank pages at the end fill the last sheet. wide: width of a sheet in
    points; some paper is slightly wider than two of its half pages."""
    pypdf = _pypdf()
    pages = list(pypdf.PdfReader(io.BytesIO(document)).pages)
    width, height = float(pages[0].mediabox.width), float(pages[0].mediabox.height)
    writer = pypdf.PdfWriter()
    for left, right in in_folding_order(len(pages)):
        side = writer.add_blank_page(wide, height)
        for number, shift in ((left, 0.0), (right, wide - width)):
            if number <= len(pages):
                side.merge_translated_page(pages[number - 1], shift, 0)
    return _written(writer)


def in_folding_order(count: int) -> list[tuple[int, int]]:
    """Return the page numbers (left, right) of each side of each sheet, outermost first; numbers
    above `count` are blank pages.

    >>> in_folding_order(7)
    [(8, 1), (2, 7), (6, 3), (4, 5)]
    """
    whole = -(-count // 4) * 4
    sides = []
    for k in range(1, whole // 2 + 1):
        pair = (whole + 1 - k, k)
        sides.append(pair if k % 2 else pair[::-1])
    return sides


def _written(writer: Any) -> bytes:
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()
