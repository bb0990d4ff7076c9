"""Boards as Python values: rows of cells in lists, arrays and frames, and what a cell may hold.

>>> nested(((1, None), ["3", 4.0]))
[[1, None], ['3', 4.0]]
>>> [digits_of(value, "1234") for value in (3, None, "", "4", 2.0, "12", {1, 3})]
[(3,), (), (), (4,), (2,), (1, 2), (1, 3)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import index
from typing import Any, SupportsIndex

from ..errors import PuzzleError
from ..layout_data import BLANKS
from ..phrases import phrase

#: Texts that stand for a blank cell, in lower case, besides the blank characters.
BLANK_WORDS = frozenset({"", "none", "null", "nil", "nan", "na", "n/a", "<na>"})
#: Keys of a cell that is a record, in the order in which they count.
KEYS = ("value", "digit", "given", "v", "candidates", "marks", "options")
#: Names of types of the value that pandas has for a missing number.
MISSING = frozenset({"NAType", "NaTType"})


def nested(value: Any) -> Any:
    """Return lists in place of arrays, frames, tuples and other sequences; texts, mappings, sets
    and single values stay as they are."""
    if hasattr(value, "to_numpy"):  # a frame or a column of pandas or polars
        value = value.to_numpy()
    if hasattr(value, "filled") and hasattr(value, "mask"):  # a masked cell has no value
        value = value.astype(object).filled(None)
    if hasattr(value, "tolist"):
        value = value.tolist()
    is_sequence = isinstance(value, Iterable) and not isinstance(
        value, str | bytes | Mapping | set | frozenset
    )
    if not is_sequence:
        return value
    try:
        return [nested(item) for item in value]
    except RecursionError:
        raise PuzzleError("a list of cells that contains itself") from None


def digits_of_cells(cells: Any, symbols: str, name_of: Callable[[int], str]) -> tuple[int, ...]:
    """Return the digit of each cell, 0 for blank; the cells in one list, or a list for each row.

    name_of: the name of a cell by its number. Raises `PuzzleError` for a wrong cell, by its name.
    """
    if isinstance(cells, Mapping | str):
        raise PuzzleError(
            phrase(
                "Puzzle takes the digits of the cells, not {cells!r:.40}: satdoku.parse reads "
                "texts, and dictionaries of cells",
                cells=cells,
            )
        )
    flat: list[Any] = []
    for item in nested(cells):
        flat += item if isinstance(item, list) else [item]
    found = []
    for number, value in enumerate(flat):
        try:
            digits = digits_of(value, symbols)
        except PuzzleError as error:
            raise PuzzleError(
                phrase("{named} {error}", named=_named(number, name_of), error=error)
            ) from None
        if len(digits) > 1:
            raise PuzzleError(
                phrase(
                    "{named} holds {value!r}: Puzzle takes one digit for each cell; satdoku.parse "
                    "reads candidates",
                    named=_named(number, name_of),
                    value=value,
                )
            )
        found.append(digits[0] if digits else 0)
    return tuple(found)


def _named(number: int, name_of: Callable[[int], str]) -> str:
    """Return the name of a cell; its number where there are more cells than on the board."""
    try:
        return name_of(number)
    except IndexError:
        return f"cell {number} (from 0)"


def digits_of(value: Any, symbols: str) -> tuple[int, ...]:
    """Return the digits of a cell, from 1: none for a blank, several for candidates.

    Whole numbers count from 1, with 0 for a blank; texts are symbols, or numbers above 9. Raises
    `PuzzleError` for any other value, without the place, which callers know.
    """
    if isinstance(value, Mapping):
        value = next((value[key] for key in KEYS if value.get(key)), None)
    if isinstance(value, set | frozenset | list):
        return _candidates(list(value), symbols)
    if isinstance(value, str):
        return _digits_of_text(value.strip(), symbols)
    if value is None or type(value).__name__ in MISSING:
        return ()
    if isinstance(value, float):
        is_missing = value != value  # noqa: PLR0124 -- only NaN differs from itself
        if is_missing:
            return ()
        if value.is_integer():
            value = int(value)
    if not isinstance(value, SupportsIndex) or isinstance(value, bool):
        raise PuzzleError(
            phrase("holds {value!r}: a cell needs a whole number, 0 for blank", value=value)
        )
    digit = index(value)
    if not 0 <= digit <= len(symbols):
        raise PuzzleError(
            phrase(
                "holds {digit}: digits are 1 to {number}, and 0 for blank",
                digit=digit,
                number=len(symbols),
            )
        )
    return (digit,) if digit else ()


def _candidates(values: list[Any], symbols: str) -> tuple[int, ...]:
    """Return the digits of a list: a mask with a 0 or 1 for each digit, or each digit once."""
    is_mask = len(values) == len(symbols) and all(bit in (0, 1) for bit in values)
    if is_mask:
        digits = [digit for digit, bit in enumerate(values, 1) if bit]
    else:
        digits = []
        for value in values:
            some = digits_of(value, symbols)
            if len(some) != 1 or some[0] in digits:
                raise PuzzleError(
                    phrase(
                        "holds {values!r:.60}: list each candidate once, and no blank",
                        values=values,
                    )
                )
            digits += some
    if not digits:
        raise PuzzleError("holds no candidates: write 0 or None for a blank")
    return tuple(sorted(digits))


@lru_cache(maxsize=8)
def meanings(symbols: str) -> dict[str, int]:
    """Return the digit that each text of a cell stands for, 0 for blanks. Symbols come before
    blanks, and blanks before numbers of two digits."""
    own = {symbol: digit for digit, symbol in enumerate(symbols, 1)}
    small = {}
    if symbols == symbols.upper():
        # (x stands for a blank.)
        small = {symbol.lower(): digit for symbol, digit in own.items() if symbol != "X"}
    known = {str(digit): digit for digit in range(10, len(symbols) + 1)}
    known |= dict.fromkeys(BLANKS, 0)
    known |= own
    known |= small
    return known


def _digits_of_text(text: str, symbols: str) -> tuple[int, ...]:
    digit = meanings(symbols).get(text)
    if text.lower() in BLANK_WORDS:
        digit = 0
    number = text.removesuffix(".0").removesuffix(".")
    is_number = number.isascii() and number.isdecimal()
    # Marks that rise are candidates, where no digit has that number.
    if digit is None and is_number and int(number) <= len(symbols):
        digit = int(number)
    if digit is not None:
        return (digit,) if digit else ()
    marks = [symbols.find(mark) for mark in text]
    if min(marks) < 0 or sorted(set(marks)) != marks:
        raise PuzzleError(
            phrase(
                "holds {text!r}: the symbols are {first!s} to {last!s}, and 0, '.', '' or "
                "None for blank",
                text=text[:20],
                symbols=symbols[:1],
                last=symbols[-1:],
            )
        )
    return tuple(mark + 1 for mark in marks)
