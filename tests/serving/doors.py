"""At which doors an operation is answered: a command, a function of Python, the API and the page
(`satdoku.serving.operations.OPERATIONS`), a tool for agents (`TOOLS` there).

Each row says by what the answers of its doors may differ; in all else they are equal. One harness
(`test_doors.py`) asks every door the same and compares the records, the refusals and
the exit status of the command. An operation of the API, a tool or a command without a row fails a
test, so what is new is asked by its row.

>>> DOORS["minimal"].command, DOORS["minimal"].function
('minimize --keep proper', 'minimize')
>>> DOORS["solve"].is_no({"outcome": "none"}), DOORS["solve"].is_no({"outcome": "several"})
(True, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Doors(NamedTuple):
    """The doors of an operation, "" where it has none.

    name: its own, which is that of the API and the page if `has_api`. command: a command and its
    options, without puzzle and time limit. function: a public name of satdoku, which takes the
    puzzle first. tool: its name for agents. own: the keys of the record that a door may fill in its
    own way. no: by key the values that are an honest "no", for which the command ends with 1.
    takes_time: whether each door has a time limit. takes_puzzle: whether it needs a puzzle.
    """

    name: str
    command: str = ""
    function: str = ""
    tool: str = ""
    own: tuple[str, ...] = ()
    no: Mapping[str, tuple[Any, ...]] = NOTHING
    takes_time: bool = False
    takes_puzzle: bool = True
    has_api: bool = True

    def is_no(self, record: Mapping[str, Any]) -> bool:
        """Whether an answer is an honest "no"."""
        return any(record.get(key) in values for key, values in self.no.items())


def _by_name(*rows: Doors) -> dict[str, Doors]:
    return {row.name: row for row in rows}


#: What has no one solution.
UNSOLVED = {"outcome": ("no solution", "several solutions")}
DOORS = _by_name(
    # -- Puzzles -----------------------------------------------------------------------------------
    Doors("parse", "convert --to json", "parse", "parse", own=("layout", "rules")),
    Doors("render", "show --format json"),
    Doors("read", "read", "read_picture", takes_puzzle=False),
    Doors("kinds", tool="kinds", takes_puzzle=False),
    Doors("layouts", "layouts", "layouts", takes_puzzle=False),
    # -- Solutions ---------------------------------------------------------------------------------
    Doors("live", takes_time=True),
    Doors(
        "solve", "solve --limit 2 --format json", "outcome", "solve",
        no={"outcome": ("none",)}, takes_time=True,
    ),
    Doors("count", "count --format json", "count", "count", takes_time=True),
    Doors(
        "true-candidates", "", "true_candidates", "true-candidates",
        own=("candidates", "cap"), takes_time=True,
    ),
    # -- What is wrong, and what can be changed ----------------------------------------------------
    Doors(
        "diagnose", "diagnose --format json", "diagnose", "diagnose", no=UNSOLVED, takes_time=True,
    ),
    Doors("repairs", tool="repairs", takes_time=True),
    Doors("redundant", takes_time=True),
    Doors("additions", tool="additions", takes_time=True),
    Doors("numbers", tool="numbers", takes_time=True),
    # -- Logic -------------------------------------------------------------------------------------
    Doors(
        "rate", "rate --format json", "rate", "rate",
        no={"outcome": ("no solution", "several solutions", "stuck")}, takes_time=True,
    ),
    Doors(
        "check", "check --format json", "check", "check", no={"proper": (False,)}, takes_time=True,
    ),
    Doors(
        "explain", "explain --format json", "explain", "explain",
        own=("steps",), no={"outcome": ("stuck", "contradiction")}, takes_time=True,
    ),
    Doors(
        "steps", "steps --format json", "available", "steps",
        own=("available", "is_all"), no={"available": ([],)}, takes_time=True,
    ),
    Doors("chain", takes_time=True),
    Doors("hint", "hint --format json", "hint", "hint", no={"step": (None,)}, takes_time=True),
    Doors("lesson", "help", "technique", takes_puzzle=False),
    Doors("verify-steps", "verify-steps", "verify_steps", "verify-steps", has_api=False),
    # -- Other puzzles -----------------------------------------------------------------------------
    Doors("proper", takes_time=True),
    Doors("minimal", "minimize --keep proper", "minimize", "minimal", takes_time=True),
    Doors("harder", takes_time=True),
    Doors("easier", takes_time=True),
    Doors("generate", "generate", "generate", "generate", takes_puzzle=False),
    # -- Certificates ------------------------------------------------------------------------------
    Doors(
        "certify", "certify", "certify", "certify",
        own=("certificate", "claims", "line"), takes_time=True,
    ),
    Doors("verify", "verify", "verify", "verify", takes_puzzle=False),
    # -- Files -------------------------------------------------------------------------------------
    Doors("convert", "convert --to line", "convert", "convert"),
    Doors("print", tool="print", takes_time=True, has_api=False),
    Doors("export", "export --to opb", "export", "picture", own=("to",), takes_time=True),
    # -- Players -----------------------------------------------------------------------------------
    Doors("check-entries"),
    Doors("broken"),
    Doors("course", takes_puzzle=False),
    Doors("exercise", takes_time=True, takes_puzzle=False),
)  # fmt: skip
#: Commands that are no operations on a puzzle, or that only Python has beside them.
OTHERS = frozenset({
    "book", "canon", "compare", "completion", "dataset", "decode", "encodings", "engines",
    "formats", "levels", "mcp", "print", "publish", "rules", "schema", "selfcheck", "serve",
    "shuffle",
})  # fmt: skip
