"""Opening inputs: files, compressed or not, standard input; a damaged one is a `ParseError`."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...errors import ParseError
from .files import kind_of, packing_of

#: Bytes that are looked at to tell what a file holds.
BUFFER = 65_536
#: Extensions of tables.
TABLES = ("csv", "json", "jsonl", "ndjson", "parquet")


@contextmanager
def opened(name: str, standard_input: Any) -> Iterator[tuple[str, Any]]:
    """(name for people, open stream of bytes); a damaged file is a `ParseError`."""
    source = source_of(name)
    try:
        if name == "-":
            yield source, standard_input
        elif packing_of(name) == ".gz":
            with gzip.open(name) as packed:
                yield source, io.BufferedReader(packed, BUFFER)
        elif packing_of(name) == ".zst":
            from ...formats.parquet import import_parquet

            import_parquet()
            import pyarrow

            with pyarrow.input_stream(name, compression="zstd") as packed:
                yield source, io.BufferedReader(packed, BUFFER)
        else:
            with open(name, "rb", BUFFER) as stream:
                yield source, stream
    except ParseError as error:
        known = error.source or source
        raise ParseError(error.problem, error.line, error.column, known) from None
    except EOFError:
        raise ParseError("the compressed file is cut off: get it anew", source=source) from None
    except (zlib.error, gzip.BadGzipFile) as error:
        raise ParseError(f"damaged, or not compressed: {error}", source=source) from None
    except OSError as error:
        if error.errno is None:  # pyarrow's
            raise ParseError(f"damaged, or not compressed: {error}", source=source) from None
        raise
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise ParseError(f"byte 0x{byte:02X} is not UTF-8 text", source=source) from None
    except Exception as error:  # pyarrow's errors are of many kinds
        if type(error).__module__.startswith("pyarrow"):
            raise ParseError(f"no table: {error}", source=source) from None
        raise


def source_of(name: str) -> str:
    """The name of an input, for people."""
    if name == "-":
        return "standard input"
    return name if os.path.exists(name) else "argument"


def packing(name: str) -> int:
    """About how many times larger a compressed file's content is; 0 if it is not compressed."""
    return 3 if packing_of(name) or kind_of(name) == "parquet" else 0


def is_table(name: str) -> bool:
    """A CSV, JSON Lines or Parquet file, perhaps compressed."""
    return kind_of(name) in TABLES and os.path.exists(name)
