"""A parallel text whose words occur in its training text as often as their names say."""

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from alignment.formats.parallel.pairs import Pair, Row, make_pair
from alignment.selection import Vocabulary
from annotation_site.texts.faults import Rejected

# s7x3: source word, seven times in training, third of its kind.
FREQUENCIES = (0, 0, 1, 2, 5, 10, 11, 15, 16, 40, 900)
WEIGHTS = (1, 1, 2, 2, 3, 3, 3, 3, 60, 200, 2_000)


def make_vocabularies() -> tuple[Vocabulary, Vocabulary]:
    source, target = (
        {f"{side}{frequency}x{kind}": frequency for frequency in FREQUENCIES if frequency for kind in range(9)}
        for side in "st"
    )
    for words in (source, target):
        words |= {",": 900, "12": 3}
    return Vocabulary(source, sum(source.values())), Vocabulary(target, sum(target.values()))


def make_rows(pairs: int, seed: int = 1) -> list[Row]:
    """Lengths spread widely, a few ratios far out, some punctuation, numbers and lines that cannot be read."""
    draw = random.Random(seed)
    rows: list[Row] = []
    for line in range(1, pairs + 1):
        if draw.random() < 0.01:
            rows.append(Rejected(line, "The source side is empty."))
            continue
        length = max(1, round(draw.lognormvariate(2.6, 0.7)))
        other = max(1, round(length * draw.lognormvariate(0.05, 0.15) * (4 if draw.random() < 0.02 else 1)))
        rows.append(make_pair(line, _sentence(draw, "s", length), _sentence(draw, "t", other)))
    return rows


def _sentence(draw: random.Random, side: str, length: int) -> str:
    words = [f"{side}{frequency}x{draw.randrange(9)}" for frequency in draw.choices(FREQUENCIES, WEIGHTS, k=length)]
    if draw.random() < 0.1:
        words[draw.randrange(length)] = draw.choice((",", "12", "«", "3,5"))
    return " ".join(words)


class Text:
    """Rows that can be read again and again, as files can."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = list(rows)

    @contextmanager
    def open(self) -> Iterator[Iterable[Row]]:
        yield iter(self.rows)

    @property
    def pairs(self) -> list[Pair]:
        return [row for row in self.rows if isinstance(row, Pair)]
