"""Nothing that is read makes satdoku crash, hang or grow; SATDOKU_FUZZ_SECONDS says how long to
try (a few seconds; two minutes in CI)."""

import os
import subprocess
import sys
from pathlib import Path

SECONDS = os.environ.get("SATDOKU_FUZZ_SECONDS") or ("120" if os.environ.get("CI") else "5")


def test_nothing_that_is_read_does_harm():
    done = subprocess.run(
        [sys.executable, str(Path(__file__).parent / "fuzzing.py"), "--seconds", SECONDS],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-5000:]
    assert int(done.stdout.split()[0]) > 0
