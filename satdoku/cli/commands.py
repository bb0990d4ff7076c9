"""The commands, by the names of their files; each is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

#: A file each, with a `command`: `dataset_audit.py` has that of the group `dataset`.
COMMANDS = (
    "solve", "generate", "minimize", "shuffle", "check", "count", "explain", "steps", "hint",
    "rate", "verify-steps", "diagnose", "certify", "verify", "canon", "dataset audit",
    "dataset make", "dataset score", "convert", "export", "decode", "rules", "levels", "layouts",
    "engines", "encodings", "compare", "selfcheck", "warm-up", "print", "book",
)  # fmt: skip


class Commands(click.Group):
    """The commands whose names begin so ("" for all). Called alone, it tells what it holds."""

    def __init__(self, name: str, beginning: str = "", **more: Any) -> None:
        super().__init__(name, invoke_without_command=True, **more)
        self.beginning = beginning
        self.callback = self.callback or tell

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in order."""
        begun = (name for name in COMMANDS if name.startswith(self.beginning))
        return sorted({name.removeprefix(self.beginning).split()[0] for name in begun})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command or group; what was meant is told where there is none of that name."""
        name = self.beginning + cmd_name
        if name not in COMMANDS and cmd_name not in self.list_commands(ctx):
            from ..nearest import unknown

            ctx.fail(unknown(cmd_name, self.list_commands(ctx), "command"))
        module = import_module(f".{name.replace('-', '_').replace(' ', '_')}", __package__)
        return module.command  # type: ignore[no-any-return]


def tell() -> None:
    """Print the help of a group that is called alone."""
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
