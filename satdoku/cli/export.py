"""`satdoku export`: a puzzle for somebody else's solver."""

from __future__ import annotations

import sys

import click

from ..errors import ParseError
from ..layout import Layout
from . import options
from .stream.feed import read_entries
from .stream.files import open_output

TARGETS = (
    "dimacs", "knf", "cnf+", "opb", "lp", "smtlib", "minizinc", "cpsat", "cpsat-text",
    "cpsat-integers", "cpsat-integers-text",
)  # fmt: skip
BINARY = ("cpsat", "cpsat-integers")


@click.command("export")
@click.argument("puzzle", required=False)
@click.option("--to", "target", type=click.Choice(TARGETS), help="The format (default: dimacs).")
@click.option("--encoding", metavar="NAME", help="For dimacs: see `satdoku encodings`.")
@click.option("--distinct", is_flag=True, help="For dimacs: each clause once.")
@click.option(
    "--simplify",
    is_flag=True,
    help="For dimacs: what unit propagation of the givens leaves, each clause once.",
)
@options.layout
@options.output
def command(
    puzzle: str | None,
    target: str | None,
    encoding: str | None,
    distinct: bool,
    simplify: bool,
    layout: Layout | None,
    output: str | None,
) -> int:
    """Write a puzzle for a SAT, pseudo-Boolean, CP, MIP or SMT solver.

    PUZZLE is a file, "-" or a puzzle; without it, the board's theory with no givens. `satdoku
    decode` turns the solver's model back into a grid.
    """
    from ..encodings.problem import Problem
    from ..encodings.targets import export, export_bytes
    from ..theory import Theory

    target = target or ("cnf+" if encoding == "native" else "dimacs")
    if puzzle is None:
        problem = Problem(Theory.of(layout or Layout.boxes(3, 3)))
    else:
        entries = read_entries((puzzle,), layout)
        entry = next(entries)
        if another := next(entries, None):
            raise ParseError("a second puzzle: one can be exported at a time", another.line)
        problem = Problem.of(entry.puzzle)
    if target in BINARY:
        data = export_bytes(problem, target)
        with open_output(output) as stream:
            if stream is sys.stdout and sys.stdout.isatty():
                raise click.UsageError("binary output: give -o FILE, or take --to cpsat-text")
            stream.flush()
            stream.buffer.write(data)
        return 0
    with open_output(output) as stream:
        export(problem, stream, target, encoding, distinct=distinct, simplified=simplify)
    return 0
