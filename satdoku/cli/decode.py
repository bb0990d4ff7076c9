"""`satdoku decode`: a solver's model as a grid, verified."""

from __future__ import annotations

import json

import click

from ..errors import DecodeError, ParseError
from ..layout import Layout
from . import options
from .stream.files import open_input, open_output


@click.command("decode")
@click.argument("model", default="-")
@click.option(
    "--cnf", metavar="FILE", help="The exported file that was solved: its comments say all."
)
@options.puzzle_format("grid", "line", "json")
@options.layout
@options.output
def command(
    model: str, cnf: str | None, form: str, layout: Layout | None, output: str | None
) -> int:
    """Turn a solver's model into a grid, and verify it.

    MODEL is a file or "-": `v` lines, or a bare list of literals. With --cnf the comments of the
    exported file tell the board, the givens and, if it was simplified, which variable is which.
    Exit status 1 if the solver found no model.
    """
    from ..encodings.decode import Key, decode, read_key, read_model

    key = Key()
    if cnf:
        if cnf == model == "-":
            raise click.UsageError("standard input can be read only once")
        with open_input(cnf, must_exist=True) as (source, lines):
            try:
                key = read_key(lines)
            except (DecodeError, ParseError) as error:
                raise type(error)(f"{source}: {error}") from None
    if layout:
        key.layout = layout
    with open_input(model, must_exist=True) as (source, lines):
        try:
            grid = decode(read_model(lines), key)
        except (DecodeError, ParseError) as error:
            raise type(error)(f"{source}: {error}") from None
    with open_output(output) as stream:
        if form == "json":
            record = {"solution": grid.line, "layout": grid.layout.name, "verified": True}
            print(json.dumps(record, ensure_ascii=False), file=stream)
        else:
            print(grid.line if form == "line" else grid, file=stream)
    return 0
