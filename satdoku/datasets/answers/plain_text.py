"""The part of an answer that counts, as plain text: the final message, the text of answer tags, or
what stands under an answer's key in JSON, without thinking, comments, colours and markup.

>>> final_part("<think>9</think> so <answer>1 2</answer>")
('1 2', True)
>>> plain_text('{"thoughts": "9?", "answer": "1 2"}')
('1 2', True)
"""

from __future__ import annotations

import ast
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from .words import Meaning, meaning, sections

#: Left where something was struck out, so that its sentence is not understood.
STRUCK = "\ue000"
CHANNEL = re.compile(r"<\|channel\|>\s*final\s*<\|message\|>(.*?)(?=<\||\Z)", re.DOTALL)
TAG = re.compile(r"<(/?)(answer|solution|final_answer|final)>", re.IGNORECASE)
FENCE = re.compile(r"```[\w+-]{0,20}\n(.*?)(?:```|\Z)", re.DOTALL)
CALL = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
CODE_COMMENT = re.compile(r"^[ \t]*(?:#|//)(?=.*[rR]\d{1,2}[cC]\d|.*[(\[]\d).*$", re.MULTILINE)
STRUCK_OUT = re.compile(
    r"^[ \t]{0,9}[-*]?[ \t]{0,9}\[ \]|~~[^~\n]*~~|<(del|s|strike)>.{0,9000}?</\1>",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
#: Tags that lay out what they hold.
LAID_OUT = (
    r"b|i|u|em|strong|mark|font|span|code|pre|p|div|html|body|ul|ol|li|sub|sup|table|tbody|thead|tr"
    r"|td|th|br|grid|board|sudoku|puzzle|row|cell|cells|rows|matrix|output|result"
)
MARKUP = (
    (re.compile(r"\\(?:textcolor|color)\{\w{1,20}\}|\\(?:boxed|text|mathbf|textbf|mathrm|left|right|"
                r"quad|[,;!])"), " "),
    (re.compile(r"[\"']\s{0,9}:|[\"'](?=\s{0,9}[,}])|[\]}](?=\s{0,9},)"
                r"|\\\\(?!n)|\\n|\\newline|\\cr\b|\\end\{[a-z*]{1,20}\}"), "\n"),
    (re.compile(r"\\begin\{[a-z*]{1,20}\}(?:\{[^{}\n]{0,80}\})?"
                r"|\\(?:hline|cline\{[^{}\n]{0,9}\})"), " "),
    (re.compile(r"<br\s*/?>|</(?:tr|row|p|div|li)>", re.IGNORECASE), "\n"),
    (re.compile(rf"&|</?(?:{LAID_OUT})\b[^<>\n]{{0,80}}>", re.IGNORECASE), " "),
)  # fmt: skip
#: The end of a line between two cells of a list.
LISTED = re.compile(r"(?<=[\w\"'],)[ \t]{0,40}\n[ \t]{0,40}(?=[\w\"'])")
#: Where an object or a list of lists may begin, and how many such places are tried.
BEGUN = re.compile(r"\{\s{0,9}\"|\[\s{0,9}\[")
MOST_TRIES = 40
#: The names of a placement's parts in JSON, and the longest text that is read as a value of Python.
ROWS, COLUMNS, VALUES = ("row", "r"), ("col", "column", "c"), ("value", "digit", "number", "v")
LONGEST_VALUE = 6_000
#: Characters of a pair of tags that may be a mention.
WORDS = 80
#: What a message in JSON says beside its answer.
ASIDE = frozenset(
    ["reasoning", "explanation", "thought", "thoughts", "thinking", "steps", "analysis", "notes"]
)
#: What messages and calls of tools are wrapped in.
WRAPPED = frozenset(["function", "call", "tool_call", "action", "message", "content", "data"])


def final_part(text: str) -> tuple[str, bool]:
    """Return (the text after the thinking, of the final channel, or between the last pair of answer
    tags that holds something; whether it stood where only an answer stands)."""
    if "<|channel|>" in text:
        finals = CHANNEL.findall(text)
        return (finals[-1], True) if finals else ("", True)
    lower = text.lower()
    if len(lower) != len(text):  # some letters are longer in lower case
        lower = text
    end = lower.rfind("</think>")
    if end >= 0:
        text = text[end + 8 :]
        lower = lower[end + 8 :]
    start = lower.find("<think>")
    text = text[:start] if start >= 0 else text
    calls = CALL.findall(text) if "<tool_call>" in text else []
    if calls:
        return calls[-1], True
    tagged = _tagged(text)
    if not tagged:
        return text, False
    # A pair that is only mentioned ("between <answer> and </answer>") holds a word or two.
    while len(tagged) > 1 and tagged[-1].strip() and meaning(tagged[-1][:WORDS]) == "glue":
        if any(map(str.isdecimal, tagged[-1])):
            break
        tagged.pop()
    return tagged[-1], True


def _tagged(text: str) -> list[str]:
    """Return what stands in each pair of answer tags; a tag that is left open goes to the end."""
    found = list[str]()
    begun = -1
    for match in TAG.finditer(text):
        if match[1] and begun >= 0:
            found.append(text[begun : match.start()])
            begun = -1
        elif not match[1]:
            begun = match.end()
    return [*found, text[begun:]] if begun >= 0 else found


def plain_text(text: str) -> tuple[str, bool]:
    """Return (the part of an answer as plain text, whether it stood under an answer's key)."""
    found = _of_json(text)
    if found is not None:
        return found
    text = _with_json_as_lines(FENCE.sub(_unfenced, text))
    text = COMMENT.sub(" ", text)
    text = STRUCK_OUT.sub(STRUCK, text)
    text = CODE_COMMENT.sub(STRUCK, text)
    return _without_markup(text), False


def _unfenced(match: re.Match[str]) -> str:
    found = _of_json(match[1])
    return f"\n{found[0] if found else match[1]}\n"


def _with_json_as_lines(text: str) -> str:
    """Return the text with what is JSON in it as boards and placements line by line."""
    found = list[str]()
    end = 0
    for match in islice(BEGUN.finditer(text), MOST_TRIES):
        if match.start() < end:
            continue
        try:
            value, after = json.JSONDecoder().raw_decode(text, match.start())
        except (ValueError, RecursionError):
            continue
        found += [text[end : match.start()], "\n", *_with_ends(_lines_of(value))]
        end = after
    return "".join([*found, text[end:]])


def _with_ends(lines: Iterable[str]) -> Iterator[str]:
    return (f"{line}\n" for line in lines)


def _of_json(text: str) -> tuple[str, bool] | None:
    """Return (what a message in JSON answers, as plain text, whether under an answer's key); None
    for other text, and for lists and numbers that are no message."""
    text = text.strip()
    if not text.startswith(("{", "[")):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = _of_python(text)
        if not isinstance(value, dict):
            return None
    answer, is_tagged = _answer_in(value)
    if isinstance(answer, str):
        plain, _ = plain_text(answer)
        return plain, is_tagged
    return "\n".join(_lines_of(answer)), is_tagged


def _of_python(text: str) -> Any:
    """Return the value of Python that a text is; None for other text."""
    if len(text) > LONGEST_VALUE:
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def _answer_in(value: Any) -> tuple[Any, bool]:
    """Return (what stands under the last key that names an answer, True), or (the value, False)."""
    while isinstance(value, dict):
        if isinstance(value.get("arguments"), dict | str):
            value = value["arguments"]
            if isinstance(value, str):
                return value, True
            continue
        named = [key for key in value if str(key).lower() in sections()["claim"]]
        if not named:
            named = [key for key in value if _meaning_of(key) == "claim"]
        if named:
            return value[named[-1]], True
        kept = {key: part for key, part in value.items() if str(key).lower() not in ASIDE}
        key, part = next(iter(kept.items()), ("", None))
        is_only = len(kept) == 1 and isinstance(part, dict | list)
        if not is_only or (key not in WRAPPED and _meaning_of(key) == "unknown"):
            return kept, False
        value = part
    return value, False


def _meaning_of(key: object) -> Meaning:
    """Return what a key does, such as "final_grid"."""
    return meaning(str(key).replace("_", " "))


def _lines_of(value: Any) -> Iterator[str]:
    """Yield the lines of a board or of placements in JSON."""
    if isinstance(value, dict):
        placement = _placement_in(value)
        if placement:
            yield placement
            return
        for key, part in value.items():
            if isinstance(part, list | dict):
                yield f"{key}:"
                yield from _lines_of(part)
            else:
                yield f"{key} : {part}"
        return
    if not isinstance(value, list):
        yield str(value)
        return
    if any(isinstance(part, list | dict) for part in value):
        for part in value:
            yield from _lines_of(part)
    elif all(isinstance(part, str) and len(part) > 1 for part in value):
        yield from value
    else:
        yield " ".join("." if part in (None, 0, "") else str(part) for part in value)


def _placement_in(value: Mapping[Any, Any]) -> str | None:
    """Return an object that is a placement as a line, with what else it says as its reason; None if
    it is none."""
    rest = dict(value)
    row, column, digit = (
        next((rest.pop(name) for name in names if name in rest), None)
        for names in (ROWS, COLUMNS, VALUES)
    )
    cell = f"r{row}c{column}" if None not in (row, column) else rest.pop("cell", None)
    if digit is None or not isinstance(cell, str):
        return None
    more = " ".join(f"{key} {part}" for key, part in rest.items())
    return f"{cell} = {digit} ({more})" if more else f"{cell} = {digit}"


def _without_markup(text: str) -> str:
    """Return the text without marks that only lay it out, and with digits as 0 to 9."""
    text = COLOUR.sub("", text).translate(UNSEEN)
    if not text.isascii():
        text = "".join(map(_plain_character, text))
    text = LISTED.sub(" ", text)
    for pattern, instead in MARKUP:
        text = pattern.sub(instead, text)
    return text


def _plain_character(mark: str) -> str:
    """Return a digit of any script as one of ours, a full-width character and a space as usual."""
    if mark.isdecimal():
        return str(unicodedata.decimal(mark))
    if "\uff01" <= mark <= "\uff5e":
        return chr(ord(mark) - 0xFEE0)
    return " " if mark in "\u00a0\u2007\u202f\u3000" else mark
