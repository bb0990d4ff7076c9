"""`satdoku publish`: a page on which anybody plays puzzles, without a server."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ...errors import OutputError
from ...formats.metadata import with_about
from ...frozen import frozen
from ...phrases import phrase
from ..command import from_table
from ..messages import complain
from ..stream.reading import Inputs


@frozen
class Told:
    """What a page says of its puzzles, where they do not say it themselves."""

    title: str | None = None
    author: str | None = None
    rules: str | None = None

    @property
    def about(self) -> dict[str, str]:
        """The metadata by their names."""
        named = {"title": self.title, "author": self.author, "ruleset": self.rules}
        return {name: text for name, text in named.items() if text}


@from_table("publish")
def command(source: Inputs, told: Told, output: str, time_limit: float) -> int:
    """Publish puzzles as a page to play, which needs no server.

    FILE.html is one file, to send along or put on any web host; DIR is a folder for a host. Title,
    author and rules in words, rating and hints are inside, and the browser judges by itself.
    \f
    satdoku publish puzzle.txt -o puzzle.html
    satdoku generate --count 3 --kind thermometer --seed 1 | satdoku publish - -o thermometers.html
    satdoku publish puzzles.txt --title Monday --author Ann -o site
    """
    path = Path(output)
    if path.suffix == ".html" and path.is_dir():
        raise OutputError(
            phrase("{output!s} is a folder: name a file, or a folder without .html", output=output)
        )
    if path.suffix != ".html" and path.is_file():
        raise OutputError(
            phrase(
                "{output!s} is a file: name a folder, or a file that ends in .html", output=output
            )
        )
    if path.suffix not in ("", ".html") and not path.is_dir():
        raise OutputError(
            phrase(
                "{output!s} would be a folder named like a file: name it .html, or a folder "
                "without an ending",
                output=output,
            )
        )
    if output == "-":
        raise OutputError("a page is not printed: name a folder, or a file that ends in .html")
    if not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        raise OutputError(
            phrase(
                "cannot write {output!s}: there is no folder {parent!s} to write in",
                output=output,
                parent=path.parent,
            )
        )
    from ...serving.publishing import publish

    puzzles = [with_about(entry.puzzle, told.about) for entry in source.feed().entries()]
    if not puzzles:
        raise click.UsageError("there is no puzzle to publish")
    for problem in publish(path, puzzles, time_limit):
        complain(problem)
    click.echo(output)
    return 0
