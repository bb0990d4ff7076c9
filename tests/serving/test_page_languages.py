"""The page in other languages: every text of its HTML and JavaScript is in the catalogues, and who
opens the desk or a puzzle to play meets no English word, in what is seen or said by a screen
reader. Texts are found by a parser of JavaScript, which shares no code with the package."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import satdoku
from satdoku.languages import languages
from satdoku.serving import page_texts
from tests.desk_driving import Hands, Served, browser, context, served
from tests.processes import node_with
from tests.render.test_languages import entries

PAGE = Path(satdoku.__file__).parent / "serving" / "page"
SCRIPT = Path(__file__).parents[1] / "page_texts.mjs"
OTHERS = languages()[1:]
#: Strings that look like texts, and are not translated: names, examples, selectors, words for
#: searching, and what Python's worker says of a fault.
NOT_TRANSLATED = re.compile(
    r"^dialogs\.js:\d+: \.content input, \.content button$|f-puzzles JSON$|Simple Sudoku \(\.ss\)$"
    r"|: (Twodoku|Samurai|Windmill|Butterfly|Sohei|Sudoku|English|Deutsch|Español|Français)$"
    r"|: 6x8, 9x9/3x3|^python_answers\.js:\d+: internal error|: extra house …$"
    r"|: (disjoint groups, disjoint sets|centre dot, centre dots|extra region, own house)"
    r"|: the first digit of$|: candidates:1:r1c1|prefers-color-scheme|head meta, body \*$"
)
#: The sizes and names of boards, formats, keys, programs.
NAMES = re.findall(
    r"\w+",
    """satdoku sudoku sudokupad sudokuwiki exchange twodoku samurai windmill butterfly sohei latin
    json svg png pdf code link puzz opensudoku sdk sudocue simple hodoku bench fpuzzles puzzles
    ctrl alt shift enter escape delete backspace space javascript server kropki killer
    español français deutsch english interactive solver scl qr python""",
)
#: What stays as it is in sentences: addresses, commands, rules and boards as they are typed.
SYNTAX = re.compile(r"https?:\S+|satdoku \w+|[\w-]+:r\dc\S+|\dx\d\S+")
#: What is on the page: its texts, and what a screen reader says of it.
READ = """() => {
  const said = [document.title, document.body.innerText];
  for (const one of document.querySelectorAll("*"))
    for (const name of ["aria-label", "title", "placeholder"])
      said.push(one.getAttribute(name) ?? "");
  return said.join("\\n");
}"""
CLASSIC = "1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8"
KILLER = {
    "puzzle": "1" + "." * 15,
    "layout": "4x4",
    "constraints": [
        "killer:3:r1c1,r1c2", "killer:7:r3c3,r3c4,r4c4", "thermometer:r2c1-r2c2", "ratio:r4c1,r4c2",
    ],
}  # fmt: skip


@cache
def parsed() -> dict[str, list[str]]:
    """What a parser finds in the page's JavaScript."""
    node = node_with("acorn")
    command = [node, str(SCRIPT), *map(str, sorted(PAGE.glob("*.js")))]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def test_every_text_of_the_page_goes_through_the_catalogues():
    assert len(parsed()["keys"]) > 400
    bare = [one for one in parsed()["bare"] if not NOT_TRANSLATED.search(one)]
    assert not bare, f"write these as t`…`, or name them in NOT_TRANSLATED: {bare}"


def test_a_bare_text_is_noticed(tmp_path):
    node = node_with("acorn")
    page = tmp_path / "page.js"
    page.write_text(
        'h("p", {}, "Some words"); toast(`${n} left`); h("p", { class: "a b" }, t`Fine`);'
    )
    done = subprocess.run([node, SCRIPT, page], check=True, capture_output=True, text=True)
    assert json.loads(done.stdout) == {
        "keys": ["Fine"],
        "bare": ["page.js:1: Some words", "page.js:1: … left"],
    }


def test_the_texts_that_are_sent_are_those_that_the_page_says():
    assert {*parsed()["keys"]} <= page_texts.page_texts()


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_the_page_has_a_translation(language):
    own = entries(language)
    said = {*parsed()["keys"]}
    for file in PAGE.glob("*.js"):
        said |= page_texts.texts_in(file.read_text("utf-8"))
    missing = sorted(text for text in said if text not in own)
    assert not missing, f"add these to satdoku/translations/{language}.po: {missing}"
    sent = page_texts.words(language)
    assert {text: own[text] for text in said} == {text: sent[text] for text in said}


def test_the_page_offers_the_languages_that_have_texts():
    offered = re.search(r"LANGUAGES = \{(.*)\}", (PAGE / "language.js").read_text("utf-8"))
    assert offered
    assert sorted(re.findall(r"(\w+): \"", offered[1])) == sorted(languages())


def words_of(texts: Any) -> set[str]:
    """The words of three letters and more, of the Latin script."""
    return {word for text in texts for word in re.findall(r"[a-zà-ÿœ]{3,}", text.lower())}


def english_left(hands: Hands, language: str) -> set[str]:
    """The English words on the page that the language does not have itself."""
    own = entries(language)
    shown = SYNTAX.sub("", hands.page.evaluate(READ))
    english = words_of([*own, *page_texts.page_texts()])
    return (words_of([shown]) & english) - words_of(own.values()) - {*NAMES}


def opened(context: Any, url: str) -> Hands:
    hands = Hands(context.new_page())
    hands.visit(url)
    return hands


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_the_desk_has_no_english_word(context: Any, served: Served, language: str) -> None:
    hands = opened(context, f"{served.url}?lang={language}#puzzle={quote(json.dumps(KILLER))}")
    page = hands.page
    left = english_left(hands, language)
    assert page.get_attribute("html", "lang") == language
    for tab in ("answers", "rules", "logic", "play"):
        page.click(f"#tab-{tab}")
        left |= english_left(hands, language)
    page.click("#tab-answers")
    page.wait_for_function("() => !document.querySelector('progress')")
    left |= english_left(hands, language)
    page.click("#mode-set")
    hands.paste(CLASSIC)
    page.locator("#verdict[data-state=unique]").wait_for()
    page.locator(".figure").wait_for()
    page.wait_for_function("() => !document.querySelector('progress')")
    left |= english_left(hands, language)
    page.click("#tab-logic")
    page.click("#hint-button")
    for _ in range(3):
        page.locator(".text").first.wait_for()
        left |= english_left(hands, language)
        page.click("#hint-button")
    left |= english_left(hands, language)
    hands.click(2)
    hands.press("1")
    page.locator("#verdict[data-state=none]").wait_for()
    page.wait_for_function("() => !document.querySelector('progress')")
    page.click("#tab-answers")
    left |= english_left(hands, language)
    for dialog in ("new", "open", "share", "help"):
        page.click(f"#{dialog}")
        page.locator("dialog").wait_for()
        left |= english_left(hands, language)
        page.locator("dialog header button").click()
    assert not left, left
    assert hands.errors == [], hands.errors


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_play_has_no_english_word(context: Any, served: Served, language: str) -> None:
    hands = opened(context, f"{served.url}?lang={language}#play={quote(json.dumps(KILLER))}")
    page = hands.page
    left = english_left(hands, language)
    page.click("#start")
    hands.click(3)
    hands.press("1", "Control+Digit2")
    page.click("#check-now")
    page.click("#hint-now")
    for _ in range(3):
        page.locator(".text").first.wait_for()
        left |= english_left(hands, language)
        page.click("#hint-button")
    for tab in ("play", "logic", "record"):
        page.click(f"#tab-{tab}")
        left |= english_left(hands, language)
    assert not left, left
    assert hands.errors == [], hands.errors


@pytest.mark.slow
def test_arabic_runs_from_right_to_left_and_the_board_does_not(
    context: Any, served: Served
) -> None:
    hands = opened(context, f"{served.url}?lang=ar")
    assert hands.page.get_attribute("html", "dir") == "rtl"
    first, second = hands.middle(0)[0], hands.middle(1)[0]
    assert first < second
    keys = hands.page.locator("#pad .keys button")
    one, two = (keys.nth(k).bounding_box() for k in (0, 1))
    assert one["x"] < two["x"]
    board = hands.page.locator("#board").bounding_box()
    side = hands.page.locator(".side").bounding_box()
    assert side["x"] < board["x"]


@pytest.mark.slow
def test_a_language_that_is_chosen_is_kept_and_the_address_comes_first(
    context: Any, served: Served
) -> None:
    hands = opened(context, f"{served.url}?lang=fr")
    page = hands.page
    assert page.inner_text("#tab-rules") == entries("fr")["Rules"]
    page.click("#help")
    page.select_option("#language", "de")
    page.locator("#tab-rules", has_text=entries("de")["Rules"]).wait_for()
    hands.visit(served.url)
    assert page.inner_text("#tab-rules") == entries("de")["Rules"]
    hands.visit(f"{served.url}?lang=ja")
    assert page.inner_text("#tab-rules") == entries("ja")["Rules"]


@pytest.mark.slow
def test_english_loads_no_texts(context: Any, served: Served) -> None:
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    Hands(page).visit(served.url)
    assert not [url for url in asked if "/words/" in url]
