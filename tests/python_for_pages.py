"""A distribution of Pyodide for tests, put together from what package registries hold.

`python -m tests.python_for_pages FOLDER` writes it, of what .ci/run installs:

    npm install --no-save --prefix .venv pyodide@0.27.7 \\
        @emscripten-forge/numpy@2.0.1-py312h4e66579-0
    pip download --no-deps --only-binary=:all: --platform pyemscripten_2025_0_wasm32 \\
        --python-version 313 --dest .venv/wheels python-sat==1.9.dev24

The full distribution, which users take, is
only among the releases on GitHub. Here Pyodide itself and NumPy come from npm (NumPy:
emscripten-forge's, for the same Emscripten and Python), and PySAT from PyPI. The wheels of PySAT
are for a newer Pyodide, where exceptions of C++ are those of WebAssembly. The two tags and five
symbols that they import for these are supplied here; nothing may throw one.
"""

import hashlib
import io
import json
import shutil
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODULES = ROOT / ".venv/node_modules"
#: What `npm install` and `pip download` are told in .ci/run.
PYODIDE = MODULES / "pyodide"
NUMPY = MODULES / "@emscripten-forge/numpy/pkg"
PYSAT = ROOT / ".venv/wheels"
TAG = "new WebAssembly.Tag({parameters:['i32']})"
SYMBOLS = """
@__wasm_lpad_context = global [4 x i32] zeroinitializer
define void @__wasm_setjmp(ptr %a, i32 %b, ptr %c) { ret void }
define i32 @__wasm_setjmp_test(ptr %a, ptr %b) { ret i32 0 }
define void @__wasm_longjmp(ptr %a, i32 %b) { unreachable }
define i32 @_Unwind_CallPersonality(ptr %a) { ret i32 0 }
"""


def missing() -> str:
    """What is not here, and how it comes; "" if all is."""
    if not (PYODIDE.exists() and NUMPY.exists() and list(PYSAT.glob("python_sat*wasm32.whl"))):
        return "Pyodide, its NumPy and its PySAT are installed by .ci/run"
    return ""


def write(folder: Path) -> None:
    """Write the distribution."""
    folder.mkdir(parents=True)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    packages = {
        name: (file, content, depends)
        for name, file, content, depends in (
            ("numpy", "numpy.zip", _numpy(), []),
            ("symbols", "symbols.zip", _symbols(), []),
            ("python-sat", "python_sat.zip", _pysat(), ["symbols"]),
        )
    }
    for name, (file, content, depends) in packages.items():
        (folder / file).write_bytes(content)
        lock["packages"][name] = {
            "name": name,
            "version": "1",
            "file_name": file,
            "install_dir": "site",
            "sha256": hashlib.sha256(content).hexdigest(),
            "imports": [],
            "depends": depends,
            "package_type": "shared_library" if name == "symbols" else "package",
            "unvendored_tests": False,
        }
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))
    for name in ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        shutil.copy(PYODIDE / name, folder)
    program = (PYODIDE / "pyodide.asm.js").read_text()
    imports = "var wasmImports={"
    assert imports in program
    tags = f"{imports}__c_longjmp:{TAG},__cpp_exception:{TAG},"
    (folder / "pyodide.asm.js").write_text(program.replace(imports, tags, 1))


def _zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def _numpy() -> bytes:
    [packed] = NUMPY.glob("*.tar.gz")
    root = "lib/python3.12/site-packages/"
    with tarfile.open(packed) as archive:
        members = {
            member.name.removeprefix("./").removeprefix(root): archive.extractfile(member).read()
            for member in archive
            if member.isfile() and root in member.name and "/tests/" not in member.name
        }
    return _zipped(members)


def _pysat() -> bytes:
    [wheel] = PYSAT.glob("python_sat*wasm32.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        return _zipped(
            {name.replace("cpython-313", "cpython-312"): archive.read(name) for name in names}
        )


def _symbols() -> bytes:
    from satdoku.kernels.codegen.linking import link, object_file
    from satdoku.kernels.codegen.targets import WEB

    target = replace(WEB, name="symbols")
    with tempfile.TemporaryDirectory() as folder:
        part, library = Path(folder, "symbols.o"), Path(folder, "symbols.wasm")
        part.write_bytes(object_file((SYMBOLS, target, target.levels[0])))
        link([part], library, target)
        return _zipped({"symbols.so": library.read_bytes()})


if __name__ == "__main__":
    write(Path(sys.argv[1]))
