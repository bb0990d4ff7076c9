"""The files that kernels are written in, and the digest by which a library knows them."""

from __future__ import annotations

import hashlib
from pathlib import Path

#: The folders that hold them.
FOLDERS = (Path(__file__).parents[1], Path(__file__).parents[2] / "logic" / "techniques")
#: Stands before the digest in a library.
MARK = "satdoku sources "
DIGITS = 16


def sources_of(library: Path) -> str:
    """The digest of the sources that a library was built from; "" if there is none.

    It is read from the file: a library that is loaded stays in the process as it is, even if it is
    built again.
    """
    content = library.read_bytes() if library.exists() else b""
    _, mark, rest = content.partition(MARK.encode())
    return rest[:DIGITS].decode() if mark else ""


def source_files() -> list[Path]:
    """All of them."""
    return sorted(path for folder in FOLDERS for path in folder.rglob("*.py"))


def digest_of_sources() -> str:
    """What identifies their contents: hexadecimal digits."""
    digest = hashlib.sha256()
    for path in source_files():
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(b"%s\0%d\0" % (path.name.encode(), len(content)) + content)
    return digest.hexdigest()[:DIGITS]
