"""The table of labels of two readings, counted cell by cell."""

from collections import Counter

from alignment.coefficients.agr import ABSENT, Confusion
from alignment.readings.links import Reading


def label_confusion(first: Reading, second: Reading) -> Confusion:
    """Return how often the first annotator chose S, P or N (no link) where the second chose S, P or N. Tables add up
    with `+`. Cells that neither linked are not counted: (N, N) does not occur.
    """
    cells = first.links.keys() | second.links.keys()
    return Counter((first.links.get(cell, ABSENT), second.links.get(cell, ABSENT)) for cell in cells)
