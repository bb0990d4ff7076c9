"""Kernels: functions in a narrow dialect of Python, compiled when the package is built.

`part` and `routine` mark functions that kernels call; `kernel` makes a function one that Python
calls with arrays. The library of this machine's level runs it (see `library`), without the GIL.
Where there is no library, the interpreter runs the very same function, on lists with one lane.

A kernel whose last parameter is `stop` looks at the word `stop[0]` every few milliseconds and
returns when it is not 0. Callers do not pass it: see `satdoku.cancellation` for who sets it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import signature
from typing import Any, TypeVar

from ..cancellation import Stop, interruptibly

Function = TypeVar("Function", bound=Callable[..., Any])

#: Parts that are inlined where they are called.
INLINED: set[Callable[..., Any]] = set()
#: All kernels by name, in the order in which their files were imported.
KERNELS: dict[str, Kernel] = {}


def part(function: Function) -> Function:
    """Mark a function that kernels call, small enough to be inlined there. It stays what it is for
    the interpreter."""
    INLINED.add(function)
    return function


def routine(function: Function) -> Function:
    """Mark a function that kernels call, and that is compiled on its own: what is not tiny.

    All of a search inlined into one kernel takes many times as long to compile, for nothing.
    """
    return function


class Kernel:
    """A function that Python calls with arrays; see the module."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self.name = function.__name__
        self._stops = list(signature(function).parameters)[-1] == "stop"
        KERNELS[self.name] = self

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel on arrays, whole numbers and records of them; arrays change in place.

        Raises what a signal's handler raises, soon after the signal.
        """
        return interruptibly(lambda stop: self.run(arguments, stop))

    def interpreted(self, *arguments: Any) -> Any:
        """Run the kernel on arrays by the interpreter."""
        return interruptibly(lambda stop: self._interpret(arguments, stop))

    def run(self, arguments: tuple[Any, ...], stop: Stop) -> Any:
        """Run the kernel in this thread."""
        from . import library

        compiled = library.current()
        if compiled is None:
            return self._interpret(arguments, stop)
        if self._stops:
            import numpy as np

            arguments = (*arguments, np.frombuffer(stop.word, np.int64))
        return compiled.run(self.name, arguments)

    def _interpret(self, arguments: tuple[Any, ...], stop: Stop) -> Any:
        from .interpreter import interpret

        return interpret(self.function, (*arguments, stop.word) if self._stops else arguments)


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a kernel."""
    return Kernel(function)
