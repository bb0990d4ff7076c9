"""Kernels: the operations on puzzles for millions of boards, compiled when the package is built.

Arrays in, arrays out; no GIL, no allocation per board. `satdoku.batch` is the public interface.

lockstep/    9×9 boards, one per vector lane: the base rules, solving, minimising, random grids
any_theory/  the same on any theory, over flat arrays
propagation/ the search for boards with rules: their generic forms as propagators on masks of digits
canonical/   canonical forms
logic/       the search for logical steps; its techniques are in `satdoku.logic.techniques`
explainer/   the techniques of Sudoku Explainer's scale
steps/       the arrays that these two read and write
codegen/     compiles kernels to libraries; used in builds only

In this folder: `kernel`, the decorators that mark kernels; `tasks`, the interface that `lockstep`
and `any_theory` share; `stream`, the random stream; `table_sums`, sums of products for exact
counts; `hitting_sets`, sets of cells that hit all unavoidable sets; `library` and `levels` choose
the compiled library, `interpreter` runs the same functions on lists where there is none;
`signatures`, the types of all arguments; `struct_views`, records of arrays that compiled code
accesses by address.
"""
