"""The processor levels that libraries of kernels are built for, and where the libraries are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

FOLDER = Path(__file__).parent / "compiled"
SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
#: In a source tree: which files the libraries were built from, and when those were changed; see
#: `codegen.changed`.
STAMP = FOLDER / "sources.json"
#: Where nothing could be built: why, in one line.
MISSING = FOLDER / "missing.txt"


class Level(NamedTuple):
    """What a library requires of the processor, and how many boards one of its vectors holds.

    number: the library can run where its `satdoku_processor` returns this number or more.
    """

    name: str
    number: int
    lanes: int


#: Best first.
LEVELS = (
    Level("x86-64-v4", 4, 16),
    Level("x86-64-v3", 3, 8),
    Level("x86-64", 1, 8),
    Level("arm64", 1, 8),
)


def path_of(level: Level) -> Path:
    """Where the library of a level is, if there is one."""
    return FOLDER / f"{level.name}{SUFFIX}"


def installed() -> list[Level]:
    """The levels that the package has a library for, best first."""
    return [level for level in LEVELS if path_of(level).exists()]


def checksum_path(library: Path) -> Path:
    """The file with the checksum of a library."""
    return library.with_name(f"{library.name}.crc32")


def checksum(library: Path) -> str:
    """CRC-32 of a library, in hexadecimal."""
    return f"{crc32(library.read_bytes()):08x}"


def is_intact(library: Path) -> bool:
    """Whether a library is as it was built: loading one that was cut short can end the process."""
    try:
        return checksum_path(library).read_text(encoding="ascii").strip() == checksum(library)
    except (OSError, ValueError):
        return False
