"""Write a man page for each command, from the source of its `--help`: make_man_pages.py FOLDER."""

import sys
from pathlib import Path

import click
from click_man.core import write_man_pages

import satdoku
from satdoku.cli.commands import COMMANDS, load
from satdoku.cli.main import cli


def load_all(group: click.Group) -> None:
    """Give a group all its commands: click-man does not ask for those that are loaded late."""
    context = click.Context(group)
    for name in group.list_commands(context):
        group.commands[name] = command = group.get_command(context, name)
        if isinstance(command, click.Group):
            load_all(command)


def write(folder: Path) -> list[Path]:
    """Write satdoku.1 and satdoku-COMMAND.1; return their paths. The folder is made if needed."""
    folder.mkdir(parents=True, exist_ok=True)
    load_all(cli)
    write_man_pages("satdoku", cli, version=satdoku.__version__, target_dir=str(folder))
    for command in COMMANDS:
        page = folder / f"satdoku-{command.replace(' ', '-')}.1"
        lines = "\n".join(
            line.replace("\\", "\\\\").replace("-", "\\-") for line in load(command).examples
        )
        with page.open("a") as text:
            text.write(f"\n.SH EXAMPLES\n.nf\n{lines}\n.fi\n")
    return sorted(folder.glob("*.1"))


if __name__ == "__main__":
    print(f"{len(write(Path(sys.argv[1])))} pages")
