"""A command whose help groups options under headings and ends with examples."""

from __future__ import annotations

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
    """A satdoku command. Its help shows every default that is not empty. The heading `Generation`
    is used only for commands that generate puzzles."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        for parameter in self.params:
            if isinstance(parameter, click.Option) and parameter.show_default is None:
                parameter.show_default = parameter.default not in ("", None)

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
        self._write_examples(ctx, formatter)

    def _heading(self, parameter: str) -> str:
        for heading, names in HEADINGS.items():
            if parameter in names.split() and (heading != "Generation" or self.name in GENERATORS):
                return heading
        return "Options"

    def _write_examples(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from .examples import EXAMPLES

        with formatter.section("Examples"):
            for example in EXAMPLES[ctx.command_path.removeprefix("satdoku ")]:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")
