"""Installs from source: without a compiler, without llvmlite, from an sdist; and choices that are
wrong."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: Says what runs the kernels, and has them do something.
PROGRAM = (
    "from satdoku import batch; from satdoku.kernels import library; "
    "print(batch.solve(['.' * 16], layout='4x4', limit=300).counts, library.about())"
)
SMALL = {"SATDOKU_BUILD_LEVELS": "x86-64"}
pytestmark = pytest.mark.slow


def run(*command, **environment):
    environment = {"PYTHONSAFEPATH": "1", "PYTHONPATH": "", **environment}
    return subprocess.run(
        [sys.executable, *map(str, command)], env=os.environ | environment,
        capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip


def install(source, folder, **environment):
    """pip's install of a source tree or sdist into a folder."""
    done = run("-m", "pip", "install", "-v", "--no-deps", "--target", folder, source, **environment)
    if "No matching distribution found for hatchling" in done.stdout + done.stderr:
        pytest.skip("no package index: hatchling cannot be loaded")
    return done


def use(folder):
    """What runs the kernels of an install."""
    done = run("-P", "-c", PROGRAM, PYTHONPATH=str(folder))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("[288] ")
    return done.stdout[6:].strip(), done.stderr


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of the sources, with no build in it."""
    copy = tmp_path_factory.mktemp("source") / "satdoku"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "compiled", "build", "dist", "tests")
    shutil.copytree(ROOT, copy, ignore=ignored)
    return copy


needs_x86 = pytest.mark.skipif(
    os.uname().machine != "x86_64", reason="it builds x86-64's lowest level"
)


@needs_x86
def test_an_install_without_a_compiler_links_with_ziglang(source, tmp_path):
    (tmp_path / "path").mkdir()
    done = install(source, tmp_path / "site", PATH=str(tmp_path / "path"), **SMALL)
    assert done.returncode == 0, done.stderr
    assert "ziglang" in done.stdout + done.stderr
    assert use(tmp_path / "site") == ("compiled for x86-64 (of x86-64)", "")


@needs_x86
def test_an_install_from_an_sdist_builds_kernels(source, tmp_path):
    if not shutil.which("cc"):
        pytest.skip("no cc")
    done = run("-m", "build", "--sdist", "--outdir", tmp_path, source)
    if "No module named build" in done.stderr:
        pytest.skip("an sdist is made by build: pip install build")
    assert done.returncode == 0, done.stdout + done.stderr
    (sdist,) = tmp_path.glob("*.tar.gz")
    done = install(sdist, tmp_path / "site", **SMALL)
    assert done.returncode == 0, done.stderr
    assert "ziglang" not in done.stdout + done.stderr
    assert use(tmp_path / "site") == ("compiled for x86-64 (of x86-64)", "")


def test_where_nothing_can_be_built_the_install_succeeds_and_says_why(source, tmp_path):
    copy = tmp_path / "source"
    shutil.copytree(source, copy)
    hook = copy / "satdoku/kernels/codegen/hatch_build.py"
    # As if this Python were newer than llvmlite.
    hook.write_text(
        hook.read_text().replace(
            "NEWEST, NEWEST_ON_X86_MACOS = (3, 11), (3, 14)",
            "NEWEST, NEWEST_ON_X86_MACOS = (3, 0), (3, 1)",
        )
    )
    done = install(copy, tmp_path / "site")
    assert done.returncode == 0, done.stderr
    assert "llvmlite>" not in done.stdout + done.stderr
    why = f"llvmlite has no wheel for Python {sys.version_info[0]}.{sys.version_info[1]}"
    assert (
        f"satdoku is installed without compiled kernels, so large work is slow: {why}"
        in done.stdout + done.stderr
    )
    runs, said = use(tmp_path / "site")
    assert runs.startswith(f"run by the interpreter, slowly: {why}")
    assert said.startswith(f"satdoku: no compiled kernels, so large work is slow: {why}")
    assert said.count("\n") == 1


@pytest.mark.parametrize("name", ["SATDOKU_BUILD_LEVELS", "SATDOKU_BUILD_PLATFORM"])
def test_a_wrong_choice_is_an_error(source, tmp_path, name):
    done = install(source, tmp_path / "site", **{name: "amiga"})
    assert done.returncode == 1
    assert f"satdoku: {name}=amiga: choose " in done.stdout + done.stderr
