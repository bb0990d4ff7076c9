"""Rules that only the words of a puzzle state: found, told, added; ordinary texts state none."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.constraints.rules_text import rules_of
from satdoku.formats.metadata import with_about
from satdoku.formats.rules_in_text import (
    can_add,
    stated,
    stated_in_title,
    stated_mark_rules,
    stated_marks,
    stated_rules,
    unread_rules,
    unsaid_rules,
)

sys.path.append(str(Path(__file__).parents[2] / "docs"))
import make_variant_pictures as documents

LINE = "1.....2..3.....4"
SAID = {
    "anti-knight": (
        "Cells a knight's move apart cannot contain the same digit.",
        "Anti-knight sudoku rules apply.",
        "Digits separated by a knight’s move (in chess) must be different.",
    ),
    "anti-king": (
        "Cells a king's move apart hold different digits.",
        "Antiking.",
        "Cells that touch diagonally can't contain the same digit.",
    ),
    "anti-camel": (
        "Cells a camel's move (3,1) apart cannot be the same.",
        "Anti-camel.",
        "Equal digits are never a camel move apart.",
    ),
    "anti-zebra": (
        "Cells a zebra's move apart hold different digits.",
        "Anti-zebra rules.",
        "No zebra move joins equal digits.",
    ),
    "anti-giraffe": (
        "Cells a giraffe's move (4,1) apart are different.",
        "Anti-giraffe.",
        "No two equal digits are a giraffe move apart.",
    ),
    "center": (
        "The centers of the boxes contain the digits 1-9.",
        "Center-dot rules apply.",
        "Digits in the middle cells of the 3x3 boxes are all different.",
    ),
    "toroidal": (
        "The board is toroidal.",
        "The grid wraps around at its edges.",
        "The left edge wraps around to the right one.",
    ),
    "non-consecutive": (
        "Orthogonally adjacent cells are not consecutive.",
        "The grid is nonconsecutive.",
        "No two neighbouring cells may contain consecutive digits.",
    ),
    "no-other-dots": (
        "White dots join consecutive digits. All possible dots are given.",
        "All Kropki dots have been shown.",
        "All white and black dots are given.",
    ),
    "no-other-difference": (
        "All white dots are given.",
        "All possible white dots have been shown.",
        "All the white kropki dots are marked.",
    ),
    "no-other-ratio": (
        "All black dots are given.",
        "All possible black dots have been shown.",
        "All black kropki dots are marked.",
    ),
    "no-other-xv": (
        "All Xs and Vs are given.",
        "All possible XV clues are shown.",
        "All X's and V's have been given.",
    ),
    "diagonal": (
        "Digits along each main diagonal do not repeat.",
        "Both diagonals contain every digit.",
        "Sudoku X.",
    ),
    "one-diagonal": (
        "Digits cannot repeat along the marked diagonal.",
        "The main diagonal holds every digit once.",
        "Digits on the blue diagonal are different.",
    ),
    "disjoint": (
        "Disjoint groups.",
        "Cells in the same position in different boxes cannot contain the same digit.",
        "Disjoint sets apply.",
    ),
    "window": ("Windoku rules apply.", "This is a hyper sudoku.", "Hypersudoku."),
    "anti-taxicab": (
        "Anti-taxicab rules apply.",
        "Two equal digits n cannot be a taxicab distance of n apart.",
        "Equal digits are never at that taxi-cab distance.",
    ),
    "global-entropy": (
        "Every 2x2 square contains a low, a middle and a high digit.",
        "Global entropy.",
        "Each 2×2 area has at least one low, one medium and one high digit.",
    ),
    "global-modulo": (
        "Global modulo.",
        "Every 2x2 area holds all remainders of division by three.",
        "Each 2x2 square has digits of each residue modulo 3.",
    ),
    "latin": ("There are no boxes.", "This is a Latin square.", "The boxes do not apply."),
    "from-0": ("Use the digits 0-8.", "Place the digits from 0 to 8.", "Digits 0 through 8."),
    "yin-yang": ("Yin-Yang rules apply.", "A Yin Yang puzzle.", "Shade cells as in yinyang."),
    "nurikabe": ("Nurikabe.", "Shade as in Nurikabe.", "The shading follows nurikabe rules."),
    "star-battle": ("Star battle.", "A star-battle with two stars.", "Star Battle rules apply."),
    "cave": ("Cave rules apply.", "Normal rules of cave apply.", "This is a cave sudoku."),
    "chaos-construction": (
        "Chaos construction.",
        "This is a chaos construction: draw the regions.",
        "Normal chaos construction rules apply.",
    ),
    "schrodinger": ("Schrödinger cells.", "Find the Schroedinger cells.", "A schrodinger cell."),
    "doublers": ("Find the doublers.", "Each box has a doubler.", "Doublers count twice."),
    "negators": ("Find the negators.", "Each box has a negator.", "Negators count as minus."),
    "doppelganger": ("Doppelgänger.", "A doppelganger sudoku.", "The doppelgänger rule applies."),
    "dutch-flatmates": ("Dutch Flatmates.", "Dutch flat mates.", "Dutch flatmates rules apply."),
}
ORDINARY = """
Normal sudoku rules apply.
Place the digits 1-9 once each in every row, column and box.
Digits along a thermometer increase from the bulb to the tip.
Digits in cages sum to the clue in the top left corner and cannot repeat within a cage.
Digits in cages may repeat.
Adjacent digits along the green line differ by at least 5.
Adjacent cells along the orange line are not consecutive and do not repeat.
Digits along a line have a set of consecutive digits in any order and do not repeat.
Digits joined by a white dot are consecutive.
Digits separated by a black dot have a ratio of 2:1; not all dots are given.
Cells separated by an X sum to 10, and by a V to 5. Not all Xs and Vs are given.
Digits along an arrow sum to the digit in the circle.
Digits may repeat on arrows, if the rules allow.
Clues outside the grid give the sum of the digits along the indicated diagonal.
Digits on the indicated diagonals sum to the numbers given; digits may repeat on the diagonals.
Little killer clues give the sum of the digits along the diagonal.
The two halves of a palindrome read the same in both directions.
Grey circles contain odd digits and grey squares even digits.
Digits on a between line lie between the two digits in the circles.
Box borders divide the blue line into segments with the same sum.
Clues outside the grid are the sum of the digits between the 1 and the 9.
Clues outside the grid are the sum of the first X digits, X being the first of them.
Each clue gives the number of skyscrapers seen from there.
A digit in a circle is the number of circles that contain that digit.
Every set of three adjacent cells along the line has a low, a middle and a high digit.
Any three adjacent cells on a purple line contain digits from different residue classes.
Circled cells contain the digits of the quadruple in the four cells around them.
The digit in a fortress cell is greater than its orthogonal neighbours.
Equal digits may be a knight's move apart.
The anti-knight rule does not apply.
Cells that touch diagonally may contain the same digit.
Consecutive digits may be adjacent.
The stars do not touch, not even diagonally.
Shaded cells cannot touch diagonally.
The loop may not touch itself diagonally.
Each 2x2 area has one unshaded cell at least.
Colours have no meaning.
Diagonal clues are read from the arrow.
The rook moves one cell orthogonally.
The snake moves diagonally.
Regions with no given sum are to be worked out.
No guesses are needed.
The same position is reached from both sides.
Digits 1-9 appear once in each 3x3 box.
The total of each cage with the same number is equal.
X marks the spot.
Zebra stripes are decoration and have no meaning.
Hint: look at the middle row of each box, all its digits are different of course.
The grid is split into connected regions of nine cells as shown. Every region contains 1-9.
A doubler? No, a plain sudoku.
This has no doublers, no negators, and no Schrödinger cells.
Not a torus: the board has ordinary edges. Digits 1-9 in every row, column and box.
I took a taxi to the puzzle hunt in Manhattan and no one solved this.
Each 2x2 square in the corner of the picture is decoration, low or high.
Clues outside the grid show the sum of the indicated diagonals. Repeats are allowed on diagonals.
I love anti-knight puzzles, but this one is a plain sudoku.
Unlike my last puzzle, knight's moves play no role here.
Previously: anti-king. Today: plain thermos.
Repeats on the diagonals are fine.
Scores run from 0 to 8 points in this contest.
The total of the digits 0 to 8 is 36, which does not matter here.
Draw the regions in pencil first if you print it.
Do not assume that the diagonals contain all digits.
This is not a diagonal sudoku.
Not an X-sudoku.
You do not need to use the non-consecutive rule.
The board wraps nicely as a gift.
Non-consecutive given digits make the grid look strange.
Consecutive numbers are joined with a bar; other neighbours may or may not be consecutive.
It does not matter whether two touching cells are consecutive.
Along the knight's tour line, digits do not repeat within four steps.
Two disjoint sets of cages cover the rows.
Ignore box 10.
The givens are mirrored along the main diagonal.
The pattern of clues looks like a knight on a horse.
Draw a loop through all white cells; it never touches itself at a corner.
Ships do not touch each other, not even at a corner.
Digits may repeat within a cage if they do not see each other.
Greater-than signs point to the smaller digit.
Use 1 to 9, no zeros.
Made with f-puzzles, tested by three solvers.
Entropic lines: any three cells in sequence hold one low, one mid and one high digit.
Adjacent cages never have consecutive totals.
"""


@pytest.mark.parametrize("name", SAID)
def test_every_rule_is_found_in_three_wordings(name):
    for text in SAID[name]:
        assert stated(f"Normal sudoku rules apply. {text}") == (name,), text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Cells a knight's move apart\ncannot contain the same digit.", "anti-knight"),
        ("Cells a (1,2) leap apart cannot be equal.", "anti-knight"),
        ("A digit may never see itself by a knight's move.", "anti-knight"),
        ("No repeated digit within a camel's leap.", "anti-camel"),
        ("Two identical digits X can't be at Manhattan distance X.", "anti-taxicab"),
        ("Doppelgängers apply.", "doppelganger"),
        ("Cells a (3,1) leap apart cannot be equal.", "anti-camel"),
        ("Equal digits are never a (2,3)-jump apart.", "anti-zebra"),
        ("Equal digits are never a (1,4) leap apart.", "anti-giraffe"),
        ("Anti\u2011knight rules apply.", "anti-knight"),
        ("Cells a knight&#39;s move apart must differ.", "anti-knight"),
        ("Identical digits cannot touch, not even diagonally.", "anti-king"),
        ("Digits that share an edge must not differ by 1.", "non-consecutive"),
        ("Neighbouring cells have a difference of at least 2.", "non-consecutive"),
        ("Every white dot is given.", "no-other-difference"),
        (
            "If there is no dot between two cells, the digits are neither consecutive nor in a 1:2 "
            "ratio.",
            "no-other-dots",
        ),
        ("Adjacent cells without an X or V do not sum to 10 or 5.", "no-other-xv"),
        ("The four shaded 3x3 areas also contain each digit once.", "window"),
        ("Ignore the 3x3 boxes.", "latin"),
        ("Place 0-8 in every row and column.", "from-0"),
        ("Divide the grid into nine orthogonally connected regions.", "chaos-construction"),
    ],
)
def test_other_wordings_are_found(text, name):
    assert stated(text) == (name,)


@pytest.mark.parametrize(
    "text",
    [
        "This is not an anti-knight puzzle.",
        "There are no antiknight or antiking constraints.",
        "The anti-knight constraint is not used.",
        "Standard sudoku. No knight's move constraint here!",
        "Diagonally adjacent cells cannot be consecutive.",
        "Argyle: the marked diagonals may not repeat a digit.",
        "Equal even digits may not be a king's move apart.",
        "Identical digits in blue cells cannot touch diagonally.",
        "All dots are given in the fogged region only.",
        "Nonconsecutive digits on grey lines: no two adjacent digits may be consecutive.",
        "Along the main diagonal line (palindrome) digits are the same from both ends.",
        "No two clones share the same position in their boxes.",
        "Schrödinger's cat is a fun theme.",
    ],
)
def test_narrower_rules_and_denials_state_nothing(text):
    assert stated(text) == ()


def test_one_diagonal_is_enough_where_the_text_has_one():
    text = {"title": "", "rules": "Digits cannot repeat along the marked diagonal."}
    cells = ",".join(f"r{i}c{i}" for i in range(1, 5))
    for layout in ("4x4+diagonal", f"4x4+house:{cells}", f"4x4+killer:{cells}"):
        assert not unread_rules(satdoku.parse({"puzzle": "." * 16, "layout": layout, **text}))
    found = satdoku.parse({"puzzle": "." * 16, "layout": "4x4", **text}, rules_from_text=True)
    assert found.layout.name == "4x4" and unread_rules(found) == ["one-diagonal"]


def test_rules_may_be_a_list_of_sentences():
    rules = ["Normal sudoku rules apply.", SAID["anti-king"][0]]
    assert unread_rules(satdoku.parse(record(rules))) == ["anti-king"]


def test_every_rule_is_tried():
    assert set(SAID) == {rule.name for rule in stated_rules()}


@pytest.mark.parametrize("text", ORDINARY.strip().splitlines())
def test_ordinary_rules_state_nothing_about_the_whole_board(text):
    assert stated(text) == ()


@pytest.mark.parametrize("name", [name for name in SAID if can_add(name)])
def test_rules_of_the_text_can_be_added(name):
    size = 9 if name in ("window", "center") else 4
    board = "." * size * size
    record = {"puzzle": board, "layout": f"{size}x{size}", "rules": SAID[name][0]}
    added = satdoku.parse(record, rules_from_text=True)
    assert added.layout == satdoku.Layout.named(f"{size}x{size}+{name}")
    assert satdoku.parse(record).layout == satdoku.Layout.named(f"{size}x{size}")


def record(rules, layout="4x4"):
    return {"puzzle": LINE, "layout": layout, "rules": rules}


def test_an_answer_says_what_was_not_read():
    rules = "Normal sudoku rules apply. " + SAID["anti-king"][0]
    found = satdoku.check(record(rules))
    assert "at most one solution" in found.text() and "anti-king" in found.text()
    assert "anti-king" in satdoku.outcome(record(rules)).caveat
    assert satdoku.check(record(rules, "4x4+anti-king")).record().get("caveat") is None
    assert not satdoku.outcome(record("Normal sudoku rules apply.")).caveat


@pytest.mark.parametrize("end", ["json", "csv"])
def test_files_with_words_are_told_of(end, tmp_path):
    file = tmp_path / f"puzzles.{end}"
    words = SAID["non-consecutive"][0]
    if end == "json":
        file.write_text(json.dumps(record(words)), encoding="utf-8")
    else:
        file.write_text(f'puzzle,rules\n{LINE},"{words}"\n', encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", str(file)])
    assert "states the rule non-consecutive" in told.stderr
    assert "at most one solution" in told.stdout
    added = CliRunner().invoke(cli, ["convert", "--rules-from-text", "--to", "json", str(file)])
    assert json.loads(added.stdout)["layout"] == "4x4+non-consecutive"
    assert not added.stderr


def test_links_keep_their_words():
    puzzle = satdoku.parse(record(SAID["disjoint"][0]))
    link = satdoku.convert(puzzle, "fpuzzles-link")
    assert satdoku.parse(link, rules_from_text=True).layout.name == "4x4+disjoint"


@pytest.mark.parametrize("example", documents.examples(), ids=lambda example: example.kind.name)
def test_the_words_of_our_own_rules_state_nothing_more(example):
    layout = example.layout
    words = "\n".join(rules_of(layout))
    puzzle = with_about(satdoku.Puzzle((0,) * layout.cell_count, layout), {"ruleset": words})
    assert unread_rules(puzzle) == []


MARKS = {
    "thermometer": ("Thermos increase from the bulb.", "Along each thermometer, digits increase."),
    "arrow": ("Digits along an arrow sum to the digit in its circle.", "Arrow rules apply."),
    "killer": ("Cages show their sums.", "Killer rules apply."),
    "whisper": ("Adjacent digits on a green line differ by at least 5.", "Whispers of 5 apply."),
    "renban": ("Purple lines contain consecutive digits in any order.", "Lines are renban."),
    "palindrome": ("Grey lines are palindromes.", "The line is a palindrome."),
    "between": ("Between lines.", "Digits on the line lie between the digits in its end circles."),
    "lockout": ("Normal lockout rules.", "Lockout lines: nothing between the diamonds."),
    "region-sum-line": ("Box borders divide the line into equal sums.", "Region sum lines."),
    "zipper": ("Zippers sum to their centre.", "The line is a zipper."),
    "nabner": ("Nabner lines have no consecutive digits.", "Lines are nabners."),
    "modular": ("Modular lines.", "Mod 3 lines apply."),
    "entropic": ("Entropic lines.", "On the line, three cells have a low, a mid and a high digit."),
    "parity-line": ("Parity lines alternate.", "Odd and even digits alternate along the line."),
    "sum-line": ("Ten-sum lines.", "10 sum lines are cut into parts of ten."),
    "double-arrow": ("Double arrows sum to their ends.", "The double arrow has two circles."),
    "little-killer": ("Little killer clues.", "Clues outside sum the indicated diagonals."),
    "sandwich": ("Sandwich sums.", "Clues are the sum between the 1 and the 9."),
    "x-sum": ("X-sums.", "The sum of the first X digits is given outside."),
    "skyscraper": ("Skyscraper clues.", "Digits are skyscrapers of that height."),
    "numbered-room": ("Numbered rooms.", "A numbered room clue."),
    "difference": ("Digits at a white dot are consecutive.", "Kropki dots are used."),
    "ratio": ("Black dots: one is double the other.", "A black dot is a ratio."),
    "pair-sum": ("Cells separated by an X sum to 10.", "XV rules apply."),
    "quadruple": ("Quadruples.", "A quad shows digits of the four cells."),
    "odd": ("Grey circles are odd.", "Shaded cells are odd."),
    "even": ("Squares contain even digits.", "Shaded squares are even."),
    "maximum": ("Fortress cells.", "Grey cells are larger than their neighbours."),
    "minimum": ("Pink cells are smaller than their neighbours.", "They are lower than all of its "
                "neighbours."),
    "clone": ("Clones are the same.", "Grey shapes are clones."),
    "greater": ("Inequality signs.", "Greater than signs apply."),
    "row-indexer": ("Indexing cells.", "Red cells are indexers."),
    "counting-circles": ("Counting circles.", "A circled digit is the number of circles with it."),
    "distinct": ("Extra regions.", "Digits do not repeat in the extra region."),
    "unique-in-cages": ("Digits in cages are unique.", "No digit repeats within a cage."),
    "jigsaw": ("Irregular regions.", "This is a jigsaw."),
}  # fmt: skip


@pytest.mark.parametrize("name", MARKS)
def test_rules_about_marks_are_found(name):
    for text in MARKS[name]:
        assert name in stated_marks(f"Normal sudoku rules apply. {text}"), text
        assert not stated(text), text


def test_every_rule_about_marks_is_tried():
    assert set(MARKS) == {rule.name for rule in stated_mark_rules()}


@pytest.mark.parametrize(
    "text",
    [
        "There are no cages.",
        "No thermometers this time.",
        "Not all white dots are given.",
        "Place 1-9 in each row, column and box.",
        "The circle of clues was fun to make.",
        "Dedicated to the King of puzzles.",
        "The givens are symmetric about both diagonals.",
    ],
)
def test_texts_without_marks_state_none(text):
    assert not stated_marks(text) and not stated(text)


def test_a_mark_that_was_read_is_not_missed():
    text = "Digits along thermometers increase. Cages sum to their clue."
    assert unread_rules(satdoku.parse(record(text))) == ["thermometer", "killer"]
    both = "4x4+slow-thermometer:r1c1,r1c2+sum:3:r2c1,r2c2"
    assert not unread_rules(satdoku.parse(record(text, both)))
    own = "4x4+relation:1,2:r1c1,r1c2"  # it may be anything
    assert not unread_rules(satdoku.parse(record(text, own)))
    unique = "Digits in cages do not repeat."
    assert unread_rules(satdoku.parse(record(unique, both))) == ["unique-in-cages"]


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Anti-Knight Sudoku #12", ("anti-knight",)),
        ("Miracle: Antiking + Non-consecutive Sudoku", ("anti-king", "non-consecutive")),
        ("Not Anti-Knight", ()),
        ("Knight's Tour", ()),
        ("King of the Hill", ()),
        ("X marks the spot", ()),
        ("Sudoku X", ("diagonal",)),
        ("Windoku", ("window",)),
        ("Toroidal Sudoku", ("toroidal",)),
    ],
)
def test_titles_name_rules(title, names):
    assert stated_in_title(title) == names


def test_a_title_is_told_with_care():
    usual = {"puzzle": LINE, "layout": "4x4"}
    assert unread_rules(satdoku.parse({**usual, "title": "Anti-Knight"})) == ["anti-knight"]
    assert unread_rules(satdoku.parse({**usual, "title": "Doublers"})) == ["doublers"]
    explained = {**usual, "rules": "Digits in cages do not repeat.", "title": "Doublers"}
    assert "doublers" not in unread_rules(satdoku.parse(explained))


def test_a_solution_is_tried_against_the_rules_of_the_text():
    king = satdoku.outcome(record(SAID["anti-king"][0]))
    assert "no solution with the rule anti-king of its text" in king.caveat
    latin = satdoku.outcome(record("There are no boxes."))
    assert not latin.caveat or "latin" in latin.caveat
    diagonal = satdoku.outcome({"puzzle": "1......2.4....3.", "layout": "4x4",
                                "rules": SAID["disjoint"][0]})  # fmt: skip
    assert "disjoint" in diagonal.caveat
    text = satdoku.diagnose(record(SAID["anti-king"][0])).text()
    assert "which this one breaks" in text.splitlines()[0]


def test_boxes_are_taken_away_where_the_text_says_so():
    added = satdoku.parse(record("There are no boxes."), rules_from_text=True)
    assert added.layout == satdoku.Layout.named("4x4/latin")


def test_rules_that_the_text_does_not_state_are_listed():
    layout = "4x4+anti-knight+killer:3:r1c1,r1c2"
    puzzle = satdoku.parse(record("Cages sum to their clue.", layout))
    assert unsaid_rules(puzzle) == ["anti-knight"]
    report = satdoku.check(puzzle)
    assert report.record()["caveat"] == "its text does not state its rules: anti-knight"
    assert report.text().endswith("its text does not state its rules: anti-knight")
    said = satdoku.parse(record("Cages sum to their clue. Antiknight.", layout))
    assert not unsaid_rules(said) and "caveat" not in satdoku.check(said).record()


def test_the_desk_is_told_what_was_not_read_and_can_add_it():
    from satdoku.serving.operations import OPERATIONS

    words = SAID["anti-king"][0] + " Digits increase along thermometers."
    message = {"puzzle": record(words)}
    told = OPERATIONS["parse"].run(message)
    assert told["unread"] == ["anti-king", "thermometer"] and told["can_be_added"] == ["anti-king"]
    added = OPERATIONS["parse"].run(message | {"rules_from_text": True})
    assert [rule["kind"] for rule in added["constraints"]] == ["anti-king"]
    assert added["unread"] == ["thermometer"] and not added["can_be_added"]
