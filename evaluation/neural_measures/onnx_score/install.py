"""Write the command `onnx-score`, with the Python that runs this.

`make neural-measures` calls it as `var/neural/bin/python -m evaluation.neural_measures.onnx_score.install`.
"""

import shlex
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def install() -> Path:
    """Return the path of the command, which works while this checkout stays where it is."""
    program = Path(sys.prefix) / "bin" / "onnx-score"
    program.write_text(
        "#!/bin/sh\n"
        f"PYTHONPATH={shlex.quote(str(ROOT))} "
        f'exec {shlex.quote(sys.executable)} -m evaluation.neural_measures.onnx_score "$@"\n'
    )
    program.chmod(0o755)
    return program


if __name__ == "__main__":
    install()
