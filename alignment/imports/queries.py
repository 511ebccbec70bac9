"""Texts that a project has already."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass

import numpy as np
from django.db.models import BigIntegerField
from django.db.models.expressions import RawSQL
from numpy.typing import NDArray

from alignment.formats import Pair
from alignment.pairs.models import SentencePair
from annotation_site.projects.models import Project

SAMPLE_PAIRS = 1_000
CHUNK = 10_000
# The digest of Pair and row alike: the first 64 bits of MD5 over both sides as they were imported.
DIGEST = """
    ('x' || left(md5(
        coalesce(nullif(source_text, ''), array_to_string(source_tokens, ' ')) || chr(10)
        || coalesce(nullif(target_text, ''), array_to_string(target_tokens, ' '))
    ), 16))::bit(64)::bigint
"""


@dataclass(frozen=True)
class KnownTexts:
    """Digests of the pairs of a project, 8 bytes for each."""

    digests: NDArray[np.int64]

    def __contains__(self, pair: Pair) -> bool:
        if not len(self.digests):
            return False
        text = f"{pair.source}\n{pair.target}".encode()
        digest = hashlib.md5(text, usedforsecurity=False).digest()
        # Signed and most significant byte first, as the database casts bits to bigint.
        wanted = int.from_bytes(digest[:8], "big", signed=True)
        # The digests are sorted: the place where this one would be inserted is its own if it is there.
        index = int(np.searchsorted(self.digests, wanted))
        return index < len(self.digests) and int(self.digests[index]) == wanted


def find_known_texts(project: Project) -> KnownTexts:
    """Return the texts of all pairs of the project."""
    rows = SentencePair.objects.filter(item__project=project).annotate(
        digest=RawSQL(DIGEST, [], output_field=BigIntegerField())  # noqa: S611 - a constant
    )
    digests = rows.values_list("digest", flat=True).iterator(chunk_size=CHUNK)
    return KnownTexts(np.sort(np.fromiter(digests, dtype=np.int64)))


def count_known_words(project: Project) -> tuple[Counter[str], Counter[str]]:
    """Return how often words occur on both sides of some pairs of the project, in lower case."""
    source, target = Counter[str](), Counter[str]()
    pairs = SentencePair.objects.filter(item__project=project).order_by("item")[:SAMPLE_PAIRS]
    for source_tokens, target_tokens in pairs.values_list("source_tokens", "target_tokens"):
        source.update(map(str.lower, source_tokens))
        target.update(map(str.lower, target_tokens))
    return source, target
