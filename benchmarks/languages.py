"""How much of what a person reads is in each language: the sentences of explanations, and the
English words in the output of all commands, on puzzles of several kinds.

    python benchmarks/languages.py            # 20 puzzles
    python benchmarks/languages.py --each 5   # five of each kind
    python benchmarks/languages.py --left de  # also what is left in English
    python benchmarks/languages.py --only fr es --words  # two languages, output of commands alone

A line of an explanation is whole if nothing of it is in English; one that has no translation is in
English, with a mark, and counts as left. Commands run with the system's language. Of their output
the words count that the English catalogue keys or the program's constant texts have and the
language's own texts do not. What is the same in every language does not count, and is counted by
itself: names to type, as the tables of techniques, boards, formats, engines, encodings, levels and
commands have them, where such a name is a whole cell of a table or item of a list; JSON; notation;
and pages of help that say that they exist only in English.
"""

from __future__ import annotations

import argparse
import ast
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import satdoku
from satdoku import Puzzle, explain, generate, hint
from satdoku.cli.commands import COMMANDS
from satdoku.encodings.published import cnf_encodings
from satdoku.languages import IN_ENGLISH, languages, telling, texts_of
from satdoku.logic.catalog.names import ALIASES, NAMES, SE_ALIASES
from satdoku.logic.catalog.rules import LABELS
from satdoku.logic.difficulty.scales import EXPLAINED

#: The layout or kind of some puzzles, and the level or "".
KINDS = (
    ("9x9", "", "hard"),
    ("9x9", "", "fiendish"),
    ("6x6", "killer", ""),
    ("6x6", "kropki", ""),
    ("6x6", "thermometer", ""),
    ("6x6", "renban", ""),
    ("6x6", "arrow", ""),
    ("6x6", "whisper", ""),
    ("6x6", "sandwich", ""),
    ("6x6", "quadruple", ""),
)
#: What is run: on the file of puzzles, on some that are wrong, and without any.
RUNS = (
    "solve all.txt",
    "solve all.txt --logic",
    "solve wrong.txt --on-error skip",
    "check all.txt",
    "check all.txt --summary",
    "check wrong.txt --on-error skip",
    "count all.txt",
    "count wrong.txt --on-error skip --time-limit 1",
    "diagnose all.txt --time-limit 2",
    "explain one.txt",
    "hint one.txt --show why",
    "steps one.txt",
    "rate all.txt",
    "show one.txt",
    "verify-steps steps.txt --puzzle one.txt",
    "rules",
    "levels",
    "generate --layout 4x4 --level easy --count 1 -o new.txt",
    "generate --layout 4x4 --clues 3 --tries 1",
    "minimize all.txt",
    "minimize wrong.txt --on-error skip",
    "shuffle all.txt",
    "canon classics.txt --dedupe",
    "convert all.txt --to line",
    "convert all.txt --to sdk",
    "formats",
    "layouts",
    "engines",
    "encodings",
    "certify classics.txt",
    "verify certificates.txt",
    "decode nothing.txt --from all.txt",
    "compare classics.txt --engines native",
    "selfcheck classics.txt",
    "publish all.txt",
    "read nothing.png",
    "schema nothing",
    "help nothing",
    "solve nothing.txt",
    "solve --limt 3",
    "solve --limit x all.txt",
    "print all.txt -o x.doc",
    "book all.txt -o x.doc",
    "export all.txt --to nothing",
    "dataset audit classics.txt",
    "completion bash --language nothing",
    "serve --port x",
)
#: What is no word of a language: options, commands, what is quoted, code, files, links.
SYNTAX = re.compile(
    r"`[^`]*`|'[^']*'|(?:apt|pip) install [\w-]+|--[\w-]+(?:[= ][A-Z,…|]+)?|satdoku [\w-]+"
    r"|\S*[:=/_]\S*|\S*\.\w{2,6}\b|\S*\d\S*"
)
WORD = re.compile(r"[a-zA-ZÀ-ÿœŒß]{3,}")
#: Truths and links as forums write them, which are the same in every language.
NOTATION = re.compile(r"\d+ Truths = \{[^}]*\} \d+ Links = \{[^}]*\}")
#: What parts the cells of a table and the items of a list.
BETWEEN = re.compile(r"\s{2,}|\s*[,;:()。、，；：（）،؛]\s*|\n")
#: What a page of help says that is not translated.
ONLY_ENGLISH = "This text exists only in English."


def puzzles(each: int) -> Iterator[Puzzle]:
    """Yield some puzzles of each kind."""
    for layout, kind, level in KINDS:
        more = {}
        if kind:
            more["kind"] = kind
        if level:
            more["level"] = level
        yield from generate(each, layout=layout, seed=4, **more)


def lines_of(puzzle: Puzzle, language: str) -> Iterator[str]:
    """Yield the lines that a person reads of a puzzle: hints and the path."""
    for show in ("vague", "where", "what", "why"):
        yield from hint(puzzle).text(show, language).splitlines()
    text = explain(puzzle, time_limit=20.0).text("full", language)
    yield from filter(None, map(str.strip, text.splitlines()))


def run(words: str, language: str) -> str:
    """Return what a command prints in a language, on both streams."""
    environment = os.environ | {"LC_ALL": language, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "satdoku", *words.split()]
    done = subprocess.run(command, capture_output=True, env=environment, check=False, timeout=900)
    return (done.stdout + done.stderr).decode()


def write_inputs(some: list[Puzzle]) -> None:
    """Write the files that commands read."""
    records = [puzzle.to("json") for puzzle in some]
    classics = [puzzle.line for puzzle in some if not puzzle.constraints]
    Path("all.txt").write_text("\n".join(records))
    Path("one.txt").write_text(records[0])
    Path("classics.txt").write_text("\n".join([*classics, classics[0]]))
    Path("wrong.txt").write_text("11..............\n12..............\n12345678912345678\n")
    Path("steps.txt").write_text(run("explain one.txt", "en"))
    Path("certificates.txt").write_text(run("certify classics.txt", "en"))


def english_words() -> set[str]:
    """Return the words of the catalogues' keys, and of the program's constant texts."""
    texts = list(texts_of("de"))
    for file in Path(satdoku.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
    return words_of(" ".join(texts))


def words_of(text: str) -> set[str]:
    """Return the words of a text, in lower case."""
    return set(WORD.findall(text.lower()))


def names_to_type() -> dict[str, set[str]]:
    """Return by table the names that are typed, in lower case."""
    tables = {
        "techniques": {*NAMES, *EXPLAINED, *ALIASES, *SE_ALIASES},
        "levels": {label for label, _ in LABELS},
        "commands": {*COMMANDS, *(name.replace(" ", "-") for name in COMMANDS)},
    }
    listings = {
        "boards and rules": satdoku.layouts(),
        "formats": satdoku.puzzle_formats(),
        "engines": satdoku.engines(),
        "encodings": cnf_encodings(),
    }
    for table, listing in listings.items():
        tables[table] = {name for row in listing.shown for name in names_in(row)}
    return {table: {name.lower() for name in names if name} for table, names in tables.items()}


def names_in(row: tuple[str, ...]) -> list[str]:
    """Return the names in a row of a table: its first cell, endings of files, and other names."""
    endings = [ending for cell in row for ending in re.findall(r"(?<=\.)\w+", cell)]
    others = row[-1].partition("also ")[2].split(", ")
    return [row[0].lstrip("+"), *row[0].lstrip("+").split("-"), *endings, *others]


def items_of(said: str) -> list[str]:
    """Return the cells of tables and items of lists in an output, in lower case; not JSON."""
    lines = [line for line in said.splitlines() if not line.startswith(("{", "["))]
    text = NOTATION.sub(" ", "\n".join(lines))
    return [item.strip().rstrip(".") for item in BETWEEN.split(text.lower())]


def left_in(
    said: str, language: str, english: set[str], names: dict[str, set[str]]
) -> tuple[list[str], Counter[str]]:
    """Return the English words of an output that the language does not have, and how many more
    there are in names, by their table, and in pages that are said to be English."""
    own = words_of(" ".join(texts_of(language).values())) | {platform.system().lower()}
    said, _, only_english = said.partition(telling(language)(ONLY_ENGLISH))
    others = Counter({"pages only in English": len(foreign(only_english, english, own))})
    left = []
    for item in items_of(said):
        found = foreign(item, english, own)
        # "also": the first word of a list of names may be one of the language.
        called = {item.lstrip("+"), item.partition(" ")[2], item.rpartition("\u2066")[2]}
        table = next((table for table, known in names.items() if called & known), "")
        if table:
            others[table] += len(found)
        else:
            left += found
    return left, others


def foreign(text: str, english: set[str], own: set[str]) -> list[str]:
    """Return the English words of a text that the language does not have."""
    found = WORD.findall(SYNTAX.sub(" ", text).lower())
    return [word for word in found if word in english and word not in own]


def count_words(some: list[Puzzle], spoken: list[str], shown: str) -> None:
    """Print how many English words the output of all commands has in each language spoken."""
    english = english_words()
    names = names_to_type()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write_inputs(some)
        for language in spoken:
            left = {}
            others = Counter[str]()
            for words in RUNS:
                left[words], more = left_in(run(words, language), language, english, names)
                others += more
            number = sum(map(len, left.values()))
            whole = sum(not words for words in left.values())
            print(f"{language}: {number:,} English words; {whole} of {len(RUNS)} commands without")
            listed = ", ".join(f"{table} {count:,}" for table, count in others.most_common())
            print(f"  not counted, since they are the same in every language: {listed}")
            if shown in (language, "all"):
                for words, found in left.items():
                    if found:
                        print(f"  {len(found):4}  {words}: {', '.join(dict.fromkeys(found))[:200]}")


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=2)
    parser.add_argument("--left", default="", help="the language whose English is shown, or all")
    parser.add_argument("--only", nargs="+", default=languages()[1:], help="these languages")
    parser.add_argument("--words", action="store_true", help="only the words of commands")
    chosen = parser.parse_args()
    some = list(puzzles(chosen.each))
    print(f"{len(some)} puzzles")
    if not chosen.words:
        count_sentences(some, chosen.only, chosen.left)
    count_words(some, chosen.only, chosen.left)


def count_sentences(some: list[Puzzle], spoken: list[str], shown: str) -> None:
    """Print how many lines of explanations are whole in each language spoken."""
    for language in spoken:
        said = [line for puzzle in some for line in lines_of(puzzle, language)]
        left = [line for line in said if IN_ENGLISH in line]
        whole = len(said) - len(left)
        print(f"{language}: {whole:,} of {len(said):,} lines whole ({whole / len(said):.1%})")
        if shown in (language, "all"):
            alike = Counter(re.sub(r"\d+", "#", line.partition(IN_ENGLISH)[2]) for line in left)
            for line, number in alike.most_common(40):
                print(f"  {number:4}  {line}")


if __name__ == "__main__":
    main()
