"""`python -m satdoku.kernels.codegen`: build the kernels of this source tree again."""

import sys

from .build import CannotBuild
from .rebuild import rebuild

if __name__ == "__main__":
    try:
        for library in rebuild():
            print(library)
    except CannotBuild as error:
        sys.exit(f"satdoku: kernels cannot be built: {error}")
