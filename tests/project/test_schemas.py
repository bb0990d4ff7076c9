"""What commands print with --format json is what the published schemas say, on boards of each kind.

Schemas let records hold more than they say; here they do not: a key that no schema tells is a
failure, and so is a key of a schema that nothing prints.
"""

import json
import shlex

import click
import jsonschema
import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.commands import COMMANDS
from satdoku.cli.main import cli
from satdoku.schemas import has_schema, schemas
from tests.oracle import EASY
from tests.plugins.examples import forget, write_examples
from tests.rooms import lacking

PROPER, SEVERAL, NONE = "..1..23..4......", "12..34..........", "11.............."
VARIANT = "--layout 4x4+diagonal+killer:5:r1c1,r1c2"
DEEP = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
WING = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
NISHIO = "..7.5...9.....3...4..7...3.2..6...8...1.3..4.36...1.25.2...57.88..............4.."
#: Two boards that overlap in a box, empty but for a digit.
ODD = "--layout 4x4@r1c1,r3c3 1..........................."

#: Schema → commands, in a folder with the files of `inputs`.
PRINTED = {
    "puzzle": ["convert all.txt", f"convert {ODD}"],
    "generate": ["generate --count 2 --seed 1 --layout 4x4",
                 "generate --count 1 --layout 4x4+diagonal --seed 2"],
    "solve": ["solve all.txt", "solve all.txt --logic", f"solve {EASY} --stats", f"solve {ODD}",
              f"solve {VARIANT} 1..............."],
    "minimize": ["minimize all.txt", f"minimize {VARIANT} 1..............."],
    "shuffle": ["shuffle all.txt"],
    "check": ["check all.txt", "check all.txt --stats", f"check {VARIANT} 1...............",
              f"check {ODD}"],
    "check-summary": ["check all.txt --summary --require minimal --require logic"],
    "check-files": ["check files --require minimal"],
    "count": ["count all.txt", f"count {EASY} --stats", f"count {ODD}", f"count {'.' * 81}",
              f"count --layout 9x9+thermometer:r1c1,r1c2 {'.' * 81}"],
    "explain": [f"explain {PROPER}", f"explain {SEVERAL}", f"explain {EASY}", f"explain {WING}",
                f"explain {NISHIO}",
                f"explain {EASY} --until 'last digit'",
                f"explain {VARIANT} 1...............", "explain --symbols abcd a..............."],
    "steps": ["steps --layout 4x4+diagonal ......43.....2..",
              "steps --places r1c1=1 --layout 4x4 12.......3..4..."],
    "hint": [f"hint {PROPER}", "hint 1234341221434321",
             f"hint {PROPER} --entries 2..............."],
    "rate": ["rate all.txt", f"rate {EASY}", f"rate {VARIANT} 1..............."],
    "verify-steps": ["verify-steps steps.json",
                     f"verify-steps 'Naked Single => r1c1=3\nsurely' --puzzle {PROPER}"],
    "diagnose-clues": ["diagnose 1234341221434321 --clues 3",
                       "diagnose --clues 4 1234341221434321 11.............."],
    "diagnose": ["diagnose all.txt --pairs --unavoidable 4", f"diagnose {SEVERAL} --pairs",
                 f"diagnose {VARIANT} 1...............", "diagnose proper.jsonl",
                 f"diagnose {EASY[:2]}2{EASY[3:]}",
                 "diagnose --layout 4x4+diagonal+killer:3:r1c1,r1c2 34..............",
                 "diagnose --layout 4x4+killer:r1c1,r1c2+killer:4:r1c3,r2c3+"
                 "killer:9:r2c1,r2c2,r3c1+killer:r4c3,r4c4,r3c4 .............3.."],
    "certify": ["certify --layout 2x1 1.", "certify all.txt", f"certify {PROPER} --claim logic",
                "certify proper.jsonl", f"certify {PROPER} --claim fewest",
                f"certify {PROPER} --equals {PROPER}",
                "certify 12.............. --follows 3r1c3 --denied 4r1c4",
                "certify 123...4......... --claim smallest",
                "certify --layout 4x4+sum:6:r2c1,r3c2,r4c4 ..3..........4.. "
                "--claim rules-needed"],
    "verify": ["verify certificates.txt"],
    "canon": ["canon all.txt"],
    "dataset-audit": ["dataset audit table.csv --against all.txt"],
    "dataset-make": ["dataset make recipe.toml -o made"],
    "dataset-score": ["dataset score answers.jsonl"],
    "decode": ["decode model.txt --layout 1x1"],
    "rules": ["rules"], "levels": ["levels"], "layouts": ["layouts"], "engines": ["engines"],
    "encodings": ["encodings"],
    "encodings-judge": ["encodings --judge product", "encodings --judge minimal"],
    "formats": ["formats"],
    "layouts-judge": ["layouts --judge mountain.py:mountain"],
    "rules-judge": ["rules --judge twins.py:twins"],
    "formats-judge": ["formats --judge cages.py:cages"],
    "show": ["show all.txt", f"show {VARIANT} 1............... --candidates --explain-theory"],
    "compare": ["compare all.txt --engines dlx,native"],
    "read": ["read marked.pgm misprint.pgm"],
}  # fmt: skip
#: These print JSON without being asked.
if lacking():  # without the commands of rooms that are not there
    PRINTED = {name: lines for name, lines in PRINTED.items() if has_schema(name)}
ALWAYS = ("convert", "certify", "dataset score")
#: Keys of steps that are rare, and of other records: out of time, …
STEP = {"branches", "depth", "helper", "length", "on", "proof", "size", "line", "clause",
        "variable", "chain", "assumes_proper", "estimated", "lines", "ways"}  # fmt: skip
RARE = {"check-summary": {"without an answer in time"}}
RARE |= dict.fromkeys(("explain", "steps", "hint"), STEP)
RARE["read"] = {"doubtful_candidates", "looks"}
RARE["diagnose"] = STEP | {"problem"}
RARE |= {"solve": {"caveat"}, "check": {"caveat"}, "count": {"caveat", "problem", "no_estimate"}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Fixed inputs."""
    folder = tmp_path_factory.mktemp("inputs")
    proper = next(
        iter(
            satdoku.generate(
                1, layout=satdoku.Layout.named("4x4+diagonal+killer:5:r1c1,r1c2"), seed=2
            )
        )
    )
    files = {
        "all.txt": f"{PROPER}\n{SEVERAL}\n{NONE}\n1234341221434321\n",
        "proper.jsonl": json.dumps({"puzzle": proper.line, "layout": proper.layout.name}) + "\n",
        "steps.json": json.dumps(satdoku.explain(PROPER).record()),
        "certificates.txt": satdoku.certify(PROPER).line + "\nnonsense\n",
        "recipe.toml": 'count = 2\nseed = 1\nlayout = "4x4"\n',
        "table.csv": f"puzzle,solution\n{PROPER},4312123434212144\nxx,yy\n",
        "answers.jsonl": json.dumps({"puzzle": PROPER, "answer": "unknown"}) + "\n",
        "model.txt": "v 1 0\n",
    }
    if has_schema("read"):
        from tests.pictures.drawing import as_text

        files["marked.pgm"] = as_text("1.....3..1.....2", {1: [2, 3]})
        files["misprint.pgm"] = as_text("11....3..1.....2")
    (folder / "files").mkdir()
    files |= {"files/1.txt": PROPER, "files/2.txt": SEVERAL, "files/3.txt": "no puzzle"}
    for name, text in files.items():
        (folder / name).write_text(text)
    return write_examples(folder)


def closed(part):
    """The schema that allows only the keys that it tells."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    more = {"additionalProperties": False} if part.get("type") == "object" else {}
    more = more if "properties" in part else {}
    return more | {key: closed(value) for key, value in part.items()}


def keys(part, of_schema):
    """All keys in records, or those that a schema tells."""
    if isinstance(part, list):
        return set().union(*(keys(each, of_schema) for each in part))
    if not isinstance(part, dict):
        return set()
    own = part.get("properties", {}) if of_schema else part
    return set(own).union(*(keys(value, of_schema) for value in part.values()))


@pytest.mark.parametrize("name", PRINTED)
def test_commands_print_what_the_schema_says(name, folder, monkeypatch):
    monkeypatch.chdir(folder)
    schema = satdoku.schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    judge = jsonschema.Draft202012Validator(closed(schema))
    records = []
    for command in PRINTED[name]:
        asked = [] if command.startswith(ALWAYS) else ["--format", "json"]
        done = CliRunner().invoke(cli, [*shlex.split(command), *asked], standalone_mode=False)
        forget()
        assert done.exception is None, command
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        assert lines, command
        for record in lines:
            error = jsonschema.exceptions.best_match(judge.iter_errors(record))
            assert not error, (
                f"`{command}` prints {error.json_path}: {error.message}; add the key to the type "
                "that record() returns, with a line in its docstring (the schema follows)"
            )
        records += lines
    unseen = keys(schema, True) - keys(records, False) - RARE.get(name, set()) - {"symbols"}
    assert not unseen, (
        f"no command of PRINTED[{name!r}] prints {sorted(unseen)}: add a command that does, put "
        "rare keys into RARE here, or remove them from the record's type"
    )


@pytest.mark.slow
def test_long_refutations_are_what_the_schema_says():
    judge = jsonschema.Draft202012Validator(closed(satdoku.schema("explain")))
    record = satdoku.explain(DEEP).record()
    assert record["steps"]
    judge.validate(record)


def test_each_command_with_json_has_a_schema():
    named = {row["name"] for row in schemas()}
    assert named == set(PRINTED), (
        f"a schema without a command in PRINTED here, or a command without a schema in the "
        f"record of its room (`room.py`): {sorted(named ^ set(PRINTED))}"
    )
    for name in COMMANDS:
        command = cli
        for word in name.split():
            command = command.get_command(click.Context(cli), word)
        forms = [p.type.choices for p in command.params if p.name == "form"]
        if forms and "json" in forms[0] and name not in ("schema", "convert"):
            assert name.replace(" ", "-") in named, (
                f"`{name}` prints JSON: add its schema to the record of its room (`room.py`)"
            )


def test_a_schema_stands_alone():
    told = satdoku.schema("explain")
    assert "common.json" not in json.dumps(told)
    assert {"step", "proof", "candidate"} <= set(told["$defs"])


def test_an_unknown_schema_is_one_line():
    with pytest.raises(satdoku.PuzzleError, match="did you mean hint"):
        satdoku.schema("hnit")
