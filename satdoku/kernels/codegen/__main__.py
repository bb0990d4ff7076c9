"""`python -m satdoku.kernels.codegen`: rebuild the kernels of this source tree."""

import sys

from .build import CannotBuild
from .changed import CANNOT
from .rebuild import rebuild

if __name__ == "__main__":
    try:
        for library in rebuild():
            print(library)
    except (CannotBuild, OSError) as error:
        print(f"satdoku: kernels cannot be built: {error}", file=sys.stderr)
        sys.exit(CANNOT)
    except KeyboardInterrupt:
        sys.exit(130)
