"""An audit as one self-contained HTML page: the findings and bar charts of the distributions."""

from __future__ import annotations

from html import escape

from ..datasets.audit.report import Audit
from .page import document

#: Lines of the table that never indicate a problem.
FINE = ("rows", "proper", "minimal", "without an answer")


def page(found: Audit) -> str:
    """Return the page."""
    title = f"Audit of {' and '.join(name for name, _ in found.files)}"
    if found.against:
        title += f", against {' and '.join(name for name, _ in found.against)}"
    rows = "".join(
        f"<tr{'' if number == '0' or what in FINE else ' class=bad'}><th>{escape(what)}</th>"
        f"<td class=number>{number}</td><td>{escape(which)}</td></tr>\n"
        for what, number, which in found.table()
    )
    pictures = "".join(
        f"<h2>{escape(what)}</h2>\n{bars(values)}\n"
        for what, values in found.distributions()
        if values
    )
    body = f"<h1>{escape(title)}</h1>\n<table>\n{rows}</table>\n{pictures}"
    return document(title, "audit_page.css", body)


def bars(values: list[tuple[str, int]], width: int = 720, height: int = 180) -> str:
    """Return a bar chart: one bar per value, with its number above it."""
    most = max(number for _, number in values)
    step = min(width / len(values), 90)
    parts = []
    for place, (value, number) in enumerate(values):
        tall = height * number / most
        middle, top = step * (place + 0.5), 16 + height - tall
        parts.append(
            f"<rect x='{middle - 0.4 * step:.1f}' y='{top:.1f}' width='{0.8 * step:.1f}' "
            f"height='{tall:.1f}' fill='#3b6ea8'><title>{escape(value)}: {number:,}</title></rect>"
            f"<text x='{middle:.1f}' y='{height + 32}' text-anchor='middle'>{escape(value)}</text>"
        )
        if step >= 26:
            parts.append(
                f"<text x='{middle:.1f}' y='{top - 3:.1f}' text-anchor='middle'>{_short(number)}"
                "</text>"
            )
    box = f"0 0 {step * len(values):.0f} {height + 40}"
    return (
        f"<svg viewBox='{box}' width='{step * len(values):.0f}' role='img'>{''.join(parts)}</svg>"
    )


def _short(number: int) -> str:
    """Return 1234567 as 1.2M."""
    for size, name in ((10**9, "G"), (10**6, "M"), (10**4, "k")):
        if number >= size:
            return f"{number / min(size, 10**3 if name == 'k' else size):.3g}{name}"
    return str(number)
