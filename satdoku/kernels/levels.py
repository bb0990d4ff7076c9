"""The processor levels that libraries of kernels are built for, and where the libraries are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

FOLDER = Path(__file__).parent / "compiled"
SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
#: In a source tree: the files that the libraries were built from, and when these were changed; see
#: `codegen.changed`.
STAMP = FOLDER / "sources.json"
#: The reason why nothing could be built, in one line.
MISSING = FOLDER / "missing.txt"


class ProcessorLevel(NamedTuple):
    """The processor that a library requires, and the number of boards in one of its vectors.

    number: the library can run if its `satdoku_processor` returns this number or more.
    """

    name: str
    number: int
    lanes: int


#: Best first.
LEVELS = (
    ProcessorLevel("x86-64-v4", 4, 16),
    ProcessorLevel("x86-64-v3", 3, 8),
    ProcessorLevel("x86-64", 1, 8),
    ProcessorLevel("arm64", 1, 8),
    ProcessorLevel("wasm32", 1, 4),
)


def path_of(level: ProcessorLevel) -> Path:
    """Return the path of a level's library, which need not exist."""
    return FOLDER / f"{level.name}{SUFFIX}"


def installed() -> list[ProcessorLevel]:
    """Return the levels that the package has a library for, best first."""
    return [level for level in LEVELS if path_of(level).exists()]


def checksum_path(library: Path) -> Path:
    """Return the path of the file with a library's checksum."""
    return library.with_name(f"{library.name}.crc32")


def checksum(library: Path) -> str:
    """Return the CRC-32 of a library, in hexadecimal."""
    return f"{crc32(library.read_bytes()):08x}"


def is_intact(library: Path) -> bool:
    """Return whether a library is as built: loading a truncated one can end the process."""
    try:
        return checksum_path(library).read_text(encoding="ascii").strip() == checksum(library)
    except (OSError, ValueError):
        return False
