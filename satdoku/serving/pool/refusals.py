"""The reasons why a question gets no answer, as exceptions for the client."""

from __future__ import annotations


class Refusal(Exception):
    """status: HTTP status. text: one line. retry: whether the same request may succeed later."""

    def __init__(self, status: int, text: str, retry: bool = False) -> None:
        super().__init__(status, text, retry)
        self.status, self.text, self.retry = status, text, retry

    def __str__(self) -> str:
        return self.text


def failed(text: str) -> Refusal:
    """The operation itself reported an error."""
    return Refusal(422, text)


def full() -> Refusal:
    """The queue is full."""
    return Refusal(429, "too many questions are waiting: ask again in a moment", retry=True)


def stopping() -> Refusal:
    """The server is shutting down."""
    return Refusal(503, "the server is stopping: ask again when it is back", retry=True)


def late(seconds: float) -> Refusal:
    """The time limit was exceeded."""
    return Refusal(422, f"no answer within {seconds:g} s")


def killed() -> Refusal:
    """The worker process was killed from outside, twice."""
    return Refusal(500, "the worker process was killed twice: ask again", retry=True)


def too_large() -> Refusal:
    """The worker process used too much memory."""
    return Refusal(422, "this needs more memory than the server allows for one question")


def busy() -> Refusal:
    """Too many long jobs (of this client or in total) are running while others wait."""
    return Refusal(429, "too many long tasks are running: ask again later", retry=True)
