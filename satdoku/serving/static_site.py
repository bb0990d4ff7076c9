"""The desk as a static site: `satdoku serve --export FOLDER`. No server answers, but the kernels.

The page's questions go to a worker (`page/static_answers.js`), which calls the kernels as
WebAssembly. It knows no rule: each board that it can answer for is a file here, with all that draws
it (what the operation `parse` returns for the blank board) and the arrays for a search on masks. So
it answers for the boards of `usual_boards` and of the puzzles that are exported with it, apart from
those that no search on masks takes (`kernels.propagation`). All else is answered by Python in a
second worker (`page/python_answers.js`), if the site has it (`page_python`).

Invariant: every file that the page asks for is in the site, under the name by which it asks. Boards
are numbered; `boards/all.json` lists their keys in the order of the numbers, and `_key` and the
worker write the same key for a board. `offline.js` holds a digest of all files, so that a browser
that keeps the site asks for them anew when one has changed.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from html import escape
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..board import STANDARD, Puzzle
from ..constraints.kind_table import GALAXY, SCHRODINGER
from ..constraints.kinds.cell_values import FACTORS, READ_VALUES
from ..errors import EngineError, OutputError
from ..formats.links.short_records import packed
from ..kernels.portable import Blobs
from ..kernels.propagation import compiling, connections, dispatch, searching
from ..kernels.propagation.board import CELLS_OF_WORD, INNER, QUEUES
from ..kernels.propagation.mask_search import MaskBoard
from ..kernels.propagation.pieces import NotOnMasks
from ..languages import languages
from ..layout import Layout
from ..logic.difficulty.scales import DEFAULT
from ..phrases import phrase
from ..record_types import Record
from .answering.boards import below_layer, kinds, puzzle_record
from .page_files import POLICY, files_of_page
from .page_python import python_files
from .page_texts import words, words_of
from .rule_tables import BOARDS, digits_from_0, rule_tables
from .rule_templates import CLUES

#: Boards without rules; and, of the 9×9 board, houses and rules that go together in any way.
PLAIN = ("4x4", "6x6", "8x8", "10x10", "12x12", "16x16", "9x9/latin", "twodoku", "samurai")
HOUSES = ("diagonal", "window", "disjoint")
#: Boards of which the page has the layer, too.
LAYERED = (
    "4x4", "6x6", "9x9", "9x9/latin", "4x4+digits:0-4", "6x6+digits:0-6", "9x9+digits:0-9",
)  # fmt: skip
RULES = ("anti-knight", "anti-king", "non-consecutive")
#: Propagators that the page makes itself, and those that no alternative can have.
MADE_THERE = (
    "relation", "automaton", "connected", "labels", "areas", "rank", "any_of", "candidates",
)  # fmt: skip
NEVER_INSIDE = ("unequal", "alike", "connected", "areas", "parted", "rank")
#: What the page asks about propagators: what they mean for the rest of a board, and their numbers.
PARTS = {
    "house": dispatch.HOUSE,
    "queue_of": compiling.OF_KINDS[0].tolist(),
    "queues": QUEUES,
    "inner": INNER,
    "once": sorted(compiling.ONCE),
    "own": list(compiling.OWN),
    "looking": list(compiling.LOOKING_AROUND),
    "distinct": [dispatch.HOUSE, dispatch.SETS],
    "weights": [compiling.OWN_WEIGHT, compiling.RULE_WEIGHT, searching.UNIT],
    "bits": CELLS_OF_WORD,
    "kinds": {name: getattr(dispatch, name.upper()) for name in MADE_THERE},
    "never": [getattr(dispatch, name.upper()) for name in NEVER_INSIDE],
    "space": connections.SPACE,
    "clues": CLUES,
    "factors": FACTORS,
    # layers that hold something other than shades, and what goes with them: None for any rule
    # that asks about no layer
    "holding": {GALAXY: None, SCHRODINGER: sorted(READ_VALUES)},
}
SITE_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
#: Of a page that is one file: nothing may be loaded.
ONE_FILE_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data:; worker-src data:; "
    "style-src 'unsafe-inline'; img-src data: blob:; connect-src data:; base-uri 'none'; "
    "form-action 'none'"
)
#: What its worker hears first: the data that it holds.
HEARD = (
    'self.HELD = await new Promise((done) => addEventListener("message", '
    "({ data }) => done(data), { once: true }));\n"
)
#: What the worker of one file needs as texts, and the page's script, which `page/unpack.js` runs.
KERNEL_MODULES = ("memory", "layout", "calls", "masks", "index")
MODULES = (
    *[f"kernels/{name}.js" for name in KERNEL_MODULES],
    "page/start.js",
    "page/static_answers.js",
    "page/own_forms.js",
)
#: In every exported page.
OURS = b'data-answers="worker"'
#: Kept by a browser once they are asked for: all of them would be a long first visit.
LATER = ("boards/", "rules/", "python/", "page/words/")
#: How the modules of the page import and export.
IMPORT = re.compile(r'^import (\{[^}]+\}) from "\./(\w+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def usual_boards() -> Iterator[Layout]:
    """Yield the boards that every exported page answers for."""
    for houses in _some(HOUSES):
        for rules in _some(RULES):
            yield Layout.named("+".join(["9x9", *houses, *rules]))
    yield from map(Layout.named, PLAIN)
    yield from map(bare_layer, LAYERED)
    for name in BOARDS:
        for board in digits_from_0(Layout.named(name)).values():
            yield board.without_constraints()


def _some(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for count in range(len(names) + 1):
        yield from combinations(names, count)


def write_site(
    path: Path,
    puzzles: Iterable[Puzzle] = (),
    distribution: Path | None = None,
    published: Sequence[Record] = (),
) -> list[str]:
    """Write the site, and return the address of each puzzle in it.

    path: a folder; or a name that ends in ".html", for one file that holds all. distribution: see
    `python_files`; None for a site without Python. published: what a page to play these puzzles
    holds of them; such a page has no other boards. Raises `EngineError` if something is missing,
    `OutputError` where somebody else's page is, and `OSError`.
    """
    must_be_free(path)
    given = list(puzzles)
    if published:
        files = _files(given, None, [STANDARD], ())
        name = escape(_title_of(published), quote=False)
        page = files["index.html"].decode()
        files["index.html"] = re.sub(
            "<title>.*</title>", lambda _: f"<title>{name}</title>", page
        ).encode()
    else:
        files = _files(given, distribution, usual_boards(), rule_tables())
    folder = path
    page = "index.html"
    if path.suffix == ".html":
        folder = path.parent
        page = path.name
        files = {page: _one_file(files, published)}
    elif published:
        inside = _compact(published).decode().replace("<", "\\u003c")
        files[page] = _with_block(files[page].decode(), "application/json", "published", inside)
    _write_whole(folder, files)
    return [f"{page}{address(puzzle)}" for puzzle in given]


def _title_of(published: Sequence[Record]) -> str:
    """Return the title of a page with puzzles: the one that they share, and their author."""
    titles = {one["title"] for one in published}
    authors = {one["record"]["metadata"].get("author", "") for one in published}
    title = titles.pop() if len(titles) == 1 else ""
    if not title:
        title = "Sudoku" if len(published) == 1 else "Puzzles"
    author = authors.pop() if len(authors) == 1 else ""
    return f"{title} · {author}" if author else title


def must_be_free(path: Path) -> None:
    """Raise `OutputError` if a page that is not satdoku's is where one is to be written."""
    page = path if path.suffix == ".html" else path / "index.html"
    if page.is_file() and OURS not in page.read_bytes():
        raise OutputError(
            phrase(
                "{page!s} already exists, and is not a page of satdoku: choose another name or "
                "remove it",
                page=page,
            )
        )


def bare_layer(name: str) -> Layout:
    """Return a board with a layer, without the rule that says what the layer holds."""
    return Layout.named(name).with_layer().without_constraints()


def _write_whole(folder: Path, files: dict[str, bytes]) -> None:
    """Write files beside the folder, and move them into it when all are complete: who stops before
    leaves what was there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".satdoku-", dir=folder.parent) as beside:
        for name, content in files.items():
            made = Path(beside, name)
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_bytes(content)
        for name in files:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            os.replace(Path(beside, name), folder / name)


def _files(
    given: list[Puzzle],
    distribution: Path | None,
    usual: Iterable[Layout],
    rules: Iterable[tuple[str, Record]],
) -> dict[str, bytes]:
    """Return the files of a site by their names. usual: boards beside those of the puzzles, the
    classic one first; rules: tables of rules on any board (see `rule_tables`)."""
    package = kernels_package()
    files = {f"page/{name}": path.read_bytes() for name, path in files_of_page().items()}
    for path in package.iterdir():
        if not path.name.startswith("."):  # else it is not finished
            files[f"kernels/{path.name}"] = path.read_bytes()
    files["index.html"] = _index(files.pop("page/index.html").decode()).encode()
    joined = {}
    for name in ("theme", "start", "static_answers"):
        joined[f"page/{name}.js"] = _joined(name, files, set())
    # loaded only where a rule needs it
    gives = b"export const { OWN_FORMS } = $own_forms;\n"
    joined["page/own_forms.js"] = _joined("own_forms", files, set()) + gives
    files |= joined
    layouts = [*usual, *(puzzle.layout for puzzle in given)]
    layered = {name: bare_layer(name).name for name in LAYERED if bare_layer(name) in layouts}
    boards = {key: layout for layout in layouts for key in sorted(_keys(layout))}
    for number, layout in enumerate(boards.values()):
        files[f"boards/{number}.json"] = _compact(_board(layout))
    python = python_files(distribution, package / "kernels.wasm") if distribution else {}
    for language in languages()[1:]:
        files[f"page/words/{language}.json"] = _compact(words(language))
    tables: dict[str, list[str]] = {}
    for name, table in rules:
        files[f"{name}.json"] = _compact(table)
        _, group, kind = name.split("/")
        tables.setdefault(group, []).append(kind)
    always = {
        "boards": list(boards),
        "kinds": kinds({}, print),
        "tables": tables,
        "parts": PARTS,
        "layered": layered,
        "scale": DEFAULT.name,
        "python": list(python),
    }
    files["boards/all.json"] = _compact(always)
    files |= python
    # The worker of the cache is taken out before the digest, which is written into it. The version
    # is the name of a cache, so no file of an older site is mixed with those of a newer one.
    worker = files.pop("page/offline.js")
    digest = blake2b(b"".join(files.values()), digest_size=12).hexdigest()
    first = sorted(name for name in files if not name.startswith(LATER))
    head = f"self.VERSION = {json.dumps(digest)};\nself.FILES = {json.dumps(first)};\n"
    files["offline.js"] = head.encode() + worker
    return files


def kernels_package() -> Path:
    """Return the folder with the kernels for browsers; in a source tree built anew where one has
    changed since."""
    from ..kernels.codegen.targets import CannotBuild
    from ..kernels.levels import FOLDER

    package = FOLDER / "javascript"
    if (FOLDER.parents[2] / "pyproject.toml").exists():
        try:
            from ..logic.kernel_list import write_package

            write_package(package)
        except (CannotBuild, OSError) as error:
            raise EngineError(
                phrase("the kernels for browsers cannot be built: {error!s}", error=error)
            ) from None
    if not (package / "kernels.wasm").exists():
        raise EngineError(
            "this package of satdoku has no kernels for browsers, since nothing could be built "
            "when it was installed: install a wheel, or export on another machine"
        )
    return package


def _joined(name: str, files: dict[str, bytes], before: set[str]) -> bytes:
    """Return a module of the page after those that it imports, each in a function of its own.

    One file is there much sooner than 40 that import each other. before: modules that have their
    place already; those that are returned join them.
    """
    before.add(name)
    text = files[f"page/{name}.js"].decode()
    needed = [_joined(one, files, before) for _, one in IMPORT.findall(text) if one not in before]
    gives = ", ".join(found for _, found in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(r"const \1 = $\2;", text))
    module = f"await (async () => {{\n{body}return {{ {gives} }};\n}})()"
    return b"".join(needed) + f"const ${name} = {module};\n".encode()


def _one_file(files: dict[str, bytes], published: Sequence[Record]) -> bytes:
    """Return a site as one page, which browsers open from a disk, too: there no file may load
    another. All but the styles is compressed in it, and `page/unpack.js` runs it."""
    held: dict[str, Any] = {"published": published}
    for name, content in files.items():
        if name.startswith(("page/words/", "boards/", "rules/")):
            held[name] = json.loads(content)
        elif name.endswith(".wasm"):
            held[name] = b64encode(content).decode()
    for name in MODULES:
        held[name] = files[name].decode()
    held["page/static_answers.js"] = HEARD + held["page/static_answers.js"]
    page = files["index.html"].decode().replace(SITE_POLICY, ONE_FILE_POLICY)
    page = re.sub(r'<link rel="(?:icon|manifest)".*\n', "", page)
    page = page.replace('src="page/start.js"', 'src="page/unpack.js"')

    def style(found: re.Match[str]) -> str:
        return f"<style>{files[found[1]].decode()}</style>"

    def script(found: re.Match[str]) -> str:
        return f'<script type="module">{files[found[1]].decode()}</script>'

    page = re.sub(r'<link rel="stylesheet" href="(.+?)">', style, page)
    page = re.sub(r'<script type="module" src="(.+?)"></script>', script, page)
    shrinking = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)  # browsers name it deflate-raw
    packed_all = shrinking.compress(_compact(held)) + shrinking.flush()
    return _with_block(page, "text/plain", "held", b64encode(packed_all).decode())


def _with_block(page: str, kind: str, name: str, inside: str) -> bytes:
    """Return a page with a block of data at its end."""
    block = f'<script type="{kind}" id="{name}">{inside}</script>\n</body>'
    return page.replace("</body>", block).encode()


def _index(text: str) -> str:
    more = (
        f'<meta http-equiv="content-security-policy" content="{SITE_POLICY}">\n'
        '    <meta name="referrer" content="no-referrer">\n'
        '    <link rel="manifest" href="page/manifest.webmanifest">\n    <title>'
    )
    # A site may lie in a folder of its server, so its addresses are relative to the page.
    text = text.replace('"/page/', '"page/').replace("<title>", more, 1)
    return text.replace("<html ", f"<html {OURS.decode()} ", 1)


def _keys(layout: Layout) -> set[str]:
    """Return the board and its rules as `static_answers.js` looks them up: in any order; links name
    a board with its layer, the desk names it without."""
    rules = sorted(str(rule.on(layout.places)) for rule in layout.constraints)
    found = set()
    for board in (layout.without_constraints(), below_layer(layout)):
        bare, *houses = board.name.split("+")
        parts = [bare, *sorted(houses), "", *rules]
        found.add(json.dumps(parts, separators=(",", ":")))
    return found


def _board(layout: Layout) -> Record:
    """Return what draws a board; and, where it can be searched on masks, the arrays for that."""
    drawn = puzzle_record(Puzzle((0,) * layout.cell_count, layout))
    record: Record = {
        "record": drawn,
        "words": words_of(drawn),
        "names": list(map(layout.cell_name, layout.all_cells)),
        "lockstep": layout == STANDARD,
        "cells": layout.cell_count,
        "size": layout.size,
    }
    # ValueError: JavaScript has no exact numbers as large as those of a sum
    with suppress(NotOnMasks, ValueError):
        board = MaskBoard.of(layout)
        search = board.search(board.all_masks())
        blobs = Blobs()
        record["board"] = blobs.described(board.view)
        record["state"] = blobs.described(search.state)
        record["search"] = blobs.described(search.search)
        record["blobs"] = blobs.all
    return record


def address(puzzle: Puzzle) -> str:
    """Return the address of a puzzle in a site that has its board, from the site's folder on."""
    layout = puzzle.layout
    rules = [str(rule.on(layout.places)) for rule in layout.constraints]
    record: Record = {"puzzle": puzzle.line, "layout": layout.without_constraints().name}
    record["constraints"] = rules
    if puzzle.kept:
        record["kept"] = puzzle.kept
    return f"#puzzle={packed(record)}"


def _compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
