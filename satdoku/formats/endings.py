"""File extensions: the kind of a file and its compression.

>>> kind_of("puzzles.SDM.gz"), packing_of("puzzles.SDM.gz")
('sdm', '.gz')
"""

from __future__ import annotations


def packing_of(name: str) -> str:
    """Return the extension of the compression: ".gz", ".zst" or ""."""
    return next((end for end in (".gz", ".zst") if name.lower().endswith(end)), "")


def kind_of(name: str) -> str:
    """Return the lower-case extension of a name, ignoring that of the compression."""
    _, dot, end = name.lower().removesuffix(packing_of(name)).rpartition(".")
    return end if dot else ""
