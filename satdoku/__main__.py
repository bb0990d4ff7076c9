"""`python -m satdoku` is the command `satdoku`: it first handles signals, then imports the rest.

By default Python answers Ctrl-C with a traceback. So signals are blocked from our first line on,
until their handlers are installed; with a built-in module, since importing `signal` takes long.
"""

from __future__ import annotations

import _signal as built_in  # type: ignore[import-not-found]
import sys

#: The signals blocked before; None if this file was imported rather than run as the command.
_before = None
if hasattr(built_in, "pthread_sigmask") and (
    __name__ == "__main__" or sys.argv[0].endswith("/satdoku")
):
    _before = built_in.pthread_sigmask(
        built_in.SIG_BLOCK, (built_in.SIGINT, built_in.SIGTERM, built_in.SIGHUP)
    )
if (
    __name__ == "__main__"
    and not sys.flags.safe_path
    and __file__[: -len("/satdoku/__main__.py")] != sys.path[0]
):
    del sys.path[0]  # `python -m` puts the current folder there, whose files are only data


def main() -> None:
    """Run the command line and exit."""
    from .cli import signals

    try:
        signals.arm()
        if _before is not None:
            built_in.pthread_sigmask(built_in.SIG_SETMASK, _before)
        from .cli.main import main as run

        run()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) or signals.came():
            signals.leave()
        raise


if __name__ == "__main__":
    main()
