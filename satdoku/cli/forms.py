"""--format, and what the extension of an output promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from .stream.files import kind_of

Command = TypeVar("Command", bound=Callable[..., Any])

#: What the extension of an output promises: the formats of all commands, and what none makes. Any
#: other extension is a name that promises nothing.
FORMS = {
    "json": "json", "jsonl": "json", "ndjson": "json", "csv": "csv", "parquet": "parquet",
    "svg": "svg", "html": "html",
} | {name: name for name in (
    "htm", "pdf", "ps", "eps", "png", "jpg", "jpeg", "gif", "webp", "tsv", "xls", "xlsx", "ods",
    "doc", "docx", "odt", "md", "tex", "xml", "yaml", "sqlite", "db", "npy", "npz", "pkl", "zip",
    "tar", "cnf", "opb", "lp", "smt2", "mzn",
)}  # fmt: skip


def puzzle_format(*names: str) -> Callable[[Command], Command]:
    """--format: what the output's name says, or else the first of these names."""

    def choose(context: click.Context, parameter: click.Parameter, form: str | None) -> str:
        output = context.params.get("output") or ""
        by_name = promised(output, names)
        if form and by_name not in ("", form):
            raise click.BadParameter(
                f"a file .{kind_of(output)} is not what --format {form} is: leave out --format, or "
                "name the file otherwise",
                param_hint="--output",
            )
        return form or by_name or names[0]

    return click.option(
        "--format",
        "form",
        type=click.Choice(names),
        callback=choose,
        help="json is one object a line.  [default: by the output's name, else " + names[0] + "]",
    )


def promised(output: str | None, names: tuple[str, ...]) -> str:
    """The format that an output's name promises, one of `names`, or "" for none; others are
    refused."""
    kind = kind_of(output or "")
    by_name = FORMS.get(kind, "")
    if by_name and by_name not in names:
        able = [f".{end}" for end, name in FORMS.items() if name in names]
        raise click.BadParameter(
            f"this command makes no .{kind}, but {', '.join(['.txt', *able])}",
            click.get_current_context(),
            param_hint="--output",
        )
    return by_name
