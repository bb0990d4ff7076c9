"""The random stream: SplitMix64, keyed by a seed and an index.

All randomness of satdoku comes from here, so the same seed gives the same bytes on every machine,
with any number of threads and in compiled code, which needs only 64-bit unsigned arithmetic to
reproduce it:

    mix(z):   z ^= z >> 30;  z *= 0xBF58476D1CE4E5B9;  z ^= z >> 27;  z *= 0x94D049BB133111EB;
              z ^= z >> 31                                      (all modulo 2**64)
    start:    state = mix(mix(seed + GAMMA) + (index + 1) * GAMMA)
    next:     state += GAMMA;  the number is mix(state)
    below(n): x = next >> 32;  m = x * n;  while (m mod 2**32) < 2**32 mod n: draw again;
              the number is m >> 32
    apart:    seed = mix((seed ^ byte) + GAMMA) for each byte of a text: a run with other numbers
    shuffle:  for i = length-1 down to 1: swap items i and below(i+1)

Sources: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators"
(OOPSLA 2014); D. Lemire, "Fast random integer generation in an interval" (2019).

>>> stream = RandomStream(seed=1, index=0)
>>> stream.permutation(9)
[5, 0, 8, 3, 1, 4, 2, 7, 6]
"""

from __future__ import annotations

from typing import TypeVar

from .errors import SatdokuError

T = TypeVar("T")

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """Scramble a 64-bit word (the finaliser of SplitMix64)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def apart(seed: int, what: str) -> int:
    """Return the seed of another run, which shares no random numbers with that of `seed` itself:
    one for each text."""
    for byte in what.encode():
        seed = mix(((seed ^ byte) + GAMMA) & MASK)
    return seed


class RandomStream:
    """Random numbers that depend only on (seed, index).

    seed, index: 0 … 2**64 - 1; anything else raises `SatdokuError`.
    """

    def __init__(self, seed: int, index: int = 0) -> None:
        for name, value in (("seed", seed), ("index", index)):
            if not 0 <= value <= MASK:
                raise SatdokuError(f"{name} {value} is out of range: choose 0 to 2**64 - 1")
        self.state = mix((mix((seed + GAMMA) & MASK) + (index + 1) * GAMMA) & MASK)

    @classmethod
    def at(cls, state: int) -> RandomStream:
        """Return the stream that continues from a state."""
        stream = cls(0)
        stream.state = state
        return stream

    def next(self) -> int:
        """Return the next number, 0 … 2**64 - 1."""
        self.state = (self.state + GAMMA) & MASK
        return mix(self.state)

    def below(self, n: int) -> int:
        """Return a uniform random number from 0 to n - 1 (1 <= n < 2**32)."""
        product = (self.next() >> 32) * n
        if product & 0xFFFFFFFF < n:
            threshold = 2**32 % n
            while product & 0xFFFFFFFF < threshold:
                product = (self.next() >> 32) * n
        return product >> 32

    def shuffle(self, items: list[T]) -> None:
        """Shuffle the items in place (Fisher and Yates, from the end)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def permutation(self, n: int) -> list[int]:
        """Return the numbers 0 … n-1 in random order."""
        items = list(range(n))
        self.shuffle(items)
        return items
