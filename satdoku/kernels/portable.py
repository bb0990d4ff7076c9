"""Records of arrays as data for JavaScript, which lays them out in the memory of WebAssembly.

What `struct_views` lays out by address is described here without addresses, as JSON: a number as
itself; an array as {"dtype", "length", "blob"}, where the blob is the place among the blobs of the
differences from item to item (what follows them is 0); a ragged list as {"starts", "items"}; a
record as {"fields": {name: …}}, in the order of its fields. `javascript/memory.js` reads it.

>>> from satdoku.kernels.any_theory.csr import Knowledge
>>> from satdoku.kernels.struct_views import Ragged
>>> blobs = Blobs()
>>> zeros, some = np.zeros(3, np.int32), np.array([5, 7, 4, 0], np.int64)
>>> blobs.described(Knowledge(zeros, some, zeros, zeros, zeros))["fields"]["left"]
{'dtype': 'int64', 'length': 4, 'blob': 0}
>>> blobs.all
[[5, 2, -3]]

Differences compress to a sixth of the bytes of a theory's arrays.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from ..record_types import Record
from .struct_views import DTYPES, Ragged, StructView

#: Numbers below this are exact in JavaScript.
EXACT = 1 << 53


class Blobs:
    """The contents of arrays, each once.

    Invariant: `_places` has the place of each in `all`, by its bytes.
    """

    def __init__(self) -> None:
        self.all: list[list[int]] = []
        self._places: dict[bytes, int] = {}

    def described(self, value: Any) -> Any:
        """Return a record, an array or a number as data.

        Raises `TypeError` for arrays of other than `struct_views.DTYPES`, `ValueError` for numbers
        that JavaScript's are not exact for.
        """
        if isinstance(value, StructView):
            value = value.record
        if isinstance(value, Ragged):
            return {"starts": self.described(value.starts), "items": self.described(value.items)}
        if isinstance(value, np.ndarray):
            return self._array(value)
        if isinstance(value, tuple):
            named: Record = value._asdict()  # type: ignore[attr-defined]
            return {"fields": {name: self.described(field) for name, field in named.items()}}
        return int(value)

    def _array(self, array: np.ndarray) -> Record:
        if array.dtype.name not in DTYPES:
            raise TypeError(f"a kernel takes lists of whole numbers, not {array.dtype}")
        made = {"dtype": array.dtype.name, "length": array.size}
        if not array.any():
            return made
        data = array.tobytes()
        if data not in self._places:
            numbers = np.trim_zeros(array, "b").tolist()
            if max(numbers) >= EXACT or min(numbers) <= -EXACT:
                raise ValueError(f"numbers of {EXACT} and more are not exact in JavaScript")
            self._places[data] = len(self.all)
            self.all.append([b - a for a, b in pairwise([0, *numbers])])
        return made | {"blob": self._places[data]}
