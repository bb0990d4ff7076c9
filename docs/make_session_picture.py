"""Draws docs/session.svg: the README's picture of `satdoku generate | satdoku solve -`.

Run it from the repository's root: python docs/make_session_picture.py
"""

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

COMMAND = "satdoku generate --seed 2026 | satdoku solve -"
PICTURE = Path(__file__).with_name("session.svg")


def draw() -> str:
    """The picture, as SVG text."""
    generate, solve = ([sys.executable, "-m", *part.split()] for part in COMMAND.split(" | "))
    puzzle = subprocess.run(generate, capture_output=True, check=True).stdout
    session = subprocess.run(solve, input=puzzle, capture_output=True, check=True).stdout
    console = Console(record=True, width=len(COMMAND) + 4, file=StringIO())
    console.print(Text(f"$ {COMMAND}", "bold green"))
    above = True
    for line in session.decode().splitlines():
        if set(line) <= set("=-"):
            console.print(Text(line, "yellow"))
            above = set(line) == {"="}
        else:
            console.print(Text(line, "" if above else "cyan"))
    without_web_fonts = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    return console.export_svg(
        title="satdoku", theme=MONOKAI, code_format=without_web_fonts, unique_id="satdoku"
    )


if __name__ == "__main__":
    PICTURE.write_text(draw())
