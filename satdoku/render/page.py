"""An explanation as one self-contained HTML page: one picture per step, with back and forward.

Parts that several pictures share (the board, unchanged cells) are stored once and referenced by
number: they make up most of the content.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from ..logic.explanation import Explanation
from ..logic.step_text.proof_texts import step_lines
from ..logic.step_text.sentences import notation, sentence
from .picture.svg import layers

#: Parts up to this length are written inline.
SHORT = 40
#: Approximate number of parts of a picture that are grouped.
RUN = 8


def page(found: Explanation, with_record: bool = True) -> str:
    """Return the page. with_record: include the JSON record."""
    theory = found.start.theory
    parts, board = [], found.start.board
    taken = [(step, layers(position, step, board)) for position, step in found.positions()]
    common, pictures = shared([*(drawn for _, drawn in taken), layers(found.end, givens=board)])
    for number, (step, _) in enumerate(taken, 1):
        chain = f"<p><code>{escape(notation(theory, step))}</code></p>" if step.nodes else ""
        lines = "" if step.nodes else folded(list(step_lines(theory, step)))
        parts.append(
            f"<section>{pictures[number - 1]}<div class='said'><h2>{number}. "
            f"{escape(step.name)} <span class='rating'>{step.rating:.1f}</span></h2>"
            f"<p>{escape(sentence(theory, step))}</p>{chain}"
            f"{f'<ol>{lines}</ol>' if lines else ''}</div></section>"
        )
    last = f"{found.outcome}, hardest step {found.rating:.1f} ({found.label})"
    parts.append(
        f"<section>{pictures[-1]}<div class='said'><h2>{escape(last)}</h2></div></section>"
    )
    title = f"{found.start.board.line[:81]}: {len(found.steps)} steps"
    return document(
        title,
        "page.css",
        f"<h1>{escape(last)} in {len(found.steps)} steps</h1>"
        "<nav><button id='back'>Back</button><button id='on'>Forward</button>"
        f"<input type='range' min='0' max='{len(parts) - 1}' value='0' aria-label='step'>"
        "<output></output></nav>\n"
        + f"{common}\n"
        + "\n".join(parts)
        + (f"\n<script type='application/json'>{record_inside(found)}</script>" * with_record)
        + f"\n<script>\n{_file('page.js')}</script>",
    )


def document(title: str, style: str, body: str) -> str:
    """Return a complete HTML page. style: the name of a file beside this one."""
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        f"<title>{escape(title)}</title><meta name='viewport' content='width=device-width'>"
        f"<style>\n{_file(style)}</style></head>\n<body>{body}</body></html>"
    )


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def shared(drawn: Sequence[Sequence[str]]) -> tuple[str, list[str]]:
    """Return (a hidden picture that holds the shared parts, the pictures).

    drawn: the parts of each picture, as returned by `svg.layers`.
    """
    counts = Counter(part for picture in drawn for part in picture[1:-1])
    kept = {p: number for number, (p, count) in enumerate(counts.items()) if count > 1}
    common: list[str] = []

    def use(inside: str) -> str:
        common.append(f'<g id="p{len(common)}">{inside}</g>')
        return f'<use href="#p{len(common) - 1}"/>'

    uses = {part: use(part) for part in kept if len(part) > SHORT}
    runs = [list(_runs(picture[1:-1], kept)) for picture in drawn]
    often = Counter(run for picture in runs for run in picture)
    wholes = {
        run: use("".join(uses.get(part, part) for part in run))
        for run, count in often.items()
        if count > 1 and len(run) > 1
    }
    pictures = [
        "\n".join(
            [first, *(wholes.get(r) or "\n".join(uses.get(p, p) for p in r) for r in some), end]
        )
        for (first, *_, end), some in zip(drawn, runs, strict=True)
    ]
    hidden = '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    return "\n".join([hidden, *common, "</defs></svg>"]), pictures


def _runs(parts: Sequence[str], kept: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Split the parts into runs that end at content-defined parts: a local difference changes only
    the run around it, and the other runs stay equal."""
    run: list[str] = []
    for part in parts:
        run.append(part)
        if kept.get(part, 0) % RUN == 0:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def folded(lines: Sequence[str]) -> str:
    """Return lines as list items; indented lines are folded under the line before them."""
    items, k = list[str](), 0
    while k < len(lines):
        end = k + 1
        while end < len(lines) and lines[end].startswith("  "):
            end += 1
        inside = folded([line[2:] for line in lines[k + 1 : end]])
        text = escape(lines[k])
        if inside:
            text = f"<details><summary>{text}</summary><ol>{inside}</ol></details>"
        items.append(f"<li>{text}</li>")
        k = end
    return "".join(items)


def record_inside(found: Explanation) -> str:
    """Return the JSON record, escaped for a page or picture, where `verify-steps` can read it."""
    text = json.dumps(found.record(), ensure_ascii=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
