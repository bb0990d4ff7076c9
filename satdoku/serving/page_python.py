"""Python for an exported page: of Pyodide's distribution what is wanted, and satdoku itself.

With it the page answers every question as the server does, by the same functions. Its kernels are
the page's own, as a library that Python loads (`kernels/library.py`).
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ..errors import EngineError
from ..kernels.levels import LEVELS, checksum
from ..phrases import phrase

#: What satdoku needs, by the names in Pyodide's lock file; and packages of Python alone, if they
#: are here.
COMPILED = ("numpy", "python-sat")
PURE = ("satdoku", "segno")
LEFT_OUT = {"__pycache__", "codegen", "compiled", "docs", "javascript", "page"}


def python_files(distribution: Path, kernels: Path) -> dict[str, bytes]:
    """Return the files by their names in the site.

    distribution: the folder of a full distribution of Pyodide. kernels: the library for browsers.
    Raises `EngineError` if the folder lacks something.
    """
    try:
        packages = json.loads((distribution / "pyodide-lock.json").read_text("utf-8"))["packages"]
        wanted = list(COMPILED)
        for name in wanted:
            wanted += [needed for needed in packages[name]["depends"] if needed not in wanted]
        names = [path.name for path in distribution.glob("pyodide*.*js*")]
        names += ["pyodide.asm.wasm", "python_stdlib.zip"]
        names += [packages[name]["file_name"] for name in wanted]
        files = {f"python/{name}": (distribution / name).read_bytes() for name in sorted(names)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EngineError(
            phrase(
                "{folder!s}: give the folder of a full distribution of Pyodide, which has NumPy "
                "and PySAT ({error!s})",
                folder=distribution,
                error=error,
            )
        ) from None
    return files | {"python/satdoku.zip": _packages(kernels)}


def _packages(kernels: Path) -> bytes:
    """Return an archive of the packages of Python alone, with the kernels where satdoku looks."""
    contents = {}
    for package in PURE:
        found = find_spec(package)
        folders = found.submodule_search_locations if found else None
        for folder in folders or ():
            root = Path(folder)
            for file in root.rglob("*.*"):
                path = file.relative_to(root)
                if not LEFT_OUT & set(path.parts):
                    contents[f"{package}/{path.as_posix()}"] = file.read_bytes()
    library = f"satdoku/kernels/compiled/{LEVELS[-1].name}.so"
    contents[library] = kernels.read_bytes()
    contents[f"{library}.crc32"] = checksum(kernels).encode()
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, content in sorted(contents.items()):
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return made.getvalue()
