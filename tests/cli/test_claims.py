"""Nothing false is said: one row comes from one search, and "none" is said only with a proof."""

import csv
import io
import shutil

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout
from satdoku.cli.main import cli
from satdoku.logic.difficulty.level_generation import Level
from satdoku.logic.generating import Difficulty, rules_of_level
from tests.marks import slow_but
from tests.oracle import EASY

HARD = "7.....18.........52..71.46........2......95..4293.8....4........7.5.3.1..3.1.29.."


def rows(*arguments):
    done = CliRunner().invoke(cli, [*arguments, "--format", "csv"])
    return list(csv.DictReader(io.StringIO(done.stdout)))


@pytest.mark.parametrize(
    "how",
    [
        ("--without", "XY-wing"),
        ("--scale", "satdoku"),
        ("--only", "singles,locked,pairs,XY-wing"),
        ("--rules", "chains"),
        ("--time-limit", "60"),
        (),
    ],
)
def test_added_columns_are_of_the_rating_of_their_row(how):
    [row] = rows("rate", *how, "--add", "hardest_rule,clues,techniques", HARD)
    named = {
        name.lstrip("-").replace("-", "_"): value
        for name, value in zip(how[::2], how[1::2], strict=True)
    }
    named = {name: float(v) if name == "time_limit" else v for name, v in named.items()}
    rating = satdoku.rate(HARD, **named)
    assert row["hardest_rule"] == rating.hardest_rule and row["rating"] == str(rating.rating)
    assert row["techniques"].split(", ") == [*dict(rating.steps)]
    assert row["clues"] == "26"


@pytest.mark.slow_cases("how0")
@pytest.mark.parametrize(
    "how",
    [
        ("--needs", "skyscraper"),
        ("--level", "hard"),
        ("--level", "hard", "--scale", "satdoku"),
        ("--rating", "3.0..4.5", "--forbids", "XY-wing"),
    ],
)
def test_generated_puzzles_are_rated_as_they_were_chosen(how):
    [row] = rows("generate", *how, "--seed", "2", "--add", "rating,scale,hardest_rule")
    own = "satdoku" in how or "skyscraper" in how
    assert row["scale"] == ("satdoku" if own else "se")
    without = "XY-wing" if "XY-wing" in how else ""
    rating = satdoku.rate(row["puzzle"], scale=row["scale"], without=without)
    assert (row["rating"], row["hardest_rule"]) == (str(rating.rating), rating.hardest_rule)


@pytest.mark.slow_cases("6")
@pytest.mark.parametrize("seed", slow_but(range(5, 12), 5, 6))
def test_no_grid_is_claimed_only_where_there_is_none(seed):
    """The first row may not be any order of the digits where rules relate them."""
    for name in ("9x9+non-consecutive", "6x6+thermometer:r1c1-r1c3+killer:7:r1c5,r1c6"):
        grid = satdoku.random_grid(name, seed=seed)
        assert satdoku.solve(grid) == grid
    with pytest.raises(satdoku.GenerationError, match="has no grid"):
        satdoku.random_grid("4x4+killer:1:r1c1,r1c2", seed=seed)


def test_every_technique_may_be_needed_or_is_refused():
    for row in satdoku.techniques("satdoku"):
        try:
            needed = Difficulty(needs=(row["name"],), allow_harder=True)
            Level(**rules_of_level(needed, Layout.of_size(9), of_a_kind=False))
        except satdoku.PuzzleError as error:
            assert "\n" not in str(error)


def test_levels_of_one_seed_share_no_grid():
    levels = ("easy", "tricky", "hard")
    made = [p for level in levels for p in satdoku.generate(4, seed=2026, level=level)]
    assert len({satdoku.solution(puzzle).line for puzzle in made}) == len(made)


def test_a_second_opinion_needs_a_second_checker(monkeypatch):
    line = satdoku.certify("..1..23..4......").line
    monkeypatch.setattr("satdoku.certificates.verifying.find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(satdoku.EngineError, match="no second checker is installed"):
        satdoku.verify(line, second_opinion=True)
    done = CliRunner().invoke(cli, ["verify", "--second-opinion", "-"], input=line)
    assert isinstance(done.exception, satdoku.EngineError) and done.stdout == ""


def test_a_bound_on_spare_givens_counts_the_sets_that_were_found():
    grid = satdoku.solution(EASY)
    spare = satdoku.diagnose(grid).record()
    assert len(spare["together"]) <= spare["together_at_most"] < 75


@pytest.mark.room("research")
def test_all_encodings_are_compared_by_one_word():
    done = CliRunner().invoke(
        cli, ["compare", "--engines", "glucose4", "--encodings", "all", "12..34.........."]
    )
    assert done.exit_code == 0
    from satdoku.encodings.cnf.registry import ENCODINGS

    assert all(f"glucose4/{name} " in done.output for name in ENCODINGS)


def test_an_encoding_without_its_template_is_refused():
    from satdoku.encodings.cnf.exactly_one import ClauseByClause

    with pytest.raises(TypeError, match="template"):
        ClauseByClause("own", "no clauses", "", False)
