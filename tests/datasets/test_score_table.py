"""Tables of scores: counts, intervals and pass@k against their definitions."""

import csv
import json
import random
from itertools import combinations

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.datasets.score_table import _place, as_csv, as_latex, score_table, wilson
from satdoku.errors import ParseError

PUZZLES = [satdoku.parse(p) for p in ("....43..1.....4.", "12..34.........1")]


def scored(rights):
    """Return (record, puzzle, score) for the answers to each puzzle: whether they are right."""
    found = []
    for puzzle, answers in zip(
        satdoku.generate(len(rights), seed=1, layout="4x4"), rights, strict=True
    ):
        good = satdoku.solution(puzzle).line
        for right in answers:
            found.append(
                (
                    {"tier": len(answers)},
                    puzzle,
                    satdoku.score_answer(good if right else "?", puzzle),
                )
            )
    return found


def test_pass_at_k_is_the_share_of_subsets_with_a_right_answer():
    rights = [(1, 0, 0), (1, 1, 0, 0), (0, 0, 0)]
    table = score_table(scored(rights), ["size"])
    subsets = [list(combinations(answers, 3)) for answers in rights]
    wanted = sum(sum(map(any, group)) / len(group) for group in subsets) / 3
    assert table.columns[-1] == "pass@3"
    assert table.rows[-1]["pass@3"] == pytest.approx(wanted)
    assert table.rows[-1]["right"] == 3
    assert table.rows[-1]["answers"] == 10


def test_groups_are_in_order_and_end_with_all():
    table = score_table(scored([(1,), (1, 0), (0,)]), ["tier"])
    assert [row["tier"] for row in table.rows] == [1, 2, "all"]
    assert [row["puzzles"] for row in table.rows] == [2, 1, 3]
    assert "pass@1" not in table.columns


def test_intervals_hold_the_shares_that_do_not_differ():
    for number in (1, 10, 100):
        for right in range(number + 1):
            low, high = wilson(right / number, number)
            assert -1e-9 < low <= right / number + 1e-9
            assert right / number - 1e-9 <= high <= 1
            for end in (low, high):  # the score test is just at its bound there
                if 1e-9 < end < 1 - 1e-9:
                    z = abs(right / number - end) / (end * (1 - end) / number) ** 0.5
                    assert z == pytest.approx(1.96, abs=1e-6)


def models(rights):
    """Return (record, puzzle, score) of models: by name, the answers to each puzzle."""
    found = []
    puzzles = list(satdoku.generate(max(map(len, rights.values())), seed=2, layout="4x4"))
    for model, answers in rights.items():
        for puzzle, several in zip(puzzles, answers, strict=False):
            good = satdoku.solution(puzzle).line
            for right in several:
                score = satdoku.score_answer(good if right else "?", puzzle)
                found.append(({"model": model}, puzzle, score))
    return found


def test_models_with_one_answer_each_are_compared_puzzle_by_puzzle():
    table = score_table(models({"a": [(1,), (1,), (0,), (1,)], "b": [(0,), (1,), (0,)]}), ["model"])
    assert [row["right"] for row in table.rows] == [3, 1, 4]
    (difference,) = table.more["differences"]
    assert (difference["puzzles"], difference["difference"]) == (3, pytest.approx(1 / 3))
    mean, half = 1 / 3, 1.96 * (1 / 3)  # gains 1, 0, 0: variance 1/3, of the mean 1/9
    assert difference["interval"] == pytest.approx([mean - half, mean + half], abs=1e-3)
    assert table.foot == "a - b: +33.3 points (95%: -32.0 to +98.7), 3 puzzles"


def test_intervals_count_puzzles_and_not_answers():
    alike = score_table(models({"a": [(1,) * 8, (0,) * 8] * 20}), ["model"]).rows[0]
    assert alike["interval"] == pytest.approx(wilson(0.5, 40), abs=0.01)
    apart = score_table(models({"a": [(1, 0) * 4] * 40}), ["model"]).rows[0]
    assert apart["interval"] == pytest.approx(wilson(0.5, 320))
    assert alike["pass@1"] == apart["pass@1"] == pytest.approx(0.5)
    assert (alike["pass@8"], apart["pass@8"]) == (0.5, 1)
    assert alike["pass@4 interval"] == pytest.approx(wilson(0.5, 40), abs=0.01)


def test_intervals_are_as_wide_as_those_of_resampled_puzzles():
    chance = random.Random(4)
    answers = []
    for _ in range(60):
        ease = chance.random()
        answers.append(tuple(int(chance.random() < ease) for _ in range(8)))
    low, high = score_table(models({"a": answers}), ["model"]).rows[0]["interval"]
    means = []
    for _ in range(2000):
        drawn = [chance.choice(answers) for _ in answers]
        means.append(sum(map(sum, drawn)) / 480)
    means.sort()
    assert high - low == pytest.approx(means[1950] - means[50], rel=0.12)


def test_techniques_are_in_the_order_of_their_ratings():
    names = ["X-wing", "naked single", "hidden single in a box", "stuck"]
    assert sorted(names, key=lambda name: _place("technique", name)) == [
        "hidden single in a box",
        "naked single",
        "X-wing",
        "stuck",
    ]


def test_unknown_columns_are_named():
    with pytest.raises(ParseError, match=r"'grade'.*tier, clues, size, kind, rating, level, tech"):
        score_table(scored([(1,)]), ["grade"])


def test_rating_level_and_technique_are_those_of_rate():
    puzzle = satdoku.parse(
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
    )
    several = satdoku.parse("12..34..........")
    score = satdoku.score_answer("", puzzle)
    rating = satdoku.rate(puzzle)
    hard, none, everything = score_table(
        [({}, puzzle, score), ({}, several, score)], ["rating", "level", "technique"]
    ).rows
    assert hard["rating"] == rating.rating or none["rating"] == rating.rating
    found = {(row["rating"], row["level"], row["technique"]) for row in (hard, none)}
    assert (rating.rating, rating.label, rating.hardest_rule) in found
    assert (0.0, "several solutions", "several solutions") in found
    assert everything["level"] == "all"


def test_a_plot_has_a_bar_for_each_row_and_the_same_bytes_again(tmp_path):
    pytest.importorskip("matplotlib")
    path, out = tmp_path / "answers.jsonl", tmp_path / "plot.svg"
    lines = [{"puzzle": p.line, "answer": "none"} for p in PUZZLES]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    args = ["dataset", "score", str(path), "--by", "level", "-o", str(out)]
    drawn = []
    for _ in range(2):
        result = CliRunner().invoke(cli, args, standalone_mode=False)
        assert result.return_value == 1
        drawn.append(out.read_bytes())
    assert drawn[0] == drawn[1]
    assert drawn[0].startswith(b"<?xml")
    assert "level" in result.stdout  # the table is printed
    alone = CliRunner().invoke(cli, ["dataset", "score", str(path), "-o", str(out)])
    assert alone.exit_code == 2
    assert "need --by" in alone.output


@pytest.mark.parametrize(("ending", "read"), [("csv", as_csv), ("tex", as_latex)])
def test_the_command_writes_what_the_name_says(ending, read, tmp_path):
    path, out = tmp_path / "answers.jsonl", tmp_path / f"table.{ending}"
    lines = [{"puzzle": p.line, "answer": satdoku.solution(PUZZLES[0]).line} for p in PUZZLES[:1]]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    args = ["dataset", "score", str(path), "--by", "clues,kind", "-o", str(out)]
    assert CliRunner().invoke(cli, args, standalone_mode=False).return_value == 0
    score = satdoku.score_answer(lines[0]["answer"], PUZZLES[0])
    assert out.read_text() == read(score_table([({}, PUZZLES[0], score)], ["clues", "kind"])) + "\n"
    if ending == "csv":
        assert next(csv.reader(out.open()))[:3] == ["clues", "kind", "puzzles"]
