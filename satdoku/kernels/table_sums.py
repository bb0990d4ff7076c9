"""A sum of products over tables that share indices: the inner sum of counting by boxes.

    sum over pairs (p, c) with equal[p, c] != 0:
        equal[p, c] * (sum over the rows of group p and the columns of group c:
                       left[row of the left, column] * right[row of the right, column])

Idea: most entries of `equal` are 0 once some givens are known, so whole blocks are skipped; the
columns of a group are next to each other, so what is left is products of consecutive numbers.
"""

from __future__ import annotations

from .kernel import kernel
from .lockstep.simd import Words, get


@kernel
def sum_of_products(
    equal: Words,
    left: Words,
    right: Words,
    row_starts: Words,
    left_rows: Words,
    right_rows: Words,
    column_starts: Words,
    found: Words,
    stop: Words,
) -> None:
    """Add the sum to found[0] + found[1] * 2**32.

    equal: groups of rows × groups of columns; left, right: rows × columns, all flat. row_starts:
    where each group of rows begins in `left_rows` and `right_rows`, and the end; column_starts: the
    same for the columns. The sum of a block must be less than 2**63.
    """
    groups = len(column_starts) - 1
    width = get(column_starts, groups)
    for p in range(len(row_starts) - 1):
        if get(stop, 0):
            return
        for c in range(groups):
            factor = get(equal, p * groups + c)
            if factor:
                first = get(column_starts, c)
                end = get(column_starts, c + 1)
                inner = 0
                for k in range(get(row_starts, p), get(row_starts, p + 1)):
                    i = get(left_rows, k) * width
                    j = get(right_rows, k) * width
                    for column in range(first, end):
                        inner += get(left, i + column) * get(right, j + column)
                inner *= factor
                found[0] += inner & 0xFFFFFFFF
                found[1] += inner >> 32
