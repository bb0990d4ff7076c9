"""Kernels: the questions of puzzle operations for millions of boards, compiled when the package is
built.

Arrays in, arrays out, no GIL, no allocation per board. `satdoku.batch` is the door to them.

9×9 in lockstep:   simd        one word for each of 16 (or 8) boards
                   bitboard    how a board lies in 27 words
                   strong_pass what singles, locked candidates and triples say, in one pass
                   base_pass   what the base rules say, in one pass
                   guessing    where to guess, and the stack
                   solving     solutions up to a limit; minimizing, grids: as their names say
any theory:        csr         the base rules and search over flat arrays; csr_tasks the questions;
                   completing  a quick search for boards with rules
steps:             logic/, explainer/   what the search for steps looks for; logic_tasks runs it
both:              stream      the random stream
                   kernel      what makes a function a kernel
                   library     which compiled library answers; levels: for which processors
                   interpreter the same functions on lists, where there is no library
                   struct_views records of arrays that compiled code holds by address
                   signatures  the types of every kernel's arguments
                   codegen/    from a kernel's Python to the libraries; for builds alone
"""
