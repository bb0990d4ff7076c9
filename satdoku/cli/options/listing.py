"""Print lists of names, and the commands that do nothing else."""

from __future__ import annotations

from typing import Any

import click

from ...listing import Listing
from ..command import Command
from ..stream.writers import listed
from .output_format import puzzle_format


def show(listing: Listing[Any], form: str) -> int:
    """Print a list: columns for people, one object per line for programs. Returns exit status 0."""
    for line in listed(listing, listing.text, form):
        print(line)
    return 0


def list_of(name: str) -> Listing[Any]:
    """Return the list that a public function without arguments gives."""
    import satdoku

    return getattr(satdoku, name)()  # type: ignore[no-any-return]


def list_command(name: str, summary: str, function: str) -> click.Command:
    """Return the command that prints the list of a public function."""

    @click.command(name, cls=Command, help=f"{summary}\f{EXAMPLES.format(name)}")
    @puzzle_format("text", "json")
    def command(form: str) -> int:
        return show(list_of(function), form)

    return command


EXAMPLES = """
satdoku {0}
satdoku {0} --format json
satdoku help {0}
"""
