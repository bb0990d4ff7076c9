"""The one table of formats: name, file extensions, what each can express, its reader and writer.
Format names, extensions, `--to`, `--format`, `--lossy` and docs/formats.md are derived from it.

It imports none of the modules that it names: they are loaded when a format is used.

>>> FORMATS["sdk"].title, format_of_name("mine.sdk.gz")
('SudoCue, Sadman: nine rows with a header', 'sdk')
>>> kind_of("puzzles.SDM.gz"), packing_of("puzzles.SDM.gz")
('sdm', '.gz')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import LayoutError
from ..frozen import frozen
from ..phrases import phrase
from ..plugins import Table

if TYPE_CHECKING:
    from ..board import Puzzle


def packing_of(name: str) -> str:
    """Return the extension of the compression: ".gz", ".zst" or ""."""
    for end in (".gz", ".zst"):
        if name.lower().endswith(end):
            return end
    return ""


def kind_of(name: str) -> str:
    """Return the lower-case extension of a name, ignoring that of the compression."""
    _, dot, end = name.lower().removesuffix(packing_of(name)).rpartition(".")
    return end if dot else ""


#: What a format may express besides cells, in the order of the table in the documentation.
PARTS = ("sizes", "shapes", "houses", "rules", "symbols", "placed", "candidates")
#: Metadata that it may store: names from `metadata.ABOUT`.
PAPER = frozenset({"title", "author", "source", "level", "description", "comment", "date", "url"})
WHOLE = frozenset({"sizes", "shapes", "houses", "rules"})
EVERYTHING = PAPER | {"rating", "ruleset", "seed"}


@frozen
class Format:
    """A puzzle format.

    writer: `module.function` in this package, which takes a puzzle and raises `LayoutError` for a
    board or rule that the format cannot express. carries: parts from `PARTS`, and metadata keys;
    "rules" covers only the rules that the format supports. ends: file extensions. head, foot: text
    before and after all puzzles of a file; apart: between two puzzles.

    reader: `module.function`, which takes text and the rules to ignore and returns a puzzle; "" if
    the format is detected by its shape (`reader.Reader`). The text is a line, for which it may also
    return None; or with `link` (a pattern) the first group of a link anywhere in a line; or a code
    that begins with one of `codes`. holds, starts: a line of the format holds this text, or starts
    with this pattern. record: keys of a JSON object, each with the type of its value, that
    `record_reader` takes instead.

    own_reader: returns the puzzles of a line in a format of the user's own, or of a whole file.
    """

    name: str
    title: str
    writer: str | Callable[[Puzzle], str]
    carries: frozenset[str] = frozenset()
    ends: tuple[str, ...] = ()
    reader: str = ""
    holds: str = ""
    starts: str = ""
    link: str = ""
    codes: tuple[str, ...] = ()
    record: tuple[tuple[str, type], ...] = ()
    record_reader: str = ""
    head: str = ""
    foot: str = ""
    apart: str = ""
    opens: bool = False
    many: str = ""
    own_reader: Callable[[str], list[Puzzle]] | None = None
    whole: bool = False

    @property
    def is_lines(self) -> bool:
        """Whether a file consists of one line per puzzle and nothing else."""
        has_more = bool(self.head or self.foot or self.apart or self.whole)
        return bool(self.writer) and not has_more

    def has_record(self, value: Mapping[str, Any]) -> bool:
        """Whether the JSON object is in this format."""
        if not self.record:
            return False
        return all(key in value and isinstance(value[key], type_) for key, type_ in self.record)

    def write(self, puzzle: Puzzle) -> str:
        """Return the puzzle in this format, without a final line end."""
        symbols = puzzle.layout.symbols
        has_usual = puzzle.layout.has_usual_symbols
        try:
            if not has_usual and "symbols" not in self.carries:
                raise LayoutError(
                    phrase(
                        "{name!s} cannot hold the symbols {symbols!s}",
                        name=self.name,
                        symbols=symbols,
                    )
                )
            return loaded(self.writer)(puzzle)  # type: ignore[no-any-return]
        except LayoutError as error:
            raise LayoutError(phrase("{error} (json holds every puzzle)", error=error)) from None


def _format(
    name: str, title: str, writer: str, carries: str = "", ends: str = "", **more: Any
) -> Format:
    parts = set(carries.split())
    for short, whole in (("paper", PAPER), ("whole", WHOLE), ("everything", EVERYTHING)):
        if short in parts:
            parts = parts - {short} | whole
    return Format(name, title, writer, frozenset(parts), tuple(ends.split()), **more)


_ROWS = {
    row.name: row
    for row in (
        _format(
            "line",
            "cells in a line",
            "write.cells_line",
            "whole symbols",
            "sdm txt",
            many="write.many_lines",
        ),
        _format("grid", "rows of cells", "write.cells_grid", "whole symbols", apart="\n"),
        _format(
            "json",
            "satdoku record, one per line",
            "write.record",
            "whole symbols everything placed candidates",
            "json jsonl ndjson",
            many="write.many_records",
            reader="variants.read_fragment",
            holds="#p",
            link=r"#(?:puzzle|play)=([^\s#]+)",
        ),
        _format(
            "csv",
            "a table: puzzle, layout, …",
            "",
            "whole symbols everything placed candidates",
            "csv",
        ),
        _format(
            "parquet",
            "the same, as Parquet",
            "",
            "whole symbols everything placed candidates",
            "parquet",
        ),
        _format("jigsaw", "81 cells and 81 region marks", "write.jigsaw_line", "shapes"),
        _format(
            "sdk",
            "SudoCue, Sadman: nine rows with a header",
            "programs.sdk.sdk_text",
            "author source level description comment date url",
            "sdk",
            apart="\n",
        ),
        _format("ss", "Simple Sudoku: framed rows", "programs.sdk.ss_text", "", "ss", apart="\n"),
        _format(
            "candidates",
            "a grid of candidates, read by every command",
            "text.pencil.grid_text",
            "sizes symbols placed candidates",
            apart="\n",
        ),
        _format(
            "hodoku",
            "line of a library of HoDoKu",
            "programs.library.hodoku_line",
            "sizes placed candidates",
            reader="programs.library.read_hodoku",
            starts=":",
        ),
        _format(
            "susser",
            "Susser, as Sunnie writes it",
            "programs.susser.susser_line",
            "placed candidates",
            reader="programs.susser.read_susser",
            starts=r"(?=[+\[*.0-9]).*[:+*\[]",
        ),
        _format(
            "sukaku",
            "candidates, 729 characters",
            "programs.sukaku.sukaku_line",
            "rules",
            reader="programs.sukaku.read_sukaku",
            starts=r"\s*(?:\S.{62}\S|\S.{214}\S|\S.{727}\S|\S.{4094}\S)\s*$",
        ),
        _format(
            "killer",
            "a killer in 81 characters",
            "programs.killers.killer_line",
            "rules",
            reader="programs.killers.read_killer",
            holds="<",
        ),
        _format(
            "killer-long",
            "a killer in 81 numbers, of SudoCue",
            "programs.killers.long_killer_line",
            "rules houses",
            starts="3x3:",
        ),
        _format(
            "solo",
            "game ID of Solo, Simon Tatham's Puzzles",
            "programs.solo.solo_id",
            "sizes shapes rules houses",
            reader="programs.solo.read_solo",
            starts=r"(?:.{0,200}?(?:\s|solo\.html#))?\d{1,2}(?:x\d{1,2}|(?=j))\w*:\w",
        ),
        _format(
            "sumocue",
            "SumoCue: jigsaws and killers in a line",
            "programs.sumocue.sumocue_line",
            "sizes shapes rules houses",
            reader="programs.sumocue.read_sumocue",
            starts=r"\s*SumoCueV1",
        ),
        _format(
            "ksudoku",
            "saved game of KSudoku, XML",
            "programs.ksudoku.ksudoku_text",
            "sizes shapes rules houses placed",
            apart="\n",
        ),
        _format(
            "gnome",
            "saved game of GNOME Sudoku, JSON",
            "programs.gnome.gnome_save",
            "placed candidates",
            record=(("difficulty_category", str), ("cells", list)),
            record_reader="programs.gnome.read_gnome",
        ),
        _format(
            "opensudoku",
            "OpenSudoku and LibreSudoku, XML",
            "programs.opensudoku.game",
            "paper",
            "opensudoku xml",
            head="programs.opensudoku.head",
            foot="</opensudoku>",
            many="programs.opensudoku.many_games",
        ),
        _format(
            "opensudoku-2",
            "OpenSudoku, second version",
            "programs.opensudoku.second_game",
            "title comment",
            head="programs.opensudoku.second_head",
            foot="</folder>\n</opensudoku>",
        ),
        _format(
            "bank",
            "puzzle bank of Sudoku Exchange",
            "programs.sdk.bank_line",
            "rating",
            reader="programs.sdk.read_bank",
            starts=r"[^ ]{12} ",
            many="programs.sdk.many_lines",
        ),
        _format(
            "sudoku-bench",
            "record of Sudoku-Bench",
            "programs.sudoku_bench.bench_record",
            "sizes title author ruleset",
            record_reader="programs.sudoku_bench.read_bench",
            record=(("initial_board", str), ("rows", object), ("cols", object)),
        ),
        _format(
            "certificate",
            "certificate of `satdoku certify`, read only",
            "",
            "whole symbols",
            record_reader="programs.certificate.read_certificate",
            record=(("certificate", int), ("houses", list)),
        ),
        _format(
            "iss",
            "constraint string of Interactive Sudoku Solver",
            "iss.board_writing.iss_line",
            "whole",
            reader="iss.reader.find_iss",
            holds="~",
        ),
        _format(
            "iss-link",
            "the same as a link",
            "iss.board_writing.iss_link",
            "whole",
            opens=True,
            reader="iss.reader.read_iss_link",
            link=r"https?://(?:\S{0,99}Interactive-Sudoku-Solver\S{0,99}?[?&]q=|"
            r"\S{1,99}?[?&]q=(?=\.[A-Z~]\S{0,99}~))(\S+)",
        ),
        _format(
            "fpuzzles",
            "JSON of f-puzzles",
            "links.fpuzzles_writing.fpuzzles_text",
            "sizes houses rules title author ruleset",
            record=(("grid", object), ("size", object)),
            record_reader="links.fpuzzles.read_fpuzzles",
        ),
        _format(
            "fpuzzles-link",
            "the same as a link",
            "links.fpuzzles_writing.fpuzzles_link",
            "sizes houses rules title author ruleset",
            opens=True,
            reader="links.fpuzzles.read_link",
            codes=("fpuzzles", "fpuz", "N4Ig"),
            link=r"https?://(?:www\.)?f-puzzles\.com/\S{0,99}?[?&]((?:load|id)=\S+)",
        ),
        _format(
            "scl",
            "SudokuPad's own JSON",
            "links.sudokupad_writing.scl_text",
            "whole title author source ruleset",
            codes=("scl", "ctc"),
            reader="links.sudokupad.read_sudokupad",
            record=(("cells", list),),
            record_reader="links.sudokupad.read_json",
        ),
        _format(
            "scf",
            "SudokuPad's short code",
            "links.scf.scf_text",
            "houses title author",
            reader="links.scf.read_scf",
            codes=("scf",),
        ),
        _format(
            "sudokupad-link",
            "link of SudokuPad, the shortest that holds all rules",
            "links.sudokupad_writing.sudokupad_link",
            "whole title author source ruleset",
            opens=True,
            reader="variants.read_sudokupad_link",
            link=r"https?://(?:\w+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/"
            r"(?:sudoku/)?(?:\?puzzleid=)?(\S*)",
        ),
        _format(
            "killer-cages",
            "a killer as data: sums and cells",
            "programs.cages.cages_text",
            "sizes rules",
            record=(("cages", list),),
            record_reader="programs.cages.read_record",
        ),
        _format(
            "sudokuwiki-link", "link of SudokuWiki", "links.digits.sudokuwiki_link", opens=True
        ),
        _format(
            "sudokuexchange-link",
            "link of Sudoku Exchange",
            "links.digits.sudokuexchange_link",
            opens=True,
        ),
        _format(
            "puzzlink",
            "link of puzz.link",
            "links.puzzlink.puzzlink",
            "sizes",
            opens=True,
            reader="links.puzzlink.read_puzzlink",
            link=r"https?://(?:(?:www\.)?(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app)/|"
            r"[\w.:-]{1,99}/(?:[\w./-]{0,99}/)?(?=p(?:\.html)?\?sudoku))p(?:\.html)?\?(\S+)",
        ),
        _format(
            "penpa",
            "link of Penpa, a drawing (squares only; read, not written)",
            "",
            "sizes shapes title author",
            reader="links.penpa.read_penpa",
            link=r"https?://[\w.-]{1,99}/penpa-edit/\S{0,99}?[#&?]p=([\w+/=%.-]+)",
        ),
    )
}
FORMATS = Table("format", "formats.own_formats:taken", _ROWS)
#: Accepted alternative names.
SYNONYMS = {"sdm": "line", "opensudoku-1": "opensudoku", "jsonl": "json", "fpuz": "fpuzzles-link"}
#: Names of formats, and those of them that are tables.
NAMES = tuple(FORMATS)
TABLES = ("csv", "parquet")
#: The format of each file extension.
ENDS = {end: row.name for row in FORMATS.values() for end in row.ends}


@cache
def loaded(name: str | Callable[..., Any]) -> Any:
    """Return the object `module.name` in this package; an object itself stays as it is."""
    if not isinstance(name, str):
        return name
    module, _, inner = name.rpartition(".")
    return getattr(import_module(f".{module}", __package__), inner)


def format_of_name(name: str) -> str:
    """Return the format that a file name suggests; "" for none."""
    return ENDS.get(kind_of(name), "")


def line_readers(text: str, of_cells: bool = False) -> Iterator[Callable[..., Puzzle | None]]:
    """Yield the readers for a whole line that may start like this one, in the table's order.

    of_cells: only formats whose lines state the cells but not the layout.
    """
    of_layout = {"houses", "rules", "shapes"}
    for row in FORMATS.values():
        if not row.reader or row.link or row.codes:
            continue
        if of_cells and row.carries & of_layout:
            continue
        if re.match(row.starts, text):
            yield loaded(row.reader)
