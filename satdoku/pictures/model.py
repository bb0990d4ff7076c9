"""The model that tells symbols apart: two layers of numbers, in `glyphs.npz`.

`benchmarks/train_picture_model.py` makes it from rendered fonts. Its classes are the symbols in
`SYMBOLS` and one more, for what is none of them.

>>> import numpy as np
>>> chances(np.zeros((1, 24, 24), np.float32)).shape
(1, 27)
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from .glyphs import described
from .opencv import Floats

#: The symbols that are told apart; the class after the last is: none of them.
SYMBOLS = "0123456789ABCDEFGHIJKLMNOP"
#: The numbers of the model.
FILE = Path(__file__).parent / "glyphs.npz"


@cache
def _weights() -> tuple[Floats, ...]:
    """Return the weights and biases of both layers, then the temperature of the answer."""
    with np.load(FILE) as stored:
        names = ("hidden", "hidden_bias", "output", "output_bias", "temperature")
        return tuple(stored[name].astype(np.float32) for name in names)


def chances(squares: Floats) -> Floats:
    """Return for each scaled glyph the probability of each class; (glyphs, classes).

    squares: (glyphs, SIDE, SIDE), as `glyphs.scaled` returns one.
    """
    hidden, hidden_bias, output, output_bias, temperature = _weights()
    inner = np.maximum(described(squares) @ hidden + hidden_bias, 0)
    scores = inner @ output + output_bias
    scores /= temperature
    scores -= scores.max(axis=1, keepdims=True)
    powers = np.exp(scores)
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares
