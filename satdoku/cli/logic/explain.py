"""`satdoku explain`: print the steps to the solution, simplest first, each with its reason."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ...backends.base import Clock
from ...errors import ParseError, PuzzleError, TimeLimitReached
from ...frozen import frozen
from ...phrases import phrase
from ..command import from_table
from ..old_forms import Words, tell_new_form, words_given, written
from ..refusals import refuse
from ..stream.progress import Watch
from ..stream.writing import WrittenAnswer, rendered
from ..values import promised
from .positions import ChosenTechniques, States
from .practice import positions_of, some
from .steps import write_available

if TYPE_CHECKING:
    from ...board import Puzzle
    from ...logic.explanation import Explanation
    from ...logic.position import Position
    from ..stream.entries import Entry


@frozen
class PathOptions:
    """How far to follow the steps, and whether to verify each."""

    verify: bool
    limit_size: int | None = None
    until: str | None = None


@from_table("explain", "text", "json", "html", "svg", "candidates", "hodoku")
def command(
    states: States,
    verbosity: str,
    all_steps: bool,
    why: str | None,
    chosen: ChosenTechniques,
    path: PathOptions,
    general_covers: bool,
) -> int:
    """Explain how a person solves a puzzle without guessing.

    svg draws the last step (see --until); html is a page with all of them; candidates is the grid
    of those left after the last step, for --from-state. hodoku is a position for practice: the line
    where --until stops, for each puzzle that has such a step. Exit status 1 if the steps do not
    lead to a solution.
    \f
    satdoku explain puzzle.txt
    satdoku explain puzzle.txt --format html -o steps.html
    satdoku explain puzzle.txt --why r1c3=4
    """
    from ...logic.explain import Explaining
    from ...logic.explanation import LATE, explanation_of_broken
    from ...logic.search.choosing import choice
    from ...logic.step_text.numbered import NumberedSteps

    if all_steps:
        return _write_all(states, verbosity, chosen)
    form, time_limit = states.form, states.time_limit
    # A file is written completely or not at all, and so are other forms.
    at_once = form == "text" and states.output in (None, "-")
    if why:
        promised(states.output, ("text",))

        def of_claim(entry: Entry, start: Position) -> Iterator[WrittenAnswer]:
            yield reason(entry, start, why, states)

        return states.write(states.from_positions(of_claim), "explaining")

    def explaining(start: Position) -> Explaining:
        return Explaining(
            start,
            choice(start.layout, **chosen.named, general_covers=general_covers),
            until=path.until,
            verify=path.verify,
            limit_size=path.limit_size,
            time_limit=time_limit,
        )

    if form == "hodoku":
        if not path.until:
            raise click.UsageError("hodoku is for --until: the position before a step")
        lines = states.from_positions(positions_of(explaining))
        return states.write(some(lines, path.until), "explaining")

    def of_one(entry: Entry, start: Position) -> Iterator[WrittenAnswer]:
        steps = explaining(start)
        numbered = NumberedSteps(start.theory, verbosity)
        with Watch() as watch:
            # (Where the answers go elsewhere, there is a bar.)
            watch.shows = watch.shows and at_once and sys.stdout.isatty()
            steps.hear = lambda what: watch.announce(f"still looking at {what}")
            for step in steps:
                watch.clear()
                if form == "text":  # print each step as soon as it is found: hard ones take long
                    yield WrittenAnswer(states.text(numbered.add(step)), now=True)
        found = steps.found
        is_done = found.outcome in ("solved", "so far")
        problem = ""
        if not is_done:
            problem = phrase(
                "{where}: {problem}", where=entry.where, problem=_why(found, time_limit)
            )
        ending = states.text([*numbered.end(), *found.ending(verbosity)])
        rest = ending if form == "text" else shown(found, form, states.language)
        yield WrittenAnswer(rest, problem, is_done, found.outcome == LATE)
        if form in ("html", "svg") and entry.number > 1:
            raise PuzzleError(
                phrase(
                    "{form!s} is for one puzzle: {where} is another", form=form, where=entry.where
                )
            )

    def of_broken(puzzle: Puzzle) -> str:
        if form != "json":
            return ""
        scale = choice(puzzle.layout, **chosen.named).scale.name
        return rendered(explanation_of_broken(puzzle, scale), form)

    lines = states.from_positions(of_one, of_broken)
    return states.write(lines, "explaining", whole=not at_once)


def _write_all(states: States, verbosity: str, chosen: ChosenTechniques) -> int:
    """Write what `satdoku steps` writes, with the options of this command."""
    promised(states.output, ("text", "json"))
    if states.form not in ("text", "json"):
        raise click.UsageError(
            phrase("--all is printed as text or json, not as {form!s}", form=states.form)
        )
    if verbosity not in ("all", "terse"):
        raise click.UsageError(
            phrase(
                "--all lists steps: --verbosity {verbosity!s} is for a solution path",
                verbosity=verbosity,
            )
        )
    if chosen.only:
        refuse("--only already says which techniques to use", "--uniqueness")
    tell_new_form("--all", _as_steps(words_given()))
    return write_available(
        states,
        chosen.only,
        chosen.without,
        uniqueness=bool(chosen.uniqueness),
        verbosity=verbosity,
    )


def _as_steps(words: Words) -> str:
    """Return the new form of `explain --all`, with the names that options of `steps` have."""
    kept = {name: given for name, given in words.items() if name != "--all"}
    if kept.get("--uniqueness") == ["--no-uniqueness"]:
        del kept["--uniqueness"]  # as `steps` does anyhow
    only = kept.get("--only", [])
    kept["--only"] = ["--technique" if word == "--only" else word for word in only]
    return written("steps", kept)


def reason(entry: Entry, start: Position, conclusion: str, states: States) -> WrittenAnswer:
    """Return which clauses force a conclusion, or the problem if it cannot be explained."""
    from ...logic.reasons import why
    from ...logic.step_text.step_texts import claims_of_text

    try:
        claims = list(claims_of_text([conclusion], start.theory))
    except ParseError as error:
        raise click.BadParameter(error.problem, param_hint="--why") from None
    literals = [v for claim in claims for v in (*claim.asserted, *(-v for v in claim.denied))]
    if len(literals) != 1:
        raise click.BadParameter(
            phrase("{conclusion!r}: write r4c7=5 or r4c7<>5", conclusion=conclusion),
            param_hint="--why",
        )
    try:
        lines, is_true = why(start, literals[0], states.time_limit)
    except PuzzleError as error:
        return WrittenAnswer(
            "", phrase("{where}: {problem}", where=entry.where, problem=error), ok=False
        )
    return WrittenAnswer(states.text(lines), ok=is_true)


def shown(found: Explanation, form: str, language: str = "en") -> str:
    """Return an explanation as json; as html, a page with all steps; as svg, the last step as a
    picture that contains the record; or as the candidates after the last step."""
    if form == "html":
        from ...render.page import page

        return page(found, language=language)
    if form == "svg":
        from ...render.page import record_inside
        from ...render.picture.svg import picture

        position, step = next(reversed(list(found.positions())), (found.end, None))
        drawn = picture(position, step, found.start.board, language).removesuffix("</svg>")
        return f"{drawn}<metadata>{record_inside(found)}</metadata>\n</svg>"
    if form == "candidates":
        from ...logic.starting import write_candidates

        return write_candidates(found.end)
    return rendered(found, form)


def _why(found: Explanation, time_limit: float | None) -> str:
    if found.outcome == "out of time":
        return phrase("out of time: allow more with --time-limit")
    if found.outcome == "too long":
        return phrase("the next step is longer than --limit-size allows")
    if found.outcome == "contradiction":
        return phrase(
            "no solution: the steps end in a contradiction (`satdoku diagnose` explains why)"
        )
    try:
        if Clock(time_limit).within(lambda: found.start.is_proper):
            return phrase(
                "stuck: no step is possible with these techniques; allow more with --rules"
            )
    except TimeLimitReached:
        return phrase("stuck: no step is possible with these techniques")
    return phrase(
        "stuck: no step is possible, since there are several solutions (`satdoku diagnose` "
        "explains why)"
    )
