"""Writes docs/techniques.md, a page for each family in docs/techniques/, and the pictures in
docs/logic/: each technique with its lesson, names, the command that shows it, and what that finds.

Run it from the repository's root: python docs/make_logic_pictures.py
"""

import re
import shlex
from itertools import groupby
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from satdoku import Layout
from satdoku.cli.main import cli
from satdoku.formats.programs.library import is_library_line
from satdoku.formats.text.reader import parse
from satdoku.logic.available import available
from satdoku.logic.catalog.rules import by_name
from satdoku.logic.explain import explain
from satdoku.logic.lessons.about import GROUPS, About, Example, technique
from satdoku.logic.mistakes import state_of
from satdoku.logic.position import Position
from satdoku.logic.starting import position_of
from satdoku.logic.steps import LogicStep
from satdoku.render.picture.svg import picture

FOLDER = Path(__file__).with_name("logic")
PAGE = Path(__file__).with_name("techniques.md")
HEAD = """\
# Techniques: what each is, why it holds, and where to see it

This page comes from the tables that the program itself uses: `satdoku help "X-wing"` shows one
entry, and in Python `satdoku.technique("X-wing")`. The reasons refer to the two principles of
[logic.md](logic.md), Cover(k) and Refute(x). Ratings are those before a chain's length is added.
Up to three positions show each technique: an easy, a typical and a surprising one. A program chose
them from the steps on boards that satdoku generates. Each command shows the technique where it
applies, and the picture shows the step that it finds:
bases in blue, covers in yellow, candidates that the step rests on in green, eliminations in red.
Chains are lines, solid where at least one of the two candidates must be true.

Positions are lines of a technique library: the digits, with a plus sign before those that were
found by solving, and after a colon the candidates that are already eliminated (digit, row, column).
"""
TEXT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)"( [^>]*)>(\d)</text>')


def main() -> None:
    """Write the page and draw all pictures."""
    FOLDER.mkdir(exist_ok=True)
    drawn = set()
    for lessons in GROUPS.values():
        for name in (name for lesson in lessons for name in lesson.names):
            for example in technique(name).examples:
                path = FOLDER / file_of(example)
                path.write_text(drawing(example))
                drawn.add(path)
    for path in set(FOLDER.glob("*.svg")) - drawn:
        path.unlink()
    PAGE.with_suffix("").mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text)


def pages() -> dict[Path, str]:
    """The pages as they should be: one that lists the families, and one for each of them."""
    lines, made = [HEAD, "\n| family | techniques |\n| --- | --- |\n"], {}
    for title, lessons in GROUPS.items():
        path = PAGE.with_suffix("") / f"{slug(title)}.md"
        called = ", ".join(lesson.names[0] for lesson in lessons)
        lines.append(f"| [{title}](techniques/{path.name}) | {called} |\n")
        parts = [f"# {title}\n\n[All families](../techniques.md)\n"]
        for lesson in lessons:
            parts.append(f"\n## {lesson.called}\n\n{lesson.what}\n\n*Why:* {lesson.why}\n")
            parts += [section(technique(name)) for name in lesson.names]
        made[path] = "".join(parts)
    return {PAGE: "".join(lines)} | made


def section(told: About) -> str:
    """A name of a lesson: its facts, picture and command."""
    line = f"\n**{told.name}** ({told.facts})\n"
    parts = [line]
    for example in told.examples:
        parts.append(
            f"\n![{told.name}, {example.sort}](../logic/{file_of(example)})\n\n```console\n"
            f"$ {example.command}\n{printed(example)}\n```\n"
        )
    return "".join(parts)


def printed(example: Example) -> str:
    """What its command prints."""
    ran = CliRunner().invoke(cli, example.arguments)
    if ran.exception:  # a refused option, too: no page shows one
        raise RuntimeError(f"{example.command}: {ran.output}") from ran.exception
    return ran.output.rstrip("\n")


def file_of(example: Example) -> str:
    """The name of a position's picture."""
    return f"{slug(example.name)}-{example.sort}.svg"


def slug(name: str) -> str:
    """A name as part of a file's name."""
    return re.sub(r"[^a-z0-9+]+", "-", name.lower().replace("'", ""))


def drawing(example: Example) -> str:
    """The picture of its step, small: candidates that look the same are one text."""
    lines = picture(*step_of(example)).splitlines()
    out: list[str] = []
    for look, group in groupby(lines, key=lambda line: (m := TEXT.fullmatch(line)) and m[3]):
        texts = list(group)
        if look is None:
            out += texts
            continue
        found = [match for line in texts if (match := TEXT.fullmatch(line))]
        for mark in dict.fromkeys(look for _ in found):
            xs, ys, digits = zip(*((m[1], m[2], m[4]) for m in found), strict=True)
            out.append(
                f'<text x="{" ".join(xs)}" y="{" ".join(ys)}"{mark}>{"".join(digits)}</text>'
            )
    return "\n".join(out) + "\n"


def step_of(example: Example) -> tuple[Position, LogicStep]:
    """The position and the step."""
    words = shlex.split(example.options)
    options = dict(zip(words[::2], words[1::2], strict=True))
    if is_library_line(example.position):
        position = state_of(example.position).position
    else:
        position = position_of(parse(example.position, Layout.named(options["--layout"])))
    if example.name in by_name():
        words = example.shows.split()
        moves: Any = {
            option.removeprefix("--"): wanted
            for option, wanted in zip(words[::2], words[1::2], strict=True)
        }
        (step,) = available(position, technique=example.name, limit=1, **moves)
        return position, step
    found = explain(position, until=1, scale=options.get("--scale"), only=options.get("--only", ""))
    return position, found.steps[0]


if __name__ == "__main__":
    main()
