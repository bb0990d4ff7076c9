"""Check that certificates are made and accepted where they should be, and no forgery is."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

from ..board import Puzzle
from ..house import House
from .judge import SECONDS, judged


def check_certificates(puzzle: Puzzle) -> str:
    """Check that proper puzzles are certified and verified, others are not, and forgeries fail."""
    from ..certificates.certifying import Unfounded, certify
    from ..certificates.verifying import verify

    expected = judged(puzzle)
    try:
        certificate = certify(puzzle, time_limit=SECONDS)
    except Unfounded as error:
        return f"not certified: {error}" if len(expected) == 1 else _hidden_house(puzzle, expected)
    if len(expected) != 1:
        return "certified, but not proper"
    found = verify(certificate, layout=puzzle.layout)
    if found.outcome != "right" or found.puzzle is None or found.puzzle.line != puzzle.line:
        return f"its certificate is {found.text()}"
    said = json.loads(certificate.line)
    given = next((k for k, s in enumerate(said["puzzle"]) if s != "."), None)
    lies: dict[str, dict[str, Any]] = {
        "true for 1": {"certificate": True},
        "a list for text": {"symbols": list(said["symbols"])},
        "a key more": {"author": "me"},
        "a house of no cells": {"houses": [*said["houses"], []]},
    }
    if given is not None:
        other = said["puzzle"][:given] + "." + said["puzzle"][given + 1 :]
        lies["another puzzle"] = {"puzzle": other}
    for name, lie in lies.items():
        if verify(signed(said | lie), layout=puzzle.layout).outcome != "wrong":
            return f"a forged certificate with {name} is accepted"
    return ""


def signed(said: dict[str, Any]) -> str:
    """Return a certificate with this content, right or wrong, and a correct digest."""
    said = {key: value for key, value in said.items() if key != "digest"}
    return json.dumps(said | {"digest": hashlib.sha256(json.dumps(said).encode()).hexdigest()})


def _hidden_house(puzzle: Puzzle, expected: set[tuple[int, ...]]) -> str:
    """Check, for a puzzle with two solutions, that a certificate with an added two-cell house,
    which leaves one solution, is not accepted for the board without that house."""
    from ..certificates.certifying import certify
    from ..certificates.verifying import verify

    if len(expected) != 2 or puzzle.constraints:
        return ""
    first, second = (Puzzle.from_variables(true, puzzle.layout).cells for true in sorted(expected))
    cells = range(puzzle.layout.cell_count)
    pairs = ((a, b) for a in cells for b in cells if a < b and second[a] == second[b])
    pair = next(((a, b) for a, b in pairs if first[a] != first[b]), None)
    if pair is None:
        return ""
    houses = (*puzzle.layout.extra_houses, House("house", 1, pair))
    own = replace(puzzle.layout, extra_houses=houses)
    forged = certify(Puzzle(puzzle.cells, own), ["proper"], time_limit=SECONDS)
    if "right" in (verify(forged, layout=puzzle.layout).outcome, verify(forged).outcome):
        return "a house hidden in its board makes it proper, and verify accepts it"
    return ""
