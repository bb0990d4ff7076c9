"""Object files → one library: by the system's linker, else by the one in `ziglang` (PyPI, MIT)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from .targets import Platform, this_platform

#: No C library, nothing undefined, no symbols but those exported.
_ELF = ("-nostdlib", "-Wl,-z,defs", "-Wl,-s", "-Wl,--gc-sections", "-Wl,--build-id=none")


class CannotLink(Exception):
    """There is no linker for a platform, or it failed."""


def system_linker() -> list[str] | None:
    """The start of a command that links for this machine; None where there is none."""
    here = this_platform()
    if here is None or here.is_windows:
        return None
    if compiler := shutil.which("cc") or shutil.which("gcc") or shutil.which("clang"):
        return [compiler, "-shared", *(_ELF if here.has_comdats else ("-nostdlib",))]
    linker = here.has_comdats and (shutil.which("ld") or shutil.which("ld.lld"))
    return [linker, "-shared", "-z", "defs", "-s", "--gc-sections"] if linker else None


def link(objects: Sequence[Path], library: Path, target: Platform) -> None:
    """Write a library of these object files. Raises `CannotLink`."""
    commands = []
    if target == this_platform() and (own := system_linker()):
        commands.append(own)
    if find_spec("ziglang"):
        zig = [sys.executable, "-m", "ziglang", "cc", "-target", target.zig, "-shared"]
        commands.append([*zig, *(_ELF if target.suffix == ".so" else ("-nostdlib", "-Wl,-s"))])
    problems = ["no linker was found (cc, ld, or ziglang from PyPI)"]
    for command in commands:
        done = subprocess.run(
            [*command, "-o", str(library), *map(str, objects)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if not done.returncode:
            return
        problems.append(f"{command[0]}: {done.stderr.strip()[-2000:]}")
    raise CannotLink("; ".join(problems[1:] or problems))
