"""Wrappers of answers: a missing answer with its reason, an answer in another form, an answer with
engine statistics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Unanswered(NamedTuple):
    """A missing answer: the reason, and the rest of its record."""

    complaint: str
    known: dict[str, Any] = {}  # noqa: RUF012 - never modified
    advice: str = ""
    is_open: bool = False

    def record(self) -> dict[str, Any]:
        """Return the known fields and the problem."""
        return self.known | {"problem": self.complaint}

    def text(self) -> str:
        """Return the problem."""
        return self.complaint

    def line(self) -> str:
        """Return the problem as a comment in place of the puzzle."""
        return f"# {self.complaint}"

    def grid(self, first: bool = True) -> str:
        """Return the problem as a comment in place of the puzzle."""
        return self.line()

    def written(self, form: str, first: bool, fields: Mapping[str, Any]) -> str:
        """No-op: other formats have no comments."""
        return ""


class View(NamedTuple):
    """An answer whose text has several variants; how: the arguments of its `text`."""

    answer: Any
    how: dict[str, Any]

    def text(self) -> str:
        """Return the text of the answer in this variant."""
        return self.answer.text(**self.how)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.answer, name)


class Measured(NamedTuple):
    """An answer with the engine's statistics (`--stats`)."""

    answer: Any
    did: dict[str, Any]

    def record(self) -> dict[str, Any]:
        """Return the answer's record and the statistics."""
        return self.answer.record() | self.did  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.answer, name)
