r"""Markup: the lines that HTML, LaTeX and texts within quotes make of one line.

Each is found by what ends a line there; tables are read by `html_table`.

>>> lines_of("<p>12..<br>34&nbsp;&nbsp;</p>"), lines_of("[1 & 2 \\\\ 3 & 4]")
(['12..', '34\xa0\xa0'], ['[1 & 2 ', ' 3 & 4]'])
>>> lines_of("a < b")
['a < b']
"""

from __future__ import annotations

import re
from html import unescape

#: What ends a line: tags of blocks, two backslashes, and the escape of a line end.
BREAKS = re.compile(
    r"</?(?:br|p|pre|div|li|ul|ol|code|body|html)\b[^<>]{0,200}>"
    r"|\\\\(?:\[\w+\])?|\\n(?![\"'`]|$)|\\(?:begin|end)\{\w+\*?\}(?:\{[lcr|]*\})?",
    re.IGNORECASE,
)
#: Other tags, unless an attribute is so long that it may be a board; what LaTeX puts around a
#: formula; the tags of BBCode.
TAGS = re.compile(
    r"</?[a-z][a-z0-9]*\b[^<>]{0,40}>|\\[\[\]]|\$\$?|\\hline"
    r"|\[/?(?:b|i|u|s|color|size|font|code|pre|center|tt|quote|spoiler)(?:=[^\[\]]{0,40})?\]",
    re.IGNORECASE,
)
#: An element without content: a blank cell.
EMPTY = re.compile(r"<(\w+)[^<>/]{0,40}(?:/>|></\1>)")
#: A longer line is no board with markup.
LONGEST = 20_000


def lines_of(text: str) -> list[str]:
    """Return the lines that stand in one line of markup; a line without any as it is."""
    has_none = not any(mark in text for mark in ("<", "\\", "[/"))
    if has_none or text.startswith("#") or len(text) > LONGEST:
        return [text]
    parts = BREAKS.split(text)
    is_closed = ("</" in text and "<t" not in text) or "[/" in text
    if len(parts) == 1 and not is_closed:
        return [text]
    lines = []
    for part in parts:
        bare = TAGS.sub("", EMPTY.sub(".", part))
        line = unescape(bare)
        if line.strip():
            lines.append(line)
    return lines or [""]
