"""Modules of the page run by node, without a browser: symmetric patterns, rules that grow and move.
What they say is compared with the package, which shares no code with them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest

import satdoku
from satdoku.operations.symmetry import orbits
from satdoku.serving.operations import OPERATIONS
from satdoku.serving.page_files import files_of_page
from satdoku.serving.static_site import EXPORT, IMPORT
from tests.processes import node_with, write_page_modules

#: The names of symmetries at the desk and in the package.
SYMMETRIES = {
    "half turn": "half-turn", "quarter turn": "quarter-turn", "left and right": "vertical",
    "top and bottom": "horizontal", "diagonal": "diagonal", "other diagonal": "anti-diagonal",
}  # fmt: skip
BOARDS = ("4x4", "9x9", "7x7/latin", "samurai")
#: Runs a function of modules for each case: [module, name, arguments…], and prints the answers.
SCRIPT = """
import * as hits from "./hits.mjs";
import * as symmetry from "./symmetry.mjs";
import { Geometry } from "./geometry.mjs";
import { readFileSync } from "node:fs";
const { boards, cases } = JSON.parse(readFileSync(0, "utf-8"));
const geometries = boards.map((board) => new Geometry(board));
const plain = (value) => (value instanceof Set ? [...value].sort((a, b) => a - b) : value ?? null);
console.log(JSON.stringify(cases.map(([module, name, board, ...rest]) => {
  const geometry = geometries[board];
  if (module === "symmetry") return plain(symmetry.wanted({ givens: rest[0] }, geometry, rest[1]));
  if (name === "shrunk") return plain(hits.shrunk(...rest));
  return plain(hits[name](geometry, ...rest));
})));
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Asks the modules: boards by layout, cases as in `SCRIPT`."""
    node, folder = node_with(), tmp_path_factory.mktemp("modules")
    write_page_modules(folder)

    def ask(layouts, cases):
        boards = [OPERATIONS["parse"].run({"puzzle": _blank(name)}) for name in layouts]
        done = subprocess.run(
            [node, "--input-type=module", "-e", SCRIPT],
            check=True,
            cwd=folder,
            text=True,
            input=json.dumps({"boards": boards, "cases": cases}),
            capture_output=True,
        )
        return json.loads(done.stdout)

    yield ask
    shutil.rmtree(folder)


def _blank(layout: str) -> dict[str, object]:
    return {"puzzle": "." * satdoku.Layout.named(layout).cell_count, "layout": layout}


def test_what_a_symmetry_asks_for_is_the_rest_of_the_orbit(page):
    cases, wanted = [], []
    for number, name in enumerate(BOARDS):
        layout = satdoku.Layout.named(name)
        for said, own in SYMMETRIES.items():
            for cell in range(0, layout.cell_count, 5):
                givens = [int(k == cell) for k in range(layout.cell_count)]
                cases.append(["symmetry", "wanted", number, givens, said])
                (orbit,) = [one for one in orbits(own, layout.places) if cell in one]
                wanted.append(sorted(set(orbit) - {cell}))
    assert page(BOARDS, cases) == wanted


def kinds() -> dict[str, dict]:
    return {kind["name"]: kind for kind in OPERATIONS["kinds"].run({})["kinds"]}


def test_what_grows_can_shrink_to_what_it_was_and_is_a_rule(page):
    """Of a cage, a thermometer and a set of cells, by each cell beside them."""
    known = kinds()
    lines = [("killer", [0, 1, 10]), ("thermometer", [0, 1, 2]), ("renban", [40, 41]), ("odd", [0])]
    cells = range(81)
    cases = [["hits", "grown", 0, known[name], own, cell] for name, own in lines for cell in cells]
    found = page(["9x9"], cases)
    grown = [(case, after) for case, after in zip(cases, found, strict=True) if after]
    assert {case[3]["name"] for case, _ in grown} == {name for name, _ in lines}
    for case, after in grown:
        _, _, _, kind, before, cell = case
        assert sorted(after) == sorted([*before, cell])
        names = ",".join(f"r{1 + k // 9}c{1 + k % 9}" for k in after)
        assert satdoku.Layout.named(f"9x9+{kind['name']}:{names}").constraints
    back = page(["9x9"], [["hits", "shrunk", 0, c[3], after, c[5]] for c, after in grown])
    assert back == [case[4] for case, _ in grown]


def test_a_rule_that_is_moved_keeps_its_shape_and_stays_on_the_board(page):
    cage = [0, 1, 10]
    moves = [(down, across) for down in range(-2, 10) for across in range(-2, 10)]
    cases = [["hits", "moved", 0, kinds()["killer"], cage, *move] for move in moves]
    for (down, across), after in zip(moves, page(["9x9"], cases), strict=True):
        rows = [(k // 9 + down, k % 9 + across) for k in cage]
        fits = all(0 <= r < 9 and 0 <= c < 9 for r, c in rows)
        assert after == ([9 * r + c for r, c in rows] if fits else None)


def test_every_import_and_export_is_one_that_joining_reads() -> None:
    """An exported page has its modules in one file: what is imported otherwise would be lost."""
    read = 0
    for name, path in files_of_page().items():
        if path.suffix != ".js":
            continue
        text = path.read_text("utf-8")
        read_there = [found[0] for found in IMPORT.finditer(text)]
        read_there += [found[0] for found in EXPORT.finditer(text)]
        assert len(read_there) == len(re.findall(r"^(?:import|export)\b", text, re.MULTILINE)), name
        for statement in read_there:
            assert statement.startswith("export") or " as " not in statement, (name, statement)
        read += len(read_there)
    assert read > 200
