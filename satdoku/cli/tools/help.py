"""`satdoku help`: pages on topics and commands, and what other words mean (`meanings`)."""

from __future__ import annotations

import click

from ...suggest import folded
from ..command import from_table
from ..commands import COMMANDS, HEADINGS, SUMMARIES, from_origin, installed, is_own, load
from ..listing import list_of
from ..messages import tell
from ..own_commands import own_command
from .pages import ALSO, LISTS, pages, read, title_of, topics


@from_table("help")
def command(topic: tuple[str, ...]) -> int:
    """Show help on a topic, command, technique or word.
    \f
    satdoku help variants
    satdoku help x-wing
    satdoku help --near
    """
    name_given = " ".join(topic)
    if not name_given:
        click.echo(contents())
        return 0
    by_name = {folded(name): name for name in topics()}
    if folded(name_given) not in by_name and is_own(name_given):
        click.echo(usage(name_given))
        return 0
    name = by_name.get(folded(name_given))
    if name is None or name_given.startswith("-"):
        from .meanings import explain_word

        explain_word(name_given)
        return 0
    page = pages().get(ALSO.get(name, name))
    if page:
        text = page.read_text(encoding="utf-8")
        if name in LISTS:
            text += f"\n## List of {name}\n\n```text\n{list_of(LISTS[name]).text()}\n```\n"
        if name in COMMANDS:
            text += f"\n## The command\n\n```text\n{usage(name)}\n```\n"
        read(text)
    else:
        click.echo(usage(name))
    return 0


#: `satdoku help --near` asks about an option of other commands.
command.context_settings["ignore_unknown_options"] = True


def contents() -> str:
    """Return the topics and commands, one line each."""
    lines = [tell("Topics (satdoku help TOPIC):")]
    for name, page in pages().items():
        others = ", ".join(other for other, known in ALSO.items() if known == name)
        also = f"  ({others})" if others else ""
        lines.append(f"  {name:17}{title_of(page)}{also}")
    lines += ["", tell("Commands (satdoku help COMMAND, or COMMAND --help):")]
    room = max(map(len, SUMMARIES)) + 2
    for heading, section in HEADINGS.items():
        lines += ["", f"{tell(heading)}:"]
        lines += [
            f"  {name:{room}}{tell(summary)}"
            for name, summary in section.items()
            if name in COMMANDS
        ]
    own = installed()
    if own:
        lines += ["", f"{tell('Installed')}:"]
        lines += [f"  {name:{room}}{from_origin(origin)}" for name, origin in own.items()]
    lines += ["", tell("Techniques (satdoku help TECHNIQUE): `satdoku rules` lists them.")]
    return "\n".join(lines)


def usage(name: str) -> str:
    """Return what `COMMAND --help` prints."""
    from ..main import cli

    command = own_command(name) if name not in SUMMARIES else load(name)
    program = click.Context(cli, info_name="satdoku")
    return command.get_help(click.Context(command, program, name))
