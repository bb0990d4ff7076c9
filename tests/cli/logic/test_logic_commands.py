"""The commands of logic, as a person uses them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import satdoku
from satdoku import schema
from satdoku.logic.starting import position_of, write_library_line
from tests.marks import slow_but
from tests.processes import command as run

PUZZLE = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
SMALL = "12..3......4...."


def test_an_explanation_is_verified_from_its_json(tmp_path: Path) -> None:
    steps = tmp_path / "steps.json"
    assert run("explain", PUZZLE, "-o", str(steps)).returncode == 0
    record = json.loads(steps.read_text())
    assert (record["outcome"], record["rating"], record["label"]) == ("solved", 4.2, "hard")
    said = run("verify-steps", str(steps)).stdout
    assert said.startswith(f"{len(record['steps'])} steps are right, 0 wrong\n9x9: {PUZZLE}")
    record["steps"][0]["asserted"][0][2] = 9
    steps.write_text(json.dumps(record))
    done = run("verify-steps", str(steps))
    assert done.returncode == 1
    assert "step 1 is wrong: r2c4=9: (9)r2c4 cannot be concluded" in done.stdout


def test_explain_lists_all_steps_as_steps_does() -> None:
    for form in ("text", "json"):
        listed = run("steps", "--technique", "singles,pairs", "--format", form, SMALL)
        told = run("explain", "--all", "--only", "singles,pairs", "--format", form, SMALL)
        assert told.stdout == listed.stdout and listed.stdout
    for wrong in ("--until=3", "--verbosity=final", "--format=svg", "--scale=se"):
        done = run("explain", "--all", wrong, SMALL)
        assert done.returncode == 2 and "--all" in done.stderr


def test_text_of_other_tools_is_verified() -> None:
    text = "Hidden Single: r2c4=4\nNaked Pair: 3,5 in r1c12 => r2c6<>4\nX-Wing => r4c6<>3\n"
    done = run("verify-steps", "-", "--puzzle", PUZZLE, stdin=text)
    assert done.returncode == 1
    assert "step 3 is wrong" in done.stdout
    assert "step 2: r2c6<>4: (4)r2c6 false is already known" in done.stdout  # by step 1
    assert "1 step is right, 1 wrong, 1 not judged" in done.stdout


def test_a_page_and_a_picture_are_made(tmp_path: Path) -> None:
    page, picture = tmp_path / "page.html", tmp_path / "step.svg"
    assert run("explain", PUZZLE, "-o", str(page)).returncode == 0
    text = page.read_text()
    assert text.count("<section>") == 62
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert run("explain", PUZZLE, "--until", "5", "-o", str(picture)).returncode == 0
    assert picture.read_text().startswith("<svg ")


COMMANDS = ["explain", "steps", "hint", "rate"]


@pytest.mark.parametrize("command", slow_but(COMMANDS, "explain", "hint", "rate"))
def test_one_contradictory_puzzle_is_named_and_the_next_is_answered(command: str) -> None:
    done = run(command, "11..............", PUZZLE)
    assert done.returncode == 1
    assert done.stderr.startswith("satdoku: argument 1, line 1: ")
    assert done.stderr.count("satdoku: ") == 1
    assert done.stdout.endswith(run(command, PUZZLE).stdout)


def test_json_holds_a_record_of_a_contradictory_puzzle_too(tmp_path: Path) -> None:
    full = "1134341221434321"
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"11..............\n{full}\n12343412214343..\n")
    done = run("explain", str(puzzles), "--format", "json")
    assert done.returncode == 1
    first, second, third = map(json.loads, done.stdout.splitlines())
    for record, puzzle in ((first, "11.............."), (second, full)):
        assert (record["puzzle"], record["outcome"], record["solution"], record["steps"]) == (
            puzzle,
            "contradiction",
            None,
            [],
        )
        assert record.keys() == third.keys() == {*schema("explain")["required"]}
    assert first["candidates"][:5] == [1, 1, 14, 14, 14]  # what the givens leave
    assert third["outcome"] == "solved"
    judged = run("verify-steps", "-", "--format", "json", stdin=done.stdout)
    assert [json.loads(line)["right"] for line in judged.stdout.splitlines()] == [0, 0, 2]
    assert "two 1s in row 1" in judged.stderr


@pytest.mark.slow
def test_a_claim_that_cannot_be_decided_names_its_puzzle_and_the_next_is_answered() -> None:
    proper = "12343412214343.."
    done = run("explain", "--why", "r4c4=1", "1...............", proper)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("satdoku: argument 1, line 1: r4c4=1 cannot be decided")
    assert done.stdout == run("explain", "--why", "r4c4=1", proper).stdout != ""


def test_a_hint_says_no_more_than_asked() -> None:
    assert run("hint", PUZZLE).stdout == "look at box 2\n"
    where = run("hint", "--show", "where", PUZZLE).stdout
    assert where == "hidden single in a box: look at box 2\n"
    assert "r2c4=4" in run("hint", "--show", "what", PUZZLE).stdout
    assert "can only go in r2c4" in run("hint", "--show", "why", PUZZLE).stdout


def test_one_may_ask_from_where_one_is() -> None:
    grid = "1 2 34 34 / 34 34 1 2 / 23 1 234 34 / 34 34 2 1".replace("/", "\n")
    done = run(
        "explain", "--from-state", "-", "--layout", "4x4", "--verbosity", "terse", stdin=grid
    )
    assert "4x4" not in done.stderr
    assert done.returncode in (0, 1)


def test_a_table_of_ratings(tmp_path: Path) -> None:
    table = tmp_path / "ratings.csv"
    assert run("rate", PUZZLE, "-o", str(table)).returncode == 0
    head, row = table.read_text().splitlines()
    assert head.startswith("puzzle,outcome,label,rating,total")
    assert row.startswith(f"{PUZZLE},solved,hard,4.2,")


def test_what_is_stopped_is_not_called_solved(tmp_path: Path) -> None:
    record = json.loads(run("explain", PUZZLE, "--until", "3", "--format", "json").stdout)
    assert (record["outcome"], record["solution"], len(record["steps"])) == ("so far", None, 3)
    assert record["board"].count(".") == PUZZLE.count(".") - 3
    page = run("explain", PUZZLE, "--until", "3", "--format", "html").stdout
    assert "so far" in page and "solved" not in page
    whole = json.loads(run("explain", PUZZLE, "--until", "999", "--format", "json").stdout)
    assert whole["outcome"] == "solved" and "." not in whole["solution"]


def test_positions_for_practice_are_those_before_a_step_of_the_name(tmp_path: Path) -> None:
    made = run("generate", "--count", "12", "--keep", "proper", "--seed", "7", "--format", "line")
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(made.stdout)
    practice = ["explain", "--format", "hodoku", str(puzzles), "--until"]
    done = run(*practice, "pointing")
    assert done.returncode == 0 and not done.stderr
    lines = done.stdout.splitlines()
    assert 0 < len(lines) <= 12
    for line in lines:
        (step,) = satdoku.explain(line, until=1).steps
        assert step.name == "pointing"
    none = run(*practice, "whale")
    assert (none.returncode, none.stdout) == (1, "")
    assert none.stderr == "satdoku: no position: no puzzle has a step called 'whale'\n"
    assert run(*practice, "wale").returncode == 2
    assert "hodoku is for --until" in run("explain", PUZZLE, "--format", "hodoku").stderr


def test_a_position_is_written_as_a_line_and_read_back() -> None:
    found = satdoku.explain(PUZZLE, until=12)
    line = write_library_line(found.end)
    assert position_of(line).status == found.end.status


def test_a_picture_until_a_name_is_of_the_step_that_is_named() -> None:
    assert (
        "<title>XY-wing</title>"
        in run("explain", PUZZLE, "--until", "xy-wing", "--format", "svg").stdout
    )
    record = json.loads(run("explain", PUZZLE, "--until", "XY-WING", "--format", "json").stdout)
    assert record["next"]["name"] == "XY-wing"
    assert "XY-wing" not in {step["name"] for step in record["steps"]}


def test_rules_are_taken_in_the_order_given() -> None:
    text = run("explain", PUZZLE, "--rules", "singles, x wing, locked").stdout
    names = re.findall(r"^ *\d+ +\d\.\d  ([^:]+):", text, re.MULTILINE)
    assert names.index("X-wing") < names.index("pointing")
    assert "X-wing" not in run("explain", PUZZLE, "--rules", "pairs").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["explain", "--until", "swordfish", PUZZLE], "no step is called 'swordfish'"),
        (["explain", "--rules", "luck", PUZZLE], "unknown technique 'luck'"),
        (["hint", "--technique", "luck", PUZZLE], "unknown technique 'luck': `satdoku rules`"),
        (["hint", "--technique", "x-wng", PUZZLE], "unknown technique 'x-wng': did you mean X-w"),
        (["explain", "--why", "foo", PUZZLE], "write r4c7=5"),
        (["explain", "--uniqueness", SMALL], "only for a proper puzzle"),
        (["verify-steps", "-"], "need --puzzle"),
        (["verify-steps", "-", "--puzzle", PUZZLE], "no step found"),
        (["explain", "--why", "r1c1=7", "--until", "3", PUZZLE], "leave out --until"),
        (["explain", "--format", "json", "--verbosity", "terse", PUZZLE], "leave out --verbosity"),
        (["hint", "--format", "json", "--show", "why", PUZZLE], "leave out --show"),
        (["verify-steps", "-", "--from-state"], "needs --puzzle"),
        (["generate", "--level", "so-so"], "unknown level 'so-so'"),
        (["generate", "--needs", "magic"], "unknown technique 'magic'"),
        (["generate", "--rating", "x"], "write 4.2, 3.0..4.5 or 11"),
        (["generate", "--level", "easy", "--rating", "1.0"], "leave out --rating"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: list[str], said: str) -> None:
    done = run(*arguments, stdin="nothing here\n")
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.startswith("satdoku: ")
    assert done.stderr.count("\n") == 1


def test_what_is_not_solved_is_an_honest_no() -> None:
    done = run("explain", "--rules", "singles", PUZZLE, "--verbosity", "final")
    assert done.returncode == 1
    assert "stuck: no step is possible" in done.stderr
    assert run("rate", SMALL).returncode == 1


def test_the_line_of_a_posts_puzzle_is_that_of_the_file(tmp_path: Path) -> None:
    post = tmp_path / "post.txt"
    for before, line in (("", 1), ("Hello\n", 2), ("Hello\n\n", 3)):
        for between in ("", "\n"):
            post.write_text(f"{before}{PUZZLE}\n{between}Hidden Single: r2c4=4\n")
            done = run("verify-steps", str(post))
            assert done.returncode == 0
            assert re.search(rf"the puzzle is in line {line}\b", done.stderr), done.stderr
