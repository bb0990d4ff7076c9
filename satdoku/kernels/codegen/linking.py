"""LLVM's code → object files → one library, linked by the system's linker, else by `ziglang` (PyPI,
MIT).

The build hook asks for the linker before NumPy is installed, so nothing here may import it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..levels import ProcessorLevel
from .targets import CannotBuild, Platform, cpu_of, features_of, this_platform

#: LLVM's code of an object file, and what it is for.
Source = tuple[str, Platform, ProcessorLevel]
#: No C library, no undefined symbols, only exported symbols kept, no unused functions.
_ELF = ("-nostdlib", "-Wl,-z,defs", "-Wl,-s", "-Wl,--gc-sections", "-Wl,--build-id=none")
#: A library that is loaded into any memory, JavaScript's own or that of a Python (`dlopen`). Every
#: symbol that is not hidden is exported.
_WASM = ("wasm-ld", "-shared", "--experimental-pic", "--export-dynamic", "--strip-all")
#: What the temporary folders of a link begin with.
PREFIX = ".link-"


def object_file(source: Source) -> bytes:
    """The object file of a module of LLVM's code."""
    from llvmlite import binding as llvm

    text, target, level = source
    machine = _machine(target, level)
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    module.verify()
    # Level 3 and the vectorizer of straight lines take longer, and make nothing quicker.
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    passes.getModulePassManager().run(module, passes)
    code: bytes = machine.emit_object(module)
    return code


@lru_cache(maxsize=8)
def _machine(target: Platform, level: ProcessorLevel) -> Any:
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=cpu_of(level, target),
        features=features_of(target),
        opt=3,
        reloc="pic",
        codemodel="default",
    )


def system_linker() -> list[str] | None:
    """The start of a command that links for this machine; None if there is no linker."""
    here = this_platform()
    if here is None or here.is_windows or (here.is_macos and not _has_command_line_tools()):
        return None
    if compiler := shutil.which("cc") or shutil.which("gcc") or shutil.which("clang"):
        options = ("-nostdlib", "-lSystem") if here.is_macos else _ELF
        return [compiler, "-shared", *options]
    linker = not here.is_macos and (shutil.which("ld") or shutil.which("ld.lld"))
    return [linker, "-shared", "-z", "defs", "-s", "--gc-sections"] if linker else None


def _has_command_line_tools() -> bool:
    # Without them, macOS still has a `cc`: it offers to install them and fails.
    found = subprocess.run(["xcode-select", "-p"], capture_output=True, check=False)
    return found.returncode == 0


def _zig_options(target: Platform) -> Sequence[str]:
    if target.is_web:
        return _WASM
    options = _ELF if target.suffix == ".so" else ("-nostdlib", "-Wl,-s")
    return ["cc", "-target", target.zig, "-shared", *options]


def link(objects: Sequence[Path], library: Path, target: Platform) -> None:
    """Write a library of these object files; an older one stays until the new one is complete.

    Raises `CannotBuild`, and `OSError` where the folder cannot be written to.
    """
    commands = []
    if target == this_platform() and (own := system_linker()):
        commands.append(own)
    if find_spec("ziglang"):
        commands.append([sys.executable, "-m", "ziglang", *_zig_options(target)])
    problems = []
    # Linkers for Windows write an import library beside the library, and zig keeps a cache.
    # The folder is beside the library, since a file is replaced in one step only on its own file
    # system.
    with TemporaryDirectory(prefix=PREFIX, dir=library.parent) as folder:
        made = Path(folder, library.name)
        caches = {f"ZIG_{which}_CACHE_DIR": folder for which in ("LOCAL", "GLOBAL")}
        for command in commands:
            name = ["-Wl,-install_name,@rpath/" + made.name] if target.is_macos else []
            done = subprocess.run(
                [*command, *name, "-o", str(made), *map(str, objects)],
                env=os.environ | caches,
                capture_output=True,
                text=True,
                check=False,
            )
            if not done.returncode:
                made.replace(library)
                return
            problems.append(f"{command[0]}: {done.stderr.strip()[-2000:]}")
    raise CannotBuild("; ".join(problems) or "no linker was found (cc, ld, or ziglang from PyPI)")
