"""The search for rules of the desk and of names: the terms of setters and players find their kind.

The page's own module ranks the kinds, run by node without a browser.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from satdoku import Layout
from satdoku.constraints.constraint import kind_meant, other_names
from satdoku.constraints.registry import KINDS
from satdoku.errors import LayoutError
from satdoku.serving.operations import OPERATIONS
from tests.processes import node_with, write_page_modules

HERE = Path(__file__).parent
TERMS = [
    line.split(": ")
    for line in (HERE / "rule_terms.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
#: Prints for each term the names of the kinds and houses found, best first.
SCRIPT = """
import { match } from "./kinds.mjs";
import { HOUSES } from "./rules.mjs";
const { kinds, terms } = JSON.parse(process.argv[1]);
const houses = HOUSES.map(([name, label, sentence, also]) =>
  ({ name, sentence, also: [label, ...also.split(", ")] }));
const all = [...kinds, ...houses];
console.log(JSON.stringify(terms.map((term) => all.map((kind) => [match(term, kind), kind.name])
  .filter(([grade]) => grade).sort(([one], [other]) => other - one).map(([, name]) => name))));
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """The names found for each term, best first."""
    node, folder = node_with(), tmp_path_factory.mktemp("page")
    write_page_modules(folder)
    asked = {"kinds": OPERATIONS["kinds"].run({})["kinds"], "terms": [term for term, _ in TERMS]}
    done = subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT, json.dumps(asked)],
        check=True,
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    shutil.rmtree(folder)
    return dict(zip(asked["terms"], json.loads(done.stdout), strict=True))


def test_the_terms_are_two_hundred():
    assert len({term for term, _ in TERMS}) >= 200


@pytest.mark.parametrize(("term", "kind"), TERMS)
def test_a_term_finds_its_kind_among_the_best_three(found, term, kind):
    assert kind in found[term][:3], found[term]


def test_what_no_rule_is_called_finds_nothing(found):
    assert "thermometer" not in found["cage"] and "killer" not in found["thermo"]


def test_other_names_are_those_of_kinds_and_none_is_a_kind():
    assert set(other_names()) <= set(KINDS)
    assert not [n for names in other_names().values() for n in names if n in KINDS]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("german-whispers", "whisper"),
        ("Thermos", "thermometer"),
        ("whispers", "whisper"),
        ("Slow Thermometers", "slow-thermometer"),
        ("cage", "killer"),
        ("knight", "anti-knight"),
        ("kropki", "kropki"),
        ("killer", "killer"),
        ("xyz", "xyz"),
    ],
)
def test_a_name_of_one_kind_alone_is_taken_for_it(name, kind):
    assert kind_meant(name) == kind


def test_layouts_take_other_names():
    layout = Layout.named("9x9+german-whispers:r1c1-r1c3+antiknight")
    assert [rule.kind for rule in layout.constraints] == ["whisper", "anti-knight"]
    with pytest.raises(LayoutError, match="may be difference or ratio"):
        Layout.named("9x9+kropki:r1c1,r1c2")
