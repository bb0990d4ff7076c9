"""What is asked from outside: one table row an operation, and arguments checked before any work.

Whoever asks (the page, the HTTP API, an agent) sends a dictionary; it holds a puzzle and options.
What an operation takes is a JSON Schema, of which only the few words below are used, so that it
can be published as it stands and checked in a few lines.

>>> schema = {"limit": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2}}
>>> checked({}, schema)
{'limit': 2}
>>> checked({"limit": 12}, schema)  # doctest: +ELLIPSIS
Traceback (most recent call last):
satdoku...PuzzleError: limit 12: at most 9
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import PuzzleError
from ..suggest import meant
from .options import IGNORE, TIME, usually

Record = dict[str, Any]
#: Called with what is known so far, while an operation goes on.
Say = Callable[[Record], object]
#: Seconds between the longest time limit and the end of a process, for the answer so far.
SPARE = 5.0
TYPES: dict[str, tuple[type, ...]] = {
    "integer": (int,), "number": (int, float), "string": (str,), "boolean": (bool,),
    "array": (list,), "object": (dict,),
}  # fmt: skip
#: A puzzle as it is sent: any text, or a record.
PUZZLE: Record = {
    "description": "Any text or link that holds one puzzle, or a record: "
    '{"puzzle": …, "layout": …, "constraints": […]}',
    "type": ["string", "object"],
    "maxLength": 600_000,
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked.

    answer: from the arguments, all of which are there (and what to call with progress), to a
    record. options: by name, the schema of each. seconds: after which it is over, whatever it does.
    needs_puzzle: "puzzle" must be there.
    """

    name: str
    sentence: str
    answer: Callable[[Record, Say], Record]
    options: Mapping[str, Record] = field(default_factory=dict)
    seconds: float = 30.0
    needs_puzzle: bool = True

    def schema(self) -> Record:
        """The JSON Schema of its arguments."""
        return {
            "type": "object",
            "properties": self._takes(),
            "required": ["puzzle"] if self.needs_puzzle else [],
            "additionalProperties": False,
        }

    def _takes(self) -> Record:
        return ({"puzzle": PUZZLE} if self.needs_puzzle else {}) | dict(self.options)

    def checked(self, arguments: Any) -> Record:
        """All arguments, as `checked` gives them; `PuzzleError` for what it does not take."""
        if not isinstance(arguments, dict):
            raise PuzzleError('an object is expected: {"puzzle": …}')
        if self.needs_puzzle and arguments.get("puzzle") is None:
            raise PuzzleError(f"{self.name} needs a puzzle: any text, link or record of one")
        return checked(arguments, self._takes())

    def run(self, arguments: Any, say: Say = lambda _: None) -> Record:
        """The answer, as a record for JSON; raises what the function behind it does."""
        return self.answer(self.checked(arguments), say)


def operation(
    name: str, sentence: str, answer: Callable[[Record, Say], Record], time: float | None = None,
    *, seconds: float = 30.0, needs_puzzle: bool = True, **options: Record,
) -> Operation:  # fmt: skip
    """A row of a table. time: seconds that it takes where nothing is said of it; None: it looks at
    no clock."""
    always = {"ignore_rules": IGNORE} if needs_puzzle else {}
    if time is not None:
        always |= {"time_limit": usually(TIME | {"maximum": seconds - SPARE}, time)}
    return Operation(name, sentence, answer, options | always, seconds, needs_puzzle)


def checked(arguments: Record, options: Mapping[str, Record]) -> Record:
    """Each option: what is given, else its default, None where it has none (null is as good as not
    given). `PuzzleError` for the first that is wrong."""
    given = {name: value for name, value in arguments.items() if value is not None}
    for name, value in given.items():
        if name not in options:
            meant(name, list(options), "option")
            raise PuzzleError(f"there is no option {name[:40]!r} here")
        _check(name, value, options[name])
    return {name: schema.get("default") for name, schema in options.items()} | given


def _check(name: str, value: Any, schema: Record) -> None:
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    fits = any(
        isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))
        for kind in kinds
    )
    if not fits:
        raise PuzzleError(f"{name} is to be {' or '.join(map(_article, kinds))}")
    if "enum" in schema and value not in schema["enum"]:
        raise PuzzleError(f"{name}: choose {', '.join(map(str, schema['enum']))}")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if not schema.get("minimum", value) <= value:
            raise PuzzleError(f"{name} {value}: at least {schema['minimum']}")
        if not value <= schema.get("maximum", value):
            raise PuzzleError(f"{name} {value}: at most {schema['maximum']}")
    most = schema.get("maxItems" if isinstance(value, list) else "maxLength")
    if most is not None and isinstance(value, (str, list)) and len(value) > most:
        what = "entries" if isinstance(value, list) else "characters"
        raise PuzzleError(f"{name} has {len(value):,} {what}: at most {most:,}")
    if isinstance(value, list) and "items" in schema:
        for item in value:
            _check(f"an entry of {name}", item, schema["items"])


def _article(kind: str) -> str:
    return f"a{'n' * (kind[0] in 'aio')} {kind}"
