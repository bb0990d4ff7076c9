"""The Python code of the documents, and of a program that uses the answers, satisfies mypy and
pyright."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import node_with, typescript

pytestmark = pytest.mark.room(
    "certificates", "datasets", "printing", "research", "serving", "selfchecking"
)

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ESLINT = "process.stdout.write(require.resolve('eslint/package.json'))"
PYRIGHT = "process.stdout.write(require.resolve('pyright/package.json'))"
#: What a program does with answers: their types have names, and the keys of their records types.
USES = '''
# mypy: disallow-any-expr
"""Uses of answers: nothing in here has the type Any."""

from collections.abc import Iterator

import numpy as np
import satdoku


def shown(rating: satdoku.Rating, report: satdoku.Report, verdict: satdoku.Verdict) -> str:
    """Return three answers as text."""
    return f"{rating.rating:.1f} {report.proper} {verdict.text()}"


def first(puzzles: Iterator[satdoku.Puzzle]) -> satdoku.Puzzle:
    """Return the first puzzle, as a copy."""
    return satdoku.parse(next(puzzles).record())


puzzle: satdoku.Puzzle = first(satdoku.generate(1, layout="4x4"))
engine: satdoku.Backend = satdoku.engine("dlx", puzzle.layout)
theory: satdoku.Theory = satdoku.Theory.of("4x4")
position: satdoku.Position = satdoku.position(puzzle)
blank = satdoku.Puzzle([0] * 16, "4x4"), satdoku.Puzzle(np.zeros(16, np.uint8), puzzle.layout)
certificate: satdoku.Certificate = satdoku.certify(puzzle)
print(shown(satdoku.rate(puzzle), satdoku.check(puzzle), satdoku.verify(certificate.record())))
line: str = puzzle.record()["puzzle"]
certified: str = certificate.record()["puzzle"]
rating: float = satdoku.rate(puzzle).record()["rating"]
proper: bool = satdoku.check(puzzle).record()["proper"]
score: float = satdoku.score_answer("1", puzzle).record()["score"]
counts: list[list[int]] = satdoku.true_candidates(puzzle).record()["counts"]
outcome: str = satdoku.outcome(puzzle, engine=engine).record()["outcome"]
board: str = satdoku.drawing(puzzle).record()["puzzle"]
size: int = satdoku.export(puzzle).record()["bytes"]
why: str = satdoku.technique("X-wing").record()["why"]
failures: int = len(satdoku.selfcheck(puzzle).record()["failures"])
contender: str = satdoku.compare([puzzle]).record()["summaries"][0]["contender"]
names: list[str] = [row.name for row in satdoku.engines()]
sizes: list[int] = [row.clauses for row in satdoku.cnf_encodings("4x4")]
ratings: list[float] = [row["rating"] for row in satdoku.techniques()]
levels: list[str] = [row["level"] for row in satdoku.levels()]
boards: list[str] = [row["meaning"] for row in satdoku.layouts()]
ends: list[str] = [end for row in satdoku.puzzle_formats() for end in row["ends"]]
cells: list[list[int]] = satdoku.candidates_before(satdoku.trace(puzzle), 0)
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a file for each block of code in the documents, and the uses above."""
    folder = tmp_path_factory.mktemp("code")
    (folder / "uses.py").write_text(USES.lstrip())
    for document in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for number, (language, text) in enumerate(BLOCK.findall(document.read_text())):
            parts = doctest.DocTestParser().get_examples(text) if language == "pycon" else ()
            name = f"{document.stem}-{number}".replace("-", "_")
            (folder / f"{name}.py").write_text("".join(part.source for part in parts) or text)
    assert len(list(folder.glob("*.py"))) > 15
    return folder


@pytest.mark.slow
def test_mypy_finds_nothing(folder):
    pytest.importorskip("mypy", reason="mypy is not installed: .[dev]")
    files = sorted(folder.glob("*.py"))
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
    command.append("--disable-error-code=import-untyped")  # PySAT has no types
    done = subprocess.run(
        [*command, "--config-file=", f"--cache-dir={folder / 'cache'}", *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_pyright_finds_no_error(folder):
    node = node_with("pyright")
    (folder / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(ROOT)]}))
    found = subprocess.run([node, "-e", PYRIGHT], capture_output=True, text=True, check=True).stdout
    program = Path(found).with_name("index.js")
    done = subprocess.run(
        [node, program, "--level", "error", "--pythonpath", sys.executable, "-p", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_of_the_page_are_right(tmp_path):
    """Its notes of types, read by TypeScript's compiler; and a wrong call is found."""
    compiler = typescript()
    page = ROOT / "satdoku" / "serving" / "page"
    wrong = tmp_path / "wrong.js"
    wrong.write_text(f'import {{ match }} from "{page / "kinds.js"}";\nmatch(1);\n')
    how = (
        "--noEmit --allowJs --checkJs --target es2022 --module es2022 --lib es2022,dom,dom.iterable"
    )
    how += " --strict false"
    for files, says in ((sorted(page.glob("*.js")), ""), ([wrong], "wrong.js(2,")):
        done = subprocess.run(
            [*compiler, *how.split(), *files], capture_output=True, text=True, check=False
        )
        assert says in done.stdout if says else not done.stdout, done.stdout


def test_the_code_of_the_page_is_clean():
    """eslint finds nothing with the configuration of CI; and a name that nobody uses is found."""
    node = node_with("eslint", "@eslint/js", "globals")
    found = subprocess.run([node, "-e", ESLINT], capture_output=True, text=True, check=True).stdout
    program = [node, Path(found).parent / "bin" / "eslint.js", "-c", "tests/eslint.config.mjs"]
    done = subprocess.run(
        [*program, "satdoku/serving/page"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    done = subprocess.run(
        [*program, "--stdin", "--stdin-filename", "wrong.js"],
        input="const unused = 1;\n",
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "'unused' is assigned a value but never used" in done.stdout, done.stdout + done.stderr
