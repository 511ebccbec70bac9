"""`python -m tests.stand_ins.skewed_clock SECONDS MODULE …`: run a module, and all it forks, on a clock that is off.

The clock is set in the process, below Python's own functions: no other program of the machine notices.
"""

import runpy
import sys
from datetime import UTC, datetime, timedelta

import time_machine


def main() -> None:
    """Set the clock and run the module as `python -m` does."""
    seconds, module, *arguments = sys.argv[1:]
    sys.argv = [module, *arguments]
    time_machine.travel(datetime.now(UTC) + timedelta(seconds=float(seconds)), tick=True).start()
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
