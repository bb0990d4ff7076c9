"""Wheels: those in the folder `SATDOKU_WHEELS` are read and, where this machine can, run.

`.ci/run` builds the one of its platform, `.ci/nightly` those of all, and says so by
`SATDOKU_ALL_WHEELS=1`.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from satdoku.kernels.codegen.targets import PLATFORMS, this_platform
from satdoku.kernels.struct_views import symbol_of
from satdoku.logic.kernel_list import all_signatures
from tests.kernel_builds import run_by
from tests.kernel_digest import digests

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
WHEELS = os.environ.get("SATDOKU_WHEELS", "")
pytestmark = pytest.mark.skipif(
    not WHEELS,
    reason="SATDOKU_WHEELS names no folder: python -m satdoku.kernels.codegen.wheels -o dist/",
)


def wheel_of(platform):
    wheels = list(Path(WHEELS).glob(f"satdoku-*-py3-none-{platform.tag}.whl"))
    if not wheels and not os.environ.get("SATDOKU_ALL_WHEELS"):
        pytest.skip(f"no wheel for {platform.tag} was built: .ci/nightly builds those of all")
    [wheel] = wheels
    return wheel


def members(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def exports_and_imports(library):
    """Names that a library exports, names that it imports, and libraries that it needs."""
    lief = pytest.importorskip("lief", reason="libraries are read by lief: pip install lief")
    read = lief.parse(library)
    read = read.at(0) if isinstance(read, lief.MachO.FatBinary) else read
    if isinstance(read, lief.PE.Binary):
        exported = {entry.name for entry in read.get_export().entries}
        return exported, {entry.name for i in read.imports for entry in i.entries}, set()
    if isinstance(read, lief.MachO.Binary):
        cut, needed = 1, {library.name for library in read.libraries}  # names begin with _
    else:
        cut, needed = 0, set(read.libraries)
    symbols = read.exported_symbols, read.imported_symbols
    return *({symbol.name[cut:] for symbol in some} for some in symbols), needed


@pytest.mark.parametrize("platform", PLATFORMS.values(), ids=PLATFORMS)
def test_a_wheel_has_every_level_and_every_level_exports_every_kernel(platform):
    wanted = {symbol_of(name, signature) for name, signature in all_signatures().items()}
    wanted |= {"satdoku_processor", "satdoku_sources"}
    files = members(wheel_of(platform))
    compiled = {name for name in files if "/compiled/" in name and "/javascript/" not in name}
    assert "satdoku/kernels/compiled/javascript/kernels.wasm" in files
    libraries = {
        f"satdoku/kernels/compiled/{level.name}{platform.suffix}" for level in platform.levels
    }
    assert compiled == libraries | {f"{library}.crc32" for library in libraries}
    for library in libraries:
        exported, imported, needed = exports_and_imports(list(files[library]))
        if platform.is_macos:  # the format demands a header's name and the system's library
            exported -= {"_mh_dylib_header", "__dso_handle"}
            assert imported <= {"yld_stub_binder", "bzero", "__bzero", "memset_pattern16"}
            assert needed == {f"@rpath/{Path(library).name}", "/usr/lib/libSystem.B.dylib"}
        else:
            assert (imported, needed) == (set(), set())
        assert exported == wanted


@pytest.mark.parametrize("platform", PLATFORMS.values(), ids=PLATFORMS)
def test_a_wheel_is_of_its_platform_and_holds_the_package(platform):
    files = members(wheel_of(platform))
    (notes,) = [text.decode() for name, text in files.items() if name.endswith("/WHEEL")]
    tags = {line[5:] for line in notes.splitlines() if line.startswith("Tag: ")}
    assert tags == {f"py3-none-{tag}" for tag in platform.tag.split(".")}
    assert "Root-Is-Purelib: false" in notes
    assert {"satdoku/py.typed", "satdoku/docs/batch.md"} <= set(files)


def run(*command, **environment):
    environment = os.environ | {"PYTHONSAFEPATH": "1", "SATDOKU_LEVEL": ""} | environment
    done = subprocess.run(  # noqa: PLW1510 - the next line tells what it said
        command, env=environment, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def printed(lines):
    return {operation: found for found, operation in (line.split(" ", 1) for line in lines)}


@pytest.fixture(scope="module")
def judged():
    """What the interpreter answers for 100 boards."""
    with run_by(None):
        return digests(100)


@pytest.mark.slow
def test_the_wheel_for_this_machine_answers_as_the_interpreter_does(tmp_path, judged):
    here = this_platform()
    if here is None:
        pytest.skip("there is no wheel for this machine")
    install(tmp_path, wheel_of(here), "--no-deps")
    out = run(
        sys.executable,
        str(TESTS / "kernel_digest.py"),
        "100",
        PYTHONPATH=f"{tmp_path}:{ROOT}",
    )
    assert printed(out.splitlines()) == judged


@pytest.mark.slow
def test_the_wheel_for_arm64_answers_as_the_interpreter_does(tmp_path, judged):
    python, site = arm64_python(tmp_path), tmp_path / "site"
    install(
        site,
        wheel_of(PLATFORMS["linux-arm64"]),
        "numpy",
        "--no-deps",
        "--only-binary=:all:",
        "--platform=manylinux2014_aarch64",
        "--platform=manylinux_2_28_aarch64",
        f"--python-version={version_of(python)}",
    )
    about = "import platform; from satdoku.kernels import library; print(platform.machine())"
    about += "; print(library.about())"
    out = run(*python, "-c", about, PYTHONPATH=str(site))
    assert out == "aarch64\ncompiled for arm64 (of arm64)\n"
    out = run(*python, str(TESTS / "kernel_digest.py"), "100", PYTHONPATH=f"{site}:{ROOT}")
    assert printed(out.splitlines()) == judged


def install(folder, *packages):
    command = (sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder))
    run(*command, *map(str, packages), PYTHONPATH="")


def version_of(python):
    return run(*python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()


def arm64_python(folder):
    """The command of an arm64 Python under emulation: Debian's packages for arm64, unpacked into a
    folder; the system's own packages are left as they are."""
    missing = [name for name in ("qemu-aarch64", "apt-get", "dpkg-deb") if not shutil.which(name)]
    if missing:
        pytest.skip(f"no {missing[0]}: an arm64 Python is run by qemu-user, and comes from Debian")
    for part in ("lists", "cache/archives/partial", "root"):
        (folder / part).mkdir(parents=True)
    (folder / "status").touch()
    places = {"State::lists": "lists", "State::status": "status", "Cache": "cache"}
    apt = ["apt-get", "-qq", "-o", "APT::Architecture=arm64", "-o", "APT::Architectures=arm64"]
    apt += [f"-oDir::{key}={folder / place}" for key, place in places.items()]
    apt += ["-o", "APT::Sandbox::User=root", "-o", "Debug::NoLocking=1"]
    try:
        run(*apt, "update")
        run(
            *apt,
            "install",
            "--download-only",
            "--yes",
            "--no-install-recommends",
            "python3",
            "libstdc++6",
        )
    except AssertionError as error:
        pytest.skip(f"Debian's packages for arm64 cannot be loaded: {error}")
    for package in sorted((folder / "cache/archives").glob("*.deb")):
        run("dpkg-deb", "-x", str(package), str(folder / "root"))
    return ["qemu-aarch64", "-L", str(folder / "root"), str(folder / "root/usr/bin/python3")]
