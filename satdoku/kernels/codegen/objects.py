"""Object files of LLVM's code, for any platform and level."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from llvmlite import binding as llvm

from ..levels import Level
from .targets import PLATFORMS, Platform, cpu_of, level_named


@lru_cache(maxsize=8)
def _machine(target: Platform, level: Level) -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=cpu_of(level, target), features="", opt=3, reloc="pic", codemodel="default"
    )


def object_file(text: str, platform_name: str, level_name: str) -> bytes:
    """The object file of a module of LLVM's code. Only names are passed: it runs in processes."""
    target = PLATFORMS[platform_name]
    machine = _machine(target, level_named(level_name))
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    module.verify()
    # Level 3 and the vectorizer of straight lines take longer, and make nothing quicker.
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    tuning.loop_vectorization, tuning.slp_vectorization = True, False
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    code: bytes = machine.emit_object(module)
    return code
