"""LLVM: it makes machine code of what `writer` wrote, and loads it.

What is loaded stays: kernels are for the life of a process.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from llvmlite import binding as llvm


@lru_cache(maxsize=1)
def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="static" if llvm.get_process_triple().startswith("x86") else "default",
        codemodel="jitdefault",
        jit=True,
    )


@lru_cache(maxsize=1)
def lanes() -> int:
    """Lanes of a vector: 16 where AVX-512 holds them in a register, otherwise 8."""
    return 16 if llvm.get_host_cpu_features().get("avx512f") else 8


@lru_cache(maxsize=1)
def about() -> tuple[str, str, str]:
    """The machine that code is made for."""
    features = llvm.get_host_cpu_features().flatten()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features


def machine_code(text: str) -> bytes:
    """An object file of LLVM's code."""
    target = _target()
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = llvm.get_process_triple(), str(target.target_data)
    module.verify()
    # Level 3 and the vectorizer of straight lines take longer, and make nothing quicker.
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    tuning.loop_vectorization, tuning.slp_vectorization = True, False
    passes = llvm.create_pass_builder(target, tuning)
    passes.getModulePassManager().run(module, passes)
    code: bytes = target.emit_object(module)
    return code


@lru_cache(maxsize=1)
def _engine() -> Any:
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    engine.finalize_object()
    return engine


class Loaded:
    """Machine code that can be called with so many words; it returns one.

    address: of the function. The interpreter's lock is let go meanwhile.
    """

    def __init__(self, code: bytes, symbol: str, words: int) -> None:
        engine = _engine()
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        self.address: int = engine.get_function_address(symbol)
        assert self.address
        whole = ctypes.c_int64
        self.call: Callable[..., int] = ctypes.CFUNCTYPE(whole, *[whole] * words)(self.address)
