"""Adapters: the environment, puzzles and rewards in the forms of other packages, a module for each.

`pip install satdoku[gymnasium]` brings the package that a module is for; likewise nemo-gym,
openenv, reasoning-gym, trl and verifiers. Nothing is loaded before its module is imported.
"""
