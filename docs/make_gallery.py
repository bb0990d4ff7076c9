"""Makes docs/gallery.md: a puzzle of each kind that `generate` makes, its picture and its story.

    python docs/make_gallery.py          the page and its pictures, from docs/gallery.txt
    python docs/make_gallery.py --new    new puzzles, too: some minutes for each kind

docs/gallery.txt has a line for each kind: its name, a blank, and the puzzle in our own notation, or
"-" where none was found. A new puzzle has at most three givens where one was found, and no step
above `HARDEST`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import satdoku
from satdoku.constraints.rules_text import rules_of
from satdoku.logic.explanation import Explanation
from satdoku.logic.step_text.sentences import sentence
from satdoku.operations.variant_generation import generated_kinds
from satdoku.render.picture.svg import puzzle_picture

HERE = Path(__file__).parent
PUZZLES, PAGE, FOLDER = HERE / "gallery.txt", HERE / "gallery.md", HERE / "gallery"
#: The highest rating; seeds tried; seconds for each, with few givens and without a limit to them.
HARDEST, SEEDS, SECONDS = 7.5, 2, 20
#: Steps of rules that the story begins with.
FIRST = 3
HEAD = """# A puzzle of each kind

One puzzle of each kind of rule that `satdoku generate --kind` makes, with its story: how the rules
are broken into, and the hardest step. Each has one solution, and is solved by logic alone. For all
of its steps, paste the line below a puzzle into the desk, or after `satdoku explain`. Made by
`docs/make_gallery.py`.
"""


def kinds() -> list[str]:
    """The kinds on the page."""
    return generated_kinds()


def puzzles() -> dict[str, satdoku.Puzzle | None]:
    """The puzzles by kind; None where none was found."""
    lines = PUZZLES.read_text().splitlines() if PUZZLES.exists() else []
    texts = dict(line.split(" ", 1) for line in lines)
    return {name: None if text == "-" else satdoku.parse(text) for name, text in texts.items()}


def new_puzzle(kind: str) -> satdoku.Puzzle | None:
    """A puzzle with at most three givens, or with as many as it needs; None if none is found."""
    for clues in ((0, 3), None):
        for seed in range(1, SEEDS + 1):
            made = satdoku.generate(
                seed=seed,
                kind=kind,
                rating=(1.0, HARDEST),
                clues=clues,
                crossing=False,
                time_limit=SECONDS,
            )
            try:
                return next(made)
            except satdoku.GenerationError as error:
                print(f"{kind}, seed {seed}: {error}", file=sys.stderr)
    return None


def story(found: Explanation) -> Iterator[str]:
    """The first steps of rules, and the hardest step."""
    theory, hardest = found.start.theory, found.hardest
    first = [step for step in found.steps if set(step.bases) & of_rules(theory)][:FIRST]
    yield (
        f"Rated {found.rating:.1f} ({found.label}), {len(found.steps)} steps. It begins with the "
        "rules:"
    )
    for step in first:
        yield f"- {step.name} ({step.rating:.1f}): {sentence(theory, step)}"
    if hardest and hardest not in first:
        yield f"\nThe hardest step, {hardest.name}: {sentence(theory, hardest)}"


def of_rules(theory: satdoku.Theory) -> set[int]:
    """The clauses of all rules."""
    return {clause for rule in theory.rules for clause in rule.clauses}


def part(name: str, puzzle: satdoku.Puzzle | None) -> str:
    """The part of the page on a kind."""
    if puzzle is None:
        return (
            f"## {name}\n\nNo puzzle with steps up to {HARDEST} was found, of {SEEDS} tries of "
            f"{SECONDS} seconds each.\n"
        )
    rules = "\n".join(f"- {rule}" for rule in rules_of(puzzle.layout))
    return (
        f"## {name}\n\n![A puzzle of the kind {name}](gallery/{name}.svg)\n\n{rules}\n\n"
        + "\n".join(story(satdoku.explain(puzzle)))
        + f"\n\n```text\n{line(puzzle)}\n```\n"
    )


def line(puzzle: satdoku.Puzzle | None) -> str:
    """The puzzle in our own notation, "-" for none."""
    return f"{puzzle.layout.name} {puzzle.line}" if puzzle else "-"


def main() -> None:
    """Write the page, and draw the pictures."""
    known = puzzles()
    for name in kinds():
        if name not in known or "--new" in sys.argv:
            known[name] = new_puzzle(name)
            PUZZLES.write_text("".join(f"{k} {line(known[k])}\n" for k in kinds() if k in known))
    FOLDER.mkdir(exist_ok=True)
    for name, puzzle in known.items():
        if puzzle:
            (FOLDER / f"{name}.svg").write_text(puzzle_picture(puzzle) + "\n")
    PAGE.write_text("\n".join([HEAD, *(part(name, known[name]) for name in kinds())]))


if __name__ == "__main__":
    main()
