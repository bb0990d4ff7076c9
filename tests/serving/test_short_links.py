"""Links to the desk and to play: Python and the page pack records alike, read each other's, and
keep them short."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import satdoku
from satdoku.errors import ParseError
from satdoku.formats.links.short_records import packed, packed_rules, unpacked, unpacked_rules
from satdoku.layout import Layout
from satdoku.serving.static_site import address

PAGE = Path(satdoku.__file__).parent / "serving" / "page" / "short_records.js"
RULES = [
    "killer:5:r1c1,r2c1", "killer:r1c2-r1c4", "killer:12:r9c9,r8c9,r8c8,r9c1", "anti-knight",
    "thermometer:r3c3,r2c2,r1c3", "quadruple:1,2,3,4:r4c4,r4c5,r5c4,r5c5", "sandwich:7:r1c1-r9c1",
    "even:r1c1", "difference:2:r1c1,r1c2", "little-killer:30:r1c1,r2c2,r3c3", "diagonal",
    "or(killer:5:r1c1,r1c2)", "candidates:7:r31c49", "candidates:12:r31c1", "formula:'r1c1 = 2'",
]  # fmt: skip
RECORDS = [
    {"puzzle": "." * 81, "layout": "9x9", "constraints": RULES},
    {
        "puzzle": "1" + "." * 15,
        "layout": "4x4",
        "constraints": [],
        "kept": '{"title": "Größe, 数独"}',
    },
]


def by_page(calls):
    """What the page's functions answer: (name, argument) for each call."""
    if not shutil.which("node"):
        pytest.skip("needs node")
    script = f"""
      import {{ packed, unpacked }} from {json.dumps(PAGE.as_uri())};
      const known = {{ packed, unpacked }}, found = [];
      for (const [name, given] of {json.dumps(calls)}) found.push(await known[name](given));
      console.log(JSON.stringify(found));
    """
    command = ["node", "--input-type=module", "-e", script]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_rules_are_the_same_after_unpacking():
    short = packed_rules(RULES)
    assert [*unpacked_rules(short)] == RULES
    assert len(short) < len(RULES)
    assert all(rule in short for rule in ("anti-knight", "or(killer:5:r1c1,r1c2)"))


def test_the_page_and_python_read_each_others_records():
    theirs = by_page([("packed", record) for record in RECORDS])
    assert [unpacked(text) for text in theirs] == RECORDS
    ours = [packed(record) for record in RECORDS]
    assert [json.loads(text) for text in by_page([("unpacked", text) for text in ours])] == RECORDS


def test_other_addresses_stay_as_they_are():
    texts = ["12..34..", "~damaged", json.dumps(RECORDS[0])]
    assert by_page([("unpacked", text) for text in texts]) == texts


def test_a_link_of_a_killer_of_thirty_cages_is_short():
    [puzzle] = satdoku.generate(1, kind="killer", seed=3)
    rules = [str(rule.on(puzzle.layout.places)) for rule in puzzle.constraints]
    assert len(rules) >= 25
    for k in range(30 - len(rules)):  # further ones, of two cells
        rules.append(f"killer:{5 + k}:r{k + 1}c1,r{k + 1}c2")
    board = Layout.named("+".join(["9x9", *rules]))
    link = "https://ann.example.org/sudoku/" + address(satdoku.parse("." * 81, board))
    assert len(link) < 300
    found = satdoku.parse(f"Try ({link}).")
    assert [str(rule.on(board.places)) for rule in found.constraints] == rules


def test_damaged_links_are_refused():
    [puzzle] = satdoku.generate(1, seed=3)
    link = "https://example.org/" + address(puzzle)
    assert satdoku.parse(link) == puzzle
    for damaged in (link[:-5], link[:-20] + "A" * 20, "https://example.org/#play=~x"):
        with pytest.raises(ParseError):
            satdoku.parse(damaged)
