"""How many lines of explanations are whole in each language, on puzzles of several kinds.

    python benchmarks/languages.py            # 20 puzzles
    python benchmarks/languages.py --each 5   # five of each kind
    python benchmarks/languages.py --left de  # also the sentences that are left in English

A line is whole if nothing of it is in English; one that has no translation is in English, with a
mark, and counts as left. Names and notation are as they are.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator

from satdoku import Puzzle, explain, generate, hint
from satdoku.languages import IN_ENGLISH, languages

#: The layout or kind of some puzzles, and the level or "".
KINDS = (
    ("9x9", "", "hard"),
    ("9x9", "", "fiendish"),
    ("6x6", "killer", ""),
    ("6x6", "kropki", ""),
    ("6x6", "thermometer", ""),
    ("6x6", "renban", ""),
    ("6x6", "arrow", ""),
    ("6x6", "whisper", ""),
    ("6x6", "sandwich", ""),
    ("6x6", "quadruple", ""),
)


def puzzles(each: int) -> Iterator[Puzzle]:
    """Yield some puzzles of each kind."""
    for layout, kind, level in KINDS:
        more = {}
        if kind:
            more["kind"] = kind
        if level:
            more["level"] = level
        yield from generate(each, layout=layout, seed=4, **more)


def lines_of(puzzle: Puzzle, language: str) -> Iterator[str]:
    """Yield the lines that a person reads of a puzzle: hints and the path."""
    for show in ("vague", "where", "what", "why"):
        yield from hint(puzzle).text(show, language).splitlines()
    text = explain(puzzle, time_limit=20.0).text("full", language)
    yield from filter(None, map(str.strip, text.splitlines()))


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=2)
    parser.add_argument("--left", default="")
    chosen = parser.parse_args()
    some = list(puzzles(chosen.each))
    print(f"{len(some)} puzzles")
    for language in languages():
        said = [line for puzzle in some for line in lines_of(puzzle, language)]
        left = [line for line in said if IN_ENGLISH in line]
        whole = len(said) - len(left)
        print(f"{language}: {whole:,} of {len(said):,} lines whole ({whole / len(said):.1%})")
        if language == chosen.left:
            alike = Counter(re.sub(r"\d+", "#", line.partition(IN_ENGLISH)[2]) for line in left)
            for line, number in alike.most_common(40):
                print(f"  {number:4}  {line}")


if __name__ == "__main__":
    main()
