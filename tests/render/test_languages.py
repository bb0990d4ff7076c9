"""Texts in other languages: complete, standard PO files, and on the pages of sheets and books."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import satdoku
from satdoku import languages as catalogues
from satdoku.constraints.registry import KINDS
from satdoku.constraints.rules_text import rules_of
from satdoku.errors import PuzzleError
from satdoku.languages import languages, translator
from satdoku.layout import Layout
from satdoku.logic.catalog.names import NAMES
from satdoku.logic.catalog.rules import LABELS
from satdoku.render.printing import book, sheet_data, sheets

DOCS = Path(__file__).parents[2] / "docs"
sys.path.append(str(DOCS))
import make_variant_pictures as documents  # noqa: E402

pytestmark = pytest.mark.room("printing", "datasets")

#: Languages that have every text.
COMPLETE = ("de", "es", "fr", "ja", "ar")
FOLDER = Path(catalogues.FOLDER)
FILES = sorted(FOLDER.glob("*.po"))
#: Extra houses that no kind of rule makes.
HOUSES = ("9x9+window", "9x9+disjoint", "9x9+center", "9x9+diagonal", "9x9+house:r1c1,r2c3")


def layouts() -> Iterator[Layout]:
    """Boards with every rule: the example of each kind, also without its numbers and in a row of
    many, the puzzles of the gallery, extra houses."""
    for example in documents.examples():
        yield example.layout
        for rule in example.layout.constraints:
            if rule.values and KINDS[rule.kind].values[0] == 0:
                yield replace(example.layout, constraints=(replace(rule, values=()),))
    for line in (DOCS / "gallery.txt").read_text().splitlines():
        if not line.endswith(" -"):
            yield satdoku.parse(line.split(" ", 1)[1]).layout
    yield from map(Layout.named, HOUSES)
    yield Layout.named("9x9+candidates:5:r1c1")
    yield Layout.named("9x9+killer:3:r1c1,r1c2+killer:r2c1,r2c2")


@cache
def texts() -> frozenset[str]:
    """Every fixed text that can be on a page."""
    seen: set[str] = set()

    def keep(text: str) -> str:
        seen.add(text)
        return text

    for layout in layouts():
        rules_of(layout, keep)
    book_texts = {book.OWN_RULES, book.TOLD_ONCE, book.NO_RULES, sheets.RATED}
    seen |= {*sheet_data.WORDS.values(), *book.RULES, *book_texts}
    return frozenset({*seen, *NAMES, *(label for label, _ in LABELS), "{count} sudoku puzzles"})


def entries(language: str) -> dict[str, str]:
    """The entries of a file as a library reads them, which is not ours."""
    pofile = pytest.importorskip("babel.messages.pofile")
    with (FOLDER / f"{language}.po").open("rb") as file:
        messages = [one for one in pofile.read_po(file) if one.id and not one.context]
    found = {message.id: message.string for message in messages}
    return {key: hard(own) for key, own in found.items()} if language == "fr" else found


def hard(text: str) -> str:
    """A French text with blanks that never break a line around its marks."""
    for mark in ":;!?»":
        text = text.replace(f" {mark}", f"\u00a0{mark}")
    return text.replace("« ", "«\u00a0")


@pytest.mark.parametrize("language", COMPLETE)
def test_a_complete_language_has_every_text(language):
    missing = sorted(texts() - {*entries(language)})
    assert not missing, f"add these to satdoku/translations/{language}.po: {missing}"


@pytest.mark.parametrize("language", [file.stem for file in FILES])
def test_a_file_is_standard_and_keeps_what_is_filled_in(language):
    for text, own in entries(language).items():
        assert translator(language)(text) == own
        assert own or text == " "
        fills = set(re.findall(r"\{[^{}]*\}", text))
        assert fills == set(re.findall(r"\{[^{}]*\}", own)), (text, own)


def test_no_line_of_french_begins_with_a_mark():
    assert translator("fr")("{where}: {problem}") == "{where}\u00a0: {problem}"
    assert not [text for text in catalogues.texts_of("fr").values() if re.search(" [:;!?»]", text)]


@pytest.mark.parametrize("language", [file.stem for file in FILES])
def test_each_text_of_a_file_has_one_translation(language):
    # Joining two changes can leave a text with two translations, or a translation without its text.
    lines = (FOLDER / f"{language}.po").read_text(encoding="utf-8").splitlines()
    keywords = [line.split(" ", 1)[0] for line in lines if re.match("msg(id|str)", line)]
    at_fault = []
    for before, keyword in pairwise(["", *keywords]):
        follows = {
            "msgid": before.startswith("msgstr") or not before,
            "msgid_plural": before == "msgid",
            "msgstr": before == "msgid",
            "msgstr[0]": before == "msgid_plural",
        }
        is_further_plural = keyword.startswith("msgstr[") and before.startswith("msgstr[")
        if not follows.get(keyword, is_further_plural):
            at_fault.append((before, keyword))
    assert not at_fault


@pytest.mark.parametrize("language", COMPLETE)
def test_rules_of_examples_have_no_english_words(language):
    english = re.compile(r"\b(the|digits|cells|hold|holds|number|along|each|between)\b")
    for layout in layouts():
        for rule in rules_of(layout, translator(language)):
            found = english.search(rule)
            assert not found, rule


def test_an_unknown_language_is_an_error_that_names_the_nearest():
    with pytest.raises(PuzzleError, match=r"unknown language 'dee'.*de"):
        satdoku.Sheet(language="dee")
    assert {"en", *COMPLETE} <= {*languages()}


FONTS = {
    "ja": "/usr/share/fonts/opentype/ipafont-gothic",
    "ar": "/usr/share/fonts/truetype/dejavu",
}


@pytest.mark.parametrize("language", COMPLETE)
def test_a_sheet_is_in_the_language_and_says_so(language):
    pytest.importorskip("typst")
    pypdf = pytest.importorskip("pypdf")
    fonts = FONTS.get(language, "")
    if fonts and not Path(fonts).is_dir():
        pytest.skip(f"needs fonts in {fonts} (apt-get install fonts-ipafont-gothic fonts-dejavu)")
    layout = Layout.named("4x4+killer:3:r1c1,r1c2")
    puzzle = next(satdoku.generate(1, layout=layout, seed=1, keep="proper"))
    (pdf,) = satdoku.sheets([puzzle], satdoku.Sheet(language=language, fonts=fonts))
    document = pypdf.PdfReader(io.BytesIO(pdf))
    assert document.trailer["/Root"]["/Lang"] == language
    text = "".join(page.extract_text() for page in document.pages)
    assert language == "fr" or "Solutions" not in text
    assert "Killer: The digits" not in text
    if language != "ar":  # its letters are joined and reversed when they are read back
        assert translator(language)("Solutions") in text


def test_a_language_that_needs_a_font_says_so():
    pytest.importorskip("typst")
    puzzle = next(satdoku.generate(1, layout="4x4", seed=1))
    with pytest.raises(PuzzleError, match=r"no font has .*--fonts FOLDER"):
        satdoku.sheets([puzzle], satdoku.Sheet(language="ja"))
