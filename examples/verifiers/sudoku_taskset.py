"""The taskset of verifiers, under a name that its evaluator takes: that of a module in no package.

vf-eval sudoku-taskset -n 100 --env.taskset.level hard   # in this folder, or with it on PYTHONPATH
"""

from satdoku.environment.adapters.verifiers_sudoku import SudokuTaskset

__all__ = ["SudokuTaskset"]
