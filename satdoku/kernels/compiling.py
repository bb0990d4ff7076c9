"""Which functions are kernels or their parts, and who runs them: compiled code or the interpreter.

A kernel's source is plain Python. `part` marks a function that kernels call; `kernel` makes a
function that can be compiled. What wants one does so:

    if kernel.ready():          # its machine code is at hand …
        kernel(arrays)          # … so this starts at once, without the GIL
    else:                       # and if not, a process compiles it beside from now on
        kernel.plain(lists)     # the same function by the interpreter, at once

Asked again later, `ready` says when to switch over. Where there is so much work that waiting for
the compiler is quicker in total, call the kernel at once: it is compiled first, if `can_compile()`.

A kernel whose last parameter is `stop` looks at the word `stop[0]` every few milliseconds and
returns when it is not 0. Nobody passes it: see `satdoku.stopping` for who sets it.

`SATDOKU_COMPILE=never` in the environment leaves all to the interpreter; `now` has what a kernel is
worth while for compiled at once, and nothing beside.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from importlib.util import find_spec
from inspect import signature
from typing import Any, TypeVar

from ..stopping import Stop, interruptibly
from . import beside, machine_code

Function = TypeVar("Function", bound=Callable[..., Any])

#: Parts that Numba has not been told of, and whether it shall inline them.
_parts: list[tuple[Callable[..., Any], bool]] = []
#: All kernels by name, in the order in which their files were imported.
KERNELS: dict[str, Kernel] = {}
_preparing = threading.Lock()
#: What the interpreter is given for the word to look at: it hears signals itself.
NEVER = (0,)


def part(function: Function, inline: bool = True) -> Function:
    """Mark a function that kernels call. It stays what it is for the interpreter."""
    _parts.append((function, inline))
    return function


def routine(function: Function) -> Function:
    """Mark a function that kernels call, and that is compiled for itself: what is not tiny.

    All of a search inlined into one kernel takes many times as long to compile, for nothing.
    """
    return part(function, inline=False)


class Kernel:
    """A function that can be compiled; see the module."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self.name = function.__name__
        self._stops = list(signature(function).parameters)[-1] == "stop"
        self._dispatcher: Any = None
        #: It ran already.
        self.is_loaded = False
        KERNELS[self.name] = self

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel on arrays, compiled: now, if that was not done before.

        Raises what a signal's handler raises, soon after the signal.
        """
        return interruptibly(lambda stop: self._run(arguments, stop))

    def plain(self, *arguments: Any) -> Any:
        """Run the kernel on lists, by the interpreter."""
        return self.function(*arguments, NEVER) if self._stops else self.function(*arguments)

    def ready(self) -> bool:
        """Its machine code is at hand; if not, it is compiled beside from now on, if possible."""
        if _mode() == "now":
            return _has_numba()
        if not self.is_loaded and _mode() == "beside" and not self.is_ready and _has_numba():
            beside.request(self.name)
        return self.is_ready

    @property
    def is_ready(self) -> bool:
        """Its machine code is at hand, so that a first call is quick."""
        return self.is_loaded or (
            _mode() != "never" and _has_numba() and machine_code.has(self.name)
        )

    def _run(self, arguments: tuple[Any, ...], stop: Stop) -> Any:
        dispatcher = self._dispatcher
        if dispatcher is None:
            if not self.is_ready:
                _say(f"satdoku: compiling {self.name}, once")
            dispatcher = self.dispatcher()
        if self._stops:
            import numpy as np

            arguments = (*arguments, np.frombuffer(stop.word, np.int64))
        result = dispatcher(*arguments)
        self.is_loaded = True
        return result

    def dispatcher(self) -> Any:
        """What Numba makes of it: compiles for each types of arguments, and keeps that."""
        with _preparing:
            self._dispatcher = self._dispatcher or _dispatcher(self.function)
        return self._dispatcher

    def compiled_for(self, *kinds: Any) -> Any:
        """What Numba made of it for arguments of these types, made now if need be."""
        dispatcher = self.dispatcher()
        dispatcher.compile(kinds)
        self.is_loaded = True
        return dispatcher.overloads[kinds]


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a kernel."""
    return Kernel(function)


def can_compile(quietly: bool = False) -> bool:
    """Kernels can be compiled here. If not, that is said on standard error, once."""
    if _mode() == "never":
        return False
    why = _obstacle()
    if why and not quietly:
        _say(f"satdoku: without Numba ({why}) large work is slow; pip install numba makes it fast")
    return not why


@lru_cache(maxsize=1)
def _obstacle() -> str:
    """Why Numba cannot be loaded; "" if it can."""
    try:
        import numba  # noqa: F401
    except Exception as error:  # an ImportError, or whatever a broken installation raises
        return str(error).partition("\n")[0] or type(error).__name__
    return ""


@lru_cache
def _say(line: str) -> None:
    """Say something, once."""
    print(line, file=sys.stderr, flush=True)


@lru_cache(maxsize=1)
def _mode() -> str:
    mode = os.environ.get("SATDOKU_COMPILE", "beside")
    return "never" if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" else mode


@lru_cache(maxsize=1)
def _has_numba() -> bool:
    """Numba is installed; whether it works is seen when it is loaded."""
    return find_spec("numba") is not None


def _dispatcher(function: Callable[..., Any]) -> Any:
    """The function with a dispatcher of Numba before it; what that has is kept in files."""
    from numba import njit
    from numba.extending import register_jitable

    from . import compiled_vectors  # noqa: F401 - importing it tells Numba
    from .pipeline import KernelCompiler, PartCompiler

    # Parts without the counting of references and without Python's doors: only kernels have these.
    while _parts:
        mine, inline = _parts.pop()
        register_jitable(
            forceinline=inline,
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            _nrt=False,
            pipeline_class=PartCompiler,
        )(mine)
    # No kernel makes arrays: counting references to those it is given would be most of its time.
    compiled: Any = njit(
        nogil=True,
        error_model="numpy",
        no_cfunc_wrapper=True,
        _nrt=False,
        pipeline_class=KernelCompiler,
    )(function)
    compiled._cache = machine_code.Store(function.__name__)
    return compiled
