"""An audit as one self-contained HTML page: the findings and bar charts of the distributions."""

from __future__ import annotations

from html import escape

from ..datasets.audit.report import Audit, Counts
from .page import document

#: Lines of the table that never indicate a problem.
FINE = ("rows", "proper", "minimal", "without an answer")


def page(found: Audit) -> str:
    """Return the page."""
    title = f"Audit of {found.title}"
    body = f"<h1>{escape(title)}</h1>\n<table>\n"
    for what, number, which in found.table():
        is_bad = number != "0" and what not in FINE
        row = "<tr class=bad>" if is_bad else "<tr>"
        row += f"<th>{escape(what)}</th>"
        row += f"<td class=number>{number}</td>"
        row += f"<td>{escape(which)}</td></tr>\n"
        body += row
    body += "</table>\n"
    for what, values in found.distributions():
        if values:
            body += f"<h2>{escape(what)}</h2>\n{bars(values)}\n"
    return document(title, "audit_page.css", body)


def bars(values: Counts, width: int = 720, height: int = 180) -> str:
    """Return a bar chart: one bar per value, with its number above it."""
    most = max(number for _, number in values)
    step = min(width / len(values), 90)
    parts = []
    for place, (value, number) in enumerate(values):
        tall = height * number / most
        middle = step * (place + 0.5)
        top = 16 + height - tall
        left = middle - 0.4 * step
        name = escape(value)
        parts.append(
            f"<rect x='{left:.1f}' y='{top:.1f}' width='{0.8 * step:.1f}' "
            f"height='{tall:.1f}' fill='#3b6ea8'><title>{name}: {number:,}</title></rect>"
        )
        parts.append(_centred(name, middle, f"{height + 32}"))
        if step >= 26:
            parts.append(_centred(_short(number), middle, f"{top - 3:.1f}"))
    whole = f"{step * len(values):.0f}"
    box = f"0 0 {whole} {height + 40}"
    return f"<svg viewBox='{box}' width='{whole}' role='img'>{''.join(parts)}</svg>"


def _centred(words: str, middle: float, base: str) -> str:
    return f"<text x='{middle:.1f}' y='{base}' text-anchor='middle'>{words}</text>"


def _short(number: int) -> str:
    """Return 1234567 as 1.2M; numbers below 10,000 as they are."""
    if number >= 10**9:
        return f"{number / 10**9:.3g}G"
    if number >= 10**6:
        return f"{number / 10**6:.3g}M"
    if number >= 10**4:
        return f"{number / 10**3:.3g}k"
    return str(number)
