"""The commands, by the names of their files; each is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

#: Where a shell says what it wants completed.
COMPLETE = "_SATDOKU_COMPLETE"
#: What each does, as the help lists it: the first sentence of what its own help says, which is
#: loaded only when it is asked for. A file each: `dataset_audit.py` is in the group `dataset.py`.
SUMMARIES = {
    "solve": "Solve puzzles.",
    "generate": "Generate puzzles: a random grid, and then every given that can go, goes.",
    "minimize": "Minimise puzzles or full grids: no given that is left can go.",
    "shuffle": "Shuffle puzzles: rename digits, move rows, columns and boxes, "
    "transpose, as the board allows.",
    "check": "Check puzzles: clue count, proper, minimal, solvable by the base rules.",
    "count": "Count solutions: one number per line, followed by '+' if there may be more.",
    "explain": "Explain how a person solves a puzzle without guessing.",
    "steps": "List every step that can be taken now, simplest first.",
    "hint": "Give a hint: the simplest next step, no more of it than you want to see.",
    "rate": "Rate puzzles: the hardest step on the way that takes the simplest first.",
    "verify-steps": "Verify a list of steps: what `explain` writes, in any format, or text "
    "of any tool.",
    "diagnose": "Diagnose puzzles: why there is no solution, or several, or what is to spare.",
    "certify": "Certify puzzles: that they are proper, and more, with proof; a certificate a line.",
    "verify": "Verify certificates, one a line, trusting nothing that they say.",
    "canon": "Find the least form of puzzles and grids: equal for all that are the "
    "same in disguise.",
    "dataset": "Sets of puzzles for models: audit, make and score them.",
    "dataset audit": "Audit FILES: tables (CSV, JSON Lines, Parquet), lines, or the arrays "
    "of trainers.",
    "dataset make": "Make a data set by RECIPE.toml (see docs/data.md) in a new folder.",
    "dataset score": "Score answers: JSON Lines in, each with `puzzle` and `answer`; JSON "
    "Lines out.",
    "convert": "Write puzzles in another format: a link, a constraint string, JSON, a file of "
    "another program.",
    "show": "Show puzzles: boxes and regions drawn, what is said of them, their rules listed.",
    "export": "Write a puzzle for a SAT, pseudo-Boolean, CP, MIP or SMT solver; many "
    "into a folder.",
    "decode": "Turn a solver's model into a grid, and verify it.",
    "rules": "List the techniques: their names, ratings, and the sets that have them.",
    "levels": "List the levels: what the hardest step of a puzzle is rated, and "
    "which rules that allows.",
    "formats": "List the formats of puzzles: their names, the endings of their files, what "
    "they carry.",
    "layouts": "List what --layout understands: a board, then any of the others after a plus sign.",
    "engines": "List the engines: version, how they take givens, what they count, what to install.",
    "encodings": "List the encodings: what they are and how large they make a board.",
    "schema": "Print the JSON Schema of what a command prints with --format json.",
    "compare": "Compare engines and encodings on puzzles: answers, times, propagation, decisions.",
    "selfcheck": "Check the program: engines, encodings, kernels, logic, certificates "
    "against each other.",
    "mcp": "Offer the tools of satdoku to an agent, by the Model Context Protocol.",
    "help": "Show help on a topic, command or technique (no argument: list them).",
    "completion": "Print what lets SHELL complete commands, options and values.",
    "print": "Print puzzles on sheets.",
    "serve": "Serve the setter's desk: a page for the browser, and an API for programs.",
    "book": "Make a book: cover, instructions, puzzles by rating, solutions, and "
    "how to make it again.",
}
GROUPS = ("dataset",)
COMMANDS = tuple(name for name in SUMMARIES if name not in GROUPS)


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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without loading them."""
        names = self.list_commands(ctx)
        room = formatter.width - 6 - max(map(len, names))
        told = (click.Command(n, help=SUMMARIES[self.beginning + n]) for n in names)
        rows = [(command.name or "", command.get_short_help_str(room)) for command in told]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

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
