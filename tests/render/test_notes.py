"""Rules below a board that it does not draw: in the picture's language, within its width."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

import satdoku
from satdoku.constraints.styles import CELL
from satdoku.languages import languages, told_record
from satdoku.render.picture.notes import runs_from_right, wrapped
from satdoku.render.picture.plan import CHARACTER
from satdoku.sanitize import columns
from satdoku.serving.answering.boards import puzzle_record
from tests.processes import command
from tests.render.test_languages_told import ENGLISH

pytestmark = pytest.mark.room("printing", "serving")

OTHERS = languages()[1:]
BOARD = "6x6+anti-knight+anti-king+formula:'r1c1 mod 2 = 0'"
BLANK = satdoku.parse("." * 36, layout=BOARD)
NOTE = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" font-size="13"[^>]*>([^<]*)</text>')


def notes_of(drawn: str) -> list[tuple[float, float, str]]:
    """The notes of a picture, with the place of each."""
    return [(float(x), float(y), unescape(words)) for x, y, words in NOTE.findall(drawn)]


@pytest.mark.parametrize("language", OTHERS)
def test_notes_of_a_picture_are_in_its_language(language):
    found = notes_of(BLANK.picture(language=language))
    assert len(found) >= 3
    said = " ".join(words for _, _, words in found)
    assert not ENGLISH.search(said), said
    room = 6 * CELL / CHARACTER
    assert all(columns(words.strip("\u2067\u2069")) <= room for _, _, words in found), found


@pytest.mark.parametrize("language", ["de", "ar"])
def test_notes_are_below_the_board_and_within_the_picture(language):
    drawn = BLANK.picture(language=language)
    _, _, width, height = map(float, re.search(r'viewBox="([^"]+)"', drawn)[1].split())
    places = notes_of(drawn)
    assert all(6 * 50 < y < height and 0 < x < width for x, y, _ in places)
    starts = {x for x, _, _ in places}
    assert len(starts) == 1
    assert (min(starts) > width / 2) == (language == "ar")


@pytest.mark.parametrize("language", OTHERS)
def test_the_page_draws_them_in_its_language_in_the_same_room(language):
    english = puzzle_record(BLANK)["drawing"]
    drawing = json.loads(json.dumps(told_record(puzzle_record(BLANK), language)))["drawing"]
    assert drawing["height"] == english["height"]
    notes = notes_of(drawing["before"])
    assert not ENGLISH.search(" ".join(words for _, _, words in notes))
    assert max(y for _, y, _ in notes) < drawing["height"]


def test_commands_draw_in_the_language_that_is_spoken():
    solved = ("solve", "--format", "svg", "--layout", "4x4+anti-king", "12..34..........")
    german = command(*solved, "--language", "de").stdout
    assert ENGLISH.search(command(*solved, "--language", "en").stdout)
    assert "das Rätsel" in german or "die Lösung" in german
    assert not ENGLISH.search(" ".join(words for _, _, words in notes_of(german)))
    explained = ("explain", "--format", "html", "--layout", "4x4+anti-king", "1...............")
    page = command(*explained, "--language", "fr").stdout
    assert not ENGLISH.search(" ".join(words for _, _, words in notes_of(page)))


def test_lines_break_as_the_script_has_it():
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("隣り合う数字の差は、2。", 10) == ["隣り合う数", "字の差は、", "2。"]
    assert wrapped("チェスのナイトの動き", 12) == ["チェスの", "ナイトの動き"]
    assert wrapped("重さは㎏", 6) == ["重さは", "㎏"]
    assert runs_from_right("(5) خانتان") and not runs_from_right("r1c1 خانتان")
