"""What the sentences around an answer do: a whitelist, read from `words.txt`.

A sentence is understood only if each of its words is known. So what a text denies, supposes, quotes
or leaves in doubt, in whatever language, is not understood, and claims nothing.

>>> meaning("Here is the final solution:")
'claim'
>>> meaning("The puzzle:"), meaning("Each column checked."), meaning("This is not it:")
('given', 'check', 'unknown')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

Meaning = Literal["claim", "given", "check", "glue", "unknown"]

#: A letter, or a sign that is written with letters, such as the vowels of Devanagari.
LETTER = (
    r"[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f"
    r"\u0900-\u0963\u0970-\u109f\u1780-\u17d3]"
)
#: Words: letters with apostrophes and hyphens inside, or a number.
WORD = re.compile(rf"(?:{LETTER})+(?:['’-](?:{LETTER})+)*['’]?|\d+")
#: Signs that something is struck out, refused or asked.
REFUSING = re.compile(r"[✗✘❌✖×≠?？]|~~|<>|!=|\ue000")
#: "No" and the like in what praises a board.
PRAISE = re.compile(
    r"\b(?:there\s+(?:are|is)\s+)?(?:no|without|zero|free\s+of)\s+(?:any\s+)?"
    r"(?:conflicts?|errors?|mistakes?|duplicates?|repeats?|repetitions?|violations?|contradictions?"
    r"|(?:empty\s+|blank\s+)?cells?(?:\s+(?:is|are)\s+(?:wrong|empty|blank|left|open))?|place)\b"
    r"|\bnothing\s+is\s+(?:wrong|missing)\b|\bdo(?:es)?\s+not\s+repeat\b"
    r"|\b(?:is|are)\s+not\s+repeated\b",
    re.IGNORECASE,
)
#: A whole sentence that puts what follows in the place of what was said.
INSTEAD = frozenset(("no", "wait", "half", "nein", "non"))
#: Scripts that put no spaces between words.
UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
#: Words of which none may stand in a sentence that says nothing about the answer.
TOPICS = frozenset(
    [
        "this",
        "that",
        "these",
        "those",
        "it",
        "above",
        "below",
        "following",
        "previous",
        "former",
        "latter",
        "i",
        "we",
        "he",
        "she",
        "they",
        "model",
        "user",
        "someone",
        "somebody",
        "example",
        "attempt",
        "guess",
        "scratch",
        "ignore",
        "forget",
        "sorry",
        "wrong",
        "not",
    ]
)


@cache
def sections() -> dict[str, frozenset[str]]:
    """Return the words of each section of `words.txt`."""
    table = Path(__file__).with_name("words.txt").read_text("utf-8")
    words: dict[str, set[str]] = {}
    section = ""
    for line in table.splitlines():
        if line.startswith("["):
            section, _, _ = line[1:].partition("]")
            words[section] = set()
        elif line and not line.startswith("#"):
            plain = unicodedata.normalize("NFC", line.lower())
            words[section].update(plain.split())
    return {name: frozenset(found) for name, found in words.items()}


@cache
def known_for(*names: str) -> frozenset[str]:
    """Return the words of several sections together."""
    return frozenset().union(*(sections()[name] for name in names))


def words_of(sentence: str, known: frozenset[str]) -> list[str]:
    """Return the words of a sentence, in lower case; in scripts without spaces the longest known
    words, from the left, and single characters between them."""
    found = list[str]()
    lower = sentence.lower().replace("i\u0307", "i")  # the dotted capital I of Turkish
    composed = unicodedata.normalize("NFC", lower)
    for match in WORD.finditer(composed):
        word = match[0].replace("’", "'")
        if word in known or not UNSPACED.search(word):
            found.append(word)
            continue
        found += _pieces(word, known)
    return found


def _pieces(word: str, known: frozenset[str]) -> Iterator[str]:
    """Yield the longest known words from the left, and single characters between them."""
    place = 0
    while place < len(word):
        end = len(word)
        while end > place + 1 and word[place:end] not in known:
            end -= 1
        yield word[place:end]
        place = end


@lru_cache(maxsize=4096)
def meaning(sentence: str, *more: str) -> Meaning:
    """Return what a sentence does. more: sections whose words it may have, too."""
    if "after" in more:
        sentence = sentence.rstrip().rstrip("?")  # behind an answer a question doubts nothing else
    if REFUSING.search(sentence):
        return "unknown"
    plain = PRAISE.sub(" ", sentence)
    known = known_for("claim", "given", "check", "glue", "row", "column", "cell", *more)
    words = words_of(plain, known)
    if len(words) == 1 and words[0] in INSTEAD and plain.rstrip().endswith(":"):
        return "claim"
    for word in words:
        if word in known or word.isdecimal():
            continue
        is_sign = len(word) == 1 and not UNSPACED.match(word)
        if not is_sign:
            return "unknown"
    kinds: tuple[Meaning, ...] = ("claim", "given", "check")
    for name in kinds:
        section = sections()[name]
        if section.isdisjoint(words):
            continue
        if name == "claim" and words[-1].isdecimal():
            # One of several ("solution 2") is not the answer yet.
            return "glue"
        return name
    return "glue"


def is_aside(sentence: str) -> bool:
    """Whether a sentence is about something else: it ends, and names neither the answer nor who
    says it."""
    if not sentence.rstrip().endswith((".", "!", "。")):
        return False
    words = set(words_of(sentence, TOPICS))
    return not words & (TOPICS | sections()["claim"] | sections()["given"])
