"""The commands by heading (the folder of their modules); each module is loaded on first use."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

#: The environment variable with which a shell requests completions.
COMPLETE = "_SATDOKU_COMPLETE"
#: The description of each command, under the headings of the help: the first sentence of the
#: command's own help, which is loaded only on demand. One module each, in the folder of the
#: heading, except for `LISTS`.
HEADINGS: dict[str, dict[str, str]] = {
    "Solve": {
        "solve": "Solve puzzles.",
        "check": "Check puzzles: proper, minimal, solvable with singles alone.",
        "count": "Count solutions; a + means: at least.",
        "diagnose": "Say why a puzzle is not proper; which clues are redundant.",
    },
    "Understand": {
        "explain": "Explain how a person solves a puzzle without guessing.",
        "hint": "Give a hint: as much of the next step as you choose.",
        "steps": "List every step that can be taken now, simplest first.",
        "rate": "Rate puzzles by the hardest step that they need.",
        "show": "Show puzzles: board, regions, title, author and rules.",
        "verify-steps": "Verify a list of steps, from `explain` or any other program.",
        "rules": "List the techniques: names, ratings and sets.",
        "levels": "List the levels: the ratings and techniques of each.",
    },
    "Make": {
        "generate": "Generate puzzles, with no given more than they need.",
        "minimize": "Minimise puzzles or grids: remove redundant givens.",
        "shuffle": "Shuffle puzzles: rename digits, move rows and columns.",
        "print": "Print puzzles on sheets (PDF).",
        "book": "Make a book (PDF): cover, instructions, puzzles, solutions.",
    },
    "Exchange": {
        "convert": "Write puzzles in another format: text, links, files.",
        "formats": "List the puzzle formats: names, endings, what they carry.",
        "layouts": "List what --layout understands: boards, and what + adds.",
        "serve": "Serve the setter's desk in the browser, and an HTTP API.",
        "mcp": "Offer satdoku's tools to an agent (Model Context Protocol).",
    },
    "Data": {
        "canon": "Find canonical forms: equal for all isomorphs of a puzzle.",
        "dataset": "Audit, make and score sets of puzzles for models.",
        "dataset audit": "Audit data sets: wrong answers, isomorphs, leaks, ratings.",
        "dataset make": "Make a data set from RECIPE.toml in a new folder.",
        "dataset score": "Score a model's answers: JSON Lines in, JSON Lines out.",
    },
    "Research": {
        "export": "Write a puzzle for a SAT, pseudo-Boolean, CP or SMT solver.",
        "decode": "Turn a solver's model into a grid, and verify it.",
        "compare": "Compare engines and encodings: answers, times, decisions.",
        "certify": "Certify claims about puzzles, with proofs.",
        "verify": "Verify certificates by an independent checker.",
        "engines": "List the engines: version, givens, what to install.",
        "encodings": "List the encodings and their sizes, or judge one.",
    },
    "Tools": {
        "help": "Show help on a topic, command, technique or word.",
        "schema": "Print the JSON Schema of a command's --format json.",
        "completion": "Print a completion script for your shell.",
        "selfcheck": "Check the program: engines and encodings against each other.",
    },
}
#: Commands that only print the list that a public function returns.
LISTS = {
    "levels": "levels", "formats": "puzzle_formats", "layouts": "layouts", "engines": "engines",
}  # fmt: skip
SUMMARIES = {name: summary for section in HEADINGS.values() for name, summary in section.items()}
GROUPS = ("dataset",)
COMMANDS = tuple(name for name in SUMMARIES if name not in GROUPS)


class Commands(click.Group):
    """The commands whose names begin with a prefix ("" for all). Without a command, prints the
    help."""

    def __init__(self, name: str, beginning: str = "", **more: Any) -> None:
        super().__init__(name, invoke_without_command=True, **more)
        self.beginning = beginning
        self.callback = self.callback or tell

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names, in order."""
        begun = (name for name in COMMANDS if name.startswith(self.beginning))
        return sorted({name.removeprefix(self.beginning).split()[0] for name in begun})

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, without loading them."""
        names = self.list_commands(ctx)
        room = formatter.width - 6 - max(map(len, names))
        for heading, section in HEADINGS.items():
            listed = [n for name in section if (n := name.removeprefix(self.beginning)) in names]
            short = (click.Command(n, help=section[self.beginning + n]) for n in listed)
            rows = [(c.name or "", c.get_short_help_str(room)) for c in short]
            width = max(map(len, names)) - max(map(len, listed), default=0)
            if rows:
                with formatter.section("Commands" if self.beginning else heading):
                    formatter.write_dl(rows, col_spacing=2 + width)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command or group; a usage error suggests the nearest name."""
        name = self.beginning + cmd_name
        if name not in COMMANDS and cmd_name not in self.list_commands(ctx):
            from ..suggest import unknown

            ctx.fail(unknown(cmd_name, self.list_commands(ctx), "command"))
        return load(name)


def load(name: str) -> click.Command:
    """Return a command or group: `dataset audit` is `audit` in the module `data.dataset`."""
    if name in LISTS:
        from .listing import list_command

        return list_command(name, SUMMARIES[name], LISTS[name])
    [room] = [heading for heading, section in HEADINGS.items() if name in section]
    first, _, rest = name.replace("-", "_").partition(" ")
    module = import_module(f".{room.lower()}.{first}", __package__)
    return getattr(module, rest or "command")  # type: ignore[no-any-return]


def tell() -> None:
    """Print the help of a group that is called without a command."""
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
