"""There is one reading of a text: block by block and line by line, whatever its size and pipe.

SATDOKU_TEXTS=20000 in the environment tries so many texts: ten minutes, after a change of readers.
"""

import io
import os

import pytest

from satdoku import Layout, ParseError
from satdoku.board import STANDARD
from satdoku.formats.iss.reader import read_alone
from satdoku.formats.text.line_blocks import read_part, read_records, texts
from satdoku.formats.text.lines import LINE_LIMIT, line_parts
from satdoku.formats.text.reader import TextReader, parse, read_field, read_puzzles, text_lines
from satdoku.random_stream import RandomStream
from tests.boards import mixed_boards
from tests.marks import SLOW
from tests.oracle import EASY, JIGSAW_9, LECTURE

#: Mixed texts that are read both ways.
TEXTS = int(os.environ.get("SATDOKU_TEXTS") or (1000 if SLOW else 250))

LINES = texts(mixed_boards(STANDARD, 60, seed=3), STANDARD)
SMALL = ["12..34..........", "1234341221434321", "." * 16]
SIXTEEN = texts(mixed_boards(Layout.of_size(16), 4, seed=3), Layout.of_size(16))
ROWS = [EASY[i : i + 9] for i in range(0, 81, 9)]
PIECES = [
    *["\n".join(LINES[i : i + 4]) for i in range(0, 40, 4)],
    *LINES[40:], *SIXTEEN, *SMALL,
    EASY.replace(".", "0"), EASY.replace(".", "-"), EASY.replace(".", " "), EASY.replace(".", "·"),
    EASY + " # 3.4", EASY + ",17", EASY + ";" + LECTURE, EASY + "#", EASY + "\t" + "é", EASY + "\0",
    '"' + EASY + '",', "[" + repr(EASY) + ", " + repr(LECTURE) + "]", "  " + EASY,
    EASY[:80], EASY[:49], EASY[:45], EASY[:20], EASY[:12], EASY[:5], EASY + "1", "0" + EASY[1:],
    EASY[:40] + "A" + EASY[41:], "\n".join(ROWS), "\n".join(ROWS[:8]), "\n".join(ROWS[3:5]),
    "\n".join([*ROWS, "1" * 9]), "\n".join(" ".join(row) for row in ROWS),
    "\n".join(row.replace(".", " ").rstrip() for row in ROWS), ROWS[0], "1 2 3 4", "1 2 3 4\n2 1",
    "1...\n..2.\n.3..\n...4", "-----", "---------", "---------\n---------", "=====", "", "\n\n",
    "7", "2024-01-02", "3.5", "Grid 02", "# a comment", "[Puzzle]", "[State]", "[17]",
    "a" * 90, "1" * 60, "π = 3.14159265358979323846264338327950288419716939937510582097494",
    "|---|---|---|---|---|---|---|---|---|", "\n".join("|" + "|".join(row) + "|" for row in ROWS),
    "12 34 1 2\n3 4 12 12\n2 1 34 34\n34 34 2 1", "1" + "." * 728, EASY + "aaabbbccc" * 9,
    '{"puzzle": "1...............", "layout": "4x4+anti-knight"}', "{", "}", '{"puzzle":',
    '{\n "puzzle": "1...............",\n "layout": "4x4+anti-knight"\n}', '  "x": 1,', "{ 1",
    ".~R1C1_5", EASY + " ~", EASY + " # https://x.y/Interactive-Sudoku-Solver/?q=.~R1C1_5",
    EASY.translate(str.maketrans("123456789", "#ABCDEFGH")), EASY[:80] + "#", "0123" * 4,
    EASY.translate(str.maketrans("123456789", "abcdefghi")), "#ABCDEFGH" * 9 + "#", "01.." * 4,
    "12.2", "1.2.\n.1..", "<table>", "</table>", "<td>5", "<b>", "'53  7    '", '"1  4",',
    "<table>" + "".join(f"<tr>{''.join(f'<td>{c}' for c in row)}\n" for row in ROWS) + "</table>",
    "\n".join(f'"{row}",' for row in ROWS).replace(".", " "), f"Row 1: {ROWS[0]}", "1: 5 3 . 1",
    "killer:3:r1c1,r1c2", "4x4+diagonal", "4x4+diagonal " + "." * 16, "+anti-knight", "anti-king",
    "thermo:r1c1-r1c3 anti-knight", "kiler:3:r1c1", "9x9+killer:17:r1c1,r1c2 " + EASY, "4x4",
    "\ufeff" + EASY, "runhugs \\ -#123456789 \\ " + " \\ ".join(ROWS),
]  # fmt: skip


def mixed_text(seed: int) -> bytes:
    """A text of pieces in any order, some broken, with any line ends."""
    stream = RandomStream(seed, 12)
    few = [PIECES[stream.below(len(PIECES))] for _ in range(3)]
    parts = []
    for _ in range(1 + stream.below(12)):
        piece = (few if stream.below(2) else PIECES)[stream.below(3 if len(parts) % 2 else 2)]
        if stream.below(3):
            piece = PIECES[stream.below(len(PIECES))]
        if piece and stream.below(8) == 0:
            at = stream.below(len(piece))
            mark = "\x1b1a. \u0664-+\0\r\ufeff"[stream.below(11)]
            piece = piece[:at] + mark + piece[at + stream.below(2) :]
        parts.append(piece)
    if stream.below(1000) == 0:  # a line that is too long to be looked at closely
        parts.insert(stream.below(len(parts)), "x " * 55_000 + few[0])
    way = stream.below(40)
    data = "\n".join(parts).encode("utf-16" if way == 0 else "utf-8-sig" if way == 1 else "utf-8")
    if way == 2:
        data = data.replace(b"1", b"\xff", 1)
    end = (b"\n", b"\r\n", b"\r")[max(0, stream.below(8) - 5)]
    return data.replace(b"\n", end) + (end if stream.below(2) else b"")


class Pipe(io.BytesIO):
    """A stream that gives so many bytes at a time, whatever is asked for."""

    def __init__(self, data: bytes, step: int) -> None:
        super().__init__(data)
        self.step = step

    def read1(self, size: int = -1) -> bytes:
        return super().read1(self.step if self.step else size)


#: What lines of prose are made of, with what looks like more than prose.
PROSE = """
the a of box puzzle Solve it: example, 17 by 2024 - -- . ... x X xx x. ? * _ 1 9 12. 3.5 None
nan nil finance muscle scfold scl fpuz ctc 3x3:k .NoBoxes .~R1C1 http://a.b # #A #C 'quoted'
(see p.3) "said" 1234 ....1 .1.. 1.2. 123456789 1......... /// 0-8 10% a&b 5$ @me [x] {1} <b>
a|b a=b q+1 ~ AB ABC G16
"""
WORDS = [
    *PROSE.split(),
    "",
    " ",
    "  ",
    "\t",
    "é",
    "\u0661",
    "don't",
    "it's",
    "Row 1:",
    "r2 =",
    "3) ",
]
WORDS += ['"1 2 ', '  3"', "'12  '", 'f"1 2     3"', 'a"1"b', "s'1 2'a", "row 2. 1 2 3 4 5 . . . 9"]


def mixed_prose(seed: int) -> bytes:
    """Long stretches of lines that are mostly prose or blank, with rows of boards between."""
    stream = RandomStream(seed, 13)

    def line() -> str:
        kind = stream.below(24)
        if kind < 3:
            return ""
        if kind == 3:
            return "# " * stream.below(2) + PIECES[stream.below(len(PIECES))]
        if kind == 4:
            return ROWS[stream.below(9)]
        end = len(WORDS) if kind < 8 else 12
        words = [WORDS[stream.below(end)] for _ in range(stream.below(9))]
        start = ("", "", "", "# ", " ", "sc", ":", "Row 1: ", "3) ")[stream.below(9)]
        text = start + ("", " ")[stream.below(4) > 0].join(words)
        return text.ljust(64)[:64] if kind == 8 else text

    return "\n".join(line() for _ in range(1 + stream.below(40))).encode() + b"\n"


def one_by_one(data: bytes, layout: Layout | None) -> list:
    reader = TextReader(layout)
    found = []
    for first, part in line_parts(io.BytesIO(data)):
        if isinstance(part, ParseError):
            found += reader.feed_bytes(part, first)
            continue
        for number, line in enumerate(part.split(b"\n")[:-1], first):
            found += reader.feed_bytes(line, number)
    return told([*found, *reader.end()])


def in_blocks(data: bytes, layout: Layout | None, step: int) -> list:
    reader = TextReader(layout)
    found = []
    for first, part in line_parts(Pipe(data, step)):
        if isinstance(part, ParseError):
            found += reader.feed_bytes(part, first)
        else:
            found += read_part(reader, first, part)
    return told([*found, *reader.end()])


def told(items: list) -> list:
    """(line, puzzle) or the message, of blocks as of puzzles."""
    flat = []
    for item in items:
        if isinstance(item, ParseError):
            flat.append(str(item))
        elif isinstance(item, tuple):
            flat.append((item[0], item[1].line, item[1].layout.name))
        else:
            flat += [
                (line, text, item.layout.name)
                for line, text in zip(item.lines.tolist(), item.texts, strict=True)
            ]
    return flat


@pytest.mark.slow
def test_blocks_say_what_lines_say():
    others = [("0123", 4), ("#ABCDEFGH", 9), ("abcdefghi", 9), ("12", 2)]
    layouts = [None] * 6 + [STANDARD, Layout.of_size(16), Layout.of_size(4), Layout.named(JIGSAW_9)]
    layouts += [Layout.of_size(size, symbols) for symbols, size in others]
    found = 0
    for seed in range(TEXTS):
        data, layout = mixed_text(seed), layouts[seed % len(layouts)]
        expected = one_by_one(data, layout)
        found += len(expected)
        for step in (0, 1 + RandomStream(seed, 7).below(400)):
            assert in_blocks(data, layout, step) == expected, (seed, step, data)
    assert found > TEXTS


def test_banks_say_what_their_lines_say():
    from satdoku.formats.converting import convert
    from satdoku.formats.metadata import with_about

    ratings = [f"{n}.{n % 10}" if n % 7 else "" for n in range(len(LINES))]
    rated = [with_about(parse(line), {"rating": r}) for line, r in zip(LINES, ratings, strict=True)]
    lines = [convert(puzzle, "bank") for puzzle in rated]
    data = "\n".join(lines).encode() + b"\n"
    boards = list(read_part(TextReader(), 1, data))
    assert sum(len(block.cells) for block in boards) == len(LINES)
    kept = [text for b in boards for text in ([""] * len(b.cells) if b.kept is None else b.kept)]
    assert "" in kept
    assert kept == [puzzle.kept for puzzle in rated]
    for spoiled in (
        data.replace(b".", b"x", 3),
        data[:-1],
        data.replace(b" ", b"  ", 1),
        data * 2,
        data[13:],
        data + LINES[0].encode() + b"\n",
    ):
        assert in_blocks(spoiled, None, 0) == one_by_one(spoiled, None)


def test_records_say_what_their_texts_say():
    for seed in range(TEXTS // 20):
        stream = RandomStream(seed, 5)
        fields = [PIECES[stream.below(len(PIECES))] for _ in range(12)]
        fields += LINES[: stream.below(40)]
        records = [(text, 7 * i + 2, None) for i, text in enumerate(fields)]
        expected = []
        for text, line, _ in records:
            found = read_field(text, None)
            if isinstance(found, ParseError):
                expected.append(str(ParseError(found.problem, line, found.column)))
            else:
                expected.append((line, found.line, found.layout.name))
        assert told(list(read_records(records, None))) == expected, seed


def test_a_line_that_never_ends_is_one_bad_line_however_it_comes():
    data = b"\n".join([EASY.encode()] * 3 + [b"x" * (3 * LINE_LIMIT)] + [EASY.encode()] * 2)
    for end in (b"\n", b"\r\n", b"\r"):
        text = data.replace(b"\n", end)
        expected = one_by_one(text, None)
        assert [item[0] for item in expected if isinstance(item, tuple)] == [1, 2, 3, 5, 6]
        assert expected[3] == "line 4: a line of over 1,000,000 characters is no puzzle"
        for step in (70_001, 999_999):
            assert in_blocks(text, None, step) == expected


@pytest.mark.parametrize("step", [1, 2, 3, 100])
def test_line_ends_may_fall_between_two_reads(step):
    data = (EASY + "\r\n" + EASY + "\r" + EASY + "\n\r\n" + EASY).encode()
    assert [item[0] for item in in_blocks(data, None, step)] == [1, 2, 3, 5]


ALONE = [
    ".Thermo~R1C1~R2C1~R3C1.X~R5C5~R5C6",
    "\n  .~R1C1_5~R2C3_2_4\n.Whisper~R8C1~R8C2~R9C2\r\n\n.AntiKnight\n",
    ".Shape~6x6~0-9\n.V~R1C1~R2C1 .Cage~7~R3C3~R3C4\n.Diagonal~1",
    ".Or.~R1C1_1.AllDifferent~R3C8~R4C7.End.XSum~R1~10~.XSum~R1~12~",
]
NOT_ALONE = [
    "# a comment\n.Thermo~R1C1~R2C1",
    ".Thermo~R1C1~R2C1\n" + "." * 81,
    ".Shape~6x6\n.V~R1C1~R2C1\n.Shape~4x4\n.V~R1C1~R2C1",
    ".Nonsense~R1C1",
    ".Cage~7~R3C3~R99C4",
    "." * 16,
]


@pytest.mark.parametrize("text", ALONE)
def test_a_string_alone_is_read_as_among_other_lines(text):
    read = read_alone(text)
    assert read is not None
    assert [puzzle for _, puzzle in read_puzzles(text_lines(text))] == [read]


@pytest.mark.parametrize("text", NOT_ALONE)
def test_what_is_not_certainly_a_string_alone_is_left_to_the_reader_of_lines(text):
    assert read_alone(text) is None
