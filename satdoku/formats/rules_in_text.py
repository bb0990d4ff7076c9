"""Rules that a puzzle's text states: those about the whole board, which no drawing shows.

Links, files and data sets have the rules in words as well as in data. A rule that stands only in
the words would be passed over: the answers would be those of another puzzle. So the words are
searched for the phrases of `stated_rules.txt`, sentence by sentence, and what they state is
compared with the rules of the board. In English.

>>> stated("Normal rules apply. Cells a king's move apart hold different digits.")
('anti-king',)
>>> stated("Digits may repeat on the diagonals.")
()
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from html import unescape

from ..board import Puzzle
from ..errors import LayoutError
from ..frozen import frozen
from ..layout import Layout

#: What ends a sentence.
ENDS = re.compile(r"[.!?;•·]+\s|\s-\s|\n")
#: A line that goes on in the next, which begins with a small letter.
WRAPPED = re.compile(r"[ \t]*\r?\n(?=[ \t]*[a-z])")
#: Characters that programs write in place of others: apostrophes, then hyphens.
PLAIN = str.maketrans(
    {"\u2019": "'", "\u02bc": "'", "`": "'"} | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-")
)
#: A sentence that permits or explains does not state a rule.
PERMITS = re.compile(
    r"^(?!.*\bno two\b).*\b(may|can|could|might|are allowed to)( still)? "
    r"(repeat|be repeated|touch|(contain |hold |be )(the same|consecutive|equal|repeated))"
    r"|(?<!boxes )(?<!blocks )(?<!nonets )\bdo(es)? not (apply|exist here)\b"
    r"|\bneed not\b|\bnot necessarily\b|\bno restriction|\b(is|are) not used\b"
    r"|\b(not|not an?|no|isn't an?) (anti|non-?consecutive|\w+ or anti)"
)
#: Rules that a name alone cannot add to a board: they need another layout, or numbers.
NOT_ADDED = frozenset(
    (
        "one-diagonal",
        "latin",
        "from-0",
        "yin-yang",
        "nurikabe",
        "star-battle",
        "cave",
        "chaos-construction",
        "schrodinger",
        "doublers",
        "negators",
        "doppelganger",
    )
)
#: Kinds that say as much as a rule, or more.
STRONGER = {
    "non-consecutive": ("no-other-difference", "no-other-dots"),
    "no-other-difference": ("non-consecutive", "no-other-dots"),
    "no-other-ratio": ("no-other-dots",),
    "latin": ("chaos-construction",),
}


@frozen
class StatedRule:
    """A phrase that states a rule: a sentence has all of the patterns, and not the one of `without`
    ("" for none). name: of the rule in layouts."""

    name: str
    patterns: tuple[str, ...]
    without: str

    def is_in(self, sentence: str) -> bool:
        """Whether the sentence states the rule."""
        if self.without and re.search(self.without, sentence):
            return False
        return all(re.search(pattern, sentence) for pattern in self.patterns)


@cache
def stated_rules() -> tuple[StatedRule, ...]:
    """Return the phrases of `stated_rules.txt`, in the order in which rules are told."""
    from pathlib import Path  # only texts of rules need it

    table = Path(__file__).with_name("stated_rules.txt").read_text("utf-8")
    pieces: dict[str, str] = {}
    found = []
    for line in table.splitlines():
        if not line or line.startswith("#"):
            continue
        name, equals, piece = line.partition(" = ")
        if equals:
            pieces[name] = piece
            continue
        name, _, phrase = line.partition(": ")
        for piece, pattern in pieces.items():
            phrase = phrase.replace(f"{{{piece}}}", pattern)
        needed, _, without = phrase.partition(" ~~ ")
        found.append(StatedRule(name, tuple(needed.split(" && ")), without))
    return tuple(found)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text in lower case, those that permit something left out."""
    joined = WRAPPED.sub(" ", unescape(text))
    plain = joined.lower().translate(PLAIN)
    for sentence in ENDS.split(plain + "\n"):
        words = " ".join(sentence.split())
        if words and not PERMITS.search(words):
            yield words


@lru_cache(maxsize=256)  # sets repeat the same text for each of their puzzles
def stated(text: str) -> tuple[str, ...]:
    """Return the names of the rules about the whole board that a text states."""
    found = {}
    for sentence in sentences(text):
        for rule in stated_rules():
            if rule.is_in(sentence):
                found[rule.name] = True
    return tuple(found)


def unread_rules(puzzle: Puzzle) -> list[str]:
    """Return the names of the rules that the puzzle's text states and its board does not have."""
    return unread_in(puzzle.kept, puzzle.layout)


def unread_in(kept: str, layout: Layout) -> list[str]:
    """The same for the metadata of a puzzle on this board."""
    if "ruleset" not in kept:
        return []
    text = json.loads(kept).get("about", {}).get("ruleset")
    if not isinstance(text, str):
        return []
    return [name for name in stated(text) if not _has(layout, name)]


def with_stated_rules(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the rules that only its text states, as far as they can be added."""
    names = [name for name in unread_rules(puzzle) if can_add(name)]
    if not names:
        return puzzle
    layout = Layout.named("+".join([puzzle.layout.text(), *names]))
    return replace(puzzle, layout=layout)


def can_add(name: str) -> bool:
    """Whether a board can be given the rule by its name alone."""
    return name not in NOT_ADDED


def _has(layout: Layout, name: str) -> bool:
    """Whether the board has a rule, or another that says the same or more."""
    kinds = (name, *STRONGER.get(name, ()))
    if any(constraint.kind in kinds for constraint in layout.constraints):
        return True
    if name == "latin":
        return not layout.box_shape
    if name == "from-0":
        return layout.digits[0] == 0
    if name == "one-diagonal":
        return _missing_houses(layout, "diagonal") < 2
    if name in ("diagonal", "disjoint", "window"):
        return _missing_houses(layout, name) == 0
    return False


def _missing_houses(layout: Layout, name: str) -> int:
    """Return how many of the houses of that name the board lacks."""
    try:
        wanted = layout.without_constraints().with_houses(name)
    except LayoutError:
        return 0  # they do not fit on this board, so the text means something else
    known = {frozenset(house.cells) for house in layout.houses}
    for rule in layout.constraints:
        if rule.kind in ("distinct", "killer"):
            known.add(frozenset(rule.cells))
    wanted_houses = {frozenset(house.cells) for house in wanted.houses}
    return len(wanted_houses - known)
