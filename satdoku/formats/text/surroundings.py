r"""What stands around the rows of a board: quoting, comments, labels, other words for a blank.

Each is taken off as a whole, from all lines at once, which gives a further view of the lines; the
first view that holds a board is the right one (`grammar`). Lines keep their number.

>>> unquoted(["> > 12", "> 3"])
['12', '3']
>>> unlabelled(["  a b c d", "A 1 2 3 4", "B 3 4 1 2", "C .", "D ."])
['+---+', ' 1 2 3 4', ' 3 4 1 2', ' .', ' .']
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ...layout_data import SYMBOLS
from .borders import is_gap, is_rule
from .separators import BARS, BETWEEN, TO_SPACES

#: How programs write a blank.
NOTHING = re.compile(
    r"\b(?:None|NONE|null|NULL|Null|nan|NaN|NAN|nil|NIL|NA|undefined|Nothing)\b|N/A|<NA>"
)
#: A blank in brackets of its own.
EMPTY = re.compile(r"(?<=[\[(])\s(?=[\])])|(?<=\{)\s?(?=\})")
#: A cell in the word of a program for one, emphasised, or in a tag; minus one for a blank.
WRAPPED = re.compile(
    r"\b[A-Za-z]\w*\(\s*(\d{1,2}|[A-Z])\s*\)|\b(?:Just|Some)\s+(?=\d)|(?<!\*)\*\*(?=\S)([^*|]+?)\*\*(?![\w*])"
)
MINUS = re.compile(r"(?<![^\s,;|\[({])-1(?![^\s,;|\])}])")
#: Lines that go on, in Matlab.
GOES_ON = re.compile(r"(?<=[;\[])\s+\.\.\.\s*$")
#: The end of a row of LaTeX's package for Sudokus; the types of columns, in R.
END_OF_ROW = re.compile(r"(?<=^\|)(.*)\|\.\s*$")
TYPES = re.compile(r"^\s*(?:<\w+>\s*){4,}$")
#: An item of a list in YAML: what begins a list in it, and its value.
ITEM = re.compile(r"\s*(-\s+)?-(?:\s+(\S*))?\s*")
#: A comment behind cells.
COMMENT = re.compile(r"\s#(?:\s.*|$)")
#: Mail is quoted with this; comments of several lines begin with one of those.
QUOTE = re.compile(r"\s*(?:>\s?)+")
COMMENTED = re.compile(r"\s*(//+|#+|%+|;+|--|\*|!)(?:\s|(?=[\d|.+-]))")
#: A label before the cells of a row, with one separator.
LABEL = re.compile(
    rf"(\s*[\[({BARS}]?\s*(?:row|line|r)?\s?#?(\d{{1,2}}|[A-Za-z]|[IVX]{{2,5}}))"
    rf"(?:,?[\])]|[.)](?=\s)|\s?[:={BARS}]|[,;&\t]|(?=\s))",
    re.IGNORECASE,
)
WORD = re.compile(r"\w+|[^\w\s]")
#: A mark that touches a digit: it was placed, or is wrong.
MARK_BEHIND = re.compile(r"(?<=[0-9])[*+!?'^~#](?![0-9])")
MARK_BEFORE = re.compile(r"(?:[*+!?^~#]|\bu)(?=[0-9])")
#: The words before the cells of a row; a number in them counts. What one of them has that is no
#: cell.
PREFIX = re.compile(r"[^\s:=]+[:=]?|[:=]")
NUMBER = re.compile(r"\d+")
NO_CELL = re.compile(r"[A-Za-z]{2}|[:=)\].>-]$|^[^\w|¦│║.]+$")
MOST_CUTS = 2
#: The end of a sentence behind a board.
END = re.compile(r"[.?!]\s*$")
#: What parts words, within a regular expression's brackets.
APART = re.escape(BETWEEN)
BORDER = "+---+"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WITHOUT_I = LETTERS.replace("I", "")
#: As many as rows are usual.
ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI"
#: What labels may count by, and the fewest rows that show it.
SEQUENCES = (
    [str(number) for number in range(1, 50)],
    [str(number) for number in range(50)],
    list(LETTERS),
    list(LETTERS.lower()),
    list(WITHOUT_I),
    list(WITHOUT_I.lower()),
    ROMAN.split(),
    ROMAN.lower().split(),
)
FEWEST_ROWS = 4


def views(lines: list[str]) -> Iterator[list[str]]:
    """Yield the lines as they may be meant, the likeliest first."""
    plain = unquoted([_plain(line) for line in lines])
    drawn = "\n".join(line for line in plain if not is_rule(line))
    minus = MINUS.findall(drawn)
    if FEWEST_ROWS <= len(minus) == drawn.count("-"):
        plain = [MINUS.sub(". ", line) for line in plain]
    bare = _uncommented(plain)
    bases = [bare, plain] if bare else [plain]
    for base in bases:
        yield from _labelled_or_not(base)
    if sum(not is_gap(line) for line in plain) < FEWEST_ROWS:
        return
    for base in bases:
        if unmarked := _unmarked(base):
            yield from _labelled_or_not(unmarked)
    if any("#" in line for line in lines):  # it may begin comments, or be a blank
        bases.append(unquoted(lines))
    cuts = list(_without_prefixes(bases[0]))
    yield from cuts
    for base in [*bases, *cuts]:
        for usual in _with_usual_blanks(base):
            yield from _labelled_or_not(usual)
    for wrapped in (_in_frame(plain), _in_items(plain)):
        if wrapped:
            yield wrapped
    *_, above, last = (place for place, line in enumerate(plain) if not is_gap(line))
    ended = END.sub("", plain[last])
    if ended != plain[last] and len(ended) == len(plain[above].rstrip()):
        yield [*plain[:last], ended, *plain[last + 1 :]]


def _labelled_or_not(lines: list[str]) -> Iterator[list[str]]:
    if without := unlabelled(lines):
        yield without
    yield lines


def _plain(line: str) -> str:
    """Return the line with usual blanks, without a comment; what is replaced keeps its width."""
    if "N" in line or "n" in line:
        line = NOTHING.sub(lambda word: ".".ljust(len(word[0])), line)
    if "[ ]" in line or "( )" in line or "}{" in line:
        line = EMPTY.sub(".", line)
    if "..." in line:
        line = GOES_ON.sub("", line)
    if line.count(".") == 1:
        line = END_OF_ROW.sub(r"\1|", line)
    if "<" in line:
        line = TYPES.sub(BORDER, line)
    if line.count("#") == 1:
        line = COMMENT.sub("", line)
    return WRAPPED.sub(lambda cell: cell[1] or cell[2] or "", line)


def _in_frame(lines: list[str]) -> list[str] | None:
    """Return the lines with bars and borders for the mark with which each begins and ends; None if
    there is none."""
    ends = set[str]()
    for line in lines:
        row = line.strip()
        ends.update(row[:1], row[-1:])
    mark = min(ends)
    if len(ends) > 1 or mark.isalnum():
        return None
    framed = []
    for line in lines:
        is_border = set(line) <= {mark, " "}
        framed.append(BORDER if is_border else line.replace(mark, "|"))
    return framed


def _in_items(lines: list[str]) -> list[str] | None:
    """Return the lines with the cells of each row in its first line, where each cell is an item of
    YAML on a line of its own; None if they are not."""
    rows: dict[int, list[str]] = {}
    found = [""] * len(lines)
    for place, line in enumerate(lines):
        item = ITEM.fullmatch(line)
        if item is None:
            found[place] = line
        elif item[1] or not item[2]:
            rows[place] = [item[2]] if item[2] else []
        elif rows:
            rows[max(rows)].append(item[2])
    for place, cells in rows.items():
        found[place] = ",".join(cells)
    return found if len(rows) >= FEWEST_ROWS else None


def unquoted(lines: list[str]) -> list[str]:
    """Return the lines without the marks of quoting, if each line has them."""
    if all(QUOTE.match(line) or not line.strip() for line in lines):
        return [QUOTE.sub("", line, count=1) for line in lines]
    return lines


def _uncommented(lines: list[str]) -> list[str] | None:
    """Return the lines without the mark of comments with which each begins; None if not."""
    marks = set()
    bare = []
    for line in lines:
        match = COMMENTED.match(line)
        if match:
            marks.add(match[1])
            bare.append(line[match.end() :])
        elif line.strip().strip("/*#%;-!"):
            return None
        else:
            bare.append("")
    return bare if len(marks) == 1 else None


def unlabelled(lines: list[str]) -> list[str] | None:
    """Return the lines without labels that count the rows; None if there are none."""
    cut = list(lines)
    has_labels = False
    for run in _labelled_runs(lines):
        if len(run) >= FEWEST_ROWS:
            has_labels = True
            for place, end in run:
                is_framed = lines[place].lstrip()[:1] in (*BARS,)
                cut[place] = "|" * is_framed + lines[place][end:]
            _take_off_head(cut, run[0][0] - 1)
    return cut if has_labels else None


def _take_off_head(lines: list[str], place: int) -> None:
    """Put a border in place of the labels of columns, which may stand above a border: they are no
    row where the rows have labels."""
    while place > 0 and is_rule(lines[place]):
        place -= 1
    if place < 0:
        return
    words = lines[place].translate(TO_SPACES).split()
    if is_header(words) or is_header(words[1:]):
        lines[place] = BORDER


def _labelled_runs(lines: list[str]) -> Iterator[list[tuple[int, int]]]:
    """Yield (place, end of the label) of lines whose labels follow each other."""
    run: list[tuple[int, int]] = []
    expected: set[tuple[int, int]] = set()
    for place, line in enumerate(lines):
        match = LABEL.match(line)
        if not match or is_header(line.translate(TO_SPACES).split()):
            if not is_gap(line):
                yield run
                run, expected = [], set()
            continue
        at = _positions(match[2])
        if run and at & expected:
            at &= expected
        else:
            yield run
            run = []
            at = {(kind, step) for kind, step in at if step == 0}
        if at:
            run.append((place, match.end()))
        expected = {(kind, step + 1) for kind, step in at}
    yield run


def _without_prefixes(lines: list[str]) -> Iterator[list[str]]:
    """Yield the lines without the words, alike but for numbers, with which those of a run begin:
    bullets, names, times."""
    shapes = {}
    for place, line in enumerate(lines):
        if not is_gap(line):
            shapes[place] = _shapes(line) or [""]
    run = list(shapes)
    cuts = []
    for number in range(max(map(len, shapes.values()), default=0)):
        words = Counter(shapes[place][number] for place in run if number < len(shapes[place]))
        word, times = max(words.items(), key=lambda item: item[1], default=("", 0))
        if times < len(run):
            # Lines with another word are none of the run; a blank stands in a line more than once.
            those = [place for place in run if word in shapes[place][number : number + 1]]
            times_in_lines = {shapes[place].count(word) for place in those}
            is_name = word.isalpha() and times_in_lines == {1}
            is_common = 2 * times >= len(shapes)
            if not is_common or not (is_name or number == 0):
                break
            run = those
        if NO_CELL.search(word):
            cuts.append(number)
    for number in reversed(cuts[-MOST_CUTS:]):
        cut = list(lines)
        for place in run:
            ends = [word.end() for word in PREFIX.finditer(lines[place])]
            cut[place] = lines[place][ends[number] :]
        yield cut


def _shapes(line: str) -> list[str]:
    """Return the words of a line, with 0 for each number."""
    return [NUMBER.sub("0", word) for word in PREFIX.findall(line)]


def _positions(label: str) -> set[tuple[int, int]]:
    """Return (kind of labels, place in it) for each kind that has this label."""
    found = set()
    for kind, sequence in enumerate(SEQUENCES):
        if label in sequence:
            found.add((kind, sequence.index(label)))
    return found


def is_header(cells: list[str]) -> bool:
    """Whether these are the labels of columns: 1, 2, …, or 0, 1, …, or A, B, …, or all with one
    name before (c1, c2, …)."""
    if len(cells) < FEWEST_ROWS or not cells[0] or not cells[-1]:
        return False
    name = cells[0].rstrip("0123456789")
    names = [cell.removeprefix(name) or cell for cell in cells]
    for sequence in SEQUENCES:
        labels = sequence[: len(cells)]
        if labels in (cells, names):
            return True
    return False


def _unmarked(lines: list[str]) -> list[str] | None:
    """Return the lines without the marks that touch digits, which tell what a player placed; None
    if there are none."""
    for pattern in (MARK_BEHIND, MARK_BEFORE):
        if any(pattern.search(line) for line in lines):
            return [pattern.sub(" ", line) for line in lines]
    return None


def _with_usual_blanks(lines: list[str]) -> Iterator[list[str]]:
    """Yield the lines with "." for the word, and for the mark, that is the most frequent besides
    digits, if it can be a blank."""
    rows = [line for line in lines if not is_gap(line)]
    words: Counter[str] = Counter()
    marks: Counter[str] = Counter()
    for line in rows:
        for word in line.translate(TO_SPACES).split():
            if not any(map(str.isdigit, word)):
                words[word] += 1
        marks.update(mark for mark in line if not mark.isdigit())
    for known in BETWEEN + ".":
        marks.pop(known, None)
    word, times = max(words.items(), key=lambda item: item[1], default=("", 0))
    if times >= len(rows) and len(word) > 1:
        whole = re.compile(rf"(?<![^{APART}]){re.escape(word)}(?![^{APART}])")
        yield [whole.sub(".".ljust(len(word)), line) for line in lines]
    mark, times = max(marks.items(), key=lambda item: item[1], default=("", 0))
    points = sum(line.count(".") for line in rows)
    if times >= max(len(rows), 2 * points) and mark.upper() not in SYMBOLS[:9]:
        yield [WORD.sub(lambda word: _with_points(word[0], mark), line) for line in lines]


def _with_points(word: str, mark: str) -> str:
    """Return the word with "." for the mark, unless it is one of prose."""
    others = set(word) - {mark}
    return word.replace(mark, ".") if all(c.isdigit() or c.isupper() for c in others) else word
