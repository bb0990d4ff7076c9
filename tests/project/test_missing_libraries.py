"""Without python-sat and OR-Tools what needs none of them works, and the rest says what
to install."""

import subprocess
import sys

import pytest

from tests.oracle import EASY

#: Makes Python find none of them.
HIDE = "import sys\n\nsys.modules.update(pysat=None, ortools=None)\nimport satdoku\n"


def told(call):
    """What a call prints or raises where the libraries are missing."""
    lines = (
        f"try:\n    print({call})\nexcept satdoku.EngineError as error:\n    print('!', error)\n"
    )
    return subprocess.run(
        [sys.executable, "-c", HIDE + lines], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.room("research")
@pytest.mark.parametrize(
    "call",
    [
        f"satdoku.solve('{EASY}').line",
        f"satdoku.count('{EASY}')",
        f"satdoku.rate('{EASY}')",
        f"satdoku.check('{EASY}')",
        f"satdoku.explain('{EASY}')",
        f"satdoku.canonical('{EASY}')",
        "[p.line for p in satdoku.generate(3, seed=1)]",
        f"satdoku.export('{EASY}', 'dimacs')",
        f"satdoku.minimize('{EASY}').line",
        f"satdoku.convert('{EASY}', 'json')",
        f"satdoku.drawing('{EASY}')",
        f"satdoku.batch.rate(['{EASY}'])",
        "satdoku.engines()",
        f"satdoku.compare('{EASY}')",
    ],
)
def test_most_needs_none(call):
    printed = told(call)
    assert printed and not printed.startswith("!")


@pytest.mark.room("research")
@pytest.mark.parametrize(
    "call, package",
    [
        (f"satdoku.hint('{EASY}')", "python-sat"),
        (f"satdoku.diagnose('{EASY}')", "python-sat"),
        (f"satdoku.certify('{EASY}')", "python-sat"),
        ("satdoku.cnf_encodings()", "python-sat"),
        (f"satdoku.solve('{EASY}', engine='glucose4')", "python-sat"),
        (f"satdoku.compare('{EASY}', ['minicard'])", "python-sat"),
        ("satdoku.count('.' * 16, limit=9)", ""),
        (f"satdoku.solve('{EASY}', engine='cpsat')", "ortools"),
        (f"len(satdoku.true_candidates('{EASY}').puzzle.cells) // 9", ""),
        ("satdoku.selfcheck()", "python-sat"),
    ],
)
def test_what_needs_one_says_so(call, package):
    said = told(call)
    assert said.endswith(f"pip install {package}") if package else said == "9"
    assert "\n" not in said
