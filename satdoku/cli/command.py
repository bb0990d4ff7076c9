"""A command whose help groups options under headings and ends with examples."""

from __future__ import annotations

from inspect import cleandoc
from itertools import pairwise
from typing import Any

import click

#: The headings of options, in the order of the help, with the parameter names under each. Options
#: that are not listed here are specific to their command and come first.
HEADINGS = {
    "Generation": (
        "count seed start kind keep level rating needs forbids clues symmetry mask minimal tries "
        "grid only scale"
    ),
    "Techniques": "rules only scale without uniqueness general_covers limit_size",
    "Layout of the pages": "paper landscape booklet large per_page colour font fonts template",
    "Engines": "engine encoding stats",
    "Input": ("layout symbols column ignore_rules drawings on_error from_state entries"),
    "Output": "form output add resume verbosity",
    "Limits and parallel work": "time_limit jobs cluster",
}
GENERATORS = ("generate", "print")


class Command(click.Command):
    """A satdoku command. Its help shows every default that is not empty, and ends with examples:
    shell commands, all of which a test runs. They follow a form feed in the function's docstring.
    The heading `Generation` is used only for commands that generate puzzles."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        text, _, examples = (self.help or "").partition("\f")
        self.help, self.examples = text.rstrip(), cleandoc(examples).splitlines()
        for parameter in self.params:
            if isinstance(parameter, click.Option) and parameter.show_default is None:
                parameter.show_default = parameter.default not in ("", None)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raise a usage error for an option whose value was left out."""
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        named = {name for one in options for name in (*one.opts, *one.secondary_opts)}
        takes = {name for one in options if not (one.is_flag or one.count) for name in one.opts}
        for option, value in pairwise(args[: args.index("--")] if "--" in args else args):
            if option in takes and value in named:
                raise click.UsageError(f"{option} needs a value, and {value} is an option", ctx)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their headings, then the examples."""
        rows: dict[str, list[tuple[str, str]]] = {name: [] for name in ("Options", *HEADINGS)}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                rows[self._heading(parameter.name or "")].append(record)
        rows["Options" if len(rows["Options"]) > 1 else "Output"] += [rows["Options"].pop()]
        for heading, records in rows.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")

    def _heading(self, parameter: str) -> str:
        for heading, names in HEADINGS.items():
            if parameter in names.split() and (heading != "Generation" or self.name in GENERATORS):
                return heading
        return "Options"
