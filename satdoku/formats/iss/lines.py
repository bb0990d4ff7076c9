"""Which lines are a constraint string of ISS, and which go on with one.

ISS takes out all white space, so one string may stand in many lines. Imports nothing of the rules.
"""

from __future__ import annotations

import re
from math import isqrt

#: Tokens after which others follow, up to `End`.
GROUPS = ("Or", "And", "Replicate")
#: Tokens that have no arguments, and so may be all of a string.
ALONE = (
    *GROUPS, "NoBoxes", "AntiKnight", "AntiKing", "AntiConsecutive", "AntiTaxicab", "StrictKropki",
    "StrictXV", "GlobalEntropy", "GlobalMod", "DutchFlatmates", "Windoku", "DisjointSets",
    "ChaosConstruction", "RegionSameValues", "Doppelganger",
)  # fmt: skip
#: What stands in a constraint string, and how one that is cut off ends.
IN_STRING = re.compile(r"[\w~.%\-+=/$()!*']+")
CUT_OFF = re.compile(r"([~_=\-.]|~R\w?C?|\.[A-Z]\w*)$")
#: A line of one word without "~" that is part of a string (of a packed automaton), at least.
LONG_WORD = 24
#: A line that is a board, wherever it stands.
WHOLE_BOARD = re.compile(r"[.\d]{64,}")
IS_TOKEN = re.compile(r"\.{1,2}(?=[A-Z~])[\w~.%\-+=/$]*~")
IS_ALONE = re.compile(rf"\.{{1,2}}({'|'.join(ALONE)})(\.|$)")
ENDS_ALONE = re.compile(rf"\.({'|'.join((*ALONE, 'End'))})$")


def is_iss(text: str) -> bool:
    """The text is a constraint string or a link of ISS."""
    bare = "".join(text[:1000].split())
    is_link = "Interactive-Sudoku-Solver" in text and "q=" in text
    return is_link or bool(IS_TOKEN.match(bare) or IS_ALONE.match(bare))


def begins_string(line: str) -> bool:
    """A constraint string begins with this line, and is no link."""
    return "://" not in line and is_iss("".join(line.split()))


def goes_on(text: str, line: str) -> bool:
    """The line goes on with a constraint string, of which `text` is there so far.

    ISS takes all white space out. So does this, but a second `.Shape` is another puzzle, which ISS
    would refuse to mix with the first.
    """
    bare = "".join(line.split())
    if not bare:
        return True
    if not IN_STRING.fullmatch(bare) or (bare.startswith(".Shape") and ".Shape" in text):
        return False
    if WHOLE_BOARD.fullmatch(bare) and isqrt(len(bare)) ** 2 == len(bare):
        return False
    if "~" in bare or (CUT_OFF.search(text) and not ENDS_ALONE.search(text)):
        return True
    if re.match(r"\.[A-Z]\w", bare):
        return True
    one_word = len(line.split()) == 1 and len(bare) >= LONG_WORD
    return one_word and bool(re.search("[A-Za-z]", bare)) and text.rfind("~") > text.rfind(".")
