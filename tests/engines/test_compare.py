import csv
import json
import shutil

import pytest
from oracle import HARD, LECTURE, LECTURE_SOLUTION, NEFARIOUS, puzzle
from test_cli import assert_complains, satdoku

import satdoku as satdoku_
from satdoku import Layout, random_grid
from satdoku.operations.comparing import contenders, measure
from satdoku.operations.comparison import (
    Comparison,
    Contender,
    Measurement,
    Summary,
    disagreements,
    summarize,
)
from satdoku.random_stream import RandomStream

BOARDS = [puzzle(line) for line in (LECTURE, HARD, NEFARIOUS, "55" + "." * 79, "." * 81)]


def test_contenders_are_engines_times_encodings_where_there_is_one():
    engines = ["native", "glucose4", "minicard", "cadical -q"]
    assert contenders(engines, ["native", "pairwise", "triads"]) == [
        Contender("native"),
        Contender("glucose4", "pairwise"),
        Contender("glucose4", "triads"),
        Contender("minicard", "native"),
        Contender("minicard", "pairwise"),
        Contender("minicard", "triads"),
        Contender("cadical -q", "pairwise"),
        Contender("cadical -q", "triads"),
    ]


def test_native_is_refused_where_there_are_no_cardinality_constraints():
    assert contenders(["minicard"], ["pairwise"]) == [Contender("minicard", "pairwise")]
    for engine, says in (
        ("glucose4", "does not support cardinality"),
        ("kissat404", "not a CNF encoding"),
    ):
        done = satdoku("compare", LECTURE, "--engines", engine, "--encodings", "native")
        assert_complains(done, 2, says)


def test_a_puzzle_given_twice_is_measured_once(tmp_path):
    journal = tmp_path / "runs.jsonl"
    satdoku("compare", LECTURE, LECTURE, "--engines", "native", "--save", str(journal))
    assert len(journal.read_text().splitlines()) == 1


def measurement(engine: str, answer: str, seconds: float, problem: str = "") -> Measurement:
    return Measurement(LECTURE, "9x9", 0, engine, "", answer, seconds, False, 4, 2, problem)


def test_a_disagreement_is_found():
    said = [
        measurement("a", "none", 1.0),
        measurement("b", "several", 1.0),
        measurement("c", "", 9),
    ]
    [(line, answers)] = disagreements(said)
    assert line == LECTURE
    assert set(answers.values()) == {"none", "several"}


def test_par2_counts_no_answer_as_twice_the_limit():
    own = [measurement("a", "none", 1.0), measurement("a", "", 5.0, "over 5 s")]
    [summary] = summarize(own, time_limit=5.0)
    assert (summary.questions, summary.answered) == (2, 1)
    assert summary.par2_ms == pytest.approx(1000 * (1 + 10) / 2)
    assert summary.problem == "over 5 s"


def test_an_engine_that_fails_is_unanswered_with_its_problem(tmp_path):
    broken = tmp_path / "solver"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    [failed] = measure(BOARDS[:1], [Contender(str(broken))])
    assert failed.answer == ""
    assert "status 3" in failed.problem


def test_an_interrupted_comparison_goes_on(tmp_path):
    journal = tmp_path / "runs.jsonl"
    arguments = ("compare", LECTURE, HARD, "--engines", "native,dlx", "--repeat", "2", "--save",
                 str(journal), "--format", "json")  # fmt: skip
    whole = satdoku(*arguments)
    assert whole.returncode == 0
    lines = journal.read_text().splitlines(keepends=True)
    assert len(lines) == 8
    journal.write_text("".join(lines[:3]) + lines[3][:40])
    satdoku(*arguments)
    again = journal.read_text().splitlines(keepends=True)
    assert again[:3] == lines[:3]
    keys = ("puzzle", "round", "engine", "answer")

    def identity(line):
        return tuple(json.loads(line)[key] for key in keys)

    assert sorted(map(identity, again)) == sorted(map(identity, lines))
    for text in ("hello\nworld\n", "hello\n", "hello", LECTURE):
        journal.write_text(text)
        assert_complains(satdoku(*arguments), 2, "is not the journal of a comparison")
        assert journal.read_text() == text


def test_measurements_of_another_limit_or_seed_are_made_anew(tmp_path):
    journal = tmp_path / "runs.jsonl"
    base = ("compare", LECTURE, "--engines", "native", "--save", str(journal))
    for extra in ((), (), ("--time-limit", "5"), ("--seed", "4"), ("--seed", "4")):
        satdoku(*base, *extra)
    assert len(journal.read_text().splitlines()) == 3


def test_no_engine_or_no_encoding_is_wrong_usage():
    assert_complains(satdoku("compare", LECTURE, "--engines", ","), 2, "at least one engine")
    assert_complains(satdoku("compare", LECTURE, "--encodings", ""), 2, "one encoding")


def test_a_disagreement_is_exit_status_1(tmp_path):
    journal = tmp_path / "runs.jsonl"
    arguments = ("compare", LECTURE, "--engines", "native,dlx", "--save", str(journal))
    satdoku(*arguments)
    journal.write_text(journal.read_text().replace(LECTURE_SOLUTION, "several", 1))
    assert_complains(satdoku(*arguments), 1, "answers differ", LECTURE)


def test_tables(tmp_path):
    base = ("compare", LECTURE, "--engines", "native,glucose4")
    text = satdoku(*base).stdout
    assert "PAR-2" in text
    assert "glucose4/pairwise" in text
    rows = list(csv.DictReader(satdoku(*base, "--format", "csv").stdout.splitlines()))
    assert {row["contender"] for row in rows} == {"native", "glucose4/pairwise"}
    assert_complains(
        satdoku("compare", LECTURE, "--engines", "glucos4"), 2, "did you mean glucose4"
    )


def test_plots(tmp_path):
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    done = satdoku("compare", LECTURE, HARD, "--engines", "native,dlx", "--plots", str(tmp_path))
    assert done.returncode == 0
    for name in ("cactus.svg", "scatter.svg"):
        assert "<svg" in (tmp_path / name).read_text()


def test_kernels_answer_as_engines_do(capsys):
    who = contenders(["native", "lockstep", "any-theory"], ["native", "pairwise"])
    assert who == [Contender("native"), Contender("lockstep"), Contender("any-theory")]
    measured = list(measure(BOARDS, who, repeat=2))
    assert len(measured) == 3 * 2 * len(BOARDS)
    compared = Comparison(tuple(measured))
    assert compared.disagreements == []
    assert all(m.answer and not m.problem for m in measured)
    by_native = {(m.puzzle, m.round): m for m in measured if m.engine == "native"}
    for m in measured:
        assert m.answer == by_native[m.puzzle, m.round].answer
        if m.engine == "any-theory" and m.answer not in ("none", "several"):
            assert m.propagated == by_native[m.puzzle, m.round].propagated


def test_kernels_say_where_they_do_not_answer():
    [measured] = measure([puzzle("." * 16, "4x4")], [Contender("lockstep")])
    assert (measured.answer, measured.problem) == ("", "lockstep is for plain 9x9 boards")
    [measured] = measure([puzzle("." * 16, "4x4")], [Contender("any-theory")])
    assert measured.answer == "several"


def test_a_kernel_that_takes_too_long_is_ended():
    board = random_grid(Layout.of_size(25), seed=1).without(
        RandomStream(3, 1).permutation(625)[60:]
    )
    [measured] = measure([board], [Contender("any-theory")], time_limit=0.2)
    assert measured.answer in ("", "several")
    assert bool(measured.answer) != ("over 0.2 s" in measured.problem)


def test_a_comparison_tells_itself():
    compared = satdoku_.compare(f"{LECTURE}\n{HARD}", ["native", "dlx"], repeat=2)
    assert repr(compared) == (
        "<Comparison of 2 contenders on 2 puzzles: 8 measurements, 0 differences>"
    )
    assert compared.text().splitlines()[0].split() == [
        "engine", "answered", "median", "ms", "PAR-2", "ms", "propagated", "decisions"
    ]  # fmt: skip
    record = json.loads(json.dumps(compared.record()))
    assert [s["answered"] for s in record["summaries"]] == [4, 4]
    assert record["disagreements"] == []


def test_the_two_of_the_scatter_plot_are_chosen(tmp_path):
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    engines = ("compare", LECTURE, HARD, "--engines", "native,dlx,glucose4")
    folder = ("--plots", str(tmp_path))
    done = satdoku(*engines, *folder, "--scatter", "glucose4/pairwise,dlx")
    assert done.returncode == 0
    drawn = (tmp_path / "scatter.svg").read_text()
    assert "<!-- glucose4/pairwise (ms) -->" in drawn
    assert "<!-- dlx (ms) -->" in drawn
    assert "native" not in drawn
    for pair in ("dlx", "dlx,dlx", "dlx,glucose4", ","):
        assert_complains(satdoku(*engines, *folder, "--scatter", pair), 2, "takes two of native")
    assert_complains(satdoku(*engines, "--scatter", "native,dlx"), 2, "--scatter is for --plots")


def test_both_axes_of_a_scatter_plot_are_the_same():
    from satdoku.render.plots import _decades

    assert _decades([0.2, 30.0, 7.0]) == (0.1, 100.0)
    assert _decades([1.0]) == (1.0, 10.0)


@pytest.mark.slow
def test_the_start_of_a_program_is_measured_apart(tmp_path):
    slow = tmp_path / "slow"
    slow.write_text('#!/bin/sh\nsleep 0.2\nexec minisat "$@"\n')
    slow.chmod(0o755)
    if not shutil.which("minisat"):
        pytest.skip("minisat is not installed: apt install minisat")
    compared = satdoku_.compare("12..34..........", ["native", f"{slow} {{cnf}} {{out}}"])
    start = {s.contender.split("/")[0]: s.start_ms for s in compared.summaries}
    assert start.pop("native") is None
    [program] = start.values()
    assert 200 <= program <= min(s.median_ms for s in compared.summaries if s.start_ms)
    assert "start ms" in compared.text()


def test_a_summary_is_written_without_digits_that_mean_nothing() -> None:
    record = Summary("dlx", 3, 3, 0.5262189988570753, 1 / 3, 2 / 3, 9, 9.0, None, "").record()
    assert [record[key] for key in ("median_ms", "par2_ms", "propagated")] == [
        0.5262, 0.3333, 0.6667,
    ]  # fmt: skip
