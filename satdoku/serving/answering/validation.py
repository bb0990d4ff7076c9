"""Operations for outside callers: one table row per operation; arguments are checked first.

The caller (the page, the HTTP API, an agent) sends a dictionary with a puzzle and options. Each
option has a JSON Schema, restricted to the few keywords below, so that it can be published as is
and checked in a few lines.

>>> schema = {"limit": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2}}
>>> checked({}, schema)
{'limit': 2}
>>> checked({"limit": 12}, schema)  # doctest: +ELLIPSIS
Traceback (most recent call last):
satdoku...PuzzleError: limit 12: at most 9
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from ...board import Puzzle
from ...errors import PuzzleError
from ...formats.text.reader import parse
from ...frozen import frozen
from ...languages import told_record
from ...phrases import joined, phrase
from ...plurals import an
from ...record_types import Record
from ...suggest import meant
from .options import FROM_TEXT, IGNORE, LANGUAGE, OPTIONS, PUZZLE, TIME, usually

#: Called with intermediate results while an operation runs.
Say = Callable[[Record], object]
#: Seconds between the maximum time limit and the kill of the process, to send a partial answer.
SPARE = 5.0
TYPES: dict[str, tuple[type, ...]] = {
    "integer": (int,), "number": (int, float), "string": (str,), "boolean": (bool,),
    "array": (list,), "object": (dict,),
}  # fmt: skip

#: Maximum number of candidates (cells × digits) of a board that a client may send.
LARGEST = 49 * 49 * 49


def puzzle_of(arguments: Record) -> Puzzle:
    """Return the puzzle of an operation's arguments: any text, any record of a puzzle, or cells as
    `parse` takes them.

    A record has the cells on one line ("" for a blank board) and the name of a layout; optional are
    constraints (texts, in addition to those in the name), the symbols of the digits, and extra data
    to preserve (`kept`). Raises `ParseError`, `LayoutError` or `PuzzleError`.
    """
    puzzle = parse(
        arguments["puzzle"],
        ignore_rules=arguments.get("ignore_rules", ()),
        rules_from_text=arguments.get("rules_from_text", False),
    )
    if puzzle.layout.variable_count > LARGEST:
        raise PuzzleError(
            phrase(
                "a board of {count:,} candidates is too large", count=puzzle.layout.variable_count
            )
        )
    return puzzle


@frozen
class Operation:
    """An operation that callers can request.

    answer: maps the complete arguments and a progress callback to a record. options: the schema of
    each option, by name. seconds: hard time limit, after which the process is killed. needs_puzzle:
    whether "puzzle" is required.
    """

    name: str
    sentence: str
    answer: Callable[[Record, Say], Record]
    options: Mapping[str, Record] = field(default_factory=dict)
    seconds: float = 30.0
    needs_puzzle: bool = True

    def schema(self) -> Record:
        """Return the JSON Schema of its arguments."""
        return {
            "type": "object",
            "properties": self._takes(),
            "required": ["puzzle"] if self.needs_puzzle else [],
            "additionalProperties": False,
        }

    def _takes(self) -> Record:
        takes: Record = {"puzzle": PUZZLE} if self.needs_puzzle else {}
        return takes | dict(self.options) | {"language": LANGUAGE}

    def arguments(self, message: Record) -> Record:
        """Return the arguments of a message of the page: {"puzzle": …, "options": {…}}."""
        puzzle = {"puzzle": message.get("puzzle")} if self.needs_puzzle else {}
        return (message.get("options") or {}) | puzzle

    def checked(self, arguments: Any) -> Record:
        """Return all arguments, completed by `checked`; raise `PuzzleError` for invalid ones."""
        if not isinstance(arguments, dict):
            raise PuzzleError('expected an object: {"puzzle": …}')
        if self.needs_puzzle and arguments.get("puzzle") is None:
            raise PuzzleError(
                phrase("{name!s} needs a puzzle: any text, link or record", name=self.name)
            )
        takes = self._takes()
        for name in ("layout", "constraints", "symbols"):
            if self.needs_puzzle and name in arguments and name not in takes:
                raise PuzzleError(
                    phrase(
                        '{name!s} belongs in the puzzle: {{"puzzle": {{"puzzle": …, '
                        '"{name!s}": …}}}}',
                        name=name,
                    )
                )
        return checked(arguments, takes)

    def run(self, arguments: Any, say: Say = lambda _: None) -> Record:
        """Return the answer as a record for JSON, which names its puzzle; raise what the underlying
        function raises."""
        complete = self.checked(arguments)
        language = complete["language"]
        answer = self.answer(complete, lambda progress: say(told_record(progress, language)))
        found: Record = told_record(answer, language)
        if "puzzle" in found or not self.needs_puzzle:
            return found
        return puzzle_of(complete).record() | found


def operation(
    name: str,
    sentence: str,
    answer: Callable[[Record, Say], Record],
    time: float | None = None,
    takes: str = "",
    *,
    seconds: float = 30.0,
    needs_puzzle: bool = True,
    **own: Record,
) -> Operation:
    """Return a row of the table. time: the default time limit in seconds; None for an operation
    without one. takes: the names of its options in `OPTIONS`; own: its other options."""
    options = {option: OPTIONS[option] for option in takes.split()} | own
    if needs_puzzle:
        options["ignore_rules"] = IGNORE
        options["rules_from_text"] = FROM_TEXT
    if time is not None:
        options["time_limit"] = usually(TIME | {"maximum": seconds - SPARE}, time)
    return Operation(name, sentence, answer, options, seconds=seconds, needs_puzzle=needs_puzzle)


def checked(arguments: Record, options: Mapping[str, Record]) -> Record:
    """Return every option: its given value, else its default, else None (null counts as not given).
    Raises `PuzzleError` for the first invalid one."""
    given = {name: value for name, value in arguments.items() if value is not None}
    for name, value in given.items():
        if name not in options:
            meant(name, list(options), "option")
            raise PuzzleError(phrase("there is no option {name!r}", name=name[:40]))
        _check(name, value, options[name])
    return {name: schema.get("default") for name, schema in options.items()} | given


def _check(name: str, value: Any, schema: Record) -> None:
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(_is_of(kind, value) for kind in kinds):
        raise PuzzleError(
            phrase(
                "{name!s} must be {kinds}",
                name=name,
                kinds=joined(map(an, kinds), "{one} or {next}"),
            )
        )
    if "enum" in schema and value not in schema["enum"]:
        raise PuzzleError(
            phrase(
                "{name!s}: choose {names!s}", name=name, names=", ".join(map(str, schema["enum"]))
            )
        )
    # Python's truth values are numbers, those of JSON are not.
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if not schema.get("minimum", value) <= value:
            raise PuzzleError(
                phrase(
                    "{name!s} {value!s}: at least {least!s}",
                    name=name,
                    value=value,
                    least=schema["minimum"],
                )
            )
        if not value <= schema.get("maximum", value):
            raise PuzzleError(
                phrase(
                    "{name!s} {value!s}: at most {most!s}",
                    name=name,
                    value=value,
                    most=schema["maximum"],
                )
            )
    if isinstance(value, str):
        _check_length(name, len(value), "characters", schema.get("maxLength"))
    if isinstance(value, list):
        _check_length(name, len(value), "entries", schema.get("maxItems"))
        if "items" in schema:
            for item in value:
                _check(f"an entry of {name}", item, schema["items"])


def _is_of(kind: str, value: Any) -> bool:
    """Whether a value is of a kind of JSON; Python counts True among the integers, JSON does
    not."""
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, TYPES[kind])


def _check_length(name: str, length: int, what: str, most: int | None) -> None:
    if most is not None and length > most:
        raise PuzzleError(
            phrase(
                "{name!s} has {length:,} {what}: at most {most:,}",
                name=name,
                length=length,
                what=what,
                most=most,
            )
        )
