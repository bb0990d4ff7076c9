"""The platforms and levels that libraries are built for, and how LLVM and linkers name them."""

from __future__ import annotations

import platform
import sys
import sysconfig

from ...frozen import frozen
from ..levels import LEVELS, ProcessorLevel


class CannotBuild(Exception):
    """No library can be built here; why, in a line."""


class WrongChoice(CannotBuild):
    """A name in the environment that is no platform or level."""


@frozen
class Platform:
    """An operating system on a kind of processor.

    name: as in `SATDOKU_BUILD_PLATFORM`. triple: LLVM's. zig: the target as `zig cc` names it.
    suffix: of libraries. levels: those that it can have, best first. tag: of wheels ("" for none).
    """

    name: str
    triple: str
    zig: str
    suffix: str
    levels: tuple[ProcessorLevel, ...]
    tag: str

    @property
    def is_windows(self) -> bool:
        """Its libraries name what they export."""
        return self.suffix == ".dll"

    @property
    def is_macos(self) -> bool:
        """Its libraries carry their own name, and link to the system's library."""
        return self.suffix == ".dylib"

    @property
    def is_web(self) -> bool:
        """JavaScript calls its library, or a Python there (Pyodide)."""
        return self.suffix == ".wasm"

    @property
    def has_comdats(self) -> bool:
        """Its object files can hold functions of which the linker keeps one."""
        # Mach-O has no COMDATs; there, definitions that are `linkonce_odr` are merged without them.
        return not self.is_macos


_X86 = LEVELS[:3]
_ARM = LEVELS[3:4]
_WEB = LEVELS[4:]
PLATFORMS = {
    made.name: made
    for made in (
        Platform(
            name="linux-x86_64",
            triple="x86_64-unknown-linux-gnu",
            zig="x86_64-linux-gnu",
            suffix=".so",
            levels=_X86,
            tag="manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
        ),
        Platform(
            name="linux-arm64",
            triple="aarch64-unknown-linux-gnu",
            zig="aarch64-linux-gnu",
            suffix=".so",
            levels=_ARM,
            tag="manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
        ),
        Platform(
            name="macos-arm64",
            triple="arm64-apple-macosx11.0.0",
            zig="aarch64-macos.11.0",
            suffix=".dylib",
            levels=_ARM,
            tag="macosx_11_0_arm64",
        ),
        Platform(
            name="macos-x86_64",
            triple="x86_64-apple-macosx11.0.0",
            zig="x86_64-macos.11.0",
            suffix=".dylib",
            levels=_X86,
            tag="macosx_11_0_x86_64",
        ),
        Platform(
            name="windows-x86_64",
            triple="x86_64-pc-windows-gnu",
            zig="x86_64-windows-gnu",
            suffix=".dll",
            levels=_X86,
            tag="win_amd64",
        ),
    )
}
#: Not one of `PLATFORMS`: pip installs nothing there. Of Emscripten only the form of libraries.
WEB = Platform(
    name="emscripten-wasm32",
    triple="wasm32-unknown-emscripten",
    zig="",
    suffix=".wasm",
    levels=_WEB,
    tag="",
)


def this_platform() -> Platform | None:
    """That of this machine; None where there is no library for it."""
    system = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform, "")
    # What Python was built for, which may differ from the machine (32 bits, emulation).
    machine = sysconfig.get_platform().replace("_", "-").lower()
    if machine.endswith(("x86-64", "amd64")) or (
        machine.endswith("universal2") and platform.machine() == "x86_64"
    ):
        return PLATFORMS.get(f"{system}-x86_64")
    if machine.endswith(("aarch64", "arm64", "universal2")):
        return PLATFORMS.get(f"{system}-arm64")
    return None


def cpu_of(level: ProcessorLevel, target: Platform) -> str:
    """LLVM's name for the processors of a level."""
    if target.is_web:
        return "generic"
    if level.name == "arm64":
        return "apple-m1" if target.is_macos else "generic"
    return level.name


def features_of(target: Platform) -> str:
    """What the processors of a platform can do beyond LLVM's choice for `cpu_of`, in its words."""
    # In every browser since 2021 (Safari: 2023).
    return "+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext" if target.is_web else ""
