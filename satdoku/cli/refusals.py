"""The table of refusals: options that would change nothing, or contradict another one.

A refused option is named in one line before any work begins. What depends on the puzzles, on files
or on more than one choice of --format is refused by the commands themselves, with `refuse`.
"""

from __future__ import annotations

from typing import NamedTuple

import click
from click.core import ParameterSource

from .table import OPTIONS


class Refusal(NamedTuple):
    """Options that would change nothing, or contradict another, when `when` holds.

    when: options of which one is given, or "no" and options of which none is; for an option with a
    value, --name=value and --name≠value. why: for the message, "WHY: leave out --option".
    """

    commands: str
    when: str
    options: str
    why: str


#: The options of a run of `generate`, and those that ask for a difficulty.
RUN = " ".join(row.option for row in OPTIONS["Generation"])
DIFFICULTY = "--level --rating --needs --forbids --only"

REFUSALS = (
    Refusal("solve", "--logic", "--all --limit --engine --encoding --time-limit --stats",
            "--logic finds what the rules imply"),
    Refusal("solve", "--all", "--limit", "--all has no limit"),
    Refusal("check", "--summary", "--stats --add", "--summary is one answer"),
    Refusal("diagnose", "--format=text", "--resume",
            "a diagnosis as text has many lines (take --format json)"),
    Refusal("canon", "--dedupe", "--resume", "--dedupe compares all puzzles"),
    Refusal("certify", "--dimacs --drat --lrat --opb --veripb", "--resume",
            "the files for other checkers are for one puzzle"),
    Refusal("certify", "--follows --equals", "--claim", "this is a claim of its own"),
    Refusal("certify", "--follows", "--equals", "--follows is a claim of its own"),
    Refusal("certify", "no --follows", "--denied", "this is for --follows"),
    Refusal("verify", "--dimacs", "--second-opinion --jobs",
            "a DIMACS file is not a certificate"),
    Refusal("verify", "no --dimacs", "--puzzle", "this is for --dimacs"),
    Refusal("explain", "--all", "--why --until --limit-size --rules --verify --scale "
            "--general-covers", "--all lists the steps possible now"),
    Refusal("explain", "--why", "--verbosity --until --limit-size --rules --only --without "
            "--verify --scale --uniqueness --general-covers --format",
            "--why lists clauses and takes no steps"),
    Refusal("explain steps", "--format≠text", "--verbosity", "--verbosity is for text"),
    Refusal("steps", "--technique", "--uniqueness",
            "--technique already says which techniques to use"),
    Refusal("hint", "--format=json", "--show", "json includes every part"),
    Refusal("explain hint steps", "--from-state", "--entries",
            "--entries belong to a puzzle, not to --from-state"),
    Refusal("explain hint steps rate", "--from-state", "--ignore-rules --drawings",
            "candidates do not come from a link"),
    Refusal("rate", "--scale=satdoku", "--uniqueness",
            "the scale 'satdoku' never assumes a unique solution"),
    Refusal("rate", "--from-state", "--on-error --column --add --jobs --resume",
            "candidates are rated one by one, and are not read from tables"),
    Refusal("show", "no --true-candidates", "--time-limit",
            "--time-limit is for --true-candidates"),
    Refusal("verify-steps", "no --puzzle", "--layout --symbols",
            "this describes --puzzle; STEPS includes its own"),
    Refusal("print", "inputs", RUN, "INPUTS give the puzzles, and this option is for generated "
            "ones"),
    Refusal("book", "inputs", "--level --seed --kind --symmetry --minimal", "INPUTS give the "
            "puzzles, and this option is for new ones"),
    Refusal("generate print", "--grid", "--kind --constraints --crossing --sides --total --keep "
            "--level --rating --needs --allow-harder --forbids --only --scale --symmetry --mask "
            "--clues --minimal --tries --time-limit", "--grid makes full grids"),
    Refusal("generate print", "no --kind", "--constraints --crossing --sides --total",
            "this is for --kind"),
    Refusal("generate print", "--level --rating", "--allow-harder",
            "the range of ratings already says how hard steps may be"),
    Refusal("generate print", "no --needs", "--allow-harder", "this is for --needs"),
    Refusal("generate print", "--mask", "--minimal", "--mask fixes the givens"),
    Refusal("generate print book", "--kind", "--minimal", "variant puzzles are always irreducible"),
    Refusal("generate print", "--kind", "--scale",
            "variant puzzles are rated on the scale satdoku"),
    Refusal("generate print", f"no {DIFFICULTY}", "--scale",
            "a scale needs --level, --rating or techniques"),
    Refusal("generate print", DIFFICULTY, "--keep",
            "a level, a rating or techniques decide what --keep would"),
    Refusal("generate print", "--level", "--rating", "--level stands for a range of ratings"),
    Refusal("serve", "no --export", "--puzzles --python",
            "these go into an exported site (--export)"),
    Refusal("serve", "--export", "--port --host --open --public --token-file --protocol "
            "--protocol-port --origin --workers --limit --memory", "--export serves nothing"),
    Refusal("serve", "no --protocol", "--protocol-port --origin", "--protocol is missing"),
    Refusal("dataset-audit", "no --ratings", "--scale", "--no-ratings leaves them out"),
    Refusal("dataset-score", "--by", "--summary --parts", "--by counts the right answers"),
    Refusal("export", "--simplify", "--distinct", "--simplify already writes each clause once"),
    Refusal("encodings", "--write", "--judge --format --layout --symbols",
            "--write writes all published encodings"),
    Refusal("compare", "no --plots", "--scatter", "--scatter is for --plots"),
    Refusal("selfcheck", "inputs", "--minutes --seed", "INPUTS give the puzzles"),
    Refusal("", "--cluster", "--jobs", "--cluster has workers of its own"),
    Refusal("", "--format≠json", "--stats", "only --format json holds statistics"),
)  # fmt: skip


def refuse_excluded(name: str, context: click.Context) -> None:
    """Raise a usage error for an option of a command that the table refuses."""
    for refusal in REFUSALS:
        is_for_it = not refusal.commands or name in refusal.commands.split()
        if is_for_it and holds(refusal.when, context):
            refuse(refusal.why, *refusal.options.split())


def holds(when: str, context: click.Context) -> bool:
    """Whether the condition of a refusal holds."""
    values = {
        option: context.params.get(parameter.name or "")
        for parameter in context.command.params
        for option in parameter.opts
    }
    option, is_not, value = when.partition("≠")
    if is_not:
        return option in values and values[option] != value
    option, is_that, value = when.partition("=")
    if is_that:
        return values.get(option) == value
    is_given = any(values.get(option) for option in when.removeprefix("no ").split())
    return is_given != when.startswith("no ")


def given(*options: str) -> list[str]:
    """Return those of the options that were given, as the user wrote them."""
    context, found = click.get_current_context(), []
    for parameter in context.command.params:
        if {*options} & {*parameter.opts} and is_given(parameter, context):
            is_off = context.params.get(parameter.name or "") is False
            names = (is_off and parameter.secondary_opts) or parameter.opts
            found.append(next(name for name in names if name.startswith("--")))
    return found


def is_given(parameter: click.Parameter, context: click.Context) -> bool:
    """Whether the user gave a parameter."""
    return context.get_parameter_source(parameter.name or "") == ParameterSource.COMMANDLINE


def refuse(why: str, *options: str) -> None:
    """Raise a usage error if one of the options was given."""
    for shown in given(*options):
        raise click.UsageError(f"{why}: leave out {shown}", click.get_current_context())
