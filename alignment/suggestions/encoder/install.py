"""Compile the engine for this machine and write the command `encoder-align`, with the Python that runs this.

`make aligner` calls it as `var/aligner/bin/python -m alignment.suggestions.encoder.install`.
"""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from alignment.suggestions.encoder.vectors import LIBRARY, find_weights

ROOT = Path(__file__).parents[3]
SOURCE = Path(__file__).with_name("word_vectors.c")
# -march=native: its speed is that of the processor's widest registers, and it runs where it is compiled.
FLAGS = ["-O3", "-march=native", "-ffast-math", "-fopenmp", "-shared", "-fPIC", "-w"]


def install() -> Path:
    """Return the path of the command, which works while this checkout stays where it is."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        sys.exit("The encoder needs a C compiler. Install gcc or clang.")
    command = [compiler, *FLAGS, f"-I{find_weights().parent}", str(SOURCE), "-o", str(LIBRARY), "-lm"]
    subprocess.run(command, check=True)  # noqa: S603  (our own source, by the compiler of this machine)
    program = Path(sys.prefix) / "bin" / "encoder-align"
    # The engine takes every core unless told otherwise; jobs run beside each other.
    program.write_text(
        "#!/bin/sh\n"
        f"PYTHONPATH={shlex.quote(str(ROOT))} OMP_NUM_THREADS=${{OMP_NUM_THREADS:-1}} "
        f'exec {shlex.quote(sys.executable)} -m alignment.suggestions.encoder "$@"\n'
    )
    program.chmod(0o755)
    return program


if __name__ == "__main__":
    install()
