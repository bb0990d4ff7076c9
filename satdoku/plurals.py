"""Numbers with their nouns.

>>> plural(1, "step"), plural(2500, "step"), plural(0, "step")
('1 step', '2,500 steps', '0 steps')
"""

from __future__ import annotations


def plural(number: int, noun: str) -> str:
    """Return the number and its noun, which takes an s unless the number is 1."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
