"""Answers, messages and errors of commands in other languages: each command takes --language, none
prints a sentence that is half in English, and JSON stays as it is."""

from __future__ import annotations

import ast
import json
import re
from inspect import cleandoc
from pathlib import Path

import click
import pytest

import satdoku
from satdoku.cli import main, messages
from satdoku.cli.commands import COMMANDS, SECTIONS, SUMMARIES
from satdoku.cli.main import cli, plainly
from satdoku.cli.options import HEADINGS, options_of
from satdoku.constraints.wording import Fact
from satdoku.datasets.make.recipe import recipe_of
from satdoku.languages import IN_ENGLISH, languages, telling
from satdoku.phrases import capital, phrase
from satdoku.plurals import plural
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


def command_named(name: str) -> click.Command:
    """The command of a name, such as 'dataset audit'."""
    found = cli.get_command(click.Context(cli), name.split(maxsplit=1)[0])
    for word in name.split()[1:]:
        found = found.get_command(click.Context(found), word)
    return found


def test_every_command_takes_a_language():
    for name in COMMANDS:
        found = command_named(name)
        assert any("--language" in option.opts for option in found.params), name


def texts_of_help() -> set[str]:
    """What the help says: of each command its paragraphs and options; of all their summaries."""
    said = {*SUMMARIES.values(), *SECTIONS, *HEADINGS, "Examples", "Commands", "Usage:"}
    said |= {"Show this message and exit.", "Show every option and exit."}
    said |= {"Show the version and exit.", "This text exists only in English."}
    for name in COMMANDS:
        for option in options_of(name).options:
            if option.meaning and not option.deprecated:
                said.add(getattr(option.meaning, "template", option.meaning))
        for paragraph in cleandoc(command_named(name).help).split("\n\n"):
            if not paragraph.startswith("\b"):
                said.add(" ".join(paragraph.split()))
    return said


@pytest.mark.parametrize("language", OTHERS)
def test_help_has_a_translation(language):
    missing = sorted(texts_of_help() - {*entries(language)})
    assert not missing, f"add these to satdoku/translations/{language}.po: {missing}"


@pytest.mark.parametrize("language", OTHERS)
def test_help_is_laid_out_in_the_language(language, monkeypatch):
    for words in (("print", "--help-all"), ("--help",)):
        monkeypatch.setenv("LC_ALL", language)
        said = command(*words).stdout
        assert IN_ENGLISH not in said
        for title in ("Usage:", "Output:", "default:", "Show this"):
            assert title not in said


def test_help_tells_the_same_in_english():
    said = command("count", "--help").stdout
    assert said.startswith("Usage: satdoku count [OPTIONS] [INPUTS]...")
    assert "[default: 1; 1 to 1,024]" in said


@pytest.mark.parametrize(
    ("language", "small", "large"),
    [
        ("de", "1.234", "1.234.567"),
        ("fr", "1\u202f234", "1\u202f234\u202f567"),
        ("es", "1234", "1\u202f234\u202f567"),
        ("ja", "1,234", "1,234,567"),
        ("ar", "1,234", "1,234,567"),
        ("en", "1,234", "1,234,567"),
    ],
)
def test_thousands_are_apart_as_the_language_has_it(language, small, large):
    tell = telling(language)
    assert small in tell(plural(1234, "solution"))
    assert large in tell(plural(1234567, "solution"))
    assert large in tell(phrase("{number:,} solutions so far", number=1234567))


def test_nouns_take_the_form_of_their_number():
    assert telling("fr")(plural(0, "step")) == "0 étape"
    assert telling("fr")(plural(2, "step")) == "2 étapes"
    assert telling("de")(plural(0, "step")) == "0 Schritte"
    assert telling("ar")(plural(2, "technique")) == "تقنيتان"
    assert telling("ar")(plural(3, "technique")) == "3 تقنيات"
    assert telling("ar")(plural(11, "technique")) == "11 تقنية"


def test_cells_stay_small_at_the_beginning_of_a_sentence():
    assert capital("r1c12 and r2c3") == "r1c12 and r2c3"
    assert capital("row 2") == "Row 2"


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


@pytest.mark.parametrize("language", OTHERS)
def test_tables_are_whole_in_the_language(language):
    for table in (satdoku.engines(), satdoku.puzzle_formats(), satdoku.layouts()):
        said = table.text(language)
        assert IN_ENGLISH not in said
        assert "Content-Type" not in said
    formats = [line.split() for line in satdoku.puzzle_formats().text("de").splitlines()]
    assert ["jigsaw", "Formen"] in [words[:2] for words in formats]


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


#: Where errors are raised that people meet through commands, the page or a recipe.
SPEAKING = ("cli", "datasets", "render", "serving", "operations")


def raised() -> list[tuple[Path, ast.expr]]:
    """What errors of the package's own say, with the file that raises them."""
    found = []
    for folder in SPEAKING:
        for file in (Path(satdoku.__file__).parent / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                match node:
                    case ast.Raise(exc=ast.Call(func=ast.Name(id=name), args=[said, *_])):
                        if issubclass(getattr(satdoku, name, Exception), satdoku.SatdokuError):
                            found.append((file, said))
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_errors_that_people_meet_have_a_translation(language):
    said = [text for _, text in raised()]
    constants = {one.value for one in said if isinstance(one, ast.Constant)}
    assert len(constants) > 30
    missing = sorted(constants - {*entries(language)})
    assert not missing, f"add these to satdoku/translations/{language}.po: {missing}"


def test_errors_that_people_meet_are_phrases():
    # What `picture()` says of a wrong argument is for programmers.
    bare = [f"{file}:{text.lineno}" for file, text in raised() if isinstance(text, ast.JoinedStr)]
    assert [one for one in bare if "svg.py" not in one] == [], "make a phrase(template, …) of each"


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_unknown_has_a_name_in_the_language(language):
    # "unknown key of a recipe 'colour'": the third argument of what looks a name up.
    names = set()
    for file in Path(satdoku.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="meant" | "unknown"), args=[_, _, ast.Constant(value=what), *_]
                ):
                    names.add(what)
    assert len(names) > 20
    missing = sorted(names - {*entries(language)})
    assert not missing, f"add these to satdoku/translations/{language}.po: {missing}"


#: Recipes with a fault each.
RECIPES = (
    {"count": 0},
    {"count": 10, "seed": "x"},
    {"count": 10, "format": "bench", "kinds": ["killer"]},
    {"count": 10, "format": "csv", "traces": True},
    {"count": 10, "negatives": True},
    {"count": 10, "pictures": "png", "format": "csv"},
    {"count": 10, "license": "a b"},
    {"count": 10, "levels": {"easy": 0}},
    {"count": 10, "levels": {"easy": -1}},
    {"count": 10, "levels": 3},
    {"count": 10, "ratings": {"2.0-1.2": 1}},
    {"count": 10, "ratings": {"1.2-2.0": 1, "1.5-3.0": 1}},
    {"count": 10, "splits": {"a b": 1}},
    {"count": 10, "minimal": 3},
    {"source": "file"},
    {"source": "file", "files": ["a.csv"], "kinds": ["killer"]},
    {"colour": "red"},
)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("settings", RECIPES, ids=str)
def test_faults_of_recipes_are_told_in_the_language(language, settings):
    with pytest.raises(satdoku.SatdokuError) as raised_error:
        recipe_of(settings)
    said = telling(language)(str(raised_error.value))
    assert IN_ENGLISH not in said
    assert not ENGLISH.search(re.sub(r"'[^']*'", "", said)), said
