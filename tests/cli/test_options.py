"""No option is ignored in silence: each changes something, or is refused where it would not; and
any two of a command go together, or are refused in one line."""

from itertools import pairwise

import click
import pytest
from click.testing import CliRunner

from satdoku.cli.commands import COMMANDS
from satdoku.cli.main import cli
from satdoku.cli.options import options_of
from satdoku.cli.refusals import GENERAL
from satdoku.logic.steps import LogicStep
from tests.cli.option_cases import CHANGES, outcome, write_inputs
from tests.cli.option_values import BOOK, EASY, PROPER, TWELVE
from tests.marks import slow_but

#: Options that are there for speed alone: among them --verify, whose check finds nothing as long
#: as the program is right.
SPEED = {"--jobs", "--cluster", "--verify"}
#: Options that change messages alone, where no case says more: tests/cli/test_languages.py judges
#: them.
MESSAGES = {"--language"}


def names_of_options(name: str) -> set[str]:
    command = cli.get_command(click.Context(cli), name)
    return {
        next(o for o in option.opts if o.startswith("--"))
        for option in command.params
        if isinstance(option, click.Option)
    }


def test_every_option_of_every_command_is_judged():
    # These go on until they are ended, or write a whole page each time: tests/serving/
    # test_serving.py, test_agents.py and test_publishing.py judge them.
    elsewhere = {"serve", "mcp", "publish"} & set(COMMANDS)
    other = sorted(set(COMMANDS) ^ {*CHANGES, *elsewhere})
    assert not other, (
        f"add the command to CHANGES of tests/cli/ROOM/option_cases.py, or remove it: {other}"
    )
    for name, cases in CHANGES.items():
        other = sorted((names_of_options(name) - SPEED - (MESSAGES - {*cases})) ^ set(cases))
        assert not other, (
            f"add a case for each new option of `{name}` to CHANGES[{name!r}] of "
            f"tests/cli/ROOM/option_cases.py, and remove those of options that are gone: {other}"
        )


CASES = [(name, option) for name, cases in CHANGES.items() for option in sorted(cases)]


@pytest.mark.slow_cases(
    "compare --plots",
    "count --from",
    "book --booklet",
    "book --layout",
    "diagnose --from",
    "diagnose --drawings",
    "diagnose --on-error",
    "diagnose --time-limit",
    "encodings --judge",
    "explain --from",
    "explain --why",
    "formats --judge",
    "generate --constraints",
    "generate --crossing",
    "generate --tries",
    "layouts --judge",
    "rules --judge",
    "steps --drawings",
    "steps --from",
    "steps --kind",
)
@pytest.mark.parametrize(("name", "option"), CASES, ids=map(" ".join, CASES))
def test_an_option_changes_something_or_is_refused(name, option, tmp_path, monkeypatch):
    if option == "--plots":
        pytest.importorskip("matplotlib")
    write_inputs(tmp_path)
    monkeypatch.chdir(tmp_path)
    case = list(CHANGES[name][option])
    refused = case[0] == "!"
    first, *rest = case[refused:]
    more = rest.pop()
    before = [name, first, *(rest[0] if rest else [])]
    plain, changed = outcome(tmp_path, before), outcome(tmp_path, [*before, *more])
    assert plain != changed
    if refused:
        assert changed[0] == 2


SEVERAL = [name for name, cases in CHANGES.items() if len(cases) > 1]
FAST = [name for name in ("check", "decode", "verify-steps", "levels") if name in SEVERAL]


@pytest.mark.parametrize("name", slow_but(SEVERAL, *FAST))
def test_any_two_options_go_together_or_are_refused_in_one_line(name, tmp_path, monkeypatch):
    """Here each option with the next in the alphabet."""
    if name in ("book", "print"):
        pytest.importorskip("typst")
    if name == "compare":
        pytest.importorskip("matplotlib")
    cases = [case[case[0] == "!" :] for _, case in sorted(CHANGES[name].items())]
    for number, ((first, *more), other) in enumerate(pairwise([*cases, cases[0]])):
        folder = tmp_path / str(number)
        folder.mkdir()
        write_inputs(folder)
        monkeypatch.chdir(folder)
        arguments = [name, first, *(word for words in more for word in words), *other[-1]]
        status, (printed, *_) = outcome(folder, arguments)
        assert status in (0, 1, 2), arguments
        assert printed.partition("Error: ")[2].count("\n") < 2, arguments


#: For options that change nothing but speed, or more than one thing; for conditions on values.
SAMPLES = {
    "--level": ["--level", "easy"], "--rating": ["--rating", "4.2"],
    "--jobs": ["--jobs", "2"], "--cluster": ["--cluster", "local:1"], "--verify": ["--no-verify"],
    "no --ratings": ["--no-ratings"], "--scale=satdoku": ["--scale", "satdoku"],
    "--format=json": ["--format", "json"], "--format≠text": ["--format", "json"],
    "--format=text": [], "--format≠json": [], "inputs": [PROPER],
}  # fmt: skip
REFUSED = [
    (name, exclusion, option)
    for name in COMMANDS
    for exclusion in options_of(name).exclusions
    for option in exclusion.options.split()
    if name == "solve" or exclusion not in GENERAL
    if name != "serve"  # tests/serving/test_serving.py
]


def sample(name, words):
    """Arguments with which a condition holds, or an option is given."""
    first = words.split()[0]
    if name == "book" and first == "--level":
        return ["--level", "easy:1"]
    if words in SAMPLES or first == "no":
        return SAMPLES.get(words, [])
    return SAMPLES.get(first) or CHANGES[name][first][-1]


@pytest.mark.parametrize(
    ("name", "refusal", "option"), REFUSED, ids=[f"{n} {r.when} {o}" for n, r, o in REFUSED]
)
def test_the_table_of_refusals_holds(name, refusal, option, tmp_path, monkeypatch):
    write_inputs(tmp_path)
    monkeypatch.chdir(tmp_path)
    case = CHANGES[name].get(option, [TWELVE])
    more = {"print": ["--output=out.pdf"], "book": BOOK}.get(name, [])
    arguments = [*name.split(), case[case[0] == "!"], *more]
    status, (printed, *_) = outcome(
        tmp_path, [*arguments, *sample(name, refusal.when), *sample(name, option)]
    )
    assert status == 2
    assert f"{refusal.why}: leave out --" in printed
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "--summary", "--resume", TWELVE], "--summary"),
        (["solve", "--column", "a", TWELVE], "--column"),
        (["generate", "--grid", "--no-minimal"], "--no-minimal"),
        (["generate", "--mask", "x.", "--minimal"], "--minimal"),
        (["generate", "--format", "svg", "--count", "2"], "--count"),
        (["solve", TWELVE, "-o", "book.pdf"], "makes no .pdf"),
        (["solve", TWELVE, "-o", "book.html"], "makes no .html"),
        (["rate", TWELVE, "-o", "book.svg.gz"], "makes no .svg"),
        pytest.param(
            ["print", TWELVE, "-o", "a.svg", "--author", "Somebody"],
            "--author",
            marks=pytest.mark.room("printing"),
        ),
        (["rate", EASY, "--only", "skyscraper", "--scale", "se"], "--scale"),
        (["rate", EASY, "--rules", "naked single", "--scale", "se"], "--scale"),
        (["solve", TWELVE, "--format", "json", "-o", "x.csv"], "leave out --format"),
        (["certify", TWELVE, "-o", "x.csv"], "makes no .csv"),
        (["explain", "--why", "r1c1=1", TWELVE, "-o", "x.json"], "makes no .json"),
        (["explain", "--why", "--until", "3", TWELVE], "--why needs a value"),
        (["explain", "--until", "nonsense", TWELVE], "unknown step 'nonsense'"),
        (["explain", "--format", "svg", TWELVE, "--verbosity", "terse"], "--verbosity"),
        (["certify", TWELVE, "--rules", "singles"], "--claim logic"),
        (["export", TWELVE, "--to", "lp", "--distinct"], "--distinct"),
        (["export", TWELVE, "--to", "cpsat", "--simplify", "-o", "x.pb"], "--simplify"),
        (["export", TWELVE, "--to", "cpsat", "--encoding", "pairwise", "-o", "x.pb"], "encodings"),
        (["compare", TWELVE, "--engines", "dlx", "--encodings", "pairwise"], "--encodings"),
        (
            ["generate", "--layout", "4x4", "--mask", "xxxx0000....xxxx"],
            "are blanks: use only one of them",
        ),
        (["generate", "--layout", "4x4", "--mask", "x" * 16], "Write ."),
    ],
)
def test_what_would_change_nothing_is_refused(arguments, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, (printed, *_) = outcome(tmp_path, arguments)
    assert status == 2
    assert says in printed
    assert not list(tmp_path.iterdir())


def test_steps_are_verified_unless_that_is_left_out(monkeypatch):
    looked_at = []
    monkeypatch.setattr(LogicStep, "verify", lambda step, position: looked_at.append(step))
    for option, times in (("--no-verify", 0), ("--verify", 12)):
        looked_at.clear()
        CliRunner().invoke(cli, ["explain", option, PROPER])
        assert len(looked_at) == times


def test_a_summary_takes_notice_of_the_engine():
    late = ["--engine", "native", "--time-limit", "1e-9"]
    result = CliRunner().invoke(cli, ["check", "--summary", *late, EASY])
    assert result.output == "1 puzzle, 1 without an answer in time\n"


@pytest.mark.parametrize("name", ["count", "show", "explain", "convert"])
def test_a_rule_to_be_ignored_that_no_puzzle_has_is_said(name):
    result = CliRunner().invoke(cli, [name, ".Shape~4x4.Unheard.~R1C1_1", "--ignore-rules=Unherd"])
    assert "Unheard" in str(result.exception)  # is still there
    result = CliRunner().invoke(cli, [name, PROPER, "--ignore-rules=Unherd"])
    assert "--ignore-rules Unherd: none of the puzzles has a rule of that name" in result.stderr


def test_no_command_at_all_is_a_question_for_help():
    result = CliRunner().invoke(cli, [])
    assert result.exit_code == 0
    assert result.output == CliRunner().invoke(cli, ["--help"]).output
    assert len(result.output.splitlines()) > 20


def test_a_flag_that_would_be_ignored_is_named_as_it_was_written() -> None:
    for flag in ("--verify", "--no-verify"):
        result = CliRunner().invoke(cli, ["explain", "--why", "r1c2=1", flag, "1..............."])
        assert result.output.rstrip().endswith(f"leave out {flag}")
