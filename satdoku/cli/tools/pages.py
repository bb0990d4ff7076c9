"""The pages of help, which are those of docs/: their files, their other names, their words."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import click

from ...errors import EngineError
from ...rooms import missing, rooms
from ..commands import COMMANDS
from ..messages import SPEECH, tell

#: The folder of the pages: inside the installed package, next to it in the repository.
FOLDERS = (Path(__file__).parents[2] / "docs", Path(__file__).parents[3] / "docs")
#: Pages that help leaves out: those of rooms that lack something.
HIDDEN = {"index"}
#: Alternative names of pages.
ALSO = dict[str, str]()
#: Topics with a list, by the public function that returns it.
LISTS = dict[str, str]()
for room in rooms("cli").values():
    if missing(room.uses):
        HIDDEN.update(room.pages)
    else:
        ALSO.update(room.topics)
        LISTS.update(room.lists)


def topics() -> list[str]:
    """Return the names of commands and pages."""
    return [*COMMANDS, *ALSO, *pages()]


def pages() -> dict[str, Path]:
    """Return the pages, by file name."""
    for folder in FOLDERS:
        if folder.is_dir():
            paths = sorted(folder.glob("*.md"))
            return {path.stem: path for path in paths if path.stem not in HIDDEN}
    raise EngineError("the help pages are not installed: reinstall satdoku")


def words() -> dict[str, str]:
    """Return "WORD: what it means" by each word of the page of words."""
    text = pages()["words"].read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \|$", text, re.MULTILINE)
    found = {}
    for names, meaning in rows[2:]:
        for word in names.split(", "):
            text = meaning.replace("\\|", "|")
            found[word] = f"{names}: {text}"
    return found


def title_of(page: Path) -> str:
    """Return the title of a page."""
    with page.open(encoding="utf-8") as lines:
        return lines.readline().lstrip("# ").strip()


def say_language() -> None:
    """Say that what follows is in English, where another language is spoken."""
    if SPEECH.language != "en":
        click.echo(f"[{tell('This text exists only in English.')}]\n")


def read(text: str) -> None:
    """Print a page: formatted and paged on a terminal, otherwise as it is."""
    say_language()
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
