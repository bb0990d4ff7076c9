"""Rules that a puzzle's text states: those about the whole board, which no drawing shows.

Links, files and data sets have the rules in words as well as in data. A rule that stands only in
the words would be passed over: the answers would be those of another puzzle. So the words are
searched for phrases of the field, sentence by sentence, and what they state is compared with the
rules of the board. In English.

>>> stated("Normal rules apply. Cells a king's move apart hold different digits.")
('anti-king',)
>>> stated("Digits may repeat on the diagonals.")
()
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import field, replace
from functools import lru_cache

from ..board import Puzzle
from ..errors import LayoutError
from ..frozen import frozen
from ..layout import Layout

#: What ends a sentence.
ENDS = re.compile(r"[.!?;:•·]+\s|\s-\s|\n")
#: A sentence that permits or explains does not state a rule.
PERMITS = re.compile(
    r"^(?!.*\bno two\b).*\b(may|can|could|might|are allowed to)( still)? "
    r"(repeat|be repeated|touch|(contain |hold |be )(the same|consecutive|equal|repeated))"
    r"|(?<!boxes )(?<!blocks )(?<!nonets )\bdo(es)? not (apply|exist here)\b"
    r"|\bneed not\b|\bnot necessarily\b|\bno restriction"
)
#: Words of rules about marks, lines and shading: their sentences are not about all cells.
OF_MARKS = (
    r"\b(line|lines|thermo\w*|cage|cages|circle|circles|arrow|arrows|along|clue|clues|star|stars"
    r"|shaded|unshaded|loop|snake|marked cells?|coloured|colored|joined by|separated by"
    r"|connected by|between two|with a dot|white dot|black dot|whisper\w*|renban\w*)\b"
)
FORBIDS = (
    r"\b(not|cannot|can't|mustn't|don't|never|no|different|distinct|unique|once|without|neither)\b"
)
GIVEN = (
    r"(are|is|have been|were)( all| always)?( explicitly)? (given|shown|marked|present|indicated)"
)


@frozen
class StatedRule:
    """A rule that texts state.

    name: how a layout names it. words: what a sentence says of it, all of these; without: no such
    words. kinds: kinds of rules that say the same or more, besides the one of that name. adds:
    whether it can be added to a board.
    """

    name: str
    words: tuple[str, ...]
    without: str = "$^"
    kinds: frozenset[str] = field(default=frozenset())
    adds: bool = True

    def is_in(self, sentence: str) -> bool:
        """Whether the sentence states the rule."""
        if re.search(self.without, sentence):
            return False
        return all(re.search(word, sentence) for word in self.words)


def _rule(
    name: str, *words: str, without: str = "$^", kinds: str = "", adds: bool = True
) -> StatedRule:
    return StatedRule(name, words, without, frozenset(kinds.split()), adds)


ADJACENT = r"\b(adjacent|neighbou?r\w*|touch\w*|next to|shar\w+ an? (edge|side))\b"
DIAGONALLY = (
    r"\btouch\w*,? (even )?diagonally\b|\bdiagonally (adjacent|touching|neighbou?ring)\b"
    r"|\bdiagonal neighbou?rs\b"
)
REPEATS = (
    r"\b(repeat\w*|once|different|distinct|unique|the same|1 ?(-|–|to) ?\d+|(every|each) digit"
    r"|all digits)\b"
)
ALL = r"(?<!not )\ball( the| possible| of the)*"
KROPKI = r"( kropki| white and black| black and white)*"
XV = r"\b(xs?|x's)( and |, ?| ?/ ?| & ?|)(vs?|v's)\b|\bxvs?\b"
DIAGONALS = (
    r"\b(both|main|marked|long|two|indicated|each|blue|grey|gray)\b.*\bdiagonals?\b"
    r"|\b(along|on) (the|a|either) diagonals?\b|\bdiagonals\b"
)
OF_SUMS = r"\bdiagonally\b|\bsum|\badd|\btotal|\blittle|\bmove"
PLACES = r"\bsame( relative)? (position|place|location|spot)s?\b"
BOXES = r"\b(box|boxes|block|blocks|region|regions|nonets?|3x3s?)\b"
SQUARES = r"\b(2 ?[x×] ?2|two[ -]by[ -]two)\b"
NO_BOXES = (
    r"\bno( standard| regular| normal| 3x3)* (boxes|blocks|nonets)\b|\blatin square\b"
    r"|\b(boxes|blocks|nonets) (do not|don't) (apply|count|exist|matter)\b"
)
NO_DOTS = "no-other-difference no-other-dots"

#: The rules, in the order in which they are told.
RULES = (
    _rule("anti-knight", r"\banti-? ?knight\b"),
    _rule("anti-knight", r"\bknight'?s?'?s?[ -](move|step|jump)", FORBIDS),
    _rule("anti-king", r"\banti-? ?king\b"),
    _rule("anti-king", r"\bking'?s?'?s?[ -](move|step)", FORBIDS),
    _rule("anti-king", DIAGONALLY, FORBIDS, REPEATS, without=OF_MARKS),
    _rule("non-consecutive", r"\bnon-? ?consecutive\b", without=OF_MARKS, kinds=NO_DOTS),
    _rule(
        "non-consecutive",
        ADJACENT,
        r"\bconsecutive\b",
        FORBIDS,
        without=OF_MARKS + r"|\bdots?\b",
        kinds=NO_DOTS,
    ),
    _rule("no-other-dots", ALL + KROPKI + " dots " + GIVEN),
    _rule(
        "no-other-difference",
        ALL + r" white( kropki)* dots " + GIVEN,
        kinds="no-other-dots non-consecutive",
    ),
    _rule("no-other-ratio", ALL + r" black( kropki)* dots " + GIVEN, kinds="no-other-dots"),
    _rule("no-other-xv", rf"{ALL} ({XV})( clues| marks| pairs)? {GIVEN}"),
    _rule("diagonal", r"\bsudoku[ -]x\b|\bx[ -]sudoku\b|^both( main| long)? diagonals$"),
    _rule("diagonal", DIAGONALS, REPEATS, without=OF_SUMS),
    _rule("disjoint", r"\bdisjoint (groups?|sets?|subsets?|boxes)\b"),
    _rule("disjoint", PLACES, BOXES, FORBIDS),
    _rule("window", r"\bwindoku\b|\bhyper-? ?sudoku\b|\bnrc[ -]sudoku\b"),
    _rule("anti-taxicab", r"\banti-? ?taxi-?cab\b"),
    _rule("anti-taxicab", r"\btaxi-?cab\b", FORBIDS),
    _rule("global-entropy", r"\bglobal entropy\b"),
    _rule("global-entropy", SQUARES, r"\blow\b", r"\bhigh\b"),
    _rule("global-modulo", r"\bglobal (modulo|modular|mod)\b"),
    _rule("global-modulo", SQUARES, r"\b(modulo|mod 3|remainders?|residues?)\b"),
    _rule("latin", NO_BOXES, kinds="chaos-construction", adds=False),
    _rule("from-0", r"\bdigits?( from)? 0 ?(-|–|to|through) ?8\b", adds=False),
    _rule("yin-yang", r"\byin[ -]?yang\b", adds=False),
    _rule("nurikabe", r"\bnurikabe\b", adds=False),
    _rule("star-battle", r"\bstar[ -]battle\b", adds=False),
    _rule("cave", r"\bcave (rules|sudoku)\b|\bcave\b.*\bapply\b", adds=False),
    _rule("chaos-construction", r"\bchaos construction\b", adds=False),
    _rule("schrodinger", r"\bschr(ö|oe|o)dinger\b", adds=False),
    _rule("doublers", r"\bdoublers?\b", adds=False),
    _rule("negators", r"\bnegators?\b", adds=False),
    _rule("doppelganger", r"\bdoppelg(ä|a)nger\b", adds=False),
    _rule("dutch-flatmates", r"\bdutch flat ?mates\b"),
)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text in lower case, those that permit something left out."""
    plain = text.lower().replace("’", "'").replace("`", "'")
    for sentence in ENDS.split(plain + "\n"):
        words = " ".join(sentence.split())
        if words and not PERMITS.search(words):
            yield words


@lru_cache(maxsize=256)  # sets repeat the same text for each of their puzzles
def stated(text: str) -> tuple[str, ...]:
    """Return the names of the rules about the whole board that a text states."""
    found = {}
    for sentence in sentences(text):
        for rule in RULES:
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
    return any(rule.name == name and rule.adds for rule in RULES)


def _has(layout: Layout, name: str) -> bool:
    """Whether the board has a rule, or another that says the same or more."""
    kinds = {name}.union(*(rule.kinds for rule in RULES if rule.name == name))
    if any(constraint.kind in kinds for constraint in layout.constraints):
        return True
    if name == "latin":
        return not layout.box_shape
    if name == "from-0":
        return layout.digits[0] == 0
    if name in ("diagonal", "disjoint", "window"):
        return _has_houses(layout, name)
    return False


def _has_houses(layout: Layout, name: str) -> bool:
    """Whether the board has these houses, or one of them where a text may mean only one."""
    try:
        wanted = layout.without_constraints().with_houses(name)
    except LayoutError:
        return True  # they do not fit on this board, so the text means something else
    known = {frozenset(house.cells) for house in layout.houses}
    known |= {frozenset(rule.cells) for rule in layout.constraints if rule.kind == "distinct"}
    missing = {frozenset(house.cells) for house in wanted.houses} - known
    return not missing or (name == "diagonal" and len(missing) == 1)
