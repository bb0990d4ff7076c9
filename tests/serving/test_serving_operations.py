"""What is asked by name: each operation against an engine that shares nothing with it."""

import json
import re
from dataclasses import replace

import pytest

import satdoku
from satdoku.backends.base import Clock
from satdoku.errors import SatdokuError, TimeLimitReached
from satdoku.operations.solving import solutions
from satdoku.serving.answering import live
from satdoku.serving.answering.boards import puzzle_of
from satdoku.serving.answering.clue_advice import Blame, BoardSolver, kept
from satdoku.serving.answering.validation import checked
from satdoku.serving.operations import OPERATIONS
from satdoku.serving.web.api import documents
from tests.oracle import NEFARIOUS

TWELVE = "12..34.........."
PROPER = "....43..1.....4."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CAGES = {"puzzle": "." * 16, "layout": "4x4", "constraints": ["killer:3:r1c1,r1c2"]}
CLASH = {"puzzle": "1" + "." * 15, "layout": "4x4",
         "constraints": ["killer:6:r2c2,r3c2", "killer:6:r1c1,r1c2"]}  # fmt: skip


def ask(name, puzzle=None, **options):
    given = {} if puzzle is None else {"puzzle": puzzle}
    record = OPERATIONS[name].run(given | options)
    return json.loads(json.dumps(record))


def tally(puzzle, engine="dlx"):
    """By cell and digit how many solutions hold it."""
    counts = [[0] * puzzle.layout.size for _ in puzzle.cells]
    for found in solutions(puzzle, engine=engine):
        for cell, digit in enumerate(found.cells):
            counts[cell][digit - 1] += 1
    return counts


@pytest.mark.parametrize("puzzle", [TWELVE, PROPER, CAGES, "1" + "." * 15])
def test_candidates_and_counts_are_those_of_dancing_links(puzzle):
    told = ask("true-candidates", puzzle, cap=5)
    exact = tally(puzzle_of({"puzzle": puzzle}))
    assert told["candidates"] == [[min(5, n) for n in cell] for cell in exact]
    assert not told["unsettled"]


def test_several_puzzles_are_refused_with_what_to_do_here():
    told = "2 puzzles, expected one: give one at a time"
    with pytest.raises(SatdokuError, match=f"{told}$"):
        ask("solve", f"{TWELVE}\n{PROPER}")


def test_a_layout_beside_the_puzzle_is_refused_with_its_place():
    told = 'layout belongs in the puzzle: {"puzzle": {"puzzle": …, "layout": …}}'
    with pytest.raises(SatdokuError, match=re.escape(told)):
        ask("solve", "." * 25, layout="5x5")


@pytest.mark.parametrize("puzzle", [TWELVE, PROPER, CAGES, EASY, NEFARIOUS])
def test_the_fast_answer_knows_the_true_candidates_and_no_others(puzzle):
    told = ask("live", puzzle)
    every = puzzle_of({"puzzle": puzzle})
    exact = tally(every) if every.layout.size == 4 else tally(every, "native")
    assert [[n > 0 for n in cell] for cell in told["candidates"]] == [
        [n > 0 for n in cell] for cell in exact
    ]
    assert told["outcome"] == ("unique" if sum(exact[0]) == 1 else "several")
    assert told["solutions"] <= sum(exact[0])
    assert not told["exact"] or told["solutions"] == sum(exact[0])


@pytest.mark.parametrize("puzzle", ["11" + "." * 14, CLASH, "123....4........"])
def test_a_conflict_is_one_and_without_any_part_of_it_none(puzzle):
    whole = puzzle_of({"puzzle": puzzle})
    conflict = ask("live", puzzle)["conflict"]
    assert conflict["minimal"]

    def count(cells, rules):
        layout = satdoku.Layout.of_size(4).with_constraints(
            *(whole.constraints[number] for number in rules)
        )
        digits = [d if cell in cells else 0 for cell, d in enumerate(whole.cells)]
        return satdoku.count(satdoku.Puzzle(tuple(digits), layout), engine="dlx")

    cells, rules = conflict["cells"], conflict["rules"]
    assert cells + rules
    assert count(cells, rules) == 0
    assert all(count([c for c in cells if c != cell], rules) for cell in cells)
    assert all(count(cells, [r for r in rules if r != rule]) for rule in rules)


def test_rules_that_come_and_go_leave_nothing_behind():
    blank = ask("true-candidates", "." * 16, cap=3)["candidates"]
    assert ask("live", CLASH)["outcome"] == "none"
    assert ask("true-candidates", CAGES, cap=3)["candidates"] != blank
    assert ask("true-candidates", "." * 16, cap=3)["candidates"] == blank


def test_a_record_goes_round():
    text = "....43..1.....4."
    record = {"puzzle": text, "layout": "4x4+diagonal", "constraints": ["anti-king"]}
    told = ask("parse", record)
    again = {key: told[key] for key in ("puzzle", "layout", "symbols", "kept")}
    again["constraints"] = [rule["text"] for rule in told["constraints"]]
    assert ask("parse", again) == told
    assert told["constraints"][0]["draws"]["style"] == "note"
    assert puzzle_of({"puzzle": again}) == puzzle_of({"puzzle": record})


def test_a_title_is_kept_by_a_record():
    data = {"size": 4, "title": "Über alles", "grid": [[{} for _ in range(4)] for _ in range(4)]}
    told = ask("parse", data)
    assert told["metadata"] == {"title": "Über alles"}
    record = {key: told[key] for key in ("puzzle", "layout", "symbols", "kept")}
    assert "Über alles" in json.loads(ask("convert", record, to="fpuzzles")["text"]).values()


def test_counting_splits_and_agrees_with_dancing_links():
    for puzzle in (TWELVE, PROPER, CAGES, "." * 16):
        found = ask("count", puzzle)
        board = puzzle_of({"puzzle": puzzle})
        assert found["exact"]
        assert found["count"] == len(list(solutions(board, engine="dlx")))


def test_a_count_that_is_cut_short_is_estimated():
    found = ask("count", "." * 16, limit=100)
    assert found["count"] >= 100
    assert not found["exact"]
    assert 144 < found["estimate"] < 576  # there are 288


def test_what_can_go_is_what_the_check_says():
    told = ask("redundant", EASY)
    board = satdoku.parse(EASY)
    going = [c for c, d in enumerate(board.cells) if d and satdoku.is_proper(board.without([c]))]
    assert told["cells"] == going
    assert not told["minimal"]
    rules = {"puzzle": PROPER, "layout": "4x4", "constraints": ["even:r1c1"]}
    assert ask("redundant", rules)["redundant_rules"] == [0]


@pytest.mark.parametrize(
    ("layout", "says"),
    [
        ("9x9+killer:99:r1c1,r1c2", "2 cells add up to at most 17"),
        ("9x9+killer:5:r1c1,r1c2,r2c1", "3 cells add up to at least 6"),
        (
            "4x4+killer:5:r1c1,r1c2+killer:6:r1c3,r1c4",
            "the cages in row 1 add up to 11, the digits there to 10",
        ),
        ("4x4+killer:9:r1c3,r1c4,r2c3,r2c4", "4 cells add up to at least 10"),
    ],
)
def test_cages_conflict_by_arithmetic(layout, says):
    blank = "." * (81 if layout[0] == "9" else 16)
    assert says in ask("live", {"puzzle": blank, "layout": layout})["conflict"]["sums"]


@pytest.mark.parametrize(
    ("rule", "digits", "breaks"),
    [
        ("thermometer:r1c1-r1c4", {0: 3, 1: 2}, True),
        ("thermometer:r1c1-r1c4", {0: 2, 3: 4}, True),  # r1c2 and r1c3 have no digits left
        ("thermometer:r1c1-r1c4", {0: 1, 3: 4}, False),
        ("difference:r1c1,r1c2", {0: 1, 1: 3}, True),
        ("difference:r1c1,r1c2", {0: 1, 1: 2}, False),
        ("killer:5:r1c1,r1c2", {0: 1, 1: 2}, True),
        ("killer:5:r1c1,r2c1,r1c2", {0: 4}, True),
        ("arrow:r1c1,r1c2,r2c1", {0: 3, 1: 1, 4: 2}, False),
        ("arrow:r1c1,r1c2,r2c1", {0: 4, 1: 1, 4: 2}, True),
    ],
)
def test_rules_that_digits_break_are_told(rule, digits, breaks):
    entries = [digits.get(cell, 0) for cell in range(16)]
    told = ask("broken", {"puzzle": "." * 16, "layout": f"4x4+{rule}"}, entries=entries)
    assert told["rules"] == ([0] if breaks else [])
    assert told["cells"] == (sorted(digits) if breaks else [])


def test_the_check_of_entries_speaks_of_the_board_alone():
    told = ask("check-entries", "11..............", entries=[0, 0, 3] + [0] * 13)
    assert told["problem"].startswith("The entries cannot be checked: it has no solution")
    assert "--" not in told["problem"]
    told = ask("check-entries", "................", entries=[1, 1] + [0] * 14)
    assert told["problem"] and "--" not in told["problem"]


def test_repairs_name_values_and_leave_one_solution_first():
    wrong, cages = "1.3434122143432.", "4x4+killer:4:r1c1,r1c2+killer:3:r4c3,r4c4"
    told = ask("repairs", {"puzzle": wrong, "layout": cages})
    texts = [one["text"] for one in told["repairs"]]
    assert texts[:2] == ["3 instead of 4 in killer 4 r1c1", "leave out killer 4 r1c1"]
    assert told["all"] and told["repairs"][0]["solutions"] == "one solution"
    both = {"puzzle": wrong, "layout": f"{cages}+killer:3:r2c1,r2c2"}
    assert ask("repairs", both)["text"] == "no single change helps"
    with pytest.raises(SatdokuError, match="nothing to repair"):
        ask("repairs", TWELVE)
    made = ask("proper", both)
    assert made["text"] == "changed killer 4 r1c1 to 3; changed killer 3 r2c1 to 7"
    assert [rule["values"] for rule in made["constraints"]] == [[3], [3], [7]]


def test_additions_make_it_unique():
    told = ask("additions", TWELVE)
    board = list(satdoku.parse(TWELVE).cells)
    for cell, digit in told["cells"]:
        board[cell] = digit
    made = satdoku.Puzzle(tuple(board), satdoku.Layout.of_size(4))
    assert satdoku.count(made, engine="dlx") == 1
    assert satdoku.solve(made).line == told["solution"]


def test_proposed_clues_are_rated_and_the_easiest_come_first(monkeypatch):
    monkeypatch.setattr(Clock, "now", lambda clock: 0.0)  # however busy the machine is
    layout = satdoku.Layout.named("6x6+killer:r1c1,r1c2+killer:r3c3,r3c4+killer:r5c5,r6c5")
    solved = satdoku.solution(next(satdoku.generate(1, seed=3, layout="6x6")))
    cells = [digit if k % 3 == 0 else 0 for k, digit in enumerate(solved.cells)]
    puzzle = satdoku.Puzzle(tuple(cells), layout)
    told = ask("additions", puzzle.record(), time_limit=25)
    assert told["clues"]
    keys = [(len(one["clues"]), one["rating"]) for one in told["clues"]]
    assert keys == sorted(keys)
    for one in told["clues"]:
        rules = list(puzzle.constraints)
        for text, number in zip(one["clues"], one["replaced"], strict=True):
            (rule,) = satdoku.Layout.named(f"6x6+{text}").constraints
            rules[len(rules) if number is None else number : (number or len(rules)) + 1] = [rule]
        after = satdoku.Puzzle(tuple(cells), replace(layout, constraints=tuple(rules)))
        rating = satdoku.rate(after)
        assert (rating.rating, rating.label) == (one["rating"], one["level"])
        assert f"({rating.label}, {rating.rating:.1f})" in one["text"]


@pytest.mark.parametrize("puzzle", [TWELVE, "11" + "." * 14, CLASH, CAGES, PROPER])
def test_made_proper_is_proper(puzzle):
    told = ask("proper", puzzle)
    record = {key: told[key] for key in ("puzzle", "layout")}
    record["constraints"] = [rule["text"] for rule in told["constraints"]]
    assert satdoku.count(puzzle_of({"puzzle": record}), engine="dlx") == 1
    assert told["found"] == (puzzle != PROPER)


def test_made_minimal_is_minimal_and_depends_on_the_seed_alone():
    told = ask("minimal", EASY, seed=3)
    assert satdoku.check(told["puzzle"]).minimal
    assert told == ask("minimal", EASY, seed=3)
    assert told["puzzle"] != ask("minimal", EASY, seed=4)["puzzle"]


def test_harder_and_easier_go_by_small_steps_and_keep_the_symmetry():
    """From level to level, each time to the nearest puzzle found; the pattern stays symmetric."""
    puzzle, ratings = satdoku.parse(EASY), [satdoku.rate(EASY).rating]
    for _ in range(3):
        told = ask("harder", puzzle.record(), tries=60)
        puzzle = satdoku.parse(told)
        ratings.append(satdoku.rate(puzzle).rating)
        assert satdoku.is_proper(puzzle)
        assert all(
            bool(a) == bool(b) for a, b in zip(puzzle.cells, puzzle.cells[::-1], strict=True)
        )
    assert ratings == sorted(set(ratings)) and ratings[1] < 2.1
    easier = ask("easier", puzzle.record(), tries=60)
    assert satdoku.rate(satdoku.parse(easier)).rating < ratings[-1]


def test_a_level_can_be_asked_for():
    told = ask("harder", EASY, level="hard", tries=200)
    assert satdoku.rate(satdoku.parse(told)).label == "hard"
    told = ask("harder", EASY, level="diabolic", tries=3)
    assert "none of level diabolic was found in 3 tries" in told["text"]


def test_a_technique_is_kept_and_a_level_is_not_passed():
    puzzle = next(satdoku.generate(1, seed=1, needs="naked pair", minimal=False))
    assert "naked pair" in dict(satdoku.rate(puzzle).steps)
    for name in ("harder", "easier", "minimal"):
        told = ask(name, puzzle.record(), technique="naked pair", **TRIES.get(name, {}))
        assert "naked pair" in dict(satdoku.rate(satdoku.parse(told)).steps)
    filled = satdoku.parse("2134431214.3....")
    fewest = satdoku.parse(ask("minimal", filled.record(), level="beginner"))
    assert fewest.clues < filled.clues
    assert satdoku.rate(fewest).label == "beginner"
    for cell, digit in enumerate(fewest.cells):
        if digit:  # none can go
            fewer = fewest.without([cell])
            assert not satdoku.is_proper(fewer) or satdoku.rate(fewer).label != "beginner"
    with pytest.raises(satdoku.PuzzleError, match="leave out rules"):
        ask("minimal", EASY, level="easy", rules=True)
    with pytest.raises(satdoku.PuzzleError, match="nonsense"):
        ask("harder", EASY, technique="nonsense")


#: Puzzles tried; the option is that of `harder` and `easier`.
TRIES = {"harder": {"tries": 40}, "easier": {"tries": 40}}


def test_a_new_puzzle_is_of_the_level_kind_and_technique_asked_for():
    told = ask("generate", level="medium", seed=4)
    assert satdoku.rate(satdoku.parse(told)).label == "medium"
    assert told["text"].endswith("(medium)")
    told = ask("generate", kind="killer", layout="6x6")
    assert {rule.kind for rule in satdoku.parse(told).constraints} == {"killer"}
    told = ask("generate", technique="X-wing", seed=2)
    assert "X-wing" in dict(satdoku.rate(satdoku.parse(told)).steps)


def test_a_puzzle_of_rules_gets_easier_by_a_clue_of_its_own_kinds():
    puzzle = next(satdoku.generate(1, seed=1, kind="little-killer", layout="6x6"))
    told = ask("easier", puzzle.record(), tries=4)
    after = satdoku.parse(told)
    assert told["found"] and satdoku.is_proper(after) and "added" in told["text"]
    first, then = satdoku.rate(puzzle), satdoku.rate(after)
    assert (then.rating, then.total) < (first.rating, first.total)
    assert len(after.constraints) + after.clues == len(puzzle.constraints) + puzzle.clues + 1


def test_harder_and_easier_are_so():
    medium = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
    first = satdoku.rate(medium)
    harder, easier = ask("harder", medium, tries=3), ask("easier", medium, tries=3)
    for told in (harder, easier):
        assert satdoku.solve(told["puzzle"]) == satdoku.solve(medium)
        assert satdoku.is_proper(told["puzzle"])
    assert satdoku.rate(harder["puzzle"]).hardest >= first.hardest
    assert satdoku.rate(easier["puzzle"]).hardest <= first.hardest


def test_a_hint_names_a_mistake_of_the_player_first():
    entries = [0] * 16
    solution = satdoku.solve(PROPER).cells
    entries[0] = solution[0] % 4 + 1
    told = ask("hint", PROPER, entries=entries)
    assert [mistake["cell"] for mistake in told["mistakes"]] == ["r1c1"]
    checked = ask("check-entries", PROPER, entries=entries)
    assert checked["wrong"] == [0]
    full = ask("check-entries", PROPER, entries=list(solution))
    assert full["solved"]


def test_hints_tell_no_more_than_is_asked():
    where = ask("hint", PROPER, show="where")
    assert list(where["texts"]) == ["vague", "where"]
    assert where["step"] is None
    why = ask("hint", PROPER)
    assert why["marks"]["asserted"]
    assert why["step"]["text"] in why["texts"]["why"]


def test_the_path_leads_to_the_solution_board_by_board():
    told = ask("explain", PROPER)
    last = told["steps"][-1]
    digits = list(last["board"]["digits"])
    for cell, digit in last["marks"]["asserted"]:
        digits[cell] = digit
    assert tuple(digits) == satdoku.solve(PROPER).cells


def test_a_path_may_be_cut_anywhere():
    assert len(ask("explain", PROPER, until="2")["steps"]) == 2
    assert ask("explain", PROPER, until="1" * 150)["outcome"] == "solved"


def test_certificates_are_right_and_others_are_not():
    told = ask("certify", PROPER)
    assert ask("verify", certificate=told["line"])["outcome"] == "right"
    assert ask("verify", certificate=told["certificate"] | {"size": 5})["outcome"] == "wrong"


def test_certificates_are_verified_against_the_board_and_symbols_that_are_named():
    cages = "4x4+killer:3:r1c1,r1c2+killer:7:r3c3,r3c4"
    puzzle = {"puzzle": "3..1.2........3.", "layout": cages, "symbols": "3412"}
    line = ask("certify", puzzle, claims=["proper"])["line"]

    def outcome(**options):
        return ask("verify", certificate=line, **options)["outcome"]

    assert outcome() == "other board"
    assert outcome(layout=cages, symbols="3412") == "right"
    assert outcome(layout=cages, symbols="1234") == outcome(layout="4x4") == "wrong"
    assert outcome(symbols="3412") == "wrong"  # the board without its rules


def test_pictures_and_files():
    assert "<svg" in ask("export", PROPER, to="svg")["svg"]
    assert ask("export", PROPER, to="knf")["text"].startswith("c")
    assert ask("convert", PROPER, to="line")["text"] == PROPER


def test_lists_hold_what_is_public():
    kinds = ask("kinds")["kinds"]
    assert {"killer", "thermometer"} <= {kind["name"] for kind in kinds}
    assert ask("layouts")["layouts"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("solve", {}),
        ("solve", []),
        ("solve", {"puzzle": 3}),
        ("solve", {"puzzle": PROPER, "engine": "sh -c"}),
        ("solve", {"puzzle": PROPER, "limit": True}),
        ("solve", {"puzzle": PROPER, "limit": 10**9}),
        ("solve", {"puzzle": {"layout": "4x4"}}),
        ("solve", {"puzzle": {"puzzle": PROPER, "layout": "4x4", "constraint": ["anti-knight"]}}),
        ("solve", {"puzzle": {"puzzle": PROPER, "layout": "4x4", "constraints": [1]}}),
        ("solve", {"puzzle": {"puzzle": PROPER, "layout": "4x4", "kept": "[]"}}),
        ("solve", {"puzzle": {"puzzle": "é" * 16, "layout": "4x4"}}),
        ("hint", {"puzzle": PROPER, "entries": [1]}),
        ("hint", {"puzzle": PROPER, "marks": [["x"]] * 16}),
        ("hint", {"puzzle": PROPER, "show": "all"}),
        ("render", {"puzzle": TWELVE, "solution": True}),
        ("convert", {"puzzle": PROPER, "to": "../../x"}),
        ("verify", {}),
    ],
)
def test_what_is_wrong_is_told_in_a_line(name, arguments):
    with pytest.raises(SatdokuError) as error:
        OPERATIONS[name].run(arguments)
    assert "\n" not in str(error.value)


def test_every_operation_says_what_it_takes():
    jsonschema = pytest.importorskip("jsonschema")
    for operation in OPERATIONS.values():
        jsonschema.Draft202012Validator.check_schema(operation.schema())
        assert operation.sentence.endswith((".", "?"))
        for name, schema in operation.options.items():
            if "default" in schema:
                checked({name: schema["default"]}, {name: schema})


def test_what_is_not_said_is_as_the_schema_says():
    told = OPERATIONS["solve"].checked({"puzzle": PROPER, "limit": None})
    assert (told["limit"], told["time_limit"], told["ignore_rules"]) == (2, 20.0, [])
    assert OPERATIONS["explain"].checked({"puzzle": PROPER})["until"] is None
    assert "usually 1000000" in documents()


@pytest.mark.parametrize("name", ["rate", "explain"])
def test_steps_are_told_while_they_are_looked_for(name):
    heard = []
    OPERATIONS[name].run({"puzzle": PROPER}, heard.append)
    steps = len(satdoku.explain(PROPER).steps)
    assert [record["steps"] for record in heard] == list(range(1, steps + 1))
    assert heard[-1]["text"] == f"{steps} steps, the hardest so far: hidden single in a box"


def test_the_fast_answer_tells_how_far_it_is_and_what_it_knows_when_time_is_over():
    heard = []
    puzzle = puzzle_of({"puzzle": {"puzzle": "", "layout": "9x9"}})

    class TwoQuestions(Clock):
        def check(self):
            if len(heard) > 1:
                raise TimeLimitReached("over")

    whole = live.answer(puzzle, 8, 40, Clock(None), heard.append)
    seen = [record["solutions"] for record in heard]
    assert seen == sorted(seen) and seen[0] > 1
    assert all(0 <= record["done"] <= record["total"] == 729 for record in heard)
    heard.clear()
    cut = live.answer(puzzle, 8, 40, TwoQuestions(None), heard.append)
    assert (cut["outcome"], cut["solutions"], cut["exact"]) == ("several", seen[1], False)
    assert len(cut["unsettled"]) > len(whole["unsettled"])


@pytest.mark.parametrize("kind", [BoardSolver, Blame])
def test_a_clock_that_is_over_is_not_the_next_question_s(kind):
    board = puzzle_of({"puzzle": PROPER})
    late = kept(kind, board.layout, Clock(0.0))
    with pytest.raises(TimeLimitReached):
        late.completion(board.givens)
    assert kept(kind, board.layout) is late
    assert late.completion(board.givens)


def test_steps_name_the_technique_of_my_own_moves():
    [first, *_] = (found := ask("steps", PROPER, limit=3))["available"]
    assert len(found["available"]) == 3 and not found["is_all"] and first["marks"]
    placed = first["asserted"][0]
    move = f"r{placed[0]}c{placed[1]}={placed[2]}"
    own = ask("steps", PROPER, places=move, limit=1)
    assert own["available"][0]["asserted"] == [placed] and "hidden single" in own["text"]
    with pytest.raises(SatdokuError, match="is not a move"):
        ask("steps", PROPER, eliminates="r1")


def test_a_puzzle_has_its_rules_in_players_words():
    shown = ask("parse", CAGES)
    assert shown["rules"] == ["Killer: The digits in a dashed cage are different and add up to 3."]


def test_a_chain_of_my_own_is_judged_link_by_link():
    board = "." * 81
    others = [1, 2, 4, 5, 6, 7, 8, 9]
    marks = [[], *[others] * 7, [], *[[]] * 72]  # in row 1 only r1c1 and r1c9 can hold 3
    found = ask("chain", board, chain="(3)r1c1=(3)r1c9", marks=marks)
    assert [link["problem"] for link in found["links"]] == [""]
    assert found["nodes"] == [[[0, 3]], [[8, 3]]] and not found["problem"]
    wrong = ask("chain", board, chain="(3)r1c1=(3)r1c8-(3)r1c9", marks=marks)
    assert wrong["links"][0]["problem"] == wrong["problem"]
    assert "r1c8 is no candidate" in wrong["problem"]
    assert ask("chain", PROPER, chain="")["board"]["digits"]
    assert ask("chain", PROPER, chain="(1)r1c1")["links"] == []
    posted = ask("chain", board, chain="(3)r1c1=(3)r1c9 => r2c2<>3", marks=marks)
    assert posted["links"] == found["links"]
    assert "Write it as" in ask("chain", PROPER, chain="1-2")["text"]
    with pytest.raises(SatdokuError, match="is not a cell"):
        ask("chain", PROPER, chain="(1)r99c1")


def test_an_exported_board_with_a_layer_is_found_by_either_name():
    """Links name it with its layer, the desk without."""
    from satdoku.serving.static_site import _keys

    names = {json.loads(key)[0] for key in _keys(satdoku.Layout.named("4x4+yin-yang"))}
    assert names == {
        "4x4",
        satdoku.Layout.named("4x4+layer").without_constraints().name.split("+")[0],
    }
