"""The command line as a person meets it: streams, statuses and messages."""

import json
import os
import pty
import shutil
import signal
import subprocess
import sys

import pytest

from satdoku import generate, parse, parse_all
from tests.oracle import EASY, HARD, LECTURE, LECTURE_SOLUTION, NEFARIOUS, puzzle
from tests.processes import COMMAND, NEVER, hears_signals, running, until
from tests.processes import command as satdoku


def assert_complains(done, status: int, *says: str) -> None:
    """One line on standard error that says what is wrong, and the status."""
    assert done.returncode == status, done
    for words in says:
        assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_lines_of_solutions_are_the_grid_alone():
    string = ".Shape~4x4.Var~A~~2.Sum~3~VA1~VA2.~R1C1_1~R1C2_2~R2C1_3~R3C1_2~R3C2_1"
    done = satdoku("solve", string, "--format", "line")
    assert [len(line) for line in done.stdout.splitlines()] == [16]
    assert [
        len(line)
        for line in json.loads(satdoku("solve", string, "--format", "json").stdout)["solutions"]
    ] == [18]


def test_generate_piped_into_solve_is_the_lectures_session():
    puzzle_text = satdoku("generate", "--seed", "5").stdout
    done = satdoku("solve", "-", stdin=puzzle_text)
    lines = done.stdout.splitlines()
    assert lines[0] == lines[20] == "=" * 19
    assert lines[10] == "-" * 19
    assert len(lines) == 21
    assert "\n".join(lines[1:10]) == puzzle_text.rstrip()
    assert parse("\n".join(lines[11:20])).is_full
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize("extra", [[], ["--logic"], ["--engine", "dlx"], ["-j", "2"]])
def test_solve_in_lines(extra):
    done = satdoku("solve", LECTURE, "--format", "line", *extra)
    assert (done.stdout, done.returncode) == (LECTURE_SOLUTION + "\n", 0)


def test_solve_in_json():
    record = json.loads(satdoku("solve", LECTURE, "--format", "json").stdout)
    assert record == {
        "puzzle": LECTURE,
        "layout": "9x9",
        "outcome": "unique",
        "solutions": [LECTURE_SOLUTION],
    }


def test_logic_prints_what_it_found_and_says_that_it_stuck():
    done = satdoku("solve", "--logic", NEFARIOUS, "--format", "line")
    assert "." in done.stdout
    assert_complains(done, 1, "argument, line 1", "the base rules leave", "cells open")


def test_several_solutions_are_an_honest_no_unless_asked_for():
    done = satdoku("solve", "12..34..........", "--format", "line")
    assert len(done.stdout.split()) == 1
    assert_complains(done, 1, "more than one solution", "--all")
    every = satdoku("solve", "12..34..........", "--all", "--format", "line")
    assert len(set(every.stdout.split())) == 12
    assert (every.returncode, every.stderr) == (0, "")
    some = satdoku("solve", "12..34..........", "--limit", "3", "--format", "json")
    assert len(json.loads(some.stdout)["solutions"]) == 3
    single = satdoku("solve", LECTURE, "--limit", "1", "--format", "line")
    assert (single.stdout, single.returncode) == (LECTURE_SOLUTION + "\n", 0)


def test_no_solution_names_clause_and_givens():
    broken = "55" + LECTURE[2:]
    done = satdoku("solve", broken, "--format", "line")
    assert done.stdout == "# no solution\n"
    assert_complains(done, 1, "two 5s in row 1", "change or remove one of (5)r1c1, (5)r1c2")
    record = json.loads(satdoku("solve", broken, "--format", "json").stdout)
    assert (record["outcome"], record["givens"]) == ("none", ["r1c1", "r1c2"])
    assert "no solution" in satdoku("solve", broken).stdout


def test_a_batch_goes_on_after_a_puzzle_without_solution():
    text = f"{LECTURE}\n55{LECTURE[2:]}\n{HARD}\n"
    done = satdoku("solve", "-", "--format", "line", stdin=text)
    assert len(done.stdout.splitlines()) == 3
    assert_complains(done, 1, "standard input, line 2")


def test_inputs_are_files_streams_and_puzzles(tmp_path):
    (tmp_path / "one.txt").write_text(str(puzzle(LECTURE)))
    done = satdoku("solve", str(tmp_path / "one.txt"), "-", HARD, "--format", "line", stdin=EASY)
    assert done.returncode == 0
    assert [parse(line).cells[0] for line in done.stdout.split()] == [6, 5, 7]


def test_other_layouts():
    done = satdoku(
        "solve", "--layout", "4x4+diagonal", "1..............4", "--limit", "1", "--format", "line"
    )
    assert done.returncode == 0
    letters = satdoku("generate", "--symbols", "ABCD", "--seed", "1", "--format", "line").stdout
    assert satdoku("check", "-", stdin=letters).returncode == 0
    assert letters.startswith("4x4+symbols:ABCD ") and set(letters[17:].strip()) <= set("ABCD.")
    jigsaw = "6x6/jigsaw:112333112433122443122544666545666555"
    made = satdoku("generate", "--layout", jigsaw, "--seed", "1")
    assert satdoku("solve", "--layout", jigsaw, "-", stdin=made.stdout).returncode == 0


def test_generate_is_reproducible_whatever_the_number_of_jobs():
    arguments = ("generate", "-n", "40", "--seed", "3", "--format", "line")
    alone = satdoku(*arguments)
    assert alone.stdout.split() == [board.line for board in generate(40, seed=3)]
    assert satdoku(*arguments, "-j", "3").stdout == alone.stdout
    tail = satdoku("generate", "-n", "10", "--start", "30", "--seed", "3", "--format", "line")
    assert tail.stdout.split() == alone.stdout.split()[30:]


def test_generate_without_a_seed_says_it_where_it_can_be_seen(tmp_path):
    done = satdoku("generate", "--format", "json")
    record = json.loads(done.stdout)
    again = satdoku("generate", "--seed", str(record["seed"]), "--format", "line")
    assert again.stdout.strip() == record["puzzle"]
    assert satdoku("generate").stdout != satdoku("generate").stdout
    assert "seed" in satdoku("generate", "-o", str(tmp_path / "out.txt")).stderr


def test_no_classic_puzzle_of_16_givens_is_looked_for():
    assert_complains(satdoku("generate", "--clues", "16"), 1, "at least 17 givens")


@pytest.mark.parametrize("form", ["line", "grid"])
def test_a_kind_is_written_in_the_format_that_is_asked_for(form):
    asked = ("generate", "--layout", "4x4", "--seed", "1", "--format", form)
    made = satdoku(*asked, "--kind", "killer").stdout
    layout, rest = made.split(maxsplit=1)
    assert layout.startswith("4x4+killer:") and "{" not in made
    assert ("\n" in rest.strip()) == (form == "grid")
    assert satdoku("count", "-", stdin=made).stdout == "1\n"


def test_generated_grids_are_read_back():
    done = satdoku("generate", "-n", "3", "--seed", "1")
    assert list(parse_all(done.stdout)) == list(generate(3, seed=1))


def test_generate_on_a_mask(tmp_path):
    mask = "".join("#" if (c // 9 + c % 9) % 3 == 0 else "." for c in range(81))
    (tmp_path / "mask.txt").write_text(mask)
    for given in (mask, str(tmp_path / "mask.txt")):
        done = satdoku("generate", "--mask", given, "--seed", "1", "--format", "line")
        marks = "".join("." if character == "." else "#" for character in done.stdout.strip())
        assert marks == mask


def test_generate_says_when_it_could_not():
    done = satdoku("generate", "--clues", "17", "--tries", "3", "--seed", "1")
    assert_complains(done, 1, "no puzzle with 17 clues within 3 tries")
    assert done.stdout == ""


def test_minimize():
    done = satdoku("minimize", LECTURE_SOLUTION, "--format", "line")
    report = satdoku("check", "--require", "logic", "-", stdin=done.stdout)
    assert report.returncode == 0
    assert "every given is needed" in report.stdout
    proper = satdoku("minimize", NEFARIOUS, "--keep", "proper", "--format", "line")
    assert proper.stdout.strip() == NEFARIOUS
    refused = satdoku("minimize", NEFARIOUS)
    assert_complains(refused, 1, "not solvable with singles alone")


def test_check_says_it_in_words_and_by_its_status():
    done = satdoku("check", LECTURE)
    assert "24 clues, proper, minimal, solvable with singles alone; every given" in done.stdout
    assert done.returncode == 0
    assert satdoku("check", "--require", "logic", NEFARIOUS).returncode == 1
    assert satdoku("check", NEFARIOUS).returncode == 0
    several = satdoku("check", "." * 81)
    assert (several.returncode, "more than one solution" in several.stdout) == (1, True)
    record = json.loads(satdoku("check", "--format", "json", LECTURE).stdout)
    assert (record["proper"], record["minimal"], record["clues"]) == (True, True, 24)


@pytest.mark.parametrize("command", ["solve", "check", "count"])
def test_statistics_in_json(command):
    done = satdoku(command, HARD, "--format", "json", "--stats", "--engine", "glucose4")
    record = json.loads(done.stdout)
    assert record["engine"] == "glucose4"
    assert record["statistics"]["conflicts"] > 0
    assert record["statistics"]["seconds"] > 0
    assert "statistics" not in satdoku(command, HARD, "--format", "json").stdout


@pytest.mark.parametrize("command", ["solve", "check", "count"])
def test_no_answer_in_time_is_no_no(command, tmp_path):
    solver = tmp_path / "solver"
    solver.write_text("#!/bin/sh\nsleep 60\n")
    solver.chmod(0o755)
    done = satdoku(command, HARD, "--engine", str(solver), "--time-limit", "0.2")
    assert_complains(done, 2, "argument, line 1", "no answer within 0.2 s")


@pytest.mark.parametrize("engine", ["native", "dlx"])
def test_count(engine):
    done = satdoku("count", "." * 16, LECTURE, "55" + "." * 79, "--engine", engine)
    assert done.stdout.split() == ["288", "1", "0"]
    limited = satdoku("count", "." * 16, "--limit", "100", "--engine", engine)
    assert limited.stdout == "100+\n"
    exact = satdoku("count", "." * 16, "--limit", "288", "--format", "json")
    assert json.loads(exact.stdout)["exact"] is True


@pytest.mark.parametrize(
    ("arguments", "stdin", "says"),
    [
        (["solve", "-"], "", ["standard input", "no puzzle found"]),
        (["solve", "-"], b"\x00\x01\x02", ["line 1, column 1", "NUL byte"]),
        (["solve", "-"], b"\xff\xfe\x00", ["not UTF-16"]),
        (["solve", "-"], b"\xff\x00", ["not UTF-8", "save the text as UTF-8"]),
        (["solve", "-"], "1" * 1_000_001, ["over 1,000,000 characters"]),
        (["solve", LECTURE[:-1]], "", ["neither a file nor a puzzle", "80 cells"]),
        (
            ["solve", "nothing.txt"],
            "",
            ["'nothing.txt': no such file (and the text is not a puzzle)"],
        ),
        (["solve", "/"], "", ["/: this is a folder: give a file"]),
        (["generate", "--count", "1e3"], "", ["'1e3' is not a whole number"]),
        (["generate", "--kind", "killr"], "", ["did you mean killer", "satdoku help generating"]),
        (["generate", "--kind", "diagonal"], "", ["write it into the layout yourself"]),
        (["solve", "--layout", "4x4+kropki:r1c1,r1c2", "-"], "", ["may be difference or ratio"]),
        (
            ["solve", "--engine", "magic", LECTURE],
            "",
            ["unknown engine 'magic'", "satdoku engines"],
        ),
        (["solve", "--layout", "9x8q", LECTURE], "", ["is not a layout"]),
        (["solve", "--layout", "9x8", LECTURE], "", ["a board 9x8 has 72 cells in a line"]),
        (["solve", "--layout", "twodoku", LECTURE], "", ["only 1 board: 2 are needed"]),
        (["solve", "--symbols", "112", LECTURE], "", ["for '--symbols': symbols '112'"]),
        (["solve", "--logic", "--all", LECTURE], "", ["leave out --all"]),
        (
            ["generate", "--clues", "many"],
            "",
            ["write 24 or 22..26", "see satdoku generate --help"],
        ),
        (["generate", "--clues", "90"], "", ["90..90: choose 0 to 81"]),
        (["solve", "--encoding", "triads", LECTURE], "", ["such as glucose4"]),
        (["generate", "--mask", "##"], "", ["'##' is not a file", "2 marks, expected 81"]),
        (["steps", LECTURE, "--eliminates", "xr1c1"], "", ["in --eliminates or --places: 'x"]),
        (["steps", LECTURE, "--eliminates", ""], "", ["need a move: write 3r4c5"]),
        (["steps", LECTURE, "--places", ","], "", ["',' is not a move"]),
        (["verify-steps", "=> r1c1=1", "--puzzle", "no.txt"], "", ["'no.txt': no such file"]),
        (["steps", "--from-state", "no.txt"], "", ["'no.txt': no such file"]),
        (["certify", LECTURE, "--follows", "r1c3=x"], "", ["in --follows, --denied or --equals:"]),
        (["generate", "--seed", "-1"], "", ["--seed", "-1 is out of range: give 0 to 18,446,"]),
        (["count", "--limit", "0", LECTURE], "", ["--limit", "give 1 to 1,000,000,000,000,000"]),
        (["rate", "--time-limit", "0", LECTURE], "", ["give a number above 0, up to 31,622,400"]),
        (["solve", LECTURE, "--time-limit"], "", ["--time-limit", "see satdoku solve --help"]),
        (
            ["solve", LECTURE, "--fromat", "line"],
            "",
            ["Did you mean one of: '--format', '--from'?"],
        ),
        (["generate", "--pattern", "x"], "", ["No such option '--pattern' (see satdoku gene"]),
        (["explain", LECTURE, "--why", "r1c1=x"], "", ["for --why: 'x' is not a digit"]),
        (["export", LECTURE, "-o", "a.smtlib"], "", ["smtlib files end in .smt2, not .smtlib"]),
        (["sovle", LECTURE], "", ["unknown command 'sovle': did you mean solve?"]),
    ],
)
def test_bad_input_is_status_2_and_one_line(arguments, stdin, says):
    assert_complains(satdoku(*arguments, stdin=stdin), 2, *says)


def test_what_was_solved_before_a_parse_error_is_printed():
    done = satdoku("solve", "-", "--format", "line", stdin=f"{LECTURE}\n{LECTURE[:-1]}\n")
    assert done.stdout == LECTURE_SOLUTION + "\n"
    assert_complains(done, 2, "standard input, line 2, column 1", "80 cells")


def test_an_output_file_appears_whole_or_not_at_all(tmp_path):
    target = tmp_path / "out.txt"
    target.write_text("before")
    failed = satdoku("solve", "-", "-o", str(target), stdin=f"{LECTURE}\n{LECTURE[:-1]}\n")
    assert failed.returncode == 2
    assert target.read_text() == "before"
    assert os.listdir(tmp_path) == ["out.txt"]
    assert satdoku("solve", LECTURE, "-o", str(target), "--format", "line").stdout == ""
    assert target.read_text() == LECTURE_SOLUTION + "\n"


def test_unwritable_outputs():
    assert_complains(satdoku("solve", LECTURE, "-o", "/nowhere/out.txt"), 2, "/nowhere/out.txt")
    assert_complains(satdoku("solve", LECTURE, "-o", "/dev/full"), 2, "/dev/full", "No space left")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "solve", LECTURE], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, b"No space left" in done.stderr) == (2, True)
    assert b"Traceback" not in done.stderr


def test_a_closed_pipe_ends_quietly():
    pipeline = f"{sys.executable} -m satdoku generate -n 2000 --seed 1 --format line | head -n 2"
    done = subprocess.run(pipeline, shell=True, capture_output=True, timeout=NEVER, check=True)
    assert len(done.stdout.split()) == 2
    assert done.stderr == b""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_with_one_line_and_no_file(tmp_path, jobs):
    target = tmp_path / "out.txt"
    arguments = ["generate", "-n", "100000000", "--seed", "1", "-j", jobs, "-o", str(target)]
    with running([*COMMAND, *arguments], stderr=subprocess.PIPE, cwd=tmp_path) as process:
        until(lambda: os.listdir(tmp_path))  # it has begun to write
        os.killpg(process.pid, signal.SIGINT)
        _, complaint = process.communicate(timeout=NEVER)
    assert process.returncode == 130
    assert complaint.decode().strip() == "satdoku: interrupted"
    assert os.listdir(tmp_path) == []


@pytest.mark.slow
def test_long_work_shows_a_bar_on_a_terminal_and_only_there(tmp_path):
    arguments = ["generate", "-n", "30000", "--seed", "1", "-o", str(tmp_path / "out.txt")]
    terminal, worker = pty.openpty()
    with running([*COMMAND, *arguments], stderr=worker, stdout=worker) as process:
        os.close(worker)
        shown = b""
        while chunk := read_terminal(terminal):
            shown += chunk
        process.wait(timeout=NEVER)
    os.close(terminal)
    assert process.returncode == 0
    assert b"generating" in shown
    assert b"/30000" in shown
    assert satdoku(*arguments).stderr == ""


def read_terminal(terminal: int) -> bytes:
    try:
        return os.read(terminal, 10_000)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize("engine", ["native", "glucose4", "cadical153", "minicard", "cpsat", "dlx"])
def test_an_interrupt_ends_every_engine_with_one_line(engine):
    arguments = ["count", "." * 81, "--limit", "100000000", "--engine", engine]
    with running([*COMMAND, *arguments], stderr=subprocess.PIPE) as process:
        until(lambda: hears_signals(process))
        os.killpg(process.pid, signal.SIGINT)
        _, complaint = process.communicate(timeout=NEVER)
    assert (process.returncode, complaint.decode().strip()) == (130, "satdoku: interrupted")


def test_a_terminated_run_leaves_nothing_behind(tmp_path):
    arguments = ["generate", "-n", "100000000", "--seed", "1", "-o", str(tmp_path / "out.txt")]
    with running([*COMMAND, *arguments], stderr=subprocess.PIPE) as process:
        until(lambda: os.listdir(tmp_path))
        process.terminate()
        _, complaint = process.communicate(timeout=NEVER)
    assert (process.returncode, complaint) == (143, b"satdoku: terminated\n")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_heard_as_soon_as_python_has_started(number):
    with running([*COMMAND, "selfcheck"], stderr=subprocess.PIPE) as process:
        until(lambda: hears_signals(process))
        process.send_signal(number)
        _, complaint = process.communicate(timeout=NEVER)
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[number]
    assert len(complaint.splitlines()) == 1


def test_closed_standard_streams_give_no_traceback():
    for redirection in ("<&-", ">&-", "2>&-"):
        command = f"{sys.executable} -m satdoku solve - {redirection}"
        done = subprocess.run(
            ["bash", "-c", command],
            input=LECTURE.encode(),
            check=False,
            capture_output=True,
            timeout=NEVER,
        )
        assert b"Traceback" not in done.stderr
    assert_complains(satdoku("solve", "-", "-", stdin=LECTURE), 2, "only once")


@pytest.mark.parametrize("seconds", ["inf", "nan", "0", "-1", "1e300"])
def test_time_limits_that_are_none(seconds):
    assert_complains(satdoku("solve", LECTURE, "--time-limit", seconds), 2, "--time-limit")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_answers_before_a_bad_line_are_kept_with_any_number_of_jobs(jobs):
    text = f"{LECTURE}\n{LECTURE}\n{LECTURE}1\n"
    done = satdoku("solve", "-", "-j", jobs, "--format", "line", stdin=text)
    assert done.stdout == 2 * (LECTURE_SOLUTION + "\n")
    assert_complains(done, 2, "line 3", "82 cells")


def test_an_output_keeps_its_link_and_its_mode(tmp_path):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("before")
    target.chmod(0o600)
    link.symlink_to(target)
    assert satdoku("solve", LECTURE, "-o", str(link), "--format", "line").returncode == 0
    assert link.is_symlink()
    assert target.read_text() == LECTURE_SOLUTION + "\n"
    assert target.stat().st_mode & 0o777 == 0o600


def test_what_was_found_in_time_is_printed(tmp_path):
    solver = tmp_path / "solver"
    model = " ".join(map(str, puzzle(LECTURE_SOLUTION).givens))
    solver.write_text(
        f"#!/bin/sh\nif mkdir {tmp_path}/once; then echo v {model} 0; exit 10; fi\nsleep 60\n"
    )
    solver.chmod(0o755)
    for seconds in ("1", "4", "16", "64"):  # on a busy machine the program may begin later
        done = satdoku(
            "solve", LECTURE, "--engine", str(solver), "--time-limit", seconds, "--format", "line"
        )
        assert_complains(done, 2, f"no answer within {seconds} s")
        if done.stdout:
            break
        shutil.rmtree(tmp_path / "once", ignore_errors=True)
    assert done.stdout == LECTURE_SOLUTION + "\n"


def test_one_solution_asked_for_is_not_said_to_be_the_only_one():
    for line, status in ((LECTURE, "found"), ("." * 81, "found")):
        done = satdoku("solve", line, "--limit", "1", "--format", "json")
        assert json.loads(done.stdout)["outcome"] == status
    assert_complains(
        satdoku("solve", LECTURE, "--all", "--limit", "2"),
        2,
        "--all has no limit: leave out --limit",
    )


def test_check_keeps_to_its_engine_and_limit(tmp_path):
    board = "." * 81
    done = satdoku("check", "--engine", "cadical153", "--stats", "--format", "json", NEFARIOUS)
    assert json.loads(done.stdout)["statistics"]["calls"] == 18
    assert "more than one" in satdoku("check", board, "--engine", "minicard").stdout


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["--version"]])
def test_help_is_there(arguments):
    done = satdoku(*arguments)
    assert done.returncode == 0
    assert done.stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    "error", ["KeyError(5)", "RecursionError", "MemoryError", "AssertionError"]
)
def test_a_fault_of_ours_is_one_line_and_a_status_of_its_own(error, jobs, tmp_path):
    # Workers import it too, so that the fault is in them as well.
    (tmp_path / "faulty.py").write_text(
        "import satdoku.operations.checking as checking\n"
        f"def fail(*_, **__):\n    raise {error}\n"
        "checking.check = fail\n"
        "from satdoku.cli.main import main\n"
        "if __name__ == '__main__':\n    main()\n"
    )
    done = subprocess.run(
        [sys.executable, str(tmp_path / "faulty.py"), "check", LECTURE, NEFARIOUS, "-j", jobs],
        capture_output=True,
        text=True,
        check=False,
    )
    assert_complains(done, 70, "internal error", error[:8], "report")
    assert done.stdout == ""
