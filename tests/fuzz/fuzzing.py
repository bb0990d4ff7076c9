"""A seeded fuzzer over every reader, option and kind of file: nothing may crash, hang or grow.

    python -m tests.fuzz.fuzzing --seconds 60 --seed 1

Input i of a seed is always the same. Most inputs go to the readers themselves, the others through
the whole command line, in this process. A fault is an exception that is none of ours, a traceback,
a status that is none of ours, a message that is no line of printable characters, over 2 seconds of
CPU time (what may think for long is given a limit of one), or over 1 GB of memory.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

if __name__ == "__main__":  # not where tests of documentation import it
    os.environ["SATDOKU_TRACEBACK"] = "1"

from satdoku import Layout, Puzzle, SatdokuError, random_grid, solutions
from satdoku.certificates.verifying import verify
from satdoku.constraints.evaluate import keeps
from satdoku.datasets.files.trainer_arrays import read_arrays
from satdoku.encodings.decode import grid_of, read_key
from satdoku.encodings.models import read_model
from satdoku.errors import LayoutError, ParseError
from satdoku.formats.tables import read_csv, read_json_lines
from satdoku.formats.text.json_text import load_json
from satdoku.formats.text.line_blocks import read_part, read_records
from satdoku.formats.text.lines import line_parts
from satdoku.formats.text.reader import TextReader, parse, read_found, text_lines
from satdoku.formats.text.states import candidates_in_text
from satdoku.formats.variants import read_variant
from satdoku.random_stream import RandomStream
from tests.fuzz import corpus
from tests.fuzz.random_rules import with_random_rules
from tests.meaning import said

#: CPU seconds that anything may take, and bytes of memory.
SECONDS, MEMORY = 2.0, 1 << 30
STATUSES = {0, 1, 2, 10, 20}
TEXTS, TABLES = corpus.texts(), corpus.tables()
STEPS, CERTIFICATES, MODELS = corpus.steps(), corpus.certificates(), corpus.models()
VARIANTS, DOCUMENTS = corpus.variants(), corpus.documents()
FORMATS = corpus.formats()
TEXTS += VARIANTS
TEXTS += FORMATS
ALL = TEXTS + TABLES + STEPS + CERTIFICATES + MODELS


class Hang(BaseException):
    """It took too long."""


class Fault(AssertionError):
    """What must not happen, and the input with which it did."""


# -- The readers themselves ---------------------------------------------------------------------


def blocks_and_lines(data: bytes, layout: Layout | None) -> None:
    """Both ways of reading text."""
    reader = TextReader(layout)
    for first, part in line_parts(io.BytesIO(data)):
        found = reader.feed_bytes(part, first) if isinstance(part, ParseError) else None
        for item in found or read_part(reader, first, part):
            told(item)
    for item in reader.end():
        told(item)


def told(item: object) -> None:
    """A message is one printable line."""
    if isinstance(item, BaseException) and not str(item).isprintable():
        raise Fault(f"a message that is no printable line: {str(item)!r}")


def lines(text: str, layout: Layout | None) -> None:
    """Text line by line."""
    for item in read_found(text_lines(text), layout):
        told(item)


def table(reader: Callable[..., object], column: str | None) -> Callable[..., None]:
    """A table's records and their boards."""

    def read(data: bytes, layout: Layout | None) -> None:
        for records in reader(io.BytesIO(data), column):  # type: ignore[attr-defined]
            for item in read_records(records, layout):
                told(item)

    return read


def model(text: str, layout: Layout | None) -> None:
    """A solver's model."""
    key = read_key(text.splitlines())
    key.layout = key.layout or layout
    grid_of(read_model(text.splitlines(), key.theory), key)


def link(text: str, layout: Layout | None) -> None:
    """A variant's link."""
    read_variant(text)


def both_ways(text: str, layout: Layout | None) -> None:
    """What was read can be written in each format, or is refused."""
    for item in read_found(text_lines(text), layout):
        if isinstance(item, ParseError):
            continue
        for name in corpus.TEXT_FORMATS:
            with suppress(LayoutError):
                corpus.convert(item[1], name, lossy=True)
        return


def certificate(text: str, layout: Layout | None) -> None:
    """A certificate's verdict."""
    verify(text, layout=layout)


#: Headers of NumPy's arrays, as they should be and not.
HEADERS = [
    f"{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}}}"
    for kind in ("|u1", "<i8", "<f4", "|O", "<U9")
    for order in (True, False)
    for shape in ("(5, 16)", "(5, 4, 4)", "(5, 17)", "(10**9, 16)", "(1000000000, 16)", "()")
]


def archive(text: str, layout: Layout | None) -> None:
    """The rows of an archive whose array has this header; some of its bytes are damaged."""
    header = text.encode(errors="replace")[:60_000]
    stream = RandomStream(len(header), sum(header))
    data = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(80)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ("x.npz" if stream.below(4) else "x.npy")
        if path.suffix == ".npz":
            with zipfile.ZipFile(path, "w", stream.below(2) * zipfile.ZIP_DEFLATED) as packed:
                packed.writestr("puzzles.npy", data)
            data = path.read_bytes()
        damaged = bytearray(data)
        for _ in range(max(0, stream.below(6) - 2)):
            damaged[stream.below(len(damaged))] = stream.below(256)
        path.write_bytes(damaged)
        for _ in read_arrays(path, layout):
            pass


#: Boards of every shape; on squares rules are put.
SQUARES = ["4x4", "5x5", "6x6", "6x6/3x2", "7x7", "9x9", "9x9+diagonal", "9x9/latin", "4x4+from-0",
           "5x5/jigsaw:1112211222333443354455554"]  # fmt: skip
OTHERS = ["4x6", "6x6+digits:9", "4x4@r1c1,r3c3", "12x12", "9x9+window", "9x9+disjoint"]


def alike(one: Puzzle, other: Puzzle) -> bool:
    """The first solutions of each are solutions of the other: the same rule, told otherwise."""
    return one.cells == other.cells and all(
        all(keeps(grid.cells, rule, b.layout) for rule in b.constraints)
        for a, b in ((one, other), (other, one))
        for grid in solutions(a, limit=20)
    )


def crossed(stream: RandomStream) -> None:
    """A board with rules in some format: refused, or read again as the same puzzle."""
    is_square = stream.below(4) > 0
    layout = Layout.named(choice(stream, SQUARES if is_square else OTHERS))
    grid = random_grid(layout, seed=stream.below(1000))
    if is_square and stream.below(4):
        layout = with_random_rules(grid, stream)
    keep = stream.below(4)
    cells = tuple([digit if stream.below(4) < keep else 0 for digit in grid.cells])
    puzzle = Puzzle(cells, layout)
    form = choice(stream, [form for form in corpus.TEXT_FORMATS if form != "candidates"])
    try:
        text = corpus.convert(puzzle, form)
    except LayoutError as error:
        told(error)
        return
    try:
        again = parse(text)
    except ParseError:
        if not corpus.TEXT_FORMATS[form].carries.isdisjoint({"shapes", "houses", "rules"}):
            raise Fault(f"{form} of {layout.name} is not read: {text!r}") from None
        again = parse(text, puzzle.layout)  # cells alone
    if said(again) != said(puzzle) and not alike(again, puzzle):
        raise Fault(f"{form} of {puzzle.line} on {layout.name} is another puzzle: {text!r}")


READERS: list[tuple[list[str], Callable[..., object]]] = [
    (TEXTS, blocks_and_lines), (TEXTS, blocks_and_lines), (TEXTS, lines), (TEXTS, parse),
    (TABLES, table(read_csv, None)), (TABLES, table(read_json_lines, None)),
    (TABLES, table(read_csv, "id")), (TEXTS, candidates_in_text),
    (VARIANTS, lambda text, layout: read_variant(text)), (VARIANTS, blocks_and_lines),
    (DOCUMENTS, link), (DOCUMENTS, link), (MODELS, model), (CERTIFICATES, certificate),
    (TABLES, lambda text, layout: load_json(text)),
    *[(FORMATS, read) for read in (blocks_and_lines, lines, parse, both_ways)],
    (corpus.LAYOUTS, lambda text, layout: Layout.named(text)), (HEADERS, archive),
]  # fmt: skip
IN_BYTES = {blocks_and_lines} | {read for _, read in READERS if read.__name__ == "read"}


def read_something(stream: RandomStream) -> None:
    """One input to one reader."""
    if stream.below(25) == 0:
        return crossed(stream)
    texts, read = READERS[stream.below(len(READERS))]
    if read is link:
        text = corpus.linked(stream, DOCUMENTS)
    else:
        text = corpus.bitten(texts[stream.below(len(texts))], stream, ALL)
    given = corpus.as_bytes(text, stream) if read in IN_BYTES else text
    try:
        read(given, corpus.layout_of(stream))
    except SatdokuError as error:
        told(error)


# -- The whole command line -----------------------------------------------------------------------


LIMITS, LIMIT = ["--time-limit", "0.2"], ["--time-limit", "1"]
#: Commands; those from 12 on get small boards, as they may take long.
KINDS = [
    ["solve", *LIMITS], ["check", *LIMITS], ["count", "--limit", "2", *LIMITS], ["solve", *LIMITS],
    ["explain", "--from-state", *LIMIT], ["hint", "--from-state", *LIMIT],
    ["check", "--summary", *LIMIT], ["export", "-o", os.devnull], ["verify-steps"], ["verify"],
    ["decode"], ["canon", "--dedupe"], ["minimize"], ["rate", *LIMIT], ["diagnose", *LIMIT],
    ["certify", *LIMIT], ["explain", *LIMIT], ["hint", *LIMIT],
    ["explain", "--format", "svg", *LIMIT], ["explain", "--format", "html", *LIMIT],
    ["canon", "--format", "csv"], ["generate", "--layout", "4x4", "--seed", "1", *LIMIT],
    ["solve", "--limit", "9", *LIMIT], ["shuffle", "--seed", "3"],
    ["certify", "--claim", "logic", *LIMIT], ["hint", "--entries", corpus.FOUR, *LIMIT],
    ["steps", *LIMIT], ["convert"], ["convert", "--to", "fpuzzles"], ["convert", "--to", "iss"],
    ["convert", "--to", "csv"], ["convert", "--to", "opensudoku", "--lossy"],
    ["dataset", "audit"],
]  # fmt: skip
SMALL = [text for text in TEXTS if len(text) < 60]


def choice(stream: RandomStream, items: list[str]) -> str:
    """One of them."""
    return items[stream.below(len(items))]


def command(stream: RandomStream, folder: Path) -> tuple[list[str], str]:
    """(arguments, the file for standard input) of a command on a bitten input."""
    kinds = [
        (TEXTS, [".txt", ".sdm", ".txt.gz", ".txt.zst", ""]),
        (TABLES, [".csv", ".csv.gz", ".jsonl", ".json", ".ndjson.zst"]),
        (TEXTS, [".parquet"]),
    ]
    texts, names = kinds[stream.below(3)]
    kind = stream.below(len(KINDS))
    special = {8: STEPS, 9: CERTIFICATES, 10: MODELS}.get(kind, texts if kind < 12 else SMALL)
    name = (
        choice(stream, [".txt", ".json", ".gz"]) if special is not texts else choice(stream, names)
    )
    file = folder / f"f{choice(stream, ['', chr(27), ' x'])}{name}"
    text = corpus.bitten(choice(stream, special), stream, ALL)
    file.write_bytes(corpus.packed(corpus.as_bytes(text, stream), name, stream))
    arguments = list(KINDS[kind])
    if kind == 0:
        arguments += ["--format", choice(stream, ["text", "line", "json", "csv", "grid"])]
    takes_stream = kind in (0, 1, 2, 3, 6, 11, 12, 13, 20, 22, 23)
    if takes_stream:
        if stream.below(2):
            arguments += ["--on-error", "skip"]
        if stream.below(6) == 0:
            arguments += ["--column", choice(stream, ["puzzle", "id", "", "\x1b", "x" * 500])]
    if stream.below(8) == 0:
        layouts = corpus.LAYOUTS if kind < 12 else ["4x4", "4x4+diagonal", "4x4+", "1x1"]
        arguments += ["--layout", choice(stream, layouts)]
    if stream.below(10) == 0 and kind != 9:
        arguments += ["--symbols", choice(stream, corpus.SYMBOLS)]
    if kind == 8 and stream.below(2):
        arguments += ["--puzzle", corpus.FOUR]
    if kind == 10:
        cnf = folder / "k.cnf"
        key = corpus.bitten(choice(stream, MODELS), stream, ALL)
        cnf.write_bytes(corpus.as_bytes(key, stream))
        arguments += ["--cnf", str(cnf)] if stream.below(3) else []
    way = stream.below(8)
    if way == 0 and kind != 21 and not name.endswith((".parquet", ".gz", ".zst")):
        return [*arguments, "-"], str(file)
    if way == 1 and kind < 8:
        # As an argument comes: without NUL, what is no UTF-8 as surrogates.
        given = text.replace("\0", "")[:5000].encode("utf-8", "surrogatepass")
        text = given.decode("utf-8", "surrogateescape")
        return [*arguments, "--", text or " "], os.devnull
    return [*arguments, *(["--mask"] if kind == 21 else []), str(file)], os.devnull


def run(arguments: list[str], standard_input: str) -> None:
    """One command; raises `Fault`."""
    from satdoku.cli.main import main

    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    printed = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    status: object = 0
    with open(standard_input, "rb") as given:
        sys.argv = ["satdoku", *arguments]
        sys.stdin = io.TextIOWrapper(given, "utf-8")
        sys.stdout, sys.stderr = printed
        try:
            main()
        except SystemExit as end:
            status = end.code
        except Exception as error:
            raise Fault(f"{arguments}: {''.join(traceback.format_exception(error))}") from error
        finally:
            sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
    complaints = printed[1].buffer.getvalue().decode(errors="replace")  # type: ignore[attr-defined]
    if "Traceback" in complaints or status not in STATUSES:
        raise Fault(f"{arguments}: status {status}: {complaints}")
    for line in complaints.splitlines():
        if not line.isprintable():
            raise Fault(f"{arguments}: a message that is not printable: {line!r}")


# -- All together ---------------------------------------------------------------------------------


def _too_long(*_: object) -> None:
    raise Hang


def one(seed: int, index: int, folder: Path, bound: float = SECONDS, readers: bool = False) -> None:
    """Input number `index` of a seed; raises `Fault`. readers: none to the command line."""
    stream = RandomStream(seed, index)
    whole = stream.below(10) == 0 and not readers
    signal.setitimer(signal.ITIMER_PROF, bound)
    try:
        if whole:
            run(*command(stream, folder))
        else:
            read_something(stream)
    except Hang:
        where = traceback.format_exc(limit=-8)
        raise Fault(f"seed {seed}, input {index}: it takes too long\n{where}") from None
    except Exception as error:
        shown = "".join(traceback.format_exception(error, limit=-24))[-6000:]
        raise Fault(f"seed {seed}, input {index}: {shown}") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if memory() > max(MEMORY, AT_START):
        raise Fault(f"seed {seed}, input {index}: over {MEMORY:,} bytes of memory")


def memory() -> int:
    """The most bytes that this process took. The system counts what the process took that started
    it, too, so what counts is growth."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


AT_START = memory()


def fuzz(
    seed: int,
    seconds: float,
    start: int = 0,
    most: int = sys.maxsize,
    go_on: bool = False,
    bound: float = SECONDS,
    readers: bool = False,
) -> int:
    """Inputs from number `start` on, for so long or so many; how many. go_on: print faults;
    readers: none to the command line.

    bound: CPU seconds that one may take.
    """
    index = start
    for kind in () if readers else KINDS:  # what is loaded once is not counted
        with suppress(Fault):
            run([*kind, corpus.FOUR], os.devnull)
    end = time.monotonic() + seconds
    previous = signal.signal(signal.SIGPROF, _too_long)
    try:
        with tempfile.TemporaryDirectory() as name:
            while index - start < most and (index == start or time.monotonic() < end):
                try:
                    one(seed, index, Path(name), bound, readers)
                except Fault as fault:
                    if not go_on:
                        raise
                    print(fault, flush=True)
                index += 1
                if index % 50 == 0:
                    for file in Path(name).iterdir():
                        with suppress(OSError):
                            file.unlink()
    finally:
        signal.signal(signal.SIGPROF, previous)
    return index - start


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--start", type=int, default=0)
    options.add_argument("--most", type=int, default=sys.maxsize)
    options.add_argument("--go-on", action="store_true", help="print faults and go on")
    options.add_argument("--bound", type=float, default=SECONDS, help="CPU seconds for an input")
    options.add_argument("--readers", action="store_true", help="the readers alone")
    asked = options.parse_args()
    tried = fuzz(
        asked.seed, asked.seconds, asked.start, asked.most, asked.go_on, asked.bound, asked.readers
    )
    print(tried, "inputs")
