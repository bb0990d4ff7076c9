"""Commands of the user's own: `satdoku my.py:greet`, and entry points "satdoku.commands".

A command is a function of its arguments, a list of words, which returns its exit status or None; or
a command of click, for one with options. The help lists those of installed packages by what the
packages say of themselves, and imports none of them.
"""

from __future__ import annotations

from inspect import cleandoc, isroutine
from typing import Any

import click

from ..errors import PluginError, SatdokuError
from ..phrases import phrase
from ..plugins import PluginVerdict, blamed, fetched, owner_of
from ..rooms import commands

GROUP = "satdoku.commands"


def own_command(name: str) -> click.Command:
    """Return a command that blames its origin for its errors, but for those of satdoku and click;
    raise `PluginError` if there is none of that name."""
    known = fetched(name, GROUP)
    if known is None:
        raise PluginError(
            phrase(
                "{name!r} is neither FILE.py:NAME nor a command of an installed package", name=name
            )
        )
    origin, value = known
    called = name.rpartition(":")[2]
    owner = owner_of("command", called, origin)
    command = value if isinstance(value, click.Command) else _of_function(called, value, owner)
    return _Blamed(owner, command)


def _of_function(name: str, function: Any, owner: str) -> click.Command:
    """Return the command of a function of a list of words."""
    if not isroutine(function):
        raise PluginError(phrase("{owner!s}: expected a function or a click.Command", owner=owner))

    def run(words: tuple[str, ...]) -> Any:
        return function([*words])

    words = click.Argument(["words"], nargs=-1, type=click.UNPROCESSED)
    meaning = cleandoc(function.__doc__ or "")
    takes_all = {"ignore_unknown_options": True}
    return click.Command(name, takes_all, run, [words], help=meaning)


class _Blamed(click.Command):
    """A command of the user's, which runs within `blamed`."""

    def __init__(self, owner: str, inner: click.Command) -> None:
        super().__init__(inner.name, inner.context_settings, help=inner.help)
        self.owner = owner
        self.inner = inner

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Parse the arguments."""
        with self._blamed():
            context = self.inner.make_context(*arguments, **more)
        context.command = self  # so that it is run from here
        return context

    def invoke(self, ctx: click.Context) -> int:
        """Run the command, and return its exit status: 0 for anything but a whole number."""
        with self._blamed():
            status = self.inner.invoke(ctx)
        return status if isinstance(status, int) else 0

    def get_help(self, ctx: click.Context) -> str:
        """Return its help."""
        with self._blamed():
            return self.inner.get_help(ctx)

    def _blamed(self) -> Any:
        ends = (SatdokuError, click.ClickException, click.exceptions.Exit, click.Abort)
        return blamed(self.owner, *ends, SystemExit, BrokenPipeError)


def judge_command(name: str) -> PluginVerdict:
    """Return the verdict on a command: whether it loads, is documented and shows its help."""
    command = own_command(name)
    known = fetched(name, GROUP)
    assert known
    called = name.rpartition(":")[2]
    faults = []
    if called in commands():
        faults.append(f"satdoku has a command {called!r}, which is called in its place")
    if not (command.help or "").strip():
        faults.append("it has no docstring, from which the help would take what it does")
    context = click.Context(command, info_name=called)
    if called not in command.get_help(context):
        faults.append("its --help does not name it")
    return PluginVerdict("command", called, known[0], "; ".join(faults), 3)
