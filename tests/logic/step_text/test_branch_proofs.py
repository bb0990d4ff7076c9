"""Each line of a retold branch follows from those before it, as this reader sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

import satdoku
from satdoku.inference.entailment import FALSE, TRUE, is_entailed
from satdoku.logic.steps import ProofLine
from satdoku.theory import Theory
from tests.logic.difficulty.test_scales import BRANCHES, NESTED


def read(theory: Theory, known: bytearray, proof: Sequence[ProofLine], seen: Counter[str]) -> None:
    """Assert that each line follows; known: the status of the variables, changed on the way."""
    for place, line in enumerate(proof):
        v = line.variable
        seen[f"{line.mark} by a pattern" if line.pattern else line.mark] += 1
        assert (place == 0) == line.mark.startswith("suppose")
        if not line.pattern:
            for gone, clause in line.links:
                holders = () if clause < 0 else theory.members[clause]
                assert known[gone] == FALSE
                assert clause < 0 or any(known[w] == TRUE for w in holders if w != gone)
        if line.mark in ("broken", "denied"):
            assert line is proof[-1]
            left = [w for w in theory.members[line.clause] if known[w] != FALSE]
            assert v not in left if line.mark == "denied" else not left
            return
        if line.mark == "assert":
            assert is_entailed(theory, known, [line.clause], v)
        elif line.pattern:
            assert is_entailed(theory, known, line.pattern, -v)
        elif line.mark == "refute":
            assert (line.inner[0].mark, line.inner[0].variable) == ("suppose", v)
            assert line.inner[-1].mark == "broken"
            read(theory, bytearray(known), line.inner, seen)
        known[v] = TRUE if line.mark in ("suppose", "assert") else FALSE
        if known[v] == TRUE:
            for w in {w for c in theory.occurrences[v] for w in theory.members[c]} - {v}:
                known[w] = FALSE


@pytest.mark.parametrize("puzzle", [BRANCHES, NESTED[1], NESTED[3]])
def test_each_line_of_a_retold_branch_follows(puzzle: str) -> None:
    seen = Counter[str]()
    for position, step in satdoku.explain(puzzle).positions():
        ends = {branch[-1].literal for branch in step.branches}
        for proof in step.retold:
            known = bytearray(position.status)
            read(position.theory, known, proof, seen)
            if proof[-1].mark == "broken" and len(step.retold) == 1:
                begun = proof[0].variable * (1 if proof[0].mark == "suppose" else -1)
                assert [*step.asserted, *(-v for v in step.denied)] == [-begun]
            else:
                [end] = ends
                assert known[abs(end)] == (TRUE if end > 0 else FALSE)
    assert seen["assert"] > 10 and seen["broken"] and seen["denied"]
    assert (seen["refute"] and seen["refute by a pattern"]) or puzzle == BRANCHES
