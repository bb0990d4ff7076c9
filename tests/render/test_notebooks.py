"""What notebooks show: pictures and pages of values, and columns of tables in and out."""

import re
import tempfile
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import satdoku
from satdoku import batch
from satdoku.batch.boards import as_boards
from satdoku.logic.position import Position
from tests.oracle import EASY, HARD
from tests.processes import NEVER

PROPER, SEVERAL, NONE = "..1..23..4......", "12..34..........", "11.............."
#: A symbol that begins an entity; those that end tags and attributes are refused.
NASTY = satdoku.Layout.named("4x4", "&#x@")
NASTY_PUZZLE = satdoku.Puzzle(satdoku.parse(PROPER).cells, NASTY)


def drawn(value):
    """The picture, read as XML."""
    svg = value._repr_svg_()
    assert value._repr_html_() is None
    return ElementTree.fromstring(svg)


def told(value):
    """The page."""
    html = value._repr_html_()
    assert value._repr_svg_() is None
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    return html


def digits_in(root):
    return [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]


def test_puzzles_positions_steps_and_hints_are_pictures():
    puzzle = satdoku.parse(PROPER)
    assert sorted(digits_in(drawn(puzzle))) == sorted("1234" * 3)  # givens, and the numbers
    assert len(digits_in(drawn(Position.of(puzzle)))) > 20
    for value in (next(satdoku.solving_steps(PROPER)), satdoku.hint(PROPER)):
        assert "hidden single" in drawn(value).attrib["aria-label"]


def test_a_hint_without_a_step_has_no_picture():
    assert satdoku.hint("1234341221434321")._repr_svg_() is None


def test_variants_and_odd_boards_are_pictures():
    for name in ("4x4+killer:5:r1c1,r1c2", "4x4@r1c1,r3c3", "2x3"):
        layout = satdoku.Layout.named(name)
        drawn(satdoku.Puzzle((0,) * layout.cell_count, layout))


def test_an_explanation_has_a_slider_in_a_frame_of_its_own():
    html = told(satdoku.explain(PROPER))
    inside = unescape(re.search(r'srcdoc="([^"]*)"', html)[1])
    assert "type='range'" in inside
    assert inside.count("<section>") == 13
    assert "application/json" not in inside
    assert 'sandbox="allow-scripts"' in html


@pytest.mark.parametrize(
    ("puzzle", "says", "shaded"),
    [
        (NONE, "no solution", 2),
        (SEVERAL, "several", 4),
        (PROPER + "", "proper", 0),
        (PROPER.replace("..1", "4.1"), "redundant", 1),
    ],
)
def test_a_diagnosis_shades_what_it_speaks_of(puzzle, says, shaded):
    html = told(satdoku.diagnose(puzzle))
    assert says in html
    kinds = ("#ffdcd7", "#fff1b8", "#d9f2dd")
    assert sum(html.count(f'fill="{kind}"') for kind in kinds) == shaded


def test_ratings_and_certificates_are_small_pages():
    assert "last digit</td><td>8<" in told(satdoku.rate(PROPER))
    html = told(satdoku.certify(PROPER))
    assert "proper, irreducible: 0 lemmas" in html
    assert satdoku.certify(PROPER).record()["digest"] in html


def test_lists_of_steps_reports_and_true_candidates_have_the_board():
    several = "12..34.........."
    found = satdoku.true_candidates(several)
    drawn = found._repr_svg_()
    marks = sum(len(digits) for digits in found.digits if len(digits) > 1)
    assert drawn.count("<text") == marks + 4 + 8  # and the givens, rows and columns
    assert satdoku.true_candidates("11..............")._repr_svg_().startswith("<svg")
    report = satdoku.check(several)
    assert report.text() in report._repr_html_() and "<svg" in report._repr_html_()
    steps = satdoku.available("..1..23..4......", technique="naked single")
    page = steps._repr_html_()
    assert "<svg" in page and steps.steps[0].name in page
    nothing = satdoku.available("..1..23..4......", technique="X-wing")
    assert "<svg" in nothing._repr_html_()


def test_what_comes_from_outside_is_escaped():
    assert set("&#x@") < set("".join(digits_in(drawn(NASTY_PUZZLE))))
    for value in (satdoku.explain(NASTY_PUZZLE), satdoku.diagnose(NASTY_PUZZLE)):
        html = told(value)
        for part in re.findall(
            r"<svg.*?</svg>", unescape(html) if "srcdoc" in html else html, re.S
        ):
            ElementTree.fromstring(part)


def test_reprs_are_a_line():
    explanation = satdoku.explain(PROPER)
    for value in (explanation.start, explanation.end, explanation.steps[0], explanation):
        assert len(repr(value)) < 100
        assert repr(value).startswith("<")


LINES = [EASY, HARD]


def arrow():
    return pytest.importorskip("pyarrow").array(LINES)


class Series:
    """As pandas has it, in as much as is used."""

    def __init__(self, values, index=None):
        self.values, self.index = list(values), index

    def __iter__(self):
        return iter(self.values)


@pytest.mark.parametrize(
    "column", [lambda: LINES, arrow, lambda: Series(LINES), lambda: np.array(LINES, object)]
)
def test_columns_of_lines_are_boards(column):
    wanted = np.array([satdoku.parse(line).cells for line in LINES])
    assert (as_boards(column(), "9x9")[0] == wanted).all()


def test_lines_are_given_back_as_they_came():
    cells = np.array([satdoku.parse(line).cells for line in LINES])
    assert batch.lines(cells) == LINES
    assert batch.lines(cells, like=arrow()).to_pylist() == LINES
    series = batch.lines(cells, like=Series(LINES, index="ab"))
    assert (series.values, series.index) == (LINES, "ab")


def test_a_real_series_goes_in_and_out():
    pandas = pytest.importorskip("pandas")
    column = pandas.Series(LINES, index=["a", "b"])
    back = batch.lines(as_boards(column, "9x9")[0], like=column)
    assert back.equals(column)


def test_a_line_that_is_none_is_named():
    with pytest.raises(satdoku.PuzzleError, match=r"line 1 \(from 0\): "):
        as_boards([EASY, "12"], "9x9")
    with pytest.raises(satdoku.PuzzleError, match=r"item 1 \(counting from 0\) is None or NaN"):
        as_boards([EASY, None], "9x9")


def test_drawn_and_odd_lines_are_read_too():
    grid = "1234\n3412\n2143\n4321"
    found, _ = as_boards([grid, "....43..1.....4."], "4x4")
    assert found[0].tolist() == [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]


def run(name):
    """The outputs of a notebook of the examples."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    from jupyter_client import AsyncKernelManager

    path = Path(__file__).parents[2] / "examples" / name
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:  # for pipes: no port to be taken by another
        kernel = AsyncKernelManager(kernel_name="python3", transport="ipc", ip=f"{folder}/kernel")
        client = nbclient.NotebookClient(notebook, kernel, timeout=NEVER, startup_timeout=NEVER)
        client.execute()
    return [o for c in notebook.cells if c.cell_type == "code" for o in c.outputs]


@pytest.mark.slow
def test_the_notebook_of_first_steps_runs():
    outputs = run("first_steps.ipynb")
    kinds = {kind for o in outputs for kind in o.get("data", {})}
    assert {"image/svg+xml", "text/html", "text/plain"} <= kinds


@pytest.mark.slow
def test_the_notebook_of_the_afternoon_prints_what_its_page_shows():
    printed = "".join(o.get("text", "") for o in run("afternoon.ipynb"))
    page = (Path(__file__).parents[2] / "docs" / "tutorials" / "afternoon.md").read_text()
    shown = [
        line
        for block in re.findall(r"^```pycon\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
        for line in block.splitlines()
        if not line.startswith((">>>", "..."))
    ]
    assert len(shown) > 40
    assert [line for line in shown if line not in printed.splitlines()] == []
