"""How Numba compiles kernels: parts are typed and written as LLVM's code once each, and a kernel is
optimised once, with all its parts.

By itself Numba optimises every function that is called, makes machine code of it, and links what
came out into its callers, which go the same way. A part under six others is so worked on seven
times, for nothing: only the kernel is ever called. So here the library of a part keeps what was
written, and that of a kernel takes in all parts under it before it is optimised.

What Numba does to source that kernels do not contain (closures, generators, literal loops, array
expressions, reference counts) is left out. Each variable is one place in memory, of which LLVM
makes registers; Numba's own form of a name for each assignment means many more words to type and
write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from numba.core import ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.runtime import rtsys
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference
from numba.core.untyped_passes import FixupArgs, IRProcessing, TranslateByteCode


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a part, as it was written."""

    def finalize(self) -> None:
        """Nothing more is added. Who links it optimises it."""
        self._raise_if_finalized()
        self._finalized = True

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel, with that of all parts under it."""

    def finalize(self) -> None:
        """Link, optimise, and make machine code."""
        self._linking_libraries = list(dict.fromkeys(_under(self)))
        super().finalize()

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout


def _under(library: Any) -> Iterator[Any]:
    """The libraries of what is called, directly or not; but for the counting of references."""
    for called in library._linking_libraries:
        if called is not rtsys.library:
            yield called
            yield from _under(called)


@register_pass(mutates_CFG=False, analysis_only=False)
class ConstantsApart(FunctionPass):  # type: ignore[misc]
    """Name constants, where a variable is given other values too: to Numba the type of `found = 0`
    is just this number."""

    _name = "constants_apart"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Do so."""
        blocks = state.func_ir.blocks.values()
        given = Counter(one.target.name for block in blocks for one in block.find_insts(ir.Assign))
        for block in blocks:
            body: list[Any] = []
            for one in block.body:
                if (
                    isinstance(one, ir.Assign)
                    and isinstance(one.value, ir.Const | ir.Global | ir.FreeVar)
                    and given[one.target.name] > 1
                ):
                    constant = one.target.scope.make_temp(one.loc)
                    body.append(ir.Assign(one.value, constant, one.loc))
                    one = ir.Assign(constant, one.target, one.loc)  # noqa: PLW2901
                body.append(one)
            block.body = body
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):  # type: ignore[misc]
    """Write a part."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Write it, for use by others only."""
        context = state.targetctx
        state.library = PartLibrary(context.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        # Numba knows functions by what Python would call. This is never called, but is not another.
        lowered = state["cr"] = state["cr"]._replace(cfunc=[].append)
        context.insert_user_function(lowered.cfunc, lowered.fndesc, [state.library])
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):  # type: ignore[misc]
    """Write a kernel, and make machine code of it."""

    _name = "kernel_lowering"

    def run_pass(self, state: Any) -> bool:
        """Write it, and so on."""
        state.library = KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """The passes over a part."""

    lowering: Any = PartLowering

    def define_pipelines(self) -> list[Any]:
        """The one list of them."""
        manager = PassManager(type(self).__name__)
        for one in (
            TranslateByteCode, FixupArgs, IRProcessing, ConstantsApart, NopythonTypeInference,
            self.lowering, NoPythonBackend,
        ):  # fmt: skip
            manager.add_pass(one, one.name())
        manager.finalize()
        return [manager]


class KernelCompiler(PartCompiler):
    """The passes over a kernel."""

    lowering = KernelLowering
