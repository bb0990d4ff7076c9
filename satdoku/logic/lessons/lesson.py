"""The text of a lesson: a technique's definition, and why it holds.

A lesson serves several names if they differ only by a number. The reasons use the two principles of
docs/logic.md, Cover(k) and Refute(x); nearly all techniques are instances of these.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson on one technique or several.

    called: names, separated by commas, as in the tables of techniques. what: the definition; why:
    the reason it holds; each a few sentences, without line breaks.
    """

    called: str
    what: str
    why: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it serves."""
        return tuple(self.called.split(", "))
