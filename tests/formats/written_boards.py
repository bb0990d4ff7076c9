"""Boards written in the product of the dimensions of a text: the judge of the grammar.

A text is made by a choice in each dimension: the size and its symbols, the mark for a blank, what
stands between cells, frames, margins, wrapping, surroundings, and how many boards there are. What
cannot be read by a person either is not made: two-digit numbers need something between them, and a
blank that is left out needs a comma or a bar.

    python -m tests.formats.written_boards 10000
"""

import json
import sys
from collections import Counter
from typing import NamedTuple

from satdoku import Layout, ParseError, Puzzle, random_grid
from satdoku.formats.text.pencil import candidates_of
from satdoku.formats.text.reader import read_found
from satdoku.random_stream import RandomStream

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV",
         "XV", "XVI")  # fmt: skip
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: The letters that chess players and crosswords use: without I.
WITHOUT_I = LETTERS.replace("I", "")
#: Marks and words for a blank; the words need something between the cells.
MARKS = (".", "0", "_", "*", "x", "?", "-", "·", "#", "~", "o", "□")
WORDS = ("None", "nan", "NA", "null", "blank", "--", "[ ]")
SEPARATORS = ("", " ", "  ", ",", ", ", ";", "\t", "|", " | ", " & ")
#: Separators between which a blank may be left out.
SHOWING = (",", ";", "\t", "|", " | ", " & ")
FRAMES = ("none", "none", "ascii", "bars", "box", "dots", "rules", "gaps", "double")
MARGINS = ("none", "none", "none", "left", "top", "both", "corner", "right", "below", "sides")
CODE = ("c", "java", "go", "rust", "js", "python", "numpy", "matlab", "r", "prolog", "lisp", "yaml",
        "json", "append", "assign", "quoted", "strings", "latex", "sql", "options", "minus",
        "matrix", "dots", "records", "bbcode", "wiki", "boxes")  # fmt: skip
SURROUNDINGS = ("none", "none", "prose", "quote", "slashes", "hash", "star", "notes", "fence",
                "section", "title", "bullets", "log", "breaks", "paragraphs",
                "beside")  # fmt: skip
PLACEMENTS = ("rc", "letter", "pair", "array", "call", "triple", "dictionary", "json", "spaced",
              "is", "words", "equals")  # fmt: skip
BEFORE = (
    "Here is one that my grandmother could not finish.",
    "Puzzle no. 17 of 2024, rated 3.5 (see p. 12):",
    "Can anyone solve this?\nIt is from a newspaper, and I have tried it for 2 hours.",
    "From: someone\nDate: 2024-01-02 10:33",
)
AFTER = ("Thanks!", "It has 28 clues, I think.\nRegards, A. B.", "(c) 2023, all rights reserved")


class Written(NamedTuple):
    """A text, its boards as lines, and how it was written."""

    text: str
    boards: list[str]
    how: str


class Choice:
    """The choices of one text."""

    def __init__(self, seed: int) -> None:
        self.stream = RandomStream(seed, 48)
        self.made: list[str] = []

    def of(self, options: tuple) -> object:
        """Choose and record one of the options."""
        one = options[self.stream.below(len(options))]
        self.made.append(str(one).replace("\t", "tab"))
        return one


def board_of(size: int, choice: Choice) -> Puzzle:
    """A puzzle of that size, some of whose cells are blank."""
    grid = random_grid(Layout.of_size(size), seed=choice.stream.below(1000))
    cells = choice.stream.permutation(size * size)
    share = 40 + choice.stream.below(35)
    return grid.without(cells[: size * size * share // 100])


def written(seed: int) -> Written:
    """Return a text of the product."""
    choice = Choice(seed)
    kind = choice.of(("rows",) * 8 + ("code",) * 5 + ("candidates",) * 2 + ("placements", "line"))
    size = choice.of((9, 9, 9, 4, 6, 16))
    count = choice.of((1, 1, 1, 2, 3)) if kind in ("rows", "line") else 1
    boards = [board_of(size, choice) for _ in range(count)]
    make = {
        "rows": in_rows,
        "code": in_code,
        "candidates": as_candidates,
        "placements": as_placements,
        "line": in_lines,
    }[kind]
    text = make(boards, choice)
    return Written(text + "\n", [board.line for board in boards], " ".join(choice.made))


# -- A row a line -------------------------------------------------------------------------------


def texts_of(board: Puzzle, numbers: bool, blank: str) -> list[list[str]]:
    """The texts of the cells, row by row."""
    size = board.layout.size
    texts = []
    for digit in board.cells:
        shown = str(digit) if numbers else board.layout.symbol(digit) if digit else ""
        texts.append(shown if digit else blank)
    return [texts[start : start + size] for start in range(0, size * size, size)]


def in_rows(boards: list[Puzzle], choice: Choice) -> str:
    """Boards drawn row by row."""
    size = boards[0].layout.size
    numbers = size > 9 and choice.of((True, False))
    separator = choice.of(SEPARATORS[1:] if numbers else SEPARATORS)
    blanks = MARKS
    if separator:
        blanks += WORDS
    if separator in SHOWING:
        blanks += ("", "")
    elif not numbers:
        blanks += (" ", " ")
    blank = choice.of(blanks)
    frame = choice.of(FRAMES)
    margin = choice.of(MARGINS)
    if blank in (" ", "") and separator in ("", " ", "  ") and frame in ("none", "rules", "gaps"):
        frame = "bars"
    if "|" in separator or separator in ("\t", ",", ", ", ";", " & "):
        frame = "none" if frame in ("ascii", "box", "dots", "bars", "double") else frame
        margin = "none" if margin != "none" and blank == "" and separator == "\t" else margin
    if blank in ("-", "*") and frame != "none":
        frame = "bars"
    if margin in ("right", "sides") and (blank in (" ", "") or separator.strip()):
        margin = "none"
    around = choice.of(SURROUNDINGS)
    if around in ("notes", "hash", "star") and (blank in (" ", "", "#", "*") or size > 9):
        around = "prose"
    # Such lines show no spaces; a bullet or a time may be a blank.
    if around in ("bullets", "log", "breaks", "paragraphs") and blank in (" ", "", "-", "*", "x"):
        around = "prose"
    drawn = [
        drawing(texts_of(board, numbers, blank), board, separator, frame, margin, choice)
        for board in boards
    ]
    return surrounded(drawn, around, choice)


def drawing(
    rows: list[list[str]], board: Puzzle, separator: str, frame: str, margin: str, choice: Choice
) -> list[str]:
    """The lines of a drawing."""
    size = board.layout.size
    high, broad = board.layout.box_shape
    width = max(len(cell) for row in rows for cell in row)
    is_padded = separator in (" ", "  ", " | ", " & ") or frame not in ("none", "rules", "gaps")
    if is_padded or separator == "":
        rows = [[cell.rjust(width) for cell in row] for row in rows]
    bar = {"box": "│", "double": "║"}.get(frame, "|")
    has_bars = frame in ("ascii", "bars", "box", "dots", "double")
    gap = "" if separator == "" else " "
    lines = []
    for row in rows:
        if has_bars:
            parts = [separator.join(row[c : c + broad]) for c in range(0, size, broad)]
            inside = (gap + bar + gap).join(parts)
            lines.append(bar + gap + inside + gap + bar)
        else:
            lines.append(separator.join(row))
    if margin in ("right", "sides"):
        lines = [f"{line} {WITHOUT_I[number]}" for number, line in enumerate(lines)]
    if margin == "sides":
        lines = [f"{WITHOUT_I[number]} {line}" for number, line in enumerate(lines)]
    if margin in ("left", "both", "corner"):
        lines = labelled(lines, choice, has_bars="|" in separator)
    lines = with_rules(lines, frame, high, size // broad, board)
    if margin in ("top", "both", "corner"):
        lines.insert(0, header(size, separator, margin, choice))
    if margin == "below":
        lines.append(header(size, separator, "top", choice))
    return lines


def labelled(lines: list[str], choice: Choice, has_bars: bool) -> list[str]:
    """The lines behind labels that count them; where bars part the cells, something else must part
    the labels from them."""
    kinds = ("1|", "A:", "1)", "row", "dash", "other")
    if not has_bars:
        kinds += ("1", "A", "a", "0", "J", "I")
    kind = choice.of(kinds)
    found = []
    for number, line in enumerate(lines, 1):
        label = {
            "1": f"{number:2} ", "1|": f"{number:2}| ", "1)": f"{number}) ",
            "A": f"{LETTERS[number - 1]} ", "A:": f"{LETTERS[number - 1]}: ",
            "a": f"{LETTERS[number - 1].lower()} ",
            "row": f"Row {number}: ", "0": f"{number - 1:2} ", "dash": f"Row {number} - ",
            "other": f"Fila {number}: ", "J": f"{WITHOUT_I[number - 1]} ",
            "I": f"{ROMAN[number - 1]:4} ",
        }[kind]  # fmt: skip
        found.append(label + line)
    return found


def header(size: int, separator: str, margin: str, choice: Choice) -> str:
    """The labels of the columns."""
    kind = choice.of(("1", "A", "a", "0"))
    names = {
        "1": [str(number) for number in range(1, size + 1)],
        "0": [str(number) for number in range(size)],
        "A": list(LETTERS[:size]),
        "a": list(LETTERS[:size].lower()),
    }[kind]
    between = separator.strip() if separator.strip() in (",", ";") else " "
    line = between.join(names)
    if margin == "both":
        return "   " + line
    if margin == "corner":
        return (
            "#" + between + line
            if kind in "Aa"
            else "0" + between + line
            if kind == "1"
            else "  " + line
        )
    return line


def with_rules(lines: list[str], frame: str, high: int, parts: int, board: Puzzle) -> list[str]:
    """The lines with borders above, between and below the bands."""
    if frame in ("none", "bars"):
        return lines
    inner = "-" * max(3, (max(map(len, lines)) - 1) // parts - 1)
    top = {
        "ascii": "+" + "+".join([inner] * parts) + "+",
        "box": "┌" + "┬".join([inner.replace("-", "─")] * parts) + "┐",
        "double": "╔" + "╦".join([inner.replace("-", "═")] * parts) + "╗",
        "dots": "." + ".".join([inner] * parts) + ".",
        "rules": "", "gaps": "",
    }[frame]  # fmt: skip
    middle = {
        "ascii": top, "box": top.replace("┌", "├").replace("┐", "┤").replace("┬", "┼"),
        "double": top.replace("╔", "╠").replace("╗", "╣").replace("╦", "╬"),
        "dots": ":" + "+".join([inner] * parts) + ":",
        "rules": "+".join([inner] * parts), "gaps": "",
    }[frame]  # fmt: skip
    bottom = {
        "ascii": top, "box": top.replace("┌", "└").replace("┐", "┘").replace("┬", "┴"),
        "double": top.replace("╔", "╚").replace("╗", "╝").replace("╦", "╩"),
        "dots": "'" + "'".join([inner] * parts) + "'",
        "rules": "", "gaps": "",
    }[frame]  # fmt: skip
    found = [top] if top else []
    for number, line in enumerate(lines):
        if number and number % high == 0:
            found.append(middle)
        found.append(line)
    return [*found, bottom] if bottom else found


def surrounded(drawn: list[list[str]], around: str, choice: Choice) -> str:
    """The drawings with what stands around them."""
    if around == "section":
        drawn = [["[Puzzle]", *lines] for lines in drawn]
    if around == "title":
        drawn = [["9x9 (3x3) SUDOKU PUZZLE", *lines] for lines in drawn]
    if around == "fence":
        drawn = [["```", *lines, "```"] for lines in drawn]
    if around == "notes":
        drawn = [[f"{line}  row {i}" if any(map(str.isalnum, line)) else line
                  for i, line in enumerate(lines, 1)] for lines in drawn]  # fmt: skip
    # Bars and borders of one width show where the one ends.
    is_even = len({len(line) for lines in drawn for line in lines}) == 1
    if around == "beside" and is_even:
        drawn = [["     ".join(lines) for lines in zip(*drawn, strict=True)]]
    text = "\n\n".join("\n".join(lines) for lines in drawn)
    mark = {"quote": "> ", "slashes": "// ", "hash": "# ", "star": " * "}.get(around)
    if mark:
        text = "\n".join(mark + line for line in text.split("\n"))
    if around == "star":
        text = "/*\n" + text + "\n */"
    if around == "bullets":
        text = "\n".join(line and f"- {line}" for line in text.split("\n"))
    if around == "log":
        stamp = "2024-01-02 10:33:{:02} INFO {}"
        text = "\n".join(
            line and stamp.format(i % 60, line) for i, line in enumerate(text.split("\n"))
        )
    if around == "breaks":
        text = "<br>\n".join(text.split("\n"))
    if around == "paragraphs":
        text = "".join(f"<p>{line}</p>" for line in text.split("\n"))
    if around == "prose":
        text = f"{choice.of(BEFORE)}\n\n{text}\n\n{choice.of(AFTER)}"
    return text


# -- Other wrapping -----------------------------------------------------------------------------


def in_lines(boards: list[Puzzle], choice: Choice) -> str:
    """Each board on a line; boards of 4x4 and 6x6 are rows to look at, so they are larger."""
    blank = choice.of((".", "0", "_", "x", "*"))
    head = choice.of(("", "Puzzle: ", '"', "1. "))
    lines = []
    for number, board in enumerate(boards):
        if board.layout.size in (4, 6):
            boards[number] = board_of(9, choice)
        line = boards[number].line.replace(".", blank)
        lines.append(head + line + ('",' if head == '"' else ""))
    return "\n".join(lines)


def in_code(boards: list[Puzzle], choice: Choice) -> str:
    """A board as a program or a data file writes it."""
    language = choice.of(CODE)
    size = boards[0].layout.size
    blank = {"prolog": "_", "json": "null", "minus": "-1"}.get(language, "0")
    if language in ("python", "append"):
        blank = choice.of(("0", "None", '""'))
    if language == "latex":
        blank = choice.of(("", "0", "."))
    rows = texts_of(boards[0], True, blank)
    on_lines = choice.of((True, False))
    between = ",\n  " if on_lines else ", "

    def listed(left: str, right: str, apart: str = ", ") -> str:
        return between.join(left + apart.join(row) + right for row in rows)

    if language in ("quoted", "strings"):
        blank = choice.of((".", "0", "_", " "))
        dense = ["".join(row) for row in texts_of(boards[0], False, blank)]
        if language == "quoted":
            return "grid = [" + between.join(f'"{row}"' for row in dense) + "]"
        return "\n".join(f'  "{row}\\n"' for row in dense) + ";"
    if language == "matlab":
        return "M = [" + ";\n ".join(" ".join(row) for row in rows) + "];"
    if language == "dots":
        return "M = [ ...\n" + "; ...\n".join(" ".join(row) for row in rows) + " ];"
    if language == "matrix":
        cells = r" \\ ".join(" & ".join(row) for row in rows)
        return rf"\begin{{bmatrix}} {cells} \end{{bmatrix}}"
    if language in ("bbcode", "wiki", "boxes"):
        shown = [["" if cell == "0" else cell for cell in row] for row in rows]
        return as_tables(shown, language, boards[0])
    if language == "records":
        cells = [
            [{"value": int(cell) or None, "given": cell != "0"} for cell in row] for row in rows
        ]
        return json.dumps(cells)
    if language == "r":
        cells = ",\n".join(",".join(row) for row in rows)
        return f"s <- matrix(c({cells}), {size}, {size}, byrow=TRUE)"
    if language == "latex":
        return "\n\\hline\n".join(" & ".join(row) + " \\\\" for row in rows)
    texts = {
        "c": "int g[N][N] = {" + listed("{", "}") + "};",
        "java": "int[][] b = new int[][] {" + listed("{", "}") + "};",
        "go": f"var b = [{size}][{size}]int{{" + listed("{", "}") + "}",
        "rust": f"let b: [[u8; {size}]; {size}] = [" + listed("[", "]") + "];",
        "minus": "board = [" + listed("[", "]") + "]",
        "options": "let b = [" + between.join(
            "[" + ", ".join("None" if cell == "0" else f"Some({cell})" for cell in row) + "]"
            for row in rows) + "];",
        "js": "const board = [" + listed("[", "]", ",") + "];",
        "python": "board = [" + listed("[", "]") + "]",
        "numpy": "[[" + "]\n [".join(" ".join(f"{cell}." for cell in row) for row in rows) + "]]",
        "prolog": "problem(1, [" + listed("[", "]", ",") + "]).",
        "lisp": "(defparameter *b* '((" + ")\n (".join(" ".join(row) for row in rows) + ")))",
        "yaml": "board:\n" + "\n".join(f"  - [{', '.join(row)}]" for row in rows),
        "json": json.dumps({"board": [[int(c) if c != "null" else None for c in r] for r in rows]})
        if language == "json" else "",
        "append": "\n".join(f"b.append([{', '.join(row)}])" for row in rows),
        "assign": "\n".join(f"b[{i}] = [{', '.join(row)}]" for i, row in enumerate(rows)),
        "sql": "\n".join(f"INSERT INTO rows VALUES ({', '.join(row)});" for row in rows),
    }  # fmt: skip
    return texts[language]


def as_tables(rows: list[list[str]], language: str, board: Puzzle) -> str:
    """A table of BBCode or MediaWiki, or of HTML with a table in it for each box."""
    if language == "bbcode":
        lines = ["[tr]" + "".join(f"[td]{cell}[/td]" for cell in row) + "[/tr]" for row in rows]
        return "\n".join(["[table]", *lines, "[/table]"])
    if language == "wiki":
        lines = ["|-\n| " + " || ".join(row) for row in rows]
        return "\n".join(['{| class="wikitable"', *lines, "|}"])
    high, broad = board.layout.box_shape

    def table(parts: list[list[str]]) -> str:
        lines = ["<tr>" + "".join(f"<td>{part}</td>" for part in row) + "</tr>" for row in parts]
        return "<table>" + "\n".join(lines) + "</table>"

    size = len(rows)
    boxes = []
    for top in range(0, size, high):
        band = rows[top : top + high]
        lefts = range(0, size, broad)
        boxes.append([table([row[left : left + broad] for row in band]) for left in lefts])
    return table(boxes)


# -- States and placements ----------------------------------------------------------------------


def as_candidates(boards: list[Puzzle], choice: Choice) -> str:
    """A grid of the candidates that are left."""
    if boards[0].layout.size > 9:
        boards[0] = board_of(9, choice)
    board = boards[0]
    size = board.layout.size
    form = choice.of(("groups", "braces", "commas", "bars", "framed", "csv", "places", "sdx"))
    cells = [[board.layout.symbol(d) for d in digits] for digits in candidates_of(board)]
    singles = [len(cell) == 1 for cell in cells]
    if all(singles) or sum(singles) < sum(map(bool, board.cells)):
        return as_placements(boards, choice)
    boards[0] = Puzzle(
        tuple(board.layout.digit_of[cell[0]] if len(cell) == 1 else 0 for cell in cells),
        board.layout,
    )
    apart = "," if form == "commas" else ""
    texts = [apart.join(cell) for cell in cells]
    if form == "braces":
        texts = ["{" + text + "}" for text in texts]
    if form == "sdx":
        placed = [len(t) == 1 and not d for t, d in zip(texts, board.cells, strict=True)]
        texts = [f"u{text}" if is_new else text for text, is_new in zip(texts, placed, strict=True)]
    if form == "places":
        symbols = board.layout.symbols
        texts = ["".join(s if s in cell else "." for s in symbols) for cell in cells]
        between = choice.of(("", "|", " "))
    width = max(map(len, texts)) + 1
    rows = [texts[start : start + size] for start in range(0, size * size, size)]
    if form == "csv":
        lines = [",".join(row) for row in rows]
    elif form == "places":
        lines = [between.join(row) for row in rows]
    elif form == "bars":
        lines = ["|" + "|".join(text.ljust(width) for text in row) + "|" for row in rows]
    else:
        lines = ["".join(text.ljust(width) for text in row).rstrip() for row in rows]
    if form == "framed":
        rule = "+" + "-" * (width * size) + "+"
        lines = [rule, *[f"| {line.ljust(width * size)} |" for line in lines], rule]
    text = "\n".join(lines)
    if choice.of((True, False)):
        text = f"{choice.of(BEFORE)}\n{text}\n{choice.of(AFTER)}"
    return text


def as_placements(boards: list[Puzzle], choice: Choice) -> str:
    """A list of the digits, cell by cell; the last row, column and digit occur in it."""
    board = boards[0]
    size = board.layout.size
    placed = []
    for cell, digit in enumerate(board.cells):
        if digit:
            placed.append((cell // size, cell % size, digit))
    form = choice.of(PLACEMENTS)
    base = choice.of((0, 1))
    # What decides where they count from must occur.
    numbers = {number for row, column, _ in placed for number in (row, column)}
    if (0 if base == 0 else size - 1) not in numbers:
        form = "rc"
    texts = []
    for row, column, digit in placed:
        r, c = row + base, column + base
        texts.append({
            "rc": f"r{row + 1}c{column + 1}={digit}", "spaced": f"R{row + 1}C{column + 1} {digit}",
            "letter": f"{LETTERS[row]}{column + 1}={digit}", "pair": f"({r},{c})={digit}",
            "array": f"b[{r}][{c}] = {digit};", "call": f"cell({r},{c},{digit}).",
            "triple": f"{r} {c} {digit}", "dictionary": f"({r}, {c}): {digit}",
            "json": f'"{LETTERS[row]}{column + 1}": {digit}',
            "is": f"r{row + 1}c{column + 1} is {digit}", "equals": f"s.add(x[{r}][{c}] == {digit})",
            "words": f"Row {r}, column {c}: {digit}",
        }[form])  # fmt: skip
    if form in ("dictionary", "json"):
        return "{" + ", ".join(texts) + "}"
    on_lines = form in ("triple", "call", "words") or choice.of((True, False))
    return "\n".join(texts) if on_lines else " ".join(texts)


# -- The judgment -------------------------------------------------------------------------------


def verdict(one: Written) -> str:
    """Whether the text is "read" as meant, "refused", or "misread" (another board, or another
    number of them)."""
    items = list(read_found(one.text.split("\n")))
    lines = [item[1].line for item in items if not isinstance(item, ParseError)]
    standard = [_standard(item[1]) for item in items if not isinstance(item, ParseError)]
    if one.boards in (lines, standard):
        return "read" if len(lines) == len(items) else "read with errors"
    return (
        "misread" if set(standard) - set(one.boards) or len(lines) > len(one.boards) else "refused"
    )


def _standard(puzzle: Puzzle) -> str:
    """The line of a puzzle in the usual symbols."""
    usual = Layout.of_size(puzzle.layout.size)
    return Puzzle(puzzle.cells, usual).line


def main() -> None:
    """Judge so many texts, and show some of each failure."""
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        one = written(seed)
        found = verdict(one)
        counts[found] += 1
        if found != "read":
            print(f"{found:8} {seed}: {one.how}")
    print(dict(counts))


if __name__ == "__main__":
    main()
