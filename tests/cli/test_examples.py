"""The examples in each command's help run, and none is missing."""

import os
import re
import shutil
import subprocess
import sys

import click
import pytest

from satdoku import rooms
from satdoku.cli.commands import COMMANDS, load
from satdoku.cli.main import cli
from tests.marks import slow_but
from tests.oracle import EASY

#: Commands that run until they are stopped, or that take long: a few seconds show that they begin.
BOUNDED = {"serve": 3, "mcp": 3, "selfcheck": 5}
HARD = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
RECIPE = "seed = 1\ncount = 3\nlevels = {easy = 3}\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that the examples name."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "puzzle.txt").write_text(EASY + "\n")
    (folder / "puzzles.txt").write_text(EASY + "\n" + HARD + "\n")
    (folder / "others.txt").write_text(HARD + "\n")
    (folder / "links.txt").write_text(f"https://www.sudokuwiki.org/sudoku.htm?bd={EASY}\n")
    (folder / "book.toml").write_text("[[chapter]]\nlayout = '6x6'\nlevels = {easy = 2}\n")
    (folder / "recipe.toml").write_text(RECIPE)
    (folder / "answers.jsonl").write_text(f'{{"puzzle": "{EASY}", "answer": "no idea"}}\n')
    if not rooms.lacks("read"):
        from tests.pictures.drawing import example  # where Pillow is

        (folder / "photo.png").write_bytes(example(EASY))
    (folder / "satdoku").write_text(f'#!/bin/sh\nexec {sys.executable} -m satdoku "$@"\n')
    (folder / "satdoku").chmod(0o755)
    return folder


def test_every_command_has_examples_of_itself():
    for command in COMMANDS:
        examples = load(command).examples
        assert len(examples) == 3, command
        assert sum(f"satdoku {command}" in example for example in examples) >= 2, command


@pytest.mark.parametrize("command", slow_but(COMMANDS, "solve", "convert"))
def test_examples_run(command, folder):
    if command == "decode" and not shutil.which("minisat"):
        pytest.skip("minisat is not installed: apt install minisat")
    limit = BOUNDED.get(command)
    for example in load(command).examples:
        line = f"timeout {limit} {example}".replace("--open", "") if limit else example
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"},
        )
        expected = (0, 1, 10) if not limit else (0, 1, 124, 143)
        assert done.returncode in expected, (example, done.stderr)


def test_the_list_of_commands_is_not_cut():
    text = cli.get_help(click.Context(cli, info_name="satdoku", terminal_width=80))
    assert not re.search(r"[a-z]\.\.\.$", text, re.MULTILINE)
