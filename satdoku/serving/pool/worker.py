"""What a worker of the server does: it answers questions by operations and tools, text to text."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from ...errors import SatdokuError
from ...sanitize import MESSAGE_LIMIT, shown
from . import refusals


def answer(name: str, arguments: str, say: Callable[[str], None] = lambda _: None) -> str:
    """Return the answer; raise `Refusal` or `Stopped`.

    Questions and answers are JSON text, which the server passes on unchanged.
    """
    from ..operations import ASKED
    from ..tools import PREFIX, TOOLS

    is_tool = name.startswith(PREFIX)
    try:
        operation = TOOLS[name.removeprefix(PREFIX)] if is_tool else ASKED[name]
        found = operation.run(json.loads(arguments), lambda progress: say(json.dumps(progress)))
        return json.dumps(found, ensure_ascii=False)
    except SatdokuError as error:
        raise refusals.failed(str(error)) from None
    except (RecursionError, MemoryError):
        raise refusals.failed("the puzzle is too large for this") from None
    except Exception as error:  # a bug of ours: reported without a traceback
        problem = f"internal error: {type(error).__name__}: {error}"
        raise refusals.failed(shown(problem, MESSAGE_LIMIT)) from None


def prepare() -> None:
    """Prepare a worker: load what most questions need, unless it was forked with that."""
    sys.setrecursionlimit(3000)
    from . import preload  # noqa: F401
