"""Steps and hints in other languages: every template has a translation, no sentence is half in
English, words are those of the glossary."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

import satdoku
from satdoku.constraints.wording import fact, name_of
from satdoku.geometry import House
from satdoku.languages import CONTRACTION, IN_ENGLISH, known, language_of_system, telling
from satdoku.logic.difficulty.scales import SE
from satdoku.phrases import Name, Untranslated, capital, joined, phrase, told
from tests.render.test_languages import COMPLETE, DOCS, entries, layouts

PACKAGE = Path(satdoku.__file__).parent
#: Words that only an English sentence has.
ENGLISH = re.compile(
    r"\b(the|digits?|cells?|holds?|hold|only|along|each|between|goes?|with|row|column|box|step"
    r"|there|is|are|other|left|look)\b"
)
CLASSIC = "1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8"
#: A killer, dots, a thermometer and a line whose neighbours differ.
VARIANTS = (
    "4x4+killer:3:r1c1,r1c2+killer:9:r3c3,r3c4,r4c4",
    "4x4+difference:r1c1,r1c2+ratio:r3c3,r3c4+thermometer:r2c1-r2c3",
    "6x6+thermometer:r1c1-r1c5+renban:r3c1-r3c4+arrow:r5c1-r5c3",
)


def constants(node: ast.expr, named: dict[str, list[ast.expr]]) -> list[str]:
    """The texts that an expression can be: a constant, one of two, or a name of such."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp():
            return constants(node.body, named) + constants(node.orelse, named)
        case ast.Name():
            return [text for one in named.get(node.id, []) for text in constants(one, {})]
    return []


def named_in(nodes: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """What names stand for."""
    named: dict[str, list[ast.expr]] = {}
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                named.setdefault(name, []).append(value)
    return named


def templates_in(function: ast.AST, of_module: dict[str, list[ast.expr]]) -> set[str]:
    """The templates of the calls of `phrase` and `joined` in a function or an assignment."""
    named = of_module | named_in(ast.walk(function))
    found = set[str]()
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id="phrase"), args=[template, *_]):
                found.update(constants(template, named))
            case ast.Call(func=ast.Name(id="joined"), args=[_, template]):
                found.update(constants(template, named))
    return found


@cache
def templates() -> frozenset[str]:
    """The templates of all phrases of the package that stand there as they are."""
    found = set[str]()
    for file in PACKAGE.rglob("*.py"):
        module = ast.parse(file.read_text())
        of_module = named_in(module.body)
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef) or node in module.body:
                found |= templates_in(node, of_module)
    return frozenset(found)


@pytest.mark.parametrize("language", COMPLETE)
def test_every_template_has_a_translation(language):
    assert len(templates()) > 150
    missing = sorted(templates() - {*entries(language)})
    assert not missing, f"add these to satdoku/translations/{language}.po: {missing}"


@pytest.mark.parametrize("language", COMPLETE)
def test_every_rule_and_every_name_of_a_step_has_a_translation(language):
    known_texts = entries(language)
    missing = {name for name in SE.names if name not in known_texts}

    def translate(text: str) -> str:
        if text not in known_texts and re.search("[a-z]{2}", text):
            missing.add(text)
        return text

    for layout in layouts():
        for rule in layout.constraints:
            if rule.kind not in ("or", "formula"):
                fact(rule, layout, translate)
                told(name_of(rule, layout), translate)
    assert not missing, f"add these to satdoku/translations/{language}.po: {sorted(missing)}"


@pytest.mark.parametrize("language", COMPLETE)
def test_an_explanation_is_whole_in_its_language(language):
    text = satdoku.explain(CLASSIC, until=20).text("full", language)
    assert IN_ENGLISH not in text
    for line in text.splitlines()[:-2]:
        assert not ENGLISH.search(line), line


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", VARIANTS)
def test_steps_of_rules_are_whole_in_their_language(language, name):
    puzzle = next(satdoku.generate(1, layout=name, seed=2, keep="proper"))
    text = satdoku.explain(puzzle).text(language=language)
    assert IN_ENGLISH not in text
    for line in text.splitlines():
        assert not ENGLISH.search(line), line


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("show", ["vague", "where", "what", "why"])
def test_a_hint_is_in_its_language(language, show):
    puzzle = "..1..23..4......"
    assert not ENGLISH.search(satdoku.hint(puzzle).text(show, language))
    wrong = satdoku.hint(puzzle, entries="..1..23..43.....").text(show, language)
    assert not ENGLISH.search(wrong)


def test_english_is_as_it_was_put_together():
    assert telling("en")(phrase("look at {place}", place="r1c1")) == "look at r1c1"
    assert str(House("row", 3, (0, 1))) == "row 3"


def test_a_text_with_a_part_that_has_no_translation_is_english_as_a_whole():
    said = phrase("look at {place}", place="a place that no catalogue has")
    assert telling("de")(said) == IN_ENGLISH + said
    assert telling("de")("plain words") == f"{IN_ENGLISH}plain words"
    assert telling("de")("no answer in time") == "keine Antwort in der Zeit"
    assert telling("de")("r1c2=5") == "r1c2=5"


def test_parts_of_a_text_are_told_each():
    row, box = (str(House(kind, 2, (0, 1))) for kind in ("row", "box"))
    said = phrase("{reason}: {result}.", reason=capital(joined([row, box])), result="r1c1=2")
    assert said == "Row 2, box 2: r1c1=2."
    assert telling("es")(said) == "La fila 2, la caja 2: r1c1=2."
    assert telling("ja")(phrase("look at {place}", place=Name("my own"))) == "my ownを見る"


def test_words_contract():
    said = phrase("the X-sum of {house} is {sum}", house=House("box", 2, (0,)), sum=3)
    assert telling("es")(said) == "la X-suma de la caja 2 es 3"
    row = phrase("{house} of board {number}", house="r1", number=2)
    assert telling("es")(row) == "r1 del tablero 2"
    assert telling("fr")(phrase("look at {place}", place=Name("à le 2"))) == "regarde au 2"


def test_the_environment_names_the_language(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert language_of_system() == "en"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert language_of_system() == "fr"
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert language_of_system() == "de"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert language_of_system() == "en"
    with pytest.raises(satdoku.PuzzleError):
        known("xx")


def test_a_part_without_a_translation_is_reported():
    def translate(text: str) -> str:
        raise Untranslated(text)

    with pytest.raises(Untranslated):
        told("some words", translate)
    assert CONTRACTION == '"contraction"'


def glossary() -> list[tuple[str, dict[str, tuple[str, list[str]]]]]:
    """The rows of the glossary: the English word, and by language its word and those to avoid."""
    text = (DOCS / "languages.md").read_text()
    rows = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| `") or len(cells) != 1 + len(COMPLETE):
            continue
        by_language = {}
        for language, cell in zip(COMPLETE, cells[1:], strict=True):
            word, _, avoided = cell.replace(" or ", "|").partition("; not ")
            by_language[language] = (word, [one for one in avoided.split(", ") if one])
        rows.append((cells[0].strip("`"), by_language))
    return rows


@pytest.mark.parametrize("language", COMPLETE)
def test_catalogues_use_the_words_of_the_glossary(language):
    rows = glossary()
    assert len(rows) > 12
    for english, by_language in rows:
        word, avoided = by_language[language]
        uses = 0
        for text, own in entries(language).items():
            if re.search(rf"\b{english}s?\b", re.sub(r"\{\w*\}", "", text)):
                uses += bool(re.search(word, own, re.IGNORECASE))
                for other in avoided:
                    assert not re.search(rf"\b{other}\b", own, re.IGNORECASE), (text, own)
        assert uses, (english, word)


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize(
    "puzzle", ["11..............", "................", "..1..23..4......", "1...2...3......."]
)
def test_checks_ratings_and_diagnoses_are_in_their_language(language, puzzle):
    tell = telling(language)
    text = tell(satdoku.diagnose(puzzle).text())
    text += tell(satdoku.check(puzzle).text())
    if puzzle == "..1..23..4......":
        text += tell(satdoku.rate(puzzle).text())
    assert IN_ENGLISH not in text
    assert not ENGLISH.search(text), text
