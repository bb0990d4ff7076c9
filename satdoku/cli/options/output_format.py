"""--format, and the format implied by the extension of an output file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ...formats.table import ENDS, FORMATS, kind_of

Command = TypeVar("Command", bound=Callable[..., Any])

#: The format implied by the extension of an output: the formats of all commands, and formats that
#: no command writes. Any other extension implies nothing.
FORMS = {
    "json": "json", "jsonl": "json", "ndjson": "json", "csv": "csv", "parquet": "parquet",
    "svg": "svg", "html": "html",
} | {name: name for name in (
    "htm", "pdf", "ps", "eps", "png", "jpg", "jpeg", "gif", "webp", "tsv", "xls", "xlsx", "ods",
    "doc", "docx", "odt", "md", "tex", "xml", "yaml", "sqlite", "db", "npy", "npz", "pkl", "zip",
    "tar", "cnf", "opb", "lp", "smt2", "mzn",
)}  # fmt: skip


#: The implied format by extension (.txt implies none).
PROMISES = FORMS | {end: name for end, name in ENDS.items() if end != "txt"}
#: For the help: the default of --format if the command has an --output.
BY_NAME = "by the output's name, else "
#: Formats of other programs, which commands that make puzzles can also write.
OTHERS = tuple(name for name, row in FORMATS.items() if row.writer)


class FormatName(click.Choice[str]):
    """The name of a format; an error suggests the nearest name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name as in the table."""
        from ...errors import PuzzleError
        from ...suggest import meant

        if value in FORMATS and value not in self.choices:
            self.fail(f"{value} can be read, not written", param, ctx)
        try:
            known = meant(value, self.choices, "format", listed_by="satdoku formats")
        except PuzzleError as error:
            self.fail(str(error), param, ctx)
        return super().convert(known, param, ctx)


def puzzle_format(*names: str, others: bool = False) -> Callable[[Command], Command]:
    """--format: by default what the output's name implies, or else the first of these names.

    others: whether the command makes puzzles, which can be written in all formats (`satdoku
    formats`).
    """
    first, help_text = names[0], "json is one object per line."
    shown = f"[{'|'.join(names)}|…]" if others else None
    if others:
        names = (*names, *(name for name in OTHERS if name not in names))
        help_text += " `satdoku formats` lists more."

    def choose(context: click.Context, parameter: click.Parameter, form: str | None) -> str:
        output = context.params.get("output") or ""
        by_name = promised(output, names)
        if form and by_name not in ("", form):
            raise click.BadParameter(
                f"--format {form} does not fit a .{kind_of(output)} file: leave out --format, or "
                "rename the file",
                param_hint="--output",
            )
        return form or by_name or first

    return click.option(
        "--format",
        "form",
        cls=_FormatOption,
        type=FormatName(names) if others else click.Choice(names),
        callback=choose,
        metavar=shown,
        help=f"{help_text}  [default: {BY_NAME}{first}]",
    )


class _FormatOption(click.Option):
    """Mentions the output's name in the help only if the command has an --output."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record and not any(option.name == "output" for option in ctx.command.params):
            return record[0], record[1].replace(BY_NAME, "")
        return record


def promised(output: str | None, names: tuple[str, ...]) -> str:
    """Return the format implied by an output's name, one of `names`, or "" for none; raise a usage
    error for another."""
    kind = kind_of(output or "")
    by_name = PROMISES.get(kind, "")
    if by_name and by_name not in names:
        able = [f".{end}" for end, name in PROMISES.items() if name in names]
        raise click.BadParameter(
            f"this command makes no .{kind}, but {', '.join(['.txt', *able])}",
            click.get_current_context(),
            param_hint="--output",
        )
    return by_name
