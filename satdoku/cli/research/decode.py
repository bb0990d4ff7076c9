"""`satdoku decode`: convert a solver's model to a grid and verify it."""

from __future__ import annotations

import click

from ...layout import Layout
from ...phrases import phrase
from ..command import from_table
from ..lines import naming
from ..stream.inputs import refuse_puzzle
from ..stream.writing import open_output, rendered


@from_table("decode", "grid", "line", "json")
def command(
    model: str, cnf: str | None, form: str, layout: Layout | None, output: str | None
) -> int:
    """Turn a solver's model into a grid, and verify it.

    MODEL is a file or "-", with what any solver printed or wrote: `v` lines or literals, z3's
    model, solutions of integer programs (GLPK, CBC, …), MiniZinc's grid, CP-SAT's response as
    text. With --cnf the comments of the exported file (of any format) tell the board, the givens
    and, if it was simplified, which variable is which. Exit status 1 if the solver found no model.
    \f
    satdoku export puzzle.txt -o puzzle.cnf && minisat puzzle.cnf model.txt
    satdoku decode model.txt
    satdoku decode model.txt --cnf puzzle.cnf --format line
    """
    from ...encodings.decode import Decoded, Key, grid_of, read_key
    from ...encodings.models import read_model

    key = Key()
    if cnf:
        if cnf == model == "-":
            raise click.UsageError("standard input can be read only once")
        with naming(cnf) as lines:
            key = read_key(lines)
    if layout and key.layout and layout.name != key.layout.name:
        raise click.UsageError(
            phrase(
                "{cnf!s} is for the board {name!s}: leave out --layout",
                cnf=cnf,
                name=key.layout.name,
            )
        )
    key.layout = layout or key.layout
    refuse_puzzle(model, "decode takes a solver's model, not a puzzle")
    with naming(model) as lines:
        found = Decoded(grid_of(read_model(lines, key.theory), key))
    with open_output(output) as stream:
        print(rendered(found, form), file=stream)
    return 0
