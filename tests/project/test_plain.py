"""Plain code: one thing a statement, in every room of the package (`plainness.py` measures it)."""

import ast
import subprocess
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tests.project.plainness import (
    BETTER,
    PACKAGE,
    measure,
    measure_room,
    packed_idioms,
    parents_in,
    rooms_of,
)

#: The weight per statement in rooms, and in files written since this commit.
MOST_WEIGHT, MOST_IN_NEW_FILES, SINCE = 8.5, 8.0, "d1463f9e"
MOST_PACKED = 10  # per 1,000 statements


ROOMS = rooms_of()
measured = cache(measure_room)


def idioms_in(text):
    """The packed idioms of a module's text."""
    tree = ast.parse(text)
    return [found for found, _ in packed_idioms(tree, text, parents_in(tree))]


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_packs_little_into_a_statement(name):
    room = measured(name)
    places = "\n".join(f"  {place}: {idiom}: write {BETTER[idiom]}" for idiom, place in room.packed)
    assert room.per_thousand <= MOST_PACKED, f"packed idioms:\n{places}"


@pytest.mark.parametrize("name", ROOMS)
def test_a_statement_of_a_room_weighs_little(name):
    room = measured(name)
    places = "".join(f"\n  satdoku/{place}" for place in room.dense)
    advice = f"give parts of long statements names above them, first here:{places}"
    assert room.per_statement <= MOST_WEIGHT, advice


def test_a_new_file_is_plainer_still():
    listed = subprocess.run(
        ["git", "diff", "--name-only", "--diff-filter=A", "-M40%", SINCE, "HEAD", "satdoku"],
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip(f"there is no history with the commit {SINCE} to compare with")
    added = [PACKAGE.parent / name for name in listed.stdout.splitlines()]
    new = [path for path in added if path.suffix == ".py" and path.exists()]
    tables = ("room.py", "options.py", "format_table.py")
    new = [path for path in new if path.name not in tables]
    heavy = [
        f"{path}: {found.per_statement:.1f} per statement: give parts of long statements names"
        for path in new
        if (found := measure(path)).per_statement > MOST_IN_NEW_FILES and found.statements > 10
    ]
    assert not heavy, "\n".join(heavy)


def test_nothing_but_tables_is_kept_from_the_formatter():
    assert not [
        f"satdoku/{place}: {BETTER[idiom]}"
        for name in ROOMS
        for idiom, place in measured(name).packed
        if idiom == "skipped by the formatter"
    ]


def test_functions_have_at_most_eight_parameters():
    """But for kernels, whose arguments are arrays."""
    wide = [place for name in ROOMS if name != "kernels" for place in measured(name).wide]
    named = [f"satdoku/{place}: let a record hold some of the parameters" for place in wide]
    assert not named, "\n".join(named)


def classes_of_several_modules(folder: Path) -> list[str]:
    """Return what is wrong with each class name that two modules define, with the places."""
    places = defaultdict[str, dict[Path, str]](dict)
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                where = f"{path.relative_to(folder.parent)}:{node.lineno}"
                places[node.name.lstrip("_")].setdefault(path, where)
    return [
        f"{' and '.join(found.values())} define {name}: name one by what it is (or make them one)"
        for name, found in sorted(places.items())
        if len(found) > 1
    ]


def test_a_class_name_has_one_meaning():
    """`_Name` counts as `Name`: who reads a listing or a traceback sees no module with it."""
    wrong = classes_of_several_modules(PACKAGE)
    assert not wrong, "\n".join(wrong)


def test_a_class_name_in_two_modules_is_found(tmp_path):
    for name, text in {"a": "class Row: ...", "b": "if 1:\n    class _Row: ...", "c": ""}.items():
        (tmp_path / f"{name}.py").write_text(text)
    folder = tmp_path.name
    assert classes_of_several_modules(tmp_path) == [
        f"{folder}/a.py:1 and {folder}/b.py:2 define Row: name one by what it is (or make them one)"
    ]


PACKED = {
    'def f(x):\n    return "s" * (x != 1)': "text or list times a condition",
    "def f(x):\n    a, b, c = x, 1, g(x)": "several values assigned at once",
    "def f(x):\n    a, b = (g(y) for y in x)": "names unpacked from a comprehension",
    "for x in (y if z else ()):\n    pass": "loop over a conditional",
    "a = [*([1] if b else [])]": "conditional star",
    "a = 1 if b else 2 if c else 3": "conditional in a conditional",
    "a = b | {1: 2} | c": "chain of merged mappings",
    "f(1, 2, 3, 4, 5, 6)": "six positional arguments",
    "f(a, True)": "truth value by position",
    "f = lambda a, b, c, d: a": "long lambda",
    "a = [[[x] for x in y if [z for z in y]] for y in w]": "three comprehensions in one",
    "a = [y for x in b if (y := g(x))]": "walrus",
    "def f(progress=print):\n    pass": "default that does nothing",
    "def f():\n    a = [1,\n    2]  # fmt: skip": "skipped by the formatter",
}


@pytest.mark.parametrize(("text", "idiom"), PACKED.items())
def test_an_idiom_is_found(text, idiom):
    assert idioms_in(text) == [idiom]


def test_every_idiom_has_an_example_and_a_better_form():
    assert set(PACKED.values()) == BETTER.keys()


@pytest.mark.parametrize(
    "text",
    [
        "a, b = b, a",
        "a, b, c = 1, 2, 3",
        'a = "-" * n',
        "if (a := f()) is not None:\n    g(a)",
        "f(1, 2, 3, 4, 5, sixth=6)",
        "f(a, is_open=True)",
    ],
)
def test_plain_code_is_left_alone(text):
    assert not idioms_in(text)


def test_weight_counts_what_is_said(tmp_path):
    """Nodes but those of imports, docstrings and operators: a module, an assignment, its target,
    the sum and its two numbers."""
    file = Path(tmp_path) / "a.py"
    file.write_text('"""Text."""\nimport os\na = 1 + 2\n')
    found = measure(file, tmp_path)
    assert (found.weight, found.statements, found.all_statements) == (6, 1, 3)
