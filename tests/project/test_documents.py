"""Every command that README and docs show is run, and prints what is shown (docs: in CI)."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


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
    """`satdoku` on the PATH, and an empty folder to run in."""
    command = tmp_path / "bin" / "satdoku"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m satdoku "$@"\n')
    command.chmod(0o755)
    (tmp_path / "work").mkdir()
    paths = f"{command.parent}:{os.environ['PATH']}"
    return {
        "cwd": tmp_path / "work",
        "env": os.environ | {"PATH": paths, "PYTHONUNBUFFERED": ""},
    }


@pytest.mark.parametrize("texts", blocks("console"))
def test_commands_print_what_is_shown(texts, environment):
    if "minisat " in "".join(texts) and not shutil.which("minisat"):
        pytest.skip("minisat is not installed: apt install minisat")
    for session in re.split(r"^\$ ", "\n".join(texts), flags=re.MULTILINE)[1:]:
        command, _, shown = session.partition("\n")
        done = subprocess.run(
            ["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False, **environment,
        )  # fmt: skip
        assert done.stdout.rstrip("\n") == shown.rstrip("\n"), command


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


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_examples_run(example):
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True)
    assert done.stdout


def test_the_examples_tell_the_truth():
    sys.path.insert(0, str(ROOT / "examples"))
    import choices_to_search
    import lecture_session
    import smallest_solver
    from oracle import HARD, LECTURE, LECTURE_SOLUTION, puzzle

    assert smallest_solver.solve(LECTURE) == LECTURE_SOLUTION
    work = choices_to_search.measure(puzzle(HARD))
    assert work["solutions"] == 1
    assert list(work.values()) == sorted(work.values(), reverse=True)
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
