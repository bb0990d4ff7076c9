"""Kernels: functions in a narrow dialect of Python, compiled when the package is built.

`kernel` marks a function that Python calls with arrays. It runs in the library for this machine's
level (see `library`), without the GIL. If there is no library, the interpreter runs the very same
function, on lists with one lane. What kernels call needs no mark; `part` marks what is inlined.
Each other function is compiled separately: inlining all of a search into one kernel takes many
times as long to compile, for no gain.

A kernel whose last parameter is `stop` reads the word `stop[0]` every few milliseconds and returns
when it is not 0. Callers do not pass it: see `satdoku.cancellation` for who sets it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import signature
from typing import Any, TypeVar

from ..cancellation import Stop, in_this_thread, interruptibly

Function = TypeVar("Function", bound=Callable[..., Any])

#: Parts, which are inlined into their callers.
INLINED: set[Callable[..., Any]] = set()
#: All kernels by name, in the order in which their files were imported.
KERNELS: dict[str, Kernel] = {}


def part(function: Function) -> Function:
    """Mark a function that kernels call, small enough to be inlined. For the interpreter it stays
    unchanged."""
    INLINED.add(function)
    return function


class Kernel:
    """A function that Python calls with arrays; see the module's docstring."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self.name = function.__name__
        *given, last = signature(function).parameters
        self._stops = last == "stop"
        #: The names of the arguments that callers pass.
        self._parameters = given if self._stops else [*given, last]
        KERNELS[self.name] = self

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Run the kernel on arrays, integers and records of them; arrays are changed in place.

        Raises whatever a signal handler raises, soon after the signal.
        """
        given = self._in_order(arguments, named)
        return interruptibly(lambda stop: self.run(given, stop))

    def briefly(self, *arguments: Any, **named: Any) -> Any:
        """Run a call that ends within milliseconds, without a thread of its own."""
        given = self._in_order(arguments, named)
        return in_this_thread(lambda stop: self.run(given, stop))

    def interpreted(self, *arguments: Any, **named: Any) -> Any:
        """Run the kernel on arrays in the interpreter."""
        given = self._in_order(arguments, named)
        return interruptibly(lambda stop: self._interpret(given, stop))

    def _in_order(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """Return all arguments by position: a compiled kernel knows no names."""
        if not named:
            return arguments
        names = self._parameters[len(arguments) :]
        if set(names) != named.keys():
            raise TypeError(f"{self.name} takes {', '.join(self._parameters)}")
        return (*arguments, *(named[name] for name in names))

    def run(self, arguments: tuple[Any, ...], stop: Stop) -> Any:
        """Run the kernel in the current thread."""
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

        if not self._stops:
            return interpret(self.function, arguments)
        return interpret(self.function, (*arguments, stop.word), stop.is_set)


def kernel(function: Callable[..., Any]) -> Kernel:
    """Turn a function into a kernel."""
    return Kernel(function)
