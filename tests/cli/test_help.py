"""Boards on the terminal, pages of help, completion in shells."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, Puzzle
from satdoku.cli import options, values
from satdoku.cli.commands import COMMANDS, load
from satdoku.cli.exchange import show
from satdoku.cli.main import cli
from satdoku.cli.make.options import TECHNIQUE_NAME
from satdoku.cli.tools.completion import INSTALL
from satdoku.cli.tools.pages import ALSO, LISTS, pages, words
from satdoku.formats.metadata import with_about, with_state
from satdoku.logic.catalog.names import known_name
from satdoku.render.terminal import drawing
from satdoku.sanitize import columns
from tests.oracle import EASY, JIGSAW_9

ROOT = Path(__file__).parents[2]


def run(*arguments, **more):
    return CliRunner().invoke(cli, arguments, **more)


class TestShow:
    def test_regions_are_drawn(self):
        shown = drawing(EASY + JIGSAW_9[-81:]).text().splitlines()
        assert shown[:3] == [
            "┌───────────────┬───────────────────┐",
            "│ 5   3   .   . │ 7   .   .   .   . │",
            "│       ┌───────┴───────────┐       │",
        ]
        digits = ["".join(c for c in line if c in "123456789.") for line in shown]
        assert "".join(digits[:-1]) == EASY and shown[-1].startswith("9x9/jigsaw:")

    @pytest.mark.parametrize(
        "name",
        [
            "4x4",
            "6x6",
            "16x16",
            "7x7/latin",
            "samurai",
            "6x8",
            "4x4@r1c1,r3c3",
            "5x5+digits:7",
            "9x9+diagonal+window",
            "4x4/jigsaw:1111222.333.444.",
        ],
    )
    @pytest.mark.parametrize("candidates", [False, True])
    def test_any_board_is_a_rectangle_of_characters(self, name, candidates):
        layout = Layout.named(name)
        puzzle = Puzzle((0,) * layout.cell_count, layout)
        shown = drawing(puzzle, candidates)
        lines = ["".join(text for text, _ in line) for line in shown.lines()]
        board = [line for line in lines if not line[:1].isalnum() and line[:1] != "+"]
        assert len({columns(line) for line in board}) == 1
        wanted = layout.cell_count * layout.size if candidates else layout.cell_count
        assert sum(c.isalnum() or c == "." for line in board for c in line) == wanted

    def test_candidates_are_what_is_possible(self):
        puzzle = with_state(satdoku.parse("12" + "." * 14), [], [[2, 3]])
        assert drawing(puzzle, True).record()["candidates"][:4] == ["1", "2", "4", "34"]

    def test_wide_symbols_keep_the_board_straight(self):
        puzzle = Puzzle((1, 2, 0, 0) * 4, Layout.of_size(4, "🍎🍋🍇🍓"))
        for candidates in (False, True):
            *lines, name = drawing(puzzle, candidates).text().splitlines()
            assert name == "4x4+symbols:🍎🍋🍇🍓"
            assert len({columns(line) for line in lines}) == 1

    def test_rules_and_what_is_said_are_listed(self):
        layout = Layout.named("4x4+diagonal+killer:5:r1c1,r1c2")
        puzzle = with_about(Puzzle((0,) * 16, layout), {"title": "T\x1b[2J", "author": "Me"})
        assert drawing(puzzle).text().splitlines()[-4:] == [
            "+diagonal",
            "killer:5:r1c1,r1c2",
            "title: T\ufffd[2J",
            "author: Me",
        ]

    def test_no_colours_where_nobody_sees_them(self, monkeypatch):
        assert "\x1b" not in run("show", EASY, "--candidates").stdout
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.delenv("NO_COLOR", raising=False)
        assert show.has_colours()
        for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
            with monkeypatch.context() as changed:
                changed.setenv(name, value)
                assert not show.has_colours()

    def test_colours_change_no_character(self, capsys):
        shown = drawing(with_state(satdoku.parse(EASY), [0], []), True)
        show.in_colours(shown)
        assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == (
            shown.text().splitlines()
        )


class TestHelp:
    def test_every_page_and_command_is_a_topic(self):
        listed = run("help").stdout
        for name in (*pages(), *COMMANDS):
            assert f"\n  {name} " in listed, name
            done = run("help", *name.split())
            assert done.exit_code == 0 and len(done.stdout) > 100, name
        assert {page.name for page in pages().values()} == {
            page.name for page in (ROOT / "docs").glob("*.md") if page.name != "index.md"
        }

    def test_other_names_lead_to_pages_with_their_lists(self):
        assert {*ALSO.values()} <= pages().keys() and {*LISTS} <= {*ALSO, *pages()}
        assert "anti-knight" in run("help", "kinds").stdout
        assert "opensudoku-2" in run("help", "formats").stdout

    def test_near_misses_are_told(self):
        done = run("help", "fromats")
        assert done.exit_code == 2 and "did you mean formats" in done.output

    def test_pages_are_installed_with_the_package(self):
        text = (ROOT / "pyproject.toml").read_text()
        for page in pages().values():
            assert f'"docs/{page.name}" = "satdoku/docs/{page.name}"' in text, page.name


class TestCompletion:
    @pytest.mark.parametrize("shell", INSTALL)
    def test_scripts_say_how_to_install_them(self, shell):
        script = run("completion", shell).stdout
        assert script.startswith("# To install: ") and f"{shell}_complete" in script

    def test_values_are_those_of_the_lists(self):
        offered = options.LAYOUT_NAME.complete(None, None, "9x9+anti-k")
        assert offered == ["9x9+anti-knight", "9x9+anti-king"]
        assert "easy" in values.level_names()
        assert options.SET_NAMES.complete(None, None, "singles,x-w") == ["singles,X-wing"]
        assert "dlx" in values.engine_names()
        for name in TECHNIQUE_NAME.complete(None, None, "")[:40]:
            assert known_name(name)

    @pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
    def test_bash_completes(self, tmp_path):
        command = tmp_path / "satdoku"
        command.write_text(f'#!/bin/sh\nexec {sys.executable} -m satdoku "$@"\n')
        command.chmod(0o755)
        script = run("completion", "bash").stdout
        ask = (
            f"{script}\nPATH={tmp_path}:$PATH\nCOMP_WORDS=(satdoku convert --to opens)\n"
            'COMP_CWORD=3\n_satdoku_completion satdoku; echo "${COMPREPLY[@]}"'
        )
        done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
        assert done.stdout.split() == ["opensudoku", "opensudoku-2", "opensudoku-1"]


def test_help_explains_only_choices_that_exist():
    for name in COMMANDS:
        for option in (
            cli.get_command(click.Context(cli), name.split()[0]).params if (" " not in name) else ()
        ):
            choices = getattr(option.type, "choices", None)
            if isinstance(option, click.Option) and choices and option.help:
                explained = re.findall(r"(?:^|[;.,] )([a-z-]+): ", option.help)
                assert set(explained) <= {*choices, "default"}, (name, option.name)


def lines_of_options(text):
    """The lines below the headings of options that begin with one."""
    below = re.split(r"^[A-Z][a-z ]+:$", text, maxsplit=1, flags=re.MULTILINE)[1]
    return re.findall(r"^  -.*", below, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_few_options_and_help_all_every_one(name):
    command = load(name)
    few = lines_of_options(run(*name.split(), "--help").stdout)
    assert len(few) <= 20
    whole = run(*name.split(), "--help-all").stdout
    every = lines_of_options(whole)
    options = [option for option in command.params if isinstance(option, click.Option)]
    wanted = [option for option in options if not option.hidden]
    assert len(every) == len(wanted) + 2  # --help and --help-all
    for option in wanted:
        assert re.search(rf"^  .*{option.opts[-1]}\b", whole, re.MULTILINE), option.name
    last = run(*name.split(), "--help").stdout.splitlines()[-1]
    more = len(every) - len(few)
    assert ("--help-all" in last and f" {more} more option" in last) == (more > 0)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_in_words_what_an_option_is_before_its_bounds(name):
    command = load(name)
    for option in command.params:
        record = option.get_help_record(click.Context(command))
        if isinstance(option, click.Option) and record:
            assert re.match(r"[`'\w]", record[1]), option.name
            assert not re.search(r"[<>]=?x|RANGE", " ".join(record)), option.name


def test_completion_and_man_pages_have_rare_options_too():
    command = load("generate")
    context = click.Context(command, info_name="generate")
    offered = {item.value for item in command.shell_complete(context, "--")}
    assert {"--tries", "--cluster", "--symbols", "--help-all", "--count"} <= offered
    # docs/make_man_pages.py writes what each parameter says of itself.
    rare = next(option for option in command.params if option.name == "tries")
    assert "Tries for each puzzle" in rare.get_help_record(context)[1]


@pytest.mark.room("printing", "datasets")
@pytest.mark.parametrize("name", ["print", "book"])
def test_help_says_what_a_kind_is_for_where_puzzles_are_given(name):
    text = " ".join(run(name, "--help-all").stdout.split())
    assert "--kind FILE.py:NAME Load a kind of rule of your own: FILE.py:NAME" in text


@pytest.mark.room("printing")
def test_completion_of_another_command_has_its_own_options():
    command = load("print")
    context = click.Context(command, info_name="print")
    offered = {item.value for item in command.shell_complete(context, "--")}
    assert "--paper" in offered
    assert "--level" not in offered


def test_engines_have_the_version_of_what_they_are():
    import importlib.metadata as installed

    rows = {engine.name: engine for engine in satdoku.engines()}
    assert {rows[name].version for name in ("auto", "native", "dlx")} == {satdoku.__version__}
    assert rows["pysat"].version == installed.version("python-sat")
    for name in ("cadical", "picosat"):
        if rows[name].installed:
            assert any(c.isdigit() for c in rows[name].version), name


def test_help_defines_the_words_that_documents_use():
    for word in ("clause", "Base rules", "irreducible", "proper", "isomorph", "theory"):
        done = CliRunner().invoke(cli, ["help", *word.split()])
        assert done.exit_code == 0
        assert re.match(rf"[\w, ]*{word.lower()}[\w, ]*: \w", done.output), done.output


def test_the_first_screen_uses_no_word_that_help_does_not_define():
    screen = (Path(__file__).parents[2] / "README.md").read_text().split("## How it compares")[0]
    field = (
        "clause",
        "theory",
        "proper",
        "irreducible",
        "isomorphic",
        "base rules",
        "denial",
        "simplification",
        "auxiliary",
        "exactly-one",
        "automorphism",
    )
    used = {word for word in field if word in screen}
    assert {word.removesuffix("ic") for word in used} <= set(words())
