"""Answers with something around them: none with a reason, one that is told otherwise, one with what
its engine did."""

from __future__ import annotations

from typing import Any, NamedTuple


class Unanswered(NamedTuple):
    """The answer where there is none: why, and what its record still holds."""

    complaint: str
    known: dict[str, Any] = {}  # noqa: RUF012 - not changed
    advice: str = ""
    is_open: bool = False

    def record(self) -> dict[str, Any]:
        """What is known, and the problem."""
        return self.known | {"problem": self.complaint}

    def text(self) -> str:
        """The problem."""
        return self.complaint

    def line(self) -> str:
        """The problem, in the place of a puzzle."""
        return f"# {self.complaint}"

    def grid(self, first: bool = True) -> str:
        """The problem, in the place of a puzzle."""
        return self.line()

    def written(self, form: str, first: bool = True) -> str:
        """No-op: other formats have no comments."""
        return ""


class View(NamedTuple):
    """An answer whose text can be told in several ways; how: what its `text` is given."""

    answer: Any
    how: dict[str, Any]

    def text(self) -> str:
        """The answer's text, that way."""
        return self.answer.text(**self.how)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.answer, name)


class Measured(NamedTuple):
    """An answer, and what the engine did for it (`--stats`)."""

    answer: Any
    did: dict[str, Any]

    def record(self) -> dict[str, Any]:
        """The answer's record, and what was done."""
        return self.answer.record() | self.did  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.answer, name)
