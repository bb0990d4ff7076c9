"""`satdoku help`: pages on topics and commands, and what other words mean (`meanings`). The pages
are those of docs/."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import click

from ...errors import EngineError
from ...rooms import missing, rooms
from ...suggest import folded
from ..command import from_table
from ..commands import COMMANDS, HEADINGS, SUMMARIES, load
from ..listing import list_of

#: The folder of the pages: inside the installed package, next to it in the repository.
FOLDERS = (Path(__file__).parents[2] / "docs", Path(__file__).parents[3] / "docs")
#: The rooms of commands that have what they use.
WORKING = [room for room in rooms("cli").values() if not missing(room.uses)]
#: Pages of rooms that lack something.
HIDDEN = {page for room in rooms("cli").values() if room not in WORKING for page in room.pages}
#: Alternative names of pages.
ALSO = {name: page for room in WORKING for name, page in room.topics.items()}
#: Topics with a list, by the public function that returns it.
LISTS = {name: function for room in WORKING for name, function in room.lists.items()}


@from_table("help")
def command(topic: tuple[str, ...]) -> int:
    """Show help on a topic, command, technique or word.
    \f
    satdoku help
    satdoku help variants
    satdoku help x-wing
    satdoku help --near
    """
    name_given = " ".join(topic)
    if not name_given:
        click.echo(contents())
        return 0
    by_name = {folded(name): name for name in topics()}
    name = by_name.get(folded(name_given))
    if name is None or name_given.startswith("-"):
        from .meanings import tell

        tell(name_given)
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


def topics() -> list[str]:
    """Return the names of commands and pages."""
    return [*COMMANDS, *ALSO, *pages()]


def pages() -> dict[str, Path]:
    """Return the pages, by file name."""
    folder = next((folder for folder in FOLDERS if folder.is_dir()), None)
    if folder is None:
        raise EngineError("the help pages are not installed: reinstall satdoku")
    left_out = HIDDEN | {"index"}
    return {path.stem: path for path in sorted(folder.glob("*.md")) if path.stem not in left_out}


def words() -> dict[str, str]:
    """Return "WORD: what it means" by each word of the page of words."""
    text = pages()["words"].read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \|$", text, re.MULTILINE)
    return {
        word: f"{names}: {meaning}" for names, meaning in rows[2:] for word in names.split(", ")
    }


def title_of(page: Path) -> str:
    """Return the title of a page."""
    with page.open(encoding="utf-8") as lines:
        return lines.readline().lstrip("# ").strip()


def contents() -> str:
    """Return the topics and commands, one line each."""
    lines = ["Topics (satdoku help TOPIC):"]
    for name, page in pages().items():
        others = ", ".join(other for other, known in ALSO.items() if known == name)
        also = f"  ({others})" if others else ""
        lines.append(f"  {name:17}{title_of(page)}{also}")
    lines += ["", "Commands (satdoku help COMMAND, or COMMAND --help):"]
    room = max(map(len, SUMMARIES)) + 2
    for heading, section in HEADINGS.items():
        lines += ["", f"{heading}:"]
        lines += [
            f"  {name:{room}}{summary}" for name, summary in section.items() if name in COMMANDS
        ]
    lines += ["", "Techniques (satdoku help TECHNIQUE): satdoku rules lists them."]
    return "\n".join(lines)


def usage(name: str) -> str:
    """Return what `COMMAND --help` prints."""
    from ..main import cli

    command = load(name)
    program = click.Context(cli, info_name="satdoku")
    return command.get_help(click.Context(command, program, name))


def read(text: str) -> None:
    """Print a page: formatted and paged on a terminal, otherwise as it is."""
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    if not sys.stdout.isatty() or dumb or os.environ.get("NO_COLOR"):
        click.echo(text.rstrip("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "-FRX")  # colours, and no pager if it fits on the screen
    console = Console(width=min(100, Console().width))
    with console.pager(styles=True):
        console.print(Markdown(text))
