"""The commands by heading; each module is loaded on first use.

Which there are is said by the rooms of the command line, the folders here with a `room.py`. A
command that needs a room which is not there is left out of the help; called all the same, it says
what is missing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from ..phrases import phrase
from ..plugins import FILE, entry_points_of, origin_of
from ..rooms import commands, lacks, missing_room, package_of, room_that_had
from .messages import heading_of, write_purpose, write_usage
from .messages import tell as say

#: The environment variable with which a shell requests completions.
COMPLETE = "_SATDOKU_COMPLETE"
#: The headings of the help, in their order.
SECTIONS = ("Solve", "Understand", "Make", "Exchange", "Data", "Research", "Tools")


def by_heading() -> dict[str, dict[str, str]]:
    """Return the description of each command that works, under the headings of the help."""
    found: dict[str, dict[str, str]] = {heading: {} for heading in SECTIONS}
    for name, (_, command) in commands().items():
        if not lacks(name):
            found[command.heading][name] = command.summary
    return found


#: The description of each command, under the headings of the help: the first sentence of the
#: command's own help, which is loaded only on demand.
HEADINGS = by_heading()
SUMMARIES = {name: summary for section in HEADINGS.values() for name, summary in section.items()}
COMMANDS = tuple(name for name in SUMMARIES if not commands()[name][1].is_group)


def installed() -> dict[str, str]:
    """Return where each command of an installed package comes from, by its name; none is
    imported."""
    points = entry_points_of("satdoku.commands")
    return {name: origin_of(points[name]) for name in sorted(points.keys() - commands().keys())}


def is_own(name: str) -> bool:
    """Whether it is FILE.py:NAME, or the name of a command of an installed package."""
    return bool(FILE.fullmatch(name)) or name in installed()


class Commands(click.Group):
    """The commands whose names begin with a prefix ("" for all). Without a command, prints the
    help."""

    def __init__(self, name: str, beginning: str = "", **more: Any) -> None:
        super().__init__(name, invoke_without_command=True, **more)
        self.beginning = beginning
        self.callback = self.callback or tell

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names, in order."""
        begun = (name for name in COMMANDS if name.startswith(self.beginning))
        names = {name.removeprefix(self.beginning).split()[0] for name in begun}
        return sorted(names | self._own().keys())

    def _own(self) -> dict[str, str]:
        """Return where each command of an installed package comes from, by its name."""
        return {} if self.beginning else installed()

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write how the commands are called."""
        write_usage(self, ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands are for."""
        write_purpose(self, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the commands."""
        records = [parameter.get_help_record(ctx) for parameter in self.get_params(ctx)]
        with formatter.section(heading_of("Options")):
            formatter.write_dl([(record[0], say(record[1])) for record in records if record])
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, without loading them."""
        names = self.list_commands(ctx)
        longest = max(map(len, names))
        width = formatter.width - 6 - longest
        for heading, section in HEADINGS.items():
            rows = []
            for name, summary in section.items():
                own_name = name.removeprefix(self.beginning)
                if own_name in names:
                    short = click.Command(own_name, help=say(summary)).get_short_help_str(width)
                    rows.append((own_name, short))
            if rows:
                missing_width = longest - max(len(name) for name, _ in rows)
                with formatter.section(heading_of("Commands" if self.beginning else heading)):
                    formatter.write_dl(rows, col_spacing=2 + missing_width)
        if own := self._own():
            rows = [(name.ljust(longest), from_origin(origin)) for name, origin in own.items()]
            with formatter.section(heading_of("Installed")):
                formatter.write_dl(rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command or group; a usage error suggests the nearest name."""
        name = self.beginning + cmd_name
        if name not in commands():
            if not self.beginning and is_own(cmd_name):
                from .own_commands import own_command

                return own_command(cmd_name)
            if room := room_that_had(name):
                raise missing_room(f"satdoku {name} is part of", room)
            from ..suggest import unknown

            ctx.fail(unknown(cmd_name, self.list_commands(ctx), "command"))
        if folder := lacks(name):
            raise missing_room(f"satdoku {name} needs", folder)
        return load(name)


def load(name: str) -> click.Command:
    """Return a command or group: `dataset audit` is `audit` in the module `dataset` of its room."""
    _, command = commands()[name]
    if command.lists:
        from .listing import list_command

        return list_command(name, command.summary, command.lists, command.judges)
    first, _, rest = name.replace("-", "_").partition(" ")
    module = import_module(f"{package_of(name)}.{first}")
    return getattr(module, rest or "command")  # type: ignore[no-any-return]


def from_origin(origin: str) -> str:
    """Return what is said of a command of an installed package."""
    return say(phrase("From {origin!s}.", origin=origin))


def tell() -> None:
    """Print the help of a group that is called without a command."""
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
