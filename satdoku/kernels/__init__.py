"""Kernels: the operations on puzzles for millions of boards, compiled when the package is built.

Arrays in, arrays out; no GIL, no allocation per board. `satdoku.batch` is the public interface.

9×9 in lockstep:   simd        the vector type: one word for each of 16 (or 8) boards
                   bitboard    the layout of a board in 27 words
                   strong_pass singles, locked candidates and triples, in one pass
                   base_pass   the base rules, in one pass
                   guessing    the choice of a guess, and the stack
                   solving     solutions up to a limit; minimizing, grids: as their names say
any theory:        csr         the base rules and search over flat arrays; csr_tasks: the kernels;
                   completing  a quick search for boards with rules
steps:             logic/, explainer/   the techniques; logic_tasks runs them
both:              stream      the random stream
                   kernel      the decorators that mark kernels
                   library     chooses the compiled library; levels: the processor levels
                   interpreter runs the same functions on lists, where there is no library
                   struct_views records of arrays that compiled code accesses by address
                   signatures  the types of every kernel's arguments
                   codegen/    compiles kernels to libraries; used in builds only
"""
