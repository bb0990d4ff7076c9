"""Ratings that rest on nested refutations are marked as estimates wherever they are told."""

import json
from dataclasses import replace

import numpy as np
import pytest

import satdoku
from satdoku.datasets.files.row_files import COLUMNS
from satdoku.datasets.make.tracing import trace_boards
from satdoku.logic.difficulty.scales import RULED, SATDOKU, SE
from satdoku.logic.step_text.step_texts import SUMMARY
from tests.processes import command

#: What the Explainer needs for this puzzle; without it, the hardest step is a nested refutation.
NEEDED = "dynamic forcing chain with dynamic forcing chains"
ESTIMATED = "1.......2..34...5..6....7......3..4....8.6.....954.....2....1..7.......6..5.9..8."
EXACT = "..1..23..4......"


@pytest.fixture(scope="module")
def rating():
    return satdoku.rate(ESTIMATED, without=NEEDED)


@pytest.fixture(scope="module")
def explanation():
    return satdoku.explain(ESTIMATED, without=NEEDED, verify=False)


@pytest.fixture
def no_exact_rating(monkeypatch):
    """Mark the Explainer's last technique as one whose ratings are estimates."""
    place = SE.place_of(NEEDED)
    row = replace(SE.rows[place], estimated=True)
    monkeypatch.setitem(vars(SE), "rows", (*SE.rows[:place], row, *SE.rows[place + 1 :]))


def test_only_rows_that_stand_for_others_give_estimates():
    for scale in (SE, RULED):
        assert [row.name for row in scale.rows if row.estimated] == ["nested refutation"]
    assert not any(row.estimated for row in SATDOKU.rows)


def test_a_rating_marks_the_numbers_that_are_estimates(rating):
    assert rating.estimated
    assert rating.text().startswith("~11.7/~11.7/2.6  ")
    assert repr(rating).startswith("<Rating ~11.7/~11.7/2.6 ")
    assert rating.record()["estimated"] is True
    exact = satdoku.rate(EXACT)
    assert "~" not in exact.text()
    assert exact.record()["estimated"] is False


def test_the_explainers_own_ratings_are_no_estimates():
    rating = satdoku.rate(ESTIMATED)
    assert (rating.text(), rating.estimated) == (f"11.7/11.7/2.6  diabolic  {NEEDED}", False)


def test_arrays_of_ratings_say_which_are_estimates(no_exact_rating):
    assert satdoku.batch.rate([ESTIMATED]).estimated.tolist() == [True]
    assert satdoku.batch.rate([EXACT], layout="4x4").estimated.tolist() == [False]


def test_an_explanation_marks_the_steps(explanation):
    record = explanation.record()
    assert record["estimated"] is True
    marked = [step["rule"] for step in record["steps"] if "estimated" in step]
    assert set(marked) == {"nested refutation"}
    assert "hardest ~11.7 (" in explanation.summary
    lines = [line for line in explanation.text().splitlines() if "  nested refutation: " in line]
    assert len(lines) == len(marked)
    assert all(" ~1" in line for line in lines)
    assert SUMMARY.fullmatch(explanation.summary)


def test_marked_steps_are_read_back(explanation, tmp_path):
    text = tmp_path / "steps.txt"
    text.write_text(f"{explanation.text()}\n")
    done = command("verify-steps", str(text), "--puzzle", ESTIMATED)
    assert done.returncode == 0, done.stdout + done.stderr


def test_tables_have_a_column_for_it():
    done = command("rate", "--format", "csv", "--without", NEEDED, ESTIMATED)
    names, row = done.stdout.splitlines()
    assert dict(zip(names.split(","), row.split(","), strict=True))["estimated"] == "True"
    done = command("check", "--add", "rating,estimated", "--format", "json", ESTIMATED)
    record = json.loads(done.stdout)
    assert (record["rating"], record["estimated"]) == (11.7, False)


def test_rows_of_data_sets_say_it(no_exact_rating):
    board = satdoku.parse(ESTIMATED)
    rows = trace_boards(np.array([board.cells], np.uint8), board.layout)
    assert rows[0]["estimated"] is True
    assert {step["rule"] for step in rows[0]["steps"] if step["estimated"]} == {NEEDED}
    assert "estimated" in COLUMNS


def test_an_audit_counts_estimates_apart(no_exact_rating):
    found = satdoku.audit([{"puzzle": ESTIMATED}])
    assert found.record()["ratings"] == {"~11.7": 1}
    assert "~11.7" in found.text()
