"""Phrases that readers stumbled over do not come back: in code, messages, help and docs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SUFFIXES = {".py", ".pyi", ".md", ".json", ".js", ".html", ".typ", ".yml"}
FILES = [
    path
    for folder in ("satdoku", "docs", "benchmarks", "examples")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in SUFFIXES and "compiled" not in path.parts
] + [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
UNIT = "line|page|puzzle|row|file|board|cell|core|step|rule|kind|technique|format|command|record"
#: The phrase, and what to write.
REFUSED = {
    rf"\b(?:one|object|line|row|file|page|step|answer|example|puzzles) an? (?:{UNIT})\b(?! of)":
        "one X per Y",
    r"(?<!lexically )\bleast forms?\b": "canonical form",
    r"\bin disguise\b": "isomorph, isomorphic",
    r"\bno TOML\b": "not valid TOML",
    r"\bnothing can be told\b": "no answer was produced",
    r"\bhelper variables?\b": "auxiliary variable",
    r"\blead no further\b": "stuck: no step is possible",
    r"\bunpacks to no\b": "the decompressed data is not",
    r"\bis to be a file\b": "becomes a file name",
    r"\bknows no rules of\b": "does not support",
    r"\bby their names there\b": "named as in the link",
    r"\b(?:is|are) to be had\b": "applies, is available",
    r"\btell(?:s|ing)? (?:itself|themselves)\b": "has record() and text()",
    r"\b(?:an honest no|irreducibly so)\b": "1 for no; every given is needed",
    r"\bgoes on with --resume\b": "--resume continues",
    r"\bknow no comments\b": "have no comments",
    r"\bcan spare\b": "not needed, redundant",
}  # fmt: skip


@pytest.mark.parametrize("phrase", REFUSED)
def test_a_phrase_does_not_come_back(phrase):
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:90]} (write: {REFUSED[phrase]})"
        for path in FILES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(phrase, line)
    ]
    assert not found, "\n".join(found)


def test_every_test_file_that_is_named_is_there():
    named = {
        (path.relative_to(ROOT), name)
        for path in FILES
        for name in re.findall(r"\btests/[\w/]+\.py\b", path.read_text(encoding="utf-8"))
    }
    assert named
    gone = [f"{path}: {name}" for path, name in sorted(named) if not (ROOT / name).exists()]
    assert not gone, "correct the names of test files:\n" + "\n".join(gone)
