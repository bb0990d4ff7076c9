"""How many boards in text are read as meant: python benchmarks/board_texts.py [FIRST [COUNT]]

Text number n of the product of all dimensions (`tests/formats/written_boards.py`) is read for each
n from FIRST on. Prints how many were read, refused and misread, and the numbers of the misread.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.formats.written_boards import verdict, written


def main() -> None:
    """Read the texts, and print what came."""
    words = sys.argv[1:]
    first = int(words[0]) if words else 0
    count = int(words[1]) if len(words) > 1 else 10_000
    found = Counter[str]()
    for seed in range(first, first + count):
        came = verdict(written(seed))
        found[came] += 1
        if came == "misread":
            print(f"misread: {seed}", flush=True)
    print(", ".join(f"{name} {number}" for name, number in sorted(found.items())))


if __name__ == "__main__":
    main()
