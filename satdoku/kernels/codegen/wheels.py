"""`python -m satdoku.kernels.codegen.wheels -o dist/`: the wheels of a release, all from here.

One wheel per platform of `targets`, with the libraries of all its levels. It is tagged
`py3-none-PLATFORM`, since libraries called by ctypes depend on no version of Python. Hatchling
writes each wheel through the build hook, as for `pip install`. The libraries for Linux use no C
library, so one wheel serves both manylinux and musllinux.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from .targets import PLATFORMS, this_platform

#: Packages that the build needs, all in the extra `dev`.
NEEDED = ("hatchling", "llvmlite", "numpy", "ziglang")
ROOT = Path(__file__).parents[3]


def main() -> None:
    """Write the wheels, and print their paths."""
    parser = argparse.ArgumentParser(
        prog="python -m satdoku.kernels.codegen.wheels", description="Write wheels with kernels."
    )
    parser.add_argument("-o", "--output", type=Path, default=Path("dist"), help="default: dist")
    parser.add_argument(
        "platforms",
        nargs="*",
        metavar="PLATFORM",
        help=f"{', '.join(PLATFORMS)}, or this: that of this machine (default: all)",
    )
    arguments = parser.parse_args()
    if arguments.platforms == ["this"]:
        here = this_platform()
        arguments.platforms = [name for name, known in PLATFORMS.items() if known == here]
        if not arguments.platforms:
            sys.exit("satdoku: no wheel is built for the platform of this machine")
    if unknown := [name for name in arguments.platforms if name not in PLATFORMS]:
        parser.error(f"unknown platform {unknown[0]!r}: choose among {', '.join(PLATFORMS)}")
    if missing := [name for name in NEEDED if not find_spec(name)]:
        sys.exit(f"satdoku: missing {', '.join(missing)}: pip install -e '.[dev]'")
    if not (ROOT / "pyproject.toml").exists():
        sys.exit("satdoku: wheels are built from a clone: this package is installed without one")
    output = arguments.output.resolve()
    for name in arguments.platforms or PLATFORMS:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(output)]
        environment = {"SATDOKU_BUILD_PLATFORM": name, "SATDOKU_BUILD_LEVELS": "all"}
        done = subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=False)
        if done.returncode:
            sys.exit(done.returncode)


if __name__ == "__main__":
    main()
