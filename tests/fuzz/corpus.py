# ruff: noqa: E501 (a text a line)
"""What the fuzzer starts from: texts of every kind that satdoku reads, small and right, and bites
that break them."""

import base64
import gzip
import io
import json
import zlib
from contextlib import suppress

from satdoku import Layout, Puzzle, SatdokuError, explain, parse
from satdoku.certificates.certifying import certify
from satdoku.formats.converting import TEXT_FORMATS, convert
from satdoku.formats.iss.board_writing import iss_link, iss_text
from satdoku.formats.links.fpuzzles_writing import fpuzzles
from satdoku.formats.links.payloads import pack
from satdoku.formats.metadata import ABOUT, with_about, with_state
from satdoku.random_stream import RandomStream
from tests.constraints.test_kinds import EXAMPLES
from tests.oracle import EASY, JIGSAW_9, LECTURE

ROWS = [EASY[i : i + 9] for i in range(0, 81, 9)]
SMALL = "12..34.........."
FOUR = "1.....3..1.....2"
CELLS = ["123456789" if c == "." else c for c in EASY]
DENSE = "".join(d if d in cell else "." for cell in CELLS for d in "123456789")
STEPS = [
    "Naked Single: r5c5 => r5c5=5",
    "Naked Pair: 3,5 in r1c12 => r1c5<>3, r1c7<>5",
    "Hidden single: 7 in row 4 => r4c7=7",
]
SUDOKUPAD = {
    "cells": [[{"value": 1} if r == c == 0 else {} for c in range(4)] for r in range(4)],
    "regions": [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)],
    "cages": [{"cells": [[0, 0], [0, 1]], "value": "3"}, {"cells": [[3, 3]], "unique": False}],
    "metadata": {"antiking": True, "title": "x"},
}
#: What stands before the packed data of a link.
LINKS = [
    "https://f-puzzles.com/?load=", "https://sudokupad.app/fpuz", "https://sudokupad.app/scl", "fpuzzles",
    "fpuz", "scl", "ctc", "https://beta.sudokupad.app/x/fpuz", "https://app.crackingthecryptic.com/scl",
]  # fmt: skip
FPUZZLES = {
    "size": 4,
    "title": "x",
    "grid": [[{"value": 1, "given": True} if r == c == 0 else {} for c in range(4)] for r in range(4)],
    "killercage": [{"cells": ["R1C1", "R1C2"], "value": "3"}],
}  # fmt: skip


def rules() -> list[Puzzle]:
    """A puzzle for each kind of rule."""
    found = []
    for name, *_ in EXAMPLES:
        with suppress(SatdokuError):
            layout = Layout.named(f"9x9+{name}")
            found.append(Puzzle((0,) * layout.cell_count, layout))
    return found


def documents() -> list[str]:
    """What links hold."""
    found = [json.dumps(FPUZZLES), json.dumps(SUDOKUPAD)]
    for puzzle in rules():
        with suppress(SatdokuError):
            found.append(json.dumps(fpuzzles(puzzle)))
    return found


def variants() -> list[str]:
    """Puzzles with rules of their own, in every form."""
    found = [
        *documents(),
        "j<<<<<<<<" * 9,
        "3x3::k:" + ":".join(str(1 + c // 9 + 256 * 5) for c in range(81)),
    ]
    for puzzle in rules():
        found.append(json.dumps({"puzzle": puzzle.line, "layout": puzzle.layout.name}))
        with suppress(SatdokuError):
            found += [iss_text(puzzle), iss_link(puzzle)]
    return found


def formats() -> list[str]:
    """A puzzle in every format, with all that can be said of it, and texts as others write them."""
    said = {name: f"{name} <&>" for name in ABOUT} | {"rating": "1.2"}
    puzzle = with_state(with_about(parse(EASY), said), [0, 4], [[2, 4], [3, 6]])
    found = [convert(puzzle, name) for name in TEXT_FORMATS if not name.startswith("killer")]
    drawn = 'square,9,9,38\n[0,0,0,0]\n{}\n{"zN":{"28":["5",1,"1"],"31":["7",1,"7"]},zE:{"1,2":2}}'
    deflated = zlib.compress(drawn.encode())[2:-4]
    rows = ",".join(row.rstrip(".") + "*" for row in ROWS)
    return [
        *found,
        rows,
        "[12]" + "[123456789]" * 7 + "9" + "." * 72,
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(deflated).decode(),
        "https://www.sudokuwiki.org/sudoku.htm?bd=S9B01",
        "https://puzz.link/p?sudoku/16/16/a-10gf.z",
        '<!DOCTYPE opensudoku [<!ENTITY a "b">]>\n<opensudoku><name>&a;</name></opensudoku>',
        '<opensudoku version="2"><folder name="A"><game data="version: 2&#10;'
        + "5|0|0|" * 81
        + '" note="x"/></folder></opensudoku>',
        "#AMe\n#LEasy\n[Puzzle]\n" + "\n".join(ROWS),
    ]


def linked(stream: RandomStream, inside: list[str]) -> str:
    """A link; what it holds was bitten before it was packed, and now and then the link too."""
    text = bitten(inside[stream.below(len(inside))], stream, inside)
    link = LINKS[stream.below(len(LINKS))] + pack(text.encode(errors="replace").decode())
    return bitten(link, stream, inside) if stream.below(3) == 0 else link


def texts() -> list[str]:
    """Plain texts."""
    return [
        EASY,
        LECTURE,
        SMALL,
        FOUR,
        f"{EASY}\n{LECTURE}\n",
        "\n".join(ROWS),
        EASY * 2,
        DENSE,
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join("|" + "|".join(r) + "|" for r in ROWS),
        "\n".join(" ".join(CELLS[i : i + 9]) for i in range(0, 81, 9)),
        ",".join(EASY),
        f"[Puzzle]\n{chr(10).join(ROWS)}\n[State]\n{chr(10).join(ROWS)}\n",
        f'["{EASY}", "{SMALL}"]',
        "1 2 | . .\n. . | 1 2\n----+----\n2 . | . .\n. 1 | . .\n",
        EASY + "aaabbbccc" * 9,
        ".~R1C1_5~R2C3_2_4.Cage~10~R1C1~R1C2",
        "https://f-puzzles.com/?load=" + pack(json.dumps(FPUZZLES)),
        "https://sudokupad.app/fpuz" + pack(json.dumps(FPUZZLES)),
        json.dumps(FPUZZLES),
        json.dumps({"puzzle": SMALL, "layout": "4x4+anti-knight"}),
        "A" * 256,
        "\n".join(["1" + "." * 15] * 16),
        "".join(
            "123456789ABCDEFG"[(r * 4 + r // 4 + c) % 16] for r in range(16) for c in range(16)
        ),
    ]


def tables() -> list[str]:
    """CSV and JSON."""
    records = [{"puzzle": EASY, "layout": "9x9"}, {"puzzle": SMALL, "layout": "4x4+diagonal"}]
    return [
        f"puzzle,solution\n{EASY},{LECTURE}\n{SMALL},\n",
        'id,quizzes\n1,"' + "\n".join(ROWS) + '"\n2,' + EASY + "\n",
        "\n".join(map(json.dumps, records)),
        json.dumps(records, indent=1),
        json.dumps([EASY, SMALL]),
        json.dumps({"puzzle": [[int(c) if c != "." else 0 for c in row] for row in ROWS]}),
    ]


def steps() -> list[str]:
    """Steps for `verify-steps`."""
    found = explain(parse(FOUR))
    return ["\n".join(STEPS), json.dumps(found.record()), found.text(), "Naked Single => r1c2=2"]


def certificates() -> list[str]:
    """Lines for `verify`."""
    return [certify(parse(FOUR)).line]


def models() -> list[str]:
    """Solvers' output for `decode`."""
    return [
        "s SATISFIABLE\nv 1 -2 -3 -4 0\n",
        "s UNSATISFIABLE\n",
        "1 -2 3 0",
        "v x1 -x2\n",
        "sat\n((x1 true) (x2 false))\n",
        "c map 1=5 2=6\nc true 7\nc layout 4x4\np cnf 3 4\n1 2 0\n",
        "c layout 4x4\nc puzzle 1...............\nc encoding pairwise, simplified\nc map 1=2\np cnf 1 1\n",
    ]


LAYOUTS = [
    "9x9", "4x4", "6x6/2x3", "7x7/latin", "9x9+diagonal+window", f"9x9/jigsaw:{JIGSAW_9[-81:]}", "16x16",
    "4x4+killer:5:r1c1,r1c2", "0x0", "50x50", "9x9/jigsaw:", "9x9+", "+", "1x1", "9x9+anti-king", "x" * 300,
]  # fmt: skip
SYMBOLS = [
    "123456789",
    "ABCD",
    "&234",
    "0123",
    "äöüß",
    "🍎🍋🍇🍓",
    "\u202e123",
    "1111",
    '<>&"',
    "#234",
]

#: What is put into texts.
BITES = [
    "\0", "\x1b[2J", "\x1b]0;x\x07", "\u202e", "\ud800", "\ufeff", "\r", "\r\n", "\x85", "\u2028", "\t", " ",
    '"', "'", ",", ";", "|", "{", "}", "[", "]", "(", "~", "://", "=>", "=", "+", "-", "--", "*", "#", "\\",
    "0", ".", "x", "X", "?", "·", "_", "9" * 5000, "-1", "1e999", "NaN", "null", "None", "true", "[" * 3000,
    '{"a":' * 3000, "r1c1", "r111111111c1111111", "=> r" + "1" * 500 + "c" + "1" * 500 + "=1", "<>5", "A" * 81,
    "1" * 81, "." * 729, "." * 6561, "1 " * 700, "[State]", "[Puzzle]", "c map 1=99999999999", "c layout 49x49",
    "v " + "1 " * 500, '"puzzle":', '"layout": "49x49"', '"size": 49', '"size": 1e9', "٣", "８", "é", "\x7f",
    "|---|---|---|---|", "\n", "\n\n", "\n" * 500, "----------", "# ", "123456789\n", "&#0;", "]]>", "%s%n",
    '<!DOCTYPE opensudoku [', '<!ENTITY a "&a;&a;">', "&a;", "&lt;", "<a>" * 3000, "<game data='", "<opensudoku>",
    "<![CDATA[", "]]>", "<?xml version='1.0' encoding='utf-16'?>", "<!--", ":411", "+5", "+", "*,", "[12]", "zN", "%2B",
    "https://puzz.link/p?sudoku/", "https://x/penpa-edit/" * 300, "https://f-puzzles.com/" * 300, "?bd=S9B", "#A",
]  # fmt: skip


def bitten(text: str, stream: RandomStream, others: list[str]) -> str:
    """The text with a few changes, or none."""
    for _ in range(stream.below(4) if stream.below(3) else 0):
        at = stream.below(len(text) + 1)
        end = min(len(text), at + stream.below(30))
        way = stream.below(9)
        if way < 4:
            text = text[:at] + BITES[stream.below(len(BITES))] + text[at if way else end :]
        elif way == 4:
            text = text[:at] + text[end:]
        elif way == 5:
            text = text[:at] + text[at:end] * stream.below(40) + text[end:]
        elif way == 6:
            text = text[:at]
        elif way == 7:
            other = others[stream.below(len(others))]
            text = text[:at] + other[stream.below(len(other) + 1) :]
        else:
            code = stream.below(256) if stream.below(2) else stream.below(0x11000)
            text = text[:at] + chr(code) + text[at + 1 :]
    return text[:200_000]


def as_bytes(text: str, stream: RandomStream) -> bytes:
    """The text as bytes, now and then not in UTF-8, or damaged."""
    way = stream.below(30)
    if way == 0:
        return text.encode("utf-16", "surrogatepass")
    data = text.encode("latin-1", "replace") if way == 1 else text.encode("utf-8", "surrogatepass")
    if way == 2 and data:
        at = stream.below(len(data))
        data = data[:at] + bytes([stream.below(256)]) + data[at + 1 :]
    if way == 3:
        data = data.replace(b"\n", b"\r\n")
    return base64.b64encode(data) if way == 4 else data


def packed(data: bytes, name: str, stream: RandomStream) -> bytes:
    """As the name says: compressed, a Parquet file; now and then damaged, or not what it says."""
    if stream.below(20) == 0:
        return data
    if name.endswith(".gz"):
        data = gzip.compress(data, 1, mtime=0)
    elif name.endswith(".zst"):
        import pyarrow

        data = pyarrow.compress(data, "zstd", asbytes=True)
    elif name.endswith(".parquet"):
        import pyarrow
        from pyarrow import parquet

        text = data.decode(errors="replace")
        values = [text, EASY, None, text[:81]]
        column = [values, [data] * 4, [1, 2, None, 4], [[1, 2], None, [], [3]]][stream.below(4)]
        sink = io.BytesIO()
        parquet.write_table(pyarrow.table({"puzzle": column}), sink)
        data = sink.getvalue()
    if stream.below(8) == 0 and data:
        at = stream.below(len(data))
        data = data[:at] + bytes([stream.below(256)]) + data[at + 1 :]
        data = data[: stream.below(len(data) + 1)] if stream.below(4) == 0 else data
    return data


def layout_of(stream: RandomStream) -> Layout | None:
    """Any layout or none."""
    return [None, None, Layout.of_size(9), Layout.of_size(4), Layout.of_size(16)][stream.below(5)]
