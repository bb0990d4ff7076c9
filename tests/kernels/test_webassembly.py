"""The kernels as WebAssembly: what they export, what JavaScript answers, and the npm package."""

import json
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from satdoku import Puzzle, batch
from satdoku.board import STANDARD
from satdoku.formats.text.line_blocks import texts
from satdoku.kernels.struct_views import symbol_of
from satdoku.logic.kernel_list import all_signatures
from satdoku.operations.true_candidates import true_candidates
from tests.boards import mixed_boards
from tests.processes import needs_webassembly, node_with, typescript

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent
BOARDS = 1000
#: Of TypeScript's compiler.
OPTIONS = ("--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom")


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The npm package, built as its README says."""
    needs_webassembly()
    folder = tmp_path_factory.mktemp("npm") / "satdoku-kernels"
    command = [sys.executable, "-m", "satdoku.kernels.codegen.webassembly", "-o", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split()) == sorted(map(str, folder.iterdir()))
    return folder


def run(*command, folder=None):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def boards():
    """Boards with one solution, several, none, and few givens."""
    proper = batch.generate(300, seed=3, keep="proper")
    return np.concatenate([proper, mixed_boards(STANDARD, BOARDS - 300, seed=11)])


@pytest.fixture(scope="module")
def answered(package, boards, tmp_path_factory):
    """What JavaScript answers."""
    file = tmp_path_factory.mktemp("boards") / "boards.txt"
    file.write_text("\n".join(texts(boards, STANDARD)) + "\n")
    return json.loads(run(node_with(), HERE / "webassembly_answers.mjs", package, file))


def test_it_exports_every_kernel_and_imports_only_where_it_is(package):
    program = (
        "const { Module } = WebAssembly;"
        "const m = new Module(require('fs').readFileSync(process.argv[1]));"
        "console.log(JSON.stringify([Module.exports(m), Module.imports(m)]))"
    )
    exported, imported = json.loads(run(node_with(), "-e", program, package / "kernels.wasm"))
    found = {entry["name"] for entry in exported if entry["kind"] == "function"}
    wanted = {symbol_of(name, signature) for name, signature in all_signatures().items()}
    assert found == wanted | {"satdoku_processor", "__wasm_call_ctors"}
    assert {entry["name"] for entry in imported} == {
        "memory",
        "__indirect_function_table",
        "__stack_pointer",
        "__memory_base",
        "__table_base",
    }


def test_it_counts_and_solves_as_the_native_kernels(answered, boards):
    solved = batch.solve(boards, limit=3)
    assert answered["solve"] == {
        "counts": solved.counts.tolist(),
        "solutions": solved.solutions.ravel().tolist(),
        "guesses": solved.guesses.tolist(),
    }
    assert answered["counts"] == solved.counts.tolist()
    assert {0, 1, 3} <= set(answered["counts"])


def test_its_singles_are_the_base_rules(answered, boards):
    decided = batch.base_rules(boards)
    words = np.array(["stuck", "solved", "broken"])
    assert answered["singles"]["status"] == words[decided.status].tolist()
    assert answered["singles"]["candidates"] == decided.candidates.ravel().tolist()


@pytest.mark.parametrize("keep", ["proper", "logic"])
def test_it_minimises_to_the_same_puzzles(answered, boards, keep):
    wanted = batch.minimize(boards, keep=keep, seed=5, lacking="blank")
    assert wanted.any()
    assert answered[keep] == wanted.ravel().tolist()


def test_its_canonical_forms_are_the_same(answered, boards):
    held = batch.base_rules(boards).status != 2
    wanted = batch.canonical(boards[held])
    forms = np.array(answered["canonical"]["forms"]).reshape(-1, 81)
    automorphisms = np.array(answered["canonical"]["automorphisms"])
    assert np.array_equal(forms[held], wanted.forms)
    assert np.array_equal(automorphisms[held], wanted.automorphisms)
    assert not forms[~held].any() and not automorphisms[~held].any()


def test_its_true_candidates_are_those_of_the_engines(answered, boards):
    for board, found in zip(boards, answered["candidates"], strict=False):
        wanted = true_candidates(Puzzle(tuple(board.tolist())), cap=3)
        assert found == [count for cell in wanted.counts for count in cell]


@pytest.mark.parametrize("scale", ["satdoku", "se"])
def test_it_rates_as_satdoku_does(answered, boards, scale):
    found = answered[scale]
    rates = batch.rate(boards[: len(found)], scale=scale)
    for i, rating in enumerate(found):
        assert rating["outcome"] == {0: "no solution", 1: "solved"}.get(
            int(rates.counts[i]), "several solutions"
        )
        assert [
            rating[key] for key in ("rating", "total", "first", "untilPlaced", "size", "depth")
        ] == [
            values[i]
            for values in (
                rates.ratings,
                rates.total,
                rates.first,
                rates.until_placed,
                rates.size,
                rates.depth,
            )
        ]
        assert rating["label"] == rates.labels[i]
        used = {name: int(n) for name, n in zip(rates.rules, rates.steps[i], strict=True) if n}
        assert rating["steps"] == used


def test_boards_that_are_none_are_refused(package):
    program = f"""
      import {{ load }} from {json.dumps((package / "index.js").as_uri())};
      const kernels = await load();
      for (const board of ["123", new Uint8Array(80), new Uint8Array(81).fill(10)])
        try {{ kernels.solve(board); }} catch (error) {{ console.log(`${{error}}`); }}
    """
    said = run(node_with(), "--input-type=module", "-e", program).splitlines()
    assert said == [
        "RangeError: board 0 has 3 characters: 81 are needed",
        "RangeError: 80 digits: a board has 81",
        "RangeError: a digit of a board is from 0 to 9",
    ]


def test_npm_packs_it_and_a_typed_program_uses_it(package, tmp_path):
    compiler, npm = typescript(), shutil.which("npm")
    if not npm:
        pytest.skip("npm is not installed")
    packed = json.loads(run(npm, "pack", package, "--json", "--pack-destination", tmp_path))[0]
    files = {file["path"] for file in packed["files"]}
    assert files == {file.name for file in package.iterdir()}
    assert packed["size"] < 200_000
    (tmp_path / "package.json").write_text('{"type": "module"}')
    run(npm, "install", "--offline", "--no-audit", f"./{packed['filename']}", folder=tmp_path)
    (tmp_path / "use.ts").write_text(
        'import { load, lineOf } from "satdoku-kernels";\n'
        "const kernels = await load();\n"
        'const { counts, solutions } = kernels.solve("53..7....6..195....98....6.8...6...34..8.3'
        '..17...2...6.6....28....419..5....8..79");\n'
        "console.log(counts[0] + 1, lineOf(solutions));\n"
    )
    run(*compiler, "--strict", *OPTIONS, "use.ts", folder=tmp_path)
    assert run(node_with(), "use.js", folder=tmp_path).split()[0] == "2"


def test_the_types_in_its_sources_are_right(package):
    loosely = ("--noEmit", "--allowJs", "--checkJs", "--strict", "false")
    run(*typescript(), *OPTIONS, *loosely, *package.glob("*.js"))


def test_the_package_is_small(package):
    size = sum(len(zlib.compress(file.read_bytes(), 9)) for file in package.iterdir())
    assert size < 170_000
