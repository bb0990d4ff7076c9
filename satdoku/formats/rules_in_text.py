"""Rules that a puzzle's text states, compared with those that were read from its data.

Links, files and data sets have the rules in words as well as in data. A rule that stands only in
the words would be passed over: the answers would be those of another puzzle. So the words are
searched sentence by sentence for the phrases of `stated_rules.txt`, about the whole board, which no
drawing shows, and of `stated_marks.txt`, about lines, cages, dots and clues. In English.

>>> stated("Normal rules apply. Cells a king's move apart hold different digits.")
('anti-king',)
>>> stated("Digits may repeat on the diagonals."), stated_in_title("Anti-Knight Sudoku #12")
((), ('anti-knight',))
>>> stated_marks("Digits along thermometers increase. There are no cages.")
('thermometer',)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from html import unescape
from typing import Any

from ..board import Puzzle
from ..constraints.constraint import other_names
from ..errors import LayoutError
from ..frozen import frozen
from ..layout import Layout
from ..layout_names import EXTRA_HOUSES

#: What ends a sentence.
ENDS = re.compile(r"[.!?;•·]+\s|(?<!\d)\s-\s|\s-\s(?!\d)|\n")
#: A question states nothing.
QUESTION = re.compile(r"[^.!?;\n]*\?(?=\s)")
#: A line that goes on in the next, which begins with a small letter.
WRAPPED = re.compile(r"[ \t]*\r?\n(?=[ \t]*[a-z])")
#: Characters that programs write in place of others: apostrophes, then hyphens.
PLAIN = str.maketrans(
    {"\u2019": "'", "\u02bc": "'", "`": "'"} | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-")
)
#: A sentence that permits or explains does not state a rule; that boxes do not apply is one.
PERMITS = re.compile(
    r"^(?!.*\bno (two|other|\w*digits?|numbers?|equal|identical|cells?|pairs?)\b)"
    r".*\b(may|can|could|might|are allowed to)( still)? "
    r"(repeat|be repeated|touch|(contain |hold |be )(the same|consecutive|equal|repeated))"
    r"|^(?!.*\b(box|block|nonet)(es|s)?( \w+)? do(es)? not).*\bdo(es)?( not|n't) "
    r"(apply|matter|exist here)\b"
    r"|\bmay or may not\b"
    r"|\bneed not\b|\bnot necessarily\b|\bno restriction|\b(is|are) not used\b"
    r"|\b(not|not an?|no|isn't an?) (anti|non-?consecutive|\w+ or anti)"
    r"|^(?!.*\b(box|dot|region))(there (is|are) )?(no|without)( any)?"
    r"( \w+){1,2}((,|,? (or|nor|and))( \w+){1,2})+( here)?$"
    r"|\brepe(ats?|ated digits|titions?)( \w+){0,5} (is|are) "
    r"(allowed|permitted|possible|fine|okay|ok)\b"
    # What the setter does not say of this puzzle, but of others.
    r"|\bnot an? (\w[\w-]* )?(\w[\w-]*-)?(sudoku|puzzle)\b"
    r"|\bplays? no (role|part)\b|\b(do not|don't|does not|doesn't) (need|assume)\b"
    r"|^(previously|earlier|yesterday|last (week|time|month|year))\b"
    r"|\bunlike (my|our|the) (last|previous|first|other)\b"
    r"|\b(anti|non)-?\w+ (puzzles|sudokus|series|pack|collection|team|fans?)\b"
)
#: Rules about the whole board that a name alone cannot add: they need another layout, or numbers.
#: (A board without boxes is another layout, but there is only one.)
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
#: Kinds that may stand for a rule about any marks.
ANYTHING = frozenset(("automaton", "relation", "relation-all", "regex", "formula", "or"))
#: Keys of records that state rules in words, the first that has any; and the title.
WORDS = ("ruleset", "rules")
TITLE = "title"


@frozen
class StatedRule:
    """A phrase that states a rule: a sentence has all patterns of `needed` and not the one of
    `without` ("" for none), and the whole text those of `around`.

    kinds: of rules that it may be read as; the first is its name. in_titles: whether titles have
    it, too.
    """

    kinds: tuple[str, ...]
    needed: tuple[str, ...]
    around: tuple[str, ...]
    without: str
    in_titles: bool = False

    @property
    def name(self) -> str:
        """Return the name of the rule in layouts."""
        return self.kinds[0]

    def is_in(self, sentence: str, text: str) -> bool:
        """Whether a sentence of a text states the rule."""
        if self.without and re.search(self.without, sentence):
            return False
        if not all(re.search(pattern, sentence) for pattern in self.needed):
            return False
        return all(re.search(pattern, text) for pattern in self.around)


@cache
def stated_rules() -> tuple[StatedRule, ...]:
    """Return the phrases about the whole board, in the order in which rules are told."""
    return tuple(_phrases("stated_rules.txt", {}))


@cache
def stated_mark_rules() -> tuple[StatedRule, ...]:
    """Return the phrases about marks, in the order in which rules are told."""
    pieces: dict[str, str] = {}
    list(_phrases("stated_rules.txt", pieces))
    return tuple(_phrases("stated_marks.txt", pieces))


def _phrases(file: str, pieces: dict[str, str]) -> Iterator[StatedRule]:
    """Yield the phrases of a file, and add its pieces to those that are known."""
    from pathlib import Path  # only texts of rules need it

    for line in Path(__file__).with_name(file).read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, mark, text = re.split("( = |: )", line, maxsplit=1)
        for known, pattern in pieces.items():
            text = text.replace(f"{{{known}}}", pattern)
        if mark == " = ":
            pieces[name] = text
            continue
        needed, _, without = text.partition(" ~~ ")
        patterns = needed.split(" && ")
        yield StatedRule(
            kinds=tuple(name.removesuffix("!").split(", ")),
            needed=tuple(pattern for pattern in patterns if not pattern.startswith("@")),
            around=tuple(pattern[1:] for pattern in patterns if pattern.startswith("@")),
            without=without,
            in_titles=name.endswith("!"),
        )


def plain_text(text: str) -> str:
    """Return a text in lower case, with plain hyphens and apostrophes, its lines unwrapped."""
    joined = WRAPPED.sub(" ", unescape(text))
    return joined.lower().translate(PLAIN)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a plain text, those that permit something left out."""
    for sentence in ENDS.split(QUESTION.sub("", text + "\n")):
        words = " ".join(sentence.split())
        if words and not PERMITS.search(words):
            yield words


@lru_cache(maxsize=256)  # sets repeat the same text for each of their puzzles
def stated(text: str) -> tuple[str, ...]:
    """Return the names of the rules about the whole board that a text states."""
    return _names(_found(text, stated_rules()))


@lru_cache(maxsize=256)
def stated_marks(text: str) -> tuple[str, ...]:
    """Return the names of the rules about marks that a text states."""
    return _names(_found(text, stated_mark_rules()))


@lru_cache(maxsize=256)
def stated_in_title(title: str) -> tuple[str, ...]:
    """Return the names of the rules about the whole board that a title names."""
    text = " ".join(plain_text(title).split())
    if not text or PERMITS.search(text):
        return ()
    in_titles = [rule for rule in stated_rules() if rule.in_titles]
    return _names(rule for rule in in_titles if rule.is_in(text, text))


def _names(rules: Iterable[StatedRule]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule.name for rule in rules))


def _found(text: str, rules: tuple[StatedRule, ...]) -> Iterator[StatedRule]:
    plain = plain_text(text)
    for sentence in sentences(plain):
        for rule in rules:
            if rule.is_in(sentence, plain):
                yield rule


def words_of(record: Mapping[str, Any]) -> str:
    """Return the text of the rules of a record, "" if it has none: a text with several words, or a
    list of texts. (A single word under "rules" names techniques, in an answer of our own.)"""
    for key in WORDS:
        text = record.get(key)
        if isinstance(text, list):
            text = "\n".join(line for line in text if isinstance(line, str))
        if isinstance(text, str) and (" " in text.strip() or key == WORDS[0]):
            return text
    return ""


def states_any(text: str) -> bool:
    """Whether a text states any rule."""
    return bool(text) and bool(stated(text) or stated_marks(text))


def states_rules(record: Mapping[str, Any]) -> bool:
    """Whether the words or the title of a record state any rule."""
    text = words_of(record)
    title = record.get(TITLE)
    if isinstance(title, str) and stated_in_title(title):
        return True
    return states_any(text)


def unread_rules(puzzle: Puzzle) -> list[str]:
    """Return the names of the rules that the puzzle's text states and its board does not have."""
    return unread_in(puzzle.kept, puzzle.layout)


def unread_in(kept: str, layout: Layout) -> list[str]:
    """The same for the metadata of a puzzle on this board."""
    text, title = _said_in(kept)
    if not text and not title:
        return []
    names = dict.fromkeys(stated(text))
    for name in stated_in_title(title):
        # A title may play with a name; where the rules are explained, only the usual rules count.
        if not text or is_added(name):
            names[name] = None
    missing = [name for name in names if not _has(layout, name)]
    marks = stated_marks(text)
    if marks and ANYTHING.isdisjoint(rule.kind for rule in layout.constraints):
        missing += [name for name in marks if name not in names and not _has_mark(layout, name)]
    return missing


def unsaid_rules(puzzle: Puzzle) -> list[str]:
    """Return the kinds of the board's rules that the puzzle's text, if it has one, does not
    state."""
    text, title = _said_in(puzzle.kept)
    if not text:
        return []
    said = {*stated(text), *stated_in_title(title)}
    for rule in _found(text, stated_mark_rules()):
        said.update(rule.kinds)
    plain = " ".join(re.findall(r"\w+", plain_text(f"{title} {text}")))
    missing = []
    for kind in dict.fromkeys(rule.kind for rule in puzzle.constraints):
        alike = [name for name, kinds in STRONGER.items() if kind in kinds]
        names = [kind, *other_names().get(kind, ())]
        is_named = any(re.sub(r"\W+", " ", name) in plain for name in names)
        if not (is_named or kind in ANYTHING or said.intersection([kind, *alike])):
            missing.append(kind)
    return missing


def with_stated_rules(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the rules that only its text states, as far as they can be added."""
    names = [name for name in unread_rules(puzzle) if is_added(name)]
    if not names:
        return puzzle
    return replace(puzzle, layout=_with_rules(puzzle.layout, names))


def broken_by(puzzle: Puzzle, solution: Puzzle) -> list[str]:
    """Return those of the rules that only the puzzle's text states which a solution breaks, as far
    as they can be added."""
    from ..constraints.evaluate import holds, keeps
    from ..constraints.forms import Distinct

    broken = []
    for name in filter(is_added, unread_rules(puzzle)):
        ruled = _with_rules(puzzle.layout, [name])
        houses = [Distinct(house.cells) for house in ruled.houses]
        keeps_houses = all(holds(house, solution.cells) for house in houses)
        keeps_rules = all(keeps(solution.cells, rule, ruled) for rule in ruled.constraints)
        if not (keeps_houses and keeps_rules):
            broken.append(name)
    return broken


def can_add(name: str) -> bool:
    """Whether a board can be given the rule by its name alone."""
    is_known = any(name == rule.name for rule in stated_rules())
    return is_known and name not in NOT_ADDED


def is_added(name: str) -> bool:
    """Whether `with_stated_rules` adds the rule."""
    return name == "latin" or can_add(name)


def _said_in(kept: str) -> tuple[str, str]:
    """Return (the text of the rules, the title) in the metadata of a puzzle, "" for none."""
    if "ruleset" not in kept and TITLE not in kept:
        return "", ""
    fields = json.loads(kept).get("about", {})
    text = fields.get("ruleset", "")
    title = fields.get(TITLE, "")
    are_texts = isinstance(text, str) and isinstance(title, str)
    return (text, title) if are_texts else ("", "")


def _with_rules(layout: Layout, names: Iterable[str]) -> Layout:
    """Return the board with the rules of these names."""
    added = [name for name in names if name != "latin"]
    if "latin" in names:
        layout = replace(layout, regions=())
    return Layout.named("+".join([layout.text(), *added]))


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
    if name in EXTRA_HOUSES:
        return _missing_houses(layout, name) == 0
    return False


def _has_mark(layout: Layout, name: str) -> bool:
    """Whether the board has a rule that may be what a text states about marks."""
    on_board = [rule.kind for rule in layout.constraints]
    if name == "jigsaw":
        return bool(layout.regions) and not layout.box_shape
    if name == "unique-in-cages":
        return "sum" not in on_board or "killer" in on_board
    kinds = {kind for rule in stated_mark_rules() if rule.name == name for kind in rule.kinds}
    has_extra_houses = "distinct" in kinds and bool(layout.extra_houses)
    return has_extra_houses or not kinds.isdisjoint(on_board)


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
