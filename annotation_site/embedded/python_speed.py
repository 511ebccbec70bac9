"""Print the seconds that this Python takes for a piece of work, and where it lies, if it is new enough.

Make asks each that it finds and takes the fastest: one that was compiled without profiles of itself, as version
managers do unless told otherwise, takes up to half as long again. One that is too old may fail to read this.
"""

import json
import re
import sys
import time
from importlib.util import find_spec

# One that cannot make an environment is better than none: make says then which package it lacks.
LAST = 9.0


class Word:
    def __init__(self, text: str) -> None:
        self.text = text

    def is_in(self, texts: dict[str, int]) -> bool:
        return self.text in texts


def write_words() -> str:
    """Use objects, dictionaries, patterns and JSON, as a web page does."""
    counts: dict[str, int] = {}
    for number in range(15_000):
        word = Word(f"word {number % 997}")
        counts[word.text] = counts.get(word.text, 0) + word.is_in(counts)
    return re.sub(r"\d+", lambda digits: digits.group() + "th", json.dumps(counts))


def measure_seconds() -> float:
    """Return the shortest of several runs, for others may be at work on the machine."""
    runs = []
    for _ in range(8):
        began = time.perf_counter()
        write_words()
        runs.append(time.perf_counter() - began)
    return min(runs)


def can_make_environments() -> bool:
    """Tell whether the modules for it are here, which Debian has in a package of their own."""
    return bool(find_spec("ensurepip") and find_spec("venv"))


def main() -> int:
    """Print one line, or nothing under a Python that is too old."""
    if sys.version_info < (3, 11):  # noqa: UP036 -- make asks any Python
        return 1
    seconds = measure_seconds() if can_make_environments() else LAST
    sys.stdout.write(f"{seconds:.4f} {sys.executable}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
