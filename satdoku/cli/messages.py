"""Messages on standard error, in order with the printed output; and the language of all that is
said to a person, which `--language` or the system chooses for the whole process."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from inspect import cleandoc
from typing import TYPE_CHECKING

from ..languages import language_of_system, languages, telling
from ..phrases import phrase
from ..sanitize import MESSAGE_LIMIT, shown

if TYPE_CHECKING:
    import click


@dataclass
class Speech:
    """The language that is spoken."""

    language: str = "en"


SPEECH = Speech()


def tell(text: str) -> str:
    """Return a text in the language that is spoken."""
    return telling(SPEECH.language)(text)


def language_wanted(arguments: Sequence[str]) -> str:
    """Return the language that the arguments of the command line ask for, by default the system's;
    it is known before they are read, for what is said of wrong ones."""
    given = ""
    followers = [*arguments[1:], ""]
    for argument, following in zip(arguments, followers, strict=False):  # none: without arguments
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == "--language":
            given = value if equals else following
    return given if given in languages() else language_of_system()


def write_purpose(command: click.Command, formatter: click.HelpFormatter) -> None:
    """Write what a command is for, in the language that is spoken, paragraph by paragraph."""
    told = []
    for one in cleandoc(command.help or "").split("\n\n"):
        is_laid_out = one.startswith("\b")
        told.append(one if is_laid_out or not one else tell(" ".join(one.split())))
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text("\n\n".join(told))


def heading_of(text: str) -> str:
    """Return a heading of a help in the language that is spoken, without the colon that follows."""
    return tell(phrase("{heading}:", heading=text)).removesuffix(":").removesuffix("：")


def write_usage(
    command: click.Command, context: click.Context, formatter: click.HelpFormatter
) -> None:
    """Write how a command is called, in the language that is spoken."""
    pieces = " ".join(command.collect_usage_pieces(context))
    formatter.write_usage(context.command_path, pieces, f"{tell('Usage:')} ")


def complain(problem: str) -> None:
    """Print one line on standard error, after everything printed before it."""
    with suppress(OSError):  # a broken standard output is reported when the command ends
        sys.stdout.flush()
    line = shown(" ".join(problem.split()), MESSAGE_LIMIT)
    if line == problem:  # as it was put together
        line = problem
    print(f"satdoku: {tell(line)}", file=sys.stderr, flush=True)
