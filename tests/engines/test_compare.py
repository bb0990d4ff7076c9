import csv
import json
import random
import shutil
import sys
from dataclasses import replace

import pytest

import satdoku as satdoku_
from satdoku import Layout, random_grid
from satdoku.operations.comparing import contenders, measure
from satdoku.operations.comparison import (
    Comparison,
    Contender,
    Measurement,
    disagreements,
    summarize,
)
from satdoku.random_stream import RandomStream
from tests.cli.test_cli import assert_complains, satdoku
from tests.oracle import HARD, LECTURE, LECTURE_SOLUTION, NEFARIOUS, puzzle

pytestmark = pytest.mark.room("research")

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
    """One of so many processor seconds, and ten times as many by the clock."""
    return Measurement(
        LECTURE, "9x9", 0, engine, "", answer, 10 * seconds, False, 4, 2, problem, processor=seconds
    )


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
    assert summary.wall_ms == pytest.approx(1000 * (10 + 50) / 2)


def test_contenders_are_in_the_order_of_their_processor_time():
    """However long they waited for the processor."""
    waited = replace(measurement("a", "none", 1.0), seconds=50.0)
    worked = measurement("b", "none", 2.0)
    compared = Comparison((worked, waited), 60.0)
    assert [summary.contender for summary in compared.summaries] == ["a", "b"]
    assert [s.median_ms for s in compared.summaries] == [1000, 2000]
    assert [(s.low_ms, s.high_ms) for s in compared.summaries] == [(1000,) * 2, (2000,) * 2]
    assert [s.wall_ms for s in compared.summaries] == [50_000, 20_000]
    lines = [line for line in compared.latex().splitlines() if line[:1] in "ab" and "&" in line]
    assert lines == [
        r"a & 1/1 & 1000.000 [1000.000, 1000.000] & 1000.000 & 50000.000 \\",
        r"b & 1/1 & 2000.000 [2000.000, 2000.000] & 2000.000 & 20000.000 \\",
    ]
    assert compared.record()["time_limit"] == 60.0


OTHER = LECTURE_SOLUTION[::-1]


@pytest.mark.parametrize(
    ("answers", "refuted"),
    [
        (("none", "none"), ()),
        (("none", ""), ()),
        (("none", "several"), ("none",)),
        (("none", LECTURE_SOLUTION), ("none",)),
        ((LECTURE_SOLUTION, "several"), (LECTURE_SOLUTION,)),
        ((LECTURE_SOLUTION, OTHER), (LECTURE_SOLUTION, OTHER)),
        ((LECTURE_SOLUTION, LECTURE_SOLUTION), ()),
    ],
)
def test_an_answer_that_a_solution_refutes_is_none(answers, refuted):
    said = [measurement(name, answer, 1.0) for name, answer in zip("ab", answers, strict=True)]
    compared = Comparison(tuple(said), 60.0)
    kept = [answer for answer in answers if answer and answer not in refuted]
    assert [one.answer for one in compared.judged if one.answer] == kept
    assert sum(one.refuted for one in compared.judged) == len(refuted)
    assert sum(summary.answered for summary in compared.summaries) == len(kept)
    for summary in compared.summaries:
        assert (summary.par2_ms == 1000) == (summary.answered == 1)
        assert summary.answered == 1 or summary.par2_ms == 120_000
    assert len(compared.measurements) == 2  # as they were made


WRONG = {
    "model": "s SATISFIABLE\nv 1 2 3 4 5 6 7 8 9 10 0",
    "unsatisfiable": "s UNSATISFIABLE",
}


@pytest.mark.parametrize("printed", WRONG)
def test_a_program_that_answers_wrongly_has_not_answered(tmp_path, printed):
    program = tmp_path / "canned"
    program.write_text(f"#!/bin/sh\nprintf '%b\\n' '{WRONG[printed]}'\n")
    program.chmod(0o755)
    who = ("--engines", f"glucose4,{program}", "--encodings", "pairwise")
    done = satdoku("compare", LECTURE, *who, "--format", "json")
    assert_complains(done, 1, f"{program}/pairwise is wrong on {LECTURE}")
    right, wrong = map(json.loads, done.stdout.splitlines())
    assert (right["answered"], right["refuted"]) == (1, 0)
    assert (wrong["answered"], wrong["refuted"], wrong["par2_ms"]) == (0, 1, 120_000)
    assert wrong["wall_ms"] < 120_000 and wrong["problem"] in done.stderr
    table = satdoku("compare", LECTURE, *who).stdout
    assert [row.split()[1] for row in table.splitlines()[1:3]] == ["1/1", "0/1"]


def test_a_solution_of_an_engine_is_held_against_the_clauses(monkeypatch):
    from satdoku.backends.native import Native

    monkeypatch.setattr(Native, "find_boards", lambda *_: iter([(1, 2, 3)]))
    [measured] = measure(BOARDS[:1], [Contender("native")])
    assert measured.refuted and not measured.answer
    assert measured.problem == "native returned a board that violates a clause"


def test_kernels_count_processor_time_too():
    [measured] = measure(BOARDS[:1], [Contender("lockstep")])
    assert measured.processor > 0


def test_an_engine_that_fails_is_unanswered_with_its_problem(tmp_path):
    broken = tmp_path / "solver"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    [failed] = measure(BOARDS[:1], [Contender(str(broken))])
    assert failed.answer == ""
    assert "status 3" in failed.problem


def test_an_interrupted_comparison_goes_on(tmp_path):
    journal = tmp_path / "runs.jsonl"
    arguments = (
        "compare",
        LECTURE,
        HARD,
        "--engines",
        "native,dlx",
        "--repeat",
        "2",
        "--save",
        str(journal),
        "--format",
        "json",
    )
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
    assert_complains(satdoku(*arguments), 1, f"is wrong on {LECTURE}", "found several")


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
    heads = "engine answered median ms PAR-2 ms wall ms solving ms loading ms propagated decisions"
    first, *_, last = compared.text().splitlines()
    assert first.split() == heads.split()
    assert last.startswith("on ") and f"satdoku {satdoku_.__version__}" in last
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
    assert 200 <= program <= min(s.wall_ms for s in compared.summaries if s.start_ms)
    assert "start ms" in compared.text()


def test_a_summary_is_written_without_digits_that_mean_nothing() -> None:
    compared = satdoku_.compare(LECTURE, ["dlx"])
    record = replace(
        compared.summaries[0], median_ms=0.5262189988570753, par2_ms=1 / 3, propagated=2 / 3
    ).record()
    assert [record[key] for key in ("median_ms", "par2_ms", "propagated")] == [
        0.5262,
        0.3333,
        0.6667,
    ]


CANNED = """#!{python}
import sys, time
theory = open(sys.argv[1]).read()  # as any solver must
rows = [row for row in theory.splitlines() if row[:1] == "-"]
print("s SATISFIABLE" if len(rows) < {number} else "s UNSATISFIABLE")
print("v {model} 0")
print("c decisions: 7")
"""


def test_a_program_that_prints_a_known_answer_takes_no_time_to_solve(tmp_path):
    # a board with a rule: its digits are not renamed, so the answer can be known
    ruled = satdoku_.parse("..3..........4..", "4x4+sum:6:r2c1,r3c2,r4c4")
    with satdoku_.engine("native", ruled.layout) as native:
        (model,) = native.completions(ruled.givens)
    written = satdoku_.export(ruled).text()
    number = sum(row.startswith("-") for row in written.splitlines()) + 1
    program = tmp_path / "canned"
    program.write_text(
        CANNED.format(python=sys.executable, number=number, model=" ".join(map(str, model)))
    )
    program.chmod(0o755)
    compared = satdoku_.compare([ruled], ["native", str(program)], ["pairwise"])
    (canned,) = [s for s in compared.summaries if s.contender != "native"]
    assert not compared.disagreements and canned.answered == 1, canned.problem
    assert canned.start_ms and canned.loading_ms and canned.median_ms
    # two calls, each of a Python that starts: that is not time to solve
    assert canned.solving_ms <= max(0.0, canned.wall_ms - 2 * canned.start_ms)
    (measured,) = [m for m in compared.measurements if m.engine == str(program)]
    assert measured.decisions == 14
    line = f'"{program}/pairwise",{ruled.line},"{ruled.layout.name}",14'
    assert line in compared.guess_lines()


def test_shuffled_theories_have_the_same_answers_and_other_clauses():
    from satdoku.operations.comparing import shuffled

    for name in ("4x4", "4x4+killer:5:r1c1,r1c2", "6x6+anti-knight"):
        theory = satdoku_.Theory.of(name)
        other, new = shuffled(theory, 3)
        assert (other, new) == shuffled(theory, 3) != shuffled(theory, 4)
        assert sorted(new) == list(range(theory.variable_count + 1))
        own = {(frozenset(new[v] for v in c.variables), c.exactly_one) for c in theory.clauses}
        assert own == {(frozenset(c.variables), c.exactly_one) for c in other.clauses}
        assert [c.variables for c in theory.clauses] != [c.variables for c in other.clauses]
    engines = ["native", "dlx", "glucose4", "cpsat"]
    compared = satdoku_.compare([LECTURE, HARD], engines, ["pairwise"], repeat=2, shuffle=True)
    assert not compared.disagreements
    assert {m.answer for m in compared.measurements if m.puzzle == LECTURE} == {
        satdoku_.solve(LECTURE).line
    }
    for engine, encoding in (
        ("lockstep", "native"),
        ("cpsat-integers", "native"),
        ("glucose4", "triads"),
    ):
        with pytest.raises(satdoku_.EngineError, match="leave it out or the shuffling"):
            satdoku_.compare(LECTURE, [engine], [encoding], shuffle=True)


def test_the_interval_of_a_median_covers_it_as_often_as_it_says():
    from satdoku.operations.comparison import interval

    assert interval([3.0]) == (3.0, 3.0) and interval([1.0, 2.0]) == (1.0, 2.0)
    # Conover's table: of 10 values the 2nd and the 9th, of 20 the 6th and the 15th
    assert interval(list(range(1, 11))) == (2, 9) and interval(list(range(1, 21))) == (6, 15)
    dice = random.Random(4)
    hits = 0
    for _ in range(2000):
        low, high = interval([dice.random() for _ in range(15)])
        hits += low <= 0.5 <= high
    assert 0.95 < hits / 2000 < 0.985


@pytest.mark.parametrize(
    ("printed", "counted"),
    [
        ("c decisions:                   169         0.00  per second", {"decisions": 169}),
        ("c [stats] conflicts: 12", {}),
        ("conflicts             : 273            (54600 /sec)", {"conflicts": 273}),
        ("c conflicts                : 64        (confls / s)", {"conflicts": 64}),
        ("Choices      : 155", {"decisions": 155}),
        ("c 213 decisions\nc 30504 propagations", {"decisions": 213, "propagations": 30504}),
        ("v 1 2 3 0\ns SATISFIABLE", {}),
    ],
)
def test_statistics_that_programs_print_are_read(printed, counted):
    from satdoku.backends.external import External

    engine = External(satdoku_.Theory.of("4x4"), sys.executable)
    engine._count(printed)
    record = engine.statistics.record(engine.capabilities)
    names = ("decisions", "conflicts", "propagations", "restarts")
    assert {name: record[name] for name in names if record[name] is not None} == counted


def test_the_table_is_written_for_latex_and_plots_hold_many_lines(tmp_path):
    done = satdoku("compare", LECTURE, "--engines", "native,dlx", "--format", "latex")
    assert done.stdout.startswith("% on ") and done.stdout.endswith("\\end{tabular}\n")
    assert "dlx & 1/1 & " in done.stdout
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    done = satdoku(
        "compare",
        "12..34..........",
        "--engines",
        "glucose4,cadical153,minisat22",
        "--encodings",
        "all",
        "--plots",
        str(tmp_path),
    )
    assert "Warning" not in done.stderr
    for kind in ("cactus", "cdf"):
        drawn = (tmp_path / f"{kind}.svg").read_text()
        assert drawn.count("/triads -->") == 3  # each has its line in the legend
