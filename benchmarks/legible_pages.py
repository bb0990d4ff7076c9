"""Pages of boards whose cells are all filled, read back from the PDF by pdftotext: how many have
words that overlap, or digits of fewer than 8 points, and how many are refused.

    python benchmarks/legible_pages.py

Kinds of the gallery with texts in their drawings, each number per page, A4 and A5, normal and large
print: some minutes. `tests.render.test_legibility` tries fewer.
"""

from __future__ import annotations

import sys
from itertools import combinations, product
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.append(str(Path(__file__).parents[1]))
import satdoku
from satdoku.render.printing.papers import GRIDS
from tests.render.test_legibility import DIGIT, full, gap, page_of, size

KINDS = (
    "killer", "sum", "rellik", "sandwich", "x-sum", "little-killer", "numbered-room",
    "quadruple", "contain-exactly", "look-and-say", "xv", "sum-line", "kropki", "equal-sums",
)  # fmt: skip


def main() -> None:
    """Print each page at fault, and how many pages there were."""
    pages = refused = wrong = 0
    with TemporaryDirectory() as folder:
        for kind, paper, large, number in product(KINDS, ("a4", "a5"), (False, True), GRIDS):
            sheet = satdoku.Sheet(
                per_page=number, paper=paper, large=large, solutions="none", numbered=False
            )
            words = page_of(full(kind), sheet, Path(folder))
            if words is None:
                refused += 1
                continue
            pages += 1
            near = [
                (one, other)
                for one, other in combinations(words, 2)
                if abs(one.x - other.x) < 40 and abs(one.y - other.y) < 40
            ]
            if max(map(size, words)) < DIGIT or any(gap(*pair) < -0.1 for pair in near):
                wrong += 1
                print(kind, paper, "large" if large else "", number)
    print(f"{wrong} of {pages} pages are at fault; {refused} are refused")


if __name__ == "__main__":
    main()
