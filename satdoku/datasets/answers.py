"""Reads a model's free-form answer: the board that it ends with, or the placements that it claims.

The text is cut down first: thinking is left out, and of <answer> tags the last pair counts. Marks
of LaTeX, JSON and Markdown become spaces or ends of lines, so that a row of a board is a line with
one symbol for each of its cells, with or without a label ("Row 3:", "| 3 |") before them.

- Rows with labels 1, 2, 3 … form a board even with text between them; rows without labels if
  nothing but rulings and short words are between them. A row 1 2 3 … above a table is its header
  if the table would have a row too many. Other notations are left to `formats`.
- Without a full board, placements count: `r3c5 = 7`, `(3, 5): 7`, `[3 5 7]`, … They must be
  claimed: those of a sentence that denies, asks, or supposes something, or quotes another, do not
  count.

Of a long answer the last `LONGEST` characters are read; if no whole board is there, then as many up
to the last row of a board before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..board import Puzzle
from ..errors import ParseError
from ..formats.text.reader import read_found, text_lines
from ..frozen import frozen
from ..geometry import Cells
from ..layout import Layout
from ..record_types import Record

#: A cell, up to what is said of it.
CELL = (
    r"(?:\br(?:ow)?[\s_]*(?P<r>\d{1,2})[\s,_]*(?:and\s+)?c(?:ol(?:umn)?)?[\s_]*(?P<c>\d{1,2})"
    r"|[(\[]\s*(?P<row>\d{1,2})\s*,\s*(?P<column>\d{1,2})\s*[)\]])"
)
CLAIM = (
    r"(?::=|-+>|=+>|→|⇒|:|=|\bis\b|\b(?:must|has\s+to|can\s+only|should)\s+be\b|\bequals\b|\bgets\b"
    r"|\bholds\b|\bcontains\b|\bbecomes\b)"
)
PLACED = re.compile(
    CELL + r"[\s\"'*`]{0,4}" + CLAIM + r"[\s\"'*`]{0,4}(?P<mark>\w{1,2})\b(?!\s*\?)"
    r"|\[\s*(?P<r3>\d{1,2})[\s,]+(?P<c3>\d{1,2})[\s,]+(?P<m3>\w{1,2})\s*\]"
    r"|<vl><value(?P<mv>\w)><r(?P<rv>\d{1,2})(?:><)?c(?P<cv>\d{1,2})>",
    re.IGNORECASE,
)
#: Words of sentences that do not claim what they say.
UNCLAIMED = re.compile(
    r"\b(?:if|unless|suppose|supposing|assum\w*|imagin\w*|hypothe\w*|were|would|could|might|may|maybe|"
    r"perhaps|possibl\w*|try|tries|trying|tried|guess\w*|either|or|not|no|nor|never|neither|cannot|"
    r"wrong\w*|false|incorrect\w*|impossible|invalid|contradict\w*|conflict\w*|fail\w*|mistake\w*|"
    r"instead|unlikely|doubt\w*|example|e\.g|said|says|claim\w*|lets|let)\b|n['’]t\b|\?|≠|!=|<>",
    re.IGNORECASE,
)
#: The end of a sentence, a line, or a list item.
SENTENCE = re.compile(r"[\n;!]|\.(?=\s|$)|(?<=\?)")
QUOTED = re.compile(r"^\s*>.*$|[“«][^“”«»\n]*[”»]", re.MULTILINE)
LABEL = re.compile(
    r"[\W_]*(?:r(?:ow)?[\s_]*(?P<number>\d{1,2})\b|(?P<bare>\d{1,2}|[A-Za-z])[\s*]*(?=[|:.)=-]))"
    r"[^\w.?]*(?P<rest>\S.*)",
    re.IGNORECASE,
)
#: What stands between the cells of a row.
BETWEEN = re.compile(r"[\s|,;:*`'\"()\[\]{}│┃║$]+")
#: Marks of LaTeX and JSON that separate cells or rows, and other commands, which say nothing.
MARKUP = (
    (re.compile(r"[\"']\s{0,9}:|[\"'](?=\s{0,9}[,}])|[\]}](?=\s{0,9},)"
                r"|\\\\(?!n)|\\n|\\newline|\\cr\b|\\end\{[a-z*]{1,20}\}"), "\n"),
    (re.compile(r"\\begin\{[a-z*]{1,20}\}(?:\{[^{}\n]{0,80}\})?|\\(?:hline|cline\{[^{}\n]{0,9}\})"
                r"|\\(?:boxed|text|mathbf|textbf|left|right|quad|,)"), " "),
    (re.compile(r"&|<br\s*/?>|</?t[dhr]>", re.IGNORECASE), " "),
)  # fmt: skip
#: The end of a line between two cells of a list.
LISTED = re.compile(r"(?<=[\w\"'],)[ \t]{0,40}\n[ \t]{0,40}(?=[\w\"'])")
RULING = re.compile(r"[\W_]*")
#: The characters of an answer that are read at once, and those that are read in other notations;
#: how many after an earlier row; the most lines that are read at once.
LONGEST, OTHERWISE, SHARED, LINES = 30_000, 6_000, 3_000, 1_000
#: The longest line of words that may stand between two rows of a board.
WORDS = 24

#: A board in a text: the number of its last line, its digits.
Found = tuple[int, Cells]
#: The digit of each symbol.
Marks = Mapping[str, int]


@frozen
class ParsedAnswer:
    """What an answer says: digits by cell, 0 where it says none (placements without a board are
    made on the puzzle); foreign: why it is no board of this layout, or ""."""

    cells: Cells
    foreign: str = ""


def read_answer(text: str, puzzle: Puzzle) -> ParsedAnswer | None:
    """Return what a free-form answer says, None if it says nothing of a board."""
    marks = _marks(puzzle.layout)
    text = _without_blank_lines(_cut(text))
    found = _read(text[-LONGEST:], puzzle, marks)
    if len(text) <= LONGEST or _is_whole(found):
        return found
    earlier = _read(_before(text, puzzle.layout, marks), puzzle, marks)
    return earlier if _is_whole(earlier) else found


def _without_blank_lines(text: str) -> str:
    """Return the text with one blank line where there are several: some readers look on from each
    of them."""
    kept = list[str]()
    for line in text.splitlines():
        if line.strip() or (kept and kept[-1]):
            kept.append(line if line.strip() else "")
    return "\n".join(kept)


def _before(text: str, layout: Layout, marks: Marks) -> str:
    """Return the part of a long text up to the last row of a board before its end; "" if there is
    none."""
    one = f"[{re.escape(''.join(mark for mark in marks if len(mark) == 1))}]"
    row = re.compile(rf"(?:{one}[^\w\n]{{0,6}}){{{layout.size}}}")
    end = 0
    for match in row.finditer(text, 0, len(text) - LONGEST):
        end = match.end()
    return text[max(0, end - LONGEST) : end + SHARED] if end else ""


def _is_whole(answer: ParsedAnswer | None) -> bool:
    return answer is not None and not answer.foreign and 0 not in answer.cells


def _read(text: str, puzzle: Puzzle, marks: Marks) -> ParsedAnswer | None:
    layout = puzzle.layout
    bare = "".join(text.split())
    if len(bare) == layout.cell_count and all(mark in marks for mark in bare):
        return ParsedAnswer(tuple(marks[mark] for mark in bare))
    plain = text
    for pattern, instead in MARKUP:
        plain = pattern.sub(instead, plain)
    lines = plain.splitlines()[-LINES:]
    boards = list(_boards(lines, layout, marks))
    if not _are_any_full(boards):
        boards += _boards(LISTED.sub(" ", plain).splitlines(), layout, marks)
    if not _are_any_full(boards):
        boards += _in_other_notations(text, layout)
        boards.sort()
    answers = [board for board in boards if board[1] != puzzle.cells]
    full = [cells for _, cells in answers if 0 not in cells]
    if full:
        return ParsedAnswer(full[-1])
    line, cells = answers[-1] if answers else (0, puzzle.cells)
    placed, foreign = _placed("\n".join(text.splitlines()[line:]), layout, marks)
    if foreign:
        return ParsedAnswer(cells, foreign=foreign)
    if placed or boards:
        return ParsedAnswer(tuple([placed.get(cell, digit) for cell, digit in enumerate(cells)]))
    size = _foreign_rows(lines)
    if size and size != layout.size:
        return ParsedAnswer(cells, foreign=f"rows of {size} digits, not {layout.size}")
    return None


def _are_any_full(boards: Sequence[Found]) -> bool:
    return any(0 not in cells for _, cells in boards)


def _in_other_notations(text: str, layout: Layout) -> Iterator[Found]:
    """Yield the boards that the readers of formats find at the end of a text."""
    for found in read_found(text_lines(text[-OTHERWISE:]), layout):
        if isinstance(found, ParseError):
            continue
        number, board = found
        if board.layout.cell_count == layout.cell_count:
            yield number, board.cells


def _cut(text: str) -> str:
    """Return the text without thinking, and between the last pair of <answer> tags if there are."""
    lower = text.lower()
    if len(lower) != len(text):  # some letters are longer in lower case
        lower = text
    end = lower.rfind("</think>")
    if end >= 0:
        text = text[end + 8 :]
        lower = lower[end + 8 :]
    start = lower.find("<think>")
    if start >= 0:
        text = text[:start]
        lower = lower[:start]
    end = lower.rfind("</answer>")
    start = lower.rfind("<answer>", 0, end) if end >= 0 else lower.rfind("<answer>")
    if start < 0:
        return text
    return text[start + 8 : end] if end >= 0 else text[start + 8 :]


def _marks(layout: Layout) -> dict[str, int]:
    """Return the digit of each symbol, and of numbers if the symbols begin with them; 0: blank."""
    marks = {mark: digit for digit, mark in enumerate(layout.symbols, 1)}
    if layout.symbols.startswith("123"):
        marks = {str(digit): digit for digit in layout.digit_numbers} | marks
    for mark, digit in list(marks.items()):
        marks.setdefault(mark.lower(), digit)
    for blank in "._0?":
        marks.setdefault(blank, 0)
    return marks


def _row(text: str, layout: Layout, marks: Marks) -> list[int] | None:
    """Return the digits of a line, if it is a row, or a whole board, and nothing else."""
    tokens = [token for token in BETWEEN.split(text) if token]
    if not tokens or len(tokens) > layout.cell_count:
        return None
    # Digits may be apart, or written together: then each character is one.
    for found in (tokens, "".join(tokens)):
        is_long_enough = len(found) in (layout.size, layout.cell_count)
        if is_long_enough and all(mark in marks for mark in found):
            return [marks[mark] for mark in found]
    return None


def _boards(lines: Sequence[str], layout: Layout, marks: Marks) -> Iterator[Found]:
    """Yield (number of the last line, cells) of the boards that are written row by row."""
    if not layout.is_regular:
        return
    n = layout.size
    labelled: list[int] = []
    block: list[tuple[int, list[int]]] = []
    for number, line in enumerate(lines, 1):
        short = line if len(line) <= 12 * layout.cell_count else ""
        label = 0
        row = _row(short, layout, marks)
        if row is None:
            label, row = _labelled_row(short, layout, marks)
        if row and len(row) == layout.cell_count:
            yield number, tuple(row)
            row = None
        elif row and label:
            labelled = [] if label == 1 else labelled
            if label == len(labelled) // n + 1:
                labelled += row
            if len(labelled) == layout.cell_count:
                yield number, tuple(labelled)
                labelled = []
        elif row:
            block.append((number, row))
        if row is None and block and not RULING.fullmatch(line) and len(line) > WORDS:
            yield from _chunks(block, n)
            block = []
    yield from _chunks(block, n)


def _labelled_row(line: str, layout: Layout, marks: Marks) -> tuple[int, list[int] | None]:
    """Return (the number of a labelled line, its digits if it is a row); "B" is label 2."""
    match = LABEL.fullmatch(line.rstrip())
    if match is None:
        return 0, None
    own = match["number"] or match["bare"]
    label = int(own) if own.isdigit() else ord(own.upper()) - ord("A") + 1
    return label, _row(match["rest"], layout, marks)


def _chunks(block: list[tuple[int, list[int]]], n: int) -> Iterator[Found]:
    """Yield the boards of consecutive rows, without the headers of tables."""
    header = list(range(1, n + 1))
    while len(block) >= n:
        if len(block) % n and block[0][1] == header and len(block) > n:
            block = block[1:]
        yield block[n - 1][0], tuple(digit for _, row in block[:n] for digit in row)
        block = block[n:]


def _placed(text: str, layout: Layout, marks: Marks) -> tuple[dict[int, int], str]:
    """Return (the last digit claimed for each cell, why the last bad claim is not on the board)."""
    placed: dict[int, int] = {}
    for sentence in SENTENCE.split(QUOTED.sub("", text)):
        if not sentence or UNCLAIMED.search(sentence):
            continue
        for match in PLACED.finditer(sentence):
            parts: Record = match.groupdict()
            r = parts["r"] or parts["row"] or parts["r3"] or parts["rv"]
            c = parts["c"] or parts["column"] or parts["c3"] or parts["cv"]
            mark = parts["mark"] or parts["m3"] or parts["mv"]
            digit = marks.get(mark)
            if digit is None and mark.isdigit():
                return {}, f"r{r}c{c} = {mark}, and the digits are {layout.symbols}"
            if digit is None or (digit == 0 and not mark.isdigit()):
                continue  # a word, as in `r1c1: a guess`
            cell = layout.places.cell_at(int(r) - 1, int(c) - 1)
            if cell is None:
                return {}, f"r{r}c{c} is not on the board"
            placed[cell] = digit
    return placed, ""


def _foreign_rows(lines: Sequence[str]) -> int:
    """Return the number of digits of rows that may be those of another board, or 0."""
    rows = ["".join(line.split()) for line in lines]
    sizes = {len(row) for row in rows if len(row) > 3 and row.isdigit()}
    return sizes.pop() if len(sizes) == 1 else 0
