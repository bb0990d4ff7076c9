"""`satdoku schema`: the JSON Schemas of the commands' JSON output."""

from __future__ import annotations

import json

import click

from ...schemas import schema, schemas
from ..command import from_table
from ..listing import show


@from_table("schema", "text", "json")
def command(name: str, form: str) -> int:
    """Print the JSON Schema of a command's --format json.

    NAME is that of the command, or "puzzle": the record that all commands read. Without it they are
    listed.
    \f
    satdoku schema solve
    satdoku schema 'dataset audit'
    satdoku schema rate > rate.schema.json
    """
    if not name:
        return show(schemas(), form)
    indent = 2 if form == "text" else None
    click.echo(json.dumps(schema(name), ensure_ascii=False, indent=indent))
    return 0
