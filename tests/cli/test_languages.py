"""Answers, messages and errors of commands in other languages: each command takes --language, none
prints a sentence that is half in English, and JSON stays as it is."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import click
import pytest

import satdoku
from satdoku.cli import main, messages
from satdoku.cli.commands import COMMANDS
from satdoku.cli.main import cli, plainly
from satdoku.constraints.wording import Fact
from satdoku.languages import IN_ENGLISH, languages, telling
from tests.processes import command
from tests.render.test_languages import entries
from tests.render.test_languages_told import ENGLISH

OTHERS = languages()[1:]
#: What says something to a person, and which of its arguments.
SAYS = {"UsageError": 0, "BadParameter": 0, "complain": 0, "refuse": 0, "Exclusion": 2}
#: Commands that print sentences, and the exit status of each.
SENTENCES = (
    (("solve", "11.............."), 1),
    (("solve", "11..............", "--format", "line"), 1),
    (("count", "................", "--limit", "5"), 0),
    (("check", "--summary", "12..34.........."), 1),
    (("minimize", "12..34.........."), 1),
    (("minimize", "12..34..........", "--keep", "proper"), 1),
    (("canon", "11.............."), 1),
    (("diagnose", "..1..23..4......", "--clues", "3"), 1),
    (("solve", "nofile.txt"), 2),
    (("solve", "12345678912345678"), 2),
    (("solve", "--limt", "3"), 2),
    (("solve", "--limit", "x", "1"), 2),
    (("solve", "--limit", "0", "1"), 2),
    (("rate", "--scale", "foo", "1"), 2),
    (("rate", "--rules", "xwng", "12..34.........."), 2),
    (("convert", "--to", "xx", "1"), 2),
    (("generate", "--grid", "--level", "easy"), 2),
    (("verify", "nofile.json"), 2),
    (("help", "xyzzy"), 2),
)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("words", "status"), SENTENCES, ids=[" ".join(w) for w, _ in SENTENCES])
def test_what_a_command_says_is_whole_in_its_language(language, words, status, monkeypatch):
    monkeypatch.setenv("LC_ALL", language)
    done = command(*words)
    assert done.returncode == status
    said = done.stdout + done.stderr
    assert re.search(r"\w", said)
    assert IN_ENGLISH not in said
    bare = re.sub(r"`[^`]*`|'[^']*'|--[\w-]+(=\S+)?|satdoku [\w-]+", "", said)
    assert not ENGLISH.search(bare), said


def test_a_drawn_board_has_no_mark():
    board = ("show", "--layout", "4x4+killer:3:r1c1,r1c2", "." * 16)
    assert command(*board, "--language", "de").stdout == command(*board).stdout


@pytest.mark.parametrize("option", [("--language", "de"), ("--language=de",)])
def test_wrong_options_after_the_language_are_refused_in_it(option):
    said = command("solve", *option, "--nooption", "1").stderr
    assert said.startswith("satdoku: keine solche Option: '--nooption'")


@pytest.mark.parametrize("language", OTHERS)
def test_an_arrow_with_one_cell_in_its_circle_has_no_number(language):
    rule = satdoku.Layout.named("4x4+arrow:r1c1,r1c2,r1c3").constraints[0]
    said = telling(language)(Fact(rule, satdoku.Layout.named("4x4")))
    assert IN_ENGLISH not in said
    assert not re.search("1", said.replace("r1c1-r1c3", "")), said


def test_every_command_takes_a_language():
    for name in COMMANDS:
        found = cli.get_command(click.Context(cli), name.split()[0])
        for word in name.split()[1:]:
            found = found.get_command(click.Context(found), word)
        assert any("--language" in option.opts for option in found.params), name


def test_the_option_counts_before_the_system_and_json_stays_as_it_is(monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    german = command("solve", "11..............", "--language", "de", "--format", "json")
    assert "Widerspruch" in german.stderr
    assert "contradiction" in json.loads(german.stdout)["problem"]
    french = command("solve", "nofile.txt")
    assert "fichier introuvable" in french.stderr
    english = command("solve", "nofile.txt", "--language", "en")
    assert "no such file" in english.stderr


def test_a_list_keeps_the_names_that_are_typed(monkeypatch):
    monkeypatch.setenv("LC_ALL", "de")
    lines = command("levels").stdout.splitlines()
    assert lines[0].split()[0] == "Niveau"
    assert lines[1].startswith("beginner  1.0 bis 1.2  Letzte Ziffer")


@pytest.mark.parametrize("language", OTHERS)
def test_lists_of_boards_and_formats_are_in_the_language(language):
    known = entries(language)
    shown = [*satdoku.layouts().shown, *satdoku.puzzle_formats().shown]
    texts = [row[-1].partition("; also ")[0] for row in shown]
    missing = sorted({text for text in texts if text not in known})
    assert not missing, f"add these to satdoku/translations/{language}.po: {missing}"


def constants_said() -> set[str]:
    """The constant texts with which commands refuse or complain."""
    found = set[str]()
    for file in Path(main.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in SAYS:
                    said = node.args[SAYS[name] :][:1]
                    found |= {one.value for one in said if isinstance(one, ast.Constant)}
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_what_commands_refuse_and_complain_of_has_a_translation(language):
    said = constants_said()
    assert len(said) > 60
    missing = sorted(said - {*entries(language)})
    assert not missing, f"add these to satdoku/translations/{language}.po: {missing}"


@pytest.mark.parametrize("language", OTHERS)
def test_what_the_parser_of_options_says_has_a_translation(language):
    known = entries(language)
    for _, template in main.PLAINLY:
        assert template in known, template


def test_words_of_the_parser_become_templates():
    text = "Invalid value for '--limit': 0 is not in the range 1<=x<=1000."
    said = plainly(text, "0 is not in the range 1<=x<=1000.")
    assert said == "Invalid value for '--limit': 0 is out of range: give 1 to 1,000"
    assert telling("es")(said).startswith("valor no válido para '--limit': 0 está fuera")


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        ([], "en"),
        (["solve", "--language", "de"], "de"),
        (["solve", "--language=fr", "x"], "fr"),
        (["solve", "--language"], "en"),
        (["solve", "--", "--language", "de"], "en"),
    ],
)
def test_the_language_is_known_before_arguments_are_read(arguments, language, monkeypatch):
    monkeypatch.setattr(messages, "language_of_system", lambda: "en")
    assert messages.language_wanted(arguments) == language
