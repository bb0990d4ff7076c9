"""Hatchling's build hook: it builds the libraries of kernels and puts them into the wheel.

`SATDOKU_BUILD_LEVELS` and `SATDOKU_BUILD_PLATFORM` choose what is built: see `build`. Where nothing
can be built, the install still succeeds: a line says why, `compiled/missing.txt` in the package
holds that line, and the interpreter runs the kernels. A wheel for a platform that was named is
never built without its libraries. An editable install builds them into the source tree. The kernels
for browsers, which `satdoku serve --export` puts into a site, are built beside them.
"""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Versions of Python that llvmlite has wheels for, from … to; and to, for macOS on x86-64.
OLDEST = (3, 11)
NEWEST = (3, 14)
NEWEST_ON_X86_MACOS = (3, 13)
#: `SATDOKU_BUILD_LEVELS` for no libraries at all.
NONE = "none"


def why_not() -> str:
    """Why no library can be built by this Python; "" if one can."""
    from satdoku.kernels.codegen.targets import this_platform

    here = this_platform()
    newest = NEWEST_ON_X86_MACOS if here and here.name == "macos-x86_64" else NEWEST
    version = ".".join(map(str, sys.version_info[:2]))
    if os.environ.get("SATDOKU_BUILD_LEVELS") == NONE:
        return "SATDOKU_BUILD_LEVELS=none"
    if here is None:
        return f"kernels are not built for {sysconfig.get_platform()}"
    if platform.python_implementation() != "CPython":
        return f"llvmlite does not support {platform.python_implementation()}"
    if not OLDEST <= sys.version_info[:2] <= newest or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return f"llvmlite has no wheel for Python {version}{sys.abiflags} on {here.name}"
    if "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or ""):
        return "llvmlite has no wheel for musl"
    return ""


class KernelsHook(BuildHookInterface):  # type: ignore[misc,type-arg,unused-ignore]
    """Builds the libraries of kernels."""

    def dependencies(self) -> list[str]:
        """What the build needs: LLVM, NumPy, and a linker for WebAssembly and other platforms."""
        with self._satdoku():
            if self.target_name != "wheel" or why_not():
                return []
            return ["llvmlite>=0.45", "numpy>=1.26", "ziglang"]  # 0.45: pointers that have no type

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, for a wheel or (version "editable") into the source tree."""
        if self.target_name != "wheel":
            return
        with self._satdoku():
            problem = why_not() or self._built(version == "editable", build_data)
        if not problem:
            return
        if os.environ.get("SATDOKU_BUILD_PLATFORM"):
            self.app.abort(f"satdoku: kernels cannot be built: {problem}")
        self.app.display_warning(
            f"satdoku is installed without compiled kernels, so large work is slow: {problem}"
        )
        compiled = "satdoku/kernels/compiled/missing.txt"  # `kernels.levels.MISSING`
        reason = Path(self.root, compiled if version == "editable" else "build/missing.txt")
        reason.parent.mkdir(exist_ok=True)
        reason.write_text(f"{problem}\n", encoding="utf-8")
        if version != "editable":
            build_data["force_include"][str(reason)] = compiled

    def _built(self, editable: bool, build_data: dict[str, Any]) -> str:
        """Build; the problem, in a line, if that was not possible."""
        from satdoku.kernels.codegen import build as building
        from satdoku.kernels.codegen.targets import CannotBuild, WrongChoice
        from satdoku.kernels.codegen.webassembly import PACKAGE
        from satdoku.kernels.levels import checksum_path
        from satdoku.logic.kernel_list import all_signatures, write_package

        try:
            if editable:
                building.rebuild(all_signatures)
                if find_spec("ziglang"):
                    write_package(PACKAGE)
                return ""
            target = building.target_wanted()
            folder = Path(self.root, "build", target.name)
            levels = building.levels_wanted(target)
            for library in building.build(all_signatures(), folder, target, levels):
                for path in (library, checksum_path(library)):
                    name = f"satdoku/kernels/compiled/{path.name}"
                    build_data["force_include"][str(path)] = name
            if find_spec("ziglang"):
                web = write_package(folder / "javascript")
                build_data["force_include"][str(web)] = f"satdoku/kernels/compiled/{web.name}"
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{target.tag}"
        except WrongChoice as error:
            self.app.abort(f"satdoku: {error}")
        except (CannotBuild, OSError) as error:
            return str(error)
        return ""

    @contextmanager
    def _satdoku(self) -> Iterator[None]:
        """The package of this tree can be imported."""
        sys.path.insert(0, self.root)
        try:
            yield
        finally:
            sys.path.remove(self.root)
