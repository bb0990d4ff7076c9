"""The table of techniques: a row has all it needs, and a new technique is one file and one row."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import pytest

from satdoku.kernels.kernel import KERNELS, kernel
from satdoku.kernels.logic.found import asserts, base, begin
from satdoku.kernels.steps.paths import all_finders, finder_named
from satdoku.logic import techniques
from satdoku.logic.catalog import rules
from satdoku.logic.catalog.row import KINDS, ScaleRow
from satdoku.logic.catalog.rules import RULE_SETS, RULES, TABLE, by_name
from satdoku.logic.difficulty import rating, scales
from satdoku.logic.difficulty.scales import EXPLAINER
from satdoku.logic.explain import explain
from satdoku.logic.search import following
from satdoku.logic.step_text.sentences import sentence
from satdoku.logic.techniques.singles import single
from tests.kernel_builds import run_by
from tests.oracle import HARD, puzzle


def test_every_row_is_whole() -> None:
    assert len({row.name for row in TABLE}) == len(TABLE)
    for row in RULES:
        assert finder_named(row.finder).name in all_finders(techniques)
        assert row.rating * 10 == row.tenths
    other = {row.kind for row in (*TABLE, *EXPLAINER)} ^ set(KINDS)
    assert not other, f"kinds of steps in rows alone, or with words but in no row: {sorted(other)}"
    in_a_row = {name for row in TABLE for name in row.sets}
    other = in_a_row ^ (set(RULE_SETS) - {"all"})
    assert not other, f"sets named in rows alone, or in RULE_SETS alone: {sorted(other)}"


@pytest.mark.parametrize("lack", ["name", "rating", "finder", "kind"])
def test_a_row_that_lacks_something_is_refused(lack: str) -> None:
    with pytest.raises(ValueError, match=lack):
        replace(TABLE[0], **{lack: 0.0 if lack == "rating" else ""})
    with pytest.raises(ValueError, match="finder or kind"):
        replace(TABLE[0], kind="magic")


def test_every_finder_has_a_row() -> None:
    rows = [row for scale in scales.SCALES.values() for row in scale.rows]
    of_scales = {finder_named(row.finder).name for row in rows}
    listed = {row.finder.split(":")[1] for row in by_name().values() if row.is_kernel}
    # These collect what the finders in Python work with.
    collecting = {"find_sets", "find_links", "find_general_fish"}
    other = sorted((of_scales | listed | collecting) ^ set(all_finders(techniques)))
    assert not other, f"name the finder in a row of its technique's file, or remove it: {other}"


def test_a_new_technique_is_one_finder_and_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digits that are alone in column 9, found by a file of their own."""

    def find_in_the_last_column(search, mode):  # type: ignore[no-untyped-def]
        for clause in range(len(search.theory.exact)):
            variable = single(search.theory, search.state, clause)
            if variable and (variable - 1) // 9 % 9 == mode:
                begin(search.found)
                asserts(search.found, variable)
                base(search.found, clause)
                return True
        return False

    file = ModuleType("drill_of_a.technique")
    file.find_in_the_last_column = kernel(find_in_the_last_column)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "drill_of_a.technique", file)
    row = ScaleRow(
        "last column",
        0.9,
        "drill_of_a.technique:find_in_the_last_column",
        8,
        "naked single",
        ("singles",),
        ("ninth",),
    )
    table = (row, *TABLE)
    for module in (rules, scales, rating):
        monkeypatch.setattr(module, "TABLE", table)
    monkeypatch.setattr(rules, "RULES", (row, *RULES))
    own = scales.Scale("satdoku", 0, (row, *RULES))
    for module in [m for name, m in sys.modules.items() if name.startswith("satdoku.")]:
        for name in ("SATDOKU", "DEFAULT"):
            if getattr(module, name, None) is scales.SATDOKU and module is not scales:
                monkeypatch.setattr(module, name, own)
    monkeypatch.setattr(scales, "DEFAULT", own)
    monkeypatch.setattr(scales, "SATDOKU", own)
    following.paths_of.cache_clear()
    try:
        with run_by(None):
            found = explain(puzzle(HARD), rules=(1 << len(RULES)) - 1)
    finally:
        following.paths_of.cache_clear()
        del KERNELS["find_in_the_last_column"]
    assert found.outcome == "solved"
    mine = [step for step in found.steps if step.name == "last column"]
    assert mine
    assert all(step.rule_name == "last column" and step.tenths == 9 for step in mine)
    assert all(
        step.asserted[0] % 81 in range(73, 81) or step.asserted[0] % 81 == 0 for step in mine
    )
    assert all("only" in sentence(found.start.theory, step) for step in mine)
