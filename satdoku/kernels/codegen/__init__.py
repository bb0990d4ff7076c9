"""From a kernel's Python to a library of machine code; only builds and tests need it.

types, code, arithmetic, expressions, writer   a function as LLVM's code
intrinsics        what functions that kernels call mean there
module            a kernel and all functions under it
targets           the platforms and levels that libraries are built for
runtime           what every library needs besides kernels
linking           LLVM's code → object file → library
build             all of it; changed: in a source tree, again where sources have changed
hatch_build       called by pip and other builders
"""
