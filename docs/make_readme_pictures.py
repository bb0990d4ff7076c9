"""Draws the README's sheet and explanation: docs/pictures/sheet.svg and explanation.svg.

Run it from the repository's root: python docs/make_readme_pictures.py (the sheet needs typst).
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PICTURES = Path(__file__).with_name("pictures")
EASY = ["generate", "--count", "4", "--level", "easy", "--seed", "3", "--format", "line"]
SHEET = ["print", "-", "--per-page", "4", "--title", "Four easy ones", "--label", "level",
         "--solutions", "none"]  # fmt: skip
KILLER = ["generate", "--layout", "6x6", "--kind", "killer", "--seed", "3", "--format", "line"]
EXPLANATION = ["explain", "-", "--until", "5", "--format", "svg"]


def satdoku(arguments: list[str], text: str = "") -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "satdoku", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def explanation() -> str:
    """A step of a killer, as SVG text."""
    return satdoku(EXPLANATION, satdoku(KILLER))


if __name__ == "__main__":
    (PICTURES / "explanation.svg").write_text(explanation())
    with tempfile.TemporaryDirectory() as folder:
        satdoku([*SHEET, "-o", f"{folder}/sheet.svg"], satdoku(EASY))
        shutil.copyfile(next(Path(folder).glob("*.svg")), PICTURES / "sheet.svg")
