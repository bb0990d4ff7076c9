"""From a kernel's Python to a library of machine code; only builds and tests need it.

Idea: kernels use so little of Python that one pass over the syntax tree can write LLVM's code.
Types are known from the arguments on, as each function is generated for the types that it is called
with; nothing is inferred backwards. Variables are stack slots, which LLVM turns into registers.

Invariant: the interpreter runs the same functions with the same answers. So what compiles but would
mean something else in Python (64 bits that wrap around, a list that changes its length) is left to
the writer of a kernel to avoid, and to `kernel_digest` in the tests to find.

Numba compiled the kernels before, when they were first called. Writing LLVM's code here takes a
third of its time to compile, happens when the package is built, and needs no compiler at the
user's.

types, code, arithmetic, expressions, writer   a function as LLVM's code
intrinsics        what functions that kernels call mean there
module            a kernel and all functions under it
targets           the platforms and levels that libraries are built for
runtime           what every library needs besides kernels
linking           LLVM's code → object file → library
build             all of it; changed: in a source tree, again where sources have changed
hatch_build       called by pip and other builders
"""
