"""What every library holds besides kernels, as LLVM's code.

- `satdoku_processor`: the number of the best level (`levels.LEVELS`) that the processor can run,
  from `processor_x86_64.ll`; other processors have one level.
- `satdoku_sources`: the digest of the sources, behind `MARK`.
- `memory.ll`: memcpy, memmove and memset, so a library needs no C library. (WebAssembly has
  instructions for them.)
"""

from __future__ import annotations

from pathlib import Path

from .changed import MARK
from .targets import Platform

_ONE_LEVEL = "define i64 @satdoku_processor() { ret i64 1 }\n"
_WINDOWS = """
define i32 @DllMainCRTStartup(ptr %library, i32 %reason, ptr %reserved) { ret i32 1 }
"""


def runtime(target: Platform, digest: str) -> str:
    """All of it; digest: of the sources, in ASCII."""
    exported = "dllexport " if target.is_windows else ""
    size = len(MARK) + len(digest)
    is_x86 = target.name.endswith("x86_64")
    text = _file("processor_x86_64.ll") if is_x86 else _ONE_LEVEL
    text = text.replace("define i64", f"define {exported}i64")
    text += "" if target.is_web else _file("memory.ll")
    text += _WINDOWS if target.is_windows else ""
    return text + f'@satdoku_sources = {exported}constant [{size} x i8] c"{MARK}{digest}"\n'


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")
