"""Print lists of names, and the commands that do nothing else."""

from __future__ import annotations

from typing import Any

from ..listing import Listing
from ..phrases import Name
from .command import Command, from_table
from .messages import SPEECH
from .stream.writing import listed


def show(listing: Listing[Any], form: str) -> int:
    """Print a list: columns for people, one object per line for programs. Returns exit status 0."""
    for line in listed(listing, lambda: Name(listing.text(SPEECH.language)), form):
        print(line)
    return 0


def list_of(name: str, **how: str) -> Listing[Any]:
    """Return the list that a public function gives."""
    import satdoku

    return getattr(satdoku, name)(**how)  # type: ignore[no-any-return]


def show_verdict(verdict: Any, form: str) -> int:
    """Print the verdict on a thing of the user's own, or on an encoding; return the status."""
    for line in listed([verdict], verdict.text, form):
        print(line)
    return int(bool(verdict.fault))


def list_command(name: str, summary: str, function: str, judges: str) -> Command:
    """Return the command that prints the list of a public function; judges: the function of
    `satdoku.extensions` that judges a thing of the user's own that could stand in the list."""

    def command(form: str, scale: str | None = None, judge: str | None = None) -> int:
        if judge is not None:
            from .. import extensions

            return show_verdict(getattr(extensions, judges)(judge), form)
        how = {"scale": scale} if scale else {}
        return show(list_of(function, **how), form)

    command.__doc__ = f"{summary}\f{EXAMPLES.format(name)}"
    return from_table(name, "text", "json")(command)


EXAMPLES = """
satdoku {0}
satdoku {0} --format json
satdoku help {0}
"""
