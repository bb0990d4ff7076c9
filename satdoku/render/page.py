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

from ..languages import telling
from ..logic.explanation import Explanation
from ..logic.step_text.proof_texts import step_lines
from ..logic.step_text.rule_sentences import step_name
from ..logic.step_text.sentences import notation, sentence
from ..logic.steps import LogicStep
from ..phrases import Name, Translate, phrase
from ..theory import Theory
from .picture.svg import layers

#: Languages that are written from right to left.
RIGHT_TO_LEFT = ("ar",)
#: Parts up to this length are written inline.
SHORT = 40
#: Approximate number of parts of a picture that are grouped.
RUN = 8


def page(found: Explanation, with_record: bool = True, language: str = "en") -> str:
    """Return the page. with_record: include the JSON record. language: of the text."""
    tell = telling(language)
    board = found.start.board
    taken = list(found.positions())
    drawn = [layers(position, step, board, language) for position, step in taken]
    drawn.append(layers(found.end, givens=board, language=language))
    common, pictures = shared(drawn)
    parts = []
    for number, (_, step) in enumerate(taken, 1):
        said = _said(found.start.theory, number, step, tell)
        parts.append(_section(pictures[number - 1], said))
    hardest = "{outcome}, hardest step {rating} ({label})"
    outcome = Name(found.outcome)
    label = Name(found.label)
    said = phrase(hardest, outcome=outcome, rating=found.rating_text, label=label)
    last = escape(tell(said))
    parts.append(_section(pictures[-1], f"<h2>{last}</h2>"))
    steps = tell(phrase("{number} steps", number=len(found.steps)))
    heading = tell(phrase("{text} in {steps}", text=said, steps=Name(steps)))
    back = tell(phrase("Back"))
    forward = tell(phrase("Forward"))
    of_slider = tell(phrase("step"))
    lines = [
        f"<h1>{escape(heading)}</h1>"
        f"<nav><button id='back'>{back}</button><button id='on'>{forward}</button>"
        f"<input type='range' min='0' max='{len(parts) - 1}' value='0' aria-label='{of_slider}'>"
        "<output></output></nav>",
        common,
        *parts,
    ]
    if with_record:
        lines.append(f"<script type='application/json'>{record_inside(found)}</script>")
    lines.append(f"<script>\n{_file('page.js')}</script>")
    return document(f"{board.line[:81]}: {steps}", "page.css", "\n".join(lines), language)


def _section(drawn: str, said: str) -> str:
    return f"<section>{drawn}<div class='said'>{said}</div></section>"


def _said(theory: Theory, number: int, step: LogicStep, tell: Translate) -> str:
    """Return a step in words: its name and rating, its conclusion, and how it follows."""
    rating = f"<span class='rating'>{step.rating_text}</span>"
    name = escape(tell(step_name(step.name)))
    text = escape(tell(sentence(theory, step)))
    said = f"<h2>{number}. {name} {rating}</h2><p>{text}</p>"
    if step.nodes or step.chains:
        chain = escape(tell(notation(theory, step)))
        return f"{said}<p><code>{chain}</code></p>"
    lines = folded(list(map(tell, step_lines(theory, step))))
    return f"{said}<ol>{lines}</ol>" if lines else said


def document(title: str, style: str, body: str, language: str = "en") -> str:
    """Return a complete HTML page. style: the name of a file beside this one."""
    direction = " dir='rtl'" if language in RIGHT_TO_LEFT else ""
    return (
        f"<!doctype html>\n<html lang='{language}'{direction}><head><meta charset='utf-8'>"
        f"<title>{escape(title)}</title><meta name='viewport' content='width=device-width'>"
        f"<style>\n{_file(style)}</style></head>\n<body>{body}</body></html>"
    )


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def shared(drawn: Sequence[Sequence[str]]) -> tuple[str, list[str]]:
    """Return (a hidden picture that holds the shared parts, the pictures).

    drawn: the parts of each picture, as returned by `svg.layers`.

    Two levels are shared. Parts that occur in several pictures are stored once. Then the parts of
    each picture are cut into runs, and a run that occurs again is stored as one part, made of the
    stored ones: a picture with one changed cell is a few runs instead of a hundred parts.
    """
    counts = Counter(part for picture in drawn for part in picture[1:-1])
    kept = {part: number for number, (part, count) in enumerate(counts.items()) if count > 1}
    common: list[str] = []

    def use(inside: str) -> str:
        common.append(f'<g id="p{len(common)}">{inside}</g>')
        return f'<use href="#p{len(common) - 1}"/>'

    uses = {part: use(part) for part in kept if len(part) > SHORT}
    runs = [list(_runs(picture[1:-1], kept)) for picture in drawn]
    often = Counter(run for picture in runs for run in picture)
    wholes = {}
    for run, count in often.items():
        if count > 1 and len(run) > 1:
            wholes[run] = use("".join(uses.get(part, part) for part in run))
    pictures = []
    for picture, own_runs in zip(drawn, runs, strict=True):
        lines = [picture[0]]
        for run in own_runs:
            whole = wholes.get(run)
            lines += [whole] if whole else [uses.get(part, part) for part in run]
        pictures.append("\n".join([*lines, picture[-1]]))
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
    items = list[str]()
    k = 0
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
