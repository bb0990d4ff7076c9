"""The random stream of `satdoku.random_stream`, for kernels: its state is a word in an array.

All words are uint64, which wrap at 2**64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..random_stream import MASK, mix
from .kernel import part
from .lockstep.simd import Words, get, put

_U = np.uint64
GAMMA = _U(0x9E3779B97F4A7C15)
FACTOR1 = _U(0xBF58476D1CE4E5B9)
FACTOR2 = _U(0x94D049BB133111EB)
S27 = _U(27)
S30 = _U(30)
S31 = _U(31)
S32 = _U(32)
LOW_HALF = _U(0xFFFFFFFF)


@part
def below(states: Words, place: int, n: int) -> int:
    """Return a number from 0 to n - 1, from the stream at `place` (1 <= n < 2**32)."""
    bound = np.uint64(n)
    product = draw(states, place) * bound
    if product & LOW_HALF < bound:
        threshold = np.uint64((1 << 32) % n)
        while product & LOW_HALF < threshold:
            product = draw(states, place) * bound
    return np.int64(product >> S32)  # type: ignore[return-value]


@part
def shuffle(states: Words, place: int, items: Words, start: int, count: int) -> None:
    """Shuffle `count` items from `start` on, by the stream at `place`."""
    for i in range(count - 1, 0, -1):
        j = start + below(states, place, i + 1)
        item = get(items, start + i)
        put(items, start + i, get(items, j))
        put(items, j, item)


@part
def draw(states: Words, place: int) -> Any:
    """Return the next 32 bits: the upper half of the stream's next number."""
    state = states[place] + GAMMA
    states[place] = state
    z = (state ^ (state >> S30)) * FACTOR1
    z = (z ^ (z >> S27)) * FACTOR2
    return (z ^ (z >> S31)) >> S32


def streams(seed: int, indices: np.ndarray) -> np.ndarray:
    """Return the initial states of the streams with these indices (uint64)."""
    start = np.uint64(mix((seed + int(GAMMA)) & MASK))
    return mixed(start + (indices.astype(np.uint64) + _U(1)) * GAMMA)


def mixed(words: np.ndarray) -> np.ndarray:
    """Scramble words of 64 bits (uint64), as `random_stream.mix` does."""
    z = (words ^ (words >> S30)) * FACTOR1
    z = (z ^ (z >> S27)) * FACTOR2
    scrambled: np.ndarray = z ^ (z >> S31)
    return scrambled
