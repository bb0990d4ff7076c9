"""Link object files into one library: with the system's linker, else with `ziglang` (PyPI, MIT)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from .targets import Platform, this_platform

#: No C library, no undefined symbols, only exported symbols kept, no unused functions.
_ELF = ("-nostdlib", "-Wl,-z,defs", "-Wl,-s", "-Wl,--gc-sections", "-Wl,--build-id=none")
#: What the temporary folders of a link begin with.
PREFIX = ".link-"


class CannotLink(Exception):
    """There is no linker for a platform, or it failed."""


def system_linker() -> list[str] | None:
    """The start of a command that links for this machine; None if there is no linker."""
    here = this_platform()
    if here is None or here.is_windows or (here.is_macos and not _has_command_line_tools()):
        return None
    if compiler := shutil.which("cc") or shutil.which("gcc") or shutil.which("clang"):
        return [compiler, "-shared", *(("-nostdlib", "-lSystem") if here.is_macos else _ELF)]
    linker = not here.is_macos and (shutil.which("ld") or shutil.which("ld.lld"))
    return [linker, "-shared", "-z", "defs", "-s", "--gc-sections"] if linker else None


def _has_command_line_tools() -> bool:
    # Without them, macOS still has a `cc`: it offers to install them and fails.
    found = subprocess.run(["xcode-select", "-p"], capture_output=True, check=False)
    return found.returncode == 0


def link(objects: Sequence[Path], library: Path, target: Platform) -> None:
    """Write a library of these object files; an older one stays until the new one is complete.

    Raises `CannotLink`, and `OSError` where the folder cannot be written to.
    """
    commands = []
    if target == this_platform() and (own := system_linker()):
        commands.append(own)
    if find_spec("ziglang"):
        zig = [sys.executable, "-m", "ziglang", "cc", "-target", target.zig, "-shared"]
        commands.append([*zig, *(_ELF if target.suffix == ".so" else ("-nostdlib", "-Wl,-s"))])
    problems = []
    # Linkers for Windows write an import library beside the library, and zig keeps a cache.
    with TemporaryDirectory(prefix=PREFIX, dir=library.parent) as folder:
        made = Path(folder, library.name)
        caches = {f"ZIG_{which}_CACHE_DIR": folder for which in ("LOCAL", "GLOBAL")}
        for command in commands:
            name = ["-Wl,-install_name,@rpath/" + made.name] if target.is_macos else []
            done = subprocess.run(
                [*command, *name, "-o", str(made), *map(str, objects)],
                env=os.environ | caches, capture_output=True, text=True, check=False,
            )  # fmt: skip
            if not done.returncode:
                made.replace(library)
                return
            problems.append(f"{command[0]}: {done.stderr.strip()[-2000:]}")
    raise CannotLink("; ".join(problems) or "no linker was found (cc, ld, or ziglang from PyPI)")
