"""Mutants of both checkers: whatever they require, a test notices if it is not required any more.

`mutating.py` makes them and tries them on `test_checkers.py`. What survives must be listed here,
with the reason why it changes no verdict.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMPARED = "the lengths were compared before"
ONE_ITEM = "the list has just one item"
#: By checker: a change that no test notices → why it changes no verdict.
EQUIVALENT = {
    "checker": {
        "has_shape: shape[0] -> shape[-1]": ONE_ITEM,
        "Propagation._units_after: range(2, len(clause)) -> range(1, len(clause))":
            "the second literal is false, so it is not chosen",
        "theory_of: maxsize=2 -> maxsize=3": "only speed depends on it",
        "theory_of: maxsize=2 -> maxsize=1": "only speed depends on it",
        "irreducible: strict=True -> strict=False": COMPARED,
        "rules_needed: puzzle.givens <= witness -> puzzle.givens < witness":
            "with all cells given the witness is the solution, which breaks no rule",
        "logic: solution <= known.true -> solution < known.true":
            "negative literals are known to be true as well, so the two are never equal",
        "none_hit: top + 1 -> top + 0": "how many of all variables are true is not used further",
        "literal_name: literal > 0 -> literal >= 0": "0 is refused before",
        "literal_name: literal > 0 -> literal > -1": "0 is refused before",
        "main: LONGEST + 1 -> LONGEST + 2": "it bounds memory; `read` refuses longer lines itself",
    },
    "rule_checker": {
        "holds: other < digits -> other <= digits": "equal lists are refused beside it",
        "holds_in_pieces: strict=True -> strict=False": COMPARED,
        "pieces_of: a in inside and b in inside -> a in inside or b in inside":
            "a pair with one cell inside joins the piece of this cell with itself",
        "holds_in_parts: strict=True -> strict=False": COMPARED,
        "RuleClauses._add_any: strict=True -> strict=False": "one list is made from the other",
        "RuleClauses._add_rank: strict=True -> strict=False": COMPARED,
        "RuleClauses._add_areas: strict=True -> strict=False": COMPARED,
        "RuleClauses._add_parts: strict=True -> strict=False": COMPARED,
        "RuleClauses._compare: e < d -> e <= d": "equal digits are dealt with before",
    },
}  # fmt: skip


@pytest.mark.nightly
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each mutant is tried in a fork")
@pytest.mark.parametrize("checker", EQUIVALENT)
def test_every_mutant_is_noticed_or_equivalent(checker: str) -> None:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("mutating.py")), checker],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    assert int(done.stdout) > 300
    survived, known = set(done.stderr.splitlines()), EQUIVALENT[checker].keys()
    assert not survived - known, (
        "no test notices these changes: write a lie for each in test_checkers.py or "
        "test_every_claim.py, or say in EQUIVALENT why it changes no verdict"
    )
    assert not known - survived, "a test notices these changes: take them out of EQUIVALENT"


def test_mutants_are_all_that_the_changes_make() -> None:
    from tests.certificates.mutating import mutants

    text = "def check(grid):\n    require(is_grid(grid), 'a house is broken')\n    return 1 < 2\n"
    changes = [change for change, _ in mutants(text)]
    assert changes == [
        "check: require(is_grid(grid), 'a house is broken') -> left out",
        "check: 1 < 2 -> 1 <= 2",
        "check: 1 < 2 -> 2 < 2",
        "check: 1 < 2 -> 0 < 2",
        "check: 1 < 2 -> 1 < 3",
        "check: 1 < 2 -> 1 < 1",
    ]
