"""Files in the current folder are data: no command, and no process that it starts, runs one, even
if it has the name of a module that we import."""

import json
import re
import subprocess
import sys
import urllib.request

import pytest

from satdoku import Layout, Theory
from satdoku.backends.registry import open_backend
from satdoku.workers import process as own_python
from tests.marks import slow_but
from tests.processes import NEVER, running

PUZZLE = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
#: As pip's: the folder of this file is first on the path, and not the current one.
SCRIPT = """import sys
from satdoku.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""
PACKAGES = ("click", "rich", "numpy", "pysat", "ortools", "pandas", "pyarrow", "typst", "starlette",
            "uvicorn", "websockets", "mcp", "distributed", "dask", "segno", "llvmlite")  # fmt: skip
HOSTILE = "open({!r}, 'a').write(__name__ + chr(10))\n"

#: Every command that starts processes, however it starts them.
COMMANDS = {
    "workers": ["rate", "-j", "2", "puzzles.txt"],
    "workers that generate": ["generate", "--count", "10", "-j", "2", "--level", "easy"],
    "a reason": ["explain", "--why", "r2c4=4", PUZZLE],
    "a solver that logs": ["certify", "--prover", "glucose4", PUZZLE],
    "a solver apart": ["solve", "--engine", "lingeling", PUZZLE],
    "a cluster": ["check", "--cluster", "local:1", "puzzles.txt"],
    "typesetting": ["print", "puzzles.txt", "-o", "sheet.pdf"],
    "a book": ["book", "--level", "easy:2", "-o", "book.pdf"],
    "an audit": ["dataset", "audit", "puzzles.txt", "-j", "2"],
    "engines": ["engines"],
}


@pytest.fixture
def hostile(tmp_path):
    """A folder with a file for each module of the standard library and each package that we use."""
    folder, marks = tmp_path / "hostile", tmp_path / "executed"
    folder.mkdir()
    for name in {*sys.stdlib_module_names, *PACKAGES}:
        (folder / f"{name}.py").write_text(HOSTILE.format(str(marks)))
    (folder / "puzzles.txt").write_text(f"{PUZZLE}\n" * 40)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "satdoku").write_text(SCRIPT)
    return folder, marks, [sys.executable, str(tmp_path / "bin" / "satdoku")]


@pytest.mark.slow_cases("a reason")
@pytest.mark.parametrize("name", slow_but(COMMANDS, "workers", "a reason", "a solver apart"))
def test_commands_that_start_processes(hostile, name):
    folder, marks, command = hostile
    done = subprocess.run(
        [*command, *COMMANDS[name]], cwd=folder, capture_output=True, text=True, check=False
    )
    assert not marks.exists(), marks.read_text()
    assert done.returncode in (0, 1), done.stderr  # 1: the audit finds copies


def test_workers_of_python_m(hostile):
    folder, marks, _ = hostile
    for file in folder.glob("*.py"):  # Python itself reads some before a line of ours runs
        if file.stem not in {"pickle", "tempfile", "random", "json", "signal", "click", "numpy"}:
            file.unlink()
    command = [sys.executable, "-m", "satdoku", "rate", "-j", "2", "puzzles.txt"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert not marks.exists(), marks.read_text()
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_server(hostile):
    pytest.importorskip("uvicorn")
    folder, marks, command = hostile
    with running([*command, "serve", "--port=0"], cwd=folder, stdout=subprocess.PIPE) as process:
        address = re.search(rb"http://\S+", process.stdout.readline())[0].decode()
        request = urllib.request.Request(
            f"{address}api/solve",
            json.dumps({"puzzle": PUZZLE}).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=NEVER) as response:
            assert json.load(response)["outcome"] == "unique"
    assert not marks.exists(), marks.read_text()


@pytest.mark.slow
def test_the_tools_of_agents(hostile):
    pytest.importorskip("mcp")
    folder, marks, command = hostile
    call = {"name": "solve", "arguments": {"puzzle": PUZZLE}}
    client = {"protocolVersion": "2025-06-18", "capabilities": {}}
    client["clientInfo"] = {"name": "test", "version": "1"}
    lines = (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with running([*command, "mcp", "--workers=1"], cwd=folder, text=True, **pipes) as process:
        for line in lines:
            print(json.dumps(line), file=process.stdin, flush=True)
        answers = [process.stdout.readline() for _ in range(2)]
    assert "unique" in answers[1]
    assert not marks.exists(), marks.read_text()


def test_a_program_of_the_users_finds_the_modules_beside_it(tmp_path, monkeypatch):
    (tmp_path / "beside.py").write_text("PRINTED = 's UNSATISFIABLE'\n")
    (tmp_path / "solver.py").write_text("import beside\nprint(beside.PRINTED)\n")
    monkeypatch.setenv(own_python.NAME, own_python.OURS)  # as in a worker
    engine = open_backend(f"{sys.executable} {tmp_path}/solver.py", Theory.of(Layout.of_size(1)))
    assert list(engine.completions(())) == []
