"""The placements of an answer: sentences that say which digit a cell holds, and nothing else.

A clause is a cell, a digit and known words between and around them ("place 4 in r1c3", "fila
1, columna 3: 4"). It may give a reason after "because" or in parentheses. A clause with an unknown
word, a second digit or a question mark is no claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...frozen import frozen
from ...layout import Layout
from .boards import Marks
from .words import REFUSING, known_for, sections, words_of

#: Letters and digits of scripts that put spaces between words: beside them there is no mark.
JOINED = "0-9A-Za-zÀ-ɏͰ-ӿ֐-ۿऀ-ॿ"
#: Where a cell stood in a sentence.
HERE = "\ue001"
#: The end of a sentence, a line, or a list item.
SENTENCE = re.compile(r"(?<=[\n;!。])|(?<=[.])(?=\s|$)|(?<=[?？])")
#: Clauses of one sentence.
CLAUSE = re.compile(r",\s+(?=\D)|\band\b(?=[^,;]*\ue001)|(?<=\d)\s*[,،、，]?\s*(?=\ue001)", re.I)
REASON = re.compile(
    r"[,\s]+(?:because|since|as|due\s+to|by)\b(?P<why>[^\ue001]*)$"
    r"|\s*\((?P<note>[^()\ue001]*)\)(?=\W*$)",
    re.IGNORECASE,
)
#: What else may stand in a claim.
SIGNS = re.compile(r"[\s.:;,!=*_`$\"'|()\[\]{}→⇒>✓✔✅。：，；、-]*")
#: The longest sentence that is read, in cells of the board.
LONGEST = 40
#: The number of a step before it.
NUMBERED = re.compile(r"^\s*[-*(]?\s*(?:step\s*)?\d{1,3}[.:)]\s+", re.IGNORECASE)
#: A line of row, column and digit.
TRIPLE = re.compile(r"[\s|\[(<*-]*(\d{1,2})[\s|,;]+(\d{1,2})[\s|,;]+(\w{1,2})[\s|\])>,.*]*")
TOKEN = re.compile(r"<vl><value(\w)><r(\d{1,2})(?:><)?c(\d{1,2})>")


@frozen
class PlacementClaim:
    """What a sentence says of a cell: row, column as written, and the mark."""

    row: int
    column: int
    mark: str


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with its end."""
    return [part for part in SENTENCE.split(text) if part.strip()]


class ClaimReader:
    """Reads the claims of one layout."""

    def __init__(self, layout: Layout, marks: Marks) -> None:
        self.layout = layout
        self.marks = marks
        row, column = (self._names(name) for name in ("row", "column"))
        gap = r"[\s,،，、_:#.*]{0,3}(?:and\s+|,\s*)?"
        self.cell = re.compile(
            rf"(?<![^\W\d_])(?:{row})[\s_#]?(\d{{1,2}}){gap}(?:{column})[\s_#]?(\d{{1,2}})(?!\d)"
            rf"|(?:第\s*)?(\d{{1,2}})\s*[行행줄]\s*,?\s*(?:第\s*)?(\d{{1,2}})\s*[列열칸]"
            r"|[(\[]\s*(\d{1,2})\s*[,，]\s*(\d{1,2})\s*[)\]]"
            r"|\w*\[\s*(\d{1,2})\s*\]\s*\[\s*(\d{1,2})\s*\]"
            r"|\b[a-z]_\{(\d)[,\s]?(\d)\}"
            rf"|(?<![{JOINED}])(?-i:([A-Z]))(\d{{1,2}})(?![{JOINED}])",
            re.IGNORECASE,
        )
        letters = "".join(mark for mark in layout.symbols if mark.isalpha())
        letter = f"|[{letters}]" if letters else ""
        #: A number, or a letter that is a digit of the layout.
        self.mark = re.compile(rf"(?<![{JOINED}])(?:\d{{1,2}}{letter})(?![{JOINED}])")
        self.words = known_for("place", "cell")
        self.reasons = known_for("reason", "place", "cell", "glue")

    def cells_in(self, sentence: str) -> list[tuple[int, int]]:
        """Return the rows and columns of the cells that a sentence names."""
        found = list[tuple[int, int]]()
        if len(sentence) > LONGEST * self.layout.cell_count:
            return found
        for match in self.cell.finditer(sentence):
            row, column = (part for part in match.groups() if part)
            number = ord(row) - ord("A") + 1 if row.isalpha() else int(row)
            found.append((number, int(column)))
        return found

    def _names(self, section: str) -> str:
        names = sorted(sections()[section], key=len, reverse=True)
        return "|".join(map(re.escape, names))

    def claims(self, sentence: str) -> list[PlacementClaim] | None:
        """Return what a sentence claims; [] if it speaks of no cell, None if it does without a
        claim."""
        if len(sentence) > LONGEST * self.layout.cell_count:
            return None
        sentence = NUMBERED.sub("", sentence)
        token = TOKEN.findall(sentence)
        if token:
            return [PlacementClaim(int(row), int(column), mark) for mark, row, column in token]
        triple = TRIPLE.fullmatch(sentence)
        if triple and self.layout.size != 3:
            return [PlacementClaim(int(triple[1]), int(triple[2]), triple[3])]
        places = self.cells_in(sentence)
        told = self.cell.sub(HERE, sentence)
        if not places:
            return []
        if REFUSING.search(told):
            return None
        found = list[PlacementClaim]()
        rest = iter(places)
        for clause in self._clauses(told):
            count = clause.count(HERE)
            cells = [next(rest) for _ in range(count)]
            mark = self._mark(clause)
            if mark is None or count > 1:
                return None
            if mark and cells:
                found.append(PlacementClaim(*cells[0], mark))
        return found

    def _clauses(self, told: str) -> Iterator[str]:
        """Yield the clauses of a sentence: one for each cell, with the words up to the next."""
        if told.count(HERE) == 1:
            yield told
            return
        held = ""
        for clause in CLAUSE.split(told):
            if not clause:
                continue
            held = f"{held} {clause}"
            if HERE in held:
                yield held
                held = ""
        if held.strip():
            yield held

    def _mark(self, clause: str) -> str | None:
        """Return the mark of a clause whose other words are known; "" if it has none, None if it is
        no claim."""
        reason = REASON.search(clause)
        if reason:
            why = reason["why"] or reason["note"] or ""
            if not self._are_known(re.sub(r"\d+", " ", why), self.reasons):
                return None
            clause = clause[: reason.start()]
        before, _, after = clause.partition(HERE)
        rest = f"{before} \n {after}"
        digits = self.mark.findall(rest)
        if not self._are_known(self.mark.sub(" ", rest), self.words):
            return None
        signs = re.sub(r"[^\W_]+(?:['’-][^\W\d_]+)*", " ", before + " " + after)
        if not SIGNS.fullmatch(signs) or len(digits) > 1:
            return None
        return digits[0] if digits else ""

    def _are_known(self, text: str, known: frozenset[str]) -> bool:
        return all(word in known for word in words_of(text, known))
