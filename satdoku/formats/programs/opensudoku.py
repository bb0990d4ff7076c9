"""XML of OpenSudoku and LibreSudoku, in both versions: read incrementally, and written.

The first version states author, level and so on once for all its games; the second has folders,
whose names are titles, and a note for each game. A document type or an entity is refused before
anything is expanded, and nothing is ever fetched. Of a saved game only the givens count.

>>> document = Document()
>>> [puzzle.clues for _, puzzle in document.feed('<opensudoku><game data="1' + "0" * 80, 1)]
[]
>>> [puzzle.clues for _, puzzle in document.feed('"/></opensudoku>', 2)], document.is_done
([1], True)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...board import Puzzle
from ...errors import ParseError
from ...grouping import groups_of
from ...layout import Layout
from ...phrases import phrase
from ..metadata import about, with_about
from ..text.cells import ReadPuzzle
from .sdk import must_be_usual

#: The metadata in elements of the first version.
SAID = {
    "name": "title", "author": "author", "description": "description", "comment": "comment",
    "created": "date", "source": "source", "level": "level", "sourceURL": "url",
}  # fmt: skip
#: Maximum nesting depth of elements, and maximum length of an element's text.
DEEPEST, MOST_SAID = 20, 10_000
#: Maximum length of a tag or comment: the parser reads an open one again with each line.
MOST_OPEN = 100_000
#: Maximum number of lines and characters before the root: otherwise it is another document.
MOST_BEFORE, MOST_CHARACTERS = 50, 5_000
BEGINS = re.compile(r"\s{0,99}<(\?xml\s|!DOCTYPE\s+opensudoku|opensudoku[\s>/])")
#: A line that XML would not wrap like this: a puzzle after a document that broke off.
BOARD = re.compile(r"[0-9.]{81}(\s|$)")
#: Cells of a saved game: the value, notes, and whether the player may change it.
SAVED = re.compile(r"version: ?\d+\s+((?:[^|]{0,200}\|)*)\s*")


def begins_document(line: str) -> bool:
    """Whether an XML document begins here that may be OpenSudoku's."""
    return "<" in line and bool(BEGINS.match(line))


class Document:
    """A document, fed line by line; yields puzzles and errors.

    Invariant: lines are the lines before the root, while the document is not yet identified; path
    holds the open elements; metadata that of all games, text the text of the innermost
    element so far. events counts what the parser found, open the characters of an unfinished piece
    that spans lines.
    """

    def __init__(self) -> None:
        from pyexpat import ParserCreate

        self.parser: Any = ParserCreate("utf-8")
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse
        self.parser.StartElementHandler = self._open
        self.parser.EndElementHandler = self._close
        self.parser.CharacterDataHandler = self._text
        self.lines: list[tuple[str, int]] = []
        self.size = 0
        self.path: list[str] = []
        self.metadata: dict[str, str] = {}
        self.folder: dict[str, str] = {}
        self.text = ""
        self.found: list[ReadPuzzle] = []
        self.number = self.games = self.events = self.open = 0
        self.is_ours = self.is_done = self.is_other = False

    def feed(self, text: str, number: int) -> Iterator[ReadPuzzle]:
        """Handle a line."""
        from pyexpat import ExpatError

        self.number = number
        if not self.is_ours:
            self.lines.append((text, number))
            self.size += len(text)
            self.is_other = len(self.lines) > MOST_BEFORE or self.size > MOST_CHARACTERS
        if self.is_ours and BOARD.match(text):
            self.is_done = True
            yield ParseError("OpenSudoku XML that ends before this line", number)
            return
        seen = self.events
        self.events += 1
        line = (text + "\n").encode(errors="backslashreplace")
        try:
            self.parser.Parse(line)
        except ParseError as error:
            self._end(error)
        except ExpatError as error:
            problem = str(error).partition(":")[0]
            self._end(ParseError(f"OpenSudoku XML that is damaged: {problem}", number))
        self.open = self.open + len(text) if self.events == seen + 1 else 0
        if self.open > MOST_OPEN and not self.is_done:
            self._end(
                ParseError(
                    phrase("XML with a piece of over {most:,} characters", most=MOST_OPEN), number
                )
            )
        found, self.found = self.found, []
        yield from found

    def end(self) -> Iterator[ReadPuzzle]:
        """Handle the end of the text."""
        if self.is_ours and not self.is_done:
            self.is_done = True
            yield ParseError("OpenSudoku XML that is cut off", self.number)

    def _end(self, error: ParseError) -> None:
        if self.is_ours:
            self.is_done = True
            self.found.append(error)
        else:
            self.is_other = True

    def _refuse(self, name: str, *_: Any) -> None:
        if self.is_ours or name == "opensudoku":
            self.is_ours = True
            raise ParseError(
                "a document type or an entity in XML: remove it, since it is not read", self.number
            )
        self.is_other = True
        raise ParseError("another document", self.number)

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        self.events += 1
        if not self.path:
            if name != "opensudoku":
                raise ParseError("another document", self.number)
            self.is_ours, self.lines = True, []
        self.path.append(name)
        if len(self.path) > DEEPEST:
            raise ParseError(
                phrase("XML more than {deepest!s} elements deep", deepest=DEEPEST), self.number
            )
        self.text = ""
        if name == "folder":
            self.folder = {"title": attributes.get("name", "")}
        elif name == "game":
            self.games += 1
            self.found.append(self._game(attributes))

    def _close(self, name: str) -> None:
        self.events += 1
        self.path.pop()
        if name in SAID and self.path[-1:] == ["opensudoku"]:
            self.metadata[SAID[name]] = self.text.strip()
        if name == "folder":
            self.folder = {}
        self.text = ""
        if not self.path:
            self.is_done = True
            if not self.games:
                self.found.append(ParseError("OpenSudoku XML without a game", self.number))

    def _text(self, text: str) -> None:
        self.events += 1
        if len(self.text) < MOST_SAID:
            self.text += text

    def _game(self, attributes: dict[str, str]) -> ReadPuzzle:
        data = "".join(attributes.get("data", "").split(" "))
        if (saved := SAVED.fullmatch(attributes.get("data", ""))) and (cells := _given(saved[1])):
            data = cells
        if not re.fullmatch(r"[0-9.]{81}", data.strip(), re.ASCII):
            shown = attributes.get("data", "")[:20]
            return ParseError(
                phrase("the data of a game, {text!r}, are not 81 digits", text=shown), self.number
            )
        puzzle = Puzzle(tuple(map(int, data.strip().replace(".", "0"))))
        metadata = self.metadata | self.folder
        if note := attributes.get("note"):
            metadata = metadata | {"comment": note}
        return self.number, with_about(puzzle, metadata)


def _given(cells: str) -> str:
    """Return the digits that the player may not change; "" for anything but a saved game's
    cells."""
    words = cells.split("|")[:-1]
    each, rest = divmod(len(words), 81)
    if rest or each not in (3, 4):
        return ""
    rows = groups_of(each, words)
    digits = [row[0].strip() if row[-1].strip() == "0" else "0" for row in rows]
    return "".join(digits) if all(len(digit) == 1 for digit in digits) else ""


def head(first: Puzzle) -> str:
    """Return the header of the first version, with the metadata of the first puzzle."""
    fields = about(first)
    known = ((tag, fields[name]) for tag, name in SAID.items() if name in fields)
    lines = [f"<{tag}>{_escaped(text)}</{tag}>" for tag, text in known]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<opensudoku>", *lines])


def game(puzzle: Puzzle) -> str:
    """Return a game; raise `LayoutError` for boards other than the standard 9×9 one."""
    must_be_usual(puzzle.layout, "OpenSudoku")
    return f'<game data="{puzzle.line.replace(".", "0")}" />'


def many_games(texts: list[str], layout: Layout) -> str:
    """Return the games of boards without metadata."""
    must_be_usual(layout, "OpenSudoku")
    return "\n".join([f'<game data="{text.replace(".", "0")}" />' for text in texts])


def second_head(first: Puzzle) -> str:
    """Return the header of the second version."""
    name = _escaped(about(first).get("title", "Sudoku"))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">'
    return f'{head}\n<folder name="{name}">'


def second_game(puzzle: Puzzle) -> str:
    """Return a game of the second version; raise `LayoutError` for nonstandard boards."""
    note = about(puzzle).get("comment", "")
    more = f' note="{_escaped(note)}"' if note else ""
    return game(puzzle).replace(" />", f"{more} />")


def _escaped(text: str) -> str:
    """Escape text for XML and drop characters that XML cannot contain; keep line ends in
    attributes."""
    from html import escape

    able = re.sub("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    return escape(able).replace("\n", "&#10;")
