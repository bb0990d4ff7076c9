"""What a worker of the server does: it answers questions by operations and tools, text to text; and
the reasons why a question gets no answer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from ...errors import SatdokuError
from ...languages import languages, said
from ...record_types import Record
from ...sanitize import MESSAGE_LIMIT, shown


class RequestRefused(Exception):
    """Why a question gets no answer. status: HTTP status. text: one line. retry: whether the same
    request may succeed later."""

    def __init__(self, status: int, text: str, retry: bool = False) -> None:
        super().__init__(status, text, retry)
        self.status = status
        self.text = text
        self.retry = retry

    def __str__(self) -> str:
        return self.text


#: The arguments of refusals: the queue is full; too many long jobs (of this client or in total) are
#: running while others wait; the server is shutting down; the process was killed from outside; it
#: used too much memory.
FULL = (429, "too many questions are waiting: ask again in a moment", True)
BUSY = (429, "too many long tasks are running: ask again later", True)
STOPPING = (503, "the server is stopping: ask again when it is back", True)
KILLED = (500, "the worker process was killed twice: ask again", True)
TOO_LARGE = (422, "this needs more memory than the server allows for one question")


def answer(name: str, arguments: str, say: Callable[[str], None] = lambda _: None) -> str:
    """Return the answer; raise `RequestRefused` or `Stopped`.

    Questions and answers are JSON text, which the server passes on unchanged.
    """
    from ..operations import ASKED, PREFIX, TOOLS

    is_tool = name.startswith(PREFIX)
    asked = json.loads(arguments)
    try:
        operation = TOOLS[name.removeprefix(PREFIX)] if is_tool else ASKED[name]
        found = operation.run(asked, lambda progress: say(json.dumps(progress)))
        return json.dumps(found, ensure_ascii=False)
    except SatdokuError as error:
        raise RequestRefused(422, _told(error, asked)) from None
    except (RecursionError, MemoryError):
        raise RequestRefused(422, "the puzzle is too large for this") from None
    except Exception as error:  # a bug of ours: reported without a traceback
        problem = f"internal error: {type(error).__name__}: {error}"
        raise RequestRefused(422, shown(problem, MESSAGE_LIMIT)) from None


def _told(error: SatdokuError, asked: Record) -> str:
    """Return an error in the language that was asked for, if it is one."""
    language = asked.get("language")
    return said(str(error), language) if language in languages() else str(error)


def reply(message: str, say: Callable[[str], None]) -> str:
    """Return the answer to a message of the page, as the socket `/live` sends it: for a page that
    has Python itself (`page/python_answers.js`)."""
    from ..operations import OPERATIONS

    asked = json.loads(message)
    arguments = OPERATIONS[asked["ask"]].arguments(asked)
    try:
        return f'{{"answer": {answer(asked["ask"], json.dumps(arguments), say)}}}'
    except RequestRefused as refusal:
        return json.dumps({"error": refusal.text, "retry": refusal.retry})


def prepare() -> None:
    """Prepare a worker: load what most questions need, unless it was forked with that."""
    sys.setrecursionlimit(3000)
    from . import preload  # noqa: F401
