"""No option is ignored in silence: each changes something, or is refused where it would not."""

import click
import pytest
from click.testing import CliRunner
from oracle import NEFARIOUS

from satdoku.cli.main import COMMANDS, cli
from satdoku.errors import SatdokuError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
TWELVE = "12..34.........."
GRID = "2134431214233241"
#: Of the commands that are judged here: what is run without an option, and what is put behind it
#: that must change the status, what is printed or what is written. "!" before it: what must be
#: refused instead (exit status 2), since it would change nothing.
SOLVE = {
    "--logic": (NEFARIOUS, ["--logic"]),
    "--all": (TWELVE, ["--all"]),
    "--limit": (TWELVE, ["--limit", "3"]),
    "--engine": (TWELVE, ["--format", "json", "--stats"], ["--engine", "dlx"]),
    "--encoding": (EASY, ["--encoding", "nonsense"]),
    "--stats": (EASY, ["--format", "json"], ["--stats"]),
    "--time-limit": (HARD, ["--time-limit", "1e-9"]),
}
STREAM = {
    "--format": (TWELVE, ["--format", "json"]),
    "--layout": (TWELVE, ["--layout", "9x9"]),
    "--symbols": (TWELVE, ["--symbols", "ABCD"]),
    "--on-error": ("bad.txt", ["--on-error", "skip"]),
    "--column": ("two.csv", ["--format", "json"], ["--column", "other"]),
    "--resume": ("!", TWELVE, ["--resume"]),
    "--output": (TWELVE, ["--output", "out.txt"]),
}
CHANGES = {
    "solve": SOLVE | STREAM,
    "check": STREAM | {
        "--require": (TWELVE.replace("1", "."), ["--require", "minimal", "--format", "json"]),
        "--summary": (TWELVE, ["--summary"]),
        "--engine": (TWELVE, ["--engine", "nonsense"]),
        "--encoding": (EASY, ["--encoding", "nonsense"]),
        "--stats": (EASY, ["--format", "json"], ["--stats"]),
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
    },
    "count": STREAM | {
        "--limit": (TWELVE, ["--limit", "3"]),
        "--engine": (TWELVE, ["--engine", "nonsense"]),
        "--encoding": (EASY, ["--encoding", "nonsense"]),
        "--stats": (EASY, ["--format", "json"], ["--stats"]),
        "--time-limit": (HARD, ["--time-limit", "1e-9"]),
    },
    "minimize": STREAM | {
        "--keep": (TWELVE, ["--keep", "proper"]),
        "--symmetry": (GRID, ["--symmetry", "full"]),
        "--seed": (GRID, ["--seed", "5"]),
    },
    "shuffle": STREAM | {"--seed": (GRID, ["--seed", "5"])},
    "canon": STREAM | {"--dedupe": (GRID, [GRID, "--dedupe"])},
    "rate": STREAM,
    "generate": {name: case for name, case in STREAM.items() if name not in (
        "--on-error", "--column", "--layout", "--symbols", "--output", "--format")} | {
        "--format": ("--seed=1", ["--format", "json"]),
        "--output": ("--seed=1", ["--output", "out.txt"]),
        "--layout": ("--seed=1", ["--layout", "4x4"]),
        "--symbols": ("--seed=1", ["--symbols", "ABCDEFGHI"]),
        "--resume": ("!", "--seed=1", ["--resume"]),
        "--count": ("--seed=1", ["--count", "2"]),
        "--seed": ("--seed=1", ["--seed", "2"]),
        "--start": ("--seed=1", ["--start", "2"]),
        "--keep": ("--seed=2", ["--keep", "proper"]),
        "--level": ("!", "--seed=1", ["--level", "easy", "--keep", "logic"]),
        "--rating": ("!", "--seed=1", ["--rating", "1.0..2.0", "--level", "easy"]),
        "--needs": ("!", "--seed=1", ["--needs", "nonsense"]),
        "--forbids": ("!", "--seed=1", ["--forbids", "nonsense"]),
        "--symmetry": ("--seed=1", ["--symmetry", "full"]),
        "--mask": ("--seed=1", ["--layout", "4x4"], ["--mask", "x" * 15 + "."]),
        "--clues": ("--seed=1", ["--clues", "30", "--no-minimal"]),
        "--minimal": ("--seed=1", ["--no-minimal"]),
        "--tries": ("--seed=1", ["--clues", "17"], ["--tries", "2"]),
        "--time-limit": ("--seed=1", ["--time-limit", "1e-9"]),
        "--grid": ("--seed=1", ["--grid"]),
    },
}  # fmt: skip
#: Options that are there for speed alone.
SPEED = {"--jobs"}
#: Commands whose options have tests of their own.
ELSEWHERE = {
    "explain", "hint", "verify-steps", "rules", "levels", "layouts", "diagnose", "certify",
    "verify", "export", "decode", "engines", "encodings", "compare", "selfcheck", "warm-up",
}  # fmt: skip


def options_of(name: str) -> set[str]:
    command = cli.get_command(click.Context(cli), name)
    return {
        next(o for o in option.opts if o.startswith("--"))
        for option in command.params
        if isinstance(option, click.Option)
    }


def test_every_option_of_every_command_is_judged():
    assert set(COMMANDS) == set(CHANGES) | ELSEWHERE
    for name, cases in CHANGES.items():
        assert options_of(name) - SPEED == set(cases), name


CASES = [(name, option) for name, cases in CHANGES.items() for option in sorted(cases)]


@pytest.mark.parametrize(("name", "option"), CASES, ids=map(" ".join, CASES))
def test_an_option_changes_something_or_is_refused(name, option, tmp_path, monkeypatch):
    (tmp_path / "bad.txt").write_text(f"{EASY}\n{EASY[:49]}\n{EASY}\n")
    (tmp_path / "two.csv").write_text(f"puzzle,other\n{EASY},{HARD}\n")
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


def outcome(folder, arguments):
    """(status, what was printed and what went wrong, what was written)."""
    result = CliRunner().invoke(cli, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit | SatdokuError), (
        result.exc_info
    )
    status = 2 if isinstance(result.exception, SatdokuError) else result.exit_code
    status = status or result.return_value if isinstance(result.return_value, int) else status
    written = [path.read_bytes() for path in folder.glob("out*")]
    return status, result.output + str(result.exception), written


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solve", "--logic", "--time-limit", "1", TWELVE], "--logic"),
        (["solve", "--logic", "--encoding", "pairwise", TWELVE], "encoding"),
        (["solve", "--all", "--limit", "2", TWELVE], "--all"),
        (["solve", "--stats", TWELVE], "--stats"),
        (["check", "--summary", "--stats", TWELVE], "--stats"),
        (["check", "--summary", "--resume", TWELVE], "--summary"),
        (["solve", "--column", "a", TWELVE], "--column"),
        (["generate", "--grid", "--clues", "30"], "--clues"),
        (["generate", "--grid", "--no-minimal"], "--minimal"),
        (["generate", "--mask", "x.", "--minimal"], "--minimal"),
        (["generate", "--level", "easy", "--keep", "logic"], "--keep"),
        (["canon", "--dedupe", "--resume", TWELVE], "--dedupe"),
        (["solve", TWELVE, "-o", "book.pdf"], "makes no .pdf"),
        (["solve", TWELVE, "-o", "book.html"], "makes no .html"),
        (["rate", TWELVE, "-o", "book.svg.gz"], "makes no .svg"),
        (["generate", "--layout", "4x4", "--mask", "xxxx0000....xxxx"], "are blanks: use one"),
        (["generate", "--layout", "4x4", "--mask", "x" * 16], "write ."),
    ],
)
def test_what_would_change_nothing_is_refused(arguments, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, printed, _ = outcome(tmp_path, arguments)
    assert status == 2
    assert says in printed
    assert not list(tmp_path.iterdir())


def test_a_summary_takes_notice_of_the_engine():
    late = ["--engine", "dlx", "--time-limit", "1e-9"]
    result = CliRunner().invoke(cli, ["check", "--summary", *late, EASY])
    assert result.output == "1 puzzles, 1 without an answer in time\n"


def test_no_command_at_all_is_a_question_for_help():
    result = CliRunner().invoke(cli, [])
    assert result.exit_code == 0
    assert result.output == CliRunner().invoke(cli, ["--help"]).output
    assert len(result.output.splitlines()) > 20
