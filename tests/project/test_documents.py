"""Every command that README and docs show is run, and prints what is shown (docs: in CI)."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from satdoku.cli.commands import COMMANDS, load
from satdoku.schemas import schemas
from tests import python_for_pages
from tests.processes import command

pytestmark = pytest.mark.room(
    "certificates", "datasets", "pictures", "printing", "research", "serving", "selfchecking"
)

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCED = re.MULTILINE | re.DOTALL
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", FENCED)
#: Parts of shell commands that do not run here, since something else runs them or the network is
#: needed: `.ci/run` installs, and tests/serving serves and drives the page.
ELSEWHERE = ("pip install", "serve --open")
#: Examples that always run; all are imported by `test_the_examples_tell_the_truth`.
QUICK = ("smallest_solver.py", "lecture_session.py")
#: A command that needs no shell: without pipes, files that it names for a shell, and the like; nor
#: code of one's own, which is announced once per process.
ALONE = re.compile(r"satdoku (?!.*\.py:)[^|<>;&$*?`\\(){}~\n]*")


def blocks(language: str) -> list:
    """(document, the texts of its blocks in that language)."""
    found = []
    for document in DOCUMENTS:
        if document.parent.name == "techniques":  # by tests/logic/lessons
            continue
        texts = [text for name, text in BLOCK.findall(document.read_text()) if name == language]
        if texts:
            marks = [] if document.name == "README.md" else [pytest.mark.slow]
            found.append(pytest.param(texts, id=document.name, marks=marks))
    return found


@pytest.fixture
def environment(tmp_path):
    """`satdoku`, and `python` that has it, on the PATH, and an empty folder to run in."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, what in (("satdoku", "-m satdoku "), ("python", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {what}"$@"\n')
        program.chmod(0o755)
    (tmp_path / "work").mkdir()
    paths = f"{programs}:{os.environ['PATH']}"
    return {
        "cwd": tmp_path / "work",
        "env": os.environ | {"PATH": paths, "PYTHONUNBUFFERED": ""},
    }


def printed(line, environment):
    """What a command line prints; in this process, which is quicker, if it needs no shell."""
    if ALONE.fullmatch(line):
        done = command(*shlex.split(line)[1:])
        if not (done.stdout and done.stderr):  # else only a terminal knows their order
            return done.stdout + done.stderr
    done = subprocess.run(
        ["bash", "-c", line],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **environment,
    )
    return done.stdout


@pytest.mark.parametrize("texts", blocks("console"))
def test_commands_print_what_is_shown(texts, environment, monkeypatch):
    if "minisat " in "".join(texts) and not shutil.which("minisat"):
        pytest.skip("minisat is not installed: apt install minisat")
    monkeypatch.chdir(environment["cwd"])
    for session in re.split(r"^\$ ", "\n".join(texts), flags=re.MULTILINE)[1:]:
        line, _, shown = session.partition("\n")
        assert printed(line, environment).rstrip("\n") == shown.rstrip("\n"), line


@pytest.mark.parametrize("texts", blocks("python"))
def test_python_runs(texts, environment):
    for text in texts:
        subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, **environment)


@pytest.mark.parametrize("texts", blocks("pycon"))
def test_python_prints_what_is_shown(texts):
    for text in texts:
        session = doctest.DocTestParser().get_doctest(text, {}, "shown", None, None)
        ran = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(session)
        assert (ran.failed, ran.attempted > 0) == (0, True)


@pytest.mark.slow
def test_shell_commands_run(environment):
    (environment["cwd"] / "puzzles.txt").write_text("..1..23..4......\n12..34..........\n")
    elsewhere = [*ELSEWHERE]
    if python_for_pages.missing():
        elsewhere.append("--python")
    else:
        python_for_pages.write(environment["cwd"] / "pyodide")
    ran = [
        subprocess.run(["bash", "-e", "-c", text], check=True, capture_output=True, **environment)
        for document in DOCUMENTS
        for language, text in BLOCK.findall(document.read_text())
        if language == "sh" and not any(part in text for part in elsewhere)
    ]
    assert ran


def test_every_block_says_what_it_is():
    known = {"console", "python", "pycon", "sh", "text", "json"}
    assert not [
        f"{document.name}: ```{language}: write one of {sorted(known)}"
        for document in DOCUMENTS
        for language, _ in re.findall(r"^```([^\n]*)\n(.*?)^```$", document.read_text(), FENCED)
        if language not in known
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.name)
def test_commands_within_sentences_have_the_options_that_are_written(document):
    text = document.read_text()
    text += "".join(row["description"] for row in schemas() if document.name == "json.md")
    commands = re.findall(r"(?<!`)`satdoku ([^`]+)`(?!`)", text)
    commands += [
        line
        for name, block in BLOCK.findall(text)
        if name == "sh"
        for line in re.findall(r"satdoku ((?:[^|\n]|\\\n)+)", block)
    ]
    for words in map(str.split, commands):
        name = " ".join(words[:2]) if " ".join(words[:2]) in COMMANDS else words[0]
        if name not in COMMANDS:
            assert name in ("COMMAND", "--help", "dataset"), f"satdoku {' '.join(words)}"
            continue
        options = {text for option in load(name).params for text in option.opts} | {"--help"}
        written = {word.strip("[].,").partition("=")[0] for word in words if word[:2] == "--"}
        assert written <= options, f"satdoku {' '.join(words)}: no option {written - options}"


def test_requests_name_operations_that_exist():
    from satdoku.serving.operations import OPERATIONS

    asked = {o for page in DOCUMENTS for o in re.findall(r"/api/([a-z-]+)", page.read_text())}
    assert asked and asked <= {*OPERATIONS, "openapi", "docs"}


def test_links_lead_somewhere():
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            assert (document.parent / target).exists(), (document.name, target)


def test_ci_runs_the_readmes_test_command_last():
    [command] = [t for n, t in BLOCK.findall((ROOT / "README.md").read_text()) if "pytest" in t]
    lines = (ROOT / ".ci" / "run").read_text().strip().splitlines()
    assert lines[-1] == command.strip()


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(path, marks=[] if path.name in QUICK else [pytest.mark.slow])
        for path in sorted((ROOT / "examples").glob("*.py"))
    ],
    ids=lambda path: path.name,
)
def test_examples_run(example):
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True)
    assert done.stdout


def test_the_examples_tell_the_truth():
    sys.path.insert(0, str(ROOT / "examples"))
    import choices_to_search
    import lecture_session
    import smallest_solver

    import satdoku
    from tests.oracle import HARD, LECTURE, LECTURE_SOLUTION, puzzle

    assert smallest_solver.solve(LECTURE) == LECTURE_SOLUTION
    work = choices_to_search.measure(puzzle(HARD))
    assert work["solutions"] == 1
    assert list(work.values()) == sorted(work.values(), reverse=True)
    import cores
    import kept_solver
    import killer_in_cpsat
    import own_encoding

    made = kept_solver.minimal(kept_solver.GRID)
    assert satdoku.is_proper(made) and all(
        not satdoku.is_proper(made.without([cell])) for cell, d in enumerate(made.cells) if d
    )
    core, smallest, gone = cores.conflicts(cores.WRONG)
    found = satdoku.diagnose(cores.WRONG)
    assert f"the smallest conflict: {len(smallest[0])} givens" in found.text() and len(gone) == 1
    assert len(smallest[0]) <= len(core)
    assert satdoku.judge_encoding(own_encoding.split).fault == ""
    line, total = killer_in_cpsat.greatest()
    grid = satdoku.parse(line, killer_in_cpsat.CAGES)
    assert satdoku.is_proper(grid) and line[8] == line[72]
    assert total == sum(int(line[10 * n]) for n in range(9))
    lines = lecture_session.session(seed=1).splitlines()
    assert [len(line) for line in lines] == [19, *[17] * 9, 19, *[17] * 9, 19]


def test_the_picture_shows_the_real_session():
    sys.path.insert(0, str(ROOT / "docs"))
    import make_session_picture

    assert make_session_picture.PICTURE.read_text() == make_session_picture.draw()


def test_the_picture_of_boards_in_lockstep_is_up_to_date():
    sys.path.insert(0, str(ROOT / "docs"))
    import make_lockstep_picture

    assert make_lockstep_picture.PICTURE.read_text() == make_lockstep_picture.draw()
