"""How much of what a person reads is in each language: the sentences of explanations, and the
English words in the output of all commands, on puzzles of several kinds.

    python benchmarks/languages.py            # 20 puzzles
    python benchmarks/languages.py --each 5   # five of each kind
    python benchmarks/languages.py --left de  # also what is left in English
    python benchmarks/languages.py --only fr es --words  # two languages, output of commands alone

A line of an explanation is whole if nothing of it is in English; one that has no translation is in
English, with a mark, and counts as left. Commands run with the system's language. Of their output
the words count that the English catalogue keys or the program's constant texts have and the
language's own texts do not. Names do not count: of options, commands and what is quoted.
"""

from __future__ import annotations

import argparse
import ast
import os
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
from satdoku.languages import IN_ENGLISH, languages, texts_of

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
    r"`[^`]*`|'[^']*'|--[\w-]+(?:[= ][A-Z,…|]+)?|satdoku [\w-]+"
    r"|\S*[:=/_]\S*|\S+\.\w{2,5}\b|\S*\d\S*"
)
WORD = re.compile(r"[a-zA-ZÀ-ÿœŒß]{3,}")


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


def left_in(said: str, language: str, english: set[str]) -> list[str]:
    """Return the English words of an output that the language does not have."""
    own = words_of(" ".join(texts_of(language).values())) | set(COMMANDS)
    found = WORD.findall(SYNTAX.sub(" ", said).lower())
    return [word for word in found if word in english and word not in own]


def count_words(some: list[Puzzle], spoken: list[str], shown: str) -> None:
    """Print how many English words the output of all commands has in each language spoken."""
    english = english_words()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write_inputs(some)
        for language in spoken:
            left = {words: left_in(run(words, language), language, english) for words in RUNS}
            number = sum(map(len, left.values()))
            whole = sum(not words for words in left.values())
            print(f"{language}: {number:,} English words; {whole} of {len(RUNS)} commands without")
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
