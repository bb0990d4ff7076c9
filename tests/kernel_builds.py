"""Kernels run by a level of choice, by the interpreter, or built on demand from a test's own
functions."""

from contextlib import contextmanager
from unittest.mock import patch

import pytest

from satdoku.kernels import library
from satdoku.kernels.codegen.module import Module
from satdoku.kernels.codegen.targets import this_platform
from satdoku.kernels.codegen.types import kernel_type
from satdoku.kernels.levels import LEVELS, SUFFIX, installed, path_of
from satdoku.kernels.library import Library, current
from satdoku.kernels.struct_views import passed, symbol_of

TARGET = this_platform()


@contextmanager
def run_by(which):
    """Kernels are run by this library, or by the interpreter (None)."""
    with patch.object(library, "current", lambda: which):
        yield


def level_or_skip(name):
    """The library of a level, which must be built and be one that the processor can run."""
    if name == "none":
        return None
    level = next(level for level in LEVELS if level.name == name)
    if not path_of(level).exists():
        pytest.skip(f"{name} is not built: SATDOKU_BUILD_LEVELS=all python -m pip install -e .")
    found = Library(level)
    if found.processor < level.number:
        pytest.skip(f"this processor cannot run {name}")
    return found


def llvm_code_of(function, signature, lanes=8, checked=False):
    """LLVM's code of a kernel for arguments of these types."""
    module = Module(TARGET, lanes, checked)
    module.entry(
        symbol_of(function.__name__, signature), function, tuple(map(kernel_type, signature))
    )
    return module.text()


class BuiltOnDemand:
    """Stands in for a library: each kernel is built when it is first called."""

    def __init__(self, folder, checked=False):
        self.folder, self.functions, self.built, self.checked = folder, {}, {}, checked
        running = current()  # of the levels built, the best that this processor can run
        self.level = running.level if running else installed()[-1]

    def run(self, name, arguments):
        from satdoku.kernels.codegen.linking import link, object_file
        from satdoku.kernels.codegen.runtime import runtime

        signature = passed(arguments)[0]
        key = name, signature
        if key not in self.built:
            code = llvm_code_of(self.functions[name], signature, self.level.lanes, self.checked)
            parts = []
            for part, text in (("kernel", code), ("runtime", runtime(TARGET, ""))):
                path = self.folder / f"{part}{len(self.built)}.o"
                path.write_bytes(object_file((text, TARGET, self.level)))
                parts.append(path)
            made = self.folder / f"library{len(self.built)}{SUFFIX}"
            link(parts, made, TARGET)
            self.built[key] = Library(self.level, made)
        return self.built[key].run(name, arguments)
