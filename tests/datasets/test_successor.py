"""The recipes of examples/successor, and the program that makes all of them."""

import json
import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import satdoku
from satdoku.datasets.make.recipe import read_recipe

FOLDER = Path(__file__).parents[2] / "examples" / "successor"
TIERS = sorted(FOLDER.glob("*.toml"))


@pytest.fixture
def make(monkeypatch):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    monkeypatch.syspath_prepend(str(FOLDER))
    import make

    yield make
    sys.modules.pop("make")


def test_tiers_meet_without_a_gap_and_there_are_twelve_kinds():
    recipes = {tier.stem: read_recipe(tier) for tier in TIERS}
    usual = [r for name, r in recipes.items() if name[0].isdigit()]
    ends = [(target.low, target.high) for recipe in usual for target in recipe.targets]
    assert ends[0][0] == 10 and all(one[1] + 1 == other[0] for one, other in pairwise(ends))
    kinds = {(r.layout.name, r.kinds) for name, r in recipes.items() if name[0] == "v"}
    assert len(kinds) == 12 == len(recipes) - len(usual)
    assert len({recipe.seed for recipe in recipes.values()}) == len(recipes)
    assert all(recipe.traces and dict(recipe.splits)["test"] for recipe in recipes.values())


@pytest.mark.slow
def test_two_tiers_are_made_compared_and_certified(make, tmp_path, capsys):
    names = ["01_beginner", "02_easy", "variant_disjoint"]
    tiers = [word for name in names[::2] for word in ("--tier", name)]
    asked = [str(tmp_path / "set"), "--count", "20", *tiers, "--certify", "1"]
    assert make.main(asked) == 0
    card = (tmp_path / "set" / "README.md").read_text()
    _, front, text = card.split("---\n", 2)
    assert "license: mit" in front and "size_categories:\n- n<1K" in front
    for path in re.findall(r"path: (\S+)", front):
        assert [*(tmp_path / "set").glob(path)]
    assert front.count("config_name") == 2 and "20" not in front
    assert "| 01_beginner | 9x9 | 1.0-1.2 | 18 + 2 |" in text and "2 puzzles" in text
    proofs = (tmp_path / "set" / "certificates.jsonl").read_text().splitlines()
    assert [json.loads(line)["tier"] for line in proofs] == names[::2]

    # a second run makes what is missing, and only that
    before = {p: p.stat().st_mtime_ns for p in (tmp_path / "set").rglob("*.parquet")}
    assert make.main(asked) == 0
    assert {p: p.stat().st_mtime_ns for p in (tmp_path / "set").rglob("*.parquet")} == before

    # what a user names is left out, and what comes near it is told
    [old] = (tmp_path / "set" / "01_beginner").glob("train-*")
    other = [str(tmp_path / "other"), "--count", "20", "--tier", names[0], "--against", str(old)]
    make.main([*other, "--certify", "0"])
    clean = json.loads((tmp_path / "other" / "cleanness.json").read_text())
    against = clean[f"usual board: against {old.name}"]
    assert (against["leaks"], against["grid_leaks"], against["duplicates"]) == (0, 0, 0)
    first = {row for file in make.rows_of(old.parent, "train") for row in puzzles(file)}
    second = {row for f in make.rows_of(tmp_path / "other" / names[0]) for row in puzzles(f)}
    assert len(second) == 20 and not first & second

    # a share of so few rows has none, and nothing is compared with it
    assert make.main([str(tmp_path / "few"), "--count", "2", "--tier", names[0]]) == 0
    assert "| 2 + 0 |" in (tmp_path / "few" / "README.md").read_text()

    # and a set that leaks is not called clean
    assert make.compared([old], [old])["leaks"] == 18
    with pytest.raises(SystemExit):
        make.main([str(tmp_path / "none"), "--tier", "nonsense"])
    assert "the tiers are 01_beginner" in capsys.readouterr().err


def puzzles(file):
    import pyarrow.parquet as pq

    return [satdoku.canonical(row).puzzle.line for row in pq.read_table(file)["puzzle"].to_pylist()]
