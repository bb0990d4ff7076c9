"""`satdoku hint`: the next step, told as far as asked: where, then what, then why."""

from __future__ import annotations

import click

from ..layout import Layout
from . import options
from .explain import starts
from .stream.answers import Line, Output


@click.command("hint")
@options.inputs
@click.option(
    "--show",
    type=click.Choice(["where", "what", "why"]),
    default="where",
    show_default=True,
    help="Where to look; what follows there; why it does.",
)
@options.from_state
@options.layout
@options.output
def command(
    inputs: tuple[str, ...],
    show: str,
    from_state: bool,
    layout: Layout | None,
    output: str | None,
) -> int:
    """Give a hint: the simplest next step, not more of it than asked for.

    Exit status 1 if there is none.
    """
    from ..logic.explaining import Walk
    from ..logic.sentences import conclusion_text, houses_text, proof_text, sentence

    lines = []
    for entry, start in starts(inputs, layout, from_state):
        step = next(iter(Walk(start)), None)
        theory = start.theory
        if step is None:
            problem = "nothing to do: it is solved" if start.is_solved else "no step is left"
            lines.append(Line("", f"{entry.where}: {problem}", start.is_solved))
            continue
        said = [f"{step.name}: look at {houses_text(theory, step.bases[:4])}"]
        if show != "where":
            said.append(conclusion_text(theory, step.asserted, step.denied))
        if show == "why":
            said += [sentence(theory, step), *proof_text(theory, step.proof)]
        lines.append(Line("\n".join(said)))
    return Output(output, "text", {}).write(iter(lines), "looking")
