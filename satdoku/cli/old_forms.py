"""Old forms of commands, which work for one more release: each prints a line with the new command.

The line repeats what the user wrote, so the arguments are parsed once more, without converting
values: a board is to stand there as it was named.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress

import click

from ..sanitize import shown
from .command import ARGUMENTS

#: Options by name, each with the words that were written, such as ["--count", "6"]; "" has inputs.
Words = dict[str, list[str]]
#: The greatest length of the line: it is for copying, so nearly any command is left whole.
LONGEST = 20_000


def words_given() -> Words:
    """Return what the user wrote for the command that runs, option by option in order."""
    context = click.get_current_context()
    parser = context.command.make_parser(context)
    values, _, order = parser.parse_args([*context.meta[ARGUMENTS]])
    found: Words = {"": []}
    for parameter in dict.fromkeys(order):
        value = values.get(parameter.name or "")
        if isinstance(parameter, click.Option):
            name, words = _of_option(parameter, value)
            found[name] = words
        elif isinstance(value, tuple):
            found[""] = [word for word in value if isinstance(word, str)]
    return found


def _of_option(option: click.Option, value: object) -> tuple[str, list[str]]:
    """Return the name of an option that was given, and its words."""
    name = _long(option.opts)
    if value is False:
        return name, [_long(option.secondary_opts)]
    if option.is_flag:
        return name, [name]
    words = []
    for one in value if isinstance(value, list) else [value]:
        words += [name, str(one)]
    return name, words


def _long(names: Iterable[str]) -> str:
    return next(name for name in names if name.startswith("--"))


def written(command: str, words: Mapping[str, list[str]]) -> str:
    """Return a command as one writes it in a shell: the options, then the inputs."""
    parts = ["satdoku", command]
    for name, given in words.items():
        if name:
            parts += given
    inputs = words.get("", [])
    if any(text.startswith("-") and text != "-" for text in inputs):
        parts.append("--")  # what follows is no option
    return " ".join(map(quoted, [*parts, *inputs]))


def quoted(word: str) -> str:
    r"""Return a word as shells read it, in one line: a grid of several lines is one word, too.

    >>> quoted("12..\n..34")
    "$'12..\\n..34'"
    """
    if word.isprintable():
        return shlex.quote(word)
    word = word.replace("\\", r"\\").replace("'", r"\'")
    escaped = [mark if mark.isprintable() else repr(mark)[1:-1] for mark in word]
    return f"$'{''.join(escaped)}'"


def tell_new_form(what: str, line: str) -> None:
    """Print one line on standard error: that something is deprecated, and the new command."""
    with suppress(OSError):  # a broken standard output is reported when the command ends
        sys.stdout.flush()
    name = click.get_current_context().info_name
    message = shown(f"satdoku {name}: {what} is deprecated; use: {line}", LONGEST)
    print(message, file=sys.stderr, flush=True)
