"""Completion in the shells themselves, where they are installed."""

import os
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from satdoku.cli.main import cli
from satdoku.cli.tools.completion import MENDED
from tests.marks import slow_but

#: Words, the last of which is completed, and what is offered.
ASKED = [
    (["satdoku", "pri"], ["print"]),
    (["satdoku", "generate", "--level", "be"], ["beginner"]),
    (["satdoku", "generate", "--kind", "killer,ar"], ["killer,arrow"]),
]
JOINED = ["satdoku", "generate", "--level=be"]
BASH = """source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_satdoku_completion satdoku; printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """compdef() { }; script=$1; shift
compadd() { print -rl -- "${completions[@]}" }
compset() { print -r -- "without $2" }
_describe() { print -rl -- "${completions_with_descriptions[@]%%:*}" }
words=("$@"); CURRENT=$#; PREFIX=${@[-1]}
source $script; _satdoku_completion
"""


@pytest.fixture
def offered(tmp_path):
    """What a shell offers for the last of some words."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "satdoku"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m satdoku "$@"\n')
    program.chmod(0o755)

    def ask(shell, words):
        if not shutil.which(shell):
            pytest.skip(f"no {shell}")
        script = tmp_path / f"script.{shell}"
        script.write_text(CliRunner().invoke(cli, ["completion", shell]).stdout)
        if shell == "fish":
            line = " ".join(words)
            command = [shell, "--no-config", "-c", f"source {script}; complete -C '{line}'"]
        elif shell == "zsh":
            command = [shell, "-f", "-c", ZSH, "zsh", script, *words]
        else:
            command = [shell, "-c", BASH, "bash", script, *words]
        environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return [line.split("\t")[0] for line in done.stdout.splitlines()]

    return ask


@pytest.mark.room("printing")
@pytest.mark.slow_cases("words2-found2-fish")
@pytest.mark.parametrize("shell", MENDED)
@pytest.mark.parametrize(("words", "found"), slow_but(ASKED, *ASKED[2:]))
def test_a_shell_offers_what_may_stand_there(offered, shell, words, found):
    assert offered(shell, words) == found


@pytest.mark.parametrize(
    ("shell", "words", "found"),
    [
        ("bash", [*JOINED[:2], "--level", "=", "be"], ["beginner"]),  # as bash parts it
        ("bash", [*JOINED[:2], "--level", "=", "b", "--kind", "=", "rat"], ["ratio"]),
        ("zsh", JOINED, ["without *=", "beginner"]),
        ("fish", JOINED, ["--level=beginner"]),
    ],
)
def test_a_value_after_an_equals_sign_is_completed(offered, shell, words, found):
    assert offered(shell, words) == found


@pytest.mark.parametrize("shell", MENDED)
def test_what_is_mended_is_in_the_script_of_click(shell):
    script = CliRunner().invoke(cli, ["completion", shell]).stdout
    assert all(ours in script for _, ours in MENDED[shell])


def test_powershell_is_answered():
    """By the protocol of click's script; the script itself needs PowerShell, and was not run."""
    asked = {
        "_SATDOKU_COMPLETE": "powershell_complete",
        "COMP_WORDS": "satdoku generate --level be",
        "COMP_CWORD": "3",
    }
    done = subprocess.run(
        [sys.executable, "-m", "satdoku"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[1] == "beginner"
