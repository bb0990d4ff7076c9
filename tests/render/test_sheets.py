"""Sheets and books: what is on their pages, read back from PDF and PNG."""

import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cancellation import Stop, Stopped, run_under
from satdoku.cli.main import cli
from satdoku.cli.make import generation
from satdoku.constraints.rules_text import rules_of
from satdoku.errors import EngineError, OutputError, PuzzleError
from satdoku.render.printing import chosen_book, sheet_data, typesetting
from satdoku.render.printing import sheets as module
from satdoku.render.printing.papers import GRIDS
from tests.marks import slow_but
from tests.processes import command

pytestmark = pytest.mark.room("printing", "datasets")

pytest.importorskip("typst")

PUZZLES = list(satdoku.generate(5, seed=2))


def words_of(pdf, tmp_path, page=1):
    """The words of a page with the height of their font, in points."""
    if not shutil.which("pdftotext"):
        pytest.skip("needs pdftotext (apt-get install poppler-utils)")
    (tmp_path / "words.pdf").write_bytes(pdf)
    command = ["pdftotext", "-bbox", "-f", str(page), "-l", str(page), tmp_path / "words.pdf", "-"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.findall(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(.*?)</word>', told)
    return [(word, float(low) - float(high)) for high, low, word in found]


def text_of(pdf):
    pypdf = pytest.importorskip("pypdf")
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.parametrize("per_page", GRIDS)
@pytest.mark.parametrize("landscape", [False, True])
def test_pages_hold_what_they_should(per_page, landscape):
    looks = satdoku.Sheet(per_page=per_page, landscape=landscape, solutions="none")
    (pdf,) = satdoku.sheets(PUZZLES, looks)
    pages = text_of(pdf)
    assert len(pages) == -(-len(PUZZLES) // per_page)
    digits = "".join(c for page in pages for c in page if c.isdigit())
    givens = sum(puzzle.clues for puzzle in PUZZLES)
    numbers = sum(len(str(n)) for n in range(1, 6)) + sum(
        len(str(n + 1)) for n in range(len(pages))
    )
    assert len(digits) == givens + numbers


@pytest.mark.parametrize("solutions", ["back", "below"])
def test_solutions_are_on_the_pages(solutions):
    (pdf,) = satdoku.sheets(PUZZLES[:2], satdoku.Sheet(per_page=2, solutions=solutions))
    pages = text_of(pdf)
    assert len(pages) == (2 if solutions == "back" else 1)
    assert sum(c.isdigit() for c in pages[-1]) >= 162


def test_titles_and_labels_are_text_whatever_they_hold():
    looks = satdoku.Sheet(title='<script> #set $x$ \\ "', labels=["*easy* [1.2]"], per_page=1)
    (pdf,) = satdoku.sheets(PUZZLES[:1], looks)
    first = text_of(pdf)[0]
    assert '<script> #set $x$ \\ "' in first
    assert "*easy* [1.2]" in first


@pytest.mark.parametrize(("label", "is_told"), [("both", True), ("level", False)])
def test_ratings_are_explained_on_their_page(label, is_told):
    looks = module.labelled(satdoku.Sheet(language="de"), PUZZLES[:1], label, False, print)
    (pdf,) = satdoku.sheets(PUZZLES[:1], looks)
    told = " ".join(text_of(pdf)[0].split())
    assert ("Bewertung eines Rätsels ist die seines schwierigsten Schrittes" in told) is is_told


def test_solutions_apart_are_a_document_of_their_own():
    looks = satdoku.Sheet(per_page=2, solutions="apart")
    ((first,), (second,)) = satdoku.documents(PUZZLES[:2], looks)
    assert sum(c.isdigit() for c in "".join(text_of(first))) < 70
    assert "Solutions" in text_of(second)[0]
    assert sum(c.isdigit() for c in text_of(second)[0]) >= 162


def test_puzzles_are_drawn_once_where_solutions_are_apart(monkeypatch):
    asked = []
    real = sheet_data.solutions

    def solutions(puzzle, limit):
        asked.append(puzzle)
        return real(puzzle, limit=limit)

    monkeypatch.setattr(sheet_data, "solutions", solutions)
    satdoku.documents(PUZZLES[:2], satdoku.Sheet(solutions="apart"))
    assert len(asked) == 2


@pytest.mark.slow
def test_many_puzzles_are_set_in_parts_that_make_one_document(monkeypatch):
    monkeypatch.setattr(module, "WHOLE", 3)
    monkeypatch.setattr(module, "PART", 1)
    small = list(satdoku.generate(14, layout="4x4", seed=1))
    looks = satdoku.Sheet(per_page=6, title="Of parts")
    (pdf,) = satdoku.sheets(iter(small), looks)
    pages = text_of(pdf)
    assert len(pages) == 3 + 2
    assert [page.split()[-1] for page in pages] == ["1", "2", "3", "4", "5"]
    assert "Of parts" in pages[0]
    assert "Of parts" not in "".join(pages[1:])
    assert "Solutions" in pages[3]
    assert "Solutions" not in pages[4]
    assert satdoku.sheets(small, looks) == [pdf]


def test_each_puzzle_and_part_is_told_when_it_is_done(monkeypatch):
    monkeypatch.setattr(module, "WHOLE", 1)
    monkeypatch.setattr(module, "PART", 1)
    small = list(satdoku.generate(13, layout="4x4", seed=1))  # twelve solutions fill a page
    told = []
    looks = satdoku.Sheet(per_page=6, solutions="none")
    satdoku.documents(small, looks, progress=told.append)
    assert told[:2] == ["1 puzzle drawn", "2 puzzles drawn"]
    assert told[12:] == ["13 puzzles drawn", "1 of 2 parts set", "2 of 2 parts set"]


def test_the_program_that_sets_a_part_ends_with_the_work():
    stop = Stop()
    stop.set()
    program = [sys.executable, "-c", "import time; time.sleep(600)"]
    with pytest.raises(Stopped):
        run_under(stop, typesetting._finished, program)


def test_the_program_that_sets_a_part_prints_nothing_among_our_output(capfd):
    program = [sys.executable, "-c", "import sys; print('page'); sys.exit('refused')"]
    assert typesetting._finished(program) == (1, "refused\n")
    assert capfd.readouterr().out == ""


def test_a_template_that_is_refused_in_a_part_is_one_line(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "WHOLE", 1)
    bad = tmp_path / "bad.typ"
    bad.write_text("#nonsense(")
    with pytest.raises(EngineError, match="rejected the template"):
        satdoku.sheets(PUZZLES[:2], satdoku.Sheet(template=str(bad)))


@pytest.mark.parametrize("count", range(1, 14))
def test_a_folded_pile_reads_from_front_to_back(count):
    sides = typesetting.in_folding_order(count)
    leaves = [(sides[k], sides[k + 1]) for k in range(0, len(sides), 2)]
    # Opened at the first page, a leaf shows its front's right half, and behind it its back's left.
    forth = [n for front, back in leaves for n in (front[1], back[0])]
    back = [n for front, back in reversed(leaves) for n in (back[1], front[0])]
    assert forth + back == list(range(1, len(forth + back) + 1))
    assert count <= len(forth + back) < count + 4


def test_a_booklet_has_two_pages_of_half_the_paper_on_a_side():
    looks = satdoku.Sheet(per_page=1, booklet=True, numbered=False, solutions="none")
    (pdf,) = satdoku.sheets(PUZZLES, looks)
    pypdf = pytest.importorskip("pypdf")
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    assert len(pages) == 4
    assert round(float(pages[0].mediabox.width)) == 842
    assert round(float(pages[0].mediabox.height)) == 595
    # The first side: the eighth page, which is blank, and the first; the last: four and five.
    numbers = [text.split()[-1] for text in text_of(pdf)]
    assert numbers == ["1", "2", "3", "5"]


def test_a_booklet_is_a_pdf_and_stands_upright():
    with pytest.raises(PuzzleError, match="PDF"):
        satdoku.sheets(PUZZLES[:1], satdoku.Sheet(booklet=True), form="svg")
    with pytest.raises(PuzzleError, match="portrait"):
        satdoku.Sheet(booklet=True, landscape=True)


def test_the_path_to_the_solution_is_told_step_by_step():
    looks = satdoku.Sheet(solutions="none", path="all")
    (pdf,) = satdoku.sheets(["..1..23..4......"], looks)
    text = " ".join(" ".join(text_of(pdf)).split())
    assert "Solution path of 1" in text
    for number in range(1, 13):
        assert f" {number}. " in text
    assert "In box 1, 1 " in text
    (hard,) = satdoku.sheets(["..1..23..4......"], satdoku.Sheet(solutions="none", path="hard"))
    assert len(text_of(hard)) == 1


def test_candidates_and_a_colour_are_drawn():
    looks = satdoku.Sheet(solutions="none", candidates=True, colour="#7a0019")
    (pdf,) = satdoku.sheets(["..1..23..4......"], looks)
    (plain,) = satdoku.sheets(["..1..23..4......"], satdoku.Sheet(solutions="none"))
    counts = [sum(c.isdigit() for c in text_of(one)[0]) for one in (pdf, plain)]
    assert counts[0] > counts[1] + 20
    with pytest.raises(PuzzleError, match="#rrggbb"):
        satdoku.Sheet(colour="red")


def test_rules_are_told_once_a_kind():
    layout = "9x9+window+killer:5:r1c1,r1c2+killer:9:r2c1,r2c2+killer:7:r3c1,r3c2"
    assert rules_of(satdoku.Layout.named(layout)) == [
        "No digit repeats in a window.",
        "Killer: The digits in a dashed cage are different and add up to the number shown.",
    ]


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        ("9x9+disjoint", "No digit repeats in a disjoint group."),
        ("4x4+house:r1c1,r2c2,r3c3,r4c4", "No digit repeats in a diagonal."),
        ("4x4+house:r1c1,r2c3", "No digit repeats in an extra house."),
        (
            "9x9+whisper:4:r1c1,r1c2+whisper:5:r2c1-r2c3+whisper:5:r5c1-r5c3",
            "Whisper: Neighbours on a green line (r1c12) differ by at least 4. Neighbours on a "
            "green line (r2c1-r2c3, r5c1-r5c3) differ by at least 5.",
        ),
        (
            "9x9+difference:r1c1,r1c2+difference:2:r2c1,r2c2+difference:3:r3c1,r3c2",
            "Kropki: White dot: the two digits differ by 1. White dot with a number: the two "
            "digits differ by the number shown. Not all dots are given.",
        ),
    ],
)
def test_rules_on_paper_name_what_the_picture_does_not_tell(layout, told):
    board = satdoku.Layout.named(layout)
    puzzle = satdoku.Puzzle((0,) * board.cell_count, board)
    assert " ".join(rules_of(puzzle.layout)) == told


MANY_WAYS = "".join(
    f"+or(candidates:1:r{n}c1|candidates:{d}:r{n}c2)" for n in range(1, 10) for d in (2, 3, 4)
)


@pytest.mark.parametrize(
    ("layout", "named"),
    [
        ("4x4+automaton:'>a 1 b,b 2 a!':r1c1,r1c2+diagonal", "automaton"),
        ("4x4+regex:'12':r1c1,r1c2+automaton:'>a 1 b,b 2 a!':r1c1,r1c2", "automaton"),
        ("9x9" + MANY_WAYS, "or"),
        ("4x4+or(candidates:1:r1c1|candidates:2:r1c2)+formula:'r1c3 * r1c4 = 2'", ""),
        ("9x9" + "".join(f"+killer:{n + 3}:r{1 + n // 4}c{1 + n % 4}" for n in range(6)), ""),
    ],
)
def test_rules_that_a_sheet_cannot_tell_are_named(layout, named, tmp_path, monkeypatch):
    board = satdoku.Layout.named(layout)
    monkeypatch.chdir(tmp_path)
    Path("p.json").write_text(json.dumps({"puzzle": "." * board.cell_count, "layout": layout}))
    done = command("print", "p.json", "--solutions", "none", "-o", "sheet.pdf")
    assert done.returncode == 0
    assert done.stderr == (
        named and f"satdoku: the sheet leaves out some rules: {named}; print them yourself\n"
    )


def test_long_rules_are_set_smaller_than_short_ones(tmp_path):
    formulas = [
        f"+formula:'r{r}c{c} > 1 or r{c}c{r} > 2 or r9c{c} > 3 or r8c{c} > 4'"
        for r in (1, 2, 3, 4)
        for c in range(2, 8)
    ]

    def height(rules: list[str]) -> float:
        board = satdoku.Layout.named("9x9" + "".join(rules))
        puzzle = satdoku.Puzzle((0,) * 81, board)
        (pdf,) = satdoku.sheets([puzzle], satdoku.Sheet(per_page=4, solutions="none"))
        found = [high for word, high in words_of(pdf, tmp_path) if word.startswith("holds")]
        assert len(found) == len(rules)
        return max(found)

    assert height(formulas) < 0.95 * height(formulas[:1])


def test_sheets_take_the_board_of_puzzles_that_are_text(tmp_path):
    digits = "1..............."
    grid = satdoku.Sheet(solutions="none")
    (named,) = satdoku.sheets([digits], grid, layout="4x4+diagonal")
    (read,) = satdoku.sheets([satdoku.parse(digits, "4x4+diagonal")], grid)
    (plain,) = satdoku.sheets([digits], grid)
    assert named == read != plain


def test_an_unknown_form_of_pages_gets_the_known_ones():
    with pytest.raises(PuzzleError, match="unknown form 'jpg': known are pdf, svg, png"):
        satdoku.sheets([PUZZLES[0]], form="jpg")


def test_a_puzzle_without_one_solution_is_named_by_its_number(tmp_path):
    lines = f"{PUZZLES[0].line}\n{'.' * 81}\n"
    arguments = ["print", lines, "-o", str(tmp_path / "a.pdf")]
    error = CliRunner().invoke(cli, arguments).exception
    assert str(error) == (
        "puzzle 2 has more than one solution, and none can be printed: use --solutions none; "
        "`satdoku diagnose` shows why"
    )
    assert CliRunner().invoke(cli, [*arguments, "--solutions=none"]).exit_code == 0


def test_solutions_of_large_boards_below_them_are_larger(tmp_path):
    def height(size: int) -> float:
        out = tmp_path / f"{size}.svg"
        cells = "".join(
            chr(ord("1") + n) if n < 9 else chr(ord("A") + n - 9)
            for r in range(size)
            for n in [(c + r) % size for c in range(size)]
        )
        arguments = ["print", cells, f"--layout={size}x{size}/latin", "--solutions=below"]
        assert CliRunner().invoke(cli, [*arguments, "-o", str(out)]).exit_code == 0
        scales = re.findall(r"<image[^>]* height=\"([\d.]+)", out.read_text())
        return min(map(float, scales))

    assert height(16) > 1.5 * height(9)


def test_the_same_bytes_again():
    looks = satdoku.Sheet(per_page=4)
    assert satdoku.sheets(PUZZLES, looks) == satdoku.sheets(PUZZLES, looks)


def test_codes_on_the_page_open_the_puzzle(tmp_path):
    zxing = pytest.importorskip("zxingcpp")
    image = pytest.importorskip("PIL.Image")
    lines = tmp_path / "in.txt"
    lines.write_text("".join(puzzle.line + "\n" for puzzle in PUZZLES[:4]))
    out = tmp_path / "out.png"
    arguments = ["print", str(lines), "--qr", "--solutions=none", "--per-page=4", "-o", str(out)]
    assert CliRunner().invoke(cli, arguments).exit_code == 0
    found = [code.text for code in zxing.read_barcodes(image.open(out))]
    assert sorted(satdoku.parse(link).line for link in found) == sorted(
        puzzle.line for puzzle in PUZZLES[:4]
    )


def test_the_code_of_a_variant_opens_it_with_its_rules(tmp_path):
    zxing = pytest.importorskip("zxingcpp")
    image = pytest.importorskip("PIL.Image")
    out, text = tmp_path / "out.png", "4x4+killer:5:r1c1,r1c2"
    arguments = ["print", "." * 16, "--layout", text, "--qr", "--solutions=none", "-o", str(out)]
    assert CliRunner().invoke(cli, arguments).exit_code == 0
    (code,) = zxing.read_barcodes(image.open(out))
    assert satdoku.parse(code.text).layout.name == text


def test_rules_of_variants_are_told_and_drawn():
    puzzle = next(satdoku.generate(1, layout="4x4+anti-knight", keep="proper"))
    (svg,) = satdoku.sheets([puzzle], satdoku.Sheet(solutions="none"), form="svg")
    (pdf,) = satdoku.sheets([puzzle], satdoku.Sheet(solutions="none"))
    assert "knight" in text_of(pdf)[0]
    assert svg.startswith(b"<svg")


def test_puzzles_are_printed_straight_from_generate(tmp_path):
    asked = ["--layout=4x4", "--count=3", "--seed=7", "--level=beginner"]
    lines = CliRunner().invoke(cli, ["generate", *asked, "--format=line"]).stdout
    for name, arguments in (("a.pdf", [lines]), ("b.pdf", asked)):
        result = CliRunner().invoke(cli, ["print", *arguments, "-o", str(tmp_path / name)])
        assert result.exit_code == 0, result.output
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize(
    "more",
    [["--count=2"], ["--level=easy"], ["--no-minimal"], ["--grid"], ["--jobs=2"]],
    ids=" ".join,
)
def test_options_of_new_puzzles_are_refused_beside_puzzles(more, tmp_path):
    arguments = ["print", PUZZLES[0].line, *more, "-o", str(tmp_path / "a.pdf")]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2
    assert f"leave out {more[0].split('=')[0]}" in result.output


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (2, 1), (5, 1), (7, 2)])
def test_boards_are_as_large_as_a_page_allows(count, pages, tmp_path, monkeypatch):
    asked = []
    real = module.documents
    monkeypatch.setattr(
        "satdoku.cli.printing.print.documents",
        lambda p, sheet, **how: asked.append(sheet) or real(p, sheet, **how),
    )
    out = tmp_path / "a.pdf"
    arguments = ["print", "--layout=4x4", f"--count={count}", "--seed=1", "--solutions=none"]
    assert CliRunner().invoke(cli, [*arguments, "-o", str(out)]).exit_code == 0
    assert asked[0].per_page == {1: 1, 2: 2, 5: 6, 7: 6}[count]
    assert len(text_of(out.read_bytes())) == pages


def test_a_font_that_is_not_there_is_no_other_font():
    with pytest.raises(PuzzleError, match="no font 'Nonsense': DejaVu Sans Mono, Libertinus"):
        satdoku.sheets(PUZZLES[:1], satdoku.Sheet(font="Nonsense"))


@pytest.mark.parametrize("asked", [["print", "--count=9"], ["book", "--level=easy:9"]])
def test_a_file_that_cannot_be_written_is_said_before_the_work(asked, tmp_path, monkeypatch):
    monkeypatch.setattr(generation.GenerationRun, "made", None)  # what makes puzzles is not come to
    monkeypatch.setattr(chosen_book, "make_book", None)  # books are in test_books.py
    for name, says in (("nowhere/a.pdf", "there is no folder"), ("a.pdf", "is a folder")):
        (tmp_path / "a.pdf").mkdir(exist_ok=True)
        result = CliRunner().invoke(cli, [*asked, "-o", str(tmp_path / name)])
        assert isinstance(result.exception, OutputError)
        assert says in str(result.exception)


def test_a_seed_that_is_drawn_is_told(tmp_path):
    out = tmp_path / "a.pdf"
    result = CliRunner().invoke(cli, ["print", "--layout=4x4", "--count=2", "-o", str(out)])
    (seed,) = re.findall(r"--seed (\d+)", result.stderr)
    first = out.read_bytes()
    arguments = ["print", "--layout=4x4", "--count=2", "--seed", seed, "-o", str(out)]
    assert CliRunner().invoke(cli, arguments).stderr.startswith("satdoku print: making puzzles")
    assert out.read_bytes() == first


@pytest.mark.parametrize(
    ("looks", "says"),
    [({"per_page": 5}, "per_page"), ({"paper": "a3"}, "paper"), ({"solutions": "no"}, "solutions")],
)
def test_sheets_that_cannot_be(looks, says):
    with pytest.raises(PuzzleError, match=says):
        satdoku.Sheet(**looks)


def test_no_puzzle_several_solutions_or_a_bad_template(tmp_path):
    with pytest.raises(PuzzleError, match="no puzzle"):
        satdoku.sheets([])
    with pytest.raises(PuzzleError, match="more than one"):
        satdoku.sheets(["." * 16])
    bad = tmp_path / "bad.typ"
    bad.write_text("#nonsense(")
    with pytest.raises(EngineError, match="template"):
        satdoku.sheets(PUZZLES[:1], satdoku.Sheet(template=str(bad)))
    result = CliRunner().invoke(cli, ["print", PUZZLES[0].line, "-o", "x.doc"])
    assert result.exit_code == 2


@pytest.mark.slow_cases("a5-12")
@pytest.mark.parametrize("per_page", GRIDS)
@pytest.mark.parametrize("paper", slow_but(["a4", "a5"], "a5"))
def test_large_print_has_larger_digits(per_page, paper, tmp_path):
    digit = {}
    for large in (False, True):
        looks = satdoku.Sheet(
            per_page=per_page, paper=paper, large=large, numbered=False, solutions="none"
        )
        if (paper, per_page, large) in (("a5", 9, False), ("a5", 12, False), ("a5", 12, True)):
            with pytest.raises(PuzzleError, match="too small to read"):
                satdoku.sheets([PUZZLES[0]] * per_page, looks)
            return
        (pdf,) = satdoku.sheets([PUZZLES[0]] * per_page, looks)
        assert len(text_of(pdf)) == 1
        heights = [round(height, 1) for word, height in words_of(pdf, tmp_path) if len(word) == 1]
        digit[large] = max(set(heights), key=heights.count)
    assert digit[True] > 1.2 * digit[False]


@pytest.mark.parametrize("per_page", GRIDS)
def test_sums_of_cages_have_six_points(per_page, tmp_path):
    text = "4x4+killer:7:r1c1,r1c2,r2c1" if per_page < 4 else "9x9+killer:13:r1c1,r1c2"
    layout = satdoku.Layout.named(text)
    puzzle = satdoku.Puzzle((0,) * layout.cell_count, layout)
    looks = satdoku.Sheet(per_page=per_page, solutions="none", numbered=False)
    (pdf,) = satdoku.sheets([puzzle] * per_page, looks)
    sums = [h for word, h in words_of(pdf, tmp_path) if word in ("7", "13")]
    assert len(sums) == per_page
    assert min(sums) >= 6


def test_a_samurai_has_two_places_and_larger_digits(tmp_path):
    samurai = satdoku.Layout.named("samurai")
    board = satdoku.Puzzle(((7,) + (0,) * (samurai.cell_count - 1)), samurai)
    plain = satdoku.Puzzle((7,) + (0,) * 80)
    for per_page in (2, 4, 6):
        looks = satdoku.Sheet(per_page=per_page, solutions="none", numbered=False)
        (pdf,) = satdoku.sheets([plain, board, plain], looks)
        pages = [words_of(pdf, tmp_path, page) for page in range(1, len(text_of(pdf)) + 1)]
        assert len(pages) == (3 if per_page == 2 else 1)
        small, *_, large = sorted(h for page in pages for word, h in page if word == "7")
        assert large < 1.75 * small  # 21 columns beside 9: 2.33 times in a place as large


def test_a_puzzle_without_a_link_is_named_and_all_others_have_codes(tmp_path):
    lines, out = tmp_path / "in.txt", tmp_path / "out.pdf"
    wide = json.dumps({"puzzle": "." * 369, "layout": "samurai"})
    lines.write_text(f"{PUZZLES[0].line}\n{wide}\n")
    arguments = ["print", str(lines), "--qr", "--solutions=none", "-o", str(out)]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0
    assert "puzzle 2 has no QR code: " in result.stderr
    assert "puzzle 1" not in result.stderr
    assert out.exists()


@pytest.mark.parametrize("form", ["pdf", "svg"])
def test_characters_without_a_glyph_are_named(form):
    with pytest.raises(PuzzleError, match=r"no font has 本 \(U\+672C\), 🍎 \(U\+1F34E\)"):
        satdoku.sheets(PUZZLES[:1], satdoku.Sheet(title="本 🍎"), form=form)
    fruit = satdoku.Puzzle((1,) + (0,) * 15, satdoku.Layout.named("4x4", "🍎🍌🍇🍓"))
    with pytest.raises(PuzzleError, match="no font has 🍎"):
        satdoku.sheets([fruit], satdoku.Sheet(solutions="none"), form=form)
    assert satdoku.sheets(PUZZLES[:1], satdoku.Sheet(title="Größe Ω €"), form=form)
