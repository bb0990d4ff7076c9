"""Installs from source: without a compiler, without llvmlite, from an sdist; and choices that are
wrong."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.processes import running, until

ROOT = Path(__file__).parents[2]
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
        [sys.executable, *map(str, command)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )


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


def exports_a_site(folder):
    """The install in a folder's `site` writes the desk as a site with its own kernels."""
    done = run(
        *("-P", "-m", "satdoku", "serve", "--export", folder / "desk"),
        PYTHONPATH=str(folder / "site"),
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "desk/index.html").exists()


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


@pytest.mark.nightly
@needs_x86
def test_an_install_without_a_compiler_links_with_ziglang(source, tmp_path):
    (tmp_path / "path").mkdir()
    done = install(source, tmp_path / "site", PATH=str(tmp_path / "path"), **SMALL)
    assert done.returncode == 0, done.stderr
    assert use(tmp_path / "site") == ("compiled for x86-64 (of x86-64)", "")
    exports_a_site(tmp_path)


@pytest.mark.nightly
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
    assert use(tmp_path / "site") == ("compiled for x86-64 (of x86-64)", "")


def test_where_nothing_can_be_built_the_install_succeeds_and_says_why(source, tmp_path):
    copy = tmp_path / "source"
    shutil.copytree(source, copy)
    hook = copy / "satdoku/kernels/codegen/hatch_build.py"
    # As if this Python were newer than llvmlite.
    text = hook.read_text()
    assert "NEWEST = (3, 14)\n" in text
    hook.write_text(text.replace("NEWEST = (3, 14)\n", "NEWEST = (3, 1)\n"))
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


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["SATDOKU_BUILD_LEVELS", "SATDOKU_BUILD_PLATFORM"])
def test_a_wrong_choice_is_an_error(source, tmp_path, name):
    done = install(source, tmp_path / "site", **{name: "amiga"})
    assert done.returncode == 1
    assert f"satdoku: {name}=amiga: choose " in done.stdout + done.stderr


def of_session(number):
    """The processes that a program has started, and itself, as far as they are alive."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[3]) == number and fields[0] != "Z":
                found.add(int(stat.parent.name))
    return found


def use_of_a_clone(source):
    """A command that has the kernels of a source tree built, and its environment."""
    environment = os.environ | {"PYTHONSAFEPATH": "1", "PYTHONPATH": str(source)}
    environment.pop("SATDOKU_BUILD_LEVELS", None)  # this machine's level alone
    return [sys.executable, "-m", "satdoku", "count", "." * 16, "--limit", "300"], environment


@pytest.mark.nightly
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
def test_a_build_that_is_interrupted_or_killed_leaves_nothing_running_and_the_next_goes_on(
    source, tmp_path
):
    pytest.importorskip("llvmlite")
    command, environment = use_of_a_clone(source)
    compiled = source / "satdoku/kernels/compiled"
    objects = compiled / "objects"
    try:
        for number, said in (
            (signal.SIGINT, "satdoku: interrupted"),
            (signal.SIGTERM, "satdoku: terminated"),
            (signal.SIGKILL, ""),
        ):
            shutil.rmtree(objects, ignore_errors=True)
            with (
                (tmp_path / "said").open("w") as errors,
                running(command, env=environment, stderr=errors) as process,
            ):
                until(lambda: len(of_session(process.pid)) > 3)  # its workers have started
                process.send_signal(number)
                process.wait()
                building, *rest = (tmp_path / "said").read_text().splitlines()
                assert building == "satdoku: kernels are not built yet: building them"
                assert rest == ([said] if said else [])
                until(lambda: not of_session(process.pid))
            assert not list(compiled.glob("*.so")), number
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.stdout, done.returncode) == ("288\n", 0)
        assert done.stderr == "satdoku: kernels are not built yet: building them\n"
        left = {path.name for path in compiled.iterdir()} - {
            "build.lock",
            "objects",
            "sources.json",
        }
        (library,) = compiled.glob("*.so")
        assert left == {library.name, f"{library.name}.crc32"}
        assert {path.suffix for path in objects.iterdir()} == {".o"}
        again = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
        assert (again.stdout, again.stderr) == ("288\n", "")
    finally:
        shutil.rmtree(compiled, ignore_errors=True)


@contextmanager
def mounted(source, options):
    """What a command does, and says after its first line, where kernels would be built in a small
    file system with these options."""
    pytest.importorskip("llvmlite")
    command, environment = use_of_a_clone(source)
    compiled = source / "satdoku/kernels/compiled"
    compiled.mkdir()
    try:
        mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", compiled]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("a small file system cannot be mounted here")
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        first, *said = done.stderr.splitlines()
        assert first == "satdoku: kernels are not built yet: building them"
        yield done, said
    finally:
        subprocess.run(["umount", compiled], capture_output=True, check=False)
        shutil.rmtree(compiled, ignore_errors=True)


needs_root = pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("mount"), reason="only root mounts a file system"
)


@needs_root
@pytest.mark.parametrize(("options", "error"), [("size=64k", 28), ("ro", 30)])
def test_a_disk_that_is_full_or_cannot_be_written_to_is_said_in_a_line(source, options, error):
    with mounted(source, options) as (done, said):
        assert (done.stdout, done.returncode) == ("288\n", 0)
        assert said[0].startswith(f"satdoku: kernels cannot be built: [Errno {error}]")
        assert said[1].startswith("satdoku: no compiled kernels, so large work is slow: ")
        assert len(said) == 2
