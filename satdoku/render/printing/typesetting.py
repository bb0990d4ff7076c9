"""The press: parts of a document are drawn into folders, set by typst, and joined.

The folder of a part contains `main.typ` (our template or another one), `sheet.json` (the template's
data) and the pictures. Each puzzle is drawn once, for all documents that show it.

PDF pages can be imposed for folding into a booklet (`folded`).
"""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...board import Puzzle
from ...cancellation import Stop, interruptibly, stop_if_cancelled
from ...errors import EngineError, PuzzleError, library
from ...phrases import phrase
from ...record_types import Record
from .sheet_data import drawn, sheet_content

if TYPE_CHECKING:
    from .sheets import Sheet


#: A document: of a PDF its bytes, of pictures those of each page.
Pages = list[bytes]
#: A part of a document: its folder, and the records of its puzzles.
Part = tuple[Path, list[Record]]


class IllegibleError(PuzzleError):
    """The board of a puzzle would be too small to read. most: the puzzles per page that can be
    read; 0 if unknown."""

    def __init__(self, number: int, advice: str = "", most: int = 0) -> None:
        super().__init__(f"puzzle {number} would be too small to read{advice}")
        self.number = number
        self.most = most


def _pypdf() -> Any:
    return library("pypdf", "booklets, and sheets of many puzzles, need pypdf")


def page_count(made: Pages, form: str) -> int:
    """Return the number of pages of a part."""
    if form != "pdf":
        return len(made)
    return sum(len(_pypdf().PdfReader(io.BytesIO(document)).pages) for document in made)


def joined(documents: Pages, title: str = "", author: str = "") -> bytes:
    """Return one document made of several, in order."""
    writer = _pypdf().PdfWriter()
    for document in documents:
        writer.append(io.BytesIO(document), import_outline=False)
    writer.add_metadata({"/Title": title, "/Author": author})
    return _written(writer)


def folded(document: bytes, wide: float) -> bytes:
    """Return the document with two pages per side: printed on both sides and folded as one stack,
    the sheets form a booklet. Blank pages at the end fill the last sheet. wide: width of a sheet in
    points; some paper is slightly wider than two of its half pages."""
    pypdf = _pypdf()
    pages = list(pypdf.PdfReader(io.BytesIO(document)).pages)
    width = float(pages[0].mediabox.width)
    height = float(pages[0].mediabox.height)
    writer = pypdf.PdfWriter()
    for left, right in in_folding_order(len(pages)):
        side = writer.add_blank_page(wide, height)
        for number, shift in ((left, 0.0), (right, wide - width)):
            if number <= len(pages):
                side.merge_translated_page(pages[number - 1], shift, 0)
    return _written(writer)


def in_folding_order(count: int) -> list[tuple[int, int]]:
    """Return the page numbers (left, right) of each side of each sheet, outermost first; numbers
    above `count` are blank pages.

    >>> in_folding_order(7)
    [(8, 1), (2, 7), (6, 3), (4, 5)]
    """
    whole = -(-count // 4) * 4
    sides = []
    for k in range(1, whole // 2 + 1):
        pair = (whole + 1 - k, k)
        sides.append(pair if k % 2 else pair[::-1])
    return sides


def _written(writer: Any) -> bytes:
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


TEMPLATE = Path(__file__).with_name("sheet.typ")
#: Fonts that need no check: they are bundled with typst.
OURS = ("Libertinus Serif", "DejaVu Sans Mono")
#: What our template says of a puzzle whose board cannot be as large as it must.
ILLEGIBLE = re.compile(r"illegible: (\d+)")
#: Matches the texts of a picture.
TEXT = re.compile(r">([^<]+)</text>")
#: Maximum number of missing characters to name; the metadata that archives (PDF/A) require.
MOST_NAMED = 5
DATED = '#set document(title: "marks", date: datetime(year: 2000, month: 1, day: 1))\n'
#: Seconds after which a process is asked again whether it has ended.
BETWEEN_LOOKS = 0.2
#: Sets a folder in a separate process, which frees its memory when it ends.
ALONE = """
import json, sys, typst
name, compile_options = sys.argv[1], json.loads(sys.argv[2])
try:
    made = typst.compile(name + "/main.typ", root=name, **compile_options)
except Exception as error:
    sys.exit(str(error))
for number, page in enumerate(made if isinstance(made, list) else [made]):
    with open(f"{name}/page-{number}", "wb") as file:
        file.write(page)
"""


@dataclass
class Press:
    """form: pdf, svg or png. folder: for all files. progress: called with a message after each
    puzzle and part. apart: whether a separate process sets each part. shown: characters that are
    known to have a glyph."""

    sheet: Sheet
    form: str
    folder: Path
    progress: Callable[[str], object]
    apart: bool = False
    shown: set[str] = field(default_factory=set)

    def documents(self, chunks: Iterable[list[Puzzle]]) -> list[Pages]:
        """Return the document, and that of the solutions if they are apart."""
        must_be_known(self.sheet)
        folders: list[Part] = []
        number = 1
        for chunk in chunks:
            folder = self.folder / f"part-{len(folders)}"
            folder.mkdir()
            shutil.copy(self.sheet.template or TEMPLATE, folder / "main.typ")
            records = drawn(chunk, number, self.sheet, folder, self.progress)
            folders.append((folder, records))
            self._must_be_shown(folder, folders[-1][1])
            number += len(chunk)
        if len(folders) == 1 and self.sheet.solutions != "apart":
            return [self._bound([self._set(*folders[0], "all", 1, 1)])]
        kinds = ["puzzles", "solutions", "paths"]
        if self.sheet.solutions == "apart":
            first = [kind for kind in kinds if kind != "solutions"]
            return [self._document(folders, first), self._document(folders, ["solutions"])]
        return [self._document(folders, kinds)]

    def _must_be_shown(self, folder: Path, puzzles: Any) -> None:
        """Raise `PuzzleError` for characters in none of the fonts: they would be empty boxes."""
        written = json.dumps(sheet_content(self.sheet, puzzles, "all", 1, 3), ensure_ascii=False)
        for picture in folder.glob("*.svg"):
            written += "".join(TEXT.findall(picture.read_text("utf-8")))
        unusual = sorted({mark for mark in unescape(written) if not mark.isascii()} - self.shown)
        self.shown |= set(unusual)
        if unusual and (missing := _without_glyph(unusual, folder, self._options())):
            named = ", ".join(f"{mark} (U+{ord(mark):04X})" for mark in missing)
            raise PuzzleError(
                phrase(
                    "no font has {named!s}: add a folder with such a font (--fonts FOLDER)",
                    named=named,
                )
            )

    def _document(self, folders: list[Part], kinds: list[str]) -> Pages:
        parts: list[Pages] = []
        pages = 0
        jobs = [
            (kind, *part) for kind in kinds for part in folders if self._is_shown(kind, part[1])
        ]
        for number, (kind, folder, puzzles) in enumerate(jobs):
            place = (number == 0) + 2 * (number == len(jobs) - 1)
            made = self._set(folder, puzzles, kind, pages + 1, place)
            pages += page_count(made, self.form) if place < 2 else 0
            parts.append(made)
            self.progress(phrase("{done} of {number} parts set", done=number + 1, number=len(jobs)))
        return self._bound(parts)

    def _is_shown(self, kind: str, puzzles: list[Record]) -> bool:
        if kind == "paths":
            return any(puzzle["path"] for puzzle in puzzles)
        return kind == "puzzles" or self.sheet.solutions in ("back", "apart")

    def _bound(self, parts: list[Pages]) -> Pages:
        """Return the parts as one document, imposed for folding if requested."""
        pages = [page for part in parts for page in part]
        if self.form != "pdf":
            return pages
        whole = pages[0] if len(pages) == 1 else joined(pages, self.sheet.title, self.sheet.author)
        return [folded(whole, self.sheet.folded_width) if self.sheet.booklet else whole]

    def _set(self, folder: Path, puzzles: Any, kind: str, first_page: int, place: int) -> Pages:
        """Return the pages of a part. place: 1 for the first, 2 the last, 3 both, 0 neither."""
        data = sheet_content(self.sheet, puzzles, kind, first_page, place)
        (folder / "sheet.json").write_text(json.dumps(data, ensure_ascii=False), "utf-8")
        compile_options = self._options() | {"format": self.form, "ppi": 144.0}
        return _alone(folder, compile_options) if self.apart else _here(folder, compile_options)

    def _options(self) -> Record:
        """Return the font options of typst: the same everywhere."""
        return {"ignore_system_fonts": True, "font_paths": _font_paths(self.sheet)}


def _without_glyph(marks: list[str], folder: Path, options: Record) -> list[str]:
    """Return the first of these characters that no font has. typst refuses to set them only in
    archives (PDF/A), so this sets a page of them as one."""
    page = folder / "marks.typ"
    missing: list[str] = []
    while len(missing) < MOST_NAMED:
        rest = json.dumps(" ".join(m for m in marks if m not in missing), ensure_ascii=False)
        page.write_text(f"{DATED}#text({rest})", "utf-8")
        try:
            _here(folder, options | {"format": "pdf", "pdf_standards": "a-2b"}, page.name)
        except EngineError as error:
            found = [m for m in marks if m not in missing and f'"{m}' in str(error)]
            if not found:
                raise
            missing += found[:1]
        else:
            break
    return missing


def _font_paths(sheet: Sheet) -> list[str]:
    return [str(Path(sheet.fonts).resolve())] if sheet.fonts else []


def must_be_known(sheet: Sheet) -> None:
    """Raise `PuzzleError` for an unknown font: typst would silently use another one."""
    fonts = [name for name in (sheet.font, sheet.digits) if name not in ("", *OURS)]
    if not fonts:
        return
    fonts_there = _typst().Fonts(include_system_fonts=False, font_paths=_font_paths(sheet))
    known = fonts_there.families()
    for name in fonts:
        if name.casefold() not in map(str.casefold, known):
            raise PuzzleError(
                phrase(
                    "no font {name!r}: {names!s} are there; --fonts FOLDER adds more",
                    name=name,
                    names=", ".join(sorted(known)),
                )
            )


def _here(folder: Path, compile_options: Record, name: str = "main.typ") -> Pages:
    typst = _typst()

    def compiled(_: Stop) -> bytes | Pages:
        made: bytes | Pages = typst.compile(str(folder / name), root=str(folder), **compile_options)
        return made

    try:
        made = interruptibly(compiled)  # typst looks at no signal for seconds
    except Exception as error:  # typst's own exception type
        raise _refused(str(error)) from None
    return made if isinstance(made, list) else [made]


def _alone(folder: Path, compile_options: Record) -> Pages:
    for old in folder.glob("page-*"):
        old.unlink()
    command = [sys.executable, "-P", "-c", ALONE, str(folder), json.dumps(compile_options)]
    status, problem = _finished(command)
    if status:
        if "No module named 'typst'" in problem:
            _typst()  # says what to install
        raise _refused(problem)
    pages = sorted(folder.glob("page-*"), key=lambda page: int(page.name.removeprefix("page-")))
    return [page.read_bytes() for page in pages]


def _finished(command: list[str]) -> tuple[int, str]:
    """Return (status, standard error) of a program; end it if our work is cancelled. What else it
    prints is dropped: our own output may be a document."""
    nowhere, pipe = subprocess.DEVNULL, subprocess.PIPE
    with subprocess.Popen(command, stdout=nowhere, stderr=pipe, text=True) as program:
        try:
            while True:
                stop_if_cancelled()
                with suppress(subprocess.TimeoutExpired):
                    _, problem = program.communicate(timeout=BETWEEN_LOOKS)
                    return program.returncode, problem
        except BaseException:
            program.kill()
            raise


def _typst() -> Any:
    return library("typst", "sheets need typst")


def _refused(output: str) -> EngineError | IllegibleError:
    if found := ILLEGIBLE.search(output):
        return IllegibleError(int(found[1]))
    first = (output.strip() or "no details").splitlines()[0]
    return EngineError(f"Typst rejected the template: {first}")
