"""The law of round trips: every layout and kind of rule, in every format that can carry it, by
every way in, is the same puzzle. What a format cannot carry is refused.

The tables are made of the registries (kinds, formats, layouts), so whatever is added is under it.
"""

import gzip
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, ParseError, Puzzle
from satdoku.cli.main import cli
from satdoku.constraints.registry import KINDS
from satdoku.errors import LayoutError
from satdoku.formats.converting import TEXT_FORMATS, convert
from satdoku.layout_names import EXTRA_HOUSES
from satdoku.layout_shapes import OVERLAPS
from tests.marks import SLOW
from tests.meaning import said

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
import make_variant_pictures as documents

LAYOUTS = (
    "4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10", "12x12", "16x16", "6x6/3x2", "9x9/latin",
    "9x9+from-0", "4x4+from-0", "4x6", "6x6+digits:9", "9x9+digits:0-9", "4x4@r1c1,r3c3",
    "6x6/free",
    "9x4/jigsaw:................____................+digits:4",
    "5x5/jigsaw:1112211222333443354455554", "4x4/jigsaw:1112132233243444",
    *OVERLAPS, *(f"9x9+{name}" for name in EXTRA_HOUSES),
)  # fmt: skip
RULES = {example.kind.name: example for example in documents.examples()}
WAYS = ("argument", "file", "pipe", "gzip", "api")


def on_board(layout, seed=0):
    """A board with a few givens that the rows, columns and boxes allow."""
    chance, cells = random.Random(seed), [0] * layout.cell_count
    for cell in chance.sample(range(layout.cell_count), 3):
        peers = {c for house in layout.houses if cell in house.cells for c in house.cells}
        free = [d for d in range(1, layout.size + 1) if d not in {cells[c] for c in peers}]
        cells[cell] = chance.choice(free)
    return Puzzle(tuple(cells), layout)


PUZZLES = {name: on_board(Layout.named(name)) for name in LAYOUTS}
PUZZLES |= {name: example.filled(example.kept) for name, example in RULES.items()}


def test_every_kind_and_shape_is_under_the_law():
    assert set(RULES) == set(KINDS), "give each kind a line in docs/kinds.txt"


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_written_is_read_as_the_same_puzzle(name):
    puzzle, carried = PUZZLES[name], []
    for form in TEXT_FORMATS:
        if form == "candidates":
            continue  # read by --from-state, not as a puzzle
        try:
            text = convert(puzzle, form)
        except LayoutError:
            continue
        try:
            again = satdoku.parse(text)
        except ParseError:  # cells alone: the layout is asked for
            assert TEXT_FORMATS[form].carries.isdisjoint({"shapes", "houses", "rules"}), form
            again = satdoku.parse(text, puzzle.layout)
        assert said(again) == said(puzzle), form
        carried.append(form)
    assert "json" in carried


@pytest.mark.room("serving")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", [form for form in TEXT_FORMATS if form != "candidates"])
def test_each_way_in_reads_the_same(form, way, tmp_path):
    """Some of the puzzles that the format can carry, as our own record again; together the formats
    try all of them, and in CI more than once."""
    from satdoku.serving.operations import OPERATIONS

    piped = False
    step = (3 if way == "argument" else 7) * (1 if SLOW else 3)
    run, path = CliRunner(), tmp_path / "puzzles.txt"
    for name in list(PUZZLES)[list(TEXT_FORMATS).index(form) % step :: step]:
        puzzle = PUZZLES[name]
        try:
            text = convert(puzzle, form)
        except LayoutError:
            continue
        arguments = ["convert", "--to", "json"]
        if way == "api":
            try:
                told = OPERATIONS["parse"].run({"puzzle": text})
            except ParseError:  # cells alone: the layout is asked for
                assert TEXT_FORMATS[form].carries.isdisjoint({"shapes", "houses", "rules"}), name
                continue
            fields = ("puzzle", "layout", "symbols", "kept")
            sent = {key: told[key] for key in fields} | {
                "constraints": [rule["text"] for rule in told["constraints"]]
            }
            again = OPERATIONS["convert"].run({"puzzle": sent, "to": "json"})["text"]
            assert said(satdoku.parse(again)) == said(puzzle), name
            continue
        if way == "argument":
            found = run.invoke(cli, [*arguments, text])
        elif way == "pipe":
            if piped:
                break
            piped = True
            command = [sys.executable, "-m", "satdoku", *arguments, "-"]
            done = subprocess.run(
                command, input=text + "\n", capture_output=True, text=True, check=True
            )
            record = json.loads(done.stdout.splitlines()[-1])
            assert said(satdoku.parse(json.dumps(record))) == said(puzzle), name
            continue
        else:
            target = path if way == "file" else path.with_suffix(".txt.gz")
            data = (text + "\n").encode()
            target.write_bytes(data if way == "file" else gzip.compress(data))
            found = run.invoke(cli, [*arguments, str(target)])
        if found.exit_code and TEXT_FORMATS[form].carries.isdisjoint({"shapes", "houses", "rules"}):
            continue  # cells alone: the layout is asked for
        assert found.exit_code == 0, (name, found.output)
        record = json.loads(found.stdout.splitlines()[-1])
        assert said(satdoku.parse(json.dumps(record))) == said(puzzle), name


RECORDED = [json.loads(line) for line in (Path(__file__).parents[1] / "iss_counts.jsonl").open()]


@pytest.mark.parametrize("known", RECORDED, ids=range(len(RECORDED)))
def test_random_boards_have_as_many_solutions_as_iss_counts(known):
    """Made and counted by benchmarks/iss_agreement.py --record; here written and read once more."""
    puzzle = satdoku.parse(known["iss"])
    assert satdoku.count(puzzle, limit=500) == known["count"]
    assert said(satdoku.parse(convert(puzzle, "iss"))) == said(puzzle)


EDGES = [json.loads(li) for li in (Path(__file__).parents[1] / "iss_edge_counts.jsonl").open()]


@pytest.mark.parametrize("known", EDGES, ids=[known["iss"] for known in EDGES])
def test_odd_but_legal_rules_mean_what_they_mean_to_iss(known):
    """Too few cells, a cell twice, two clues at one place, empty groups; counted by ISS."""
    assert satdoku.count(satdoku.parse(known["iss"]), limit=500) == known["count"]
