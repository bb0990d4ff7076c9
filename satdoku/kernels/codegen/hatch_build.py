"""Hatchling's build hook: it builds the libraries of kernels and puts them into the wheel.

`SATDOKU_BUILD_LEVELS` and `SATDOKU_BUILD_PLATFORM` choose what is built: see `build`. Where nothing
can be built, a line says so, and the wheel is one of plain Python: the interpreter then runs
the kernels. An editable install builds them into the source tree.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Versions of Python that llvmlite has wheels for, from … to.
OLDEST, NEWEST = (3, 11), (3, 14)
#: `SATDOKU_BUILD_LEVELS` for no libraries at all.
NONE = "none"


def why_not() -> str:
    """Why no library can be built by this Python; "" if one can."""
    if os.environ.get("SATDOKU_BUILD_LEVELS") == NONE:
        return "SATDOKU_BUILD_LEVELS=none"
    version = ".".join(map(str, sys.version_info[:2]))
    if platform.python_implementation() != "CPython":
        return f"llvmlite does not support {platform.python_implementation()}"
    if not OLDEST <= sys.version_info[:2] <= NEWEST or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return f"llvmlite has no wheel for Python {version}{sys.abiflags}"
    if "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or ""):
        return "llvmlite has no wheel for musl"
    if sys.maxsize < 2**32 or platform.machine().lower() not in (
        "x86_64", "amd64", "aarch64", "arm64",
    ):  # fmt: skip
        return f"kernels are not built for {platform.machine()}"
    return ""


class KernelsHook(BuildHookInterface):  # type: ignore[misc,type-arg,unused-ignore]
    """Builds the libraries of kernels."""

    def dependencies(self) -> list[str]:
        """What the build needs besides: LLVM, NumPy and, where no linker is found, one."""
        if self.target_name != "wheel" or why_not():
            return []
        needed = ["llvmlite>=0.45", "numpy>=1.26"]  # 0.45: pointers that have no type
        can_link = any(shutil.which(name) for name in ("cc", "gcc", "clang", "ld", "ld.lld"))
        other = os.environ.get("SATDOKU_BUILD_PLATFORM")
        return needed if can_link and os.name != "nt" and not other else [*needed, "ziglang"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, for a wheel or (version "editable") into the source tree."""
        if self.target_name != "wheel":
            return
        if problem := why_not() or self._built(version == "editable", build_data):
            self.app.display_warning(
                f"satdoku is installed without compiled kernels, so large work is slow: {problem}"
            )

    def _built(self, editable: bool, build_data: dict[str, Any]) -> str:
        """Build; the problem, in a line, if that was not possible."""
        sys.path.insert(0, self.root)
        try:
            from satdoku.kernels.codegen.build import (
                CannotBuild,
                build,
                levels_wanted,
                target_wanted,
            )  # fmt: skip
            from satdoku.kernels.codegen.rebuild import rebuild

            try:
                if editable:
                    rebuild()
                    return ""
                target = target_wanted()
                folder = Path(self.root, "build", target.name)
                levels = levels_wanted(target, folder / "objects")
                for library in build(folder, target, levels, folder / "objects"):
                    name = f"satdoku/kernels/compiled/{library.name}"
                    build_data["force_include"][str(library)] = name
                build_data["pure_python"] = False
                build_data["tag"] = f"py3-none-{target.tag}"
            except CannotBuild as error:
                return str(error)
        finally:
            sys.path.remove(self.root)
        return ""
