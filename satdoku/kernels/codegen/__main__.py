"""`python -m satdoku.kernels.codegen`: rebuild the kernels of this source tree.

With `--end-with-input` the build ends with its standard input, which whoever started it holds: so
also where that one was killed.
"""

import os
import sys
from threading import Thread

from ...logic.kernel_list import all_signatures  # a program may name what is above its layer
from .build import rebuild
from .changed import CANNOT, ENDING
from .targets import CannotBuild


def _end_with_input() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)  # what is half written has names of its own, and the next build removes it


if __name__ == "__main__":
    if ENDING in sys.argv[1:]:
        Thread(target=_end_with_input, daemon=True).start()
    try:
        for library in rebuild(all_signatures):
            print(library)
    except (CannotBuild, OSError) as error:
        print(f"satdoku: kernels cannot be built: {error}", file=sys.stderr)
        sys.exit(CANNOT)
    except KeyboardInterrupt:
        sys.exit(130)
