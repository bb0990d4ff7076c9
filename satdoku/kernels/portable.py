"""Records of arrays as data for JavaScript, which lays them out in the memory of WebAssembly.

What `struct_views` lays out by address is described here without addresses, as JSON: a number as
itself; an array as {"dtype", "length", "blob"}, where the blob is the place of its first bytes
among the blobs (the rest is 0); a ragged list as {"starts", "items"}; a record as {"fields": {name:
…}}, in the order of its fields. `satdoku/kernels/javascript/memory.js` reads it.

>>> from satdoku.kernels.any_theory.csr import Knowledge
>>> from satdoku.kernels.struct_views import Ragged
>>> blobs = Blobs()
>>> zeros, one = np.zeros(3, np.int32), np.array([1, 0], np.int64)
>>> blobs.described(Knowledge(zeros, one, zeros, zeros, zeros))["fields"]["left"]
{'dtype': 'int64', 'length': 2, 'blob': 0}
>>> blobs.texts
['AQ==']
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import numpy as np

from .struct_views import DTYPES, Ragged, StructView


class Blobs:
    """The contents of arrays, each once.

    texts: in base64. Invariant: `_places` has the place of each in `texts`.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: dict[bytes, int] = {}

    def described(self, value: Any) -> Any:
        """Return a record, an array or a number as data.

        Raises `TypeError` for arrays of other than `struct_views.DTYPES`.
        """
        if isinstance(value, StructView):
            value = value.record
        if isinstance(value, Ragged):
            return {"starts": self.described(value.starts), "items": self.described(value.items)}
        if isinstance(value, np.ndarray):
            return self._array(value)
        if isinstance(value, tuple):
            named: dict[str, Any] = value._asdict()  # type: ignore[attr-defined]
            return {"fields": {name: self.described(field) for name, field in named.items()}}
        return int(value)

    def _array(self, array: np.ndarray) -> dict[str, Any]:
        if array.dtype.name not in DTYPES:
            raise TypeError(f"a kernel takes lists of whole numbers, not {array.dtype}")
        data = array.tobytes().rstrip(b"\0")
        made = {"dtype": array.dtype.name, "length": array.size}
        if not data:
            return made
        if data not in self._places:
            self._places[data] = len(self.texts)
            self.texts.append(b64encode(data).decode())
        return made | {"blob": self._places[data]}
