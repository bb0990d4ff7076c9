"""Cheap to start: what importing and the everyday commands load."""

import os
import subprocess
import sys

import click
import pytest

import satdoku
from satdoku.cli.commands import SUMMARIES
from satdoku.cli.main import cli
from satdoku.rooms import rooms
from tests.oracle import LECTURE

HEAVY = {"numpy", "llvmlite", "pysat", "ortools", "rich", "hypothesis", "concurrent.futures"}
#: Needed for links, XML, tables and rules only; satdoku's own by their names in the package.
HEAVY |= {"urllib.parse", "pyexpat", "satdoku.constraints.user_defined.formula_text"}
HEAVY |= {f"satdoku.formats.{name}" for name in ("programs.opensudoku", "text.html_table")}


@pytest.mark.skipif("COVERAGE_PROCESS_CONFIG" in os.environ, reason="coverage loads more")
@pytest.mark.parametrize(
    "program",
    [
        "import satdoku",
        f"import satdoku; satdoku.solve(satdoku.parse({LECTURE!r}))",
        "import sys, satdoku.cli.main as m; sys.argv[1:] = ['--help']; m.main()",
        f"import sys, satdoku.cli.main as m; sys.argv[1:] = ['solve', {LECTURE!r}]; m.main()",
        "import sys, satdoku.cli.main as m; sys.argv[1:] = ['generate']; m.main()",
        f"import sys, satdoku.cli.main as m; sys.argv[1:] = ['check', {LECTURE!r}]; m.main()",
    ],
)
def test_nothing_heavy_is_loaded(program):
    report = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    done = subprocess.run(
        [sys.executable, "-c", report + program], capture_output=True, text=True, check=True
    )
    assert HEAVY.isdisjoint(done.stderr.split())


def test_importing_satdoku_loads_none_of_its_modules():
    program = "import sys, satdoku; print(*[m for m in sys.modules if m.startswith('satdoku')])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["satdoku"]


def test_every_promised_name_is_there():
    for name in satdoku.__all__:
        assert getattr(satdoku, name).__doc__
    assert set(satdoku.__all__) <= set(dir(satdoku))
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        satdoku.sovle  # noqa: B018


def test_every_error_is_of_the_family():
    errors = [name for name in satdoku.__all__ if name.endswith(("Error", "Inconsistency"))]
    assert len(errors) == 11
    assert all(issubclass(getattr(satdoku, name), satdoku.SatdokuError) for name in errors)


def test_the_list_of_commands_says_what_each_says_of_itself():
    context = click.Context(cli)
    for name, summary in SUMMARIES.items():
        assert cli.get_command(context, name).get_short_help_str(300) == summary


def test_help_loads_no_command():
    code = "import sys; sys.argv[1:] = ['--help']\nfrom satdoku.cli.main import main\n"
    code += "try: main()\nfinally: print(*[m for m in sys.modules if 'satdoku.cli.' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    packages = {f"satdoku.{folder.replace('/', '.')}" for folder in rooms("cli")}
    loaded -= packages | {f"{package}.room" for package in packages}
    assert loaded == {f"satdoku.cli.{name}" for name in ("main", "commands", "messages", "signals")}
